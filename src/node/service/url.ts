// Service URL: reads the address of a service in its usual forms, and keeps tokens out of everything that is shown or written.
import { SnapError } from "../../errors.js";

/** The address that requests are sent to, and the token in it, if any. */
export interface ServiceAddress {
  /** Ends in `/GPServer/SnapToRoads/execute`, or with another name of the task; without a query. */
  url: string;
  /** The token in the address; null where it has none. */
  token: string | null;
}

/**
 * Reads `…/GPServer`, `…/GPServer/SnapToRoads` or `…/GPServer/SnapToRoads/execute`, with or without a slash or a query at the end.
 * @throws SnapError "bad-option" for anything else
 */
export function serviceAddress(text: string): ServiceAddress {
  const trimmed = String(text).trim();
  // Whoever mistypes an address with a password in it is not shown the password.
  const given = trimmed.replace(/^([a-z]+:\/\/)?.*@/is, "$1");
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    throw bad(given, "is not an address");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") throw bad(given, "does not begin with http:// or https://");
  const shown = url.origin + url.pathname;
  if (url.username !== "" || url.password !== "")
    throw bad(shown, "has a user name or password, which would not be sent; give a token instead");
  const parts = /^(.*\/GPServer)(?:\/([^/]+))?(?:\/(execute))?\/*$/i.exec(url.pathname);
  if (!parts || /^execute$/i.test(parts[2] ?? "")) throw bad(shown, "is not the address of a geoprocessing service");
  const query = [...url.searchParams].find(([name]) => name.toLowerCase() === "token");
  return { url: `${url.origin}${parts[1]}/${parts[2] ?? "SnapToRoads"}/execute`, token: query?.[1] || null };
}

function bad(text: string, why: string): SnapError {
  const shown = withoutTokens(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  return new SnapError(
    "bad-option",
    `The service ${shown} ${why}; it must look like https://host/…/GPServer, …/GPServer/SnapToRoads or …/GPServer/SnapToRoads/execute.`,
  );
}

/** Replaces a token. */
const HIDDEN = "***";
/** Shortest token that is looked for. A shorter one is no secret, and may occur in other text by chance. */
const SHORTEST = 6;

/**
 * Text without tokens: without the given one, wherever it is a word of its own, and without anything called token in a query or in JSON. JSON stays valid: a
 * name becomes another name, digits become other digits.
 */
export function withoutTokens(text: string, token?: string | null): string {
  let clean = text.replace(/(\btoken=)[^&\s"'\\]+/gi, `$1${HIDDEN}`).replace(/(\\*"token\\*"\s*:\s*\\*")[^"\\]+/gi, `$1${HIDDEN}`);
  if (token && token.length >= SHORTEST) {
    const hidden = /^\d+$/.test(token) ? "9".repeat(token.length) : HIDDEN;
    for (const form of new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)])) {
      const quoted = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
      clean = clean.replace(new RegExp(`(?<!(?:^|[^\\\\])\\w)${quoted}(?!\\w|\\\\*"\\s*:)`, "g"), hidden);
    }
  }
  return clean;
}

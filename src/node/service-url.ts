// The address of a service in the forms that people have it, and its tokens kept out of everything that is shown or written.
import { SnapError } from "../errors.js";

/** Where requests are sent, and the token that the address carried, if any. */
export interface ServiceAddress {
  /** Ends in `/GPServer/SnapToRoads/execute`, or the task's own name there; without query. */
  url: string;
  /** The token in the address; null where it has none. */
  token: string | null;
}

/**
 * Reads `…/GPServer`, `…/GPServer/SnapToRoads` or `…/GPServer/SnapToRoads/execute`, with or without a slash or a query at the end.
 * @throws SnapError "bad-option" for anything else
 */
export function serviceAddress(text: string): ServiceAddress {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw bad(text, "is not an address");
  }
  const shown = url.origin + url.pathname;
  if (url.protocol !== "http:" && url.protocol !== "https:") throw bad(shown, "does not begin with http:// or https://");
  if (url.username !== "" || url.password !== "") throw bad(shown, "has a user name or password in it, which are not sent; give a token");
  const parts = /^(.*\/GPServer)(?:\/([^/]+))?(?:\/(execute))?\/*$/i.exec(url.pathname);
  if (!parts || /^execute$/i.test(parts[2] ?? "")) throw bad(shown, "is not the address of a geoprocessing service");
  const query = [...url.searchParams].find(([name]) => name.toLowerCase() === "token");
  return { url: `${url.origin}${parts[1]}/${parts[2] ?? "SnapToRoads"}/execute`, token: query?.[1] || null };
}

function bad(text: string, why: string): SnapError {
  const shown = withoutTokens(text.length > 200 ? `${text.slice(0, 200)}…` : text);
  return new SnapError(
    "bad-option",
    `The service ${shown} ${why}; it should look like https://host/…/GPServer, …/GPServer/SnapToRoads or …/GPServer/SnapToRoads/execute.`,
  );
}

/** What stands where a token was. */
const HIDDEN = "***";
/** A shorter token is no secret, and looking for it would take other text apart. */
const SHORTEST = 6;

/**
 * Text without tokens: the given one wherever it stands by itself, and whatever is called token in a query or in JSON. JSON stays what it is: names
 * do, and digits become other digits.
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

// Service trouble: what can go wrong between a request and a service's answer, each in one sentence.
import { STATUS_CODES } from "node:http";
import { SnapError } from "../../errors.js";

/** Causes, by the codes of Node's network and fetch errors. */
const CAUSES: Record<string, string> = {
  ECONNREFUSED: "nothing answers at this address (connection refused)",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host could not be looked up; is there a network?",
  ECONNRESET: "the connection was closed before the answer was complete",
  EPIPE: "the connection was closed before the request was complete",
  ENETUNREACH: "this network cannot be reached",
  EHOSTUNREACH: "this host cannot be reached",
  ETIMEDOUT: "the host does not answer",
  UND_ERR_CONNECT_TIMEOUT: "the host does not answer",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed; NODE_EXTRA_CA_CERTS names a file of certificates to trust",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed; NODE_EXTRA_CA_CERTS names a file of certificates to trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified; NODE_EXTRA_CA_CERTS names a file of certificates to trust",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};
const TIMEOUTS = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** The error for no answer at all, from what fetch rejects with. Anything else is a defect and is returned unchanged. */
export function unreachable(url: string, error: unknown, timeoutSeconds: number): unknown {
  const causes = withCauses(error);
  const codes = causes.map(({ code }) => String(code ?? ""));
  if (causes.some(({ name }) => name === "TimeoutError") || codes.some((code) => TIMEOUTS.includes(code))) {
    return new SnapError("limit", `${url}: there was no complete answer within ${timeoutSeconds} seconds.`, { timeoutSeconds });
  }
  const code = codes.find((code) => code in CAUSES);
  if (code !== undefined) return new SnapError("not-found", `${url}: ${CAUSES[code]}.`, { systemCode: code });
  const other = codes.find((code) => code !== "");
  if (other === undefined && causes[0]?.message !== "fetch failed") return error;
  const words = causes.at(-1)?.message ?? String(error);
  return new SnapError("not-found", `${url}: the request failed: ${words}${other ? ` (${other})` : ""}.`, { systemCode: other });
}

interface Cause {
  name?: unknown;
  code?: unknown;
  message?: string;
}

/** An error and its causes; of several attempts to connect, the first. */
function withCauses(error: unknown): Cause[] {
  const causes: Cause[] = [];
  let next: unknown = error;
  while (typeof next === "object" && next !== null && causes.length < 10) {
    causes.push(next as Cause);
    const { cause, errors } = next as { cause?: unknown; errors?: unknown[] };
    next = cause ?? errors?.[0];
  }
  return causes;
}

/** The error for an HTTP status that is no answer. `message`: that of an error envelope that came with it. */
export function badStatus(url: string, reply: { status: number; headers: Headers }, message = ""): SnapError {
  const { status } = reply;
  const words = `HTTP ${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ""}`;
  const said = message === "" ? "" : `: ${message.replace(/\.$/, "")}`;
  if (status >= 300 && status < 400) {
    const target = (reply.headers.get("location") ?? "another address").replace(/\?.*$/, "");
    return new SnapError("not-found", `${url}: it has moved to ${target} (${words}); give that address.`, { status });
  }
  if (status === 401 || status === 403 || status === 407) {
    return new SnapError("bad-input", `${url}: access is refused (${words}${said}); is there a login in front of it?`, { status });
  }
  if (status === 404) return new SnapError("not-found", `${url}: there is no service at this address (${words}).`, { status });
  if (status === 413) return new SnapError("limit", `${url}: the request is too large for it (${words}); send fewer points.`, { status });
  if (status === 429) return new SnapError("limit", `${url}: it accepts no more requests for now (${words}).`, { status });
  return new SnapError("bad-input", `${url}: the service failed (${words}${said}).`, { status });
}

/** The error for text that is no response of SnapToRoads. */
export function notAnAnswer(url: string, text: string): SnapError {
  const start = text.trimStart().slice(0, 20_000);
  if (start === "") return new SnapError("bad-input", `${url}: the answer is empty.`);
  if (start.startsWith("<")) {
    const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1].replace(/\s+/g, " ").trim().slice(0, 100);
    const page = title ? `a web page, "${title}",` : "a web page";
    return new SnapError("bad-input", `${url}: the answer is ${page} instead of JSON; is this the address of the service itself?`);
  }
  const isJson = start.startsWith("{") || start.startsWith("[");
  const what = isJson ? "JSON, but not a complete response of SnapToRoads" : "not JSON";
  return new SnapError("bad-input", `${url}: the answer is ${what}: ${JSON.stringify(start.slice(0, 80))}.`);
}

/** The error for Invalid Token (498) or Token Required (499). */
export function refusedToken(url: string, code: 498 | 499, hadToken: boolean): SnapError {
  const why = hadToken
    ? "the token is not accepted: it has expired, is for another service or is bound to another referer"
    : "a token is required";
  return new SnapError("bad-input", `${url}: ${why} (${code}).`, { tokenRefused: code });
}

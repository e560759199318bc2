// Request: reads a request: its body within the limit, its parameters, its token, and where it comes from.
import { SnapError, shown } from "../errors.js";
import { decoderOf } from "../import/bytes.js";
import { senderOf } from "./address.js";
import type { RequestContext } from "./context.js";
import { UrlEncodedReader, utf8Of } from "./form.js";
import { addMultipart } from "./multipart.js";
import { RequestParameters } from "./parameters.js";

/**
 * The parameters of a request, first the query's, then the body's. `keep` is called with the number of bytes that have come, and may throw.
 * @throws SnapError "bad-input" for a body that is no form, "limit" for one of more than `maxBodyBytes`.
 */
export async function readParameters(c: RequestContext, maxBodyBytes: number, keep: (bytes: number) => void): Promise<RequestParameters> {
  const parameters = new RequestParameters();
  const query = c.req.url.indexOf("?");
  if (query >= 0) {
    const reader = new UrlEncodedReader(parameters);
    reader.push(Buffer.from(c.req.url.slice(query + 1)));
    reader.end();
  }
  const body = bodyOf(c.req.raw, maxBodyBytes, keep);
  // The body of such a request does not get here.
  if (["GET", "HEAD"].includes(c.req.method) && Number(c.req.header("content-length") ?? 0) > 0)
    throw new SnapError(
      "bad-input",
      `The body of a ${c.req.method} request is not read; send the parameters in the address, or send the body by POST.`,
    );
  const contentType = c.req.header("content-type") ?? "";
  const mediaType = contentType.split(";", 1)[0].trim().toLowerCase();
  const encoding = c.req.header("content-encoding")?.trim().toLowerCase() || "identity";
  if (encoding !== "identity") {
    await noBody(body, `The body has the content encoding ${shown(encoding)}; it must be sent without one.`);
  } else if (mediaType === "application/x-www-form-urlencoded") {
    const reader = new UrlEncodedReader(parameters, textIn(contentType));
    for await (const piece of body) reader.push(piece);
    reader.end();
  } else if (mediaType === "multipart/form-data") {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    if (pieces.length > 0) addMultipart(Buffer.concat(pieces), contentType, parameters, textIn(contentType));
  } else {
    const what = mediaType === "" ? "no content type" : `the content type ${shown(mediaType)}`;
    await noBody(body, `The body has ${what}; it must be application/x-www-form-urlencoded or multipart/form-data.`);
  }
  return parameters;
}

/**
 * A function that decodes a body, by the charset of its content type, or UTF-8 if it names none.
 * @throws SnapError "bad-input" for an unknown charset: as UTF-8 its ids would differ, and several might become equal.
 */
function textIn(contentType: string): (bytes: Uint8Array) => string {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  if (/^utf-?8$/i.test(charset)) return utf8Of;
  const decoder = decoderOf(charset);
  if (decoder === null)
    throw new SnapError("bad-input", `The body has the charset ${shown(charset)}, which is not known; send it as UTF-8.`);
  return (bytes) => decoder.decode(bytes);
}

/** Least bytes of a piece of a body, except the last: each piece takes a hundred bytes in addition. */
const PIECE = 1 << 14;

/** The body as it arrives. One that states too large a size is not read at all; one that turns out to be too large is not kept. */
export async function* bodyOf(
  request: Request,
  maxBytes: number,
  keep?: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const said = Number(request.headers.get("content-length") ?? 0);
  if (said > maxBytes) throw new SnapError("limit", `The body has ${said} bytes; the most this service takes is ${maxBytes}.`);
  const reader = request.body?.getReader();
  if (!reader) return;
  const held = new Uint8Array(PIECE);
  let filled = 0;
  let size = 0;
  let ended = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > maxBytes) throw new SnapError("limit", `The body has more than ${maxBytes} bytes, the most this service takes.`);
      keep?.(read.value.length);
      if (filled + read.value.length > PIECE) {
        if (filled > 0) yield held.slice(0, filled);
        filled = 0;
      }
      if (read.value.length > PIECE) yield read.value;
      else {
        held.set(read.value, filled);
        filled += read.value.length;
      }
    }
    ended = true;
    if (filled > 0) yield held.slice(0, filled);
  } finally {
    if (!ended) void discard(reader);
  }
}

/** Reads the rest without keeping it, since a client may send its next request only behind all of this one. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client has left.
  }
}

async function noBody(body: AsyncIterable<Uint8Array>, sentence: string): Promise<void> {
  for await (const piece of body) if (piece.length > 0) throw new SnapError("bad-input", sentence);
}

/** The token of a request: the parameter, else the header X-Esri-Authorization, else Authorization, either as `Bearer …`. */
export function tokenOf(c: RequestContext, parameters: RequestParameters): string | undefined {
  const bearer = (name: string) => /^\s*Bearer\s+(\S+)\s*$/i.exec(c.req.header(name) ?? "")?.[1];
  return parameters.text("token") ?? bearer("x-esri-authorization") ?? bearer("authorization");
}

/** The network address a request comes from; behind a trusted proxy, the one that the proxy saw. "" when there is no socket. */
export function ipOf(c: RequestContext, trustProxy: boolean): string {
  return senderOf(trustProxy ? c.req.header("x-forwarded-for") : undefined, c.env.incoming?.socket.remoteAddress);
}

/** The beginning of all published addresses: {@link publicOriginOf}, and behind a trusted proxy the folder that it serves from, X-Forwarded-Prefix. */
export function publicUrlOf(c: RequestContext, trustProxy: boolean): string {
  const prefix = trustProxy ? c.req.header("x-forwarded-prefix")?.split(",").at(-1)?.trim().replace(/\/$/, "") : undefined;
  return publicOriginOf(c, trustProxy) + (prefix !== undefined && PREFIX.test(prefix) ? prefix : "");
}

/** Matches folders of an address, none of them "..". */
const PREFIX = /^(?:\/[\w~-][\w.~-]*){1,20}$/;

/** The address the request was sent to: from its Host header, behind a trusted proxy from X-Forwarded-Proto and -Host. */
export function publicOriginOf(c: RequestContext, trustProxy: boolean): string {
  const url = new URL(c.req.url);
  if (!trustProxy) return url.origin;
  const last = (name: string) => c.req.header(name)?.split(",").at(-1)?.trim();
  const protocol = last("x-forwarded-proto") === "https" ? "https" : url.protocol.replace(":", "");
  const forwarded = `${protocol}://${last("x-forwarded-host") || url.host}`;
  return URL.canParse(forwarded) ? new URL(forwarded).origin : `${protocol}://${url.host}`;
}

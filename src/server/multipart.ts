// Multipart: reads multipart form bodies (RFC 7578) into parameters. It is only as strict as necessary, since what clients write in a part's header differs:
// names without quotes, file names twice.
import { SnapError, shown } from "../errors.js";
import { utf8Of } from "./form.js";
import type { RequestParameters } from "./parameters.js";

const LINE = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");
const DASHES = "--";
/** Most bytes of one part's headers. */
const MAX_HEADERS = 16_384;
/** Most characters of a boundary, by RFC 2046. With some hundred characters, the engine's search may take the product of its length and that of the body. */
const MAX_BOUNDARY = 70;
/** One parameter of a Content-Disposition header, its value quoted or bare. */
const HEADER_PARAMETER = /\s*;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;

/**
 * Adds the parts of a body; the value of a file is its text.
 * @throws SnapError "bad-input" or "limit".
 */
export function addMultipart(body: Uint8Array<ArrayBuffer>, contentType: string, parameters: RequestParameters, textOf = utf8Of): void {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new SnapError("bad-input", "The body is multipart/form-data, but its content type has no boundary.");
  if (boundary.length > MAX_BOUNDARY) {
    const sentence = `The body is multipart/form-data with a boundary of ${boundary.length} characters; it may have at most ${MAX_BOUNDARY}.`;
    throw new SnapError("bad-input", sentence);
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const broken = (): SnapError => new SnapError("bad-input", `The body is not multipart/form-data with the boundary ${shown(boundary)}.`);

  // Before the first part there may be text, which is ignored.
  const opening = delimiter.subarray(LINE.length);
  const first = bytes.subarray(0, opening.length).equals(opening) ? 0 : bytes.indexOf(delimiter) + LINE.length;
  if (first < LINE.length && first !== 0) throw broken();
  let at = first + opening.length;
  while (bytes.toString("latin1", at, at + DASHES.length) !== DASHES) {
    // The rest of the delimiter's line is blank; the first header is on the next one.
    const begin = bytes.indexOf(LINE, at);
    const headersEnd = begin < 0 ? -1 : bytes.indexOf(HEADERS_END, begin);
    const end = headersEnd < 0 ? -1 : bytes.indexOf(delimiter, headersEnd + LINE.length);
    if (end < 0 || headersEnd - begin > MAX_HEADERS) throw broken();
    const name = nameIn(textOf(bytes.subarray(begin, headersEnd)));
    if (name === null) throw broken();
    parameters.add(name, textOf(bytes.subarray(Math.min(end, headersEnd + HEADERS_END.length), end)));
    at = end + delimiter.length;
  }
}

/** The name in a part's headers; null if there is none. */
function nameIn(headers: string): string | null {
  const disposition = /\r\ncontent-disposition:[ \t]*form-data/i.exec(headers);
  if (disposition === null) return null;
  HEADER_PARAMETER.lastIndex = disposition.index + disposition[0].length;
  for (let found = HEADER_PARAMETER.exec(headers); found !== null; found = HEADER_PARAMETER.exec(headers)) {
    const [, key, quoted, bare] = found;
    if (key.toLowerCase() === "name") return quoted === undefined ? bare : unescaped(quoted);
  }
  return null;
}

/** Browsers write quotes and line breaks in a name as these escapes, other clients with a backslash. */
function unescaped(name: string): string {
  return name.replace(/\\(["\\])/g, "$1").replace(/%(22|0d|0a)/gi, (code) => decodeURIComponent(code));
}

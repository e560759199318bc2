// From the bytes of a text file to its text, and from text to JSON values, within limits.
import { SnapError, shown } from "../../errors.js";
import { bytesIn, decoderOf } from "../bytes.js";
import { markedEncoding, RECORD_SEPARATOR, shownData } from "../content.js";
import { isGzip } from "../inflate.js";
import { jsonStop, stopWords } from "../json-stop.js";
import type { TrackData, TrackLimits } from "./track-input.js";

/** The input as bytes or text. */
export function dataOf(input: TrackData): Uint8Array | string {
  if (typeof input === "string") return input;
  const bytes = bytesIn(input);
  if (bytes !== null) return bytes;
  throw new SnapError("bad-input", `Tracks are read from bytes (Uint8Array or ArrayBuffer) or text, not from ${shownData(input)}.`);
}

/**
 * The text of a file: UTF-8, or what its byte order mark or `encoding` says. Bytes that are no UTF-8 become replacement characters, so that
 * one stray byte in a name does not lose a track. Throws `limit` above maxBytes and `bad-input` when the file is empty or no text.
 */
export function decodeText(data: TrackData, limits: TrackLimits, encoding = "utf-8"): string {
  const input = dataOf(data);
  if (input.length > limits.maxBytes) {
    throw new SnapError("limit", `The input has ${input.length} bytes; maxBytes allows ${limits.maxBytes}.`, {
      bytes: input.length,
      maxBytes: limits.maxBytes,
    });
  }
  const text = withoutZeros(typeof input === "string" ? input.replace(/^\uFEFF/, "") : decoder(input, encoding).decode(input));
  if (text.trim() === "")
    throw new SnapError("bad-input", `The input is empty: it has ${input.length} bytes and no text.`, { bytes: input.length });
  if (text.lastIndexOf("\0", 1024) >= 0) {
    const what =
      typeof input !== "string" && isGzip(input)
        ? "gzipped; readTracks unpacks such a file"
        : "binary, not text; tracks are read from GPX, CSV, GeoJSON, NDJSON and execute JSON";
    throw new SnapError("bad-input", `The input is ${what}.`);
  }
  return text;
}

/** The text of a file without zeros at its end, with which loggers that lose power leave it padded. */
export function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

function decoder(bytes: Uint8Array, encoding: string): InstanceType<typeof TextDecoder> {
  const label = markedEncoding(bytes) ?? encoding;
  const decoder = decoderOf(label);
  if (decoder !== null) return decoder;
  throw new SnapError("bad-input", `The file declares the encoding "${label}", which cannot be read here; save it as UTF-8.`, {
    encoding: label,
  });
}

/** Checks, before a text is parsed, that its brackets pair up and are not nested too deep. */
function checkBrackets(text: string, what: string, maxDepth: number): void {
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) {
      i = stringEnd(text, i);
      if (i < 0) throw badJson(`${what} ends inside a string`);
    } else if (c === 123 || c === 91) {
      open.push(c);
      if (open.length > maxDepth) {
        throw new SnapError("limit", `${capital(what)} is nested deeper than ${maxDepth} levels, the most that maxDepth allows.`, {
          maxDepth,
        });
      }
    } else if (c === 125 || c === 93) {
      // The codes of "[" and "]", and of "{" and "}", differ by two.
      if (open.pop() !== c - 2) throw badJson(`${what} has one "${text[i]}" too many, at character ${i + 1}`);
    }
  }
  if (open.length > 0) throw badJson(`${what} ends with ${open.length} unclosed bracket${open.length === 1 ? "" : "s"}; is it cut short?`);
}

function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/** Matches a whole number, where a value begins, of so many digits that a double may not hold them all. */
const LONG_WHOLE = /[:,[\s]-?\d{16,}(?![\d.eE])/;
/** Matches strings and numbers. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Makes whole numbers that a double cannot hold texts of their digits: they are ids, and two of them must not become equal. */
function withExactWholes(text: string): string {
  if (!LONG_WHOLE.test(text)) return text;
  return text.replace(TOKENS, (token) => (/^-?[1-9]\d{15,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token));
}

/**
 * The value of a JSON text, whole numbers beyond 2^53 as texts of their digits. `what` names it in the sentence of an error: `bad-input` when it is
 * no JSON, `limit` when it is nested too deep.
 */
export function parseJson(text: string, what: string, maxDepth: number): unknown {
  checkBrackets(text, what, maxDepth);
  try {
    return JSON.parse(withExactWholes(text));
  } catch (cause) {
    // The engine's own words differ from one to the next, so they stay out of the sentence.
    throw badJson(`${what} is not valid JSON${troubleIn(text)}`, cause);
  }
}

/** The value of one line of NDJSON; see {@link parseJson}. */
export function parseLine(text: string, what: string, limits: TrackLimits): unknown {
  try {
    return parseJson(withoutMarks(text), what, limits.maxDepth);
  } catch (error) {
    const odd = ODD_CHARACTERS.find(([character]) => text.includes(character));
    if (odd === undefined || !(error instanceof SnapError && error.code === "bad-input")) throw error;
    throw new SnapError("bad-input", `${capital(what)} is not valid JSON: ${odd[1]}`, error.details);
  }
}

/** A line without the marks that joined files leave before it: a byte-order mark, or the record separator of a GeoJSON text sequence. */
export function withoutMarks(line: string): string {
  let start = 0;
  while (line[start] === "\uFEFF" || line[start] === RECORD_SEPARATOR) start++;
  return line.slice(start);
}

/** Characters that JSON may not have and that an editor does not show, with a likely cause of each. */
const ODD_CHARACTERS: readonly (readonly [string, string])[] = [
  ["\0", "there are zero bytes in it, as in UTF-16 without its byte order mark; save it as UTF-8."],
  ["\r", "there are carriage returns in it; a line of NDJSON ends with a line feed."],
];

/** The end of a sentence that says what is wrong with a text that is no JSON, and where. */
function troubleIn(text: string): string {
  const stop = jsonStop(text);
  if (stop === null) return "";
  return `: ${stop.at > 0 ? stopWords(text, stop) : shown(text)}`;
}

function badJson(sentence: string, cause?: unknown): SnapError {
  return new SnapError(
    "bad-input",
    `${capital(sentence)}${/[.?]$/.test(sentence) ? "" : "."}`,
    cause instanceof Error ? { cause: cause.message } : {},
  );
}

/** A text with a capital, to begin a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

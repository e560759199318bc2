// Lines: lines of text from a stream, as they arrive, in pieces cut anywhere.
import { SnapError, shown, shownOrAwaited } from "../../errors.js";
import { bytesIn } from "../../import/bytes.js";
import { CONTENT, contentOf, markedEncoding, packedWords } from "../../import/content.js";

/** Pieces of a stream: bytes, or text already. */
export type Pieces = AsyncIterable<Uint8Array | string>;

/** Replaces a line that was not kept because it has more than `maxLength` characters. */
export interface TooLong {
  /** The limit it is over, characters. */
  maxLength: number;
}

/** Most characters of a line. */
export const MAX_LINE = 1 << 28;

/** Kinds of file that are neither text nor packed. */
const NO_TEXT = new Set(["roads", "pbf", "o5m", "shape", "sqlite", "parquet", "flatgeobuf"]);

/** The text of a stream, piece by piece: UTF-8, or UTF-16 where its byte order mark says so. */
class PieceText {
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  /** The first byte, while it is the only one: it does not show yet whether there is a byte-order mark. */
  #first: Uint8Array = new Uint8Array(0);

  of(piece: Uint8Array | string): string {
    if (typeof piece === "string") return piece;
    const bytes = bytesIn(piece);
    if (bytes === null) throw new SnapError("bad-input", `The stream gives ${shown(piece)}; its pieces must be bytes or text.`);
    if (this.#decoder) return this.#decoder.decode(bytes, { stream: true });
    const start = Buffer.concat([this.#first, bytes]);
    if (start.length < 2) {
      this.#first = start;
      return "";
    }
    const kind = contentOf(start);
    if (kind === "gzip") throw new SnapError("bad-input", "The stream is gzipped; unpack it first, for instance with createGunzip().");
    const packed = packedWords(kind);
    if (packed !== null) throw new SnapError("bad-input", `The stream is ${packed}.`);
    if (NO_TEXT.has(kind)) throw new SnapError("bad-input", `The stream is ${CONTENT[kind]}, which is not text.`);
    this.#decoder = new TextDecoder(markedEncoding(start) ?? "utf-8");
    return this.#decoder.decode(start, { stream: true });
  }

  /** The rest at the end: a character that was cut short, or a single byte. */
  end(): string {
    return this.#decoder ? this.#decoder.decode() : new TextDecoder().decode(this.#first);
  }
}

/** @throws SnapError "bad-input". Text is an iterable too, of its characters. */
export function checkMany(what: string, given: unknown, asked: string): void {
  const isMany = typeof given === "object" && given !== null && (Symbol.iterator in given || Symbol.asyncIterator in given);
  if (!isMany) throw new SnapError("bad-input", `The ${what} are ${shownOrAwaited(given)}; they must be ${asked}.`);
}

/**
 * The items of a generator that takes them from a source. If it is left early, the source is released at once. A plain generator would only end when the next
 * item comes for which it is waiting; that may be hours away, and the process would not end before.
 */
export function over<T>(source: unknown, items: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  const end = items.return.bind(items);
  // Not by assignment, which fails where the language's own prototypes are frozen.
  return Object.defineProperty(items, "return", {
    value: (value: undefined) => {
      const { destroy, return: leave } = (source ?? {}) as { destroy?: () => void; return?: () => unknown };
      if (destroy) destroy.call(source);
      else if (leave) Promise.resolve(leave.call(source)).catch(() => {});
      return end(value);
    },
  });
}

/** The text of a stream as it arrives. */
export function textsOf(pieces: Pieces): AsyncGenerator<string, void, undefined> {
  return over(pieces, decodedPieces(pieces));
}

/** Characters at the beginning of a file that decide how the rest of it is read. */
const SAMPLE = 1 << 20;

/** Takes the beginning of a text, without a byte-order mark. */
export async function beginning(texts: AsyncGenerator<string, void, undefined>): Promise<{ begun: string; isWhole: boolean }> {
  let begun = "";
  let isWhole = false;
  while (begun.length < SAMPLE && !isWhole) {
    const { done, value } = await texts.next();
    if (done) isWhole = true;
    else begun += value;
  }
  return { begun: begun.replace(/^\uFEFF/, ""), isWhole };
}

async function* decodedPieces(pieces: Pieces): AsyncGenerator<string, void, undefined> {
  const texts = new PieceText();
  for await (const piece of pieces) yield texts.of(piece);
  yield texts.end();
}

/**
 * Lines without their line ends. A line of more than `maxLength` characters is not kept: {@link TooLong} takes its place.
 * @throws SnapError "bad-input" for what is no stream, such as the path of a file.
 */
export function readLines(pieces: Pieces, maxLength = MAX_LINE): AsyncGenerator<string | TooLong, void, undefined> {
  return over(pieces, linesIn(pieces, maxLength));
}

async function* linesIn(pieces: Pieces, maxLength: number): AsyncGenerator<string | TooLong, void, undefined> {
  checkMany("pieces", pieces, "a stream of bytes or text, such as createReadStream(path)");
  const parts = new LineParts(maxLength);
  const take = (): string | TooLong => {
    const line = parts.take();
    return typeof line === "string" && line.endsWith("\r") ? line.slice(0, -1) : line;
  };
  for await (const text of decodedPieces(pieces)) {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      parts.add(text.slice(start, end));
      yield take();
      start = end + 1;
    }
    if (start < text.length) parts.add(text.slice(start));
  }
  if (parts.length > 0) yield take();
}

/** A line so far, as strings that are joined once it is complete. */
export class LineParts {
  length = 0;
  #parts: string[] = [];
  readonly #maxLength: number;

  constructor(maxLength = MAX_LINE) {
    this.#maxLength = maxLength;
  }

  add(part: string): void {
    this.length += part.length;
    if (this.length > this.#maxLength) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The line, after which the next one begins. */
  take(): string | TooLong {
    const line = this.length > this.#maxLength ? { maxLength: this.#maxLength } : this.#parts.join("");
    [this.#parts, this.length] = [[], 0];
    return line;
  }
}

/** Lines that are not blank, with their numbers. */
export function numberLines(lines: AsyncIterable<string | TooLong>): AsyncGenerator<NumberedText, void, undefined> {
  return over(lines, numbered(lines));
}

interface NumberedText {
  line: string | TooLong;
  number: number;
}

async function* numbered(lines: AsyncIterable<string | TooLong>): AsyncGenerator<NumberedText, void, undefined> {
  checkMany("lines", lines, "a stream of lines, which readLines(stream) makes from bytes");
  let number = 0;
  for await (const line of lines) {
    number++;
    if (typeof line !== "string" && typeof line?.maxLength !== "number") {
      throw new SnapError("bad-input", `Line ${number} is ${shown(line)}; it must be a string, which readLines(stream) makes from bytes.`);
    }
    if (typeof line !== "string" || line.trim() !== "") yield { line, number };
  }
}

/**
 * The beginning of a stream, from its first character that is not blank, until there is enough of it or `most` bytes have been read; and the whole stream from
 * its start. `isEnough` is called with each piece.
 */
export async function peek(
  pieces: Pieces,
  most: number,
  isEnough: (piece: string, text: string) => boolean,
): Promise<{ text: string; isEnough: boolean; all: Pieces }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const texts = new PieceText();
  const taken: (Uint8Array | string)[] = [];
  let text = "";
  let size = 0;
  let enough = false;
  while (!enough && size < most) {
    const { done, value } = await iterator.next();
    if (done) break;
    taken.push(value);
    size += value.length;
    const piece = texts.of(value);
    const begun = text === "" ? piece.trimStart() : piece;
    text += begun;
    enough = isEnough(begun, text);
  }
  const all = async function* () {
    yield* taken;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { text, isEnough: enough, all: all() };
}

/** The first line that is not blank, or as much of it as `most` bytes hold; and the whole stream from its start. */
export async function peekLine(pieces: Pieces, most = 1 << 24): Promise<{ line: string; isWhole: boolean; all: Pieces }> {
  const { text, isEnough, all } = await peek(pieces, most, (piece) => piece.includes("\n"));
  return { line: text.split("\n", 1)[0], isWhole: isEnough, all };
}

// Text lines from a stream as they come in, however the pieces fall.
import { SnapError } from "../errors.js";

/** Pieces of a stream: bytes, or text already. */
export type Pieces = AsyncIterable<Uint8Array | string>;

/** Characters a line may have. */
const MAX_LINE = 1 << 28;

/** Lines without their ends. A line of more than `maxLength` characters is a SnapError "limit". */
export async function* readLines(pieces: Pieces, maxLength = MAX_LINE): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    rest += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() as string;
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
    if (rest.length > maxLength) throw new SnapError("limit", `A line has more than ${maxLength} characters.`);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

/** The first line, or as much of it as `most` bytes hold, and the whole stream again. */
export async function peekLine(pieces: Pieces, most = 1 << 24): Promise<{ line: string; all: Pieces }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let size = 0;
  for (let ended = false; !ended && size < most; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
    taken.push(bytes);
    size += bytes.length;
    ended = bytes.includes(0x0a);
  }
  const all = async function* () {
    yield* taken;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  const decoder = new TextDecoder();
  const text = taken.map((piece) => decoder.decode(piece, { stream: true })).join("");
  return { line: text.split("\n", 1)[0], all: all() };
}

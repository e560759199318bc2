// Text lines from a stream as they come in, however the pieces fall.

/** Pieces of a stream: bytes, or text already. */
export type Pieces = AsyncIterable<Uint8Array | string>;

/** Stands for a line that was not kept because it has more than `maxLength` characters. */
export interface TooLong {
  maxLength: number;
}

/** Characters a line may have. */
const MAX_LINE = 1 << 28;

/** Lines without their ends. Of a line of more than `maxLength` characters nothing is kept: {@link TooLong} comes in its place. */
export async function* readLines(pieces: Pieces, maxLength = MAX_LINE): AsyncGenerator<string | TooLong, void, undefined> {
  const decoder = new TextDecoder();
  // The line so far: strings put together once, when its end is there.
  let parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length > maxLength) parts = [];
    else parts.push(part);
  };
  const take = (): string | TooLong => {
    const line = length > maxLength ? { maxLength } : parts.join("");
    [parts, length] = [[], 0];
    return typeof line === "string" && line.endsWith("\r") ? line.slice(0, -1) : line;
  };
  for await (const piece of pieces) {
    const text = typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      add(text.slice(start, end));
      yield take();
      start = end + 1;
    }
    if (start < text.length) add(text.slice(start));
  }
  const rest = decoder.decode();
  if (rest !== "") add(rest);
  if (length > 0) yield take();
}

/** The first line that is not blank, or as much of it as `most` bytes hold, and the whole stream again. */
export async function peekLine(pieces: Pieces, most = 1 << 24): Promise<{ line: string; isWhole: boolean; all: Pieces }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const taken: (Uint8Array | string)[] = [];
  let text = "";
  let size = 0;
  let isWhole = false;
  while (!isWhole && size < most) {
    const { done, value } = await iterator.next();
    if (done) break;
    taken.push(value);
    size += value.length;
    const piece = typeof value === "string" ? value : decoder.decode(value, { stream: true });
    const begun = text === "" ? piece.trimStart() : piece;
    text += begun;
    isWhole = begun.includes("\n");
  }
  const all = async function* () {
    yield* taken;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { line: text.split("\n", 1)[0], isWhole, all: all() };
}

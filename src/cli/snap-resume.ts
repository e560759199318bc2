// `snap --resume`: what an output already holds, and the input without what is answered there.
import { createReadStream } from "node:fs";
import { SnapError } from "../errors.js";
import type { TooLong } from "../node/lines.js";
import { trackIdsOf } from "../node/pool-lines.js";
import type { LineReading } from "../node/pool-messages.js";
import { inFile } from "../node/trouble.js";

/** What is in an output. */
export interface Answered {
  /** How many answers there are to each id, those without an id included; counted, since several lines of the input may have the same. */
  ids: Map<string | null, number>;
  lines: number;
  /** Bytes up to the end of the last whole line. */
  end: number;
}

/** Bytes looked at for a line's id, which comes first in it. */
const MOST_ID = 1 << 16;
const ID = /^\{"id":(null|"(?:[^"\\]|\\.)*")[,}]/;

/**
 * Reads the ids of an output, nothing when there is no such file. Takes memory for the ids alone.
 * @throws SnapError "bad-input" for a line that is no answer: the file is something else.
 */
export async function readAnswered(path: string): Promise<Answered> {
  const answered: Answered = { ids: new Map(), lines: 0, end: 0 };
  const take = (line: Buffer): void => {
    const id = ID.exec(line.toString("utf8"))?.[1];
    answered.lines++;
    if (id === undefined) {
      throw new SnapError("bad-input", `Line ${answered.lines} is not an answer of snap; --resume goes on only with its own output.`);
    }
    const key = JSON.parse(id) as string | null;
    answered.ids.set(key, (answered.ids.get(key) ?? 0) + 1);
  };
  let head: Buffer = Buffer.alloc(0);
  const keep = (piece: Buffer): Buffer => {
    const room = piece.subarray(0, MOST_ID - head.length);
    return head.length === 0 ? room : Buffer.concat([head, room]);
  };
  let before = 0;
  await inFile(path, async () => {
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
        take(keep(piece.subarray(start, end)));
        head = Buffer.alloc(0);
        start = end + 1;
        answered.end = before + start;
      }
      head = keep(piece.subarray(start));
      before += piece.length;
    }
  }).catch((error) => {
    if (!(error instanceof SnapError && error.details.systemCode === "ENOENT")) throw error;
  });
  return answered;
}

/** The lines with those blank whose tracks are all answered; each takes its answers out of `ids`. */
export async function* withoutAnswered(
  lines: AsyncIterable<string | TooLong>,
  ids: Map<string | null, number>,
  reading: LineReading,
): AsyncGenerator<string | TooLong, void, undefined> {
  let number = 0;
  for await (const line of lines) {
    number++;
    if (ids.size === 0 || (typeof line === "string" && line.trim() === "")) {
      yield line;
      continue;
    }
    const own = trackIdsOf({ line, number }, reading);
    const isAnswered = own.every((id) => ids.has(id));
    if (isAnswered) for (const id of own) takeOne(ids, id);
    yield isAnswered ? "" : line;
  }
}

function takeOne(ids: Map<string | null, number>, id: string | null): void {
  const left = (ids.get(id) ?? 0) - 1;
  if (left > 0) ids.set(id, left);
  else ids.delete(id);
}

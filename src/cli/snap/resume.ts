// Snap resume: what an output already holds, and the input without what is answered there.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { SnapError } from "../../errors.js";
import type { InputPoint } from "../../match/track/track.js";
import { idBefore, placeName, readLine, trackIdsOf } from "../../node/pool/lines.js";
import type { SnappedLines } from "../../node/pool/messages.js";
import type { LineForm, NumberedLine } from "../../node/tracks/numbered-lines.js";
import { inFile, isNotThere } from "../../node/trouble.js";

/** Number of maps that the keys are spread over: a map holds at most 2²⁴ entries, and an output of a fleet has more lines. */
const MAPS = 256;

/** The number of answers by key. Several lines of the input may be equal. */
class AnswerCounts {
  readonly #maps = Array.from({ length: MAPS }, () => new Map<string, number>());

  size = 0;

  /** Adds one; returns how many there are with this key. */
  add(key: string): number {
    const map = this.#mapOf(key);
    const there = (map.get(key) ?? 0) + 1;
    map.set(key, there);
    this.size++;
    return there;
  }

  /** Removes one; false if there is none. */
  take(key: string): boolean {
    const map = this.#mapOf(key);
    const there = map.get(key) ?? 0;
    if (there > 1) map.set(key, there - 1);
    else map.delete(key);
    if (there > 0) this.size--;
    return there > 0;
  }

  /** Chosen by FNV-1a, whose last bits change with every character. */
  #mapOf(key: string): Map<string, number> {
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    return this.#maps[hash & (MAPS - 1)];
  }
}

/** What is in an output. */
export interface Answered {
  /** Keys of the answers for which no line of the input has been found so far. */
  keys: AnswerCounts;
  lines: number;
  /** How many of these are errors in place of an answer. */
  refused: number;
  /** Bytes up to the end of the last whole line. */
  end: number;
  /** Bytes in all. */
  size: number;
  /** The first answer with a point on a road (its kept beginning), with its key, and how many up to it have that key; null if there is none. */
  sample: { key: string; nth: number; start: Buffer } | null;
}

/** Bytes of a line's beginning in which its key is; if the id is long, so many behind the id. */
const MOST_KEY = 1 << 16;
const START = '{"id":';
/** Shows that roads and options have had an effect on a point. */
const ON_ROAD = '"reason":"matched"';
/**
 * Matches an answer's id; and for an error its line, for a result the time and place of the first fix. The id ends at the first quote behind an even number of
 * backslashes, and `\1` keeps the engine from looking further. What counts its characters, such as `(?:[^"\\]|\\.)*`, overflows the stack at some megabytes.
 */
const ANSWER =
  /^\{"id":(?=(null|".*?"(?<=[^\\](?:\\\\)*")))\1,(?:"error":"(?:[^"\\]|\\.)*","line":(\d+)\}$|"points":\[(?:\{"lon":[^,]*,"lat":[^,]*(?:,"object_id":[^,]*)?(?:,"time":([^,]*))?.*?"input":(\[[^\]]*\]))?)/s;

const [QUOTE, BACKSLASH, OPEN, CLOSE] = Buffer.from('"\\{}');

/** A line that is read in pieces: its beginning, and whether all of it is one JSON object. */
class AnswerLine {
  head: Buffer = Buffer.alloc(0);
  #most = MOST_KEY;
  #length = 0;
  /** Number of strings that have ended; the second is the id. */
  #texts = 0;
  /** Number of open objects, and of closed ones that were in no other. */
  #depth = 0;
  #objects = 0;
  #isText = false;
  #isEscaped = false;
  #hasZeros = false;

  add(piece: Buffer): void {
    this.#hasZeros ||= piece.includes(0);
    let [isText, isEscaped, depth] = [this.#isText, this.#isEscaped, this.#depth];
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i];
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) {
        isText = !isText;
        if (!isText && ++this.#texts === 2) this.#most = this.#length + i + MOST_KEY;
      } else if (isText) isEscaped = byte === BACKSLASH;
      else if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth === 0) this.#objects++;
    }
    [this.#isText, this.#isEscaped, this.#depth] = [isText, isEscaped, depth];
    this.#length += piece.length;
    if (isText && this.#texts === 1) this.#most = this.#length;
    const room = piece.subarray(0, Math.max(0, this.#most - this.head.length));
    this.head = this.head.length === 0 ? room : Buffer.concat([this.head, room]);
  }

  /** False if a line that was cut short is followed by another without a line end, or a disk lost a part, which reads as zeros. */
  get isWhole(): boolean {
    return !this.#hasZeros && !this.#isText && this.#depth === 0 && this.#objects === 1;
  }
}

// An id alone would not do: it may occur again or be missing, and then it could not be told which track has its answer.
const keyOfResult = (id: string, time = "", place = ""): string => `${id} ${time} ${place}`;
const keyOfError = (id: string, line: number | string): string => `${id} line ${line}`;

/**
 * Reads the keys of an output; none if the file does not exist. It takes memory for the keys only.
 * @throws SnapError "bad-input" for a line that is no answer (then the file is something else), for a damaged line, and for what is no file.
 */
export async function readAnswered(path: string): Promise<Answered> {
  const answered: Answered = { keys: new AnswerCounts(), lines: 0, refused: 0, end: 0, size: 0, sample: null };
  const trouble = (what: string): SnapError => new SnapError("bad-input", `Line ${answered.lines + 1} is ${what}`);
  const foreign = () => trouble("not an answer of snap; --resume goes on only with its own output.");
  const take = (line: AnswerLine): void => {
    const answer = ANSWER.exec(line.head.toString("utf8"));
    if (answer === null) throw foreign();
    const [, id, errorLine, time, place] = answer;
    if (!line.isWhole) {
      throw trouble("not a whole answer; delete the line, and --resume answers its track again.");
    }
    const cut = errorLine === undefined ? keyOfResult(id, time, place) : keyOfError(id, errorLine);
    // Copied, because a substring of a line keeps all of it in memory.
    const key = Buffer.from(cut).toString();
    const nth = answered.keys.add(key);
    answered.lines++;
    if (errorLine !== undefined) answered.refused++;
    if (answered.sample === null && line.head.includes(ON_ROAD)) answered.sample = { key, nth, start: Buffer.from(line.head) };
  };
  let line = new AnswerLine();
  await inFile(path, async () => {
    // What was written to a pipe cannot be read from it: that would wait for ever.
    if (!(await stat(path)).isFile())
      throw new SnapError("bad-input", "This is a pipe, a device or a folder; --resume can go on with a file only.");
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
        line.add(piece.subarray(start, end));
        take(line);
        line = new AnswerLine();
        start = end + 1;
        answered.end = answered.size + start;
      }
      line.add(piece.subarray(start));
      answered.size += piece.length;
    }
    // Cut off only if it is the beginning of an answer, or zeros where a disk lost a page; not somebody's file of one line.
    const [cut] = line.head.toString("latin1", 0, START.length).split("\0", 1);
    if (cut !== START.slice(0, cut.length)) throw foreign();
  }).catch((error) => {
    if (!isNotThere(error)) throw error;
  });
  return answered;
}

/**
 * The lines whose tracks are not all answered; others take their answers out of `keys`. The line of the sample is answered again by `again`, once.
 * @throws SnapError "bad-input" when that answer differs: with other roads or options the output would be of two kinds.
 */
export async function* withoutAnswered(
  lines: AsyncIterable<NumberedLine>,
  { keys, sample }: Answered,
  form: LineForm,
  again: (line: NumberedLine) => AsyncIterable<Pick<SnappedLines, "bytes">>,
): AsyncGenerator<NumberedLine, void, undefined> {
  let awaited = sample;
  let nth = 0;
  for await (const line of lines) {
    if (keys.size === 0) {
      yield line;
      continue;
    }
    // A line on which workers died is answered as a whole, and not parsed here either.
    if (keys.take(keyOfError(JSON.stringify(idBefore(line)), line.number))) continue;
    const taken = keysOf(line, form).map((either) => either.find((key) => keys.take(key)));
    if (awaited !== null && taken.includes(awaited.key) && ++nth === awaited.nth) {
      await checkAnswered(again(line), awaited.start, placeName(line, form));
      awaited = null;
    }
    if (taken.includes(undefined)) yield line;
  }
}

async function checkAnswered(answers: AsyncIterable<Pick<SnappedLines, "bytes">>, start: Buffer, place: string): Promise<void> {
  for await (const { bytes } of answers) if (Buffer.from(bytes).includes(start)) return;
  throw new SnapError(
    "bad-input",
    `${place} has another answer in the output than these roads and options give; --resume goes on only with those it was begun with.`,
  );
}

/** The possible keys of the answer to each track of a line; that of an error first, as no other line has it. */
function keysOf(line: NumberedLine, form: LineForm): string[][] {
  const firsts = firstsOf(line, form);
  if (firsts === null) return trackIdsOf(line, form).map((id) => [keyOfError(JSON.stringify(id), line.number)]);
  return [...firsts].map(([trackId, first]) => {
    const id = JSON.stringify(trackId);
    const time = Number.isFinite(first?.time) ? JSON.stringify(first?.time) : undefined;
    return [keyOfError(id, line.number), keyOfResult(id, time, first && JSON.stringify([first.lon, first.lat]))];
  });
}

/** The first fix of each track of a line; null for a line that cannot be read. */
function firstsOf(line: NumberedLine, form: LineForm): Map<string | null, InputPoint | undefined> | null {
  try {
    const { trackId, points } = readLine(line, form);
    const firsts = new Map<string | null, InputPoint | undefined>(points.length === 0 ? [[trackId, undefined]] : []);
    for (const point of points) if (!firsts.has(point.trackId)) firsts.set(point.trackId, point);
    return firsts;
  } catch (error) {
    if (error instanceof SnapError) return null;
    throw error;
  }
}

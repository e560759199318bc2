// `snap --resume`: what an output already holds, and the input without what is answered there.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { SnapError } from "../errors.js";
import type { InputPoint } from "../match/track.js";
import { idBefore, placeName, readLine, trackIdsOf } from "../node/pool-lines.js";
import type { LineForm, NumberedLine, SnappedLines } from "../node/pool-messages.js";
import { inFile, isNotThere } from "../node/trouble.js";

/** Maps that the keys are spread over: one holds 2²⁴ at most, and an output of a fleet has more lines than that. */
const MAPS = 256;

/** How often each answer is there, by its key; counted, since several lines of the input may be the same. */
class AnswerCounts {
  readonly #maps = Array.from({ length: MAPS }, () => new Map<string, number>());

  size = 0;

  add(key: string): void {
    const map = this.#mapOf(key);
    map.set(key, (map.get(key) ?? 0) + 1);
    this.size++;
  }

  /** Takes one away; false when there is none. */
  take(key: string): boolean {
    const map = this.#mapOf(key);
    const there = map.get(key) ?? 0;
    if (there > 1) map.set(key, there - 1);
    else map.delete(key);
    if (there > 0) this.size--;
    return there > 0;
  }

  /** FNV-1a decides, of which the last bits change with every character. */
  #mapOf(key: string): Map<string, number> {
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    return this.#maps[hash & (MAPS - 1)];
  }
}

/** What is in an output. */
export interface Answered {
  /** Of the answers that no line of the input has been found for. */
  keys: AnswerCounts;
  lines: number;
  /** Of these, errors in the place of an answer. */
  refused: number;
  /** Bytes up to the end of the last whole line. */
  end: number;
  /** Bytes in all. */
  size: number;
  /** The first answer that says something of roads, as far as it is kept, by its key; null when there is none. */
  sample: { key: string; start: Buffer } | null;
}

/** Bytes looked at for a line's key, which is in its beginning: of one with a long id so many behind that. */
const MOST_KEY = 1 << 16;
const START = '{"id":';
/** What roads and options have made of a point, not its lack of them. */
const ON_ROAD = '"reason":"matched"';
/** An answer's id, and of an error the line, of a result the time and the place of the first fix. */
const ANSWER =
  /^\{"id":(null|"(?:[^"\\]|\\.)*"),(?:"error":"(?:[^"\\]|\\.)*","line":(\d+)\}$|"points":\[(?:\{"lon":[^,]*,"lat":[^,]*(?:,"object_id":[^,]*)?(?:,"time":([^,]*))?.*?"input":(\[[^\]]*\]))?)/s;

const [QUOTE, BACKSLASH, OPEN, CLOSE] = Buffer.from('"\\{}');

/** A line that comes in pieces: its beginning, and whether all of it is one JSON object. */
class AnswerLine {
  head: Buffer = Buffer.alloc(0);
  #most = MOST_KEY;
  #length = 0;
  /** Texts that have ended: the second is the id. */
  #texts = 0;
  /** Objects that are open, and those that were closed of which none was in another. */
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

  /** Not where a line that was cut short has another behind it, or a disk gave back zeros. */
  get isWhole(): boolean {
    return !this.#hasZeros && !this.#isText && this.#depth === 0 && this.#objects === 1;
  }
}

// An id alone would not do: it may come again, or be missing, and then it could not be told which of the tracks has its answer.
const keyOfResult = (id: string, time = "", place = ""): string => `${id} ${time} ${place}`;
const keyOfError = (id: string, line: number | string): string => `${id} line ${line}`;

/**
 * Reads the keys of an output, nothing when there is no such file. Takes memory for the keys alone.
 * @throws SnapError "bad-input" for a line that is no answer, since the file is something else, for one that is damaged, and for what is no file.
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
      throw trouble("damaged and no whole answer; take it out, and --resume answers again what it was about.");
    }
    const cut = errorLine === undefined ? keyOfResult(id, time, place) : keyOfError(id, errorLine);
    // Copied, for what was cut out of a line keeps all of its text in memory.
    const key = Buffer.from(cut).toString();
    answered.keys.add(key);
    answered.lines++;
    if (errorLine !== undefined) answered.refused++;
    if (answered.sample === null && line.head.includes(ON_ROAD)) answered.sample = { key, start: Buffer.from(line.head) };
  };
  let line = new AnswerLine();
  await inFile(path, async () => {
    // Of a pipe nothing that was written is there to be read: that would wait for ever.
    if (!(await stat(path)).isFile())
      throw new SnapError("bad-input", "This is a pipe, a device or a folder; --resume goes on with a file.");
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
    // What is cut off is what an answer left, or a page of zeros where a disk lost it, not somebody's file of one line.
    const [cut] = line.head.toString("latin1", 0, START.length).split("\0", 1);
    if (cut !== START.slice(0, cut.length)) throw foreign();
  }).catch((error) => {
    if (!isNotThere(error)) throw error;
  });
  return answered;
}

/**
 * The lines whose tracks are not all answered; each takes its answers out of `keys`. The line of the sample is answered by `again`, once.
 * @throws SnapError "bad-input" when that gives something else: with other roads or options the output would be of two kinds.
 */
export async function* withoutAnswered(
  lines: AsyncIterable<NumberedLine>,
  { keys, sample }: Answered,
  form: LineForm,
  again: (line: NumberedLine) => AsyncIterable<Pick<SnappedLines, "bytes">>,
): AsyncGenerator<NumberedLine, void, undefined> {
  let awaited = sample;
  for await (const line of lines) {
    if (keys.size === 0) {
      yield line;
      continue;
    }
    // A line that workers died of is answered as a whole, and not parsed here either.
    if (keys.take(keyOfError(JSON.stringify(idBefore(line)), line.number))) continue;
    const tracks = keysOf(line, form);
    if (awaited !== null && typeof line.line === "string" && tracks.flat().includes(awaited.key)) {
      await checkSame(again(line), awaited.start, placeName(line, form));
      awaited = null;
    }
    const left = tracks.filter((either) => !either.some((key) => keys.take(key)));
    if (left.length > 0) yield line;
  }
}

async function checkSame(answers: AsyncIterable<Pick<SnappedLines, "bytes">>, start: Buffer, place: string): Promise<void> {
  for await (const { bytes } of answers) if (Buffer.from(bytes).includes(start)) return;
  throw new SnapError(
    "bad-input",
    `${place} is answered otherwise in the output than by these roads and options; --resume goes on only with those it was begun with.`,
  );
}

/** The keys that the answer to each track of a line may have. */
function keysOf(line: NumberedLine, form: LineForm): string[][] {
  const firsts = firstsOf(line, form);
  if (firsts === null) return trackIdsOf(line, form).map((id) => [keyOfError(JSON.stringify(id), line.number)]);
  return [...firsts].map(([trackId, first]) => {
    const id = JSON.stringify(trackId);
    const time = Number.isFinite(first?.time) ? JSON.stringify(first?.time) : undefined;
    return [keyOfResult(id, time, first && JSON.stringify([first.lon, first.lat])), keyOfError(id, line.number)];
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

// Rows and points of a stream put together into tracks: those that stand together here, those of trips that are mixed in trips.ts.
import { SnapError, shown } from "../errors.js";
import { MAX_LINE } from "./lines.js";
import type { LineForm, NumberedLine } from "./pool-messages.js";

/** Tracks as they come. */
export interface TrackStream {
  /** In their order, each with the number of its line, or of the row it begins at: the header counts, blank lines do not. To be taken once. */
  tracks: AsyncIterable<NumberedLine>;
  /** How they are read and answered. */
  form: LineForm;
  /** What stands before the answers, with its end: the header of a CSV; nothing where they are NDJSON. */
  header: string;
  /** Sentences about the stream as a whole, to be taken out when they are told; more may come until all tracks are taken. */
  warnings: string[];
  /** To be called when no more is taken of them. */
  close?: () => void;
}

/** A row of a CSV or a line of NDJSON that is a point. */
export interface PointText {
  text: string;
  /** Where it is in the file. */
  number: number;
  /** Which track it is of; null where it does not say. */
  id: string | null;
  /** Seconds since the epoch, NaN when not known; worked out when it is asked for. */
  time: () => number;
}

/** Puts points together. What is complete is added to `tracks`. */
export interface TrackGroups {
  add(point: PointText, tracks: NumberedLine[]): void;
  /** No more comes. */
  end(tracks: NumberedLine[]): void;
}

/** Makes one text of those of a track. */
export type Join = (texts: readonly string[], id: string | null) => string;

/** Tracks that may come back after others before the file is taken for one that is not sorted by track. */
const MOST_BACK = 100;

/** The points of a track so far; their texts put together once, when it is complete. */
export class Group {
  id: string | null;
  #texts: string[] = [];
  #numbers: number[] = [];
  #length = 0;

  constructor({ id }: PointText) {
    this.id = id;
  }

  add({ text, number }: PointText): void {
    this.#length += text.length + 1;
    if (this.#length > MAX_LINE) this.#texts = [];
    else this.#texts.push(text);
    this.#numbers.push(number);
  }

  take(join: Join): NumberedLine {
    const line = this.#length > MAX_LINE ? { maxLength: MAX_LINE } : join(this.#texts, this.id);
    const numbers = this.#numbers;
    const number = numbers[0];
    const areTogether = numbers[numbers.length - 1] === number + numbers.length - 1;
    return areTogether ? { line, number, id: this.id } : { line, number, id: this.id, numbers };
  }
}

/** A set of texts of any size: a single one has at most so many. */
export class ManyTexts {
  readonly #sets = [new Set<string>()];
  readonly #most: number;

  constructor(most = 1 << 24) {
    this.#most = most;
  }

  get size(): number {
    return this.#sets.reduce((sum, { size }) => sum + size, 0);
  }

  /** Adds a text; false when it is there. */
  add(text: string): boolean {
    if (this.#sets.some((set) => set.has(text))) return false;
    if (this.#sets[this.#sets.length - 1].size >= this.#most) this.#sets.push(new Set());
    this.#sets[this.#sets.length - 1].add(text);
    return true;
  }
}

/** Tracks whose points stand together. What comes back after others is a track of its own, and told; where most do, it is an error. */
export class StandingTogether implements TrackGroups {
  readonly #join: Join;
  readonly #warnings: string[];
  readonly #seen = new ManyTexts();
  #back = 0;
  #group: Group | null = null;
  #id: string | null = null;

  constructor(join: Join, warnings: string[]) {
    this.#join = join;
    this.#warnings = warnings;
  }

  add(point: PointText, tracks: NumberedLine[]): void {
    const { id } = point;
    if (id !== null && id !== this.#id) {
      if (this.#id !== null) this.end(tracks);
      // Copied, for what was cut out of a piece keeps all of its text in memory.
      this.#id = Buffer.from(id).toString();
      this.#judge(this.#id, point.number);
    }
    this.#group ??= new Group(point);
    this.#group.id = this.#id;
    this.#group.add(point);
  }

  end(tracks: NumberedLine[]): void {
    if (this.#group !== null) tracks.push(this.#group.take(this.#join));
    this.#group = null;
  }

  #judge(id: string, row: number): void {
    if (this.#seen.add(id)) return;
    this.#back++;
    if (this.#back > MOST_BACK && this.#back > this.#seen.size / 2) {
      throw new SnapError(
        "bad-input",
        `The rows of a track do not stand together: at row ${row} ${shown(id)} comes back after others, as ${this.#back - 1} tracks before did. Sort the CSV by track, read it whole, or where it is sorted by time say how long a silence ends a trip (--gap).`,
        { row },
      );
    }
    this.#warnings.push(`Row ${row}: ${shown(id)} comes back after other tracks; its rows from here on are a track of their own.`);
  }
}

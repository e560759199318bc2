// Track groups: puts rows and points of a stream together into tracks: here those whose points are consecutive; those of mixed trips in trips.ts.
import { SnapError, shown } from "../../errors.js";
import { MAX_LINE } from "./lines.js";
import type { LineForm, NumberedLine } from "./numbered-lines.js";

/** A stream of tracks. */
export interface TrackStream {
  /** In their order, each with the number of its line, or of its first row (the header counts, blank lines do not). To be read once. */
  tracks: AsyncIterable<NumberedLine>;
  /** How they are read and answered. */
  form: LineForm;
  /** Text before the answers, with its line end: the header of a CSV; empty for NDJSON. */
  header: string;
  /** Sentences about the stream as a whole, to be removed when they are shown. More may come until all tracks are read. */
  warnings: string[];
  /** To be called when no more tracks are read. */
  close?: () => void;
}

/** A row of a CSV or a line of NDJSON that is a point. */
export interface PointText {
  text: string;
  /** Its number in the file. */
  number: number;
  /** Its track id; null if it has none. */
  id: string | null;
  /** Seconds since the epoch, NaN if unknown; computed on demand. */
  time: () => number;
}

/** Puts points together. Complete tracks are added to `tracks`. */
export interface TrackGroups {
  add(point: PointText, tracks: NumberedLine[]): void;
  /** Says that no more points come. */
  end(tracks: NumberedLine[]): void;
}

/** Joins the texts of a track. */
export type Join = (texts: readonly string[], id: string | null) => string;

/** Number of tracks that may occur again after others before the file counts as not sorted by track. */
const MOST_BACK = 100;

/** The points of a track so far. Their texts are joined once, when it is complete. */
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

/** A set of any number of texts. A single Set holds at most so many. */
export class ManyTexts {
  readonly #sets = [new Set<string>()];
  readonly #most: number;

  constructor(most = 1 << 24) {
    this.#most = most;
  }

  get size(): number {
    return this.#sets.reduce((sum, { size }) => sum + size, 0);
  }

  /** Adds a text; false if it is there already. */
  add(text: string): boolean {
    if (this.#sets.some((set) => set.has(text))) return false;
    if (this.#sets[this.#sets.length - 1].size >= this.#most) this.#sets.push(new Set());
    this.#sets[this.#sets.length - 1].add(text);
    return true;
  }
}

/** Tracks whose points are consecutive. A track that occurs again after others is a track of its own, with a warning; if most do, that is an error. */
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
      // Copied, because a substring of a piece keeps the whole piece in memory.
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
        `The rows of a track do not stand together: at row ${row} ${shown(id)} comes back after others, as ${this.#back - 1} tracks did before. Sort the CSV by track, or read it whole; if it is sorted by time, say after how long a silence a trip ends (--gap).`,
        { row },
      );
    }
    this.#warnings.push(`Row ${row}: ${shown(id)} comes back after other tracks; its rows from here on are a separate track.`);
  }
}

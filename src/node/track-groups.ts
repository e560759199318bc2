// Rows and points of a stream put together into tracks: those that stand together, or those of a trip, mixed with others'.
import { SnapError, shown } from "../errors.js";
import { MAX_LINE } from "./lines.js";
import type { NumberedLine } from "./pool-messages.js";

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

/** Makes one text of several. */
export type Join = (texts: readonly string[]) => string;

/** Tracks that may come back after others before the file is taken for one that is not sorted by track. */
const MOST_BACK = 100;

/** The points of a track so far; their texts put together once, when it is complete. */
class Group {
  id: string | null;
  readonly number: number;
  /** When its last point was; NaN while no time is known. */
  last = Number.NaN;
  #texts: string[] = [];
  #length = 0;

  constructor({ id, number }: PointText) {
    this.id = id;
    this.number = number;
  }

  add({ text }: PointText): void {
    this.#length += text.length + 1;
    if (this.#length > MAX_LINE) this.#texts = [];
    else this.#texts.push(text);
  }

  take(join: Join): NumberedLine {
    const line = this.#length > MAX_LINE ? { maxLength: MAX_LINE } : join(this.#texts);
    return { line, number: this.number, id: this.id };
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

/** So many points in a row that agree on another time are right about it; fewer are receivers that did not know it. */
const SURE = 10;

/**
 * Trips of many travellers, their points mixed, in order of time but for what is late by less than the gap: one ends when nothing has come of it for
 * so many seconds of the points' own time. When time runs back by more, another file begins, or another traveller, and all that came before have ended.
 */
export class Trips implements TrackGroups {
  readonly #join: Join;
  readonly #gap: number;
  /** Those under way, the one that was silent longest first. */
  readonly #open = new Map<string | null, Group>();
  #now = Number.NaN;
  /** Of the point before: what says no track belongs to it. */
  #id: string | null = null;
  /** Points whose time is farther from the others' than the gap, and near each other's. */
  #odd: { point: PointText; time: number }[] = [];

  constructor(join: Join, gap: number) {
    this.#join = join;
    this.#gap = gap;
  }

  add(given: PointText, tracks: NumberedLine[]): void {
    this.#id = given.id ?? this.#id;
    const point = { ...given, id: this.#id };
    const time = point.time();
    if (!this.#areApart(time, this.#now)) {
      this.#takeOdd(tracks);
      this.#place(point, time, tracks);
      return;
    }
    if (this.#odd.length > 0 && this.#areApart(time, this.#odd[this.#odd.length - 1].time)) {
      // Whoever goes on from there was right; a clock that runs ahead is followed by one that does not.
      if (this.#now < this.#odd[0].time && this.#odd[0].time < time) this.#jump(tracks);
      else this.#takeOdd(tracks);
    }
    this.#odd.push({ point, time });
    if (this.#odd.length >= SURE) this.#jump(tracks);
  }

  end(tracks: NumberedLine[]): void {
    this.#jump(tracks);
    this.#closeAll(tracks);
  }

  #areApart(time: number, other: number): boolean {
    return Math.abs(time - other) > this.#gap;
  }

  /** Takes odd times for wrong: their points are where they came, at no time. */
  #takeOdd(tracks: NumberedLine[]): void {
    for (const { point } of this.#odd.splice(0)) this.#place(point, Number.NaN, tracks);
  }

  /** Takes odd times for right. */
  #jump(tracks: NumberedLine[]): void {
    const odd = this.#odd.splice(0);
    if (odd.length === 0) return;
    if (odd[0].time < this.#now) this.#closeAll(tracks);
    this.#now = odd[0].time;
    for (const { point, time } of odd) this.#place(point, time, tracks);
  }

  #place(point: PointText, time: number, tracks: NumberedLine[]): void {
    if (Number.isNaN(this.#now)) {
      this.#now = time;
      for (const trip of this.#open.values()) trip.last = time;
    } else if (time > this.#now) this.#now = time;
    for (const trip of this.#open.values()) {
      if (!(trip.last < this.#now - this.#gap)) break;
      this.#close(trip, tracks);
    }
    const trip = this.#open.get(point.id) ?? new Group(point);
    trip.add(point);
    if (!(time < trip.last)) trip.last = Number.isNaN(time) ? this.#now : time;
    this.#open.delete(point.id);
    this.#open.set(point.id, trip);
  }

  #closeAll(tracks: NumberedLine[]): void {
    for (const trip of this.#open.values()) this.#close(trip, tracks);
  }

  #close(trip: Group, tracks: NumberedLine[]): void {
    this.#open.delete(trip.id);
    tracks.push(trip.take(this.#join));
  }
}

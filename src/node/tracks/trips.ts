// Trips: finds the trips of many travellers whose points are mixed. A gap in a traveller's own times ends a trip; a common clock shows who has fallen silent.
import type { NumberedLine } from "./numbered-lines.js";
import { Group, type Join, type PointText, type TrackGroups } from "./track-groups.js";

/** The column that tells trips apart: the row number of the trip's first point, for `line_id` begins anew with each trip. */
export const TRIP = "trip";

/** So many points in a row that agree on another time are taken to be right; fewer come from receivers that did not know the time. */
const SURE = 10;
/**
 * So many odd points of one traveller after another set the common clock, as in a file that is sorted by traveller; fewer may be sent late, all at once, or
 * with a wrong clock.
 */
const SURE_ALONE = 100_000;

/** The time by the points that have come so far, and the odd times: those farther from it than the gap. */
class Clock {
  readonly #gap: number;
  /** First and last of the times taken for right, seconds; NaN while there are none. */
  from = Number.NaN;
  to = Number.NaN;
  /** How many odd points in a row agree on another time, and the first and the last of their times. */
  odd = 0;
  #first = Number.NaN;
  #last = Number.NaN;
  /** How many odd points in a row, whether they agree or not, are each later than the one before. */
  #later = 0;

  constructor(gap: number) {
    this.#gap = gap;
  }

  /** Whether a time is within the gap of the times taken for right; true if either is not known. */
  isNear(time: number): boolean {
    return !(time < this.from - this.#gap || time > this.to + this.#gap);
  }

  /** Takes a near time for right. */
  follow(time: number): void {
    if (!(time >= this.from)) this.from = time;
    if (!(time <= this.to)) this.to = time;
    this.#forget();
  }

  #forget(): void {
    this.odd = 0;
    this.#later = 0;
  }

  /** Notes an odd time. If time goes on from `least` or more odd times before it, these were right: the clock takes them for right, and returns true. */
  doubt(time: number, least = 1): boolean {
    let wereRight = false;
    const isLater = time > this.to && !(this.odd > 0 && time < this.#last);
    if (this.odd > 0 && Math.abs(time - this.#last) > this.#gap) {
      wereRight = isLater && this.to < this.#first && this.#later >= least;
      if (wereRight) this.believe();
      this.odd = 0;
    }
    if (this.odd === 0) this.#first = time;
    this.#last = time;
    this.odd++;
    this.#later = isLater ? this.#later + 1 : 0;
    return wereRight;
  }

  /** Takes the odd times that agree for right. */
  believe(): void {
    this.from = Math.min(this.#first, this.#last);
    this.to = Math.max(this.#first, this.#last);
    this.#forget();
  }

  set(time: number): void {
    [this.from, this.to] = [time, time];
    this.#forget();
  }
}

/** The trip of one traveller that is under way. */
class Trip {
  readonly clock: Clock;
  /** The time of the common clock when its last point came. */
  heard = Number.NaN;
  group: Group | null = null;
  /** Points with odd times, which may belong to this trip or begin the next one. */
  doubtful: PointText[] = [];

  constructor(gap: number) {
    this.clock = new Clock(gap);
  }

  add(point: PointText): void {
    this.group ??= new Group(point);
    this.group.add(point);
  }

  addDoubtful(): void {
    for (const point of this.doubtful.splice(0)) this.add(point);
  }

  /** Ends the trip without its doubtful points; these begin the next one. */
  cut(join: Join, tracks: NumberedLine[]): void {
    if (this.group !== null) tracks.push(this.group.take(join));
    this.group = null;
    this.addDoubtful();
  }
}

/**
 * Trips of many travellers, with their points mixed. A trip ends when its traveller sends a point that is farther away in time than the gap, or when the common
 * clock has gone on by more than the gap since its last point. Points may be late by less than the gap; or by more, if they are near their own trip, or
 * ten in a row.
 */
export class Trips implements TrackGroups {
  readonly #join: Join;
  readonly #gap: number;
  /** The trips under way, by traveller; the one that has been silent longest comes first. */
  readonly #open = new Map<string | null, Trip>();
  /** The common clock. Its times are always one time. */
  readonly #clock: Clock;
  /** The track id of the point before. Points without one belong to that track. */
  #id: string | null = null;
  /** How many odd points have come since another traveller than their own had the clock's time. */
  #strays = 0;
  /** The traveller of the last odd point. */
  #stray: string | null = null;
  /** Whether the odd points that agree are of several travellers. */
  #areSeveral = false;

  constructor(join: Join, gap: number) {
    this.#join = join;
    this.#gap = gap;
    this.#clock = new Clock(gap);
  }

  add(given: PointText, tracks: NumberedLine[]): void {
    this.#id = given.id ?? this.#id;
    // Copied, because a string that was cut out of a piece keeps the whole piece in memory.
    const point = { ...given, id: this.#id, text: Buffer.from(given.text).toString() };
    const time = point.time();
    const isNow = Number.isNaN(time) || this.#isNow(time, point.id);
    for (const [id, trip] of this.#open) {
      if (!(trip.heard < this.#clock.to - this.#gap)) break;
      this.#close(id, trip, tracks);
    }
    const trip = this.#open.get(point.id) ?? new Trip(this.#gap);
    this.#hear(point.id, trip);
    this.#place(point, time, isNow, trip, tracks);
  }

  end(tracks: NumberedLine[]): void {
    // A trip that begins again with its doubtful points is put back, and comes up once more in this loop.
    for (const [id, trip] of this.#open) this.#close(id, trip, tracks);
  }

  /** Whether a time is near the common clock, which then goes on to it; or else sets the clock. */
  #isNow(time: number, id: string | null): boolean {
    const clock = this.#clock;
    if (clock.isNear(time)) {
      if (id !== this.#stray) this.#strays = 0;
      const isFirst = Number.isNaN(clock.to);
      clock.set(isFirst ? time : Math.max(time, clock.to));
      if (isFirst) for (const trip of this.#open.values()) trip.heard = clock.to;
      return true;
    }
    if (clock.doubt(time, this.#areOthers(id) ? SURE : 1)) clock.set(clock.to);
    this.#areSeveral = clock.odd > 1 && (this.#areSeveral || id !== this.#stray);
    this.#stray = id;
    this.#strays++;
    return clock.odd >= SURE && this.#setClock(time, id);
  }

  /** Sets the common clock, but not by a single traveller's points: these may run through hours, or be hours ahead, while the others go on. */
  #setClock(time: number, id: string | null): boolean {
    if (this.#areOthers(id) && !this.#areSeveral && this.#strays < SURE_ALONE) return false;
    const by = time - this.#clock.to;
    this.#clock.set(time);
    this.#strays = 0;
    // Each trip stays silent for as long as it was: nobody is silent just because the clock was wrong.
    for (const trip of this.#open.values()) trip.heard += by;
    return true;
  }

  /** Whether somebody else is under way. */
  #areOthers(id: string | null): boolean {
    return this.#open.size > (this.#open.has(id) ? 1 : 0);
  }

  #hear(id: string | null, trip: Trip): void {
    trip.heard = this.#clock.to;
    this.#open.delete(id);
    this.#open.set(id, trip);
  }

  #place(point: PointText, time: number, isNow: boolean, trip: Trip, tracks: NumberedLine[]): void {
    const { clock, doubtful } = trip;
    const isKnown = !Number.isNaN(clock.to);
    if (Number.isNaN(time)) {
      if (doubtful.length > 0) doubtful.push(point);
      else trip.add(point);
    } else if (clock.isNear(time) && (isKnown || isNow)) {
      trip.addDoubtful();
      trip.add(point);
      clock.follow(time);
    } else if (isNow) {
      trip.cut(this.#join, tracks);
      trip.add(point);
      clock.set(time);
    } else {
      if (clock.doubt(time)) trip.cut(this.#join, tracks);
      doubtful.push(point);
      if (clock.odd < SURE) return;
      trip.cut(this.#join, tracks);
      clock.believe();
    }
  }

  #close(id: string | null, trip: Trip, tracks: NumberedLine[]): void {
    const isOver = trip.doubtful.length === 0;
    trip.cut(this.#join, tracks);
    if (isOver) {
      this.#open.delete(id);
      return;
    }
    trip.clock.believe();
    this.#hear(id, trip);
  }
}

// Trips of many travellers whose points are mixed: each is told from the next by its traveller's own times, and a clock of all says who has fallen silent.
import type { NumberedLine } from "./pool-messages.js";
import { Group, type Join, type PointText, type TrackGroups } from "./track-groups.js";

/** The column that tells trips apart: the row number of the trip's first point, for `line_id` begins anew with each trip. */
export const TRIP = "trip";

/** So many points in a row that agree on another time are right about it; fewer are receivers that did not know it. */
const SURE = 10;
/**
 * So many points of single travellers set the clock of all, as where a file is sorted by traveller; fewer are what one sends late, all at once, or by
 * a wrong clock.
 */
const SURE_ALONE = 100_000;

/** What time it is by points that follow one another, and what those say of it that are farther away than the gap. */
class Clock {
  readonly #gap: number;
  /** Times it has been at, seconds; NaN while none is known. */
  from = Number.NaN;
  to = Number.NaN;
  /** Points in a row that agree on another time: how many, and the first and the last of their times. */
  odd = 0;
  #first = Number.NaN;
  #last = Number.NaN;
  /** Odd points in a row, agreeing or not, each later than the one before. */
  #later = 0;

  constructor(gap: number) {
    this.#gap = gap;
  }

  /** Whether a time is within the gap of these; also where either is not known. */
  isNear(time: number): boolean {
    return !(time < this.from - this.#gap || time > this.to + this.#gap);
  }

  /** Takes a time that is near. */
  follow(time: number): void {
    if (!(time >= this.from)) this.from = time;
    if (!(time <= this.to)) this.to = time;
    this.#forget();
  }

  #forget(): void {
    this.odd = 0;
    this.#later = 0;
  }

  /** Takes a time that is not near; whether the odd ones before it, so many at least, were right, since time goes on from them: then it is theirs. */
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

  /** Takes the odd times for right. */
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

/** What is under way of one traveller. */
class Trip {
  readonly clock: Clock;
  /** What the clock of all was at its last point. */
  heard = Number.NaN;
  group: Group | null = null;
  /** Points whose times are odd: of this trip, or the first of the next. */
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

  /** Ends what there is but for the doubtful points, with which the next trip begins. */
  cut(join: Join, tracks: NumberedLine[]): void {
    if (this.group !== null) tracks.push(this.group.take(join));
    this.group = null;
    this.addDoubtful();
  }
}

/**
 * Trips of many travellers, their points mixed. One ends with a point of its traveller that is farther from it in time than the gap, or when the
 * others' time has gone on by more since its last one came. Points may be late by less than the gap, and by more if they are near their own trip or
 * ten in a row.
 */
export class Trips implements TrackGroups {
  readonly #join: Join;
  readonly #gap: number;
  /** The one that was silent longest first. */
  readonly #open = new Map<string | null, Trip>();
  /** Of all travellers; it is at one time. */
  readonly #clock: Clock;
  /** Of the point before, to which what says no track belongs. */
  #id: string | null = null;
  /** Points since another traveller than theirs was at the time of the clock; whose the last ones are, and whether several agree. */
  #strays = 0;
  #stray: string | null = null;
  #areSeveral = false;

  constructor(join: Join, gap: number) {
    this.#join = join;
    this.#gap = gap;
    this.#clock = new Clock(gap);
  }

  add(given: PointText, tracks: NumberedLine[]): void {
    this.#id = given.id ?? this.#id;
    // Copied, for what was cut out of a piece keeps all of its text in memory.
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
    // One that has begun anew with its doubtful points comes once more.
    for (const [id, trip] of this.#open) this.#close(id, trip, tracks);
  }

  /** Whether a time is that of the clock, which goes on with it, or is set by it. */
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

  /** Sets the clock; not by one traveller alone, whose points would run through hours, or be hours ahead, while the others go on. */
  #setClock(time: number, id: string | null): boolean {
    if (this.#areOthers(id) && !this.#areSeveral && this.#strays < SURE_ALONE) return false;
    const by = time - this.#clock.to;
    this.#clock.set(time);
    this.#strays = 0;
    // Nobody is silent only because the clock was wrong, and who was silent for a while still is.
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

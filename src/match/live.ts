// Live: a track matched while it is travelled. Each push gives the points that later fixes will not change any more.
import { badOption, checkOptions, SnapError } from "../errors.js";
import { inSeconds, isDate } from "../geo/dates.js";
import { distance } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import { checkTrack } from "./fixes.js";
import { isCoordinate } from "./grouping.js";
import { Matcher } from "./matcher.js";
import type { MatcherOptions } from "./options.js";
import type { Match, MatchedPoint } from "./result.js";
import type { TrackPoint } from "./track.js";

/** One number of a live matcher, beside those of the {@link Matcher}. */
export interface LiveOptions extends MatcherOptions {
  /**
   * How long a point waits for later fixes at most before it is given, seconds, 0–3600: 0 gives it at once, more at the earliest with the fix after
   * it. Default 10. A fix without a time counts for one second.
   */
  lag?: number | undefined;
}

/** A point of a track that is still travelled. */
export interface LivePoint extends Omit<MatchedPoint, "stretch"> {
  /** Which fix it is of, counted from the first of the track. */
  index: number;
}

/**
 * What a point is matched with besides the fixes it waited for: those up to so many seconds before it, and so many at least. With twice as much 0.1 %
 * more points of recorded and simulated tracks are right, and a push takes twice as long.
 */
const PAST = { seconds: 60, fixes: 10 };

/** … and the places passed before: of who has stood for longer it would not be known where he came from, and he would be on this road and on that by turns. */
const PASSED = {
  /** Metres of way that they reach back, and how many they are at most, those of that time included. */
  travelled: 360,
  places: 36,
  /** Metres from one to the next, and how many there are at most before one is so many metres farther on: or noise at a halt would take the place of all. */
  metres: 10,
  most: 5,
  far: 60,
  /** Seconds from one to the next at most, as if nobody had stood there, and the metres for which there is one more. */
  seconds: 10,
  pace: 2,
};

/** With a point that has waited long enough those are given that have waited this share of it: of a hundred fixes a second not each is a match. */
const NEARLY = 0.9;

/** Fixes a second of the fastest receivers. */
const MOST_A_SECOND = 100;

const MOST_LAG = 3600;
const DEFAULT_LAG = 10;

/** The names of all options; taken from a record, so that the compiler misses none. */
const OPTION_NAMES = Object.keys({
  lag: 0,
  mode: 0,
  uTurns: 0,
  avoid: 0,
  maxSpeed: 0,
  searchRadius: 0,
  defaultAccuracy: 0,
  maxCandidates: 0,
} satisfies Record<keyof LiveOptions, 0>);

/**
 * Matches one track as it comes, with a fixed lag: a point is decided by the fixes a minute before it, the last places passed before those, and the fixes
 * of `lag` seconds after it, as {@link Matcher.match} decides with these alone, and is given once. Flushed, the track is matched as a whole: what is not
 * known before its end, as how good the receiver is, may then make another road likelier than the one that was given. All fixes are kept until then.
 */
export class LiveMatcher {
  readonly roads: RoadGraph;
  readonly #matcher: Matcher;
  readonly #lag: number;
  #fixes: TrackPoint[] = [];
  /** Seconds since the first fix, by fix: never backwards, and none without time passing unless the times say so. */
  #clock: number[] = [];
  /** The last time there was, and the latest one; NaN before the first. */
  #time = Number.NaN;
  #latest = Number.NaN;
  /** Seconds by `#clock` since the latest, and fixes in a row with the latest time again. */
  #since = 0;
  #same = 0;
  /** The points given, and the first fix of those that the next are matched with. */
  #given = 0;
  #start = 0;
  /** Fixes at places of {@link PASSED}, the last that is far from the one before it, how many there are since, and how many were matched before `#start`. */
  #passed: number[] = [];
  #far = -1;
  #near = 0;
  #before = 0;
  /** The fixes from `#start` on, matched when all were there that are there; null when more have come. */
  #matched: Match | null = null;

  /**
   * @param roads The roads, or a matcher that many live tracks share, one after another: its memory then is needed once, and its options count.
   * @throws SnapError "bad-option" for an unknown option or a value out of range.
   */
  constructor(roads: RoadGraph | Matcher, options: LiveOptions = {}) {
    checkOptions(options, "the live matcher", OPTION_NAMES);
    const { lag = DEFAULT_LAG, ...rest } = options;
    if (typeof lag !== "number" || !(lag >= 0 && lag <= MOST_LAG)) {
      throw badOption("lag", lag, `a number of seconds from 0 to ${MOST_LAG}`);
    }
    const name = Object.keys(rest).find((key) => rest[key as keyof MatcherOptions] !== undefined);
    if (roads instanceof Matcher && name !== undefined) {
      throw new SnapError("bad-option", `Option ${name} must be given to the matcher that is shared; beside it only lag is allowed.`, {
        name,
        value: rest[name as keyof MatcherOptions],
      });
    }
    this.#matcher = roads instanceof Matcher ? roads : new Matcher(roads, rest);
    this.roads = this.#matcher.roads;
    this.#lag = lag;
  }

  /**
   * Takes the next fix; gives the points that have waited long enough, in the order of their fixes.
   * @throws SnapError "bad-input" when it is no fix; the track stays as it was.
   */
  push(fix: TrackPoint): LivePoint[] {
    checkTrack([fix], "The push");
    const { lon, lat, accuracy, speed, course } = fix;
    const time = typeof fix.time === "number" && isDate(fix.time) ? inSeconds(fix.time) : null;
    const before = this.#clock[this.#clock.length - 1];
    this.#fixes.push({ lon, lat, time, accuracy, speed, course });
    this.#clock.push(before === undefined ? 0 : before + this.#seconds(time));
    if (time !== null) this.#time = time;
    this.#same = time === this.#latest ? this.#same + 1 : 0;
    if (time !== null && !(time <= this.#latest)) [this.#latest, this.#since] = [time, 0];
    else this.#since += this.#clock[this.#clock.length - 1] - (before ?? 0);
    this.#pass(this.#fixes.length - 1);
    this.#matched = null;
    if (this.#waited(this.#given) < this.#lag) return [];
    const { points: matched } = this.#match();
    const points: LivePoint[] = [];
    while (this.#waited(this.#given) >= NEARLY * this.#lag) points.push(this.#point(matched, this.#given++));
    return points;
  }

  /** Where the last fix is by what is known so far, which later ones may change; null before the first. */
  get latest(): LivePoint | null {
    return this.#fixes.length > 0 ? this.#point(this.#match().points, this.#fixes.length - 1) : null;
  }

  /** The track is over: the match of all its fixes, as {@link Matcher.match} has it, to the bit. What is pushed next begins another track. */
  flush(): Match {
    const match = this.#matcher.match(this.#fixes);
    this.#fixes = [];
    this.#clock = [];
    this.#time = Number.NaN;
    this.#latest = Number.NaN;
    this.#since = 0;
    this.#same = 0;
    this.#given = 0;
    this.#start = 0;
    this.#passed = [];
    this.#far = -1;
    this.#matched = null;
    return match;
  }

  /**
   * Seconds from the newest fix to the next, of this time. One without a time counts for a second, and so does one that comes late, as by a clock that
   * is set back, or is one of more fixes of one time than come in a second; what has been counted so is taken off when time goes on.
   */
  #seconds(time: number | null): number {
    if (time === null || Number.isNaN(this.#latest)) return 1;
    if (time === this.#latest) return this.#same < MOST_A_SECOND ? 0 : 1;
    if (time > this.#latest) return Math.max(0, time - this.#latest - this.#since);
    // Behind the latest time as the one before it was: a clock that was set back and goes on.
    return this.#time < this.#latest && time >= this.#time ? time - this.#time : 1;
  }

  /** Seconds from a fix to the newest; negative for one that has not come. */
  #waited(index: number): number {
    return index < this.#clock.length ? this.#clock[this.#clock.length - 1] - this.#clock[index] : -1;
  }

  #match(): Match {
    if (this.#matched === null) {
      const [first, clock] = [this.#given, this.#clock];
      while (first - this.#start > PAST.fixes && clock[first] - clock[this.#start] > PAST.seconds) this.#start++;
      const before = this.#placesPassed();
      this.#before = before.length;
      this.#matched = this.#matcher.match([...before, ...this.#fixes.slice(this.#start)]);
    }
    return this.#matched;
  }

  /** Notes where the newest fix is, if that is another place. */
  #pass(index: number): void {
    const { lon, lat } = this.#fixes[index];
    if (!isCoordinate(lon, lat) || (lon === 0 && lat === 0)) return;
    const isFar = this.#far < 0 || this.#metres(this.#far, index) >= PASSED.far;
    if (!isFar && (this.#near === PASSED.most || this.#metres(this.#passed[this.#passed.length - 1], index) < PASSED.metres)) return;
    this.#passed.push(index);
    this.#near++;
    if (isFar) [this.#far, this.#near] = [index, 0];
  }

  #metres(from: number, to: number): number {
    const [a, b] = [this.#fixes[from], this.#fixes[to]];
    return distance(a.lon, a.lat, b.lon, b.lat);
  }

  /** The last places passed before `#start`, at times as if nobody had stood there. Only with times: without, fixes are taken to be evenly apart. */
  #placesPassed(): TrackPoint[] {
    const [fixes, clock] = [this.#fixes, this.#clock];
    const ahead = this.#passed.findLastIndex((place) => place <= this.#given) + 1;
    this.#passed.splice(0, ahead - PASSED.places);
    let timed = this.#start;
    while (timed < fixes.length && fixes[timed].time === null) timed++;
    const places: TrackPoint[] = [];
    // From one place alone nobody came.
    if (timed === fixes.length || this.#passed.length < 2) return places;
    let time = (fixes[timed].time as number) - (clock[timed] - clock[this.#start]);
    let next = this.#given;
    let travelled = 0;
    for (const index of this.#passed.filter((place) => place < this.#given).reverse()) {
      if (travelled >= PASSED.travelled) break;
      const metres = this.#metres(index, next) || 0;
      // A wild fix is not travelled to.
      travelled += Math.min(metres, PASSED.far);
      if (index < this.#start) {
        time -= Math.min(clock[Math.min(next, this.#start)] - clock[index], PASSED.seconds + metres / PASSED.pace);
        places.push({ ...fixes[index], time });
      }
      next = index;
    }
    return places.reverse();
  }

  #point(points: readonly MatchedPoint[], index: number): LivePoint {
    const { stretch: _, ...point } = points[this.#before + index - this.#start];
    return { index, ...point };
  }
}

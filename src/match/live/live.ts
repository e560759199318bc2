// Live: a track matched while it is travelled. Each push gives the points that later fixes will not change any more.
import { badOption, checkOptions, SnapError } from "../../errors.js";
import { inSeconds, isDate } from "../../geo/dates.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { MatchControl } from "../control.js";
import { Matcher } from "../matcher.js";
import { MATCHER_OPTION_NAMES, type MatcherOptions } from "../options.js";
import type { Match, MatchedPoint, Stretch } from "../result/result.js";
import { checkTrack, numberOrNaN } from "../track/columns.js";
import type { TrackPoint } from "../track/track.js";
import { PlacesPassed } from "./live-past.js";
import { WaySoFar } from "./way-so-far.js";

/** What a live matcher may be told: how long a point waits, and the options of its {@link Matcher}. */
export interface LiveOptions extends MatcherOptions {
  /**
   * How long a point waits for later fixes before it is given, seconds, 0–3600. With 0 it is given at once, else with the first fix that is so much later;
   * until that comes it is {@link LiveMatcher.pending}. Default 10. Beside a point that has waited so long, those are given that have waited nine tenths of it.
   * A fix without a time counts for one second.
   */
  lag?: number | undefined;
  /**
   * Whether all fixes are kept, for {@link LiveMatcher.flush}. Default true. With false, a track that never ends needs no more memory than one of some minutes,
   * the points and stretches given are the same, and the track is ended with {@link LiveMatcher.end}.
   */
  keep?: boolean | undefined;
}

/** A point of a track that is still travelled. */
export interface LivePoint extends Omit<MatchedPoint, "stretch"> {
  /** Index of its fix, counted from the first of the track. */
  index: number;
}

/**
 * The fixes before a point that it is matched with: those of so many seconds, and at least so many. With twice as many 0.1 % more points of recorded and
 * simulated tracks are right, and a push takes twice as long.
 */
const PAST = { seconds: 60, fixes: 10 };

/** With a point that has waited for the lag, those are given that have waited this share of it: or each of a hundred fixes a second would need a match. */
const NEARLY = 0.9;

/** Most fixes a second, of the fastest receivers. */
const MOST_A_SECOND = 100;

const MOST_LAG = 3600;
const DEFAULT_LAG = 10;

/**
 * Matches one track as it comes, with a fixed lag. A point is decided as {@link Matcher.match} decides with the last places passed, the fixes of a minute
 * before the point, and those of `lag` seconds (at least nine tenths of it) after it; and it is given once. When flushed, the track is matched as a whole: what is
 * known only at its end, such as how good the receiver is, may then make another road likelier than the one given. Until then all fixes are kept, unless `keep` is
 * false.
 */
export class LiveMatcher {
  /** The network that it matches to. */
  readonly roads: RoadGraph;
  readonly #matcher: Matcher;
  readonly #lag: number;
  readonly #keep: boolean;
  /** Index in the track of the first fix that is still kept: all indexes below count from it. */
  #first = 0;
  #fixes: TrackPoint[] = [];
  /** By fix: seconds since the first. Never backwards; see {@link #seconds} for fixes whose times do not tell. */
  #clock: number[] = [];
  /** The time of the last fix that had one; NaN before the first. */
  #time = Number.NaN;
  /** The latest time of any fix; NaN before the first. */
  #latest = Number.NaN;
  /** Seconds by `#clock` since the fix with the latest time. */
  #since = 0;
  /** How many fixes in a row have repeated the time of the one before. */
  #same = 0;
  /** How many points have been given. */
  #given = 0;
  /** The first fix that the next points are matched with. */
  #start = 0;
  #passed = new PlacesPassed(this.#fixes, this.#clock);
  /** The way to the points given. */
  #way: WaySoFar;
  /** The parts of the way that came with the last push. */
  #stretches: Stretch[] = [];
  /** How many places passed were matched before the fixes from `#start` on. */
  #before = 0;
  /** The match of the places passed and all fixes from `#start` on; null once another fix has come. */
  #matched: Match | null = null;

  /**
   * @param roads The roads; or a matcher, which many live tracks may share one after another: then its memory is needed once, and its options count.
   * @throws SnapError "bad-option" for an unknown option or a value out of range.
   */
  constructor(roads: RoadGraph | Matcher, options: LiveOptions = {}) {
    checkOptions(options, "the live matcher", ["lag", "keep", ...MATCHER_OPTION_NAMES]);
    const { lag = DEFAULT_LAG, keep = true, ...rest } = options;
    if (typeof lag !== "number" || !(lag >= 0 && lag <= MOST_LAG)) {
      throw badOption("lag", lag, `a number of seconds from 0 to ${MOST_LAG}`);
    }
    if (typeof keep !== "boolean") throw badOption("keep", keep, "true or false");
    const name = Object.keys(rest).find((key) => rest[key as keyof MatcherOptions] !== undefined);
    if (roads instanceof Matcher && name !== undefined) {
      throw new SnapError("bad-option", `Option ${name} must be given to the shared matcher; beside it only lag and keep are allowed.`, {
        name,
        value: rest[name as keyof MatcherOptions],
      });
    }
    this.#matcher = roads instanceof Matcher ? roads : new Matcher(roads, rest);
    this.roads = this.#matcher.roads;
    this.#lag = lag;
    this.#keep = keep;
    this.#way = new WaySoFar(this.roads);
  }

  /**
   * Takes the next fix; gives the points that have waited long enough, in the order of their fixes.
   * @throws SnapError "bad-input" when it is no fix: the track stays as it was; "bad-roads" when the roads were moved to another thread meanwhile.
   */
  push(fix: TrackPoint): LivePoint[] {
    this.#stretches = [];
    checkTrack([fix], "The push");
    const { lon, lat, accuracy, speed, course } = fix;
    const sent = numberOrNaN(fix.time);
    const time = isDate(sent) ? inSeconds(sent) : null;
    const before = this.#clock[this.#clock.length - 1];
    this.#fixes.push({ lon, lat, time, accuracy, speed, course });
    this.#clock.push(before === undefined ? 0 : before + this.#seconds(time));
    this.#same = time === this.#time ? this.#same + 1 : 0;
    if (time !== null) this.#time = time;
    if (time !== null && !(time <= this.#latest)) [this.#latest, this.#since] = [time, 0];
    else this.#since += this.#clock[this.#clock.length - 1] - (before ?? 0);
    this.#passed.note();
    this.#matched = null;
    if (this.#waited(this.#given) < this.#lag) return [];
    const match = this.#match();
    const points: LivePoint[] = [];
    while (this.#waited(this.#given) >= NEARLY * this.#lag) points.push(this.#point(match.points, this.#given++));
    this.#stretches = this.#way.onTo(match, this.#before, this.#start, this.#given - 1);
    if (!this.#keep) this.#forget();
    return points;
  }

  /**
   * The way to the last point that the last {@link push} gave, from where the stretches before ended: what {@link Match.stretches} is for a whole track, in
   * parts. A stretch of road may come in several parts, each from the offset where the one before ended. An Off line comes when the traveller is back on a
   * road. What was given stays: if the last point is now on another road than it was given on, a Road Gap leads there. After {@link flush} they are the rest
   * of the way as the match of the whole has it. None after a push that gave no points.
   */
  get stretches(): Stretch[] {
    return this.#stretches;
  }

  /** Where the last fix is, by what is known so far; later fixes may change it. Null before the first. */
  get latest(): LivePoint | null {
    return this.#fixes.length > 0 ? this.#point(this.#match().points, this.#fixes.length - 1) : null;
  }

  /** Where the points that have not been given yet are, by what is known so far; the last one among them. */
  get pending(): LivePoint[] {
    if (this.#given === this.#fixes.length) return [];
    const { points } = this.#match();
    return this.#fixes.slice(this.#given).map((_, i) => this.#point(points, this.#given + i));
  }

  /**
   * The track is over: the match of all its fixes, to the bit as {@link Matcher.match} has it. It includes the points that have not been given yet, and some
   * that have been may be elsewhere in it. The next push begins another track.
   * @throws SnapError "bad-option" when fixes were not kept; whatever `control.check` throws. The track stays as it was.
   */
  flush(control: MatchControl = {}): Match {
    if (!this.#keep) throw badOption("keep", false, "true for flush(); without kept fixes, end a track with end()");
    this.#stretches = [];
    const match = this.#matcher.match(this.#fixes, control);
    this.#stretches = this.#way.onTo(match, 0, 0, this.#fixes.length - 1, true);
    this.#begin();
    return match;
  }

  /**
   * The track is over, and is not matched as a whole, which takes the longer the longer it is. Gives the points that have not been given yet, by what is known;
   * {@link stretches} are then the rest of the way to the last of them. The next push begins another track.
   */
  end(): LivePoint[] {
    this.#stretches = [];
    const points = this.pending;
    this.#stretches = this.#way.onTo(this.#match(), this.#before, this.#start, this.#fixes.length - 1, true);
    this.#begin();
    return points;
  }

  #begin(): void {
    this.#fixes = [];
    this.#clock = [];
    this.#time = Number.NaN;
    this.#latest = Number.NaN;
    this.#since = 0;
    this.#same = 0;
    this.#first = 0;
    this.#given = 0;
    this.#start = 0;
    this.#passed = new PlacesPassed(this.#fixes, this.#clock);
    this.#way = new WaySoFar(this.roads);
    this.#matched = null;
  }

  /** Removes the fixes that no point will be matched with any more. */
  #forget(): void {
    const count = this.#start;
    this.#fixes.splice(0, count);
    this.#clock.splice(0, count);
    this.#passed.forget(count);
    this.#way.forget(count);
    this.#first += count;
    this.#given -= count;
    this.#start = 0;
  }

  /**
   * Seconds from the newest fix to the next, whose time is given. A fix counts for a second if it has no time, if its time is earlier (a clock that was set
   * back), or if it is one of more fixes with one time than come in a second. Seconds counted so are taken off when time goes on.
   */
  #seconds(time: number | null): number {
    if (time === null || Number.isNaN(this.#latest)) return 1;
    if (time === this.#latest || time === this.#time) return this.#same < MOST_A_SECOND ? 0 : 1;
    if (time > this.#latest) return Math.max(0, time - this.#latest - this.#since);
    // Earlier than the latest time, as the last one was, but not than that: a clock that was set back and goes on.
    return time > this.#time ? time - this.#time : 1;
  }

  /** Seconds from a fix to the newest; NaN for one that has not come. */
  #waited(index: number): number {
    return this.#clock[this.#clock.length - 1] - this.#clock[index];
  }

  #match(): Match {
    if (this.#matched === null) {
      const [first, clock] = [this.#given, this.#clock];
      while (first - this.#start > PAST.fixes && clock[first] - clock[this.#start] > PAST.seconds) this.#start++;
      const before = this.#passed.before(this.#start, first);
      this.#before = before.length;
      this.#matched = this.#matcher.match([...before, ...this.#fixes.slice(this.#start)]);
    }
    return this.#matched;
  }

  #point(points: readonly MatchedPoint[], index: number): LivePoint {
    const { stretch: _, ...point } = points[this.#before + index - this.#start];
    return { index: this.#first + index, ...point };
  }
}

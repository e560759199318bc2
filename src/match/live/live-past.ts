// Live past: a few earlier fixes of a live track, which stand for the way to where it is now.
import { distance } from "../../geo/metres.js";
import { isCoordinate, isZero } from "../track/grouping.js";
import type { TrackPoint } from "../track/track.js";

/** Metres of way that the places passed reach back. */
const TRAVELLED = 360;
/** Most places kept, including those of fixes that are matched anyway. */
const MOST = 36;
/** Least metres from one place to the next. */
const METRES = 10;
/** Most places in a row that are within `FAR` metres of the last far one: otherwise noise at a halt would crowd out all others. */
const MOST_NEAR = 5;
const FAR = 60;
/** Most seconds that a match is told from one place to the next, as if nobody had stood there, … */
const SECONDS = 10;
/** … and one more for each so many metres between them. */
const PACE = 2;

/** A place passed. */
interface Place {
  /** Index of its fix. */
  index: number;
  fix: TrackPoint;
  /** Seconds since the first fix of the track. */
  seconds: number;
}

/**
 * The places that a live track passed. Without them nothing would be known of how a traveller who has long been at a halt came there, and the match would
 * change between roads.
 */
export class PlacesPassed {
  /** The fixes of the track, and for each the seconds since the first, which never run backwards. Both arrays are the live matcher's, and grow. */
  readonly #fixes: readonly TrackPoint[];
  readonly #clock: readonly number[];
  #places: Place[] = [];
  /** The last place that is `FAR` metres or more from the far one before it, and how many places there are since. */
  #far: Place | null = null;
  #near = 0;

  constructor(fixes: readonly TrackPoint[], clock: readonly number[]) {
    this.#fixes = fixes;
    this.#clock = clock;
  }

  /** Adds the place of the newest fix, if it is another than the last. */
  note(): void {
    const newest = this.#place(this.#fixes.length - 1);
    const { lon, lat } = newest.fix;
    if (!isCoordinate(lon, lat) || isZero(lon, lat)) return;
    const isFar = this.#far === null || metresBetween(this.#far, newest) >= FAR;
    if (!isFar && (this.#near === MOST_NEAR || metresBetween(this.#places[this.#places.length - 1], newest) < METRES)) return;
    this.#places.push(newest);
    this.#near++;
    if (isFar) [this.#far, this.#near] = [newest, 0];
  }

  /** Is told that so many of the first fixes were removed from the arrays. Their places are kept. */
  forget(fixes: number): void {
    for (const place of this.#places) place.index -= fixes;
  }

  /**
   * The last places before fix `start`, to be matched before the fixes from `start` on when fix `given` is to be decided. Their times are as if nobody had
   * stood there. None if there are no times, for then fixes are taken to be evenly apart.
   */
  before(start: number, given: number): TrackPoint[] {
    const [fixes, clock] = [this.#fixes, this.#clock];
    const ahead = this.#places.findLastIndex(({ index }) => index <= given) + 1;
    this.#places.splice(0, ahead - MOST);
    let timed = start;
    while (timed < fixes.length && fixes[timed].time === null) timed++;
    const before: TrackPoint[] = [];
    // A single place does not say where the traveller came from.
    if (timed === fixes.length || this.#places.length < 2) return before;
    let time = (fixes[timed].time as number) - (clock[timed] - clock[start]);
    let next = this.#place(given);
    let travelled = 0;
    for (const place of this.#places.filter(({ index }) => index < given).reverse()) {
      if (travelled >= TRAVELLED) break;
      const metres = metresBetween(place, next) || 0;
      // Capped, for nobody travelled to a wild fix.
      travelled += Math.min(metres, FAR);
      if (place.index < start) {
        time -= Math.min(Math.min(next.seconds, clock[start]) - place.seconds, SECONDS + metres / PACE);
        before.push({ ...place.fix, time });
      }
      next = place;
    }
    return before.reverse();
  }

  #place(index: number): Place {
    return { index, fix: this.#fixes[index], seconds: this.#clock[index] };
  }
}

function metresBetween({ fix: a }: Place, { fix: b }: Place): number {
  return distance(a.lon, a.lat, b.lon, b.lat);
}

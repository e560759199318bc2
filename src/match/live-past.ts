// Live past: where a live track came from, a few of its fixes that stand for the way to where it is now.
import { distance } from "../geo/metres.js";
import { isCoordinate, isZero } from "./grouping.js";
import type { TrackPoint } from "./track.js";

/** Metres of way that they reach back, and how many they are at most, those included that are matched anyhow. */
const TRAVELLED = 360;
const MOST = 36;
/** Metres from one to the next, and how many there are at most before one is so many metres farther on: or noise at a halt would take the place of all. */
const METRES = 10;
const MOST_NEAR = 5;
const FAR = 60;
/** Seconds from one to the next at most, as if nobody had stood there, and the metres for which there is one more. */
const SECONDS = 10;
const PACE = 2;

/** One of them: its fix, which one that is, and seconds since the first. */
interface Place {
  index: number;
  fix: TrackPoint;
  seconds: number;
}

/** Without these nothing would be known of how somebody long at a halt came there, and the match would change between roads. */
export class PlacesPassed {
  /** The fixes of the track, and seconds since its first by fix, never backwards: both grow. */
  readonly #fixes: readonly TrackPoint[];
  readonly #clock: readonly number[];
  #places: Place[] = [];
  /** The last that is far from the one before it, and how many there are since. */
  #far: Place | null = null;
  #near = 0;

  constructor(fixes: readonly TrackPoint[], clock: readonly number[]) {
    this.#fixes = fixes;
    this.#clock = clock;
  }

  /** Notes where the newest fix is, if that is another place. */
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

  /** So many of the first fixes are gone from the columns; the places that they were stay. */
  forget(fixes: number): void {
    for (const place of this.#places) place.index -= fixes;
  }

  /**
   * The last ones before fix `start`, for a match of the fixes from there on that is to decide `given`: at times as if nobody had stood there. Only with
   * times: without, fixes are taken to be evenly apart.
   */
  before(start: number, given: number): TrackPoint[] {
    const [fixes, clock] = [this.#fixes, this.#clock];
    const ahead = this.#places.findLastIndex(({ index }) => index <= given) + 1;
    this.#places.splice(0, ahead - MOST);
    let timed = start;
    while (timed < fixes.length && fixes[timed].time === null) timed++;
    const before: TrackPoint[] = [];
    // From one place alone nobody came.
    if (timed === fixes.length || this.#places.length < 2) return before;
    let time = (fixes[timed].time as number) - (clock[timed] - clock[start]);
    let next = this.#place(given);
    let travelled = 0;
    for (const place of this.#places.filter(({ index }) => index < given).reverse()) {
      if (travelled >= TRAVELLED) break;
      const metres = metresBetween(place, next) || 0;
      // A wild fix is not travelled to.
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

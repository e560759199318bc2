// Position noise of a satellite receiver: one part that is new at every fix and one that drifts.

import { inSeconds } from "../geo/dates.js";
import type { Position } from "../geo/lines.js";
import { exp, hypot } from "../geo/maths.js";
import { latScale, lonScale, wrapLon } from "../geo/metres.js";
import type { Random } from "../geo/random.js";
import { isCoordinate, isZero } from "../match/track/grouping.js";
import { RADIUS_68 } from "../match/track/steps.js";
import type { TrackPoint } from "../match/track/track.js";

/** Standard deviations are per axis, in metres; the 68 % radius of both together is 1.51 √(independent² + drift²). */
export interface NoiseSettings {
  /** The part that is new at every fix. */
  independent: number;
  /** The part that drifts: a first-order Gauss–Markov process. */
  drift: number;
  /** Seconds after which the drift's correlation with its past is down to 1/e. */
  driftSeconds: number;
}

/** Noise of a receiver in the open: together a 68 % radius of 5 m. */
export const OPEN_SKY: NoiseSettings = { independent: 1.5, drift: 3, driftSeconds: 60 };

/** Noise of one receiver over time. */
export class ReceiverNoise {
  #east = 0;
  #north = 0;
  #time = Number.NaN;
  readonly #random: Random;

  constructor(
    random: Random,
    readonly settings: NoiseSettings,
  ) {
    this.#random = random;
  }

  /** Metres [east, north] to add to the true place at this time (seconds, not before the last one asked for). */
  at(time: number): [east: number, north: number] {
    const { independent, drift, driftSeconds } = this.settings;
    // The first fix finds the receiver at an arbitrary point of its drift. Exact step of the process for any time gap.
    const memory = Number.isNaN(this.#time) || driftSeconds <= 0 ? 0 : exp(-Math.max(0, time - this.#time) / driftSeconds);
    const fresh = drift * Math.sqrt(1 - memory * memory);
    this.#east = memory * this.#east + fresh * this.#random.normal();
    this.#north = memory * this.#north + fresh * this.#random.normal();
    this.#time = time;
    return [this.#east + independent * this.#random.normal(), this.#north + independent * this.#random.normal()];
  }
}

/** Metres left out at a truth's ends if this noise is added to the fixes: 3σ and 10 m, where σ is that behind `trimMetres` combined with this noise. */
export function trimWith(trimMetres: number, { independent, drift }: NoiseSettings): number {
  const sigma = Math.max(0, trimMetres - 10) / 3;
  return Math.max(trimMetres, 3 * Math.sqrt(sigma * sigma + independent * independent + drift * drift) + 10);
}

/** Whether a fix is a place, and not the 0, 0 of a receiver without one. */
export function isPlace({ lon, lat }: TrackPoint): boolean {
  return isCoordinate(lon, lat) && !isZero(lon, lat);
}

/** The position moved by metres east and north. */
export function moved(lon: number, lat: number, east: number, north: number): Position {
  return [wrapLon(lon + east / lonScale(lat)), lat + north / latScale(lat)];
}

/**
 * The track with noise added. A reported accuracy grows accordingly, unless it says that it is unknown. A fix without a time counts as one second later than
 * the one before. A fix that is no place, or the 0, 0 of a receiver without one, stays as it is.
 */
export function withNoise(track: readonly TrackPoint[], settings: NoiseSettings, random: Random): TrackPoint[] {
  const noise = new ReceiverNoise(random, settings);
  const radius = RADIUS_68 * hypot(settings.independent, settings.drift);
  let time = 0;
  return track.map((point) => {
    const given = inSeconds(point.time ?? Number.NaN);
    time = Number.isNaN(given) ? time + 1 : given;
    // Drawn even for a fix that is no place, so that the noise of the others does not depend on it.
    const [east, north] = noise.at(time);
    if (!isPlace(point)) return point;
    const [lon, lat] = moved(point.lon, point.lat, east, north);
    const noisy: TrackPoint = { ...point, lon, lat };
    if (point.accuracy != null && point.accuracy > 0) noisy.accuracy = hypot(point.accuracy, radius);
    return noisy;
  });
}

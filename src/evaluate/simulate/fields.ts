// Fields: what a receiver reports in addition to its position (accuracy, speed, course), and how these are missing.
import { normaliseAngle } from "../../geo/angles.js";
import { exp } from "../../geo/maths.js";
import type { Random } from "../../geo/random.js";
import { toTenths } from "../../geo/rounding.js";
import type { TrackPoint } from "../../match/track/track.js";
import type { Simulation } from "./options.js";
import type { Reading } from "./reception.js";

/** Standard deviation of the logarithm of reported over true accuracy. */
const ACCURACY_SPREAD = 0.35;
/** Best accuracy that is ever reported, metres. */
const BEST_ACCURACY = 2;
/** Share of gross errors the receiver knows of. */
const KNOWN_OUTLIERS = 0.4;
/** Standard deviation of speed: this much, m/s, and this share of it. */
const SPEED_ERROR = { fixed: 0.35, share: 0.02 };
/** Standard deviation of course, degrees: this much, and this over the speed in m/s. */
const COURSE_ERROR = { fixed: 2.5, overSpeed: 18 };
/** Below this speed, m/s, receivers go on giving the last course. */
const COURSE_HOLD = 0.7;

/** The speed (m/s) that a receiver reports if the true one is `speed`. That of an outlier has a larger error. */
export function reportedSpeed(speed: number, random: Random, outlier = false): number {
  const reported = Math.max(0, speed + (SPEED_ERROR.fixed + SPEED_ERROR.share * speed) * random.normal() * (outlier ? 4 : 1));
  return Math.round(reported * 100) / 100;
}

/** Adds fields to fixes, one receiver's in the order of time. */
export class FieldWriter {
  #course = 0;
  readonly #random: Random;
  readonly #settings: Simulation;

  constructor(random: Random, settings: Simulation) {
    this.#random = random;
    this.#settings = settings;
    this.#course = 360 * random.next();
  }

  /** Adds fields to a fix. `truth`: the true speed in m/s and heading in degrees. */
  write(point: TrackPoint, truth: { speed: number; heading: number }, reading: Reading): TrackPoint {
    const random = this.#random;
    const { fields, missing } = this.#settings;
    const known = reading.outlier && random.next() < KNOWN_OUTLIERS ? 4 : 1;
    const accuracy = Math.max(BEST_ACCURACY, known * reading.radius * exp(ACCURACY_SPREAD * random.normal()));
    const speed = reportedSpeed(truth.speed, random, reading.outlier);
    const drift = (COURSE_ERROR.fixed + COURSE_ERROR.overSpeed / Math.max(0.5, truth.speed)) * random.normal();
    if (truth.speed > COURSE_HOLD) this.#course = normaliseAngle(truth.heading + drift);
    // Random numbers are drawn for each field, carried or not, so that one field does not change the others.
    const has = [0, 1, 2].map(() => random.next() >= missing);
    if (fields.accuracy && has[0]) point.accuracy = toTenths(accuracy);
    if (fields.speed && has[1]) point.speed = speed;
    if (fields.course && has[2]) point.course = toTenths(this.#course);
    return point;
  }
}

/** What a fix may carry beside place and time. */
export const FIELDS = ["accuracy", "speed", "course"] as const;
/** Name of a field of {@link FIELDS}. */
export type Field = (typeof FIELDS)[number];

/** The track with only the named fields kept; time and position always are. */
export function withFields(track: readonly TrackPoint[], keep: readonly Field[]): TrackPoint[] {
  return track.map((point) => {
    const kept: TrackPoint = { lon: point.lon, lat: point.lat, time: point.time };
    for (const field of keep) if (point[field] != null) kept[field] = point[field];
    return kept;
  });
}

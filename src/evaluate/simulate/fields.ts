// Fields: what a receiver reports in addition to its position (accuracy, speed, course), and how these are missing or wrong.

import { badOption } from "../../errors.js";
import { normaliseAngle } from "../../geo/angles.js";
import { exp } from "../../geo/maths.js";
import { latScale, lonScale } from "../../geo/metres.js";
import { Random } from "../../geo/random.js";
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
/** Largest error of a wild place, to the east or west, and to the north or south, metres. */
const WILD_METRES = 300;
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
    if (fields.accuracy && has[0]) point.accuracy = Math.round(accuracy * 10) / 10;
    if (fields.speed && has[1]) point.speed = speed;
    if (fields.course && has[2]) point.course = Math.round(this.#course * 10) / 10;
    return point;
  }
}

/** Below this speed, m/s, a vehicle counts as standing. */
const HALT = 0.5;

/**
 * Faults of a device: a field that is wrong always or for a time, places that are wrong now and then, or missing times. Each is a function of a point, of
 * {@link Random} numbers and of the share of the track before the point; {@link withFault} applies one to a track.
 */
export const FAULTS = {
  "accuracy always 0": (point) => ({ ...point, accuracy: 0 }),
  "accuracy always 1 m": (point) => ({ ...point, accuracy: 1 }),
  "accuracy always 100 m": (point) => ({ ...point, accuracy: 100 }),
  "accuracy in mm": (point) => ({ ...point, accuracy: point.accuracy == null ? point.accuracy : point.accuracy * 1000 }),
  "course stuck at 0": (point) => ({ ...point, course: 0 }),
  "course counter-clockwise": (point) => ({ ...point, course: point.course == null ? point.course : normaliseAngle(-point.course) }),
  "course from east": (point) => ({ ...point, course: point.course == null ? point.course : normaliseAngle(90 - point.course) }),
  "course stuck at 0 from half way on": (point, _, share) => (share < 0.5 ? point : { ...point, course: 0 }),
  "course random at a halt": (point, random) => {
    const course = 360 * random.next();
    return point.speed != null && point.speed < HALT ? { ...point, speed: 0, course } : point;
  },
  "speed in km/h": (point) => ({ ...point, speed: point.speed == null ? point.speed : point.speed * 3.6 }),
  "speed in knots": (point) => ({ ...point, speed: point.speed == null ? point.speed : point.speed / 0.514444 }),
  "speed always 0": (point) => ({ ...point, speed: 0 }),
  "no times": (point) => ({ ...point, time: null }),
  "one place in fifty wild": (point, random) => wild(point, random, 0.02),
  "one place in twenty wild": (point, random) => wild(point, random, 0.05),
} as const satisfies Record<string, (point: TrackPoint, random: Random, share: number) => TrackPoint>;
/** Name of a fault in {@link FAULTS}. */
export type Fault = keyof typeof FAULTS;

/** The track as a device with the fault reports it; the same track each time. @throws SnapError "bad-option" for an unknown fault. */
export function withFault(track: readonly TrackPoint[], fault: Fault): TrackPoint[] {
  if (!Object.hasOwn(FAULTS, fault)) throw badOption("fault", fault, `one of ${Object.keys(FAULTS).join(", ")}`);
  const [first] = track;
  // Seeded by the track, so that the fault hits other places on each track.
  const random = new Random(Math.round(1e6 * (first?.lon ?? 0)) ^ Math.round(1e6 * (first?.lat ?? 0)));
  return track.map((point, i) => FAULTS[fault](point, random, i / track.length));
}

/** Moves a share of the points to anywhere in a square around them; nothing else in the point shows it. */
function wild(point: TrackPoint, random: Random, share: number): TrackPoint {
  const [chance, east, north] = [random.next(), random.next(), random.next()];
  if (chance >= share) return point;
  const { lon, lat } = point;
  return {
    ...point,
    lon: lon + (WILD_METRES * (2 * east - 1)) / lonScale(lat),
    lat: lat + (WILD_METRES * (2 * north - 1)) / latScale(lat),
  };
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

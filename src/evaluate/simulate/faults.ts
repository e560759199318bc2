// Faults: tracks as a device with a fault or a habit sends them: a field that is wrong, places that are, times that are.
import { badOption } from "../../errors.js";
import { normaliseAngle } from "../../geo/angles.js";
import { inSeconds } from "../../geo/dates.js";
import { Random } from "../../geo/random.js";
import type { TrackPoint } from "../../match/track/track.js";
import { isPlace, moved } from "../noise.js";
import {
  batches,
  coldStart,
  type Device,
  deadReckoning,
  events,
  held,
  lagging,
  overshooting,
  rounded,
  type Sent,
  secondsOf,
  wireless,
} from "./devices.js";

/** Largest error of a wild place, to the east or west, and to the north or south, metres. */
const WILD_METRES = 300;
/** Below this speed, m/s, a vehicle counts as standing. */
const HALT = 0.5;

/**
 * Faults and habits of devices, by name: a field that is wrong always or for a time, places that are wrong now and then, times that are missing, and what phones
 * and trackers make of places. {@link withFault} applies one to a track.
 */
export const FAULTS = {
  "accuracy always 0": each((point) => ({ ...point, accuracy: 0 })),
  "accuracy always 1 m": each((point) => ({ ...point, accuracy: 1 })),
  "accuracy always 100 m": each((point) => ({ ...point, accuracy: 100 })),
  "accuracy in mm": each((point) => ({ ...point, accuracy: point.accuracy == null ? point.accuracy : point.accuracy * 1000 })),
  "course stuck at 0": each((point) => ({ ...point, course: 0 })),
  "course counter-clockwise": each((point) => ({ ...point, course: point.course == null ? point.course : normaliseAngle(-point.course) })),
  "course from east": each((point) => ({ ...point, course: point.course == null ? point.course : normaliseAngle(90 - point.course) })),
  "course stuck at 0 from half way on": each((point, _, share) => (share < 0.5 ? point : { ...point, course: 0 })),
  "course random at a halt": each((point, random) => {
    const course = 360 * random.next();
    return point.speed != null && point.speed < HALT ? { ...point, speed: 0, course } : point;
  }),
  "speed in km/h": each((point) => ({ ...point, speed: point.speed == null ? point.speed : point.speed * 3.6 })),
  "speed in knots": each((point) => ({ ...point, speed: point.speed == null ? point.speed : point.speed / 0.514444 })),
  "speed always 0": each((point) => ({ ...point, speed: 0 })),
  "no times": each((point) => ({ ...point, time: null })),
  "times of whole minutes": each((point) => ({
    ...point,
    time: point.time == null ? point.time : 60 * Math.floor(inSeconds(point.time) / 60),
  })),
  "one place in fifty wild": each((point, random) => wild(point, random, 0.02)),
  "one place in twenty wild": each((point, random) => wild(point, random, 0.05)),
  "places of wireless networks for a while": wireless(1),
  "places of wireless networks that state half their error": wireless(0.5),
  "dead reckoning for a while": deadReckoning(null),
  "dead reckoning that states 5 m": deadReckoning(5),
  "far off at the start": coldStart(true),
  "far off at the start unstated": coldStart(false),
  "places late by 3 s": lagging(3),
  "places straight on past turns": overshooting(),
  "places held for 3 s": held(3),
  "places of 4 decimals": rounded(1e4),
  "places of 3 decimals": rounded(1e3),
  "times of delivery for a while": batches(),
  "sent at turns and each 200 m": events(),
} as const satisfies Record<string, Device>;
/** Name of a fault in {@link FAULTS}. */
export type Fault = keyof typeof FAULTS;

/** The track as a device with the fault sends it, which may be with fewer fixes; the same track each time. @throws SnapError "bad-option" for an unknown fault. */
export function withFault(track: readonly TrackPoint[], fault: Fault): TrackPoint[] {
  return sentWith(track, fault).filter((point) => point !== null);
}

/** What is sent in place of each fix. A fix that is no place stays as it is. @throws SnapError "bad-option" for an unknown fault. */
export function sentWith(track: readonly TrackPoint[], fault: Fault): Sent {
  if (!Object.hasOwn(FAULTS, fault)) throw badOption("fault", fault, `one of ${Object.keys(FAULTS).join(", ")}`);
  const [first] = track;
  // Seeded by the track, so that the fault hits other places on each track.
  const random = new Random(Math.round(1e6 * (first?.lon ?? 0)) ^ Math.round(1e6 * (first?.lat ?? 0)));
  const places = track.filter(isPlace);
  const sent = FAULTS[fault](places, random, secondsOf(places)).values();
  return track.map((fix) => (isPlace(fix) ? (sent.next().value ?? null) : fix));
}

/** A device that does the same to each fix, by the share of the track before it. */
function each(fault: (point: TrackPoint, random: Random, share: number) => TrackPoint): Device {
  return (track, random) => track.map((point, i) => fault(point, random, i / track.length));
}

/** Moves a share of the points to anywhere in a square around them; nothing else in the point shows it. */
function wild(point: TrackPoint, random: Random, share: number): TrackPoint {
  const [chance, east, north] = [random.next(), random.next(), random.next()];
  if (chance >= share) return point;
  const [lon, lat] = moved(point.lon, point.lat, WILD_METRES * (2 * east - 1), WILD_METRES * (2 * north - 1));
  return { ...point, lon, lat };
}

// Faults: tracks as a device with a fault or a habit sends them: a field that is wrong, places that are, times that are.
import { badOption } from "../../errors.js";
import { normaliseAngle } from "../../geo/angles.js";
import { inSeconds } from "../../geo/dates.js";
import { Random } from "../../geo/random.js";
import type { TrackPoint } from "../../match/track/track.js";
import type { RoadGraph } from "../../roads/graph.js";
import { isPlace, moved } from "../noise.js";
import { batches, clockSet, clockSetBack, inOrderOfTime } from "./clocks.js";
import { type Device, HALT, inPlace, type SentFix, secondsOf } from "./device.js";
import { coldStart, deadReckoning, held, heldOnce, lagging, onRoads, overshooting, whole, wireless } from "./places.js";
import { atHalts, events, inBends, parked, twoReceivers, yesterdayFirst } from "./sending.js";

/** Largest error of a wild place, to the east or west, and to the north or south, metres. */
const WILD_METRES = 300;
/** Parts of a degree in minutes of three and of two decimals, as NMEA sentences have them. */
const MINUTES = [60e3, 6e3] as const;
/** A trip of a day, and a night: seconds parked, and from fix to fix. */
const DAY = { seconds: 45 * 60, every: 120 };
const NIGHT = { seconds: 8 * 3600, every: 3600 };
/** Sends for one reason alone. */
const NEVER = { degrees: Infinity, metres: Infinity, seconds: Infinity };

/**
 * Faults and habits of devices, by name: a field that is wrong always or for a time, places that are wrong now and then, times that are missing or wrong, and
 * what phones and trackers send and make of places. {@link withFault} applies one to a track.
 */
export const FAULTS = {
  "accuracy always 0": each((point) => ({ ...point, accuracy: 0 })),
  "accuracy always 1 m": each((point) => ({ ...point, accuracy: 1 })),
  "accuracy always 100 m": each((point) => ({ ...point, accuracy: 100 })),
  "accuracy in mm": eachValue("accuracy", (metres) => metres * 1000),
  "course stuck at 0": each((point) => ({ ...point, course: 0 })),
  "course counter-clockwise": eachValue("course", (degrees) => normaliseAngle(-degrees)),
  "course from east": eachValue("course", (degrees) => normaliseAngle(90 - degrees)),
  "course stuck at 0 from half way on": each((point, _, share) => (share < 0.5 ? point : { ...point, course: 0 })),
  "course random at a halt": each((point, random) => {
    const course = 360 * random.next();
    return point.speed != null && point.speed < HALT ? { ...point, speed: 0, course } : point;
  }),
  "speed in km/h": eachValue("speed", (speed) => speed * 3.6),
  "speed in knots": eachValue("speed", (speed) => speed / 0.514444),
  "speed always 0": each((point) => ({ ...point, speed: 0 })),
  "no times": each((point) => ({ ...point, time: null })),
  "times of whole minutes": eachValue("time", (time) => 60 * Math.floor(inSeconds(time) / 60)),
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
  "places of 4 decimals": whole(1e4, Math.round),
  "places of 3 decimals": whole(1e3, Math.round),
  "places cut to 4 decimals": whole(1e4, Math.trunc),
  "places cut to 3 decimals": whole(1e3, Math.trunc),
  "places cut to 3 decimals of minutes": whole(MINUTES[0], Math.trunc),
  "places cut to 2 decimals of minutes": whole(MINUTES[1], Math.trunc),
  "places put on roads": onRoads(0),
  "places put on roads, one in ten on a wrong one": onRoads(0.1),
  "place held for 3 min once": heldOnce(180),
  "speed in whole km/h": eachValue("speed", (speed) => Math.floor(3.6 * speed) / 3.6),
  "speed late by 3 s": fieldLate("speed", 3),
  "course late by 3 s": fieldLate("course", 3),
  "course of eight": eachValue("course", (degrees) => (45 * Math.round(degrees / 45)) % 360),
  "times of delivery for a while": batches(),
  "clock set forward by an hour": clockSet(() => 3600),
  "clock set back by an hour": clockSet(() => -3600),
  "clock set back by a quarter, in order of time": inOrderOfTime(clockSet((duration) => -Math.round(duration / 4))),
  "clock set back by seconds now and then": clockSetBack(),
  "place of yesterday first": yesterdayFirst(),
  "two devices": twoReceivers(0),
  "two devices, one 8 s ahead": twoReceivers(8),
  "parked four times, 5 m adrift": parked(4, { ...DAY, metres: 5 }),
  "parked four times, 10 m adrift": parked(4, { ...DAY, metres: 10 }),
  "parked four times, 20 m adrift": parked(4, { ...DAY, metres: 20 }),
  "parked for a night": parked(1, { ...NIGHT, metres: 8 }),
  "sent at turns and each 200 m": events({ degrees: 30, metres: 200, seconds: 60 }),
  "sent at turns, each 500 m and 2 min": events({ degrees: 30, metres: 500, seconds: 120 }),
  "sent at sharp turns, each km and 2 min": events({ degrees: 45, metres: 1000, seconds: 120 }),
  "sent at halts and each minute": atHalts(60),
  "sent in bends and each minute": inBends(60),
  "sent each 50 m": events({ ...NEVER, metres: 50 }),
  "sent each 100 m": events({ ...NEVER, metres: 100 }),
  "sent each 250 m": events({ ...NEVER, metres: 250 }),
  "sent each 500 m": events({ ...NEVER, metres: 500 }),
} as const satisfies Record<string, Device>;
/** Name of a fault in {@link FAULTS}. */
export type Fault = keyof typeof FAULTS;

/**
 * The track as a device with the fault sends it, which may be with fewer fixes, or with more; the same track each time. `roads`: for devices that have a map;
 * without them such a device changes nothing.
 * @throws SnapError "bad-option" for an unknown fault.
 */
export function withFault(track: readonly TrackPoint[], fault: Fault, roads: RoadGraph | null = null): TrackPoint[] {
  return sentWith(track, fault, roads).map(({ fix }) => fix);
}

/** What is sent of the track. A fix that is no place stays as it is. @throws SnapError "bad-option" for an unknown fault. */
export function sentWith(track: readonly TrackPoint[], fault: Fault, roads: RoadGraph | null = null): SentFix[] {
  if (!Object.hasOwn(FAULTS, fault)) throw badOption("fault", fault, `one of ${Object.keys(FAULTS).join(", ")}`);
  const [first] = track;
  // Seeded by the track, so that the fault hits other places on each track.
  const random = new Random(Math.round(1e6 * (first?.lon ?? 0)) ^ Math.round(1e6 * (first?.lat ?? 0)));
  const places = track.flatMap((fix, i) => (isPlace(fix) ? [i] : []));
  const fixes = places.map((i) => track[i]);
  const others = track.flatMap((fix, of): SentFix[] => (isPlace(fix) ? [] : [{ fix, of, at: Number.NaN }]));
  let next = 0;
  const sent = FAULTS[fault](fixes, random, secondsOf(fixes), roads).flatMap((one) => {
    const of = places[one.of];
    const before = next;
    while (next < others.length && others[next].of < of) next++;
    return [...others.slice(before, next), { ...one, of }];
  });
  return [...sent, ...others.slice(next)];
}

/** A device that does the same to each fix, by the share of the track before it. */
function each(fault: (point: TrackPoint, random: Random, share: number) => TrackPoint): Device {
  return inPlace((track, random) => track.map((point, i) => fault(point, random, i / track.length)));
}

/** A device that states another value wherever a fix has one. */
function eachValue<Name extends "accuracy" | "speed" | "course" | "time">(
  name: Name,
  change: (value: NonNullable<TrackPoint[Name]>) => number,
): Device {
  return each((point) => {
    const value = point[name];
    return value == null ? point : { ...point, [name]: change(value) };
  });
}

/** A field that is that of so many seconds before. */
function fieldLate(field: "speed" | "course", by: number): Device {
  return inPlace((track, _, seconds) => {
    let before = 0;
    return track.map((point, i) => {
      while (before < i && seconds[before + 1] <= seconds[i] - by) before++;
      return point[field] == null ? point : { ...point, [field]: track[before][field] };
    });
  });
}

/** Moves a share of the points to anywhere in a square around them; nothing else in the point shows it. */
function wild(point: TrackPoint, random: Random, share: number): TrackPoint {
  const [chance, east, north] = [random.next(), random.next(), random.next()];
  if (chance >= share) return point;
  const [lon, lat] = moved(point.lon, point.lat, WILD_METRES * (2 * east - 1), WILD_METRES * (2 * north - 1));
  return { ...point, lon, lat };
}

// What a road can say about itself, as small numbers: modes, classes, flags and speed limits.

/** Access bits, one per kind of traveller. An arc carries the union of those allowed to use it: `roads.arcAccess[arc] & Access.walking`. */
export const Access = { driving: 1, trucking: 2, walking: 4, cycling: 8 } as const;
/** A kind of traveller: a car, a lorry, a person on foot, a bicycle. */
export type Mode = keyof typeof Access;
/** All of them, in the order of their bits. */
export const MODES = Object.keys(Access) as Mode[];
/** Every access bit. */
export const ACCESS_ALL = 15;
/** Access bits of motor vehicles. Written as numbers, which a bundler can leave out if nobody uses them. */
export const MOTOR_VEHICLES = 1 | 2;
/** Access bits of all vehicles, bicycles among them. */
export const VEHICLES = 1 | 2 | 8;
/** Access bits of those who have no motor: walkers and cyclists. */
export const FOOT_AND_CYCLE = 4 | 8;

/** Road classes in the order of importance; the index is what the road file stores. */
export const ROAD_CLASSES = [
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "unclassified",
  "residential",
  "living_street",
  "service",
  "track",
  "pedestrian",
  "cycleway",
  "footway", // also path, bridleway, corridor
  "steps",
  "ferry",
] as const;
/** A road class. `ramp` is a flag on it, not a class of its own. */
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Flag bits of an edge: `roads.edgeFlags[edge] & Flag.toll`. */
export const Flag = {
  /** `tunnel`, but no culvert. */
  tunnel: 1,
  /** `bridge`. */
  bridge: 2,
  /** `*_link`: slip roads and ramps. */
  ramp: 4,
  /** `junction=roundabout` or `circular`. */
  roundabout: 8,
  /** A ferry's way. */
  ferry: 16,
  /** `toll=yes`, or a toll booth on it. */
  toll: 32,
  /** Access by permission (`private`, `permit`, …). Still an arc one may drive, at a price. */
  private: 64,
  /** Not paved, by its `surface`; if that is not known, by its `tracktype`; if neither is, every track. */
  unpaved: 128,
  /** A gate, lift gate or similar stands on the edge. */
  gate: 256,
  /** `destination`, `customers`, `delivery`: no through traffic. */
  destination: 512,
  /** `service=driveway | parking_aisle | drive-through | alley …`: within a property. */
  minor: 1024,
  /** Bicycles are pushed here. */
  pushed: 2048,
  /** Open to lorries for deliveries or by permission only, where cars are free to go. */
  truckRestricted: 8192,
} as const;

/**
 * The flag bits by which `private` and `destination` do not apply to those of these access bits, as on a right of way along a private road. Only walkers and
 * cyclists have such bits: they lie behind those of {@link Flag}.
 */
export function openTo(access: number): number {
  return (access & FOOT_AND_CYCLE) << 12;
}

/**
 * A posted speed limit as 16 bits: 0 is unknown; bit 15 says miles per hour; the rest is the sign's number in tenths.
 * Storing the sign rather than a conversion keeps `30 mph` exactly 30.
 */
export type SpeedCode = number;

const MPH_BIT = 0x8000;
/** Kilometres in one international mile (exact by definition). */
export const KM_PER_MILE = 1.609344;

/** A posted limit as a {@link SpeedCode}, to a tenth of its unit. Anything not finite, not positive or above 3276.7 is unknown (0). */
export function encodeSpeed(value: number, unit: "kph" | "mph" = "kph"): SpeedCode {
  const tenths = Math.round(value * 10);
  if (!(tenths > 0 && tenths < MPH_BIT)) return 0;
  return unit === "mph" ? tenths | MPH_BIT : tenths;
}

/** The limit in km/h, or null when unknown. */
export function speedKph(code: SpeedCode): number | null {
  return speedIn(code, KM_PER_MILE, 1);
}

/** The limit in miles per hour, or null when unknown. */
export function speedMph(code: SpeedCode): number | null {
  return speedIn(code, 1, KM_PER_MILE);
}

/** The sign's number in another unit, of which a mile has `perMile`, and one of which is `kilometres` long. */
function speedIn(code: SpeedCode, perMile: number, kilometres: number): number | null {
  const value = (code & (MPH_BIT - 1)) / 10;
  if (code === 0) return null;
  return code & MPH_BIT ? value * perMile : value / kilometres;
}

/** The limit in metres per second, or null when unknown. */
export function speedMps(code: SpeedCode): number | null {
  const kph = speedKph(code);
  return kph === null ? null : kph / 3.6;
}

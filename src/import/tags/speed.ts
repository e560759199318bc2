// Speed: posted limits, in the unit of the sign. A limit for which neither a sign nor a law has a number stays unknown.
import { encodeSpeed, type SpeedCode } from "../../roads/attributes.js";
import { conditionalClauses } from "./conditional.js";
import { zoneSpeed } from "./speed-zones.js";
import type { Tags } from "./tags.js";

/** Limits along and against a way, for all and for heavy goods vehicles; 0 unknown. */
export interface Speeds {
  speedForward: SpeedCode;
  speedBackward: SpeedCode;
  truckSpeedForward: SpeedCode;
  truckSpeedBackward: SpeedCode;
}

const KPH_PER_KNOT = 1.852;
/** Keys that name the law behind a limit, used if `maxspeed` itself is missing. The last of them may also be the number of the zone. */
const ZONE_KEY = "zone:maxspeed";
const ZONE_KEYS = ["maxspeed:type", "source:maxspeed", ZONE_KEY];
/** A condition on weight, with its tonnes. Every heavy goods vehicle meets it if these are at most LEAST_HEAVY. */
const HEAVY = /^\(?\s*(?:max)?weight(?:rating)?\s*>=?\s*(\d+(?:\.\d+)?)\s*t?\s*\)?$/;
/** Every heavy goods vehicle is heavier than this, tonnes. */
const LEAST_HEAVY = 3.5;

/** The limits a way's tags post. */
export function speedsOf(tags: Tags): Speeds {
  const all = first(tags, ["maxspeed"]) ?? impliedByZone(tags);
  const trucks = first(tags, ["maxspeed:hgv"]) ?? limitOfTheHeavy(tags);
  return {
    speedForward: first(tags, ["maxspeed:forward"]) ?? all,
    speedBackward: first(tags, ["maxspeed:backward"]) ?? all,
    truckSpeedForward: first(tags, ["maxspeed:hgv:forward", "maxspeed:forward:hgv"]) ?? trucks,
    truckSpeedBackward: first(tags, ["maxspeed:hgv:backward", "maxspeed:backward:hgv"]) ?? trucks,
  };
}

/** The limit posted for all vehicles as heavy as heavy goods vehicles are (`maxspeed:conditional=80 @ (weight>3.5)`). */
function limitOfTheHeavy(tags: Tags): SpeedCode {
  for (const key of ["maxspeed:hgv:conditional", "maxspeed:conditional"]) {
    for (const { value, condition } of conditionalClauses(tags.get(key)))
      if (Number(HEAVY.exec(condition)?.[1]) <= LEAST_HEAVY) return parseSpeed(value);
  }
  return 0;
}

/**
 * The limit of the first of the keys that is there. If that is none or variable, no further key is asked; but `implicit` means the limit that the law sets,
 * which the next keys may name.
 */
function first(tags: Tags, keys: readonly string[]): SpeedCode | undefined {
  for (const key of keys) {
    const value = tags.get(key);
    if (value !== undefined && value !== "implicit") return parseSpeed(value);
  }
  return undefined;
}

function impliedByZone(tags: Tags): SpeedCode {
  for (const key of ZONE_KEYS) {
    const value = tags.get(key);
    const speed = value === undefined ? 0 : key === ZONE_KEY ? parseSpeed(value) : zoneSpeed(value);
    if (speed !== 0) return speed;
  }
  // A zone for traffic in general gives its limit to all its roads except motorways and trunk roads.
  const zone = tags.get("zone:traffic") ?? "";
  return zone.endsWith(":urban") && !/^(motorway|trunk)/.test(tags.get("highway") ?? "") ? zoneSpeed(zone) : 0;
}

/**
 * Reads one value of `maxspeed`: `50`, `30 mph`, `20 knots`, `RO:urban`, `DE:zone:30`, `walk`. Anything else is unknown (0), including `none`, `signals` and
 * lists.
 */
function parseSpeed(text: string): SpeedCode {
  const value = text.trim();
  const number = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots?|kn)?$/i.exec(value);
  if (number === null) return zoneSpeed(value);
  const unit = number[2]?.toLowerCase() ?? "";
  if (unit === "mph") return encodeSpeed(Number(number[1]), "mph");
  return encodeSpeed(Number(number[1]) * (unit.startsWith("kn") ? KPH_PER_KNOT : 1));
}

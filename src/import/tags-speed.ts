// Posted speed limits: what the sign says, in the sign's unit. What no sign or law puts a number on stays unknown.
import { encodeSpeed, type SpeedCode } from "../roads/attributes.js";
import { zoneSpeed } from "./speed-zones.js";
import type { Tags } from "./tags.js";
import { conditionalClauses } from "./tags-conditional.js";

/** Limits along and against a way, for all and for heavy goods vehicles; 0 unknown. */
export interface Speeds {
  speedForward: SpeedCode;
  speedBackward: SpeedCode;
  truckSpeedForward: SpeedCode;
  truckSpeedBackward: SpeedCode;
}

const KPH_PER_KNOT = 1.852;
/** Keys that name the law behind a limit where `maxspeed` itself is missing; the last of them may give the number of the zone itself. */
const ZONE_KEY = "zone:maxspeed";
const ZONE_KEYS = ["maxspeed:type", "source:maxspeed", ZONE_KEY];
/** A condition that every heavy goods vehicle meets: it weighs more. */
const HEAVY = /^\(?\s*(?:max)?weight(?:rating)?\s*>=?\s*(\d+(?:\.\d+)?)\s*t?\s*\)?$/;
/** Tonnes that every one of them may weigh. */
const LEAST_HEAVY = 3.5;

/** The limits a way's tags post. */
export function speedsOf(tags: Tags): Speeds {
  const all = first(tags, ["maxspeed"]) ?? impliedByZone(tags);
  const trucks = first(tags, ["maxspeed:hgv"]) ?? ofTheHeavy(tags);
  return {
    speedForward: first(tags, ["maxspeed:forward"]) ?? all,
    speedBackward: first(tags, ["maxspeed:backward"]) ?? all,
    truckSpeedForward: first(tags, ["maxspeed:hgv:forward", "maxspeed:forward:hgv"]) ?? trucks,
    truckSpeedBackward: first(tags, ["maxspeed:hgv:backward", "maxspeed:backward:hgv"]) ?? trucks,
  };
}

/** What is posted for all who are as heavy as every heavy goods vehicle is (`maxspeed:conditional=80 @ (weight>3.5)`). */
function ofTheHeavy(tags: Tags): SpeedCode {
  for (const key of ["maxspeed:hgv:conditional", "maxspeed:conditional"]) {
    for (const { value, condition } of conditionalClauses(tags.get(key)))
      if (Number(HEAVY.exec(condition)?.[1]) <= LEAST_HEAVY) return parseSpeed(value);
  }
  return 0;
}

/** The first of the keys that is there at all: a limit that is known to be none or variable is not looked for elsewhere, but one that the law sets is. */
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
  // Of a zone that is about more than speed, what holds for every road in it that is no motorway.
  const zone = tags.get("zone:traffic") ?? "";
  return zone.endsWith(":urban") && !/^(motorway|trunk)/.test(tags.get("highway") ?? "") ? zoneSpeed(zone) : 0;
}

/**
 * Reads one value of `maxspeed`: `50`, `30 mph`, `20 knots`, `RO:urban`, `DE:zone:30`, `walk`. Anything else, `none`, `signals` and lists
 * among it, is unknown (0).
 */
function parseSpeed(text: string): SpeedCode {
  const value = text.trim();
  const number = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots?|kn)?$/i.exec(value);
  if (number === null) return zoneSpeed(value);
  const unit = number[2]?.toLowerCase() ?? "";
  if (unit === "mph") return encodeSpeed(Number(number[1]), "mph");
  return encodeSpeed(Number(number[1]) * (unit.startsWith("kn") ? KPH_PER_KNOT : 1));
}

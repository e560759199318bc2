// One-way: in which directions a road is open, who is exempt from a one-way, and which roads are one-way without a tag.
import { Access, MODES, type Mode, type RoadClass } from "../../roads/attributes.js";
import type { WayAccess } from "./access.js";
import { conditionalValues } from "./conditional.js";
import type { Tags } from "./tags.js";

/** Access bits along and against a way. */
export interface Directions {
  forward: number;
  backward: number;
}

/** 1: only along the way, -1: only against it, 0: both. */
type Direction = 1 | -1 | 0;

const DIRECTION: Readonly<Record<string, Direction>> = {
  yes: 1,
  true: 1,
  "1": 1,
  "-1": -1,
  reverse: -1,
  no: 0,
  false: 0,
  "0": 0,
  // The direction changes with time, and a track may be of either.
  reversible: 0,
  alternating: 0,
};

/** Whether a value of `oneway` is known. */
export function isDirection(value: string): boolean {
  return Object.hasOwn(DIRECTION, value);
}

/** Keys about a mode, the most specific first. Walkers are bound only by the key about them. */
const ONEWAY_KEYS: Readonly<Record<Mode, readonly string[]>> = {
  driving: ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"],
  trucking: ["oneway:hgv", "oneway:motor_vehicle", "oneway:vehicle", "oneway"],
  cycling: ["oneway:bicycle", "oneway:vehicle", "oneway"],
  walking: ["oneway:foot"],
};

/** Keys of cycle lanes and tracks that are drawn as part of the street. */
const CYCLEWAYS = ["cycleway", "cycleway:left", "cycleway:right", "cycleway:both"];

/** Applies the one-way rules to those who may use the way. */
export function directionsOf(tags: Tags, roadClass: RoadClass, access: WayAccess): Directions {
  let along = 0;
  let against = 0;
  for (const mode of MODES) {
    const direction = directionFor(tags, roadClass, mode);
    if (direction !== -1) along |= Access[mode];
    if (direction !== 1) against |= Access[mode];
  }
  return {
    forward: access.forward & (along | access.forwardAnyway),
    backward: access.backward & (against | access.backwardAnyway),
  };
}

function directionFor(tags: Tags, roadClass: RoadClass, mode: Mode): Direction {
  if (mode === "walking") return walkersDirection(tags, roadClass);
  const direction = firstDirection(tags, ONEWAY_KEYS[mode], impliedDirection(tags))!;
  if (mode !== "cycling" || direction === 0 || tags.has("oneway:bicycle")) return direction;
  return hasContraflowLane(tags, direction) ? 0 : direction;
}

/**
 * The direction by the first of the keys that has one, else `otherwise`. It is both ways if that key, or one before it, has another direction under some
 * condition.
 */
function firstDirection(tags: Tags, keys: readonly string[], otherwise?: Direction): Direction | undefined {
  const found = keys.findIndex((key) => Object.hasOwn(DIRECTION, tags.get(key) ?? ""));
  const direction = found < 0 ? otherwise : DIRECTION[tags.get(keys[found])!];
  const asked = found < 0 ? keys : keys.slice(0, found + 1);
  const atTimes = asked
    .flatMap((key) => conditionalValues(tags.get(`${key}:conditional`)))
    .filter((value) => Object.hasOwn(DIRECTION, value));
  return direction === undefined || atTimes.every((value) => DIRECTION[value] === direction) ? direction : 0;
}

/** Motorways (not their links, whose direction is always tagged) and roundabouts are one-way unless they say otherwise. */
function impliedDirection(tags: Tags): Direction {
  const junction = tags.get("junction");
  return tags.get("highway") === "motorway" || junction === "roundabout" || junction === "circular" ? 1 : 0;
}

/** Whether there is a cycle lane against the traffic: an `opposite` value, or a lane with a direction other than the street's. */
function hasContraflowLane(tags: Tags, street: Direction): boolean {
  for (const key of CYCLEWAYS) {
    if (tags.get(key)?.startsWith("opposite")) return true;
    const lane = firstDirection(tags, [`${key}:oneway`]);
    if (lane !== undefined && lane !== street) return true;
  }
  return false;
}

/** The direction for walkers. They may go against the traffic, but not against moving or one-way steps, or a ferry. */
function walkersDirection(tags: Tags, roadClass: RoadClass): Direction {
  const own = firstDirection(tags, ONEWAY_KEYS.walking);
  if (own !== undefined) return own;
  const conveying = tags.get("conveying");
  if (conveying === "forward") return 1;
  if (conveying === "backward") return -1;
  return conveying === "yes" || roadClass === "steps" || roadClass === "ferry" ? (firstDirection(tags, ["oneway"]) ?? 0) : 0;
}

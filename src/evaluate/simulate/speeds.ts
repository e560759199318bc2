// Speeds: how fast people travel: along open roads, through bends, by mode.
import { usualSpeed } from "../../match/routes/usual-speed.js";
import type { Mode } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";

/** Speed that a traveller reaches on an empty road, m/s. */
export const MODE_SPEED: Record<Mode, number> = { driving: 55, trucking: 24, walking: 1.5, cycling: 6 };

/** Sideways acceleration people accept in a bend, m/s². */
const BEND = 2.2;
/** Lowest speed in a bend, m/s. */
const SLOWEST_BEND = 2;

/** Speed that a driver would keep on an arc if nothing but the road limited it, m/s. */
export function cruiseSpeed(roads: RoadGraph, arc: number, mode: Mode): number {
  return Math.min(usualSpeed(roads, arc, mode === "trucking"), MODE_SPEED[mode]);
}

/** Speed through a bend of so many degrees between two pieces of line, m/s. A mapped corner is rounded over at most 12 m to each side. */
export function bendSpeed(degrees: number, before: number, after: number): number {
  const angle = (degrees * Math.PI) / 180;
  if (angle < 0.05) return Infinity;
  const radius = (Math.min(before, 12) + Math.min(after, 12)) / 2 / angle;
  return Math.max(SLOWEST_BEND, Math.sqrt(BEND * radius));
}

// How fast people drive where: along open roads, through bends, by mode.
import { usualSpeed } from "../../match/usual-speed.js";
import type { Mode } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";

/** What a traveller reaches with the road all to themselves, m/s. */
export const MODE_SPEED: Record<Mode, number> = { driving: 55, trucking: 24, walking: 1.5, cycling: 6 };

/** Sideways acceleration people accept in a bend, m/s². */
const BEND = 2.2;
/** Nobody drives a bend slower than this, m/s. */
const SLOWEST_BEND = 2;

/** Speed a driver would hold on an arc if nothing but the road limited it, m/s. */
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

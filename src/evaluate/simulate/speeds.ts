// How fast people drive where: by class when the limit is unknown, through bends, by mode.

import { Flag, type Mode, type RoadClass } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";

/** What traffic does on an open road of this class without a known limit, m/s. */
const CLASS_SPEED: Record<RoadClass, number> = {
  motorway: 31,
  trunk: 25,
  primary: 17,
  secondary: 15,
  tertiary: 13,
  unclassified: 11,
  residential: 9,
  living_street: 4,
  service: 5,
  track: 5,
  pedestrian: 3,
  cycleway: 5,
  footway: 2,
  steps: 1,
  ferry: 6,
};

/** What a traveller reaches with the road all to themselves, m/s. */
const MODE_SPEED: Record<Mode, number> = { driving: 55, trucking: 24, walking: 1.5, cycling: 6 };

/** Sideways acceleration people accept in a bend, m/s². */
const BEND = 2.2;
/** Nobody drives a bend slower than this, m/s. */
const SLOWEST_BEND = 2;
const RAMP_FACTOR = 0.75;
const ROUNDABOUT = 8;

/** Speed a driver would hold on an arc if nothing but the road limited it, m/s. */
export function cruiseSpeed(roads: RoadGraph, arc: number, mode: Mode): number {
  const edge = arc >>> 1;
  const flags = roads.edgeFlags[edge];
  const posted = roads.limit(arc, mode === "trucking");
  let speed = posted ?? CLASS_SPEED[roads.className(edge)] * (flags & Flag.ramp ? RAMP_FACTOR : 1);
  if (flags & Flag.roundabout) speed = Math.min(speed, ROUNDABOUT);
  return Math.min(speed, MODE_SPEED[mode]);
}

/** Speed through a bend of so many degrees between two pieces of line, m/s. A mapped corner is rounded over at most 12 m to each side. */
export function bendSpeed(degrees: number, before: number, after: number): number {
  const angle = (degrees * Math.PI) / 180;
  if (angle < 0.05) return Infinity;
  const radius = (Math.min(before, 12) + Math.min(after, 12)) / 2 / angle;
  return Math.max(SLOWEST_BEND, Math.sqrt(BEND * radius));
}

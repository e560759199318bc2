// Usual speed: what traffic does on an open road, by its posted limit or its class.
import { Flag, ROAD_CLASSES, type RoadClass } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";

/** On a road of this class without a known limit, m/s. */
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
/** The same by number of the class. */
const SPEED = Float64Array.from(ROAD_CLASSES, (name) => CLASS_SPEED[name]);
const RAMP_FACTOR = 0.75;
const ROUNDABOUT = 8;

/** Metres per second at which vehicles go along an arc if nothing but the road limits them; for trucks by their own limit where there is one. */
export function usualSpeed(roads: RoadGraph, arc: number, forTrucks: boolean): number {
  const edge = arc >>> 1;
  const flags = roads.edgeFlags[edge];
  const posted = roads.limit(arc, forTrucks);
  const speed = posted ?? SPEED[roads.edgeClass[edge]] * (flags & Flag.ramp ? RAMP_FACTOR : 1);
  return flags & Flag.roundabout ? Math.min(speed, ROUNDABOUT) : speed;
}

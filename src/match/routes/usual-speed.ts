// Usual speed: what traffic does on an open road, by its posted limit or its class.
import * as FLAG from "../../roads/flags.js";
import type { RoadGraph } from "../../roads/graph.js";

/** Usual speed on a road of each class without a known limit, m/s, in the order of ROAD_CLASSES. */
// biome-ignore format: a class a line
const SPEED = Float64Array.of(
  31, // motorway
  25, // trunk
  17, // primary
  15, // secondary
  13, // tertiary
  11, // unclassified
  9, // residential
  4, // living_street
  5, // service
  5, // track
  3, // pedestrian
  5, // cycleway
  2, // footway
  1, // steps
  6, // ferry
);
const RAMP_FACTOR = 0.75;
const ROUNDABOUT = 8;

/** Speed of vehicles on an arc if nothing but the road limits them, m/s; of trucks by their own limit if there is one. */
export function usualSpeed(roads: RoadGraph, arc: number, forTrucks: boolean): number {
  const edge = arc >>> 1;
  const flags = roads.edgeFlags[edge];
  const speed = roads.limit(arc, forTrucks) ?? SPEED[roads.edgeClass[edge]] * (flags & FLAG.ramp ? RAMP_FACTOR : 1);
  return flags & FLAG.roundabout ? Math.min(speed, ROUNDABOUT) : speed;
}

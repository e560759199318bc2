// Extent: of roads in many short pieces more places are near a fix than of others, and are one road all the same.
import { log } from "../geo/maths.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Lattice } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/** Emissions (nats, one per state) with which ways are added up; see {@link extentCost}. */
export function emissionsByExtent(roads: RoadGraph, { first, arc, offset, emission }: Lattice, { count, sigma }: Steps): Float64Array {
  const nats = emission.slice(0, first[count]);
  for (let k = 0; k < count; k++) {
    for (let i = first[k] + 1; i < first[k + 1]; i++) nats[i] += extentCost(offset[i], roads.edgeLength[arc[i] >>> 1], sigma[k]);
  }
  return nats;
}

/**
 * Nats by which a place on an edge counts less than one on an endless road: for as much as the part of the fix's error along the road that falls on
 * the edge.
 * So all pieces of a road together count for as much as if it were one. A way that goes along a road is no dearer for it, whatever its pieces.
 */
export function extentCost(offset: number, length: number, sigma: number): number {
  // Twice the share of errors up to so many metres, by a curve much like the normal distribution's.
  const within = (metres: number) => metres / Math.sqrt(metres * metres + 1.5 * sigma * sigma);
  return -log(MODEL.leastExtent + (within(offset) + within(length - offset)) / 2);
}

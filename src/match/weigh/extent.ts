// Extent: a road cut into many short edges has more places near a fix than another road. In the posterior they must count as one road.
import { log } from "../../geo/maths.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Lattice } from "../decode/lattice.js";
import * as MODEL from "../model.js";
import type { Steps } from "../track/steps.js";

/** The emissions that the posterior adds ways up with: nats, one per state, each with its {@link extentCost}. */
export function emissionsByExtent(roads: RoadGraph, { first, arc, offset, emission }: Lattice, { count, sigma }: Steps): Float64Array {
  const nats = emission.slice(0, first[count]);
  for (let k = 0; k < count; k++) {
    for (let i = first[k] + 1; i < first[k + 1]; i++) nats[i] += extentCost(offset[i], roads.edgeLength[arc[i] >>> 1], sigma[k]);
  }
  return nats;
}

/**
 * Nats by which a place on an edge counts less than one on an endless road: −log of the share of the fix's error along the road that falls on the edge. So
 * all edges of a road together count as much as if they were one. Only the posterior has this cost: Viterbi's ways are no dearer for how roads are cut.
 */
export function extentCost(offset: number, length: number, sigma: number): number {
  // Twice the share of errors up to so many metres, by a curve much like the normal distribution's.
  const within = (metres: number) => metres / Math.sqrt(metres * metres + 1.5 * sigma * sigma);
  return -log(MODEL.leastExtent + (within(offset) + within(length - offset)) / 2);
}

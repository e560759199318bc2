// Confidence: the probability that the traveller drove along the place chosen for a step.
import type { RoadGraph } from "../roads/graph.js";
import { calibrated } from "./calibration.js";
import type { CurveName } from "./calibration-curves.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/**
 * For each step, the posterior of all states that say the same as the one chosen: those on its edge, and those a few metres on or back
 * along the way past a junction, from where the place has been, or will be, driven along all the same. 0 off the road.
 */
export function confidenceOf(
  roads: RoadGraph,
  lattice: Lattice,
  chosen: Int32Array,
  probability: Float64Array,
  steps: Steps,
  curve: CurveName,
): Float64Array {
  const { arc, offset, first } = lattice;
  const confidence = new Float64Array(chosen.length);
  for (let k = 0; k < chosen.length; k++) {
    const state = chosen[k];
    const own = arc[state];
    if (own === OFF) continue;
    const toEnd = roads.edgeLength[own >>> 1] - offset[state];
    const reach = MODEL.agreeMetres + MODEL.agreeSigmas * steps.sigma[k];
    let sum = 0;
    for (let j = first[k] + 1; j < first[k + 1]; j++) {
      const other = arc[j];
      const onward = roads.tail(other) === roads.head(own) && toEnd + offset[j] < reach;
      const back = roads.head(other) === roads.tail(own) && offset[state] + roads.edgeLength[other >>> 1] - offset[j] < reach;
      if (other >>> 1 === own >>> 1 || onward || back) sum += probability[j];
    }
    confidence[k] = calibrated(Math.min(1, sum), curve);
  }
  return confidence;
}

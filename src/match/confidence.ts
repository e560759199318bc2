// Confidence: the probability that the traveller drove along the place chosen for a step.
import type { RoadGraph } from "../roads/graph.js";
import { calibrated } from "./calibration.js";
import type { CurveName } from "./calibration-curves.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Path, Run } from "./path.js";
import type { Steps } from "./steps.js";

/**
 * Per step, the summed posterior of all states that agree with the chosen one, calibrated: those on its edge, and those on edges of the way within
 * the fix's error along it. Where the way ends, any edge that it may go on by agrees as well, and where it begins any that it may have come by. 0 off
 * the road.
 */
export function confidenceOf(
  roads: RoadGraph,
  lattice: Lattice,
  chosen: Int32Array,
  probability: Float64Array,
  steps: Steps,
  path: Path,
  curve: CurveName,
): Float64Array {
  const { arc, offset, distance, first } = lattice;
  const confidence = new Float64Array(chosen.length);
  for (let k = 0; k < chosen.length; k++) {
    const state = chosen[k];
    const own = arc[state];
    if (own === OFF) continue;
    const edges = [own >>> 1];
    const { run, piece } = path.anchors[k];
    const reach = Math.min(MODEL.agreeMost, MODEL.agreeMetres + MODEL.agreeSigmas * steps.sigma[k]);
    addWay(edges, roads, path.runs[run], piece, -1, reach - offset[state]);
    addWay(edges, roads, path.runs[run], piece, 1, reach + offset[state] - roads.edgeLength[edges[0]]);
    const begins = path.anchors[k - 1]?.run !== run;
    const ends = path.anchors[k + 1]?.run !== run;
    if (begins !== ends) addChains(edges, roads, arc.subarray(first[k] + 1, first[k + 1]), own, begins);
    let sum = 0;
    // The most that one edge has which says otherwise; its two arcs follow one another.
    let rival = 0;
    let others = 0;
    for (let j = first[k] + 1; j < first[k + 1]; j++) {
      if (arc[j - 1] !== (arc[j] ^ 1)) others = 0;
      if (edges.includes(arc[j] >>> 1)) sum += probability[j];
      else others += probability[j];
      rival = Math.max(rival, others);
    }
    confidence[k] = calibrated(sum, curve, rival, distance[state] / steps.sigma[k]);
  }
  return confidence;
}

/** Adds the edges that begin no more than `metres` on from a piece's end, or back from its beginning (`step` −1). */
function addWay(edges: number[], roads: RoadGraph, run: Run, piece: number, step: number, metres: number): void {
  let left = metres;
  for (let n = piece + step; n in run.pieces && left > 0; n += step) {
    const edge = run.pieces[n].arc >>> 1;
    edges.push(edge);
    left -= roads.edgeLength[edge];
  }
}

/** Adds the edges of `arcs` that lead on from the end of `own`, over one another; `back`: that lead to its beginning. */
function addChains(edges: number[], roads: RoadGraph, arcs: Int32Array, own: number, back: boolean): void {
  const nodes = [back ? roads.tail(own) : roads.head(own)];
  for (let known = 0; known < edges.length; ) {
    known = edges.length;
    for (const arc of arcs) {
      const [near, far] = back ? [roads.head(arc), roads.tail(arc)] : [roads.tail(arc), roads.head(arc)];
      if (edges.includes(arc >>> 1) || !nodes.includes(near)) continue;
      edges.push(arc >>> 1);
      nodes.push(far);
    }
  }
}

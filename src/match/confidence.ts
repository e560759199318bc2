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
 * the fix's error along it. Where the way ends, any edge that it may go on by agrees as well, and none behind; where it begins any that it may have come
 * by, and none ahead. 0 off the road.
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
    const { run, piece } = path.anchors[k];
    // Where the way only touches the edge, it is on the one before or after it.
    const edges = [own >>> 1, path.runs[run].pieces[piece].arc >>> 1];
    const reach = Math.min(MODEL.agreeMost, MODEL.agreeMetres + MODEL.agreeSigmas * steps.sigma[k]);
    const [back, on] = [reach - offset[state], reach + offset[state] - roads.edgeLength[edges[0]]];
    const begins = path.anchors[k - 1]?.run !== run;
    const ends = path.anchors[k + 1]?.run !== run;
    // Who has not come to its end may yet turn off before it, and who was past its beginning may have come from elsewhere.
    if (!ends) addWay(edges, roads, path.runs[run], piece, -1, back);
    if (!begins) addWay(edges, roads, path.runs[run], piece, 1, on);
    const spare = MODEL.agreeMetres - reach;
    const [metres, past] = begins ? [back, on + spare] : [on, back + spare];
    const chains = begins === ends ? [] : chainsOf(roads, arc.subarray(first[k] + 1, first[k + 1]), own, begins, metres, past);
    let sum = 0;
    // The most that one edge has which says otherwise; its two arcs follow one another.
    let rival = 0;
    let others = 0;
    for (let j = first[k] + 1; j < first[k + 1]; j++) {
      if (arc[j - 1] !== (arc[j] ^ 1)) others = 0;
      if (edges.includes(arc[j] >>> 1) || chains.includes(arc[j])) sum += probability[j];
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

/**
 * Arcs of `arcs` that lead on from the end of `own`, over one another, and begin within so many `metres` of there, or from its beginning if that is within
 * `past`; `back`: the other way round. The other direction of one is no way on.
 */
function chainsOf(roads: RoadGraph, arcs: Int32Array, own: number, back: boolean, metres: number, past: number): number[] {
  const chain: number[] = [];
  // The other way round is on from the other direction.
  const turned = back ? 1 : 0;
  const ends = [
    { at: roads.head(own ^ turned), left: metres },
    { at: roads.tail(own ^ turned), left: past },
  ];
  for (const { at, left } of ends) {
    for (const arc of arcs) {
      if (!(left > 0) || roads.tail(arc ^ turned) !== at || chain.includes(arc) || arc >>> 1 === own >>> 1) continue;
      chain.push(arc);
      ends.push({ at: roads.head(arc ^ turned), left: left - roads.edgeLength[arc >>> 1] });
    }
  }
  return chain;
}

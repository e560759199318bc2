// Confidence: the probability that a step's traveller was on the road chosen for it.

import type { RoadGraph } from "../../roads/graph.js";
import type { Decoded } from "../decode/decoded.js";
import { OFF } from "../decode/lattice.js";
import * as MODEL from "../model.js";
import { calibrated } from "./calibration.js";
import type { CurveName } from "./calibration-curves.js";
import type { Path, Run } from "./path.js";

/**
 * Per step, the calibrated sum of the posteriors of all states that agree with the chosen one; 0 off the road. States agree that are on its edge, or on edges
 * of the way within the fix's error along it. At the end of the way, any edge that it may go on by agrees as well, but none behind; at its beginning, any
 * edge that it may have come by, but none ahead.
 */
export function confidenceOf(
  roads: RoadGraph,
  { lattice, chosen, steps }: Decoded,
  probability: Float64Array,
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
    // If the way only touches the chosen edge (see trimSlivers in path.ts), the step's piece is on the edge before or after it.
    const edges = [own >>> 1, path.runs[run].pieces[piece].arc >>> 1];
    const reach = Math.min(MODEL.agreeMost, MODEL.agreeMetres + MODEL.agreeSigmas * steps.sigma[k]);
    const [back, on] = [reach - offset[state], reach + offset[state] - roads.edgeLength[edges[0]]];
    const begins = path.anchors[k - 1]?.run !== run;
    const ends = path.anchors[k + 1]?.run !== run;
    // A traveller who has not come to the end of the way may yet turn off before it, and one past its beginning may have come from elsewhere.
    if (!ends) addWay(edges, roads, path.runs[run], piece, -1, back);
    if (!begins) addWay(edges, roads, path.runs[run], piece, 1, on);
    const spare = MODEL.agreeMetres - reach;
    const [metres, past] = begins ? [back, on + spare] : [on, back + spare];
    const chains = begins === ends ? [] : chainsOf(roads, arc.subarray(first[k] + 1, first[k + 1]), own, begins, metres, past);
    let sum = 0;
    // The rival is the likeliest edge that does not agree. The states of an edge's two arcs follow one another.
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

/** Adds to `edges` those of the run that begin within `metres` ahead of a piece's end; with `step` −1, those that end within `metres` before its start. */
function addWay(edges: number[], roads: RoadGraph, run: Run, piece: number, step: number, metres: number): void {
  let left = metres;
  for (let n = piece + step; n in run.pieces && left > 0; n += step) {
    const edge = run.pieces[n].arc >>> 1;
    edges.push(edge);
    left -= roads.edgeLength[edge];
  }
}

/**
 * Those of `arcs` that lead on from the end of `own`, one after another, and begin within `metres` of it; and those that lead on from its beginning within
 * `past` metres. `back`: arcs that lead to `own` instead. The other direction of `own` is no way on.
 */
function chainsOf(roads: RoadGraph, arcs: Int32Array, own: number, back: boolean, metres: number, past: number): number[] {
  const chain: number[] = [];
  // Looking back along an arc is looking ahead from its other direction.
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

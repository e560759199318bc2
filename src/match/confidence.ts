// Confidence: the probability that the traveller drove along the place chosen for a step.
import type { RoadGraph } from "../roads/graph.js";
import { calibrated } from "./calibration.js";
import type { CurveName } from "./calibration-curves.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Path, Run } from "./path.js";
import type { Steps } from "./steps.js";

/**
 * For each step, the posterior of all states that say the same as the one chosen: those on its edge, and those on the way before and after it as far as
 * the fix may be off along it, for it is driven along all the same. 0 off the road.
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
  const { arc, offset, first } = lattice;
  const confidence = new Float64Array(chosen.length);
  for (let k = 0; k < chosen.length; k++) {
    const state = chosen[k];
    if (arc[state] === OFF) continue;
    const edges = [arc[state] >>> 1];
    const { run, piece } = path.anchors[k];
    const reach = Math.min(MODEL.agreeMost, MODEL.agreeMetres + MODEL.agreeSigmas * steps.sigma[k]);
    addWay(edges, roads, path.runs[run], piece, -1, reach - offset[state]);
    addWay(edges, roads, path.runs[run], piece, 1, reach + offset[state] - roads.edgeLength[edges[0]]);
    let sum = 0;
    for (let j = first[k] + 1; j < first[k + 1]; j++) if (edges.includes(arc[j] >>> 1)) sum += probability[j];
    confidence[k] = calibrated(Math.min(1, sum), curve);
  }
  return confidence;
}

/** Adds the edges that begin no more than `metres` on from a piece's end, or back from its beginning (`step` −1). */
function addWay(edges: number[], roads: RoadGraph, run: Run, piece: number, step: number, metres: number): void {
  if (run.type !== "Road") return;
  let left = metres;
  for (let n = piece + step; n in run.pieces && left > 0; n += step) {
    const edge = run.pieces[n].arc >>> 1;
    edges.push(edge);
    left -= roads.edgeLength[edge];
  }
}

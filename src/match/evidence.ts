// Evidence: how independent the errors of neighbouring steps are, as decoded, and so how much each step's own evidence counts.
import { latScale, lonScale, wrapLon } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import { type Lattice, OFF } from "./lattice.js";
import { MODEL } from "./model.js";
import type { Steps } from "./steps.js";

/**
 * Lets evidence count for more where the decoded errors turn out not to be the same error again and again: steps are weighted for a receiver
 * that drifts, and where it does not, each fix is an opinion of its own. Returns false when nothing changed.
 */
export function addEvidence(roads: RoadGraph, lattice: Lattice, chosen: Int32Array, fixes: Fixes, steps: Steps): boolean {
  const weight = independentShare(errorCorrelation(roads, lattice, chosen, fixes, steps));
  const { first, emission } = lattice;
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    if (!(steps.weight[k] < weight)) continue;
    const factor = weight / steps.weight[k];
    for (let i = first[k]; i < first[k + 1]; i++) emission[i] *= factor;
    steps.weight[k] = weight;
    added = true;
  }
  return added;
}

/** Of a run of errors each correlated so with the one before, what one is worth beside an independent one (Bayley & Hammersley 1946). */
function independentShare(correlation: number): number {
  return correlation <= 0 ? 1 : (1 - correlation) / (1 + correlation);
}

/** What the steps were weighted for. */
function usualCorrelation({ count, weight }: Steps): number {
  let sum = 0;
  for (let k = 1; k < count; k++) sum += (1 - weight[k]) / (1 + weight[k]);
  return count > 1 ? sum / (count - 1) : 0;
}

/**
 * Correlation of the errors across the road of neighbouring steps. Across two roads at an angle one sees different parts of the same error, so a
 * pair counts by the squared cosine between. Drawn towards what is usual where pairs are few.
 */
function errorCorrelation(roads: RoadGraph, lattice: Lattice, chosen: Int32Array, fixes: Fixes, steps: Steps): number {
  let covariance = MODEL.correlationPrior * usualCorrelation(steps);
  let variance = MODEL.correlationPrior;
  let [x0, y0, d0] = [0, 0, 0];
  let [east, north] = [0, 0];
  for (let k = 0; k < steps.count; k++) {
    const state = chosen[k];
    const d = lattice.distance[state];
    if (lattice.arc[state] === OFF || !(d > 0)) {
      d0 = 0;
      continue;
    }
    const fix = steps.fix[k];
    if (east === 0) {
      east = lonScale(fixes.lat[fix]);
      north = latScale(fixes.lat[fix]);
    }
    const edge = lattice.arc[state] >>> 1;
    const offset = lattice.arc[state] & 1 ? roads.edgeLength[edge] - lattice.offset[state] : lattice.offset[state];
    const [lon, lat] = roads.pointAt(edge, offset);
    // In units of the step's own error.
    const x = (wrapLon(fixes.lon[fix] - lon) * east) / steps.sigma[k];
    const y = ((fixes.lat[fix] - lat) * north) / steps.sigma[k];
    const length = Math.sqrt(x * x + y * y);
    if (d0 > 0 && length > 0) {
      const dot = x * x0 + y * y0;
      const cosine = dot / (length * d0);
      covariance += dot;
      variance += 0.5 * (length * length + d0 * d0) * cosine * cosine;
    }
    [x0, y0, d0] = [x, y, length];
  }
  return covariance / variance;
}

// Evidence: how independent the errors of neighbouring steps are, as decoded, and so how much each step's own evidence counts.
import { latScale, lonScale, wrapLon } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/**
 * Lets evidence count for more where the decoded errors turn out not to be the same error again and again: steps are weighted for a receiver
 * that drifts, and where it does not, each fix is an opinion of its own. Returns false when nothing changed.
 */
export function addEvidence(roads: RoadGraph, lattice: Lattice, chosen: Int32Array, fixes: Fixes, steps: Steps): boolean {
  const { covariance, variance } = sharedError(roads, lattice, chosen, fixes, steps);
  const { first, emission } = lattice;
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    const usual = steps.weight[k];
    // What the weight takes for granted is drawn towards what was seen.
    const correlation = (covariance + MODEL.correlationPrior * worth(usual)) / (variance + MODEL.correlationPrior);
    const weight = worth(Math.max(0, correlation));
    if (!(weight > usual)) continue;
    for (let i = first[k]; i < first[k + 1]; i++) emission[i] *= weight / usual;
    steps.weight[k] = weight;
    added = true;
  }
  return added;
}

/**
 * Of a run of errors each correlated so with the one before, what one is worth beside an independent one (Bayley & Hammersley 1946); and just so
 * the correlation by what one is worth.
 */
function worth(correlation: number): number {
  return (1 - correlation) / (1 + correlation);
}

/**
 * Sums of the products and of the squares of the errors across the road of neighbouring steps, in units of theirs. Across two roads at an angle
 * one sees different parts of the same error, so a pair counts by the squared cosine between.
 */
function sharedError(
  roads: RoadGraph,
  lattice: Lattice,
  chosen: Int32Array,
  fixes: Fixes,
  steps: Steps,
): { covariance: number; variance: number } {
  let [covariance, variance] = [0, 0];
  let [x0, y0, length0] = [0, 0, 0];
  let [east, north] = [0, 0];
  for (let k = 0; k < steps.count; k++) {
    const state = chosen[k];
    const arc = lattice.arc[state];
    if (arc === OFF) {
      length0 = 0;
      continue;
    }
    const fix = steps.fix[k];
    if (east === 0) {
      east = lonScale(fixes.lat[fix]);
      north = latScale(fixes.lat[fix]);
    }
    const [lon, lat] = roads.arcPointAt(arc, lattice.offset[state]);
    const x = (wrapLon(fixes.lon[fix] - lon) * east) / steps.sigma[k];
    const y = ((fixes.lat[fix] - lat) * north) / steps.sigma[k];
    const length = Math.sqrt(x * x + y * y);
    if (length0 > 0 && length > 0) {
      const product = x * x0 + y * y0;
      const cosine = product / (length * length0);
      covariance += product;
      variance += 0.5 * (length * length + length0 * length0) * cosine * cosine;
    }
    [x0, y0, length0] = [x, y, length];
  }
  return { covariance, variance };
}

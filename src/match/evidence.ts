// Evidence: how independent the errors of neighbouring steps are, as decoded, and so how much each step's own evidence counts.
import type { Across } from "./across.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/** What the decoded errors of neighbouring steps have in common, and how large they are: see {@link sharedError}. */
export interface SharedError {
  covariance: number;
  variance: number;
}

/**
 * Lets evidence count for more where the decoded errors turn out not to be the same error again and again: steps are weighted for a receiver
 * that drifts, and where it does not, each fix is an opinion of its own. Returns false when nothing changed.
 */
export function addEvidence(lattice: Lattice, steps: Steps, shared: SharedError): boolean {
  const { first, emission } = lattice;
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    const usual = steps.weight[k];
    // What the weight takes for granted is drawn towards what was seen.
    const weight = worth(Math.max(0, correlationOf(shared, worth(usual))));
    if (!(weight > usual)) continue;
    for (let i = first[k]; i < first[k + 1]; i++) emission[i] *= weight / usual;
    steps.weight[k] = weight;
    added = true;
  }
  return added;
}

/** How correlated the errors of neighbouring steps are as seen, drawn towards what is usual. */
export function correlationOf({ covariance, variance }: SharedError, usual: number): number {
  return (covariance + MODEL.correlationPrior * usual) / (variance + MODEL.correlationPrior);
}

/** What one error of a run, each correlated so with the one before, is worth beside an independent one (Bayley & Hammersley 1946). Its own inverse. */
function worth(correlation: number): number {
  return (1 - correlation) / (1 + correlation);
}

/**
 * Sums of the products and of the squares of the errors across the road of neighbouring steps, in units of theirs. Across two roads at an angle
 * one sees different parts of the same error, so a pair counts by the squared cosine between.
 */
export function sharedError({ arc }: Lattice, chosen: Int32Array, steps: Steps, across: Across): SharedError {
  const shared: SharedError = { covariance: 0, variance: 0 };
  for (let k = 1; k < steps.count; k++) {
    const [i, j] = [chosen[k - 1], chosen[k]];
    if (arc[i] === OFF || arc[j] === OFF) continue;
    const a = across.metres(i) / steps.sigma[k - 1];
    const b = across.metres(j) / steps.sigma[k];
    const cosine = across.cosine(i, j);
    shared.covariance += a * b * cosine;
    shared.variance += 0.5 * (a * a + b * b) * cosine * cosine;
  }
  return shared;
}

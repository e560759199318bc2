// Evidence: how independent the decoded errors of neighbouring steps are, and so how much each step's own evidence counts.

import type { Decoded } from "../decode/decoded.js";
import type { Lattice } from "../decode/lattice.js";
import * as MODEL from "../model.js";
import type { Steps } from "../track/steps.js";
import type { Across } from "./across.js";

/** The correlation of the errors of neighbouring steps, given the usual one. */
export type Correlation = (usual: number) => number;

/**
 * Raises the weights of steps if the decoded errors turn out to be less correlated than assumed: weights are for a receiver whose error lasts, and where it
 * does not, each fix is evidence of its own. Returns false if nothing changed.
 */
export function addEvidence(lattice: Lattice, steps: Steps, correlationOf: Correlation): boolean {
  const { first, emission } = lattice;
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    const usual = steps.weight[k];
    // The correlation that the weight assumes is drawn towards the one seen.
    const weight = worth(Math.max(0, correlationOf(worth(usual))));
    if (!(weight > usual)) continue;
    for (let i = first[k]; i < first[k + 1]; i++) emission[i] *= weight / usual;
    steps.weight[k] = weight;
    added = true;
  }
  return added;
}

/** The weight of one of many errors, each so correlated with the one before, beside an independent error (Bayley & Hammersley 1946). Its own inverse. */
function worth(correlation: number): number {
  return (1 - correlation) / (1 + correlation);
}

/**
 * The correlation of neighbouring errors as seen, drawn towards the usual one. By sums, over pairs of neighbouring steps, of the products and of the squares of
 * their errors across the road, in units of the errors taken for them. Two roads at an angle show different parts of the same error, so a pair counts by
 * the squared cosine between them, and one with a step off the roads for nothing.
 */
export function correlationSeen({ chosen, steps }: Decoded, across: Across): Correlation {
  let [covariance, variance] = [0, 0];
  for (let k = 1; k < steps.count; k++) {
    const [i, j] = [chosen[k - 1], chosen[k]];
    const a = across.metres(i) / steps.sigma[k - 1];
    const b = across.metres(j) / steps.sigma[k];
    const cosine = across.cosine(i, j);
    covariance += a * b * cosine;
    variance += 0.5 * (a * a + b * b) * cosine * cosine;
  }
  return (usual) => (covariance + MODEL.correlationPrior * usual) / (variance + MODEL.correlationPrior);
}

// Posterior: forward–backward over the lattice (Rabiner 1989, III.A) → the probability of each state given the whole track.
import { exp, log } from "../../geo/maths.js";
import { subtractLeast } from "../decode/costs.js";
import type { Lattice } from "../decode/lattice.js";

/**
 * Probability of every state; those of a step add up to 1. Sums are kept as costs (−log), less a constant of the step, and only exponentials of differences
 * are added. So nothing underflows, however dear a step is for all ways. `emission`: nats, one per state.
 */
export function posteriorOf({ first, trans, relief, row, steps }: Lattice, emission: Float64Array): Float64Array {
  // −log of the sum over all ways to each state (which becomes its probability in the end), and over all ways on from it.
  const forward = new Float64Array(first[steps]);
  const onward = new Float64Array(first[steps]);
  // Scratch: the costs of the ways to one state, or on from it. No step has more states than there are in all.
  const costs = new Float64Array(first[steps]);
  for (let k = 0; k < steps; k++) {
    const [before, here, next] = [first[k - 1], first[k], first[k + 1]];
    for (let j = here; j < next; j++) {
      let count = 0;
      for (let i = before; i < here; i++) {
        const t = row[i] + j - here;
        if (row[i] >= 0) costs[count++] = forward[i] + trans[t] - relief[t];
      }
      forward[j] = emission[j] + (k === 0 ? 0 : costOfAny(costs, count));
    }
    subtractLeast(forward, here, next);
  }
  for (let k = steps - 1; k >= 0; k--) {
    const [here, next, end] = [first[k], first[k + 1], first[k + 2]];
    for (let i = here; i < next; i++) {
      let count = 0;
      if (row[i] >= 0) for (let j = next, t = row[i]; j < end; j++, t++) costs[count++] = trans[t] - relief[t] + onward[j];
      onward[i] = k === steps - 1 ? 0 : costOfAny(costs, count);
      forward[i] += onward[i];
      onward[i] += emission[i];
    }
    subtractLeast(onward, here, next);
    toProbabilities(forward, here, next);
  }
  return forward;
}

/** −log Σ e^−cost of the first `count` costs; infinite if all of these are. */
function costOfAny(costs: Float64Array, count: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < count; n++) if (costs[n] < least) least = costs[n];
  let sum = 0;
  for (let n = 0; n < count; n++) sum += exp(least - costs[n]);
  return sum > 0 ? least - log(sum) : least;
}

/** Turns costs into probabilities that add up to 1. */
function toProbabilities(costs: Float64Array, begin: number, end: number): void {
  subtractLeast(costs, begin, end);
  let sum = 0;
  for (let i = begin; i < end; i++) {
    costs[i] = exp(-costs[i]);
    sum += costs[i];
  }
  for (let i = begin; i < end; i++) costs[i] /= sum;
}

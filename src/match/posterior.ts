// Posterior: forward–backward over the lattice (Rabiner 1989, III.A) → the probability of each state given the whole track.
import { exp, log } from "../geo/maths.js";
import type { Lattice } from "./lattice.js";

/** Costs so far beyond the least of a state's transitions have no weight worth its bits. */
const NEGLIGIBLE = 80;
/** A sum of weights below this may owe a part to those left out, and is taken again from the costs. */
const DOUBTFUL = 1e-24;

/**
 * Probability of every state; those of a step add up to 1. Per state the sums are kept as costs (−log), and per step only exponentials of
 * differences are added: however dear a step is for all ways, none of them is lost in numbers too small to write.
 */
export function posterior(lattice: Lattice): Float64Array {
  const { first, emission, transFirst, trans } = lattice;
  const steps = lattice.steps;
  const total = first.data[steps];
  const { weight, least } = weigh(lattice);

  const forward = new Float64Array(total);
  forward.set(emission.data.subarray(0, steps > 0 ? first.data[1] : 0));
  for (let k = 1; k < steps; k++) {
    const before = first.data[k - 1];
    const here = first.data[k];
    const width = first.data[k + 1] - here;
    let base = Number.POSITIVE_INFINITY;
    for (let i = before; i < here; i++) base = Math.min(base, forward[i] + least[i]);
    for (let i = before, t = transFirst.data[k]; i < here; i++) {
      const share = exp(base - forward[i] - least[i]);
      if (share === 0) t += width;
      else for (let j = here; j < here + width; j++, t++) forward[j] += share * weight[t];
    }
    for (let j = 0; j < width; j++) {
      const sum = forward[here + j];
      const cost =
        sum >= DOUBTFUL ? base - log(sum) : sumOfCosts(forward, before, trans.data, transFirst.data[k] + j, width, here - before);
      forward[here + j] = cost + emission.data[here + j];
    }
    subtractLeast(forward, here, here + width);
  }

  // The backward pass needs two steps' values at a time only; the probabilities go where the forward costs were.
  let later: Float64Array<ArrayBufferLike> = new Float64Array(steps > 0 ? lattice.states(steps - 1) : 0);
  if (steps > 0) toProbabilities(forward, first.data[steps - 1], total);
  for (let k = steps - 2; k >= 0; k--) {
    const here = first.data[k];
    const next = first.data[k + 1];
    const width = first.data[k + 2] - next;
    let base = Number.POSITIVE_INFINITY;
    for (let j = 0; j < width; j++) {
      later[j] += emission.data[next + j];
      base = Math.min(base, later[j]);
    }
    const shares = later.map((cost) => exp(base - cost));
    const values = new Float64Array(next - here);
    for (let i = here, t = transFirst.data[k + 1]; i < next; i++) {
      const row = t;
      let sum = 0;
      for (let j = 0; j < width; j++, t++) sum += weight[t] * shares[j];
      values[i - here] = sum >= DOUBTFUL ? least[i] + base - log(sum) : sumOfCosts(later, 0, trans.data, row, 1, width);
    }
    subtractLeast(values, 0, values.length);
    for (let i = here; i < next; i++) forward[i] += values[i - here];
    toProbabilities(forward, here, next);
    later = values;
  }
  return forward;
}

/** Each state's least cost of going on, and the weight of each transition beside the one of that cost. */
function weigh({ first, transFirst, trans, steps }: Lattice): { weight: Float32Array; least: Float64Array } {
  const weight = new Float32Array(trans.length);
  const least = new Float64Array(first.data[steps]).fill(0);
  for (let k = 1; k < steps; k++) {
    const width = first.data[k + 1] - first.data[k];
    for (let i = first.data[k - 1], t = transFirst.data[k]; i < first.data[k]; i++, t += width) {
      let lowest = Number.POSITIVE_INFINITY;
      for (let j = t; j < t + width; j++) lowest = Math.min(lowest, trans.data[j]);
      least[i] = lowest;
      for (let j = t; j < t + width; j++) weight[j] = trans.data[j] - lowest > NEGLIGIBLE ? 0 : exp(lowest - trans.data[j]);
    }
  }
  return { weight, least };
}

/** −log Σ e^−(states[from + n] + trans[at + n × stride]), none of the terms left out. */
function sumOfCosts(states: Float64Array, from: number, trans: Float32Array, at: number, stride: number, count: number): number {
  let base = Number.POSITIVE_INFINITY;
  for (let n = 0; n < count; n++) base = Math.min(base, states[from + n] + trans[at + n * stride]);
  let sum = 0;
  for (let n = 0; n < count; n++) sum += exp(base - states[from + n] - trans[at + n * stride]);
  return base - log(sum);
}

function subtractLeast(costs: Float64Array, begin: number, end: number): void {
  let least = Number.POSITIVE_INFINITY;
  for (let i = begin; i < end; i++) least = Math.min(least, costs[i]);
  for (let i = begin; i < end; i++) costs[i] -= least;
}

/** Costs to probabilities that add up to 1. */
function toProbabilities(costs: Float64Array, begin: number, end: number): void {
  subtractLeast(costs, begin, end);
  let sum = 0;
  for (let i = begin; i < end; i++) {
    costs[i] = exp(-costs[i]);
    sum += costs[i];
  }
  for (let i = begin; i < end; i++) costs[i] /= sum;
}

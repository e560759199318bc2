// Posterior: forward–backward over the lattice (Rabiner 1989, III.A) → the probability of each state given the whole track.
import { exp, log } from "../geo/maths.js";
import { fits, type Lattice } from "./lattice.js";

/** Costs so far beyond the least of a state's transitions have no weight worth its bits. */
const NEGLIGIBLE = 40;
/** A sum of weights below this may owe a part to those left out, and is taken again from the costs. */
const DOUBTFUL = 1e-12;

/**
 * Probability of every state; those of a step add up to 1. Per state the sums are kept as costs (−log), and per step only exponentials of
 * differences are added: however dear a step is for all ways, none of them is lost in numbers too small to write.
 */
export class Posterior {
  /** Weight of each transition beside the least of its row. */
  #weight = new Float32Array(0);
  /** Least cost of going on from each state. */
  #least = new Float64Array(0);
  #later = new Float64Array(64);
  #shares = new Float64Array(64);
  #values = new Float64Array(64);
  #probability = new Float64Array(0);

  /** Good until the next call. `emission`: nats, one per state. */
  of(lattice: Lattice, emission: Float64Array): Float64Array {
    const { first, trans, steps } = lattice;
    if (steps === 0) return new Float64Array(0);
    const total = first[steps];
    if (!fits(this.#probability, total)) {
      this.#probability = new Float64Array(total * 2);
      this.#least = new Float64Array(total * 2);
    }
    if (this.#weight.length !== trans.length) this.#weight = new Float32Array(trans.length);
    const forward = this.#probability;
    forward.set(emission.subarray(0, first[1]));
    for (let k = 1; k < steps; k++) this.#goForward(lattice, emission, k);
    // The backward pass needs two steps' values at a time only; the probabilities go where the forward costs were.
    this.#later = atLeast(this.#later, lattice.states(steps - 1)).fill(0);
    toProbabilities(forward, first[steps - 1], total);
    for (let k = steps - 2; k >= 0; k--) this.#goBack(lattice, emission, k);
    return forward.subarray(0, total);
  }

  /** Costs of getting to the states of step k, from those of the step before. */
  #goForward(lattice: Lattice, emission: Float64Array, k: number): void {
    const { first, trans, row } = lattice;
    const forward = this.#probability;
    const least = this.#least;
    const weight = this.#weight;
    const before = first[k - 1];
    const here = first[k];
    const width = first[k + 1] - here;
    let base = Number.POSITIVE_INFINITY;
    for (let i = before; i < here; i++) {
      const at = row[i];
      if (at < 0) continue;
      weigh(trans, weight, least, i, at, width);
      if (forward[i] + least[i] < base) base = forward[i] + least[i];
    }
    for (let j = here; j < here + width; j++) forward[j] = 0;
    for (let i = before; i < here; i++) {
      const at = row[i];
      if (at < 0) continue;
      const share = exp(base - forward[i] - least[i]);
      if (share > 0) for (let j = 0; j < width; j++) forward[here + j] += share * weight[at + j];
    }
    for (let j = 0; j < width; j++) {
      const sum = forward[here + j];
      const cost = sum >= DOUBTFUL ? base - log(sum) : sumInto(lattice, forward, before, here, j);
      forward[here + j] = cost + emission[here + j];
    }
    subtractLeast(forward, here, here + width);
  }

  /** Probabilities of the states of step k, from the costs of going on from those of the next. */
  #goBack(lattice: Lattice, emission: Float64Array, k: number): void {
    const { first, row } = lattice;
    const forward = this.#probability;
    const least = this.#least;
    const weight = this.#weight;
    const here = first[k];
    const next = first[k + 1];
    const width = first[k + 2] - next;
    const later = this.#later;
    this.#shares = atLeast(this.#shares, width);
    this.#values = atLeast(this.#values, next - here);
    const shares = this.#shares;
    const values = this.#values;
    let base = Number.POSITIVE_INFINITY;
    for (let j = 0; j < width; j++) {
      later[j] += emission[next + j];
      if (later[j] < base) base = later[j];
    }
    for (let j = 0; j < width; j++) shares[j] = exp(base - later[j]);
    for (let i = here; i < next; i++) {
      const at = row[i];
      if (at < 0) {
        values[i - here] = Number.POSITIVE_INFINITY;
        continue;
      }
      let sum = 0;
      for (let j = 0; j < width; j++) sum += weight[at + j] * shares[j];
      values[i - here] = sum >= DOUBTFUL ? least[i] + base - log(sum) : sumFrom(lattice, later, at, width);
    }
    subtractLeast(values, 0, next - here);
    for (let i = here; i < next; i++) forward[i] += values[i - here];
    toProbabilities(forward, here, next);
    this.#values = later;
    this.#later = values;
  }
}

/** A row's least cost, and the weight of each of its transitions beside the one of that cost. */
function weigh(trans: Float32Array, weight: Float32Array, least: Float64Array, i: number, at: number, width: number): void {
  let lowest = Number.POSITIVE_INFINITY;
  for (let t = at; t < at + width; t++) if (trans[t] < lowest) lowest = trans[t];
  least[i] = lowest;
  for (let t = at; t < at + width; t++) {
    const behind = trans[t] - lowest;
    weight[t] = behind > NEGLIGIBLE ? 0 : exp(-behind);
  }
}

/** −log Σ e^−(forward[i] + cost of i → state j of the step from `here`). */
function sumInto({ row, trans }: Lattice, forward: Float64Array, before: number, here: number, j: number): number {
  return sumOfAll(before, here, (i) => (row[i] < 0 ? Number.POSITIVE_INFINITY : forward[i] + trans[row[i] + j]));
}

/** −log Σ e^−(later[j] + cost of the row's transition to j). */
function sumFrom({ trans }: Lattice, later: Float64Array, at: number, width: number): number {
  return sumOfAll(0, width, (j) => later[j] + trans[at + j]);
}

/** −log Σ e^−cost with none of the terms left out; infinite when all are. */
function sumOfAll(begin: number, end: number, cost: (n: number) => number): number {
  let base = Number.POSITIVE_INFINITY;
  for (let n = begin; n < end; n++) base = Math.min(base, cost(n));
  if (base === Number.POSITIVE_INFINITY) return base;
  let sum = 0;
  for (let n = begin; n < end; n++) sum += exp(base - cost(n));
  return base - log(sum);
}

function subtractLeast(costs: Float64Array, begin: number, end: number): void {
  let least = Number.POSITIVE_INFINITY;
  for (let i = begin; i < end; i++) if (costs[i] < least) least = costs[i];
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

/** The array, or a longer one where it is shorter than `length`. */
function atLeast(array: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  return array.length >= length ? array : new Float64Array(length * 2);
}

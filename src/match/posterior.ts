// Posterior: forward–backward over the lattice (Rabiner 1989, III.A) → the probability of each state given the whole track.
import { exp } from "../geo/maths.js";
import type { Lattice } from "./lattice.js";

/** Costs beyond this have no weight worth its bits. */
const NEGLIGIBLE = 60;

/** Probability of every state; those of a step add up to 1. */
export function posterior(lattice: Lattice): Float64Array {
  const { first, emission, transFirst, trans } = lattice;
  const steps = lattice.steps;
  const total = first.data[steps];
  const weight = Float32Array.from(trans.take(), (nats) => (nats > NEGLIGIBLE ? 0 : exp(-nats)));
  const own = new Float64Array(total);
  const forward = new Float64Array(total);
  for (let k = 0; k < steps; k++) {
    const here = first.data[k];
    const end = first.data[k + 1];
    const width = end - here;
    let least = Number.POSITIVE_INFINITY;
    for (let j = here; j < end; j++) least = Math.min(least, emission.data[j]);
    for (let j = here; j < end; j++) own[j] = exp(least - emission.data[j]);
    if (k === 0) forward.set(own.subarray(here, end), here);
    else {
      const before = first.data[k - 1];
      for (let i = before, t = transFirst.data[k]; i < here; i++) {
        const from = forward[i];
        if (from === 0) t += width;
        else for (let j = here; j < end; j++, t++) forward[j] += from * weight[t];
      }
      for (let j = here; j < end; j++) forward[j] *= own[j];
    }
    scaleToOne(forward, here, end);
  }
  // The backward pass needs two steps' values at a time only; the products go where the forward values were.
  let later: Float64Array<ArrayBufferLike> = new Float64Array(steps > 0 ? lattice.states(steps - 1) : 0).fill(1);
  for (let k = steps - 2; k >= 0; k--) {
    const here = first.data[k];
    const next = first.data[k + 1];
    const width = first.data[k + 2] - next;
    const values = new Float64Array(next - here);
    for (let j = 0; j < width; j++) later[j] *= own[next + j];
    for (let i = here, t = transFirst.data[k + 1]; i < next; i++) {
      let sum = 0;
      for (let j = 0; j < width; j++, t++) sum += weight[t] * later[j];
      values[i - here] = sum;
    }
    scaleToOne(values, 0, values.length);
    for (let i = here; i < next; i++) forward[i] *= values[i - here];
    scaleToOne(forward, here, next);
    later = values;
  }
  return forward;
}

function scaleToOne(values: Float64Array, begin: number, end: number): void {
  let sum = 0;
  for (let i = begin; i < end; i++) sum += values[i];
  if (sum > 0) for (let i = begin; i < end; i++) values[i] /= sum;
}

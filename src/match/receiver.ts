// Receiver: how far off its fixes really are, against what they report or what was taken for them.

import { clamp } from "../geo/clamp.js";
import { median } from "../geo/quantile.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/** Median of the absolute value of a standard normal variable. */
const HALF_NORMAL_MEDIAN = 0.6745;

/**
 * By how much the error of each fix has to be multiplied for the decoded distances to be what such errors give, written into `scales`; false when all are
 * near enough to 1. A receiver between houses is farther off than it was before and will be after: a block of steps may have larger errors than
 * the track as a whole. `smoothed`: the errors are measured ones, which are taken for too large only when they are by far.
 */
export function scaleErrors(lattice: Lattice, chosen: Int32Array, steps: Steps, smoothed: boolean, scales: Float64Array): boolean {
  const { count, fix } = steps;
  const least = 1 / (smoothed ? MODEL.smoothedTolerance : MODEL.scaleTolerance);
  const bounded = (scale: number) => (scale > least && scale < MODEL.scaleTolerance ? 1 : clamp(scale, MODEL.scaleLeast, MODEL.scaleMost));
  const every = errorsOf(lattice, chosen, steps, 0, count);
  const middle = median(every);
  const scatter = median(every.map((errors) => Math.abs(errors - middle)));
  const overall = scaleOf(middle, every.length, 1, MODEL.scalePrior, scatter / MODEL.scaleScatter);
  scales.fill(bounded(overall));
  const blocks = Math.round(count / MODEL.blockSteps);
  for (let b = 0; b < blocks && blocks > 1; b++) {
    const [from, to] = [b, b + 1].map((n) => Math.floor((n * count) / blocks));
    const own = errorsOf(lattice, chosen, steps, from, to);
    const half = median(own);
    // Of most blocks less than half are off by more than the track is: how they change is not asked.
    if (!(half > overall)) continue;
    // From step to step: a way off the road and back scatters as well, but bit by bit.
    const change = median(own.map((errors, i) => Math.abs(errors - own[i - 1]) || 0));
    const scale = scaleOf(half, own.length, overall, MODEL.blockPrior, change / MODEL.blockChange);
    if (scale > MODEL.blockLeast * overall) scales.fill(bounded(scale), fix[from], fix[to]);
  }
  return scales.some((scale) => scale !== 1);
}

/** How many of their errors the steps on roads are off, as decoded. */
function errorsOf({ arc, distance }: Lattice, chosen: Int32Array, { sigma }: Steps, from: number, to: number): Float64Array {
  let count = 0;
  const errors = new Float64Array(to - from);
  for (let k = from; k < to; k++) if (arc[chosen[k]] !== OFF) errors[count++] = distance[chosen[k]] / sigma[k];
  return errors.subarray(0, count);
}

/**
 * The scale of errors by their median, which is blind to outliers and to stretches on a wrong road, as good as `prior` steps of the `usual` one. Errors
 * scatter, so it is at most what they scatter by: what is as far off all along is on another road, or on none.
 */
function scaleOf(middle: number, count: number, usual: number, prior: number, scatter: number): number {
  if (count === 0) return usual;
  const measured = Math.min(middle / HALF_NORMAL_MEDIAN, Math.max(usual, scatter));
  return Math.sqrt((prior * usual * usual + count * measured * measured) / (prior + count));
}

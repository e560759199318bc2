// Receiver: how large its errors really are, as multiples of the errors that the fixes report or that were assumed for them.

import { clamp } from "../../geo/clamp.js";
import { median } from "../../geo/quantile.js";
import type { Decoded } from "../decode/decoded.js";
import { OFF } from "../decode/lattice.js";
import * as MODEL from "../model.js";

/** Median of the absolute value of a standard normal variable. */
const HALF_NORMAL_MEDIAN = 0.6745;

/**
 * Writes into `scales` the factor on each fix's error that makes the errors fit the decoded distances. Returns false if all are near enough to 1. A receiver
 * between houses is farther off than before and after, so a block of steps may have a larger factor than the track. `smoothed`: the errors were measured
 * by smoothing, and are scaled down only if they are far too large.
 */
export function scaleErrors(decoded: Decoded, smoothed: boolean, scales: Float64Array): boolean {
  const { count, fix } = decoded.steps;
  const least = 1 / (smoothed ? MODEL.smoothedTolerance : MODEL.scaleTolerance);
  const bounded = (scale: number) => (scale > least && scale < MODEL.scaleTolerance ? 1 : clamp(scale, MODEL.scaleLeast, MODEL.scaleMost));
  const every = errorsOf(decoded, 0, count);
  const middle = median(every);
  const scatter = median(every.map((errors) => Math.abs(errors - middle)));
  const overall = scaleOf(middle, every.length, 1, MODEL.scalePrior, scatter / MODEL.scaleScatter);
  scales.fill(bounded(overall));
  const blocks = Math.round(count / MODEL.blockSteps);
  for (let b = 0; b < blocks && blocks > 1; b++) {
    const [from, to] = [b, b + 1].map((n) => Math.floor((n * count) / blocks));
    const own = errorsOf(decoded, from, to);
    const half = median(own);
    // For most blocks this is enough: their median is no larger than the track's scale.
    if (!(half > overall)) continue;
    // The change from step to step, not the deviation from the median: on a way off the road and back distances deviate as well, but change bit by bit.
    const change = median(own.map((errors, i) => Math.abs(errors - own[i - 1]) || 0));
    const scale = scaleOf(half, own.length, overall, MODEL.blockPrior, change / MODEL.blockChange);
    if (scale > MODEL.blockLeast * overall) scales.fill(bounded(scale), fix[from], fix[to]);
  }
  return scales.some((scale) => scale !== 1);
}

/** The decoded distances of the steps on roads, each in errors of its fix. */
function errorsOf({ lattice: { arc, distance }, chosen, steps: { sigma } }: Decoded, from: number, to: number): Float64Array {
  let count = 0;
  const errors = new Float64Array(to - from);
  for (let k = from; k < to; k++) if (arc[chosen[k]] !== OFF) errors[count++] = distance[chosen[k]] / sigma[k];
  return errors.subarray(0, count);
}

/**
 * The scale of errors by their median, which ignores outliers and stretches on a wrong road; the `usual` scale is worth `prior` steps beside it. Real errors
 * scatter, so the scale is at most what `scatter` shows: a track that is equally far off all along is on another road, or on none.
 */
function scaleOf(middle: number, count: number, usual: number, prior: number, scatter: number): number {
  if (count === 0) return usual;
  const measured = Math.min(middle / HALF_NORMAL_MEDIAN, Math.max(usual, scatter));
  return Math.sqrt((prior * usual * usual + count * measured * measured) / (prior + count));
}

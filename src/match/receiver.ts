// Receiver: how far off its fixes really are, against what they report or what was taken for them.

import { median } from "../geo/quantile.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/** Median of the absolute value of a standard normal variable. */
const HALF_NORMAL_MEDIAN = 0.6745;

/**
 * By how much the steps' errors have to be multiplied for the decoded distances to be what such errors give: 1 when that is near enough.
 * The median is blind to outliers and to stretches on a wrong road; short tracks are drawn towards 1. `smoothed`: the errors are measured ones, which
 * are taken for too large only when they are by far.
 */
export function errorScale(lattice: Lattice, chosen: Int32Array, steps: Steps, smoothed: boolean): number {
  const { arc, distance } = lattice;
  let count = 0;
  const all = new Float64Array(steps.count);
  for (let k = 0; k < steps.count; k++) if (arc[chosen[k]] !== OFF) all[count++] = distance[chosen[k]] / steps.sigma[k];
  if (count === 0) return 1;
  const off = all.subarray(0, count);
  const middle = median(off);
  // Errors scatter: what is as far off all along is on another road, or on none.
  const scatter = median(off.map((errors) => Math.abs(errors - middle)));
  const measured = Math.min(middle / HALF_NORMAL_MEDIAN, Math.max(1, scatter / MODEL.scaleScatter));
  const scale = Math.sqrt((MODEL.scalePrior + count * measured * measured) / (MODEL.scalePrior + count));
  const bounded = Math.max(MODEL.scaleLeast, Math.min(MODEL.scaleMost, scale));
  const least = 1 / (smoothed ? MODEL.smoothedTolerance : MODEL.scaleTolerance);
  return bounded > least && bounded < MODEL.scaleTolerance ? 1 : bounded;
}

// Steps: the observations the lattice is built on. Fixes at a stop and near-duplicates are merged into the step before them, unless the traveller may have
// gone away and come back in between. Of fixes along a straight line at an even pace, one in a few is enough.

import { clamp } from "../../geo/clamp.js";
import { hypot } from "../../geo/maths.js";
import * as MODEL from "../model.js";
import { eastAndNorth, type Fixes, metresBetween } from "./fixes.js";

/** Why a fix was left out of the steps: nobody could have been there (outliers.ts), … */
export const OUTLIER = 1;
/** … its neighbours say more (vague.ts), … */
export const VAGUE = 2;
/** … or the decoded track is likelier without it (past.ts). */
export const UNLIKELY = 3;

/** Steps in travel order, as columns. A fix between two steps that is neither merged nor left out was passed over. */
export interface Steps {
  count: number;
  /** The fixes they were made of; `fix` and `last` are indexes into these. */
  fixes: Fixes;
  /** Which fixes were left out: {@link OUTLIER}, {@link VAGUE}, {@link UNLIKELY}, or 0. */
  leftOut: Uint8Array;
  /** The fix that stands for each step. */
  fix: Int32Array;
  /** The last fix merged into each step: a step's fixes follow one another. */
  last: Int32Array;
  /** Per-axis error of the step's place, metres, map error included. */
  sigma: Float64Array;
  /** Straight distance from the step before, metres; 0 for the first. */
  straight: Float64Array;
  /** Seconds from the last fix of the step before to this step's fix; NaN when not known. */
  gap: Float64Array;
  /** Metres per second at the step, as reported or by the slower of the straight lines to its neighbours; NaN or infinite when not known. */
  speed: Float64Array;
  /** How much the step's own evidence counts, 0–1: less where steps are close, because a receiver's error changes slowly. */
  weight: Float64Array;
}

/** The 68 % radius of a circular normal error is this many of its per-axis standard deviations. */
export const RADIUS_68 = 1.5096;

/** Whether the traveller may have gone away and come back between two fixes in one place: there was time for it, and the next fix is elsewhere. */
function isReturn(fixes: Fixes, leftOut: Uint8Array, from: number, to: number, far: number): boolean {
  if (!(fixes.time[to] - fixes.time[from] >= MODEL.returnSeconds)) return false;
  let next = to + 1;
  while (next < fixes.count && leftOut[next]) next++;
  return next < fixes.count && metresBetween(fixes, to, next) >= far;
}

/**
 * Whether fix i may be passed over, since it says no more than the step's fix `from` and the fix after it: i, and all passed over since the step, lie where
 * straight and even movement between these two would put them.
 */
function isUnderWay(fixes: Fixes, leftOut: Uint8Array, from: number, i: number): boolean {
  const { count, time } = fixes;
  const to = i + 1;
  if (to === count || leftOut[to]) return false;
  const seconds = time[to] - time[from];
  if (!(seconds <= MODEL.evenSeconds)) return false;
  const [x, y] = eastAndNorth(fixes, from, to);
  const length = hypot(x, y);
  if (length > MODEL.evenMetres || length < MODEL.evenAlong) return false;
  for (let n = from + 1; n < to; n++) {
    if (leftOut[n]) continue;
    const [a, b] = eastAndNorth(fixes, from, n);
    if (Math.abs(a * y - b * x) > MODEL.evenBeside * length) return false;
    const due = ((time[n] - time[from]) / seconds) * length;
    if (!(Math.abs((a * x + b * y) / length - due) <= MODEL.evenAlong)) return false;
  }
  return true;
}

/**
 * Merges fixes into steps, without those marked in `leftOut`. `defaultSigma`: error of fixes that report no accuracy, metres per axis; `scales`: what the
 * error of each fix is multiplied by.
 */
export function makeSteps(fixes: Fixes, leftOut: Uint8Array, defaultSigma: number, scales: Float64Array): Steps {
  const fix = new Int32Array(fixes.count);
  const last = new Int32Array(fixes.count);
  const straight = new Float64Array(fixes.count);
  let count = 0;
  let passed = 0;
  /** Per-axis error of a fix's place, metres. */
  const sigmaOf = (i: number): number => {
    const own = fixes.accuracy[i] > 0 ? fixes.accuracy[i] / RADIUS_68 : defaultSigma;
    const variance = Math.max(0, own * own - fixes.averaged[i]) + fixes.left[i];
    return Math.max(MODEL.leastSigma, Math.sqrt(variance + MODEL.mapSigma * MODEL.mapSigma) * scales[i]);
  };
  for (let i = 0; i < fixes.count; i++) {
    if (leftOut[i]) continue;
    if (count > 0) {
      const from = fix[count - 1];
      if (passed < MODEL.evenFixes && last[count - 1] === from && isUnderWay(fixes, leftOut, from, i)) {
        passed++;
        continue;
      }
      const metres = metresBetween(fixes, from, i);
      const spacing = clamp(MODEL.spacingSigmas * sigmaOf(i), MODEL.stepSpacing, MODEL.spacingMost);
      const far = MODEL.returnSpacings * spacing;
      const single = last[count - 1] === from && straight[count - 1] >= far;
      if (metres < spacing && !(single && isReturn(fixes, leftOut, from, i, far))) {
        last[count - 1] = i;
        continue;
      }
      straight[count] = metres;
    }
    passed = 0;
    fix[count] = i;
    last[count++] = i;
  }
  // The last fix says where the track ends, so it becomes a step of its own, unless the traveller stood there.
  const [from, end] = [fix[count - 1], last[count - 1]];
  if (end > from && !(fixes.time[end] - fixes.time[from] >= MODEL.paceSeconds)) {
    straight[count] = metresBetween(fixes, from, end);
    if (straight[count] >= MODEL.leastSigma) {
      last[count - 1] = from;
      fix[count] = end;
      last[count++] = end;
    }
  }
  const merged = { fix: fix.subarray(0, count), last: last.subarray(0, count), straight: straight.subarray(0, count) };
  return { count, fixes, leftOut, ...merged, ...measured(fixes, merged, sigmaOf) };
}

/** The columns of the steps that follow from their fixes: errors, seconds between them, speeds, and weights. */
function measured(
  fixes: Fixes,
  { fix, last, straight }: Pick<Steps, "fix" | "last" | "straight">,
  sigmaOf: (fix: number) => number,
): Pick<Steps, "sigma" | "gap" | "speed" | "weight"> {
  const count = fix.length;
  const sigma = new Float64Array(count);
  const gap = new Float64Array(count).fill(Number.NaN);
  const weight = new Float64Array(count).fill(1);
  const speed = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let k = 1; k < count; k++) gap[k] = fixes.time[fix[k]] - fixes.time[last[k - 1]];
  for (let k = 0; k < count; k++) {
    sigma[k] = sigmaOf(fix[k]);
    if (k === 0) continue;
    const independent = gap[k] >= 0 ? gap[k] / MODEL.correlationSeconds : straight[k] / MODEL.correlationMetres;
    weight[k] = clamp(independent, MODEL.leastWeight, 1);
    speed[k - 1] = Math.min(speed[k - 1], (straight[k] - sigma[k - 1]) / gap[k]);
    speed[k] = (straight[k] - sigma[k]) / gap[k];
  }
  for (let k = 0; k < count; k++) if (fixes.speed[fix[k]] >= 0) speed[k] = fixes.speed[fix[k]];
  return { sigma, gap, speed, weight };
}

/** Seconds from the last fix of one step to the first of a later one; NaN when not known. */
export function secondsBetween({ fixes, fix, last }: Steps, from: number, to: number): number {
  return fixes.time[fix[to]] - fixes.time[last[from]];
}

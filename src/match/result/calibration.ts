// Calibration: from the lattice's posterior to the share of such points that are right, by a monotone curve.
import type { Mode } from "../../roads/attributes.js";
import * as MODEL from "../model.js";
import { CURVES, type CurveName } from "./calibration-curves.js";

/** Two or more knots (x, y) with straight lines between. Both coordinates rise; x goes from 0 to 1. */
export type MonotoneCurve = readonly (readonly [x: number, y: number])[];

/** The name of a mode's curve. */
export function curveOf(mode: Mode): CurveName {
  return mode === "walking" || mode === "cycling" ? "slow" : "driving";
}

/** Confidence of snapped points is never less: 0 is for points that are not snapped. */
export const LEAST_CONFIDENCE = 1e-6;

/**
 * The calibrated probability that a place is on the road travelled, given its posterior. It is also bounded by two things. `rival`: the posterior of the
 * likeliest road that does not agree; of two equally likely roads neither can be more than half sure. `sigmas`: the distance from place to fix in errors of
 * the fix; if it is large, the road travelled may be missing from the map. Never 0, which is for points that are not snapped. The curves are fitted by
 * `npm run calibrate -- --write` on simulated drives over several towns and kinds of noise (never on a recorded track): isotonic regression over fixes
 * at 1, 10, 30 and 60 s.
 */
export function calibrated(posterior: number, curve: CurveName, rival = 0, sigmas = 0): number {
  // A rival that is likelier leaves 1 / (1 + odds). One that is less likely should take off hardly anything, hence the fourth power of the odds.
  const odds = rival / posterior || 0;
  const near = Math.max(MODEL.astrayLeast, 1 - MODEL.astrayPerSigma * (sigmas - MODEL.astraySigmas));
  return Math.max(LEAST_CONFIDENCE, Math.min(onCurve(CURVES[curve], posterior), 1 / (1 + Math.min(odds, odds * odds * odds * odds)), near));
}

/** The curve's value at x, from 0 to 1. */
export function onCurve(curve: MonotoneCurve, x: number): number {
  let i = 1;
  while (x > curve[i][0] && i + 1 < curve.length) i++;
  const [x1, y1] = curve[i - 1];
  const [x2, y2] = curve[i];
  return y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
}

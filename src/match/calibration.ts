// Calibration: the monotone curve from the lattice's posterior to the share that came true.
import type { Mode } from "../roads/attributes.js";
import { CURVES, type CurveName } from "./calibration-curves.js";
import * as MODEL from "./model.js";

/** Two knots (x, y) and more, both rising from x = 0 to x = 1, with straight lines between. */
export type MonotoneCurve = readonly (readonly [x: number, y: number])[];

/** The curve for a mode. */
export function curveOf(mode: Mode): CurveName {
  return mode === "walking" || mode === "cycling" ? "slow" : "driving";
}

/** What is snapped is never as unsure as what is not. */
export const LEAST_CONFIDENCE = 1e-6;

/**
 * The calibrated probability that a place is on the road travelled, of such a posterior. `rival`: the posterior of the likeliest road that says
 * otherwise, for of two equals each is one by half; `sigmas`: how many errors the place is from its fix, for the road travelled may not be on the
 * map. Never 0, which is kept for points that are not snapped. The curves are fitted by `npm run calibrate -- --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export function calibrated(posterior: number, curve: CurveName, rival = 0, sigmas = 0): number {
  // A rival that is likelier leaves it what the odds of the two are; one that is less likely hardly anything is lost to, hence the fourth power.
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

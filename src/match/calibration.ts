// Calibration: the monotone curve from the lattice's posterior to the share that came true.
import type { Mode } from "../roads/attributes.js";
import { CURVES, type CurveName } from "./calibration-curves.js";

/**
 * The curve for a mode. Fitted by `npm run calibrate -- --write` on simulated drives over several towns and kinds of noise (never on a recorded
 * track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export function curveOf(mode: Mode): CurveName {
  return mode === "trucking" ? "driving" : mode;
}

/** The probability that a place is on the road travelled, given its posterior. Never 0, which is kept for points that are not snapped. */
export function calibrated(posterior: number, curve: CurveName): number {
  const knots = CURVES[curve];
  let i = 1;
  while (i < knots.length - 1 && posterior > knots[i][0]) i++;
  const [x1, y1] = knots[i - 1];
  const [x2, y2] = knots[i];
  const value = x2 > x1 ? y1 + ((y2 - y1) * (posterior - x1)) / (x2 - x1) : y2;
  return Math.max(1e-6, Math.min(1, value));
}

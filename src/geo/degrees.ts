// Sine and cosine of angles in degrees, with the same bits on every engine (see maths.ts). A right angle is a whole number of degrees, so what is
// left beside the nearest one is exact: that takes a fraction of what radians take.
import { cosine, sine } from "./sin-cos.js";

/** Radians in one degree. */
export const DEG = Math.PI / 180;
/** Degrees up to which so many right angles are exact. */
const EXACT = 1e9;

/** Error below 1.6 ulp at any finite angle; NaN at ±Infinity. */
export function sinDegrees(angle: number): number {
  return wave(angle, 0);
}

/** Error below 1.6 ulp at any finite angle; NaN at ±Infinity. */
export function cosDegrees(angle: number): number {
  return wave(angle, 1);
}

/** sin(angle + quadrant · 90°). */
function wave(angle: number, quadrant: number): number {
  const near = angle < EXACT && angle > -EXACT ? angle : angle % 360;
  const n = Math.floor(near / 90 + 0.5);
  const r = (near - 90 * n) * DEG;
  const turned = (n + quadrant) & 3;
  const value = turned & 1 ? cosine(r, 0) : sine(r, 0);
  return turned & 2 ? 0 - value : value;
}

// Sine and cosine of angles in degrees, with the same bits on every engine (see maths.ts). A right angle is a whole number of degrees, so what is
// left beside the nearest one is exact: that takes a fraction of what radians take.

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
  const value = turned & 1 ? cosine(r) : sine(r);
  return turned & 2 ? 0 - value : value;
}

const S3 = -1 / 6;
const S5 = 1 / 120;
const S7 = -1 / 5040;
const S9 = 1 / 362880;
const S11 = -1 / 39916800;
const S13 = 1 / 6227020800;
const S15 = -1 / 1307674368000;
const S17 = 1 / 355687428096000;

/** sin r for |r| ≤ π/4, by its Taylor series. */
function sine(r: number): number {
  const z = r * r;
  const z2 = z * z;
  const low = S3 + z * S5 + z2 * (S7 + z * S9);
  const high = S11 + z * S13 + z2 * (S15 + z * S17);
  return r + r * z * (low + z2 * z2 * high);
}

const C4 = 1 / 24;
const C6 = -1 / 720;
const C8 = 1 / 40320;
const C10 = -1 / 3628800;
const C12 = 1 / 479001600;
const C14 = -1 / 87178291200;
const C16 = 1 / 20922789888000;

/** cos r for |r| ≤ π/4, likewise. */
function cosine(r: number): number {
  const z = r * r;
  const z2 = z * z;
  const rest = z2 * (C4 + z * C6 + z2 * (C8 + z * C10 + z2 * (C12 + z * C14 + z2 * C16)));
  const half = z * 0.5;
  const w = 1 - half;
  return w + (1 - w - half + rest);
}

// Sine and cosine of angles in degrees, with the same bits on every engine (see maths.ts). A right angle is a whole number of degrees, so the difference to the
// nearest one is exact. In radians that would take several times the work.

/** Radians in one degree. */
export const DEG = Math.PI / 180;
/** Up to so many degrees, a multiple of a right angle is exact. */
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

/** sin r for |r| ≤ π/4, by its Taylor series. */
function sine(r: number): number {
  const z = r * r;
  const z2 = z * z;
  const low = -1 / 6 + z * (1 / 120) + z2 * (-1 / 5040 + z * (1 / 362880));
  const high = -1 / 39916800 + z * (1 / 6227020800) + z2 * (-1 / 1307674368000 + z * (1 / 355687428096000));
  return r + r * z * (low + z2 * z2 * high);
}

/** cos r for |r| ≤ π/4, likewise. */
function cosine(r: number): number {
  const z = r * r;
  const z2 = z * z;
  const high = 1 / 40320 - z * (1 / 3628800) + z2 * (1 / 479001600 - z * (1 / 87178291200) + z2 * (1 / 20922789888000));
  const rest = z2 * (1 / 24 - z * (1 / 720) + z2 * high);
  const half = z * 0.5;
  const w = 1 - half;
  return w + (1 - w - half + rest);
}

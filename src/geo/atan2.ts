// The angle of a point, with the same bits on every engine (see maths.ts).
//
// In the first octant arctan(p/q) = arctan(c) + arctan((p − c q) / (q + c p)), c = j/8 nearest to p/q.

const SLOPES = 8;
/** arctan(j/8). */
const ARCTANS = [
  0, 0.12435499454676144, 0.24497866312686414, 0.3587706702705722, 0.4636476090008061, 0.5585993153435624, 0.6435011087932844,
  0.7188299996216245, 0.7853981633974483,
];
const UP = 1.6069380442589903e60; // 2^200

/** The angle of the point (x, y) from the x axis in radians, −π … π. Error below 1.8 ulp. Signed zeros and infinities as in Math.atan2. */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const steep = ay > ax;
  let p = steep ? ax : ay;
  let q = steep ? ay : ax;
  if (!(p <= q && q > 1e-200 && q < 1e300)) {
    if (!(p <= q)) return Number.NaN;
    if (q === 0) q = 1;
    else if (q === Infinity) {
      p = p === q ? 1 : 0;
      q = 1;
    } else {
      const scale = q < 1 ? UP : 1 / UP;
      p *= scale;
      q *= scale;
    }
  }
  const j = Math.floor((p / q) * SLOPES + 0.5);
  const c = j * (1 / SLOPES);
  const u = (p - c * q) / (q + c * p);
  const z = u * u;
  const z2 = z * z;
  const bend = -1 / 3 + z * (1 / 5) + z2 * (-1 / 7 + z * (1 / 9)) + z2 * z2 * (-1 / 11 + z * (1 / 13) + z2 * (-1 / 15));
  const octant = ARCTANS[j]! + (u + u * z * bend);
  const isLeft = x < 0 || (x === 0 && 1 / x < 0);
  const angle = steep ? Math.PI / 2 + (isLeft ? octant : -octant) : isLeft ? Math.PI - octant : octant;
  return y < 0 || (y === 0 && 1 / y < 0) ? -angle : angle;
}

// The angle of a point, with the same bits on every engine (see maths.ts).
//
// In the first octant arctan(p/q) = arctan(c) + arctan((p − c q) / (q + c p)), c = j/8 nearest to p/q.

const SLOPES = 8;
/** arctan(j/8). */
const ARCTANS = [
  0, 0.12435499454676144, 0.24497866312686414, 0.3587706702705722, 0.4636476090008061, 0.5585993153435624, 0.6435011087932844,
  0.7188299996216245, 0.7853981633974483,
];

/**
 * The angle of the point (x, y) from the x axis in radians, −π … π. Error below 1.8 ulp, except for points nearer to the origin than 1e-290 or farther than
 * 1e300. Signed zeros as in Math.atan2; NaN if either is infinite.
 */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const steep = ay > ax;
  const p = steep ? ax : ay;
  // At the origin p is 0, so any divisor but 0 will do.
  const q = ay === 0 && ax === 0 ? 1 : steep ? ay : ax;
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

// Angles in degrees: bearings and the difference between two of them.

/** The angle of the same direction with 0 ≤ angle < 360 degrees. NaN stays NaN; ±Infinity gives NaN. */
export function normaliseAngle(angle: number): number {
  const rest = angle % 360;
  if (rest > 0) return rest;
  // −1e-20 + 360 rounds to 360, which must become 0; −0 + 360 must too.
  const turned = rest + 360;
  return turned === 360 ? 0 : turned;
}

/** The angle between two directions, 0 … 180 degrees. */
export function angleBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return apart > 180 ? 360 - apart : apart;
}

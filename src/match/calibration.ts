// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.287404, 0.718667],
    [0.412609, 0.72],
    [0.447463, 0.76],
    [0.480158, 0.768],
    [0.532338, 0.8056],
    [0.607142, 0.813333],
    [0.647271, 0.856],
    [0.666984, 0.86],
    [0.686033, 0.862],
    [0.711033, 0.886],
    [0.755731, 0.895333],
    [0.825061, 0.917],
    [0.865429, 0.924],
    [0.878915, 0.928],
    [0.887688, 0.932],
    [0.914463, 0.937333],
    [0.941849, 0.971],
    [0.952795, 0.98],
    [0.974435, 0.980444],
    [0.986835, 0.982],
    [0.989444, 0.9856],
    [0.994645, 0.989333],
    [0.998516, 0.989524],
    [0.999652, 0.990154],
    [0.999835, 0.992],
    [0.999942, 0.994118],
    [0.999998, 0.995385],
    [1, 0.999166],
  ],
};

/** The probability that a place is on the road driven, given its posterior. Never 0, which is kept for points that are not snapped. */
export function calibrated(posterior: number): number {
  const { knots } = CALIBRATION;
  let i = 1;
  while (i < knots.length - 1 && posterior > knots[i][0]) i++;
  const [x1, y1] = knots[i - 1];
  const [x2, y2] = knots[i];
  const value = x2 > x1 ? y1 + ((y2 - y1) * (posterior - x1)) / (x2 - x1) : y2;
  return Math.max(1e-6, Math.min(1, value));
}

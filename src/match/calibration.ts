// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0.7435],
    [0.336303, 0.7435],
    [0.514364, 0.769],
    [0.560225, 0.784],
    [0.579559, 0.8],
    [0.615054, 0.833333],
    [0.660603, 0.853333],
    [0.696801, 0.858],
    [0.716125, 0.864],
    [0.745283, 0.877],
    [0.772305, 0.892],
    [0.80778, 0.924667],
    [0.844206, 0.926],
    [0.864676, 0.930667],
    [0.882739, 0.936],
    [0.909214, 0.94],
    [0.929516, 0.944],
    [0.935738, 0.966],
    [0.949213, 0.972],
    [0.969893, 0.973091],
    [0.986505, 0.9824],
    [0.992234, 0.986],
    [0.994445, 0.987556],
    [0.996152, 0.988],
    [0.997161, 0.989],
    [0.999002, 0.990308],
    [0.999798, 0.992],
    [0.999958, 0.992429],
    [0.999996, 0.9935],
    [0.999999, 0.997412],
    [1, 0.999212],
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

// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0.74],
    [0.31307, 0.74],
    [0.482287, 0.744],
    [0.543929, 0.775333],
    [0.614131, 0.8],
    [0.631345, 0.832],
    [0.667678, 0.855],
    [0.718029, 0.866667],
    [0.744021, 0.896],
    [0.771285, 0.9],
    [0.805363, 0.910667],
    [0.828986, 0.914],
    [0.846286, 0.932],
    [0.863867, 0.944],
    [0.900832, 0.947111],
    [0.929965, 0.962],
    [0.940513, 0.964],
    [0.961514, 0.964727],
    [0.980479, 0.971556],
    [0.986389, 0.972],
    [0.988457, 0.981],
    [0.992282, 0.982],
    [0.995992, 0.982182],
    [0.99766, 0.988],
    [0.999571, 0.991508],
    [0.999993, 0.992],
    [0.999996, 0.9936],
    [0.999998, 0.9952],
    [0.999999, 0.997714],
    [1, 0.998824],
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

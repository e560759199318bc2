// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.330022, 0.694],
    [0.506418, 0.7568],
    [0.57456, 0.784],
    [0.59415, 0.788],
    [0.637396, 0.831],
    [0.673854, 0.848],
    [0.687046, 0.856],
    [0.72221, 0.8944],
    [0.770563, 0.9],
    [0.794743, 0.908],
    [0.814275, 0.92],
    [0.854958, 0.924],
    [0.883327, 0.928],
    [0.901447, 0.936],
    [0.924592, 0.9432],
    [0.944249, 0.9576],
    [0.965341, 0.9724],
    [0.986136, 0.97775],
    [0.997385, 0.9856],
    [0.999645, 0.9864],
    [0.999875, 0.992667],
    [0.999957, 0.994],
    [0.999991, 0.995333],
    [0.999999, 0.996],
    [1, 0.998913],
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

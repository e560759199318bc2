// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.329808, 0.698],
    [0.469389, 0.768],
    [0.559061, 0.797714],
    [0.66287, 0.8424],
    [0.731505, 0.892],
    [0.800302, 0.906857],
    [0.845324, 0.926667],
    [0.888254, 0.933333],
    [0.922192, 0.946667],
    [0.933487, 0.952],
    [0.938945, 0.956],
    [0.944536, 0.97],
    [0.963013, 0.974909],
    [0.98125, 0.9795],
    [0.991813, 0.982286],
    [0.996561, 0.983],
    [0.998968, 0.98576],
    [0.999854, 0.991],
    [0.999959, 0.992923],
    [0.999996, 0.996],
    [0.999999, 0.996333],
    [1, 0.998855],
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

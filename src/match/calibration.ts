// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.307807, 0.689333],
    [0.425373, 0.692],
    [0.511974, 0.796],
    [0.581218, 0.8],
    [0.611218, 0.812],
    [0.665701, 0.8432],
    [0.710569, 0.896],
    [0.756449, 0.901333],
    [0.811656, 0.9088],
    [0.848447, 0.914667],
    [0.874648, 0.934],
    [0.903227, 0.9368],
    [0.926309, 0.943],
    [0.945131, 0.969333],
    [0.965918, 0.971556],
    [0.984414, 0.980308],
    [0.997508, 0.984541],
    [0.999867, 0.9888],
    [0.999924, 0.99],
    [0.999975, 0.9928],
    [0.999998, 0.995385],
    [1, 0.998979],
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

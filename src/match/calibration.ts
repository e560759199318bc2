// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.195316, 0.692],
    [0.320196, 0.712],
    [0.382223, 0.716],
    [0.426275, 0.728],
    [0.46203, 0.764],
    [0.542643, 0.794286],
    [0.621377, 0.804],
    [0.66092, 0.86],
    [0.703231, 0.872],
    [0.744015, 0.8824],
    [0.775737, 0.904],
    [0.829404, 0.9172],
    [0.878599, 0.936],
    [0.913359, 0.94],
    [0.93996, 0.968],
    [0.951624, 0.9712],
    [0.964477, 0.9776],
    [0.980733, 0.982133],
    [0.989887, 0.986],
    [0.994285, 0.987714],
    [0.998361, 0.9896],
    [0.999475, 0.992],
    [0.99963, 0.992667],
    [0.999845, 0.9944],
    [0.999937, 0.996],
    [0.999988, 0.99786],
    [1, 0.9994],
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

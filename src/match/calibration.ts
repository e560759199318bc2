// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.332357, 0.692],
    [0.471915, 0.756],
    [0.558106, 0.808],
    [0.662455, 0.8464],
    [0.707784, 0.884],
    [0.748571, 0.8872],
    [0.803958, 0.901333],
    [0.844381, 0.929333],
    [0.874776, 0.932],
    [0.903625, 0.937],
    [0.921849, 0.94],
    [0.933025, 0.948],
    [0.942574, 0.964],
    [0.952259, 0.976],
    [0.974099, 0.9795],
    [0.991941, 0.981143],
    [0.998687, 0.985241],
    [0.999831, 0.988],
    [0.999886, 0.9904],
    [0.999967, 0.993333],
    [0.999998, 0.996],
    [1, 0.998892],
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

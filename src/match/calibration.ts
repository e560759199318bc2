// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.297832, 0.705333],
    [0.419802, 0.708],
    [0.468147, 0.75],
    [0.542502, 0.754],
    [0.603306, 0.792],
    [0.646344, 0.854667],
    [0.674981, 0.856],
    [0.68773, 0.86],
    [0.729271, 0.887333],
    [0.782682, 0.896],
    [0.815745, 0.902667],
    [0.834685, 0.904],
    [0.863155, 0.931333],
    [0.900071, 0.9344],
    [0.921718, 0.942667],
    [0.930622, 0.944],
    [0.952528, 0.966667],
    [0.96975, 0.968],
    [0.977727, 0.9755],
    [0.984936, 0.976],
    [0.990044, 0.981333],
    [0.998055, 0.986286],
    [0.999865, 0.9936],
    [0.999964, 0.994545],
    [0.999998, 0.995429],
    [1, 0.998971],
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

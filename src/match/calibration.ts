// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.268654, 0.712],
    [0.439734, 0.72],
    [0.502113, 0.748],
    [0.557951, 0.809],
    [0.608565, 0.812],
    [0.627146, 0.828],
    [0.643431, 0.84],
    [0.658459, 0.868],
    [0.687637, 0.884],
    [0.714023, 0.896],
    [0.733579, 0.9],
    [0.760964, 0.902667],
    [0.807263, 0.909333],
    [0.847964, 0.930667],
    [0.86417, 0.932],
    [0.897429, 0.941778],
    [0.929103, 0.946667],
    [0.945947, 0.956],
    [0.966642, 0.956889],
    [0.978356, 0.970667],
    [0.9814, 0.976],
    [0.982929, 0.98],
    [0.992428, 0.981524],
    [0.99953, 0.987217],
    [1, 0.998411],
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

// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.331371, 0.686],
    [0.480911, 0.76],
    [0.5492, 0.816],
    [0.61792, 0.842],
    [0.658008, 0.844],
    [0.678992, 0.856],
    [0.728249, 0.889333],
    [0.79633, 0.904],
    [0.854788, 0.929333],
    [0.881149, 0.936],
    [0.901834, 0.943333],
    [0.924541, 0.952],
    [0.948354, 0.9588],
    [0.967345, 0.975],
    [0.979884, 0.9752],
    [0.990161, 0.9775],
    [0.995344, 0.984],
    [0.997943, 0.984889],
    [0.999172, 0.986222],
    [0.999694, 0.988889],
    [0.999921, 0.992],
    [0.999984, 0.996],
    [0.999997, 0.99625],
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

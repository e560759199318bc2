// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.33137, 0.687],
    [0.480728, 0.758667],
    [0.549157, 0.816],
    [0.626012, 0.8416],
    [0.679075, 0.856],
    [0.728459, 0.888667],
    [0.796599, 0.905143],
    [0.855102, 0.929333],
    [0.881348, 0.932],
    [0.901974, 0.943333],
    [0.924737, 0.950667],
    [0.948436, 0.9596],
    [0.967397, 0.975],
    [0.97991, 0.9752],
    [0.990182, 0.977],
    [0.993492, 0.984],
    [0.995586, 0.9845],
    [0.997948, 0.984889],
    [0.999175, 0.986222],
    [0.999695, 0.988889],
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

// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.253836, 0.722],
    [0.393397, 0.748],
    [0.448345, 0.764],
    [0.50318, 0.775],
    [0.548912, 0.788],
    [0.580542, 0.8],
    [0.608887, 0.808],
    [0.626191, 0.828],
    [0.662816, 0.868],
    [0.701197, 0.876],
    [0.742113, 0.8808],
    [0.775319, 0.904],
    [0.827041, 0.9164],
    [0.872177, 0.924],
    [0.879102, 0.944],
    [0.910927, 0.9536],
    [0.936526, 0.96],
    [0.939934, 0.964],
    [0.956077, 0.9756],
    [0.969614, 0.976],
    [0.975173, 0.9784],
    [0.979804, 0.98],
    [0.981707, 0.984],
    [0.991387, 0.985524],
    [0.99841, 0.9874],
    [0.999548, 0.991333],
    [0.999752, 0.991429],
    [0.999839, 0.992],
    [0.999913, 0.993],
    [0.999974, 0.997091],
    [0.999988, 0.998],
    [0.999997, 0.998182],
    [1, 0.999075],
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

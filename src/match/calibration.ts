// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `npm run calibrate -- --write` on simulated drives over several
 * towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.240299, 0.588],
    [0.365877, 0.628],
    [0.453108, 0.73],
    [0.504292, 0.776],
    [0.563699, 0.801],
    [0.617377, 0.82],
    [0.636435, 0.828],
    [0.668414, 0.852],
    [0.703674, 0.886],
    [0.729109, 0.902],
    [0.75193, 0.918],
    [0.768502, 0.92],
    [0.820569, 0.9228],
    [0.877048, 0.936],
    [0.896801, 0.948],
    [0.927203, 0.9576],
    [0.950342, 0.964],
    [0.957647, 0.965333],
    [0.966295, 0.97],
    [0.975241, 0.9776],
    [0.98505, 0.98],
    [0.993949, 0.981538],
    [0.997577, 0.984],
    [0.999467, 0.986308],
    [0.999968, 0.988],
    [0.999992, 0.993667],
    [0.999999, 0.997091],
    [1, 0.998877],
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

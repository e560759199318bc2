// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.268669, 0.692],
    [0.395059, 0.712],
    [0.457475, 0.716],
    [0.501907, 0.78],
    [0.566983, 0.7912],
    [0.626509, 0.836],
    [0.658666, 0.870667],
    [0.695943, 0.888],
    [0.744056, 0.894667],
    [0.806234, 0.914],
    [0.850236, 0.929],
    [0.895901, 0.940444],
    [0.928266, 0.954667],
    [0.949553, 0.964889],
    [0.967379, 0.972],
    [0.977247, 0.976667],
    [0.991239, 0.9778],
    [0.996991, 0.98],
    [0.997637, 0.984],
    [0.999433, 0.988414],
    [0.999968, 0.990667],
    [0.999986, 0.992],
    [0.999996, 0.994667],
    [0.999999, 0.996889],
    [1, 0.998822],
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

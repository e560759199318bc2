// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.3301, 0.69],
    [0.453005, 0.732],
    [0.483116, 0.736],
    [0.536475, 0.8032],
    [0.606544, 0.82],
    [0.662736, 0.8432],
    [0.702955, 0.884],
    [0.749406, 0.900571],
    [0.805336, 0.908],
    [0.842787, 0.918],
    [0.873006, 0.932],
    [0.901831, 0.9344],
    [0.926947, 0.9464],
    [0.939024, 0.956],
    [0.944699, 0.966],
    [0.949799, 0.968],
    [0.972156, 0.976667],
    [0.987068, 0.98],
    [0.989345, 0.981],
    [0.993538, 0.984],
    [0.99645, 0.9848],
    [0.998981, 0.98576],
    [0.999854, 0.99],
    [0.999959, 0.993231],
    [0.999998, 0.995692],
    [1, 0.998913],
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

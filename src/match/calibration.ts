// Calibration: the monotone curve from the lattice's posterior to the share that came true, and the recipe it was made by.

/**
 * Knots (posterior, share true), rising, straight lines between. Fitted by `node out/bench/calibrate.js --write` on simulated drives over
 * several towns and kinds of noise (never on a recorded track): isotonic regression over fixes at 1, 10, 30 and 60 s.
 */
export const CALIBRATION: { knots: readonly (readonly [posterior: number, share: number])[] } = {
  knots: [
    [0, 0],
    [0.334309, 0.756],
    [0.523003, 0.7704],
    [0.577352, 0.824],
    [0.605214, 0.832],
    [0.636419, 0.84],
    [0.687999, 0.8528],
    [0.739601, 0.869333],
    [0.76255, 0.872],
    [0.772724, 0.892],
    [0.807735, 0.922667],
    [0.844557, 0.928],
    [0.864676, 0.929333],
    [0.882311, 0.936],
    [0.909035, 0.944],
    [0.929127, 0.948],
    [0.937391, 0.964],
    [0.950667, 0.9688],
    [0.969596, 0.974182],
    [0.981994, 0.98],
    [0.986875, 0.9808],
    [0.990337, 0.9816],
    [0.995469, 0.98781],
    [0.999005, 0.990615],
    [0.999712, 0.992],
    [0.999922, 0.992513],
    [0.999997, 0.9936],
    [0.999999, 0.996941],
    [1, 0.999265],
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

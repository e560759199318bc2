// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle, "slow", there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "slow";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.5626, 0.792],
    [0.9161, 0.963],
    [0.9962, 0.992],
    [1, 0.999788],
  ],
  slow: [
    [0, 0],
    [0.5492, 0.5977],
    [0.9831, 0.928],
    [1, 0.99888],
  ],
};

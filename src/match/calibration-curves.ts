// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle, "slow", there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "slow";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.3477, 0.672],
    [0.99186, 0.988],
    [1, 0.999608],
  ],
  slow: [
    [0, 0],
    [0.3362, 0.4937],
    [0.5795, 0.588],
    [0.9787, 0.938],
    [1, 0.99933],
  ],
};

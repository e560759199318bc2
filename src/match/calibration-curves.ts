// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle, "slow", there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "slow";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.3856, 0.672],
    [0.9234, 0.96],
    [0.99805, 0.99333],
    [1, 0.999608],
  ],
  slow: [
    [0, 0],
    [0.5203, 0.52],
    [0.7329, 0.7606],
    [0.9725, 0.8996],
    [1, 0.99933],
  ],
};

// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.3879, 0.7813],
    [0.532, 0.804],
    [0.6615, 0.87],
    [0.7484, 0.891],
    [0.8157, 0.952],
    [0.9687, 0.9787],
    [0.99852, 0.9952],
    [0.9999616, 0.99636],
    [1, 0.99891],
  ],
  walking: [
    [0, 0],
    [0.4108, 0.568],
    [0.5992, 0.665],
    [0.6867, 0.74],
    [0.8124, 0.7746],
    [0.847, 0.8182],
    [0.8739, 0.8196],
    [0.8838, 0.842],
    [0.9751, 0.9],
    [0.9824, 0.9387],
    [0.9916, 0.9479],
    [0.999609, 0.9867],
    [0.999999001, 0.9912],
    [1, 0.9981],
  ],
  cycling: [
    [0, 0],
    [0.1818, 0.492],
    [0.3724, 0.6413],
    [0.503, 0.665],
    [0.67, 0.8056],
    [0.7494, 0.8167],
    [0.7766, 0.856],
    [0.9718, 0.9667],
    [0.99854, 0.992],
    [0.9999965, 0.99733],
    [1, 0.999144],
  ],
};

// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.2515, 0.772],
    [0.641, 0.836],
    [0.6706, 0.892],
    [0.7783, 0.915],
    [0.8321, 0.9473],
    [0.9651, 0.9784],
    [0.99738, 0.9928],
    [0.999999095, 0.99733],
    [1, 0.99886],
  ],
  walking: [
    [0, 0],
    [0.4592, 0.5787],
    [0.8049, 0.796],
    [0.8629, 0.812],
    [0.8834, 0.8495],
    [0.9186, 0.8634],
    [0.9414, 0.9],
    [0.9678, 0.9097],
    [0.9718, 0.929],
    [0.99452, 0.952],
    [0.99471, 0.964],
    [0.9999576, 0.99143],
    [0.999999, 0.9957],
    [1, 0.99823],
  ],
  cycling: [
    [0, 0],
    [0.1489, 0.52],
    [0.2584, 0.592],
    [0.3122, 0.6],
    [0.363, 0.664],
    [0.5492, 0.6973],
    [0.6361, 0.7507],
    [0.6831, 0.8097],
    [0.8242, 0.8656],
    [0.8445, 0.904],
    [0.9626, 0.948],
    [0.9674, 0.964],
    [0.999106, 0.99385],
    [0.999998, 0.998],
    [1, 0.999269],
  ],
};

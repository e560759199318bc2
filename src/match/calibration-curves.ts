// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.5653, 0.78],
    [0.7394, 0.8584],
    [0.8039, 0.916],
    [0.9281, 0.944],
    [0.9743, 0.9747],
    [0.99543, 0.9858],
    [0.999951, 0.99457],
    [1, 0.999071],
  ],
  walking: [
    [0, 0],
    [0.825, 0.752],
    [0.8271, 0.776],
    [0.9735, 0.894],
    [0.9789, 0.9309],
    [0.99214, 0.9403],
    [0.9999038, 0.99141],
    [0.999999, 0.99452],
    [1, 0.99832],
  ],
  cycling: [
    [0, 0],
    [0.5563, 0.648],
    [0.5867, 0.708],
    [0.6268, 0.7093],
    [0.6698, 0.771],
    [0.7338, 0.7778],
    [0.9454, 0.936],
    [0.9865, 0.9691],
    [0.99999899, 0.998],
    [1, 0.999369],
  ],
};

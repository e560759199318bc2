// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.2951, 0.728],
    [0.647, 0.81],
    [0.8375, 0.9256],
    [0.9363, 0.948],
    [0.999508, 0.993],
    [0.9999513, 0.99457],
    [1, 0.999078],
  ],
  walking: [
    [0, 0],
    [0.4346, 0.5749],
    [0.7381, 0.718],
    [0.8043, 0.7328],
    [0.8287, 0.786],
    [0.969, 0.884],
    [0.9827, 0.9329],
    [0.99216, 0.9403],
    [0.999999, 0.9943],
    [1, 0.99832],
  ],
  cycling: [
    [0, 0],
    [0.127, 0.548],
    [0.3624, 0.636],
    [0.5575, 0.644],
    [0.6706, 0.774],
    [0.7806, 0.808],
    [0.8983, 0.912],
    [0.9586, 0.936],
    [0.99999463, 0.996],
    [1, 0.999369],
  ],
};

// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.6455, 0.812],
    [0.8692, 0.932],
    [0.99306, 0.9787],
    [0.99999676, 0.996],
    [1, 0.999166],
  ],
  walking: [
    [0, 0],
    [0.4938, 0.592],
    [0.5128, 0.63],
    [0.7326, 0.7096],
    [0.7887, 0.7189],
    [0.8218, 0.7672],
    [0.9291, 0.83],
    [0.936, 0.8618],
    [0.9736, 0.8828],
    [0.9794, 0.932],
    [0.99715, 0.9532],
    [0.99999894, 0.99415],
    [1, 0.99834],
  ],
  cycling: [
    [0, 0],
    [0.1329, 0.556],
    [0.3219, 0.6413],
    [0.5595, 0.656],
    [0.6907, 0.7754],
    [0.8145, 0.8168],
    [0.889, 0.906],
    [0.9636, 0.932],
    [0.999998, 0.996],
    [1, 0.9994],
  ],
};

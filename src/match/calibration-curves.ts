// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.6455, 0.814],
    [0.7788, 0.864],
    [0.8323, 0.922],
    [0.9819, 0.9707],
    [0.9999877, 0.99333],
    [1, 0.999136],
  ],
  walking: [
    [0, 0],
    [0.2973, 0.5696],
    [0.7906, 0.7212],
    [0.9733, 0.892],
    [0.9793, 0.9304],
    [0.99517, 0.9415],
    [0.999352, 0.983],
    [0.99999895, 0.99435],
    [1, 0.99834],
  ],
  cycling: [
    [0, 0],
    [0.1347, 0.56],
    [0.5691, 0.692],
    [0.8509, 0.8547],
    [0.8854, 0.8976],
    [0.9565, 0.9308],
    [0.99752, 0.988],
    [0.999999016, 0.99788],
    [1, 0.9994],
  ],
};

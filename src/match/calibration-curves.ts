// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.5741, 0.804],
    [0.99089, 0.98],
    [0.99999607, 0.996],
    [1, 0.999075],
  ],
  walking: [
    [0, 0],
    [0.4512, 0.5817],
    [0.7526, 0.7175],
    [0.9114, 0.8248],
    [0.9765, 0.904],
    [0.9789, 0.93],
    [0.99514, 0.944],
    [0.999378, 0.982],
    [0.999999, 0.99473],
    [1, 0.99831],
  ],
  cycling: [
    [0, 0],
    [0.3209, 0.6053],
    [0.6458, 0.712],
    [0.6963, 0.7715],
    [0.8239, 0.82],
    [0.8494, 0.864],
    [0.9725, 0.953],
    [0.99628, 0.9873],
    [0.999999044, 0.99812],
    [1, 0.999368],
  ],
};

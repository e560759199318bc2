// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.5321, 0.8],
    [0.6613, 0.872],
    [0.7482, 0.8905],
    [0.8328, 0.956],
    [0.99473, 0.9876],
    [1, 0.99894],
  ],
  walking: [
    [0, 0],
    [0.4109, 0.564],
    [0.874, 0.82],
    [0.9667, 0.8975],
    [0.9751, 0.8997],
    [0.9824, 0.9387],
    [0.99659, 0.9665],
    [0.999999004, 0.9912],
    [1, 0.9981],
  ],
  cycling: [
    [0, 0],
    [0.1822, 0.492],
    [0.3726, 0.64],
    [0.5031, 0.665],
    [0.6702, 0.804],
    [0.7496, 0.8167],
    [0.7768, 0.856],
    [0.8389, 0.872],
    [0.8667, 0.912],
    [0.9813, 0.974],
    [0.999751, 0.99527],
    [1, 0.999144],
  ],
};

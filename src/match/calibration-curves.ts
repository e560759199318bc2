// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.458, 0.792],
    [0.6123, 0.84],
    [0.8395, 0.9504],
    [0.9674, 0.98],
    [0.99796, 0.992],
    [0.99999733, 0.99857],
    [1, 0.99897],
  ],
  walking: [
    [0, 0],
    [0.4499, 0.586],
    [0.5579, 0.6391],
    [0.5948, 0.6608],
    [0.607, 0.698],
    [0.739, 0.7451],
    [0.7493, 0.776],
    [0.8571, 0.798],
    [0.8729, 0.844],
    [0.9603, 0.8984],
    [0.9671, 0.908],
    [0.9676, 0.92],
    [0.99392, 0.95],
    [0.99592, 0.9726],
    [0.999603, 0.9853],
    [0.99999826, 0.992],
    [1, 0.99831],
  ],
  cycling: [
    [0, 0],
    [0.2236, 0.556],
    [0.3615, 0.648],
    [0.4819, 0.68],
    [0.5171, 0.728],
    [0.6056, 0.7474],
    [0.732, 0.832],
    [0.9558, 0.956],
    [0.99782, 0.992],
    [0.99999894, 0.998],
    [1, 0.999302],
  ],
};

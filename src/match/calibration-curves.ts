// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.2526, 0.752],
    [0.3897, 0.796],
    [0.5051, 0.8013],
    [0.7073, 0.8992],
    [0.773, 0.904],
    [0.8189, 0.95],
    [0.9683, 0.9747],
    [0.99676, 0.988],
    [0.99757, 0.99333],
    [0.9999867, 0.998],
    [1, 0.99888],
  ],
  walking: [
    [0, 0],
    [0.2922, 0.5719],
    [0.6099, 0.644],
    [0.6401, 0.6962],
    [0.7348, 0.7594],
    [0.8492, 0.7924],
    [0.9435, 0.8893],
    [0.9728, 0.908],
    [0.9827, 0.938],
    [0.99465, 0.948],
    [0.99494, 0.96],
    [0.99881, 0.9785],
    [0.9999215, 0.99059],
    [1, 0.99807],
  ],
  cycling: [
    [0, 0],
    [0.2242, 0.556],
    [0.5087, 0.704],
    [0.6052, 0.7353],
    [0.6426, 0.796],
    [0.7526, 0.836],
    [0.8144, 0.8764],
    [0.8728, 0.902],
    [0.8799, 0.92],
    [0.9636, 0.956],
    [0.99693, 0.9897],
    [0.99999898, 0.99778],
    [1, 0.9992],
  ],
};

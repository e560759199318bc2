// The curves of calibration, (posterior, share that came true) with straight lines between. Written by `npm run calibrate -- --write`.

/** What was fitted apart: on foot and by bicycle there is another way beside most, and a posterior is worth less. */
export type CurveName = "driving" | "walking" | "cycling";

export const CURVES: Record<CurveName, readonly (readonly [posterior: number, share: number])[]> = {
  driving: [
    [0, 0],
    [0.3846, 0.784],
    [0.5274, 0.804],
    [0.8253, 0.94],
    [0.8893, 0.9613],
    [0.99667, 0.9896],
    [0.99999683, 0.998],
    [1, 0.99888],
  ],
  walking: [
    [0, 0],
    [0.4912, 0.58],
    [0.5092, 0.624],
    [0.8105, 0.7665],
    [0.9353, 0.8797],
    [0.9749, 0.9015],
    [0.9814, 0.9333],
    [0.99536, 0.952],
    [0.999999356, 0.992],
    [1, 0.99807],
  ],
  cycling: [
    [0, 0],
    [0.184, 0.476],
    [0.2811, 0.532],
    [0.333, 0.64],
    [0.529, 0.676],
    [0.6816, 0.8055],
    [0.8115, 0.8628],
    [0.8759, 0.9213],
    [0.9632, 0.9547],
    [0.99885, 0.992],
    [0.9999989, 0.9972],
    [1, 0.999172],
  ],
};

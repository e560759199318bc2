// The calibration curve of a travel mode turns a posterior into a probability.
import { describe, expect, it } from "vitest";
import { calibrated, curveOf } from "../../../src/match/result/calibration.js";
import { CURVES, type CurveName } from "../../../src/match/result/calibration-curves.js";

describe.each(Object.keys(CURVES) as CurveName[])("the curve for %s", (curve) => {
  it("goes from 0 to 1, never decreases, and stays within 0 and 1", () => {
    const knots = CURVES[curve];
    expect([knots[0][0], knots[knots.length - 1][0]]).toEqual([0, 1]);
    for (let i = 1; i < knots.length; i++) {
      expect(knots[i][0]).toBeGreaterThanOrEqual(knots[i - 1][0]);
      expect(knots[i][1]).toBeGreaterThanOrEqual(knots[i - 1][1]);
    }
    expect(knots[knots.length - 1][1]).toBeLessThanOrEqual(1);
  });

  it("is linear between its knots, and never gives 0 for a posterior above 0", () => {
    const [[x1, y1], [x2, y2]] = CURVES[curve].slice(2, 4);
    expect(calibrated((x1 + x2) / 2, curve)).toBeCloseTo((y1 + y2) / 2, 12);
    expect(calibrated(0, curve)).toBeGreaterThan(0);
  });
});

it("the same posterior gives less confidence on foot and by bicycle than in a car", () => {
  const [driving, walking, cycling] = (["driving", "walking", "cycling"] as const).map((mode) => calibrated(0.95, curveOf(mode)));
  expect(walking).toBeLessThan(driving);
  expect(cycling).toBeLessThan(driving);
  expect(curveOf("trucking")).toBe("driving");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitMonotone } from "../../../bench/isotonic.js";
import { auroc, calibration } from "../../../src/evaluate/score/calibration.js";
import type { Prediction } from "../../../src/evaluate/score/points.js";
import { Random } from "../../../src/geo/random.js";
import { onCurve } from "../../../src/match/result/calibration.js";

const said = (confidence: number, ...outcomes: (0 | 1)[]): Prediction[] => outcomes.map((o) => ({ confidence, correct: o === 1 }));

describe("calibration", () => {
  it.each<[string, Prediction[], ece: number, brier: number]>([
    ["all 1, and all right", said(1, 1, 1, 1), 0, 0],
    ["all 1, and all wrong", said(1, 0, 0), 1, 1],
    ["all 0.5, and half right", said(0.5, 1, 0), 0, 0.25],
    ["all 0.9, and half right", said(0.9, 1, 0), 0.4, 0.41],
    ["two bins, one of them off by 0.2", [...said(0.8, 1, 1, 1, 1), ...said(0.5, 1, 0, 1, 0)], 0.1, 0.145],
  ])("of confidences: %s", (_, predictions, ece, brier) => {
    const result = calibration(predictions);
    expect(result.ece).toBeCloseTo(ece, 9);
    expect(result.brier).toBeCloseTo(brier, 9);
  });

  it("puts 1 into the last bin, and keeps counts", () => {
    const { bins, count } = calibration([...said(1, 1), ...said(0, 0), ...said(0.1, 0)]);
    expect(bins.map((bin) => bin.count)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(bins[9]).toMatchObject({ from: 0.9, to: 1, confidence: 1, share: 1 });
    expect(count).toBe(3);
  });

  it("puts each confidence into the bin in whose range it is, for any number of bins", () => {
    for (const [confidence, bin] of [
      [0.29, 29],
      [0.57, 57],
      [0.58, 58],
      [0.569, 56],
      [0.16999999999999998, 16], // the largest number below 0.17; a hundred times as much is rounded to 17
      [1, 99],
      [0, 0],
    ]) {
      expect(calibration(said(confidence, 1), 100).bins.findIndex(({ count }) => count > 0)).toBe(bin);
    }
  });

  it.each([Number.NaN, -0.1, 1.001, undefined as unknown as number])("refuses a confidence of %s, and so does the AUROC", (confidence) => {
    const predictions = [...said(0.5, 1), ...said(confidence, 0)];
    for (const judge of [calibration, auroc]) {
      expect(() => judge(predictions)).toThrow(`Prediction 2 has the confidence ${confidence}; it must be a number from 0 to 1.`);
    }
  });

  it("has no values without predictions", () => {
    expect(calibration([]).ece).toBeNaN();
  });
});

describe("AUROC", () => {
  it.each<[string, Prediction[], number]>([
    ["is 1 if right ones are higher", [...said(0.9, 1, 1), ...said(0.2, 0)], 1],
    ["is 0 if right ones are lower", [...said(0.1, 1), ...said(0.2, 0)], 0],
    ["is a half if all are the same", said(0.7, 1, 0, 1, 0), 0.5],
    ["counts a tie as half a pair", [...said(0.9, 1), ...said(0.5, 1, 0), ...said(0.1, 0)], 0.875],
    ["has no value if all are right", said(0.7, 1, 1), Number.NaN],
  ])("%s", (_, predictions, area) => {
    expect(auroc(predictions)).toEqual(area);
  });
});

describe("the monotone fit", () => {
  it("pools values that decrease", () => {
    const curve = fitMonotone([...said(0, 0, 0), ...said(0.4, 1, 1, 1, 0), ...said(0.6, 1, 0, 1, 0), ...said(1, 1)], { minimum: 1 });
    expect(curve).toEqual([
      [0, 0],
      [0.5, 0.625],
      [1, 1],
    ]);
  });

  it.each<[tolerance: number, xs: number[]]>([
    [0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0.08, [0, 0.4, 0.6, 1]],
    [0.3, [0, 1]],
  ])("leaves out knots within %d of the line between those kept", (tolerance, xs) => {
    const shares = [0, 0.25, 0.4, 0.8, 0.85, 1];
    const predictions = shares.flatMap((share, i) =>
      said(i / 5, ...Array.from({ length: 20 }, (_, n) => (n < share * 20 ? 1 : 0) as 0 | 1)),
    );
    expect(fitMonotone(predictions, { minimum: 1, tolerance }).map(([x]) => x)).toEqual(xs);
  });

  it("calibrates an overconfident source", () => {
    const random = new Random(5);
    const sample = (): Prediction[] =>
      Array.from({ length: 20_000 }, () => {
        const confidence = random.next();
        return { confidence, correct: random.next() < confidence * confidence };
      });
    const curve = fitMonotone(sample());
    const held = sample();
    expect(calibration(held).ece).toBeGreaterThan(0.1);
    expect(calibration(held.map((p) => ({ ...p, confidence: onCurve(curve, p.confidence) }))).ece).toBeLessThan(0.02);
  });

  it("increases from 0 to 1, and stays within 0 and 1", () => {
    const prediction = fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), correct: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(prediction, { minLength: 1, maxLength: 80, size: "max" }),
        fc.integer({ min: 1, max: 30 }),
        (predictions, minimum) => {
          const curve = fitMonotone(predictions, { minimum });
          expect(curve[0][0]).toBe(0);
          expect(curve[curve.length - 1][0]).toBe(1);
          for (let i = 1; i < curve.length; i++) {
            expect(curve[i][0]).toBeGreaterThanOrEqual(curve[i - 1][0]);
            expect(curve[i][1]).toBeGreaterThanOrEqual(curve[i - 1][1]);
          }
          for (const x of [0, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99, 1]) {
            expect(onCurve(curve, x)).toBeGreaterThanOrEqual(0);
            expect(onCurve(curve, x)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  it("refuses to fit no predictions", () => {
    expect(() => fitMonotone([])).toThrow(/at least one prediction/);
  });
});

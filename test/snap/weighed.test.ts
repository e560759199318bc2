// What was weighed for the points of a result: the result itself is unchanged, and every point finds the step that decided it.
import { describe, expect, it } from "vitest";
import { Matcher } from "../../src/match/matcher.js";
import type { InputPoint } from "../../src/match/track/track.js";
import { combineResults } from "../../src/snap/combine.js";
import { snapPoints } from "../../src/snap/points.js";
import { combineWeighed, Weighing } from "../../src/snap/weighed.js";
import { asciiMap } from "../helpers/ascii-map.js";

const map = asciiMap(
  `
  a--------b--------c
           |
           d--------e
`,
  { metresPerCell: 30 },
);
const matcher = new Matcher(map.graph({ abc: {}, bd: {}, de: {} }));
const drive = (letters: string, trackId: string | null): InputPoint[] =>
  map.drive(letters).map((point) => ({ ...point, trackId, objectId: null, attributes: {} }));

function weigh(inputs: InputPoint[]) {
  const weighing = new Weighing(matcher);
  const result = snapPoints(weighing, inputs, { matched: weighing.matched });
  return { result, weighed: weighing.of(inputs.length) };
}

describe("Weighing", () => {
  // Two tracks with alternating points, a stop, an outlier, a point without a place, and one without a track.
  const [one, two] = [drive("abde", "one"), drive("abc", "two")];
  const stop = { ...one[0], time: (one[0].time as number) - 5 };
  const astray = { ...one[2], lat: one[2].lat + 0.01, time: (one[2].time as number) + 1 };
  const inputs = [stop, ...one.flatMap((point, i) => (i < two.length ? [point, two[i]] : [point])), astray];
  inputs.push({ ...one[0], lon: Number.NaN }, { ...one[0], trackId: null });
  const { result, weighed } = weigh(inputs);

  it("leaves the result unchanged", () => {
    expect(result).toEqual(snapPoints(matcher, inputs));
  });

  it("has the place of each matched point among those of its step, as the chosen one", () => {
    const matched = result.points.flatMap((point, i) =>
      point.reason === "matched" ? [{ point, step: weighed.steps[weighed.stepOf[i]] }] : [],
    );
    expect(matched.length).toBeGreaterThan(8);
    for (const { point, step } of matched) {
      expect(step.candidates.find(({ chosen }) => chosen)?.arc).toBe(point.arc);
      expect(result.points[step.fix].arc).toBe(point.arc);
    }
  });

  it("has the points of a stop in one step, under the number of the point that stands for it", () => {
    const own = weighed.steps[weighed.stepOf[0]];
    expect(weighed.stepOf[1]).toBe(weighed.stepOf[0]);
    expect([own.fix, own.last]).toEqual([0, 1]);
  });

  it("has no step for outliers and points without a place or a track", () => {
    const without = result.points.flatMap(({ reason }, i) => (weighed.stepOf[i] < 0 ? [reason] : []));
    expect(without).toEqual(["outlier", "bad-coordinate", "unlocated"]);
    expect(weighed.stepOf).toHaveLength(inputs.length);
  });

  it("is combined as results are", () => {
    const parts = [weigh(one), weigh(two)];
    const combined = combineWeighed(parts.map((part) => part.weighed));
    const all = combineResults(parts.map((part, i) => ({ name: `${i}`, result: part.result })));
    for (const [i, point] of all.points.entries()) {
      const step = combined.steps[combined.stepOf[i]];
      expect(step.candidates.find(({ chosen }) => chosen)?.arc).toBe(all.points[step.fix].arc);
      expect(step.fix <= i && i <= step.last).toBe(true);
      expect(point.arc).toBe(all.points[step.fix].arc);
    }
  });
});

import { describe, expect, it } from "vitest";
import { readFixes } from "../../../src/match/track/fixes.js";
import { makeSteps } from "../../../src/match/track/steps.js";

/** A metre in degrees on the equator. */
const METRE = 1 / 111_195;

/** The fixes of each step, for fixes at these metres along the equator; the fixes in `outliers` are marked as such. */
function stepsOf(metres: readonly number[], seconds: number, outliers: readonly number[] = []): number[][] {
  const fixes = readFixes(metres.map((along, i) => ({ lon: along * METRE, lat: 0, time: 1_700_000_000 + seconds * i })));
  const { count, fix, last } = makeSteps(
    fixes,
    Uint8Array.from(metres, (_, i) => (outliers.includes(i) ? 1 : 0)),
    5,
    new Float64Array(metres.length).fill(1),
  );
  return Array.from({ length: count }, (_, k) => [...metres.keys()].filter((i) => i >= fix[k] && i <= last[k] && !outliers.includes(i)));
}

describe("how fixes become steps", () => {
  it.each<[string, metres: number[], seconds: number, steps: number[][]]>([
    ["fixes that are far apart are one step each", [0, 100, 200], 10, [[0], [1], [2]]],
    ["a stop is one step", [0, 100, 103, 98, 101, 200], 10, [[0], [1, 2, 3, 4], [5]]],
    ["a stop of a minute is one step", [0, 100, 103, 98, 200], 30, [[0], [1, 2, 3], [4]]],
    ["two fixes at one place are one step if there was only time for a red light", [0, 100, 104, 200], 10, [[0], [1, 2], [3]]],
    ["two fixes at one place are two steps if there was time to go somewhere and come back", [0, 100, 104, 200], 30, [[0], [1], [2], [3]]],
    ["two fixes at one place are one step if the fixes around them move slowly too", [80, 94, 98, 112, 115], 30, [[0], [1, 2], [3, 4]]],
    ["two fixes at one place are one step if the track begins there", [0, 4, 100, 200], 30, [[0, 1], [2], [3]]],
    ["two fixes at one place are one step if the track ends there", [0, 100, 200, 204], 30, [[0], [1], [2, 3]]],
    ["of many fixes at an even pace one in four is a step", [0, 14, 28, 42, 56, 70, 84], 1, [[0], [4], [6]]],
    ["… and no fewer, though they are closer", [0, 11, 22, 33, 44, 55, 66], 1, [[0], [4], [6]]],
    ["the last fix is a step of its own, if near the one before but not at rest", [0, 100, 200, 206], 2, [[0], [1], [2], [3]]],
    ["… but not within the errors", [0, 100, 200, 201], 2, [[0], [1], [2, 3]]],
    ["fewer fixes are passed over if the pace changes", [0, 20, 40, 50, 75], 1, [[0], [2], [3], [4]]],
    ["no fixes are passed over for so far that a turn may be between", [0, 29, 58, 87], 1, [[0], [2], [3]]],
    ["no fixes are passed over for so long that a turn may be between", [0, 14, 28, 42], 3, [[0], [1], [2], [3]]],
  ])("%s", (_, metres, seconds, steps) => {
    expect(stepsOf(metres, seconds)).toEqual(steps);
  });

  it("a fix beside the straight line is not passed over: the road may bend there", () => {
    const steps = (north: number) => {
      const fixes = readFixes([0, 14, 28].map((x, i) => ({ lon: x * METRE, lat: i === 1 ? north * METRE : 0, time: i })));
      return makeSteps(fixes, new Uint8Array(3), 5, new Float64Array(3).fill(1)).count;
    };
    expect([0, 1.5, 3].map(steps)).toEqual([2, 2, 3]);
  });

  it("no fix is passed over before an outlier", () => {
    expect(stepsOf([0, 14, 28, 42, 56, 70], 1, [3])).toEqual([[0], [2], [5]]);
  });

  it("an outlier after two fixes at one place does not make them two steps", () => {
    expect(stepsOf([0, 100, 104, 900, 101, 200], 30, [3])).toEqual([[0], [1, 2, 4], [5]]);
  });
});

import { describe, expect, it } from "vitest";
import { readFixes } from "../../src/match/fixes.js";
import { makeSteps } from "../../src/match/steps.js";

/** Degrees of a metre on the equator. */
const METRE = 1 / 111_195;

/** The fixes of each step, for fixes at these metres along the equator. Those in `outliers` are none. */
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

describe("fixes into steps", () => {
  it.each<[string, metres: number[], seconds: number, steps: number[][]]>([
    ["far apart, each is one", [0, 100, 200], 10, [[0], [1], [2]]],
    ["a stop is one", [0, 100, 103, 98, 101, 200], 10, [[0], [1, 2, 3, 4], [5]]],
    ["a stop of a minute is one", [0, 100, 103, 98, 200], 30, [[0], [1, 2, 3], [4]]],
    ["two in one place at a red light are one", [0, 100, 104, 200], 10, [[0], [1, 2], [3]]],
    ["two in one place with time for a way round are two", [0, 100, 104, 200], 30, [[0], [1], [2], [3]]],
    ["… not beside a slow drift", [80, 94, 98, 112, 115], 30, [[0], [1, 2], [3, 4]]],
    ["… not before setting out", [0, 4, 100, 200], 30, [[0, 1], [2], [3]]],
    ["… not on having arrived", [0, 100, 200, 204], 30, [[0], [1], [2, 3]]],
    ["of many at an even pace one in four is", [0, 14, 28, 42, 56, 70, 84], 1, [[0], [4], [6]]],
    ["… not when the pace changes", [0, 20, 40, 50, 75], 1, [[0], [2], [3], [4]]],
    ["… not farther than tells of turns between", [0, 29, 58, 87], 1, [[0], [2], [3]]],
    ["… not over seconds that do", [0, 14, 28, 42], 3, [[0], [1], [2], [3]]],
  ])("%s", (_, metres, seconds, steps) => {
    expect(stepsOf(metres, seconds)).toEqual(steps);
  });

  it("an outlier after two in one place does not part them", () => {
    expect(stepsOf([0, 100, 104, 900, 101, 200], 30, [3])).toEqual([[0], [1, 2, 4], [5]]);
  });
});

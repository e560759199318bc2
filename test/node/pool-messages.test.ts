// What goes between threads comes out as it went in.
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import type { Match, Reason, StretchType, Violation } from "../../src/match/result.js";
import { packError, packMatch, packTrack, unpackError, unpackMatch, unpackTrack } from "../../src/node/pool-messages.js";

describe("a match", () => {
  const reasons: Reason[] = ["matched", "interpolated", "off-road", "no-road-nearby", "outlier", "unlocated", "bad-coordinate"];
  const types: StretchType[] = ["Road", "Off", "Road Gap"];
  const kinds: Violation["kind"][] = ["wrong-way", "no-access", "turn-restriction", "u-turn", "barrier"];
  const match: Match = {
    points: reasons.map((reason, i) => {
      return {
        lon: 8 + i / 3,
        lat: -i,
        confidence: 1 / (i + 1),
        edge: i - 1,
        arc: 2 ** 31 - i,
        offset: 0.1 * i,
        distance: i / 7,
        reason,
        stretch: 6 - i,
      };
    }),
    stretches: types.map((type, i) => {
      const coordinates = Array.from({ length: i + 2 }, (_, k): [number, number] => [i + k / 3, -k]);
      return { type, edge: i, arc: 2 * i + 1, startOffset: i / 3, endOffset: i / 3 + 5, length: 5 + i, coordinates };
    }),
    violations: kinds.map((kind, i) => ({ kind, arc: i, stretch: i - 1 })),
  };

  it("keeps every value and every word", () => {
    expect(unpackMatch(packMatch(match))).toStrictEqual(match);
    expect(JSON.stringify(unpackMatch(packMatch(match)))).toBe(JSON.stringify(match));
  });

  it("may be empty, and hold numbers that are none", () => {
    expect(unpackMatch(packMatch({ points: [], stretches: [], violations: [] }))).toStrictEqual({
      points: [],
      stretches: [],
      violations: [],
    });
    const odd = { ...match.points[6], lon: Number.NaN, lat: Number.POSITIVE_INFINITY, offset: -0 };
    expect(unpackMatch(packMatch({ points: [odd], stretches: [], violations: [] })).points).toStrictEqual([odd]);
  });
});

describe("a track", () => {
  const nan = Number.NaN;
  const columns = { lon: [8, 9], lat: [50, 51], time: [1, nan], accuracy: [5, nan], speed: [nan, 3], course: [nan, nan] };

  it.each([
    [
      "of points",
      [
        { lon: 8, lat: 50, time: 1, accuracy: 5, course: null },
        { lon: 9, lat: 51, speed: 3, accuracy: undefined },
      ],
    ],
    ["of columns", columns],
    ["of columns that are typed arrays, some left out", { ...columns, lon: Float32Array.of(8, 9), course: undefined }],
  ])("%s becomes columns, NaN for what is not known", (_, track) => {
    const unpacked = Object.entries(unpackTrack(packTrack(track))).map(([name, values]) => [name, [...values]]);
    expect(Object.fromEntries(unpacked)).toEqual(columns);
  });
});

describe("an error", () => {
  it("keeps its code, sentence and details", () => {
    const error = new SnapError("limit", "Too much.", { line: 3, cause: new Error("not sent"), call: () => {} });
    expect(unpackError(structuredClone(packError(error)))).toMatchObject({
      name: "SnapError",
      code: "limit",
      message: "Too much.",
      details: { line: 3 },
    });
  });

  it("is a plain one for a defect", () => {
    const error = unpackError(structuredClone(packError(new TypeError("x is not a function"))));
    expect(error).not.toBeInstanceOf(SnapError);
    expect(error.message).toBe("TypeError: x is not a function");
  });
});

// Numbers between threads arrive unchanged.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Match, Reason, StretchType, Violation } from "../../../src/match/result/result.js";
import { Parts, packMatch, packTrack, splitParts, unpackMatch, unpackTrack } from "../../../src/node/pool/packing.js";

describe("a packed match", () => {
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

  const sent = (given: Match) => unpackMatch(packMatch(given, (length) => new Float64Array(length)));

  it("keeps every number and string", () => {
    expect(sent(match)).toStrictEqual(match);
    expect(JSON.stringify(sent(match))).toBe(JSON.stringify(match));
  });

  it("may be empty, and contain NaN and infinities", () => {
    expect(sent({ points: [], stretches: [], violations: [] })).toStrictEqual({
      points: [],
      stretches: [],
      violations: [],
    });
    const odd = { ...match.points[6], lon: Number.NaN, lat: Number.POSITIVE_INFINITY, offset: -0 };
    expect(sent({ points: [odd], stretches: [], violations: [] }).points).toStrictEqual([odd]);
  });
});

describe("a packed track", () => {
  const nan = Number.NaN;
  const columns = { lon: [8, 9], lat: [50, 51], time: [1, nan], accuracy: [5, nan], speed: [nan, 3], course: [nan, nan] };

  it.each([
    [
      "as points",
      [
        { lon: 8, lat: 50, time: 1, accuracy: 5, course: null },
        { lon: 9, lat: 51, speed: 3, accuracy: undefined },
      ],
    ],
    ["as columns", columns],
    ["as typed arrays, some of them missing", { ...columns, lon: Float32Array.of(8, 9), course: undefined }],
  ])("%s becomes columns, with NaN for unknown values", (_, track) => {
    const unpacked = Object.entries(unpackTrack(packTrack(track))).map(([name, values]) => [name, [...values]]);
    expect(Object.fromEntries(unpacked)).toEqual(columns);
  });
});

describe("packed parts", () => {
  const lists = fc.array(fc.array(fc.double(), { maxLength: 9 }), { maxLength: 9 });
  const join = (given: readonly (readonly number[])[], room: Float64Array | null) => {
    const parts = new Parts(given.length, room);
    for (const numbers of given) parts.add(numbers.length).set(numbers);
    return parts.numbers;
  };
  const partsOf = (numbers: Float64Array) => splitParts(numbers).map((part) => [...part]);

  it("arrive unchanged, whatever the memory was used for before", () => {
    fc.assert(
      fc.property(lists, lists, (before, given) => {
        expect(partsOf(join(given, join(before, null)))).toEqual(given);
      }),
    );
  });

  it("use the given memory if they fit, and a larger one if not", () => {
    const room = new Float64Array(new SharedArrayBuffer(80));
    expect(join([[1, 2], [], [3]], room)).toBe(room);
    const larger = join(
      [
        [1, 2],
        [3, 4, 5, 6, 7, 8],
      ],
      room,
    );
    expect(larger).not.toBe(room);
    expect(partsOf(larger)).toEqual([
      [1, 2],
      [3, 4, 5, 6, 7, 8],
    ]);
  });

  it("that were not written are empty", () => {
    const room = join([[1], [2], [3]], null);
    const parts = new Parts(3, room);
    parts.add(1)[0] = 7;
    expect(partsOf(parts.numbers)).toEqual([[7], [], []]);
  });

  it("are in shared memory", () => {
    expect(join([[1]], null).buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});

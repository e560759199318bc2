// The message for a track of which no point could be snapped.
import { describe, expect, it } from "vitest";
import type { InputPoint } from "../../src/match/track.js";
import { coverageMessage } from "../../src/snap/coverage.js";
import { snapPoints } from "../../src/snap/points.js";
import { fakeMatcher, inputPoint } from "./fake.js";

/** The fake matcher leaves points south of the equator unsnapped. */
const message = (points: InputPoint[], bounds: [number, number, number, number]) =>
  coverageMessage(snapPoints(fakeMatcher(), points), { bounds: () => bounds })?.text ?? null;

describe("coverageMessage", () => {
  it.each<[string, InputPoint[], RegExp | null]>([
    [
      "names both places when they lie apart",
      [inputPoint({ lon: 3, lat: -4 })],
      /^No point .* within longitude 3.000 to 3.000, latitude -4.000 to -4.000, the roads within longitude 9.000 to 11.000, latitude -51.000 to -49.000\.$/,
    ],
    ["says why else when they do not", [inputPoint({ lat: -50 })], /^No point could be snapped, though there are roads in the area/],
    ["says nothing when a point is snapped", [inputPoint({ lat: -50 }), inputPoint()], null],
    ["says nothing when no point took part", [inputPoint({ lon: Number.NaN })], null],
    ["says nothing about nothing", [], null],
  ])("%s", (_, points, expected) => {
    const text = message(points, [9, -51, 11, -49]);
    if (expected === null) expect(text).toBeNull();
    else expect(text).toMatch(expected);
  });
});

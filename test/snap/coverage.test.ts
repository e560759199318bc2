// The message for a track of which no point could be snapped.
import { describe, expect, it } from "vitest";
import type { InputPoint } from "../../src/match/track/track.js";
import { coverageMessage } from "../../src/snap/coverage.js";
import { snapPoints } from "../../src/snap/points.js";
import { fakeMatcher, inputPoint } from "./fake.js";

/** The fake matcher leaves points south of the equator unsnapped. */
const message = (points: InputPoint[], bounds: [number, number, number, number], lons: number[] = []) =>
  coverageMessage(snapPoints(fakeMatcher(), points), { bounds: () => bounds, shapeLon: Int32Array.from(lons, (lon) => lon * 1e7) })?.text ??
  null;

describe("coverageMessage", () => {
  it.each<[string, InputPoint[], RegExp | null]>([
    [
      "states both places if points and roads are apart",
      [inputPoint({ lon: 3, lat: -4 })],
      /^No point .* within longitude 3.000 to 3.000, latitude -4.000 to -4.000, the roads within longitude 9.000 to 11.000, latitude -51.000 to -49.000\.$/,
    ],
    [
      "gives another reason if they are not apart",
      [inputPoint({ lat: -50 })],
      /^No point could be snapped: no road in the area is near enough/,
    ],
    [
      "states the box around all points",
      [inputPoint({ lon: 3, lat: -5 }), inputPoint({ lon: 2, lat: -7 }), inputPoint({ lon: 5, lat: -3 }), inputPoint({ lon: 4, lat: -4 })],
      /the points lie within longitude 2.000 to 5.000, latitude -7.000 to -3.000, /,
    ],
    [
      "ignores points that take no part",
      [
        inputPoint({ lon: 3, lat: -89.5, trackId: "a" }),
        inputPoint({ lon: 60, lat: -40 }),
        inputPoint({ lon: 70, lat: -95, trackId: "a" }),
      ],
      /the points lie within longitude 3.000 to 3.000, latitude -89.500 to -89.500, /,
    ],
    ["is missing if a point is snapped", [inputPoint({ lat: -50 }), inputPoint()], null],
    ["is missing if no point takes part", [inputPoint({ lon: Number.NaN })], null],
    ["is missing without points", [], null],
  ])("%s", (_, points, expected) => {
    const text = message(points, [9, -51, 11, -49]);
    if (expected === null) expect(text).toBeNull();
    else expect(text).toMatch(expected);
  });
});

it("says so if there is no road at all", () => {
  expect(message([inputPoint({ lat: -50 })], [0, 0, 0, 0])).toBe("No point could be snapped: there is no road in the road file.");
});

it.each<[string, [number, number, number, number]]>([
  ["along a meridian", [9, -51, 9, -49]],
  ["along a parallel", [8, -50, 10, -50]],
])("works with a single road %s", (_, bounds) => {
  expect(message([inputPoint({ lon: 9, lat: -50 })], bounds)).toMatch(/: no road in the area is near enough/);
  expect(message([inputPoint({ lon: 20, lat: -50 })], bounds)).toContain("the roads within longitude");
});

it("asks whether longitude and latitude are swapped, if the points would be near roads then", () => {
  const text = message([inputPoint({ lon: 10, lat: -50 })], [-51, 9, -49, 11]);
  expect(text).toMatch(/^No point could be snapped: .*, latitude 9\.000 to 11\.000; are longitude and latitude the wrong way round\?$/);
});

describe("coverageMessage across the antimeridian", () => {
  const at = (...lons: number[]) => lons.map((lon) => inputPoint({ lon, lat: -17 }));
  const near = /^No point could be snapped: no road in the area is near enough/;
  const fiji = [177, 179.5, -179.5, -178];

  it.each<[string, InputPoint[], number[], string | RegExp]>([
    ["points on both sides do not span the whole Earth", at(179.9, -179.8), [9, 11], "points lie within longitude 179.900 to -179.800,"],
    [
      "the box reaches to the outermost of many points",
      at(179.8, 179.9, 179.7, -179.9, -179.7, -179.8),
      [9, 11],
      "longitude 179.700 to -179.700,",
    ],
    [
      "of two equally wide spans it states the one that ends at the antimeridian",
      at(-90, 90),
      [100, 110],
      "points lie within longitude -90.000 to 90.000,",
    ],
    ["points on both sides are near roads on one side", at(179.9, -179.8), [177, 180], near],
    ["points on both sides are near roads on both sides", at(179.9, -179.8), fiji, near],
    ["points on one side are near roads on both sides", at(-178.5), fiji, near],
    ["points on the other side are near roads on both sides", at(178), fiji, near],
    ["points elsewhere are not near roads on both sides", at(10, 11), fiji, "the roads within longitude 177.000 to -178.000,"],
    ["points at the antimeridian are near roads that end there", at(180), [-180, -178], near],
    ["points on both sides of Greenwich have the usual box", at(-1, 2), [9, 11], "points lie within longitude -1.000 to 2.000,"],
    [
      "a wide road network on both sides of Greenwich has the usual box",
      at(170),
      [-100, 0, 100],
      "the roads within longitude -100.000 to 100.000,",
    ],
  ])("%s", (_, points, lons, expected) => {
    const text = message(points, [Math.min(...lons), -19, Math.max(...lons), -16], lons);
    if (typeof expected === "string") expect(text).toContain(expected);
    else expect(text).toMatch(expected);
  });
});

// Areas from GeoJSON: which documents hold one, and what is said of those that do not.
import { describe, expect, it } from "vitest";
import { readArea } from "../../src/import/area.js";
import { caught } from "./caught.js";

const RING = [
  [7, 47],
  [8, 47],
  [8, 48],
  [7, 47],
];
const POLYGON = { type: "Polygon", coordinates: [RING] };
const MULTI = { type: "MultiPolygon", coordinates: [[RING], [RING.map(([lon, lat]) => [lon + 10, lat])]] };
const feature = (geometry: unknown) => ({ type: "Feature", properties: null, geometry });

/** Whether a line round a place touches the area. */
function holds(document: unknown, lon: number, lat: number): boolean {
  const [x, y] = [Int32Array.of(lon * 1e7, lon * 1e7 + 10), Int32Array.of(lat * 1e7, lat * 1e7 + 10)];
  return readArea(JSON.stringify(document)).touches(x, y, 0, 1);
}

describe("an area is read from", () => {
  it.each([
    ["a polygon", POLYGON],
    ["a feature", feature(POLYGON)],
    ["a collection of features", { type: "FeatureCollection", features: [feature(MULTI)] }],
    ["a collection of geometries", { type: "GeometryCollection", geometries: [POLYGON] }],
    ["polygons with heights", { type: "Polygon", coordinates: [RING.map((place) => [...place, 400])] }],
    ["a ring that does not close", { type: "Polygon", coordinates: [RING.slice(0, 3)] }],
  ])("%s", (_, document) => {
    expect(holds(document, 7.7, 47.3)).toBe(true);
    expect(holds(document, 7.3, 47.7)).toBe(false);
  });

  it("all the polygons there are", () => {
    expect([7.7, 17.7, 12.7].map((lon) => holds(MULTI, lon, 47.3))).toEqual([true, true, false]);
  });

  it("bytes, with a byte-order mark too", () => {
    expect(readArea(new TextEncoder().encode(`\ufeff${JSON.stringify(POLYGON)}`))).toBeDefined();
  });
});

describe("refused in one sentence is", () => {
  it.each<[string, unknown, RegExp]>([
    ["text", "hello", /^The area is not GeoJSON: it does not parse/],
    ["nothing", "", /^The area is not GeoJSON/],
    ["a list", "[]", /holds something that is no GeoJSON\.$/],
    ["null", "null", /holds something that is no GeoJSON\.$/],
    ["a line", { type: "LineString", coordinates: RING }, /An area is made of polygons; the GeoJSON holds a LineString\.$/],
    ["a polygon beside a point", { type: "GeometryCollection", geometries: [POLYGON, { type: "Point" }] }, /holds a Point\.$/],
    ["a polygon of nothing", { type: "Polygon", coordinates: [] }, /^The GeoJSON holds no polygon\.$/],
    ["polygons of nothing", { type: "MultiPolygon", coordinates: [[], []] }, /^The GeoJSON holds no polygon\.$/],
    ["no feature", { type: "FeatureCollection", features: [] }, /^The GeoJSON holds no polygon\.$/],
    ["a feature without geometry", feature(null), /^A feature of the area has no geometry\.$/],
    ["a polygon without coordinates", { type: "Polygon" }, /^The GeoJSON has no list where/],
    [
      "a place outside the world",
      { type: "Polygon", coordinates: [[...RING, [190, 0]]] },
      /has the position \[190,0\]; longitude and latitude/,
    ],
    [
      "a place nested deeply",
      `{"type":"Polygon","coordinates":[[${"[".repeat(20000)}${"]".repeat(20000)}]]}`,
      /has the position \[a list of 1\]/,
    ],
    ["a place that is none", { type: "Polygon", coordinates: [[...RING, ["a", 1]]] }, /has the position \["a",1\]/],
    ["a ring of two places", { type: "Polygon", coordinates: [[RING[0], RING[1], RING[0]]] }, /fewer than three different places\.$/],
  ])("%s", (_, document, sentence) => {
    const { code, message } = caught(() => readArea(typeof document === "string" ? document : JSON.stringify(document)));
    expect(code).toBe("bad-input");
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^[^\n]+\.$/);
  });

  it.each([
    ["GeometryCollection", "geometries"],
    ["FeatureCollection", "features"],
  ])("a %s nested without end", (type, list) => {
    const document = `{"type":"${type}","${list}":[`.repeat(5000) + JSON.stringify(POLYGON) + "]}".repeat(5000);
    expect(caught(() => readArea(document)).message).toBe("The GeoJSON is nested more than 16 deep.");
  });
});

// Areas from GeoJSON: which documents contain one, and the errors for those that do not.
import { describe, expect, it } from "vitest";
import { readArea } from "../../../src/import/roads/area.js";
import { caught } from "../caught.js";

const RING = [
  [7, 47],
  [8, 47],
  [8, 48],
  [7, 47],
];
const POLYGON = { type: "Polygon", coordinates: [RING] };
const MULTI = { type: "MultiPolygon", coordinates: [[RING], [RING.map(([lon, lat]) => [lon + 10, lat])]] };
const feature = (geometry: unknown) => ({ type: "Feature", properties: null, geometry });

/** Whether the area touches a short line at a place. */
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

  it("all polygons of a document", () => {
    expect([7.7, 17.7, 12.7].map((lon) => holds(MULTI, lon, 47.3))).toEqual([true, true, false]);
  });

  it("bytes, also with a byte-order mark", () => {
    expect(readArea(new TextEncoder().encode(`\ufeff${JSON.stringify(POLYGON)}`))).toBeDefined();
  });
});

describe("an area is refused, with an error of one sentence, for", () => {
  it.each<[string, unknown, RegExp]>([
    ["text", "hello", /^The area is not GeoJSON: it is not valid JSON, or is cut short\.$/],
    ["nothing", "", /^The area is not GeoJSON/],
    ["a list", "[]", /holds something that is not GeoJSON\.$/],
    ["null", "null", /holds something that is not GeoJSON\.$/],
    [
      "a LineString",
      { type: "LineString", coordinates: RING },
      /An area must be a Polygon or MultiPolygon, or features of these; the GeoJSON holds a LineString\.$/,
    ],
    ["a polygon beside a point", { type: "GeometryCollection", geometries: [POLYGON, { type: "Point" }] }, /holds a Point\.$/],
    ["a polygon without rings", { type: "Polygon", coordinates: [] }, /^The GeoJSON holds no polygon\.$/],
    ["a MultiPolygon without polygons", { type: "MultiPolygon", coordinates: [[], []] }, /^The GeoJSON holds no polygon\.$/],
    ["a collection without features", { type: "FeatureCollection", features: [] }, /^The GeoJSON holds no polygon\.$/],
    ["a feature without geometry", feature(null), /^A feature of the area has no geometry\.$/],
    [
      "a polygon without coordinates",
      { type: "Polygon" },
      /^The features, geometries and coordinates of the area must be lists, and one of them is not\.$/,
    ],
    [
      "a position outside the world",
      { type: "Polygon", coordinates: [[...RING, [190, 0]]] },
      /has the position \[190,0\]; it must be \[longitude, latitude\] in degrees \(WGS84\), from -180 to 180: cut an area across the antimeridian into two polygons there\.$/,
    ],
    [
      "a deeply nested position",
      `{"type":"Polygon","coordinates":[[${"[".repeat(20000)}${"]".repeat(20000)}]]}`,
      /has the position \[a list of 1\]/,
    ],
    ["an invalid position", { type: "Polygon", coordinates: [[...RING, ["a", 1]]] }, /has the position \["a",1\]/],
    ["a ring of two positions", { type: "Polygon", coordinates: [[RING[0], RING[1], RING[0]]] }, /fewer than three different places\.$/],
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

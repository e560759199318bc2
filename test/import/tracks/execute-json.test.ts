// The points of execute requests, in the form of every known client.
import { describe, expect, it } from "vitest";
import { toMercator } from "../../../src/geo/mercator.js";
import { readExecuteJson } from "../../../src/import/tracks/execute-json.js";
import { readTracks } from "../../../src/import/tracks/tracks.js";
import { caught } from "../caught.js";

const read = (value: unknown) => readExecuteJson(JSON.stringify(value));
const at = (x: unknown, y: unknown, attributes: object | null = {}) => ({ attributes, geometry: { x, y } });
const set = (...features: unknown[]) => ({ features });

describe("the points of an execute request are read", () => {
  const attributes = {
    OBJECTID: 3,
    location_timestamp: 1704522159500,
    horizontal_accuracy: 5,
    speed: 10,
    course: 90,
    track_id: "a",
    note: "kept",
  };
  const expected = { lon: -122.4341, lat: 37.8001, time: 1704522159.5, accuracy: 5, speed: 10, course: 90, trackId: "a", objectId: 3 };
  const lower = { objectid: 3, LOCATION_TIMESTAMP: "1704522159500", Horizontal_Accuracy: "5", Speed: "10", COURSE: "90.0", Track_ID: "a" };

  it.each([
    ["a feature set", set(at(-122.4341, 37.8001, attributes))],
    ["a request", { points: set(at(-122.4341, 37.8001, attributes)), f: "json", token: "t", travel_mode: null, note: 1 }],
    ["a request with its points as text", { points: JSON.stringify(set(at(-122.4341, 37.8001, attributes))), f: "json" }],
    ["names in any case and numbers as text", set(at("-122.4341", "37.8001", lower))],
    ["an ISO time", set(at(-122.4341, 37.8001, { ...attributes, location_timestamp: "2024-01-06T06:22:39.500Z" }))],
    ["WGS84 on the set", { ...set(at(-122.4341, 37.8001, attributes)), spatialReference: { wkid: 4326 } }],
    ["an empty spatial reference", { ...set(at(-122.4341, 37.8001, attributes)), spatialReference: {} }],
  ])("from %s", (_, value) => {
    expect(read(value).points).toEqual([expect.objectContaining(expected)]);
    expect(read(value).warnings).toEqual([]);
  });

  it("from a posted form, which is distinguished from a CSV by its content", async () => {
    const points = JSON.stringify(set(at(-122.4341, 37.8001, attributes)));
    const form = new URLSearchParams({ f: "json", token: "t", return_lines: "true", points }).toString();
    expect(readExecuteJson(form).points).toEqual([expect.objectContaining(expected)]);
    const { format, points: read, warnings } = await readTracks(`${form}\n`, "form.txt");
    expect([format, read]).toEqual(["execute", [expect.objectContaining(expected)]]);
    expect(warnings).toEqual(["Only the points of the request are read; not used: return_lines."]);
    expect((await readTracks("sep=;\nlon;lat\n8;50\n")).format).toBe("csv");
  });

  it.each([102100, 3857, 102113, 900913, "3857"])("in web Mercator, wkid %s", (wkid) => {
    const [x, y] = toMercator(-122.4341, 37.8001);
    const onSet = { ...set(at(x, y)), spatialReference: { wkid } };
    const onGeometry = { features: [{ geometry: { x, y, spatialReference: { wkid } } }], spatialReference: { wkid: 4326 } };
    for (const value of [onSet, onGeometry]) {
      const { lon, lat } = read(value).points[0];
      expect([lon, lat]).toEqual([expect.closeTo(-122.4341, 9), expect.closeTo(37.8001, 9)]);
    }
  });

  it("with all their attributes unchanged", () => {
    expect(read(set(at(1, 2, attributes))).points[0].attributes).toEqual(attributes);
  });

  it("with a warning that times are read as milliseconds if they look like seconds", () => {
    const { points, warnings } = read(
      set(...[1704522159, 1704522160, 1704522159000, 0, null].map((time) => at(1, 2, { location_timestamp: time }))),
    );
    expect(points[0].time).toBe(1704522.159);
    expect(warnings).toEqual([
      "2 points have a location_timestamp before 1973 (the first: feature 1), read as milliseconds since the epoch, not seconds.",
    ]);
  });

  it("and nothing else of it; what else it asks for is named", () => {
    const { warnings } = read({
      points: set(at(1, 2)),
      f: "json",
      Travel_Mode: "Walking Time",
      return_lines: false,
      context: { outSR: 3857 },
    });
    expect(warnings).toEqual(["Only the points of the request are read; not used: Travel_Mode, return_lines, context."]);
  });

  it("one for each feature, whatever that is", () => {
    const { points, warnings } = read(
      set(at(1, 2), null, {}, at(null, 2), at("NaN", "NaN"), { geometry: null, attributes: null }, at(200, 95)),
    );
    expect(points.map(({ lon, lat }) => [lon, lat])).toEqual([
      [1, 2],
      [NaN, NaN],
      [NaN, NaN],
      [NaN, 2],
      [NaN, NaN],
      [NaN, NaN],
      [200, 95],
    ]);
    expect(warnings).toEqual([
      "9 coordinates are not numbers; the points are kept, but not snapped (the first: lon is missing at feature 2).",
    ]);
  });

  it("without values that make no sense", () => {
    const { points, warnings } = read(
      set(at(1, 2, { OBJECTID: 1.5, location_timestamp: "soon", horizontal_accuracy: -5, speed: -1, course: 361, track_id: "" })),
    );
    expect(points[0]).toMatchObject({ objectId: null, time: null, accuracy: null, speed: null, course: null, trackId: null });
    expect(warnings).toHaveLength(5);
  });

  it("with duplicate OBJECTIDs and unordered times unchanged", () => {
    const { points } = read(set(at(1, 2, { OBJECTID: 1, location_timestamp: 2000 }), at(1, 2, { OBJECTID: 1, location_timestamp: 1000 })));
    expect(points.map(({ objectId, time }) => [objectId, time])).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });
});

describe("an execute request is refused, with an error of one sentence, with", () => {
  it.each([
    ["no features", { features: [] }, "The feature set has no features, so there are no points to read."],
    ["no feature set", { points: 5 }, "The points must be a feature set, an object with a list named features; they are 5."],
    [
      "points by reference",
      { points: { url: "https://example.com" } },
      "The points are given by url or itemID, which cannot be fetched here; give the features themselves.",
    ],
    [
      "another spatial reference",
      { features: [at(1, 2)], spatialReference: { wkid: 2154 } },
      "The spatial reference of the points is wkid 2154; it must be 4326 (WGS84) or one of 3857, 102100, 102113, 3785, 900913 (web Mercator).",
    ],
    [
      "a spatial reference by text",
      { features: [at(1, 2)], spatialReference: { wkt: "GEOGCS[…]" } },
      "The spatial reference of the points has no wkid; it must be 4326 (WGS84) or 3857 (web Mercator).",
    ],
  ])("%s", (_, value, message) => {
    const error = caught(() => read(value));
    expect([error.code, error.message]).toEqual(["bad-input", message]);
  });

  it.each([
    ["cut short", '{"features":[{"geometry":{"x":1', "The request ends with 4 unclosed brackets; is it cut short?"],
    ["cut inside a text", '{"features":[{"attributes":{"note":"hel', "The request ends inside a string."],
    ["with a bracket too many", '{"features":[]}]', 'The request has one "]" too many, at character 16.'],
    [
      "not JSON at all",
      "{features}",
      'The request is not valid JSON: a name in quotes or "}" is expected at character 2, where "features}" comes after "{".',
    ],
  ])("JSON %s", (_, text, message) => {
    expect(caught(() => readExecuteJson(text)).message).toBe(message);
  });

  it("JSON nested without end", () => {
    const error = caught(() => readExecuteJson(`{"features":${"[".repeat(1e5)}${"]".repeat(1e5)}}`));
    expect([error.code, error.message]).toEqual(["limit", "The request is nested deeper than 100 levels, the most that maxDepth allows."]);
  });
});

// GeoJSON tracks: points with their own properties, and lines with lists in their properties.
import { describe, expect, it } from "vitest";
import { readGeoJsonTracks } from "../../../src/import/tracks/geojson-tracks.js";
import { readTracks } from "../../../src/import/tracks/tracks.js";
import { caught } from "../caught.js";

type Json = Record<string, unknown>;
const read = (value: unknown) => readGeoJsonTracks(JSON.stringify(value));
const feature = (type: string, coordinates: unknown, properties: Json | null = {}, rest: Json = {}) => ({
  type: "Feature",
  geometry: { type, coordinates },
  properties,
  ...rest,
});
const collection = (...features: unknown[]) => ({ type: "FeatureCollection", features });
const places = (value: unknown) => read(value).points.map(({ lon, lat, trackId }) => [lon, lat, trackId]);

describe("a coordinate reference system", () => {
  it.each([
    ["urn:ogc:def:crs:OGC:1.3:CRS84", 0],
    ["EPSG:4326", 0],
    ["urn:ogc:def:crs:EPSG::4258", 0],
    ["urn:ogc:def:crs:EPSG::3857", 1],
    ["EPSG:25832", 1],
  ])("%s gives an error if it is not in degrees", (name, count) => {
    const { warnings } = read({ crs: { type: "name", properties: { name } }, ...collection(feature("Point", [7.25, 45.5])) });
    const sentence = `The GeoJSON says that its coordinates are in "${name}", but they are read as degrees, as the standard has it; export it as WGS84 (EPSG:4326).`;
    expect(warnings).toEqual(Array(count).fill(sentence));
  });

  it("may be null, or anything else that names none", () => {
    for (const crs of [null, 5, {}, { type: "link", properties: { href: "x" } }, { properties: null }]) {
      expect(read({ crs, ...collection(feature("Point", [7.25, 45.5])) }).warnings).toEqual([]);
    }
  });
});

describe("points of a GeoJSON", () => {
  it("have the fields of their properties", () => {
    const properties = { time: "2024-01-06T06:15:59Z", accuracy: 5, speed_kmh: 36, heading: 90, track_id: "a", OBJECTID: 7, x: 1, lat: 2 };
    const { points } = read(collection(feature("Point", [7.25, 45.5, 300], properties)));
    expect(points).toEqual([
      {
        lon: 7.25,
        lat: 45.5,
        time: 1704521759,
        accuracy: 5,
        speed: 10,
        course: 90,
        trackId: "a",
        objectId: 7,
        attributes: { ...properties, ele: 300 },
      },
    ]);
  });

  it("have a track id made of the trip and the vehicle", () => {
    const ids = read(
      collection(
        feature("Point", [7, 45], { vehicle_id: "v1", trip_id: 1 }),
        feature("MultiPoint", [[7, 45]], { vehicle_id: "v2", trip_id: 1 }),
      ),
    ).points.map(({ trackId }) => trackId);
    expect(ids).toEqual(["v1 1", "v2 1"]);
    const line = (vehicle_id: string) => feature("LineString", [[7, 45]], { vehicle_id, trip_id: 1 });
    expect(read(collection(line("v1"), line("v2"))).points.map(({ trackId }) => trackId)).toEqual(["v1 1", "v2 1"]);
  });

  it.each<[string, position: unknown[], properties: Json, attributes: Json]>([
    ["the third number of its position", [7.25, 45.5, 300], {}, { ele: 300 }],
    ["a property of that name", [7.25, 45.5, 300], { ele: "290 m" }, { ele: "290 m" }],
    ["unknown if the position has none", [7.25, 45.5], {}, {}],
    ["unknown if there is something else in its place", [7.25, 45.5, null], {}, {}],
  ])("have as elevation %s", (_, position, properties, attributes) => {
    expect(read(feature("Point", position, properties)).points[0].attributes).toEqual(attributes);
  });

  it("belong to the track of their property id if its values repeat, which a warning tells", () => {
    const at = (...ids: number[]) => read(collection(...ids.map((id) => feature("Point", [7, 45], { id }))));
    const tracks = (...ids: number[]) => at(...ids).points.map(({ trackId, objectId }) => [trackId, objectId]);
    expect(tracks(1, 1, 2, 2)).toEqual(["1", "1", "2", "2"].map((id) => [id, null]));
    expect(at(1, 1, 2, 2).warnings).toEqual(['The property "id" repeats its values, so it is read as the track id.']);
    expect(tracks(1, 1, 2, 3)).toEqual([1, 1, 2, 3].map((id) => [null, id]));
    expect(read(feature("LineString", [[7, 45], [7, 46], [7, 47], [7, 48]], { id: 1 })).points[0].trackId).toBeNull(); // biome-ignore format: a line
  });

  it("have their times in one unit", () => {
    const times = [1704521759000, 1704521760000].map((time) => feature("Point", [7, 45], { timestamp: time }));
    expect(read(collection(...times)).points.map(({ time }) => time)).toEqual([1704521759, 1704521760]);
  });

  it.each([
    ["the id of the feature as object id", feature("Point", [1, 2], {}, { id: 9 }), { objectId: 9 }],
    ["no properties", feature("Point", [1, 2], null), { objectId: null, attributes: {} }],
    ["no feature around the geometry", { type: "Point", coordinates: [1, 2] }, { lon: 1, lat: 2 }],
  ])("may have %s", (_, value, expected) => {
    expect(read(value).points[0]).toMatchObject(expected);
  });

  it.each([
    ["no geometry", { type: "Feature", geometry: null, properties: { a: 1 } }],
    ["no coordinates", feature("Point", [])],
    ["null for coordinates", feature("Point", null)],
    ["words for coordinates", feature("Point", ["east", "north"])],
  ])("with %s are kept, and the feature is told", (_, value) => {
    const { points, warnings } = read(collection(feature("Point", [1, 2]), value));
    expect(points.map(({ lon, lat }) => [lon, lat])).toEqual([
      [1, 2],
      [Number.NaN, Number.NaN],
    ]);
    expect(warnings).toEqual([
      expect.stringMatching(/^2 coordinates are not numbers; .* \(the first: lon is (missing|"east") at feature 2\)\.$/),
    ]);
  });

  it("take precedence over lines, which are left out", () => {
    const { points, warnings } = read(
      collection(
        feature("LineString", [
          [3, 4],
          [5, 6],
        ]),
        feature("Point", [1, 2]),
      ),
    );
    expect(points.map(({ lon }) => lon)).toEqual([1]);
    expect(warnings).toEqual(["1 line is ignored, because the file has points."]);
  });
});

describe("lines of a GeoJSON", () => {
  const two = [
    [1, 2],
    [3, 4],
  ];
  it.each([
    [
      "one LineString",
      feature("LineString", two),
      [
        [1, 2, null],
        [3, 4, null],
      ],
    ],
    [
      "one MultiLineString",
      feature("MultiLineString", [two, [[5, 6]]]),
      [
        [1, 2, null],
        [3, 4, null],
        [5, 6, null],
      ],
    ],
    [
      "one MultiPoint",
      feature("MultiPoint", two),
      [
        [1, 2, null],
        [3, 4, null],
      ],
    ],
    [
      "one with its own track id",
      feature("LineString", two, { track_id: "t" }),
      [
        [1, 2, "t"],
        [3, 4, "t"],
      ],
    ],
    [
      "several, by track id, name, id or number",
      collection(
        feature("LineString", [[1, 2]], { track_id: "t", name: "n" }),
        feature("LineString", [[1, 2]], { name: "n" }),
        feature("LineString", [[1, 2]], {}, { id: 5 }),
        feature("LineString", [[1, 2]]),
      ),
      [
        [1, 2, "t"],
        [1, 2, "n"],
        [1, 2, "5"],
        [1, 2, "track 4"],
      ],
    ],
    [
      "several of one name",
      collection(feature("LineString", [[1, 2]], { name: "n" }), feature("LineString", [[3, 4]], { name: "n" })),
      [
        [1, 2, "n"],
        [3, 4, "n (2)"],
      ],
    ],
    [
      "one beside lines without positions",
      collection(
        feature("LineString", []),
        feature("LineString", null),
        feature("MultiLineString", [null]),
        feature("LineString", [[1, 2]]),
      ),
      [[1, 2, "track 4"]],
    ],
  ])("are tracks: %s", (_, value, expected) => {
    expect(places(value)).toEqual(expected);
  });

  it.each([
    { type: "LineString", coordinates: two },
    { type: "MultiLineString", coordinates: [[two[0]], [two[1]]] },
    { type: "MultiPoint", coordinates: two },
    { type: "GeometryCollection", geometries: [{ type: "LineString", coordinates: two }] },
  ])("may have no feature around the geometry: $type", (geometry) => {
    expect(places(geometry)).toEqual([
      [1, 2, null],
      [3, 4, null],
    ]);
  });

  it("have ids of their own, which are not their points'", () => {
    const { points } = read(feature("LineString", two, { OBJECTID: 5 }, { id: 7 }));
    expect(points.map(({ objectId, attributes }) => [objectId, attributes.OBJECTID])).toEqual([
      [null, 5],
      [null, 5],
    ]);
  });

  const times = ["2024-01-06T06:15:59Z", "2024-01-06T06:16:00Z"];
  it.each([
    ["coordinateProperties.times", { coordinateProperties: { times } }],
    ["coordTimes", { coordTimes: times }],
    ["epoch milliseconds", { coordTimes: [1704521759000, 1704521760000] }],
  ])("have their times in %s", (_, properties) => {
    expect(read(feature("LineString", two, properties)).points.map(({ time }) => time)).toEqual([1704521759, 1704521760]);
  });

  it("have times for each line of a MultiLineString", () => {
    const nested = feature("MultiLineString", [two, [[5, 6]]], { coordTimes: [[10, 20], [30]] });
    const flat = feature("MultiLineString", [two, [[5, 6]]], { coordTimes: [10, 20, 30] });
    for (const value of [nested, flat]) expect(read(value).points.map(({ time }) => time)).toEqual([10, 20, 30]);
  });

  it("give every point their properties, and its own entry of each list", () => {
    const properties = { name: "ride", coordinateProperties: { times, speeds: [3, -1], heart: [100, 101], unit: "bpm" } };
    const { points, warnings } = read(feature("LineString", two, properties));
    expect(points.map(({ speed, attributes }) => [speed, attributes])).toEqual([
      [3, { name: "ride", times: times[0], speeds: 3, heart: 100, unit: "bpm" }],
      [null, { name: "ride", times: times[1], speeds: -1, heart: 101, unit: "bpm" }],
    ]);
    expect(warnings).toEqual(["speed: 1 value is negative and treated as unknown (-1 at feature 1)."]);
  });
});

describe("a GeoJSON without a track", () => {
  it.each([
    ["another JSON", { a: 1 }, "The JSON is not GeoJSON: its type is undefined; it must be a FeatureCollection, a Feature or a geometry."],
    [
      "a TopoJSON",
      { type: "Topology", objects: {} },
      'The JSON is not GeoJSON: its type is "Topology"; it must be a FeatureCollection, a Feature or a geometry.',
    ],
    ["a list", [], "The JSON is not GeoJSON: its type is a list of 0; it must be a FeatureCollection, a Feature or a geometry."],
    ["a collection without features", { type: "FeatureCollection" }, "The GeoJSON FeatureCollection has no list named features."],
    [
      "polygons",
      collection(feature("Polygon", [])),
      "The GeoJSON has only areas (Polygons): it needs Point, MultiPoint, LineString or MultiLineString features.",
    ],
    [
      "polygons and something else",
      collection(feature("Polygon", []), 5),
      "The GeoJSON has no points: it needs Point, MultiPoint, LineString or MultiLineString features.",
    ],
    ["nothing", collection(), "The GeoJSON has no points: it needs Point, MultiPoint, LineString or MultiLineString features."],
  ])("gives an error: %s", (_, value, message) => {
    const error = caught(() => read(value));
    expect([error.code, error.message]).toEqual(["bad-input", message]);
  });

  it("is only a warning for features next to points", () => {
    const ignored = (...others: unknown[]) => read(collection(feature("Point", [1, 2]), ...others)).warnings;
    expect(ignored(feature("Polygon", []))).toEqual(["1 feature is ignored: only points and lines are read."]);
    const style = { type: "Style", geometry: { type: "Point", coordinates: [1, 2] } };
    expect(ignored(feature("Polygon", []), 5, null, style)).toEqual(["4 features are ignored: only points and lines are read."]);
  });
});

describe("a line next to other features", () => {
  const positions = [
    [7, 45, 100],
    [7.1, 45, 110],
    [7.2, 45, 120],
  ];
  const coordTimes = ["2024-01-06T06:00:00Z", "2024-01-06T06:00:10Z", "2024-01-06T06:00:20Z"];
  const drive = feature("LineString", positions, { coordTimes, name: "Drive" });
  const times = [1704520800, 1704520810, 1704520820];

  it("is read next to features without a geometry", () => {
    const { points, warnings } = read(collection(drive, { type: "Feature", geometry: null, properties: {} }));
    expect(points.map(({ time }) => time)).toEqual(times);
    expect(warnings).toEqual(["1 feature is ignored: only points and lines are read."]);
  });

  const fourth = positions.map((position, i) => [...position, times[i]]);
  it.each<[string, object]>([
    ["coordTimes", drive],
    ["coordinateProperties", feature("LineString", positions, { coordinateProperties: { times: coordTimes } })],
    ["fourth numbers", feature("LineString", fourth)],
  ])("is read next to waypoints, which have no times: with %s", (_, line) => {
    const waypoints = ["Café", "Ford", "Mill"].map((name) => feature("Point", [7.5, 45], { name }));
    const { points, warnings } = read(collection(...waypoints, line));
    expect(points.map(({ time }) => time)).toEqual(times);
    expect(warnings).toEqual(["3 points are ignored, because the file has lines with times."]);
    // One line with times is enough.
    const untimed = feature("LineString", positions);
    expect(read(collection(untimed, waypoints[0], line)).warnings).toEqual(["1 point is ignored, because the file has lines with times."]);
  });

  it("is read next to markers of its start and end, even if it has no times", () => {
    const street = Array.from({ length: 12 }, (_, i) => [7.5 + i / 100, 45]);
    const line = feature("LineString", street);
    const [start, end] = [feature("Point", [7.5, 45]), feature("Point", [7.6, 45])];
    const { points, warnings } = read(collection(start, line, end));
    expect([points.length, warnings]).toEqual([12, ["2 points are ignored, because the file has lines, and hardly any points."]]);
    expect(read(collection(start, line, end, start)).points).toHaveLength(3);
    expect(read(collection(start, line, end, start, line, end)).points).toHaveLength(24);
    // Points in one feature count as several.
    const track = feature(
      "MultiPoint",
      Array.from({ length: 50 }, (_, i) => [7.5 + i * 1e-4, 45]),
    );
    expect(read(collection(track, line)).points).toHaveLength(50);
  });

  it.each<[string, object, object[]]>([
    ["points with times", drive, [feature("Point", [7.5, 45], { time: coordTimes[0] })]],
    ["points of which one has a time", drive, [feature("Point", [7.5, 45]), feature("Point", [7.5, 45], { time: coordTimes[0] })]],
    ["points, without times of its own", feature("LineString", positions.slice(0, 2)), [feature("Point", [7.5, 45])]],
  ])("is left out next to %s", (_, line, those) => {
    const { points, warnings } = read(collection(line, ...those));
    expect([points.length, warnings]).toEqual([those.length, ["1 line is ignored, because the file has points."]]);
  });

  it("may have lists in its properties, of which each point gets its entry", () => {
    const { points } = read(feature("LineString", positions, { times: coordTimes, heartRates: [90, 91, 92], tags: ["a", "b"] }));
    expect(points.map(({ time }) => time)).toEqual(times);
    expect(points[1].attributes).toEqual({ tags: ["a", "b"], times: coordTimes[1], heartRates: 91, ele: 110 });
  });

  it("may have its times as fourth numbers, which are not taken for lengths", () => {
    const line = (...fourth: number[]) =>
      feature(
        "LineString",
        fourth.map((number) => [7.5, 45, 100, number]),
        { time: 5 },
      );
    expect(read(line(1704520800, 1704520810)).points.map(({ time }) => time)).toEqual([1704520800, 1704520810]);
    expect(read(line(1704520800000, 1704520810000)).points.map(({ time }) => time)).toEqual([1704520800, 1704520810]);
    expect(read(line(0, 250_000)).points.map(({ time }) => time)).toEqual([5, 5]);
    const listed = feature("LineString", [[7.5, 45, 100, 1704520800]], { coordTimes: ["2024-01-06T12:00:00Z"] });
    expect(read(listed).points[0].time).toBe(1704542400);
  });

  it("may have lists nested like its lines", () => {
    const properties = { heartRates: [[90, 91], [92]], tags: ["a", "b"], laps: [[1], [2]] };
    const { points } = read(feature("MultiLineString", [positions.slice(0, 2), positions.slice(2)], properties));
    expect(points.map(({ attributes }) => attributes.heartRates)).toEqual([90, 91, 92]);
    // Other lists are not for single points, even if there are as many entries as lines.
    for (const { attributes } of points) expect(attributes).toMatchObject({ tags: ["a", "b"], laps: [[1], [2]] });
  });
});

describe("a GeoJSON of areas", () => {
  const polygon = {
    type: "Polygon",
    coordinates: [
      [
        [8, 50],
        [8.1, 50],
        [8.1, 50.1],
        [8, 50],
      ],
    ],
  };
  const needs = "it needs Point, MultiPoint, LineString or MultiLineString features.";
  it.each<[string, unknown, string]>([
    ["a geometry", polygon, `The GeoJSON is a Polygon: ${needs}`],
    ["several in one geometry", { type: "MultiPolygon", coordinates: [polygon.coordinates] }, `The GeoJSON is a MultiPolygon: ${needs}`],
    ["a feature", { type: "Feature", properties: {}, geometry: polygon }, `The GeoJSON has only areas (Polygons): ${needs}`],
    [
      "features",
      { type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry: polygon }] },
      `The GeoJSON has only areas (Polygons): ${needs}`,
    ],
  ])("are told as what they are: %s", async (_, value, message) => {
    await expect(readTracks(JSON.stringify(value))).rejects.toThrow(message);
    await expect(readTracks(JSON.stringify(value, null, 1), "a.json")).rejects.toThrow(message);
  });
});

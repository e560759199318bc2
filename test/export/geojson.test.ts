// Writing GeoJSON: points and lines as features.
import { describe, expect, it } from "vitest";
import { writeGeoJson } from "../../src/export/geojson.js";
import { writeGpx } from "../../src/export/gpx.js";
import { input, roads, sample, unmoved } from "./sample.js";

const written = (result = sample()) => JSON.parse(writeGeoJson(result, roads));

describe("GeoJSON", () => {
  const { type, features } = written();
  const points = features.filter(({ properties }: { properties: { kind: string } }) => properties.kind === "point");
  const lines = features.filter(({ properties }: { properties: { kind: string } }) => properties.kind === "line");

  it("has a feature for each point, then one for each line", () => {
    expect(type).toBe("FeatureCollection");
    expect([points.length, lines.length]).toEqual([5, 4]);
  });

  it("puts a snapped point at its place on the road, and keeps its input fields", () => {
    expect(points[0]).toEqual({
      type: "Feature",
      geometry: { type: "Point", coordinates: [-29.9968, 45] },
      properties: {
        kind: "point",
        ...{ objectid: 11, track_id: "x", lon: -30, lat: 45, time: "2024-01-06T06:22:39.500Z", accuracy: 5, speed: 10.25, course: 90 },
        ...{ input_name: "first", ele: 12.5 },
        ...{ confidence: 0.987654, reason: "matched", distance: 4.568, line_id: 1, way_id: 501, name: "High Street <A & B>" },
      },
    });
  });

  it("keeps the place of a point that was not snapped, and has none for one without a place", () => {
    expect(points[1]).toMatchObject({
      geometry: { coordinates: [-29.999, 45] },
      properties: { reason: "off-road", confidence: 0, line_id: 4, way_id: null },
    });
    expect(points[3]).toMatchObject({ geometry: null, properties: { lon: null, lat: 45, reason: "bad-coordinate" } });
    expect(points[4]).toMatchObject({
      geometry: { coordinates: [-29.5, 45.5] },
      properties: { reason: "unlocated", line_id: null, note: "of no track" },
    });
    expect(written(unmoved([input(200, 95)])).features[0]).toMatchObject({ geometry: null, properties: { lon: 200, lat: 95 } });
  });

  it("has the attributes of the road on a line", () => {
    const { length, ...road } = lines[0].properties;
    expect(road).toEqual({
      ...{ kind: "line", line_id: 1, track_id: "x", line_type: "Road", way_id: 501, name: "High Street <A & B>" },
      ...{ class: "residential", direction: "forward", posted_speed_limit_kph: 48.28 },
      ...{ start_time: "2024-01-06T06:22:39.500Z", end_time: "2024-01-06T06:22:48.991Z", duration: 9.491 },
    });
    expect(length).toBeCloseTo(roads.edgeLength[0], 3);
    expect(lines[0].geometry).toEqual({ type: "LineString", coordinates: roads.arcCoordinates(0) });
    expect(lines[2].properties).toMatchObject({ name: null, class: "service", posted_speed_limit_kph: null });
    const back = sample();
    back.lines[0].stretch.arc = 1;
    expect(written(back).features[5].properties).toMatchObject({ direction: "backward", posted_speed_limit_kph: 48.28 });
  });

  it("has null for what a line off the roads, a gap, and a line without known times cannot have", () => {
    const none = { way_id: null, name: null, class: null, direction: null, posted_speed_limit_kph: null };
    expect(lines[1].properties).toMatchObject({ line_type: "Road Gap", ...none, length: 12.346 });
    expect(lines[3].properties).toEqual({
      ...{ kind: "line", line_id: 4, track_id: "y", line_type: "Off", ...none, length: 12.346 },
      ...{ start_time: null, end_time: null, duration: null },
    });
    expect(lines[3].geometry.coordinates[1]).toEqual([-29.9985, 45]);
  });

  it("lists the rules broken on a line, each once", () => {
    const violations = (["wrong-way", "no-access", "wrong-way"] as const).map((kind) => ({ kind, arc: 0, stretch: 2, trackId: "x" }));
    const { features } = written({ ...sample(), violations });
    const broken = features.map(({ properties }: { properties: { violations?: string } }) => properties.violations);
    expect(broken.slice(5)).toEqual([undefined, undefined, "wrong-way, no-access", undefined]);
  });

  it("has one feature a line of text", () => {
    expect(writeGeoJson(sample(), roads).trim().split("\n")).toHaveLength(11);
    expect(written(unmoved([])).features).toEqual([]);
  });
});

describe("lines across the antimeridian", () => {
  type Places = [number, number][];
  const drawn = (coordinates: Places) => {
    const result = sample();
    const [first] = result.lines;
    return written({ ...result, lines: [{ ...first, stretch: { ...first.stretch, coordinates } }] }).features.at(-1).geometry;
  };
  it.each<[string, Places, Places[]]>([
    [
      "to the east",
      [
        [179.9, 1],
        [179.99, 2],
        [-179.99, 4],
        [-179.9, 5],
      ],
      [
        [
          [179.9, 1],
          [179.99, 2],
          [180, 3],
        ],
        [
          [-180, 3],
          [-179.99, 4],
          [-179.9, 5],
        ],
      ],
    ],
    [
      "to the west",
      [
        [-179.99, 2],
        [179.97, 6],
      ],
      [
        [
          [-179.99, 2],
          [-180, 3],
        ],
        [
          [180, 3],
          [179.97, 6],
        ],
      ],
    ],
    [
      "over a place on it",
      [
        [179.9, 1],
        [180, 2],
        [-179.9, 3],
      ],
      [
        [
          [179.9, 1],
          [180, 2],
        ],
        [
          [-180, 2],
          [-179.9, 3],
        ],
      ],
    ],
    [
      "there and back",
      [
        [179.9, 1],
        [-179.9, 1],
        [179.9, 2],
      ],
      [
        [
          [179.9, 1],
          [180, 1],
        ],
        [
          [-180, 1],
          [-179.9, 1],
          [-180, 1.5],
        ],
        [
          [180, 1.5],
          [179.9, 2],
        ],
      ],
    ],
  ])("are divided into parts: %s", (_, places, parts) => {
    expect(drawn(places)).toEqual({ type: "MultiLineString", coordinates: parts });
  });

  it.each<[string, Places, Places]>([
    [
      "that end on it",
      [
        [179.9, 1],
        [-180, 2],
      ],
      [
        [179.9, 1],
        [180, 2],
      ],
    ],
    [
      "that do not reach it",
      [
        [179.9, 1],
        [179.99, 2],
      ],
      [
        [179.9, 1],
        [179.99, 2],
      ],
    ],
    [
      "of one place",
      [
        [180, 1],
        [-180, 1],
      ],
      [
        [180, 1],
        [180, 1],
      ],
    ],
  ])("are in one piece: %s", (_, places, line) => {
    expect(drawn(places)).toEqual({ type: "LineString", coordinates: line });
  });

  it("have no longitude 180 in GPX, where that meridian is −180", () => {
    expect(writeGpx(unmoved([input(180, -17)]), roads)).toContain('lon="-180"');
  });
});

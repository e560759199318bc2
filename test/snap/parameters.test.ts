// The parameters of execute: every form in which clients send them, and their defaults.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ExecuteInput, readFormat, readParameters } from "../../src/snap/parameters.js";
import { ROAD_PROPERTIES } from "../../src/snap/road-properties.js";
import { WEB_MERCATOR, WGS84 } from "../../src/snap/spatial-reference.js";
import { featureSet } from "./fake.js";

const points = featureSet({ OBJECTID: 1 }, { OBJECTID: 2 });
const read = (more: Record<string, unknown> = {}) => readParameters({ points, ...more }, 100);

describe("the defaults", () => {
  it("are those of the specification", () => {
    expect(read()).toMatchObject({
      travelMode: null,
      returnLines: false,
      pointProperties: [],
      lineProperties: [],
      reference: WGS84,
      extent: null,
      f: "json",
    });
  });

  it.each(["", null, "null", undefined])("apply to every optional parameter given as %j", (blank) => {
    const names = [
      "travel_mode",
      "return_lines",
      "road_properties_on_snapped_points",
      "road_properties_on_lines",
      "context",
      "env:outSR",
      "f",
    ];
    expect(read(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(read());
  });

  it("apply together with parameters that have no effect here, and unknown ones", () => {
    const ignored = {
      token: "abc",
      analysis_region: "Europe",
      overrides: '{"x":1}',
      return_location_fields: true,
      "env:processSR": 26910,
      returnZ: true,
      returnM: false,
      returnFeatureCollection: true,
      returnColumnName: true,
      something_else: "{bad",
    };
    expect(read(ignored)).toEqual(read());
  });
});

describe("a request", () => {
  const parsed = { points, return_lines: true, road_properties_on_lines: ["length_miles"], travel_mode: "Walking Time", "env:outSR": 3857 };
  const strings = {
    points: JSON.stringify(points),
    return_lines: "TRUE",
    road_properties_on_lines: '["length_miles"]',
    travel_mode: "Walking Time",
    "env:outSR": "3857",
  };
  const form = new URLSearchParams(strings);
  it.each<[string, ExecuteInput]>([
    ["string forms", strings],
    ["URLSearchParams", form],
    ["a form body", form.toString()],
    ["a query string", `?${form}`],
    ["a Map", new Map(Object.entries(strings))],
    ["pairs", Object.entries(strings)],
    ["a JSON object as text", JSON.stringify(parsed)],
    ["names in another case", Object.fromEntries(Object.entries(strings).map(([name, value]) => [name.toUpperCase(), value]))],
    ["a duplicate key", new URLSearchParams(`${form}&f=json&f=json`)],
    ["a duplicate key whose last value is blank", `${form}&return_lines=&travel_mode=null`],
  ])("is accepted with, or as, %s", (_, request) => {
    expect(readParameters(request, 100)).toEqual(readParameters(parsed, 100));
  });

  it("takes the last of different values for a key, and joins lists", () => {
    const request = `${form}&return_lines=false&road_properties_on_lines=length_kilometers,length_miles`;
    expect(readParameters(request, 100)).toMatchObject({ returnLines: false, lineProperties: ["length_miles", "length_kilometers"] });
  });
});

describe("f", () => {
  it.each([
    ["json", "json"],
    ["pjson", "pjson"],
    ["PJSON", "pjson"],
    ["", "json"],
    [undefined, "json"],
  ])("of %j means %s", (value, expected) => {
    expect(readFormat(value)).toBe(expected);
  });
  it("of another format is refused", () => {
    expect(() => readFormat("html")).toThrow('f is "html"; it must be json or pjson.');
  });
});

describe("road properties", () => {
  const asked = (value: unknown) => read({ road_properties_on_snapped_points: value }).pointProperties;
  it("are the eight of the specification and the newer oid_routing_streets", () => {
    expect(ROAD_PROPERTIES).toEqual([
      "length_kilometers",
      "length_miles",
      "posted_speed_limit_kph",
      "posted_speed_limit_mph",
      "posted_speed_limit_mps",
      "posted_truck_speed_limit_kph",
      "posted_truck_speed_limit_mph",
      "posted_truck_speed_limit_mps",
      "oid_routing_streets",
    ]);
    expect(asked(ROAD_PROPERTIES)).toEqual(ROAD_PROPERTIES);
  });
  it("are all on their page", () => {
    const page = readFileSync(new URL("../../docs/execute.md", import.meta.url), "utf8");
    expect(ROAD_PROPERTIES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
  it.each([
    ["a list", ["length_miles", "length_kilometers"], ["length_miles", "length_kilometers"]],
    ["a JSON array", '["length_miles"]', ["length_miles"]],
    ["words", "length_miles,length_kilometers", ["length_miles", "length_kilometers"]],
    ["a bare word", "length_miles", ["length_miles"]],
    ["another case", "Length_Miles", ["length_miles"]],
    ["the same twice", "length_miles,length_miles", ["length_miles"]],
    ["an empty list", "[]", []],
  ])("can be chosen by %s", (_, value, expected) => {
    expect(asked(value)).toEqual(expected);
    expect(read({ road_properties_on_lines: value }).lineProperties).toEqual(expected);
  });
  it("with an unknown name are refused, and the sentence has the name", () => {
    expect(() => asked("length_miles,width")).toThrow(
      `road_properties_on_snapped_points asks for "width"; allowed are ${ROAD_PROPERTIES.join(", ")}.`,
    );
  });
});

describe("the output's spatial reference", () => {
  it.each<[string, Record<string, unknown>, object]>([
    ["context.outSR as a number", { context: { outSR: 3857 } }, WEB_MERCATOR],
    ["context.outSR as an object", { context: { outSR: { wkid: 102100 } } }, WEB_MERCATOR],
    ["context as JSON text", { context: '{"outSR":{"wkid":102100}}' }, WEB_MERCATOR],
    ["env:outSR as text", { "env:outSR": "102100" }, WEB_MERCATOR],
    ["env:outSR as a JSON object", { "env:outSR": '{"wkid":102100,"latestWkid":3857}' }, WEB_MERCATOR],
    ["context rather than env", { context: { outSR: 4326 }, "env:outSR": 3857 }, WGS84],
    ["neither context nor env, but not from processSR", { context: { processSR: null, extent: null } }, WGS84],
    ["the feature set if none is asked for", { points: { ...points, spatialReference: { wkid: 102100 } } }, WEB_MERCATOR],
    [
      "the geometries if the feature set has none",
      { points: { features: [{ geometry: { x: 0, y: 0, spatialReference: { wkid: 3857 } } }] } },
      WEB_MERCATOR,
    ],
  ])("is taken from %s", (_, request, expected) => {
    expect(read(request).reference).toBe(expected);
  });
});

describe("context.extent", () => {
  const box = { xmin: 9, ymin: 49, xmax: 11, ymax: 51 };
  it.each<[string, unknown, object | null]>([
    ["in the points' spatial reference", box, [9, 49, 11, 51]],
    ["in its own spatial reference", { ...box, spatialReference: { wkid: 4326 } }, [9, 49, 11, 51]],
    ["with numbers as text", { xmin: "9", ymin: "49", xmax: "11", ymax: "51" }, [9, 49, 11, 51]],
    ["blank", null, null],
  ])("is read %s", (_, extent, expected) => {
    expect(read({ context: { extent } }).extent).toEqual(expected);
  });
  it("may be in web Mercator", () => {
    const extent = read({ context: { extent: { xmin: -1e6, ymin: 0, xmax: 0, ymax: 1e6, spatialReference: { wkid: 3857 } } } }).extent;
    expect(extent?.[0]).toBeCloseTo(-8.983, 3);
    expect(extent?.[3]).toBeCloseTo(8.947, 3);
  });
  it.each<[unknown, string]>([
    [7, "context.extent is 7; it must be an object with xmin, ymin, xmax and ymax."],
    [{ xmin: 1 }, "context.extent has ymin undefined; it must be a number."],
    [{ ...box, xmax: "east" }, 'context.extent has xmax "east"; it must be a number.'],
    [{ ...box, xmax: 8 }, "context.extent has xmin 9 above xmax 8."],
    [{ ...box, ymax: 8 }, "context.extent has ymin 49 above ymax 8."],
    [{ ...box, spatialReference: { wkid: 2154 } }, "context.extent.spatialReference is 2154; it must be one of the wkids 4326"],
  ])("is refused as %j", (extent, message) => {
    expect(() => read({ context: { extent } })).toThrow(message);
  });
});

describe("the points parameter", () => {
  const one = (feature: unknown, set: object = {}) => readParameters({ points: { ...set, features: [feature] } }, 100).points;

  it("reads the fields of the wire, whatever the case of their names", () => {
    const attributes = {
      ObjectId: 7,
      LOCATION_TIMESTAMP: 1704522159000,
      Horizontal_Accuracy: 5,
      Speed: 3.5,
      COURSE: 90,
      Track_ID: "bus",
      note: "kept",
    };
    expect(one({ attributes, geometry: { x: 10, y: 50, z: 3 } }).points).toEqual([
      { lon: 10, lat: 50, time: 1704522159, accuracy: 5, speed: 3.5, course: 90, trackId: "bus", objectId: 7, attributes },
    ]);
  });

  it.each([null, "", "null", undefined])("treats attributes of %j as missing", (blank) => {
    const names = ["OBJECTID", "location_timestamp", "horizontal_accuracy", "speed", "course"];
    const attributes = { ...Object.fromEntries(names.map((name) => [name, blank])), track_id: blank === "null" ? " " : blank };
    const set = one({ attributes, geometry: { x: 10, y: 50 } });
    expect(set.points[0]).toMatchObject({ time: null, accuracy: null, speed: null, course: null, trackId: null, objectId: null });
    expect(set.troubles.messages([1])).toEqual([]);
  });

  it("treats the text null as an ordinary track_id", () => {
    expect(one({ attributes: { Track_ID: "null" }, geometry: { x: 10, y: 50 } }).points[0].trackId).toBe("null");
  });

  it("accepts numbers as text, and a numeric track_id", () => {
    const attributes = { OBJECTID: "7", horizontal_accuracy: "5", speed: "1.5", course: "90", track_id: 12 };
    expect(one({ attributes, geometry: { x: "10", y: "50" } }).points[0]).toMatchObject({
      lon: 10,
      lat: 50,
      objectId: 7,
      accuracy: 5,
      speed: 1.5,
      course: 90,
      trackId: "12",
    });
  });

  it.each([-8.64e15, 8.64e15, -1e160, "1e308", "soon", {}])("accepts a timestamp of %j as a time only if it is a date", (given) => {
    const [point] = one({ attributes: { location_timestamp: given }, geometry: { x: 10, y: 50 } }).points;
    expect(point.time).toBe(typeof given === "number" && Math.abs(given) < 1e16 ? given / 1000 : null);
  });

  it.each<[unknown, number | null]>([
    [new Date(1704522159000), 1704522159],
    ["2024-01-06T06:22:39Z", 1704522159],
    ["2024-01-06T06:22:39.500Z", 1704522159.5],
    ["2024-01-06T07:22:39+01:00", 1704522159],
    ["2024-01-06T06:22:39", null],
    ["2024-01-06", null],
    ["2024-13-06T06:22:39Z", null],
    ["2024-02-29T06:22:39Z", 1709187759],
    ["2023-02-29T06:22:39Z", null],
    ["2024-02-30T06:22:39+01:00", null],
    ["2024-01-06T6:22:39 AM Z", null],
  ])("accepts a Date, and its form in JSON: %j", (given, seconds) => {
    const [point] = one({ attributes: { location_timestamp: given }, geometry: { x: 10, y: 50 } }).points;
    expect(point.time).toBe(seconds);
  });

  it.each<[string, object, object]>([
    ["the geometry first", { wkid: 102100 }, { wkid: 4326 }],
    ["the feature set otherwise", {}, { wkid: 102100 }],
  ])("uses the spatial reference of %s", (_, ofGeometry, ofSet) => {
    const set = one(
      { geometry: { x: 1113194.9079327357, y: 6446275.841017158, spatialReference: ofGeometry } },
      { spatialReference: ofSet },
    );
    expect(set.points[0].lon).toBeCloseTo(10, 9);
    expect(set.points[0].lat).toBeCloseTo(50, 9);
  });

  it("keeps the field list of the request, except for its geometry", () => {
    const fields = [
      { name: "OBJECTID", type: "esriFieldTypeOID", alias: "Id" },
      { name: "note", type: "esriFieldTypeString", length: 40 },
      { name: "odd", type: "text" },
      { name: "Shape", type: "esriFieldTypeGeometry" },
      { type: "esriFieldTypeDouble" },
      null,
    ];
    expect(one({}, { fields }).fields).toEqual([
      { name: "OBJECTID", type: "esriFieldTypeOID", alias: "Id", length: null },
      { name: "note", type: "esriFieldTypeString", alias: null, length: 40 },
      { name: "odd", type: null, alias: null, length: null },
    ]);
  });
});

// The feature sets of the response: fields, types, values and geometry.
import { describe, expect, it } from "vitest";
import { encodeSpeed } from "../../src/roads/attributes.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { inputColumns } from "../../src/snap/fields.js";
import { propertyValue, ROAD_PROPERTIES, type RoadProperty } from "../../src/snap/road-properties.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { fakeMatcher, fakeService, featureSet, inputPoint, run } from "./fake.js";

const service = fakeService();
const names = (fields: { name: string }[]) => fields.map((field) => field.name);

describe("the fields of the points", () => {
  it("are ObjectID, those of the input, confidence, line_id and the road properties, for every feature", () => {
    const { points } = run(service, {
      points: featureSet({ OBJECTID: 5, note: "a" }, { OBJECTID: 6, speed: 3 }),
      return_lines: true,
      road_properties_on_snapped_points: "posted_speed_limit_mph,length_kilometers",
    });
    const expected = ["ObjectID", "note", "speed", "confidence", "line_id", "posted_speed_limit_mph", "length_kilometers"];
    expect(names(points.fields)).toEqual(expected);
    for (const feature of points.features) expect(Object.keys(feature.attributes)).toEqual(expected);
    expect(points.features[0].attributes).toEqual({
      ObjectID: 5,
      note: "a",
      speed: null,
      confidence: 0.9,
      line_id: 1,
      posted_speed_limit_mph: 30,
      length_kilometers: 0.999998, // the fake street's real length
    });
  });

  it("are declared without an alias or a length if those are blank", () => {
    const fields = [{ name: "note", type: "esriFieldTypeString", alias: "", length: 0 }, { name: "" }];
    const { points } = run(service, { points: { ...featureSet({ note: "a" }), fields } });
    expect(points.fields[1]).toEqual({ name: "note", type: "esriFieldTypeString", alias: "note", length: 255 });
    expect(names(points.fields)).toEqual(["ObjectID", "note", "confidence"]);
  });

  it("have no line_id without lines", () => {
    expect(names(run(service, { points: featureSet({}) }).points.fields)).toEqual(["ObjectID", "confidence"]);
  });

  it("have the input's own line_id if there are no lines, like its other fields", () => {
    const fields = [{ name: "LINE_ID", type: "esriFieldTypeString", alias: "Bus line" }];
    const { points } = run(service, { points: { ...featureSet({ LINE_ID: "N7" }, { line_id: "N8" }), fields } });
    expect(points.fields[1]).toEqual({ name: "LINE_ID", type: "esriFieldTypeString", alias: "Bus line", length: 255 });
    expect(points.features.map(({ attributes }) => attributes)).toEqual([
      { ObjectID: 1, LINE_ID: "N7", confidence: 0.9 },
      { ObjectID: 2, LINE_ID: "N8", confidence: 0.9 },
    ]);
  });

  it.each([
    ["ObjectID", "esriFieldTypeOID"],
    ["location_timestamp", "esriFieldTypeDate"],
    ["horizontal_accuracy", "esriFieldTypeDouble"],
    ["speed", "esriFieldTypeDouble"],
    ["course", "esriFieldTypeDouble"],
    ["track_id", "esriFieldTypeString"],
    ["note", "esriFieldTypeString"],
    ["count", "esriFieldTypeInteger"],
    ["confidence", "esriFieldTypeDouble"],
    ["line_id", "esriFieldTypeInteger"],
    ["length_miles", "esriFieldTypeDouble"],
    ["posted_truck_speed_limit_mps", "esriFieldTypeDouble"],
    ["oid_routing_streets", "esriFieldTypeInteger"],
  ])("%s is %s", (name, type) => {
    const attributes = {
      location_timestamp: 1704522159000,
      horizontal_accuracy: 5,
      speed: 3,
      course: 90,
      track_id: "a",
      note: "x",
      count: 3,
    };
    const { points } = run(service, {
      points: featureSet(attributes),
      return_lines: true,
      road_properties_on_snapped_points: ["length_miles", "posted_truck_speed_limit_mps", "oid_routing_streets"],
    });
    const field = points.fields.find((f) => f.name === name);
    expect(field).toMatchObject({ name, type, alias: name });
    if (type === "esriFieldTypeString") expect(field?.length).toBe(255);
    else expect(field).not.toHaveProperty("length");
  });

  it("replace input fields of the same name, whatever their case", () => {
    const { points } = run(service, {
      points: featureSet({ objectid: 7, Confidence: 0.1, LINE_ID: 99, Length_Miles: 5, other: 1 }),
      return_lines: true,
      road_properties_on_snapped_points: "length_miles",
    });
    expect(names(points.fields)).toEqual(["ObjectID", "other", "confidence", "line_id", "length_miles"]);
    expect(points.features[0].attributes).toEqual({ ObjectID: 7, other: 1, confidence: 0.9, line_id: 1, length_miles: 0.62137 });
  });

  it("have the timestamp in milliseconds as it came", () => {
    const { points } = run(service, { points: featureSet({ location_timestamp: 1704522159123 }) });
    expect(points.features[0].attributes.location_timestamp).toBe(1704522159123);
  });
});

describe("the fields of the input", () => {
  const plain = { taken: new Set<string>(), maxEmptyCharacters: 1000 };
  /** Type and values of the only field, made from these values. */
  const column = (values: unknown[], declared: { type: string | null; length?: number } | null = null, name = "f") => {
    const points = values.map((value) => inputPoint({ attributes: { [name]: value } }));
    const fields = declared ? [{ name, alias: null, length: null, ...declared }] : [];
    const [only] = inputColumns(points, { declared: fields, ...plain });
    return [only.field.type.replace("esriFieldType", ""), only.values];
  };

  it.each<[string, unknown[], string, unknown[]]>([
    ["whole numbers", [1, null, -3], "Integer", [1, null, -3]],
    ["numbers", [1, 2.5], "Double", [1, 2.5]],
    ["whole numbers of 32 bits", [2_147_483_647, -2_147_483_647], "Integer", [2_147_483_647, -2_147_483_647]],
    ["whole numbers beyond 32 bits", [1, 2_147_483_648], "Double", [1, 2_147_483_648]],
    ["text", ["a", null], "String", ["a", null]],
    ["text and numbers", ["a", 5], "String", ["a", "5"]],
    ["booleans", [true, false], "Integer", [1, 0]],
    ["nothing at all", [null, undefined], "String", [null, null]],
    ["numbers that JSON does not have", [1, Number.NaN, Number.POSITIVE_INFINITY], "Integer", [1, null, null]],
    ["JavaScript dates", [new Date(5)], "Integer", [5]],
    ["lists and objects", [[1], { a: 1 }, "x"], "String", [null, null, "x"]],
  ])("get their type from %s", (_, values, type, echoed) => {
    expect(column(values)).toEqual([type, echoed]);
  });

  it.each<[string, unknown[], string, string, unknown[]]>([
    ["a declared type", [1, 2], "esriFieldTypeDouble", "Double", [1, 2]],
    ["a declared date", [1704522159000], "esriFieldTypeDate", "Date", [1704522159000]],
    ["a declared type of text", ["{guid}"], "esriFieldTypeGUID", "GUID", ["{guid}"]],
    ["text in a declared number as text", ["a", 1], "esriFieldTypeDouble", "String", ["a", "1"]],
    ["numbers as text in a declared number as numbers", ["1.5", 1, ""], "esriFieldTypeDouble", "Double", [1.5, 1, null]],
    ["a second OID as an integer", [4, 5], "esriFieldTypeOID", "Integer", [4, 5]],
    ["a fraction in a declared integer as a double", [1, 2.5], "esriFieldTypeInteger", "Double", [1, 2.5]],
    ["more than 32 bits in a declared integer as a double", [1, 3e9], "esriFieldTypeInteger", "Double", [1, 3e9]],
    ["more than 16 bits in a declared small integer as a double", [32_768], "esriFieldTypeSmallInteger", "Double", [32_768]],
    ["a declared small integer", [-32_767, null, 32_767], "esriFieldTypeSmallInteger", "SmallInteger", [-32_767, null, 32_767]],
    ["a declared big integer", [3e9, "4"], "esriFieldTypeBigInteger", "BigInteger", [3e9, 4]],
  ])("keep %s", (_, values, declared, type, echoed) => {
    expect(column(values, { type: declared })).toEqual([type, echoed]);
  });

  it.each<[string, unknown[], string, string, unknown[]]>([
    ["location_timestamp", [1704522159000, null], "esriFieldTypeBigInteger", "Date", [1704522159000, null]],
    ["speed", ["7.5", ""], "esriFieldTypeString", "Double", [7.5, null]],
    ["course", [90, 180], "esriFieldTypeInteger", "Double", [90, 180]],
    ["horizontal_accuracy", ["good", ""], "esriFieldTypeDouble", "String", ["good", ""]],
  ])("have the type of the wire if they have its name, whatever is declared: %s", (name, values, declared, type, echoed) => {
    expect(column(values, { type: declared }, name)).toEqual([type, echoed]);
  });

  it.each<[unknown[], unknown[]]>([
    [
      [1, "2"],
      ["1", "2"],
    ],
    [
      ["007", 7],
      ["007", "7"],
    ],
  ])("have a track_id as text, as lines have it, even if it is declared as a number: %j", (values, echoed) => {
    expect(column(values, { type: "esriFieldTypeInteger" }, "track_id")).toEqual(["String", echoed]);
  });

  it.each(["location_timestamp", "horizontal_accuracy", "Speed", "course", "track_id"])("ignore a %s that is a boolean", (name) => {
    expect(column([true, false, 5], null, name)[1].slice(0, 2)).toEqual([null, null]);
  });

  it.each<[string, unknown[], string, unknown[]]>([
    ["location_timestamp", ["2024-01-06T06:22:39Z", 5, "7"], "Date", [null, 5, 7]],
    ["location_timestamp", ["2024-01-06T06:22:39Z", null], "String", ["2024-01-06T06:22:39Z", null]],
    ["horizontal_accuracy", ["good", 5, -1], "Double", [null, 5, -1]],
    ["location_timestamp", [null, ""], "Date", [null, null]],
    ["track_id", [1, 2], "String", ["1", "2"]],
    ["track_id", ["1", 2], "String", ["1", "2"]],
    ["SPEED", [3], "Double", [3]],
  ])("keep only values that the wire allows: %s of %j", (name, values, type, echoed) => {
    expect(column(values, null, name)).toEqual([type, echoed]);
  });

  it("are as long as their longest text, or as declared", () => {
    const length = (text: string, declared: number | null) =>
      inputColumns([inputPoint({ attributes: { f: text } })], {
        declared: [{ name: "f", type: null, alias: null, length: declared }],
        ...plain,
      })[0].field.length;
    expect(length("abc", null)).toBe(255);
    expect(length("abc", 10)).toBe(10);
    expect(length("x".repeat(300), null)).toBe(300);
    expect(length("x".repeat(300), 10)).toBe(300);
  });

  it("are in the order declared, then in the order met; names that differ only in case are one field", () => {
    const points = [
      { b: 1, A: 2 },
      { B: 3, c: 4, a: 5, b: 6 },
    ].map((attributes) => inputPoint({ attributes }));
    const columns = inputColumns(points, { declared: [{ name: "z", type: null, alias: "Zed", length: null }], ...plain });
    expect(columns.map(({ field, values }) => [field.name, field.alias, values])).toEqual([
      ["z", "Zed", [null, null]],
      ["b", "b", [1, 3]],
      ["A", "A", [2, 5]],
      ["c", "c", [null, 4]],
    ]);
  });

  it("include values that points have from a format without fields", () => {
    const point = inputPoint({ time: 1704522159.4996, accuracy: 5, speed: 3, course: 90, trackId: "a", attributes: { ele: 12 } });
    expect(inputColumns([point], { declared: [], ...plain }).map(({ field, values }) => [field.name, field.type, values[0]])).toEqual([
      ["ele", "esriFieldTypeInteger", 12],
      ["location_timestamp", "esriFieldTypeDate", 1704522159500],
      ["horizontal_accuracy", "esriFieldTypeDouble", 5],
      ["speed", "esriFieldTypeDouble", 3],
      ["course", "esriFieldTypeDouble", 90],
      ["track_id", "esriFieldTypeString", "a"],
    ]);
  });

  it.each<[string, object, unknown, string, unknown[]]>([
    ["an unreadable time", { time: 1704522159.5 }, "2024-01-06T06:22:39.5Z", "Date", [1704522159500, null]],
    ["a time in seconds", { time: 1704522159 }, 1704522159, "Date", [1704522159000, null]],
    ["a time in fractional milliseconds", { time: 1704522159.0005 }, 1704522159000.5, "Date", [1704522159001, null]],
    ["a speed with a decimal comma", { speed: 3.5 }, "3,5", "Double", [3.5, null]],
    ["a track_id from another source", { trackId: "a" }, null, "String", ["a", "b"]],
  ])("show what was understood: %s", (_, known, given, type, expected) => {
    const name = { time: "location_timestamp", speed: "Speed", trackId: "track_id" }[Object.keys(known)[0]] as string;
    const other = name === "track_id" ? "b" : null;
    const points = [inputPoint({ ...known, attributes: { [name]: given } }), inputPoint({ trackId: other, attributes: { [name]: other } })];
    const [{ field, values }] = inputColumns(points, { declared: [], ...plain });
    expect([field.name, field.type, values]).toEqual([name, `esriFieldType${type}`, expected]);
  });

  it.each<[string, string | null, unknown[], string, unknown[]]>([
    ["nanoseconds among milliseconds", null, [1704522159000, 1704522159000000000], "Date", [1704522159000, null]],
    ["nanoseconds alone, which are no dates, as text", null, [1704522159000000000], "String", ["1704522159000000000"]],
    ["text beyond any date", null, [1704522159000, "1e300"], "Date", [1704522159000, null]],
    ["fractional milliseconds in a declared date", "seen", [1704522159000.25, 0], "Date", [1704522159000, 0]],
    ["something that is no date in a declared date, as text", "seen", [1704522159000, 1e300], "String", ["1704522159000", "1e+300"]],
  ])("of type date have only whole milliseconds: %s", (_, name, values, type, expected) => {
    const declared = name === null ? [] : [{ name, type: "esriFieldTypeDate", alias: null, length: null }];
    const points = values.map((value) => inputPoint({ attributes: { [name ?? "location_timestamp"]: value } }));
    const [column] = inputColumns(points, { declared, ...plain });
    expect([column.field.type, column.values]).toEqual([`esriFieldType${type}`, expected]);
  });

  it("are limited in number, since a new attribute on every point would fill the memory", { tags: "long" }, () => {
    // 100,000 columns of 100,000 values each.
    const points = Array.from({ length: 100_000 }, (_, i) => inputPoint({ attributes: { [`a${i}`]: 1 } }));
    expect(() => inputColumns(points, { declared: [], ...plain })).toThrow(
      /^points has 100000 attributes, which many points lack: 1\d{11} /,
    );
  });

  it("are limited in total, since a missing value takes room in the response too", () => {
    const lacking = (length: number) =>
      inputColumns([inputPoint({ attributes: { ["x".repeat(length)]: 1 } }), inputPoint({ attributes: { short: 1 } })], {
        declared: [],
        ...plain,
      });
    expect(lacking(979).map(({ values }) => values)).toEqual([
      [1, null],
      [null, 1],
    ]);
    expect(() => lacking(980)).toThrow(
      "points has 2 attributes, which many points lack: 1001 characters of empty values, the most is 1000.",
    );
  });

  it("may have any name", () => {
    const attributes = JSON.parse('{"__proto__":1,"constructor":2,"toString":"x","":3}');
    const { points } = run(service, { points: featureSet(attributes) });
    expect(JSON.parse(JSON.stringify(points.features[0].attributes))).toEqual(
      JSON.parse('{"ObjectID":1,"__proto__":1,"constructor":2,"toString":"x","":3,"confidence":0.9}'),
    );
  });
});

describe("the road properties", () => {
  const columns = (limit: number, truckLimit: number) => ({
    edgeLength: Float64Array.of(1609.344),
    edgeWay: Float64Array.of(123_456_789),
    arcSpeed: Uint16Array.of(limit, 0),
    arcTruckSpeed: Uint16Array.of(truckLimit, 0),
  });
  const posted = columns(encodeSpeed(30, "mph"), encodeSpeed(80, "kph"));

  it.each<[RoadProperty, number]>([
    ["length_kilometers", 1.609344],
    ["length_miles", 1],
    ["posted_speed_limit_kph", 48.28032],
    ["posted_speed_limit_mph", 30],
    ["posted_speed_limit_mps", 13.4112],
    ["posted_truck_speed_limit_kph", 80],
    ["posted_truck_speed_limit_mph", 49.709695],
    ["posted_truck_speed_limit_mps", 22.222222],
    ["oid_routing_streets", 123_456_789],
  ])("have the values of the road: %s", (property, value) => {
    expect(propertyValue(property, posted, 0)).toBe(value);
  });

  it("are those of the direction travelled", () => {
    expect(propertyValue("posted_speed_limit_mph", posted, 1)).toBeNull();
    expect(propertyValue("length_miles", posted, 1)).toBe(1);
  });

  it.each(ROAD_PROPERTIES)("are null off the road: %s", (property) => {
    expect(propertyValue(property, posted, -1)).toBeNull();
  });

  it.each(ROAD_PROPERTIES.filter((property) => property.startsWith("posted")))("are null if nothing is posted: %s", (property) => {
    expect(propertyValue(property, columns(0, 0), 0)).toBeNull();
  });

  it.each<[number, string]>([
    [2_147_483_647, "esriFieldTypeInteger"],
    [5_000_000_000, "esriFieldTypeDouble"],
    [211_960_123_457, "esriFieldTypeDouble"],
  ])("contain the way id %d unchanged, in a field of type %s", (id, type) => {
    const roads = asciiMap("a---------b", { metresPerCell: 100, origin: [10, 50] }).graph({ ab: { id } });
    const { points, lines } = run(new SnapToRoads(roads, { createMatcher: () => fakeMatcher() }), {
      points: featureSet({}, {}),
      return_lines: true,
      road_properties_on_snapped_points: "oid_routing_streets",
      road_properties_on_lines: "oid_routing_streets",
    });
    for (const set of [points, lines]) {
      expect(set?.fields.at(-1)).toEqual({ name: "oid_routing_streets", type, alias: "oid_routing_streets" });
      expect(set?.features[0].attributes.oid_routing_streets).toBe(id);
    }
  });

  it("have no truck limit derived from that for cars", () => {
    expect(propertyValue("posted_truck_speed_limit_kph", columns(encodeSpeed(50), 0), 0)).toBeNull();
  });
});

describe("the lines", () => {
  const mixed = (attributes: object[]) => ({
    features: attributes.map((a, i) => ({ attributes: a, geometry: { x: 10, y: i === 1 ? -1 : 50 } })),
  });

  it("have ObjectID, line_type and the road properties, which are null on Off lines", () => {
    const { lines } = run(service, {
      points: mixed([{}, {}, {}]),
      return_lines: true,
      road_properties_on_lines: "length_kilometers,oid_routing_streets",
    });
    expect(lines).toMatchObject({ displayFieldName: "", geometryType: "esriGeometryPolyline", exceededTransferLimit: false });
    expect(lines?.fields.map((f) => [f.name, f.type, f.length])).toEqual([
      ["ObjectID", "esriFieldTypeOID", undefined],
      ["line_type", "esriFieldTypeString", 255],
      ["length_kilometers", "esriFieldTypeDouble", undefined],
      ["oid_routing_streets", "esriFieldTypeInteger", undefined],
    ]);
    expect(lines?.features.map((f) => f.attributes)).toEqual([
      { ObjectID: 1, line_type: "Road", length_kilometers: 0.999998, oid_routing_streets: 4711 },
      { ObjectID: 2, line_type: "Off", length_kilometers: null, oid_routing_streets: null },
      { ObjectID: 3, line_type: "Road", length_kilometers: 0.999998, oid_routing_streets: 4711 },
    ]);
    expect(lines?.features[1].geometry).toEqual({
      paths: [
        [
          [10, -1],
          [10, -1],
        ],
      ],
    });
  });

  it("of type Road Gap have null road properties too, and the two ends of the gap", () => {
    const gap = fakeService({
      createMatcher: () => ({
        match(track) {
          const match = fakeMatcher().match(track);
          const ends = {
            startOffset: 0,
            endOffset: 0,
            length: 70,
            coordinates: [
              [10, 50],
              [10.001, 50],
            ] as [number, number][],
          };
          return { ...match, stretches: [...match.stretches, { type: "Road Gap", edge: -1, arc: -1, ...ends }] };
        },
      }),
    });
    const { lines } = run(gap, { points: featureSet({}), return_lines: true, road_properties_on_lines: ROAD_PROPERTIES });
    expect(lines?.features[1]).toEqual({
      attributes: { ObjectID: 2, line_type: "Road Gap", ...Object.fromEntries(ROAD_PROPERTIES.map((property) => [property, null])) },
      geometry: {
        paths: [
          [
            [10, 50],
            [10.001, 50],
          ],
        ],
      },
    });
  });

  it("have a track_id if the input has one", () => {
    const { lines } = run(service, { points: featureSet({ track_id: "b" }, { track_id: 7 }), return_lines: true });
    expect(lines?.fields[1]).toEqual({ name: "track_id", type: "esriFieldTypeString", alias: "track_id", length: 255 });
    expect(lines?.features.map((f) => f.attributes)).toEqual([
      { ObjectID: 1, track_id: "b", line_type: "Road" },
      { ObjectID: 2, track_id: "7", line_type: "Road" },
    ]);
  });

  it("are linked from the points; unlocated points have no line", () => {
    const { points } = run(service, { points: mixed([{ track_id: "a" }, { track_id: "a" }, {}]), return_lines: true });
    expect(points.features.map((f) => f.attributes.line_id)).toEqual([1, 2, null]);
  });
});

describe("the geometry of the points", () => {
  it("is exactly {x, y}, rounded to 1e-7 degrees if snapped", () => {
    const { points } = run(service, {
      points: { features: [{ geometry: { x: 10.123456789, y: 50.123456789, z: 4, spatialReference: { wkid: 4326 } } }] },
    });
    expect(points.features[0].geometry).toEqual({ x: 10.1234568, y: 50.1235568 });
  });

  it("is in the spatial reference of the output", () => {
    const { points, lines } = run(service, { points: featureSet({}), "env:outSR": 3857, return_lines: true });
    expect(points.spatialReference).toEqual({ wkid: 102100, latestWkid: 3857 });
    expect(lines?.spatialReference).toEqual({ wkid: 102100, latestWkid: 3857 });
    expect(points.features[0].geometry).toEqual({ x: 1113194.908, y: 6446293.159 });
    expect(lines?.features[0].geometry.paths[0][0]).toEqual([1113194.908, 6446293.159]);
  });

  const unsnapped = (geometry: object, outSR?: number) =>
    run(service, { points: { features: [{ geometry }] }, ...(outSR && { context: { outSR } }) }).points.features[0];

  it.each<[string, object, number | undefined, object | null]>([
    [
      "is that of the input, to the bit",
      { x: 10.123456789012, y: -50.123456789012 },
      undefined,
      { x: 10.123456789012, y: -50.123456789012 },
    ],
    [
      "is that of the input in web Mercator",
      { x: 1.23456789, y: -5e6, spatialReference: { wkid: 3857 } },
      undefined,
      { x: 1.23456789, y: -5e6 },
    ],
    ["is projected to another spatial reference", { x: 10, y: -50 }, 3857, { x: 1113194.908, y: -6446275.841 }],
    ["is that of the input even out of range", { x: 200, y: 95 }, undefined, { x: 200, y: 95 }],
    ["is projected beyond the antimeridian as well", { x: -190, y: -50 }, 3857, { x: -21150703.251, y: -6446275.841 }],
    ["is null beyond a pole in another spatial reference", { x: 10, y: 95 }, 3857, null],
    ["is null beyond the other pole in another spatial reference", { x: 10, y: -90.0001 }, 3857, null],
    ["is at the edge of the other spatial reference for a pole", { x: 0, y: -90 }, 3857, { x: 0, y: -20037508.343 }],
    ["is null if the other spatial reference has no number for it", { x: 1e302, y: -50 }, 3857, null],
    ["is null without two numbers", { x: null, y: 5 }, undefined, null],
    ["is null for an empty point", { x: "NaN", y: "NaN" }, undefined, null],
    ["is null without a geometry", {}, undefined, null],
  ])("that are not snapped %s", (_, geometry, outSR, expected) => {
    const feature = unsnapped(geometry, outSR);
    expect(feature.geometry).toEqual(expected);
    expect(feature.attributes.confidence).toBe(0);
  });
});

describe("confidence", () => {
  it.each([
    [0.123456789, 0.123457],
    [1, 1],
    [1e-12, 1e-6],
    [0, 0],
  ])("%s becomes %s: six decimals, and 0 only for points that are not snapped", (confidence, expected) => {
    const certain = fakeService({
      createMatcher: () => ({
        match: (track) => ({
          points: track.map(({ lon, lat }) => {
            const edge = confidence > 0 ? 0 : -1;
            return { lon, lat, confidence, edge, arc: edge, offset: 0, distance: 0, reason: "matched", stretch: -1 };
          }),
          stretches: [],
          violations: [],
        }),
      }),
    });
    expect(run(certain, { points: featureSet({}) }).points.features[0].attributes.confidence).toBe(expected);
  });
});

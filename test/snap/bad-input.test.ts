// Bad input to execute: an unusable request gives one clear sentence, an unusable point gives a message; never a stack trace, and never a lost point.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { ExecuteInput } from "../../src/snap/parameters.js";
import { runs } from "../helpers/runs.js";
import { failure, fakeService, featureSet, run } from "./fake.js";

const service = fakeService();
const points = featureSet({ OBJECTID: 1 }, { OBJECTID: 2 });
const FEATURE_SET = "it must be a feature set, an object with a list named features.";

describe("an unusable request gives an error of one sentence", () => {
  it.each<[string, unknown, string]>([
    ["nothing", {}, "points is missing; it must be a feature set, an object with a list named features."],
    ["an empty body", "", "points is missing; it must be a feature set, an object with a list named features."],
    ["blank points", { points: "null" }, "points is missing; it must be a feature set, an object with a list named features."],
    ["text that is no object", 7, "The request is 7; it must be an object of parameters or a form body."],
    ["null", null, "The request is null; it must be an object of parameters or a form body."],
    ["a list of something other than pairs", [1], "The request holds 1; it must be an object of parameters or a form body."],
    [
      "JSON cut short",
      '{"points":{"features":[',
      'The request is not valid JSON: "{\\"points\\":{\\"features\\":["; it must be an object of parameters or a form body.',
    ],
    ["points that are not JSON", { points: "features" }, `points is not valid JSON: "features"; ${FEATURE_SET}`],
    ["points cut short", { points: '{"features":[{"geo' }, `points is not valid JSON: "{\\"features\\":[{\\"geo"; ${FEATURE_SET}`],
    [
      "points with a bare NaN",
      { points: '{"features":[{"geometry":{"x":NaN,"y":1}}]}' },
      `points is not valid JSON (NaN and Infinity are not JSON; null says unknown): "{\\"features\\":[{\\"geometry\\":{\\"x\\":NaN,\\"y\\":1}}]}"; ${FEATURE_SET}`,
    ],
    ["a number", { points: 5 }, `points is 5; ${FEATURE_SET}`],
    ["a bare list", { points: [] }, `points is a list of 0; ${FEATURE_SET}`],
    ["no features", { points: {} }, `points has undefined as features; ${FEATURE_SET}`],
    ["features that are not a list", { points: { features: {} } }, `points has an object as features; ${FEATURE_SET}`],
    ["an empty list of features", { points: { features: [] } }, "points has no features; at least one point is needed."],
    [
      "GeoJSON",
      { points: { type: "FeatureCollection", features: [] } },
      "points is GeoJSON; it must be an Esri feature set, its points as geometry {x, y}.",
    ],
    [
      "points by address",
      { points: { url: "https://example.com/points" } },
      'points is given by url, "https://example.com/points"; it must be a feature set, an object with a list named features.',
    ],
    [
      "points by item",
      { points: { itemID: "abc" } },
      'points is given by itemID, "abc"; it must be a feature set, an object with a list named features.',
    ],
    [
      "points by item, with no address",
      { points: { url: "", itemID: "abc" } },
      'points is given by itemID, "abc"; it must be a feature set, an object with a list named features.',
    ],
    [
      "points by item, in another case",
      { points: { itemid: "abc" } },
      'points is given by itemid, "abc"; it must be a feature set, an object with a list named features.',
    ],
    [
      "another spatial reference",
      { points: { ...points, spatialReference: { wkid: 26910 } } },
      "points.spatialReference is 26910; it must be one of the wkids 4326, 3857, 102100, 102113, 3785, 900913.",
    ],
    [
      "another spatial reference on a geometry",
      { points: { features: [{ geometry: { x: 1, y: 1, spatialReference: { wkid: 2154 } } }] } },
      "points: a geometry's spatialReference is 2154; it must be one of the wkids 4326, 3857, 102100, 102113, 3785, 900913.",
    ],
    [
      "another spatial reference to write",
      { points, "env:outSR": 27700 },
      "env:outSR is 27700; it must be one of the wkids 4326, 3857, 102100, 102113, 3785, 900913.",
    ],
    [
      "a spatial reference in words",
      { points, context: { outSR: "WGS84" } },
      'context.outSR is "WGS84"; it must be one of the wkids 4326, 3857, 102100, 102113, 3785, 900913.',
    ],
    [
      "an extent that is not JSON",
      { points, context: { extent: "[0" } },
      'context.extent is not valid JSON: "[0"; it must be an object with xmin, ymin, xmax and ymax.',
    ],
    ["an invalid boolean", { points, return_lines: "yes" }, 'return_lines is "yes"; it must be true or false.'],
    ["a context that is not an object", { points, context: 7 }, 'context is 7; it must be an object such as {"outSR":4326}.'],
    [
      "a context that is not JSON",
      { points, context: "outSR=4326" },
      'context is not valid JSON: "outSR=4326"; it must be an object such as {"outSR":4326}.',
    ],
    ["another format", { points, f: "xml" }, 'f is "xml"; it must be json or pjson.'],
  ])("%s", (_, request, sentence) => {
    expect(failure(service, request as ExecuteInput)).toEqual({ code: 400, message: "Unable to complete operation.", details: [sentence] });
  });

  it("a long value is shortened in the sentence", () => {
    const [sentence] = failure(service, { points: "x".repeat(1_000_000) }).details as string[];
    expect(sentence.length).toBeLessThan(180);
  });
});

describe("unusual values of points", () => {
  const attributes = (bad: object) => ({ OBJECTID: 42, location_timestamp: 1704522159000, ...bad });
  const withGeometry = (geometry: unknown) => ({ features: [{ attributes: { OBJECTID: 42 }, geometry }, ...points.features] });

  it.each<[string, unknown, object | null]>([
    ["no geometry", undefined, null],
    ["a null geometry", null, null],
    ["a geometry that is a list", [10, 50], null],
    ["x that is null", { x: null, y: 50 }, null],
    ["x that is not a number", { x: "abc", y: 50 }, null],
    ["the empty point", { x: "NaN" }, null],
    ["NaN as a value", { x: Number.NaN, y: 50 }, null],
    ["an infinite y", { x: 10, y: Number.POSITIVE_INFINITY }, null],
    ["longitude 200", { x: 200, y: 50 }, { x: 200, y: 50 }],
    ["latitude 95", { x: 10, y: 95 }, { x: 10, y: 95 }],
    ["metres given as degrees", { x: 1113194.9, y: 6446275.8 }, { x: 1113194.9, y: 6446275.8 }],
  ])("geometry: %s; the point is kept, unsnapped, with a message", (_, geometry, expected) => {
    const { points: set, messages } = run(service, { points: withGeometry(geometry), return_lines: true });
    expect(set.features).toHaveLength(3);
    expect(set.features[0]).toEqual({ attributes: { ObjectID: 42, confidence: 0, line_id: null }, geometry: expected });
    expect(set.features[1].attributes.confidence).toBe(0.9);
    expect(messages).toEqual([
      {
        type: "esriJobMessageTypeWarning",
        description:
          "1 point has no usable coordinate (first: ObjectID 42): left unsnapped; longitude must be -180 to 180, " +
          "latitude -90 to 90, and not both 0 far from the track.",
      },
    ]);
  });

  it("course: the first of several unusable values is reported as it came, whether it was found reading or matching", () => {
    const points = featureSet(...[10, -1, "N"].map((course, i) => ({ OBJECTID: i + 1, course })));
    expect(run(service, { points }).messages[0].description).toContain("2 points have an unusable course (first: ObjectID 2, -1)");
  });

  it.each<[string, (number | null)[], string[]]>([
    [
      "in another order than the points",
      [3000, null, 1000],
      [
        "1 point has no time while others of the track have one (first: ObjectID 2): the whole track is in order of OBJECTID; " +
          "all or none must have one.",
      ],
    ],
    [
      "in another order, with one beyond the year 5138, which counts for the order",
      [253_402_300_799_000, null, 1000],
      [
        expect.stringContaining("from 5138 on"),
        expect.stringMatching(/^1 point has no time .* \(first: ObjectID 2\): the whole track is in order of OBJECTID/),
      ],
    ],
    ["missing for one point, with the others in order", [1000, null, 3000], []],
    ["that are all unknown", [null, null, null], []],
    ["that are all known", [3000, 2000, 1000], []],
  ])("times: a message says if the order of the points depends on a missing one; times %s", (_, times, expected) => {
    const points = featureSet(...times.map((time, i) => ({ OBJECTID: i + 1, location_timestamp: time })));
    expect(run(service, { points }).messages.map(({ description }) => description)).toEqual(expected);
  });

  it.each<[string, object, string]>([
    ["negative accuracy", { horizontal_accuracy: -5 }, "an unusable horizontal_accuracy (first: ObjectID 42, -5)"],
    ["accuracy that is not a number", { horizontal_accuracy: "good" }, 'an unusable horizontal_accuracy (first: ObjectID 42, "good")'],
    ["negative speed", { speed: -1 }, "an unusable speed (first: ObjectID 42, -1)"],
    ["course 400", { course: 400 }, "an unusable course (first: ObjectID 42, 400)"],
    ["negative course", { course: "-90" }, "an unusable course (first: ObjectID 42, -90)"],
    [
      "a timestamp as text",
      { location_timestamp: "2024-01-06T06:22:39Z" },
      'a location_timestamp that is text (first: ObjectID 42, "2024-01-06T06:22:39Z"): read as milliseconds since the epoch, or as ISO 8601',
    ],
    [
      "a timestamp as the text of a number",
      { location_timestamp: "1704522159000" },
      'a location_timestamp that is text (first: ObjectID 42, "1704522159000"): read as milliseconds since the epoch',
    ],
    [
      "a timestamp in words",
      { location_timestamp: "yesterday" },
      'an unusable location_timestamp (first: ObjectID 42, "yesterday"): not used; it must be milliseconds since the epoch, or ISO 8601 with a zone',
    ],
    ["a track_id that is NaN", { track_id: Number.NaN }, "a track_id that is neither text nor number (first: ObjectID 42, NaN)"],
    [
      "a timestamp in seconds",
      { location_timestamp: 1704522159 },
      "a location_timestamp before 1973 (first: ObjectID 42, 1704522159): read as milliseconds since the epoch, not seconds",
    ],
    ["an invalid Date", { location_timestamp: new Date(Number.NaN) }, "an unusable location_timestamp (first: ObjectID 42, "],
    ["a timestamp that is an object", { location_timestamp: {} }, "an unusable location_timestamp (first: ObjectID 42, an object)"],
    ["a timestamp beyond any date", { location_timestamp: -1e308 }, "an unusable location_timestamp (first: ObjectID 42, -1e+308)"],
    [
      "the text of a timestamp beyond any date",
      { location_timestamp: "8640000000000001" },
      'an unusable location_timestamp (first: ObjectID 42, "8640000000000001")',
    ],
    ["a track_id that is a list", { track_id: ["a"] }, "a track_id that is neither text nor number (first: ObjectID 42, a list of 1)"],
    ["an attribute that is an object", { note: { a: 1 } }, "an attribute that is a list or an object (first: ObjectID 42)"],
  ])("attributes: %s; it is not used, with a message, and the point is snapped all the same", (_, bad, text) => {
    const { points: set, messages } = run(service, { points: featureSet(attributes(bad)) });
    expect(set.features[0].attributes).toMatchObject({ ObjectID: 42, confidence: 0.9 });
    expect(messages.map((message) => message.type)).toContain("esriJobMessageTypeWarning");
    expect(messages[0].description).toContain(`1 point has ${text}`);
  });

  it.each<[unknown]>([["abc"], [1.5], [{}], [true]])("OBJECTID: %j; the point gets a free ObjectID", (bad) => {
    const { points: set, messages } = run(service, { points: featureSet({ OBJECTID: 1 }, { OBJECTID: bad }) });
    expect(set.features.map((f) => f.attributes.ObjectID)).toEqual([1, 2]);
    expect(messages[0].description).toContain("1 point has an OBJECTID that is not whole or too large (first: ObjectID 2");
  });

  it("track_id: a number with more digits than a double holds gives a warning that two tracks may share it; as text it does not", () => {
    const tracks = (...ids: string[]) => run(service, { points: `{"features":[${ids.map((id) => `{"attributes":{"track_id":${id}}}`)}]}` });
    const { points: set, messages } = tracks("9007199254740992", "9007199254740993", "9007199254740991");
    expect(set.features.map(({ attributes }) => attributes.track_id)).toEqual(["9007199254740992", "9007199254740992", "9007199254740991"]);
    expect(messages.map(({ description }) => description)).toContain(
      "2 points have a track_id that is a number above 2^53 (first: ObjectID 1, 9007199254740992): " +
        "tracks of nearly the same number may be one; it must be text.",
    );
    expect(JSON.stringify(tracks('"9007199254740992"', '"9007199254740993"').messages)).not.toContain("2^53");
  });

  it("one kind of trouble in many points gives one message, whether it was found reading or matching", () => {
    const { messages } = run(service, { points: featureSet({ speed: "fast" }, { speed: -1 }, { speed: 3 }) });
    expect(messages).toEqual([
      {
        type: "esriJobMessageTypeWarning",
        description: '2 points have an unusable speed (first: ObjectID 1, "fast"): not used; it must be 0 or more metres per second.',
      },
    ]);
  });

  it.each([null, 7, "feature", []])("features: %j is kept as a point without a place", (feature) => {
    const { points: set } = run(service, { points: { features: [feature, ...points.features] } });
    expect(set.features).toHaveLength(3);
    expect(set.features[0].geometry).toBeNull();
  });

  it("OBJECTID: duplicates are kept, with a message", () => {
    const { points: set, messages } = run(service, { points: featureSet({ OBJECTID: 7 }, { OBJECTID: 7 }, { OBJECTID: 7 }) });
    expect(set.features.map((f) => f.attributes.ObjectID)).toEqual([7, 7, 7]);
    expect(messages.map((m) => m.description)).toEqual([
      "2 points have an OBJECTID that an earlier point has (first: ObjectID 7): kept as given.",
    ]);
  });

  it("times: points in another order are matched in the order of their times", () => {
    const calls: TrackPoint[][] = [];
    const timed = featureSet({ location_timestamp: 30_000 }, { location_timestamp: 10_000 }, { location_timestamp: 20_000 });
    const { points: set, messages } = run(fakeService({}, calls), { points: timed });
    expect(calls[0].map((p) => p.lon)).toEqual([10.001, 10.002, 10]);
    expect(set.features.map((f) => f.geometry?.x)).toEqual([10, 10.001, 10.002]);
    expect(messages).toEqual([]);
  });

  it.each([
    ["a sentinel of the year 9999", 253_402_300_799_000],
    ["microseconds", 1_715_754_600_000_000],
  ])("times: a timestamp from 5138 on counts for the order only, and is returned as it came: %s", (_, late) => {
    const calls: TrackPoint[][] = [];
    const [first, last] = [1_715_754_600_000, late];
    const timed = featureSet({ location_timestamp: last }, { location_timestamp: first }, { location_timestamp: first + 1000 });
    const { points: set, messages } = run(fakeService({}, calls), { points: timed });
    expect(calls[0].map(({ lon, time }) => [lon, time])).toEqual([
      [10.001, first / 1000],
      [10.002, first / 1000 + 1],
      [10, null],
    ]);
    expect(set.features.map((f) => f.attributes.location_timestamp)).toEqual([last, first, first + 1000]);
    expect(messages.map((m) => m.description)).toEqual([
      `1 point has a location_timestamp from 5138 on (first: ObjectID 1, ${late}): used for the order alone; it must be milliseconds since the epoch.`,
    ]);
  });

  it("track_id: points without one, where others have one, are unlocated, with a message", () => {
    const { points: set, messages } = run(service, { points: featureSet({ track_id: "a" }, {}, { track_id: "" }), return_lines: true });
    expect(set.features.map((f) => [f.attributes.confidence, f.attributes.line_id])).toEqual([
      [0.9, 1],
      [0, null],
      [0, null],
    ]);
    expect(messages.map((m) => m.description)).toEqual([
      "2 points have no track_id while others have one (first: ObjectID 2): unlocated, left unsnapped.",
    ]);
  });
});

describe("hostile input", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a coordinate of a million digits and a letter", { points: { features: [{ geometry: { x: `${"1".repeat(1e6)}x`, y: "1" } }] } }],
    ["a million blanks and a letter", { points, return_lines: `${" ".repeat(1e6)}x` }],
    [
      "a hundred thousand restrictions with as many usages",
      {
        points,
        travel_mode: {
          restrictionAttributeNames: Array.from({ length: 1e5 }, (_, i) => (i % 2 ? "Avoid Gates" : `Axles ${i}`)),
          attributeParameterValues: Array.from({ length: 1e5 }, (_, i) => ({
            attributeName: `a${i}`,
            parameterName: "Restriction Usage",
            value: 2,
          })),
        },
      },
    ],
    ["a hundred thousand brackets", { points: `{"features":${"[".repeat(1e5)}` }],
    ["lists within lists as an attribute", { points: featureSet({ note: JSON.parse("[".repeat(2000) + "]".repeat(2000)) }) }],
    ["a hundred thousand words", { points, road_properties_on_lines: "length_miles,".repeat(1e5) }],
  ])("gives a short answer without delay: %s", { tags: "long" }, (_, request) => {
    const text = JSON.stringify(service.execute(request)); // whatever is quadratic takes minutes, and longer than a test may
    expect(text.length).toBeLessThan(10_000);
  });
});

describe("random input", () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(undefined, Number.NaN, "true", "null", "{", "[1", new Date(0), "Walking Time", -1),
  );

  it("gives a response with every point, or an error of one sentence", () => {
    const request = fc.record(
      {
        points: fc.oneof(
          {
            weight: 3,
            arbitrary: fc.record({ features: fc.array(fc.oneof(fc.record({ attributes: odd, geometry: odd }), odd), { maxLength: 4 }) }),
          },
          { weight: 1, arbitrary: odd },
        ),
        travel_mode: odd,
        return_lines: odd,
        road_properties_on_lines: odd,
        context: odd,
        "env:outSR": odd,
        f: odd,
      },
      { requiredKeys: ["points"] },
    );
    fc.assert(
      fc.property(request, (given) => {
        const answer = service.execute(given);
        if ("error" in answer) {
          expect(answer.error.code, JSON.stringify(answer)).toBe(400);
          expect(answer.error.details).toEqual([expect.stringMatching(/^.+\.$/s)]);
        } else {
          const set = answer.results[0].value as { features: unknown[] };
          expect(set.features).toHaveLength((given.points as { features: unknown[] }).features.length);
          JSON.stringify(answer);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("gives a response for attributes and coordinates of every kind", () => {
    const names = ["OBJECTID", "objectid", "location_timestamp", "horizontal_accuracy", "speed", "course", "track_id", "note", "__proto__"];
    const feature = fc.record({
      attributes: fc.dictionary(fc.constantFrom(...names), odd),
      geometry: fc.record({ x: odd, y: odd }),
    });
    fc.assert(
      fc.property(fc.array(feature, { minLength: 1, maxLength: 5 }), (features) => {
        const { points: set } = run(service, { points: { features }, return_lines: true });
        expect(set.features).toHaveLength(features.length);
        for (const { attributes } of set.features) {
          expect(Object.keys(attributes)).toEqual(set.fields.map((field) => field.name));
          for (const value of Object.values(attributes)) expect(value === null || ["string", "number"].includes(typeof value)).toBe(true);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

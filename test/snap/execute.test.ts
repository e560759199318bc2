// SnapToRoads.execute: the shape of the response, limits, travel modes, the extent, and its promises.
import { describe, expect, it } from "vitest";
import type { MatcherOptions } from "../../src/match/options.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { Mode } from "../../src/roads/attributes.js";
import { SnapToRoads, type SnapToRoadsOptions } from "../../src/snap/execute.js";
import { stringifyResponse } from "../../src/snap/response.js";
import { TRAVEL_MODES } from "../../src/snap/travel-mode-objects.js";
import { failure, fakeMatcher, fakeRoads, fakeService, featureSet, run } from "./fake.js";

const points = featureSet({ OBJECTID: 1 }, { OBJECTID: 2 });

describe("the response", () => {
  it("has its results in a fixed order, each with its data type", () => {
    const { response } = run(fakeService(), { points, return_lines: true });
    expect(response.results.map((result) => [result.paramName, result.dataType])).toEqual([
      ["output_snapped_points", "GPFeatureRecordSetLayer"],
      ["output_lines", "GPFeatureRecordSetLayer"],
      ["usage_cost", "GPString"],
    ]);
    expect(Object.keys(response)).toEqual(["results", "messages"]);
    expect(response.messages).toEqual([]);
  });

  it("has the members of feature sets in the order of the wire", () => {
    const { points: set } = run(fakeService(), { points });
    expect(Object.keys(set)).toEqual([
      "displayFieldName",
      "geometryType",
      "spatialReference",
      "fields",
      "features",
      "exceededTransferLimit",
    ]);
    expect(set).toMatchObject({
      displayFieldName: "",
      geometryType: "esriGeometryPoint",
      spatialReference: { wkid: 4326, latestWkid: 4326 },
      exceededTransferLimit: false,
    });
    expect(Object.keys(set.features[0])).toEqual(["attributes", "geometry"]);
  });

  it.each([undefined, false, "false", null, ""])("has no output_lines if return_lines is %j", (returnLines) => {
    const { response } = run(fakeService(), { points, return_lines: returnLines });
    expect(response.results.map((result) => result.paramName)).toEqual(["output_snapped_points", "usage_cost"]);
  });

  it("has an empty output_lines instead if the service is told so", () => {
    const service = fakeService({ emptyLines: true });
    expect(run(service, { points }).response.results[1]).toEqual({
      paramName: "output_lines",
      dataType: "GPFeatureRecordSetLayer",
      value: {},
    });
    expect(run(service, { points, return_lines: true }).lines?.features).toHaveLength(1);
  });

  it("counts the snapped points, at no cost", () => {
    const south = { features: [...points.features, { attributes: {}, geometry: { x: 10, y: -5 } }, { attributes: {}, geometry: null }] };
    expect(run(fakeService(), { points: south }).response.results.at(-1)?.value).toEqual({ numObjects: 2, credits: 0 });
  });

  it("has every point in the order of the input, whatever the order of travel", () => {
    const { points: set } = run(fakeService(), { points: featureSet({ OBJECTID: 3 }, { OBJECTID: 1 }, { OBJECTID: 2 }) });
    expect(set.features.map((feature) => feature.attributes.ObjectID)).toEqual([3, 1, 2]);
  });

  it("has a point for a hole in a program's list of features too", () => {
    const [first, second, third] = featureSet({ OBJECTID: 1 }, { OBJECTID: 2 }, { OBJECTID: 3 }).features;
    const features = [first, second, third];
    delete features[1];
    const { points: set } = run(fakeService(), { points: { features } });
    expect(set.features.map(({ attributes }) => [attributes.ObjectID, attributes.confidence !== 0])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});

describe("the text of a response", () => {
  const response = fakeService().execute({ points });
  it("is compact for json and indented for pjson, with the same value", () => {
    expect(stringifyResponse(response)).toBe(JSON.stringify(response));
    expect(stringifyResponse(response, "json")).toMatch(/^\{"results":\[\{"paramName":"output_snapped_points"/);
    expect(stringifyResponse(response, "pjson")).toMatch(/^\{\n {2}"results": \[\n/);
    expect(JSON.parse(stringifyResponse(response, "pjson"))).toEqual(JSON.parse(stringifyResponse(response, "json")));
  });
});

describe("limits", () => {
  it("refuse more points than the maximum before anything is computed", () => {
    const calls: never[] = [];
    const error = failure(fakeService({ maxRecords: 1 }, calls), { points });
    expect(error).toEqual({
      code: 400,
      message: "Unable to complete operation.",
      details: ["points has 2 features; the most is 1."],
    });
    expect(calls).toEqual([]);
  });

  it("are 100,000 points by default", () => {
    const many = { features: Array(100_001).fill(points.features[0]) };
    expect(failure(fakeService(), { points: many }).details).toEqual(["points has 100001 features; the most is 100000."]);
  });

  it("allow exactly the maximum of points", () => {
    expect(run(fakeService({ maxRecords: 2 }), { points }).points.features).toHaveLength(2);
  });

  it("cut the lines off at their maximum, and the response says so", () => {
    const tracks = featureSet({ track_id: "a" }, { track_id: "b" });
    tracks.features[1].geometry.y = -1;
    const twoLinesEach = fakeService({
      maxRecords: 3,
      createMatcher: () => ({
        match(track, control) {
          const match = fakeMatcher().match(track, control);
          return { ...match, stretches: [...match.stretches, ...match.stretches] };
        },
      }),
    });
    const { lines, points: set, messages } = run(twoLinesEach, { points: tracks, return_lines: true });
    expect(lines?.features.map((feature) => feature.attributes.ObjectID)).toEqual([1, 2, 3]);
    expect(lines?.exceededTransferLimit).toBe(true);
    expect(set.exceededTransferLimit).toBe(false);
    expect(messages).toEqual([
      {
        type: "esriJobMessageTypeWarning",
        description: "Only the first 3 of 4 lines are returned; points on the others have no line_id.",
      },
    ]);
  });

  it("leave points on lines that are cut off without a line_id", () => {
    const service = fakeService({ maxRecords: 3 });
    const zigzag = featureSet({}, {}, {});
    zigzag.features[1].geometry.y = -1;
    expect(run(service, { points: zigzag, return_lines: true }).points.features.map((f) => f.attributes.line_id)).toEqual([1, 2, 3]);
    const tight = fakeService({
      maxRecords: 3,
      createMatcher: () => ({
        match(track) {
          const match = fakeMatcher().match(track);
          const [line] = match.stretches;
          return { ...match, stretches: [line, line, line, line], points: match.points.map((p, i) => ({ ...p, stretch: i + 1 })) };
        },
      }),
    });
    expect(run(tight, { points: featureSet({}, {}, {}), return_lines: true }).points.features.map((f) => f.attributes.line_id)).toEqual([
      2,
      3,
      null,
    ]);
  });

  it("stop a request at the time limit, by the clock handed in, in milliseconds", () => {
    let time = 0;
    const service = fakeService({ maxSeconds: 2, now: () => (time += 1500) });
    expect(failure(service, { points })).toEqual({
      code: 400,
      message: "Unable to complete operation.",
      details: ["The request took longer than 2 seconds; send fewer points."],
    });
  });

  it("let a request finish within the time limit, which begins anew with each request", () => {
    let time = 0;
    const service = fakeService({ maxSeconds: 2, now: () => (time += 100) });
    for (let i = 0; i < 10; i++) expect(run(service, { points }).points.features).toHaveLength(2);
  });

  it.each([
    [600_000, "results"],
    [600_001, "error"],
  ])("are ten minutes of time by default: %s ms", (end, member) => {
    const clock = [0];
    expect(Object.keys(fakeService({ now: () => clock.pop() ?? end }).execute({ points }))).toContain(member);
  });

  it("do not include time if no clock is handed in", () => {
    expect(run(fakeService({ maxSeconds: 1e-9 }), { points }).points.features).toHaveLength(2);
  });
});

describe("travel modes", () => {
  /** A service that records the options of each matcher it makes. */
  function noting(options: SnapToRoadsOptions = {}) {
    const made: MatcherOptions[] = [];
    const service = fakeService({
      createMatcher: (settings) => {
        made.push(settings);
        return fakeMatcher();
      },
      ...options,
    });
    return { service, made };
  }

  it("default to Driving Time, without a message", () => {
    const { service, made } = noting();
    expect(run(service, { points }).messages).toEqual([]);
    expect(made).toMatchObject([{ mode: "driving", uTurns: "dead-ends-and-intersections", avoid: { unpaved: 5 } }]);
  });

  it.each(TRAVEL_MODES.map((mode) => [mode.name, mode] as const))("%s means the same by name, id, object and JSON text", (_, mode) => {
    const { service, made } = noting();
    for (const form of [mode.name, mode.id, mode, JSON.stringify(mode)]) run(service, { points, travel_mode: form });
    expect(made).toHaveLength(1);
  });

  it("with settings that have no effect are reported in an Informative message", () => {
    const { messages } = run(noting().service, {
      points,
      travel_mode: { type: "TRUCK", useHierarchy: true, restrictionAttributeNames: ["Axle Count"] },
    });
    expect(messages).toEqual([
      {
        type: "esriJobMessageTypeInformative",
        description: "travel_mode: settings of no effect on matching: useHierarchy, restriction Axle Count.",
      },
    ]);
  });

  it.each([
    [30, ""],
    [31, " and 1 more"],
  ])("with many settings without effect are reported by the first thirty, each shortened: %i", (count, more) => {
    const unknown = Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`.padStart(2, "0") + "x".repeat(100), 1]));
    const { messages } = run(fakeService(), { points, travel_mode: { type: "TRUCK", ...unknown } });
    const words = Array.from({ length: 30 }, (_, i) => `${i}`.padStart(2, "0") + "x".repeat(78));
    expect(messages[0].description).toBe(`travel_mode: settings of no effect on matching: ${words.join(", ")}${more}.`);
  });

  it("with the same options share a matcher, and the number of matchers is bounded", () => {
    const { service, made } = noting();
    const speed = (value: number) => ({
      type: "TRUCK",
      attributeParameterValues: [{ attributeName: "TruckTravelTime", parameterName: "Vehicle Maximum Speed (km/h)", value }],
    });
    run(service, { points, travel_mode: speed(50) });
    for (let i = 0; i < 7; i++) run(service, { points, travel_mode: speed(60 + i) });
    run(service, { points, travel_mode: speed(50) });
    expect(made).toHaveLength(8);
    run(service, { points, travel_mode: speed(90) }); // drops the one that was not used for longest, of 60 km/h
    run(service, { points, travel_mode: speed(50) });
    expect(made).toHaveLength(9);
    run(service, { points, travel_mode: speed(60) });
    expect(made).toHaveLength(10);
  });

  it("may have holes in a program's lists, which are ignored", () => {
    const names = ["Avoid Gates", "Walking"];
    const attributeParameterValues = [{ attributeName: "Walking", parameterName: "Restriction Usage", value: "PROHIBITED" }, {}];
    delete names[0];
    delete attributeParameterValues[1];
    const { messages } = run(noting().service, {
      points,
      travel_mode: { type: "WALK", restrictionAttributeNames: names, attributeParameterValues },
    });
    expect(messages).toEqual([]);
  });

  it.each<[mode: Mode, options: object]>([
    ["driving", { uTurns: "dead-ends-and-intersections", avoid: expect.objectContaining({ unpaved: 5 }) }],
    ["trucking", { uTurns: "never" }],
    ["walking", { uTurns: "anywhere", avoid: expect.not.objectContaining({ unpaved: 5 }) }],
    ["cycling", {}],
  ])("default to the standard one of the service's mode: %s", (mode, options) => {
    const { service, made } = noting({ matcher: { mode } });
    run(service, { points });
    expect(made).toEqual([expect.objectContaining({ mode, ...options })]);
    if (mode === "cycling") expect(made).toEqual([{ mode }]);
  });

  it("are combined with the options that the service was made with, even if the caller changes these later", () => {
    const matcher: { mode: Mode } = { mode: "cycling" };
    const { service, made } = noting({ matcher });
    matcher.mode = "walking";
    run(service, { points });
    expect(made).toEqual([{ mode: "cycling" }]);
  });

  it("take precedence over the service's matcher options, and these over the default mode", () => {
    const { service, made } = noting({ matcher: { mode: "walking", searchRadius: 80 } });
    run(service, { points });
    run(service, { points, travel_mode: "Trucking Time" });
    expect(made).toMatchObject([
      { mode: "walking", searchRadius: 80 },
      { mode: "trucking", searchRadius: 80 },
    ]);
  });
});

describe("context.extent", () => {
  const spread = { features: [9, 10, 11].map((x) => ({ attributes: { OBJECTID: x }, geometry: { x, y: 50 } })) };

  it("keeps points outside it, unsnapped and unused", () => {
    const calls: TrackPoint[][] = [];
    const extent = { xmin: 9.5, ymin: 49, xmax: 10.5, ymax: 51 };
    const { points: set, messages } = run(fakeService({}, calls), { points: spread, return_lines: true, context: { extent } });
    expect(calls.map((track) => track.map((p) => p.lon))).toEqual([[10]]);
    expect(set.features.map((f) => [f.attributes.ObjectID, f.attributes.confidence, f.attributes.line_id])).toEqual([
      [9, 0, null],
      [10, 0.9, 1],
      [11, 0, null],
    ]);
    expect(set.features[0].geometry).toEqual({ x: 9, y: 50 });
    expect(messages).toEqual([
      {
        type: "esriJobMessageTypeInformative",
        description: "2 points have a place outside context.extent (first: ObjectID 9): not used, left unsnapped.",
      },
    ]);
  });

  it("is not mentioned for points that have no place", () => {
    const lost = { features: [...spread.features, { attributes: { OBJECTID: 12 }, geometry: { x: 200, y: 95 } }] };
    const { messages } = run(fakeService(), { points: lost, context: { extent: { xmin: 8, ymin: 49, xmax: 12, ymax: 51 } } });
    expect(messages.map(({ description }) => description)).toEqual([expect.stringMatching(/ObjectID 12/)]);
    expect(messages[0].description).not.toContain("extent");
  });

  it.each<[string, object, number]>([
    ["includes its border", { xmin: 9, ymin: 50, xmax: 10, ymax: 50 }, 2],
    ["treats longitudes a full turn apart as the same", { xmin: 369, ymin: 49, xmax: 371, ymax: 51 }, 3],
    ["may contain no points", { xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, 0],
    ["may be in another spatial reference", { xmin: 1e6, ymin: 6e6, xmax: 1.15e6, ymax: 7e6, spatialReference: { wkid: 102100 } }, 2],
  ])("%s", (_, extent, inside) => {
    const { response } = run(fakeService(), { points: spread, context: JSON.stringify({ extent }) });
    expect(response.results.at(-1)?.value).toEqual({ numObjects: inside, credits: 0 });
  });
});

describe("a track far from all roads", () => {
  it("gives a message that states where the roads are", () => {
    const away = { features: [{ geometry: { x: -70, y: -30 } }] };
    expect(run(fakeService(), { points: away }).messages).toEqual([
      {
        type: "esriJobMessageTypeWarning",
        description:
          "No point could be snapped: the points lie within longitude -70.000 to -70.000, latitude -30.000 to -30.000, " +
          "the roads within longitude 10.000 to 10.014, latitude 50.000 to 50.000.",
      },
    ]);
  });
});

describe("SnapToRoads", () => {
  it("gives the same bytes for the same request, from one service or two", () => {
    const request = { points, return_lines: true, travel_mode: "Walking Time" };
    const service = fakeService();
    const text = stringifyResponse(service.execute(request));
    expect(stringifyResponse(service.execute(request))).toBe(text);
    expect(stringifyResponse(fakeService().execute(request))).toBe(text);
  });

  it("does not change the request", () => {
    const request = { points: featureSet({ OBJECTID: 2, speed: -1 }, { OBJECTID: 1, note: true }), return_lines: true };
    const before = structuredClone(request);
    run(fakeService(), request);
    expect(request).toEqual(before);
  });

  it("reports its own failures as 500 and hands the error on, instead of blaming the request", () => {
    const seen: unknown[] = [];
    const broken = new TypeError("undefined is not a lattice");
    const service = fakeService({
      createMatcher: () => ({
        match() {
          throw broken;
        },
      }),
      onInternalError: (error) => seen.push(error),
    });
    expect(failure(service, { points })).toEqual({
      code: 500,
      message: "Unable to complete operation.",
      details: ["The service failed: TypeError: undefined is not a lattice."],
    });
    expect(seen).toEqual([broken]);
  });

  it.each<[object, string]>([
    [{ maxRecords: 0 }, "The option maxRecords is 0; it must be a whole number above 0."],
    [{ maxRecords: 1.5 }, "The option maxRecords is 1.5; it must be a whole number above 0."],
    [{ emptyLines: "no" }, 'The option emptyLines is "no"; it must be a boolean.'],
    [{ maxSeconds: 0 }, "The option maxSeconds is 0; it must be a number above 0."],
    [{ maxSeconds: "10" }, 'The option maxSeconds is "10"; it must be a number above 0.'],
    [{ now: 1_700_000_000 }, "now is 1700000000; it must be a function."],
    [{ createMatcher: {} }, "createMatcher is an object; it must be a function."],
    [{ onInternalError: "log" }, 'onInternalError is "log"; it must be a function.'],
    [{ maxPoints: 5 }, 'There is no option "maxPoints" of SnapToRoads; there are maxRecords, maxSeconds, '],
    [{ matcher: { radius: 5 } }, 'There is no option "radius" of the matcher; there are mode'],
  ])("refuses the options %j in its constructor", (options, message) => {
    expect(() => new SnapToRoads(fakeRoads(), options)).toThrow(message);
  });
});

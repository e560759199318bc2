// Writing execute JSON: the same text as the service's own response, from points of any format.
import { describe, expect, it } from "vitest";
import { writeExecuteJson } from "../../src/export/execute-json.js";
import { readCsv } from "../../src/import/tracks/csv.js";
import { readExecuteJson } from "../../src/import/tracks/execute-json.js";
import { snapPoints } from "../../src/snap/points.js";
import { stringifyResponse } from "../../src/snap/response.js";
import { WEB_MERCATOR } from "../../src/snap/spatial-reference.js";
import { fakeMatcher, fakeRoads, fakeService, inputPoint } from "../snap/fake.js";

const roads = fakeRoads();
const request = {
  points: {
    features: [
      { attributes: { OBJECTID: 3, location_timestamp: 1704522171000, track_id: "a", note: "x" }, geometry: { x: 10.0012345678, y: 50 } },
      { attributes: { OBJECTID: 4, location_timestamp: 1704522159000, track_id: "a", speed: 3 }, geometry: { x: 10.0002, y: -50 } },
      { attributes: { OBJECTID: 5 }, geometry: { x: 10.0003, y: 50 } },
    ],
  },
};

describe("writeExecuteJson", () => {
  it.each(["json", "pjson"] as const)("gives the same text as execute for the same points, in %s", (f) => {
    const { points } = readExecuteJson(JSON.stringify(request));
    const properties = ["length_kilometers", "posted_speed_limit_mph"] as const;
    const text = writeExecuteJson(snapPoints(fakeMatcher(), points), roads, { f, pointProperties: properties, lineProperties: properties });
    const answer = fakeService().execute({
      ...request,
      return_lines: true,
      road_properties_on_snapped_points: properties,
      road_properties_on_lines: properties,
    });
    expect(text).toBe(stringifyResponse(answer, f));
  });

  it("writes known fields even if the format has no such field", () => {
    const points = [inputPoint({ time: 1704522159, accuracy: 4, attributes: { ele: 7 } })];
    const response = JSON.parse(writeExecuteJson(snapPoints(fakeMatcher(), points), roads));
    expect(response.results[0].value.features).toEqual([
      {
        attributes: { ObjectID: 1, ele: 7, location_timestamp: 1704522159000, horizontal_accuracy: 4, confidence: 0.9, line_id: 1 },
        geometry: { x: 10, y: 50.0001 },
      },
    ]);
  });

  it("warns of an attribute with a type that the wire does not have, as execute does", () => {
    const points = [inputPoint({ attributes: { tags: ["a"] } })];
    const { messages, results } = JSON.parse(writeExecuteJson(snapPoints(fakeMatcher(), points), roads));
    expect(messages).toEqual([
      {
        type: "esriJobMessageTypeWarning",
        description: "1 point has an attribute that is a list or an object (first: ObjectID 1): returned as null.",
      },
    ]);
    expect(results[0].value.features[0].attributes.tags).toBeNull();
  });

  it("writes a location_timestamp given as words as the time it was understood as", () => {
    const { points } = readCsv("OBJECTID,lon,lat,location_timestamp\n1,10,50,2024-05-18T13:05:14Z\n2,10,50,someday\n");
    const { fields, features } = JSON.parse(writeExecuteJson(snapPoints(fakeMatcher(), points), roads)).results[0].value;
    expect(fields).toContainEqual({ name: "location_timestamp", type: "esriFieldTypeDate", alias: "location_timestamp" });
    expect(features.map((f: { attributes: object }) => Object.entries(f.attributes)[3])).toEqual([
      ["location_timestamp", Date.UTC(2024, 4, 18, 13, 5, 14)],
      ["location_timestamp", null],
    ]);
  });

  it.each([
    [{ lines: false }, /^There is no option "lines" of writeExecuteJson; there are f, returnLines, /],
    [{ reference: { wkid: 2056 } }, /reference is 2056; it must be one of the wkids 4326/],
    [{ pointProperties: ["foo"] }, /The option pointProperties is .*; it must be a list of length_kilometers, /],
    [{ lineProperties: "posted_speed_limit_kph" }, /The option lineProperties is .*; it must be a list of length_kilometers, /],
  ])("refuses unknown options: %j", (options, sentence) => {
    expect(() => writeExecuteJson(snapPoints(fakeMatcher(), [inputPoint()]), roads, options as object)).toThrow(sentence);
  });

  it.each([WEB_MERCATOR, { ...WEB_MERCATOR }, { wkid: 3857, latestWkid: 3857 }])(
    "can leave the lines out, or write web Mercator: %j",
    (reference) => {
      const text = writeExecuteJson(snapPoints(fakeMatcher(), [inputPoint()]), roads, { returnLines: false, reference });
      const { results } = JSON.parse(text);
      expect(results.map((result: { paramName: string }) => result.paramName)).toEqual(["output_snapped_points", "usage_cost"]);
      expect(results[0].value.features[0].geometry).toEqual({ x: 1113194.908, y: 6446293.159 });
    },
  );
});

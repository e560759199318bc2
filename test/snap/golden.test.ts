// Golden pairs: requests and their responses, byte for byte, on the streets of fixtures/six-points.osm.
// `UPDATE_GOLDEN=1 npx vitest run test/snap/golden.test.ts` writes the responses again; review the difference before keeping it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { readFormat } from "../../src/snap/parameters.js";
import { stringifyResponse } from "../../src/snap/response.js";
import { ROAD_PROPERTIES } from "../../src/snap/road-properties.js";
import { type Answer, run } from "./fake.js";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FIXTURES), "utf8");
const names = readdirSync(new URL("golden/", FIXTURES))
  .filter((name) => name.endsWith(".request.json"))
  .map((name) => name.replace(".request.json", ""));

let roads: RoadGraph;
beforeAll(async () => {
  roads = buildRoads(await readOsm(new TextEncoder().encode(read("six-points.osm"))));
});

describe("a golden request has its golden response", () => {
  it.each(names)("%s", (name) => {
    const request = JSON.parse(read(`golden/${name}.request.json`));
    const text = `${stringifyResponse(new SnapToRoads(roads).execute(request), readFormat(request.f))}\n`;
    if (process.env.UPDATE_GOLDEN) writeFileSync(new URL(`golden/${name}.response.json`, FIXTURES), text);
    expect(text).toBe(read(`golden/${name}.response.json`));
  });

  it("also from a form body, and from a service that has answered other requests", () => {
    const service = new SnapToRoads(roads);
    for (const name of [...names, ...names.reverse()]) {
      const request: Record<string, unknown> = JSON.parse(read(`golden/${name}.request.json`));
      const form = new URLSearchParams();
      for (const [key, value] of Object.entries(request)) form.append(key, typeof value === "string" ? value : JSON.stringify(value));
      expect(`${stringifyResponse(service.execute(form.toString()), readFormat(request.f))}\n`).toBe(read(`golden/${name}.response.json`));
    }
  });
});

describe("the published six-point request, field by field", () => {
  const request = JSON.parse(read("golden/six-points.request.json"));
  let answer: Answer;
  beforeAll(() => {
    answer = run(new SnapToRoads(roads), request);
  });

  it("snaps all six points, in order, each with its own ObjectID and timestamp", () => {
    const { points } = answer;
    expect(points.features.map((f) => f.attributes.ObjectID)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(points.features.map((f) => f.attributes.location_timestamp)).toEqual([
      1704522159000, 1704522171000, 1704522183000, 1704522195000, 1704522231000, 1704522247000,
    ]);
    expect(answer.response.results.at(-1)).toEqual({ paramName: "usage_cost", dataType: "GPString", value: { numObjects: 6, credits: 0 } });
    expect(answer.messages).toEqual([]);
  });

  it("has exactly the fields of the wire, typed", () => {
    const properties = ROAD_PROPERTIES.map((name) => [name, name.startsWith("oid") ? "esriFieldTypeInteger" : "esriFieldTypeDouble"]);
    expect(answer.points.fields.map(({ name, type }) => [name, type])).toEqual([
      ["ObjectID", "esriFieldTypeOID"],
      ["location_timestamp", "esriFieldTypeDate"],
      ["confidence", "esriFieldTypeDouble"],
      ["line_id", "esriFieldTypeInteger"],
      ...properties,
    ]);
    expect(answer.lines?.fields.map(({ name, type }) => [name, type])).toEqual([
      ["ObjectID", "esriFieldTypeOID"],
      ["line_type", "esriFieldTypeString"],
      ...properties,
    ]);
    for (const set of [answer.points, answer.lines]) {
      for (const feature of set?.features ?? []) expect(Object.keys(feature.attributes)).toEqual(set?.fields.map((field) => field.name));
    }
  });

  it("puts each point on a road within reach of its fix, with a confidence between 0 and 1", () => {
    answer.points.features.forEach(({ geometry, attributes }, i) => {
      const { x, y } = request.points.features[i].geometry;
      expect(Object.keys(geometry ?? {})).toEqual(["x", "y"]);
      expect(distance(geometry?.x ?? 0, geometry?.y ?? 0, x, y)).toBeLessThan(6);
      expect(attributes.confidence).toBeGreaterThan(0.5);
      expect(attributes.confidence).toBeLessThanOrEqual(1);
    });
  });

  it("drives Bay Crescent and Fort Street, one line for each segment between junctions", () => {
    expect(answer.lines?.features.map((f) => [f.attributes.ObjectID, f.attributes.line_type, f.attributes.oid_routing_streets])).toEqual([
      [1, "Road", 101],
      [2, "Road", 101],
      [3, "Road", 102],
      [4, "Road", 103],
    ]);
    expect(answer.points.features.map((f) => f.attributes.line_id)).toEqual([1, 2, 2, 3, 4, 4]);
  });

  it("links each point to the line of its road", () => {
    for (const { attributes } of answer.points.features) {
      const line = answer.lines?.features.find((f) => f.attributes.ObjectID === attributes.line_id);
      for (const property of ROAD_PROPERTIES) expect(line?.attributes[property], property).toEqual(attributes[property]);
    }
  });

  it("begins the first line at the first point, and ends the last line at the last point", () => {
    const path = (i: number) => answer.lines?.features.at(i)?.geometry.paths[0] ?? [];
    expect(path(0)[0]).toEqual(Object.values(answer.points.features[0].geometry ?? {}));
    expect(path(-1).at(-1)).toEqual(Object.values(answer.points.features[5].geometry ?? {}));
  });

  it("gives the length of the whole segment, not of the part driven", () => {
    const lines = answer.lines?.features ?? [];
    const driven = lines.map(
      ({
        geometry: {
          paths: [path],
        },
      }) => path.reduce((sum, [x, y], i) => (i === 0 ? 0 : sum + distance(path[i - 1][0], path[i - 1][1], x, y)), 0),
    );
    const whole = lines.map((line) => (line.attributes.length_kilometers as number) * 1000);
    expect(driven[1]).toBeCloseTo(whole[1], 1);
    expect(driven[0]).toBeLessThan(whole[0] - 20);
    expect(driven[3]).toBeLessThan(whole[3] - 20);
  });

  it("joins the lines end to end", () => {
    const paths = answer.lines?.features.map((f) => f.geometry.paths[0]) ?? [];
    for (let i = 1; i < paths.length; i++) expect(paths[i][0]).toEqual(paths[i - 1].at(-1));
  });

  it("has the posted limits of the map in every unit, and null if there is none", () => {
    const attributes = (way: number) => answer.lines?.features.find((f) => f.attributes.oid_routing_streets === way)?.attributes;
    expect(attributes(101)).toMatchObject({
      posted_speed_limit_kph: 40.2336,
      posted_speed_limit_mph: 25,
      posted_speed_limit_mps: 11.176,
      posted_truck_speed_limit_kph: 32.18688,
      posted_truck_speed_limit_mph: 20,
      posted_truck_speed_limit_mps: 8.9408,
    });
    expect(attributes(102)).toMatchObject({ posted_speed_limit_mph: 30, posted_truck_speed_limit_mph: null });
    expect(attributes(103)).toMatchObject({ posted_speed_limit_kph: null, posted_speed_limit_mph: null, posted_speed_limit_mps: null });
    for (const { attributes: a } of answer.lines?.features ?? []) {
      expect((a.length_kilometers as number) / 1.609344).toBeCloseTo(a.length_miles as number, 5);
    }
  });
});

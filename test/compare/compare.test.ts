// Comparing two responses: what counts as the same, which differences are found, and the verdict.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toMercator } from "../../src/geo/mercator.js";
import { type CompareOptions, type Comparison, compareResponses, SnapError, TOLERANCES, type Tolerance } from "../../src/index.js";
import { type LineSpec, type PointSpec, type ResponseSpec, refusal, response } from "./responses.js";

const FIXTURES = new URL("../../fixtures/golden/", import.meta.url);
const GOLDEN = readdirSync(FIXTURES).filter((name) => name.endsWith(".response.json"));
const golden = (name: string) => JSON.parse(readFileSync(new URL(name, FIXTURES), "utf8"));
/** Compares both ways, which says the same with the sides exchanged. */
const compare = (a: ResponseSpec, b: ResponseSpec, options?: CompareOptions): Comparison => {
  const there = compareResponses(response(a), response(b), options);
  expect(exchanged(compareResponses(response(b), response(a), options))).toEqual(exchanged(exchanged(there)));
  return there;
};
/** A comparison read from the other side. Fields and properties are in the order of their names. */
const exchanged = (comparison: Comparison): Comparison => {
  const swapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swapped);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [OTHER_SIDE[name] ?? name, swapped(inner)]));
  };
  const all = swapped(comparison) as Comparison;
  for (const list of [all.fields, all.properties])
    list.sort((one, other) => (`${one.where} ${one.name}` < `${other.where} ${other.name}` ? -1 : 1));
  return all;
};
const OTHER_SIDE: Record<string, string> = { a: "b", b: "a", onlyA: "onlyB", onlyB: "onlyA" };
const found = (comparison: Comparison, name: Tolerance) => comparison.verdict.find((judgement) => judgement.name === name)?.found;
const beyond = ({ verdict }: Comparison) => verdict.filter(({ within }) => !within).map(({ name }) => name);

/** A street of 200 m in two lines, with ten points 20 m apart. */
const LINES: LineSpec[] = [
  { id: 1, along: "0,0 100,0" },
  { id: 2, along: "100,0 200,0" },
];
const POINTS: PointSpec[] = Array.from({ length: 10 }, (_, i) => ({ id: i + 1, at: [10 + i * 20, 0], line: i < 5 ? 1 : 2 }));
const STREET: ResponseSpec = { points: POINTS, lines: LINES };
/** The street with a change to one point or line. */
const withPoint = (id: number, change: Partial<PointSpec>): ResponseSpec => ({
  ...STREET,
  points: POINTS.map((point) => (point.id === id ? { ...point, ...change } : point)),
});
const withLine = (id: number, change: Partial<LineSpec>): ResponseSpec => ({
  ...STREET,
  lines: LINES.map((line) => (line.id === id ? { ...line, ...change } : line)),
});

describe("responses that mean the same", () => {
  it.each(GOLDEN)("have no differences: %s with itself", (name) => {
    const comparison = compareResponses(golden(name), golden(name));
    expect(comparison.within).toBe(true);
    expect(comparison.points?.position?.max ?? 0).toBe(0);
    expect(comparison.points?.each.filter(({ sameRoad }) => sameRoad === false) ?? []).toEqual([]);
    expect([comparison.fields, comparison.messages]).toEqual([[], { a: [], b: [] }]);
    for (const { a, b } of Object.values(comparison.lines?.byType ?? {})) {
      expect(a).toEqual(b);
      expect(a.covered).toBeCloseTo(a.metres, 2);
    }
  });

  type Answer = { results: { value: Record<string, unknown> & { features: Feature[]; fields: { name: string }[] } }[]; messages?: unknown };
  type Feature = { attributes: Record<string, unknown>; geometry: Record<string, unknown> };
  const sets = ({ results }: Answer) => results.slice(0, 2).map(({ value }) => value);

  it.each<[string, (answer: Answer) => void]>([
    ["points and lines in another order", (answer) => sets(answer).forEach(({ features }) => void features.reverse())],
    ["results in another order", ({ results }) => void results.reverse()],
    [
      "the spatial reference on each geometry",
      (answer) => {
        for (const set of sets(answer)) {
          for (const { geometry } of set.features) geometry.spatialReference = { wkid: 4326 };
          set.spatialReference = undefined;
        }
      },
    ],
    ["no field lists", (answer) => sets(answer).forEach((set) => void Object.assign(set, { fields: undefined }))],
    [
      "a declared field that no feature has",
      (answer) => sets(answer)[0].features.forEach(({ attributes }) => void delete attributes.location_timestamp),
    ],
    ["no messages, no usage_cost", (answer) => void Object.assign(answer, { messages: undefined, results: answer.results.slice(0, 2) })],
  ])("have no differences with %s", (_, change) => {
    const [answer, changed] = [golden("six-points.response.json"), golden("six-points.response.json")];
    change(changed);
    for (const { within, points, fields } of [compareResponses(answer, changed), compareResponses(changed, answer)])
      expect([within, points?.position?.max, fields]).toEqual([true, 0, []]);
  });

  it("have no differences but of the fields with names in another case", () => {
    const changed = golden("six-points.response.json");
    for (const set of sets(changed)) {
      for (const field of set.fields) field.name = field.name.toUpperCase();
      for (const feature of set.features) {
        feature.attributes = Object.fromEntries(Object.entries(feature.attributes).map(([name, value]) => [name.toUpperCase(), value]));
      }
    }
    const comparison = compareResponses(golden("six-points.response.json"), changed);
    expect([beyond(comparison), comparison.points?.position?.max]).toEqual([["fields"], 0]);
    expect(comparison.fields.every(({ spelling }) => spelling?.b === spelling?.a.toUpperCase())).toBe(true);
  });

  it.each([3857, 102100])("have no differences but rounding in web Mercator (%i)", (wkid) => {
    const projected = response(STREET);
    for (const { value } of projected.results as { value: Record<string, unknown> & { features: Feature[] } }[]) {
      if (!value.features) continue;
      value.spatialReference = { wkid };
      for (const { geometry } of value.features) {
        if (geometry.paths) geometry.paths = (geometry.paths as [number, number][][]).map((path) => path.map((at) => toMercator(...at)));
        else [geometry.x, geometry.y] = toMercator(geometry.x as number, geometry.y as number);
      }
    }
    const comparison = compareResponses(response(STREET), projected);
    expect(comparison.within).toBe(true);
    expect(comparison.points?.position?.max).toBeLessThan(0.001);
    expect(found(comparison, "overlap")).toBe(1);
  });
});

describe("points", () => {
  it("are paired by ObjectID; those on one side only are listed", () => {
    const { points } = compare({ points: POINTS.slice(0, 8) }, { points: POINTS.slice(2).reverse() });
    expect([points?.paired, points?.onlyA, points?.onlyB]).toEqual([6, [1, 2], [9, 10]]);
  });

  it("with equal ObjectIDs are paired in order", () => {
    const twice = [POINTS[0], { ...POINTS[1], id: 1 }];
    const { points } = compare({ points: twice }, { points: [...twice, { ...POINTS[2], id: 1 }] });
    expect([points?.paired, points?.onlyB, points?.position?.max]).toEqual([2, [1], 0]);
  });

  it("differ in position by metres on the ground", () => {
    const comparison = compare(STREET, withPoint(3, { at: [53, 4] }));
    expect(comparison.points?.each.map(({ position }) => position)).toEqual([0, 0, expect.closeTo(5, 2), 0, 0, 0, 0, 0, 0, 0]);
    expect(comparison.points?.position).toEqual({ median: 0, p95: expect.closeTo(5, 2), max: expect.closeTo(5, 2) });
  });

  it("are summed up by the middle, by what one in twenty is beyond, and by the farthest", () => {
    const points = (...moved: number[]): ResponseSpec => ({
      points: Array.from({ length: 60 }, (_, i) => ({ id: i + 1, at: [10 * i, moved[i] ?? 0] })),
    });
    expect(compare(points(), points(300, 200)).points?.position).toEqual({ median: 0, p95: 0, max: expect.closeTo(300, 0) });
    expect(compare(points(), points(300, 200, 100)).points?.position?.p95).toBeCloseTo(100, 0);
  });

  it("differ in confidence by an absolute value", () => {
    const { points } = compare(withPoint(1, { confidence: 0.5 }), withPoint(2, { confidence: 0.95 }));
    expect(points?.confidence).toEqual({ median: 0, p95: 0.4, max: 0.4 });
    expect(points?.each[0].confidence).toEqual({ a: 0.5, b: 0.9 });
  });

  it("count as snapped with a confidence above 0 and a place; position, confidence and road are compared only for those snapped on both sides", () => {
    const comparison = compare(withPoint(1, { confidence: 0, at: [10, 300] }), withPoint(2, { at: null }));
    expect(comparison.points?.snapped).toEqual({ both: 8, onlyA: 1, onlyB: 1, neither: 0 });
    expect(comparison.points?.position?.max).toBe(0);
    expect(comparison.points?.sameRoad).toEqual({ compared: 8, same: 8 });
    expect(found(comparison, "snapped")).toBe(0.2);
  });

  it("without a confidence count as snapped if they have a place", () => {
    const { points } = compare(withPoint(1, { confidence: null }), STREET);
    expect(points?.snapped.both).toBe(10);
    expect(points?.each[0].confidence.a).toBeNull();
    // … and a confidence on one side counts in full as the difference; without one on both sides there is nothing to judge.
    expect(points?.confidence?.max).toBe(1);
    expect(compare(withPoint(1, { confidence: null }), withPoint(1, { confidence: null })).points?.confidence?.max).toBe(0);
  });
});

describe("the road of a point", () => {
  /** A street to the east and one to the north from its middle, as three lines that are each driven once. */
  const crossing: LineSpec[] = [
    { id: 1, along: "0,0 100,0" },
    { id: 2, along: "100,0 200,0" },
    { id: 3, along: "100,0 100,100" },
  ];
  const one = (at: [number, number], line: number | null, lines: LineSpec[] = crossing): ResponseSpec => ({
    points: [{ id: 1, at, line }],
    lines,
  });
  const without = (at: [number, number]): ResponseSpec => ({ points: [{ id: 1, at }] });
  const tracks = crossing.map((line) => ({ ...line, track: `van ${line.id}` }));
  /** A parallel carriageway 12 m away. */
  const parallel: LineSpec[] = [{ id: 1, along: "0,12 200,12" }];

  it.each<[string, ResponseSpec, ResponseSpec, boolean]>([
    ["is the same for two places on one line", one([20, 0], 1), one([80, 0], 1), true],
    [
      "is the same for one line with another ObjectID, cut elsewhere",
      one([20, 0], 1),
      one([80, 0], 9, [{ id: 9, along: "-50,0 150,0" }]),
      true,
    ],
    ["differs around a corner", one([70, 0], 1), one([100, 30], 3), false],
    ["is the same for neighbouring places at a junction, on consecutive lines", one([98, 0], 1), one([102, 0], 2), true],
    ["differs for neighbouring places on lines of different tracks", one([98, 0], 1, tracks), one([102, 0], 2, tracks), false],
    ["differs beyond the junction, far apart", one([70, 0], 1), one([130, 0], 2), false],
    ["differs on the other carriageway", one([50, 0], 1), one([50, 12], 1, parallel), false],
    ["differs on the other carriageway, 4 m away", one([50, 0], 1), one([50, 4], 1, [{ id: 1, along: "0,4 200,4" }]), false],
    ["is the same for line_ids of another line, 4 m apart", one([20, 0], 3), one([24, 0], 3), true],
    ["is the same with lines on one side only, on the line", one([20, 0], 1), without([80, 0.5]), true],
    ["is the same with lines on one side only, next to a junction, on the line before", one([102, 0], 2), without([98, 0]), true],
    ["is the same with lines on one side only, next to a junction, on the line behind", one([98, 0], 1), without([102, 0]), true],
    ["differs with lines on one side only, beside the line", one([20, 0], 1), without([20, 3]), false],
    ["is the same without lines, 4 m apart", without([20, 0]), without([24, 0]), true],
    ["differs without lines, 6 m apart", without([20, 0]), without([26, 0]), false],
    ["is the same without line_ids, 4 m apart", one([20, 0], null), one([24, 0], null), true],
  ])("%s", (_, a, b, same) => {
    for (const comparison of [compare(a, b), compare(b, a)]) {
      expect(comparison.points?.each[0].sameRoad).toBe(same);
      expect(found(comparison, "sameRoad")).toBe(same ? 1 : 0);
    }
  });

  it("depends on the options nearMetres and coverMetres", () => {
    expect(compare(without([20, 0]), without([26, 0]), { nearMetres: 7 }).points?.each[0].sameRoad).toBe(true);
    expect(compare(without([20, 0]), without([20, 0]), { nearMetres: 0 }).points?.each[0].sameRoad).toBe(true);
    expect(compare(one([50, 0], 1), one([50, 12], 1, parallel), { coverMetres: 15 }).points?.each[0].sameRoad).toBe(true);
  });
});

describe("the line_id of a point", () => {
  it("is replaced by the line_type on both sides; the ids themselves are not compared", () => {
    const renumbered = {
      points: POINTS.map((point) => ({ ...point, line: point.line! + 10 })),
      lines: LINES.map((l) => ({ ...l, id: l.id + 10 })),
    };
    const comparison = compare(STREET, renumbered);
    expect(comparison.points?.links).toEqual({ same: 10, different: 0, broken: { a: [], b: [] } });
    expect(comparison.points?.each[0].line).toEqual({ a: { objectId: 1, type: "Road" }, b: { objectId: 11, type: "Road" } });
    expect(comparison.within).toBe(true);
  });

  it.each<[string, ResponseSpec, object]>([
    ["leads to a line of another type", withLine(2, { type: "Off" }), { same: 5, different: 5, broken: { a: [], b: [] } }],
    ["is missing", withPoint(4, { line: null }), { same: 9, different: 1, broken: { a: [], b: [] } }],
    ["leads nowhere", withPoint(4, { line: 77 }), { same: 9, different: 1, broken: { a: [], b: [4] } }],
  ])("gives a difference if it %s", (_, b, links) => {
    expect(compare(STREET, b).points?.links).toEqual(links);
  });

  it("gives a difference if it is missing on one side and leads nowhere on the other", () => {
    const { points } = compare(withPoint(4, { line: null }), withPoint(4, { line: 77 }));
    expect(points?.links).toEqual({ same: 9, different: 1, broken: { a: [], b: [4] } });
  });

  it("of a missing line on both sides gives no difference, and is not judged if that is so for all points", () => {
    const broken = withPoint(4, { line: 77 });
    const some = compare(broken, broken);
    expect([some.within, some.points?.links]).toEqual([true, { same: 9, different: 0, broken: { a: [4], b: [4] } }]);
    const none = compare({ ...STREET, lines: [] }, { ...STREET, lines: [] });
    expect([none.within, none.points?.links?.different, found(none, "links")]).toEqual([true, 0, null]);
  });
});

describe("lines", () => {
  it("count as covered where lines of the same type on the other side are within 1.5 m, however they are cut", () => {
    const whole: LineSpec[] = [{ id: 1, along: "0,1 200,1" }];
    const { lines, within } = compare(STREET, { points: POINTS.map((point) => ({ ...point, line: 1 })), lines: whole });
    expect(lines?.byType).toEqual({
      Road: {
        a: { lines: 2, metres: expect.closeTo(200, 1), covered: expect.closeTo(200, 1) },
        b: { lines: 1, metres: expect.closeTo(200, 1), covered: expect.closeTo(200, 1) },
      },
    });
    expect([lines?.onlyA, lines?.onlyB, within]).toEqual([[], [], true]);
  });

  it.each<[string, LineSpec[], overlap: number, length: number, onlyA: number[], onlyB: number[]]>([
    ["one line missing", [LINES[0]], 0.5, 0.5, [2], []],
    ["a detour of 200 m more", [...LINES, { id: 3, along: "100,0 100,200" }], 0.5, 0.5, [], [3]],
    ["2 m to the side", [{ id: 1, along: "0,2 200,2" }], 0, 0, [1, 2], [1]],
    ["driven twice", [...LINES, ...LINES.map((line) => ({ ...line, id: line.id + 2 }))], 1, 0.5, [], []],
    ["the other way round", [{ id: 1, along: "200,0 0,0" }], 1, 0, [], []],
    ["as an Off line", [{ id: 1, along: "0,0 200,0", type: "Off" }], 0, 1, [1, 2], [1]],
    ["a turn after 40 m of one", [LINES[0], { id: 2, along: "100,0 140,0 140,60" }], 0.7, 0, [2], [2]],
    ["no geometry", [{ id: 1, along: "" }], 0, 1, [1, 2], []],
  ])("overlap as expected: %s", (_, lines, overlap, length, onlyA, onlyB) => {
    const comparison = compare(STREET, { ...STREET, lines });
    expect(found(comparison, "overlap")).toBeCloseTo(overlap, 1);
    expect(found(comparison, "length")).toBeCloseTo(length, 2);
    expect([comparison.lines?.onlyA, comparison.lines?.onlyB]).toEqual([onlyA, onlyB]);
  });

  it("of other tracks do not count as cover", () => {
    const lines = (one: string, two: string) => LINES.map((line, i) => ({ ...line, track: [one, two][i] }));
    const same = compare({ ...STREET, lines: lines("van", "bus") }, { ...STREET, lines: lines("van", "bus") });
    const swapped = compare({ ...STREET, lines: lines("van", "bus") }, { ...STREET, lines: lines("bus", "van") });
    const unnamed = compare({ ...STREET, lines: lines("van", "bus") }, STREET);
    expect([same, swapped, unnamed].map((comparison) => found(comparison, "overlap")?.toFixed(1))).toEqual(["1.0", "0.0", "1.0"]);
  });

  it("are covered within the option coverMetres", () => {
    const beside = { ...STREET, lines: [{ id: 1, along: "0,4 200,4" }] };
    expect(found(compare(STREET, beside), "overlap")).toBe(0);
    expect(found(compare(STREET, beside, { coverMetres: 5 }), "overlap")).toBe(1);
  });

  it("on one side only have no overlap", () => {
    const comparison = compare(STREET, { points: POINTS });
    expect([comparison.lines, comparison.points?.links, found(comparison, "overlap"), found(comparison, "length")]).toEqual([
      null,
      null,
      0,
      1,
    ]);
  });

  it("on neither side are not judged; an empty result counts as none", () => {
    const empty = response({ points: POINTS });
    empty.results.splice(1, 0, { paramName: "output_lines", dataType: "GPFeatureRecordSetLayer", value: {} });
    const comparison = compareResponses(response({ points: POINTS }), empty);
    expect([comparison.within, found(comparison, "overlap"), found(comparison, "length")]).toEqual([true, null, null]);
  });

  it("without length are not judged", () => {
    const comparison = compare({ points: POINTS, lines: [{ id: 1, along: "0,0" }] }, { points: POINTS, lines: [{ id: 1, along: "" }] });
    expect([comparison.within, found(comparison, "overlap"), found(comparison, "length")]).toEqual([true, null, null]);
  });

  it("that none came back have no fields, if none are declared", () => {
    const none = response({ points: POINTS, lines: [] });
    (none.results[1] as { value: { fields?: unknown } }).value.fields = undefined;
    for (const { fields } of [compareResponses(response(STREET), none), compareResponses(none, response(STREET))])
      expect(fields).toEqual([]);
  });
});

describe("road properties", () => {
  const limit = (values: (number | string | null)[], name = "posted_speed_limit_kph") => ({
    ...STREET,
    points: POINTS.slice(0, values.length).map((point, i) => ({ ...point, more: { [name]: values[i] } })),
  });

  it("are the same, differ, or are known on one side only; half a per cent counts as rounding", () => {
    const comparison = compare(limit([40.2336, 50, 50, null, null, "50"]), limit([40.23, 30, null, 50, null, 50]));
    expect(comparison.properties).toEqual([
      { where: "points", name: "posted_speed_limit_kph", same: 2, different: 1, onlyA: 1, onlyB: 1, unknown: 1 },
    ]);
    expect(found(comparison, "properties")).toBe(0.6);
  });

  it("are compared only on the same road", () => {
    const elsewhere = limit([50, 30]);
    elsewhere.points[1].at = [30, 40];
    const [property] = compare(limit([50, 50]), elsewhere).properties;
    expect([property.same, property.different]).toEqual([1, 0]);
  });

  it("of lines are compared if the lines are the same piece of road, pass by pass", () => {
    const lines = (...limits: number[]): ResponseSpec => ({
      ...STREET,
      lines: limits.map((value, i) => ({ ...LINES[i % 2], id: i + 1, more: { posted_speed_limit_mph: value } })),
    });
    const result = ({ properties }: Comparison) => properties.map(({ where, same, different }) => [where, same, different]);
    expect(result(compare(lines(20, 30), lines(20, 30)))).toEqual([["lines", 2, 0]]);
    expect(result(compare(lines(20, 30, 25, 35), lines(20, 30, 25, 40)))).toEqual([["lines", 3, 1]]);
    // Cut elsewhere, or around a corner, it is another piece.
    const other = (along: string, type?: string): ResponseSpec => ({
      ...STREET,
      lines: [{ id: 1, along, type, more: { posted_speed_limit_mph: 20 } }],
    });
    expect(result(compare(lines(20, 30), other("0,0 400,0")))).toEqual([["lines", 0, 0]]);
    expect(result(compare(lines(20, 30), other("40,0 60,0 60,80")))).toEqual([["lines", 0, 0]]);
    const far = "0,0 3000,-2000";
    expect(result(compare(other(far), other(far)))).toEqual([["lines", 1, 0]]);
    expect(result(compare(other(far, "Off"), other(far, "Off")))).toEqual([["lines", 0, 0]]);
  });

  it("that exist on one side only are a difference of the fields", () => {
    const comparison = compare(limit([50]), { ...STREET, points: POINTS.slice(0, 1) });
    expect(comparison.properties).toEqual([]);
    expect(comparison.fields).toEqual([{ where: "points", name: "posted_speed_limit_kph", type: { a: "esriFieldTypeDouble", b: null } }]);
  });
});

describe("differences of fields and messages", () => {
  type Value = { fields: { name: string; type: string }[]; features: { attributes: Record<string, unknown> }[] };
  const values = (answer: ReturnType<typeof response>): Value[] =>
    answer.results.slice(0, 2).map((result) => (result as { value: Value }).value);
  /** The street compared with itself, after a change to the points and lines on the second side. */
  const changed = (change: (points: Value, lines: Value) => void) => {
    const b = response(STREET);
    change(values(b)[0], values(b)[1]);
    return compareResponses(response(STREET), b);
  };
  /** Renames an attribute. */
  const renamed = ({ features }: Value, from: string, to: string) => {
    for (const feature of features) {
      const { [from]: value, ...others } = feature.attributes;
      feature.attributes = { [to]: value, ...others };
    }
  };

  it("include fields on one side only, and fields of another type", () => {
    const { fields } = changed((points) => {
      points.fields[1].type = "esriFieldTypeSingle";
      points.fields.push({ name: "Shape", type: "esriFieldTypeGeometry" });
    });
    expect(fields).toEqual([
      { where: "points", name: "confidence", type: { a: "esriFieldTypeDouble", b: "esriFieldTypeSingle" } },
      { where: "points", name: "shape", type: { a: null, b: "esriFieldTypeGeometry" } },
    ]);
  });

  it("include fields with names in another case, in the field list, the attributes, or both", () => {
    const type = { a: "esriFieldTypeOID", b: "esriFieldTypeOID" };
    const difference = { name: "objectid", type, spelling: { a: "ObjectID", b: "OBJECTID" } };
    const inList = changed(({ fields }) => {
      fields[0].name = "OBJECTID";
    });
    const inAttributes = changed((points) => renamed(points, "ObjectID", "OBJECTID"));
    const inBoth = changed((points, lines) => {
      for (const value of [points, lines]) {
        value.fields[0].name = "OBJECTID";
        renamed(value, "ObjectID", "OBJECTID");
      }
    });
    expect(inList.fields).toEqual([{ where: "points", ...difference }]);
    expect(inAttributes.fields).toEqual([{ where: "points", ...difference }]);
    expect(inBoth.fields).toEqual([
      { where: "points", ...difference },
      { where: "lines", ...difference },
    ]);
    expect([beyond(inBoth), inBoth.points?.paired, found(inBoth, "position")]).toEqual([["fields"], 10, 0]);
  });

  it("include values of another JSON type, with the ObjectID of the first", () => {
    const text = changed(({ features }) => {
      for (const { attributes } of features.slice(3).reverse()) attributes.confidence = String(attributes.confidence);
    });
    expect(text.fields).toEqual([
      {
        where: "points",
        name: "confidence",
        type: { a: "esriFieldTypeDouble", b: "esriFieldTypeDouble" },
        values: { a: { type: "number", objectId: 1 }, b: { type: "string", objectId: 4 } },
      },
    ]);
    expect([beyond(text), found(text, "confidence")]).toEqual([["fields"], 0]);
    const inLines = changed((_, { features }) => {
      features[1].attributes.ObjectID = "2";
    });
    expect(inLines.fields).toMatchObject([{ where: "lines", name: "objectid", values: { b: { type: "string", objectId: 2 } } }]);
  });

  it("exclude null, which fits any type, and fields without any value", () => {
    const { fields, within } = changed(({ features }) => {
      for (const { attributes } of features) attributes.line_id = null;
    });
    expect(fields).toEqual([]);
    expect(within).toBe(false); // the line_ids are missing
    expect(compare(withPoint(3, { confidence: null }), STREET).fields).toEqual([]);
  });

  it("include messages on one side only, which are not judged", () => {
    const message = (description: string) => ({ type: "esriJobMessageTypeWarning", description });
    const comparison = compare({ ...STREET, messages: [message("one"), message("two")] }, { ...STREET, messages: [message("two")] });
    expect(comparison.messages).toEqual({ a: [{ severity: "Warning", text: "one" }], b: [] });
    expect(comparison.within).toBe(true);
    const graver = { ...STREET, messages: [{ ...message("two"), type: "esriJobMessageTypeError" }] };
    expect(compare(graver, { ...STREET, messages: [message("two")] }).messages).toEqual({
      a: [{ severity: "Error", text: "two" }],
      b: [{ severity: "Warning", text: "two" }],
    });
  });
});

describe("error envelopes", () => {
  it.each<[string, object, object, boolean]>([
    [
      "the same error on both sides",
      refusal(400, "Unable to complete operation."),
      refusal(400, "Unable to complete operation.", ["why"]),
      true,
    ],
    ["another code", refusal(400, "Unable to complete operation."), refusal(500, "Unable to complete operation."), false],
    ["another message", refusal(400, "Unable to complete operation."), refusal(400, "Invalid URL"), false],
    ["a response on the other side", refusal(400, "Unable to complete operation."), response(STREET), false],
  ])("are compared: %s", (_, a, b, within) => {
    const there = compareResponses(a, b);
    const back = compareResponses(b, a);
    expect([there.within, back.within]).toEqual([within, within]);
    expect(there.errors.a).toMatchObject({ code: 400, message: "Unable to complete operation." });
    expect(there.errors).toEqual({ a: back.errors.b, b: back.errors.a });
    expect([there.points, there.lines, there.verdict]).toEqual([null, null, []]);
  });
});

describe("the verdict", () => {
  const detour = { ...STREET, lines: [...LINES, { id: 3, along: "100,0 100,8" }] };
  const limit = (value: number) => ({ ...STREET, points: POINTS.map((point) => ({ ...point, more: { posted_speed_limit_kph: value } })) });

  it.each<[Tolerance, ResponseSpec, ResponseSpec, limit: number]>([
    ["position", STREET, withPoint(1, { at: [18, 0] }), 9],
    ["sameRoad", STREET, { ...withPoint(1, { at: [10, 4] }) }, 0.9],
    ["confidence", STREET, withPoint(1, { confidence: 0.7 }), 0.21],
    ["snapped", STREET, withPoint(1, { confidence: 0 }), 0.1],
    ["unpaired", STREET, { ...STREET, points: POINTS.slice(0, 9) }, 0.1],
    ["links", STREET, withPoint(1, { line: null }), 0.1],
    ["overlap", STREET, detour, 0.95],
    ["length", STREET, detour, 0.05],
    ["properties", limit(50), limit(30), 1],
    ["fields", STREET, limit(50), 1],
  ])("is beyond by default, and within if more is allowed: %s", (name, a, b, allowed) => {
    const loose = Object.fromEntries(Object.entries(TOLERANCES).map(([other, { sense, most }]) => [other, sense === "at most" ? most : 0]));
    const { [name]: _, ...others } = loose;
    expect(beyond(compare(a, b))).toContain(name);
    expect(beyond(compare(a, b, { tolerances: others }))).toEqual([name]);
    expect(compare(a, b, { tolerances: { ...others, [name]: allowed } }).within).toBe(true);
  });

  it("is the same from B to A", () => {
    const [a, b] = [golden("six-points.response.json"), golden("troubled-points.response.json")];
    const [there, back] = [compareResponses(a, b), compareResponses(b, a)];
    expect(back.verdict).toEqual(there.verdict);
    expect(back.points?.onlyA).toEqual(there.points?.onlyB);
    expect(back.lines?.byType.Road).toEqual({ a: there.lines?.byType.Road.b, b: there.lines?.byType.Road.a });
    expect(back.messages).toEqual({ a: there.messages.b, b: there.messages.a });
  });

  it("of two empty responses is that nothing differs", () => {
    const comparison = compare({ points: [], lines: [] }, { points: [], lines: [] });
    expect(comparison.within).toBe(true);
    expect(comparison.verdict.filter(({ found }) => found !== null).map(({ name }) => name)).toEqual(["fields"]);
  });

  it("is plain data that survives JSON", () => {
    const comparison = compareResponses(golden("six-points.response.json"), golden("troubled-points.response.json"));
    expect(JSON.parse(JSON.stringify(comparison))).toEqual(comparison);
  });
});

describe("responses that cannot be compared", () => {
  const points = { paramName: "output_snapped_points", value: { features: [], spatialReference: { wkid: 25832 } } };

  it.each<[string, unknown, RegExp]>([
    ["nothing", null, /^Response B is null; it must be a response of SnapToRoads, or an error\.$/],
    ["a list", [], /^Response B is a list of 0; /],
    ["the response of another service", { routes: {} }, /^Response B has no list named results; /],
    ["no points", { results: [{ paramName: "output_lines", value: {} }] }, /^Response B has no output_snapped_points with features\.$/],
    [
      "another spatial reference",
      { results: [points] },
      /^Response B: output_snapped_points\.spatialReference is 25832; it must be one of the wkids 4326/,
    ],
  ])("give the error bad-input: %s", (_, b, sentence) => {
    const act = () => compareResponses(response(STREET), b);
    expect(act).toThrow(SnapError);
    expect(act).toThrow(sentence);
  });

  it("are not those whose options are at their bounds", () => {
    for (const options of [
      { coverMetres: 0.1, nearMetres: 0 },
      { coverMetres: 25, nearMetres: 1000 },
    ])
      expect(compare(STREET, STREET, options).within).toBe(true);
  });

  it.each<[object, RegExp]>([
    [null as unknown as object, /^The options of comparing are null; they must be an object\.$/],
    [{ tolerance: {} }, /^There is no option "tolerance" of comparing; there are tolerances, coverMetres, nearMetres\.$/],
    [{ tolerances: { place: 1 } }, /^There is no tolerance "place"; there are position, sameRoad, /],
    [{ tolerances: { overlap: 97 } }, /^The tolerance overlap is 97; it must be a number from 0 to 1\.$/],
    [{ tolerances: { position: "5" } }, /^The tolerance position is "5"; /],
    [{ coverMetres: 0 }, /^coverMetres is 0; it must be a number of metres from 0\.1 to 25\.$/],
    [{ nearMetres: -1 }, /^nearMetres is -1; /],
  ])("give the error bad-option: %j", (options, sentence) => {
    const act = () => compareResponses(response(STREET), response(STREET), options as CompareOptions);
    expect(act).toThrow(sentence);
    expect(act).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});

// Maps with errors: what is taken apart and built again, what each error changes, and that the truth of an evaluation stays that of the whole map.
import { describe, expect, it } from "vitest";
import type { EvaluationTrack } from "../../../src/evaluate/corpora.js";
import { distinctRuns } from "../../../src/evaluate/evaluation-runs.js";
import { evaluateTracks } from "../../../src/evaluate/evaluator.js";
import { MAP_ERRORS, type MapError, withMapError } from "../../../src/evaluate/maps/map-errors.js";
import { builtFrom, mapOf } from "../../../src/evaluate/maps/road-map.js";
import { distance } from "../../../src/geo/metres.js";
import { Access, encodeSpeed, ROAD_CLASSES } from "../../../src/roads/attributes.js";
import { buildRoads } from "../../../src/roads/build.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { RoadSource } from "../../../src/roads/source.js";
import { asciiMap } from "../../helpers/ascii-map.js";

const map = asciiMap(
  `
  a---b---c
  |   |   |
  d---e---f
`,
  { metresPerCell: 50 },
);

/** Streets of two blocks each in a grid of so many blocks a side; every second of those that run east is one-way, to the east. */
function grid(blocks: number): RoadGraph {
  const source = new RoadSource();
  const node = (x: number, y: number): number => 1 + x + y * (blocks + 1);
  for (let y = 0; y <= blocks; y++)
    for (let x = 0; x <= blocks; x++) source.addNode(node(x, y), 80_000_000 + 14_000 * x, 500_000_000 + 9_000 * y);
  const street = (nodes: number[], oneWay: boolean): void =>
    source.addWay({
      id: 1000 + source.wayCount,
      nodes,
      roadClass: ROAD_CLASSES.indexOf("residential"),
      flags: 0,
      forward: 15,
      backward: oneWay ? Access.walking : 15,
      speedForward: 0,
      speedBackward: 0,
      truckSpeedForward: 0,
      truckSpeedBackward: 0,
      name: "",
    });
  for (let y = 0; y <= blocks; y++) {
    for (let x = 0; x + 2 <= blocks; x += 2) {
      street([node(x, y), node(x + 1, y), node(x + 2, y)], y % 2 === 1);
      street([node(y, x), node(y, x + 1), node(y, x + 2)], false);
    }
  }
  return buildRoads(source);
}

const town = grid(20);
const streets = (roads: RoadGraph): Set<number> => new Set(roads.edgeWay);
const ALL = streets(town).size;

/** Streets of the town with an edge of which something differs that `of` tells. */
function changed(roads: RoadGraph, of: (roads: RoadGraph, edge: number) => unknown): number {
  const found = new Set<number>();
  for (let e = 0; e < town.edgeCount; e++) if (of(town, e) !== of(roads, e)) found.add(town.edgeWay[e]);
  return found.size;
}
const access = ({ arcAccess }: RoadGraph, e: number): string => `${arcAccess[2 * e] & 15} ${arcAccess[2 * e + 1] & 15}`;
const limits = ({ arcSpeed }: RoadGraph, e: number): string => `${arcSpeed[2 * e]} ${arcSpeed[2 * e + 1]}`;

describe("a network taken apart and built again", () => {
  it("is the same to the byte", () => {
    const rules = {
      restrictions: [
        { only: false, from: "ab", via: "b", to: "be" },
        { only: true, from: "de", via: ["be", "bc"], to: "cf" },
      ],
      barriers: { d: { access: ["walking" as const], flags: ["gate" as const] } },
    };
    const drawn = map.graph(
      { ab: { oneway: true, speed: "30 mph" }, bc: { name: "High Street" }, ad: {}, be: {}, cf: {}, de: {}, ef: {} },
      rules,
    );
    for (const roads of [drawn, town]) expect(Buffer.from(builtFrom(mapOf(roads)).data).equals(Buffer.from(roads.data))).toBe(true);
  });
});

describe("a map with an error", () => {
  it("is a sound network, the same for the same seed, and other for another", () => {
    const small = grid(6);
    for (const error of Object.keys(MAP_ERRORS) as MapError[]) {
      const roads = withMapError(small, error, 7);
      roads.verify();
      expect([error, Buffer.from(withMapError(small, error, 7).data).equals(Buffer.from(roads.data))]).toEqual([error, true]);
    }
    expect(streets(withMapError(town, "one street in twenty missing", 1))).not.toEqual(
      streets(withMapError(town, "one street in twenty missing", 2)),
    );
  });

  it.each<[MapError, number]>([
    ["one street in fifty missing", 1 / 50],
    ["one street in twenty missing", 1 / 20],
  ])("%s: lacks whole streets", (error, share) => {
    const roads = withMapError(town, error);
    const missing = ALL - streets(roads).size;
    expect(missing / ALL).toBeGreaterThan(share / 2);
    expect(missing / ALL).toBeLessThan(share * 2);
    expect(town.edgeCount - roads.edgeCount).toBe(2 * missing);
  });

  it("may have no one-ways: vehicles go both ways in each street in which they may go at all", () => {
    const roads = withMapError(town, "no one-ways");
    expect(changed(roads, access)).toBe([...streets(town)].filter((id) => town.arcAccess[2 * town.edgeWay.indexOf(id) + 1] !== 15).length);
    expect([...roads.arcAccess].every((bits) => (bits & 15) === 15)).toBe(true);
    const closed = map.graph({ ab: { access: ["walking"] }, bc: { access: "none" } });
    expect(withMapError(closed, "no one-ways")).toBe(closed);
  });

  it("may have one-ways the wrong way round", () => {
    const roads = withMapError(town, "one one-way in five turned round");
    const oneWays = changed(withMapError(town, "no one-ways"), access);
    expect(changed(roads, access) / oneWays).toBeGreaterThan(0.1);
    expect(changed(roads, access) / oneWays).toBeLessThan(0.35);
    for (let e = 0; e < town.edgeCount; e++)
      expect([access(town, e), access(town, e).split(" ").reverse().join(" ")]).toContain(access(roads, e));
  });

  it.each<[MapError, number, (roads: RoadGraph, edge: number) => unknown]>([
    ["false one-ways on one street in ten", 0.1, access],
    ["one street in ten closed to cars", 0.1, access],
    ["absurd limits on one street in five", 0.2, limits],
  ])("%s: on about that share of all", (error, share, of) => {
    const hit = changed(withMapError(town, error), of) / ALL;
    expect(hit).toBeGreaterThan(0.6 * share);
    expect(hit).toBeLessThan(1.5 * share);
  });

  it("leaves walkers alone if it is about cars", () => {
    for (const error of ["no one-ways", "false one-ways on one street in ten", "one street in ten closed to cars"] as const)
      expect([...withMapError(town, error).arcAccess].every((bits) => (bits & Access.walking) !== 0)).toBe(true);
  });

  it("may have turn restrictions that are not there, at a fifth of the junctions of three roads or more", () => {
    const { turnBan } = withMapError(town, "false turn restrictions").columns;
    expect([...new Set(turnBan)]).toEqual([Access.driving | Access.trucking]);
    expect(turnBan.length / (19 * 19 + 4 * 19)).toBeCloseTo(0.2, 1);
  });

  it("may have lost what tells kinds of roads apart", () => {
    const roads = map.graph({
      ab: { class: "motorway", flags: ["ramp", "bridge"] },
      bc: { class: "service", flags: ["minor"] },
      cf: { class: "steps" },
    });
    const { edgeClass, edgeFlags } = withMapError(roads, "one class for all roads");
    expect([...edgeClass].map((kind) => ROAD_CLASSES[kind])).toEqual(["unclassified", "unclassified", "steps"]);
    expect([...edgeFlags]).toEqual([2, 0, 0]);
  });

  it("has limits of 5 or 500 km/h where they are absurd", () => {
    const { arcSpeed } = withMapError(town, "absurd limits on one street in five");
    expect([...new Set(arcSpeed)].sort((a, b) => a - b)).toEqual([0, encodeSpeed(5), encodeSpeed(500)]);
  });

  it("may be shifted in one half, with the roads between stretched", () => {
    const roads = withMapError(map.graph({ abc: {} }), "half of the map shifted by 8 m");
    const line = roads.arcCoordinates(0);
    const off = ["a", "b", "c"].map((mark, i) => distance(...map.at(mark), ...line[i]));
    expect(off.map(Math.round)).toEqual([0, 8, 8]);
  });

  it("may have lines that leave out places within 5 m of them, but neither ends nor a ring", () => {
    const bend = asciiMap(
      `
         b      d
      a     c       e   f   g
                            h
`,
      { metresPerCell: 4 },
    );
    // b is 4 m off the line, d more than 5 m off when the line is drawn from a to e without b.
    const roads = withMapError(bend.graph({ abc: {}, efg: {}, cdehgc: {} }), "lines 5 m coarse");
    const nodes = Array.from({ length: roads.edgeCount }, (_, e) => roads.shapeStart[e + 1] - roads.shapeStart[e]);
    expect(nodes[0]).toBe(2);
    expect(roads.edgeCount).toBeGreaterThanOrEqual(3);
    const ring = bend.graph({ abca: {} });
    expect(withMapError(ring, "lines 5 m coarse").edgeCount).toBe(1);
  });

  it("may have streets twice, 1 m apart between the same ends", () => {
    const roads = map.graph({ abed: {} });
    const seeds = Array.from({ length: 100 }, (_, seed) => withMapError(roads, "one street in five drawn twice", seed));
    const twice = seeds.filter(({ edgeCount }) => edgeCount === 2);
    expect(twice.length / seeds.length).toBeCloseTo(0.2, 1);
    const [line, other] = [0, 2].map((arc) => twice[0].arcCoordinates(arc));
    expect(line.map((place, i) => distance(...place, ...other[i])).map((metres) => metres.toFixed(2))).toEqual([
      "0.00",
      "1.00",
      "1.00",
      "0.00",
    ]);
  });

  it("may have lines whose ends miss each other by up to 2 m, and are joined if that is asked for", () => {
    const small = grid(6);
    const apart = withMapError(small, "ends up to 2 m apart");
    expect(apart.nodeCount).toBe(2 * small.edgeCount);
    const ends = (e: number, roads: RoadGraph) => roads.arcCoordinates(2 * e);
    for (let e = 0; e < small.edgeCount; e++) expect(distance(...ends(e, small)[0], ...ends(e, apart)[0])).toBeLessThan(1.01);
    const [near, far] = (["ends up to 2 m apart, joined within 1 m", "ends up to 2 m apart, joined within 2 m"] as const).map(
      (error) => withMapError(small, error).nodeCount,
    );
    expect(near).toBeGreaterThan(far);
    expect(far).toBe(small.nodeCount);
  });

  it("is the network itself where there is nothing to change", () => {
    const lane = map.graph({ ab: { class: "steps" } });
    const idle = (Object.keys(MAP_ERRORS) as MapError[]).filter((error) => withMapError(lane, error, 3) === lane);
    expect(idle).toEqual(expect.arrayContaining(["no one-ways", "false turn restrictions", "one class for all roads", "lines 5 m coarse"]));
    const empty = buildRoads(new RoadSource());
    for (const error of Object.keys(MAP_ERRORS) as MapError[]) expect(withMapError(empty, error)).toBe(empty);
  });

  it("is drawn across the antimeridian as anywhere else", () => {
    const [here, there] = [asciiMap("a-b-c-d", { metresPerCell: 50 }), asciiMap("a-b-c-d", { metresPerCell: 50, origin: [179.999, 50] })];
    expect(there.at("d")[0]).toBeLessThan(0);
    for (const error of ["half of the map shifted by 8 m", "ends up to 2 m apart, joined within 2 m"] as const) {
      const [usual, across] = [here, there].map((each) => withMapError(each.graph({ ab: {}, bc: {}, cd: {} }), error).edgeLength);
      expect([...across].map(Math.round)).toEqual([...usual].map(Math.round));
    }
  });

  it("is refused by an unknown name, with a seed that is no whole number, and on what are no roads", () => {
    expect(() => withMapError(town, "lines 5 m coarse", 1.5)).toThrow("The option seed is 1.5; it must be a whole number.");
    expect(() => withMapError(town, "potholes" as MapError)).toThrow(
      /^The option map error is "potholes"; it must be one of one street in fifty missing; /,
    );
    expect(() => withMapError({} as RoadGraph, "no one-ways")).toThrow("The map's roads are an object; they must be a RoadGraph.");
  });
});

describe("an evaluation on a map with an error", () => {
  const long = asciiMap("a-1-2-3-4-b-5-6-7-8-c-9-d", { metresPerCell: 50 });
  const roads = long.graph({ ab: {}, bc: {}, cd: {} });
  const track: EvaluationTrack = {
    id: "drive",
    roads: "town",
    track: long.track("123456789").map((fix, i) => ({ ...fix, time: 10 * i, accuracy: 5 })),
    truth: [[long.at("a"), long.at("d")]],
    trimMetres: 110,
    mode: "driving",
  };
  /** A seed by which one of the streets is missing, and it is the middle one. */
  const seed = Array.from({ length: 1000 }, (_, n) => n).find((n) => {
    const { edgeWay } = withMapError(roads, "one street in twenty missing", n);
    return [...edgeWay].join() === "1,3";
  });

  it("keeps the truth of the whole map, and counts what was driven on a missing street as without a road", () => {
    const { runs, leftOut, partly, doubts } = evaluateTracks(roads, [track], { mapErrors: [null, "one street in twenty missing"], seed });
    expect([leftOut, partly, doubts]).toEqual([[], [], []]);
    expect(runs.map(({ mapError, redrawn }) => [mapError, redrawn])).toEqual([
      [null, false],
      ["one street in twenty missing", true],
    ]);
    const [good, bad] = runs.map(({ scores: [{ route }] }) => route);
    expect(good.missed).toBe(0);
    expect(bad.truthMetres).toBe(good.truthMetres);
    expect(bad.roadless).toBeGreaterThan(400);
    expect(bad.missed).toBeGreaterThanOrEqual(bad.roadless);
  });

  it("has one run for what an error leaves as it was", () => {
    const { runs } = evaluateTracks(roads, [track], { mapErrors: ["no one-ways", null], faults: [null, "speed in km/h"] });
    expect(runs.map(({ redrawn }) => redrawn)).toEqual([false, false, false, false]);
    expect(distinctRuns(runs).map(({ mapError, fault }) => [mapError, fault])).toEqual([[null, null]]);
  });
});

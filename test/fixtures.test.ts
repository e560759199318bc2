// The bundled town and its drives: byte for byte as generated, and with all the features that they are there for.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeFiles } from "../fixtures/make/files.js";
import { distance } from "../src/geo/metres.js";
import { readOsm } from "../src/import/roads/osm.js";
import { readExecuteJson } from "../src/import/tracks/execute-json.js";
import { readTracks } from "../src/import/tracks/tracks.js";
import type { InputPoint } from "../src/match/track/track.js";
import { buildRoadsWithReport } from "../src/roads/build.js";
import { nearestOn, type Place, parseTown, type Relation, type Tags, type Way } from "./helpers/town-xml.js";

const read = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), "utf8");

interface Truth {
  id: string;
  file: string;
  mode: string;
  points: [lon: number, lat: number, time: number, ...rest: (number | null)[]][];
  truth_nodes: (number | null)[];
  truth_ways: (number | null)[];
  start_offset_m: number;
  end_offset_m: number;
  length_m: number;
  truth_geom: Place[];
  truth_points: Place[];
  point_seg: number[];
}

const xml = read("town.osm");
const town = parseTown(xml);
const { place, ends, lengthOf, span, metresTo, crosses } = town;
const truths = read("truth.ndjson")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Truth);
const tracks = new Map<string, InputPoint[]>();
for (const { file } of truths) tracks.set(file, (await readTracks(new TextEncoder().encode(read(file)), file)).points);
const points = (file: string) => tracks.get(file)!;
const truthOf = (id: string) => truths.find((truth) => truth.id === id)!;

describe("the generator", () => {
  const made = makeFiles();

  it.each([...made.keys()])("writes %s as it is committed", (path) => {
    expect(made.get(path) === read(path)).toBe(true);
  });

  it("keeps the town below 400 kB, and all fixtures below 1 MB", () => {
    expect(xml.length).toBeLessThan(400_000);
    expect([...made.values()].reduce((sum, text) => sum + text.length, 0)).toBeLessThan(1_000_000);
  });
});

describe("the town", () => {
  it("is consistent: unique ids, no references to missing objects, and all of it around one place in the sea", () => {
    expect(new Set(xml.match(/<node id="\d+"/g)).size).toBe(xml.match(/<node /g)!.length);
    expect(new Set(town.ways.map((way) => way.id)).size).toBe(town.ways.length);
    for (const way of town.ways) {
      expect(way.nodes.length).toBeGreaterThan(1);
      for (const node of way.nodes) expect(town.nodes.has(node)).toBe(true);
    }
    const ids = new Set(town.ways.map((way) => way.id));
    for (const { members } of town.relations)
      for (const { type, ref } of members) expect(type === "node" ? town.nodes.has(ref) : ids.has(ref)).toBe(true);
    const [widest, tallest] = [0, 1].map((axis) => {
      const values = [...town.nodes.values()].map(({ at }) => at[axis]);
      return Math.max(...values) - Math.min(...values);
    });
    expect(distance(-20, 45, -20 + widest, 45)).toBeGreaterThan(4000);
    expect(distance(-20, 45, -20 + widest, 45)).toBeLessThan(6500);
    expect(distance(-20, 45, -20, 45 + tallest)).toBeLessThan(5000);
  });

  it("is one network, of which the importer leaves out only the restriction at some hours", async () => {
    const { report } = buildRoadsWithReport(await readOsm(new TextEncoder().encode(xml)));
    expect(report.components).toBe(1);
    expect(report.restrictionsApplied).toBe(town.relations.length - 1);
    // The slip road to the quay goes out and back over the same nodes: one edge, and a duplicate.
    expect(report.dropped).toEqual({ "turn restriction at some times only": 1, "double edge": 1 });
  });

  const tagged = (wanted: Tags) =>
    town.ways.filter(({ tags }) =>
      Object.entries(wanted).every(([key, value]) => (value === "*" ? tags[key] !== undefined : tags[key] === value)),
    );
  const barriers = (kind: string) => [...town.nodes.values()].filter(({ tags }) => tags.barrier === kind);
  const restrictions = (fits: (relation: Relation) => boolean) => town.relations.filter(fits).length;
  const named = (name: string) => town.ways.filter(({ tags }) => tags.name === name);

  it.each<[feature: string, present: () => boolean]>([
    ["one-way streets in the old town", () => tagged({ oneway: "yes", surface: "sett" }).length > 20],
    ["contraflow cycling", () => tagged({ oneway: "yes", "oneway:bicycle": "no" }).length > 5],
    ["a ring road", () => ["North Wall", "East Wall", "Town Quay", "West Wall"].every((name) => named(name).length > 0)],
    ["roundabouts", () => tagged({ junction: "roundabout" }).length >= 5],
    ["a dual carriageway", () => besides("Admiral's Parade", "Admiral's Parade", 12, 22)],
    ["a service road beside it", () => besides("Parade Service Road", "Admiral's Parade", 20, 32)],
    [
      "a motorway with ramps",
      () => tagged({ highway: "motorway", oneway: "yes" }).length >= 2 && tagged({ highway: "motorway_link" }).length === 4,
    ],
    ["a junction on two levels", () => stacked(tagged({ name: "Motorway Approach", bridge: "yes" }), tagged({ highway: "motorway" }))],
    ["a flyover without a junction", () => stacked(tagged({ "bridge:name": "Westway Flyover" }), named("West Road"))],
    ["a motorway over a road and the river", () => stacked(tagged({ "bridge:name": "Arrow Viaduct" }), named("Willowbank Road"))],
    ["a tunnel of more than 400 m", () => lengthOf(tagged({ tunnel: "yes" })[0]) > 400],
    ["streets above the tunnel", () => ["Beacon Lane", "Rampart Lane"].every((name) => stacked(tagged({ tunnel: "yes" }), named(name)))],
    ["footpaths above the tunnel", () => stacked(tagged({ tunnel: "yes" }), tagged({ highway: "path" }))],
    [
      "bridges over the river",
      () => ["Old Bridge", "Kingfisher Bridge"].every((name) => stacked(tagged({ name, bridge: "yes" }), tagged({ water: "river" }))),
    ],
    ["a ferry over the river", () => stacked(tagged({ route: "ferry" }), tagged({ water: "river" }))],
    ["no_left_turn", () => restrictions(({ tags }) => tags.restriction === "no_left_turn") > 0],
    ["only_straight_on", () => restrictions(({ tags }) => tags.restriction === "only_straight_on") > 0],
    ["no_u_turn", () => restrictions(({ tags, members }) => tags.restriction === "no_u_turn" && members[0].ref === members[2].ref) > 0],
    [
      "a restriction via a way",
      () => restrictions(({ members }) => members.some(({ role, type }) => role === "via" && type === "way")) > 0,
    ],
    ["a restriction except for bicycles", () => restrictions(({ tags }) => tags.except === "bicycle") > 0],
    ["a restriction for heavy goods vehicles", () => restrictions(({ tags }) => tags["restriction:hgv"] !== undefined) > 0],
    ["a restriction at some hours", () => restrictions(({ tags }) => tags["restriction:conditional"] !== undefined) > 0],
    ["restrictions whose members meet", () => town.relations.every(membersMeet)],
    ["private roads behind a gate", () => tagged({ highway: "residential", access: "private" }).length >= 3 && barriers("gate").length > 0],
    ["a car park without ways in it", () => emptyInside(tagged({ amenity: "parking", surface: "grass" })[0])],
    ["a car park with its aisles", () => tagged({ service: "parking_aisle" }).length > 3],
    ["footpaths in a park, and steps", () => tagged({ highway: "footway" }).length > 5 && tagged({ highway: "steps" }).length > 0],
    ["a cycleway", () => tagged({ highway: "cycleway" }).length > 0],
    ["limits in km/h", () => town.ways.filter(({ tags }) => /^\d+$/.test(tags.maxspeed ?? "")).length > 100],
    ["limits in mph south of the river", () => town.ways.filter(({ tags }) => /^\d+ mph$/.test(tags.maxspeed ?? "")).length > 50],
    ["limits for heavy goods vehicles in both", () => ["60", "40 mph"].every((limit) => tagged({ "maxspeed:hgv": limit }).length > 0)],
    ["streets closed to heavy goods vehicles", () => tagged({ hgv: "no" }).length > 3],
    ["living streets", () => tagged({ highway: "living_street" }).length > 5],
    ["a pedestrian street between bollards", () => tagged({ highway: "pedestrian" }).length > 0 && barriers("bollard").length === 2],
    ["a toll road and its booths", () => tagged({ toll: "yes" }).length > 0 && barriers("toll_booth").length === 2],
    ["a lift gate", () => barriers("lift_gate").length > 0],
    ["traffic lights", () => [...town.nodes.values()].filter(({ tags }) => tags.highway === "traffic_signals").length >= 10],
    ["closes with room to turn", () => [...town.nodes.values()].filter(({ tags }) => tags.highway === "turning_circle").length > 30],
    [
      "winding country roads",
      () => ["Hollow Lane", "Limekiln Lane", "Dune Lane"].every((name) => lengthOf(named(name)[0]) > 1.2 * span(named(name)[0])),
    ],
    ["unpaved roads and tracks", () => tagged({ highway: "track" }).length > 1 && tagged({ surface: "gravel" }).length > 1],
    ["alleys without a name", () => tagged({ service: "alley" }).filter(({ tags }) => tags.name === undefined).length > 10],
  ])("has %s", (_, present) => {
    expect(present()).toBe(true);
  });

  /** Whether a way of one name is within these distances of the other name's ways, for most of its length. */
  function besides(one: string, other: string, least: number, most: number): boolean {
    return named(one).some((way) => {
      const others = named(other).filter((candidate) => candidate !== way);
      const off = way.nodes.slice(1, -1).map((node) => Math.min(...others.map((candidate) => metresTo(place(node), candidate))));
      return off.length > 2 && off.filter((metres) => metres >= least && metres <= most).length > 0.6 * off.length;
    });
  }

  /** Whether ways of one kind cross ways of another without a common node. */
  function stacked(above: Way[], below: Way[]): boolean {
    return above.some((a) => below.some((b) => crosses(a, b) && !a.nodes.some((node) => b.nodes.includes(node))));
  }

  function emptyInside(area: Way): boolean {
    const ring = area.nodes.map(place);
    const middle: Place = [0, 1].map((axis) => ring.reduce((sum, p) => sum + p[axis], 0) / ring.length) as Place;
    return lengthOf(area) > 800 && town.ways.every((way) => way === area || metresTo(middle, way) > 90);
  }

  /** Whether from, via and to connect, so that the restriction means something. */
  function membersMeet({ members }: Relation): boolean {
    const [from, via, to] = members.map(({ type, ref }) => (type === "node" ? [ref] : ends(town.ways.find(({ id }) => id === ref)!)));
    return via.some((node) => from.includes(node)) && via.some((node) => to.includes(node));
  }
});

describe("the drives", () => {
  const gaps = (track: readonly { time?: number | null }[]) => track.slice(1).map((point, i) => point.time! - track[i].time!);

  it.each(truths.map((truth) => [truth.id, truth] as const))("%s: the truth follows the map and its rules", (_, truth) => {
    expect(truth.truth_ways).toHaveLength(truth.truth_geom.length - 1);
    expect(truth.truth_nodes).toHaveLength(truth.truth_geom.length);
    expect(truth.truth_points).toHaveLength(truth.points.length);
    expect(truth.end_offset_m - truth.start_offset_m).toBeCloseTo(truth.length_m, 1);
    for (const [i, wayId] of truth.truth_ways.entries()) {
      if (wayId === null) continue;
      const { nodes, tags } = town.ways.find(({ id }) => id === wayId)!;
      const [a, b] = [truth.truth_nodes[i]!, truth.truth_nodes[i + 1]!];
      const along = nodes.some((node, k) => node === a && nodes[k + 1] === b);
      const against = truth.mode === "walking" || tags.oneway !== "yes" ? nodes.some((node, k) => node === b && nodes[k + 1] === a) : false;
      expect(along || against).toBe(true);
      if (truth.mode === "trucking") expect(tags.hgv).not.toBe("no");
      if (i > 0) expect(distance(...place(a), ...truth.truth_geom[i])).toBeLessThan(0.02);
    }
    for (const [k, piece] of truth.point_seg.entries())
      expect(
        distance(...truth.truth_points[k], ...nearestOn(truth.truth_points[k], truth.truth_geom[piece], truth.truth_geom[piece + 1])),
      ).toBeLessThan(0.05);
  });

  it.each(truths.map((truth) => [truth.id, truth] as const))("%s: the file contains the points of the truth", (id, truth) => {
    const track = points(truth.file).filter((point) => !truth.file.includes("two-vans") || point.trackId === id);
    expect(track.map(({ lon, lat, time, accuracy, speed, course }) => [lon, lat, time, accuracy, speed, course ?? null])).toEqual(
      truth.points,
    );
  });

  it.each(truths.map((truth) => [truth.id, truth] as const))("%s: about two of three fixes are within their stated error", (_, truth) => {
    const near = truth.points.filter((point, i) => distance(point[0], point[1], ...truth.truth_points[i]) <= point[3]!).length;
    expect(near / truth.points.length).toBeGreaterThan(0.45);
    expect(near / truth.points.length).toBeLessThan(0.9);
  });

  it("errand: every second, with a stop of over a minute", () => {
    const track = points("drives/errand.gpx");
    expect(new Set(gaps(track))).toEqual(new Set([1]));
    const standing = track.map(({ course }) => (course === null || course === undefined ? "." : "-")).join("");
    expect(standing).toMatch(/\.{60}/);
  });

  it("tunnel: passed without a fix inside it", () => {
    const tunnel = town.ways.find(({ tags }) => tags.tunnel === "yes")!;
    const { truth_ways, truth_points } = truthOf("tunnel");
    expect(truth_ways).toContain(tunnel.id);
    const mouths = ends(tunnel).map(place);
    const inside = truth_points.filter((p) => metresTo(p, tunnel) < 0.5 && mouths.every((mouth) => distance(...p, ...mouth) > 20));
    expect(inside).toEqual([]);
    expect(gaps(points("drives/tunnel.gpx")).filter((seconds) => seconds > 25)).toHaveLength(1);
  });

  it("showground: one off-road stretch in the middle, between roads", () => {
    const truth = truthOf("showground");
    const kinds = truth.truth_ways.map((way) => (way === null ? "off" : "road")).filter((kind, i, all) => kind !== all[i - 1]);
    expect(kinds).toEqual(["road", "off", "road"]);
    expect(truth.point_seg.filter((piece) => truth.truth_ways[piece] === null).length).toBeGreaterThan(30);
  });

  it("two-vans: two alternating tracks, the same in the file and in the request", () => {
    const track = points("drives/two-vans.csv");
    const turns = track.filter(({ trackId }, i) => i > 0 && trackId !== track[i - 1].trackId).length;
    expect(new Set(track.map(({ trackId }) => trackId))).toEqual(new Set(["van-7", "van-12"]));
    expect(turns).toBeGreaterThan(50);
    const asked = readExecuteJson(read("requests/two-vans.json")).points;
    const facts = ({ lon, lat, time, accuracy, speed, course, trackId, objectId }: InputPoint) => [
      lon,
      lat,
      time,
      accuracy,
      speed,
      course ?? null,
      trackId,
      objectId,
    ];
    expect(asked.map(facts)).toEqual(track.map(facts));
  });

  it("park-walk: on foot over footpaths and steps", () => {
    const kinds = new Set(truthOf("park-walk").truth_ways.map((way) => town.ways.find(({ id }) => id === way)!.tags.highway));
    expect(kinds).toContain("footway");
    expect(kinds).toContain("steps");
  });

  it("haul: a truck, first every second, then every five, onto the motorway and through the toll booths", () => {
    expect(new Set(gaps(points("drives/haul.gpx")))).toEqual(new Set([1, 5]));
    const ways = truthOf("haul").truth_ways.map((way) => town.ways.find(({ id }) => id === way)!.tags);
    expect(ways.some((tags) => tags.highway === "motorway_link")).toBe(true);
    expect(ways.some((tags) => tags.toll === "yes")).toBe(true);
  });
});

// A part of a road network: what is in it, that it is complete in itself, and that inside it everything is as before.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type SimulatedDrive, simulateDrives } from "../../src/evaluate/simulate/drive.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { Matcher } from "../../src/match/matcher.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { Area } from "../../src/roads/area.js";
import { Flag } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import { extractRoads, takeEdges } from "../../src/roads/extract.js";
import { HAS_TURNS, type RoadGraph } from "../../src/roads/graph.js";
import { sectionsOf } from "../../src/roads/sections.js";
import { keepTurns } from "../../src/roads/turns.js";
import { bannedWalks } from "../helpers/brute-force.js";
import { runs } from "../helpers/runs.js";
import { edgesOf, graphNodeAt, lettersOf, nodeId, placeOf, sourceOf } from "./letters.js";
import { network } from "./lines.js";

/** A box around letters, that extends a third of the way to their neighbours. */
function round(letters: string): Area {
  const places = [...letters].map(placeOf);
  const least = (axis: number) => Math.min(...places.map((place) => place[axis])) / 1e7 - 0.0003;
  const most = (axis: number) => Math.max(...places.map((place) => place[axis])) / 1e7 + 0.0003;
  return Area.box([least(0), least(1), most(0), most(1)]);
}

describe("the roads extracted for an area", () => {
  //  a b c d e
  //  f g h i j
  //  k l m n o
  const whole = buildRoads(
    sourceOf(
      [
        { nodes: "ab", name: "Long Lane", speedForward: 300, backward: 4 },
        { nodes: "bcde", name: "Ring", roadClass: "primary", flags: Flag.bridge, truckSpeedBackward: 200 },
        "bg",
        { nodes: "gh", name: "Long Lane" },
        "gl",
        "kl",
        { nodes: "lmn", name: "Marsh" },
        "no",
      ],
      [{ node: nodeId("n"), access: 4, flags: Flag.gate }],
    ),
  );

  it.each<[letters: string, edges: string[]]>([
    ["a", ["ab"]],
    ["ab", ["ab", "bcde", "bg"]],
    ["d", ["bcde"]],
    ["g", ["bg", "gh", "gl"]],
    ["lm", ["gl", "kl", "lmn"]],
    ["abcdefghijklmno", edgesOf(whole)],
    ["x", []],
  ])("around %s are the whole edges %j, in order", (letters, edges) => {
    const part = extractRoads(whole, round(letters));
    part.verify();
    expect(edgesOf(part)).toEqual(edges);
  });

  it("are not those that end beside the area, though the next one begins in it", () => {
    const roads = buildRoads(sourceOf(["ag", "bc"]));
    expect(edgesOf(extractRoads(roads, round("b")))).toEqual(["bc"]);
  });

  it("keep all their attributes, and each name once", () => {
    const part = extractRoads(whole, round("gl"));
    const named = (roads: RoadGraph) => Object.fromEntries(edgesOf(roads).map((letters, edge) => [letters, roads.name(edge)]));
    expect(named(part)).toEqual({ bg: "", gh: "Long Lane", gl: "", kl: "", lmn: "Marsh" });
    expect(part.columns.nameStart.length - 1).toBe(3);
    // These are numbered anew.
    const attributes = sectionsOf("edge").filter((name) => !["edgeFrom", "edgeTo", "edgeName"].includes(name));
    for (let edge = 0; edge < part.edgeCount; edge++) {
      const old = edgesOf(whole).indexOf(lettersOf(part, edge * 2));
      for (const name of attributes) {
        expect(part.columns[name][edge]).toBe(whole.columns[name][old]);
      }
      for (const name of sectionsOf("arc")) {
        for (const way of [0, 1]) expect(part.columns[name][edge * 2 + way]).toBe(whole.columns[name][old * 2 + way]);
      }
    }
    expect(part.columns.nodeAccess[graphNodeAt(part, "n") as number]).toBe(4);
  });

  it("are connected as before, as far as they are in the area", () => {
    const part = extractRoads(whole, round("gl"));
    const leaving = (roads: RoadGraph, letter: string) => {
      const n = graphNodeAt(roads, letter) as number;
      return Array.from(roads.outArcs.subarray(roads.outStart[n], roads.outStart[n + 1]), (arc) => lettersOf(roads, arc));
    };
    expect(leaving(part, "g")).toEqual(leaving(whole, "g"));
    expect(leaving(part, "l")).toEqual(leaving(whole, "l"));
    expect(leaving(part, "b")).toEqual(["bg"]);
  });

  it("are the same bytes if the area is the world, or if they are extracted again", () => {
    const world = Area.box([-180, -90, 180, 90]);
    expect(Buffer.from(extractRoads(whole, world).data).equals(Buffer.from(whole.data))).toBe(true);
    const part = extractRoads(whole, round("gl"));
    expect(Buffer.from(extractRoads(part, round("gl")).data).equals(Buffer.from(part.data))).toBe(true);
  });

  it("may be in shared memory", () => {
    const shared = extractRoads(whole, round("gl"), { sharedMemory: true });
    expect(shared.data).toBeInstanceOf(SharedArrayBuffer);
    expect(Buffer.from(shared.data).equals(Buffer.from(extractRoads(whole, round("gl")).data))).toBe(true);
  });

  it("are found on both sides of the antimeridian", () => {
    const roads = network(
      [180, 0],
      [
        [
          [-3000, 0],
          [-1000, 0],
        ],
        [
          [-500, 0],
          [500, 0],
        ],
        [
          [1000, 0],
          [3000, 0],
        ],
        [
          [9000, 0],
          [9500, 0],
        ],
      ],
    );
    const part = extractRoads(roads, Area.box([179.97, -0.01, -179.97, 0.01]));
    part.verify();
    expect([...part.edgeWay]).toEqual([...roads.edgeWay].slice(0, 3));
    expect(extractRoads(roads, Area.box([-180, -0.01, -179.996, 0.01])).edgeCount).toBe(1);
    expect(extractRoads(roads, Area.box([0, -1, 1, 1])).edgeCount).toBe(0);
  });
});

describe("the turn restrictions of an extract", () => {
  it("ban the same walks as before", () => {
    const letters = "abcdefghijklmno";
    const pieces = [...letters].flatMap((letter, i) => [
      ...(i % 5 < 4 ? [letter + letters[i + 1]] : []),
      ...(i < 10 ? [letter + letters[i + 5]] : []),
    ]);
    const ban = fc.record({ way: fc.nat(), turns: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), only: fc.boolean() });
    let banned = 0;
    fc.assert(
      fc.property(fc.array(ban, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(4), { minLength: 22, maxLength: 22 }), (bans, keep) => {
        const source = sourceOf(pieces);
        bans.forEach(({ way, turns, only }, id) => {
          // A walk along ways: from the first, by those between, to the last.
          const walk = [way % pieces.length];
          let at = pieces[walk[0]][1];
          for (const turn of turns) {
            const last = walk[walk.length - 1];
            const on = pieces.flatMap((piece, i) => (piece.includes(at) && i !== last ? [i] : []));
            walk.push(on[turn % on.length]);
            at = pieces[walk[walk.length - 1]].replace(at, "");
          }
          const ways = walk.map((i) => i + 1);
          const node = pieces[walk[0]][1];
          const via = ways.length > 2 ? { ways: ways.slice(1, -1) } : { node: nodeId(node) };
          source.restrictions.push({ id, only, from: ways.slice(0, 1), to: ways.slice(-1), via, modes: 3 });
        });
        const whole = buildRoads(source);
        const kept = Uint32Array.from(pieces.keys()).filter((edge) => keep[edge]);
        const part = takeEdges(whole, kept);
        part.verify();
        const flagged = [...part.arcAccess.keys()].filter((arc) => part.arcAccess[arc] & HAS_TURNS);
        expect(flagged).toEqual([...part.columns.turnState].filter((state) => state < part.arcCount));
        const words = (roads: RoadGraph, walks: number[][]) => walks.map((walk) => walk.map((arc) => lettersOf(roads, arc)).join(" "));
        const expected = bannedWalks(whole, 3, 4).filter((walk) => walk.every((arc) => kept.includes(arc >>> 1)));
        expect(words(part, bannedWalks(part, 3, 4))).toEqual(words(whole, expected));
        banned += expected.filter((walk) => walk.length > 2).length;
      }),
      { numRuns: runs(100), seed: 1 },
    );
    expect(banned).toBeGreaterThan(20);
  });

  it("need no state of their own where the ways that they lead to are not in the extract", () => {
    const source = sourceOf(["ab", "bc", "cd", "be"]);
    source.restrictions.push({ id: 1, only: false, from: [1], to: [3], via: { ways: [2] }, modes: 1 });
    const { columns, arcCount } = buildRoads(source);
    expect(columns.virtualArc).toHaveLength(1);
    const turning = [...columns.turnState].filter((state) => state < arcCount);
    const all = keepTurns(columns, arcCount, arcCount, turning, (arc) => arc);
    expect(all.turnState).toEqual(columns.turnState);
    expect(keepTurns(columns, arcCount, 4, turning, (arc) => (arc < 4 ? arc : -1)).virtualArc).toHaveLength(0);
  });
});

describe("a match on an extract", () => {
  let town: RoadGraph;
  let drives: SimulatedDrive[];
  beforeAll(async () => {
    town = buildRoads(await readOsm(readFileSync("fixtures/town.osm")));
    drives = simulateDrives(town, { seed: 3, drives: 24 });
  });

  it("equals that on the whole network for tracks well inside the area", { tags: "long" }, () => {
    const [west, south, east, north] = town.bounds();
    const at = (x: number, y: number) => [west + x * (east - west), south + y * (north - south)];
    const [[left, low], [right, high]] = [at(0.3, 0.3), at(0.7, 0.75)];
    const part = extractRoads(town, Area.box([left, low, right, high]));
    expect(part.edgeCount).toBeLessThan(town.edgeCount * 0.75);
    // Parts of drives at least 350 m from the edge of the area: the search radius and the routes of these drives do not reach that far.
    const [x, y] = [0.0045, 0.0032];
    const inside = drives.flatMap(({ track }) => {
      const isIn = ({ lon, lat }: TrackPoint) => lon > left + x && lon < right - x && lat > low + y && lat < high - y;
      const first = track.findIndex(isIn);
      const end = track.findIndex((fix, i) => i > first && !isIn(fix));
      const stretch = first < 0 ? [] : track.slice(first, end < 0 ? undefined : end);
      return stretch.length >= 40 ? [stretch] : [];
    });
    expect(inside.length).toBeGreaterThanOrEqual(8);
    // The numbers of edges differ, the ids of their ways do not.
    const matchers = new Map([town, part].map((roads) => [roads, new Matcher(roads)]));
    const answer = (roads: RoadGraph, track: TrackPoint[]) => {
      const { points, stretches } = matchers.get(roads)!.match(track);
      const plain = JSON.stringify({ points, stretches }, (key, value) => {
        if (key === "edge") return value < 0 ? value : roads.edgeWay[value];
        return key === "arc" ? [roads.edgeWay[value >>> 1], value & 1] : value;
      });
      return JSON.parse(plain);
    };
    for (const track of inside) expect(answer(part, track)).toEqual(answer(town, track));
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { routeMismatch } from "../../../src/evaluate/score/mismatch.js";
import { type KubickaTexts, readKubicka } from "../../../src/evaluate/truth/kubicka.js";
import { buildRoads } from "../../../src/roads/build.js";
import type { RoadSource } from "../../../src/roads/source.js";

/**
 * 0 ── 1 ── 2 ── 3      two-way from 0 to 2, one-way 2 → 3, and a branch 2 ── 4
 *           │
 *           4
 */
const SMALL: KubickaTexts = {
  nodes: "10.000\t50\n10.001\t50\n10.002\t50\n10.003\t50\n10.002\t49.999\n",
  arcs: "0\t1\n1\t0\n1\t2\n2\t1\n2\t3\n2\t4\n4\t2\n",
  track: "10.0001\t50\t1.0\n10.0029\t50\t9.0\n",
  route: "0\n2\n4\n",
};

/** Ways as `id: nodes access-forward/access-backward`. */
function ways(source: RoadSource): string[] {
  return source.ways.map((way) => {
    const nodes = Array.from(way.nodes);
    return `${way.id}: ${nodes.join("-")} ${way.forward}/${way.backward}`;
  });
}

describe("a folder of the Kubička corpus", () => {
  it("becomes one way for each chain of plain nodes, with the id of its lowest arc", () => {
    const { roads } = readKubicka("t", SMALL);
    expect(ways(roads)).toEqual(["0: 0-1-2 15/15", "4: 2-3 15/0", "5: 2-4 15/15"]);
    expect(buildRoads(roads).arcCoordinates(4)).toEqual([
      [10.002, 50],
      [10.002, 49.999],
    ]);
  });

  it("has a track and a truth", () => {
    const { track } = readKubicka("t", SMALL);
    expect(track.track).toEqual([
      { lon: 10.0001, lat: 50, time: 1 },
      { lon: 10.0029, lat: 50, time: 9 },
    ]);
    expect(track.truth.map((part) => part.map(([lon]) => lon))).toEqual([[10, 10.001, 10.002, 10.003]]);
  });

  it("has the truth divided where the chain of arcs breaks", () => {
    const { track } = readKubicka("t", { ...SMALL, route: "0\n5\n6\n" });
    expect(track.truth).toEqual([
      [
        [10, 50],
        [10.001, 50],
      ],
      [
        [10.002, 50],
        [10.002, 49.999],
        [10.002, 50],
      ],
    ]);
  });

  it("has chains that end where the direction rules change", () => {
    const oneWayThenTwoWay = { ...SMALL, arcs: "0\t1\n1\t2\n2\t1\n", route: "0\n" };
    expect(ways(readKubicka("t", oneWayThenTwoWay).roads)).toEqual(["0: 0-1 15/0", "1: 1-2 15/15"]);
  });

  it("has one-way chains, whichever node has the lower number", () => {
    const backwards = { ...SMALL, arcs: "3\t2\n2\t1\n1\t0\n", route: "0\n" };
    expect(ways(readKubicka("t", backwards).roads)).toEqual(["0: 3-2-1-0 15/0"]);
  });

  it("has rings without a junction", () => {
    const ring = { ...SMALL, arcs: "0\t1\n1\t4\n4\t0\n", route: "0\n" };
    expect(ways(readKubicka("t", ring).roads)).toEqual(["0: 0-1-4-0 15/0"]);
  });

  it("has nodes joined that are at one place and connected by an arc without length", () => {
    const doubled = {
      ...SMALL,
      nodes: "10\t50\n10.001\t50\n10.001\t50\n10.002\t50\n",
      arcs: "0\t1\n1\t0\n1\t2\n2\t1\n2\t3\n3\t2\n",
      route: "0\n2\n4\n",
    };
    expect(ways(readKubicka("t", doubled).roads)).toEqual(["0: 0-1-3 15/15"]);
  });

  it.each([
    ["a node with one number", { nodes: "10\n" }, /t\.nodes line 1 is "10"; it must begin with 2 numbers/],
    ["an arc to nowhere", { arcs: "0\t9\n" }, /t\.arcs line 1: node 9 is not one of the 5 nodes/],
    ["a route over an unknown arc", { route: "0\n77\n" }, /t\.route entry 2: arc 77 is not one of the 7 arcs/],
    ["text for a coordinate", { track: "east\t50\t1\n" }, /t\.track line 1 is "east.*; it must begin with 3 numbers/],
    ["no fixes", { track: "" }, /t\.track: the file has no points/],
    ["no route", { route: "\n" }, /t\.route: the file has no arcs/],
  ])("gives an error for %s", (_, broken, sentence) => {
    expect(() => readKubicka("t", { ...SMALL, ...broken })).toThrow(sentence);
  });

  const data = "../shared/data/kubicka";
  it.skipIf(!existsSync(data))(
    "is valid in reality: every truth is on the roads (skipped without ../shared/data)",
    { tags: "long" },
    () => {
      for (const id of readdirSync(data).sort().slice(0, 6)) {
        const file = (extension: string) => readFileSync(`${data}/${id}/${id}.${extension}`, "utf8");
        const { roads, track } = readKubicka(id, { nodes: file("nodes"), arcs: file("arcs"), track: file("track"), route: file("route") });
        const graph = buildRoads(roads);
        const lines = Array.from({ length: graph.edgeCount }, (_, edge) => graph.arcCoordinates(2 * edge));
        expect(routeMismatch(track.truth, lines, { trimMetres: 0 }).missed).toBe(0);
      }
    },
  );
});

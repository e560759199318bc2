// The tree of the edges' boxes, checked against looking at every box.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrapLonE7 } from "../../src/geo/metres.js";
import { EdgeTree, treeLengths } from "../../src/roads/edge-tree.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { runs } from "../helpers/runs.js";
import { network, unit, world } from "./lines.js";

/** Whether an edge's box touches a window, with longitudes taken the short way from place to place. */
function touches(roads: RoadGraph, edge: number, [west, south, east, north]: number[]): boolean {
  const places = Array.from({ length: roads.shapeStart[edge + 1] - roads.shapeStart[edge] }, (_, i) => roads.shapeStart[edge] + i);
  let lon = roads.shapeLon[places[0]];
  const lons = places.map((place, i) => {
    if (i > 0) lon += wrapLonE7(roads.shapeLon[place] - roads.shapeLon[place - 1]);
    return lon;
  });
  const turn = Math.min(...lons) < -1.8e9 ? 3.6e9 : 0;
  const lats = places.map((place) => roads.shapeLat[place]);
  const least = (values: number[]) => Math.min(...values);
  const most = (values: number[]) => Math.max(...values);
  return least(lons) + turn <= east && most(lons) + turn >= west && least(lats) <= north && most(lats) >= south;
}

describe("a search for a window", () => {
  it("finds every edge whose box touches it, once, and hardly any other", () => {
    let [found, needed] = [0, 0];
    fc.assert(
      fc.property(fc.noBias(fc.array(world, { minLength: 1, maxLength: 6 })), unit, unit, unit, (worlds, x, y, size) => {
        const { origin } = worlds[0];
        const roads = network(
          origin,
          worlds.flatMap(({ lines }) => lines),
        );
        if (roads.edgeCount === 0) return;
        const edge = Math.floor(Math.abs(x) * 0.999 * roads.edgeCount);
        const middle = [roads.shapeLon[roads.shapeStart[edge]], roads.shapeLat[roads.shapeStart[edge]]];
        const half = Math.abs(size) * 1e5 * (y > 0 ? 100 : 1);
        const window = [middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half] as const;
        const hits: number[] = [];
        const count = new EdgeTree(roads.columns).search(...window, hits);
        expect(new Set(hits.slice(0, count)).size).toBe(count);
        const expected = Array.from({ length: roads.edgeCount }, (_, e) => e).filter((e) => touches(roads, e, [...window]));
        expect(expected.filter((e) => !hits.slice(0, count).includes(e))).toEqual([]);
        found += count;
        needed += expected.length;
      }),
      { numRuns: runs(300), seed: 1 },
    );
    expect(found).toBeLessThan(needed * 1.2);
  });
});

describe("the sections of the tree", () => {
  it.each([
    [0, 0],
    [1, 1],
    [16, 1],
    [17, 3],
    [256, 17],
    [257, 20],
    [4096, 273],
  ])("have %d edges and %d boxes", (edges, boxes) => {
    expect(treeLengths(edges)).toEqual({ treeEdge: edges, treeLeaf: edges * 4, treeBox: boxes * 4 });
  });
});

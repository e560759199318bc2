// Neighbouring extracts as one source: what both have is there once, what one has cut is whole again.
import { describe, expect, it } from "vitest";
import { buildRoads } from "../../src/roads/build.js";
import { mergeSources } from "../../src/roads/merge.js";
import { RoadSource } from "../../src/roads/source.js";

const WAY = {
  roadClass: 6,
  flags: 0,
  forward: 15,
  backward: 15,
  speedForward: 0,
  speedBackward: 0,
  truckSpeedForward: 0,
  truckSpeedBackward: 0,
};

/** Nodes 0.01° apart along the equator; `ways` by id. */
function source(nodes: number[], ways: Record<number, number[]>): RoadSource {
  const made = new RoadSource();
  for (const id of nodes) made.addNode(id, id * 1e5, 0);
  for (const [id, refs] of Object.entries(ways)) made.addWay({ ...WAY, id: Number(id), nodes: refs, name: `way ${id}` });
  return made;
}

describe("mergeSources", () => {
  it("gives a single source back as it is", () => {
    const one = source([1, 2], { 10: [1, 2] });
    expect(mergeSources([one])).toBe(one);
  });

  it("takes a way of both once, and counts the other", () => {
    const merged = mergeSources([source([1, 2, 3], { 10: [1, 2], 11: [2, 3] }), source([2, 3, 4], { 11: [2, 3], 12: [3, 4] })]);
    expect(merged.ways.map((way) => way.id)).toEqual([10, 11, 12]);
    expect(merged.dropped).toEqual({ "way of an earlier file": 1 });
    expect(buildRoads(merged).edgeCount).toBe(3);
  });

  it("makes a way whole whose nodes are spread over both", () => {
    const merged = mergeSources([source([1, 2], { 10: [1, 2, 3, 4] }), source([3, 4], { 10: [1, 2, 3, 4] })]);
    const roads = buildRoads(merged);
    expect(roads.edgeCount).toBe(1);
    expect(roads.shapeLon.length).toBe(4);
  });

  it("makes a way whole of which each has clipped off what the other has", () => {
    const merged = mergeSources([
      source([1, 2, 3], { 10: [1, 2, 3] }),
      source([3, 4, 5], { 10: [3, 4, 5] }),
      source([2, 3], { 10: [2, 3] }),
    ]);
    expect(merged.dropped).toEqual({ "way of an earlier file": 1 });
    const roads = buildRoads(merged);
    expect([...roads.edgeWay]).toEqual([10, 10]);
    expect(roads.shapeLon.length).toBe(6);
  });

  it("takes restrictions and barriers of both once, and all restrictions of one relation", () => {
    const parts = [1, 2].map(() => {
      const made = source([1, 2, 3], { 10: [1, 2], 11: [2, 3] });
      for (const to of [10, 11]) made.restrictions.push({ id: 7, only: false, from: [10], to: [to], via: { node: 2 }, modes: 15 });
      made.barriers.push({ node: 2, access: 15, flags: 0 });
      return made;
    });
    const merged = mergeSources(parts);
    expect(merged.restrictions).toHaveLength(2);
    expect(merged.barriers).toHaveLength(1);
  });
});

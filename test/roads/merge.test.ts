// Neighbouring extracts as one source: what is in both is kept once, and what one of them cut is whole again.
import { describe, expect, it } from "vitest";
import { buildRoads } from "../../src/roads/build.js";
import { mergeSources } from "../../src/roads/merge.js";
import { RoadSource } from "../../src/roads/source.js";
import { STREET } from "../helpers/road-source.js";

/** A source with nodes 0.01° apart along the equator, and `ways` by id. */
function source(nodes: number[], ways: Record<number, number[]>): RoadSource {
  const made = new RoadSource();
  for (const id of nodes) made.addNode(id, id * 1e5, 0);
  for (const [id, refs] of Object.entries(ways)) made.addWay({ ...STREET, id: Number(id), nodes: refs, name: `way ${id}` });
  return made;
}

describe("mergeSources", () => {
  it("returns a single source unchanged", () => {
    const one = source([1, 2], { 10: [1, 2] });
    expect(mergeSources([one])).toBe(one);
  });

  it("keeps a way that is in both once, and counts the other", () => {
    const merged = mergeSources([source([1, 2, 3], { 10: [1, 2], 11: [2, 3] }), source([2, 3, 4], { 11: [2, 3], 12: [3, 4] })]);
    expect(merged.ways.map((way) => way.id)).toEqual([10, 11, 12]);
    expect(merged.dropped).toEqual({ "way of an earlier file": 1 });
    expect(buildRoads(merged).edgeCount).toBe(3);
  });

  it("keeps the highest version of a way, whatever the order, and counts the others", () => {
    const dated = (version: number, nodes: number[], others: Record<number, number[]> = {}) => {
      const made = source([1, 2, 3], { 10: nodes, ...others });
      made.columns.version.data[0] = version;
      return made;
    };
    const [old, fresh] = [dated(1, [1, 3]), dated(2, [1, 2, 3], { 11: [2, 3] })];
    for (const sources of [
      [old, fresh],
      [fresh, old],
      [old, fresh, old],
    ]) {
      const merged = mergeSources(sources);
      expect(merged.ways.map(({ id, nodes }) => [id, ...Array.from(nodes)])).toEqual([
        [10, 1, 2, 3],
        [11, 2, 3],
      ]);
      expect(merged.dropped).toEqual({ "older version of a way of another file": sources.length - 1 });
    }
    expect(mergeSources([old, dated(1, [1, 3])]).dropped, "of one version").toEqual({ "way of an earlier file": 1 });
    expect(mergeSources([old, dated(0, [1, 2, 3])]).wayCount, "of a version that is not known").toBe(2);
    expect(mergeSources([mergeSources([fresh, source([4, 5], { 12: [4, 5] })]), old]).wayCount, "of what was joined before").toBe(3);
  });

  it("can merge as many restrictions as a country has", { tags: "long" }, () => {
    const many = source([1, 2], { 10: [1, 2] });
    for (let id = 1; id <= 200_000; id++) many.restrictions.push({ id, only: false, from: [10], to: [10], via: { node: 2 }, modes: 1 });
    expect(mergeSources([many, source([3, 4], { 11: [3, 4] })]).restrictions).toHaveLength(200_000);
  });

  it("completes a way whose nodes are spread over both", () => {
    const merged = mergeSources([source([1, 2], { 10: [1, 2, 3, 4] }), source([3, 4], { 10: [1, 2, 3, 4] })]);
    const roads = buildRoads(merged);
    expect(roads.edgeCount).toBe(1);
    expect(roads.shapeLon.length).toBe(4);
  });

  it("completes a way if each source has the part that the other clipped off", () => {
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

  it("keeps restrictions and barriers that are in both once, and all restrictions of one relation", () => {
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

  it("keeps apart objects of two sources with equal negative ids, which an editor assigns within a file", () => {
    const made = (east: number) => {
      const one = new RoadSource();
      for (const id of [-1, -2, -3]) one.addNode(id, (east - id) * 1e5, 0);
      one.addNode(5, 50e5, 0);
      for (const nodes of [
        [-1, -2],
        [-2, -3, 5, -9],
      ])
        one.addWay({ ...STREET, id: nodes[0] - 3, nodes });
      one.restrictions.push({ id: -6, only: false, from: [-4], to: [-5], via: { node: -2 }, modes: 15 });
      one.restrictions.push({ id: -7, only: false, from: [-4], to: [-4], via: { ways: [-5] }, modes: 15 });
      one.barriers.push({ node: -2, access: 1, flags: 0 });
      return one;
    };
    const merged = mergeSources([made(0), made(100), made(200)]);
    expect(merged.dropped).toEqual({});
    expect(merged.ways.map(({ id, nodes }) => [id, ...Array.from(nodes)])).toEqual([
      [-4, -1, -2],
      [-5, -2, -3, 5, -9],
      [-13, -10, -11],
      [-14, -11, -12, 5, -18],
      [-22, -19, -20],
      [-23, -20, -21, 5, -27],
    ]);
    expect(merged.restrictions.map(({ id, from, to, via }) => [id, ...from, ...to, via]).slice(2, 4)).toEqual([
      [-15, -13, -14, { node: -11 }],
      [-16, -13, -13, { ways: [-14] }],
    ]);
    expect(merged.barriers.map(({ node }) => node)).toEqual([-2, -11, -20]);
  });
});

// A made-up province as OSM data: roads over 40 km with names, barriers and turn restrictions, in as many blobs as a test needs.
import { Random } from "../../src/geo/random.js";
import type { PbfData, PbfOptions, PbfRelation, PbfWay } from "./pbf-writer.js";

/** What a file says that is sorted. */
export const SORTED: PbfOptions = { optional: ["Sort.Type_then_ID"] };

/** A road grid over about 40 km, with crossings 500 m apart, bends, barriers, names and turn restrictions; `lon` is its middle. */
export function province(seed: number, lon: number): PbfData {
  const random = new Random(seed);
  const SIDE = 80;
  const wrap = (x: number) => (x > 180 ? x - 360 : x);
  const shaken = () => 0.002 * (random.next() - 0.5);
  const nodes = Array.from({ length: SIDE * SIDE }, (_, i) => ({
    id: 1000 + 3 * i,
    lon: wrap(lon + ((i % SIDE) - SIDE / 2) * 0.006 + shaken()),
    lat: 40 + Math.floor(i / SIDE) * 0.0045 + shaken(),
    tags: random.int(30) === 0 ? { barrier: "gate", access: "private" } : undefined,
  }));
  const ways: PbfWay[] = [];
  for (let w = 0; w < 2500; w++) {
    const refs: number[] = [];
    let at = random.int(SIDE * SIDE);
    for (let n = 2 + random.int(6); n > 0; n--) {
      refs.push(nodes[at].id);
      const next = at + [1, -1, SIDE, -SIDE][random.int(4)];
      if (next >= 0 && next < SIDE * SIDE && Math.abs((next % SIDE) - (at % SIDE)) <= 1) at = next;
    }
    const tags = { highway: ["residential", "primary", "footway"][w % 3], name: `Road ${w % 50}`, oneway: w % 7 === 0 ? "yes" : "no" };
    ways.push({ id: 10 + w, refs, tags });
  }
  const relations: PbfRelation[] = Array.from({ length: 400 }, (_, r) => {
    const from = ways[random.int(ways.length)];
    const via = from.refs[from.refs.length - 1];
    const to = ways.find((way) => way !== from && way.refs[0] === via) ?? from;
    const member = (type: "way" | "node", ref: number, role: string) => ({ type, ref, role });
    return {
      id: r + 1,
      tags: { type: "restriction", restriction: r % 2 ? "no_left_turn" : "only_straight_on" },
      members: [member("way", from.id, "from"), member("node", via, "via"), member("way", to.id, "to")],
    };
  });
  return { nodes, ways, relations };
}

/** The same in blobs of `size` elements, as in large files. */
export function blobsOf({ nodes = [], ways = [], relations = [] }: PbfData, size = 700): PbfData[] {
  const cut = <T>(list: T[]): T[][] =>
    Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
  return [
    ...cut(nodes).map((n) => ({ nodes: n })),
    ...cut(ways).map((w) => ({ ways: w })),
    ...cut(relations).map((r) => ({ relations: r })),
  ];
}

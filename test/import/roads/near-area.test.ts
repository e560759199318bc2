// Roads near an area, read from a PBF that is too large to build as a whole: what is kept, and that the area has the same roads as in the whole.
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/import/byte-source.js";
import { bandsAround, NearArea, NearIds } from "../../../src/import/roads/near-area.js";
import { readOsm } from "../../../src/import/roads/osm.js";
import { Area } from "../../../src/roads/area.js";
import { buildRoads } from "../../../src/roads/build.js";
import { extractRoads } from "../../../src/roads/extract.js";
import { type PbfData, type PbfOptions, writePbf } from "../../helpers/pbf-writer.js";
import { blobsOf, province, SORTED } from "../../helpers/province.js";
import { dump } from "../../helpers/road-source.js";
import { runs } from "../../helpers/runs.js";

const read = async (pbf: Uint8Array | ByteSource, near?: Area) => {
  const source = await readOsm(pbf, { near });
  return { source, roads: buildRoads(source) };
};
const cut = ({ source, roads }: Awaited<ReturnType<typeof read>>, area: Area) => ({
  source,
  bytes: Buffer.from(extractRoads(roads, area).data),
});
const part = async (pbf: Uint8Array | ByteSource, area: Area, near?: Area) => cut(await read(pbf, near), area);

describe("the roads of an area", () => {
  const provinces = [
    { lon: 7, pbf: writePbf({}, { ...SORTED, blobs: blobsOf(province(1, 7)) }) },
    { lon: 179.95, pbf: writePbf({}, { ...SORTED, blobs: blobsOf(province(2, 179.95)) }) },
  ];

  it("have their turn restrictions if ids are negative, which PBF sorts without their signs", { tags: "long" }, async () => {
    const { nodes = [], ways = [], relations = [] } = province(1, 7);
    const below = {
      nodes: nodes.map((node) => ({ ...node, id: -node.id })),
      ways: ways.map((way) => ({ ...way, id: -way.id, refs: way.refs.map((ref) => -ref) })),
      relations: relations.map((relation) => ({ ...relation, members: relation.members.map((m) => ({ ...m, ref: -m.ref })) })),
    };
    const area = Area.box([6.95, 40.1, 7.05, 40.2]);
    const pbf = writePbf({}, { ...SORTED, blobs: blobsOf(below) });
    const [all, near] = [await part(pbf, area), await part(pbf, area, area)];
    expect(near.source.restrictions.length).toBeGreaterThan(0);
    expect(near.source.restrictions.length).toBeLessThan(all.source.restrictions.length);
    expect(near.bytes.equals(all.bytes)).toBe(true);
  });

  it("are the same whether all or only what is near is read", { tags: "long" }, async () => {
    const whole = new Map<Uint8Array, Awaited<ReturnType<typeof read>>>();
    for (const { pbf } of provinces) whole.set(pbf, await read(pbf));
    const box = fc.tuple(fc.double({ min: -0.25, max: 0.25, noNaN: true }), fc.double({ min: 40, max: 40.36, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...provinces),
        box,
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        async ({ lon, pbf }, [x, y], size) => {
          const wrap = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees);
          const area = Area.box([wrap(lon + x), y, wrap(lon + x + size), y + size]);
          const [all, near] = [cut(whole.get(pbf)!, area), await part(pbf, area, area)];
          expect(near.bytes.equals(all.bytes)).toBe(true);
          expect(near.source.wayCount).toBeLessThan(all.source.wayCount);
        },
      ),
      { numRuns: runs(20) },
    );
  });

  const data = province(3, 7);
  const area = Area.box([6.99, 40.1, 7.02, 40.13]);
  const { nodes, ways, relations } = data;
  const positions = (refs: number[]) => refs.map((ref): [number, number] => [nodes![(ref - 1000) / 3].lon, nodes![(ref - 1000) / 3].lat]);
  it.each<[string, PbfData, PbfOptions]>([
    ["is sorted and in many blobs", {}, { ...SORTED, blobs: blobsOf(data) }],
    ["has blobs with nothing in them", {}, { ...SORTED, blobs: blobsOf(data).flatMap((blob) => [{}, blob]) }],
    ["is not declared to be sorted", {}, { blobs: blobsOf(data) }],
    ["has its nodes last", {}, { blobs: [{ relations }, { ways }, { nodes }] }],
    ["has its nodes in no order", {}, { blobs: [{ nodes: [...nodes!].reverse() }, { ways }, { relations }] }],
    ["has everything in one blob", {}, { ...SORTED, blobs: [data] }],
    [
      "has positions in the ways",
      { nodes: nodes!.filter(({ tags }) => tags), ways: ways!.map((way) => ({ ...way, positions: positions(way.refs) })), relations },
      { optional: ["Sort.Type_then_ID", "LocationsOnWays"] },
    ],
  ])("are those of the whole file if it %s", { tags: "long" }, async (_, content, options) => {
    const pbf = writePbf(content, options);
    const [all, near] = [await part(pbf, area), await part(pbf, area, area)];
    expect(near.bytes.equals(all.bytes)).toBe(true);
    expect(near.source.wayCount).toBeLessThan(ways!.length / 4);
  });

  it("are not read from a file that is declared to be sorted and has nodes after its ways", { tags: "long" }, async () => {
    const pbf = writePbf({}, { ...SORTED, blobs: [{ nodes: nodes!.slice(0, 9) }, { ways }, { nodes: nodes!.slice(9) }] });
    await expect(readOsm(pbf, { near: area })).rejects.toThrow(
      /^The PBF file is damaged: in the blob at byte \d+, it has nodes after ways, though the file says that it is sorted\.$/,
    );
    expect((await readOsm(pbf)).wayCount).toBeGreaterThan(0);
  });

  it("come only with the turn restrictions of the roads kept", { tags: "long" }, async () => {
    const pbf = writePbf({}, { ...SORTED, blobs: blobsOf(data) });
    const { source } = await part(pbf, area, area);
    const kept = new Set(source.ways.map(({ id }) => id));
    const ofKept = (await part(pbf, area)).source.restrictions.filter(({ from, to }) => [...from, ...to].some((way) => kept.has(way)));
    expect(ofKept.length).toBeGreaterThan(0);
    expect(source.restrictions).toEqual(ofKept);
  });

  it("are found as fast in an area of many parts, such as a country with islands", { tags: "long" }, () => {
    const island = (i: number) =>
      [
        [0, 0],
        [0.001, 0],
        [0, 0.001],
      ].map(([x, y]) => [5 + (i % 200) * 0.1 + x, 58 + Math.floor(i / 200) * 0.1 + y]);
    const near = new NearArea(bandsAround(Area.polygons(Array.from({ length: 30_000 }, (_, i) => [island(i)]))));
    // To look through its parts for each would take minutes, and more than a test may.
    let held = 0;
    for (let id = 1; id <= 5_000_000; id++) held += near.holds((id % 2 ? 15 : 115) * 1e7 + id, 60 * 1e7) ? 1 : 0;
    expect(held).toBe(2_500_000);
  });

  it("are read from XML too, of which everything is read", { tags: "long" }, async () => {
    const xml = new Uint8Array(readFileSync("fixtures/town.osm"));
    const elsewhere = Area.box([100, 10, 101, 11]);
    expect((await readOsm(xml, { near: elsewhere })).wayCount).toBe((await readOsm(xml)).wayCount);
  });
});

describe("what is near", () => {
  const square = (west: number, south: number, size: number) => [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
    ],
  ];
  const box = (...numbers: [number, number, number, number]) => Area.box(numbers);
  // 5 km are 0.045° of latitude, and of longitude 0.0898° at 60°; latitudes are told to 0.01°.
  it.each<[string, Area, [lon: number, lat: number], boolean]>([
    ["inside", box(0, 0, 1, 1), [0.5, 0.5], true],
    ["less than 5 km north", box(0, 0, 1, 1), [0.5, 1.044], true],
    ["more than 6 km north", box(0, 0, 1, 1), [0.5, 1.056], false],
    ["less than 5 km south", box(0, 0, 1, 1), [0.5, -0.044], true],
    ["more than 6 km south", box(0, 0, 1, 1), [0.5, -0.056], false],
    ["less than 5 km east, where the area is farthest north", box(0, 10, 1, 60), [1.089, 60], true],
    ["more than 5 km east, where the area is farthest north", box(0, 10, 1, 60), [1.091, 60], false],
    ["less than 5 km west, where the area is farthest south", box(0, -60, 1, -10), [-0.089, -60], true],
    ["more than 5 km west, where the area is farthest south", box(0, -60, 1, -10), [-0.091, -60], false],
    ["east of an area at 180°", box(179, 0, 180, 1), [-179.96, 0.5], true],
    ["west of an area at −180°", box(-180, 0, -179, 1), [179.96, 0.5], true],
    ["at the pole", box(0, 89, 1, 90), [-170, 90], true],
    ["in the third of three parts on a latitude", Area.polygons([square(0, 0, 1), square(4, 0, 1), square(8, 0, 1)]), [8.5, 0.5], true],
    ["between two of them", Area.polygons([square(0, 0, 1), square(4, 0, 1), square(8, 0, 1)]), [2.5, 0.5], false],
    ["in one of two that overlap, behind the other's end", Area.polygons([square(3, 0, 4), square(0, 0, 4)]), [6.5, 0.5], true],
    [
      "in the larger of two, behind the end of the smaller, which is in it",
      Area.polygons([square(0, 0, 7), square(1, 1, 1)]),
      [6.5, 1.5],
      true,
    ],
  ])("a node %s", (_, area, [lon, lat], is) => {
    const near = new NearArea(bandsAround(area));
    expect(near.holds(Math.round(lon * 1e7), Math.round(lat * 1e7))).toBe(is);
    const positions = { lon: [1e9, Math.round(lon * 1e7)], lat: [-8e8, Math.round(lat * 1e7)] };
    expect(near.way([8, 9], positions)).toBe(is);
  });

  it.each([
    ["rise", [[1, 2], [4]]],
    ["fall from one block to the next", [[2, 4], [1]]],
    ["fall within a block", [[4], [2, 1]]],
  ])("is known of the nodes of ways, whether their ids %s", (_, blocks) => {
    const ids = new NearIds();
    for (const block of blocks) ids.add(Float64Array.from(block));
    const near = new NearArea(bandsAround(box(0, 0, 1, 1)), ids.all(false));
    expect([[1], [2], [3], [3, 2], [4]].map((nodes) => near.way(nodes))).toEqual([true, true, false, true, true]);
  });
});

describe("an area that is too large", () => {
  it("gives an error as soon as its nodes need too much memory", async () => {
    const pbf = writePbf({}, { ...SORTED, blobs: blobsOf(province(5, 7)) });
    const near = Area.box([6, 39, 8, 41]);
    await expect(readOsm(pbf, { near, maxMemory: 100_000 })).rejects.toMatchObject({
      code: "limit",
      message: "The nodes near the area take more memory than the 0.1 MB that are allowed: there are more than 3571; use a smaller area.",
    });
    expect((await readOsm(pbf, { near, maxMemory: 1e8 })).wayCount).toBeGreaterThan(0);
  });
});

describe("of a file that is declared to be sorted", () => {
  const blobs = blobsOf(province(4, 7), 100);
  const pbf = writePbf({}, { ...SORTED, blobs });
  const sizeOf = (part: PbfData[]) => writePbf({}, { blobs: part }).length;
  const nodeBytes = sizeOf(blobs.filter(({ nodes }) => nodes));
  /** Reads it; returns the bytes of blobs that were read, and the progress. */
  const readIt = async (near?: Area) => {
    let bytes = 0;
    const seen: [number, number][] = [];
    const file: ByteSource = {
      size: pbf.length,
      read: async (start, end) => {
        bytes += end - start > 124 + 4 ? end - start : 0;
        return pbf.slice(start, end);
      },
    };
    await readOsm(file, { near, onProgress: (done, total) => void seen.push([done, total]) });
    return { bytes, seen };
  };
  const rises = (seen: [number, number][], total: number) =>
    seen.every(([done, all], i) => all === total && (i === 0 || done >= seen[i - 1][0])) && seen.at(-1)?.[0] === total;

  it("an area's roads take its nodes once, once more the blobs with nodes of these roads, and the rest once; done rises to total", async () => {
    const { bytes, seen } = await readIt(Area.box([7, 40.1, 7.02, 40.12]));
    expect(bytes).toBeGreaterThan(pbf.length);
    expect(bytes).toBeLessThan(pbf.length + 0.6 * nodeBytes);
    expect(rises(seen, 3 * pbf.length)).toBe(true);
  });

  it("all roads take everything once, and some blobs more to find where the ways begin", async () => {
    const { bytes, seen } = await readIt();
    expect(bytes).toBeLessThan(pbf.length + 0.5 * nodeBytes);
    expect(rises(seen, 2 * pbf.length)).toBe(true);
  });

  it.each<[string, PbfData[]]>([
    ["all", blobs],
    ["empty blobs", blobs.flatMap((blob) => [{}, blob, {}])],
    ["one blob of ways and nodes", [...blobs.slice(0, 3), { nodes: blobs[3].nodes, ways: [] }, ...blobs.slice(4)]],
    ["ways alone", blobs.filter(({ ways }) => ways)],
    ["nodes alone", blobs.filter(({ nodes }) => nodes)],
  ])("the same is found as if it were not declared: %s", { tags: "long" }, async (_, parts) => {
    const [declared, not] = await Promise.all([
      readOsm(writePbf({}, { ...SORTED, blobs: parts })),
      readOsm(writePbf({}, { blobs: parts })),
    ]);
    expect(dump(declared)).toEqual(dump(not));
  });

  it("ways before nodes are an error, for they are not looked for there", async () => {
    const [first, ...others] = blobs.filter(({ ways }) => ways);
    const lying = writePbf({}, { ...SORTED, blobs: [first, ...blobs.filter(({ nodes }) => nodes), ...others] });
    await expect(readOsm(lying)).rejects.toThrow(
      /^The PBF file is damaged: in the blob at byte \d+, it has ways before nodes, though the file says that it is sorted\.$/,
    );
  });
});

const BEIJING = "../shared/data/sparsetaxi/beijing.osm.pbf";
describe.skipIf(!existsSync(BEIJING))(`${BEIJING}${existsSync(BEIJING) ? "" : " (skipped: it is missing)"}`, () => {
  it("has the same roads in a part as in the whole", { tags: "long" }, async () => {
    const pbf = new Uint8Array(readFileSync(BEIJING));
    const area = Area.box([116.3, 39.85, 116.36, 39.9]);
    const [all, near] = [await part(pbf, area), await part(pbf, area, area)];
    expect(near.bytes.equals(all.bytes)).toBe(true);
    expect(near.source.wayCount).toBeLessThan(all.source.wayCount);
  });
});

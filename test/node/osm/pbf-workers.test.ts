// Reading a PBF on several threads: the roads that one thread reads, and what happens if a thread dies.
import { describe, expect, it, vi } from "vitest";
import { SnapError } from "../../../src/errors.js";
import { bytesSource } from "../../../src/import/byte-source.js";
import { readOsmOn } from "../../../src/import/roads/osm.js";
import type { PbfThreads } from "../../../src/import/roads/pbf-threads.js";
import type { ReadOsmOptions } from "../../../src/import/roads/reading.js";
import { withPbfThreads } from "../../../src/node/osm/pbf-workers.js";
import { Area } from "../../../src/roads/area.js";
import { type PbfData, writePbf } from "../../helpers/pbf-writer.js";
import { blobsOf, province, SORTED } from "../../helpers/province.js";
import { dump } from "../../helpers/road-source.js";

/** A size from which on threads are used. */
const LARGE = 32 << 20;

const readOn = (threads: number, pbf: Uint8Array, options: ReadOsmOptions = {}) =>
  withPbfThreads(LARGE, threads, (pbfThreads) => {
    expect(pbfThreads.shared).toBe(threads > 1);
    return readOsmOn(pbfThreads, bytesSource(pbf), options);
  });

describe("a PBF read on three threads", () => {
  const data = province(6, 7);
  const { nodes, ways } = data;
  const positions = (refs: number[]) => refs.map((ref): [number, number] => [nodes![(ref - 1000) / 3].lon, nodes![(ref - 1000) / 3].lat]);
  const located = { ...data, ways: ways!.map((way, w) => (w % 9 === 0 ? way : { ...way, positions: positions(way.refs) })) };
  const versions = {
    nodes: nodes!.flatMap((node) => [
      { ...node, version: 1 },
      { ...node, lat: node.lat + 1e-4, version: 2 },
    ]),
    ways: ways!.flatMap((way, w) => [
      { ...way, version: 2 },
      { ...way, tags: w % 2 === 0 ? {} : way.tags, version: w % 3 },
    ]),
  };
  const near = Area.box([7, 40.1, 7.02, 40.12]);

  it.each<[string, Uint8Array, ReadOsmOptions]>([
    ["all roads", writePbf({}, { ...SORTED, blobs: blobsOf(data, 90) }), {}],
    ["roads for some modes", writePbf({}, { ...SORTED, blobs: blobsOf(data, 90) }), { modes: ["driving"], vehicle: "taxi" }],
    ["the roads of an area", writePbf({}, { ...SORTED, blobs: blobsOf(data, 90) }), { near }],
    ["those of a file that does not say that it is sorted", writePbf({}, { blobs: blobsOf(data, 90) }), { near }],
    ["those of nodes that are in no order", writePbf({}, { blobs: blobsOf({ ...data, nodes: [...nodes!].reverse() }, 90) }), { near }],
    ["ways with positions", writePbf({}, { optional: ["LocationsOnWays"], blobs: blobsOf(located, 90) }), {}],
    ["those near an area", writePbf({}, { optional: ["LocationsOnWays"], blobs: blobsOf(located, 90) }), { near }],
    ["elements of two versions, in one blob or in two", writePbf({}, { ...SORTED, blobs: blobsOf(versions, 91) }), {}],
  ])("has what it has on one: %s", async (_, pbf, options) => {
    const [one, three] = [await readOn(1, pbf, options), await readOn(3, pbf, options)];
    expect(one.wayCount).toBeGreaterThan(0);
    expect(dump(three)).toEqual(dump(one));
  });

  it("has the same errors", async () => {
    const pbf = writePbf({}, { ...SORTED, blobs: blobsOf(data, 90), packing: "raw" });
    for (let at = 5000; at < pbf.length; at += 40_000) {
      const broken = pbf.slice();
      broken.fill(255, at, at + 40);
      const errors = await Promise.all([1, 3].map((threads) => readOn(threads, broken).catch((error) => error)));
      expect(errors[0]).toBeInstanceOf(SnapError);
      expect(errors[1]).toMatchObject({ code: errors[0].code, message: errors[0].message });
    }
  });

  it("is stopped by a signal", async () => {
    const stop = new AbortController();
    const pbf = writePbf({}, { ...SORTED, blobs: blobsOf(data, 90) });
    await expect(readOn(3, pbf, { signal: stop.signal, onProgress: () => stop.abort() })).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("a thread that dies", () => {
  const blobs = (fate: string): PbfData[] => {
    const all = blobsOf(province(6, 7), 300);
    return [...all.slice(0, 20), { nodes: [{ id: 999_999, lon: 7, lat: 40, tags: { note: fate } }] }, ...all.slice(20)];
  };
  it.each([
    ["worker: exit", "internal", "died (it exited with code 3)"],
    ["worker: throw", "internal", "died (nobody catches this)"],
    ["worker: memory", "limit", "ran out of memory"],
  ])("gives an error of one sentence: %s", async (fate, code, how) => {
    const pbf = writePbf({}, { blobs: blobs(fate), packing: "raw" });
    await expect(readOn(2, pbf)).rejects.toMatchObject({
      code,
      message: `Reading the roads was given up: a thread that read a part of them ${how}.`,
    });
  });
});

describe("the caller's thread reads alone", () => {
  const usesOthers = (size: number, most: number) => withPbfThreads(size, most, async ({ shared }: PbfThreads) => shared);

  it.each<[string, number, number, boolean]>([
    ["a file below 32 MiB", LARGE - 1, 4, false],
    ["where it is the only one", LARGE, 1, false],
    ["else it does not", LARGE, 2, true],
  ])("%s", async (_, size, most, others) => {
    expect(await usesOthers(size, most)).toBe(others);
  });

  it("where no other can be started", async () => {
    vi.resetModules();
    vi.doMock("node:worker_threads", () => ({
      Worker: class {
        constructor() {
          throw new Error("not allowed");
        }
      },
    }));
    const { withPbfThreads } = await import("../../../src/node/osm/pbf-workers.js");
    expect(await withPbfThreads(LARGE, 4, async ({ shared }) => shared)).toBe(false);
    vi.doUnmock("node:worker_threads");
  });
});

// OSM read piece by piece from a byte source: the same roads as from bytes in memory, whatever the size of the file and the order of its blocks.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { townPbf } from "../../../bench/inputs/formats.js";
import { makeTown } from "../../../fixtures/make/town.js";
import { SnapError } from "../../../src/errors.js";
import { Random } from "../../../src/geo/random.js";
import type { ByteSource } from "../../../src/import/byte-source.js";
import { readOsm } from "../../../src/import/roads/osm.js";
import type { ReadOsmOptions } from "../../../src/import/roads/reading.js";
import { buildRoads } from "../../../src/roads/build.js";
import { RoadGraph } from "../../../src/roads/graph.js";
import { Growable } from "../../../src/roads/growable.js";
import { concat, type PbfData, writeBlob, writePbf } from "../../helpers/pbf-writer.js";
import { dump, trouble } from "../../helpers/road-source.js";

const DATA = "../shared/data";
const EXTRACTS = ["monaco/monaco", "neubrandenburg/neubrandenburg", "sparsetaxi/beijing", "gpx/andorra"].map((name) =>
  join(DATA, `${name}.osm.pbf`),
);

/** Bytes as from a file: copied, asynchronous, and never outside its range. */
function fileOf(bytes: Uint8Array): ByteSource & { largest: number } {
  const source = {
    size: bytes.length,
    largest: 0,
    async read(start: number, end: number) {
      if (!(start >= 0 && start <= end && end <= bytes.length)) throw new Error(`asked for ${start} to ${end} of ${bytes.length}`);
      source.largest = Math.max(source.largest, end - start);
      await Promise.resolve();
      return bytes.slice(start, end);
    },
  };
  return source;
}

const roadsOf = async (input: Uint8Array | ByteSource, options?: ReadOsmOptions) =>
  Buffer.from(buildRoads(await readOsm(input, options)).data);

let town: Uint8Array;
let xml: Uint8Array;
beforeAll(() => {
  town = townPbf();
  xml = new Uint8Array(readFileSync("fixtures/town.osm"));
});

describe("a file that is read piece by piece gives the same road file", () => {
  it.each<[string, () => Uint8Array]>([
    ["PBF", () => town],
    ["XML", () => xml],
    ["gzipped XML", () => gzipSync(xml)],
    ["gzipped PBF", () => gzipSync(town)],
  ])("for %s of the town", { tags: "long" }, async (_, make) => {
    const bytes = make();
    const [pieces, whole] = [await readOsm(fileOf(bytes)), await readOsm(bytes)];
    expect(Buffer.from(buildRoads(pieces).data).equals(Buffer.from(buildRoads(whole).data))).toBe(true);
    expect(pieces.dropped).toEqual(whole.dropped);
  });

  for (const path of EXTRACTS) {
    it.skipIf(!existsSync(path))(`${path} (skipped where it is not)`, { tags: "long" }, async () => {
      const bytes = new Uint8Array(readFileSync(path));
      const file = fileOf(bytes);
      expect((await roadsOf(file)).equals(await roadsOf(bytes))).toBe(true);
    });
  }

  it("with no more than one blob in memory", async () => {
    const file = fileOf(town);
    await readOsm(file);
    expect(file.largest).toBeLessThan(town.length * 0.6);
  });

  it("for roads of some modes", async () => {
    const options: ReadOsmOptions = { modes: ["cycling"] };
    expect((await roadsOf(fileOf(town), options)).equals(await roadsOf(town, options))).toBe(true);
  });
});

describe("a file with its blocks in any order", () => {
  it("gives the same road file, except for the numbers of edges", { tags: "long" }, async () => {
    const { network } = makeTown();
    const nodes = network.nodes.map(({ at: [x, y] }, i) => ({ id: i + 1, lon: x / 1e5, lat: y / 1e5 }));
    const ways = network.ways.map(({ nodes: refs, tags }, i) => ({ id: i + 1, refs: refs.map((node) => node + 1), tags }));
    const blocks: PbfData[] = [
      ...Array.from({ length: 28 }, (_, i) => ({ nodes: nodes.slice(i * 100, i * 100 + 100) })),
      ...Array.from({ length: 8 }, (_, i) => ({ ways: ways.slice(i * 100, i * 100 + 100) })),
    ];
    const sorted = await roadsOf(writePbf({}, { blobs: blocks }));
    const random = new Random(4);
    for (let round = 0; round < 4; round++) {
      // Ways keep their order among each other, from which edges are numbered.
      const order = blocks.map((block, i) => ({ block, at: "ways" in block ? 3 * i - 60 : 100 * random.next() }));
      const blobs = order.sort((a, b) => a.at - b.at).map(({ block }) => block);
      expect((await roadsOf(fileOf(writePbf({}, { blobs })))).equals(sorted)).toBe(true);
    }
    const lengths = (bytes: Buffer) => [...RoadGraph.from(new Uint8Array(bytes).buffer).edgeLength].sort((a, b) => a - b);
    expect(lengths(await roadsOf(writePbf({}, { blobs: [...blocks].reverse() })))).toEqual(lengths(sorted));
  });
});

describe("a file of more than 4 GiB", () => {
  const data: PbfData = {
    nodes: [
      { id: 1, lon: 7, lat: 47 },
      { id: 2, lon: 7.01, lat: 47 },
      { id: 3, lon: 7.02, lat: 47.01, tags: { barrier: "gate" } },
    ],
    ways: [{ id: 10, refs: [1, 2, 3], tags: { highway: "primary", name: "Long Lane" } }],
  };
  /** A block with a field that no reader knows, of almost the greatest size of a blob. */
  const filler = (() => {
    const block = new PbfWriter();
    block.writeBytesField(100, new Uint8Array(31 * 1024 * 1024));
    return writeBlob("OSMData", block.finish(), "raw");
  })();
  const small = writePbf(data);
  const head = writePbf({}).length;

  /** The file: its header, fillers up to 4.5 GiB, then the rest. Only one filler is in memory. */
  function large(): ByteSource & { end: number } {
    const count = Math.ceil((4.5 * 2 ** 30) / filler.length);
    const parts = [small.subarray(0, head), ...new Array<Uint8Array>(count).fill(filler), small.subarray(head)];
    const starts = [0];
    for (const part of parts) starts.push(starts[starts.length - 1] + part.length);
    return {
      size: starts[parts.length],
      end: starts[parts.length - 1],
      async read(start, end) {
        let i = starts.findIndex((at) => at > start) - 1;
        if (end <= starts[i + 1]) return parts[i].subarray(start - starts[i], end - starts[i]);
        const pieces: Uint8Array[] = [];
        for (; starts[i] < end; i++) pieces.push(parts[i].subarray(Math.max(0, start - starts[i]), end - starts[i]));
        return concat(pieces);
      },
    };
  }

  it("is read like a small one", async () => {
    const file = large();
    expect(file.size).toBeGreaterThan(2 ** 32);
    const seen: [number, number][] = [];
    const source = await readOsm(file, { onProgress: (done, total) => void seen.push([done, total]) });
    expect(dump(source)).toEqual(dump(await readOsm(small)));
    expect(seen.at(-1)).toEqual([2 * file.size, 2 * file.size]);
  });

  it("gives errors with places beyond 4 GiB, also if it is cut short there", async () => {
    const file = large();
    const damaged: ByteSource = {
      size: file.size,
      async read(start, end) {
        const bytes = await file.read(start, end);
        const at = file.end + 60 - start; // within the first blob after the fillers
        return at < 0 || at >= bytes.length ? bytes : Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 0xff : byte));
      },
    };
    expect((await trouble(readOsm(damaged))).message).toMatch(new RegExp(`^The PBF file is damaged: in the blob at byte ${file.end}, `));
    const short: ByteSource = { size: file.size - 5, read: (start, end) => file.read(start, end) };
    expect((await trouble(readOsm(short))).message).toMatch(
      new RegExp(`^The PBF file is cut short: its ${file.size - 5} bytes end within the blob that begins at byte \\d+\\.$`),
    );
  });

  it("is refused by a limit", async () => {
    const { code, message } = await trouble(readOsm(large(), { maxBytes: 2 ** 32 }));
    expect([code, message]).toEqual(["limit", expect.stringMatching(/^The PBF file has \d+ bytes; at most 4294967296 are read\.$/)]);
  });
});

describe("an error while reading", () => {
  it.each<[string, () => Uint8Array]>([
    ["PBF", () => town],
    ["XML", () => xml],
  ])("of memory that cannot be allocated says so, and does not call the file damaged: %s", async (_, make) => {
    const grow = vi.spyOn(Growable.prototype, "extend").mockImplementation(() => {
      throw new RangeError("Array buffer allocation failed");
    });
    const { code, message } = await trouble(readOsm(make()));
    grow.mockRestore();
    expect([code, message]).toEqual(["limit", "The OSM data takes more memory than there is."]);
  });

  it("of the byte source itself is passed unchanged", async () => {
    const sentence = new SnapError("bad-input", "It became shorter while it was read.");
    for (const bytes of [town, xml, gzipSync(xml)]) {
      const file = fileOf(bytes);
      let reads = 0;
      const failing: ByteSource = {
        size: file.size,
        read: (start, end) => (reads++ > 1 ? Promise.reject(sentence) : file.read(start, end)),
      };
      if (bytes === town || file.size > 1 << 20) expect(await trouble(readOsm(failing))).toBe(sentence);
    }
  });

  it("is the same as for bytes in memory, whichever byte is wrong", { tags: "long" }, async () => {
    const file = writePbf({
      nodes: [
        { id: 1, lon: 7, lat: 47 },
        { id: 2, lon: 8, lat: 47 },
      ],
      ways: [{ id: 1, refs: [1, 2], tags: { highway: "primary" } }],
    });
    const outcome = async (input: Uint8Array | ByteSource) =>
      readOsm(input).then(
        (source) => dump(source),
        (error: unknown) => (error instanceof SnapError ? [error.code, error.message] : Promise.reject(error)),
      );
    for (let i = 0; i < file.length; i++) {
      const bad = file.slice();
      bad[i] ^= 0x41;
      expect(await outcome(fileOf(bad)), `byte ${i}`).toEqual(await outcome(bad));
    }
  });

  it.each<[string, () => Uint8Array]>([
    ["PBF", () => town],
    ["XML", () => xml],
  ])("says that roads need more memory than allowed, before all is read: %s", async (_, make) => {
    const { code, message, details } = await trouble(readOsm(fileOf(make()), { maxMemory: 500_000 }));
    expect(code).toBe("limit");
    expect(message).toMatch(
      /^Its roads take more memory than the 0\.5 MB that are allowed: .* places; use a smaller extract, or for an OSM PBF an area \(the extract command, or the option near\), or fewer modes\.$/,
    );
    expect(details).toEqual({ maxMemory: expect.closeTo(500_000) });
    expect((await readOsm(fileOf(make()), { maxMemory: 5_000_000 })).wayCount).toBeGreaterThan(700);
  });
});

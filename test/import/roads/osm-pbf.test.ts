// OSM PBF: all its forms, and the ways in which a file can be wrong.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapError } from "../../../src/errors.js";
import { readOsm } from "../../../src/import/roads/osm.js";
import { Area } from "../../../src/roads/area.js";
import { MODES, type Mode } from "../../../src/roads/attributes.js";
import { buildRoads } from "../../../src/roads/build.js";
import { concat, type PbfData, type PbfOptions, type PbfWay, writeBlob, writeBlobOf, writePbf } from "../../helpers/pbf-writer.js";
import { dump, trouble } from "../../helpers/road-source.js";
import { runs } from "../../helpers/runs.js";

const DATA: PbfData = {
  nodes: [
    { id: 1, lon: 7.4, lat: 43.7 },
    { id: 2, lon: 7.41, lat: 43.71, tags: { barrier: "gate" } },
    { id: 3, lon: -7.4200001, lat: -43.7 },
    { id: 4, lon: 7.43, lat: 43.7, tags: { barrier: "bollard" } }, // of a building
    { id: 4_000_000_000_000, lon: 180, lat: 90 },
  ],
  ways: [
    { id: 10, refs: [1, 2], tags: { highway: "primary", name: "Rue de l’Été" } },
    { id: 11, refs: [2, 3, 4_000_000_000_000], tags: { highway: "residential", oneway: "yes", maxspeed: "30" } },
    { id: 12, refs: [1, 4, 3, 1], tags: { building: "yes" } },
    { id: 13, refs: [1, 3], tags: { highway: "construction" } },
  ],
  relations: [
    {
      id: 5,
      tags: { type: "restriction", restriction: "no_left_turn" },
      members: [
        { type: "way", ref: 10, role: "from" },
        { type: "node", ref: 2, role: "via" },
        { type: "way", ref: 11, role: "to" },
      ],
    },
    { id: 6, tags: { type: "multipolygon" }, members: [{ type: "relation", ref: 1, role: "" }] },
  ],
};
const read = (options?: PbfOptions, data = DATA) => readOsm(writePbf(data, options));

describe("reading OSM PBF", () => {
  it("gives the roads, their nodes, barriers and turn restrictions", async () => {
    const { nodes, ways, restrictions, barriers, dropped } = dump(await read());
    expect(nodes).toEqual([
      [1, 74000000, 437000000],
      [2, 74100000, 437100000],
      [3, -74200001, -437000000],
      [4_000_000_000_000, 1800000000, 900000000],
    ]);
    expect(ways).toMatchObject([
      { id: 10, nodes: [1, 2], name: "Rue de l’Été", forward: 15, backward: 15 },
      { id: 11, nodes: [2, 3, 4_000_000_000_000], forward: 15, backward: 4, speedForward: 300 },
    ]);
    expect(restrictions).toEqual([{ id: 5, only: false, from: [10], to: [11], via: { node: 2 }, modes: 11 }]);
    expect(barriers).toEqual([{ node: 2, access: 15, flags: 256 }]);
    expect(dropped).toEqual({ "under construction": 1 });
  });

  it.each<[string, PbfOptions]>([
    ["plain nodes", { dense: false }],
    ["unpacked blobs", { packing: "raw" }],
    ["unpacked blobs of plain nodes", { packing: "raw", dense: false }],
    ["another granularity", { granularity: 10 }],
    ["shifted positions", { offset: { lon: 7_000_000_000, lat: 43_000_000_000 } }],
    ["ways before nodes", { blobs: [{ relations: DATA.relations }, { ways: DATA.ways }, { nodes: DATA.nodes }] }],
    ["everything in one blob", { blobs: [DATA] }],
    ["a blob for each element", { blobs: [...DATA.nodes!.map((n) => ({ nodes: [n] })), ...DATA.ways!.map((w) => ({ ways: [w] })), DATA] }],
    ["nodes without any tags", { optional: ["Sort.Type_then_ID"] }],
  ])("gives the same with %s", async (_, options) => {
    const { nodes, ...expected } = dump(await read());
    const found = dump(await read(options));
    const unique = (list: number[][]) => [...new Map(list.map((node) => [node[0], node])).values()];
    expect(unique(found.nodes)).toEqual(nodes);
    if (options.blobs?.length !== DATA.nodes!.length + DATA.ways!.length + 1) expect(found).toMatchObject(expected);
  });

  it("gives every way in full, however long", async () => {
    const ways = [2000, 2, 257, 300].map((count, i) => {
      return { id: i + 1, refs: Array.from({ length: count }, (_, k) => k + 1), tags: { highway: "primary" } };
    });
    const nodes = ways[0].refs.map((id) => ({ id, lon: 7 + id / 1e4, lat: 43 }));
    const read = dump(await readOsm(writePbf({ nodes, ways })));
    expect(read.ways.map((way) => way.nodes)).toEqual(ways.map(({ refs }) => refs));
  });

  it("uses positions in the ways if the file has them", async () => {
    const positions: [number, number][] = [
      [7.4, 43.7],
      [7.41, 43.71],
    ];
    const data = { nodes: [DATA.nodes![1]], ways: [{ id: 10, refs: [1, 2], tags: { highway: "primary" }, positions }] };
    const { nodes, barriers } = dump(await read({ optional: ["LocationsOnWays"] }, data));
    expect(nodes).toEqual([
      [1, 74000000, 437000000],
      [2, 74100000, 437100000],
    ]);
    expect(barriers).toHaveLength(1);
  });

  describe("gives a warning for a file that ends between two blobs", () => {
    const ways = (count: number): PbfWay[] =>
      Array.from({ length: count }, (_, i) => ({ id: i + 1, refs: [1, 2], tags: { building: "yes" } }));
    const toldOf = async (data: PbfData) => Object.keys((await read({}, data)).dropped);

    it("if it lacks what every town has: relations after ten thousand ways, or ways after nodes", { tags: "long" }, async () => {
      const { nodes, relations } = DATA;
      expect(await toldOf({ nodes, ways: ways(10_000) })).toEqual([
        "relations: there are none, as in a file that was cut short or filtered",
      ]);
      expect(await toldOf({ nodes })).toEqual(["ways: there are none, as in a file that was cut short"]);
      expect(await toldOf({ nodes, ways: ways(10_000), relations: relations?.slice(0, 1) })).toEqual([]);
    });

    it("but not if it is small enough to be drawn by hand", async () => {
      expect(await toldOf({ nodes: DATA.nodes, ways: ways(9_999) })).toEqual([]);
      expect(await toldOf({})).toEqual([]);
    });
  });

  describe("uses the highest of consecutive versions of an element", () => {
    const nodes = [
      { id: 1, lon: 7.4, lat: 43.7, version: 1 },
      { id: 1, lon: 7.5, lat: 43.7, version: 3 },
      { id: 1, lon: 7.6, lat: 43.7, version: 2 },
      { id: 2, lon: 7.7, lat: 43.7, version: 4, tags: { barrier: "bollard" } },
      { id: 2, lon: 7.8, lat: 43.7, version: 5 },
      { id: 3, lon: 7.9, lat: 43.7, version: 1 },
      { id: 3, lon: 7.9, lat: 43.7, version: 1 },
    ];
    const ways: PbfWay[] = [
      { id: 10, refs: [1, 2, 3], tags: { highway: "primary" }, version: 1 },
      { id: 10, refs: [1, 2], tags: { highway: "residential" }, version: 2 },
      { id: 11, refs: [2, 3], tags: { highway: "primary" }, version: 6 },
      { id: 11, refs: [2, 3], tags: { building: "yes" }, version: 7 },
      { id: 12, refs: [2, 3], tags: { highway: "primary" }, version: 2 },
      { id: 12, refs: [2, 3], tags: { highway: "service" }, version: 1 },
    ];
    const to = (ref: number) => [
      { type: "way" as const, ref: 10, role: "from" },
      { type: "node" as const, ref: 2, role: "via" },
      { type: "way" as const, ref, role: "to" },
    ];
    const relations = [
      { id: 5, tags: { type: "restriction", restriction: "no_left_turn" }, members: to(11), version: 1 },
      { id: 5, tags: { type: "restriction", restriction: "no_left_turn" }, members: to(12), version: 2 },
    ];
    const expected = {
      nodes: [
        [1, 75000000, 437000000],
        [2, 78000000, 437000000],
        [3, 79000000, 437000000],
      ],
      ways: [
        { id: 10, nodes: [1, 2] },
        { id: 12, nodes: [2, 3], roadClass: 2 },
      ],
      restrictions: [{ id: 5, to: [12] }],
      barriers: [],
    };
    it.each<[string, PbfOptions]>([
      ["in one block", {}],
      ["of plain nodes", { dense: false }],
      [
        "in blocks of their own",
        {
          blobs: [
            ...nodes.map((n) => ({ nodes: [n] })),
            ...ways.map((w) => ({ ways: [w] })),
            ...relations.map((r) => ({ relations: [r] })),
          ],
        },
      ],
    ])("and of nodes, %s", async (_, options) => {
      const { nodes: places, ...found } = dump(await read(options, { nodes, ways, relations }));
      expect([...new Map(places.map((node) => [node[0], node])).values()]).toEqual(expected.nodes);
      const { nodes: __, ...others } = expected;
      expect(found).toMatchObject(others);
    });
  });

  it("and the positions in the ways if a node has two versions", async () => {
    const positions: [number, number][] = [
      [7.4, 43.7],
      [7.41, 43.71],
    ];
    const data = {
      nodes: [
        { ...DATA.nodes![1], version: 1 },
        { id: 2, lon: 7.41, lat: 43.71, version: 2 },
      ],
      ways: [{ id: 10, refs: [1, 2], tags: { highway: "primary" }, positions }],
    };
    const { nodes, barriers } = dump(await read({ optional: ["LocationsOnWays"] }, data));
    expect([nodes.map(([id]) => id), barriers]).toEqual([[1, 2], []]);
  });

  it("and of files that were concatenated, whatever each declares", async () => {
    const [a, b, c] = [1, 2, 3].map((id) => ({ id, lon: 7 + id / 100, lat: 43.7 }));
    const way = (id: number, from: typeof a, to: typeof a) => ({ id, refs: [from.id, to.id], tags: { highway: "primary" } });
    const positions: [number, number][] = [
      [7.02, 43.7],
      [7.03, 43.7],
    ];
    const sorted = writePbf({ nodes: [a, b], ways: [way(11, a, b)] }, { optional: ["Sort.Type_then_ID"] });
    const located = writePbf({ ways: [{ ...way(10, b, c), positions }] }, { optional: ["LocationsOnWays", "Sort.Type_then_ID"] });
    for (const file of [concat([sorted, located]), concat([located, sorted])]) {
      for (const near of [undefined, Area.box([7, 43, 8, 44])]) {
        const { edgeWay, nodeCount } = buildRoads(await readOsm(file, { near }));
        expect([[...edgeWay].sort(), nodeCount]).toEqual([[10, 11], 3]);
      }
    }
  });

  it.each([1, 124, 125, 1000, 65_000])("reads headers of blobs that have an index of %i bytes too", async (bytes) => {
    const indexed = writeBlobOf(
      "OSMHeader",
      (blob) => blob.writeBytesField(1, new Uint8Array(0)),
      (head, size) => {
        head.writeBytesField(2, new Uint8Array(bytes));
        head.writeVarintField(3, size);
      },
    );
    expect(dump(await readOsm(concat([indexed, writePbf(DATA)])))).toEqual(dump(await read()));
  });

  it("reads data that are not packed, with their size or without", async () => {
    const sized = writeBlobOf("OSMHeader", (blob) => {
      blob.writeVarintField(2, 0);
      blob.writeBytesField(1, new Uint8Array(0));
    });
    expect(dump(await readOsm(concat([sized, writePbf(DATA)])))).toEqual(dump(await read({ packing: "raw" })));
  });

  it("leaves out blocks of an unknown type, and counts them", async () => {
    const file = concat([
      writePbf(DATA),
      writeBlob("MyIndex", new Uint8Array(9), "raw"),
      writeBlob("MyIndex", new Uint8Array(9), "zlib", 7),
    ]);
    const expected = dump(await read());
    expect(dump(await readOsm(file))).toEqual({
      ...expected,
      dropped: { ...expected.dropped, "block of a type that is not known": 2 },
    });
  });

  it("can be restricted to roads for some modes", async () => {
    const ways = ["motorway", "residential", "footway", "steps", "cycleway"].map((highway, i) => ({
      id: i,
      refs: [1, 2],
      tags: { highway },
    }));
    ways.push({ id: 9, refs: [1, 2], tags: { highway: "residential", access: "no" } as (typeof ways)[number]["tags"] });
    const ids = async (modes: Mode[]) => (await readOsm(writePbf({ ways }), { modes })).ways.map((way) => way.id);
    expect(await ids(["driving"])).toEqual([0, 1, 9]);
    expect(await ids(["cycling"])).toEqual([1, 4, 9]);
    expect(await ids(["driving", "walking"])).toEqual([0, 1, 2, 3, 4, 9]);
    const unknown = await trouble(readOsm(writePbf({ ways }), { modes: ["flying" as Mode] }));
    expect(unknown.message).toBe(`The mode "flying" in modes is not known; allowed are ${MODES.join(", ")}.`);
  });

  it("reports progress, and can be stopped", async () => {
    const seen: [number, number][] = [];
    await readOsm(writePbf(DATA), { onProgress: (done, total) => void seen.push([done, total]) });
    expect(seen.every(([done], i) => i === 0 || done >= seen[i - 1][0])).toBe(true);
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);

    const controller = new AbortController();
    const stopped = await trouble(readOsm(writePbf(DATA), { signal: controller.signal, onProgress: () => controller.abort() }));
    expect(stopped.code).toBe("aborted");
  });
});

describe("an OSM PBF is refused, with an error of one sentence, for", () => {
  const located = (count: number) => {
    const positions = Array.from({ length: count }, (_, i): [number, number] => [7 + i / 100, 43]);
    return writePbf({ ways: [{ id: 10, refs: [1, 2], tags: { highway: "primary" }, positions }] }, { optional: ["LocationsOnWays"] });
  };
  const wide: PbfData = { nodes: [{ id: 1, lon: 0, lat: 0 }], ways: [{ id: 1, refs: [1], tags: { highway: "primary" } }] };
  it.each<[string, Uint8Array, RegExp]>([
    [
      "an unknown required feature",
      writePbf(DATA, { required: ["OsmSchema-V0.6", "Changesets"] }),
      /requires the feature "Changesets", which this reader does not have/,
    ],
    [
      "a history, as a later header says",
      concat([writePbf(DATA), writePbf(DATA, { required: ["HistoricalInformation"] })]),
      /is a history, with every version of each object; extract the state at one moment first \(osmium time-filter\)/,
    ],
    [
      "a blob of another type before the header",
      concat([writeBlob("MyIndex", new Uint8Array(9), "raw"), writePbf(DATA)]),
      /its type is "MyIndex" instead of/,
    ],
    ["no header", writePbf(DATA).subarray(writePbf({}).length), /its type is "OSMData" instead of OSMHeader\.$/],
    ["a granularity of 0", writePbf(wide, { granularity: -1 }), /grains of -1 nanodegrees/],
    ["a way with fewer positions than nodes", located(1), /a way has not as many positions as nodes/],
    ["a way with more positions than nodes", located(3), /a way has not as many positions as nodes/],
  ])("%s", async (_, file, sentence) => {
    const { code, message } = await trouble(readOsm(file));
    expect([code, message]).toEqual(["bad-input", expect.stringMatching(sentence)]);
  });

  it("versions of a way that are not consecutive", async () => {
    const ways = [1, 2].flatMap((version) => [10, 11].map((id) => ({ id, refs: [1, 2], tags: { highway: "path" }, version })));
    const { code, message } = await trouble(readOsm(writePbf({ ways })));
    const sentence = "The OSM data holds several versions of way 10 in different places; sort it first, for instance with osmium sort.";
    expect([code, message]).toEqual(["bad-input", sentence]);
    const same = ways.map((way) => ({ ...way, version: 1 }));
    expect((await readOsm(writePbf({ ways: same }))).ways).toHaveLength(4);
  });

  it("more bytes than allowed", async () => {
    const file = writePbf(DATA);
    const { code, message } = await trouble(readOsm(file, { maxBytes: 100 }));
    expect([code, message]).toEqual(["limit", `The PBF file has ${file.length} bytes; at most 100 are read.`]);
  });

  /** Where the second blob begins, which is the one that is wrong. */
  const at = writePbf({}).length;
  const refused = (blob: Uint8Array) => trouble(readOsm(concat([writePbf({}), blob])));
  const nine = new Uint8Array(9);
  const most = 32 * 1024 * 1024;

  it.each<[string, blob: Uint8Array, reason: string]>([
    ["whose header has no bytes", new Uint8Array(4), "its header has 0 bytes, and 1 to 65535 are allowed"],
    ["whose header is too long", Uint8Array.of(0, 1, 0, 0), "its header has 65536 bytes, and 1 to 65535 are allowed"],
    [
      "without a size",
      writeBlobOf(
        "OSMData",
        () => {},
        () => {},
      ),
      `its size is missing, and at most ${most} bytes are allowed`,
    ],
    [
      "that is too large",
      writeBlobOf(
        "OSMData",
        () => {},
        (head) => head.writeVarintField(3, most + 1),
      ),
      `its size is ${most + 1}, and at most ${most} bytes are allowed`,
    ],
    ["without data", writeBlobOf("OSMData", () => {}), "it holds no data, or more than one kind"],
    ["whose data are of a kind that is not known", writeBlob("OSMData", nine, "zlib", 20), "it holds no data, or more than one kind"],
    [
      "with packed data and others",
      writeBlobOf("OSMData", (blob) => {
        blob.writeBytesField(1, nine);
        blob.writeBytesField(3, nine);
      }),
      "it holds no data, or more than one kind",
    ],
    [
      "whose data have another size than announced",
      writeBlobOf("OSMData", (blob) => {
        blob.writeBytesField(1, nine);
        blob.writeVarintField(2, 10);
      }),
      "it holds 9 bytes and announces 10",
    ],
    [
      "whose packed data are damaged",
      writeBlobOf("OSMData", (blob) => {
        blob.writeVarintField(2, 9);
        blob.writeBytesField(3, nine);
      }),
      "its data does not unpack to the 9 bytes announced with the right checksum",
    ],
    [
      "with packed data of unknown size",
      writeBlobOf("OSMData", (blob) => blob.writeBytesField(3, nine)),
      `its unpacked size is missing, and at most ${most} bytes are allowed`,
    ],
    [
      "that claims to unpack to more than the format allows",
      writeBlob("OSMData", new Uint8Array(most + 1), "zlib"),
      `its unpacked size is ${most + 1}, and at most ${most} bytes are allowed`,
    ],
  ])("a blob %s", async (_, blob, reason) => {
    const { code, message } = await refused(blob);
    expect([code, message]).toEqual(["bad-input", `The PBF file is damaged: in the blob at byte ${at}, ${reason}.`]);
  });

  it.each([
    [4, "LZMA"],
    [5, "bzip2"],
    [6, "LZ4"],
    [7, "Zstandard"],
  ])("another packing (field %i: %s)", async (field, packing) => {
    const { code, message } = await refused(writeBlob("OSMData", nine, "zlib", field));
    const sentence = `The blob at byte ${at} of the PBF file is packed with ${packing}; it must be packed with zlib, or not at all.`;
    expect([code, message]).toEqual(["bad-input", sentence]);
  });

  it("but not for a node outside the world, which is only counted", async () => {
    const nodes = [
      { id: 1, lon: 7, lat: 43 },
      { id: 2, lon: 7, lat: 91 },
    ];
    const source = await readOsm(writePbf({ nodes, ways: [{ id: 1, refs: [1, 2], tags: { highway: "primary" } }] }));
    expect([source.nodeCount, source.dropped]).toEqual([1, { "node outside the world": 1 }]);
  });
});

describe("a damaged file gives an error of one sentence, or reads like one that is not damaged", () => {
  /** Reads bytes that may be wrong: the outcome, or null after a proper error. */
  async function attempt(file: Uint8Array) {
    try {
      return dump(await readOsm(file));
    } catch (error) {
      if (!(error instanceof SnapError)) throw error;
      expect(error.message).toMatch(/^[^\n]+\.$/);
      return null;
    }
  }

  it("with any byte of a compressed file changed", { tags: "long" }, async () => {
    const file = writePbf(DATA);
    const sound = dump(await readOsm(file));
    for (let i = 0; i < file.length; i++) {
      const bad = file.slice();
      bad[i] ^= [0x01, 0x80, 0xff, 0x10][i % 4];
      const found = await attempt(bad);
      if (found !== null && found.dropped["block of a type that is not known"] !== 1) expect(found, `byte ${i}`).toEqual(sound);
    }
  });

  it.each([true, false])("with any byte of an uncompressed file changed (dense nodes: %s)", { tags: "long" }, async (dense) => {
    const file = writePbf(DATA, { dense, packing: "raw" });
    for (let i = 0; i < file.length; i++) {
      // All four at each byte reach no other sentence that no row above has.
      for (const flip of i % 2 === 0 ? [0x01, 0x80] : [0x08, 0xff]) {
        const bad = file.slice();
        bad[i] ^= flip;
        await attempt(bad);
      }
    }
  });

  it("with any bytes of an uncompressed file changed", async () => {
    const file = writePbf(DATA, { packing: "raw" });
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bad = file.slice();
        for (const [at, byte] of changes) bad[at] = byte;
        await attempt(bad);
      }),
      { numRuns: runs(300) },
    );
  });

  it("cut short anywhere but between blobs", async () => {
    const file = writePbf(DATA);
    const between = [1, 2, 3].map(
      (blobs) => writePbf({}, { blobs: [{ nodes: DATA.nodes }, { ways: DATA.ways }, {}].slice(0, blobs - 1) }).length,
    );
    for (let length = 0; length < file.length; length++) {
      const found = await attempt(file.subarray(0, length));
      if (!between.includes(length)) expect(found, `${length} of ${file.length} bytes`).toBeNull();
    }
    expect((await trouble(readOsm(file.subarray(0, file.length - 1)))).message).toMatch(
      /^The PBF file is cut short: its \d+ bytes end within the blob that begins at byte \d+\.$/,
    );
  });
});

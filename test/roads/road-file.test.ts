// The road file: every kind of damage to its bytes is found, with an error of its own.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { Access, Flag, MODES, openTo, ROAD_CLASSES } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { checksum, FORMAT_VERSION, SECTIONS, type SectionName, sectionBytes, sectionsOf } from "../../src/roads/sections.js";
import { runs } from "../helpers/runs.js";
import { nodeId, sourceOf } from "./letters.js";

const NAMES = Object.keys(SECTIONS) as SectionName[];
const HEADER = 40;
const ENTRY = 24;

/** A network with something in every section. */
function build(): RoadGraph {
  const source = sourceOf([{ nodes: "ab", name: "Long Lane" }, "bd", { nodes: "efge", name: "Ring", roadClass: "primary" }, "be", "eh"]);
  source.restrictions.push(
    { id: 1, only: false, from: [1], to: [2], via: { node: nodeId("b") }, modes: 1 },
    { id: 2, only: false, from: [2], to: [5], via: { ways: [4] }, modes: 3 },
  );
  source.barriers.push({ node: nodeId("f"), access: 4, flags: 256 });
  return buildRoads(source);
}

/** The error for a buffer, always one plain sentence about the road file; null if there is none. */
function trouble(data: ArrayBuffer | SharedArrayBuffer, andVerify = false): string | null {
  try {
    const roads = RoadGraph.from(data);
    if (andVerify) roads.verify();
    return null;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    expect(error.code).toBe("bad-roads");
    expect(error.message).toMatch(/^The road file[^\n]+\.$/);
    return error.message;
  }
}

let good: ArrayBuffer;
beforeAll(() => {
  good = build().data as ArrayBuffer;
});

/** A copy with a change. */
function changed(change: (view: DataView, bytes: Uint8Array) => void): ArrayBuffer {
  const data = good.slice(0);
  change(new DataView(data), new Uint8Array(data));
  return data;
}

/** Where a section's entry in the table begins. */
const entry = (name: SectionName) => HEADER + ENTRY * NAMES.indexOf(name);
const LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

describe("a road file", () => {
  it("opens and verifies, with something in every section", () => {
    const roads = RoadGraph.from(good);
    roads.verify();
    for (const [name, bytes] of Object.entries(sectionBytes(roads.columns))) expect(bytes, name).toBeGreaterThan(0);
  });

  it("begins with its magic word, has sections aligned to eight bytes in the order of the table, and ends with the last one", () => {
    expect(String.fromCharCode(...new Uint8Array(good, 0, 8))).toBe("ROADSNAP");
    let end = HEADER + ENTRY * NAMES.length;
    const { columns } = RoadGraph.from(good);
    for (const name of NAMES) {
      expect(columns[name].byteOffset % 8).toBe(0);
      expect(columns[name].byteOffset - end).toBeGreaterThanOrEqual(0);
      expect(columns[name].byteOffset - end).toBeLessThan(8);
      end = columns[name].byteOffset + columns[name].byteLength;
    }
    expect(good.byteLength - end).toBeLessThan(8);
  });
});

describe("what a road file has", () => {
  it("is that of this version: with any change the version is raised, since an old file would be misread", () => {
    const sections = Object.entries(SECTIONS).map(([name, Type]) => `${name} ${Type.name.replace("Array", "")}`);
    const bits = [Access, Flag].map((all) => Object.entries(all).map(([name, bit]) => `${name} ${bit}`));
    const said = `
      2
      nodeLon Int32, nodeLat Int32, nodeAccess Uint8, outStart Uint32, outArcs Uint32, edgeFrom Uint32, edgeTo Uint32,
      shapeStart Uint32, shapeLon Int32, shapeLat Int32, shapeAt Float32,
      edgeLength Float64, edgeWay Float64, edgeClass Uint8, edgeFlags Uint16, edgeName Uint32,
      arcAccess Uint8, arcSpeed Uint16, arcTruckSpeed Uint16, nameStart Uint32, nameBytes Uint8,
      virtualArc Uint32, turnState Uint32, turnStart Uint32, turnTo Uint32, turnNext Uint32, turnBan Uint8,
      treeEdge Uint32, treeLeaf Uint8, treeBox Int32, bounds Int32;
      driving 1, trucking 2, walking 4, cycling 8;
      tunnel 1, bridge 2, ramp 4, roundabout 8, ferry 16, toll 32, private 64, unpaved 128, gate 256, destination 512, minor 1024,
      pushed 2048, truckRestricted 8192;
      driving 0, trucking 0, walking 16384, cycling 32768;
      motorway, trunk, primary, secondary, tertiary, unclassified, residential, living_street, service, track, pedestrian, cycleway,
      footway, steps, ferry
    `;
    const open = MODES.map((mode) => `${mode} ${openTo(Access[mode])}`);
    const found = `${FORMAT_VERSION} ${[sections, ...bits, open, ROAD_CLASSES].map((words) => words.join(", ")).join("; ")}`;
    expect(found).toBe(said.trim().replace(/\s+/g, " "));
  });

  it("is an element for each node, edge or arc in the sections whose names begin so", () => {
    const { columns, nodeCount, edgeCount, arcCount } = RoadGraph.from(good);
    for (const name of sectionsOf("node")) expect(columns[name].length, name).toBe(nodeCount);
    for (const name of sectionsOf("edge")) expect(columns[name].length, name).toBe(edgeCount);
    for (const name of sectionsOf("arc")) expect(columns[name].length, name).toBe(arcCount);
  });
});

describe("a damaged header", () => {
  it.each<[what: string, make: () => ArrayBuffer, sentence: RegExp]>([
    ["nothing at all", () => new ArrayBuffer(0), /size is 0 bytes: it was cut short\./],
    ["one byte", () => new ArrayBuffer(1), /size is 1 bytes: it was cut short\./],
    ["a header less one byte", () => good.slice(0, 39), /size is 39 bytes: it was cut short\./],
    [
      "another kind of file",
      () => new TextEncoder().encode(`<?xml version="1.0"?>${" ".repeat(100)}`).buffer,
      /first bytes are not "ROADSNAP": it is not a road file/,
    ],
    ["zeros", () => new ArrayBuffer(1000), /first bytes are not "ROADSNAP"/],
    ["an older version", () => changed((v) => v.setUint32(8, 0, LITTLE)), /version is 0; it must be \d+: build it again/],
    ["a newer version", () => changed((v) => v.setUint32(8, 77, LITTLE)), /version is 77;/],
    ["the other byte order", () => changed(swapWords), /byte order mark is 67305985; it must be 16909060: build it again\./],
    [
      "an unknown byte order",
      () => changed((v) => v.setUint32(12, 7, LITTLE)),
      /byte order mark is 7; it must be 16909060: build it again\./,
    ],
    ["a section too few", () => changed((v) => v.setUint32(16, 5, LITTLE)), /header is damaged: 5 sections in \d+ bytes; it must be \d+\./],
    [
      "its second half missing",
      () => good.slice(0, good.byteLength >> 1),
      /size is \d+ bytes where its header says \d+: it was cut short or added to/,
    ],
    ["only its header", () => good.slice(0, 40), /size is 40 bytes where its header says \d+: it was cut short/],
    ["something added", () => padded(8), /size is \d+ bytes where its header says \d+: it was cut short or added to/],
    ["a size that is no number", () => changed((v) => v.setFloat64(24, Number.NaN, LITTLE)), /its header says NaN/],
    ["a size that no road file has", () => withSize(padded(3)), /header is damaged: \d+ sections in \d+ bytes/],
    ["a table past its end", () => withSize(good.slice(0, 48)), /header is damaged: \d+ sections in 48 bytes/],
  ])("gives an error for %s", (_, make, sentence) => {
    expect(trouble(make())).toMatch(sentence);
  });

  it("with another version gives an error with that version, for programs", () => {
    const old = changed((view) => view.setUint32(8, 9, LITTLE));
    expect(() => RoadGraph.from(old)).toThrow(expect.objectContaining({ details: { version: 9 } }));
  });

  it.each([
    [
      "a Uint8Array",
      () => new Uint8Array(good),
      /bytes are Uint8Array; they must be ArrayBuffer or SharedArrayBuffer, such as new Uint8Array\(bytes\)\.buffer\.$/,
    ],
    ["a DataView", () => new DataView(good), /bytes are DataView;/],
    ["text", () => "ROADSNAP", /bytes are String;/],
    ["nothing", () => undefined, /bytes are Undefined;/],
    ["null", () => null, /bytes are Null;/],
  ])("%s gives an error instead of a buffer", (_, make, sentence) => {
    expect(trouble(make() as never)).toMatch(sentence);
  });

  function swapWords(view: DataView): void {
    for (const at of [8, 12, 16, 20]) view.setUint32(at, view.getUint32(at, LITTLE), !LITTLE);
  }

  function padded(count: number): ArrayBuffer {
    const longer = new Uint8Array(good.byteLength + count);
    longer.set(new Uint8Array(good));
    return longer.buffer;
  }

  /** The size in the header made to agree with the size of the data. */
  function withSize(data: ArrayBuffer): ArrayBuffer {
    new DataView(data).setFloat64(24, data.byteLength, LITTLE);
    return data;
  }
});

describe("a damaged section table", () => {
  it.each<[what: string, at: number, value: number | "id" | "bytes"]>([
    ["another section's number", 0, "id"],
    ["another element size", 4, "bytes"],
    ["a start beyond the end of the file", 8, 1e12],
    ["a negative start", 8, -8],
    ["a start that is no multiple of eight", 8, HEADER + ENTRY * NAMES.length + 4],
    ["a start in the header", 8, 0],
    ["a start that is NaN", 8, Number.NaN],
    ["an infinite length", 16, Number.POSITIVE_INFINITY],
    ["a negative length", 16, -1],
    ["a length of half an element", 16, 0.5],
    ["a length beyond the end of the file", 16, 1e9],
  ])("gives an error for %s", (_, at, value) => {
    for (const name of NAMES) {
      const data = changed((view) => {
        if (typeof value === "string") view.setUint32(entry(name) + at, 99, LITTLE);
        else view.setFloat64(entry(name) + at, value, LITTLE);
      });
      expect(trouble(data)).toMatch(new RegExp(`section "${name}" is damaged: it cannot have `));
    }
  });

  // The lengths of the other sections are checked against those of these.
  const free = new Set<SectionName>(["virtualArc", "nameStart", "nameBytes"]);

  it.each(NAMES.filter((name) => !free.has(name)))(
    "gives an error for one element less in %s, which disagrees with other sections",
    (name) => {
      const data = changed((view) => view.setFloat64(entry(name) + 16, RoadGraph.from(good).columns[name].length - 1, LITTLE));
      expect(trouble(data)).toMatch(/section "\w+" has \d+ elements; it must have \d+\./);
    },
  );

  it("without any names is found by verify()", () => {
    expect(
      trouble(
        fixed((view) => view.setFloat64(entry("nameStart") + 16, 0, LITTLE)),
        true,
      ),
    ).toMatch(/nameStart/);
  });
});

describe("a truncated file", () => {
  it("is recognised on opening, at any length", () => {
    for (let length = 0; length < good.byteLength; length++) {
      expect(trouble(good.slice(0, length))).toMatch(/is empty|was cut short/);
    }
  });
});

describe("a changed byte", () => {
  it("is found by verify() for any bit in the header, the table, the sections, and the padding between them", { tags: "long" }, () => {
    const data = good.slice(0);
    const bytes = new Uint8Array(data);
    const missed: string[] = [];
    for (let i = 0; i < bytes.length; i++) {
      for (let bit = 1; bit < 256; bit *= 2) {
        bytes[i] ^= bit;
        if (trouble(data, true) === null) missed.push(`byte ${i} of ${bytes.length}, bit ${bit}`);
        bytes[i] ^= bit;
      }
    }
    expect(missed).toEqual([]);
  });

  it("is found by verify() for any new value", () => {
    fc.assert(
      fc.property(fc.nat(good.byteLength - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const data = changed((_, bytes) => {
          bytes[at] ^= mask;
        });
        expect(trouble(data, true)).not.toBeNull();
      }),
      { numRuns: runs(500) },
    );
  });

  it("is found among other changes: two changed words, two words exchanged, a range of zeros", () => {
    const words = good.byteLength / 4;
    const edit = fc.record({
      at: fc.nat(words - 1),
      other: fc.nat(words - 1),
      how: fc.constantFrom("flip", "top bits", "exchange", "wipe"),
      mask: fc.integer({ min: 1 }),
    });
    fc.assert(
      fc.property(edit, ({ at, other, how, mask }) => {
        const data = good.slice(0);
        const list = new Int32Array(data);
        const before = list.slice();
        if (how === "wipe") list.fill(0, Math.min(at, other), Math.max(at, other) + 1);
        else if (how === "exchange") [list[at], list[other]] = [list[other], list[at]];
        else for (const i of new Set([at, other])) list[i] ^= how === "flip" ? mask : 0x80000000;
        if (before.every((word, i) => word === list[i])) return;
        expect(trouble(data, true)).not.toBeNull();
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Changes the data and corrects the checksum: damage from before the file was written. */
function fixed(change: (view: DataView, bytes: Uint8Array) => void): ArrayBuffer {
  const data = changed(change);
  new Uint32Array(data, 20, 1)[0] = checksum(data);
  return data;
}

describe("a wrong index in a column", () => {
  const set = (name: SectionName, index: number, value: number) =>
    fixed((view) => {
      const column = RoadGraph.from(view.buffer as ArrayBuffer).columns[name];
      column[index < 0 ? column.length + index : index] = value;
    });

  it.each<[name: SectionName, limit: () => number]>([
    ["outArcs", () => RoadGraph.from(good).arcCount],
    ["edgeFrom", () => RoadGraph.from(good).nodeCount],
    ["edgeTo", () => RoadGraph.from(good).nodeCount],
    ["edgeClass", () => ROAD_CLASSES.length],
    ["edgeName", () => 3],
    ["virtualArc", () => RoadGraph.from(good).arcCount],
    ["turnState", () => RoadGraph.from(good).arcCount + RoadGraph.from(good).columns.virtualArc.length],
    ["turnTo", () => RoadGraph.from(good).arcCount],
    ["turnNext", () => RoadGraph.from(good).arcCount + RoadGraph.from(good).columns.virtualArc.length],
    ["treeEdge", () => RoadGraph.from(good).edgeCount],
  ])("in %s is found by verify(), whose error has its value and what is allowed", (name, limit) => {
    for (const index of [0, -1]) {
      const data = set(name, index, limit());
      expect(trouble(data)).toBeNull();
      expect(trouble(data, true)).toMatch(new RegExp(`${name}\\[\\d+\\] is ${limit()}; it must be below ${limit()}\\.$`));
    }
  });

  it.each<SectionName>(["outStart", "shapeStart", "nameStart", "turnStart"])(
    "in %s is found by verify(): it must begin at 0, increase, and end at the length of its list",
    (name) => {
      const column = RoadGraph.from(good).columns[name];
      expect(trouble(set(name, 0, 1), true)).toMatch(new RegExp(`${name} goes from 1 to \\d+; it must be from 0 to \\d+`));
      expect(trouble(set(name, 1, column[2] + 1), true)).toMatch(new RegExp(`${name}\\[2\\] is \\d+; it must be \\d+ or more`));
      expect(trouble(set(name, -1, column[column.length - 1] + 1), true)).toMatch(
        new RegExp(`${name} goes from 0 to \\d+; it must be from 0 to \\d+`),
      );
    },
  );

  it("that leaves an edge with fewer than two places is found by verify()", () => {
    const { shapeStart } = RoadGraph.from(good);
    expect(trouble(set("shapeStart", 1, shapeStart[0] + 1), true)).toMatch(/shapeStart\[1\] is 1; it must be 2 or more/);
  });

  it("that puts the turn table out of order, so that it could not be searched, is found by verify()", () => {
    const { turnState } = RoadGraph.from(good).columns;
    expect(trouble(set("turnState", 0, turnState[1]), true)).toMatch(/turnState\[1\] is \d+; it must be \d+ or more/);
  });
});

describe("the buffer of a RoadGraph", () => {
  it("is not copied: the columns are views on it", () => {
    const roads = RoadGraph.from(good);
    expect(roads.data).toBe(good);
    for (const name of NAMES) expect(roads.columns[name].buffer).toBe(good);
    expect(roads.edgeLength.buffer).toBe(good);
  });

  it("may be shared memory, so that two graphs use one network", () => {
    const shared = new SharedArrayBuffer(good.byteLength);
    new Uint8Array(shared).set(new Uint8Array(good));
    const [one, other] = [RoadGraph.from(shared), RoadGraph.from(shared)];
    one.verify();
    expect(one.name(0)).toBe("Long Lane");
    one.edgeLength[0] = 42;
    expect(other.edgeLength[0]).toBe(42);
  });

  it("can be posted to a worker: a clone is the same network", () => {
    const clone = RoadGraph.from(structuredClone(good));
    clone.verify();
    expect(clone.columns).toEqual(RoadGraph.from(good).columns);
  });
});

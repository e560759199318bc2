// Sections: the bytes of a road file: a header, a table of sections, and the sections, each a typed array at a multiple of eight bytes.
import { SnapError } from "../errors.js";
import type { Typed } from "./growable.js";
import { sharedMemory, withinMemory } from "./memory.js";

const MAGIC = "ROADSNAP";
/** To be raised with every change of what a file has: sections, bits, classes. A file of another version is refused, never guessed at. */
export const FORMAT_VERSION = 2;
const ENDIAN_MARK = 0x01020304;
const HEADER_BYTES = 40;
const ENTRY_BYTES = 24;

/**
 * Every section in file order: its element type. The order is part of the format. A section whose name begins with `node`, `edge` or `arc` has an element for
 * each of these.
 */
export const SECTIONS = {
  /** Graph nodes (junctions and ends): degrees × 1e7. */
  nodeLon: Int32Array,
  nodeLat: Int32Array,
  /** Access bits of those who may pass the node; 15 where no barrier stands. */
  nodeAccess: Uint8Array,
  /** Arcs leaving node n: outArcs[outStart[n] … outStart[n + 1]). */
  outStart: Uint32Array,
  outArcs: Uint32Array,
  edgeFrom: Uint32Array,
  edgeTo: Uint32Array,
  /** Shape of edge e: shapeLon/Lat[shapeStart[e] … shapeStart[e + 1]), both ends included. */
  shapeStart: Uint32Array,
  shapeLon: Int32Array,
  shapeLat: Int32Array,
  /** Metres from the edge's start to each shape point. */
  shapeAt: Float32Array,
  edgeLength: Float64Array,
  edgeWay: Float64Array,
  edgeClass: Uint8Array,
  edgeFlags: Uint16Array,
  edgeName: Uint32Array,
  /** Access bits, and HAS_TURNS where the turn table has a row for the arc. */
  arcAccess: Uint8Array,
  arcSpeed: Uint16Array,
  arcTruckSpeed: Uint16Array,
  /** Name i: UTF-8 in nameBytes[nameStart[i] … nameStart[i + 1]); name 0 is "". */
  nameStart: Uint32Array,
  nameBytes: Uint8Array,
  /** The turn table, see turns.ts. */
  virtualArc: Uint32Array,
  turnState: Uint32Array,
  turnStart: Uint32Array,
  turnTo: Uint32Array,
  turnNext: Uint32Array,
  turnBan: Uint8Array,
  /** The tree of the edges' boxes, see edge-tree.ts: edge of each leaf, its box within its parent's, and the boxes above. */
  treeEdge: Uint32Array,
  treeLeaf: Uint8Array,
  treeBox: Int32Array,
  /** west, south, east, north: degrees × 1e7. */
  bounds: Int32Array,
};

/** One of the sections of a road file. */
export type SectionName = keyof typeof SECTIONS;
/**
 * All sections of a road file as typed arrays. Those that are also a field of {@link RoadGraph} are described there. Of the others
 * - `nodeAccess` has the access bits of those who may pass a node, 15 where no barrier stands
 * - `edgeName` has the number of each edge's name, which is UTF-8 in `nameBytes` from `nameStart[i]` up to `nameStart[i + 1]`; name 0 is ""
 * - `virtualArc` and those whose names begin with `turn` are the turn table, which `arcOf`, `turnRow` and `turnEntry` of the graph read
 * - `tree…` is the tree of the edges' boxes, which {@link nearbyRoads} searches
 * - `bounds` has west, south, east and north, degrees × 1e7
 */
export type RoadColumns = { [K in SectionName]: (typeof SECTIONS)[K]["prototype"] };

const NAMES = Object.keys(SECTIONS) as SectionName[];

/** The sections whose names begin so, in file order. */
export function sectionsOf<T extends "node" | "edge" | "arc" | "turn">(thing: T): Extract<SectionName, `${T}${string}`>[] {
  return NAMES.filter((name): name is Extract<SectionName, `${T}${string}`> => name.startsWith(thing));
}

const TABLE_END = HEADER_BYTES + ENTRY_BYTES * NAMES.length;
/** Bytes of the header and the table: all that opening a file looks at. */
export const HEAD_BYTES = TABLE_END;
/** Rounds up to a multiple of eight, without bit operations: sizes may be past 2³¹. */
const align = (n: number) => Math.ceil(n / 8) * 8;

/**
 * Lays out columns of these lengths in one buffer. Header and table are written, everything else is 0: to be filled, and then sealed.
 * @throws SnapError "limit" when there is not enough memory, "bad-option" when it is to be shared and cannot be.
 */
export function createSections(
  lengths: Record<SectionName, number>,
  shared = false,
): { data: ArrayBuffer | SharedArrayBuffer; columns: RoadColumns } {
  let size = TABLE_END;
  const offsets = NAMES.map((name) => {
    const at = align(size);
    size = at + lengths[name] * SECTIONS[name].BYTES_PER_ELEMENT;
    return at;
  });
  size = align(size);
  const data = withinMemory(`A road file of ${size} bytes`, () => (shared ? sharedMemory(size) : new ArrayBuffer(size)));
  const view = new DataView(data);
  for (let i = 0; i < 8; i++) view.setUint8(i, MAGIC.charCodeAt(i));
  // In the machine's own byte order on purpose: the sections are in it too, and the mark tells a reader so.
  new Uint32Array(data, 8, 4).set([FORMAT_VERSION, ENDIAN_MARK, NAMES.length, 0]);
  new Float64Array(data, 24, 1)[0] = size;
  NAMES.forEach((name, i) => {
    const at = HEADER_BYTES + i * ENTRY_BYTES;
    new Uint32Array(data, at, 2).set([i, SECTIONS[name].BYTES_PER_ELEMENT]);
    new Float64Array(data, at + 8, 2).set([offsets[i], lengths[name]]);
  });
  return { data, columns: openSections(data) };
}

/** Writes the checksum of a buffer that is filled. */
export function sealSections(data: ArrayBuffer | SharedArrayBuffer): void {
  new Uint32Array(data, 20, 1)[0] = checksum(data);
}

/** Refuses a road file. `what`: the part that is wrong, how, and what it must be; it follows "The road file's". */
export function badRoads(what: string, details?: Record<string, unknown>): never {
  throw new SnapError("bad-roads", `The road file's ${what}`, details);
}

/** Views on the sections of a buffer, without a copy. Each thing that can be wrong with the header has a sentence of its own. */
export function openSections(data: ArrayBuffer | SharedArrayBuffer): RoadColumns {
  const given = Object.prototype.toString.call(data).slice(8, -1);
  if (!given.endsWith("ArrayBuffer"))
    badRoads(`bytes are ${given}; they must be ArrayBuffer or SharedArrayBuffer, such as new Uint8Array(bytes).buffer.`);
  if (data.byteLength < HEADER_BYTES) badRoads(`size is ${data.byteLength} bytes: it was cut short.`);
  const magic = String.fromCharCode(...new Uint8Array(data, 0, 8));
  if (magic !== MAGIC) badRoads(`first bytes are not "${MAGIC}": it is not a road file.`);
  const [version, endian, count] = new Uint32Array(data, 8, 3);
  if (endian !== ENDIAN_MARK) badRoads(`byte order mark is ${endian}; it must be ${ENDIAN_MARK}: build it again.`);
  if (version !== FORMAT_VERSION) badRoads(`version is ${version}; it must be ${FORMAT_VERSION}: build it again.`, { version });
  const [size] = new Float64Array(data, 24, 1);
  if (size !== data.byteLength) badRoads(`size is ${data.byteLength} bytes where its header says ${size}: it was cut short or added to.`);
  if (count !== NAMES.length || size % 8 !== 0 || size < TABLE_END) {
    badRoads(`header is damaged: ${count} sections in ${size} bytes; it must be ${NAMES.length}.`);
  }
  const columns: Partial<Record<SectionName, Typed>> = {};
  NAMES.forEach((name, i) => {
    const Type = SECTIONS[name];
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    const [id, elementBytes] = new Uint32Array(data, entry, 2);
    const [offset, length] = new Float64Array(data, entry + 8, 2);
    const fits =
      id === i &&
      elementBytes === Type.BYTES_PER_ELEMENT &&
      Number.isInteger(length) &&
      offset >= TABLE_END &&
      length >= 0 &&
      offset % 8 === 0 &&
      offset + length * elementBytes <= size;
    if (!fits) badRoads(`section "${name}" is damaged: it cannot have ${length} elements at byte ${offset} of ${size}.`);
    columns[name] = new Type(data as ArrayBuffer, offset, length);
  });
  return columns as RoadColumns;
}

/** Bytes of each section, in file order. */
export function sectionBytes(columns: RoadColumns): Record<SectionName, number> {
  return Object.fromEntries(NAMES.map((name) => [name, columns[name].byteLength])) as Record<SectionName, number>;
}

/** Whether the header holds the checksum that was found. @throws SnapError "bad-roads" */
export function checkSeal(data: ArrayBuffer | SharedArrayBuffer, found: number): void {
  const [stored] = new Uint32Array(data, 20, 1);
  if (found !== stored) badRoads(`checksum is ${found} where its header says ${stored}: bytes were changed.`);
}

/**
 * Checksum over all 32-bit words but its own, the one at index `own`. Each step is a bijection of the sum for a given word, and of the word for a given sum, so
 * that no change within a single word goes unnoticed. To go on with a further piece of a file, pass the sum so far, and an `own` outside the piece.
 */
export function checksum(data: ArrayBuffer | SharedArrayBuffer, sum = 0x9e3779b9, own = 5): number {
  const words = new Uint32Array(data);
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ (i === own ? 0 : words[i]), 0x85ebca6b);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

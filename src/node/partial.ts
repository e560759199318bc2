// Partial: reads from a road file on disk only what an area's roads take.
import type { Area } from "../roads/area.js";
import { WalkedTree } from "../roads/edge-tree-walk.js";
import { type ExtractOptions, edgesNear, edgesTouching, risingOnce, takeEdges } from "../roads/extract.js";
import { RoadGraph } from "../roads/graph.js";
import { badRoads, checkSeal, checksum, HEAD_BYTES, type RoadColumns, type SectionName, sectionsOf } from "../roads/sections.js";
import { allocate, type FileSource } from "./file-source.js";

/** Elements between two wanted ones, up to which both are read in one go: one long read is cheaper than two. */
const GAP = 1024;
/** Sections that are small, and searched as a whole. */
const WHOLE: readonly SectionName[] = ["bounds", "virtualArc", ...sectionsOf("turn")];

/**
 * Roads of an area, and the file that they are from: its size in bytes and, if it is a road file, its number of segments and their box (`RoadGraph.bounds`).
 */
export interface RoadsPart {
  /** The roads of the area. */
  roads: RoadGraph;
  /** The file. Segments and box are null if it is no road file. */
  of: { edges: number | null; bytes: number; bounds: [west: number, south: number, east: number, north: number] | null };
}

/** Options of {@link readPart}. */
export interface PartOptions extends ExtractOptions {
  /** First check the whole file, a piece at a time, and refuse it if bytes of it were changed. Default false. */
  checked?: boolean | undefined;
}

/**
 * Reads the roads that touch an area, as `extractRoads` cuts them out. The buffer is as large as the file, but what is not written to takes no memory on
 * systems that provide it page by page.
 * @throws SnapError "bad-roads" when the file is no road file, or damaged in what is read.
 */
export async function readPart(file: FileSource, area: Area, { checked = false, ...options }: PartOptions = {}): Promise<RoadsPart> {
  const data = allocate(file.size);
  const head = Math.min(file.size, HEAD_BYTES);
  await file.fill(new Uint8Array(data, 0, head), 0);
  const roads = RoadGraph.from(data);
  if (checked) await checkSum(file);
  const { columns } = roads;
  const part = new Part(file, roads);

  for (const name of WHOLE) await part.fill(name, 0, columns[name].length);
  checkTurns(columns);
  const tree = new WalkedTree(columns);
  await part.fill("treeBox", Math.max(0, columns.treeBox.length - 4), columns.treeBox.length);
  for (let level = tree.height; level > 0; level--) {
    const children = boxesNear(tree, level, area).map(([first, last]) => tree.childrenOf(level, first, last));
    const runs = children.map(([from, to]): Run => [from, to - 1]);
    if (level > 1) await part.each(["treeBox"], runs, 4);
    else await Promise.all([part.each(["treeEdge"], runs), part.each(["treeLeaf"], runs, 4)]);
  }
  const near = edgesNear(tree, area);
  await part.each(["shapeStart"], runsOf(near), 1, 1);
  checkStarts(columns.shapeStart, near, "shapeLon", columns.shapeLon.length, 2);
  await part.between(["shapeLon", "shapeLat"], runsOf(near), columns.shapeStart);

  const edges = edgesTouching(roads, near, area);
  const runs = runsOf(edges);
  await part.between(["shapeAt"], runs, columns.shapeStart);
  await part.each(sectionsOf("edge"), runs);
  await part.each(sectionsOf("arc"), runs, 2);
  const named = risingOnce(edges.map((edge) => columns.edgeName[edge]));
  const names = runsOf(named);
  await part.each(["nameStart"], names, 1, 1);
  checkStarts(columns.nameStart, named, "nameBytes", columns.nameBytes.length, 0);
  await part.between(["nameBytes"], names, columns.nameStart);
  const ends = new Uint32Array(edges.length * 2);
  edges.forEach((edge, e) => {
    ends[2 * e] = columns.edgeFrom[edge];
    ends[2 * e + 1] = columns.edgeTo[edge];
  });
  await part.each(sectionsOf("node"), runsOf(risingOnce(ends)));
  return { roads: takeEdges(roads, edges, options), of: { edges: roads.edgeCount, bytes: file.size, bounds: roads.bounds() } };
}

/** Bytes checked at a time, a multiple of four. */
const PIECE = 1 << 20;

/**
 * Checks a road file's checksum in little memory.
 * @throws SnapError "bad-roads"
 */
async function checkSum(file: FileSource): Promise<void> {
  const first = await read(file, 0);
  let sum = checksum(first);
  for (let at = PIECE; at < file.size; at += PIECE) sum = checksum(await read(file, at), sum, -1);
  checkSeal(first, sum);
}

/** A piece of a road file, or what is left of it. */
async function read(file: FileSource, at: number): Promise<ArrayBuffer> {
  const piece = new ArrayBuffer(Math.min(PIECE, file.size - at));
  await file.fill(new Uint8Array(piece), at);
  return piece;
}

/** Numbers from the first to the last, both included. */
type Run = readonly [first: number, last: number];

/** Groups rising numbers into runs; numbers near enough to each other share one. */
function runsOf(rising: Uint32Array): Run[] {
  const runs: Run[] = [];
  let first = 0;
  for (let i = 1; i <= rising.length; i++) {
    if (i < rising.length && rising[i] - rising[i - 1] <= GAP) continue;
    runs.push([rising[first], rising[i - 1]]);
    first = i;
  }
  return runs;
}

/** @throws SnapError "bad-roads" if a number has fewer than `least` elements in the section, or some beyond its end. */
function checkStarts(starts: Uint32Array, numbers: Uint32Array, name: SectionName, length: number, least: number): void {
  for (const i of numbers) {
    if (!(starts[i + 1] - starts[i] >= least && starts[i + 1] <= length)) damaged(name, length, starts[i], starts[i + 1]);
  }
}

/**
 * Checks the turn table, which a search would follow without end if it were damaged. `RoadGraph.verify` does the same, but is shipped to browsers, where there
 * is no room to split it into parts.
 * @throws SnapError "bad-roads"
 */
function checkTurns(columns: RoadColumns): void {
  const arcs = columns.arcAccess.length;
  const states = arcs + columns.virtualArc.length;
  const { turnStart, turnState, turnTo } = columns;
  checkStarts(turnStart, Uint32Array.from(turnState.keys()), "turnTo", turnTo.length, 0);
  for (let row = 1; row < turnState.length; row++) {
    if (turnState[row] <= turnState[row - 1]) misled("turnState", row, turnState[row], `${turnState[row - 1] + 1} or more`);
  }
  const limits = { virtualArc: arcs, turnState: states, turnTo: arcs, turnNext: states };
  for (const [name, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    columns[name].forEach((value, i) => {
      if (value >= limit) misled(name, i, value, `below ${limit}`);
    });
  }
}

function misled(name: SectionName, i: number, value: number, asked: string): never {
  badRoads(`${name}[${i}] is ${value}; it must be ${asked}.`);
}

function damaged(name: SectionName, length: number, from: number, to: number): never {
  badRoads(`section "${name}" has ${length} elements; it must have those from ${from} to ${to}.`);
}

/** Boxes of a level of the tree that touch the area. */
function boxesNear(tree: WalkedTree, level: number, area: Area): Run[] {
  const boxes: number[] = [];
  for (const [west, south, east, north] of area.windows()) {
    const found: number[] = [];
    tree.boxesAt(level, west, south, east, north, found);
    for (const box of found) boxes.push(box);
  }
  return runsOf(risingOnce(Uint32Array.from(boxes)));
}

/** The columns of the network, of which only what was read has its values. */
class Part {
  readonly #file: FileSource;
  readonly #roads: RoadGraph;

  constructor(file: FileSource, roads: RoadGraph) {
    this.#file = file;
    this.#roads = roads;
  }

  /** Reads `width` elements for each number, and `after` more behind each run. */
  async each(names: readonly SectionName[], runs: readonly Run[], width = 1, after = 0): Promise<void> {
    await Promise.all(names.flatMap((name) => runs.map(([first, last]) => this.fill(name, first * width, (last + 1) * width + after))));
  }

  /** Reads, for each run, the elements from the first number's start to the end of the last number's. */
  async between(names: readonly SectionName[], runs: readonly Run[], starts: Uint32Array): Promise<void> {
    await Promise.all(names.flatMap((name) => runs.map(([first, last]) => this.fill(name, starts[first], starts[last + 1]))));
  }

  /** Reads elements of a section from one up to another. */
  async fill(name: SectionName, from: number, to: number): Promise<void> {
    const { buffer, byteOffset, length, BYTES_PER_ELEMENT: width } = this.#roads.columns[name];
    // Negated, so that NaN is refused too.
    if (!(from <= to && to <= length)) throw damaged(name, length, from, to);
    const at = byteOffset + from * width;
    await this.#file.fill(new Uint8Array(buffer, at, (to - from) * width), at);
  }
}

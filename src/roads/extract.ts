// A smaller road file out of a larger one: the edges that touch an area, whole, and everything that belongs to them.

import { checkOptions } from "../errors.js";
import { firstAtLeast } from "../geo/first-at-least.js";
import { type Area, checkArea } from "./area.js";
import { EdgeTree, placeOrder } from "./edge-tree.js";
import { checkRoads, HAS_TURNS, type RoadGraph } from "./graph.js";
import { BY_PLACE, finish, layOut } from "./layout.js";
import { withinMemory } from "./memory.js";
import { type RoadColumns, sectionsOf } from "./sections.js";
import { arcsLeaving } from "./topology.js";
import { keepTurns } from "./turns.js";

/** Options of {@link extractRoads}. */
export interface ExtractOptions {
  /** Put the graph in a SharedArrayBuffer, so that workers read it without a copy. Default false. */
  sharedMemory?: boolean | undefined;
}

/**
 * The part of a road network that touches an area. Edges are kept whole, with their names, limits, barriers and the turn restrictions among them; way
 * ids stay, edges and nodes are numbered anew in the same order. Inside the area a match is as on the whole network; within the search
 * radius of its rim, and where the best route leaves it, roads are missing: take the area some kilometres larger than the tracks.
 * @throws SnapError "limit" when it takes more memory than there is, "bad-option" for what is no area, "bad-input" or "bad-roads" for what are no roads.
 */
export function extractRoads(roads: RoadGraph, area: Area, options: ExtractOptions = {}): RoadGraph {
  checkRoads(roads, "The larger network's");
  checkArea(area, "The area");
  checkOptions(options, "extractRoads", ["sharedMemory"]);
  return takeEdges(roads, edgesTouching(roads, edgesNear(new EdgeTree(roads.columns), area), area), options);
}

/** Edges whose boxes touch an area's, rising. */
export function edgesNear(tree: EdgeTree, area: Area): Uint32Array {
  const near: number[] = [];
  for (const [west, south, east, north] of area.windows()) {
    const found: number[] = [];
    tree.search(west, south, east, north, found);
    for (const edge of found) near.push(edge);
  }
  return risingOnce(Uint32Array.from(near));
}

/** The same numbers in rising order, each once. */
export function risingOnce(numbers: Uint32Array): Uint32Array {
  return numbers.sort().filter((number, i) => i === 0 || number !== numbers[i - 1]);
}

/** Those of some edges that touch an area. */
export function edgesTouching({ shapeLon, shapeLat, shapeStart }: RoadGraph, near: Uint32Array, area: Area): Uint32Array {
  return near.filter((edge) => area.touches(shapeLon, shapeLat, shapeStart[edge], shapeStart[edge + 1] - 1));
}

/** A network of some of the edges of another; `edges` rise. Nothing but what belongs to them is looked at. */
export function takeEdges(roads: RoadGraph, edges: Uint32Array, options: ExtractOptions = {}): RoadGraph {
  return withinMemory("The part of the road network", () => take(roads.columns, edges, options));
}

function take(old: RoadColumns, edges: Uint32Array, { sharedMemory }: ExtractOptions): RoadGraph {
  const count = edges.length;
  const ends = new Renumbering(old.nodeLon.length);
  const names = new Renumbering(old.nameStart.length - 1);
  names.of(0);
  const edgeFrom = new Uint32Array(count);
  const edgeTo = new Uint32Array(count);
  const edgeName = new Uint32Array(count);
  const shapeStart = new Uint32Array(count + 1);
  for (let e = 0; e < count; e++) {
    const edge = edges[e];
    edgeFrom[e] = ends.of(old.edgeFrom[edge]);
    edgeTo[e] = ends.of(old.edgeTo[edge]);
    edgeName[e] = names.of(old.edgeName[edge]);
    shapeStart[e + 1] = shapeStart[e] + old.shapeStart[edge + 1] - old.shapeStart[edge];
  }
  const arcOf = (arc: number): number => {
    const e = indexOf(edges, arc >>> 1);
    return e < 0 ? -1 : e * 2 + (arc & 1);
  };
  const turning: number[] = [];
  for (const edge of edges) for (const arc of [2 * edge, 2 * edge + 1]) if (old.arcAccess[arc] & HAS_TURNS) turning.push(arc);
  const turns = keepTurns(old, old.arcAccess.length, count * 2, turning, arcOf);
  const known = { edgeFrom, edgeTo, edgeName, ...arcsLeaving(edgeFrom, edgeTo, ends.kept.length), ...keepNames(old, names.kept), ...turns };
  const layout = layOut(known, shapeStart[count], sharedMemory);
  const { columns } = layout;
  columns.shapeStart.set(shapeStart);
  for (const name of sectionsOf("node")) {
    ends.kept.forEach((node, n) => {
      columns[name][n] = old[name][node];
    });
  }
  const copied = sectionsOf("edge").filter((name) => !(name in known));
  // What follows one another there does so here.
  for (let first = 0, last = 0; first < count; first = last) {
    for (last = first + 1; last < count && edges[last] === edges[last - 1] + 1; ) last++;
    const [from, to] = [edges[first], edges[last - 1] + 1];
    for (const name of copied) columns[name].set(old[name].subarray(from, to), first);
    for (const name of sectionsOf("arc")) columns[name].set(old[name].subarray(from * 2, to * 2), first * 2);
    const [begin, end] = [old.shapeStart[from], old.shapeStart[to]];
    for (const name of ["shapeLon", "shapeLat", "shapeAt"] as const) columns[name].set(old[name].subarray(begin, end), shapeStart[first]);
  }
  for (const arc of turning) columns.arcAccess[arcOf(arc)] &= ~HAS_TURNS;
  return finish(layout, old.edgeLength.length >= BY_PLACE ? null : leavesOf(columns));
}

/** Edges by where they are. */
function leavesOf({ shapeStart, shapeLon, shapeLat }: RoadColumns): Uint32Array {
  return placeOrder(shapeStart.length - 1, (edge, at) => {
    const middle = (shapeStart[edge] + shapeStart[edge + 1]) >>> 1;
    at[0] = shapeLon[middle];
    at[1] = shapeLat[middle];
  });
}

/** New numbers for what is kept, in the order in which it is met. */
class Renumbering {
  /** Old numbers by new number. */
  readonly kept: number[] = [];
  /** New numbers and one more, 0 for none yet: memory that is not touched costs nothing. */
  readonly #numbers: Uint32Array;

  constructor(count: number) {
    this.#numbers = new Uint32Array(count);
  }

  of(old: number): number {
    if (this.#numbers[old] === 0) this.#numbers[old] = this.kept.push(old);
    return this.#numbers[old] - 1;
  }
}

function keepNames({ nameStart, nameBytes }: RoadColumns, kept: readonly number[]): Pick<RoadColumns, "nameStart" | "nameBytes"> {
  const start = new Uint32Array(kept.length + 1);
  kept.forEach((name, i) => {
    start[i + 1] = start[i] + nameStart[name + 1] - nameStart[name];
  });
  const bytes = new Uint8Array(start[kept.length]);
  kept.forEach((name, i) => {
    bytes.set(nameBytes.subarray(nameStart[name], nameStart[name + 1]), start[i]);
  });
  return { nameStart: start, nameBytes: bytes };
}

/** Where a number is among numbers that rise; −1 when it is not. */
function indexOf(rising: Uint32Array, value: number): number {
  const at = firstAtLeast(rising, value);
  return rising[at] === value ? at : -1;
}

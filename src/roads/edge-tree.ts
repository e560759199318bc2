// The edges' boxes in a packed tree, so that roads near a place are found without looking at the others.
//
// Leaves are the edges in the order of the Hilbert curve; sixteen in a row have a box around them, sixteen such boxes one around these, and so
// on up to one. The layout is that of Kamel & Faloutsos, "On Packing R-trees" (1993). A leaf's own box is kept in four bytes, as a
// part of its parent's, rounded outwards.
import { HALF_TURN_E7, wrapLonE7 } from "../geo/metres.js";
import { hilbertKey, LAST_CELL, orderByKey } from "./hilbert.js";
import type { RoadColumns } from "./sections.js";

/** Children of a box. */
export const FAN = 16;
/** What a parent's width is divided into: one less than a byte holds, so that rounding up never runs over. */
export const GRAINS = 254;
/** The largest number of a section. */
const MAX_I32 = 0x7fffffff;

/** The columns a tree is made from. */
type Shapes = Pick<RoadColumns, "shapeStart" | "shapeLon" | "shapeLat">;
/** The columns a tree is made of. */
export type TreeColumns = Pick<RoadColumns, "treeEdge" | "treeLeaf" | "treeBox">;

/** Boxes on each level for so many edges, from the lowest, those around edges, to the one around all. */
function levelsOf(edges: number): number[] {
  const levels: number[] = [];
  let n = edges;
  do {
    n = Math.ceil(n / FAN);
    levels.push(n);
  } while (n > 1);
  return levels;
}

/** Lengths of the tree's sections. */
export function treeLengths(edges: number): Record<keyof TreeColumns, number> {
  const boxes = levelsOf(edges).reduce((sum, n) => sum + n, 0);
  return { treeEdge: edges, treeLeaf: edges * 4, treeBox: boxes * 4 };
}

/** Edges along the Hilbert curve, by the middle one of each one's places: `middle` writes its lon and lat (degrees × 1e7). */
export function placeOrder(edges: number, middle: (edge: number, at: Int32Array) => void): Uint32Array {
  const at = new Int32Array(2);
  let [west, south, east, north] = [MAX_I32, MAX_I32, -MAX_I32, -MAX_I32];
  for (let edge = 0; edge < edges; edge++) {
    middle(edge, at);
    west = Math.min(west, at[0]);
    south = Math.min(south, at[1]);
    east = Math.max(east, at[0]);
    north = Math.max(north, at[1]);
  }
  const [across, up] = [LAST_CELL / Math.max(1, east - west), LAST_CELL / Math.max(1, north - south)];
  const keys = new Uint32Array(edges);
  for (let edge = 0; edge < edges; edge++) {
    middle(edge, at);
    keys[edge] = hilbertKey(Math.floor((at[0] - west) * across), Math.floor((at[1] - south) * up));
  }
  return orderByKey(keys);
}

/** Fills the tree's sections; `order` is that of the leaves, null for that of the edges' numbers. */
export function fillTree(columns: Shapes & TreeColumns, order: Uint32Array | null): void {
  const { treeEdge, treeLeaf, treeBox } = columns;
  const edges = treeEdge.length;
  for (let i = 0; i < edges; i++) treeEdge[i] = order === null ? i : order[i];
  const boxes = new Float64Array(FAN * 4);
  for (let first = 0, at = 0; first < edges; first += FAN, at += 4) {
    const count = Math.min(FAN, edges - first);
    for (let k = 0; k < count; k++) boxOf(columns, treeEdge[first + k], boxes, k * 4);
    join(boxes, 0, count, treeBox, at);
    for (let k = 0; k < count * 4; k++) {
      const grains = (boxes[k] - treeBox[at + (k & 1)]) * scaleOf(treeBox, at + (k & 1));
      treeLeaf[first * 4 + k] = (k & 2) === 0 ? Math.floor(grains) : Math.ceil(grains);
    }
  }
  let below = 0;
  const levels = levelsOf(edges);
  for (let l = 1; l < levels.length; l++) {
    const start = below + levels[l - 1] * 4;
    for (let b = 0; b < levels[l]; b++) join(treeBox, below + b * FAN * 4, Math.min(FAN, levels[l - 1] - b * FAN), treeBox, start + b * 4);
    below = start;
  }
}

/** Grains in a unit of the axis whose lower bound is at `at`. */
function scaleOf(treeBox: Int32Array, at: number): number {
  const width = treeBox[at + 2] - treeBox[at];
  return width > 0 ? GRAINS / width : 0;
}

/** An edge's west, south, east and north. Across the antimeridian east is beyond 180°. */
function boxOf({ shapeStart, shapeLon, shapeLat }: Shapes, edge: number, into: Float64Array, at: number): void {
  const first = shapeStart[edge];
  let lon = shapeLon[first];
  let [west, south, east, north] = [lon, shapeLat[first], lon, shapeLat[first]];
  for (let i = first + 1; i < shapeStart[edge + 1]; i++) {
    lon += wrapLonE7(shapeLon[i] - shapeLon[i - 1]);
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, shapeLat[i]);
    north = Math.max(north, shapeLat[i]);
  }
  if (west < -HALF_TURN_E7) {
    west += 2 * HALF_TURN_E7;
    east += 2 * HALF_TURN_E7;
  }
  // Too far round the world for the section's numbers: anywhere on it.
  if (east > MAX_I32) [west, east] = [-HALF_TURN_E7, HALF_TURN_E7];
  into[at] = west;
  into[at + 1] = south;
  into[at + 2] = east;
  into[at + 3] = north;
}

/** The box around some boxes that follow one another. */
function join(from: ArrayLike<number>, first: number, count: number, into: Int32Array, at: number): void {
  let [west, south, east, north] = [from[first], from[first + 1], from[first + 2], from[first + 3]];
  for (let i = first + 4; i < first + count * 4; i += 4) {
    west = Math.min(west, from[i]);
    south = Math.min(south, from[i + 1]);
    east = Math.max(east, from[i + 2]);
    north = Math.max(north, from[i + 3]);
  }
  into[at] = west;
  into[at + 1] = south;
  into[at + 2] = east;
  into[at + 3] = north;
}

/** The tree of a road file, as it lies in its sections. All coordinates are degrees × 1e7. */
export class EdgeTree {
  /** Levels of boxes, of which the highest has one; level 0 are the edges. */
  readonly height: number;
  protected readonly columns: TreeColumns;
  /** Nodes of each level, the edges' own among them, and where the level's boxes begin. */
  protected readonly counts: readonly number[];
  protected readonly starts: readonly number[];
  readonly #level = new Uint8Array(256);
  readonly #node = new Uint32Array(256);
  readonly #found: number[] = [];

  constructor(columns: TreeColumns) {
    const edges = columns.treeEdge.length;
    const levels = levelsOf(edges);
    this.columns = columns;
    this.height = levels.length;
    this.counts = [edges, ...levels];
    this.starts = [0, ...levels.map((_, l) => levels.slice(0, l).reduce((sum, n) => sum + n, 0))];
  }

  /** Writes the edges whose boxes touch a window into `out`, each once, and says how many there are. */
  search(west: number, south: number, east: number, north: number, out: number[]): number {
    const { treeEdge, treeLeaf, treeBox } = this.columns;
    const found = this.#found;
    const boxes = this.boxesAt(1, west, south, east, north, found);
    let count = 0;
    for (let b = 0; b < boxes; b++) {
      // The window in the grains of this box.
      const at = found[b] * 4;
      const across = scaleOf(treeBox, at);
      const up = scaleOf(treeBox, at + 1);
      const left = (west - treeBox[at]) * across;
      const right = (east - treeBox[at]) * across;
      const low = (south - treeBox[at + 1]) * up;
      const high = (north - treeBox[at + 1]) * up;
      const first = found[b] * FAN;
      const end = Math.min(first + FAN, treeEdge.length);
      for (let leaf = first; leaf < end; leaf++) {
        const i = leaf * 4;
        if (treeLeaf[i] > right || treeLeaf[i + 2] < left || treeLeaf[i + 1] > high || treeLeaf[i + 3] < low) continue;
        out[count++] = treeEdge[leaf];
      }
    }
    return count;
  }

  /** Writes the boxes of a level that touch a window, and the one around all, into `out`, and says how many there are. */
  boxesAt(lowest: number, west: number, south: number, east: number, north: number, out: number[]): number {
    const { treeBox } = this.columns;
    const levels = this.#level;
    const nodes = this.#node;
    let count = 0;
    let waiting = 1;
    levels[0] = this.height;
    nodes[0] = 0;
    while (waiting > 0) {
      const level = levels[--waiting];
      const node = nodes[waiting];
      if (level === lowest) {
        out[count++] = node;
        continue;
      }
      const first = node * FAN;
      const end = Math.min(first + FAN, this.counts[level - 1]);
      const start = this.starts[level - 1];
      for (let child = first; child < end; child++) {
        const at = (start + child) * 4;
        if (treeBox[at] > east || treeBox[at + 2] < west || treeBox[at + 1] > north || treeBox[at + 3] < south) continue;
        levels[waiting] = level - 1;
        nodes[waiting++] = child;
      }
    }
    return count;
  }
}

// Ways → edges: cut at junctions, barriers and missing nodes; without repeated nodes, zero-length pieces and doubles.
import { HALF_TURN_E7 } from "../geo/metres.js";
import { ACCESS_ALL } from "./attributes.js";
import { Growable } from "./growable.js";
import { type NodeIndex, nodeIndex } from "./node-index.js";
import type { RoadSource } from "./source.js";

/** Edges in source order. Nodes are indexes into the source's nodes. */
export interface CutRoads {
  nodes: NodeIndex;
  /** The node that stands for source node i: itself, or an earlier one at the same place on the same way. */
  canonical(i: number): number;
  /** Edges; the columns below may be longer. */
  count: number;
  /** The source's way of each edge. */
  edgeWay: Uint32Array;
  /** Edge e's nodes are shape[shapeStart[e]] … shape[shapeStart[e + 1] − 1]. */
  shapeStart: Uint32Array;
  shape: Uint32Array;
  /** Access bits along and against each edge: its way's, and those of the doubles folded into it. */
  forward: Uint8Array;
  backward: Uint8Array;
  /** Ways that are no edge of their own on a piece, by which edge has taken them in: FOLD numbers each, see {@link Fold}. */
  folds: Growable<Uint32Array>;
  /** What was left out or mended, by reason. */
  counts: Record<string, number>;
}

/** A way taken in by an edge: the edge, the way, and the first two nodes of the way there, which say which way around it goes. */
export type Fold = [edge: number, way: number, first: number, second: number];
const FOLD = 4;

/** The ways that edges have taken in, in the order of the source; `same`: their direction is that of the edge's way. */
export function* foldsOf({ folds, shapeStart, shape }: CutRoads): Generator<{ edge: number; way: number; same: boolean }> {
  for (let i = 0; i < folds.length; i += FOLD) {
    const [edge, way, first, second] = folds.data.subarray(i, i + FOLD) as unknown as Fold;
    const begin = shapeStart[edge];
    yield { edge, way, same: shape[begin] === first && shape[begin + 1] === second };
  }
}

type Count = (reason: string, n?: number) => void;
/** In place of the index of a node that is not there. */
const MISSING = 0xffffffff;

/** Cuts all ways of a source. Columns are counted before they are made, so that none grows. */
export function cutWays(source: RoadSource): CutRoads {
  const counts: Record<string, number> = {};
  const count: Count = (reason, n = 1) => {
    counts[reason] = (counts[reason] ?? 0) + n;
  };
  const nodes = nodeIndex(source);
  const places = placesOf(source, nodes);
  const canonical = mergeCoincident(source, places, count);
  const runs = findRuns(source, places, canonical, count);

  // A barrier that stops somebody must stand on a graph node; way ends are graph nodes by their two uses.
  for (const { node, access, flags } of source.barriers) {
    const index = nodes.of(node);
    if (index >= 0 && (access !== ACCESS_ALL || flags !== 0)) runs.uses[canonical(index)] = 2;
  }

  const [edges, shapes] = sizes(runs);
  const cut: CutRoads = {
    nodes,
    canonical,
    count: 0,
    edgeWay: new Uint32Array(edges),
    shapeStart: new Uint32Array(edges + 1),
    shape: new Uint32Array(shapes),
    forward: new Uint8Array(edges),
    backward: new Uint8Array(edges),
    folds: new Growable(Uint32Array),
    counts,
  };
  const { forward, backward } = source.columns;
  const doubles = new DoubleFinder(cut, edges);
  for (let r = 0; r < runs.way.length; r++) {
    const way = runs.way.data[r];
    let begin = runs.start.data[r];
    const end = runs.start.data[r + 1];
    for (let i = begin + 1; i < end; i++) {
      if (i < end - 1 && runs.uses[runs.node[i]] < 2) continue;
      const edge = cut.count;
      const start = cut.shapeStart[edge];
      for (let k = begin; k <= i; k++) cut.shape[start + k - begin] = runs.node[k];
      cut.shapeStart[edge + 1] = start + i + 1 - begin;
      begin = i;
      const double = doubles.find();
      if (double >= 0) {
        count("double edge");
        foldDouble(source, cut, double, way);
        continue;
      }
      cut.edgeWay[edge] = way;
      cut.forward[edge] = forward.data[way];
      cut.backward[edge] = backward.data[way];
      cut.count++;
      doubles.add(edge);
    }
  }
  return cut;
}

/** The same edges in another order. */
export function arrange(cut: CutRoads, order: Uint32Array): CutRoads {
  const { count, edgeWay, shapeStart, shape, forward, backward, folds } = cut;
  const placeOf = new Uint32Array(folds.length > 0 ? count : 0);
  for (let e = 0; e < placeOf.length; e++) placeOf[order[e]] = e;
  for (let i = 0; i < folds.length; i += FOLD) folds.data[i] = placeOf[folds.data[i]];
  const arranged: CutRoads = {
    ...cut,
    edgeWay: new Uint32Array(count),
    shapeStart: new Uint32Array(count + 1),
    shape: new Uint32Array(shapeStart[count]),
    forward: new Uint8Array(count),
    backward: new Uint8Array(count),
  };
  for (let e = 0, at = 0; e < count; e++) {
    const old = order[e];
    arranged.edgeWay[e] = edgeWay[old];
    arranged.forward[e] = forward[old];
    arranged.backward[e] = backward[old];
    for (let i = shapeStart[old]; i < shapeStart[old + 1]; i++) arranged.shape[at++] = shape[i];
    arranged.shapeStart[e + 1] = at;
  }
  return arranged;
}

/** The index of every way's every node. */
function placesOf({ columns: { node } }: RoadSource, nodes: NodeIndex): Uint32Array {
  const places = new Uint32Array(node.length);
  for (let r = 0; r < places.length; r++) {
    const index = nodes.of(node.data[r]);
    places[r] = index < 0 ? MISSING : index;
  }
  return places;
}

/**
 * Nodes at one place next to each other on a way become one, so that dropping the piece between them parts nothing; and so do the ends of ways that were
 * cut where the map ends, at 180° and −180°.
 */
function mergeCoincident(source: RoadSource, places: Uint32Array, count: Count): (i: number) => number {
  const parent = new Map<number, number>();
  const find = (i: number): number => {
    let at = i;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) {
      // Path halving: merges in falling order would otherwise build one long chain.
      const next = parent.get(up);
      if (next !== undefined) parent.set(at, next);
      at = up;
    }
    return at;
  };
  const join = (one: number, other: number): boolean => {
    const a = find(one);
    const b = find(other);
    if (a !== b) parent.set(Math.max(a, b), Math.min(a, b));
    return a !== b;
  };
  const { nodeLon, nodeLat, columns } = source;
  for (let w = 0; w < source.wayCount; w++) {
    let last = MISSING;
    for (let r = columns.firstNode.data[w]; r < columns.firstNode.data[w + 1]; r++) {
      const index = places[r];
      // 180° and −180° are one meridian.
      if (
        index !== MISSING &&
        last !== MISSING &&
        index !== last &&
        nodeLat[last] === nodeLat[index] &&
        (nodeLon[last] - nodeLon[index]) % (2 * HALF_TURN_E7) === 0
      ) {
        count("zero-length piece");
        join(last, index);
      }
      last = index;
    }
  }
  for (const [east, west] of endsAcross(source, places)) {
    if (join(east, west)) count("way joined across the antimeridian");
  }
  return parent.size === 0 ? (i) => i : find;
}

/** Ends of ways at 180° and at −180° that are one place, each at −180° once. */
function* endsAcross({ nodeLon, nodeLat, wayCount, columns: { firstNode } }: RoadSource, places: Uint32Array): Generator<[number, number]> {
  const east = new Map<number, number>();
  const west = new Set<number>();
  const look = (node: number): void => {
    if (node === MISSING) return;
    if (nodeLon[node] === -HALF_TURN_E7) west.add(node);
    else if (nodeLon[node] === HALF_TURN_E7 && !east.has(nodeLat[node])) east.set(nodeLat[node], node);
  };
  for (let w = 0; w < wayCount; w++) {
    const [first, end] = [firstNode.data[w], firstNode.data[w + 1]];
    if (end === first) continue;
    look(places[first]);
    look(places[end - 1]);
  }
  for (const node of west) {
    const other = east.get(nodeLat[node]);
    if (other !== undefined) yield [other, node];
  }
}

/** Each way as runs of known nodes without repeats, in the places' own memory. */
interface Runs {
  node: Uint32Array;
  start: Growable<Uint32Array>;
  way: Growable<Uint32Array>;
  /** How often a run uses each node, 2 for more: ends, and tips where a way turns back, count twice. */
  uses: Uint8Array;
}

function findRuns(source: RoadSource, node: Uint32Array, canonical: (i: number) => number, count: Count): Runs {
  const start = new Growable(Uint32Array);
  const way = new Growable(Uint32Array);
  const uses = new Uint8Array(source.nodeCount);
  const { firstNode } = source.columns;
  start.push(0);
  let length = 0;
  for (let w = 0; w < source.wayCount; w++) {
    const isDouble = source.doubles.has(w);
    let begin = length;
    let missing = 0;
    const close = () => {
      if (length - begin >= 2) {
        for (let i = begin; i < length; i++) {
          // Where the way turns back on itself it ends, so that the way out and the way back are found to be one road.
          const end = i === begin || i === length - 1 || node[i - 1] === node[i + 1];
          if (end || !isDouble) uses[node[i]] = Math.min(2, uses[node[i]] + (end ? 2 : 1));
        }
        way.push(w);
        start.push(length);
      } else {
        length = begin;
        if (missing === 0) count("way without two places");
      }
      begin = length;
    };
    let before = MISSING;
    for (let r = firstNode.data[w]; r < firstNode.data[w + 1]; r++) {
      const found = node[r];
      if (found === MISSING) {
        if (missing++ === 0) count("way cut by the extract's border");
        count("missing node");
        close();
      } else {
        const index = canonical(found);
        // What is written never overtakes what is read.
        if (length === begin || node[length - 1] !== index) node[length++] = index;
        else if (before === found) count("repeated node");
      }
      before = found;
    }
    close();
  }
  return { node, start, way, uses };
}

/** How many edges there are, doubles included, and how many nodes they have. */
function sizes({ node, start, way, uses }: Runs): [edges: number, shapes: number] {
  let cuts = 0;
  for (let r = 0; r < way.length; r++) {
    for (let i = start.data[r] + 1; i < start.data[r + 1] - 1; i++) if (uses[node[i]] >= 2) cuts++;
  }
  return [way.length + cuts, start.data[way.length] + cuts];
}

/** The later of two edges on the same nodes lends its access; the more important class keeps the edge. The later is the one at `cut.count`. */
function foldDouble({ columns }: RoadSource, cut: CutRoads, edge: number, way: number): void {
  const begin = cut.shapeStart[edge];
  const own = cut.shapeStart[cut.count];
  const same = cut.shape[begin] === cut.shape[own] && cut.shape[begin + 1] === cut.shape[own + 1];
  const [forward, backward] = [columns.forward.data[way], columns.backward.data[way]];
  const fold = (folded: number, at: number): void => {
    if (way !== cut.edgeWay[edge]) for (const value of [edge, folded, cut.shape[at], cut.shape[at + 1]]) cut.folds.push(value);
  };
  if (columns.roadClass.data[way] < columns.roadClass.data[cut.edgeWay[edge]]) {
    // The edge keeps its number and takes over the other's nodes (their direction is its way's) and attributes.
    fold(cut.edgeWay[edge], begin);
    cut.shape.copyWithin(begin, own, cut.shapeStart[cut.count + 1]);
    cut.edgeWay[edge] = way;
    const [oldForward, oldBackward] = [cut.forward[edge], cut.backward[edge]];
    cut.forward[edge] = forward | (same ? oldForward : oldBackward);
    cut.backward[edge] = backward | (same ? oldBackward : oldForward);
  } else {
    fold(way, own);
    cut.forward[edge] |= same ? forward : backward;
    cut.backward[edge] |= same ? backward : forward;
  }
}

/** Finds an earlier edge on the same nodes, in either direction. Open addressing on the nodes' hash. */
class DoubleFinder {
  readonly #cut: CutRoads;
  readonly #slots: Uint32Array;
  readonly #mask: number;

  /** For up to so many edges. */
  constructor(cut: CutRoads, edges: number) {
    this.#cut = cut;
    let size = 16;
    while (size < edges * 1.5) size *= 2;
    this.#slots = new Uint32Array(size);
    this.#mask = size - 1;
  }

  /** The edge that equals the one at `cut.count`; −1 for none. */
  find(): number {
    const { shapeStart, count } = this.#cut;
    const begin = shapeStart[count];
    const length = shapeStart[count + 1] - begin;
    let slot = this.#hash(begin, begin + length);
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      const other = shapeStart[found - 1];
      if (shapeStart[found] - other === length && this.#equal(begin, other, length)) return found - 1;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }

  add(edge: number): void {
    const { shapeStart } = this.#cut;
    let slot = this.#hash(shapeStart[edge], shapeStart[edge + 1]);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = edge + 1;
  }

  #hash(begin: number, end: number): number {
    const { shape } = this.#cut;
    // Symmetric in direction: the two ends and the two nodes next to them.
    const ends = Math.imul(shape[begin] + shape[end - 1] + 1, 0x9e3779b1) ^ (shape[begin] ^ shape[end - 1]);
    const inner = Math.imul((shape[begin + 1] + shape[end - 2]) | 0, 0x85ebca6b);
    const h = Math.imul(ends ^ inner ^ (ends >>> 15), 0x2c1b3c6d);
    return ((h ^ (h >>> 13)) >>> 0) & this.#mask;
  }

  #equal(a: number, b: number, length: number): boolean {
    const { shape } = this.#cut;
    let forward = true;
    let backward = true;
    for (let i = 0; i < length && (forward || backward); i++) {
      if (shape[a + i] !== shape[b + i]) forward = false;
      if (shape[a + i] !== shape[b + length - 1 - i]) backward = false;
    }
    return forward || backward;
  }
}

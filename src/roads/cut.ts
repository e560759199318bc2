// Ways → edges: cut at junctions, barriers and missing nodes; without repeated nodes, zero-length pieces and doubles.
import { ACCESS_ALL } from "./attributes.js";
import { Growable } from "./growable.js";
import { NodeIndex } from "./node-index.js";
import type { RoadSource } from "./source.js";

/** Edges in source order. Nodes are indexes into the source's nodes. */
export interface CutRoads {
  nodes: NodeIndex;
  /** The node that stands for source node i: itself, or an earlier one at the same place on the same way. */
  canonical(i: number): number;
  /** Index into `source.ways` of each edge. */
  edgeWay: Growable<Uint32Array>;
  /** Edge e's nodes are shape[shapeStart[e]] … shape[shapeStart[e + 1] − 1]. */
  shapeStart: Growable<Uint32Array>;
  shape: Growable<Uint32Array>;
  /** Access bits along and against each edge: its way's, and those of the doubles folded into it. */
  forward: Growable<Uint8Array>;
  backward: Growable<Uint8Array>;
  /** What was left out or mended, by reason. */
  counts: Record<string, number>;
}

/** Cuts all ways of a source. */
export function cutWays(source: RoadSource): CutRoads {
  const counts: Record<string, number> = {};
  const count = (reason: string, n = 1) => {
    counts[reason] = (counts[reason] ?? 0) + n;
  };
  const nodes = new NodeIndex(source.nodeId, source.nodeCount);
  const canonical = mergeCoincident(source, nodes, count);
  const runs = findRuns(source, nodes, canonical, count);

  // A barrier that stops somebody must stand on a graph node; way ends are graph nodes by their two uses.
  for (const { node, access, flags } of source.barriers) {
    const index = nodes.of(node);
    if (index >= 0 && (access !== ACCESS_ALL || flags !== 0)) runs.uses[canonical(index)] = 2;
  }

  const cut: CutRoads = {
    nodes,
    canonical,
    edgeWay: new Growable(Uint32Array),
    shapeStart: new Growable(Uint32Array),
    shape: new Growable(Uint32Array),
    forward: new Growable(Uint8Array),
    backward: new Growable(Uint8Array),
    counts,
  };
  cut.shapeStart.push(0);
  const doubles = new DoubleFinder(cut);
  for (let r = 0; r < runs.way.length; r++) {
    const way = source.ways[runs.way.data[r]];
    let begin = runs.start.data[r];
    const end = runs.start.data[r + 1];
    for (let i = begin + 1; i < end; i++) {
      if (i < end - 1 && runs.uses[runs.node.data[i]] < 2) continue;
      for (let k = begin; k <= i; k++) cut.shape.push(runs.node.data[k]);
      begin = i;
      const double = doubles.find();
      if (double >= 0) {
        count("double edge");
        foldDouble(source, cut, double, runs.way.data[r]);
        cut.shape.length = cut.shapeStart.data[cut.shapeStart.length - 1];
        continue;
      }
      cut.edgeWay.push(runs.way.data[r]);
      cut.shapeStart.push(cut.shape.length);
      cut.forward.push(way.forward);
      cut.backward.push(way.backward);
      doubles.add(cut.edgeWay.length - 1);
    }
  }
  return cut;
}

/** Nodes at one place next to each other on a way become one, so that dropping the piece between them parts nothing. */
function mergeCoincident(source: RoadSource, nodes: NodeIndex, count: (reason: string) => void): (i: number) => number {
  const parent = new Map<number, number>();
  const find = (i: number): number => {
    let at = i;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) at = up;
    return at;
  };
  for (let w = 0; w < source.ways.length; w++) {
    let last = -1;
    for (let r = source.firstRef[w]; r < source.firstRef[w + 1]; r++) {
      const index = nodes.of(source.refs[r]);
      if (index >= 0 && last >= 0 && index !== last) {
        // 180° and −180° are one meridian.
        if ((source.nodeLon[last] - source.nodeLon[index]) % 3.6e9 === 0 && source.nodeLat[last] === source.nodeLat[index]) {
          count("zero-length piece");
          const a = find(last);
          const b = find(index);
          if (a !== b) parent.set(Math.max(a, b), Math.min(a, b));
        }
      }
      last = index;
    }
  }
  return parent.size === 0 ? (i) => i : find;
}

/** Each way as runs of known nodes without repeats, and how often a run uses each node (ends, and tips where it turns back, count twice). */
function findRuns(source: RoadSource, nodes: NodeIndex, canonical: (i: number) => number, count: (reason: string) => void) {
  const node = new Growable(Uint32Array);
  const start = new Growable(Uint32Array);
  const way = new Growable(Uint32Array);
  const uses = new Uint8Array(source.nodeCount);
  start.push(0);
  for (let w = 0; w < source.ways.length; w++) {
    let begin = node.length;
    let missing = 0;
    const close = () => {
      const length = node.length - begin;
      if (length >= 2) {
        for (let i = begin; i < node.length; i++) {
          // Where the way turns back on itself it ends, so that the way out and the way back are found to be one road.
          const end = i === begin || i === node.length - 1 || node.data[i - 1] === node.data[i + 1];
          uses[node.data[i]] = Math.min(2, uses[node.data[i]] + (end ? 2 : 1));
        }
        way.push(w);
        start.push(node.length);
      } else {
        node.length = begin;
        if (missing === 0) count("way without two places");
      }
      begin = node.length;
    };
    for (let r = source.firstRef[w]; r < source.firstRef[w + 1]; r++) {
      const found = nodes.of(source.refs[r]);
      if (found < 0) {
        if (missing++ === 0) count("way cut by the extract's border");
        count("missing node");
        close();
        continue;
      }
      const index = canonical(found);
      if (node.length > begin && node.data[node.length - 1] === index) {
        if (nodes.of(source.refs[r - 1]) === found) count("repeated node");
      } else node.push(index);
    }
    close();
  }
  return { node, start, way, uses };
}

/** The later of two edges on the same nodes lends its access; the more important class keeps the edge. */
function foldDouble(source: RoadSource, cut: CutRoads, edge: number, wayIndex: number): void {
  const way = source.ways[wayIndex];
  const begin = cut.shapeStart.data[edge];
  const own = cut.shapeStart.data[cut.shapeStart.length - 1];
  const kept = source.ways[cut.edgeWay.data[edge]];
  const same = cut.shape.data[begin] === cut.shape.data[own] && cut.shape.data[begin + 1] === cut.shape.data[own + 1];
  if (way.roadClass < kept.roadClass) {
    // The edge keeps its number and takes over the other's nodes (their direction is its way's) and attributes.
    const length = cut.shape.length - own;
    for (let i = 0; i < length; i++) cut.shape.data[begin + i] = cut.shape.data[own + i];
    cut.edgeWay.data[edge] = wayIndex;
    const [forward, backward] = [cut.forward.data[edge], cut.backward.data[edge]];
    cut.forward.data[edge] = way.forward | (same ? forward : backward);
    cut.backward.data[edge] = way.backward | (same ? backward : forward);
  } else {
    cut.forward.data[edge] |= same ? way.forward : way.backward;
    cut.backward.data[edge] |= same ? way.backward : way.forward;
  }
}

/** Finds an earlier edge on the same nodes, in either direction. Open addressing on the nodes' hash. */
class DoubleFinder {
  readonly #cut: CutRoads;
  #slots = new Uint32Array(4096);
  #used = 0;

  constructor(cut: CutRoads) {
    this.#cut = cut;
  }

  /** The edge that equals the nodes pushed after the last edge; −1 for none. */
  find(): number {
    const { shape, shapeStart } = this.#cut;
    const begin = shapeStart.data[shapeStart.length - 1];
    const length = shape.length - begin;
    let slot = this.#hash(begin, shape.length);
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      const other = shapeStart.data[found - 1];
      if (shapeStart.data[found] - other === length && this.#equal(begin, other, length)) return found - 1;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return -1;
  }

  add(edge: number): void {
    if (++this.#used * 2 > this.#slots.length) {
      const old = this.#slots;
      this.#slots = new Uint32Array(old.length * 2);
      for (const found of old) if (found !== 0) this.#insert(found - 1);
    }
    this.#insert(edge);
  }

  #insert(edge: number): void {
    const { shapeStart } = this.#cut;
    let slot = this.#hash(shapeStart.data[edge], shapeStart.data[edge + 1]);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
    this.#slots[slot] = edge + 1;
  }

  #hash(begin: number, end: number): number {
    const { data } = this.#cut.shape;
    // Symmetric in direction: the two ends and the two nodes next to them.
    const ends = Math.imul(data[begin] + data[end - 1] + 1, 0x9e3779b1) ^ (data[begin] ^ data[end - 1]);
    const inner = Math.imul((data[begin + 1] + data[end - 2]) | 0, 0x85ebca6b);
    const h = Math.imul(ends ^ inner ^ (ends >>> 15), 0x2c1b3c6d);
    return ((h ^ (h >>> 13)) >>> 0) & (this.#slots.length - 1);
  }

  #equal(a: number, b: number, length: number): boolean {
    const { data } = this.#cut.shape;
    let forward = true;
    let backward = true;
    for (let i = 0; i < length && (forward || backward); i++) {
      if (data[a + i] !== data[b + i]) forward = false;
      if (data[a + i] !== data[b + length - 1 - i]) backward = false;
    }
    return forward || backward;
  }
}

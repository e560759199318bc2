// Kubička roads: the road network of a folder of that corpus: its arcs, straight and one-way, chained to ways.

import { ACCESS_ALL } from "../../roads/attributes.js";
import { RoadSource } from "../../roads/source.js";

/** A straight piece, with the arcs that run along (from the lower node) and against it; −1 for none. */
interface Piece {
  a: number;
  b: number;
  along: number;
  against: number;
}

/** The roads that these arcs make, all of one class. A way is a chain of pieces between plain nodes; its id is the lowest arc id in it. */
export function roadsOf(nodes: number[][], arcs: number[][], roadClass: number): RoadSource {
  const source = new RoadSource();
  nodes.forEach(([lon, lat], id) => {
    source.addNode(id, Math.round(lon * 1e7), Math.round(lat * 1e7));
  });
  const network = new Network(piecesOf(nodes, arcs));
  for (const { id, nodes, first } of network.chains()) {
    source.addWay({
      id,
      nodes,
      roadClass,
      flags: 0,
      forward: arcOutOf(first, nodes[0]) >= 0 ? ACCESS_ALL : 0,
      backward: arcInto(first, nodes[0]) >= 0 ? ACCESS_ALL : 0,
      speedForward: 0,
      speedBackward: 0,
      truckSpeedForward: 0,
      truckSpeedBackward: 0,
      name: "",
    });
  }
  return source;
}

/** The pieces that arcs run along, each once, in the order of their first arcs. */
function piecesOf(nodes: number[][], arcs: number[][]): Piece[] {
  const at = joinedNodes(nodes, arcs);
  const pieces = new Map<number, Piece>();
  arcs.forEach(([from, to], arc) => {
    const a = Math.min(at[from], at[to]);
    const b = Math.max(at[from], at[to]);
    if (a === b) return;
    const key = a * nodes.length + b;
    let piece = pieces.get(key);
    if (piece === undefined) {
      piece = { a, b, along: -1, against: -1 };
      pieces.set(key, piece);
    }
    if (at[from] === a) piece.along = piece.along < 0 ? arc : piece.along;
    else piece.against = piece.against < 0 ? arc : piece.against;
  });
  return [...pieces.values()];
}

/** Pieces in a row, and the lowest id of their arcs. */
interface Chain {
  id: number;
  nodes: number[];
  first: Piece;
}

/** Pieces with the nodes that they meet in. */
class Network {
  readonly #pieces: readonly Piece[];
  /** The pieces at each node. */
  readonly #touching = new Map<number, Piece[]>();
  readonly #used = new Set<Piece>();

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
    for (const piece of pieces) {
      for (const node of [piece.a, piece.b]) {
        const there = this.#touching.get(node);
        if (there === undefined) this.#touching.set(node, [piece]);
        else there.push(piece);
      }
    }
  }

  /** All pieces, in chains between nodes that are not plain. */
  *chains(): Generator<Chain> {
    for (const piece of this.#pieces) {
      for (const node of [piece.a, piece.b]) if (!this.#used.has(piece) && !this.#isPlain(node)) yield this.#chainFrom(piece, node);
    }
    // What is left is rings without a junction.
    for (const piece of this.#pieces) if (!this.#used.has(piece)) yield this.#chainFrom(piece, piece.a);
  }

  /** Whether two pieces meet there, and nothing else changes. */
  #isPlain(node: number): boolean {
    const [one, two, third] = this.#touching.get(node) ?? [];
    if (one === undefined || two === undefined || third !== undefined) return false;
    // Arcs that lead in by one piece lead out by the other, and the other way round.
    return arcInto(one, node) >= 0 === arcOutOf(two, node) >= 0 && arcOutOf(one, node) >= 0 === arcInto(two, node) >= 0;
  }

  #chainFrom(first: Piece, start: number): Chain {
    const nodes = [start];
    let id = Infinity;
    let piece = first;
    let node = start;
    for (;;) {
      this.#used.add(piece);
      for (const arc of [piece.along, piece.against]) if (arc >= 0 && arc < id) id = arc;
      node = piece.a === node ? piece.b : piece.a;
      nodes.push(node);
      const next = this.#isPlain(node) ? this.#touching.get(node)?.find((other) => !this.#used.has(other)) : undefined;
      if (next === undefined) return { id, nodes, first };
      piece = next;
    }
  }
}

function arcOutOf(piece: Piece, node: number): number {
  return node === piece.a ? piece.along : piece.against;
}

function arcInto(piece: Piece, node: number): number {
  return node === piece.a ? piece.against : piece.along;
}

/** By node: the node that stands for it. An arc between two nodes at the same place makes them one, or the network would be cut there. */
function joinedNodes(nodes: number[][], arcs: number[][]): number[] {
  const at = nodes.map((_, id) => id);
  for (const [from, to] of arcs) {
    if (nodes[from][0] !== nodes[to][0] || nodes[from][1] !== nodes[to][1] || at[from] === at[to]) continue;
    const keep = Math.min(at[from], at[to]);
    const gone = Math.max(at[from], at[to]);
    at.forEach((node, id) => {
      if (node === gone) at[id] = keep;
    });
  }
  return at;
}

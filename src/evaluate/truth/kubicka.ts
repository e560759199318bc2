// Reader of a folder of the corpus of Kubička et al. (2015, DOI 10.5281/zenodo.57731): a track, its road network and the arcs driven.

import { SnapError } from "../../errors.js";
import type { Position } from "../../geo/lines.js";
import type { TrackPoint } from "../../match/track/track.js";
import { ACCESS_ALL, ROAD_CLASSES } from "../../roads/attributes.js";
import { RoadSource } from "../../roads/source.js";
import type { EvaluationTrack } from "../corpora.js";
import { endsOf, TRIM_METRES } from "../mismatch.js";
import { checkPlace, linesOf, numbersOf } from "../text.js";

/** The four files of a folder of the corpus, as text. */
export interface KubickaTexts {
  /** lon, lat a line; the 0-based line number is the node's id. */
  nodes: string;
  /** from, to a line: one directed straight piece; the 0-based line number is the arc's id. */
  arcs: string;
  /** lon, lat, seconds a line. */
  track: string;
  /** Arc ids in driving order; a break in the chain is a gap in the truth. */
  route: string;
}

/**
 * Reads one folder of the corpus of Kubička et al. (2015, DOI 10.5281/zenodo.57731). The corpus has no classes, names or speeds, so all roads are of one class
 * and open to all modes. Pieces that meet at plain nodes are chained to one way, whose id is the lowest arc id in it.
 * @throws SnapError "bad-input" naming file and line.
 */
export function readKubicka(id: string, texts: KubickaTexts): { roads: RoadSource; track: EvaluationTrack } {
  const nodes = rows(texts.nodes, 2, `${id}.nodes`);
  nodes.forEach(([lon, lat], node) => {
    checkPlace(lon, lat, `${id}.nodes line ${node + 1}`);
  });
  const arcs = rows(texts.arcs, 2, `${id}.arcs`);
  arcs.forEach(([from, to], arc) => {
    for (const node of [from, to]) {
      if (nodes[node] === undefined) {
        throw new SnapError("bad-input", `${id}.arcs line ${arc + 1}: node ${node} is not one of the ${nodes.length} nodes.`, {
          id,
          arc,
          node,
        });
      }
    }
  });
  const track = rows(texts.track, 3, `${id}.track`).map(([lon, lat, time]): TrackPoint => ({ lon, lat, time }));
  const route = rows(texts.route, 1, `${id}.route`).map(([arc]) => arc);
  const truth: Position[][] = [];
  let at = -1;
  route.forEach((arc, i) => {
    if (arcs[arc] === undefined) {
      throw new SnapError("bad-input", `${id}.route entry ${i + 1}: arc ${arc} is not one of the ${arcs.length} arcs.`, { id, arc });
    }
    const [from, to] = arcs[arc];
    if (from !== at) truth.push([[nodes[from][0], nodes[from][1]]]);
    truth[truth.length - 1].push([nodes[to][0], nodes[to][1]]);
    at = to;
  });
  if (track.length === 0) throw new SnapError("bad-input", `${id}.track: the file has no points.`, { id });
  if (endsOf(truth).length === 0) throw new SnapError("bad-input", `${id}.route: the file has no arcs.`, { id });
  return {
    roads: roadsOf(nodes, arcs, ROAD_CLASSES.indexOf("unclassified")),
    track: { id, roads: id, track, truth, trimMetres: TRIM_METRES },
  };
}

function rows(text: string, count: number, file: string): number[][] {
  const found: number[][] = [];
  for (const [line, number] of linesOf(text)) found.push(numbersOf(line, count, `${file} line ${number}`));
  return found;
}

/** A straight piece, with the arcs that run along (from the lower node) and against it; −1 for none. */
interface Piece {
  a: number;
  b: number;
  along: number;
  against: number;
}

function roadsOf(nodes: number[][], arcs: number[][], roadClass: number): RoadSource {
  const source = new RoadSource();
  nodes.forEach(([lon, lat], id) => {
    source.addNode(id, Math.round(lon * 1e7), Math.round(lat * 1e7));
  });
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
  const touching = new Map<number, Piece[]>();
  for (const piece of pieces.values()) {
    for (const node of [piece.a, piece.b]) {
      const there = touching.get(node);
      if (there === undefined) touching.set(node, [piece]);
      else there.push(piece);
    }
  }
  const isPlain = (node: number): boolean => {
    const [one, two, third] = touching.get(node) ?? [];
    if (one === undefined || two === undefined || third !== undefined) return false;
    // Arcs that lead in by one piece lead out by the other, and the other way round.
    return arcInto(one, node) >= 0 === arcOutOf(two, node) >= 0 && arcOutOf(one, node) >= 0 === arcInto(two, node) >= 0;
  };
  const used = new Set<Piece>();
  const addChain = (first: Piece, start: number): void => {
    const chain = [start];
    let id = Infinity;
    let piece = first;
    let node = start;
    for (;;) {
      used.add(piece);
      for (const arc of [piece.along, piece.against]) if (arc >= 0 && arc < id) id = arc;
      node = piece.a === node ? piece.b : piece.a;
      chain.push(node);
      const next = isPlain(node) ? touching.get(node)?.find((other) => !used.has(other)) : undefined;
      if (next === undefined) break;
      piece = next;
    }
    source.addWay({
      id,
      nodes: chain,
      roadClass,
      flags: 0,
      forward: arcOutOf(first, start) >= 0 ? ACCESS_ALL : 0,
      backward: arcInto(first, start) >= 0 ? ACCESS_ALL : 0,
      speedForward: 0,
      speedBackward: 0,
      truckSpeedForward: 0,
      truckSpeedBackward: 0,
      name: "",
    });
  };
  for (const piece of pieces.values()) {
    for (const node of [piece.a, piece.b]) if (!used.has(piece) && !isPlain(node)) addChain(piece, node);
  }
  // What is left is rings without a junction.
  for (const piece of pieces.values()) if (!used.has(piece)) addChain(piece, piece.a);
  return source;
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

// The builder: source form → RoadGraph.
import { distance } from "../geo/metres.js";
import { ACCESS_ALL } from "./attributes.js";
import { type CutRoads, cutWays } from "./cut.js";
import { HAS_TURNS, RoadGraph } from "./graph.js";
import { Growable } from "./growable.js";
import { type BuildReport, reportOn } from "./report.js";
import { bansFor } from "./restrictions.js";
import { sampleEdges } from "./samples.js";
import { packSections } from "./sections.js";
import type { RoadSource } from "./source.js";
import { buildTurnTable, type TurnBan } from "./turns.js";

export type { BuildReport };

export interface BuildOptions {
  /** Put the graph in a SharedArrayBuffer, so that workers read it without a copy. */
  sharedMemory?: boolean;
}

/** Builds the road network. Same source, same bytes. */
export function buildRoads(source: RoadSource, options: BuildOptions = {}): RoadGraph {
  return buildRoadsWithReport(source, options).roads;
}

/** Builds the road network and says what became of the source. */
export function buildRoadsWithReport(source: RoadSource, options: BuildOptions = {}): { roads: RoadGraph; report: BuildReport } {
  const cut = cutWays(source);
  const count = (reason: string) => {
    cut.counts[reason] = (cut.counts[reason] ?? 0) + 1;
  };
  const topology = connect(source, cut);
  const shapes = layShapes(source, cut);
  const attributes = describe(source, cut);
  const nodeAccess = placeBarriers(source, topology, attributes.edgeFlags, count);
  const { bans, applied } = resolveRestrictions(source, topology, attributes, count);
  const turns = buildTurnTable(bans, attributes.arcAccess.length);
  for (const state of turns.turnState) if (state < attributes.arcAccess.length) attributes.arcAccess[state] |= HAS_TURNS;

  const { nodeLon, nodeLat, outStart, outArcs, edgeFrom, edgeTo } = topology;
  const samples = sampleEdges(shapes.shapeStart, shapes.shapeLon, shapes.shapeLat, shapes.shapeAt);
  const columns = { nodeLon, nodeLat, nodeAccess, outStart, outArcs, edgeFrom, edgeTo, ...shapes, ...attributes, ...turns, ...samples };
  const roads = RoadGraph.from(packSections(columns, options.sharedMemory));
  return { roads, report: reportOn(roads, source, { counts: cut.counts, restrictionsApplied: applied }) };
}

/** Graph nodes in the order they are first met, and the arcs leaving each by arc id. */
function connect(source: RoadSource, cut: CutRoads) {
  const edgeCount = cut.edgeWay.length;
  const graphNode = new Int32Array(source.nodeCount).fill(-1);
  const order = new Growable(Uint32Array);
  const numberOf = (sourceIndex: number): number => {
    if (graphNode[sourceIndex] < 0) {
      graphNode[sourceIndex] = order.length;
      order.push(sourceIndex);
    }
    return graphNode[sourceIndex];
  };
  const edgeFrom = new Uint32Array(edgeCount);
  const edgeTo = new Uint32Array(edgeCount);
  for (let e = 0; e < edgeCount; e++) {
    edgeFrom[e] = numberOf(cut.shape.data[cut.shapeStart.data[e]]);
    edgeTo[e] = numberOf(cut.shape.data[cut.shapeStart.data[e + 1] - 1]);
  }
  const nodeCount = order.length;
  const outStart = new Uint32Array(nodeCount + 1);
  for (let e = 0; e < edgeCount; e++) {
    outStart[edgeFrom[e] + 1]++;
    outStart[edgeTo[e] + 1]++;
  }
  for (let n = 0; n < nodeCount; n++) outStart[n + 1] += outStart[n];
  const outArcs = new Uint32Array(edgeCount * 2);
  const next = outStart.slice(0, nodeCount);
  for (let e = 0; e < edgeCount; e++) {
    outArcs[next[edgeFrom[e]]++] = e * 2;
    outArcs[next[edgeTo[e]]++] = e * 2 + 1;
  }
  return {
    edgeFrom,
    edgeTo,
    outStart,
    outArcs,
    nodeLon: Int32Array.from(order.take(), (i) => source.nodeLon[i]),
    nodeLat: Int32Array.from(order.take(), (i) => source.nodeLat[i]),
    /** Graph node of a source node id; −1 when it is none. */
    nodeOf(id: number): number {
      const index = cut.nodes.of(id);
      return index < 0 ? -1 : graphNode[cut.canonical(index)];
    },
  };
}
type Topology = ReturnType<typeof connect>;

/** Coordinates, offsets and lengths; and the box around it all. */
function layShapes(source: RoadSource, cut: CutRoads) {
  const edgeCount = cut.edgeWay.length;
  const shapeStart = cut.shapeStart.take();
  const shapeLon = Int32Array.from(cut.shape.take(), (i) => source.nodeLon[i]);
  const shapeLat = Int32Array.from(cut.shape.take(), (i) => source.nodeLat[i]);
  const shapeAt = new Float32Array(shapeLon.length);
  const edgeLength = new Float64Array(edgeCount);
  for (let e = 0; e < edgeCount; e++) {
    let length = 0;
    for (let i = shapeStart[e] + 1; i < shapeStart[e + 1]; i++) {
      length += distance(shapeLon[i - 1] / 1e7, shapeLat[i - 1] / 1e7, shapeLon[i] / 1e7, shapeLat[i] / 1e7);
      shapeAt[i] = length;
    }
    edgeLength[e] = length;
  }
  const bounds = edgeCount === 0 ? new Int32Array(4) : Int32Array.of(1.8e9, 0.9e9, -1.8e9, -0.9e9);
  for (let i = 0; i < shapeLon.length; i++) {
    bounds[0] = Math.min(bounds[0], shapeLon[i]);
    bounds[1] = Math.min(bounds[1], shapeLat[i]);
    bounds[2] = Math.max(bounds[2], shapeLon[i]);
    bounds[3] = Math.max(bounds[3], shapeLat[i]);
  }
  return { shapeStart, shapeLon, shapeLat, shapeAt, edgeLength, bounds };
}

/** What each edge and arc has from its way. */
function describe(source: RoadSource, cut: CutRoads) {
  const edgeCount = cut.edgeWay.length;
  const names = new Map<string, number>([["", 0]]);
  const edgeWay = new Float64Array(edgeCount);
  const edgeClass = new Uint8Array(edgeCount);
  const edgeFlags = new Uint16Array(edgeCount);
  const edgeName = new Uint32Array(edgeCount);
  const arcAccess = new Uint8Array(edgeCount * 2);
  const arcSpeed = new Uint16Array(edgeCount * 2);
  const arcTruckSpeed = new Uint16Array(edgeCount * 2);
  for (let e = 0; e < edgeCount; e++) {
    const way = source.ways[cut.edgeWay.data[e]];
    let name = names.get(way.name);
    if (name === undefined) {
      name = names.size;
      names.set(way.name, name);
    }
    edgeWay[e] = way.id;
    edgeClass[e] = way.roadClass;
    edgeFlags[e] = way.flags;
    edgeName[e] = name;
    arcAccess[e * 2] = cut.forward.data[e];
    arcAccess[e * 2 + 1] = cut.backward.data[e];
    arcSpeed[e * 2] = way.speedForward;
    arcSpeed[e * 2 + 1] = way.speedBackward;
    arcTruckSpeed[e * 2] = way.truckSpeedForward;
    arcTruckSpeed[e * 2 + 1] = way.truckSpeedBackward;
  }
  const encoder = new TextEncoder();
  const nameStart = new Growable(Uint32Array);
  const nameBytes = new Growable(Uint8Array);
  nameStart.push(0);
  for (const name of names.keys()) {
    for (const byte of encoder.encode(name)) nameBytes.push(byte);
    nameStart.push(nameBytes.length);
  }
  return {
    edgeWay,
    edgeClass,
    edgeFlags,
    edgeName,
    arcAccess,
    arcSpeed,
    arcTruckSpeed,
    nameStart: nameStart.take(),
    nameBytes: nameBytes.take(),
  };
}

/** Who may pass each node. What a barrier is shows as flags on the edges it stands on. */
function placeBarriers(source: RoadSource, roads: Topology, edgeFlags: Uint16Array, count: (reason: string) => void) {
  const nodeAccess = new Uint8Array(roads.nodeLon.length).fill(ACCESS_ALL);
  for (const barrier of source.barriers) {
    if (barrier.access === ACCESS_ALL && barrier.flags === 0) continue;
    const n = roads.nodeOf(barrier.node);
    if (n < 0) {
      count("barrier off the network");
      continue;
    }
    nodeAccess[n] &= barrier.access;
    // On a crossroads it cannot be said which of the roads it bars, so none is marked.
    if (roads.outStart[n + 1] - roads.outStart[n] <= 2) {
      for (let i = roads.outStart[n]; i < roads.outStart[n + 1]; i++) edgeFlags[roads.outArcs[i] >>> 1] |= barrier.flags;
    }
  }
  return nodeAccess;
}

function resolveRestrictions(
  source: RoadSource,
  roads: Topology,
  { edgeWay, arcAccess }: { edgeWay: Float64Array; arcAccess: Uint8Array },
  count: (reason: string) => void,
) {
  const bans: TurnBan[] = [];
  let applied = 0;
  if (source.restrictions.length === 0) return { bans, applied };
  const edgesOfWay = new Map<number, number[]>();
  for (const { from, to, via } of source.restrictions) {
    for (const way of [...from, ...to, ...("ways" in via ? via.ways : [])]) edgesOfWay.set(way, []);
  }
  for (let e = 0; e < edgeWay.length; e++) edgesOfWay.get(edgeWay[e])?.push(e);
  const topology = {
    edgesOfWay: (way: number) => edgesOfWay.get(way) ?? [],
    nodeOf: roads.nodeOf,
    head: (arc: number) => (arc & 1 ? roads.edgeFrom[arc >>> 1] : roads.edgeTo[arc >>> 1]),
    outArcs: (n: number) => Array.from(roads.outArcs.subarray(roads.outStart[n], roads.outStart[n + 1])),
    access: (arc: number) => arcAccess[arc],
  };
  for (const restriction of source.restrictions) {
    const result = bansFor(restriction, topology);
    if (typeof result === "string") count(result);
    else {
      applied++;
      bans.push(...result);
    }
  }
  return { bans, applied };
}

// Build: source form → RoadGraph. The lengths of all columns are found first, then every column is written in its final place.
import { checkOptions, SnapError, shownOrAwaited } from "../errors.js";
import { distance } from "../geo/metres.js";
import { ACCESS_ALL, MOTOR_VEHICLES } from "./attributes.js";
import { arrange, type CutRoads, cutWays, foldsOf } from "./cut.js";
import { placeOrder } from "./edge-tree.js";
import type { RoadGraph } from "./graph.js";
import { Growable } from "./growable.js";
import { BY_PLACE, finish, layOut } from "./layout.js";
import { withinMemory } from "./memory.js";
import { type BuildReport, reportOn } from "./report.js";
import { bansFor } from "./restrictions.js";
import type { RoadColumns } from "./sections.js";
import { checkSource, type RoadSource } from "./source.js";
import { connect, type Topology } from "./topology.js";
import { buildTurnTable, type TurnBan } from "./turns.js";
import { bytesOf } from "./utf8.js";

export type { BuildReport };

/** Options of {@link buildRoads}. */
export interface BuildOptions {
  /** Put the graph in a SharedArrayBuffer, so that workers read it without a copy. Default false. */
  sharedMemory?: boolean | undefined;
}

type Count = (reason: string) => void;

/**
 * Builds the road network. Same source, same bytes.
 * @throws SnapError "limit" when it takes more memory than there is, "bad-input" for what is no source, or has a node or a way that cannot be one.
 */
export function buildRoads(source: RoadSource, options: BuildOptions = {}): RoadGraph {
  return buildRoadsWithReport(source, options).roads;
}

/**
 * Builds the road network and says what became of the source.
 * @throws SnapError as {@link buildRoads} does.
 */
export function buildRoadsWithReport(source: RoadSource, options: BuildOptions = {}): { roads: RoadGraph; report: BuildReport } {
  checkOptions(options, "building roads", ["sharedMemory"]);
  return withinMemory("The road network", () => build(source, options));
}

function build(source: RoadSource, options: BuildOptions): { roads: RoadGraph; report: BuildReport } {
  if (source?.columns === undefined)
    throw new SnapError("bad-input", `Roads are built from a RoadSource, which readOsm returns, not from ${shownOrAwaited(source)}.`);
  checkSource(source);
  let cut = cutWays(source);
  const count: Count = (reason) => {
    cut.counts[reason] = (cut.counts[reason] ?? 0) + 1;
  };
  let leaves: Uint32Array | null = leavesOf(source, cut);
  if (cut.count >= BY_PLACE) {
    cut = arrange(cut, leaves);
    leaves = null;
  }
  const topology = connect(source, cut);
  const { edgeFrom, edgeTo, outStart, outArcs } = topology;
  const { bans, applied } = resolveRestrictions(source, cut, topology, count);
  const known = { edgeFrom, edgeTo, outStart, outArcs, ...poolNames(source, cut), ...buildTurnTable(bans, cut.count * 2) };
  const layout = layOut(known, cut.shapeStart[cut.count], options.sharedMemory);
  layShapes(source, cut, layout.columns);
  describe(source, cut, layout.columns);
  placeBarriers(source, topology, layout.columns, count);
  const roads = finish(layout, leaves);
  const dropped = { ...source.dropped };
  for (const [reason, n] of Object.entries(cut.counts)) dropped[reason] = (dropped[reason] ?? 0) + n;
  return { roads, report: reportOn(roads, { ways: source.wayCount, restrictionsApplied: applied, dropped }) };
}

/** The edges in the order of the tree's leaves: by where they are. */
function leavesOf({ nodeLon, nodeLat }: RoadSource, { count, shapeStart, shape }: CutRoads): Uint32Array {
  return placeOrder(count, (edge, at) => {
    const node = shape[(shapeStart[edge] + shapeStart[edge + 1]) >>> 1];
    at[0] = nodeLon[node];
    at[1] = nodeLat[node];
  });
}

/** Nodes' and edges' coordinates, offsets and lengths. */
function layShapes({ nodeLon, nodeLat }: RoadSource, cut: CutRoads, columns: RoadColumns): void {
  const { shapeStart, shapeLon, shapeLat, shapeAt, edgeLength, edgeFrom, edgeTo } = columns;
  shapeStart.set(cut.shapeStart.subarray(0, cut.count + 1));
  for (let i = 0; i < shapeLon.length; i++) {
    shapeLon[i] = nodeLon[cut.shape[i]];
    shapeLat[i] = nodeLat[cut.shape[i]];
  }
  for (let e = 0; e < cut.count; e++) {
    const [first, last] = [shapeStart[e], shapeStart[e + 1] - 1];
    let length = 0;
    for (let i = first + 1; i <= last; i++) {
      length += distance(shapeLon[i - 1] / 1e7, shapeLat[i - 1] / 1e7, shapeLon[i] / 1e7, shapeLat[i] / 1e7);
      shapeAt[i] = length;
    }
    edgeLength[e] = length;
    columns.nodeLon[edgeFrom[e]] = shapeLon[first];
    columns.nodeLat[edgeFrom[e]] = shapeLat[first];
    columns.nodeLon[edgeTo[e]] = shapeLon[last];
    columns.nodeLat[edgeTo[e]] = shapeLat[last];
  }
}

/**
 * Writes what each edge and arc has from its way. If two one-way lines were drawn on the same nodes, each gives its speed limits to the direction that it alone
 * opens.
 */
function describe(source: RoadSource, cut: CutRoads, columns: RoadColumns): void {
  const ways = source.columns;
  for (let e = 0; e < cut.count; e++) {
    const way = cut.edgeWay[e];
    columns.edgeWay[e] = ways.id.data[way];
    columns.edgeClass[e] = ways.roadClass.data[way];
    columns.edgeFlags[e] = ways.flags.data[way];
    columns.arcAccess[e * 2] = cut.forward[e];
    columns.arcAccess[e * 2 + 1] = cut.backward[e];
    columns.arcSpeed[e * 2] = ways.speedForward.data[way];
    columns.arcSpeed[e * 2 + 1] = ways.speedBackward.data[way];
    columns.arcTruckSpeed[e * 2] = ways.truckSpeedForward.data[way];
    columns.arcTruckSpeed[e * 2 + 1] = ways.truckSpeedBackward.data[way];
  }
  // In reverse, so that of several ways that open a direction the first is written last, and counts.
  for (const { edge, way, same } of [...foldsOf(cut)].reverse()) {
    for (const side of [0, 1] as const) {
      const own = (side === 0 ? ways.forward : ways.backward).data[cut.edgeWay[edge]];
      const along = same === (side === 0);
      const lent = (along ? ways.forward : ways.backward).data[way];
      if ((own & MOTOR_VEHICLES) !== 0 || (lent & MOTOR_VEHICLES) === 0) continue;
      columns.arcSpeed[edge * 2 + side] = (along ? ways.speedForward : ways.speedBackward).data[way];
      columns.arcTruckSpeed[edge * 2 + side] = (along ? ways.truckSpeedForward : ways.truckSpeedBackward).data[way];
    }
  }
}

/** Each edge's name, and every name that is used once, in the order of the edges. */
function poolNames({ columns: ways }: RoadSource, cut: CutRoads): Pick<RoadColumns, "edgeName" | "nameStart" | "nameBytes"> {
  const pooled = new Int32Array(ways.names.length).fill(-1);
  const edgeName = new Uint32Array(cut.count);
  const pool = new NamePool();
  for (let e = 0; e < cut.count; e++) {
    const name = ways.name.data[cut.edgeWay[e]];
    if (pooled[name] < 0) pooled[name] = pool.add(ways.names[name]);
    edgeName[e] = pooled[name];
  }
  return { edgeName, ...pool.take() };
}

/** Names as the road file has them: number 0 is "". Each name must be added once only. */
class NamePool {
  readonly #start = new Growable(Uint32Array);
  readonly #bytes = new Growable(Uint8Array);

  constructor() {
    this.#start.push(0);
    this.#start.push(0);
  }

  add(name: string): number {
    if (name === "") return 0;
    const bytes = bytesOf(name);
    const at = this.#bytes.length;
    this.#bytes.extend(bytes.length);
    this.#bytes.data.set(bytes, at);
    this.#start.push(at + bytes.length);
    return this.#start.length - 2;
  }

  take() {
    return { nameStart: this.#start.take(), nameBytes: this.#bytes.take() };
  }
}

/**
 * Writes who may pass each node. What kind of barrier stands there shows as flags on its edges. A barrier on a junction bars nobody, since it cannot be said
 * which of the roads it bars: it was meant for a place a few metres along one of them.
 */
function placeBarriers(source: RoadSource, topology: Topology, columns: RoadColumns, count: Count): void {
  const { nodeAccess, outStart, outArcs, edgeFlags } = columns;
  nodeAccess.fill(ACCESS_ALL);
  for (const barrier of source.barriers) {
    if (barrier.access === ACCESS_ALL && barrier.flags === 0) continue;
    const n = topology.nodeOf(barrier.node);
    if (n < 0) {
      count("barrier off the network");
      continue;
    }
    if (outStart[n + 1] - outStart[n] > 2) {
      count("barrier on a junction");
      continue;
    }
    nodeAccess[n] &= barrier.access;
    for (let i = outStart[n]; i < outStart[n + 1]; i++) edgeFlags[outArcs[i] >>> 1] |= barrier.flags;
  }
}

function resolveRestrictions(source: RoadSource, cut: CutRoads, roads: Topology, count: Count): { bans: TurnBan[]; applied: number } {
  const bans: TurnBan[] = [];
  let applied = 0;
  if (source.restrictions.length === 0) return { bans, applied };
  const edgesOfWay = new Map<number, number[]>();
  for (const { from, to, via } of source.restrictions) {
    for (const way of [...from, ...to, ...("ways" in via ? via.ways : [])]) edgesOfWay.set(way, []);
  }
  const { id } = source.columns;
  for (let e = 0; e < cut.count; e++) edgesOfWay.get(id.data[cut.edgeWay[e]])?.push(e);
  for (const { edge, way } of foldsOf(cut)) {
    const edges = edgesOfWay.get(id.data[way]);
    if (edges !== undefined && !edges.includes(edge)) edges.push(edge);
  }
  const topology = {
    edgesOfWay: (way: number) => edgesOfWay.get(way) ?? [],
    nodeOf: roads.nodeOf,
    head: (arc: number) => (arc & 1 ? roads.edgeFrom[arc >>> 1] : roads.edgeTo[arc >>> 1]),
    outArcs: (n: number) => Array.from(roads.outArcs.subarray(roads.outStart[n], roads.outStart[n + 1])),
    access: (arc: number) => (arc & 1 ? cut.backward[arc >>> 1] : cut.forward[arc >>> 1]),
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

// Report: what is in a road network, and what was left out of it and why.
import { Access, MODES, type Mode, ROAD_CLASSES, type RoadClass } from "./attributes.js";
import type { RoadGraph } from "./graph.js";
import type { DropCounts } from "./source.js";

/** What went into a road network, and what was left out. */
export interface BuildReport {
  /** Ways the importer handed over. */
  ways: number;
  /** Edges made of them: a way is cut at every junction. */
  edges: number;
  /** Junctions and ends of roads. */
  nodes: number;
  /** Kilometres of edges, each counted once. */
  km: number;
  /** Kilometres of edges that each kind of traveller may use, in one direction at least. */
  kmByMode: Record<Mode, number>;
  /** Kilometres of edges by road class; classes without edges are left out. */
  kmByClass: Partial<Record<RoadClass, number>>;
  /** Kilometres open to driving in one direction only. */
  drivingOnewayKm: number;
  /** Kilometres open to driving with a posted limit in every direction it is open in. */
  drivingWithLimitKm: number;
  /** Connected parts of the network open to driving, with one-way roads taken as open both ways. */
  components: number;
  /** Share of the kilometres open to driving that is in the largest of these parts, 0–1. */
  largestComponentShare: number;
  /** Edges that begin and end at one node. */
  selfLoops: number;
  /** Turn restrictions that the network obeys; those that it cannot are in `dropped`. */
  restrictionsApplied: number;
  /** What was left out or mended, by reason: the importer's and the builder's counts together. */
  dropped: DropCounts;
  /** Size of the road file, bytes. */
  bytes: number;
}

/** The report on a network, from the network itself and from what only its builder knows. */
export function reportOn(roads: RoadGraph, builder: Pick<BuildReport, "ways" | "restrictionsApplied" | "dropped">): BuildReport {
  const kmByMode = Object.fromEntries(MODES.map((mode) => [mode, 0])) as Record<Mode, number>;
  const kmByClass: Partial<Record<RoadClass, number>> = {};
  let [km, drivingOnewayKm, drivingWithLimitKm, selfLoops] = [0, 0, 0, 0];
  for (let e = 0; e < roads.edgeCount; e++) {
    const length = roads.edgeLength[e] / 1000;
    const [forward, backward] = [roads.arcAccess[2 * e], roads.arcAccess[2 * e + 1]];
    km += length;
    for (const mode of MODES) if ((forward | backward) & Access[mode]) kmByMode[mode] += length;
    const name = ROAD_CLASSES[roads.edgeClass[e]];
    kmByClass[name] = (kmByClass[name] ?? 0) + length;
    if ((forward ^ backward) & Access.driving) drivingOnewayKm += length;
    if ((forward | backward) & Access.driving) {
      const limited = (arc: number) => !(roads.arcAccess[arc] & Access.driving) || roads.arcSpeed[arc] !== 0;
      if (limited(2 * e) && limited(2 * e + 1)) drivingWithLimitKm += length;
    }
    if (roads.edgeFrom[e] === roads.edgeTo[e]) selfLoops++;
  }
  return {
    ...builder,
    edges: roads.edgeCount,
    nodes: roads.nodeCount,
    km,
    kmByMode,
    kmByClass,
    drivingOnewayKm,
    drivingWithLimitKm,
    ...drivingComponents(roads),
    selfLoops,
    bytes: roads.data.byteLength,
  };
}

/** What was left out or mended and how often, most often first. */
export function byCount(dropped: DropCounts): [reason: string, times: number][] {
  return Object.entries(dropped).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

/** The reasons and counts of {@link byCount} as text for a sentence. */
export function reasons(dropped: DropCounts): string {
  return byCount(dropped)
    .map(([reason, times]) => `${reason} (${times})`)
    .join("; ");
}

/**
 * The connected parts of a network by roads open to driving. `partOf`: the number of an edge's part, 1 for the longest, 0 for an edge closed to cars.
 * `metres`: the length of each part, in that order.
 */
export function drivingParts(roads: RoadGraph): { partOf: (edge: number) => number; metres: number[] } {
  const parent = new Uint32Array(roads.nodeCount);
  for (let n = 0; n < parent.length; n++) parent[n] = n;
  const find = (node: number): number => {
    let at = node;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const open = (e: number) => ((roads.arcAccess[2 * e] | roads.arcAccess[2 * e + 1]) & Access.driving) !== 0;
  for (let e = 0; e < roads.edgeCount; e++) {
    if (!open(e)) continue;
    const [a, b] = [find(roads.edgeFrom[e]), find(roads.edgeTo[e])];
    if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
  }
  const metresOf = new Map<number, number>();
  for (let e = 0; e < roads.edgeCount; e++) {
    if (!open(e)) continue;
    const root = find(roads.edgeFrom[e]);
    metresOf.set(root, (metresOf.get(root) ?? 0) + roads.edgeLength[e]);
  }
  const parts = [...metresOf].sort(([a, m], [b, n]) => n - m || a - b);
  const number = new Map(parts.map(([root], i) => [root, i + 1]));
  const partOf = (e: number) => (open(e) ? number.get(find(roads.edgeFrom[e]))! : 0);
  return { partOf, metres: parts.map(([, metres]) => metres) };
}

function drivingComponents(roads: RoadGraph): { components: number; largestComponentShare: number } {
  const { metres } = drivingParts(roads);
  const total = metres.reduce((sum, part) => sum + part, 0);
  return { components: metres.length, largestComponentShare: total > 0 ? metres[0] / total : 0 };
}

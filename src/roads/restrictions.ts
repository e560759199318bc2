// Restrictions: from turn restrictions between ways to banned sequences of arcs.
import { Access } from "./attributes.js";
import type { SourceRestriction } from "./source.js";
import type { TurnBan } from "./turns.js";

/** What the builder knows while it resolves restrictions. */
export interface ArcTopology {
  /** Edges of a way id in order; empty when the way is not in the network. */
  edgesOfWay(way: number): readonly number[];
  /** Graph node of a source node id; −1 when it is none. */
  nodeOf(sourceNode: number): number;
  head(arc: number): number;
  outArcs(node: number): readonly number[];
  /** Access bits of an arc. */
  access(arc: number): number;
}

/** Most arcs of a via path: a longer one is no turn. */
const MAX_VIA_ARCS = 32;
/** Most steps of a search for via paths: via ways that cross themselves have too many paths to try them all. */
const MAX_VIA_STEPS = 2000;

/** Most ways out of a junction for an `only_*` restriction. No real junction has more, and each restriction takes as many bans. */
const MAX_ONLY_EXITS = 64;

/**
 * Bans for one restriction, or the reason why it has none. `only_*` becomes a ban on every other way out except the U-turn, which has a price of its own.
 */
export function bansFor(restriction: SourceRestriction, roads: ArcTopology): TurnBan[] | string {
  const { only, onward = false, via, modes } = restriction;
  if (modes === 0) return "restriction that binds nobody";
  if (restriction.from.length === 0 || restriction.to.length === 0) return "restriction without from or to";
  const missing = (way: number) => roads.edgesOfWay(way).length === 0;
  // If only some of the ways named are in the network, these are bound all the same.
  const [from, to] = [restriction.from, restriction.to].map((ways) => ways.filter((way) => !missing(way)));
  if (from.length === 0 || to.length === 0) return "restriction on a way outside the network";
  if ("ways" in via && (via.ways.length === 0 || via.ways.some(missing))) return "restriction via a way outside the network";

  const prefixes =
    "node" in via
      ? prefixesViaNode(from, roads.nodeOf(via.node), roads)
      : prefixesViaWays(from, asTravelled(from, via.ways, to, roads), roads);
  if (prefixes === null) return "restriction via ways too tangled to follow";
  const fromWay = wayOfEdges(from, roads);
  const toWay = wayOfEdges(to, roads);
  // The arcs the turn may begin and end with.
  const [starts, ends] = [new Set<number>(), new Set<number>()];
  const bans: number[][] = [];
  let met = false;
  let unclear = false;
  for (const prefix of prefixes) {
    const last = prefix[prefix.length - 1];
    // A restriction from a way onto itself restricts turning back, unless it says that it restricts going on along the way.
    const own = "node" in via && !onward ? fromWay.get(last >>> 1) : undefined;
    const exits = roads.outArcs(roads.head(last));
    const named = exits.filter((arc) => toWay.has(arc >>> 1) && (arc === (last ^ 1)) === (toWay.get(arc >>> 1) === own));
    if (named.length === 0) continue;
    if (only && exits.length > MAX_ONLY_EXITS) return `restriction to one of more than ${MAX_ONLY_EXITS} ways on`;
    met = true;
    unclear ||= only && named.length > 1;
    for (const arc of named) {
      if (arc === (last ^ 1)) continue;
      starts.add(prefix[0]);
      if (!only) ends.add(arc);
    }
    const banned = only ? exits.filter((arc) => !named.includes(arc) && arc !== (last ^ 1)) : named;
    for (const arc of banned) bans.push([...prefix, arc]);
  }
  if (!met) return "restriction whose ways do not meet";

  // Per mode: not clear if one way has two arcs at one node that are both open to it. The map does not say then which of them is meant.
  const clear = (arcs: Set<number>, wayOf: Map<number, number>, node: (arc: number) => number, mode: number) => {
    const open = [...arcs].filter((arc) => roads.access(arc) & mode);
    return new Set(open.map((arc) => `${wayOf.get(arc >>> 1)} ${node(arc)}`)).size === open.length;
  };
  let bound = 0;
  for (const mode of Object.values(Access)) {
    if (modes & mode && clear(starts, fromWay, roads.head, mode) && clear(ends, toWay, (arc) => roads.head(arc ^ 1), mode)) bound |= mode;
  }
  return bound === 0 || (unclear && bans.length === 0)
    ? "restriction on a way not split at the turn"
    : bans.map((arcs) => ({ arcs, modes: bound }));
}

function wayOfEdges(ways: number[], roads: ArcTopology): Map<number, number> {
  return new Map(ways.flatMap((way) => roads.edgesOfWay(way).map((edge): [number, number] => [edge, way])));
}

function prefixesViaNode(from: number[], node: number, roads: ArcTopology): number[][] {
  if (node < 0) return [];
  const fromEdges = new Set(from.flatMap((way) => roads.edgesOfWay(way)));
  return roads
    .outArcs(node)
    .map((arc) => arc ^ 1)
    .filter((arc) => fromEdges.has(arc >>> 1))
    .map((arc) => [arc]);
}

/**
 * The via ways in an order in which each meets the next, since maps list them in any order: as listed if they meet so, or if they do not meet in any order.
 */
function asTravelled(from: number[], via: number[], to: number[], roads: ArcTopology): number[] {
  if (via.length < 2 || via.length > MAX_VIA_ARCS) return via;
  const nodesOf = (ways: number[]) =>
    new Set(ways.flatMap((way) => roads.edgesOfWay(way)).flatMap((edge) => [roads.head(edge * 2), roads.head(edge * 2 + 1)]));
  const meet = (a: Set<number>, b: Set<number>) => [...a].some((node) => b.has(node));
  const end = nodesOf(to);
  const nodes = via.map((way) => nodesOf([way]));
  let steps = 0;
  const follow = (order: number[], last: Set<number>): number[] | null => {
    if (order.length === via.length) return meet(last, end) ? order : null;
    for (let i = 0; i < via.length; i++) {
      if (order.includes(i) || !meet(last, nodes[i]) || ++steps > MAX_VIA_STEPS) continue;
      const found = follow([...order, i], nodes[i]);
      if (found !== null) return found;
    }
    return null;
  };
  return follow([], nodesOf(from))?.map((i) => via[i]) ?? via;
}

/** From each arc of `from`, every simple way along the via ways in order; a prefix ends wherever the last via way has been entered. */
function prefixesViaWays(from: number[], via: number[], roads: ArcTopology): number[][] | null {
  const viaEdges = via.map((way) => new Set(roads.edgesOfWay(way)));
  const found: number[][] = [];
  let steps = 0;
  const follow = (path: number[], index: number): void => {
    if (index === viaEdges.length - 1) found.push(path);
    if (path.length > MAX_VIA_ARCS || (path.length > 1 && ++steps > MAX_VIA_STEPS)) return;
    const last = path[path.length - 1];
    for (const arc of roads.outArcs(roads.head(last))) {
      if (arc === (last ^ 1) || path.includes(arc)) continue;
      const edge = arc >>> 1;
      // Stay on the way just entered, or go on to the next.
      if (index >= 0 && viaEdges[index].has(edge)) follow([...path, arc], index);
      else if (index + 1 < viaEdges.length && viaEdges[index + 1].has(edge)) follow([...path, arc], index + 1);
    }
  };
  for (const way of from) for (const edge of roads.edgesOfWay(way)) for (const arc of [edge * 2, edge * 2 + 1]) follow([arc], -1);
  return steps > MAX_VIA_STEPS ? null : found;
}

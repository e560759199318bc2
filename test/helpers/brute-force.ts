// Reference implementations: the simplest way to a result, however slow, to compare the real ones with.
import { distance, latScale, lonScale, wrapLon } from "../../src/geo/metres.js";
import { HAS_TURNS, type RoadGraph } from "../../src/roads/graph.js";
import { type TurnBan, type TurnTable, turnRow } from "../../src/roads/turns.js";

/** A place on an edge. */
export interface BrutePlace {
  edge: number;
  /** Metres from the query. */
  distance: number;
  /** Metres from the edge's start. */
  offset: number;
}

/** The nearest place on every edge, measured in the plane at the query (degrees), sorted by distance, then by edge. */
export function projectOnEveryEdge(roads: RoadGraph, lon: number, lat: number): BrutePlace[] {
  const places: BrutePlace[] = [];
  for (let edge = 0; edge < roads.edgeCount; edge++) {
    let best: BrutePlace | null = null;
    for (const piece of piecesOf(roads, edge, lon, lat)) {
      const place = { edge, ...nearestOnPiece(piece) };
      if (best === null || place.distance < best.distance) best = place;
    }
    if (best) places.push(best);
  }
  return places.sort((a, b) => a.distance - b.distance || a.edge - b.edge);
}

/**
 * The places on one edge that are the nearest in their surroundings, separated by rises of at least `rise` metres: all turning points of the distance
 * along the edge, from which the smallest rise or fall is removed until none is smaller. The distance may fall at both ends of the edge.
 */
export function placesApart(roads: RoadGraph, edge: number, lon: number, lat: number, rise: number): BrutePlace[] {
  const profile: { distance: number; offset: number }[] = [];
  for (const piece of piecesOf(roads, edge, lon, lat)) {
    const start = { distance: Math.hypot(piece.x, piece.y), offset: piece.from };
    const end = { distance: Math.hypot(piece.x + piece.dx, piece.y + piece.dy), offset: piece.to };
    profile.push(start, nearestOnPiece(piece), end);
  }
  const heights = profile.map((place) => place.distance);
  const turns = profile.filter(({ distance: at }, i) => {
    const before = heights.slice(0, i).findLast((other) => other !== at);
    const after = heights.slice(i + 1).find((other) => other !== at);
    if (heights[i - 1] === at) return false; // the first of a level stretch stands for all of it
    return before === undefined || after === undefined || before < at === after < at;
  });
  // A fall at the very beginning or a rise at the very end separates nothing.
  if (turns.length > 1 && turns[0].distance > turns[1].distance) turns.shift();
  if (turns.length > 1 && turns[turns.length - 1].distance > turns[turns.length - 2].distance) turns.pop();
  for (;;) {
    let smallest = -1;
    const step = (i: number) => Math.abs(turns[i].distance - turns[i + 1].distance);
    for (let i = 0; i + 1 < turns.length; i++) if (smallest < 0 || step(i) < step(smallest)) smallest = i;
    if (smallest < 0 || step(smallest) >= rise) break;
    // Lows are at even places, with highs between them. At the ends, the higher of the two lows is removed together with the high.
    turns.splice(smallest, 2);
  }
  return turns.filter((_, i) => i % 2 === 0).map((place) => ({ edge, ...place }));
}

/** Metres from a place (degrees) to the nearest place on an edge, each pair measured by the flat distance at their own mid latitude. */
export function distanceToEdge(roads: RoadGraph, edge: number, lon: number, lat: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = roads.shapeStart[edge] + 1; i < roads.shapeStart[edge + 1]; i++) {
    const [ax, ay] = [roads.shapeLon[i - 1] / 1e7, roads.shapeLat[i - 1] / 1e7];
    const [dx, dy] = [wrapLon(roads.shapeLon[i] / 1e7 - ax), roads.shapeLat[i] / 1e7 - ay];
    const at = (t: number) => distance(lon, lat, ax + t * dx, ay + t * dy);
    // Ternary search for the minimum of a function with one low.
    let [low, high] = [0, 1];
    while (high - low > 1e-12) {
      const third = (high - low) / 3;
      if (at(low + third) < at(high - third)) high -= third;
      else low += third;
    }
    best = Math.min(best, at(0), at(low), at(1));
  }
  return best;
}

/** A straight piece of an edge in metres east and north of the query, and the metres along the edge at its ends. */
interface Piece {
  x: number;
  y: number;
  dx: number;
  dy: number;
  from: number;
  to: number;
}

function piecesOf(roads: RoadGraph, edge: number, lon: number, lat: number): Piece[] {
  const [kx, ky] = [lonScale(lat), latScale(lat)];
  const pieces: Piece[] = [];
  for (let i = roads.shapeStart[edge] + 1; i < roads.shapeStart[edge + 1]; i++) {
    const [ax, ay, bx, by] = [roads.shapeLon[i - 1], roads.shapeLat[i - 1], roads.shapeLon[i], roads.shapeLat[i]].map((v) => v / 1e7);
    pieces.push({
      x: wrapLon(ax - lon) * kx,
      y: (ay - lat) * ky,
      dx: wrapLon(bx - ax) * kx,
      dy: (by - ay) * ky,
      from: roads.shapeAt[i - 1],
      to: roads.shapeAt[i],
    });
  }
  return pieces;
}

function nearestOnPiece({ x, y, dx, dy, from, to }: Piece): { distance: number; offset: number } {
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / square));
  return { distance: Math.hypot(x + t * dx, y + t * dy), offset: from + t * (to - from) };
}

/** The modes, as access bits, for which the last step of a walk along arcs is banned by any of the bans. */
export function bannedAtEnd(walk: readonly number[], bans: readonly TurnBan[]): number {
  let modes = 0;
  for (const ban of bans) {
    const end = walk.slice(-ban.arcs.length);
    if (end.length === ban.arcs.length && end.every((arc, i) => arc === ban.arcs[i])) modes |= ban.modes;
  }
  return modes;
}

/** The modes for which each step of a walk is banned by a turn table, followed as a route search does: with the current state as its only memory. */
export function followTurns(table: TurnTable, arcCount: number, walk: readonly number[], hasRow?: (arc: number) => boolean): number[] {
  let state = walk[0];
  return walk.slice(1).map((arc, i) => {
    // A search looks up the row of an arc only if the arc is marked as having one.
    const row = state !== walk[i] || hasRow === undefined || hasRow(state) ? turnRow(table.turnState, state) : -1;
    let [next, ban] = [arc, 0];
    for (let k = row < 0 ? 0 : table.turnStart[row]; row >= 0 && k < table.turnStart[row + 1]; k++) {
      if (table.turnTo[k] === arc) [next, ban] = [table.turnNext[k], table.turnBan[k]];
    }
    const plain = next < arcCount ? next : table.virtualArc[next - arcCount];
    if (plain !== arc) throw new Error(`arc ${arc} led to state ${next}, which is arc ${plain}`);
    state = next;
    return ban;
  });
}

/**
 * Every shortest banned walk of at most `arcs` arcs through a network, found by trying all: its last step is banned for one of `modes`, no earlier step
 * is, and it would not be banned if it began one arc later.
 */
export function bannedWalks(roads: RoadGraph, modes: number, arcs: number): number[][] {
  const found: number[][] = [];
  const bansAlong = (walk: number[]) => followTurns(roads.columns, roads.arcCount, walk, (arc) => (roads.arcAccess[arc] & HAS_TURNS) !== 0);
  const go = (walk: number[]): void => {
    const bans = bansAlong(walk);
    if ((bans[bans.length - 1] ?? 0) & modes) {
      const shorter = bansAlong(walk.slice(1));
      if (!((shorter[shorter.length - 1] ?? 0) & modes)) found.push(walk);
      return;
    }
    if (walk.length === arcs) return;
    const node = roads.head(walk[walk.length - 1]);
    for (let i = roads.outStart[node]; i < roads.outStart[node + 1]; i++) go([...walk, roads.outArcs[i]]);
  };
  for (let arc = 0; arc < roads.arcCount; arc++) go([arc]);
  return found;
}

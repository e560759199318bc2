// Small random towns with everything that makes routes hard: one-way streets, closed roads, loops, barriers, turn restrictions.
import fc from "fast-check";
import { latScale, lonScale } from "../../src/geo/metres.js";
import { ACCESS_ALL, Access, Flag, ROAD_CLASSES } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";
import { STREET } from "../helpers/road-source.js";

/** A town as plain numbers. All values are valid, so that fast-check can shrink a failing town. */
export interface TownPlan {
  /** Metres east and north of the town's corner: junctions and ends. */
  places: [x: number, y: number][];
  ways: WayPlan[];
  /** A turn restriction as a walk over ways: the first number picks a way, the others pick among those that go on from it. */
  bans: { only: boolean; walk: number[] }[];
  barriers: { place: number; open: boolean }[];
}

export interface WayPlan {
  /** Indexes of places, taken modulo the number of places. If both are the same, the way is a loop. */
  from: number;
  to: number;
  /** How far the middle of the way is from the straight line, metres. */
  bend: number;
  kind: "plain" | "oneway" | "against" | "closed" | "footway" | "private";
}

const CELL = 150;

/** Any town of a few streets. */
export function towns(size: { ways: number } = { ways: 10 }): fc.Arbitrary<TownPlan> {
  const index = fc.nat({ max: 11 });
  const kind = fc.constantFrom("plain", "plain", "plain", "plain", "oneway", "oneway", "against", "closed", "footway", "private" as const);
  const jitter = fc.integer({ min: -40, max: 40 });
  return fc.record({
    places: fc
      .array(fc.tuple(jitter, jitter), { minLength: 4, maxLength: 12 })
      .map((offsets) => offsets.map(([x, y], i): [number, number] => [(i % 4) * CELL + x, Math.floor(i / 4) * CELL + y])),
    ways: fc.array(fc.record({ from: index, to: index, bend: fc.integer({ min: -60, max: 60 }), kind }) as fc.Arbitrary<WayPlan>, {
      minLength: 3,
      maxLength: size.ways,
      size: "max",
    }),
    bans: fc.array(fc.record({ only: fc.boolean(), walk: fc.array(fc.nat({ max: 30 }), { minLength: 2, maxLength: 4 }) }), {
      maxLength: 4,
    }),
    barriers: fc.array(fc.record({ place: index, open: fc.boolean() }), { maxLength: 2 }),
  });
}

/** A restriction as mapped: ids of ways, and the via node if there are no via ways. */
export interface TownBan {
  only: boolean;
  ways: number[];
  /** Degrees × 1e7 of the via node; null if there are via ways. */
  via: [lon: number, lat: number] | null;
}

/** A town that was built. Way i of the plan is edge i. */
export interface Town {
  roads: RoadGraph;
  bans: TownBan[];
}

const LAT = 48;

/** Degrees × 1e7 of a place in metres from a town's corner, which is at 48° north and at the longitude `corner` (degrees × 1e7). */
export function fixedAt(x: number, y: number, corner = 11e7): [lon: number, lat: number] {
  const lon = corner + Math.round((x / lonScale(LAT)) * 1e7);
  return [lon > 1.8e9 ? lon - 3.6e9 : lon < -1.8e9 ? lon + 3.6e9 : lon, Math.round((LAT + y / latScale(LAT)) * 1e7)];
}

/** Builds a town with its corner at a longitude in degrees × 1e7. */
export function buildTown(plan: TownPlan, corner = 11e7): Town {
  const source = new RoadSource();
  const fixed = (x: number, y: number) => fixedAt(x, y, corner);
  const place = (i: number) => i % plan.places.length;
  plan.places.forEach(([x, y], i) => {
    source.addNode(i, ...fixed(x, y));
  });
  plan.ways.forEach((way, w) => {
    // Each way has nodes of its own in the middle, so that it becomes one edge.
    const line = wayLine(plan, w);
    const nodes = line.map((_, i) => 1000 + 4 * w + i);
    nodes[0] = place(way.from);
    nodes[nodes.length - 1] = place(way.to);
    line.slice(1, -1).forEach((at, i) => {
      source.addNode(nodes[i + 1], ...fixed(...at));
    });
    const open = way.kind === "closed" ? 0 : way.kind === "footway" ? Access.walking : ACCESS_ALL;
    source.addWay({
      ...STREET,
      id: w,
      nodes,
      roadClass: ROAD_CLASSES.indexOf(way.kind === "footway" ? "footway" : w % 3 === 0 ? "service" : "residential"),
      flags: way.kind === "private" ? Flag.private : 0,
      forward: way.kind === "against" ? open & Access.walking : open,
      backward: way.kind === "oneway" ? open & Access.walking : open,
      name: `way ${w}`,
    });
  });
  for (const barrier of plan.barriers) {
    source.barriers.push({ node: place(barrier.place), access: barrier.open ? ACCESS_ALL : Access.walking, flags: 0 });
  }
  const bans = plan.bans.map(({ only, walk }) => walkWays(plan, walk, only)).filter((ban) => ban !== null);
  bans.forEach(({ only, ways, node }, i) => {
    source.restrictions.push({
      id: i,
      only,
      from: [ways[0]],
      to: [ways[ways.length - 1]],
      via: ways.length === 2 ? { node } : { ways: ways.slice(1, -1) },
      modes: Access.driving | Access.trucking | Access.cycling,
    });
  });
  return {
    roads: buildRoads(source),
    bans: bans.map(({ only, ways, node }) => ({ only, ways, via: ways.length === 2 ? fixed(...plan.places[node]) : null })),
  };
}

/** The line of a way, over one node in its middle, or two if it is a loop; metres from the town's corner. */
export function wayLine(plan: TownPlan, w: number): [x: number, y: number][] {
  const { from, to, bend } = plan.ways[w];
  const [a, b] = [plan.places[from % plan.places.length], plan.places[to % plan.places.length]];
  const shift = bend + w / 8;
  if (a === b) return [a, [a[0] + shift + 30, a[1] + shift], [a[0] + shift, a[1] + 50 + shift], b];
  return [a, [(a[0] + b[0]) / 2 + shift, (a[1] + b[1]) / 2 + shift], b];
}

/** The ways that a walk of choices passes, and the node between the first two; null if it leads nowhere. */
function walkWays(plan: TownPlan, walk: number[], only: boolean): { only: boolean; ways: number[]; node: number } | null {
  const ends = (w: number) => [plan.ways[w].from % plan.places.length, plan.ways[w].to % plan.places.length];
  // No map can express a restriction from or onto a loop, whose two ends are at one node.
  const isLoop = (w: number) => ends(w)[0] === ends(w)[1];
  const first = walk[0] % plan.ways.length;
  const ways = [first];
  const start = ends(first)[walk[1] % 2];
  let node = start;
  for (let i = 1; i < walk.length; i++) {
    // From a way onto itself there is only the ban on a U-turn, which has no via ways.
    const onwards = plan.ways.map((_, w) => w).filter((w) => ends(w).includes(node) && (!ways.includes(w) || walk.length === 2));
    if (onwards.length === 0) return null;
    const next = onwards[walk[i] % onwards.length];
    node = ends(next)[0] === node ? ends(next)[1] : ends(next)[0];
    ways.push(next);
  }
  return isLoop(first) || isLoop(ways[ways.length - 1]) ? null : { only, ways, node: start };
}

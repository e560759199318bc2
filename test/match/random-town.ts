// Small random towns with everything that makes routes hard: one-ways, closed roads, loops, barriers, turn restrictions.
import fc from "fast-check";
import { latScale, lonScale } from "../../src/geo/metres.js";
import { ACCESS_ALL, Access, Flag, ROAD_CLASSES } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";

/** A town as plain numbers, each of which means something whatever it is: that lets fast-check make a failing town smaller. */
export interface TownPlan {
  /** Metres east and north of the town's corner: junctions and ends. */
  places: [x: number, y: number][];
  ways: WayPlan[];
  /** A walk over ways, by choices: the first number is a way, the others choose among those that go on from it. */
  bans: { only: boolean; walk: number[] }[];
  barriers: { place: number; open: boolean }[];
}

export interface WayPlan {
  /** Indexes of places, taken modulo their number. Equal ones make a loop. */
  from: number;
  to: number;
  /** How far the way's middle is off the straight line, metres. */
  bend: number;
  kind: "plain" | "oneway" | "against" | "closed" | "footway" | "private";
}

/** Where a town lies. */
export const CORNER: [lon: number, lat: number] = [11, 48];

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
    }),
    bans: fc.array(fc.record({ only: fc.boolean(), walk: fc.array(fc.nat({ max: 30 }), { minLength: 2, maxLength: 4 }) }), { maxLength: 4 }),
    barriers: fc.array(fc.record({ place: index, open: fc.boolean() }), { maxLength: 2 }),
  });
}

/** A restriction as it was mapped: way ids, and the node for those without via ways. */
export interface TownBan {
  only: boolean;
  ways: number[];
  /** Degrees × 1e7 of the via node; null where there are via ways. */
  via: [lon: number, lat: number] | null;
}

/** A town built. Way i of the plan is edge i. */
export interface Town {
  roads: RoadGraph;
  bans: TownBan[];
  /** Degrees of a place given in metres from the corner. */
  at(x: number, y: number): [lon: number, lat: number];
}

/** Builds a town, its corner where told (degrees). */
export function buildTown(plan: TownPlan, corner: [lon: number, lat: number] = CORNER): Town {
  const source = new RoadSource();
  const at = (x: number, y: number): [number, number] => {
    const lon = corner[0] + x / lonScale(corner[1]);
    return [lon > 180 ? lon - 360 : lon, corner[1] + y / latScale(corner[1])];
  };
  const fixed = (x: number, y: number): [number, number] => {
    const [lon, lat] = at(x, y);
    return [Math.round(lon * 1e7), Math.round(lat * 1e7)];
  };
  const place = (i: number) => i % plan.places.length;
  plan.places.forEach(([x, y], i) => {
    source.addNode(i, ...fixed(x, y));
  });
  plan.ways.forEach((way, w) => {
    const [a, b] = [place(way.from), place(way.to)];
    const [[ax, ay], [bx, by]] = [plan.places[a], plan.places[b]];
    // A node of its own in the middle keeps every way an edge of its own; a loop needs two.
    const middle = 1000 + 2 * w;
    const nodes = [a, middle, b];
    const shift = way.bend + w / 8;
    source.addNode(middle, ...fixed((ax + bx) / 2 + shift + (a === b ? 30 : 0), (ay + by) / 2 + shift));
    if (a === b) {
      source.addNode(middle + 1, ...fixed(ax + shift, ay + 50 + shift));
      nodes.splice(2, 0, middle + 1);
    }
    const open = way.kind === "closed" ? 0 : way.kind === "footway" ? Access.walking : ACCESS_ALL;
    source.addWay({
      id: w,
      nodes,
      roadClass: ROAD_CLASSES.indexOf(way.kind === "footway" ? "footway" : w % 3 === 0 ? "service" : "residential"),
      flags: way.kind === "private" ? Flag.private : 0,
      forward: way.kind === "against" ? open & Access.walking : open,
      backward: way.kind === "oneway" ? open & Access.walking : open,
      speedForward: 0,
      speedBackward: 0,
      truckSpeedForward: 0,
      truckSpeedBackward: 0,
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
    at,
  };
}

/** The ways a walk by choices leads over, and the node where the first two meet; null when it leads nowhere. */
function walkWays(plan: TownPlan, walk: number[], only: boolean): { only: boolean; ways: number[]; node: number } | null {
  const ends = (w: number) => [plan.ways[w].from % plan.places.length, plan.ways[w].to % plan.places.length];
  const first = walk[0] % plan.ways.length;
  const ways = [first];
  const start = ends(first)[walk[1] % 2];
  let node = start;
  for (let i = 1; i < walk.length; i++) {
    // Onto itself only as a ban on turning round, which has no via ways.
    const onwards = plan.ways.map((_, w) => w).filter((w) => ends(w).includes(node) && (!ways.includes(w) || walk.length === 2));
    if (onwards.length === 0) return null;
    const next = onwards[walk[i] % onwards.length];
    node = ends(next)[0] === node ? ends(next)[1] : ends(next)[0];
    ways.push(next);
  }
  return { only, ways, node: start };
}

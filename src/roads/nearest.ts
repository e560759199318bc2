// Nearest: the road nearest to a place, however far. A best-first search through the tree of boxes, by a lower bound of the distance.
import { checkOptions } from "../errors.js";
import { atan2, cosDegrees, DEG, sinDegrees } from "../geo/maths.js";
import { wrapLon } from "../geo/metres.js";
import { WalkedTree } from "./edge-tree-walk.js";
import { checkRoads, type RoadGraph } from "./graph.js";
import { CostHeap } from "./heap.js";
import { NearbySearch } from "./nearby.js";
import { placesOf, projectOnEdge, type RoadPlace, RoadPlaces, TangentPlane } from "./places.js";

/** Metres: mean radius of the earth. */
const EARTH = 6_371_000;
/** Half of the earth's circumference, metres: nothing is farther. */
const FARTHEST = 2e7;
/** Relative difference that there may be between a distance on the sphere and one measured flat on the ellipsoid. */
const DIFFERENCE = 0.02;

/** A box (or a leaf, of level 0) is queued as level × this + number. No level has so many boxes. */
const LEVEL = 2 ** 27;

/** Radius of a first search, metres: mostly there is a road within it. */
const AT_HAND = 50;

/** Searches one network. Holds scratch memory, so keep it for the next search. Not for two threads at once. */
export class NearestSearch {
  readonly #roads: RoadGraph;
  readonly #tree: WalkedTree;
  readonly #nearby: NearbySearch;
  readonly #plane = new TangentPlane();

  constructor(roads: RoadGraph) {
    this.#roads = roads;
    this.#tree = new WalkedTree(roads.columns);
    this.#nearby = new NearbySearch(roads);
  }

  /**
   * Appends the nearest place on the nearest edge, if there is one within `maxDistance`. Distances are measured flat, at the latitude midway: good to 1e-3
   * over some hundred kilometres, but over thousands only to a few percent.
   */
  nearest(lon: number, lat: number, maxDistance: number, out: RoadPlaces, accept?: (edge: number) => boolean): void {
    if (!(maxDistance >= 0) || Number.isNaN(lon + lat)) return;
    const x = wrapLon(lon);
    let [best, place] = [new RoadPlaces(), new RoadPlaces()];
    const visit = (edge: number): number => {
      this.#projectFar(edge, x, lat, place);
      const closer = best.count === 0 ? -1 : place.distance[0] - best.distance[0];
      if (closer < 0 || (closer === 0 && edge < best.edge[0])) [best, place] = [place, best];
      return best.distance[0];
    };
    // Mostly there is a road at hand. So near, all planes agree on which road is nearest, except for the last bits.
    const around = new RoadPlaces();
    this.#nearby.within(x, lat, Math.min(AT_HAND, maxDistance), around, undefined, accept);
    const least = Math.min(...around.distance.subarray(0, around.count));
    for (let i = 0; i < around.count; i++) if (around.distance[i] <= least + 1e-3) visit(around.edge[i]);
    if (around.count === 0) visitNearest(this.#tree, x, lat, maxDistance, visit, accept);
    if (best.count > 0 && best.distance[0] <= maxDistance) {
      out.push(best.edge[0], best.distance[0], best.offset[0], best.east[0], best.north[0]);
    }
  }

  /** Writes the edge's nearest place, in the plane at the latitude midway to it, as the only one of `out`. */
  #projectFar(edge: number, lon: number, lat: number, out: RoadPlaces): void {
    this.#plane.set(lon, lat);
    // The latitude midway depends on the place that is sought. Each round shrinks the error by a factor of the distance over the radius of the earth.
    for (let round = 0; round < 4; round++) {
      out.count = 0;
      projectOnEdge(this.#roads, edge, this.#plane, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, out);
      this.#plane.set(lon, lat, (lat + this.#roads.pointAt(edge, out.offset[0])[1]) / 2);
    }
  }
}

/**
 * The nearest road to lon, lat (degrees), within `maxDistance` metres (by default however far); null if there is none. Only edges that `accept` takes count.
 * Distances are good to 1e-3 over some hundred kilometres, and of little use from one side of the earth to the other.
 * @throws SnapError "bad-option" for an unknown option, "bad-input" for what are no roads.
 */
export function nearestRoad(
  roads: RoadGraph,
  lon: number,
  lat: number,
  options: { maxDistance?: number | undefined; accept?: ((edge: number) => boolean) | undefined } = {},
): RoadPlace | null {
  checkRoads(roads, "The search's");
  checkOptions(options, "nearestRoad", ["maxDistance", "accept"]);
  const out = new RoadPlaces();
  new NearestSearch(roads).nearest(lon, lat, options.maxDistance ?? Number.POSITIVE_INFINITY, out, options.accept);
  return placesOf(roads, out)[0] ?? null;
}

/**
 * Hands edges to `visit`, roughly nearest first, until no other edge can be within `reach` metres. `visit` returns the new reach: the distance of the best
 * edge so far. Only edges that `accept` takes are handed over.
 */
function visitNearest(
  tree: WalkedTree,
  lon: number,
  lat: number,
  reach: number,
  visit: (edge: number) => number,
  accept?: (edge: number) => boolean,
): void {
  const gap = new GapFrom(lon, lat);
  // Ordered by a lower bound of the distance, as the squared sine of half the angle.
  const queue = new CostHeap();
  queue.push(tree.height * LEVEL, 0);
  let limit = widest(reach);
  while (queue.size > 0 && queue.topCost <= limit) {
    const next = queue.pop();
    const level = Math.floor(next / LEVEL);
    const number = next % LEVEL;
    if (level === 0) {
      const edge = tree.edgeAt(number);
      if (accept === undefined || accept(edge)) limit = Math.min(limit, widest(visit(edge)));
      continue;
    }
    tree.children(level, number, (child, west, south, east, north) => {
      const least = gap.to(west / 1e7, south / 1e7, east / 1e7, north / 1e7);
      if (least <= limit) queue.push((level - 1) * LEVEL + child, least);
    });
  }
}

/** An upper bound for the squared sine of half the angle, on the sphere, of so many metres that were measured flat on the ellipsoid. */
function widest(metres: number): number {
  if (!(metres >= 0)) return -1;
  const reach = metres * (1 + DIFFERENCE) + 1;
  return reach >= FARTHEST ? 1 : (1 - cosDegrees(reach / EARTH / DEG)) / 2;
}

/** Angles from one place. */
class GapFrom {
  readonly #lon: number;
  readonly #lat: number;
  readonly #sin: number;
  readonly #cos: number;

  constructor(lon: number, lat: number) {
    this.#lon = lon;
    this.#lat = lat;
    this.#sin = sinDegrees(lat);
    this.#cos = cosDegrees(lat);
  }

  /** The squared sine of half the angle to the nearest place of a box in degrees. */
  to(west: number, south: number, east: number, north: number): number {
    const lat = this.#lat;
    // Degrees eastwards from the box's west side to here.
    const past = (((this.#lon - west) % 360) + 360) % 360;
    if (past <= east - west) {
      const off = lat < south ? south - lat : lat > north ? lat - north : 0;
      return (1 - cosDegrees(off)) / 2;
    }
    const turn = cosDegrees(Math.min(360 - past, past - (east - west)));
    // Along a meridian the cosine of the angle is a wave, highest here.
    const peak = atan2(this.#sin, this.#cos * turn) / DEG;
    const at = (phi: number) => this.#sin * sinDegrees(phi) + this.#cos * cosDegrees(phi) * turn;
    const best = peak >= south && peak <= north ? at(peak) : Math.max(at(south), at(north));
    return (1 - best) / 2;
  }
}

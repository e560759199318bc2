// Roads near a place: the tree finds edges by their boxes, then each is projected on exactly.
import { latScale, lonScale, wrapLon, wrapLonE7 } from "../geo/metres.js";
import { EdgeTree } from "./edge-tree.js";
import type { RoadGraph } from "./graph.js";
import { visitNearest } from "./nearest.js";

/** Metres within which the nearest road is looked for first. */
const AT_HAND = 50;
/** A whole turn in degrees × 1e7. */
const ALL_ROUND = 3.6e9;

/** Places on roads, as columns; `count` is how many are filled. */
export class RoadPlaces {
  count = 0;
  edge = new Int32Array(64);
  /** Metres from the query. */
  distance = new Float64Array(64);
  /** Metres from the edge's start. */
  offset = new Float64Array(64);
  /** Direction of the edge there, east and north, not normalised; (0, 0) where the edge has no length. */
  east = new Float64Array(64);
  north = new Float64Array(64);

  push(edge: number, distance: number, offset: number, east: number, north: number): void {
    const i = this.count++;
    if (i === this.edge.length) this.#grow();
    this.edge[i] = edge;
    this.distance[i] = distance;
    this.offset[i] = offset;
    this.east[i] = east;
    this.north[i] = north;
  }

  #grow(): void {
    const bigger = (old: Float64Array) => {
      const grown = new Float64Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    const edge = new Int32Array(this.edge.length * 2);
    edge.set(this.edge);
    this.edge = edge;
    this.distance = bigger(this.distance);
    this.offset = bigger(this.offset);
    this.east = bigger(this.east);
    this.north = bigger(this.north);
  }
}

/** Searches one network; holds the scratch memory, so keep it for the next search. Not for two threads at once. */
export class NearbySearch {
  readonly #roads: RoadGraph;
  readonly #tree: EdgeTree;
  readonly #span: readonly [west: number, east: number];
  readonly #hits: number[] = [];
  readonly #plane = new TangentPlane();

  constructor(roads: RoadGraph) {
    this.#roads = roads;
    this.#tree = new EdgeTree(roads.columns);
    this.#span = this.#tree.span;
  }

  /**
   * Appends every place within `radius` metres of lon, lat (degrees) that is nearest on its edge, and on winding edges every further
   * place that is nearest around itself: those parted from one another by a rise of at least `rise` metres in distance. With the
   * default there is one place per edge. `accept` leaves edges out. The order is not specified.
   */
  within(
    lon: number,
    lat: number,
    radius: number,
    out: RoadPlaces,
    rise = Number.POSITIVE_INFINITY,
    accept?: (edge: number) => boolean,
  ): void {
    if (!(radius >= 0) || Number.isNaN(lon + lat)) return;
    const plane = this.#plane;
    const x = wrapLon(lon);
    plane.set(x, lat);
    // The window of the circle in this plane, and a centimetre for rounding.
    const reach = radius + 0.01;
    const east = plane.kx > 1 ? Math.min(ALL_ROUND, (reach / plane.kx) * 1e7) : ALL_ROUND;
    const north = (reach / plane.ky) * 1e7;
    const hits = this.#hits;
    let count = this.#tree.search(x * 1e7 - east, lat * 1e7 - north, x * 1e7 + east, lat * 1e7 + north, hits);
    for (let turn = -ALL_ROUND; turn <= ALL_ROUND; turn += 2 * ALL_ROUND) {
      const [left, right] = [x * 1e7 + turn - east, x * 1e7 + turn + east];
      if (left > this.#span[1] || right < this.#span[0]) continue;
      const seen = new Set(hits.slice(0, count));
      const more: number[] = [];
      this.#tree.search(left, lat * 1e7 - north, right, lat * 1e7 + north, more);
      for (const edge of more) if (!seen.has(edge)) hits[count++] = edge;
    }
    for (let i = 0; i < count; i++) {
      if (accept === undefined || accept(hits[i])) projectOnEdge(this.#roads, hits[i], plane, radius, rise, out);
    }
  }

  /** Appends the places of one edge within another radius of the place that {@link within} was last asked about. */
  onEdge(edge: number, radius: number, out: RoadPlaces, rise = Number.POSITIVE_INFINITY): void {
    projectOnEdge(this.#roads, edge, this.#plane, radius, rise, out);
  }

  /**
   * Appends the nearest place on the nearest edge, however far, when there is one. Here distances are flat at the latitude midway: good to 1e-3
   * over some hundred kilometres; over thousands no better than to a few percent.
   */
  nearest(lon: number, lat: number, maxDistance: number, out: RoadPlaces, accept?: (edge: number) => boolean): void {
    const x = wrapLon(lon);
    let [best, place] = [new RoadPlaces(), new RoadPlaces()];
    const visit = (edge: number): number => {
      this.#projectFar(edge, x, lat, place);
      const closer = best.count === 0 ? -1 : place.distance[0] - best.distance[0];
      if (closer < 0 || (closer === 0 && edge < best.edge[0])) [best, place] = [place, best];
      return best.distance[0];
    };
    // Mostly there is one at hand; so near by, all planes agree on which is the nearest but for the last bits.
    const around = new RoadPlaces();
    this.within(x, lat, Math.min(AT_HAND, maxDistance), around, undefined, accept);
    const least = Math.min(...around.distance.subarray(0, around.count));
    for (let i = 0; i < around.count; i++) if (around.distance[i] <= least + 1e-3) visit(around.edge[i]);
    if (around.count === 0) visitNearest(this.#tree, x, lat, maxDistance, visit, accept);
    if (best.count > 0 && best.distance[0] <= maxDistance) {
      out.push(best.edge[0], best.distance[0], best.offset[0], best.east[0], best.north[0]);
    }
  }

  /** Makes the edge's nearest place the only one of `out`, in the plane at the latitude midway to it. */
  #projectFar(edge: number, lon: number, lat: number, out: RoadPlaces): void {
    this.#plane.set(lon, lat);
    // Which latitude that is shows when the place is known: each round is nearer by a factor of distance over radius of the earth.
    for (let round = 0; round < 4; round++) {
      out.count = 0;
      projectOnEdge(this.#roads, edge, this.#plane, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, out);
      this.#plane.set(lon, lat, (lat + this.#roads.pointAt(edge, out.offset[0])[1]) / 2);
    }
  }
}

/** Metres east and north of a place, by the scales at its latitude: over some hundred metres good to 1e-4 of the distance. */
class TangentPlane {
  lon = 0;
  lat = 0;
  /** Metres per degree. */
  kx = 0;
  ky = 0;

  set(lon: number, lat: number, scaleLat = lat): void {
    this.lon = lon;
    this.lat = lat;
    this.kx = lonScale(scaleLat);
    this.ky = latScale(scaleLat);
  }
}

/** Appends the places of one edge that {@link NearbySearch.within} describes. Distances are compared by their squares, roots are taken last. */
function projectOnEdge(roads: RoadGraph, edge: number, plane: TangentPlane, radius: number, rise: number, out: RoadPlaces): void {
  const { shapeLon, shapeLat, shapeAt } = roads;
  const kx = plane.kx / 1e7;
  const ky = plane.ky / 1e7;
  const first = roads.shapeStart[edge];
  const last = roads.shapeStart[edge + 1] - 1;
  let lon = shapeLon[first];
  let lat = shapeLat[first];
  let ax = wrapLon(lon / 1e7 - plane.lon) * plane.kx;
  let ay = (lat / 1e7 - plane.lat) * plane.ky;
  // The minimum of the descent being followed; after a rise it is reported and the next descent awaited.
  let best = Number.POSITIVE_INFINITY;
  let bestOffset = 0;
  let bestEast = 0;
  let bestNorth = 0;
  let peak = 0;
  let climbing = false;
  for (let i = first + 1; i <= last; i++) {
    // The wrap is taken on the piece itself so that one across the antimeridian stays in one plane.
    const dx = wrapLonE7(shapeLon[i] - lon) * kx;
    const dy = (shapeLat[i] - lat) * ky;
    lon = shapeLon[i];
    lat = shapeLat[i];
    const square = dx * dx + dy * dy;
    const along = -(ax * dx + ay * dy);
    const t = along <= 0 ? 0 : along >= square ? 1 : along / square;
    const px = ax + t * dx;
    const py = ay + t * dy;
    const d = px * px + py * py;
    if (climbing && d < peak && Math.sqrt(d) < Math.sqrt(peak) - rise) {
      climbing = false;
      best = Number.POSITIVE_INFINITY;
    }
    if (!climbing && d < best) {
      best = d;
      bestOffset = shapeAt[i - 1] + t * (shapeAt[i] - shapeAt[i - 1]);
      bestEast = dx;
      bestNorth = dy;
    }
    ax += dx;
    ay += dy;
    if (rise !== Number.POSITIVE_INFINITY) {
      const end = ax * ax + ay * ay;
      if (climbing) peak = Math.max(peak, end);
      else if (end > best && Math.sqrt(end) > Math.sqrt(best) + rise) {
        const distance = Math.sqrt(best);
        if (distance <= radius) out.push(edge, distance, bestOffset, bestEast, bestNorth);
        climbing = true;
        peak = end;
      }
    }
  }
  const distance = Math.sqrt(best);
  if (!climbing && distance <= radius) out.push(edge, distance, bestOffset, bestEast, bestNorth);
}

/** A place on a road, as an object for the edges of the program. */
export interface RoadPlace {
  edge: number;
  /** Metres from the query. */
  distance: number;
  /** Metres from the edge's start. */
  offset: number;
  /** Degrees. */
  lon: number;
  lat: number;
}

/** The nearest place on every road within `radius` metres of lon, lat (degrees), by distance, then by edge. */
export function nearbyRoads(roads: RoadGraph, lon: number, lat: number, radius: number): RoadPlace[] {
  const out = new RoadPlaces();
  new NearbySearch(roads).within(lon, lat, radius, out);
  return placesOf(roads, out);
}

/** The nearest road to lon, lat (degrees), however far unless `maxDistance` (metres) says so; null when there is none. */
export function nearestRoad(
  roads: RoadGraph,
  lon: number,
  lat: number,
  options: { maxDistance?: number; accept?: (edge: number) => boolean } = {},
): RoadPlace | null {
  const out = new RoadPlaces();
  new NearbySearch(roads).nearest(lon, lat, options.maxDistance ?? Number.POSITIVE_INFINITY, out, options.accept);
  return placesOf(roads, out)[0] ?? null;
}

function placesOf(roads: RoadGraph, places: RoadPlaces): RoadPlace[] {
  const list: RoadPlace[] = [];
  for (let i = 0; i < places.count; i++) {
    const [lon, lat] = roads.pointAt(places.edge[i], places.offset[i]);
    list.push({ edge: places.edge[i], distance: places.distance[i], offset: places.offset[i], lon, lat });
  }
  return list.sort((a, b) => a.distance - b.distance || a.edge - b.edge);
}

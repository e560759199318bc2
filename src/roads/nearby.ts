// Roads near a place: kdbush finds edges by their samples, then each is projected on exactly.
import { around } from "geokdbush";
import { latScale, lonScale, wrapLon } from "../geo/metres.js";
import type { RoadGraph } from "./graph.js";
import { openSamples, SAMPLE_SPACING } from "./samples.js";

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

/** Searches one network; holds the scratch memory, so make one per thread of work and keep it. */
export class NearbySearch {
  readonly #roads: RoadGraph;
  readonly #index: ReturnType<typeof openSamples>;
  readonly #stamp: Uint32Array;
  #generation = 0;
  readonly #hits: number[] = [];
  readonly #plane = new TangentPlane();

  constructor(roads: RoadGraph) {
    this.#roads = roads;
    this.#index = openSamples(roads.columns.sampleEdge, roads.columns.sampleAt);
    this.#stamp = new Uint32Array(roads.edgeCount);
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
    // Half a spacing for samples, and 2 m for their rounding to 32 bits.
    const reach = radius + SAMPLE_SPACING / 2 + 2;
    const high = Math.min(90, Math.abs(lat) + reach / 111_000);
    const narrow = Math.min(lonScale(high), latScale(lat));
    this.#plane.set(lon, lat);
    const degrees = narrow > 1 ? Math.min(360, reach / narrow) : 360;
    this.#nextGeneration();
    this.#visit(lon, lat, degrees, radius, out, rise, accept);
    if (lon - degrees < -180) this.#visit(lon + 360, lat, degrees, radius, out, rise, accept);
    if (lon + degrees > 180) this.#visit(lon - 360, lat, degrees, radius, out, rise, accept);
  }

  /**
   * Appends the nearest place on the nearest edge, however far, when there is one. Here distances are flat at the latitude midway: good to 1e-3
   * over some hundred kilometres; over thousands no better than to a few percent.
   */
  nearest(lon: number, lat: number, maxDistance: number, out: RoadPlaces, accept?: (edge: number) => boolean): void {
    if (this.#roads.columns.sampleEdge.length === 0) return;
    const x = wrapLon(lon);
    const [edge] = around(this.#index, x, lat, 1, sphericalReach(maxDistance), accept);
    if (edge === undefined) return;
    let [best, place] = [new RoadPlaces(), new RoadPlaces()];
    this.#projectFar(edge, x, lat, best);
    this.#nextGeneration();
    const reach = sphericalReach(Math.min(best.distance[0], maxDistance));
    for (const other of around(this.#index, x, lat, Number.POSITIVE_INFINITY, reach, accept)) {
      if (this.#stamp[other] === this.#generation) continue;
      this.#stamp[other] = this.#generation;
      this.#projectFar(other, x, lat, place);
      const closer = place.distance[0] - best.distance[0];
      if (closer < 0 || (closer === 0 && other < best.edge[0])) [best, place] = [place, best];
    }
    if (best.distance[0] <= maxDistance) {
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

  #visit(x: number, lat: number, degrees: number, radius: number, out: RoadPlaces, rise: number, accept?: (edge: number) => boolean): void {
    const count = this.#index.withinInto(x, lat, degrees, this.#hits);
    for (let i = 0; i < count; i++) {
      const edge = this.#hits[i];
      if (this.#stamp[edge] === this.#generation) continue;
      this.#stamp[edge] = this.#generation;
      if (accept === undefined || accept(edge)) projectOnEdge(this.#roads, edge, this.#plane, radius, rise, out);
    }
  }

  #nextGeneration(): void {
    this.#generation = (this.#generation + 1) >>> 0;
    if (this.#generation === 0) {
      this.#stamp.fill(0);
      this.#generation = 1;
    }
  }
}

/**
 * Kilometres on geokdbush's sphere within which lies a sample of every road as near as so many metres, with room for the ellipsoid; undefined
 * for all there are.
 */
function sphericalReach(metres: number): number | undefined {
  const km = ((metres + SAMPLE_SPACING) * 1.02) / 1000;
  return km < 20_000 ? km : undefined;
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

/** Appends the places of one edge that {@link NearbySearch.within} describes. */
function projectOnEdge(roads: RoadGraph, edge: number, plane: TangentPlane, radius: number, rise: number, out: RoadPlaces): void {
  const { shapeLon, shapeLat, shapeAt } = roads;
  const { kx, ky } = plane;
  const first = roads.shapeStart[edge];
  const last = roads.shapeStart[edge + 1] - 1;
  let ax = wrapLon(shapeLon[first] / 1e7 - plane.lon) * kx;
  let ay = (shapeLat[first] / 1e7 - plane.lat) * ky;
  // The minimum of the descent being followed; after a rise it is reported and the next descent awaited.
  let best = Number.POSITIVE_INFINITY;
  let bestOffset = 0;
  let bestEast = 0;
  let bestNorth = 0;
  let peak = Number.POSITIVE_INFINITY;
  let climbing = false;
  for (let i = first + 1; i <= last; i++) {
    // The wrap is taken on the piece itself so that one across the antimeridian stays in one plane.
    const dx = wrapLon((shapeLon[i] - shapeLon[i - 1]) / 1e7) * kx;
    const dy = ((shapeLat[i] - shapeLat[i - 1]) / 1e7) * ky;
    const square = dx * dx + dy * dy;
    const along = square > 0 ? -(ax * dx + ay * dy) / square : 0;
    const t = Math.max(0, Math.min(1, along));
    const px = ax + t * dx;
    const py = ay + t * dy;
    const d = Math.sqrt(px * px + py * py);
    if (climbing && d < peak - rise) {
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
      const end = Math.sqrt(ax * ax + ay * ay);
      if (climbing) peak = Math.max(peak, end);
      else if (end > best + rise) {
        if (best <= radius) out.push(edge, best, bestOffset, bestEast, bestNorth);
        climbing = true;
        peak = end;
      }
    }
  }
  if (!climbing && best <= radius) out.push(edge, best, bestOffset, bestEast, bestNorth);
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

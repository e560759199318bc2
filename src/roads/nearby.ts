// Nearby: the roads near a place. The tree finds edges by their boxes; then the place is projected exactly on each of them.
import { WHOLE_TURN_E7, wrapLon } from "../geo/metres.js";
import { EdgeTree } from "./edge-tree.js";
import { checkRoads, type RoadGraph } from "./graph.js";
import { placesOf, projectOnEdge, type RoadPlace, RoadPlaces, TangentPlane } from "./places.js";

/** Searches one network. Holds scratch memory, so keep it for the next search. Not for two threads at once. */
export class NearbySearch {
  readonly #roads: RoadGraph;
  readonly #tree: EdgeTree;
  /** West, south, east and north of all edges, degrees × 1e7; east is beyond 180° if an edge crosses the antimeridian. */
  readonly #span: Int32Array;
  readonly #hits: number[] = [];
  readonly #plane = new TangentPlane();

  constructor(roads: RoadGraph) {
    this.#roads = roads;
    this.#tree = new EdgeTree(roads.columns);
    // The last box is the one around all edges. Without edges there is none, and searches find nothing.
    this.#span = roads.columns.treeBox.subarray(-4);
  }

  /**
   * Appends the nearest place on every edge within `radius` metres (0 or more) of lon, lat (degrees); on winding edges also every further local minimum of the
   * distance, if it rises by at least `rise` metres in between. With the default there is one place per edge. `accept`: says which edges count. The order
   * is not specified.
   */
  within(
    lon: number,
    lat: number,
    radius: number,
    out: RoadPlaces,
    rise = Number.POSITIVE_INFINITY,
    accept?: (edge: number) => boolean,
  ): void {
    const plane = this.#plane;
    const x = wrapLon(lon);
    plane.set(x, lat);
    // The window around the circle in this plane, and a centimetre for rounding.
    const reach = radius + 0.01;
    const east = plane.kx > 1 ? Math.min(WHOLE_TURN_E7, (reach / plane.kx) * 1e7) : WHOLE_TURN_E7;
    const north = (reach / plane.ky) * 1e7;
    const hits = this.#hits;
    const search = (middle: number, out: number[]) =>
      this.#tree.search(middle - east, lat * 1e7 - north, middle + east, lat * 1e7 + north, out);
    let count = search(x * 1e7, hits);
    for (const turn of [-WHOLE_TURN_E7, WHOLE_TURN_E7]) {
      const middle = x * 1e7 + turn;
      if (middle - east > this.#span[2] || middle + east < this.#span[0]) continue;
      const seen = new Set(hits.slice(0, count));
      const more: number[] = [];
      search(middle, more);
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
}

/**
 * The nearest place on every road within `radius` metres of lon, lat (degrees), sorted by distance, then by edge. With a radius below 0, or coordinates that
 * are NaN, it finds nothing.
 * @throws SnapError "bad-input" for what are no roads, "bad-roads" for roads that were moved to another thread.
 */
export function nearbyRoads(roads: RoadGraph, lon: number, lat: number, radius: number): RoadPlace[] {
  checkRoads(roads, "The search's");
  const out = new RoadPlaces();
  // With NaN, every road would be looked at.
  if (radius >= 0 && !Number.isNaN(lon + lat)) new NearbySearch(roads).within(lon, lat, radius, out);
  return placesOf(roads, out);
}

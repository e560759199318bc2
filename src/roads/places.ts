// Places: places on roads as columns, and the projection of a point on an edge.
import { latScale, lonScale, wrapLon, wrapLonE7 } from "../geo/metres.js";
import type { RoadGraph } from "./graph.js";
import { growColumns } from "./growable.js";

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
    if (i === this.edge.length) growColumns(this);
    this.edge[i] = edge;
    this.distance[i] = distance;
    this.offset[i] = offset;
    this.east[i] = east;
    this.north[i] = north;
  }
}

/** Scales for metres east and north of a place, at its latitude (or another). Over some hundred metres good to 1e-4 of the distance. */
export class TangentPlane {
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

/** Appends the places on one edge that NearbySearch.within describes. Distances are compared by their squares; roots are taken last. */
export function projectOnEdge(roads: RoadGraph, edge: number, plane: TangentPlane, radius: number, rise: number, out: RoadPlaces): void {
  const { shapeLon, shapeLat, shapeAt } = roads;
  const kx = plane.kx / 1e7;
  const ky = plane.ky / 1e7;
  const first = roads.shapeStart[edge];
  const last = roads.shapeStart[edge + 1] - 1;
  let lon = shapeLon[first];
  let lat = shapeLat[first];
  let ax = wrapLon(lon / 1e7 - plane.lon) * plane.kx;
  let ay = (lat / 1e7 - plane.lat) * plane.ky;
  // The minimum of the descent that is being followed. After a rise it is reported, and the next descent awaited.
  let best = Number.POSITIVE_INFINITY;
  let bestOffset = 0;
  let bestEast = 0;
  let bestNorth = 0;
  let peak = 0;
  let climbing = false;
  for (let i = first + 1; i <= last; i++) {
    // Wrapped on the segment itself, so that a segment across the antimeridian stays in one plane.
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

/** A place on a road. */
export interface RoadPlace {
  /** Index of the edge in the {@link RoadGraph}. */
  edge: number;
  /** Metres from the place asked about. */
  distance: number;
  /** Metres from the edge's start, in the edge's own direction. */
  offset: number;
  /** Degrees: the place on the road. */
  lon: number;
  lat: number;
}

/** Places as objects, sorted by distance, then by edge. */
export function placesOf(roads: RoadGraph, places: RoadPlaces): RoadPlace[] {
  const list: RoadPlace[] = [];
  for (let i = 0; i < places.count; i++) {
    const [lon, lat] = roads.pointAt(places.edge[i], places.offset[i]);
    list.push({ edge: places.edge[i], distance: places.distance[i], offset: places.offset[i], lon, lat });
  }
  return list.sort((a, b) => a.distance - b.distance || a.edge - b.edge);
}

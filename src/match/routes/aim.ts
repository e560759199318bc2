// Aim: the box that a search is to reach, and the least distance from any node to it: the heuristic of A*.
import { hypot } from "../../geo/maths.js";
import { latScale, lonScale, wrapLonE7 } from "../../geo/metres.js";
import type { RoadGraph } from "../../roads/graph.js";

/** What an aim needs of the roads. */
type Nodes = Pick<RoadGraph, "nodeLon" | "nodeLat" | "tail">;

/** Factor on straight distances. A road is no shorter than these, but costs are rounded to 32 bits, and the heuristic has to stay consistent all the same. */
const SURE = 0.995;
/** The scale of longitude is taken so much nearer the pole than the box is (degrees × 1e7), so that it is no overestimate around the box either. */
const AROUND = 1e6;

/** A box, degrees × 1e7: its middle and half its extent. */
export class Aim {
  lon = 0;
  lat = 0;
  halfLon = 0;
  halfLat = 0;
  /** Metres per unit of longitude and latitude; 0: not yet worked out. */
  #perLon = 0;
  #perLat = 0;

  set(lon: number, lat: number, halfLon: number, halfLat: number): void {
    this.lon = lon;
    this.lat = lat;
    this.halfLon = halfLon;
    this.halfLat = halfLat;
    this.#perLon = 0;
  }

  /** Becomes the box around the beginnings of the first `count` arcs; there must be one. */
  around(roads: Nodes, arcs: readonly number[], count: number): void {
    for (let t = 0; t < count; t++) {
      const node = roads.tail(arcs[t]);
      const [lon, lat] = [roads.nodeLon[node], roads.nodeLat[node]];
      if (t === 0) this.set(lon, lat, 0, 0);
      else this.join({ lon, lat, halfLon: 0, halfLat: 0 });
    }
  }

  /** Becomes the box around itself and another. */
  join(other: Pick<Aim, "lon" | "lat" | "halfLon" | "halfLat">): void {
    const [lon, halfLon] = joined(this.halfLon, wrapLonE7(other.lon - this.lon), other.halfLon);
    const [lat, halfLat] = joined(this.halfLat, other.lat - this.lat, other.halfLat);
    this.set(wrapLonE7(this.lon + lon), this.lat + lat, halfLon, halfLat);
  }

  /** Metres from a node to the box: no more than along any road. */
  away(roads: Nodes, node: number): number {
    if (this.#perLon === 0) this.#measure();
    const x = Math.max(0, Math.abs(wrapLonE7(roads.nodeLon[node] - this.lon)) - this.halfLon) * this.#perLon;
    const y = Math.max(0, Math.abs(roads.nodeLat[node] - this.lat) - this.halfLat) * this.#perLat;
    return hypot(x, y);
  }

  /** Metres by which this box sticks out of another. No place in this box is farther than that {@link away} from the other. */
  beyond(other: Aim): number {
    const x = Math.max(0, Math.abs(wrapLonE7(this.lon - other.lon)) + this.halfLon - other.halfLon);
    const y = Math.max(0, Math.abs(this.lat - other.lat) + this.halfLat - other.halfLat);
    if (x === 0 && y === 0) return 0;
    if (this.#perLon === 0) this.#measure();
    // The other box may have been measured nearer the equator, with a larger scale of longitude.
    return 1.05 * hypot(x * this.#perLon, y * this.#perLat);
  }

  #measure(): void {
    const poleward = Math.min(9e8, Math.abs(this.lat) + this.halfLat + AROUND);
    this.#perLon = SURE * lonScale(poleward / 1e7) * 1e-7;
    this.#perLat = SURE * latScale(this.lat / 1e7) * 1e-7;
  }
}

/** Middle and half extent, in whole units, of the least interval around two others: 0 ± `half` and `place` ± `otherHalf`. */
function joined(half: number, place: number, otherHalf: number): [number, number] {
  const least = Math.min(-half, place - otherHalf);
  const extent = Math.ceil((Math.max(half, place + otherHalf) - least) / 2);
  return [least + extent, extent];
}

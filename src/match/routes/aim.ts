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
  /** Metres per unit of longitude and latitude; 0: not yet worked out. */
  #perLon = 0;
  #perLat = 0;

  constructor(
    readonly lon: number,
    readonly lat: number,
    readonly halfLon: number,
    readonly halfLat: number,
  ) {}

  /** The box around the beginnings of the first `count` arcs; there must be one. */
  static around(roads: Nodes, arcs: readonly number[], count: number): Aim {
    const first = roads.tail(arcs[0]);
    const [lon, lat] = [roads.nodeLon[first], roads.nodeLat[first]];
    let [west, east, south, north] = [0, 0, 0, 0];
    for (let t = 1; t < count; t++) {
      const node = roads.tail(arcs[t]);
      const x = wrapLonE7(roads.nodeLon[node] - lon);
      const y = roads.nodeLat[node] - lat;
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
    const [halfLon, halfLat] = [Math.ceil((east - west) / 2), Math.ceil((north - south) / 2)];
    return new Aim(wrapLonE7(lon + west + halfLon), lat + south + halfLat, halfLon, halfLat);
  }

  /** The box around this one and another. */
  join(other: Aim): Aim {
    const [lon, halfLon] = joined(this.halfLon, wrapLonE7(other.lon - this.lon), other.halfLon);
    const [lat, halfLat] = joined(this.halfLat, other.lat - this.lat, other.halfLat);
    return new Aim(wrapLonE7(this.lon + lon), this.lat + lat, halfLon, halfLat);
  }

  /**
   * Metres by which another box, or a place, sticks out of this one. No place in it is farther from this box than that, which is no more than along any road.
   */
  beyond(lon: number, lat: number, halfLon: number, halfLat: number): number {
    const x = Math.max(0, Math.abs(wrapLonE7(lon - this.lon)) + halfLon - this.halfLon);
    const y = Math.max(0, Math.abs(lat - this.lat) + halfLat - this.halfLat);
    if (x === 0 && y === 0) return 0;
    if (this.#perLon === 0) {
      const poleward = Math.min(9e8, Math.abs(this.lat) + this.halfLat + AROUND);
      this.#perLon = SURE * lonScale(poleward / 1e7) * 1e-7;
      this.#perLat = SURE * latScale(this.lat / 1e7) * 1e-7;
    }
    return hypot(x * this.#perLon, y * this.#perLat);
  }
}

/** Middle and half extent, in whole units, of the least interval around two others: 0 ± `half` and `place` ± `otherHalf`. */
function joined(half: number, place: number, otherHalf: number): [number, number] {
  const least = Math.min(-half, place - otherHalf);
  const extent = Math.ceil((Math.max(half, place + otherHalf) - least) / 2);
  return [least + extent, extent];
}

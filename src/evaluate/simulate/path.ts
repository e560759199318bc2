// Path: the way of one drive: legs on roads and off them, joined into one line, with the place at any distance along it.

import { clamp } from "../../geo/clamp.js";
import { firstAtLeast } from "../../geo/first-at-least.js";
import type { Position } from "../../geo/lines.js";
import { bearing, distance, wrapLon } from "../../geo/metres.js";
import type { RoadGraph } from "../../roads/graph.js";

/**
 * One leg: a piece of an arc, or a line off the roads (`arc` −1), on which a vehicle may park. A leg that is `carried` is not driven: it has no fixes and no
 * truth.
 */
export interface Leg {
  arc: number;
  line: Position[];
  parked?: boolean;
  carried?: boolean;
}

/** A piece of an arc as a leg, offsets in metres from the arc's start. */
export function roadLeg(roads: RoadGraph, arc: number, from = 0, to = Number.POSITIVE_INFINITY): Leg {
  return { arc, line: roads.arcCoordinates(arc, from, to) };
}

/** A place on a path. */
export interface PathPlace {
  lon: number;
  lat: number;
  /** Degrees clockwise from north. */
  heading: number;
  /** Index of the leg. */
  leg: number;
}

/** All legs end to end. */
export class Path {
  /** Vertices in degrees, metres along at each, and the leg that leads to each. */
  readonly lon: number[] = [];
  readonly lat: number[] = [];
  readonly at: number[] = [];
  readonly leg: number[] = [];

  constructor(readonly legs: readonly Leg[]) {
    let along = 0;
    legs.forEach((leg, index) => {
      leg.line.forEach(([lon, lat], i) => {
        const last = this.lon.length - 1;
        if (last >= 0) {
          const step = distance(this.lon[last], this.lat[last], lon, lat);
          // Legs share their joint; a vertex without length has no heading.
          if (step < 1e-3 && i < leg.line.length - 1) return;
          along += step;
        }
        this.lon.push(lon);
        this.lat.push(lat);
        this.at.push(along);
        this.leg.push(index);
      });
    });
  }

  /** Metres. */
  get length(): number {
    return this.at.length === 0 ? 0 : this.at[this.at.length - 1];
  }

  /** The place so many metres along. */
  place(metres: number): PathPlace {
    const { at } = this;
    const low = firstAtLeast(at, metres, 1, at.length - 1);
    // A vertex that is repeated at a joint has no direction: take that of the piece before it.
    let i = low;
    while (i > 1 && at[i] - at[i - 1] < 1e-3) i--;
    const span = at[i] - at[i - 1];
    const t = span > 0 ? clamp((metres - at[i - 1]) / span, 0, 1) : 0;
    const dLon = wrapLon(this.lon[i] - this.lon[i - 1]);
    return {
      lon: wrapLon(this.lon[i - 1] + t * dLon),
      lat: this.lat[i - 1] + t * (this.lat[i] - this.lat[i - 1]),
      heading: span > 0 ? bearing(this.lon[i - 1], this.lat[i - 1], this.lon[i], this.lat[i]) : 0,
      leg: this.leg[low],
    };
  }
}

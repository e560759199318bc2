// Across: which way is across the road at each state of the lattice, and how far off its fix is that way.
import { latScale, lonScale, wrapLon, wrapLonE7 } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import { fits, type Lattice } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/** Kept from track to track. */
export class Across {
  /** Three numbers a state: east and north of the direction, whose length is 1, or 0 where the road has none; metres from the road to the fix. */
  #values = new Float64Array(1024);

  measure(roads: RoadGraph, { first, arc, offset }: Lattice, fixes: Fixes, steps: Steps): void {
    const { shapeLon, shapeLat } = roads;
    const count = 3 * first[steps.count];
    if (!fits(this.#values, count)) this.#values = new Float64Array(count * 2);
    const values = this.#values;
    for (let k = 0; k < steps.count; k++) {
      const lon = fixes.lon[steps.fix[k]];
      const lat = fixes.lat[steps.fix[k]];
      const kx = lonScale(lat);
      const ky = latScale(lat);
      for (let i = first[k] + 1; i < first[k + 1]; i++) {
        const edge = arc[i] >>> 1;
        const at = arc[i] & 1 ? roads.edgeLength[edge] - offset[i] : offset[i];
        const n = roads.pieceAt(edge, at);
        const [placeLon, placeLat] = roads.pointAt(edge, at, n);
        const x = wrapLon(lon - placeLon) * kx;
        const y = (lat - placeLat) * ky;
        const dx = wrapLonE7(shapeLon[n] - shapeLon[n - 1]) * kx;
        const dy = (shapeLat[n] - shapeLat[n - 1]) * ky;
        // Beyond a road's end, and in a bend, a fix is off where it is.
        const beside = Math.abs(x * dx + y * dy) <= MODEL.acrossAlong * Math.sqrt(dx * dx + dy * dy);
        const ex = beside ? -dy : x;
        const ey = beside ? dx : y;
        const length = Math.sqrt(ex * ex + ey * ey);
        const scale = length > 0 ? 1 / length : 0;
        values[3 * i] = ex * scale;
        values[3 * i + 1] = ey * scale;
        values[3 * i + 2] = (x * ex + y * ey) * scale;
      }
    }
  }

  /** Cosine between the directions at two states. */
  cosine(i: number, j: number): number {
    const values = this.#values;
    return values[3 * i] * values[3 * j] + values[3 * i + 1] * values[3 * j + 1];
  }

  /** Metres from a state's road to its fix, that way. */
  metres(i: number): number {
    return this.#values[3 * i + 2];
  }
}

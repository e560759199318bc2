// Across: for each state of the lattice, a direction across its road, and how far its fix is off in that direction.
import { hypot } from "../../geo/maths.js";
import { latScale, lonScale, wrapLon, wrapLonE7 } from "../../geo/metres.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Lattice } from "../decode/lattice.js";
import * as MODEL from "../model.js";
import type { Fixes } from "../track/fixes.js";
import type { Steps } from "../track/steps.js";

/** The directions and distances of all states; to be measured again whenever the lattice has other states. */
export class Across {
  /** Three numbers a state: the direction, a unit vector to the east and north (0, 0 for none); and metres from the road to the fix along it, or against it. */
  #values!: Float64Array;

  measure(roads: RoadGraph, { first, arc, offset }: Lattice, { count, fixes, fix }: Steps): void {
    const { shapeLon, shapeLat } = roads;
    const values = new Float64Array(3 * first[count]);
    this.#values = values;
    for (let k = 0; k < count; k++) {
      const lon = fixes.lon[fix[k]];
      const lat = fixes.lat[fix[k]];
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
        // Beyond a road's end, or in a bend, the direction is that from the place to the fix.
        const beside = Math.abs(x * dx + y * dy) <= MODEL.acrossAlong * hypot(dx, dy);
        const ex = beside ? -dy : x;
        const ey = beside ? dx : y;
        const length = hypot(ex, ey);
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

  /** Metres from a state's road to its fix, in the state's direction. */
  metres(i: number): number {
    return this.#values[3 * i + 2];
  }

  /**
   * Moves all fixes by the shift that, by least squares, fits them best to the roads decoded: a map drawn from misplaced aerial pictures is off by the same
   * metres everywhere. Returns the same fixes if the shift is small, explains little of their distances, or is seen on roads of one direction only, as
   * when one road is missing.
   */
  unshifted(chosen: Int32Array, fixes: Fixes): Fixes {
    const values = this.#values;
    let [xx, xy, yy, x, y, all] = [0, 0, 0, 0, 0, 0];
    // Those off the roads have no direction, and count for nothing.
    for (const state of chosen) {
      const east = values[3 * state];
      const north = values[3 * state + 1];
      const metres = values[3 * state + 2];
      xx += east * east;
      xy += east * north;
      yy += north * north;
      x += east * metres;
      y += north * metres;
      all += metres * metres;
    }
    const round = xx * yy - xy * xy;
    const [east, north] = [(x * yy - y * xy) / round, (y * xx - x * xy) / round];
    // Directions are of length 1.
    const count = xx + yy;
    const isSure = count >= MODEL.shiftSteps && round >= MODEL.shiftRound * count * count && x * east + y * north >= MODEL.shiftShare * all;
    if (!(isSure && east * east + north * north >= MODEL.shiftMetres * MODEL.shiftMetres)) return fixes;
    const lat = fixes.lat.map((at) => at - north / latScale(at));
    return { ...fixes, lat, lon: fixes.lon.map((at, i) => wrapLon(at - east / lonScale(lat[i]))) };
  }
}

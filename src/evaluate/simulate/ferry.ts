// Ferry: how far beside its line on the map a ferry is. The line only says between which quays it goes.

import { cosDegrees, sinDegrees } from "../../geo/maths.js";
import type { Random } from "../../geo/random.js";
import { Flag } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Path } from "./path.js";

/** How far a ferry is beside its line half way: standard deviation as a share of its length, and at most so many metres. */
const BESIDE = { share: 0.05, most: 300 };

/** Whether an arc is a ferry or a car train. */
export function isFerry({ edgeFlags }: RoadGraph, arc: number): boolean {
  return arc >= 0 && (edgeFlags[arc >>> 1] & Flag.ferry) !== 0;
}

/** The courses of the ferries on a path. */
export class FerryCourses {
  /** By leg: metres along the path at which it begins and ends, and metres to the right half way. */
  readonly #crossings = new Map<number, { from: number; to: number; beside: number }>();

  constructor(roads: RoadGraph, { legs, at, leg }: Path, random: Random) {
    legs.forEach(({ arc }, index) => {
      if (!isFerry(roads, arc)) return;
      const [from, to] = [at[Math.max(0, leg.indexOf(index) - 1)], at[leg.lastIndexOf(index)]];
      const beside = BESIDE.share * (to - from) * random.normal();
      this.#crossings.set(index, { from, to, beside: Math.max(-BESIDE.most, Math.min(BESIDE.most, beside)) });
    });
  }

  /** Metres [east, north] from the line of a leg so many metres along the path, with this heading in degrees; nothing on what is no ferry, and at the quays. */
  offset(leg: number, along: number, heading: number): [east: number, north: number] {
    const crossing = this.#crossings.get(leg);
    if (crossing === undefined) return [0, 0];
    const sine = sinDegrees((180 * (along - crossing.from)) / (crossing.to - crossing.from));
    const right = crossing.beside * sine * sine;
    return [right * cosDegrees(heading), -right * sinDegrees(heading)];
  }
}

// Pace: how fast the traveller went before and after says how long the way between two distant fixes was.
import { log } from "../geo/maths.js";
import { type Lattice, OFF } from "./lattice.js";
import { MODEL } from "./model.js";
import type { Steps } from "./steps.js";

/**
 * Adds to the lattice's transitions what each route's length says against the pace of the legs around it, as decoded without it. Where
 * fixes are far apart the length of a route tells little by itself (roads wind, hairpins lead back), but few travellers double or halve
 * their speed for one leg. Returns false when there was nothing to add.
 */
export function addPace(lattice: Lattice, chosen: Int32Array, steps: Steps): boolean {
  const metres = decodedMetres(lattice, chosen);
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    const seconds = steps.gap[k];
    if (!(seconds >= MODEL.paceSeconds)) continue;
    const pace = paceAround(metres, steps, k);
    if (!(pace > MODEL.paceLeast)) continue;
    added = true;
    const expected = pace * seconds;
    const trans = lattice.trans;
    const lengths = lattice.metres;
    const end = lattice.transFirst[k + 1];
    for (let t = lattice.transFirst[k]; t < end; t++) {
      // Off the road and over a gap the way is as long as it is straight.
      const length = lengths[t] >= 0 ? lengths[t] : steps.straight[k];
      const z = log((length + MODEL.paceSlack) / (expected + MODEL.paceSlack)) / MODEL.paceSpread;
      trans[t] += MODEL.paceWeight * Math.min(MODEL.paceCap, 0.5 * z * z);
    }
  }
  return added;
}

/** Length of each decoded leg, indexed by its later step; NaN where it was no route. */
function decodedMetres(lattice: Lattice, chosen: Int32Array): Float64Array {
  const metres = new Float64Array(chosen.length).fill(Number.NaN);
  for (let k = 1; k < chosen.length; k++) {
    if (lattice.arc[chosen[k]] === OFF || lattice.arc[chosen[k - 1]] === OFF) continue;
    metres[k] = lattice.metres[lattice.between(chosen[k - 1], chosen[k], k)];
  }
  return metres;
}

/** Metres per second over the nearest legs on both sides, the leg itself left out; NaN when there are none. */
function paceAround(metres: Float64Array, steps: Steps, k: number): number {
  let length = 0;
  let seconds = 0;
  for (const direction of [-1, 1]) {
    let legs = 0;
    for (let n = k + direction; legs < MODEL.paceLegs && n >= 1 && n < metres.length; n += direction) {
      if (!(metres[n] >= 0) || !(steps.gap[n] > 0)) break;
      length += metres[n];
      seconds += steps.gap[n];
      legs++;
    }
  }
  return length / seconds;
}

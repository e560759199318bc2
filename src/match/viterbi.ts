// Viterbi: the cheapest sequence of states through the lattice.
import { Growable } from "../roads/growable.js";
import type { Lattice } from "./lattice.js";

/** Scores, kept step by step so that a live match can go on from them. */
export class Viterbi {
  /** Cheapest cost of getting to each state, nats, less the step's smallest so that long tracks lose no precision. */
  readonly score = new Growable(Float64Array);
  /** The state before on that way; −1 at the first step. */
  readonly back = new Growable(Int32Array);

  /** Scores the states of step k, the lattice's newest. Ties go to the earlier state. */
  advance(lattice: Lattice, k: number): void {
    const here = lattice.first.data[k];
    const end = lattice.first.data[k + 1];
    const emission = lattice.emission.data;
    let smallest = Number.POSITIVE_INFINITY;
    this.score.extend(end - here);
    this.back.extend(end - here);
    const score = this.score.data;
    const back = this.back.data;
    if (k === 0) {
      for (let j = here; j < end; j++) {
        score[j] = emission[j];
        back[j] = -1;
        smallest = Math.min(smallest, score[j]);
      }
    } else {
      const before = lattice.first.data[k - 1];
      const trans = lattice.trans.data;
      const width = end - here;
      const at = lattice.transFirst.data[k];
      for (let j = 0; j < width; j++) {
        let best = Number.POSITIVE_INFINITY;
        let from = before;
        for (let i = before, t = at + j; i < here; i++, t += width) {
          const cost = score[i] + trans[t];
          if (cost < best) {
            best = cost;
            from = i;
          }
        }
        score[here + j] = best + emission[here + j];
        back[here + j] = from;
        smallest = Math.min(smallest, score[here + j]);
      }
    }
    for (let j = here; j < end; j++) score[j] -= smallest;
  }

  /** The state of each step on the cheapest way. */
  decode(lattice: Lattice): Int32Array {
    const steps = lattice.steps;
    const chosen = new Int32Array(steps);
    if (steps === 0) return chosen;
    let best = lattice.first.data[steps - 1];
    for (let j = best + 1; j < lattice.first.data[steps]; j++) if (this.score.data[j] < this.score.data[best]) best = j;
    for (let k = steps - 1; k >= 0; k--) {
      chosen[k] = best;
      best = this.back.data[best];
    }
    return chosen;
  }
}

// Viterbi: the cheapest sequence of states through the lattice.
import { grown } from "../roads/growable.js";
import { type Lattice, MOST_STATES } from "./lattice.js";

/** Scored step by step as the lattice grows: what is looked for around the next step depends on which states are likely. */
export class Viterbi {
  /** Cheapest cost of getting to each state, nats, less the step's smallest so that long tracks lose no precision. */
  score = new Float64Array(1024);
  /** The state before on that way; −1 at the first step. */
  #back = new Int32Array(1024);

  /** Gives back what a long track needed. */
  clear(): void {
    if (this.score.length <= MOST_STATES) return;
    this.score = new Float64Array(1024);
    this.#back = new Int32Array(1024);
  }

  /**
   * Scores the states of step k, the lattice's newest. Ties go to the earlier state.
   * @returns how much the cheapest way costs more than that to the step before, nats.
   */
  advance(lattice: Lattice, k: number): number {
    const here = lattice.first[k];
    const end = lattice.first[k + 1];
    const width = end - here;
    if (end > this.score.length) this.#grow(end);
    const { emission, trans, row } = lattice;
    const score = this.score;
    const back = this.#back;
    if (k === 0) {
      for (let j = here; j < end; j++) {
        score[j] = emission[j];
        back[j] = -1;
      }
    } else {
      for (let j = here; j < end; j++) score[j] = Number.POSITIVE_INFINITY;
      for (let i = lattice.first[k - 1]; i < here; i++) {
        const t = row[i];
        if (t < 0) continue;
        const so = score[i];
        for (let j = 0; j < width; j++) {
          const cost = so + trans[t + j];
          if (cost < score[here + j]) {
            score[here + j] = cost;
            back[here + j] = i;
          }
        }
      }
      for (let j = here; j < end; j++) score[j] += emission[j];
    }
    let smallest = Number.POSITIVE_INFINITY;
    for (let j = here; j < end; j++) if (score[j] < smallest) smallest = score[j];
    for (let j = here; j < end; j++) score[j] -= smallest;
    return smallest;
  }

  /** The state of each step on the cheapest way. */
  decode(lattice: Lattice): Int32Array {
    const steps = lattice.steps;
    const chosen = new Int32Array(steps);
    if (steps === 0) return chosen;
    let best = lattice.first[steps - 1];
    for (let j = best + 1; j < lattice.first[steps]; j++) if (this.score[j] < this.score[best]) best = j;
    for (let k = steps - 1; k >= 0; k--) {
      chosen[k] = best;
      best = this.#back[best];
    }
    return chosen;
  }

  #grow(needed: number): void {
    const size = Math.max(needed, this.score.length * 2);
    this.score = grown(this.score, size);
    this.#back = grown(this.#back, size);
  }
}

// Viterbi: the cheapest sequence of states through the lattice.
import { grown } from "../roads/growable.js";
import { cheapestOf, subtractLeast } from "./costs.js";
import { type Lattice, MOST_STATES } from "./lattice.js";
import type { WayPast } from "./past.js";

/** Scored step by step as the lattice grows: what is looked for around the next step depends on which states are likely. */
export class Viterbi {
  /** Cheapest cost of getting to each state, nats, less the step's smallest so that long tracks lose no precision. */
  score = new Float64Array(1024);
  /** The state before on that way; −1 at the first step. */
  #back = new Int32Array(1024);
  /** The smallest of each step, nats more than that of the step before. */
  #smallest: number[] = [];

  /** Gives back what a long track needed. */
  clear(): void {
    if (this.score.length <= MOST_STATES) return;
    this.score = new Float64Array(1024);
    this.#back = new Int32Array(1024);
    this.#smallest = [];
  }

  /**
   * Scores the states of step k, the lattice's newest; `past` are ways to it past the steps before. Ties go to the earlier state.
   * @returns how much the cheapest way costs more than that to the step before, nats.
   */
  advance(lattice: Lattice, k: number, past: readonly WayPast[] = []): number {
    const { first, emission, trans, row } = lattice;
    const here = first[k];
    const end = first[k + 1];
    const width = end - here;
    if (end > this.score.length) this.#grow(end);
    const score = this.score;
    const back = this.#back;
    for (let j = here; j < end; j++) {
      score[j] = k === 0 ? 0 : Number.POSITIVE_INFINITY;
      back[j] = -1;
    }
    if (k > 0) {
      let from = k - 1;
      let more = 0;
      let costs: Float32Array = trans;
      for (let n = -1; n < past.length; n++) {
        if (n >= 0) {
          from = past[n].from;
          costs = past[n].nats();
          more = past[n].price;
          // Scores are less the smallest of their step.
          for (let m = from + 1; m < k; m++) more -= this.#smallest[m];
        }
        for (let i = first[from], t = 0; i < first[from + 1]; i++, t += width) {
          const at = n < 0 ? row[i] : t;
          if (at < 0) continue;
          const so = score[i] + more;
          for (let j = 0; j < width; j++) {
            const cost = so + costs[at + j];
            if (cost < score[here + j]) {
              score[here + j] = cost;
              back[here + j] = i;
            }
          }
        }
      }
    }
    for (let j = here; j < end; j++) score[j] += emission[j];
    this.#smallest[k] = subtractLeast(score, here, end);
    return this.#smallest[k];
  }

  /** The state of each step on the cheapest way; −1 where that passes the step. */
  decode(lattice: Lattice): Int32Array {
    const steps = lattice.steps;
    const chosen = new Int32Array(steps).fill(-1);
    if (steps === 0) return chosen;
    let best = cheapestOf(this.score, lattice.first[steps - 1], lattice.first[steps]);
    for (let k = steps - 1; k >= 0; k--) {
      if (best < lattice.first[k]) continue;
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

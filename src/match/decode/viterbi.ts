// Viterbi: the cheapest sequence of states through the lattice.
import { cheapestOf, subtractLeast } from "./costs.js";
import type { Lattice } from "./lattice.js";
import type { WayPast } from "./past.js";

/**
 * Scores the states of step k, given the scores of the steps before. `past`: ways to it that pass some of these steps over. Ties go to the earlier state.
 * It is called for one step after another while the lattice grows, since candidates and routes of the next step depend on which states are likely.
 * @returns nats by which the cheapest way to step k costs more than the cheapest way to the step before.
 */
export function advance({ first, emission, trans, row, score, back, least }: Lattice, k: number, past: readonly WayPast[] = []): number {
  const here = first[k];
  const end = first[k + 1];
  const width = end - here;
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
        // Scores are relative to the least of their own step, so the least costs of the steps between are subtracted.
        for (let m = from + 1; m < k; m++) more -= least[m];
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
  least[k] = subtractLeast(score, here, end);
  return least[k];
}

/** The state of each step on the cheapest way through the lattice; −1 for a step that the way passes over. */
export function cheapestWay({ first, steps, score, back }: Lattice): Int32Array {
  const chosen = new Int32Array(steps).fill(-1);
  if (steps === 0) return chosen;
  let best = cheapestOf(score, first[steps - 1], first[steps]);
  for (let k = steps - 1; k >= 0; k--) {
    if (best < first[k]) continue;
    chosen[k] = best;
    best = back[best];
  }
  return chosen;
}

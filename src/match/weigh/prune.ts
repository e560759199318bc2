// Prune: removes from the lattice the states that no nearly cheapest way goes through.
import { subtractLeast } from "../decode/costs.js";
import { type Lattice, OFF } from "../decode/lattice.js";
import * as MODEL from "../model.js";

/**
 * Removes each state whose cheapest way is more than `keepNats` behind the cheapest way of all, and renumbers `chosen`. Later stages go through the lattice
 * several times, and eight of ten states have no chance. The off-road state of each step is kept; where it was chosen, so is the state after it.
 */
export function prune(lattice: Lattice, chosen: Int32Array): void {
  const { first, steps, arc, score } = lattice;
  const keep = new Uint8Array(first[steps]);
  // Least nats of going on from each state to the end; infinite if no way does.
  const onward = new Float64Array(first[steps]);
  for (let k = steps - 1; k >= 0; k--) {
    const begin = first[k];
    const end = first[k + 1];
    if (k < steps - 1) goOn(lattice, k, onward);
    const limit = score[chosen[k]] + onward[chosen[k]] + MODEL.keepNats;
    for (let i = begin; i < end; i++) keep[i] = score[i] + onward[i] <= limit ? 1 : 0;
    keep[begin] = 1;
    if (end > begin + 1 && arc[chosen[k]] === OFF) keep[begin + 1] = 1;
  }
  const now = lattice.keepOnly(keep);
  for (let k = 0; k < steps; k++) chosen[k] = now[chosen[k]];
}

/** Costs of going on from the states of step k, given those of the next step. Each step's are less a constant, so that long tracks lose no precision. */
function goOn({ first, row, trans, emission }: Lattice, k: number, onward: Float64Array): void {
  const next = first[k + 1];
  const width = first[k + 2] - next;
  for (let j = next; j < next + width; j++) onward[j] += emission[j];
  for (let i = first[k]; i < next; i++) {
    let least = Number.POSITIVE_INFINITY;
    const at = row[i];
    if (at >= 0) {
      for (let j = 0; j < width; j++) {
        const cost = trans[at + j] + onward[next + j];
        if (cost < least) least = cost;
      }
    }
    onward[i] = least;
  }
  subtractLeast(onward, first[k], next);
}

// Drift: a receiver's error changes slowly, so what tells roads apart is not only how far off a fix is, but how that follows from the step before.
import { exp, log } from "../geo/maths.js";
import type { Across } from "./across.js";
import { correlationOf, type SharedError } from "./evidence.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Steps } from "./steps.js";

/**
 * Adds to the lattice's transitions what the change of the error says, taken for a first-order Gauss–Markov process: who seems to have changed to a road
 * ten metres beside, and to have been ten metres beside the other for a minute, has not. Across two roads at an angle one sees different parts of an
 * error, so it counts by the squared cosine between. On the way decoded so far nothing is added, so that no road becomes dearer than being off it.
 * Returns false when there was nothing to add.
 */
export function addDrift(lattice: Lattice, chosen: Int32Array, steps: Steps, across: Across, shared: SharedError): boolean {
  const { first, arc, row, trans } = lattice;
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    const [before, here, end] = [first[k - 1], first[k], first[k + 1]];
    const [from, to] = [chosen[k - 1], chosen[k]];
    // Nothing to tell apart where each step has one road, and nothing to go by off the roads.
    if (end - before === 4 || arc[from] === OFF || arc[to] === OFF) continue;
    const memory = memoryOf(steps, k, shared);
    if (!(memory >= MODEL.driftLeast)) continue;
    const variance = steps.sigma[k] * steps.sigma[k] * (1 - memory * memory) + MODEL.driftSigma * MODEL.driftSigma;
    const decodedCosine = across.cosine(from, to);
    const decodedShare = decodedCosine * decodedCosine;
    const decoded = change(across, from, to, memory * decodedCosine, memory, variance);
    for (let i = before + 1; i < here; i++) {
      if (row[i] < 0) continue;
      for (let j = here + 1; j < end; j++) {
        const cosine = across.cosine(i, j);
        const share = cosine * cosine;
        const nats = share * change(across, i, j, memory * cosine, memory, variance) - Math.min(share, decodedShare) * decoded;
        trans[row[i] + j - here] += MODEL.driftWeight * nats;
      }
    }
    added = true;
  }
  return added;
}

/** How much of the error at the step before is left at step k, 0–1: as errors last, and no more than this track's are seen to. */
function memoryOf({ gap, straight }: Steps, k: number, shared: SharedError): number {
  const usual = exp(gap[k] >= 0 ? -gap[k] / MODEL.driftSeconds : -straight[k] / MODEL.driftMetres);
  return Math.min(usual, correlationOf(shared, usual));
}

/**
 * Nats of the error at state j after that at state i, of which so much is `left` across j's road, with the tail that an error has, less those of one that
 * has lasted.
 */
function change(across: Across, i: number, j: number, left: number, memory: number, variance: number): number {
  const changed = across.metres(j) - left * across.metres(i);
  const lasting = (1 - memory) * across.metres(j);
  const spread = MODEL.tailFreedom * variance;
  const nats = 0.5 * (MODEL.tailFreedom + 1) * log((spread + changed * changed) / (spread + lasting * lasting));
  return Math.min(MODEL.driftMost, nats);
}

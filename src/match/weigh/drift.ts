// Drift: a receiver's error changes slowly. So roads are told apart not only by how far off a fix is, but also by how its error follows from the one before.

import { exp, log } from "../../geo/maths.js";
import type { Decoded } from "../decode/decoded.js";
import { OFF } from "../decode/lattice.js";
import * as MODEL from "../model.js";
import type { Steps } from "../track/steps.js";
import type { Across } from "./across.js";
import type { Correlation } from "./evidence.js";

/**
 * Adds to the lattice's transitions what the change of the error costs, if errors are a first-order Gauss–Markov process. A traveller who seems to change to
 * a road ten metres beside, after having been ten metres off the first road for a minute, has probably not changed. Two roads at an angle show
 * different parts of an error, so its change counts by the squared cosine between their directions. The costs are relative to those of the way decoded
 * so far, which stays as it is: so no road becomes dearer than being off it. Returns false if there was nothing to add.
 */
export function addDrift({ lattice, chosen, steps }: Decoded, across: Across, correlationOf: Correlation): boolean {
  const { first, arc, row, trans } = lattice;
  let added = false;
  for (let k = 1; k < steps.count; k++) {
    const [before, here, end] = [first[k - 1], first[k], first[k + 1]];
    const [from, to] = [chosen[k - 1], chosen[k]];
    // Nothing to tell apart if each of the two steps has one state on a road, and nothing to go by off the roads.
    if (end - before === 4 || arc[from] === OFF || arc[to] === OFF) continue;
    const memory = memoryOf(steps, k, correlationOf);
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

/** The share of the error at the step before that is left at step k, 0–1: as errors usually last, but no more than this track's do. */
function memoryOf({ gap, straight }: Steps, k: number, correlationOf: Correlation): number {
  const usual = exp(gap[k] >= 0 ? -gap[k] / MODEL.driftSeconds : -straight[k] / MODEL.driftMetres);
  return Math.min(usual, correlationOf(usual));
}

/**
 * Nats of the error at state j after the error at state i, of which the share `left` remains across j's road; with the tail of Student's t, and less the nats
 * of an error at j that has merely lasted. `memory`: the share that remains in the same direction; `variance`: of the change.
 */
function change(across: Across, i: number, j: number, left: number, memory: number, variance: number): number {
  const changed = across.metres(j) - left * across.metres(i);
  const lasting = (1 - memory) * across.metres(j);
  const spread = MODEL.tailFreedom * variance;
  const nats = 0.5 * (MODEL.tailFreedom + 1) * log((spread + changed * changed) / (spread + lasting * lasting));
  return Math.min(MODEL.driftMost, nats);
}

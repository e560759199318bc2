// Control: how a caller stops a match that runs, and watches what it weighs.
import type { Decoded } from "./decode/decoded.js";
import type { Lattice } from "./decode/lattice.js";
import type { Transitions } from "./decode/transition.js";
import type { Fixes } from "./track/fixes.js";
import type { Steps } from "./track/steps.js";

/** What `match` asks while it runs. */
export interface MatchControl {
  /** Called every so often; throw from it to stop the match. */
  check?: (() => void) | undefined;
  /** Is told what the match weighs: see explain.ts. @internal */
  watch?: MatchWatch | undefined;
}

/** An observer of a match while it is made. It must not keep or change what it is given: the memory is used again. */
export interface MatchWatch {
  /** The lattice has all candidates, most of which are pruned next. Called again whenever the track is decoded again; the last call counts. */
  considered(lattice: Lattice, steps: Steps): void;
  /** All costs and probabilities are final. */
  decided(decision: Decision): void;
}

/** What the match was decided on. The lattice has the final costs. The steps' fixes are those `given`, moved if noise was averaged out or a stay gathered. */
export interface Decision extends Decoded {
  /** What prices its ways. */
  transitions: Transitions;
  /** The fixes as they came, less the values that are not believed. */
  given: Fixes;
  /** Noise, independent from fix to fix, that was averaged out, metres per axis. */
  noise: number;
  /** The factor on the error of each fix. */
  scales: Float64Array;
  /** Probability of each state. */
  posterior: Float64Array;
}

// Decoded: the likeliest state of each step, and what it was chosen of.
import type { Lattice } from "./lattice.js";
import type { Steps } from "./steps.js";
import type { Transitions } from "./transition.js";

/** A track whose likeliest states are known. */
export interface Decoded {
  steps: Steps;
  lattice: Lattice;
  /** State of each step. */
  chosen: Int32Array;
  transitions: Transitions;
}

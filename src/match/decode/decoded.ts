// Decoded: the likeliest state of each step, with the lattice it was chosen from.

import type { Steps } from "../track/steps.js";
import type { Lattice } from "./lattice.js";

/** A track and its likeliest states. */
export interface Decoded {
  steps: Steps;
  lattice: Lattice;
  /** The likeliest state of each step, as an index into the columns of the lattice. */
  chosen: Int32Array;
}

// Chosen: the likeliest state of each step, and what it costs to get from one to the next or past those between.
import type { Fixes } from "./fixes.js";
import { type Lattice, OFF } from "./lattice.js";
import { type Steps, secondsBetween } from "./steps.js";
import type { Join, Transitions } from "./transition.js";

export class ChosenStates {
  readonly steps: Steps;
  readonly #lattice: Lattice;
  readonly #state: Int32Array;
  readonly #fixes: Fixes;
  readonly #transitions: Transitions;

  constructor(lattice: Lattice, chosen: Int32Array, fixes: Fixes, steps: Steps, transitions: Transitions) {
    this.#lattice = lattice;
    this.#state = chosen;
    this.#fixes = fixes;
    this.steps = steps;
    this.#transitions = transitions;
  }

  /** Arc of step k, OFF for off the road. */
  arc(k: number): number {
    return this.#lattice.arc[this.#state[k]];
  }

  /** Metres from the arc's start. */
  offset(k: number): number {
    return this.#lattice.offset[this.#state[k]];
  }

  /** The last of the steps off the road that step k is one of, with no break between them. */
  lastOff(k: number): number {
    let last = k;
    while (last + 1 < this.steps.count && this.arc(last + 1) === OFF && !this.isBroken(last + 1)) last++;
    return last;
  }

  /** Whether nothing is known of the way to step k from the step before, where one of them is off the road. */
  isBroken(k: number): boolean {
    return this.#transitions.isBroken(this.#transitions.leg(this.#fixes, this.steps, k - 1, k));
  }

  /** From one step to a later one; NaN when not known. */
  seconds(from: number, to: number): number {
    return secondsBetween(this.#fixes, this.steps, from, to);
  }

  /** Nats of getting to step k from the step before, in the haste that it takes. */
  costTo(k: number): number {
    return this.#lattice.trans[this.#lattice.between(this.#state[k - 1], this.#state[k], k)] + this.steps.haste[k];
  }

  /** Nats of the way by step k to the one after it. */
  spentOn(k: number): number {
    return this.costTo(k) + this.#lattice.emission[this.#state[k]] + this.costTo(k + 1);
  }

  /** The cheapest way from one step on the road to a later one, past those between, and its nats. */
  join(from: number, to: number): { join: Join; cost: number } {
    const leg = this.#transitions.leg(this.#fixes, this.steps, from, to);
    return this.#transitions.join(leg, this.arc(from), this.offset(from), this.arc(to), this.offset(to));
  }
}

// The lattice: the states of every step and the transitions between neighbouring steps, in growing columns.
import { Growable } from "../roads/growable.js";

/** Arc of the off-road state, which is the first state of every step. */
export const OFF = -1;

/**
 * States of step k are `first[k] … first[k + 1] − 1`; the first of them is off the road. Transition costs from step k − 1 to k are a matrix
 * in `trans` from `transFirst[k]`, rows by the earlier state, `trans[transFirst[k] + i × states(k) + j]`.
 */
export class Lattice {
  readonly first = new Growable(Int32Array);
  /** Arc of each state, OFF for the off-road one. */
  readonly arc = new Growable(Int32Array);
  /** Metres from the arc's start. */
  readonly offset = new Growable(Float64Array);
  /** Metres from the fix. */
  readonly distance = new Growable(Float64Array);
  /** Nats. */
  readonly emission = new Growable(Float64Array);
  readonly transFirst = new Growable(Float64Array);
  readonly trans = new Growable(Float32Array, 4096);
  /** Metres of the route behind each transition; NaN for those by no route. */
  readonly metres = new Growable(Float32Array, 4096);

  /** Steps begun so far. */
  get steps(): number {
    return this.first.length - 1;
  }

  constructor() {
    this.first.push(0);
    this.transFirst.push(0);
  }

  addState(arc: number, offset: number, distance: number, emission: number): void {
    this.arc.push(arc);
    this.offset.push(offset);
    this.distance.push(distance);
    this.emission.push(emission);
  }

  /** Ends the states of a step, and makes room for its transitions from the step before. */
  endStep(): void {
    const step = this.steps;
    this.first.push(this.arc.length);
    const size = step === 0 ? 0 : this.states(step) * this.states(step - 1);
    const at = this.trans.length;
    this.transFirst.data[step] = at;
    this.trans.extend(size);
    this.metres.extend(size);
    this.transFirst.push(this.trans.length);
  }

  states(step: number): number {
    return this.first.data[step + 1] - this.first.data[step];
  }
}

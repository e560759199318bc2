// Lattice: the states of every step and the transitions between neighbouring steps, in columns that are kept from track to track.

import { grown } from "../../roads/growable.js";

/** Arc of the off-road state, which is the first state of every step. */
export const OFF = -1;
/** In place of the row of a state that no way leads on from. */
const LEFT_BEHIND = -1;

/** Transitions, and states, for which memory is kept between tracks; what a long track needs beyond that is given back. */
const MOST_KEPT = 1 << 22;
const MOST_STATES = 1 << 20;
/** Once there are so many steps they are a sample of the rest: columns grow to what all steps will need, but at most by `MOST_GROWTH` times at once. */
const SAMPLE = 1000;
const MOST_GROWTH = 16;

/**
 * The states of step k are `first[k] … first[k + 1] − 1`; the first of them is off the road. The costs of the transitions from state i to each state of the
 * next step begin at `trans[row[i]]`; `row[i]` is −1 if i leads nowhere. Read the columns again after anything is added: they are replaced when they grow.
 */
export class Lattice {
  /** Steps ended so far. */
  steps = 0;
  first = new Int32Array(256);
  /** Arc of each state, OFF for the off-road one. */
  arc!: Int32Array;
  /** Metres from the arc's start. */
  offset!: Float64Array;
  /** Metres from the fix. */
  distance!: Float64Array;
  /** Nats. */
  emission!: Float64Array;
  /** Where each state's transitions begin in `trans`, `seconds` and `relief`; −1 for none. */
  row!: Int32Array;
  /** Of viterbi.ts: the cost of the cheapest way to each state, nats, less the least of its step. */
  score!: Float64Array;
  /** Of viterbi.ts: the state before on that way, or −1. */
  back!: Int32Array;
  /** That least cost of each step, nats, less the one of the step before. */
  least!: number[];
  /** Cost of each transition, nats. */
  trans!: Float32Array;
  /** Seconds that the route of each transition usually takes; NaN if it has no route, or the fixes are so near in time that pace.ts does not use it. */
  seconds!: Float32Array;
  /** Nats that the posterior subtracts from each transition: see pace.ts. */
  relief!: Float32Array;
  #states = 0;
  /** How many transitions there are. */
  transitions = 0;
  /** How many there were before the newest step. */
  #before = 0;
  /** How many steps the track has in all. */
  #expected = 0;

  constructor() {
    this.#shrink();
  }

  /** Forgets all steps. `steps`: how many the next track has. */
  clear(steps = 0): void {
    this.#expected = steps;
    this.steps = 0;
    this.#states = 0;
    this.transitions = 0;
    if (this.trans.length > MOST_KEPT || this.arc.length > MOST_STATES) this.#shrink();
  }

  /** Makes the columns as short as they are at first. */
  #shrink(): void {
    this.trans = new Float32Array(4096);
    this.seconds = new Float32Array(4096);
    this.relief = new Float32Array(4096);
    this.arc = new Int32Array(1024);
    this.offset = new Float64Array(1024);
    this.distance = new Float64Array(1024);
    this.emission = new Float64Array(1024);
    this.row = new Int32Array(1024);
    this.score = new Float64Array(1024);
    this.back = new Int32Array(1024);
    this.least = [];
  }

  /** Index of the transition from a state of step k − 1, which must have a row, to a state of step k. */
  between(from: number, to: number, k: number): number {
    return this.row[from] + to - this.first[k];
  }

  addState(arc: number, offset: number, distance: number, emission: number): void {
    const i = this.#states++;
    if (i === this.arc.length) this.#growStates();
    this.arc[i] = arc;
    this.offset[i] = offset;
    this.distance[i] = distance;
    this.emission[i] = emission;
    this.row[i] = LEFT_BEHIND;
  }

  /** Ends a step's states. The rows into it are added after this. */
  endStep(): void {
    const k = ++this.steps;
    if (k === this.first.length) this.first = grown(this.first);
    this.first[k] = this.#states;
    this.#before = this.transitions;
  }

  /** Removes the newest step and the rows into it. */
  dropStep(): void {
    const k = --this.steps;
    this.#states = this.first[k];
    this.transitions = this.#before;
  }

  /** Adds a row from a state of the step before to those of the newest. The caller writes it from the index returned. */
  addRow(state: number): number {
    const at = this.transitions;
    this.transitions += this.states(this.steps - 1);
    if (this.transitions > this.trans.length) this.#growTransitions();
    this.row[state] = at;
    return at;
  }

  /** Removes all states but those marked. Returns the new index of each state by its old one. */
  keepOnly(keep: Uint8Array): Int32Array {
    const { first, arc, offset, distance, emission, row, trans, seconds } = this;
    const now = new Int32Array(this.#states);
    let states = 0;
    let transitions = 0;
    let end = 0;
    for (let k = 0; k < this.steps; k++) {
      const begin = end;
      end = first[k + 1];
      const next = k + 1 < this.steps ? first[k + 2] : end;
      for (let i = begin; i < end; i++) {
        if (keep[i] === 0) continue;
        arc[states] = arc[i];
        offset[states] = offset[i];
        distance[states] = distance[i];
        emission[states] = emission[i];
        now[i] = states;
        const at = row[i];
        row[states++] = at === LEFT_BEHIND ? LEFT_BEHIND : transitions;
        if (at === LEFT_BEHIND) continue;
        for (let j = end; j < next; j++) {
          if (keep[j] === 0) continue;
          trans[transitions] = trans[at + j - end];
          seconds[transitions++] = seconds[at + j - end];
        }
      }
      first[k + 1] = states;
    }
    this.#states = states;
    this.transitions = transitions;
    return now;
  }

  states(step: number): number {
    return this.first[step + 1] - this.first[step];
  }

  #growStates(): void {
    const size = this.#grown(this.arc.length, this.#states);
    this.arc = grown(this.arc, size);
    this.row = grown(this.row, size);
    this.offset = grown(this.offset, size);
    this.distance = grown(this.distance, size);
    this.emission = grown(this.emission, size);
    this.score = grown(this.score, size);
    this.back = grown(this.back, size);
  }

  /** The new length of a column that is too short for `count` entries. It is not just doubled, or the columns of a long track would be copied many times. */
  #grown(length: number, count: number): number {
    const all = this.steps < SAMPLE ? 0 : Math.ceil((1.1 * count * this.#expected) / this.steps);
    return Math.max(count, 2 * length, Math.min(all, MOST_GROWTH * length));
  }

  #growTransitions(): void {
    const size = this.#grown(this.trans.length, this.transitions);
    this.trans = grown(this.trans, size);
    this.seconds = grown(this.seconds, size);
    this.relief = new Float32Array(size);
  }
}

// The lattice: the states of every step and the transitions between neighbouring steps, in columns that are kept from track to track.

import { grown } from "../roads/growable.js";

/** Arc of the off-road state, which is the first state of every step. */
export const OFF = -1;
/** In place of a state's row: no way leads on from it. */
const LEFT_BEHIND = -1;

/** Transitions and states for which memory is kept between tracks: what one long track needed more is given back. */
const MOST_KEPT = 1 << 22;
const MOST_STATES = 1 << 20;
/** Once there are so many steps they are a sample of the rest; columns grow to what all will need, but no more than so many times at once. */
const SAMPLE = 1000;
const MOST_GROWTH = 16;

/**
 * States of step k are `first[k] … first[k + 1] − 1`; the first of them is off the road. Costs of going on from state i to each state of the
 * next step are `trans[row[i]] …`, unless it is left behind. Read the columns afresh after anything is added: they move when they grow.
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
  row!: Int32Array;
  /** What viterbi.ts finds: the cheapest cost of getting to each state, nats, less the least of its step; the state before on that way, or −1. */
  score!: Float64Array;
  back!: Int32Array;
  /** The least of each step, nats more than that of the step before. */
  least!: number[];
  trans!: Float32Array;
  /** Seconds that the route behind each transition usually takes; NaN for those by no route, and between near fixes, where nobody asks. */
  seconds!: Float32Array;
  /** Nats that the posterior takes off each transition: see pace.ts. */
  relief!: Float32Array;
  #states = 0;
  /** How many there are, and were before the newest step. */
  transitions = 0;
  #before = 0;
  /** How many steps are to come in all. */
  #expected = 0;

  constructor() {
    this.#shrink();
  }

  /** Forgets all steps; `steps` are to come. */
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

  /** Index of the transition from a state to one of the next step, k; the first is not left behind. */
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

  /** Ends the states of a step; the rows into it follow. */
  endStep(): void {
    const k = ++this.steps;
    if (k === this.first.length) this.first = grown(this.first);
    this.first[k] = this.#states;
    this.#before = this.transitions;
  }

  /** Takes the newest step away again, with the rows into it. */
  dropStep(): void {
    const k = --this.steps;
    this.#states = this.first[k];
    this.transitions = this.#before;
  }

  /** Makes a row from a state of the step before to those of the newest, to be written from the index returned. */
  addRow(state: number): number {
    const at = this.transitions;
    this.transitions += this.states(this.steps - 1);
    if (this.transitions > this.trans.length) this.#growTransitions();
    this.row[state] = at;
    return at;
  }

  /** Forgets all states but those marked, and says which number each of these has now. */
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

  /** The length of a column that has become too short for `count` entries. Doubled again and again, a long track's would be copied as often. */
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

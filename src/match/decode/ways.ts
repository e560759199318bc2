// Ways: the ways from one state to the states of the next step, as columns, and what each costs.
import * as MODEL from "../model.js";

/** What the cost of a way depends on besides the way itself. */
export interface LegPrice {
  /** Metres between the two fixes. */
  straight: number;
  /** Scale of |route − straight|, metres. */
  beta: number;
  /** Most metres that can be travelled in the time. */
  possible: number;
  /** Metres driven by the reported speeds; NaN when not known. */
  expected: number;
  /** Standard deviation of these, metres. */
  expectedScale: number;
  /** How much they count: less for short legs, whose speeds are nearly one report. */
  expectedWeight: number;
}

/** The ways from one state, as columns. */
export class Ways {
  count = 0;
  /** The state each leads to. */
  readonly to: Int32Array;
  readonly metres: Float64Array;
  /** Charges along the way; after {@link price}, its whole cost. Infinite if there is no such way. */
  readonly nats: Float64Array;

  constructor(most: number) {
    this.to = new Int32Array(most);
    this.metres = new Float64Array(most);
    this.nats = new Float64Array(most);
  }

  add(to: number, metres: number, charged: number): void {
    const i = this.count++;
    this.to[i] = to;
    this.metres[i] = metres;
    this.nats[i] = charged;
  }

  /** Adds to each way's charges what its length costs. One loop without calls, because it runs for every pair of states. */
  price(leg: LegPrice): void {
    const { metres, nats, count } = this;
    const { straight, beta, possible, expected, expectedScale, expectedWeight } = leg;
    for (let i = 0; i < count; i++) {
      const length = metres[i];
      // Newson & Krumm (2009), eq. 2, with the scale of the leg and a tail.
      const excess = Math.abs(length - straight) / beta;
      let cost = MODEL.excessTail * (Math.sqrt(1 + (2 / MODEL.excessTail) * excess) - 1) + nats[i];
      // Even if the way is shorter than the straight line, the traveller came as far as that line.
      const travelled = Math.max(length, straight);
      if (travelled > possible) cost += (MODEL.speedExcess * (travelled - possible)) / possible;
      if (expected >= 0) {
        const z = (length - expected) / expectedScale;
        cost += expectedWeight * Math.min(MODEL.speedCap, 0.5 * z * z);
      }
      nats[i] = cost;
    }
  }
}

// Ways: what leads from one place to the states of a step, as columns, and what each costs.
import * as MODEL from "./model.js";

/** What the price of a way depends on besides the way: how one step follows the other. */
export interface LegPrice {
  /** Metres between the two fixes. */
  straight: number;
  /** Scale of |route − straight|, metres. */
  beta: number;
  /** Metres that can be travelled in the time. */
  possible: number;
  /** Metres the reported speeds say were driven, and the scale of their error; NaN when not known. */
  expected: number;
  expectedScale: number;
  /** How much that counts: less for short legs, whose speeds are nearly the same report. */
  expectedWeight: number;
}

/** The ways from one state, as columns. */
export class Ways {
  count = 0;
  /** The state each leads to. */
  readonly to: Int32Array;
  readonly metres: Float64Array;
  /** What is charged under way; once {@link price} was called, all it costs. Infinite when there is no such way. */
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

  /** Adds the price of each way's length to its charges: in one loop that calls nothing, for this is done for every pair of states. */
  price(leg: LegPrice): void {
    const { metres, nats, count } = this;
    const { straight, beta, possible, expected, expectedScale, expectedWeight } = leg;
    for (let i = 0; i < count; i++) {
      const length = metres[i];
      // Newson & Krumm (2009), eq. 2, with the scale of the leg and a tail.
      const excess = Math.abs(length - straight) / beta;
      let cost = MODEL.excessTail * (Math.sqrt(1 + (2 / MODEL.excessTail) * excess) - 1) + nats[i];
      // A way shorter than the straight line is no way to have come that far in the time.
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

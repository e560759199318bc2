// Past: steps that contradict the track, and the ways past them.
import type { Decoded } from "./decoded.js";
import { OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import { secondsBetween } from "./steps.js";

/** A way past the steps between two. */
export interface WayPast {
  from: number;
  /** Nats of passing them. */
  price: number;
  /** Nats from each state of the one to each of the other, row by row. */
  nats: () => Float32Array;
}

/**
 * Ways past steps that the likeliest way pays more for than passing them over costs, by the step they lead to. `isPaced`: the pace is in the costs,
 * and there are none past steps off the roads.
 */
export function waysPast(decoded: Decoded, isPaced: boolean): WayPast[][] {
  const { lattice, chosen, steps, transitions } = decoded;
  const { arc, emission, trans } = lattice;
  const costTo = (k: number) => trans[lattice.between(chosen[k - 1], chosen[k], k)];
  const ways: WayPast[][] = [];
  for (let to = 2; to < steps.count; to++) {
    let spent = costTo(to);
    for (let n = 1; n <= MODEL.passSteps && n < to; n++) {
      const passed = to - n;
      const from = passed - 1;
      const isOff = arc[chosen[passed]] === OFF;
      spent += emission[chosen[passed]] + costTo(passed);
      let price = n * MODEL.pass;
      if (spent <= price || (isPaced && isOff)) continue;
      const seconds = secondsBetween(steps, from, to);
      price += MODEL.passPerSecond * (seconds || 0);
      // Who had the time for it may have left the roads, and several are seldom wrong for long.
      if (spent <= price || (seconds > MODEL.passSeconds && (n > 1 || isOff))) continue;
      // That roads are avoided is no reason not to have been on them.
      let due = spent;
      for (let k = passed; k <= to; k++) due -= transitions.avoidedBy(decoded, k, chosen[k - 1], chosen[k]);
      if (due <= price) continue;
      ways[to] ??= [];
      ways[to].push({ from, price, nats: () => transitions.past(lattice, steps, from, to) });
    }
  }
  return ways;
}

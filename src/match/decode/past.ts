// Past: ways that pass over steps which contradict the track.

import * as MODEL from "../model.js";
import { secondsBetween } from "../track/steps.js";
import type { Decoded } from "./decoded.js";
import { OFF } from "./lattice.js";
import type { Transitions } from "./transition.js";

/** A way to a step that passes over the steps before it. */
export interface WayPast {
  /** The step it comes from. */
  from: number;
  /** Nats of passing over the steps between. */
  price: number;
  /** Nats from each state of step `from` to each state of the step it leads to, row by row. */
  nats: () => Float32Array;
}

/**
 * Ways past steps on which the likeliest way spends more than passing them over would cost; indexed by the step they lead to. `isPaced`: the costs include
 * the pace; then there are no ways past steps that are decoded off the roads.
 */
export function waysPast(decoded: Decoded, transitions: Transitions, isPaced: boolean): WayPast[][] {
  const { lattice, chosen, steps } = decoded;
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
      // With enough time the traveller may really have left the roads; and several fixes are seldom wrong for long.
      if (spent <= price || (seconds > MODEL.passSeconds && (n > 1 || isOff))) continue;
      // What avoided roads cost does not count: it is no evidence that the traveller was not on them.
      let due = spent;
      for (let k = passed; k <= to; k++) due -= transitions.avoidedBy(decoded, k, chosen[k - 1], chosen[k]);
      if (due <= price) continue;
      ways[to] ??= [];
      ways[to].push({ from, price, nats: () => transitions.past(lattice, steps, from, to) });
    }
  }
  return ways;
}

/**
 * How many steps at a track's beginning (`inward` 1) or end (−1) contradict it: the likeliest way spends more on them than passing them over would cost.
 * No way leads past them to compare with, but the rest of the track does without them.
 */
export function looseSteps(decoded: Decoded, transitions: Transitions, inward: number): number {
  const { lattice, chosen, steps } = decoded;
  const end = inward > 0 ? 0 : steps.count - 1;
  const legs: number[] = [];
  let loose = 0;
  let spent = 0;
  // The rest has to be at least twice as many steps.
  for (let n = 1; n <= MODEL.passSteps && 3 * n <= steps.count; n++) {
    const step = end + (n - 1) * inward;
    const to = Math.max(step, step + inward);
    const seconds = secondsBetween(steps, to - 1, to);
    // With enough time the traveller may really have been there.
    if (seconds > MODEL.passSeconds) break;
    legs.push(to);
    spent += lattice.emission[chosen[step]] + lattice.trans[lattice.between(chosen[to - 1], chosen[to], to)];
    const price = n * MODEL.pass + MODEL.passPerSecond * (seconds || 0);
    // Over a gap, or off the roads, a wrong fix bends no route.
    if (spent <= price || legs.some((k) => transitions.join(decoded, k, chosen[k - 1], chosen[k]) === null)) continue;
    const avoided = legs.reduce((nats, k) => nats + transitions.avoidedBy(decoded, k, chosen[k - 1], chosen[k]), 0);
    if (spent - avoided > price) loose = n;
  }
  return loose;
}

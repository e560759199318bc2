// Even times: gives fixes without a time one, as if they had come at even intervals.

import { quantile } from "../../geo/quantile.js";
import * as MODEL from "../model.js";
import { type Fixes, metresBetween, timedFixes } from "./fixes.js";

/**
 * Gives fixes without a time one: evenly between known times, and at the same intervals beyond them. Where fewer than two are known, the interval is
 * such that long moves go at a usual speed. These times serve to find jumps and noise, and nothing else. Returns the same fixes if all have a time.
 * `maxSpeed`: m/s, the highest plausible.
 */
export function evenTimes(fixes: Fixes, maxSpeed: number): Fixes {
  const time = fixes.time.slice();
  if (!time.some(Number.isNaN)) return fixes;
  const known = timedFixes(fixes);
  let apart = 1;
  /** The 90th percentile of the moves between fixes `apart` places apart, metres. */
  const far = () => {
    const moves = time.subarray(apart).map((_, i) => metresBetween(fixes, i, i + apart));
    const made = moves.filter((metres) => metres > MODEL.madeMetres);
    return quantile(made.sort(), 0.9);
  };
  while (!(far() >= MODEL.madeFar) && apart < MODEL.madeFixes && fixes.count > 4 * apart) apart *= 2;
  const usual = far() / (MODEL.madeShare * maxSpeed * apart);
  let n = 1;
  for (let i = 0; i < fixes.count; i++) {
    if (known[n] < i && known[n + 1]) n++;
    // Beyond the last known time, intervals are as between the last two.
    const [a, b] = [known[n - 1] || 0, known[n]];
    const step = b ? (fixes.time[b] - fixes.time[a]) / (b - a) : usual;
    if (Number.isNaN(time[i])) time[i] = (fixes.time[a] || 0) + step * (i - a);
  }
  return { ...fixes, time };
}

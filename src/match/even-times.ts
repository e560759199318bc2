// Even times: fixes that do not say when they were came one as long after the other.
import type { Fixes } from "./fixes.js";
import * as MODEL from "./model.js";

/**
 * The fixes with a time each where not all have one, to tell jumps and noise by: between those that are known evenly; where none is, so that long
 * moves go at a usual speed. The same fixes when there is nothing to go by, or nothing to do. `maxSpeed`: m/s, the highest plausible.
 */
export function evenTimes(fixes: Fixes, maxSpeed: number): Fixes {
  const { count, apart } = fixes;
  const time = fixes.time.slice();
  if (!time.some(Number.isNaN)) return fixes;
  let known = -1;
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(time[i])) continue;
    for (let n = known + 1; known >= 0 && n < i; n++) time[n] = time[known] + ((time[i] - time[known]) * (n - known)) / (i - known);
    known = i;
  }
  if (known < 0) {
    const moves = apart.filter((metres) => metres > MODEL.madeMetres).sort();
    if (moves.length < MODEL.madeMoves) return fixes;
    const seconds = moves[Math.floor(0.9 * moves.length)] / (MODEL.madeShare * maxSpeed);
    for (let i = 0; i < count; i++) time[i] = i * seconds;
  }
  return { ...fixes, time };
}

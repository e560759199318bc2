// Even times: fixes that do not say when they were, or of which all of a minute say the same, came one as long after the other.
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

/**
 * Spreads times such as whole minutes, where most fixes have that of the one before though they moved: those of one minute over it, as fast as they come in the
 * fullest one. What a minute lacks of them did not come where its longest move is. Returns whether there was something to spread.
 */
export function spreadTimes({ count, time, apart }: Fixes): boolean {
  const starts: number[] = [];
  let [moves, same, unit, most] = [0, 0, Number.POSITIVE_INFINITY, 1];
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(time[i])) return false;
    const isSame = time[i] === time[i - 1];
    if (apart[i] > MODEL.madeMetres) {
      moves++;
      if (isSame) same++;
    }
    if (isSame) continue;
    if (i > 0) {
      unit = Math.min(unit, time[i] - time[i - 1]);
      most = Math.max(most, i - starts[starts.length - 1]);
    }
    starts.push(i);
  }
  if (same === 0 || 2 * same < moves || starts.length < 3) return false;
  const step = unit / Math.max(most, count - starts[starts.length - 1]);
  for (const [n, from] of starts.entries()) {
    const to = starts[n + 1] ?? count;
    let longest = from + 1;
    for (let i = longest; i <= to && i < count; i++) if (apart[i] > apart[longest]) longest = i;
    const lacking = Math.max(0, unit - step * (to - from));
    // The first minute may have begun before the track, and the last not have ended with it.
    const gap = n === 0 ? from : n === starts.length - 1 ? to : longest;
    const begin = time[from];
    for (let i = from; i < to; i++) time[i] = begin + step * (i - from) + (i >= gap ? lacking : 0);
  }
  return true;
}

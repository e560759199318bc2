// Vague: fixes that say of themselves that they may be far off, where those before and after leave much less open.
import { type Fixes, metresBetween } from "./fixes.js";
import { MODEL } from "./model.js";
import { RADIUS_68 } from "./steps.js";

/** Left out of the steps: it says nothing beside its neighbours. */
export const VAGUE = 2;

/**
 * Marks, in a column that outliers.ts adds to, what a phone makes of cells and wireless networks where it has no satellites for a moment: the roads around such a
 * place are not those driven. Where all of a track is like that, or the next better fix is far away, it is all there is and stays.
 */
export function markVague(fixes: Fixes): Uint8Array {
  const { count, time, accuracy } = fixes;
  const leftOut = new Uint8Array(count);
  const sigma = (i: number) => (accuracy[i] > 0 ? accuracy[i] / RADIUS_68 : MODEL.defaultSigma);
  const usual = Float64Array.from({ length: count }, (_, i) => sigma(i)).sort()[count >>> 1];
  const most = Math.max(MODEL.vagueSigma, MODEL.vagueTimes * usual);
  const sharp: number[] = [];
  for (let i = 0; i < count; i++) if (sigma(i) <= most) sharp.push(i);
  if (sharp.length === count) return leftOut;
  let next = 0;
  for (let i = 0; i < count; i++) {
    while (next < sharp.length && sharp[next] < i) next++;
    if (sharp[next] === i) continue;
    const [before, after] = [sharp[next - 1], sharp[next]];
    if (before === undefined && after === undefined) continue;
    const [from, to] = [before ?? i, after ?? i];
    const seconds = Math.max(0, time[to] - time[from]) || 0;
    // Beside one neighbour alone nothing but the time says how far away it may be.
    const apart = before === undefined || after === undefined ? MODEL.vagueSpeed * seconds : metresBetween(fixes, from, to);
    const open =
      MODEL.vagueSigmas * Math.max(sigma(from === i ? to : from), sigma(to === i ? from : to)) + apart / MODEL.vagueShare + seconds;
    if (sigma(i) > open) leftOut[i] = VAGUE;
  }
  return leftOut;
}

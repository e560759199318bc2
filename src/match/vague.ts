// Vague: fixes that say of themselves that they may be far off, where those before and after leave much less open.

import { median } from "../geo/quantile.js";
import { type Fixes, metresBetween } from "./fixes.js";
import * as MODEL from "./model.js";
import { RADIUS_68, VAGUE } from "./steps.js";

/**
 * Marks, in a column that outliers.ts adds to, what a phone makes of cells and wireless networks where it has no satellites for a moment: the roads
 * around such a place are not those driven. Where all of a track is like that, or the next better fix is far away, it is all there is and stays.
 */
export function markVague(fixes: Fixes): Uint8Array {
  const { count, time, accuracy } = fixes;
  const leftOut = new Uint8Array(count);
  const sigma = accuracy.map((metres) => (metres > 0 ? metres / RADIUS_68 : MODEL.defaultSigma));
  // Of two sources that are asked at once the worse one.
  for (let i = 0; i < count; i++) {
    for (const n of [i - 1, i + 1]) {
      const apart = Math.abs(time[n] - time[i]);
      if (apart <= MODEL.vagueSeconds && sigma[i] > MODEL.vagueWorse * sigma[n] + MODEL.vagueSpeed * apart) leftOut[i] = VAGUE;
    }
  }
  // Of most tracks none is by itself.
  if (sigma.every((metres) => metres <= MODEL.vagueSigma)) return leftOut;
  const most = Math.max(MODEL.vagueSigma, MODEL.vagueTimes * median(sigma));
  const sharp: number[] = [];
  for (let i = 0; i < count; i++) if (sigma[i] <= most) sharp.push(i);
  let next = 0;
  for (let i = 0; i < count && sharp.length > 0; i++) {
    while (next < sharp.length && sharp[next] < i) next++;
    // At a track's end there is one neighbour.
    const [from, to] = [sharp[next - 1] ?? i, sharp[next] ?? i];
    const seconds = Math.max(0, time[to] - time[from]) || 0;
    if (sigma[i] > most + metresBetween(fixes, from, to) / MODEL.vagueMetres + seconds) leftOut[i] = VAGUE;
  }
  return leftOut;
}

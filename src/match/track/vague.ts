// Vague: finds fixes that state so large an error that their neighbours say more about the place than they do.

import { median } from "../../geo/quantile.js";
import * as MODEL from "../model.js";
import { type Fixes, metresBetween } from "./fixes.js";
import { RADIUS_68, VAGUE } from "./steps.js";

/**
 * Marks vague fixes in a column, to which outliers.ts adds. A phone that has no satellites for a moment makes them from cells and wireless networks, and the
 * roads around such a place are not those driven. If all of a track is like that, or the next better fix is far away, vague fixes are all there is
 * and are kept.
 */
export function markVague(fixes: Fixes): Uint8Array {
  const { count, time, accuracy } = fixes;
  const leftOut = new Uint8Array(count);
  const sigma = accuracy.map((metres) => (metres > 0 ? metres / RADIUS_68 : MODEL.defaultSigma));
  // If two sources send fixes at about the same time, the worse one's are vague.
  for (let i = 0; i < count; i++) {
    for (const n of [i - 1, i + 1]) {
      const apart = Math.abs(time[n] - time[i]);
      if (apart <= MODEL.vagueSeconds && sigma[i] > MODEL.vagueWorse * sigma[n] + MODEL.vagueSpeed * apart) leftOut[i] = VAGUE;
    }
  }
  // Most tracks have no fix that is vague by its own error.
  if (sigma.every((metres) => metres <= MODEL.vagueSigma)) return leftOut;
  const most = Math.max(MODEL.vagueSigma, MODEL.vagueTimes * median(sigma));
  const sharp: number[] = [];
  for (let i = 0; i < count; i++) if (sigma[i] <= most) sharp.push(i);
  let next = 0;
  for (let i = 0; i < count && sharp.length > 0; i++) {
    while (next < sharp.length && sharp[next] < i) next++;
    // At a track's end a fix has only one neighbour.
    const [from, to] = [sharp[next - 1] ?? i, sharp[next] ?? i];
    const seconds = Math.max(0, time[to] - time[from]) || 0;
    if (sigma[i] > most + metresBetween(fixes, from, to) / MODEL.vagueMetres + seconds) leftOut[i] = VAGUE;
  }
  return leftOut;
}

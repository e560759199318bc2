// Stays: while a traveller stands for minutes the receiver wanders, and each of its places would be one to go to.
import { distance, latScale, lonScale, wrapLon } from "../geo/metres.js";
import { type Fixes, metresBetween } from "./fixes.js";
import { median } from "./median.js";
import * as MODEL from "./model.js";

/**
 * The track with the fixes of each stay in one place, that which half of them are on either side of: those that for minutes wander within a box no larger
 * than a receiver does, back and forth. Who drives in, stands and drives out again does not, and keeps every fix. `maxSpeed`: m/s, the highest
 * plausible; who is slow needs less room to be on the move.
 */
export function gatherStays(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number): Fixes {
  const { count, time } = fixes;
  const room = Math.min(MODEL.stayMetres, MODEL.stayShare * MODEL.staySeconds * maxSpeed);
  let gathered: Fixes | null = null;
  let late = 0;
  for (let i = 0; i < count; i++) {
    if (leftOut[i] || Number.isNaN(time[i])) continue;
    while (late < count && !(time[late] - time[i] >= MODEL.staySeconds)) late++;
    if (late === count) break;
    // Most are elsewhere by then.
    if (!leftOut[late] && metresBetween(fixes, i, late) > 1.5 * room) continue;
    const last = lastWithin(fixes, leftOut, i, room);
    if (last < late || last - i < MODEL.stayFixes) continue;
    let wandered = 0;
    for (let n = i + 1, before = i; n <= last; n++) {
      if (leftOut[n]) continue;
      wandered += metresBetween(fixes, before, n);
      before = n;
    }
    if (wandered >= MODEL.stayWander * room) {
      gathered ??= { ...fixes, lon: fixes.lon.slice(), lat: fixes.lat.slice(), apart: fixes.apart.slice() };
      gather(gathered, leftOut, i, last);
    }
    i = last;
  }
  return gathered ?? fixes;
}

/** The last fix in a row from `first` on with which all of them are within a box of so many metres. */
function lastWithin({ count, lon, lat }: Fixes, leftOut: Uint8Array, first: number, room: number): number {
  const east = lonScale(lat[first]);
  const north = latScale(lat[first]);
  let [west, right, south, top] = [0, 0, 0, 0];
  let last = first;
  for (let i = first + 1; i < count; i++) {
    if (leftOut[i]) continue;
    const x = wrapLon(lon[i] - lon[first]) * east;
    const y = (lat[i] - lat[first]) * north;
    west = Math.min(west, x);
    right = Math.max(right, x);
    south = Math.min(south, y);
    top = Math.max(top, y);
    if (right - west > room || top - south > room) break;
    last = i;
  }
  return last;
}

function gather(fixes: Fixes, leftOut: Uint8Array, first: number, last: number): void {
  const { count, lon, lat, apart } = fixes;
  const own = [];
  for (let i = first; i <= last; i++) if (!leftOut[i]) own.push(i);
  const [x, y] = [lon[first] + median(own.map((i) => wrapLon(lon[i] - lon[first]))), median(own.map((i) => lat[i]))];
  for (const i of own) [lon[i], lat[i]] = [x, y];
  for (let i = Math.max(1, first); i <= Math.min(last + 1, count - 1); i++) apart[i] = distance(lon[i - 1], lat[i - 1], lon[i], lat[i]);
}

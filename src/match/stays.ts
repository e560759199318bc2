// Stays: while a traveller stands for minutes the receiver wanders, and each of its places would be one to go to.
import { distance, latScale, lonScale, wrapLon } from "../geo/metres.js";
import type { Fixes } from "./fixes.js";
import * as MODEL from "./model.js";

/** Metres a degree of latitude has at least. */
const LEAST_SCALE = 110_000;

/**
 * The track with the fixes of each stay in one place, that which half of them are on either side of: those that for minutes wander within a box no larger
 * than a receiver does, back and forth. Who drives in, stands and drives out again does not, and keeps every fix. `maxSpeed`: m/s, the highest
 * plausible; who is slow needs less room to be on the move.
 */
export function gatherStays(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number): Fixes {
  const { count, lon, lat, time } = fixes;
  const room = Math.min(MODEL.stayMetres, MODEL.stayShare * MODEL.staySeconds * maxSpeed);
  let gathered: Fixes | null = null;
  let late = 0;
  for (let i = 0; i < count; i++) {
    if (leftOut[i]) continue;
    while (late < count && !(time[late] - time[i] >= MODEL.staySeconds)) late++;
    // Most are elsewhere by then.
    if (late === count) break;
    if (!leftOut[late] && Math.abs(lat[late] - lat[i]) * LEAST_SCALE > room) continue;
    const end = lastWithin(fixes, leftOut, i, room);
    if (end < late || end - i < MODEL.stayFixes) continue;
    let wandered = 0;
    for (let n = i + 1; n <= end; n++) wandered += fixes.apart[n];
    if (wandered >= MODEL.stayWander * room) {
      gathered ??= { ...fixes, lon: lon.slice(), lat: lat.slice(), apart: fixes.apart.slice() };
      gather(gathered, leftOut, i, end);
    }
    i = end;
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
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >>> 1];
  const [x, y] = [lon[first] + middle(own.map((i) => wrapLon(lon[i] - lon[first]))), middle(own.map((i) => lat[i]))];
  for (const i of own) [lon[i], lat[i]] = [x, y];
  for (let i = Math.max(1, first); i <= Math.min(last + 1, count - 1); i++) apart[i] = distance(lon[i - 1], lat[i - 1], lon[i], lat[i]);
}

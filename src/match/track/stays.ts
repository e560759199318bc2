// Stays: while a traveller stands for minutes, the receiver's fixes wander. Gathers them in one place, or each would be a place to drive to.
import { hypot } from "../../geo/maths.js";
import { distance, latScale, lonScale, wrapLon } from "../../geo/metres.js";
import { median } from "../../geo/quantile.js";
import * as MODEL from "../model.js";
import { eastAndNorth, type Fixes, metresBetween, setApart } from "./fixes.js";

/**
 * The track with the fixes of each stay moved to their median place. A stay is fixes that for minutes wander back and forth in a small box, as those of a
 * receiver at rest do. A traveller who drives in, stands and drives out again does not wander, and keeps every fix. `maxSpeed`: m/s, the highest plausible;
 * the box is smaller for slow travellers, who need less room to be on the move.
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
    // A cheap first test: most travellers have left the box by then.
    if (!leftOut[late] && metresBetween(fixes, i, late) > 1.5 * room) continue;
    const last = lastWithin(fixes, leftOut, i, room);
    if (last < late || last - i < MODEL.stayFixes) continue;
    const { own, x, y } = core(fixes, leftOut, i, last);
    if (own[0] > i) {
      // Without the fixes before it the box may reach farther: begin again there.
      i = own[0] - 1;
      continue;
    }
    i = own[own.length - 1];
    if (!wanders(fixes, own, x, y, room)) continue;
    gathered ??= { ...fixes, lon: fixes.lon.slice(), lat: fixes.lat.slice() };
    for (const n of withinReach(fixes, leftOut, own, x, y, maxSpeed)) [gathered.lon[n], gathered.lat[n]] = [x, y];
  }
  if (gathered === null) return fixes;
  setApart(gathered);
  return gathered;
}

/** The last fix such that all from `first` to it are within a box of `room` metres, or a larger one as long as they say that the traveller stands. */
function lastWithin(fixes: Fixes, leftOut: Uint8Array, first: number, room: number): number {
  const { speed } = fixes;
  let [west, right, south, top] = [0, 0, 0, 0];
  let last = first;
  for (let i = first + 1; i < fixes.count; i++) {
    if (leftOut[i]) continue;
    const [x, y] = eastAndNorth(fixes, first, i);
    west = Math.min(west, x);
    right = Math.max(right, x);
    south = Math.min(south, y);
    top = Math.max(top, y);
    const most = speed[i] < MODEL.stayHalt ? MODEL.stayHalted * room : room;
    if (right - west > most || top - south > most) break;
    last = i;
  }
  return last;
}

/** The fixes of a stay and their median place: those in the box, without the way to it and away from it, which is much farther from the middle than most. */
function core({ lon, lat }: Fixes, leftOut: Uint8Array, first: number, last: number): { own: number[]; x: number; y: number } {
  const own: number[] = [];
  for (let i = first; i <= last; i++) if (!leftOut[i]) own.push(i);
  const [x, y] = [lon[first] + median(own.map((i) => wrapLon(lon[i] - lon[first]))), median(own.map((i) => lat[i]))];
  const away = (i: number) => distance(lon[i], lat[i], x, y);
  const most = MODEL.stayNear * Math.max(MODEL.leastSigma, median(own.map(away)));
  while (away(own[own.length - 1]) > most) own.pop();
  let from = 0;
  while (away(own[from]) > most) from++;
  return { own: own.slice(from), x, y };
}

/**
 * Whether movement within a box of `room` metres is the receiver's. A traveller would go less far, or no farther than the reported speeds explain, or mostly
 * stand, or keep going straight or turning one way. `x`, `y`: degrees of the middle.
 */
function wanders(fixes: Fixes, own: readonly number[], x: number, y: number, room: number): boolean {
  const { lon, lat, time, speed } = fixes;
  const usual = median(own.map((i) => distance(lon[i], lat[i], x, y)));
  let [from, before, since] = [own[0], own[0], own[0]];
  let [swept, east, north, turns, straight, gone, hops, hopped] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const i of own) {
    if (speed[i] >= MODEL.staySpeed) gone -= Math.max(0, speed[i] * Math.min(MODEL.speedHorizon, time[i] - time[before])) || 0;
    before = i;
    if (time[i] - time[since] >= MODEL.stayHop) {
      hops++;
      hopped += metresBetween(fixes, since, i);
      since = i;
    }
    const [dx, dy] = eastAndNorth(fixes, from, i);
    const metres = hypot(dx, dy);
    // Less is noise, of which a receiver makes metres a second.
    if (metres < MODEL.stayApart) continue;
    gone += metres;
    swept += dy * wrapLon(lon[i] - x) * lonScale(lat[from]) - dx * (lat[i] - y) * latScale(lat[from]);
    straight += (dx * east + dy * north) / metres;
    turns++;
    [from, east, north] = [i, dx / metres, dy / metres];
  }
  // The time of the last fix may be unknown.
  const idle = MODEL.stayIdle * (time[before] - time[own[0]]) || 0;
  if (gone + idle < MODEL.stayWander * room || hopped < MODEL.stayHopped * hops * usual) return false;
  // `straight` has one term less than there are moves: the first has none before it.
  return Math.abs(swept) <= MODEL.staySwept * usual * gone && straight <= MODEL.stayStraight * (turns - 1);
}

/** The fixes of a stay at which the traveller can have been at its middle, given where and when the fixes before and after it are. */
function withinReach({ lon, lat, time }: Fixes, leftOut: Uint8Array, own: number[], x: number, y: number, maxSpeed: number): number[] {
  for (const step of [1, -1]) {
    let beyond = (step > 0 ? own[own.length - 1] : own[0]) + step;
    while (leftOut[beyond]) beyond += step;
    if (!(beyond in leftOut)) continue;
    const isFar = (n: number) => distance(lon[beyond], lat[beyond], x, y) > maxSpeed * Math.abs(time[beyond] - time[n]) + MODEL.stayReach;
    while (own.length > 0 && isFar(step > 0 ? own[own.length - 1] : own[0])) beyond = (step > 0 ? own.pop() : own.shift()) as number;
  }
  return own;
}

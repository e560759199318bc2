// Put back: whether the times of one traveller, in the order travelled, are those of a local clock at the end of summer time.
import { distance } from "../../geo/metres.js";
import type { InputPoint } from "../../match/track/track.js";

/** Least and most seconds by which the time goes back: about an hour, less the time from one point to the next. */
const HOUR = [3240, 3960] as const;
/** If it is one traveller who goes on, the distance from the point before the step back is at most so many times the longest other distance. */
const FARTHEST = 2;

/**
 * The index of the point at which the clock of a file's only traveller was put back by about an hour, so that two hours mix if sorted by time; −1 if there is
 * none. If the file just is in another order, or has late points among the rest, times go back more than once, or for one point only, or the place jumps.
 */
export function putBackAt(points: readonly InputPoint[]): number {
  const timeOf = (i: number) => points[i]?.time ?? Number.NaN;
  let at = -1;
  for (let i = 0; i < points.length; i++) {
    if (Number.isNaN(timeOf(i)) || points[i].trackId !== points[0].trackId) return -1;
    if (!(timeOf(i) < timeOf(i - 1))) continue;
    if (at >= 0) return -1;
    at = i;
  }
  const back = timeOf(at - 1) - timeOf(at);
  const areMixed = timeOf(at - 2) > timeOf(at) && timeOf(at + 1) < timeOf(at - 1);
  if (!(back >= HOUR[0] && back <= HOUR[1] && areMixed)) return -1;
  let longest = 0;
  for (let i = 1; i < points.length; i++) if (i !== at) longest = Math.max(longest, metresTo(points, i) || 0);
  return metresTo(points, at) <= FARTHEST * longest ? at : -1;
}

function metresTo(points: readonly InputPoint[], i: number): number {
  return distance(points[i - 1].lon, points[i - 1].lat, points[i].lon, points[i].lat);
}

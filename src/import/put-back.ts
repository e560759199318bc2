// Clocks put back: whether the times of one traveller, in the order travelled, are those of a local clock over the end of summer time.
import { distance } from "../geo/metres.js";
import type { InputPoint } from "../match/track.js";

/** Seconds that the clock goes back, less what passes from one point to the next. */
const HOUR = [3240, 3960] as const;
/** Of where one traveller goes on, the distance from the point before is at most so many times the longest of all others. */
const FARTHEST = 2;

/**
 * The point at which the clock of the one traveller of a file was put back by about an hour, so that in order of time two hours are mixed; −1 where none
 * was. Of a file in another order, or with what came late among the rest, times run backwards more than once, or for one point alone, or elsewhere.
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

// Travellers: whether the points of what is read as one track are of several, told apart by a field whose name says nothing, or that is not in its id.
import { distance } from "../geo/metres.js";
import type { InputPoint } from "../match/track.js";
import { recogniseField } from "./fields.js";

/** Points looked at in a row, how often, spread over the file. */
const WINDOW = 1000;
const WINDOWS = 10;
/** Fewer points tell nothing, nor does a field that is another for more of them than this share. */
const LEAST = 8;
const MOST_VALUES = 0.25;
/** Of one track, each traveller's way together is as long as the way from point to point; of several it is less than this of it. */
const SHARE = 0.5;

/**
 * The attribute by which the points of a track, one after another in time, stop jumping to and fro; null where none does. Of points without track ids it
 * is one of those that no name tells, of points that all have one a traveller's.
 */
export function travellerField(points: readonly InputPoint[]): string | null {
  if (points.length < LEAST) return null;
  const areNamed = points[0].trackId !== null;
  if (points.some(({ trackId }) => (trackId !== null) !== areNamed)) return null;
  const names = Object.keys(points[0].attributes).filter((name) => {
    const known = recogniseField(name);
    // What is a place or a time is no name of anybody.
    return areNamed ? known?.idOf === "traveller" : known === undefined;
  });
  if (names.length === 0) return null;
  const order = inTime(points.filter(({ lon, lat }) => Number.isFinite(lon) && Number.isFinite(lat)));
  const windows = Array.from({ length: WINDOWS }, (_, i) => {
    const begin = Math.floor((i * Math.max(0, order.length - WINDOW)) / (WINDOWS - 1));
    return order.slice(begin, begin + WINDOW);
  });
  // Of a short file all of them are the same.
  const looked = order.length <= WINDOW ? windows.slice(0, 1) : windows;
  const all = metresBy(looked, ({ trackId }) => trackId, Number.POSITIVE_INFINITY);
  let best: string | null = null;
  let least = SHARE * all;
  for (const name of names) {
    const metres = metresBy(looked, ({ trackId, attributes }) => (areNamed ? `${trackId} ${attributes[name]}` : attributes[name]), least);
    if (metres >= least) continue;
    least = metres;
    best = name;
  }
  return best;
}

/** Metres from each point to the next of the same value; infinite when that is `most` or more, or hardly two have the same. */
function metresBy(windows: readonly (readonly InputPoint[])[], of: (point: InputPoint) => unknown, most: number): number {
  let metres = 0;
  for (const points of windows) {
    const last = new Map<unknown, InputPoint>();
    for (const point of points) {
      const value = of(point);
      const before = last.get(value);
      if (before !== undefined) metres += distance(before.lon, before.lat, point.lon, point.lat);
      last.set(value, point);
      if (!(metres < most) || last.size > MOST_VALUES * points.length) return Number.POSITIVE_INFINITY;
    }
  }
  return metres;
}

function inTime(points: readonly InputPoint[]): readonly InputPoint[] {
  const timed = points.every(({ time }) => time !== null);
  const isSorted = !timed || points.every(({ time }, i) => i === 0 || time! >= points[i - 1].time!);
  return isSorted ? points : points.toSorted((a, b) => a.time! - b.time!);
}

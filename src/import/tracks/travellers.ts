// Travellers: whether the points of one track are in fact of several travellers. A field tells them apart whose name is unknown, or that is not part of the
// track id.
import { distance } from "../../geo/metres.js";
import type { InputPoint } from "../../match/track/track.js";
import { recogniseField } from "./fields.js";

/** Consecutive points looked at, and the number of such windows, spread over the file. */
const WINDOW = 1000;
const WINDOWS = 10;
/** With fewer points, or if a field has more distinct values than this share of the points, nothing can be told. */
const LEAST = 8;
const MOST_VALUES = 0.25;
/**
 * If the points are of one traveller, the ways by each value of a field add up to the way from point to point. If they are of several, they add up to less than
 * this share of it.
 */
const SHARE = 0.5;

/**
 * The attribute by which the points of a track, in order of time, stop jumping to and fro; null if there is none. If no point has a track id, it is an
 * attribute of an unknown name; if all have one, an attribute that is a traveller's id.
 */
export function travellerField(points: readonly InputPoint[]): string | null {
  if (points.length < LEAST) return null;
  const areNamed = points[0].trackId !== null;
  if (points.some(({ trackId }) => (trackId !== null) !== areNamed)) return null;
  const names = Object.keys(points[0].attributes).filter((name) => {
    const known = recogniseField(name);
    // A known field, as a place or a time, identifies nobody.
    return areNamed ? known?.idOf === "traveller" : known === undefined;
  });
  if (names.length === 0) return null;
  const order = inTime(points.filter(({ lon, lat }) => Number.isFinite(lon) && Number.isFinite(lat)));
  const windows = Array.from({ length: WINDOWS }, (_, i) => {
    const begin = Math.floor((i * Math.max(0, order.length - WINDOW)) / (WINDOWS - 1));
    return order.slice(begin, begin + WINDOW);
  });
  // In a short file all windows are the same.
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

/** Total metres from each point to the next with the same value; infinite if it reaches `most`, or if there are too many values. */
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

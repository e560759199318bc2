// Fixes: what of a track can be matched, and how far its fixes are apart.
import { inSeconds, isDate } from "../geo/dates.js";
import { distance, latScale, lonScale, wrapLon } from "../geo/metres.js";
import { COLUMNS, checkTrack, columnsOf } from "./columns.js";
import { isCoordinate, isZero } from "./grouping.js";
import type { Track, TrackPoint } from "./track.js";

/** The fixes that have a place on Earth, in columns of equal length; NaN where a field is not known. */
export interface Fixes {
  count: number;
  lon: Float64Array;
  lat: Float64Array;
  /** Seconds. */
  time: Float64Array;
  /** Metres, 68 % radius. */
  accuracy: Float64Array;
  /** m/s. */
  speed: Float64Array;
  /** Degrees clockwise from north. */
  course: Float64Array;
  /** Metres from the fix before; see {@link metresBetween}. */
  apart: Float64Array;
  /** Variance per axis that was averaged out of a fix's error, and what of it is left, m²: 0 where nothing was. */
  averaged: Float64Array;
  left: Float64Array;
  /** Those of the track that have none, or were sent again, in its order: nothing is learnt from them, so that the others are matched as without them. */
  unplaced: Unplaced[];
}

/** A fix that has no place: where it is in the track, and the degrees that came. */
export interface Unplaced {
  index: number;
  lon: number;
  lat: number;
  /** Whether it has one, and is the fix before it, sent again. */
  again: boolean;
}

/**
 * Reads a track in either form. Values out of their range are taken as not known; times that run backwards too, as few as may be.
 * @throws SnapError "bad-input" when it is no track, or a column's length differs from `lon`'s.
 */
export function readFixes(track: readonly TrackPoint[] | Track): Fixes {
  checkTrack(track, "The track");
  const given = columnsOf(track);
  const unplaced = takeUnplaced(given);
  const count = given.lon.length;
  const fixes: Fixes = {
    count,
    ...given,
    apart: new Float64Array(),
    averaged: new Float64Array(count),
    left: new Float64Array(count),
    unplaced,
  };
  for (let i = 0; i < count; i++) fixes.time[i] = isDate(fixes.time[i]) ? inSeconds(fixes.time[i]) : Number.NaN;
  setApart(fixes);
  muteBackward(fixes.time);
  const { accuracy, speed, course } = fixes;
  for (let i = 0; i < count; i++) {
    // Zero is what receivers write when they do not know.
    if (!(accuracy[i] > 0 && accuracy[i] < 1e6)) accuracy[i] = Number.NaN;
    if (!(speed[i] >= 0 && speed[i] < 1e3)) speed[i] = Number.NaN;
    if (!(course[i] >= 0 && course[i] <= 360)) course[i] = Number.NaN;
  }
  return fixes;
}

/**
 * Of times that do not all run forward as many as do are kept (a longest non-decreasing subsequence; Fredman 1975), the others are not known: a
 * clock that is ahead for a few fixes mutes these and not all that follow.
 */
function muteBackward(time: Float64Array): void {
  // By length less 1: of the sequences of fixes so far that run forward, the last fix of the one that ends earliest. And the fix before each.
  const ends: number[] = [];
  const before = new Int32Array(time.length);
  for (let i = 0; i < time.length; i++) {
    if (Number.isNaN(time[i])) continue;
    let [length, most] = [0, ends.length];
    while (length < most) {
      const middle = (length + most) >>> 1;
      if (time[ends[middle]] > time[i]) most = middle;
      else length = middle + 1;
    }
    before[i] = ends[length - 1] ?? -1;
    ends[length] = i;
  }
  let kept = ends.at(-1);
  for (let i = time.length - 1; i >= 0; i--) {
    if (i === kept) kept = before[i];
    else time[i] = Number.NaN;
  }
}

/** Leaves the fixes that have a place in the columns, each once, and returns the others. */
function takeUnplaced(columns: Record<(typeof COLUMNS)[number], Float64Array>): Unplaced[] {
  const { lon, lat, time } = columns;
  const unplaced: Unplaced[] = [];
  const isNowhere = isFarFromZero(lon, lat);
  const isPlaced = (i: number) => isCoordinate(lon[i], lat[i]) && !(isNowhere && isZero(lon[i], lat[i]));
  const isAgain = (i: number) => time[i] === time[i - 1] && lon[i] === lon[i - 1] && lat[i] === lat[i - 1];
  const isFix = (_: number, i: number) => isPlaced(i) && !isAgain(i);
  for (let i = 0; i < lon.length; i++) if (!isFix(0, i)) unplaced.push({ index: i, lon: lon[i], lat: lat[i], again: isPlaced(i) });
  if (unplaced.length > 0) for (const name of COLUMNS) columns[name] = columns[name].filter(isFix);
  return unplaced;
}

/** Whether there are fixes elsewhere, and all of them more than a degree from 0, 0. */
function isFarFromZero(lon: Float64Array, lat: Float64Array): boolean {
  let elsewhere = 0;
  for (let i = 0; i < lon.length; i++) {
    if (isZero(lon[i], lat[i]) || !isCoordinate(lon[i], lat[i])) continue;
    if (Math.abs(lon[i]) <= 1 && Math.abs(lat[i]) <= 1) return false;
    elsewhere++;
  }
  return elsewhere > 0;
}

/** The fixes with a time that are not left out, by index. */
export function timedFixes({ count, time }: Fixes, leftOut?: Uint8Array): number[] {
  const timed: number[] = [];
  for (let i = 0; i < count; i++) if (!(Number.isNaN(time[i]) || leftOut?.[i])) timed.push(i);
  return timed;
}

/**
 * Measures how far each fix is from the one before, into a new column: that of other fixes may be shared. It is set, not made with the object: a matching
 * took a seventh longer where fixes were of two shapes to the engine.
 */
export function setApart(fixes: Fixes): void {
  const { count, lon, lat } = fixes;
  const apart = new Float64Array(count);
  for (let i = 1; i < count; i++) apart[i] = distance(lon[i - 1], lat[i - 1], lon[i], lat[i]);
  fixes.apart = apart;
}

/** Metres between two fixes. */
export function metresBetween(fixes: Fixes, from: number, to: number): number {
  return to === from + 1 ? fixes.apart[to] : distance(fixes.lon[from], fixes.lat[from], fixes.lon[to], fixes.lat[to]);
}

/** Metres east and north from one fix to another, by the scales at the latitude of a third: by default the first. */
export function eastAndNorth({ lon, lat }: Fixes, from: number, to: number, at = from): [east: number, north: number] {
  return [wrapLon(lon[to] - lon[from]) * lonScale(lat[at]), (lat[to] - lat[from]) * latScale(lat[at])];
}

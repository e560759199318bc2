// Fixes: the fixes of a track that have a place, in columns, and the distances between them.
import { inSeconds, isDate } from "../../geo/dates.js";
import { distance, latScale, lonScale, wrapLon } from "../../geo/metres.js";
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
  /** Variance per axis of the noise that smoothing took out of a fix's error, m²; 0 where it was not smoothed. */
  averaged: Float64Array;
  /** Variance per axis that the smoothed place still has in its stead, m²; 0 where it was not smoothed. */
  left: Float64Array;
  /** The fixes of the track that are not in the columns: without a place, or sent again. In its order. The others are matched as if these were not there. */
  unplaced: Unplaced[];
}

/** A fix that is not in the columns. `lon`, `lat`: degrees as they came. */
export interface Unplaced {
  /** Index into the track. */
  index: number;
  lon: number;
  lat: number;
  /** True: it has a place, but is the fix before it, sent again. False: it has no place. */
  again: boolean;
}

/**
 * Reads a track in either form. Values out of their range become unknown, and so do times that run backwards: as few of these as possible.
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
    // Receivers write an accuracy of 0 when they do not know it.
    if (!(accuracy[i] > 0 && accuracy[i] < 1e6)) accuracy[i] = Number.NaN;
    if (!(speed[i] >= 0 && speed[i] < 1e3)) speed[i] = Number.NaN;
    if (!(course[i] >= 0 && course[i] <= 360)) course[i] = Number.NaN;
  }
  return fixes;
}

/**
 * Where times do not all run forward, keeps as many as do (a longest non-decreasing subsequence; Fredman 1975) and makes the others unknown. So a clock
 * that is ahead for a few fixes costs their times, and not those of all fixes after them.
 */
function muteBackward(time: Float64Array): void {
  // `ends[n]`: of all sequences of n + 1 fixes that run forward, the last fix of the one that ends earliest. `before`: the fix before each in its sequence.
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

/** Takes out of the columns the fixes that have no place, and those sent again; returns these. */
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

/** Whether the track has fixes besides those at 0, 0, and all of these are more than a degree from there: then 0, 0 is no place of it. */
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
 * Measures how far each fix is from the one before, into a new column, since a copy of fixes shares its columns with the original. It is assigned to an
 * object that already has `apart`, so that all fixes have one shape for the engine: with two shapes matching took a seventh longer.
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

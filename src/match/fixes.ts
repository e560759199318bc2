// A track as columns, validated.
import { SnapError } from "../errors.js";
import { isDate } from "../geo/dates.js";
import { distance } from "../geo/metres.js";
import { isCoordinate } from "./grouping.js";
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
  /** Those of the track that have none, in its order: nothing is learnt from them, so that the others are matched as without them. */
  unplaced: Unplaced[];
}

/** A fix that has no place: where it is in the track, and the degrees that came. */
export interface Unplaced {
  index: number;
  lon: number;
  lat: number;
}

/**
 * Reads a track in either form. Values out of their range are taken as not known; times that run backwards too, point by point.
 * @throws SnapError "bad-input" when a column's length differs from `lon`'s.
 */
export function readFixes(track: readonly TrackPoint[] | Track): Fixes {
  const all = countOf(track);
  const column = () => new Float64Array(all);
  const given = { lon: column(), lat: column(), time: column(), accuracy: column(), speed: column(), course: column() };
  columnsInto(track, given);
  const unplaced = takeUnplaced(given);
  const count = all - unplaced.length;
  if (count < all) for (const name of FIELDS) given[name] = given[name].slice(0, count);
  const fixes: Fixes = {
    count,
    ...given,
    apart: new Float64Array(count),
    averaged: new Float64Array(count),
    left: new Float64Array(count),
    unplaced,
  };
  for (let i = 0; i < count; i++) if (!isDate(fixes.time[i])) fixes.time[i] = Number.NaN;
  for (let i = 1; i < count; i++) fixes.apart[i] = distance(fixes.lon[i - 1], fixes.lat[i - 1], fixes.lon[i], fixes.lat[i]);
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const { time, accuracy, speed, course } = fixes;
    // Zero is what receivers write when they do not know.
    if (!(accuracy[i] > 0 && accuracy[i] < 1e6)) accuracy[i] = Number.NaN;
    if (!(speed[i] >= 0 && speed[i] < 1e3)) speed[i] = Number.NaN;
    if (!(course[i] >= 0 && course[i] <= 360)) course[i] = Number.NaN;
    // One time far ahead must not mute all that follow: of two that disagree, the one that fits with what was before stays.
    const ahead = i + 1 < count && time[i] > time[i + 1] && time[i + 1] >= latest;
    if (ahead || !(time[i] >= latest)) time[i] = Number.NaN;
    else latest = time[i];
  }
  return fixes;
}

/** Moves the fixes that have a place together at the columns' beginning, and returns the others. */
function takeUnplaced(columns: Record<(typeof FIELDS)[number], Float64Array>): Unplaced[] {
  const { lon, lat } = columns;
  const unplaced: Unplaced[] = [];
  for (let i = 0; i < lon.length; i++) {
    if (!isCoordinate(lon[i], lat[i])) unplaced.push({ index: i, lon: lon[i], lat: lat[i] });
    else if (unplaced.length > 0) for (const name of FIELDS) columns[name][i - unplaced.length] = columns[name][i];
  }
  return unplaced;
}

/** Fields of a fix, each a column. */
export const FIELDS = ["lon", "lat", "time", "accuracy", "speed", "course"] as const;

/** How many fixes a track of either form has. */
export function countOf(track: readonly TrackPoint[] | Track): number {
  return isList(track) ? track.length : track.lon.length;
}

/**
 * Writes a track of either form into columns of its length; NaN is "not known".
 * @throws SnapError "bad-input" when a column's length differs from `lon`'s.
 */
export function columnsInto(track: readonly TrackPoint[] | Track, columns: Record<(typeof FIELDS)[number], Float64Array>): void {
  if (isList(track)) {
    const { lon, lat, time, accuracy, speed, course } = columns;
    // Each field by its name: one whose name is a variable takes several times as long to read.
    for (let i = 0; i < track.length; i++) {
      const point = track[i];
      lon[i] = numberOrNaN(point.lon);
      lat[i] = numberOrNaN(point.lat);
      time[i] = numberOrNaN(point.time);
      accuracy[i] = numberOrNaN(point.accuracy);
      speed[i] = numberOrNaN(point.speed);
      course[i] = numberOrNaN(point.course);
    }
    return;
  }
  const count = track.lon.length;
  for (const name of FIELDS) {
    const given = track[name];
    if (given !== undefined && given.length !== count) {
      throw new SnapError("bad-input", `The track's column ${name} has ${given.length} values where lon has ${count}.`, { name });
    }
    if (given === undefined) columns[name].fill(Number.NaN);
    else columns[name].set(given);
  }
}

function isList(track: readonly TrackPoint[] | Track): track is readonly TrackPoint[] {
  return Array.isArray(track);
}

/** Metres between two fixes. */
export function metresBetween(fixes: Fixes, from: number, to: number): number {
  return to === from + 1 ? fixes.apart[to] : distance(fixes.lon[from], fixes.lat[from], fixes.lon[to], fixes.lat[to]);
}

function numberOrNaN(value: number | null | undefined): number {
  return typeof value === "number" ? value : Number.NaN;
}

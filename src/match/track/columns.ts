// Columns: checks a track in either of its forms, and writes it as one column of numbers for each field.
import { isObject, SnapError, shown } from "../../errors.js";
import type { Track, TrackPoint } from "./track.js";

/** Fields of a fix, each a column. */
export const COLUMNS = ["lon", "lat", "time", "accuracy", "speed", "course"] as const;

/** Checks that a track has fixes that can be read. @throws SnapError "bad-input" if it has not. */
export function checkTrack(track: unknown, name: string): void {
  if (Array.isArray(track)) {
    const wrong = track.findIndex((point) => !isObject(point));
    if (wrong < 0) return;
    throw new SnapError("bad-input", `${name} has ${shown(track[wrong])} at place ${wrong + 1}; it must be a point with lon and lat.`);
  }
  const columns = isObject(track) ? track : {};
  if (!(isColumn(columns.lon) && isColumn(columns.lat)))
    throw new SnapError("bad-input", `${name} is ${shown(track)}; it must be a list of points, or columns named lon and lat.`);
  const wrong = COLUMNS.find((field) => columns[field] != null && !isColumn(columns[field]));
  if (wrong) throw new SnapError("bad-input", `${name}'s column ${wrong} is ${shown(columns[wrong])}; it must be numbers by index.`);
}

/** Whether something can be read as numbers by index. BigInts do not: they do not mix with numbers. */
function isColumn(value: unknown): boolean {
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return false;
  return typeof value === "object" && typeof (value as ArrayLike<number> | null)?.length === "number";
}

/** How many fixes a track of either form has. */
export function countOf(track: readonly TrackPoint[] | Track): number {
  return isList(track) ? track.length : track.lon.length;
}

/** The columns of a track of either form: see {@link columnsInto}. */
export function columnsOf(track: readonly TrackPoint[] | Track): Record<(typeof COLUMNS)[number], Float64Array> {
  const column = () => new Float64Array(countOf(track));
  const columns = { lon: column(), lat: column(), time: column(), accuracy: column(), speed: column(), course: column() };
  columnsInto(track, columns);
  return columns;
}

/**
 * Writes a track of either form into columns of its length; NaN is "not known".
 * @throws SnapError "bad-input" when a column's length differs from `lon`'s.
 */
export function columnsInto(track: readonly TrackPoint[] | Track, columns: Record<(typeof COLUMNS)[number], Float64Array>): void {
  if (isList(track)) {
    const { lon, lat, time, accuracy, speed, course } = columns;
    // Each field is read by its own name: reading by a name in a variable takes several times as long.
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
  for (const name of COLUMNS) {
    const given = track[name];
    if (given != null && given.length !== count) {
      throw new SnapError("bad-input", `The track's column ${name} has ${given.length} values where lon has ${count}.`, { name });
    }
    if (given == null) columns[name].fill(Number.NaN);
    else if (ArrayBuffer.isView(given)) columns[name].set(given as ArrayLike<number>);
    else for (let i = 0; i < count; i++) columns[name][i] = numberOrNaN(given[i]);
  }
}

function isList(track: readonly TrackPoint[] | Track): track is readonly TrackPoint[] {
  return Array.isArray(track);
}

/** A Date counts as its milliseconds: otherwise a track with Dates, where numbers are asked for, would be matched without times. */
export function numberOrNaN(value: unknown): number {
  return typeof value === "number" || value instanceof Date ? +value : Number.NaN;
}

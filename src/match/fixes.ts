// A track as columns: validated, with fields that say nothing muted.
import { SnapError } from "../errors.js";
import type { Track, TrackPoint } from "./track.js";

/** Columns of equal length; NaN where a field is not known. */
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
  /** 1 where lon and lat are a place on Earth. */
  placed: Uint8Array;
}

/**
 * Reads a track in either form. Values out of their range are taken as not known; times that run backwards too, point by point.
 * @throws SnapError "bad-input" when a column's length differs from `lon`'s.
 */
export function readFixes(track: readonly TrackPoint[] | Track): Fixes {
  const isList = Array.isArray(track);
  const list = track as readonly TrackPoint[];
  const columns = track as Track;
  const count = isList ? list.length : columns.lon.length;
  const column = (name: "lon" | "lat" | "time" | "accuracy" | "speed" | "course"): Float64Array => {
    if (isList) return Float64Array.from(list, (point) => numberOrNaN(point[name]));
    const given = columns[name];
    if (given === undefined) return new Float64Array(count).fill(Number.NaN);
    if (given.length !== count) {
      throw new SnapError("bad-input", `The track's column ${name} has ${given.length} values where lon has ${count}.`, { name });
    }
    return Float64Array.from(given);
  };
  const fixes: Fixes = {
    count,
    lon: column("lon"),
    lat: column("lat"),
    time: column("time"),
    accuracy: column("accuracy"),
    speed: column("speed"),
    course: column("course"),
    placed: new Uint8Array(count),
  };
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const { lon, lat, time, accuracy, speed, course } = fixes;
    fixes.placed[i] = lon[i] >= -180 && lon[i] <= 180 && lat[i] >= -90 && lat[i] <= 90 ? 1 : 0;
    // Zero is what receivers write when they do not know.
    if (!(accuracy[i] > 0 && accuracy[i] < 1e6)) accuracy[i] = Number.NaN;
    if (!(speed[i] >= 0 && speed[i] < 1e3)) speed[i] = Number.NaN;
    if (!(course[i] >= 0 && course[i] <= 360)) course[i] = Number.NaN;
    // One time far ahead must not mute all that follow: of two that disagree, the one that fits with what was before stays.
    const ahead = i + 1 < count && time[i] > time[i + 1] && time[i + 1] >= latest;
    if (ahead || !(time[i] >= latest && time[i] < Number.POSITIVE_INFINITY)) time[i] = Number.NaN;
    else latest = time[i];
  }
  muteStuck(fixes.course, fixes);
  return fixes;
}

/** A course that never changes although the track turns, as of a device that always writes 0, says nothing. */
function muteStuck(course: Float64Array, fixes: Fixes): void {
  let known = 0;
  let first = Number.NaN;
  for (let i = 0; i < fixes.count; i++) {
    if (!(course[i] >= 0) || !fixes.placed[i]) continue;
    if (known++ === 0) first = course[i];
    else if (course[i] !== first) return;
  }
  // A straight drive may well keep one course to the degree; exactly north, or for very many fixes, it does not.
  if (known >= 3 && (first === 0 || known >= 30)) course.fill(Number.NaN);
}

function numberOrNaN(value: number | null | undefined): number {
  return typeof value === "number" ? value : Number.NaN;
}

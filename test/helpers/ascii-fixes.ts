// Fixes on a drawn map: at its marks, or along a drive over its letters.
import { Random } from "../../src/geo/random.js";
import type { TrackPoint } from "../../src/match/track/track.js";

/** The fields of fixes beside their place: one value for all, or one for each fix; unknown if left out. */
export interface FixOptions {
  /** Seconds between fixes; default 10. */
  interval?: number;
  /** Time of the first fix, seconds since the epoch; default 1 700 000 000. */
  start?: number;
  /** Seconds after `start` for each fix, instead of `interval`. */
  times?: number[];
  accuracy?: number | (number | null)[];
  speed?: number | (number | null)[];
  course?: number | (number | null)[];
}

/** Options of a drive along letters. */
export interface DriveOptions extends Omit<FixOptions, "times"> {
  /** Speed along the letters, metres per second; default 10. It is written into the fixes only with `speed`. */
  pace?: number;
  /** Metres to the right of the line, as in a lane; default 0. */
  right?: number;
  /** Standard deviation of independent noise for each axis, metres; default 0. */
  noise?: number;
  seed?: number;
}

/** Fixes at places in degrees. */
export function fixesAt(places: [number, number][], { interval = 10, start = 1_700_000_000, times, ...known }: FixOptions): TrackPoint[] {
  return places.map(([lon, lat], i) => {
    const point: TrackPoint = { lon, lat, time: start + (times?.[i] ?? i * interval) };
    for (const field of ["accuracy", "speed", "course"] as const) {
      const given = known[field];
      const value = Array.isArray(given) ? given[i] : given;
      if (value !== undefined) point[field] = value;
    }
    return point;
  });
}

/**
 * Fixes along a drive from cell to cell, [column, line] of the drawing; `degrees` converts a column and line. The last fix is at the last cell, even if
 * the interval is not over.
 */
export function driveAlong(
  cells: [number, number][],
  metresPerCell: number,
  degrees: (x: number, y: number) => [number, number],
  { pace = 10, right = 0, noise = 0, seed = 1, ...fixes }: DriveOptions,
): TrackPoint[] {
  const step = (pace * (fixes.interval ?? 10)) / metresPerCell;
  const random = new Random(seed);
  const places: [number, number][] = [];
  const put = (x: number, y: number, dx: number, dy: number) => {
    const jitter = () => (noise > 0 ? (random.normal() * noise) / metresPerCell : 0);
    // The drawing's y runs down, so the right hand of (dx, dy) is (-dy, dx).
    places.push(degrees(x - (dy * right) / metresPerCell + jitter(), y + (dx * right) / metresPerCell + jitter()));
  };
  let due = 0; // cells until the next fix
  for (let i = 1; i < cells.length; i++) {
    const [x, y] = cells[i - 1];
    const length = Math.sqrt((cells[i][0] - x) * (cells[i][0] - x) + (cells[i][1] - y) * (cells[i][1] - y));
    if (length === 0) continue;
    const dx = (cells[i][0] - x) / length;
    const dy = (cells[i][1] - y) / length;
    for (; due < length - 1e-9; due += step) put(x + dx * due, y + dy * due, dx, dy);
    due -= length;
    if (i === cells.length - 1) put(cells[i][0], cells[i][1], dx, dy);
  }
  return fixesAt(places, fixes);
}

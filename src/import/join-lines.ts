// Lines of GeoJSON that were meant to meet: their ends put on what they end near to, and a place made where two cross.
import { latScale, lonScale } from "../geo/metres.js";

/** A line as columns, degrees × 1e7, and what lies above or below it: lines of one level meet where they cross. */
export interface JoinableLine {
  lon: number[];
  lat: number[];
  level: string;
}

/** Side of a cell of the grid in which segments are looked up, degrees × 1e7: some hundred metres. */
const CELL = 10_000;
/** More than there are cells from pole to pole. */
const ROWS = 1e6;
/** Degrees of a unit. */
const E7 = 1e-7;

/** One segment: from place `at` of line `line` to the next. */
interface Segment {
  line: number;
  at: number;
}

/** A place to be put into a line, so far along the segment from place `at`. */
interface Insertion {
  at: number;
  share: number;
  lon: number;
  lat: number;
}

/**
 * Makes lines meet in places they have in common, in place. Where two of one level cross, both get the place; an end that is on no other line is put on the
 * place, or else the segment, of another that is nearest to it, no farther than `metres` (ends of any level, the rest of its own).
 */
export function joinLines(lines: readonly JoinableLine[], metres: number): void {
  const grid = new Grid(lines);
  const insertions = lines.map((): Insertion[] => []);
  addCrossings(lines, grid, insertions);
  const uses = new Map<string, number>();
  const key = (line: JoinableLine, at: number) => `${line.lon[at]},${line.lat[at]}`;
  for (const line of lines) {
    const own = new Set(line.lon.map((_, at) => key(line, at)));
    for (const place of own) uses.set(place, (uses.get(place) ?? 0) + 1);
  }
  for (const [n, line] of lines.entries()) {
    for (const at of new Set([0, line.lon.length - 1])) {
      if (line.lon.length < 2 || (uses.get(key(line, at)) ?? 0) > 1) continue;
      const found = nearestTo(lines, grid, n, at, metres);
      if (found === null) continue;
      if (found.share > 0 && found.share < 1) insertions[found.line].push(found);
      line.lon[at] = found.lon;
      line.lat[at] = found.lat;
      uses.set(key(line, at), 2);
    }
  }
  for (const [n, line] of lines.entries()) insert(line, insertions[n]);
}

/** Notes where lines of one level cross between their places. */
function addCrossings(lines: readonly JoinableLine[], grid: Grid, insertions: Insertion[][]): void {
  const seen = new Set<string>();
  for (const cell of grid.cells()) {
    for (let i = 0; i < cell.length; i++) {
      const a = cell[i];
      for (let j = i + 1; j < cell.length; j++) {
        const b = cell[j];
        if (a.line === b.line || lines[a.line].level !== lines[b.line].level) continue;
        const pair = `${a.line} ${a.at} ${b.line} ${b.at}`;
        if (seen.has(pair)) continue;
        const crossing = crossingOf(lines, a, b);
        if (crossing === null) continue;
        seen.add(pair);
        const { lon, lat } = crossing;
        insertions[a.line].push({ at: a.at, share: crossing.a, lon, lat });
        insertions[b.line].push({ at: b.at, share: crossing.b, lon, lat });
      }
    }
  }
}

/** Where two segments cross, neither at an end of it; in degrees, for of two lines the place is the same in any scale. */
function crossingOf(lines: readonly JoinableLine[], a: Segment, b: Segment): { a: number; b: number; lon: number; lat: number } | null {
  const [p, q] = [lines[a.line], lines[b.line]];
  const [ax, ay] = [p.lon[a.at + 1] - p.lon[a.at], p.lat[a.at + 1] - p.lat[a.at]];
  const [bx, by] = [q.lon[b.at + 1] - q.lon[b.at], q.lat[b.at + 1] - q.lat[b.at]];
  const [cx, cy] = [q.lon[b.at] - p.lon[a.at], q.lat[b.at] - p.lat[a.at]];
  const cross = ax * by - ay * bx;
  const onA = (cx * by - cy * bx) / cross;
  const onB = (cx * ay - cy * ax) / cross;
  if (!(onA > 0 && onA < 1 && onB > 0 && onB < 1)) return null;
  return { a: onA, b: onB, lon: Math.round(p.lon[a.at] + onA * ax), lat: Math.round(p.lat[a.at] + onA * ay) };
}

/** The place near an end of a line that is nearest to it: of another line's places one within `metres`, else where a segment comes that near. */
function nearestTo(lines: readonly JoinableLine[], grid: Grid, n: number, end: number, metres: number): (Insertion & Segment) | null {
  const { lon: lons, lat: lats, level } = lines[n];
  const [lon, lat] = [lons[end], lats[end]];
  const kx = lonScale(lat * E7) * E7;
  const ky = latScale(lat * E7) * E7;
  let best: (Insertion & Segment) | null = null;
  let least = metres;
  let isPlace = false;
  /** Whether something so far away is better than the best so far. */
  const isBetter = (away: number, place: boolean) =>
    away <= metres && (place ? !isPlace || away < least : !isPlace && (best === null || away < least));
  for (const segment of grid.near(lon, lat, metres / kx, metres / ky)) {
    if (segment.line === n) continue;
    const other = lines[segment.line];
    const { at } = segment;
    const [ax, ay] = [(other.lon[at] - lon) * kx, (other.lat[at] - lat) * ky];
    const [dx, dy] = [(other.lon[at + 1] - other.lon[at]) * kx, (other.lat[at + 1] - other.lat[at]) * ky];
    const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy) || 0));
    // Most are in a cell together and no nearer than that.
    if (lengthOf(ax + share * dx, ay + share * dy) > metres) continue;
    for (const end of [0, 1]) {
      const place = at + end;
      if (other.level !== level && place > 0 && place < other.lon.length - 1) continue;
      const away = lengthOf(ax + end * dx, ay + end * dy);
      if (isBetter(away, true))
        [best, least, isPlace] = [{ ...segment, share: end, lon: other.lon[place], lat: other.lat[place] }, away, true];
    }
    if (other.level !== level || share === 0 || share === 1) continue;
    const [x, y] = [ax + share * dx, ay + share * dy];
    const away = lengthOf(x, y);
    if (isBetter(away, false)) [best, least] = [{ ...segment, share, lon: Math.round(lon + x / kx), lat: Math.round(lat + y / ky) }, away];
  }
  return best;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Puts places into a line. */
function insert(line: JoinableLine, insertions: Insertion[]): void {
  insertions.sort((a, b) => b.at - a.at || b.share - a.share);
  for (const { at, lon, lat } of insertions) {
    line.lon.splice(at + 1, 0, lon);
    line.lat.splice(at + 1, 0, lat);
  }
}

/** Segments by the cells of a grid that they go through or by. */
class Grid {
  readonly #cells = new Map<number, Segment[]>();

  constructor(lines: readonly JoinableLine[]) {
    for (const [n, { lon, lat }] of lines.entries()) {
      for (let at = 0; at + 1 < lon.length; at++) {
        const [dx, dy] = [lon[at + 1] - lon[at], lat[at + 1] - lat[at]];
        // Piece by piece: the box of a long one across would be mostly empty.
        const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / CELL));
        const keys = new Set<number>();
        for (let i = 0; i < pieces; i++) {
          const [x0, y0] = [lon[at] + (dx * i) / pieces, lat[at] + (dy * i) / pieces];
          const [x1, y1] = [lon[at] + (dx * (i + 1)) / pieces, lat[at] + (dy * (i + 1)) / pieces];
          for (const key of keysOf(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1))) keys.add(key);
        }
        for (const key of keys) {
          const cell = this.#cells.get(key);
          if (cell) cell.push({ line: n, at });
          else this.#cells.set(key, [{ line: n, at }]);
        }
      }
    }
  }

  cells(): Iterable<readonly Segment[]> {
    return this.#cells.values();
  }

  /** Those that may come as near as that to a place. */
  *near(lon: number, lat: number, x: number, y: number): Generator<Segment> {
    for (const key of keysOf(lon - x, lat - y, lon + x, lat + y)) yield* this.#cells.get(key) ?? [];
  }
}

function* keysOf(west: number, south: number, east: number, north: number): Generator<number> {
  for (let x = Math.floor(west / CELL); x <= Math.floor(east / CELL); x++)
    for (let y = Math.floor(south / CELL); y <= Math.floor(north / CELL); y++) yield x * ROWS + y;
}

// Join lines: makes lines of GeoJSON meet that were meant to. Ends are put on what they end near to, and lines that cross get a common place.

import { SnapError } from "../../errors.js";
import { clamp } from "../../geo/clamp.js";
import { E7, latScale, lonScale } from "../../geo/metres.js";
import { type End, type JoinableLine, type Joint, Joints, placeKey } from "./joints.js";

/** Side of a cell of the grid in which segments are looked up, degrees × 1e7: some hundred metres. */
const CELL = 10_000;
/** Most cells: a million kilometres of lines, a gigabyte. */
const MOST_CELLS = 10_000_000;
/** Farthest that is looked east and west of an end, in cells: near a pole a few metres are very many degrees. */
const WIDEST = 1000;
/**
 * Ends no farther apart, in metres, are one junction, drawn once for each line. With a longer reach two junctions may be meant, so this does not grow with it.
 */
const DRAWING_ERROR = 3;
/** More than the number of cells from pole to pole: the factor of x in a cell's key. */
const ROWS = 1e6;
/** The part of a line within so many joining distances of its end (along the line) just leads to that end, which is not joined to it. */
const NEARLY = 4;

/** One segment: from place `at` of line `line` to the next. */
interface Segment {
  line: number;
  at: number;
}

/** A place to be inserted into a line, at a share (0–1) of the segment from place `at`. */
interface Insertion {
  at: number;
  share: number;
  lon: number;
  lat: number;
}

/**
 * Makes lines meet in common places; changes the lines. First, ends within a drawing error of each other or of a junction become one. Second, lines of one
 * level that cross, or a line that crosses itself, get a common place there; a line that ends no more than the drawing error beyond is cut off at it. Third, an
 * end that is on no line is put on the nearest place or segment of another line, or else of its own, within `metres`: on ends of any level, otherwise on lines
 * of its own level. To use existing places rather than add one beside them, a place counts as nearer by a quarter of `metres`, and a junction as nearer by the
 * drawing error if that is more.
 * @throws SnapError "limit" when the lines together are too long.
 */
export function joinLines(lines: readonly JoinableLine[], metres: number): void {
  const error = Math.min(metres, DRAWING_ERROR);
  const joints = new Joints(lines, usesOf(lines));
  joints.weld(error);
  const crossed = lines.map((): Insertion[] => []);
  addCrossings(lines, new Grid(lines), joints, error, crossed);
  for (const [n, line] of lines.entries()) insert(line, crossed[n]);

  const grid = new Grid(lines);
  const uses = usesOf(lines);
  const insertions = lines.map((): Insertion[] => []);
  // Ends that became one are on no other line; now they are put on one that passes them.
  for (const joint of joints.welded()) {
    const found = besideAll(lines, grid, joint, error, uses);
    if (found === null) continue;
    if (found.share > 0 && found.share < 1) insertions[found.line].push(found);
    joints.move(joint, found.lon, found.lat);
    uses.set(`${found.lon},${found.lat}`, 2);
  }
  for (const [n, line] of lines.entries()) {
    for (const at of new Set([0, line.lon.length - 1])) {
      if (line.lon.length < 2 || (uses.get(placeKey(line, at)) ?? 0) > 1) continue;
      const found =
        nearestTo(lines, grid, n, at, metres, uses, (segment) => segment.line !== n) ??
        nearestTo(lines, grid, n, at, metres, uses, awayFromEnd(line, n, at, metres));
      if (found === null) continue;
      if (found.share > 0 && found.share < 1) insertions[found.line].push(found);
      line.lon[at] = found.lon;
      line.lat[at] = found.lat;
      uses.set(placeKey(line, at), 2);
    }
  }
  for (const [n, line] of lines.entries()) insert(line, insertions[n]);
}

/** By place: how often lines pass through it. */
type Uses = ReadonlyMap<string, number>;

/** By place: how often lines pass through it. A second pass of the same line counts, since an end that is on its own line is already joined. */
function usesOf(lines: readonly JoinableLine[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const line of lines) {
    for (let at = 0; at < line.lon.length; at++) {
      const place = placeKey(line, at);
      const isClosing = at === line.lon.length - 1 && place === placeKey(line, 0);
      if (at === 0 || (place !== placeKey(line, at - 1) && !isClosing)) uses.set(place, (uses.get(place) ?? 0) + 1);
    }
  }
  return uses;
}

/**
 * Where another line passes within `metres` of ends that became one; only on their level, and only between its ends, which otherwise would have become one with
 * them.
 */
function besideAll(lines: readonly JoinableLine[], grid: Grid, joint: Joint, metres: number, uses: Uses): (Insertion & Segment) | null {
  const { line: n, isLast } = joint.ends[0];
  const members = new Set(joint.ends.map(({ line }) => line));
  if (joint.ends.some(({ line }) => lines[line].level !== lines[n].level)) return null;
  const end = isLast ? lines[n].lon.length - 1 : 0;
  const found = nearestTo(lines, grid, n, end, metres, uses, ({ line }) => !members.has(line) && lines[line].level === lines[n].level);
  if (found === null) return null;
  const at = found.at + found.share;
  return at === 0 || at === lines[found.line].lon.length - 1 ? null : found;
}

/**
 * A test for the segments of a line that its own end may be put on: none near that end, measured along the line. For the end of a ring, its other end is the
 * nearest.
 */
function awayFromEnd({ lon, lat }: JoinableLine, n: number, end: number, metres: number): (segment: Segment) => boolean {
  const last = lon.length - 1;
  const kx = lonScale(lat[end] / E7) / E7;
  const ky = latScale(lat[end] / E7) / E7;
  const step = end === 0 ? 1 : -1;
  let place = end;
  for (let along = 0; along <= NEARLY * metres && place + step >= 0 && place + step <= last; place += step)
    along += lengthOf((lon[place + step] - lon[place]) * kx, (lat[place + step] - lat[place]) * ky);
  return ({ line, at }) => line === n && (end === 0 ? at >= place : at < place);
}

/** Notes where lines of one level cross. An end no more than `error` metres beyond a crossing is moved to it. */
function addCrossings(lines: readonly JoinableLine[], grid: Grid, joints: Joints, error: number, insertions: Insertion[][]): void {
  const seen = new Set<string>();
  /** Inserts into a segment the place where the other segment crosses it. */
  const put = (segment: Segment, share: number, other: Segment, otherShare: number, { lon, lat }: Crossing) => {
    if (share === 0 || share === 1) return;
    if (otherShare > 0 && otherShare < 1) {
      insertions[segment.line].push({ at: segment.at, share, lon, lat });
      return;
    }
    // They cross at a place of the other line. Both segments that meet there cross this one, but one insertion is enough.
    const at = other.at + otherShare;
    const known = `${segment.line} ${segment.at} ${other.line} ${at}`;
    if (seen.has(known)) return;
    seen.add(known);
    insertions[segment.line].push({ at: segment.at, share, lon: lines[other.line].lon[at], lat: lines[other.line].lat[at] });
  };
  for (const [a, b, crossing] of crossings(lines, grid)) {
    const [endA, endB] = [joints.near(a, crossing, error), joints.near(b, crossing, error)];
    const [ofA, ofB] = [endA && joints.of(endA), endB && joints.of(endB)];
    if (ofA !== null && ofA === ofB) continue;
    if (ofA?.on.has(b.line) || ofB?.on.has(a.line)) continue;
    if (endA !== null && ofA?.isFree) end(endA, a, b, crossing.b, crossing, ofB);
    else if (endB !== null && ofB?.isFree) end(endB, b, a, crossing.a, crossing, ofA);
    else {
      put(a, crossing.a, b, crossing.b, crossing);
      put(b, crossing.b, a, crossing.a, crossing);
    }
  }

  /** Makes a line, and all lines joined to that end, end where its segment crosses another line, or at that line's end if it is joined there. */
  function end(own: End, segment: Segment, { line, at }: Segment, share: number, crossing: Crossing, other: Joint | null): void {
    const joint = joints.of(own);
    if (other !== null) joints.join(joint, other);
    else {
      if (share === 0 || share === 1) joints.move(joint, lines[line].lon[at + share], lines[line].lat[at + share]);
      else {
        insertions[line].push({ at, share, lon: crossing.lon, lat: crossing.lat });
        joints.move(joint, crossing.lon, crossing.lat);
      }
      joint.on.add(line);
    }
    joints.flatten(own, segment.at);
  }
}

/** The pairs of segments of one level that meet, each once. */
function* crossings(lines: readonly JoinableLine[], grid: Grid): Generator<[a: Segment, b: Segment, crossing: Crossing]> {
  const seen = new Set<string>();
  for (const cell of grid.cells()) {
    for (const [i, a] of cell.entries()) {
      for (let j = i + 1; j < cell.length; j++) {
        const b = cell[j];
        const crossing = lines[a.line].level === lines[b.line].level ? crossingOf(lines, a, b) : null;
        if (crossing === null) continue;
        // Only pairs that cross get a key, as most do not.
        const pair = `${a.line} ${a.at} ${b.line} ${b.at}`;
        if (seen.has(pair)) continue;
        seen.add(pair);
        yield [a, b, crossing];
      }
    }
  }
}

/** Where two segments cross: the share (0–1) along each, and the place. */
interface Crossing {
  a: number;
  b: number;
  lon: number;
  lat: number;
}

/** Computed in degrees, as the intersection of two lines is the same in any scale. */
function crossingOf(lines: readonly JoinableLine[], a: Segment, b: Segment): Crossing | null {
  const [p, q] = [lines[a.line], lines[b.line]];
  const [ax, ay] = [p.lon[a.at + 1] - p.lon[a.at], p.lat[a.at + 1] - p.lat[a.at]];
  const [bx, by] = [q.lon[b.at + 1] - q.lon[b.at], q.lat[b.at + 1] - q.lat[b.at]];
  const [cx, cy] = [q.lon[b.at] - p.lon[a.at], q.lat[b.at] - p.lat[a.at]];
  const cross = ax * by - ay * bx;
  const onA = (cx * by - cy * bx) / cross;
  const onB = (cx * ay - cy * ax) / cross;
  if (!(onA >= 0 && onA <= 1 && onB >= 0 && onB <= 1)) return null;
  return { a: onA, b: onB, lon: Math.round(p.lon[a.at] + onA * ax), lat: Math.round(p.lat[a.at] + onA * ay) };
}

/** The nearest place or point of a segment to an end of a line, within `metres`, among the segments that `mayBe` accepts. */
function nearestTo(
  lines: readonly JoinableLine[],
  grid: Grid,
  n: number,
  end: number,
  metres: number,
  uses: Uses,
  mayBe: (segment: Segment) => boolean,
): (Insertion & Segment) | null {
  const { lon: lons, lat: lats, level } = lines[n];
  const [lon, lat] = [lons[end], lats[end]];
  const kx = lonScale(lat / E7) / E7;
  const ky = latScale(lat / E7) / E7;
  const ofPlace = metres / 4;
  const ofJunction = Math.max(ofPlace, Math.min(metres, DRAWING_ERROR));
  let best: (Insertion & Segment) | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const segment of grid.near(lon, lat, Math.min(metres / kx, WIDEST * CELL), metres / ky)) {
    if (!mayBe(segment)) continue;
    const other = lines[segment.line];
    const { at } = segment;
    const [ax, ay] = [(other.lon[at] - lon) * kx, (other.lat[at] - lat) * ky];
    const [dx, dy] = [(other.lon[at + 1] - other.lon[at]) * kx, (other.lat[at + 1] - other.lat[at]) * ky];
    const share = clamp(-(ax * dx + ay * dy) / (dx * dx + dy * dy) || 0, 0, 1);
    // Most segments of the same cells are farther away.
    if (lengthOf(ax + share * dx, ay + share * dy) > metres) continue;
    for (const end of [0, 1]) {
      const place = at + end;
      if (other.level !== level && place > 0 && place < other.lon.length - 1) continue;
      const away = lengthOf(ax + end * dx, ay + end * dy);
      if (away > metres) continue;
      const isJunction = place === 0 || place === other.lon.length - 1 || (uses.get(placeKey(other, place)) ?? 0) > 1;
      const nearer = isJunction ? ofJunction : ofPlace;
      if (away - nearer >= least) continue;
      [best, least] = [{ ...segment, share: end, lon: other.lon[place], lat: other.lat[place] }, away - nearer];
    }
    if (other.level !== level) continue;
    const [x, y] = [ax + share * dx, ay + share * dy];
    const away = lengthOf(x, y);
    if (away < least) [best, least] = [{ ...segment, share, lon: Math.round(lon + x / kx), lat: Math.round(lat + y / ky) }, away];
  }
  return best;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Inserts places into a line, the last first, so that indices stay valid. */
function insert(line: JoinableLine, insertions: Insertion[]): void {
  insertions.sort((a, b) => b.at - a.at || b.share - a.share);
  for (const { at, lon, lat } of insertions) {
    line.lon.splice(at + 1, 0, lon);
    line.lat.splice(at + 1, 0, lat);
  }
}

/** Segments by the cells of a grid that they pass through or near. */
class Grid {
  readonly #cells = new Map<number, Segment[]>();

  constructor(lines: readonly JoinableLine[]) {
    for (const [n, { lon, lat }] of lines.entries()) {
      for (let at = 0; at + 1 < lon.length; at++) {
        const [dx, dy] = [lon[at + 1] - lon[at], lat[at + 1] - lat[at]];
        // Piece by piece, because the box of a long diagonal segment would be mostly empty.
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
        if (this.#cells.size > MOST_CELLS) {
          throw new SnapError("limit", "The lines are too long to be joined: together no more than about a million kilometres can be.");
        }
      }
    }
  }

  cells(): Iterable<readonly Segment[]> {
    return this.#cells.values();
  }

  /** Segments that may come within `x` and `y` (degrees × 1e7) of a place. */
  *near(lon: number, lat: number, x: number, y: number): Generator<Segment> {
    for (const key of keysOf(lon - x, lat - y, lon + x, lat + y)) yield* this.#cells.get(key) ?? [];
  }
}

function* keysOf(west: number, south: number, east: number, north: number): Generator<number> {
  for (let x = Math.floor(west / CELL); x <= Math.floor(east / CELL); x++)
    for (let y = Math.floor(south / CELL); y <= Math.floor(north / CELL); y++) yield x * ROWS + y;
}

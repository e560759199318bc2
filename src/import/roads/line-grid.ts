// Line grid: the segments of lines, looked up by place.
import { SnapError } from "../../errors.js";
import type { JoinableLine } from "./joints.js";

/** Side of a cell of the grid in which segments are looked up, degrees × 1e7: some hundred metres. */
const CELL = 10_000;
/** Most cells: a million kilometres of lines, a gigabyte. */
const MOST_CELLS = 10_000_000;
/** Farthest that is looked east and west of a place, in cells: near a pole a few metres are very many degrees. */
const WIDEST = 1000;
/** More than the number of cells from pole to pole: the factor of x in a cell's key. */
const ROWS = 1e6;

/** One segment: from place `at` of line `line` to the next. */
export interface Segment {
  line: number;
  at: number;
}

/** A place on a segment, at a share (0–1) of it; degrees × 1e7. */
export interface Spot extends Segment {
  share: number;
  lon: number;
  lat: number;
}

/** Segments by the cells of a grid that they pass through or near. */
export class LineGrid {
  readonly #cells = new Map<number, Segment[]>();

  /** @throws SnapError "limit" when the lines together are too long. */
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
    const width = Math.min(x, WIDEST * CELL);
    for (const key of keysOf(lon - width, lat - y, lon + width, lat + y)) yield* this.#cells.get(key) ?? [];
  }
}

function* keysOf(west: number, south: number, east: number, north: number): Generator<number> {
  for (let x = Math.floor(west / CELL); x <= Math.floor(east / CELL); x++)
    for (let y = Math.floor(south / CELL); y <= Math.floor(north / CELL); y++) yield x * ROWS + y;
}

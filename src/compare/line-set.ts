// Line set: the lines of one response, for finding the lines that a place is on.

import type { Position } from "../geo/lines.js";
import { distance, latScale, lonScale, wrapLon } from "../geo/metres.js";
import { SegmentIndex } from "../geo/segment-index.js";
import type { ReadLine } from "./read.js";

/** Side of a cell of the grid, and the distance between the points by which a line is entered into it, metres. Together they allow a reach of 25 m. */
const CELL_METRES = 100;
const STEP_METRES = 25;
/** The factor of the row in a cell's key; no row has so many cells. */
const ROW = 1 << 24;

/** Lines in travel order, which is that of their ObjectIDs. */
export class LineSet {
  readonly #byId: Map<number, ReadLine>;
  readonly #order: Map<ReadLine, number>;
  readonly #indexes = new Map<ReadLine, SegmentIndex>();
  #grid: Grid | undefined;

  /** @param reach metres within which a place is on a line, at most 25 */
  constructor(
    readonly lines: readonly ReadLine[],
    readonly reach: number,
  ) {
    this.#byId = new Map(lines.map((line) => [line.objectId, line]));
    this.#order = new Map(lines.map((line, i) => [line, i]));
  }

  /** The line of an ObjectID; undefined when there is none. */
  find(objectId: number | null): ReadLine | undefined {
    return objectId === null ? undefined : this.#byId.get(objectId);
  }

  /** Whether a place lies on the line. */
  on(line: ReadLine, [lon, lat]: Position): boolean {
    let index = this.#indexes.get(line);
    if (index === undefined) {
      index = new SegmentIndex(line.parts, this.reach);
      this.#indexes.set(line, index);
    }
    return index.covers(lon, lat);
  }

  /** The lines of the same track before and after this one. */
  beside(line: ReadLine): ReadLine[] {
    const i = this.#order.get(line) as number;
    return [this.lines[i - 1], this.lines[i + 1]].filter((other) => other?.trackId === line.trackId);
  }

  /** The lines on which a place lies, in travel order. */
  at(place: Position): ReadLine[] {
    this.#grid ??= new Grid(this.lines);
    return this.#grid.near(place).flatMap((i) => (this.on(this.lines[i], place) ? [this.lines[i]] : []));
  }
}

/** Which lines pass through which cells. */
class Grid {
  readonly #cells = new Map<number, number[]>();
  readonly #origin: readonly [number, number];
  readonly #cellLon: number;
  readonly #cellLat: number;

  constructor(lines: readonly ReadLine[]) {
    this.#origin = lines.find((line) => line.parts[0]?.length > 0)?.parts[0][0] ?? [0, 0];
    this.#cellLat = CELL_METRES / latScale(this.#origin[1]);
    this.#cellLon = CELL_METRES / Math.max(1, lonScale(this.#origin[1]));
    lines.forEach((line, i) => {
      for (const part of line.parts) for (let k = 1; k < part.length; k++) this.#add(part[k - 1], part[k], i);
    });
  }

  /** Lines that may come within 25 m of a place, in rising order. */
  near([lon, lat]: Position): number[] {
    const [column, row] = [this.#column(lon), this.#row(lat)];
    const found = new Set<number>();
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) for (const i of this.#cells.get(r * ROW + c) ?? []) found.add(i);
    }
    return [...found].sort((a, b) => a - b);
  }

  #add(a: readonly [number, number], b: readonly [number, number], line: number): void {
    const steps = Math.max(1, Math.ceil(distance(a[0], a[1], b[0], b[1]) / STEP_METRES));
    for (let s = 0; s <= steps; s++) {
      const key = this.#row(a[1] + ((b[1] - a[1]) * s) / steps) * ROW + this.#column(a[0] + (wrapLon(b[0] - a[0]) * s) / steps);
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [line]);
      else if (cell[cell.length - 1] !== line) cell.push(line);
    }
  }

  #column(lon: number): number {
    return Math.floor(wrapLon(lon - this.#origin[0]) / this.#cellLon);
  }

  #row(lat: number): number {
    return Math.floor((lat - this.#origin[1]) / this.#cellLat);
  }
}

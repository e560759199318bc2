// Segment index: a grid over the segments of a line that tells in constant time whether the line passes within reach of a position, and where.

import type { Line } from "./lines.js";
import { distance, latScale, lonScale, segmentFraction, wrapLon } from "./metres.js";

/** Two lines are compared by samples of so many metres. */
export const SAMPLE_METRES = 2;
/** A sample is covered if the other line passes within so many metres of it. */
export const COVER_METRES = 1.5;

const CELL_METRES = 24;
/** The factor of the row in a cell's key: a row of 24 m cells around the globe has fewer cells. */
const ROW = 1 << 24;

/**
 * The segments of a multi-part line, by the grid cells that they, widened by the reach, touch. It is made for millions of questions about consecutive
 * positions, so the segment that matched last is tried first.
 */
export class SegmentIndex {
  readonly #cells = new Map<number, number[]>();
  // Per segment: start and end in degrees (longitude relative to `originLon`), metres per degree at its middle.
  readonly #x1: number[] = [];
  readonly #y1: number[] = [];
  readonly #x2: number[] = [];
  readonly #y2: number[] = [];
  readonly #kx: number[] = [];
  readonly #ky: number[] = [];
  // Metres along the line, without the gaps between its parts, at which each segment begins; and at which the last one ends.
  readonly #along: number[] = [0];
  /** Segments with which a part begins. */
  readonly #firsts = new Set<number>();
  readonly #originLon: number;
  readonly #originLat: number;
  readonly #cellLon: number;
  readonly #cellLat: number;
  #last = -1;

  /**
   * @param parts the line
   * @param reach metres; questions are answered for this distance only
   */
  constructor(
    parts: readonly Line[],
    readonly reach: number,
  ) {
    const first = parts.find((part) => part.length > 0)?.[0] ?? [0, 0];
    this.#originLon = first[0];
    this.#originLat = first[1];
    this.#cellLat = CELL_METRES / latScale(this.#originLat);
    this.#cellLon = CELL_METRES / Math.max(1, lonScale(this.#originLat));
    for (const part of parts) {
      this.#firsts.add(this.#x1.length);
      for (let i = 1; i < part.length; i++) this.#add(part[i - 1], part[i]);
    }
  }

  /** Whether the line runs within `reach` metres of the position. */
  covers(lon: number, lat: number): boolean {
    const x = wrapLon(lon - this.#originLon);
    if (this.#last >= 0 && this.#squaredDistance(this.#last, x, lat) <= this.reach * this.reach) return true;
    const cell = this.#cells.get(this.#key(this.#column(x), this.#row(lat)));
    if (cell === undefined) return false;
    for (const segment of cell) {
      if (this.#squaredDistance(segment, x, lat) <= this.reach * this.reach) {
        this.#last = segment;
        return true;
      }
    }
    return false;
  }

  /** The segments within `reach` metres of the position, in travel order, with the square of the metres to each. */
  segmentsNear(lon: number, lat: number): { segment: number; squared: number }[] {
    const x = wrapLon(lon - this.#originLon);
    const cell = this.#cells.get(this.#key(this.#column(x), this.#row(lat))) ?? [];
    return cell
      .map((segment) => ({ segment, squared: this.#squaredDistance(segment, x, lat) }))
      .filter(({ squared }) => squared <= this.reach * this.reach);
  }

  /**
   * Where the line passes within `reach` metres of the position: for each pass, the metres along the line (without gaps between its parts) at which it is
   * nearest; in travel order.
   */
  passes(lon: number, lat: number): number[] {
    const x = wrapLon(lon - this.#originLon);
    const cell = this.#cells.get(this.#key(this.#column(x), this.#row(lat))) ?? [];
    return cell
      .filter((segment) => this.#squaredDistance(segment, x, lat) <= this.reach * this.reach && this.#isNearest(segment, x, lat))
      .map((segment) => {
        const [from, to] = [this.#along[segment], this.#along[segment + 1]];
        return from + this.#fraction(segment, x, lat) * (to - from);
      });
  }

  /** Whether the segment's nearest place is a local minimum: the line is farther away before and after it. A joint counts for the segment that begins there. */
  #isNearest(segment: number, x: number, lat: number): boolean {
    const t = this.#fraction(segment, x, lat);
    if (t === 0 && !this.#firsts.has(segment)) return this.#fraction(segment - 1, x, lat) === 1;
    return t < 1 || segment + 1 === this.#x1.length || this.#firsts.has(segment + 1);
  }

  #add(a: readonly [number, number], b: readonly [number, number]): void {
    const ax = wrapLon(a[0] - this.#originLon);
    const bx = ax + wrapLon(b[0] - a[0]);
    const midLat = (a[1] + b[1]) / 2;
    const kx = lonScale(midLat);
    const ky = latScale(midLat);
    const segment = this.#x1.length;
    this.#x1.push(ax);
    this.#y1.push(a[1]);
    this.#x2.push(bx);
    this.#y2.push(b[1]);
    this.#kx.push(kx);
    this.#ky.push(ky);
    this.#along.push(this.#along[segment] + distance(a[0], a[1], b[0], b[1]));
    // A long diagonal segment would fill its whole bounding box, so it is entered piece by piece.
    const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax) / this.#cellLon, Math.abs(b[1] - a[1]) / this.#cellLat)));
    // 1 % more than the reach, because the cells have the scale of one latitude, and the segment that of its own.
    const marginX = (this.reach * 1.01) / Math.max(1, kx);
    const marginY = (this.reach * 1.01) / ky;
    for (let piece = 0; piece < pieces; piece++) {
      const px = ax + ((bx - ax) * piece) / pieces;
      const py = a[1] + ((b[1] - a[1]) * piece) / pieces;
      const qx = ax + ((bx - ax) * (piece + 1)) / pieces;
      const qy = a[1] + ((b[1] - a[1]) * (piece + 1)) / pieces;
      const lastColumn = this.#column(Math.max(px, qx) + marginX);
      const lastRow = this.#row(Math.max(py, qy) + marginY);
      for (let column = this.#column(Math.min(px, qx) - marginX); column <= lastColumn; column++) {
        for (let row = this.#row(Math.min(py, qy) - marginY); row <= lastRow; row++) this.#put(this.#key(column, row), segment);
      }
    }
  }

  #put(key: number, segment: number): void {
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, [segment]);
    else if (cell[cell.length - 1] !== segment) cell.push(segment);
  }

  #column(x: number): number {
    return Math.floor(x / this.#cellLon);
  }

  #row(lat: number): number {
    return Math.floor((lat - this.#originLat) / this.#cellLat);
  }

  #key(column: number, row: number): number {
    return row * ROW + column;
  }

  #squaredDistance(segment: number, x: number, lat: number): number {
    const kx = this.#kx[segment];
    const ky = this.#ky[segment];
    const t = this.#fraction(segment, x, lat);
    const ex = (x - this.#x1[segment]) * kx - t * ((this.#x2[segment] - this.#x1[segment]) * kx);
    const ey = (lat - this.#y1[segment]) * ky - t * ((this.#y2[segment] - this.#y1[segment]) * ky);
    return ex * ex + ey * ey;
  }

  /** The segment's nearest place, as a fraction 0–1 of it. */
  #fraction(segment: number, x: number, lat: number): number {
    const kx = this.#kx[segment];
    const ky = this.#ky[segment];
    const px = (x - this.#x1[segment]) * kx;
    const py = (lat - this.#y1[segment]) * ky;
    return segmentFraction(px, py, 0, 0, (this.#x2[segment] - this.#x1[segment]) * kx, (this.#y2[segment] - this.#y1[segment]) * ky);
  }
}

// Lines on the ground: positions, multi-part lines, and walking along them in metres.

import { clamp } from "./clamp.js";
import { hypot } from "./maths.js";
import { distance, latScale, lonScale, segmentFraction, wrapLon } from "./metres.js";

/** A place: [lon, lat] in degrees. */
export type Position = [lon: number, lat: number];
/** One unbroken line. */
export type Line = readonly (readonly [number, number])[];

/** Metres on the ground of all parts together. */
export function lineLength(parts: readonly Line[]): number {
  let metres = 0;
  for (const part of parts) {
    for (let i = 1; i < part.length; i++) metres += distance(part[i - 1][0], part[i - 1][1], part[i][0], part[i][1]);
  }
  return metres;
}

/** The multi-part line the other way. */
export function reversed(parts: readonly Line[]): Line[] {
  return parts.map((part) => part.toReversed()).reverse();
}

/** The line with positions inserted, so that neighbours are at most so many metres apart. */
export function divided(line: Line, metres: number): Position[] {
  return line.flatMap((b, i) => {
    const a = line[Math.max(0, i - 1)];
    const pieces = Math.max(1, Math.ceil(distance(a[0], a[1], b[0], b[1]) / metres));
    return Array.from({ length: pieces }, (_, k) => placeBetween(a, b, (k + 1) / pieces));
  });
}

/** The piece of a multi-part line between two distances along it, in metres, without the gaps between its parts. */
export function cutLine(parts: readonly Line[], from: number, to: number): Position[][] {
  const pieces: Position[][] = [];
  let along = 0;
  for (const part of parts) {
    const piece: Position[] = [];
    for (let i = 1; i < part.length; i++) {
      const [a, b] = [part[i - 1], part[i]];
      const length = distance(a[0], a[1], b[0], b[1]);
      const begin = Math.max(from, along);
      const end = Math.min(to, along + length);
      const at = (metre: number): Position => placeBetween(a, b, (metre - along) / length);
      if (begin < end) piece.push(...(piece.length === 0 ? [at(begin)] : []), at(end));
      along += length;
    }
    if (piece.length > 0) pieces.push(piece);
  }
  return pieces;
}

/** The place at a share of the way from one position to another. */
export function placeBetween(a: readonly [number, number], b: readonly [number, number], share: number): Position {
  return [wrapLon(a[0] + share * wrapLon(b[0] - a[0])), a[1] + share * (b[1] - a[1])];
}

/** A circle. It tells whether positions are inside without computing a root or a cosine for each. */
export class Disc {
  readonly #kx: number;
  readonly #ky: number;

  constructor(
    readonly lon: number,
    readonly lat: number,
    readonly radius: number,
  ) {
    this.#kx = lonScale(lat);
    this.#ky = latScale(lat);
  }

  /** Whether the position is at most `radius` metres from the centre. */
  has(lon: number, lat: number): boolean {
    const dy = (lat - this.lat) * this.#ky;
    if (dy > this.radius || dy < -this.radius) return false;
    const dx = wrapLon(lon - this.lon) * this.#kx;
    return dx * dx + dy * dy <= this.radius * this.radius;
  }
}

/** The projection of a position on a line. */
export interface PlaceOnLine {
  /** Metres from the position to the line. */
  distance: number;
  /** Metres along all parts, gaps between them not counted. */
  along: number;
  /** Index of the segment it lies on, counted through all parts. */
  segment: number;
  lon: number;
  lat: number;
}

/**
 * The place on the line nearest to a position. If the line passes several times within `slack` metres of the least distance, the place on the first pass. Null
 * for a line without segments.
 */
export function nearestOnLine(parts: readonly Line[], lon: number, lat: number, slack = 0): PlaceOnLine | null {
  const kx = lonScale(lat);
  const ky = latScale(lat);
  const places: (PlaceOnLine & Ends)[] = [];
  let along = 0;
  let least = Infinity;
  for (const part of parts) {
    for (let i = 1; i < part.length; i++) {
      const place = projectOnSegment(part[i - 1], part[i], lon, lat, kx, ky);
      const length = distance(part[i - 1][0], part[i - 1][1], part[i][0], part[i][1]);
      place.along = along + place.along * length;
      place.segment = places.length;
      places.push(place);
      if (place.distance < least) least = place.distance;
      along += length;
    }
  }
  let nearest: PlaceOnLine | null = null;
  let leftAt = 0;
  for (const { start, end, ...place } of places) {
    // The first pass ends when the line has been farther away, even if only at the joint of two segments, as on the way out to a turn and back.
    if (nearest !== null && Math.max(leftAt, start) > least + slack) break;
    if (place.distance <= least + slack && (nearest === null || place.distance < nearest.distance)) nearest = place;
    leftAt = end;
  }
  return nearest;
}

/** Whether a line comes within so many metres of a position. */
export function comesWithin(parts: readonly Line[], lon: number, lat: number, metres: number): boolean {
  const kx = lonScale(lat);
  const ky = latScale(lat);
  return parts.some((part) => {
    for (let i = 1; i < part.length; i++) {
      const ax = wrapLon(part[i - 1][0] - lon) * kx;
      const ay = (part[i - 1][1] - lat) * ky;
      const dx = wrapLon(part[i][0] - part[i - 1][0]) * kx;
      const dy = (part[i][1] - part[i - 1][1]) * ky;
      const t = segmentFraction(0, 0, ax, ay, ax + dx, ay + dy);
      const [x, y] = [ax + t * dx, ay + t * dy];
      if (x * x + y * y <= metres * metres) return true;
    }
    return false;
  });
}

/** Metres from the position to both ends of a segment. */
interface Ends {
  start: number;
  end: number;
}

/** The projection on one segment. `along`: the fraction of the segment. */
function projectOnSegment(
  a: readonly [number, number],
  b: readonly [number, number],
  lon: number,
  lat: number,
  kx: number,
  ky: number,
): PlaceOnLine & Ends {
  const ax = wrapLon(a[0] - lon) * kx;
  const ay = (a[1] - lat) * ky;
  const dx = wrapLon(b[0] - a[0]) * kx;
  const dy = (b[1] - a[1]) * ky;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? clamp(-(ax * dx + ay * dy) / square, 0, 1) : 0;
  const x = ax + t * dx;
  const y = ay + t * dy;
  return {
    distance: hypot(x, y),
    start: hypot(ax, ay),
    end: hypot(ax + dx, ay + dy),
    along: t,
    segment: 0,
    lon: wrapLon(a[0] + t * wrapLon(b[0] - a[0])),
    lat: a[1] + t * (b[1] - a[1]),
  };
}

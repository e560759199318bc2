// Joints: ends of lines at one place. They are moved together when lines are joined.
import { hypot } from "../../geo/maths.js";
import { E7, HALF_TURN_E7, latScale, lonScale } from "../../geo/metres.js";

/** A line as columns, degrees × 1e7. `level`: lines meet only where they cross on the same level. */
export interface JoinableLine {
  lon: number[];
  lat: number[];
  level: string;
}

/** The first or the last place of a line. */
export interface End {
  line: number;
  isLast: boolean;
}

/** An end and where it was drawn. */
interface DrawnEnd extends End {
  lon: number;
  lat: number;
}

/** Ends at one place. */
export interface Joint {
  ends: DrawnEnd[];
  /** Whether no other line passes through the place, so that it may be moved. */
  isFree: boolean;
  /** Lines that it was put on, between two of their places. */
  on: Set<number>;
}

/** A place as a key. −180° and 180° are the same: there lines across the antimeridian are cut (RFC 7946, 3.1.9). */
export function keyOf(lon: number, lat: number): string {
  return `${lon === HALF_TURN_E7 ? -HALF_TURN_E7 : lon},${lat}`;
}

/** The key of a place of a line. */
export function placeKey({ lon, lat }: JoinableLine, at: number): string {
  return keyOf(lon[at], lat[at]);
}

/** By place: how often lines pass through it. A second pass of the same line counts, since an end that is on its own line is already joined. */
export function usesOf(lines: readonly JoinableLine[]): Map<string, number> {
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
 * Ends no farther apart, in metres, are one junction, drawn once for each line. With a longer reach two junctions may be meant, so this does not grow with it.
 */
export const DRAWING_ERROR = 3;
/** The two ends of a line become one only if it is longer than so many times the distance between ends that become one. */
const LONG = 4;
/** More than the number of rows, or columns, of cells in which ends are looked up: the factor of the row in a cell's key. */
const ROWS = 2 ** 26;
/** Degrees. Nearer to a pole, cells get no more degrees wide, and ends are looked for no farther east and west. */
const POLAR = 89.9;
/** Least side of a cell, metres. */
const CELL_METRES = 1;

/** The joints of all lines with two places or more. */
export class Joints {
  readonly #lines: readonly JoinableLine[];
  /** By line: the joint of its first and that of its last place; null for a line with fewer than two places. */
  readonly #joints: (Joint | null)[];

  constructor(lines: readonly JoinableLine[]) {
    this.#lines = lines;
    const uses = usesOf(lines);
    const shared = new Map<string, Joint>();
    this.#joints = lines.flatMap((line, n) =>
      [false, true].map((isLast) => {
        if (line.lon.length < 2) return null;
        const place = placeKey(line, isLast ? line.lon.length - 1 : 0);
        const isFree = (uses.get(place) ?? 0) < 2 && placeKey(line, 0) !== placeKey(line, line.lon.length - 1);
        const joint = shared.get(place) ?? { ends: [], isFree, on: new Set<number>() };
        if (!isFree) shared.set(place, joint);
        const at = isLast ? line.lon.length - 1 : 0;
        joint.ends.push({ line: n, isLast, lon: line.lon[at], lat: line.lat[at] });
        return joint;
      }),
    );
  }

  /** Joins joints no farther apart than `metres`, the nearest first; but not both ends of a short line, and not two junctions. */
  weld(metres: number): void {
    for (const [a, b] of this.#pairs(metres)) {
      const [one, other] = [this.of(a), this.of(b)];
      if (one === other || !(one.isFree || other.isFree) || this.#spread(one, other) > 2 * metres) continue;
      const wouldFold = one.ends.some((end) => other.ends.some(({ line }) => line === end.line && this.#isShort(line, LONG * metres)));
      if (!wouldFold) this.join(one.isFree ? one : other, one.isFree ? other : one);
    }
    for (const joint of this.welded()) this.#move(joint, ...this.#middle(joint));
  }

  /** The joints of several ends that are on no other line. */
  welded(): Joint[] {
    return [...new Set(this.#joints)].filter((joint) => joint?.isFree && joint.ends.length > 1) as Joint[];
  }

  /** The end of a line that is within `metres` of a place on its segment `at`, measured along the line; of two the nearer one. Null if neither is. */
  near({ line: n, at, lon, lat }: { line: number; at: number; lon: number; lat: number }, metres: number): End | null {
    const line = this.#lines[n];
    const last = line.lon.length - 1;
    const along = (from: number, to: number, step: 1 | -1): number => {
      let place = { lon, lat };
      let sum = 0;
      for (let k = from; sum <= metres; k += step) {
        const next = { lon: line.lon[k], lat: line.lat[k] };
        sum += metresBetween(place, next);
        if (k === to) break;
        place = next;
      }
      return sum;
    };
    const [toFirst, toLast] = [along(at, 0, -1), along(at + 1, last, 1)];
    return Math.min(toFirst, toLast) <= metres ? { line: n, isLast: toLast < toFirst } : null;
  }

  /** The joint of an end. */
  of({ line, isLast }: End): Joint {
    return this.#joints[2 * line + Number(isLast)]!;
  }

  /** Moves the ends of a free joint to another joint, which they then belong to. */
  join(free: Joint, other: Joint): void {
    const { line, isLast } = other.ends[0];
    const at = this.#at({ line, isLast });
    this.#move(free, this.#lines[line].lon[at], this.#lines[line].lat[at]);
    for (const end of free.ends) {
      other.ends.push(end);
      this.#joints[2 * end.line + Number(end.isLast)] = other;
    }
  }

  /** Removes the places of a line between its end and the segment from place `at`: all are set to the place where the end has been put. */
  flatten(end: End, at: number): void {
    const { lon, lat } = this.#lines[end.line];
    const place = this.#at(end);
    const [from, to] = end.isLast ? [at + 1, place] : [1, at + 1];
    lon.fill(lon[place], from, to);
    lat.fill(lat[place], from, to);
  }

  /** Puts a joint on another line; from then on it is not free. */
  move(joint: Joint, lon: number, lat: number): void {
    this.#move(joint, lon, lat);
    joint.isFree = false;
  }

  /** Pairs of ends of different joints, the nearest first. */
  #pairs(metres: number): [DrawnEnd, DrawnEnd][] {
    if (metres === 0) return [];
    const cell = Math.max(metres, CELL_METRES);
    const rowOf = (lat: number) => Math.floor((lat * KY) / cell);
    const columnOf = (lon: number, row: number) => Math.floor((lon * kxAt((row * cell) / KY)) / cell);
    const cells = new Map<number, DrawnEnd[]>();
    const pairs: { a: DrawnEnd; b: DrawnEnd; away: number }[] = [];
    for (const joint of new Set(this.#joints)) {
      // One end stands for all at a junction.
      const end = joint?.ends[0];
      if (!end) continue;
      const row = rowOf(end.lat);
      const reach = metres / kxAt(end.lat);
      for (let r = row - 1; r <= row + 1; r++) {
        for (let c = columnOf(end.lon - reach, r); c <= columnOf(end.lon + reach, r); c++) {
          for (const other of cells.get(r * ROWS + c) ?? []) {
            const away = metresBetween(end, other);
            if (away <= metres) pairs.push({ a: other, b: end, away });
          }
        }
      }
      const key = row * ROWS + columnOf(end.lon, row);
      const known = cells.get(key);
      if (known) known.push(end);
      else cells.set(key, [end]);
    }
    return pairs.sort((a, b) => a.away - b.away).map(({ a, b }) => [a, b]);
  }

  /** The largest distance, in metres, between an end of one joint and an end of the other, as drawn. */
  #spread(one: Joint, other: Joint): number {
    let most = 0;
    for (const a of one.ends) for (const b of other.ends) most = Math.max(most, metresBetween(a, b));
    return most;
  }

  /** Where the end was drawn that has the least total distance to the others. */
  #middle({ ends }: Joint): [lon: number, lat: number] {
    let best = ends[0];
    let least = Number.POSITIVE_INFINITY;
    for (const end of ends) {
      const sum = ends.reduce((metres, other) => metres + metresBetween(end, other), 0);
      if (sum < least) [best, least] = [end, sum];
    }
    return [best.lon, best.lat];
  }

  #isShort(n: number, metres: number): boolean {
    const { lon, lat } = this.#lines[n];
    let sum = 0;
    for (let i = 1; i < lon.length && sum <= metres; i++)
      sum += metresBetween({ lon: lon[i - 1], lat: lat[i - 1] }, { lon: lon[i], lat: lat[i] });
    return sum <= metres;
  }

  #move(joint: Joint, lon: number, lat: number): void {
    for (const end of joint.ends) {
      const line = this.#lines[end.line];
      line.lon[this.#at(end)] = lon;
      line.lat[this.#at(end)] = lat;
    }
  }

  #at({ line, isLast }: End): number {
    return isLast ? this.#lines[line].lon.length - 1 : 0;
  }
}

/** Metres of 1e-7° of latitude, and of longitude at a latitude, degrees × 1e7. */
const KY = latScale(0) / E7;
function kxAt(lat: number): number {
  return lonScale(Math.min(POLAR, Math.abs(lat) / E7)) / E7;
}

/** Metres between places near each other. */
function metresBetween(a: { lon: number; lat: number }, b: { lon: number; lat: number }): number {
  const middle = (a.lat + b.lat) / 2;
  const x = (a.lon - b.lon) * kxAt(middle);
  const y = (a.lat - b.lat) * (latScale(middle / E7) / E7);
  return hypot(x, y);
}

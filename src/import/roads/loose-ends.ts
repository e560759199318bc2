// Loose ends: ends of lines are put on the line that they are nearest to.
import { clamp } from "../../geo/clamp.js";
import { hypot } from "../../geo/maths.js";
import { E7, latScale, lonScale } from "../../geo/metres.js";
import { DRAWING_ERROR, type JoinableLine, type Joint, type Joints, keyOf, placeKey, usesOf } from "./joints.js";
import { LineGrid, type Segment, type Spot } from "./line-grid.js";

/** The part of a line within so many joining distances of its end (along the line) just leads to that end, which is not joined to it. */
const NEARLY = 4;

/** Puts ends on lines, one after the other. The lines get new places only when all are done: `insertions` has them by line. */
export class LooseEnds {
  readonly insertions: Spot[][];
  readonly #lines: readonly JoinableLine[];
  readonly #grid: LineGrid;
  readonly #uses: Map<string, number>;

  /** @throws SnapError "limit" when the lines together are too long. */
  constructor(lines: readonly JoinableLine[]) {
    this.insertions = lines.map(() => []);
    this.#lines = lines;
    this.#grid = new LineGrid(lines);
    this.#uses = usesOf(lines);
  }

  /** Puts ends that became one on another line that passes within `metres`. */
  putJoint(joint: Joint, joints: Joints, metres: number): void {
    const found = this.#besideAll(joint, metres);
    if (found === null) return;
    this.#insert(found);
    joints.move(joint, found.lon, found.lat);
    this.#uses.set(keyOf(found.lon, found.lat), 2);
  }

  /** Puts the end of a line, if it is on no line, on another within `metres`, or else on its own. */
  putEnd(n: number, end: number, metres: number): void {
    const line = this.#lines[n];
    if (line.lon.length < 2 || (this.#uses.get(placeKey(line, end)) ?? 0) > 1) return;
    const found =
      this.#nearestTo(n, end, metres, (segment) => segment.line !== n) ??
      this.#nearestTo(n, end, metres, awayFromEnd(line, n, end, metres));
    if (found === null) return;
    this.#insert(found);
    line.lon[end] = found.lon;
    line.lat[end] = found.lat;
    this.#uses.set(placeKey(line, end), 2);
  }

  #insert(spot: Spot): void {
    if (spot.share > 0 && spot.share < 1) this.insertions[spot.line].push(spot);
  }

  /**
   * Where another line passes within `metres` of ends that became one; only on their level, and only between its ends, which otherwise would have become one
   * with them.
   */
  #besideAll(joint: Joint, metres: number): Spot | null {
    const lines = this.#lines;
    const { line: n, isLast } = joint.ends[0];
    const members = new Set(joint.ends.map(({ line }) => line));
    if (joint.ends.some(({ line }) => lines[line].level !== lines[n].level)) return null;
    const end = isLast ? lines[n].lon.length - 1 : 0;
    const found = this.#nearestTo(n, end, metres, ({ line }) => !members.has(line) && lines[line].level === lines[n].level);
    if (found === null) return null;
    const at = found.at + found.share;
    return at === 0 || at === lines[found.line].lon.length - 1 ? null : found;
  }

  /** The nearest place or point of a segment to an end of a line, within `metres`, among the segments that `mayBe` accepts. */
  #nearestTo(n: number, end: number, metres: number, mayBe: (segment: Segment) => boolean): Spot | null {
    const lines = this.#lines;
    const uses = this.#uses;
    const { lon: lons, lat: lats, level } = lines[n];
    const [lon, lat] = [lons[end], lats[end]];
    const kx = lonScale(lat / E7) / E7;
    const ky = latScale(lat / E7) / E7;
    const ofPlace = metres / 4;
    const ofJunction = Math.max(ofPlace, Math.min(metres, DRAWING_ERROR));
    let best: Spot | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const segment of this.#grid.near(lon, lat, metres / kx, metres / ky)) {
      if (!mayBe(segment)) continue;
      const other = lines[segment.line];
      const { at } = segment;
      const [ax, ay] = [(other.lon[at] - lon) * kx, (other.lat[at] - lat) * ky];
      const [dx, dy] = [(other.lon[at + 1] - other.lon[at]) * kx, (other.lat[at + 1] - other.lat[at]) * ky];
      const share = clamp(-(ax * dx + ay * dy) / (dx * dx + dy * dy) || 0, 0, 1);
      // Most segments of the same cells are farther away.
      if (hypot(ax + share * dx, ay + share * dy) > metres) continue;
      for (const end of [0, 1]) {
        const place = at + end;
        if (other.level !== level && place > 0 && place < other.lon.length - 1) continue;
        const away = hypot(ax + end * dx, ay + end * dy);
        if (away > metres) continue;
        const isJunction = place === 0 || place === other.lon.length - 1 || (uses.get(placeKey(other, place)) ?? 0) > 1;
        const nearer = isJunction ? ofJunction : ofPlace;
        if (away - nearer >= least) continue;
        [best, least] = [{ ...segment, share: end, lon: other.lon[place], lat: other.lat[place] }, away - nearer];
      }
      if (other.level !== level) continue;
      const [x, y] = [ax + share * dx, ay + share * dy];
      const away = hypot(x, y);
      if (away < least) [best, least] = [{ ...segment, share, lon: Math.round(lon + x / kx), lat: Math.round(lat + y / ky) }, away];
    }
    return best;
  }
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
    along += hypot((lon[place + step] - lon[place]) * kx, (lat[place + step] - lat[place]) * ky);
  return ({ line, at }) => line === n && (end === 0 ? at >= place : at < place);
}

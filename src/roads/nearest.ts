// The edges nearest to a place by a lower bound of their distance, nearest first: best first through the tree of their boxes.
import TinyQueue from "tinyqueue";
import { atan2, cos, DEG, sin } from "../geo/maths.js";
import type { EdgeTree } from "./edge-tree.js";

/** Metres: mean radius of the earth. */
const EARTH = 6_371_000;
/** Half of the earth's girth: nothing is farther. */
const FARTHEST = 2e7;
/** The part of a distance by which one on the sphere may differ from one measured flat on the ellipsoid. */
const DIFFERENCE = 0.02;

/** A box by its level and number, or a leaf where `level` is 0, and the least it can be away: the squared sine of half the angle. */
interface Entry {
  level: number;
  number: number;
  gap: number;
}

/**
 * Hands edges to `visit`, roughly nearest first, until none is left that can be within a reach (metres). `visit` says what the reach is from then
 * on: the distance of the best edge so far. Only those that `accept` lets through are handed over.
 */
export function visitNearest(
  tree: EdgeTree,
  lon: number,
  lat: number,
  reach: number,
  visit: (edge: number) => number,
  accept?: (edge: number) => boolean,
): void {
  if (tree.height === 0) return;
  const gap = new GapFrom(lon, lat);
  const queue = new TinyQueue<Entry>(
    [{ level: tree.height, number: 0, gap: 0 }],
    (a, b) => a.gap - b.gap || a.level - b.level || a.number - b.number,
  );
  let limit = widest(reach);
  for (let next = queue.pop(); next !== undefined && next.gap <= limit; next = queue.pop()) {
    const { level, number } = next;
    if (level === 0) {
      const edge = tree.edgeAt(number);
      if (accept === undefined || accept(edge)) limit = Math.min(limit, widest(visit(edge)));
      continue;
    }
    tree.children(level, number, (child, west, south, east, north) => {
      const entry = { level: level - 1, number: child, gap: gap.to(west / 1e7, south / 1e7, east / 1e7, north / 1e7) };
      if (entry.gap <= limit) queue.push(entry);
    });
  }
}

/** The squared sine of half the angle that so many metres, measured flat on the ellipsoid, can be on the sphere, and a little more. */
function widest(metres: number): number {
  if (!(metres >= 0)) return -1;
  const reach = metres * (1 + DIFFERENCE) + 1;
  return reach >= FARTHEST ? 1 : (1 - cos(reach / EARTH)) / 2;
}

/** Angles from one place. */
class GapFrom {
  readonly #lon: number;
  readonly #lat: number;
  readonly #sin: number;
  readonly #cos: number;

  constructor(lon: number, lat: number) {
    this.#lon = lon;
    this.#lat = lat;
    this.#sin = sin(lat * DEG);
    this.#cos = cos(lat * DEG);
  }

  /** The squared sine of half the angle to the nearest place of a box in degrees. */
  to(west: number, south: number, east: number, north: number): number {
    const lat = this.#lat;
    // Degrees eastwards from the box's west side to here.
    const past = (((this.#lon - west) % 360) + 360) % 360;
    if (past <= east - west) {
      const off = lat < south ? south - lat : lat > north ? lat - north : 0;
      return (1 - cos(off * DEG)) / 2;
    }
    const turn = cos(Math.min(360 - past, past - (east - west)) * DEG);
    // Along a meridian the cosine of the angle is a wave, highest here.
    const peak = atan2(this.#sin, this.#cos * turn) / DEG;
    const at = (phi: number) => this.#sin * sin(phi * DEG) + this.#cos * cos(phi * DEG) * turn;
    const best = peak >= south && peak <= north ? at(peak) : Math.max(at(south), at(north));
    return (1 - best) / 2;
  }
}

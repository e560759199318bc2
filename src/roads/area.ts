// A part of the world, to say which roads touch it: boxes and polygons, across the antimeridian too.

import { SnapError, shown, shownOrAwaited, shownPosition } from "../errors.js";
import type { Box } from "../geo/box.js";
import { clamp } from "../geo/clamp.js";
import { E7, WHOLE_TURN_E7, wrapLonE7 } from "../geo/metres.js";
import { EdgeTree, fillTree, placeOrder, treeLengths } from "./edge-tree.js";

/** Segments of a ring for each band of latitude, and the most bands. */
const PER_BAND = 4;
const MAX_BANDS = 4096;
/** A line across the antimeridian is one beyond ±180°; that may be where a part is, or a turn away from it. */
const TURNS = [0, WHOLE_TURN_E7, -WHOLE_TURN_E7];

/** Lines of [lon, lat] in degrees, each closed by itself or here: the outer one, then its holes. */
export type Rings = readonly (readonly (readonly number[])[])[];

/** West, south, east and north, degrees × 1e7. */
type Window = readonly [west: number, south: number, east: number, north: number];

/** @throws SnapError "bad-option" for what is no {@link Area}: a box or GeoJSON is not one yet. */
export function checkArea(area: unknown, name: string): void {
  if (area instanceof Area) return;
  const sentence = `${name} is ${shownOrAwaited(area)}; it must be an Area, which Area.box([west, south, east, north]) or readArea(geojson) makes.`;
  throw new SnapError("bad-option", sentence, { name, value: area });
}

/** A part of the world, made by `Area.box`, `Area.polygons` or {@link readArea}. */
export class Area {
  readonly #parts: readonly Polygon[];
  /** Of the parts' windows: there may be as many as there are islands. */
  readonly #tree: EdgeTree;
  readonly #found: number[] = [];

  private constructor(parts: readonly Polygon[]) {
    this.#parts = parts;
    this.#tree = treeOf(this.parts);
  }

  /**
   * A box, across the antimeridian where west lies east of east.
   * @throws SnapError "bad-option" when the numbers are no box: degrees within ±180 and ±90, south below north.
   */
  static box(box: Box): Area {
    const given: readonly unknown[] = Array.isArray(box) ? box : [box];
    const [west, south, east, north] = given as number[];
    if (
      given.length !== 4 ||
      !given.every(Number.isFinite) ||
      !(Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north)
    ) {
      const sentence = `The box is ${given.join(", ")}; it must be west, south, east, north in degrees, with south below north.`;
      throw new SnapError("bad-option", sentence, { box });
    }
    const ring = (left: number, right: number): Rings => [
      [
        [left, south],
        [right, south],
        [right, north],
        [left, north],
      ],
    ];
    const rings = west <= east ? [ring(west, east)] : [ring(west, 180), ring(-180, east)];
    return new Area(rings.map((one) => new Polygon(one, true)));
  }

  /**
   * All that lies in one of the polygons; what lies in a hole does not.
   * @throws SnapError "bad-input" when one is not made of rings of three different places or more, in degrees.
   */
  static polygons(polygons: readonly Rings[]): Area {
    for (const rings of listed(polygons)) for (const ring of listed(rings)) checkRing(listed(ring));
    return new Area(polygons.map((rings) => new Polygon(rings)));
  }

  /** Windows around its parts, degrees × 1e7. @internal */
  get parts(): readonly Window[] {
    return this.#parts.map(({ west, south, east, north }) => [west, south, east, north]);
  }

  /** The same, and each also a turn further east, where the boxes of roads across the antimeridian are. @internal */
  *windows(): Generator<Window> {
    for (const [west, south, east, north] of this.parts) {
      for (const turn of [0, WHOLE_TURN_E7]) yield [west + turn, south, east + turn, north];
    }
  }

  /** Whether the line through places `first` … `last` of two columns (degrees × 1e7, as a road's shape is) has a place in common with it. */
  touches(lon: Int32Array, lat: Int32Array, first: number, last: number): boolean {
    let x = lon[first];
    let [west, south, east, north] = [x, lat[first], x, lat[first]];
    for (let i = first + 1; i <= last; i++) {
      x += wrapLonE7(lon[i] - lon[i - 1]);
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, lat[i]);
      north = Math.max(north, lat[i]);
    }
    for (const turn of TURNS) {
      const count = this.#tree.search(west + turn, south, east + turn, north, this.#found);
      for (let k = 0; k < count; k++) if (this.#parts[this.#found[k]].touches(lon, lat, first, last, turn)) return true;
    }
    return false;
  }
}

/** A tree of windows, as that of the edges is: each as a line from corner to corner, in pieces, as one of half a turn would be taken for the other half. */
function treeOf(windows: readonly Window[]): EdgeTree {
  const places = (from: 0 | 1) =>
    Int32Array.from(windows.flatMap((window) => [0, 1, 2, 3, 4].map((k) => window[from] + ((window[from + 2] - window[from]) * k) / 4)));
  const [shapeLon, shapeLat] = [places(0), places(1)];
  const lengths = treeLengths(windows.length);
  const columns = {
    shapeStart: Uint32Array.from({ length: windows.length + 1 }, (_, i) => 5 * i),
    shapeLon,
    shapeLat,
    treeEdge: new Uint32Array(lengths.treeEdge),
    treeLeaf: new Uint8Array(lengths.treeLeaf),
    treeBox: new Int32Array(lengths.treeBox),
  };
  const order = placeOrder(windows.length, (i, at) => {
    at[0] = shapeLon[5 * i + 2];
    at[1] = shapeLat[5 * i + 2];
  });
  fillTree(columns, order);
  return new EdgeTree(columns);
}

function listed(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SnapError(
    "bad-input",
    `A polygon must be a list of rings, each a list of [longitude, latitude]; instead of one of these lists it has ${shown(value)}.`,
  );
}

function checkRing(ring: readonly unknown[]): void {
  for (const place of ring) {
    const [lon, lat]: readonly unknown[] = Array.isArray(place) ? place : [];
    if (typeof lon === "number" && typeof lat === "number" && Math.abs(lon) <= 180 && Math.abs(lat) <= 90) continue;
    // As many programs draw what goes on beyond 180°.
    const isAcross = typeof lon === "number" && typeof lat === "number" && Math.abs(lon) <= 540 && Math.abs(lat) <= 90;
    const way = isAcross ? ", from -180 to 180: cut an area across the antimeridian into two polygons there" : "";
    throw new SnapError(
      "bad-input",
      `A polygon has the position ${shownPosition(place)}; it must be [longitude, latitude] in degrees (WGS84)${way}.`,
    );
  }
  if (new Set(ring.map((place) => String((place as number[]).slice(0, 2)))).size < 3)
    throw new SnapError("bad-input", "A polygon's ring has fewer than three different places.");
}

/** One polygon, in degrees × 1e7: its rings' segments, found by bands of latitude. */
class Polygon {
  west = Number.POSITIVE_INFINITY;
  south = Number.POSITIVE_INFINITY;
  east = Number.NEGATIVE_INFINITY;
  north = Number.NEGATIVE_INFINITY;
  /** x, y, x, y of each segment, and the number of its ring. */
  readonly #segments: Float64Array;
  readonly #ringOf: Uint32Array;
  /** How often each ring goes round a place, from left to right less from right to left. */
  readonly #winding: Int32Array;
  /** Segments in band b: inBand[bandStart[b]] … inBand[bandStart[b + 1] − 1]. */
  readonly #bandStart: Uint32Array;
  readonly #inBand: Uint32Array;
  readonly #bands: number;
  readonly #isBox: boolean;

  /** A box is all that lies in its own window. */
  constructor(rings: Rings, isBox = false) {
    this.#isBox = isBox;
    const segments: number[] = [];
    const ringOf: number[] = [];
    rings.forEach((ring, number) => {
      for (let i = 0; i < ring.length; i++) {
        const [[ax, ay], [bx, by]] = [ring[i], ring[(i + 1) % ring.length]];
        // Whole numbers, as roads have them: else a place on the rim would lie beside it.
        segments.push(Math.round(ax * E7), Math.round(ay * E7), Math.round(bx * E7), Math.round(by * E7));
        ringOf.push(number);
      }
    });
    this.#segments = Float64Array.from(segments);
    this.#ringOf = Uint32Array.from(ringOf);
    this.#winding = new Int32Array(Math.max(1, rings.length));
    for (let i = 0; i < segments.length; i += 2) {
      this.west = Math.min(this.west, segments[i]);
      this.east = Math.max(this.east, segments[i]);
      this.south = Math.min(this.south, segments[i + 1]);
      this.north = Math.max(this.north, segments[i + 1]);
    }
    const count = segments.length / 4;
    this.#bands = clamp(Math.floor(count / PER_BAND), 1, MAX_BANDS);
    this.#bandStart = new Uint32Array(this.#bands + 1);
    const eachBand = (visit: (band: number, segment: number) => void) => {
      for (let s = 0; s < count; s++) {
        const [from, to] = [this.#band(segments[s * 4 + 1]), this.#band(segments[s * 4 + 3])];
        for (let band = Math.min(from, to); band <= Math.max(from, to); band++) visit(band, s);
      }
    };
    eachBand((band) => {
      this.#bandStart[band + 1]++;
    });
    for (let band = 0; band < this.#bands; band++) this.#bandStart[band + 1] += this.#bandStart[band];
    this.#inBand = new Uint32Array(this.#bandStart[this.#bands]);
    const next = this.#bandStart.slice(0, this.#bands);
    eachBand((band, segment) => {
      this.#inBand[next[band]++] = segment;
    });
  }

  /** As {@link Area.touches}, with the line moved east by so many degrees × 1e7. */
  touches(lon: Int32Array, lat: Int32Array, first: number, last: number, turn: number): boolean {
    let x = lon[first] + turn;
    let y = lat[first];
    if (this.#contains(x, y)) return true;
    for (let i = first + 1; i <= last; i++) {
      const [toX, toY] = [x + wrapLonE7(lon[i] - lon[i - 1]), lat[i]];
      if (this.#crossed(x, y, toX, toY)) return true;
      [x, y] = [toX, toY];
    }
    return false;
  }

  #band(y: number): number {
    const part = ((y - this.south) / Math.max(1, this.north - this.south)) * this.#bands;
    return clamp(Math.floor(part), 0, this.#bands - 1);
  }

  /** By the segments to the east: inside is what the outer ring goes round, be it twice where it overlaps itself, and none of the holes does. */
  #contains(x: number, y: number): boolean {
    if (x < this.west || x > this.east || y < this.south || y > this.north) return false;
    if (this.#isBox) return true;
    const band = this.#band(y);
    const winding = this.#winding.fill(0);
    for (let k = this.#bandStart[band]; k < this.#bandStart[band + 1]; k++) {
      const s = this.#inBand[k] * 4;
      const [ax, ay, bx, by] = [this.#segments[s], this.#segments[s + 1], this.#segments[s + 2], this.#segments[s + 3]];
      if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) winding[this.#ringOf[this.#inBand[k]]] += by > ay ? 1 : -1;
    }
    return winding[0] !== 0 && winding.every((turns, ring) => ring === 0 || turns === 0);
  }

  /** Whether a straight piece meets the rim. */
  #crossed(ax: number, ay: number, bx: number, by: number): boolean {
    const [west, east, south, north] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)];
    if (east < this.west || west > this.east || north < this.south || south > this.north) return false;
    for (let band = this.#band(south); band <= this.#band(north); band++) {
      for (let k = this.#bandStart[band]; k < this.#bandStart[band + 1]; k++) {
        const s = this.#inBand[k] * 4;
        const [cx, cy, dx, dy] = [this.#segments[s], this.#segments[s + 1], this.#segments[s + 2], this.#segments[s + 3]];
        if (Math.max(cx, dx) < west || Math.min(cx, dx) > east || Math.max(cy, dy) < south || Math.min(cy, dy) > north) continue;
        const [c, d] = [side(ax, ay, bx, by, cx, cy), side(ax, ay, bx, by, dx, dy)];
        const [a, b] = [side(cx, cy, dx, dy, ax, ay), side(cx, cy, dx, dy, bx, by)];
        if (c * d <= 0 && a * b <= 0) return true;
      }
    }
    return false;
  }
}

/** On which side of a line through a and b a place lies: −1, 0 on it, 1. */
function side(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}

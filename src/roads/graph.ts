// RoadGraph: the road network as typed-array views on one buffer that can be saved, posted and opened without parsing.
import { SnapError, shownOrAwaited } from "../errors.js";
import { clamp } from "../geo/clamp.js";
import { wrapLonE7 } from "../geo/metres.js";
import { ROAD_CLASSES, type RoadClass, speedMps } from "./attributes.js";
import { sectionLengths } from "./lengths.js";
import { badRoads, checkSeal, checksum, openSections, type RoadColumns, type SectionName } from "./sections.js";
import { turnRow } from "./turns.js";
import { textOf } from "./utf8.js";

/** Bit of `arcAccess` that says the turn table has a row for the arc. */
export const HAS_TURNS = 128;

/** Names kept as text: those of a city; forgotten all at once when there are more. */
const NAMES_KEPT = 1 << 16;

/**
 * Refuses what is no RoadGraph, an unawaited promise say, here and not later for a member that it lacks. `whose`: "The pool's".
 * @throws SnapError "bad-input"; "bad-roads" when their buffer was moved to another thread.
 */
export function checkRoads(roads: unknown, whose: string): void {
  // What was sent to a worker as a whole has columns, and nothing that looks into them.
  if (typeof (roads as RoadGraph | null | undefined)?.limit !== "function")
    throw new SnapError("bad-input", `${whose} roads are ${shownOrAwaited(roads)}; they must be a RoadGraph.`);
  // Views on a buffer that was moved are empty: no road would be near anything.
  if (!(roads as RoadGraph).data.byteLength) throw new SnapError("bad-roads", `${whose} roads were moved to another thread; post a copy.`);
}

/**
 * A road network. An **edge** is a road between two junctions; an **arc** is an edge in one direction: `arc = 2 × edge`, `+ 1` against the
 * edge's own direction. All columns are views on `data`: treat them as read-only.
 */
export class RoadGraph {
  /** Everything, in one buffer: save it, post it to a worker, hand it to {@link RoadGraph.from}. */
  readonly data: ArrayBuffer | SharedArrayBuffer;
  /** Every section by name; the more used ones have fields of their own. */
  readonly columns: RoadColumns;
  /** Edges are numbered from 0 up to this. */
  readonly edgeCount: number;
  /** Twice the edges: arcs are numbered from 0 up to this. */
  readonly arcCount: number;
  /** Graph nodes are numbered from 0 up to this. */
  readonly nodeCount: number;

  /** Degrees × 1e7 of the graph nodes (junctions and ends). */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  /** Arcs leaving node n: `outArcs[outStart[n]]` up to, not including, `outArcs[outStart[n + 1]]`. */
  readonly outStart: Uint32Array;
  readonly outArcs: Uint32Array;
  /** Graph node at each end of an edge, in the edge's own direction. */
  readonly edgeFrom: Uint32Array;
  readonly edgeTo: Uint32Array;
  /** Shape of edge e: `shapeLon` and `shapeLat` from `shapeStart[e]` up to `shapeStart[e + 1]`, both ends included. */
  readonly shapeStart: Uint32Array;
  /** Degrees × 1e7, east, of each shape point. */
  readonly shapeLon: Int32Array;
  /** Degrees × 1e7, north, of each shape point. */
  readonly shapeLat: Int32Array;
  /** Metres from the edge's start to each shape point. */
  readonly shapeAt: Float32Array;
  /** Metres, by edge. */
  readonly edgeLength: Float64Array;
  /** OSM way id, by edge. */
  readonly edgeWay: Float64Array;
  /** Index into {@link ROAD_CLASSES}, by edge. */
  readonly edgeClass: Uint8Array;
  /** Bits of {@link Flag}, by edge. */
  readonly edgeFlags: Uint16Array;
  /** Bits of {@link Access}, by arc: who may drive it. Bit 128 is the graph's own: turns from the arc have restrictions. */
  readonly arcAccess: Uint8Array;
  /** Posted limits as {@link SpeedCode}, by arc, and those for lorries where they have their own; 0 unknown. */
  readonly arcSpeed: Uint16Array;
  readonly arcTruckSpeed: Uint16Array;

  /** Names asked for before, by their number: every point of a track asks for its road's. */
  readonly #names = new Map<number, string>();

  private constructor(data: ArrayBuffer | SharedArrayBuffer, columns: RoadColumns) {
    this.data = data;
    this.columns = columns;
    this.edgeCount = columns.edgeLength.length;
    this.arcCount = this.edgeCount * 2;
    this.nodeCount = columns.nodeLon.length;
    this.nodeLon = columns.nodeLon;
    this.nodeLat = columns.nodeLat;
    this.outStart = columns.outStart;
    this.outArcs = columns.outArcs;
    this.edgeFrom = columns.edgeFrom;
    this.edgeTo = columns.edgeTo;
    this.shapeStart = columns.shapeStart;
    this.shapeLon = columns.shapeLon;
    this.shapeLat = columns.shapeLat;
    this.shapeAt = columns.shapeAt;
    this.edgeLength = columns.edgeLength;
    this.edgeWay = columns.edgeWay;
    this.edgeClass = columns.edgeClass;
    this.edgeFlags = columns.edgeFlags;
    this.arcAccess = columns.arcAccess;
    this.arcSpeed = columns.arcSpeed;
    this.arcTruckSpeed = columns.arcTruckSpeed;
  }

  /**
   * Opens a road file: no copy, no parse. Header, table and section lengths are checked.
   * @throws SnapError "bad-roads" when the buffer is no road file, of another version or byte order, or cut short.
   */
  static from(data: ArrayBuffer | SharedArrayBuffer): RoadGraph {
    const columns = openSections(data);
    for (const [name, length] of Object.entries(sectionLengths(columns))) {
      const found = columns[name as SectionName].length;
      if (found !== length) {
        badRoads(`section "${name}" has ${found} elements; it must have ${length}.`);
      }
    }
    return new RoadGraph(data, columns);
  }

  /**
   * Checks everything: the checksum, and that every index in the file points at something.
   * @throws SnapError "bad-roads" naming the first thing that is wrong.
   */
  verify(): void {
    checkRoads(this, "These");
    checkSeal(this.data, checksum(this.data));
    const { arcCount, nodeCount, edgeCount, columns } = this;
    const states = arcCount + columns.virtualArc.length;
    this.#spans("outStart", columns.outArcs, 0);
    this.#spans("shapeStart", columns.shapeLon, 2);
    this.#spans("nameStart", columns.nameBytes, 0);
    this.#spans("turnStart", columns.turnTo, 0);
    const limits: { [name in SectionName]?: number } = {
      outArcs: arcCount,
      edgeFrom: nodeCount,
      edgeTo: nodeCount,
      edgeClass: ROAD_CLASSES.length,
      edgeName: columns.nameStart.length - 1,
      virtualArc: arcCount,
      turnState: states,
      turnTo: arcCount,
      turnNext: states,
      treeEdge: edgeCount,
    };
    for (const [name, limit] of Object.entries(limits)) this.#below(name as SectionName, limit);
    this.#rises("turnState", 1);
  }

  #below(name: SectionName, limit: number): void {
    const values = this.columns[name];
    for (let i = 0; i < values.length; i++) if (values[i] >= limit) badRoads(`${name}[${i}] is ${values[i]}; it must be below ${limit}.`);
  }

  #rises(name: SectionName, least: number): void {
    const values = this.columns[name];
    for (let i = 1; i < values.length; i++) {
      const next = values[i - 1] + least;
      if (values[i] < next) badRoads(`${name}[${i}] is ${values[i]}; it must be ${next} or more.`);
    }
  }

  /** Each of the list's owners has at least so many of it. */
  #spans(name: SectionName, { length: end }: ArrayLike<number>, least: number): void {
    const values = this.columns[name];
    const [first, last] = [values[0], values[values.length - 1]];
    if (first !== 0 || last !== end) badRoads(`${name} goes from ${first} to ${last}; it must be from 0 to ${end}.`);
    this.#rises(name, least);
  }

  /** The road's name; "" when it has none, and for edge −1, which stretches off the road have. */
  name(edge: number): string {
    const { edgeName, nameStart, nameBytes } = this.columns;
    const id = edgeName[edge];
    if (!(id > 0)) return "";
    let name = this.#names.get(id);
    if (name === undefined) {
      name = textOf(nameBytes.subarray(nameStart[id], nameStart[id + 1]));
      if (this.#names.size === NAMES_KEPT) this.#names.clear();
      this.#names.set(id, name);
    }
    return name;
  }

  /** Posted limit on an arc, m/s; null where none is known. For trucks it is their own where there is one. */
  limit(arc: number, forTrucks: boolean): number | null {
    return speedMps((forTrucks && this.arcTruckSpeed[arc]) || this.arcSpeed[arc]);
  }

  /** The road's class by name. */
  className(edge: number): RoadClass {
    return ROAD_CLASSES[this.edgeClass[edge]];
  }

  /** Graph node where the arc begins. */
  tail(arc: number): number {
    return arc & 1 ? this.edgeTo[arc >>> 1] : this.edgeFrom[arc >>> 1];
  }

  /** Graph node where the arc ends. */
  head(arc: number): number {
    return arc & 1 ? this.edgeFrom[arc >>> 1] : this.edgeTo[arc >>> 1];
  }

  /** The arc that a state of the turn table is of. */
  arcOf(state: number): number {
    return state < this.arcCount ? state : this.columns.virtualArc[state - this.arcCount];
  }

  /** The turn table's row of a state; −1 where every way on from it is to the next arc's own state. */
  turnRow(state: number): number {
    return state >= this.arcCount || this.arcAccess[state] & HAS_TURNS ? turnRow(this.columns.turnState, state) : -1;
  }

  /** What the turn table says of going on to an arc, as an index into `turnNext` and `turnBan`; −1 where it says nothing, as for row −1. */
  turnEntry(row: number, to: number): number {
    if (row < 0) return -1;
    const { turnStart, turnTo } = this.columns;
    for (let i = turnStart[row]; i < turnStart[row + 1]; i++) if (turnTo[i] === to) return i;
    return -1;
  }

  /**
   * The arc's line in travel order, [lon, lat] in degrees, from one offset to another (metres from the arc's start; clamped to the arc).
   * Always at least two positions, the same one twice when the piece has no length.
   */
  arcCoordinates(arc: number, startOffset = 0, endOffset = Number.POSITIVE_INFINITY): [number, number][] {
    const edge = arc >>> 1;
    const length = this.edgeLength[edge];
    const from = clamp(startOffset, 0, length);
    const to = clamp(endOffset, from, length);
    // Along the edge's own direction first; turned round at the end for a backward arc.
    const low = arc & 1 ? length - to : from;
    const high = arc & 1 ? length - from : to;
    const first = this.shapeStart[edge];
    const last = this.shapeStart[edge + 1] - 1;
    const line: [number, number][] = [this.pointAt(edge, low)];
    for (let i = first + 1; i < last; i++) {
      if (this.shapeAt[i] > low + 1e-3 && this.shapeAt[i] < high - 1e-3) line.push([this.shapeLon[i] / 1e7, this.shapeLat[i] / 1e7]);
    }
    line.push(this.pointAt(edge, high));
    return arc & 1 ? line.reverse() : line;
  }

  /** Which of the edge's pieces of shape is at so many metres from its start: where in the columns of shapes its later end is. */
  pieceAt(edge: number, offset: number): number {
    const last = this.shapeStart[edge + 1] - 1;
    let i = this.shapeStart[edge] + 1;
    while (i < last && this.shapeAt[i] < offset) i++;
    return i;
  }

  /** The place at so many metres from the edge's start (not the arc's), [lon, lat] in degrees. `piece`: what {@link pieceAt} says, where it is known. */
  pointAt(edge: number, offset: number, piece?: number): [number, number] {
    const last = this.shapeStart[edge + 1] - 1;
    if (offset >= this.edgeLength[edge]) return [this.shapeLon[last] / 1e7, this.shapeLat[last] / 1e7];
    const i = piece ?? this.pieceAt(edge, offset);
    const span = this.shapeAt[i] - this.shapeAt[i - 1];
    const t = span > 0 ? clamp((offset - this.shapeAt[i - 1]) / span, 0, 1) : 0;
    // The difference is wrapped so that a segment across the antimeridian is short.
    const lon = wrapLonE7(this.shapeLon[i - 1] + t * wrapLonE7(this.shapeLon[i] - this.shapeLon[i - 1]));
    const lat = this.shapeLat[i - 1] + t * (this.shapeLat[i] - this.shapeLat[i - 1]);
    return [lon / 1e7, lat / 1e7];
  }

  /** The place at so many metres from the arc's start, [lon, lat] in degrees. */
  arcPointAt(arc: number, offset: number): [number, number] {
    const edge = arc >>> 1;
    return this.pointAt(edge, arc & 1 ? this.edgeLength[edge] - offset : offset);
  }

  /** West, south, east, north of all roads in degrees; around the whole earth where roads lie on both sides of the antimeridian. */
  bounds(): [number, number, number, number] {
    const [west, south, east, north] = this.columns.bounds;
    return [west / 1e7, south / 1e7, east / 1e7, north / 1e7];
  }
}

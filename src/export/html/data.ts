// HTML data: the data inside an HTML report: the result and the roads around it, as columns of small whole numbers.

import { wrapLon } from "../../geo/metres.js";
import { rounded } from "../../geo/rounding.js";
import type { Reason, StretchType } from "../../match/result/result.js";
import { isCoordinate } from "../../match/track/grouping.js";
import { Access, Flag, MODES, ROAD_CLASSES } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { roadBox } from "../../snap/coverage.js";
import type { SnapResult } from "../../snap/result.js";
import type { Weighed } from "../../snap/weighed.js";
import { limitText } from "../sign.js";
import { roadsNear } from "./roads.js";
import { edgesWeighed, type WeighedColumns, weighedColumns } from "./weighed.js";

/** Positions are whole steps of 1e-6° (0.1 m) from the origin: finer than a pixel at any useful zoom. */
const STEP = 1e-6;
const REASONS: Reason[] = ["matched", "interpolated", "off-road", "no-road-nearby", "outlier", "unlocated", "bad-coordinate"];
const LINE_TYPES: StretchType[] = ["Road", "Off", "Road Gap"];
const FLAGS = Object.entries(Flag) as [string, number][];

/** Lines as columns: `x` and `y` are the positions of all lines one after the other, as differences; `n` is the number of positions of each line. */
interface PolylineColumns {
  x: number[];
  y: number[];
  n: number[];
}

/** The report's data. All arrays within one object have one element per road, line or point. */
export interface ReportData {
  title: string;
  attribution: string | null;
  /** Whether way ids are OpenStreetMap's, so that they can link there. */
  osm: boolean;
  origin: [lon: number, lat: number];
  step: number;
  classes: readonly string[];
  modes: string[];
  flags: string[];
  reasons: string[];
  lineTypes: string[];
  names: string[];
  tracks: (string | null)[];
  /** By track: the sum of its points' confidences. A sum of the rounded thousandths would not do: a mean of 0.9949 might come out as 1.00. */
  confidence: number[];
  /** Number of points that no map can show, because their coordinates are no place. */
  unplaced: number;
  /** Number of small roads nearby that were left out to keep the page fast. */
  roadsLeftOut: number;
  messages: string[];
  /** Rules of the road that the way travelled breaks: index of the line, and which rule. */
  violations: [line: number, kind: string][];
  roads: PolylineColumns & {
    class: number[];
    /** Bits in the order of `flags`. */
    flags: number[];
    name: number[];
    way: number[];
    /** Decimetres. */
    length: number[];
    /** Bits in the order of `modes`, along and against the road's direction. */
    forward: number[];
    backward: number[];
    /** Posted limits as on the sign, "" if unknown, as indexes into `names`: along, against, and the same for trucks. */
    limits: number[][];
  };
  lines: PolylineColumns & {
    id: number[];
    type: number[];
    road: number[];
    /** 1: driven against the road's direction. */
    against: number[];
    track: number[];
    length: number[];
    /** Thousandths: the mean of the points on it, or on the lines before and after it; −1 if there are none, and off the roads. */
    confidence: number[];
  };
  points: {
    id: number[];
    x: number[];
    y: number[];
    /** Snapped place as a difference from the raw one. */
    dx: number[];
    dy: number[];
    /** Thousandths; −1: not snapped. */
    confidence: number[];
    reason: number[];
    road: number[];
    against: number[];
    line: number[];
    track: number[];
    /** Decimetres moved. */
    moved: number[];
    /** Seconds since the epoch, metres, metres per second, degrees. An array is left out if no point has a value. */
    time?: (number | null)[];
    accuracy?: (number | null)[];
    speed?: (number | null)[];
    course?: (number | null)[];
  };
  /** The candidates weighed for the points, if they are known. */
  weighed?: WeighedColumns;
}

/** Numbers strings in the order of their first use. */
class Pool {
  readonly values: string[] = [];
  readonly #index = new Map<string, number>();
  of(value: string): number {
    let index = this.#index.get(value);
    if (index === undefined) {
      index = this.values.push(value) - 1;
      this.#index.set(value, index);
    }
    return index;
  }
}

/** Packs a result and the roads around it. */
export function reportData(
  result: SnapResult,
  roads: RoadGraph,
  options: { title: string; attribution: string | null; osm: boolean; margin: number; maxRoads: number; weighed?: Weighed },
): ReportData {
  const origin = originOf(result, roads);
  const pen = new Pen(origin);
  const names = new Pool();
  const { weighed } = options;
  const told = weighed ? edgesWeighed(weighed) : [];
  const { edges, leftOut } = roadsNear(result, roads, {
    middle: origin[0],
    margin: options.margin,
    limit: options.maxRoads,
    always: told,
  });
  const local = new Map(edges.map((edge, i) => [edge, i]));
  const roadOf = (edge: number) => (edge < 0 ? -1 : (local.get(edge) as number));

  const tracks = new Map<string | null, number>();
  const placed = result.inputs.map((_, i) => i).filter((i) => isCoordinate(result.inputs[i].lon, result.inputs[i].lat));
  for (const i of placed) {
    const { trackId } = result.inputs[i];
    if (result.points[i].reason !== "unlocated" && !tracks.has(trackId)) tracks.set(trackId, tracks.size);
  }
  const rawOf = (i: number): [number, number] => [result.inputs[i].lon, result.inputs[i].lat];
  const lineIndex = new Map<number | null, number>(result.lines.map((line, i) => [line.objectId, i]));

  return {
    title: options.title,
    attribution: options.attribution,
    osm: options.osm,
    origin,
    step: STEP,
    classes: ROAD_CLASSES,
    modes: MODES,
    flags: FLAGS.map(([name]) => name),
    reasons: REASONS,
    lineTypes: LINE_TYPES,
    roads: roadColumns(roads, edges, pen, names),
    lines: {
      ...pen.polylines(result.lines.map((line) => line.stretch.coordinates)),
      id: result.lines.map((line) => line.objectId),
      type: result.lines.map((line) => LINE_TYPES.indexOf(line.stretch.type)),
      road: result.lines.map((line) => roadOf(line.stretch.edge)),
      against: result.lines.map((line) => (line.stretch.arc >= 0 ? line.stretch.arc & 1 : 0)),
      track: result.lines.map((line) => tracks.get(line.trackId) as number),
      length: result.lines.map((line) => Math.round(line.stretch.length * 10)),
      confidence: lineConfidence(result, lineIndex),
    },
    points: pointColumns(result, placed, pen, { roadOf, lineIndex, tracks }),
    ...(weighed && { weighed: weighedColumns(weighed, placed, roads, { roadOf, at: (lon, lat) => pen.at(lon, lat), rawOf }) }),
    names: names.values,
    tracks: [...tracks.keys()],
    confidence: confidenceByTrack(result, tracks),
    unplaced: result.inputs.length - placed.length,
    roadsLeftOut: leftOut,
    messages: result.messages.map((message) => message.text),
    violations: result.violations.map(({ stretch, kind }) => [stretch, kind]),
  };
}

function roadColumns(roads: RoadGraph, edges: number[], pen: Pen, names: Pool): ReportData["roads"] {
  const flagBits = (flags: number) => FLAGS.reduce((bits, [, flag], i) => bits | (flags & flag ? 1 << i : 0), 0);
  const modeBits = (access: number) => MODES.reduce((bits, mode, i) => bits | (access & Access[mode] ? 1 << i : 0), 0);
  return {
    ...pen.polylines(edges.map((edge) => roads.arcCoordinates(edge * 2))),
    class: edges.map((edge) => roads.edgeClass[edge]),
    flags: edges.map((edge) => flagBits(roads.edgeFlags[edge])),
    name: edges.map((edge) => names.of(roads.name(edge))),
    way: edges.map((edge) => roads.edgeWay[edge]),
    length: edges.map((edge) => Math.round(roads.edgeLength[edge] * 10)),
    forward: edges.map((edge) => modeBits(roads.arcAccess[edge * 2])),
    backward: edges.map((edge) => modeBits(roads.arcAccess[edge * 2 + 1])),
    limits: [roads.arcSpeed, roads.arcTruckSpeed].flatMap((limits) =>
      [0, 1].map((direction) => edges.map((edge) => names.of(limitText(limits[edge * 2 + direction])))),
    ),
  };
}

/** The indices on the page of what a point belongs to. */
interface PointIndex {
  roadOf: (edge: number) => number;
  /** By the line's ObjectID. */
  lineIndex: ReadonlyMap<number | null, number>;
  /** By track id. */
  tracks: ReadonlyMap<string | null, number>;
}

function pointColumns(result: SnapResult, placed: number[], pen: Pen, { roadOf, lineIndex, tracks }: PointIndex): ReportData["points"] {
  const columns: ReportData["points"] = {
    id: [],
    x: [],
    y: [],
    dx: [],
    dy: [],
    confidence: [],
    reason: [],
    road: [],
    against: [],
    line: [],
    track: [],
    moved: [],
  };
  let x = 0;
  let y = 0;
  for (const i of placed) {
    const input = result.inputs[i];
    const point = result.points[i];
    const [rawX, rawY] = pen.at(input.lon, input.lat);
    const [snapX, snapY] = pen.at(point.lon, point.lat);
    columns.id.push(result.objectIds[i]);
    columns.x.push(rawX - x);
    columns.y.push(rawY - y);
    [x, y] = [rawX, rawY];
    columns.dx.push(snapX - rawX);
    columns.dy.push(snapY - rawY);
    columns.confidence.push(point.edge < 0 ? -1 : Math.round(point.confidence * 1000));
    columns.reason.push(REASONS.indexOf(point.reason));
    columns.road.push(roadOf(point.edge));
    columns.against.push(point.arc >= 0 ? point.arc & 1 : 0);
    columns.line.push(lineIndex.get(result.lineIds[i]) ?? -1);
    columns.track.push(point.reason === "unlocated" ? -1 : (tracks.get(input.trackId) as number));
    columns.moved.push(Math.round(point.distance * 10));
  }
  for (const key of ["time", "accuracy", "speed", "course"] as const) {
    const values = placed.map((i) => known(result.inputs[i][key]));
    if (values.some((value) => value !== null)) columns[key] = values;
  }
  return columns;
}

function known(value: number | null | undefined): number | null {
  return Number.isFinite(value) ? Math.round((value as number) * 1000) / 1000 : null;
}

/** The sum of the confidences of each track's snapped points, so that the page can compute means over tracks. */
function confidenceByTrack(result: SnapResult, tracks: Map<string | null, number>): number[] {
  const sums = new Array<number>(tracks.size).fill(0);
  for (const [i, { edge, confidence }] of result.points.entries())
    if (edge >= 0) sums[tracks.get(result.inputs[i].trackId) as number] += confidence;
  return sums.map((sum) => rounded(sum, 1e4));
}

/** Each Road line's mean confidence; a line without points of its own takes the mean of its neighbours'. */
function lineConfidence(result: SnapResult, lineIndex: PointIndex["lineIndex"]): number[] {
  const sum = new Float64Array(result.lines.length);
  const count = new Uint32Array(result.lines.length);
  for (const [i, id] of result.lineIds.entries()) {
    const line = lineIndex.get(id);
    if (line === undefined) continue;
    sum[line] += result.points[i].confidence;
    count[line]++;
  }
  const isRoad = (i: number, track: string | null) => result.lines[i]?.stretch.type === "Road" && result.lines[i].trackId === track;
  const own = (start: number, step: 1 | -1): number | null => {
    for (let i = start; isRoad(i, result.lines[start].trackId); i += step) if (count[i]) return sum[i] / count[i];
    return null;
  };
  return result.lines.map((_, i) => {
    const around = [own(i, -1), own(i, 1)].filter((value) => value !== null);
    return around.length === 0 ? -1 : Math.round((around.reduce((a, b) => a + b, 0) / around.length) * 1000);
  });
}

/** The first place of the result, or the middle of the roads. Everything else is near it, so differences are small. */
function originOf(result: SnapResult, roads: RoadGraph): [number, number] {
  const first = result.inputs.find((input) => isCoordinate(input.lon, input.lat));
  if (first) return [rounded(first.lon, 1e6), rounded(first.lat, 1e6)];
  const [west, south, east, north] = roadBox(roads);
  return [rounded(wrapLon((west + east + (west > east ? 360 : 0)) / 2), 1e6), rounded((south + north) / 2, 1e6)];
}

/** Turns degrees into steps from the origin, the short way across the antimeridian. */
class Pen {
  readonly #origin: [number, number];
  constructor(origin: [number, number]) {
    this.#origin = origin;
  }

  at(lon: number, lat: number): [number, number] {
    return [Math.round(wrapLon(lon - this.#origin[0]) / STEP), Math.round((lat - this.#origin[1]) / STEP)];
  }

  polylines(lines: [number, number][][]): PolylineColumns {
    const columns: PolylineColumns = { x: [], y: [], n: [] };
    let [x, y] = [0, 0];
    for (const line of lines) {
      columns.n.push(line.length);
      for (const [lon, lat] of line) {
        const [nextX, nextY] = this.at(lon, lat);
        columns.x.push(nextX - x);
        columns.y.push(nextY - y);
        [x, y] = [nextX, nextY];
      }
    }
    return columns;
  }
}

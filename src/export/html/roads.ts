// HTML roads: chooses the roads that a report draws: those near the tracks, however large the road file is.
import { latScale, lonScale, wrapLon } from "../../geo/metres.js";
import { isCoordinate } from "../../match/track/grouping.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { SnapResult } from "../../snap/result.js";

/** Places are counted in cells of about `size` metres; a cell's key is row × COLUMNS + column. */
const COLUMNS = 2 ** 26;
/** Least size of a cell, metres: a line of a hundred kilometres has ten thousand of these. */
const LEAST_CELL = 10;

/** Which roads are drawn. */
export interface RoadChoice {
  /** A longitude near the result. */
  middle: number;
  /** Metres from the points and lines of the result. */
  margin: number;
  /** Most roads. Beyond that, whole classes are left out, the least important first. */
  limit: number;
  /** Edges that are always among them, as those that were driven are. */
  always: readonly number[];
}

/** Edges with any part within about `margin` metres of a point or line of the result, by edge index. */
export function roadsNear(result: SnapResult, roads: RoadGraph, choice: RoadChoice): { edges: number[]; leftOut: number } {
  const { middle, margin, limit, always } = choice;
  const driven = new Set<number>(always);
  for (const point of result.points) driven.add(point.edge);
  for (const line of result.lines) driven.add(line.stretch.edge);

  const cells = new Cells(margin, middle, middleLatitude(result, roads));
  for (const input of result.inputs) cells.addAround(input.lon, input.lat);
  for (const { stretch } of result.lines) {
    for (let i = 1; i < stretch.coordinates.length; i++) {
      cells.along(stretch.coordinates[i - 1], stretch.coordinates[i], (lon, lat) => {
        cells.addAround(lon, lat);
        return false;
      });
    }
  }

  const near: number[] = [];
  for (let edge = 0; edge < roads.edgeCount; edge++) if (driven.has(edge) || touches(roads, edge, cells)) near.push(edge);
  const byClass = new Array<number>(256).fill(0);
  for (const edge of near) byClass[roads.edgeClass[edge]]++;
  let keep = 0;
  for (let total = 0; keep < byClass.length && total + byClass[keep] <= limit; keep++) total += byClass[keep];
  const edges = near.filter((edge) => driven.has(edge) || roads.edgeClass[edge] < keep);
  return { edges, leftOut: near.length - edges.length };
}

function touches(roads: RoadGraph, edge: number, cells: Cells): boolean {
  const last = roads.shapeStart[edge + 1] - 1;
  for (let i = roads.shapeStart[edge]; i < last; i++) {
    const from: [number, number] = [roads.shapeLon[i] / 1e7, roads.shapeLat[i] / 1e7];
    const to: [number, number] = [roads.shapeLon[i + 1] / 1e7, roads.shapeLat[i + 1] / 1e7];
    if (cells.along(from, to, (lon, lat) => cells.has(lon, lat))) return true;
  }
  return false;
}

/** The latitude for the width of all cells. One will do, as cells only choose what is drawn. */
function middleLatitude(result: SnapResult, roads: RoadGraph): number {
  let south = 90;
  let north = -90;
  for (const { lon, lat } of result.inputs) {
    if (!isCoordinate(lon, lat)) continue;
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  if (south > north) [, south, , north] = roads.bounds();
  return (south + north) / 2;
}

class Cells {
  readonly #keys = new Set<number>();
  readonly #middle: number;
  readonly #width: number;
  readonly #height: number;

  constructor(margin: number, middle: number, lat: number) {
    const size = Math.max(margin, LEAST_CELL);
    this.#middle = middle;
    this.#height = size / latScale(lat);
    this.#width = size / Math.max(lonScale(lat), 1);
  }

  addAround(lon: number, lat: number): void {
    if (!isCoordinate(lon, lat)) return;
    const column = this.#column(lon);
    const row = Math.floor((lat + 90) / this.#height);
    for (let r = row - 1; r <= row + 1; r++) for (let c = column - 1; c <= column + 1; c++) this.#keys.add(r * COLUMNS + c);
  }

  has(lon: number, lat: number): boolean {
    return this.#keys.has(Math.floor((lat + 90) / this.#height) * COLUMNS + this.#column(lon));
  }

  /** The column of a longitude, counted from `middle`, so that neighbours across the antimeridian have neighbouring columns. */
  #column(lon: number): number {
    return Math.floor((lon - 360 * Math.round((lon - this.#middle) / 360) + 180) / this.#width);
  }

  /** Visits places along a segment, at most a cell apart, until a visit returns true; the short way across the antimeridian. */
  along(from: [number, number], to: [number, number], visit: (lon: number, lat: number) => boolean): boolean {
    const dLon = wrapLon(to[0] - from[0]);
    const dLat = to[1] - from[1];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dLon) / this.#width, Math.abs(dLat) / this.#height)));
    for (let k = 0; k <= steps; k++) if (visit(wrapLon(from[0] + (dLon * k) / steps), from[1] + (dLat * k) / steps)) return true;
    return false;
  }
}

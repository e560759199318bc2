// Facts: the rounded values about each snapped point and line that all written files share.

import { speedKph } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapLine, SnapResult } from "../snap/result.js";
import type { LineTimes } from "./line-times.js";
import { DECIMALS, toDecimals } from "./numbers.js";

/** The answer for one point. */
export interface PointFacts {
  /** 0–1. */
  confidence: number;
  reason: string;
  /** Metres from the input to the snapped place. */
  distance: number | null;
  /** `line_id` of the line it lies on. */
  line_id: number | null;
  /** The road it was snapped to. */
  way_id: number | null;
  name: string | null;
}

/** The names of these, in the order in which files have them; taken from a record, so that the compiler misses none. */
export const POINT_FACTS = Object.keys({
  confidence: 0,
  reason: 0,
  distance: 0,
  line_id: 0,
  way_id: 0,
  name: 0,
} satisfies Record<keyof PointFacts, 0>) as (keyof PointFacts)[];

/** The answer for point i. */
export function pointFacts(result: SnapResult, roads: RoadGraph, i: number): PointFacts {
  const { confidence, reason, distance, edge } = result.points[i];
  return {
    confidence: toDecimals(confidence, DECIMALS.confidence) ?? 0,
    reason,
    distance: toDecimals(distance, DECIMALS.metres),
    line_id: result.lineIds[i],
    ...wayFacts(roads, edge),
  };
}

/** The snapped place of point i, in degrees; null if it is no place on Earth. */
export function snappedPlace(result: SnapResult, i: number): [lon: number, lat: number] | null {
  const { lon, lat, reason } = result.points[i];
  if (reason === "bad-coordinate") return null;
  const place = [toDecimals(lon, DECIMALS.degrees), toDecimals(lat, DECIMALS.degrees)];
  return place[0] === null || place[1] === null ? null : [place[0], place[1]];
}

/** One line of the result. */
export interface LineFacts {
  line_id: number;
  track_id: string | null;
  line_type: string;
  way_id: number | null;
  name: string | null;
  class: string | null;
  /** Along the way of the map (in the order of its nodes), or against it. */
  direction: "forward" | "backward" | null;
  /** The limit posted in the direction travelled; null if unknown. */
  posted_speed_limit_kph: number | null;
  /** Metres travelled on it. */
  length: number | null;
}

/** The facts of a line; Off and Road Gap lines have no road. */
export function lineFacts({ objectId, trackId, stretch }: SnapLine, roads: RoadGraph): LineFacts {
  const { type, edge, arc, length } = stretch;
  const limit = edge < 0 ? null : speedKph(roads.arcSpeed[arc]);
  return {
    line_id: objectId,
    track_id: trackId,
    line_type: type,
    ...wayFacts(roads, edge),
    class: edge < 0 ? null : roads.className(edge),
    direction: edge < 0 ? null : arc & 1 ? "backward" : "forward",
    posted_speed_limit_kph: limit === null ? null : toDecimals(limit, DECIMALS.metres),
    length: toDecimals(length, DECIMALS.metres),
  };
}

/** When a line was driven. */
export interface TimeFacts {
  /** When it was entered and left, in the form that the file has for times. */
  start_time: number | string | null;
  end_time: number | string | null;
  /** Seconds between the two. */
  duration: number | null;
}

/** The times of a line, each written by `written`. */
export function timeFacts({ start, end }: LineTimes, written: (seconds: number) => number | string | null): TimeFacts {
  return {
    start_time: start === null ? null : written(start),
    end_time: end === null ? null : written(end),
    duration: start === null || end === null ? null : toDecimals(end - start, DECIMALS.seconds),
  };
}

/** Positions of a line, rounded. */
export function linePlaces({ stretch }: SnapLine): [number, number][] {
  return stretch.coordinates.map(([lon, lat]) => [toDecimals(lon, DECIMALS.degrees) ?? 0, toDecimals(lat, DECIMALS.degrees) ?? 0]);
}

function wayFacts(roads: RoadGraph, edge: number): { way_id: number | null; name: string | null } {
  return edge < 0 ? { way_id: null, name: null } : { way_id: roads.edgeWay[edge], name: roads.name(edge) || null };
}

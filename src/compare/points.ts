// Points: compares two responses point by point: the place, the confidence, the road and the line that it is linked to.
import type { Position } from "../geo/lines.js";
import { distance } from "../geo/metres.js";
import { quantile } from "../geo/quantile.js";
import { rounded, toMillimetres } from "../geo/rounding.js";
import type { LineSet } from "./line-set.js";
import type { ReadLine, ReadPoint } from "./read.js";

/** A value of each response. */
export interface Sides<T> {
  /** The first response's. */
  a: T;
  /** The second response's. */
  b: T;
}

/** A summary of values. */
export interface Spread {
  /** Half of the values are no larger. */
  median: number;
  /** 95 % of the values are no larger. */
  p95: number;
  /** The largest. */
  max: number;
}

/** The line that a line_id leads to; `type` is null when there is no such line. */
export interface LineLink {
  /** The line_id. */
  objectId: number;
  /** The line_type of that line. */
  type: string | null;
}

/** One point in both responses. */
export interface PointComparison {
  /** Its ObjectID, in both. */
  objectId: number;
  /** Metres between the two places; null when one has none. */
  position: number | null;
  /** Whether it was put on a road: it has a place, and its confidence, if any, is above 0. */
  snapped: Sides<boolean>;
  /** Null where it has none. */
  confidence: Sides<number | null>;
  /** Whether both put it on the same road; null unless both snapped it. */
  sameRoad: boolean | null;
  /** The line its line_id leads to; null where it has none. */
  line: Sides<LineLink | null>;
}

/** All points. Lists are ObjectIDs in rising order; spreads are null when there are no values. */
export interface PointsComparison {
  /** How many points each has. */
  count: Sides<number>;
  /** How many both have. */
  paired: number;
  /** Points that only A has. */
  onlyA: number[];
  /** Points that only B has. */
  onlyB: number[];
  /** How many of the paired points were put on a road: by both, by one alone, by neither. */
  snapped: { both: number; onlyA: number; onlyB: number; neither: number };
  /** Metres, of points that both snapped. */
  position: Spread | null;
  /** The absolute difference, of points that both snapped. */
  confidence: Spread | null;
  /** Of points that both snapped: how many there are, and how many are on the same road. */
  sameRoad: { compared: number; same: number };
  /**
   * Of paired points, except those whose line_ids both lead to no line; null unless both responses have lines. `broken`: the points whose line_id leads to no
   * line.
   */
  links: { same: number; different: number; broken: Sides<number[]> } | null;
  /** Every paired point. */
  each: PointComparison[];
}

/** A point in both responses, as read. */
export type PointPair = Sides<ReadPoint>;

/** Pairs points by ObjectID; of equal ObjectIDs, the first with the first. Both lists have to be in the order of ObjectIDs. */
export function pairPoints(a: readonly ReadPoint[], b: readonly ReadPoint[]): { pairs: PointPair[]; onlyA: number[]; onlyB: number[] } {
  const pairs: PointPair[] = [];
  const onlyA: number[] = [];
  const onlyB: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [idA, idB] = [a[i]?.objectId ?? Infinity, b[j]?.objectId ?? Infinity];
    if (idA < idB) onlyA.push(a[i++].objectId);
    else if (idB < idA) onlyB.push(b[j++].objectId);
    else pairs.push({ a: a[i++], b: b[j++] });
  }
  return { pairs, onlyA, onlyB };
}

/** Compares paired points. @param nearMetres metres within which two places count as on one road, if no lines say so */
export function comparePoint({ a, b }: PointPair, lines: Sides<LineSet | null>, nearMetres: number): PointComparison {
  return {
    objectId: a.objectId,
    position: a.place && b.place && toMillimetres(metresBetween(a.place, b.place)),
    snapped: { a: a.snapped, b: b.snapped },
    confidence: { a: a.confidence, b: b.confidence },
    sameRoad: isSnapped(a) && isSnapped(b) ? onSameRoad(a, b, lines, nearMetres) : null,
    line: { a: linkOf(a, lines.a), b: linkOf(b, lines.b) },
  };
}

/** Sums up compared points. */
export function summarisePoints(
  count: Sides<number>,
  each: PointComparison[],
  only: { onlyA: number[]; onlyB: number[] },
  haveLines: boolean,
): PointsComparison {
  const times = (test: (point: PointComparison) => boolean) => each.filter(test).length;
  const both = each.filter(({ snapped }) => snapped.a && snapped.b);
  const broken = (side: "a" | "b") => each.flatMap(({ objectId, line }) => (line[side] && line[side].type === null ? [objectId] : []));
  // undefined is no line_id, and null one that leads to no line.
  const different = times(({ line: { a, b } }) => a?.type !== b?.type);
  // If both line_ids lead to no line there is nothing to judge, as in a response with an empty list of lines.
  const nowhere = times(({ line: { a, b } }) => a?.type === null && b?.type === null);
  return {
    count,
    paired: each.length,
    ...only,
    snapped: {
      both: both.length,
      onlyA: times(({ snapped }) => snapped.a && !snapped.b),
      onlyB: times(({ snapped }) => snapped.b && !snapped.a),
      neither: times(({ snapped }) => !snapped.a && !snapped.b),
    },
    position: spread(both.map(({ position }) => position)),
    confidence: spread(both.map(({ confidence: { a, b } }) => confidenceApart(a, b))),
    sameRoad: { compared: times(({ sameRoad }) => sameRoad !== null), same: times(({ sameRoad }) => sameRoad === true) },
    links: haveLines ? { same: each.length - different - nowhere, different, broken: { a: broken("a"), b: broken("b") } } : null,
    each,
  };
}

/** The difference of two confidences: 1 if only one of them is there, null if none is. */
function confidenceApart(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a === b ? null : 1;
  return rounded(Math.abs(a - b), 1e6);
}

/** Median, 95th percentile and largest of the values that are not null; null if there are none. */
export function spread(values: readonly (number | null)[]): Spread | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: sorted[sorted.length - 1] };
}

/** A point that was snapped, which has a place therefore. */
type SnappedPoint = ReadPoint & { place: Position };

function isSnapped(point: ReadPoint): point is SnappedPoint {
  return point.snapped;
}

/**
 * Whether two snapped places are on the same road: one lies on the other's line or, next to a junction, on the line before or after it. If neither lies on the
 * line it is linked to, whether they are near each other.
 */
function onSameRoad(a: SnappedPoint, b: SnappedPoint, lines: Sides<LineSet | null>, nearMetres: number): boolean {
  const near = metresBetween(a.place, b.place) <= nearMetres;
  const [lineA, lineB] = [ownLine(a, lines.a), ownLine(b, lines.b)];
  if (!lineA && !lineB) return near;
  const on = (set: LineSet | null, line: ReadLine | undefined, place: Position): boolean =>
    set !== null && line !== undefined && (set.on(line, place) || (near && set.beside(line).some((next) => set.on(next, place))));
  return on(lines.b, lineB, a.place) || on(lines.a, lineA, b.place);
}

/** The line that a point is linked to, if it lies there. */
function ownLine({ lineId, place }: SnappedPoint, lines: LineSet | null): ReadLine | undefined {
  const line = lines?.find(lineId);
  return line && lines?.on(line, place) ? line : undefined;
}

function linkOf({ lineId }: ReadPoint, lines: LineSet | null): LineLink | null {
  return lineId === null ? null : { objectId: lineId, type: lines?.find(lineId)?.type ?? null };
}

function metresBetween(a: Position, b: Position): number {
  return distance(a[0], a[1], b[0], b[1]);
}

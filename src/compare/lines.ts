// Lines: compares two responses line by line: how much of each the other covers, by line_type, and which lines are the same piece of road.
import { type Line, lineLength, type Position, placeBetween } from "../geo/lines.js";
import { distance } from "../geo/metres.js";
import { toMillimetres } from "../geo/rounding.js";
import { SAMPLE_METRES, SegmentIndex } from "../geo/segment-index.js";
import type { LineSet } from "./line-set.js";
import type { Sides } from "./points.js";
import type { ReadLine } from "./read.js";

/** Lines of one type in one response. */
export interface TypeTotal {
  /** How many. */
  lines: number;
  /** Metres on the ground. */
  metres: number;
  /** Metres that the other response's lines of this type and track cover. */
  covered: number;
}

/** All lines. A line counts as on one side only if less than half of it is covered. Lists are ObjectIDs in rising order. */
export interface LinesComparison {
  /** By line_type, in the order in which they first come up. */
  byType: Record<string, Sides<TypeTotal>>;
  /** Lines of A less than half of which B covers. */
  onlyA: number[];
  /** Lines of B less than half of which A covers. */
  onlyB: number[];
}

/** Compares the lines of each response with the other's. Coverage ignores direction and the number of passes. */
export function compareLines(a: LineSet, b: LineSet): LinesComparison {
  const byType = new Map<string, Sides<TypeTotal>>();
  for (const { type } of [...a.lines, ...b.lines]) if (!byType.has(type)) byType.set(type, { a: noLines(), b: noLines() });
  const group = groupName(a, b);
  const oneWay = (side: "a" | "b", lines: readonly ReadLine[], others: LineSet): number[] => {
    const indexes = indexByGroup(others, group);
    return lines.flatMap((line) => {
      const total = (byType.get(line.type) as Sides<TypeTotal>)[side];
      const covered = coveredMetres(line.parts, indexes.get(group(line)));
      total.lines++;
      total.metres += line.metres;
      total.covered += covered;
      return covered < line.metres / 2 ? [line.objectId] : [];
    });
  };
  const onlyA = oneWay("a", a.lines, b);
  const onlyB = oneWay("b", b.lines, a);
  for (const sides of byType.values()) {
    for (const total of [sides.a, sides.b]) {
      total.metres = toMillimetres(total.metres);
      total.covered = toMillimetres(total.covered);
    }
  }
  return { byType: Object.fromEntries(byType), onlyA, onlyB };
}

/**
 * Least share of the longer line's length that the shorter has, if they are the same piece of road. It leaves room for the ends of a track, where lines are
 * cut.
 */
const SAME_LENGTH = 0.8;

/**
 * Pairs of road lines that are the same piece of road: of like length, and each with the other's middle on it. Of several passes, the first is paired with the
 * first.
 */
export function pairLines(a: LineSet, b: LineSet): Sides<ReadLine>[] {
  const group = groupName(a, b);
  const taken = new Set<ReadLine>();
  return a.lines.flatMap((line) => {
    const middle = line.type === "Road" ? middleOf(line.parts) : null;
    if (middle === null) return [];
    const other = b.at(middle).find((candidate) => {
      if (taken.has(candidate) || group(candidate) !== group(line)) return false;
      if (Math.min(line.metres, candidate.metres) < SAME_LENGTH * Math.max(line.metres, candidate.metres)) return false;
      const itsMiddle = middleOf(candidate.parts);
      return itsMiddle !== null && a.on(line, itsMiddle);
    });
    if (other === undefined) return [];
    taken.add(other);
    return [{ a: line, b: other }];
  });
}

/** The group of a line: lines are compared within the same type and track. Tracks count only if both responses have them. */
function groupName(a: LineSet, b: LineSet): (line: ReadLine) => string {
  const haveTracks = [a, b].every(({ lines }) => lines.some(({ trackId }) => trackId !== null));
  return ({ type, trackId }) => JSON.stringify(haveTracks ? [type, trackId] : [type]);
}

function indexByGroup({ lines, reach }: LineSet, group: (line: ReadLine) => string): Map<string, SegmentIndex> {
  const parts = new Map<string, Line[]>();
  for (const line of lines) {
    const name = group(line);
    const before = parts.get(name);
    if (before) for (const part of line.parts) before.push(part);
    else parts.set(name, [...line.parts]);
  }
  return new Map([...parts].map(([name, all]) => [name, new SegmentIndex(all, reach)]));
}

/** Metres of a line that the lines of an index cover, measured by samples. */
function coveredMetres(parts: readonly Line[], index: SegmentIndex | undefined): number {
  let metres = 0;
  if (index === undefined) return metres;
  for (const part of parts) {
    for (let i = 1; i < part.length; i++) {
      const [a, b] = [part[i - 1], part[i]];
      const length = distance(a[0], a[1], b[0], b[1]);
      const samples = Math.ceil(length / SAMPLE_METRES);
      for (let s = 0; s < samples; s++) {
        const [lon, lat] = placeBetween(a, b, (s + 0.5) / samples);
        if (index.covers(lon, lat)) metres += length / samples;
      }
    }
  }
  return metres;
}

/** The place halfway along a line; null for a line without length. */
function middleOf(parts: readonly Line[]): Position | null {
  let rest = lineLength(parts) / 2;
  for (const part of parts) {
    for (let i = 1; i < part.length; i++) {
      const [a, b] = [part[i - 1], part[i]];
      const length = distance(a[0], a[1], b[0], b[1]);
      if (length > 0 && rest <= length) return placeBetween(a, b, rest / length);
      rest -= length;
    }
  }
  return null;
}

function noLines(): TypeTotal {
  return { lines: 0, metres: 0, covered: 0 };
}

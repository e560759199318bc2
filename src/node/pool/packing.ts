// Pool packing: tracks and matches as columns of numbers in memory that threads share, and back again.

import type { Match, MatchedPoint, Reason, Stretch, StretchType, Violation } from "../../match/result/result.js";
import { COLUMNS, columnsInto, countOf } from "../../match/track/columns.js";
import type { Track, TrackPoint } from "../../match/track/track.js";

/**
 * The columns of a track, one after the other; NaN is "unknown".
 * @throws SnapError "bad-input" when a column's length differs from `lon`'s.
 */
export function packTrack(track: readonly TrackPoint[] | Track): Float64Array {
  const packed = new Float64Array(countOf(track) * COLUMNS.length);
  columnsInto(track, unpackTrack(packed));
  return packed;
}

/**
 * Parts of numbers in shared memory: first the number of parts that there can be, then the length of each, then the parts. Memory is used again, since new
 * memory costs as much again when it is first touched: at 60 s between fixes 10 µs a track.
 */
export class Parts {
  numbers: Float64Array;
  #count = 0;
  #end: number;

  constructor(most: number, room: Float64Array | null = null) {
    this.#end = 1 + most;
    // Room that is too small even for the lengths is exchanged when the first part is added.
    this.numbers = room ?? sharedNumbers(2 * this.#end);
    this.numbers[0] = most;
    this.numbers.fill(0, 1, this.#end);
  }

  /** Adds a part, to be written before the next one is added. */
  add(length: number): Float64Array {
    const start = this.#end;
    const end = start + length;
    if (end > this.numbers.length) {
      const larger = sharedNumbers(2 * end);
      larger.set(this.numbers.subarray(0, start));
      this.numbers = larger;
    }
    this.#end = end;
    this.numbers[++this.#count] = length;
    return this.numbers.subarray(start, end);
  }
}

/** Joins parts, in exactly the memory that they take. */
export function joinParts(parts: readonly Float64Array[]): Float64Array {
  const length = parts.reduce((sum, part) => sum + part.length, 1 + parts.length);
  const joined = new Parts(parts.length, sharedNumbers(length));
  for (const part of parts) joined.add(part.length).set(part);
  return joined.numbers;
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** The parts, as views. */
export function splitParts(numbers: Float64Array): Float64Array[] {
  const parts: Float64Array[] = [];
  let at = 1 + numbers[0];
  for (let i = 1; i <= numbers[0]; i++) {
    parts.push(numbers.subarray(at, at + numbers[i]));
    at += numbers[i];
  }
  return parts;
}

/** The columns of a packed track, as views. */
export function unpackTrack(packed: Float64Array): Record<(typeof COLUMNS)[number], Float64Array> {
  const count = packed.length / COLUMNS.length;
  const [lon, lat, time, accuracy, speed, course] = COLUMNS.map((_, f) => packed.subarray(f * count, (f + 1) * count));
  return { lon, lat, time, accuracy, speed, course };
}

/** Words, each sent as its index in its list. The lists are made from records, so that the compiler misses none. */
const REASONS = wordsOf<Reason>({
  matched: 0,
  interpolated: 0,
  "off-road": 0,
  "no-road-nearby": 0,
  outlier: 0,
  unlocated: 0,
  "bad-coordinate": 0,
});
const STRETCHES = wordsOf<StretchType>({ Road: 0, Off: 0, "Road Gap": 0 });
const VIOLATIONS = wordsOf<Violation["kind"]>({ "wrong-way": 0, "no-access": 0, "turn-restriction": 0, "u-turn": 0, barrier: 0 });

function wordsOf<Word extends string>(record: Record<Word, 0>): readonly Word[] {
  return Object.keys(record) as Word[];
}

const HEAD = 2;
const PER_POINT = 9;
const PER_STRETCH = 7;
const PER_VIOLATION = 3;

/**
 * A match in one column, made by `column`: the numbers of points and stretches; then the points, the stretches (each followed by its coordinates), and the
 * violations.
 */
export function packMatch({ points, stretches, violations }: Match, column: (length: number) => Float64Array): Float64Array {
  const places = stretches.reduce((sum, { coordinates }) => sum + coordinates.length, 0);
  const length = points.length * PER_POINT + stretches.length * PER_STRETCH + 2 * places + violations.length * PER_VIOLATION;
  const packed = column(HEAD + length);
  packed[0] = points.length;
  packed[1] = stretches.length;
  let at = HEAD;
  for (const point of points) {
    packed[at] = point.lon;
    packed[at + 1] = point.lat;
    packed[at + 2] = point.confidence;
    packed[at + 3] = point.edge;
    packed[at + 4] = point.arc;
    packed[at + 5] = point.offset;
    packed[at + 6] = point.distance;
    packed[at + 7] = REASONS.indexOf(point.reason);
    packed[at + 8] = point.stretch;
    at += PER_POINT;
  }
  for (const stretch of stretches) {
    packed[at] = STRETCHES.indexOf(stretch.type);
    packed[at + 1] = stretch.edge;
    packed[at + 2] = stretch.arc;
    packed[at + 3] = stretch.startOffset;
    packed[at + 4] = stretch.endOffset;
    packed[at + 5] = stretch.length;
    packed[at + 6] = stretch.coordinates.length;
    at += PER_STRETCH;
    for (const place of stretch.coordinates) {
      packed[at++] = place[0];
      packed[at++] = place[1];
    }
  }
  for (const violation of violations) {
    packed[at] = VIOLATIONS.indexOf(violation.kind);
    packed[at + 1] = violation.arc;
    packed[at + 2] = violation.stretch;
    at += PER_VIOLATION;
  }
  return packed;
}

/** Unpacks a match. Plain loops, because the caller's thread does this for all workers. */
export function unpackMatch(packed: Float64Array): Match {
  const points: MatchedPoint[] = [];
  const stretches: Stretch[] = [];
  const violations: Violation[] = [];
  let at = HEAD;
  const pointsEnd = at + packed[0] * PER_POINT;
  for (; at < pointsEnd; at += PER_POINT) {
    points.push({
      lon: packed[at],
      lat: packed[at + 1],
      confidence: packed[at + 2],
      edge: packed[at + 3],
      arc: packed[at + 4],
      offset: packed[at + 5],
      distance: packed[at + 6],
      reason: REASONS[packed[at + 7]],
      stretch: packed[at + 8],
    });
  }
  for (let left = packed[1]; left > 0; left--) {
    const coordinates: [number, number][] = [];
    const end = at + PER_STRETCH + 2 * packed[at + 6];
    for (let i = at + PER_STRETCH; i < end; i += 2) coordinates.push([packed[i], packed[i + 1]]);
    stretches.push({
      type: STRETCHES[packed[at]],
      edge: packed[at + 1],
      arc: packed[at + 2],
      startOffset: packed[at + 3],
      endOffset: packed[at + 4],
      length: packed[at + 5],
      coordinates,
    });
    at = end;
  }
  for (; at < packed.length; at += PER_VIOLATION) {
    violations.push({ kind: VIOLATIONS[packed[at]], arc: packed[at + 1], stretch: packed[at + 2] });
  }
  return { points, stretches, violations };
}

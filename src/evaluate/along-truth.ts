// Where along a truth the fixes were made, by the order of travel: a truth may come by the same place several times, so all fixes are looked at together.

import type { TrackPoint } from "../match/track.js";
import { divided, type Line, lineLength, reversed } from "./lines.js";
import { SegmentIndex } from "./segment-index.js";

/** Metres from the truth beyond which a fix is not taken to be on it. */
export const ON_TRUTH = 30;
/** Metres of truth within which the order of the fixes does not count. */
const PIECE = 10;

/**
 * Answers, for a part of the truth, between which two fixes it ends: the last that lies on the truth no later, −1 for none, and the first that lies on
 * the parts behind it, their number for none. Null where there is neither.
 */
export function fixesAround(truth: readonly Line[], track: readonly TrackPoint[]): (part: number) => [last: number, first: number] | null {
  const parts = truth.map((part) => divided(part, PIECE));
  const before = gainsByPart(parts, track);
  const after = gainsByPart(reversed(parts), track.toReversed());
  return (part) => bestPair(before[part], after[truth.length - 2 - part].toReversed());
}

/** From and to which metre along the truth each of these fixes may have been made, by its place and by those of all other fixes. */
export function alongTruth(truth: readonly Line[], track: readonly TrackPoint[], fixes: readonly number[]): [from: number, to: number][] {
  const parts = truth.map((part) => divided(part, PIECE));
  const lengths = parts.flatMap((part) => part.slice(1).map((end, k) => lineLength([[part[k], end]])));
  const before = gainsBefore(parts, track, fixes);
  const backward = fixes.map((fix) => track.length - 1 - fix);
  const after = gainsBefore(reversed(parts), track.toReversed(), backward);
  const alone = new Passage(parts);
  return fixes.map((fix, k) => {
    const gains = before[k].map((gain, segment) => gain + after[k][lengths.length - 1 - segment]);
    for (const { segment, gain } of alone.near(track[fix])) gains[segment] += gain;
    // Sums of the same numbers in another order differ a little.
    const most = gains.reduce((a, b) => Math.max(a, b)) - 1e-3;
    const metresTo = (segment: number): number => lengths.slice(0, segment).reduce((sum, metres) => sum + metres, 0);
    return [metresTo(gains.findIndex((gain) => gain >= most)), metresTo(gains.findLastIndex((gain) => gain >= most) + 1)];
  });
}

/** For each of these fixes and each segment of the truth: the most that all fixes before it gain when they lie no farther on than there. */
function gainsBefore(truth: readonly Line[], track: readonly TrackPoint[], fixes: readonly number[]): Float64Array[] {
  const passage = new Passage(truth);
  const gains = new Map<number, Float64Array>();
  track.forEach((fix, i) => {
    if (fixes.includes(i)) gains.set(i, passage.gains());
    passage.add(fix);
  });
  return fixes.map((fix) => gains.get(fix)!);
}

/** For each part of the truth and each fix: the most that it and all before it gain when it lies on the truth no later than on that part. */
function gainsByPart(truth: readonly Line[], track: readonly TrackPoint[]): Float64Array[] {
  const gains = truth.map(() => new Float64Array(track.length).fill(-Infinity));
  const partOf = truth.flatMap((part, p) => part.slice(1).map(() => p));
  const passage = new Passage(truth);
  track.forEach((fix, i) => {
    for (const { segment, gain } of passage.add(fix)) gains[partOf[segment]][i] = Math.max(gains[partOf[segment]][i], gain);
    for (let p = 1; p < truth.length; p++) gains[p][i] = Math.max(gains[p][i], gains[p - 1][i]);
  });
  return gains;
}

/**
 * Takes fix after fix along a truth, on which their places only ever move on. A fix on it gains the more the nearer it is, by the square of the
 * distance; any other gains nothing.
 */
class Passage {
  readonly #index: SegmentIndex;
  /** A Fenwick tree over the segments: the most gained so far when no fix lies farther on. */
  readonly #most: Float64Array;

  constructor(truth: readonly Line[]) {
    this.#index = new SegmentIndex(truth, ON_TRUTH);
    this.#most = new Float64Array(truth.reduce((sum, part) => sum + part.length - 1, 1));
  }

  /** Adds a fix: the segments it may lie on, each with the most that is then gained by it and all before it. */
  add(fix: TrackPoint): { segment: number; gain: number }[] {
    const places = this.near(fix).map(({ segment, gain }) => ({ segment, gain: this.gainUpTo(segment) + gain }));
    for (const { segment, gain } of places) {
      for (let k = segment + 1; k < this.#most.length; k += k & -k) this.#most[k] = Math.max(this.#most[k], gain);
    }
    return places;
  }

  /** The segments a fix may lie on, each with what it gains there by itself. */
  near({ lon, lat }: TrackPoint): { segment: number; gain: number }[] {
    return this.#index.segmentsNear(lon, lat).map(({ segment, squared }) => ({ segment, gain: ON_TRUTH * ON_TRUTH - squared }));
  }

  /** The most gained so far, for each segment, when no fix lies farther on than there. */
  gains(): Float64Array {
    return new Float64Array(this.#most.length - 1).map((_, segment) => this.gainUpTo(segment));
  }

  /** The same for one segment. */
  gainUpTo(segment: number): number {
    let most = 0;
    for (let k = segment + 1; k > 0; k -= k & -k) most = Math.max(most, this.#most[k]);
    return most;
  }
}

/** The two fixes that together gain most, those between taken to be off the truth; of equal ones those nearest to each other. */
function bestPair(before: Float64Array, after: Float64Array): [last: number, first: number] | null {
  const gainAt = (gains: Float64Array, fix: number): number => gains[fix] ?? 0;
  let most = 0;
  let pair: [number, number] | null = null;
  let last = -1;
  for (let first = 0; first <= after.length; first++) {
    if (first > 0 && before[first - 1] >= gainAt(before, last)) last = first - 1;
    const gain = gainAt(before, last) + gainAt(after, first);
    if (gain <= most) continue;
    most = gain;
    pair = [last, first];
  }
  return pair;
}

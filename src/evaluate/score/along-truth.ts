// Along truth: where along a truth each fix was made. A truth may pass the same place several times, so the fixes are assigned together, in travel order.

import { comesWithin, divided, type Line, lineLength, reversed } from "../../geo/lines.js";
import { SegmentIndex } from "../../geo/segment-index.js";
import type { TrackPoint } from "../../match/track/track.js";

/** Metres from the truth beyond which a fix is not taken to be on it. */
export const ON_TRUTH = 30;
/** The truth is divided into segments of so many metres; the order of fixes within one does not count. */
const PIECE = 10;

/**
 * A function that says between which two fixes a part of the truth ends: the last fix on it or on an earlier part (−1: none), and the first on a later part
 * (`track.length`: none). Null if there is neither.
 */
export function fixesAround(truth: readonly Line[], track: readonly TrackPoint[]): (part: number) => [last: number, first: number] | null {
  const parts = partsOf(truth, track);
  return (part) => {
    const last = parts.findLastIndex((other) => other <= part);
    const first = parts.findIndex((other) => other !== NOWHERE && other > part);
    if (last < 0 && first < 0) return null;
    return [last, first < 0 ? track.length : first];
  };
}

/**
 * The fixes that lie on the truth, but only on lines that are out of turn: not on the line of the fixes before them, nor on that of the fixes after them, nor
 * on any line between these two.
 */
export function fixesOutOfTurn(truth: readonly Line[], track: readonly TrackPoint[]): Set<number> {
  if (truth.length < 2) return new Set();
  const parts = partsOf(truth, track);
  const after = parts.slice();
  for (let i = track.length - 2; i >= 0; i--) if (after[i] === NOWHERE) after[i] = after[i + 1];
  const found = new Set<number>();
  let before = 0;
  track.forEach(({ lon, lat }, i) => {
    if (parts[i] !== NOWHERE) before = parts[i];
    else if (comesWithin(truth, lon, lat, ON_TRUTH) && !comesWithin(truth.slice(before, after[i] + 1), lon, lat, ON_TRUTH)) found.add(i);
  });
  return found;
}

/** The metres along the truth, from and to, between which each of these fixes may have been made, given its place and those of all other fixes. */
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
    // A little less than the most: sums of the same numbers in another order differ in the last bits.
    const most = gains.reduce((a, b) => Math.max(a, b)) - 1e-3;
    const metresTo = (segment: number): number => lengths.slice(0, segment).reduce((sum, metres) => sum + metres, 0);
    return [metresTo(gains.findIndex((gain) => gain >= most)), metresTo(gains.findLastIndex((gain) => gain >= most) + 1)];
  });
}

/** For each of these fixes and each segment of the truth: the most that all fixes before it gain if none of them lies beyond that segment. */
function gainsBefore(truth: readonly Line[], track: readonly TrackPoint[], fixes: readonly number[]): Float64Array[] {
  const passage = new Passage(truth);
  const gains = new Map<number, Float64Array>();
  track.forEach((fix, i) => {
    if (fixes.includes(i)) gains.set(i, passage.gains());
    passage.add(fix);
  });
  return fixes.map((fix) => gains.get(fix)!);
}

/** In place of the part of a fix that lies on none. */
const NOWHERE = Number.POSITIVE_INFINITY;
/**
 * A fix that is too far off the truth for noise loses this, unless it lies between two parts, where the traveller may be anywhere. A fix on the truth gains at
 * most {@link ON_TRUTH}².
 */
const ASTRAY = (ON_TRUTH * ON_TRUTH) / 2;
/** Metres from the truth beyond which a fix is too far off for noise. */
const FAR_ASTRAY = 2 * ON_TRUTH;

/** A fix on a part of the truth, in a chain of such fixes. */
interface OnPart {
  fix: number;
  part: number;
  /** What the fixes of the chain gain up to this one, less what is lost. */
  total: number;
  /** The fix before it in the chain. */
  before: OnPart | null;
}

/** The part of the truth on which each fix lies (or NOWHERE), such that all fixes together gain most. */
function partsOf(truth: readonly Line[], track: readonly TrackPoint[]): number[] {
  const parts = truth.map((part) => divided(part, PIECE));
  const partOf = parts.flatMap((part, p) => part.slice(1).map(() => p));
  const firstOf = parts.map((_, p) => partOf.indexOf(p));
  const passage = new Passage(parts);
  const onPart = parts.map((part) => new FarthestBest<OnPart>(part.length - 1));
  // By part: the best chain that ends on it or on an earlier part; the traveller may then be between two parts.
  const ended: (OnPart | null)[] = parts.map(() => null);
  const near = new SegmentIndex(truth, FAR_ASTRAY);
  // By fix: what all fixes before it would lose.
  const lostBefore = [0];
  for (const [fix, { lon, lat }] of track.entries()) lostBefore.push(lostBefore[fix] + (near.covers(lon, lat) ? 0 : ASTRAY));
  track.forEach((place, fix) => {
    const found = passage.near(place).map(({ segment, gain }) => {
      const part = partOf[segment];
      const straight = onPart[part].upTo(segment - firstOf[part]);
      const lost = straight === null ? 0 : lostBefore[fix] - lostBefore[straight.fix + 1];
      const fresh = part === 0 ? null : ended[part - 1];
      const before = straight !== null && straight.total - lost >= (fresh?.total ?? 0) ? straight : fresh;
      const total = gain + (before === null ? 0 : before.total - (before === straight ? lost : 0));
      return { segment, on: { fix, part, total, before } };
    });
    for (const { segment, on } of found) {
      // Fixes off the truth cost the same for every chain that goes on to a later fix. Adding back what was lost so far makes the chains comparable.
      onPart[on.part].add(segment - firstOf[on.part], on, on.total + lostBefore[fix + 1]);
      for (let part = on.part; part < parts.length && !((ended[part]?.total ?? 0) >= on.total); part++) ended[part] = on;
    }
  });
  const found = track.map(() => NOWHERE);
  for (let on = ended[parts.length - 1]; on !== null; on = on.before) found[on.fix] = on.part;
  return found;
}

/** A Fenwick tree that finds the best of what was added at or before a position. */
class FarthestBest<T> {
  readonly #best: (T | null)[];
  readonly #worth: Float64Array;

  constructor(size: number) {
    this.#best = Array.from({ length: size + 1 }, () => null);
    this.#worth = new Float64Array(size + 1).fill(-Infinity);
  }

  add(at: number, what: T, worth: number): void {
    for (let k = at + 1; k < this.#worth.length; k += k & -k) {
      if (worth <= this.#worth[k]) continue;
      this.#worth[k] = worth;
      this.#best[k] = what;
    }
  }

  upTo(at: number): T | null {
    let best = 0;
    for (let k = at + 1; k > 0; k -= k & -k) if (this.#worth[k] > this.#worth[best]) best = k;
    return this.#best[best];
  }
}

/**
 * The passage of fixes along a truth, one after another, on which their places never move back. A fix on the truth gains {@link ON_TRUTH}² less the square of
 * its distance; any other gains nothing.
 */
class Passage {
  readonly #index: SegmentIndex;
  /** A Fenwick tree over the segments: the most gained so far if no fix lies beyond a segment. */
  readonly #most: Float64Array;

  constructor(truth: readonly Line[]) {
    this.#index = new SegmentIndex(truth, ON_TRUTH);
    this.#most = new Float64Array(truth.reduce((sum, part) => sum + part.length - 1, 1));
  }

  add(fix: TrackPoint): void {
    const places = this.near(fix).map(({ segment, gain }) => ({ segment, gain: this.gainUpTo(segment) + gain }));
    for (const { segment, gain } of places) {
      for (let k = segment + 1; k < this.#most.length; k += k & -k) this.#most[k] = Math.max(this.#most[k], gain);
    }
  }

  /** The segments that a fix may lie on, each with what the fix gains there. */
  near({ lon, lat }: TrackPoint): { segment: number; gain: number }[] {
    return this.#index.segmentsNear(lon, lat).map(({ segment, squared }) => ({ segment, gain: ON_TRUTH * ON_TRUTH - squared }));
  }

  /** By segment: the most gained so far if no fix lies beyond it. */
  gains(): Float64Array {
    return new Float64Array(this.#most.length - 1).map((_, segment) => this.gainUpTo(segment));
  }

  /** {@link gains} for one segment. */
  gainUpTo(segment: number): number {
    let most = 0;
    for (let k = segment + 1; k > 0; k -= k & -k) most = Math.max(most, this.#most[k]);
    return most;
  }
}

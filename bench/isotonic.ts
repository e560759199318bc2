// Isotonic regression by pool adjacent violators: the monotone curve from a raw confidence to the share that was right.

import { SnapError } from "../src/errors.js";
import type { Prediction } from "../src/evaluate/score/points.js";
import { type MonotoneCurve, onCurve } from "../src/match/result/calibration.js";

/** Options of the fit. */
export interface FitOptions {
  /** The fewest predictions behind one knot; smaller pools are merged with their neighbour. Default 100. */
  minimum?: number;
  /**
   * Knots this near to the line between their neighbours are left out. The unit is that of y at ½, and finer towards 0 and 1, where shares scatter less:
   * 0.99 and 0.999 are as different as 0.9 and 0.99. By default all are kept.
   */
  tolerance?: number;
}

interface Pool {
  count: number;
  x: number;
  y: number;
}

/**
 * The least-squares monotone fit to the outcomes, reduced to knots at the mean of each pool, with three digits of the distance from 0 or 1, and continued
 * flat to 0 and 1. Throws a SnapError if there is nothing to fit.
 */
export function fitMonotone(predictions: readonly Prediction[], options: FitOptions = {}): MonotoneCurve {
  if (predictions.length === 0) throw new SnapError("bad-input", "A monotone curve needs at least one prediction, there is none.");
  const minimum = options.minimum ?? 100;
  const pools: Pool[] = [];
  for (const { confidence, correct } of [...predictions].sort((a, b) => a.confidence - b.confidence)) {
    const last = pools[pools.length - 1];
    // Equal confidences cannot be distinguished, so they are one pool from the start; too few predictions for a knot are merged too.
    if (last !== undefined && (last.count < minimum || last.x / last.count === confidence)) {
      join(last, { count: 1, x: confidence, y: correct ? 1 : 0 });
    } else pools.push({ count: 1, x: confidence, y: correct ? 1 : 0 });
  }
  if (pools.length > 1 && pools[pools.length - 1].count < minimum) join(pools[pools.length - 2], pools.pop()!);
  const rising: Pool[] = [];
  for (let pool of pools) {
    for (let last = rising.at(-1); last !== undefined && last.y / last.count >= pool.y / pool.count; last = rising.at(-1)) {
      join(last, pool);
      pool = rising.pop()!;
    }
    rising.push(pool);
  }
  const rounded = rising.map(({ count, x, y }): [number, number] => [fewDigits(x / count), fewDigits(y / count)]);
  const knots = rounded.filter(([x, y], i) => i === 0 || (x > rounded[i - 1][0] && y > rounded[i - 1][1]));
  if (knots[0][0] > 0) knots.unshift([0, knots[0][1]]);
  if (knots[knots.length - 1][0] < 1) knots.push([1, knots[knots.length - 1][1]]);
  return options.tolerance === undefined ? knots : fewer(knots, options.tolerance);
}

/** A share with three digits, or of its distance from 1. */
function fewDigits(share: number): number {
  const away = Math.min(share, 1 - share);
  return away > 0 ? Number(share.toFixed(Math.min(12, Math.max(4, 2 - Math.floor(Math.log10(away)))))) : share;
}

/** From each knot kept, the next is the farthest to which a line passes all those between. */
function fewer(knots: MonotoneCurve, tolerance: number): MonotoneCurve {
  const kept = [knots[0]];
  for (let from = 0; from < knots.length - 1; ) {
    let to = knots.length - 1;
    const passes = ([x, y]: readonly [number, number]): boolean =>
      Math.abs(onCurve([knots[from], knots[to]], x) - y) <= 2 * tolerance * Math.sqrt(y * (1 - y));
    while (!knots.slice(from + 1, to).every(passes)) to--;
    kept.push(knots[to]);
    from = to;
  }
  return kept;
}

function join(into: Pool, other: Pool): void {
  into.count += other.count;
  into.x += other.x;
  into.y += other.y;
}

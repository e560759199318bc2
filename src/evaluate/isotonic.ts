// Isotonic regression by pool adjacent violators: the monotone curve from a raw confidence to the share that came true.

import { SnapError } from "../errors.js";
import type { Prediction } from "./points.js";

/** Knots (x, y), both rising from x = 0 to x = 1, with straight lines between. */
export type MonotoneCurve = readonly (readonly [x: number, y: number])[];

/** How to fit. */
export interface FitOptions {
  /** Fewest predictions behind one knot; smaller pools join their neighbour. Default 100. */
  minimum?: number;
  /**
   * Knots this near to the line between their neighbours are left out, in units of y where that is ½, and finer towards 0 and 1 as shares scatter
   * less there: 0.99 and 0.999 are as different as 0.9 and 0.99. All are kept by default.
   */
  tolerance?: number;
}

interface Pool {
  count: number;
  x: number;
  y: number;
}

/**
 * The least-squares monotone fit to the outcomes, reduced to knots at the mean of each pool, x to eight decimals and y to six, and carried flat to 0 and 1.
 * Throws a SnapError when there is nothing to fit.
 */
export function fitMonotone(predictions: readonly Prediction[], options: FitOptions = {}): MonotoneCurve {
  if (predictions.length === 0) throw new SnapError("bad-input", "A monotone curve needs at least one prediction, there is none.");
  const minimum = options.minimum ?? 100;
  const pools: Pool[] = [];
  for (const { confidence, correct } of [...predictions].sort((a, b) => a.confidence - b.confidence)) {
    const last = pools[pools.length - 1];
    // Equal confidences cannot be told apart, so they are one pool from the start; so are predictions too few for a knot.
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
  const rounded = (value: number, unit: number): number => Math.round(value * unit) / unit;
  const knots = rising.map(({ count, x, y }): [number, number] => [rounded(x / count, 1e8), rounded(y / count, 1e6)]);
  if (knots[0][0] > 0) knots.unshift([0, knots[0][1]]);
  if (knots[knots.length - 1][0] < 1) knots.push([1, knots[knots.length - 1][1]]);
  return options.tolerance === undefined ? knots : fewer(knots, options.tolerance);
}

/** From each knot kept, the next is the furthest to which a line passes all those between. */
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

/** The curve's value; x outside the knots takes the nearest knot's value. */
export function onCurve(curve: MonotoneCurve, x: number): number {
  if (x <= curve[0][0]) return curve[0][1];
  for (let i = 1; i < curve.length; i++) {
    const [x2, y2] = curve[i];
    if (x > x2) continue;
    const [x1, y1] = curve[i - 1];
    return x2 > x1 ? y1 + ((y2 - y1) * (x - x1)) / (x2 - x1) : y2;
  }
  return curve[curve.length - 1][1];
}

// Quantiles: the value that has a share of all below it; the median is the middle one, which no outlier moves.

/** Of values in rising order; NaN when there are none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Of values in any order; NaN when there are none. */
export function median(values: ArrayLike<number>): number {
  return quantile(new Float64Array(values).sort(), 0.5);
}

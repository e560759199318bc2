// Quantiles: the value that a given share of all values is below. The median is the middle one; outliers do not move it.

/** The quantile of values in rising order; NaN if there are none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The median of values in any order; NaN if there are none. */
export function median(values: ArrayLike<number>): number {
  return quantile(new Float64Array(values).sort(), 0.5);
}

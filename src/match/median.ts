// Median: the middle one of some values, which no outlier moves; and those that have another share of them below.

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** The value that has so large a share of all below it. */
export function quantile(values: ArrayLike<number>, share: number): number {
  return new Float64Array(values).sort()[Math.floor(share * values.length)];
}

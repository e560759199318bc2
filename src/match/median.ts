// Median: the middle one of some values, which no outlier moves. Sorts them where they are.

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >>> 1];
}

// Costs: the least of a range of a column, and a range less its least.

/** The index of the least cost from `begin` to `end` (excluded), the first if several are equal; `begin` if the range is empty. */
export function cheapestOf(costs: Float64Array, begin: number, end: number): number {
  let best = begin;
  for (let i = begin + 1; i < end; i++) if (costs[i] < costs[best]) best = i;
  return best;
}

/** Subtracts the least cost of a range from all of it, so that sums over a long track lose no precision. Returns that cost. */
export function subtractLeast(costs: Float64Array, begin: number, end: number): number {
  const least = costs[cheapestOf(costs, begin, end)];
  for (let i = begin; i < end; i++) costs[i] -= least;
  return least;
}

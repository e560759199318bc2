// Costs of states that follow one another in a column: the least of a range, and a range counted from its least.

/** The index of the least cost from `begin` up to `end`, the first of several; `begin` where the range is empty. */
export function cheapestOf(costs: Float64Array, begin: number, end: number): number {
  let best = begin;
  for (let i = begin + 1; i < end; i++) if (costs[i] < costs[best]) best = i;
  return best;
}

/** Takes the least cost of a range off all of it, so that sums over a long track lose no precision, and returns it. */
export function subtractLeast(costs: Float64Array, begin: number, end: number): number {
  const least = costs[cheapestOf(costs, begin, end)];
  for (let i = begin; i < end; i++) costs[i] -= least;
  return least;
}

// Arrivals: the order in which fixes arrive, which is not always that in which they were made.

import type { Random } from "../../geo/random.js";

/** A late fix arrives after at most so many that were made after it. */
const MOST_PLACES = 5;

/** Indexes of the fixes in the order of their arrival; `share` of them are late. */
export function arrivalOrder(count: number, share: number, random: Random): number[] {
  const places = Array.from({ length: count }, (_, i) => {
    const late = random.next() < share ? 1 + random.int(MOST_PLACES) : 0;
    // Half a place more, so that a late fix comes after the last of the fixes that it waits for.
    return { i, at: late === 0 ? i : i + late + 0.5 };
  });
  return places.sort((a, b) => a.at - b.at || a.i - b.i).map(({ i }) => i);
}

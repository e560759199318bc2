// First at least: where a number belongs among numbers that rise.

/** Index of the first of rising numbers that is not below `value`, from `low` on; `high` (by default how many there are) if all before it are. */
export function firstAtLeast(rising: ArrayLike<number>, value: number, low = 0, high = rising.length): number {
  let [begin, end] = [low, high];
  while (begin < end) {
    const middle = Math.floor((begin + end) / 2);
    if (rising[middle] < value) begin = middle + 1;
    else end = middle;
  }
  return begin;
}

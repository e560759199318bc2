// Hilbert: the position of a place along the Hilbert curve, on which neighbours are near each other.

/** Bits per axis: 65,536 columns and rows. */
const ORDER = 16;
const SIDE = 1 << ORDER;
/** The last column, and the last row. */
export const LAST_CELL = SIDE - 1;

/** The position of a cell along the curve through a square of 65,536 columns and rows, as 32 bits. */
export function hilbertKey(column: number, row: number): number {
  let x = column;
  let y = row;
  let key = 0;
  for (let side = SIDE >>> 1; side > 0; side >>>= 1) {
    const right = (x & side) === 0 ? 0 : 1;
    const upper = (y & side) === 0 ? 0 : 1;
    key = (key << 2) | ((3 * right) ^ upper);
    if (upper === 0) {
      // The lower quarters are turned: the curve begins and ends at the bottom.
      if (right === 1) {
        x = LAST_CELL - x;
        y = LAST_CELL - y;
      }
      const turned = x;
      x = y;
      y = turned;
    }
  }
  return key >>> 0;
}

/** The numbers 0 … n − 1 by rising key, equal keys in their own order: a radix sort in two rounds of sixteen bits. */
export function orderByKey(keys: Uint32Array): Uint32Array {
  const count = keys.length;
  let order = new Uint32Array(count);
  let next = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const starts = new Uint32Array(SIDE + 1);
  for (let shift = 0; shift < 32; shift += ORDER) {
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[((keys[i] >>> shift) & LAST_CELL) + 1]++;
    for (let digit = 0; digit < SIDE; digit++) starts[digit + 1] += starts[digit];
    for (let i = 0; i < count; i++) next[starts[(keys[order[i]] >>> shift) & LAST_CELL]++] = order[i];
    [order, next] = [next, order];
  }
  return order;
}

// Fixed-point series in whole numbers: the tables and constants of maths.ts, worked out rather than typed in.
//
// A fixed-point value is a bigint counting units of 2^-BITS. Integer arithmetic is exact on every engine and Number(bigint)
// rounds to nearest by the language's own definition, so the tables have the same bits everywhere.

/** Binary places of a fixed-point value: three doubles' worth, so that a table entry splits into a head and an accurate tail. */
export const BITS = 160n;

const ONE = 1n << BITS;
const UNITS = Number(ONE);

/** The double nearest to a fixed-point value. */
export function toNumber(fixed: bigint): number {
  return Number(fixed) / UNITS;
}

/** What a fixed-point value still has left once a double has been taken out of it, as a double. */
export function tailOf(fixed: bigint, head: number): number {
  return toNumber(fixed - BigInt(head * UNITS));
}

/** A fixed-point value cut (towards −∞) to so many binary places: a head short enough for its products to be exact. */
export function cutTo(fixed: bigint, places: number): bigint {
  const drop = BITS - BigInt(places);
  return (fixed >> drop) << drop;
}

/** Writes a value as a head and a tail at table[2 × index]; the head is the nearest double unless one is given. */
export function putPair(table: Float64Array, index: number, fixed: bigint, head = toNumber(fixed)): void {
  table[2 * index] = head;
  table[2 * index + 1] = tailOf(fixed, head);
}

/** artanh(1/d) = 1/d + 1/3d³ + 1/5d⁵ + … in units of 2^-bits, for whole d > 1. */
export function artanhOfInverse(d: bigint, bits = BITS): bigint {
  let power = (1n << bits) / d;
  let sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power /= d * d;
  }
  return sum;
}

/** arctan(p/q) = p/q − p³/3q³ + p⁵/5q⁵ − … in units of 2^-bits, for whole 0 < p < q. */
export function arctan(p: bigint, q: bigint, bits = BITS): bigint {
  let power = (p << bits) / q;
  let sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += n % 4n === 1n ? power / n : -(power / n);
    power = (power * p * p) / (q * q);
  }
  return sum;
}

/** e^x = 1 + x + x²/2! + x³/3! + … of a fixed-point x between 0 and 1. */
export function exponential(x: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n += 1n) {
    sum += term;
    term = (term * x) / (ONE * n);
  }
  return sum;
}

/** The product of two fixed-point values. */
export function times(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}

/** ln 2 = 2 artanh(1/3). */
export const LN2 = 2n * artanhOfInverse(3n);

/** π in units of 2^-bits, by Machin's formula π/4 = 4 arctan(1/5) − arctan(1/239) (1706). */
export function pi(bits = BITS): bigint {
  return 16n * arctan(1n, 5n, bits) - 4n * arctan(1n, 239n, bits);
}

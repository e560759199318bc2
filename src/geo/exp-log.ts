// e^x and the natural logarithm, with the same bits on every engine (see maths.ts).
//
// Both follow the table-driven plan of P. T. P. Tang (ACM TOMS 15, 1989, and 16, 1990).

import { artanhOfInverse, BITS, cutTo, exponential, LN2, putPair, tailOf, times, toNumber } from "./series.js";

/** POWERS[n + BIAS] is 2^n for each n from −1074 to 1023: every power that a double can be. */
const BIAS = 1074;
const POWERS = /* @__PURE__ */ powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(BIAS + 1024);
  powers[0] = Number.MIN_VALUE;
  for (let n = 1; n < powers.length; n++) powers[n] = powers[n - 1]! * 2;
  return powers;
}

// e^x = 2^m · 2^(j/32) · e^r with 32m + j the whole number nearest to 32 x / ln 2, so |r| ≤ ln 2 / 64.

const STEPS = 32;
const STEP_HEAD = /* @__PURE__ */ toNumber(cutTo(LN2 / 32n, 42)); // 37 significant bits: times any step number it is exact
const STEP_TAIL = /* @__PURE__ */ tailOf(LN2 / 32n, STEP_HEAD);
const STEPS_PER_UNIT = /* @__PURE__ */ toNumber((1n << (2n * BITS)) / (LN2 / 32n));
const ROOTS = /* @__PURE__ */ rootsOfTwo();

/** 2^(j/32) as head and tail. */
function rootsOfTwo(): Float64Array {
  const table = new Float64Array(2 * STEPS);
  const step = exponential(LN2 / 32n);
  let root = 1n << BITS;
  for (let j = 0; j < STEPS; j++) {
    putPair(table, j, root);
    root = times(root, step);
  }
  return table;
}

/** e^(x − m ln 2), between about 1 and 2, for the step number n = 32 m + j of x. */
function significand(x: number, n: number): number {
  const r = x - n * STEP_HEAD - n * STEP_TAIL;
  const r2 = r * r;
  const less1 = r + r2 * (1 / 2 + r * (1 / 6) + r2 * (1 / 24 + r * (1 / 120) + r2 * (1 / 720)));
  const j = 2 * (n & (STEPS - 1));
  const root = ROOTS[j]!;
  return root + (ROOTS[j + 1]! + root * less1);
}

/** e^x. Error below 0.55 ulp; below 0.8 ulp where the result is subnormal. 0 below −745.13, Infinity above 709.78. */
export function exp(x: number): number {
  if (!(x > -746 && x < 710)) return x < 0 ? 0 : x > 0 ? Infinity : Number.NaN;
  const n = Math.floor(x * STEPS_PER_UNIT + 0.5);
  // As two factors, for the power may be none of a double's where the product is one.
  const half = n >> 6;
  return significand(x, n) * POWERS[half + BIAS]! * POWERS[(n >> 5) - half + BIAS]!;
}

// ln x = k ln 2 + ln(j/128) + ln(1 + u), where x = 2^k m, m in [√½, √2), j/128 nearest to m and u = (m − j/128) / (j/128).
// For m near 1 both tables give exactly 0, so nothing cancels there.

const PARTS = 128;
const FIRST_PART = 90;
const LAST_PART = 182;
const PLACES = 42; // heads are whole multiples of 2^-42, so k · head + head is exact
const LN2_HEAD = /* @__PURE__ */ toNumber(cutTo(LN2, PLACES));
const LN2_TAIL = /* @__PURE__ */ tailOf(LN2, LN2_HEAD);
const LOGS = /* @__PURE__ */ logsOfParts();

/** ln(j/128) as head and tail; neighbours differ by ln((j + 1)/j) = 2 artanh(1/(2j + 1)). */
function logsOfParts(): Float64Array {
  const table = new Float64Array(2 * (LAST_PART - FIRST_PART + 1));
  let ln = 0n;
  for (let j = PARTS; j < LAST_PART; j++) {
    ln += 2n * artanhOfInverse(BigInt(2 * j + 1));
    putPair(table, j + 1 - FIRST_PART, ln, toNumber(cutTo(ln, PLACES)));
  }
  ln = 0n;
  for (let j = PARTS - 1; j >= FIRST_PART; j--) {
    ln -= 2n * artanhOfInverse(BigInt(2 * j + 1));
    putPair(table, j - FIRST_PART, ln, toNumber(cutTo(ln, PLACES)));
  }
  return table;
}

/** One double seen as two words, to read its exponent. */
const DOUBLE = new Float64Array(1);
const WORDS = /* @__PURE__ */ new Int32Array(DOUBLE.buffer);
const HIGH_WORD = /* @__PURE__ */ new Uint8Array(/* @__PURE__ */ Uint16Array.of(1).buffer)[0]!;
/** High word of √½: counted from here, the exponent field changes at √½ and √2 rather than at 1 and 2. */
const ROOT_HALF_WORD = 0x3fe6a09e;

const LEAST_NORMAL = 2.2250738585072014e-308;

/** The natural logarithm of x. Error below 1.25 ulp (the worst is just below 1). −Infinity at ±0, NaN below 0. */
export function log(x: number): number {
  if (!(x >= LEAST_NORMAL && x < Infinity)) {
    if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN;
    if (x === Infinity) return x;
    return logScaled(x * POWERS[BIAS + 54]!, -54);
  }
  return logScaled(x, 0);
}

/** ln(2^k x) for a normal x. */
function logScaled(x: number, k: number): number {
  DOUBLE[0] = x;
  const shift = (WORDS[HIGH_WORD]! - ROOT_HALF_WORD) >> 20;
  const m = x * POWERS[BIAS - shift]!;
  const j = Math.floor(m * PARTS + 0.5);
  const part = j * (1 / PARTS);
  const u = (m - part) / part;
  const u2 = u * u;
  const bend = u2 * (u * (1 / 3) - 1 / 2 + u2 * (u * (1 / 5) - 1 / 4 + u2 * (u * (1 / 7) - 1 / 6)));
  const i = 2 * (j - FIRST_PART);
  const twos = shift + k;
  return twos * LN2_HEAD + LOGS[i]! + (u + (bend + (twos * LN2_TAIL + LOGS[i + 1]!)));
}

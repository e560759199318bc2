// e^x and the natural logarithm, with the same bits on every engine (see maths.ts). Both split off a power of two and sum a series for the rest.

/** POWERS[n + BIAS] is 2^n for each n from −1074 to 1023: every power that a double can be. */
const BIAS = 1074;
const POWERS = /* @__PURE__ */ powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(BIAS + 1024);
  powers[0] = Number.MIN_VALUE;
  for (let n = 1; n < powers.length; n++) powers[n] = powers[n - 1]! * 2;
  return powers;
}

/** ln 2 as the sum of a head of 32 bits, whose products with the exponent of any double are exact, and a tail. */
const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;

/** e^x. Error below 0.9 ulp. 0 below −745.13, Infinity above 709.78. */
export function exp(x: number): number {
  if (!(x > -746 && x < 710)) return x < 0 ? 0 : x > 0 ? Infinity : Number.NaN;
  // e^x = 2^n e^r with |r| ≤ ln 2 / 2.
  const n = Math.floor(x / Math.LN2 + 0.5);
  const head = x - n * LN2_HEAD;
  const tail = n * LN2_TAIL;
  const r = head - tail;
  const r2 = r * r;
  const r4 = r2 * r2;
  const low = 1 / 6 + r * (1 / 24) + r2 * (1 / 120 + r * (1 / 720));
  const high =
    1 / 5040 + r * (1 / 40320) + r2 * (1 / 362880 + r * (1 / 3628800)) + r4 * (1 / 39916800 + r * (1 / 479001600) + r2 * (1 / 6227020800));
  const power = 1 + (head + (r2 * 0.5 + (r2 * r * (low + r4 * high) - tail)));
  // As two factors, because the power of two itself may be out of a double's range where the product is not.
  const half = n >> 1;
  return power * POWERS[half + BIAS]! * POWERS[n - half + BIAS]!;
}

/** The same bytes as a double and as two words, to read the exponent. */
const DOUBLE = new Float64Array(1);
const WORDS = /* @__PURE__ */ new Int32Array(DOUBLE.buffer);
const HIGH_WORD = /* @__PURE__ */ new Uint8Array(/* @__PURE__ */ Uint16Array.of(1).buffer)[0]!;
/** High word of √½: counted from here, the exponent field changes at √½ and √2 rather than at 1 and 2. */
const ROOT_HALF_WORD = 0x3fe6a09e;

/** The natural logarithm of x. Error below 0.9 ulp. −Infinity at ±0, NaN below 0. */
export function log(x: number): number {
  // POWERS[52] is 2^−1022: doubles below that have fewer digits.
  if (!(x >= POWERS[52]! && x < Infinity)) {
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
  const twos = shift + k;
  // ln(1 + f) = f − f²/2 + s (f²/2 + rest), where s = f / (2 + f) and ln(1 + f) = 2 artanh s = 2 s + s rest, for 1 + f in [√½, √2).
  const f = x * POWERS[BIAS - shift]! - 1;
  const s = f / (2 + f);
  const z = s * s;
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = 2 / 3 + z * (2 / 5) + z2 * (2 / 7 + z * (2 / 9));
  const high = 2 / 11 + z * (2 / 13) + z2 * (2 / 15 + z * (2 / 17)) + z4 * (2 / 19 + z * (2 / 21));
  const half = 0.5 * f * f;
  return twos * LN2_HEAD - (half - (s * (half + z * (low + z4 * high)) + twos * LN2_TAIL) - f);
}

// Sine and cosine, with the same bits on every engine (see maths.ts).
//
// x = n π/2 + r with |r| ≤ π/4; n mod 4 picks ± sin r or ± cos r, each by its Taylor series. r is kept as head and tail.
// The reduction follows W. J. Cody and W. Waite, Software Manual for the Elementary Functions (1980).

import { BITS, cutTo, pi, tailOf, toNumber } from "./series.js";

const PI = /* @__PURE__ */ pi();
const QUARTER = Math.PI / 4;
const TURNS_LIMIT = 1e6; // radians: n stays below 2^20, so its products with 33-bit pieces are exact
const PER_RIGHT_ANGLE = 2 / Math.PI;
const RIGHT_1 = /* @__PURE__ */ piece(0, 32);
const RIGHT_2 = /* @__PURE__ */ piece(32, 65);
const RIGHT_3 = /* @__PURE__ */ piece(65, 98);
const RIGHT_4 = /* @__PURE__ */ piece(98, Number(BITS));

/** The binary places of π/2 after the first `from`, up to `to`. */
function piece(from: number, to: number): number {
  const right = PI / 2n;
  return toNumber(cutTo(right, to) - (from === 0 ? 0n : cutTo(right, from)));
}

const REDUCED = new Float64Array(3); // head, tail and n mod 4 of a far argument

/** Sine of an angle in radians. Error below 0.8 ulp at any finite x; NaN at ±Infinity. */
export function sin(x: number): number {
  return x === 0 ? x : wave(x, 0);
}

/** Cosine of an angle in radians. Error below 0.8 ulp at any finite x; NaN at ±Infinity. */
export function cos(x: number): number {
  return wave(x, 1);
}

/** sin(x + quadrant · π/2). */
function wave(x: number, quadrant: number): number {
  let r = x;
  let tail = 0;
  if (!(x <= QUARTER && x >= -QUARTER)) {
    if (x < TURNS_LIMIT && x > -TURNS_LIMIT) {
      const n = Math.floor(x * PER_RIGHT_ANGLE + 0.5);
      // Each step takes off an exact product and keeps what the subtraction rounded away.
      const a = x - n * RIGHT_1;
      const b = n * RIGHT_2;
      const ab = a - b;
      const c = n * RIGHT_3;
      const abc = ab - c;
      const left = a - ab - b + (ab - abc - c) - n * RIGHT_4;
      r = abc + left;
      tail = abc - r + left;
      quadrant += n;
    } else {
      if (!(x - x === 0)) return Number.NaN;
      reduceFar(x);
      r = REDUCED[0]!;
      tail = REDUCED[1]!;
      quadrant += REDUCED[2]!;
    }
  }
  const value = (quadrant & 1) === 0 ? sine(r, tail) : cosine(r, tail);
  return (quadrant & 2) === 0 ? value : -value;
}

const S3 = -1 / 6;
const S5 = 1 / 120;
const S7 = -1 / 5040;
const S9 = 1 / 362880;
const S11 = -1 / 39916800;
const S13 = 1 / 6227020800;
const S15 = -1 / 1307674368000;
const S17 = 1 / 355687428096000;

/** sin(r + tail) for |r| ≤ π/4. */
export function sine(r: number, tail: number): number {
  const z = r * r;
  const z2 = z * z;
  const low = S3 + z * S5 + z2 * (S7 + z * S9);
  const high = S11 + z * S13 + z2 * (S15 + z * S17);
  return r + (r * z * (low + z2 * z2 * high) + tail * (1 - z * 0.5));
}

const C4 = 1 / 24;
const C6 = -1 / 720;
const C8 = 1 / 40320;
const C10 = -1 / 3628800;
const C12 = 1 / 479001600;
const C14 = -1 / 87178291200;
const C16 = 1 / 20922789888000;

/** cos(r + tail) for |r| ≤ π/4. */
export function cosine(r: number, tail: number): number {
  const z = r * r;
  const z2 = z * z;
  const rest = z2 * (C4 + z * C6 + z2 * (C8 + z * C10 + z2 * (C12 + z * C14 + z2 * C16)));
  const half = z * 0.5;
  const w = 1 - half;
  return w + (1 - w - half + (rest - r * tail));
}

const FAR_BITS = 1216n; // 1024 for the largest x, the rest for how near a double comes to a multiple of π/2
let twoOverPi: bigint | undefined;

/** Reduces |x| ≥ a million into REDUCED, in whole numbers: exact enough for any double, and slow (a microsecond or two). */
function reduceFar(x: number): void {
  twoOverPi ??= (1n << (2n * FAR_BITS + 1n)) / pi(FAR_BITS);
  const whole = x > 9007199254740992 || x < -9007199254740992;
  const places = whole ? FAR_BITS : FAR_BITS + 33n;
  const turns = BigInt(whole ? x : x * 8589934592) * twoOverPi;
  const n = (turns + (1n << (places - 1n))) >> places;
  const angle = (((turns - (n << places)) >> (places - BITS)) * PI) >> (BITS + 1n);
  REDUCED[0] = toNumber(angle);
  REDUCED[1] = tailOf(angle, REDUCED[0]);
  REDUCED[2] = Number(n & 3n);
}

// Seeded random numbers: the same seed gives the same numbers on every engine.

import { SnapError } from "../errors.js";
import { cosDegrees, log } from "./maths.js";

/**
 * Random numbers from a seed, for simulated drives, tests and benchmarks; not for secrets.
 *
 * The generator is xoshiro128** of David Blackman and Sebastiano Vigna ("Scrambled linear pseudorandom number generators",
 * ACM TOMS 47, 2021), period 2^128 − 1. Its state is filled from the seed by a Weyl sequence through the finaliser of
 * Austin Appleby's MurmurHash3, so that neighbouring seeds have nothing in common.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed any safe integer; otherwise a SnapError "bad-option" is thrown. */
  constructor(seed: number) {
    if (!Number.isSafeInteger(seed)) {
      throw new SnapError("bad-option", `The random seed is ${seed}; it must be a whole number within ±9007199254740991.`, { seed });
    }
    const start = (seed ^ scramble(Math.floor(seed / 4294967296))) | 0;
    this.#a = scramble(start + WEYL);
    this.#b = scramble(start + 2 * WEYL);
    this.#c = scramble(start + 3 * WEYL);
    this.#d = scramble(start + 4 * WEYL);
  }

  /** The next 32 random bits, as an integer −2^31 … 2^31 − 1. */
  bits(): number {
    const b = this.#b;
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const c = this.#c ^ this.#a;
    const d = this.#d ^ b;
    this.#b = b ^ c;
    this.#a ^= d;
    this.#c = c ^ (b << 9);
    this.#d = rotate(d, 11);
    return result;
  }

  /** A number 0 ≤ x < 1, evenly spread over the multiples of 2^-53. */
  next(): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** A whole number 0 ≤ i < n, for a whole n from 1 to 2^53 − 1; for n ≤ 2^32 no value is favoured by more than one part in 2^21. */
  int(n: number): number {
    return Math.floor(this.next() * n);
  }

  /**
   * A normally distributed number of mean 0 and standard deviation 1, by the method of G. E. P. Box and M. E. Muller (1958).
   * It always takes two numbers from the stream and keeps no spare, so what follows does not depend on what came before.
   */
  normal(): number {
    const radius = Math.sqrt(-2 * log(1 - this.next()));
    return radius * cosDegrees(360 * this.next());
  }
}

/**
 * A seed for one track of many: FNV-1a over the id, so that leaving out tracks does not change the others. The hash starts from a number drawn from the seed.
 * If it started from the seed itself, track 3 of seed 1 would be track 0 of seed 2.
 */
export function seedOf(seed: number, id: string): number {
  let hash = new Random(seed).bits() >>> 0;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

const WEYL = 0x9e3779b9; // 2^32 over the golden ratio

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

/** The finaliser of MurmurHash3: a bijection of 32-bit integers in which each bit of the input stirs all of the output. */
function scramble(x: number): number {
  let h = x | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

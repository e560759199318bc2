// Seeded random numbers: the recorded stream, the ranges, and the distributions.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { Random } from "../../src/geo/random.js";

describe("Random", () => {
  it("gives the recorded stream for a seed", () => {
    const r = new Random(42);
    expect([r.bits(), r.bits(), r.bits()]).toEqual([-1457644372, 544945897, 479756282]);
    expect([r.next(), r.next()]).toEqual([0.814939410083783, 0.026350207740137188]);
    expect([r.int(6), r.int(6), r.int(6), r.int(6)]).toEqual([1, 1, 2, 5]);
    expect([r.normal(), r.normal()]).toEqual([-0.34378790363415673, 0.46754757777834555]);
  });

  it("gives the same numbers for the same seed, and others for any other seed", () => {
    const stream = (seed: number) => {
      const r = new Random(seed);
      return Array.from({ length: 4 }, () => r.bits()).join();
    };
    const seeds = [0, 1, 2, 3, -1, -2, 2 ** 32, 2 ** 32 + 1, 2 ** 33, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    expect(new Set(seeds.map(stream)).size).toBe(seeds.length);
    fc.assert(fc.property(fc.maxSafeInteger(), (seed) => void expect(stream(seed)).toBe(stream(seed))));
  });

  it.each([0.5, Number.NaN, Infinity, 2 ** 53])("refuses the seed %d with an error of one sentence", (seed) => {
    expect(() => new Random(seed)).toThrow(SnapError);
    expect(() => new Random(seed)).toThrow(`The random seed is ${seed}; it must be a whole number within ±9007199254740991.`);
  });

  it("draws 0 ≤ next < 1 and 0 ≤ int(n) < n", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (seed, n) => {
        const r = new Random(seed);
        const x = r.next();
        const i = r.int(n);
        expect(x >= 0 && x < 1 && i >= 0 && i < n && Number.isInteger(i)).toBe(true);
      }),
    );
  });

  it("is uniform: chi-square of 100 bins over 100 000 numbers is below its 99.9 % quantile", () => {
    const r = new Random(7);
    const bins = new Array<number>(100).fill(0);
    for (let i = 0; i < 100_000; i++) bins[r.int(100)]! += 1;
    expect(bins.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)).toBeLessThan(148.2);
  });

  it("sets each of its 32 bits half of the time", () => {
    const r = new Random(11);
    const set = new Array<number>(32).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const bits = r.bits();
      for (let b = 0; b < 32; b++) set[b]! += (bits >>> b) & 1;
    }
    for (const n of set) expect(Math.abs(n - 10_000)).toBeLessThan(300); // 4.2 standard deviations
  });

  it("gives normal numbers with mean 0, deviation 1, and the right share beyond 1, 2 and 3", () => {
    const r = new Random(13);
    const n = 100_000;
    let sum = 0;
    let squares = 0;
    const beyond = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const x = r.normal();
      sum += x;
      squares += x * x;
      for (let k = 0; k < 3; k++) if (Math.abs(x) > k + 1) beyond[k]! += 1;
    }
    expect(Math.abs(sum / n)).toBeLessThan(0.013);
    expect(Math.abs(squares / n - 1)).toBeLessThan(0.02);
    expect(beyond[0]! / n).toBeCloseTo(0.3173, 2);
    expect(beyond[1]! / n).toBeCloseTo(0.0455, 2);
    expect(beyond[2]! / n).toBeCloseTo(0.0027, 3);
  });

  it("uses two numbers for each normal number, so that later numbers do not depend on its value", () => {
    const a = new Random(17);
    const b = new Random(17);
    a.normal();
    b.next();
    b.next();
    expect(a.next()).toBe(b.next());
  });
});

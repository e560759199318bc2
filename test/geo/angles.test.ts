// Directions in degrees, and the angles between them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { angleBetween, normaliseAngle } from "../../src/geo/angles.js";

const degrees = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe("normaliseAngle", () => {
  it.each([
    [0, 0],
    [-0, 0],
    [360, 0],
    [-360, 0],
    [720.5, 0.5],
    [-90, 270],
    [-450, 270],
    [359.9, 359.9],
    [-1e-20, 0], // 360 − 1e-20 rounds to 360
    [Number.NaN, Number.NaN],
    [Infinity, Number.NaN],
  ])("%d° is %d°", (angle, same) => expect(normaliseAngle(angle)).toBe(same));

  it("stays in 0 ≤ angle < 360 and keeps the direction", () => {
    fc.assert(
      fc.property(degrees, (a) => {
        const n = normaliseAngle(a);
        expect(n >= 0 && n < 360).toBe(true);
        expect(angleBetween(n, a)).toBeLessThan(1e-9);
      }),
    );
  });
});

describe("angleBetween", () => {
  it.each([
    [10, 350, 20],
    [350, 10, 20],
    [0, 180, 180],
    [0, 181, 179],
    [-90, 270, 0],
    [45, 45, 0],
    [0, 720, 0],
    [Number.NaN, 0, Number.NaN],
  ])("%d° and %d° are %d° apart", (a, b, apart) => expect(angleBetween(a, b)).toBe(apart));

  it("is in 0 … 180, symmetric, and unchanged by full turns", () => {
    fc.assert(
      fc.property(degrees, degrees, fc.integer({ min: -5, max: 5 }), (a, b, turns) => {
        const apart = angleBetween(a, b);
        expect(apart >= 0 && apart <= 180).toBe(true);
        expect(angleBetween(b, a)).toBe(apart);
        expect(angleBetween(a + 360 * turns, b)).toBeCloseTo(apart, 8);
      }),
    );
  });
});

// Where a number belongs among numbers that rise: as a search from the first on finds it.
import fc from "fast-check";
import { expect, it } from "vitest";
import { firstAtLeast } from "../../src/geo/first-at-least.js";

it("is the first that is not below it, equal ones included", () => {
  const few = fc.integer({ min: -5, max: 5 });
  fc.assert(
    fc.property(fc.array(few), few, (numbers, value) => {
      const rising = numbers.sort((a, b) => a - b);
      const found = rising.findIndex((number) => number >= value);
      expect(firstAtLeast(rising, value)).toBe(found < 0 ? rising.length : found);
    }),
  );
});

it("is looked for in a part", () => {
  expect([firstAtLeast([1, 2, 3, 4], 0, 1, 3), firstAtLeast([1, 2, 3, 4], 3, 1, 3), firstAtLeast([1, 2, 3, 4], 9, 1, 3)]).toEqual([
    1, 2, 3,
  ]);
});

// The order by place: along the Hilbert curve every step leads to a neighbour.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hilbertKey, LAST_CELL, orderByKey } from "../../src/roads/hilbert.js";

describe("the Hilbert curve", () => {
  it.each([2, 4, 32, 64])("visits all cells of the first square of %d, each next to the one before", (side) => {
    const cells = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]);
    cells.sort(([ax, ay], [bx, by]) => hilbertKey(ax, ay) - hilbertKey(bx, by));
    expect(cells.map(([x, y]) => hilbertKey(x, y))).toEqual(cells.map((_, i) => i));
    for (let i = 1; i < cells.length; i++) {
      expect(Math.abs(cells[i][0] - cells[i - 1][0]) + Math.abs(cells[i][1] - cells[i - 1][1])).toBe(1);
    }
  });

  it("begins and ends in corners of the whole square, on one side of it", () => {
    expect(hilbertKey(0, 0)).toBe(0);
    expect(hilbertKey(LAST_CELL, 0)).toBe(2 ** 32 - 1);
  });
});

describe("sorting by key", () => {
  it("gives the order of the keys, and keeps the order of equal keys", () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(0, 1, 0xffff, 0x10000, 2 ** 32 - 1));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60, size: "max" }), (keys) => {
        const expected = keys.map((_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b);
        expect([...orderByKey(Uint32Array.from(keys))]).toEqual(expected);
      }),
    );
  });
});

// Memory that is reused from track to track.
import { describe, expect, it } from "vitest";
import { Lattice, OFF } from "../../../src/match/decode/lattice.js";
import { advance, cheapestWay } from "../../../src/match/decode/viterbi.js";

/** Fills a lattice with this many steps, all of them off the road. */
function fill(lattice: Lattice, steps: number, expected = steps): number {
  lattice.clear(expected);
  for (let k = 0; k < steps; k++) {
    lattice.addState(OFF, 0, 0, k % 3);
    lattice.endStep();
    if (k > 0) lattice.trans[lattice.addRow(k - 1)] = 1;
    advance(lattice, k);
  }
  return cheapestWay(lattice).length;
}

describe("after a track that was much longer than the next", () => {
  it("columns are shortened to the size of the next, which is decoded correctly", { tags: "long" }, () => {
    const lattice = new Lattice();
    expect(fill(lattice, 1_200_000)).toBe(1_200_000);
    expect(Math.min(lattice.arc.length, lattice.score.length)).toBeGreaterThanOrEqual(1_200_000);
    expect(fill(lattice, 10)).toBe(10);
    expect(Math.max(lattice.arc.length, lattice.emission.length, lattice.score.length)).toBe(1024);
  });
});

describe("columns of a long track", () => {
  it.each([
    ["the number that comes", 200_000, 1.2],
    ["none", 0, 2],
    ["a thousand times the number that comes", 200_000_000, 16],
  ])("grow to about what the steps need, however many were announced: %s", (_, expected, most) => {
    const lattice = new Lattice();
    expect(fill(lattice, 200_000, expected)).toBe(200_000);
    expect(lattice.arc.length / 200_000).toBeGreaterThanOrEqual(1);
    expect(lattice.arc.length / 200_000).toBeLessThanOrEqual(most);
    expect([lattice.emission[0], lattice.emission[100_001], lattice.row[150_000], lattice.trans[199_998]]).toEqual([0, 2, 150_000, 1]);
  });
});

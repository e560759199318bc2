// Memory that is kept from track to track.
import { describe, expect, it } from "vitest";
import { fits, Lattice, OFF } from "../../src/match/lattice.js";
import { Viterbi } from "../../src/match/viterbi.js";

/** A lattice of so many steps, off the road all along. */
function fill(lattice: Lattice, viterbi: Viterbi, steps: number): number {
  lattice.clear();
  viterbi.clear();
  for (let k = 0; k < steps; k++) {
    lattice.addState(OFF, 0, 0, k % 3);
    lattice.endStep();
    if (k > 0) lattice.trans[lattice.addRow(k - 1)] = 1;
    viterbi.advance(lattice, k);
  }
  return viterbi.decode(lattice).length;
}

describe("after a track that was far longer than the next", () => {
  it("columns are as short again as for the next, which is decoded all the same", () => {
    const [lattice, viterbi] = [new Lattice(), new Viterbi()];
    expect(fill(lattice, viterbi, 300_000)).toBe(300_000);
    expect(Math.min(lattice.arc.length, viterbi.score.length)).toBeGreaterThanOrEqual(300_000);
    expect(fill(lattice, viterbi, 10)).toBe(10);
    expect(Math.max(lattice.arc.length, lattice.emission.length, viterbi.score.length)).toBe(1024);
  });

  it.each([
    [100, 99, true],
    [100, 101, false],
    [200_000, 1, true],
    [400_000, 100_000, true],
    [400_000, 99_999, false],
  ])("a column of %i entries may stay for %i states: %s", (length, states, stays) => {
    expect(fits({ length }, states)).toBe(stays);
  });
});

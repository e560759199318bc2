// States left out of the lattice, against trying all sequences.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lattice } from "../../src/match/lattice.js";
import * as MODEL from "../../src/match/model.js";
import { prune as pruneBy } from "../../src/match/prune.js";
import { advance, cheapestWay } from "../../src/match/viterbi.js";
import { allSequences } from "../helpers/brute-force-match.js";
import { latticeOf, latticePlans } from "./lattices.js";

/** Costs that leave some states well within what is kept and others well outside. */
const nats = fc.integer({ min: 0, max: 2 * MODEL.keepNats });

function prune(lattice: Lattice): Int32Array {
  for (let k = 0; k < lattice.steps; k++) advance(lattice, k);
  const chosen = cheapestWay(lattice);
  pruneBy(lattice, chosen);
  return chosen;
}

/** Sequences by cost, each as its states' arcs: numbers of states change, arcs do not. */
function waysOf(lattice: Lattice): { arcs: string; cost: number }[] {
  return allSequences(lattice).map(({ states, cost }) => ({ arcs: states.map((i) => lattice.arc[i]).join(), cost }));
}

describe("prune", () => {
  it("keeps every way that is nearly as cheap as the cheapest, at its cost", () => {
    fc.assert(
      fc.property(latticePlans(nats), (plan) => {
        const all = waysOf(latticeOf(plan));
        const lattice = latticeOf(plan);
        prune(lattice);
        const kept = new Map(waysOf(lattice).map(({ arcs, cost }) => [arcs, cost]));
        for (const { arcs, cost } of all) if (cost <= all[0].cost + MODEL.keepNats) expect(kept.get(arcs)).toBe(cost);
      }),
    );
  });

  it("leaves out each state that none of them goes through, but for the one off the road and a road beside it where that is chosen", () => {
    fc.assert(
      fc.property(latticePlans(nats), (plan) => {
        const before = latticeOf(plan);
        const near = allSequences(before).filter(({ cost }, _, [best]) => cost <= best.cost + MODEL.keepNats);
        const lattice = latticeOf(plan);
        const chosen = prune(lattice);
        plan.forEach(({ emission }, k) => {
          const expected = emission.flatMap((_, i) => {
            const passed = near.some(({ states }) => states[k] === before.first[k] + i);
            return passed || i === 0 || (i === 1 && chosen[k] === lattice.first[k]) ? [before.arc[before.first[k] + i]] : [];
          });
          expect([...lattice.arc.subarray(lattice.first[k], lattice.first[k + 1])]).toEqual(expected);
        });
      }),
    );
  });

  it("keeps the seconds of each transition with its cost, and the rows one after the other", () => {
    fc.assert(
      fc.property(latticePlans(nats), (plan) => {
        const lattice = latticeOf(plan);
        prune(lattice);
        const { first, row, trans, seconds, steps } = lattice;
        let transitions = 0;
        for (let k = 1; k < steps; k++) {
          const rows = [...row.subarray(first[k - 1], first[k])].filter((at) => at >= 0);
          expect(rows).toEqual(rows.map((_, i) => transitions + i * lattice.states(k)));
          transitions += rows.length * lattice.states(k);
        }
        expect(lattice.transitions).toBe(transitions);
        expect(seconds.subarray(0, transitions)).toEqual(trans.subarray(0, transitions));
      }),
    );
  });

  it("gives the chosen states their new numbers", () => {
    fc.assert(
      fc.property(latticePlans(nats), (plan) => {
        const lattice = latticeOf(plan);
        const chosen = prune(lattice);
        expect([...chosen].map((i) => lattice.arc[i]).join()).toBe(waysOf(latticeOf(plan))[0]?.arcs ?? "");
      }),
    );
  });

  it("leaves out what was left behind, whatever was pruned before", () => {
    const leaves = (_: number, i: number) => i === 1;
    fc.assert(
      fc.property(latticePlans(nats), latticePlans(nats), (first, second) => {
        prune(latticeOf(first));
        const [again, alone] = [latticeOf(second, leaves), latticeOf(second, leaves)];
        if (allSequences(again).length === 0) return;
        expect(prune(again)).toEqual(prune(alone));
        expect(waysOf(again)).toEqual(waysOf(alone));
      }),
    );
  });

  it("lets the same lattice be used for the next track", () => {
    const lattice = latticeOf([
      { emission: [0, 30, 0], trans: [] },
      {
        emission: [20, 0],
        trans: [
          [9, 9],
          [9, 9],
          [9, 0],
        ],
      },
    ]);
    prune(lattice);
    lattice.clear();
    lattice.addState(5, 1, 2, 3);
    lattice.addState(7, 4, 5, 6);
    lattice.endStep();
    expect([lattice.steps, lattice.states(0), lattice.arc[1], lattice.emission[1]]).toEqual([1, 2, 7, 6]);
  });
});

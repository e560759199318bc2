// States that are pruned from the lattice, checked against trying all sequences.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lattice } from "../../../src/match/decode/lattice.js";
import { advance, cheapestWay } from "../../../src/match/decode/viterbi.js";
import * as MODEL from "../../../src/match/model.js";
import { prune as pruneBy } from "../../../src/match/weigh/prune.js";
import { allSequences } from "../../helpers/brute-force-match.js";
import { latticeOf, latticePlans } from "../lattices.js";

/** Costs that put some states well within what is kept, and others well beyond it. */
const nats = fc.integer({ min: 0, max: 2 * MODEL.keepNats });

function prune(lattice: Lattice): Int32Array {
  for (let k = 0; k < lattice.steps; k++) advance(lattice, k);
  const chosen = cheapestWay(lattice);
  pruneBy(lattice, chosen);
  return chosen;
}

/** Sequences by cost, each as the arcs of its states: pruning changes the numbers of states, but not their arcs. */
function waysOf(lattice: Lattice): { arcs: string; cost: number }[] {
  return allSequences(lattice).map(({ states, cost }) => ({ arcs: states.map((i) => lattice.arc[i]).join(), cost }));
}

describe("prune", () => {
  it("keeps every sequence that costs little more than the cheapest, at the same cost", () => {
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

  it("removes the states that no such sequence passes, except the one off the road, and one road beside it where that is chosen", () => {
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

  it("keeps the seconds and the cost of each transition, and the rows in order", () => {
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

  it("returns the new numbers of the chosen states", () => {
    fc.assert(
      fc.property(latticePlans(nats), (plan) => {
        const lattice = latticeOf(plan);
        const chosen = prune(lattice);
        expect([...chosen].map((i) => lattice.arc[i]).join()).toBe(waysOf(latticeOf(plan))[0]?.arcs ?? "");
      }),
    );
  });

  it("removes states that were left behind, whatever was pruned before", () => {
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

  it("leaves a lattice that can be used for the next track", () => {
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

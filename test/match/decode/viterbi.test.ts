// The cheapest sequence of states, checked against trying all of them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lattice } from "../../../src/match/decode/lattice.js";
import { advance, cheapestWay } from "../../../src/match/decode/viterbi.js";
import { allSequences } from "../../helpers/brute-force-match.js";
import { addRows, latticeOf, latticePlans } from "../lattices.js";

function decode(lattice: Lattice): number[] {
  for (let k = 0; k < lattice.steps; k++) advance(lattice, k);
  return [...cheapestWay(lattice)];
}

describe("Viterbi", () => {
  it("finds the cheapest of all sequences", () => {
    fc.assert(
      fc.property(latticePlans(fc.double({ min: 0, max: 40, noNaN: true })), (plan) => {
        const lattice = latticeOf(plan);
        const [best] = allSequences(lattice);
        const chosen = decode(lattice).join();
        const found = allSequences(lattice).find(({ states }) => states.join() === chosen);
        expect(found?.cost).toBeCloseTo(best.cost, 9);
      }),
    );
  });

  it("takes the lower state number among equally cheap sequences, deciding from the last step backwards", () => {
    fc.assert(
      fc.property(latticePlans(fc.integer({ min: 0, max: 2 })), (plan) => {
        const lattice = latticeOf(plan);
        expect(decode(lattice)).toEqual(allSequences(lattice)[0].states);
      }),
    );
  });

  it("passes over steps if that is cheaper, as trying all sequences without those steps confirms", () => {
    const nats = fc.double({ min: 0, max: 40, noNaN: true });
    fc.assert(
      fc.property(latticePlans(nats), fc.array(nats, { minLength: 16, maxLength: 16 }), nats, fc.nat(), (plan, drawn, price, at) => {
        fc.pre(plan.length > 2);
        const to = 2 + (at % (plan.length - 2));
        const from = to - 2;
        const width = plan[to].emission.length;
        const past = plan[from].emission.map((_, i) => drawn.slice(i * width, (i + 1) * width));
        const lattice = latticeOf(plan);
        for (let k = 0; k < plan.length; k++)
          advance(lattice, k, k === to ? [{ from, price, nats: () => Float32Array.from(past.flat()) }] : []);
        const without = plan.filter((_, k) => k !== from + 1).map((step, k) => (k === from + 1 ? { ...step, trans: past } : step));
        const decoded = [...cheapestWay(lattice)];
        const [all] = allSequences(lattice);
        const [passing] = allSequences(latticeOf(without));
        const passes = decoded.includes(-1);
        // After the step that is left out, states have other numbers in the lattice without it.
        const numbers = decoded.flatMap((state, k) =>
          state < 0 ? [] : passes && k > from ? state - plan[from + 1].emission.length : state,
        );
        const sequences = passes ? allSequences(latticeOf(without)) : allSequences(lattice);
        const found = sequences.find(({ states }) => states.join() === numbers.join());
        expect((found?.cost ?? Number.NaN) + (passes ? price : 0)).toBeCloseTo(Math.min(all.cost, passing.cost + price), 3);
      }),
    );
  });

  it("returns no states for an empty lattice", () => {
    expect(decode(latticeOf([]))).toEqual([]);
  });

  it("works step by step: after each step it decodes what it would if the track ended there", () => {
    fc.assert(
      fc.property(latticePlans(fc.integer({ min: 0, max: 9 })), (plan) => {
        const lattice = latticeOf([]);
        plan.forEach(({ emission, trans }, k) => {
          for (const nats of emission) lattice.addState(0, 0, 0, nats);
          lattice.endStep();
          if (k > 0) addRows(lattice, k, trans);
          advance(lattice, k);
          expect([...cheapestWay(lattice)]).toEqual(decode(latticeOf(plan.slice(0, k + 1))));
        });
      }),
    );
  });

  it("still distinguishes a tiny difference of cost at the end of a long track with high costs", () => {
    const steps = 10_000;
    const plan = Array.from({ length: steps }, (_, k) => ({
      emission: k === steps - 1 ? [50, 50 - 1e-9] : [50, 50],
      // Changing over is never worth it, so that only the last step distinguishes the two sequences.
      trans: [
        [30, 90],
        [90, 30],
      ],
    }));
    expect(decode(latticeOf(plan)).every((state) => state % 2 === 1)).toBe(true);
  });
});

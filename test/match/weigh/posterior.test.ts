// Posteriors of states, checked against adding up the weights of all sequences.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lattice } from "../../../src/match/decode/lattice.js";
import { posteriorOf } from "../../../src/match/weigh/posterior.js";
import { marginals } from "../../helpers/brute-force-match.js";
import { type LatticePlan, latticeOf, latticePlans } from "../lattices.js";

const posterior = (lattice: Lattice): Float64Array => posteriorOf(lattice, lattice.emission);

/** The sum of the probabilities of each step. */
function sums(lattice: Lattice, probability: Float64Array): number[] {
  return Array.from({ length: lattice.steps }, (_, k) =>
    probability.subarray(lattice.first[k], lattice.first[k + 1]).reduce((sum, p) => sum + p, 0),
  );
}

function expectMarginals(plan: LatticePlan): void {
  const lattice = latticeOf(plan);
  const found = posterior(lattice);
  marginals(lattice).forEach((expected, state) => {
    expect(Math.abs(found[state] - expected), `state ${state}: ${found[state]}, not ${expected}`).toBeLessThan(1e-6);
  });
}

describe("posterior", () => {
  it.each([
    ["ordinary", fc.double({ min: 0, max: 12, noNaN: true })],
    ["nearly certain", fc.double({ min: 0, max: 60, noNaN: true })],
    ["tied", fc.integer({ min: 0, max: 1 })],
    ["preferred, below zero", fc.double({ min: -5, max: 5, noNaN: true })],
  ])("is the share of all sequences that pass a state: %s costs", (_, nats) => {
    fc.assert(fc.property(latticePlans(nats), expectMarginals));
  });

  it("depends only on differences of costs: nats that all ways pay change nothing", () => {
    const nats = fc.double({ min: 0, max: 12, noNaN: true });
    const dear = fc.constantFrom(0, 100, 1000);
    fc.assert(
      fc.property(latticePlans(nats), fc.array(fc.tuple(dear, dear), { minLength: 5, maxLength: 5 }), (plan, extra) => {
        const dearer = plan.map(({ emission, trans }, k) => ({
          emission: emission.map((cost) => cost + extra[k][0]),
          trans: trans.map((row) => row.map((cost) => cost + extra[k][1])),
        }));
        const lattice = latticeOf(plan);
        const [cheap, found] = [posterior(lattice), posterior(latticeOf(dearer))];
        // The matrix holds single precision: the larger the cost, the fewer digits are left for the differences.
        cheap.forEach((p, state) => {
          expect(found[state]).toBeCloseTo(p, 3);
        });
      }),
    );
  });

  it("adds up to 1 in every step, however improbable the whole track is", () => {
    fc.assert(
      fc.property(latticePlans(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 50, max: 5000 }))), (plan) => {
        const lattice = latticeOf(plan);
        for (const sum of sums(lattice, posterior(lattice))) expect(sum).toBeCloseTo(1, 9);
      }),
    );
  });

  it("is 0 for states left behind, and the share of the remaining sequences for the others", () => {
    const nats = fc.double({ min: 0, max: 12, noNaN: true });
    fc.assert(
      fc.property(latticePlans(nats), fc.array(fc.nat({ max: 3 }), { minLength: 5, maxLength: 5 }), (plan, kept) => {
        // At least one state of each step goes on, and so does every state with an odd number.
        const leaves = (k: number, i: number) => i % 2 === 0 && i !== kept[k] % plan[k].emission.length;
        const lattice = latticeOf(plan, leaves);
        const found = posterior(lattice);
        marginals(lattice).forEach((expected, state) => {
          expect(Math.abs(found[state] - expected)).toBeLessThan(1e-6);
        });
      }),
    );
  });

  it("takes off each way's relief", () => {
    const nats = fc.double({ min: 0, max: 12, noNaN: true });
    fc.assert(
      fc.property(latticePlans(nats), fc.array(nats, { minLength: 64, maxLength: 64 }), (plan, relief) => {
        const [relieved, cheaper] = [latticeOf(plan), latticeOf(plan)];
        for (let t = 0; t < relieved.transitions; t++) {
          relieved.relief[t] = relief[t];
          cheaper.trans[t] -= relief[t];
        }
        const expected = posterior(cheaper);
        posterior(relieved).forEach((p, state) => {
          expect(Math.abs(p - expected[state])).toBeLessThan(1e-5);
        });
      }),
    );
  });

  it("is 1 for the only state of a step", () => {
    expect([...posterior(latticeOf([{ emission: [400], trans: [] }]))]).toEqual([1]);
  });

  it("is empty for an empty lattice", () => {
    expect(posterior(latticeOf([]))).toHaveLength(0);
  });

  it("neither underflows nor loses precision over ten thousand steps", { tags: "long" }, () => {
    const steps = 10_000;
    const plan = Array.from({ length: steps }, () => ({
      emission: [3, 3.5, 9],
      trans: [
        [2, 8, 30],
        [8, 2, 8],
        [30, 8, 2],
      ],
    }));
    const lattice = latticeOf(plan);
    const found = posterior(lattice);
    for (const sum of sums(lattice, found)) expect(sum).toBeCloseTo(1, 12);
    // Far from both ends all steps are alike, so their posteriors are too; and the two ends mirror each other.
    const of = (k: number) => [...found.subarray(3 * k, 3 * k + 3)];
    for (const k of [2_000, 4_999, 8_000]) expectNear(of(k), of(5_000));
    expectNear(of(0), of(steps - 1));
    expect(of(5_000)[0]).toBeGreaterThan(of(5_000)[1]);
    expect(of(5_000)[1]).toBeGreaterThan(of(5_000)[2]);
  });
});

function expectNear(found: number[], expected: number[]): void {
  found.forEach((p, j) => {
    expect(p).toBeCloseTo(expected[j], 6);
  });
}

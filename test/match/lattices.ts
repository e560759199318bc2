// Random lattices, small enough to try every sequence through them.
import fc from "fast-check";
import { Lattice, OFF } from "../../src/match/lattice.js";

/** A lattice as plain numbers: per step the emission of each state, and the costs from the step before, rows by the earlier state. */
export type LatticePlan = { emission: number[]; trans: number[][] }[];

/** Fills a lattice. The first state of each step is the one off the road. */
export function latticeOf(plan: LatticePlan): Lattice {
  const lattice = new Lattice();
  plan.forEach(({ emission, trans }, k) => {
    emission.forEach((nats, j) => {
      lattice.addState(j === 0 ? OFF : j, 0, 0, nats);
    });
    lattice.endStep();
    if (k > 0) lattice.trans.data.set(trans.flat(), lattice.transFirst.data[k]);
  });
  return lattice;
}

/** Lattices of up to five steps of up to four states, their costs drawn from `nats`. */
export function latticePlans(nats: fc.Arbitrary<number>): fc.Arbitrary<LatticePlan> {
  return fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }).chain((widths) =>
    fc.tuple(
      ...widths.map((width, k) =>
        fc.record({
          emission: fc.array(nats, { minLength: width, maxLength: width }),
          trans: fc.array(fc.array(nats, { minLength: width, maxLength: width }), {
            minLength: k === 0 ? 0 : widths[k - 1],
            maxLength: k === 0 ? 0 : widths[k - 1],
          }),
        }),
      ),
    ),
  );
}

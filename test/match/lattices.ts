// Random lattices, small enough to try every sequence through them.
import fc from "fast-check";
import { Lattice, OFF } from "../../src/match/decode/lattice.js";

/** A lattice as plain numbers: for each step the emission of each state, and the costs from the step before, one row for each earlier state. */
export type LatticePlan = { emission: number[]; trans: number[][] }[];

/** Builds a lattice. The first state of each step is the one off the road. A state for which `leaves` is true is left behind: no way goes on from it. */
export function latticeOf(plan: LatticePlan, leaves: (k: number, i: number) => boolean = () => false): Lattice {
  const lattice = new Lattice();
  plan.forEach(({ emission, trans }, k) => {
    emission.forEach((nats, j) => {
      lattice.addState(j === 0 ? OFF : j, 0, 0, nats);
    });
    lattice.endStep();
    if (k > 0)
      addRows(
        lattice,
        k,
        trans.map((row, i) => (leaves(k - 1, i) ? null : row)),
      );
  });
  return lattice;
}

/** Adds the rows of step k, the newest; `null` leaves a state behind. The seconds equal the costs, so that tests can compare the two. */
export function addRows(lattice: Lattice, k: number, rows: (number[] | null)[]): void {
  rows.forEach((costs, i) => {
    if (costs === null) return;
    const row = lattice.addRow(lattice.first[k - 1] + i);
    lattice.trans.set(costs, row);
    lattice.seconds.set(costs, row);
  });
}

/** Lattices of up to five steps with up to four states each, with costs drawn from `nats`. */
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

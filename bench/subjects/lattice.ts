// The lattice: Viterbi and the posterior for states and transitions with given costs.
import { Random } from "../../src/geo/random.js";
import { Lattice, OFF } from "../../src/match/decode/lattice.js";
import { advance, cheapestWay } from "../../src/match/decode/viterbi.js";
import { posteriorOf } from "../../src/match/weigh/posterior.js";
import { spread, timeShort } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";

const STEPS = 1000;
const WIDTHS = [5, 15, 49];
const SEED = 3;

export const lattice: Subject = {
  name: "lattice",
  about: "Viterbi and forward–backward over a lattice that is given",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const width of WIDTHS) {
    const given = randomLattice(width);
    const decode = (): Int32Array => {
      for (let k = 0; k < STEPS; k++) advance(given, k);
      return cheapestWay(given);
    };
    const works: [string, () => unknown][] = [
      ["Viterbi", decode],
      ["posterior", () => posteriorOf(given, given.emission)],
    ];
    for (const [stage, work] of works) {
      const timing = await timeShort(work, context.seconds);
      rows.push({
        stage,
        "states/step": width,
        "µs/step": (timing.median * 1000) / STEPS,
        "ns/transition": (timing.median * 1e6) / (STEPS * width * width),
        "steps/s": STEPS / (timing.median / 1000),
        "± %": spread(timing),
      });
    }
  }
  return { title: `Lattice of ${STEPS} steps`, rows };
}

/** Costs as in a match: a few states near the best, most far behind, some transitions out of reach. */
function randomLattice(width: number): Lattice {
  const random = new Random(SEED);
  const made = new Lattice();
  for (let k = 0; k < STEPS; k++) {
    for (let j = 0; j < width; j++) made.addState(j === 0 ? OFF : j - 1, 0, 0, 12 * random.next() * random.next());
    made.endStep();
    if (k === 0) continue;
    for (let i = made.first[k - 1]; i < made.first[k]; i++) {
      const row = made.addRow(i);
      for (let t = row; t < row + width; t++) {
        made.trans[t] = random.next() < 0.3 ? 1000 : 40 * random.next() * random.next();
        made.seconds[t] = 100;
      }
    }
  }
  return made;
}

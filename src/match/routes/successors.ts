// Successors: for each state of the turn table, what driving along it costs, which states follow, and what it costs to enter these. Worked out when first met.
import type { RoadGraph } from "../../roads/graph.js";
import { growColumns } from "../../roads/growable.js";
import { type Rules, Use } from "./rules.js";

/** Entries from which on all are forgotten: bounds the memory of a matcher that roams a continent to some 100 MB. */
const MOST_ENTRIES = 6_000_000;
/** Entries of a row before those of the states that follow. */
export const OWN = 3;

/**
 * Rows of entries, each a pair from the columns `states` and `nats`. A row begins with three entries of its own:
 * - the state's arc, and the nats of driving along it;
 * - how many states follow, and the metres of the arc;
 * - nothing, and the seconds that driving along it usually takes.
 *
 * Then comes an entry for each state that follows, with the nats of entering it.
 */
export class Successors {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  /** Index of each state's row, plus 1; 0 until it is worked out. */
  readonly #rows: Int32Array;
  /** How many entries there are. */
  #size = 0;
  /** Read these columns after {@link rowOf}, not before: a new row may replace them. */
  states = new Int32Array(4096);
  nats = new Float64Array(4096);

  constructor(roads: RoadGraph, rules: Rules) {
    this.#roads = roads;
    this.#rules = rules;
    this.#rows = new Int32Array(roads.arcCount + roads.columns.virtualArc.length);
  }

  /** Forgets all rows if there are too many. For between searches only, since it makes all row indexes invalid. */
  tidy(): void {
    if (this.#size < MOST_ENTRIES) return;
    this.#rows.fill(0);
    this.#size = 0;
  }

  /** Index of the state's row. */
  rowOf(state: number): number {
    const row = this.#rows[state];
    return row !== 0 ? row - 1 : this.#workOut(state);
  }

  #workOut(state: number): number {
    const roads = this.#roads;
    const rules = this.#rules;
    const { turnNext, turnBan } = roads.columns;
    const arc = roads.arcOf(state);
    const node = roads.head(arc);
    const [first, end] = [roads.outStart[node], roads.outStart[node + 1]];
    const row = this.#size;
    const most = row + OWN + end - first;
    if (most > this.states.length) growColumns(this, Math.ceil(1.5 * most));
    const { states, nats: prices } = this;
    const metres = roads.edgeLength[arc >>> 1];
    states[row] = arc;
    prices[row] = rules.surcharge(arc) * metres;
    prices[row + 1] = metres;
    prices[row + 2] = metres * rules.slowness(arc);
    let at = row + OWN;

    const passing = rules.passing(node);
    const lawful = rules.use(arc) === Use.lawful;
    const turns = roads.turnRow(state);
    for (let i = first; i < end; i++) {
      const to = roads.outArcs[i];
      if (!rules.usable(to >>> 1)) continue;
      let nats = to === (arc ^ 1) ? rules.turningBack(node) : passing + rules.bend(arc, to, node);
      // Entering an arc against the rules is charged once, where they begin to be broken; driving on is charged by the metre.
      if (lawful) nats += rules.entry(to);
      const entry = roads.turnEntry(turns, to);
      if (entry >= 0) nats += rules.turn(turnBan[entry]);
      states[at] = entry < 0 ? to : turnNext[entry];
      prices[at++] = nats;
    }
    states[row + 1] = at - row - OWN;
    this.#size = at;
    this.#rows[state] = row + 1;
    return row;
  }
}

// Targets: the arcs of a step's states, each once, which routes are to reach.
import type { RoadGraph } from "../../roads/graph.js";
import { Aim } from "./aim.js";

/** The targets of one step at a time. */
export class Targets {
  count = 0;
  readonly arcs: number[] = [];
  /** Metres from each arc's start to the nearest place wanted on it: a search gives up what costs much more than the cheapest of these places. */
  readonly offsets: number[] = [];
  /** By arc: its index among the targets. Valid only if `arcs` has the arc at that index, so nothing needs to be cleared. */
  readonly #indexOf: Int32Array;
  /** Worked out when a search first asks for it: most routes are known without a search. */
  #aim: Aim | null = null;

  constructor(arcCount: number) {
    this.#indexOf = new Int32Array(arcCount);
  }

  clear(): void {
    this.count = 0;
    this.#aim = null;
  }

  /** Adds a place, metres from its arc's start, and says which target that arc is. */
  add(arc: number, offset: number): number {
    let t = this.indexOf(arc);
    if (t >= 0) this.offsets[t] = Math.min(this.offsets[t], offset);
    else {
      t = this.count++;
      this.#indexOf[arc] = t;
      this.arcs[t] = arc;
      this.offsets[t] = offset;
    }
    return t;
  }

  /** Which target an arc is; −1 for none. */
  indexOf(arc: number): number {
    const t = this.#indexOf[arc];
    return t < this.count && this.arcs[t] === arc ? t : -1;
  }

  /** The box around the targets; there must be one. */
  aim(roads: RoadGraph): Aim {
    this.#aim ??= Aim.around(roads, this.arcs, this.count);
    return this.#aim;
  }
}

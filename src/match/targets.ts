// Targets: the arcs that the routes into a step are to reach, each once, and where they lie.
import type { RoadGraph } from "../roads/graph.js";
import { Aim } from "./aim.js";

/** Those of one step at a time. What is worked out about them is worked out when a search first asks for it: most routes are known already. */
export class Targets {
  count = 0;
  arcs: Int32Array = new Int32Array(0);
  /** Where on each the nearest place wanted is, metres from its start. */
  offsets: Float64Array = new Float64Array(0);
  /** By arc, its index if it is a target: right only where that one is this arc, so nothing needs to be cleared. */
  readonly #indexOf: Int32Array;
  #isIndexed = false;
  readonly #aim = new Aim();
  #hasAim = false;

  constructor(arcCount: number) {
    this.#indexOf = new Int32Array(arcCount);
  }

  /** Takes other ones: the first `count` of the columns, which stay the caller's. */
  set(arcs: Int32Array, offsets: Float64Array, count: number): void {
    this.arcs = arcs;
    this.offsets = offsets;
    this.count = count;
    this.#isIndexed = false;
    this.#hasAim = false;
  }

  /** Which target an arc is; −1 for none. */
  indexOf(arc: number): number {
    if (!this.#isIndexed) this.#index();
    const t = this.#indexOf[arc];
    return t < this.count && this.arcs[t] === arc ? t : -1;
  }

  /** The box around them; there has to be one. */
  aim(roads: RoadGraph): Aim {
    if (!this.#hasAim) this.#aim.around(roads, this.arcs, this.count);
    this.#hasAim = true;
    return this.#aim;
  }

  #index(): void {
    this.#isIndexed = true;
    for (let t = 0; t < this.count; t++) this.#indexOf[this.arcs[t]] = t;
  }
}

// Targets: the arcs that the routes into a step are to reach, each once, and where they lie.
import type { RoadGraph } from "../roads/graph.js";
import { Aim } from "./aim.js";

/** Those of one step at a time. */
export class Targets {
  count = 0;
  readonly arcs: number[] = [];
  /** Where on each the nearest place wanted is, metres from its start: what costs much more than the cheapest place is given up. */
  readonly offsets: number[] = [];
  /** By arc, its index if it is a target: right only where that one is this arc, so nothing needs to be cleared. */
  readonly #indexOf: Int32Array;
  /** Worked out when a search first asks for it: most routes are known already. */
  readonly #aim = new Aim();
  #hasAim = false;

  constructor(arcCount: number) {
    this.#indexOf = new Int32Array(arcCount);
  }

  clear(): void {
    this.count = 0;
    this.#hasAim = false;
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

  /** The box around them; there has to be one. */
  aim(roads: RoadGraph): Aim {
    if (!this.#hasAim) this.#aim.around(roads, this.arcs, this.count);
    this.#hasAim = true;
    return this.#aim;
  }
}

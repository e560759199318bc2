// Targets: the arcs that the routes into a step are to reach, each once, and where they lie.
import type { RoadGraph } from "../roads/graph.js";
import { Aim } from "./aim.js";

/** Those of one step at a time. What is worked out about them is worked out when a search first asks for it: most routes are known already. */
export class Targets {
  count = 0;
  arcs: Int32Array = new Int32Array(0);
  /** Where on each the nearest place wanted is, metres from its start. */
  offsets: Float64Array = new Float64Array(0);
  /** Open addressing arc → index + 1. */
  #table = new Int32Array(64);
  #hasTable = false;
  readonly #aim = new Aim();
  #hasAim = false;

  /** Takes other ones: the first `count` of the columns, which stay the caller's. */
  set(arcs: Int32Array, offsets: Float64Array, count: number): void {
    this.arcs = arcs;
    this.offsets = offsets;
    this.count = count;
    this.#hasTable = false;
    this.#hasAim = false;
  }

  /** Which target an arc is; −1 for none. */
  indexOf(arc: number): number {
    if (!this.#hasTable) this.#makeTable();
    const table = this.#table;
    const mask = table.length - 1;
    for (let slot = hash(arc) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.arcs[table[slot] - 1] === arc) return table[slot] - 1;
    }
    return -1;
  }

  /** The box around them; there has to be one. */
  aim(roads: RoadGraph): Aim {
    if (!this.#hasAim) this.#aim.around(roads, this.arcs, this.count);
    this.#hasAim = true;
    return this.#aim;
  }

  #makeTable(): void {
    this.#hasTable = true;
    while (this.#table.length < this.count * 4) this.#table = new Int32Array(this.#table.length * 2);
    const table = this.#table.fill(0);
    const mask = table.length - 1;
    for (let i = 0; i < this.count; i++) {
      let slot = hash(this.arcs[i]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = i + 1;
    }
  }
}

function hash(key: number): number {
  const h = Math.imul(key, 0x9e3779b1);
  return h ^ (h >>> 15);
}

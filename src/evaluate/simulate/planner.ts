// Planner: finds a driver's way through a road network: Dijkstra's algorithm over arcs, with costs as this driver sees them.

import { Access, type Mode } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { CostHeap } from "../../roads/heap.js";

/** Cost of driving an arc, any unit, above 0. */
export type ArcCost = (arc: number) => number;

/** Parent of the states that follow the arc a search begins on: that arc may come up again on the way, as part of a round trip. */
const START = -1;

/** Plans lawful routes: access, one-way rules, barriers and turn restrictions are kept; turning round only at dead ends. */
export class Planner {
  readonly #cost: Float64Array;
  readonly #previous: Int32Array;
  readonly #seen: Uint32Array;
  readonly #settled: Uint32Array;
  #generation = 0;
  readonly #queue = new CostHeap();
  readonly #bit: number;
  readonly #roads: RoadGraph;

  constructor(roads: RoadGraph, mode: Mode) {
    this.#roads = roads;
    const states = roads.arcCount + roads.columns.virtualArc.length;
    this.#cost = new Float64Array(states);
    this.#previous = new Int32Array(states);
    this.#seen = new Uint32Array(states);
    this.#settled = new Uint32Array(states);
    this.#bit = Access[mode];
  }

  /** Whether the traveller may use the arc. */
  open(arc: number): boolean {
    return (this.#roads.arcAccess[arc] & this.#bit) !== 0;
  }

  /** Arcs from one arc to another, both included; null if there is no way. From an arc to itself it is the cheapest round trip, not an empty way. */
  plan(from: number, to: number, cost: ArcCost): number[] | null {
    this.#generation++;
    this.#queue.clear();
    this.#expand(from, START, 0, cost);
    while (this.#queue.size > 0) {
      const state = this.#queue.pop();
      if (this.#settled[state] === this.#generation) continue;
      this.#settled[state] = this.#generation;
      if (this.#roads.arcOf(state) === to) return this.#trace(from, state);
      this.#expand(state, state, this.#cost[state], cost);
    }
    return null;
  }

  /** Whether each of the arcs may follow those before it. Two lawful ways joined may be unlawful: a restriction may begin in one and be broken in the other. */
  allows(arcs: readonly number[]): boolean {
    let state: number | undefined = arcs[0];
    for (let i = 1; i < arcs.length && state !== undefined; i++)
      state = this.#nextStates(state).find((next) => this.#roads.arcOf(next) === arcs[i]);
    return state !== undefined;
  }

  #expand(state: number, parent: number, base: number, cost: ArcCost): void {
    for (const next of this.#nextStates(state)) {
      if (this.#settled[next] === this.#generation) continue;
      const total = base + cost(this.#roads.arcOf(next));
      if (this.#seen[next] === this.#generation && this.#cost[next] <= total) continue;
      this.#seen[next] = this.#generation;
      this.#cost[next] = total;
      this.#previous[next] = parent;
      this.#queue.push(next, total);
    }
  }

  /** States that may follow a state. */
  #nextStates(state: number): number[] {
    const roads = this.#roads;
    const bit = this.#bit;
    const { nodeAccess, turnNext, turnBan } = roads.columns;
    const arc = this.#roads.arcOf(state);
    const node = roads.head(arc);
    if ((nodeAccess[node] & bit) === 0) return this.open(arc ^ 1) ? [arc ^ 1] : [];
    const row = roads.turnRow(state);
    const found: number[] = [];
    for (let i = roads.outStart[node]; i < roads.outStart[node + 1]; i++) {
      const next = roads.outArcs[i];
      if (!this.open(next) || next === (arc ^ 1)) continue;
      const entry = roads.turnEntry(row, next);
      if (entry < 0) found.push(next);
      else if ((turnBan[entry] & bit) === 0) found.push(turnNext[entry]);
    }
    // Only at a dead end everybody turns round.
    if (found.length === 0 && this.open(arc ^ 1)) found.push(arc ^ 1);
    return found;
  }

  #trace(from: number, last: number): number[] {
    const arcs: number[] = [];
    for (let state = last; state !== START; state = this.#previous[state]) arcs.push(this.#roads.arcOf(state));
    arcs.push(from);
    return arcs.reverse();
  }
}

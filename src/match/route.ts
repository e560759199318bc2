// Routes: one bounded search from the end of an arc to the beginnings of many, over states of the turn table.
import { latScale, lonScale, wrapLonE7 } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import { SlotHeap } from "./heap.js";
import type { Rules } from "./rules.js";
import { Successors } from "./successors.js";

/**
 * Dijkstra's algorithm with labels on states (arcs, and virtual arcs that remember how they were reached). What is minimised is metres plus
 * `metresPerNat` × the nats of whatever the rules charge; length is carried along. A label stands at the *beginning* of its arc. Labels
 * are as many as the search meets, not as the network has arcs: a search of a few hundred metres costs the same in a continent.
 */
export class RouteSearch {
  readonly #roads: RoadGraph;
  readonly #successors: Successors;
  readonly #heap = new SlotHeap();
  /** Least that a metre may cost. */
  readonly #leastPerMetre: number;

  // Labels, in the order of their making.
  #count = 0;
  #state = new Int32Array(256);
  #cost = new Float64Array(256);
  #length = new Float64Array(256);
  #parent = new Int32Array(256);
  #settled = new Uint8Array(256);
  /** Label of each state, if it has one: right only where that label exists and is the state's, so nothing needs to be cleared. */
  readonly #labelOf: Int32Array;

  // Targets of the step: open addressing arc → index + 1.
  #targetTable = new Int32Array(64);
  #targetArcs = new Int32Array(32);
  #targetOffsets: Float64Array = new Float64Array(0);
  #targetCount = 0;
  readonly #box = new TargetBox();

  /** For each target: cost and length in metres to the beginning of its arc, and its label; infinite and −1 when out of reach. */
  targetCost = new Float64Array(32);
  targetLength = new Float64Array(32);
  targetLabel = new Int32Array(32);
  /** Labels settled since the last reset: the work done. */
  work = 0;

  constructor(roads: RoadGraph, rules: Rules) {
    this.#roads = roads;
    this.#successors = new Successors(roads, rules);
    this.#labelOf = new Int32Array(roads.arcCount + roads.columns.virtualArc.length);
    this.#leastPerMetre = rules.prefers ? 0.5 : 1;
  }

  /**
   * Distinct arcs to be reached by the searches that follow, and where on each the nearest place wanted is (metres from its start): the
   * search gives up what costs much more than the cheapest place.
   */
  setTargets(arcs: Int32Array, offsets: Float64Array, count: number): void {
    while (this.#targetTable.length < count * 4) this.#targetTable = new Int32Array(this.#targetTable.length * 2);
    this.#targetTable.fill(0);
    if (this.#targetArcs.length < count) {
      const size = count * 2;
      this.#targetArcs = new Int32Array(size);
      this.targetCost = new Float64Array(size);
      this.targetLength = new Float64Array(size);
      this.targetLabel = new Int32Array(size);
    }
    this.#targetCount = count;
    this.#targetOffsets = offsets;
    this.#box.around(this.#roads, arcs, count);
    const mask = this.#targetTable.length - 1;
    for (let i = 0; i < count; i++) {
      this.#targetArcs[i] = arcs[i];
      let slot = hash(arcs[i]) & mask;
      while (this.#targetTable[slot] !== 0) slot = (slot + 1) & mask;
      this.#targetTable[slot] = i + 1;
    }
  }

  /**
   * Searches from the end of `arc` to all targets, no farther than `bound` in cost, nor than `detour` beyond the cheapest place reached.
   * The targets lie near one another, so the distance to the box around them guides it (A*).
   */
  from(arc: number, bound: number, detour: number, metresPerNat: number): void {
    const { edgeLength } = this.#roads;
    let limit = bound;
    const successors = this.#successors;
    const heap = this.#heap;
    const { targetCost, targetLength, targetLabel } = this;
    this.#count = 0;
    heap.clear();
    successors.tidy();
    for (let i = 0; i < this.#targetCount; i++) {
      targetCost[i] = Number.POSITIVE_INFINITY;
      targetLabel[i] = -1;
    }
    let open = this.#targetCount;
    this.#expand(successors.rowOf(arc), arc, 0, 0, -1, limit, metresPerNat);
    while (heap.size > 0 && open > 0 && heap.topCost <= limit) {
      const label = heap.pop();
      if (this.#settled[label]) continue;
      this.#settled[label] = 1;
      this.work++;
      const row = successors.rowOf(this.#state[label]);
      const real = successors.states[row];
      const target = this.#targetOf(real);
      if (target >= 0 && targetLabel[target] < 0) {
        targetCost[target] = this.#cost[label];
        targetLength[target] = this.#length[label];
        targetLabel[target] = label;
        open--;
        limit = Math.min(limit, this.#cost[label] + this.#targetOffsets[target] + detour);
      }
      const metres = edgeLength[real >>> 1];
      // A preference may lower the price of a metre, never below half.
      const cost = this.#cost[label] + Math.max(0.5 * metres, metres + successors.nats[row] * metresPerNat);
      if (cost <= limit) this.#expand(row, real, cost, this.#length[label] + metres, label, limit, metresPerNat);
    }
  }

  /** The arcs between the source and a target of the last search, both left out, in travel order; null when it was not reached. */
  pathTo(target: number): number[] | null {
    if (this.targetLabel[target] < 0) return null;
    const arcs: number[] = [];
    const { virtualArc } = this.#roads.columns;
    for (let label = this.#parent[this.targetLabel[target]]; label >= 0; label = this.#parent[label]) {
      const state = this.#state[label];
      arcs.push(state < this.#roads.arcCount ? state : virtualArc[state - this.#roads.arcCount]);
    }
    return arcs.reverse();
  }

  /** Labels all ways on from the end of an arc's state, given its row, which is reached at `cost`. */
  #expand(row: number, arc: number, cost: number, length: number, parent: number, limit: number, metresPerNat: number): void {
    const { states, nats } = this.#successors;
    // All of them begin where the arc ends, so they have the same way to go at least.
    const ahead = this.#box.metresFrom(this.#roads, this.#roads.head(arc)) * this.#leastPerMetre;
    for (let i = row + 1; states[i] >= 0; i++) {
      const total = cost + nats[i] * metresPerNat;
      if (total + ahead <= limit) this.#relax(states[i], total, ahead, length, parent);
    }
  }

  #relax(state: number, cost: number, ahead: number, length: number, parent: number): void {
    const known = this.#labelOf[state];
    if (known < this.#count && this.#state[known] === state) {
      if (cost < this.#cost[known] && !this.#settled[known]) {
        this.#cost[known] = cost;
        this.#length[known] = length;
        this.#parent[known] = parent;
        this.#heap.push(known, cost + ahead);
      }
      return;
    }
    const label = this.#count++;
    if (label === this.#state.length) this.#growLabels();
    this.#labelOf[state] = label;
    this.#state[label] = state;
    this.#cost[label] = cost;
    this.#length[label] = length;
    this.#parent[label] = parent;
    this.#settled[label] = 0;
    this.#heap.push(label, cost + ahead);
  }

  #targetOf(arc: number): number {
    const mask = this.#targetTable.length - 1;
    let slot = hash(arc) & mask;
    for (let found = this.#targetTable[slot]; found !== 0; found = this.#targetTable[slot]) {
      if (this.#targetArcs[found - 1] === arc) return found - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #growLabels(): void {
    const ints = (old: Int32Array) => {
      const bigger = new Int32Array(old.length * 2);
      bigger.set(old);
      return bigger;
    };
    const floats = (old: Float64Array) => {
      const bigger = new Float64Array(old.length * 2);
      bigger.set(old);
      return bigger;
    };
    const settled = new Uint8Array(this.#settled.length * 2);
    settled.set(this.#settled);
    this.#settled = settled;
    this.#state = ints(this.#state);
    this.#parent = ints(this.#parent);
    this.#cost = floats(this.#cost);
    this.#length = floats(this.#length);
  }
}

/** The box around the beginnings of the targets: how far off it a node is bounds from below what is left to go. */
class TargetBox {
  // Middle and half the width, degrees × 1e7; metres per unit.
  #lon = 0;
  #lat = 0;
  #halfLon = 0;
  #halfLat = 0;
  #kx = 0;
  #ky = 0;

  around(roads: RoadGraph, arcs: Int32Array, count: number): void {
    let [west, east, south, north] = [0, 0, Infinity, -Infinity];
    const origin = count > 0 ? roads.nodeLon[roads.tail(arcs[0])] : 0;
    for (let i = 0; i < count; i++) {
      const node = roads.tail(arcs[i]);
      const lon = wrapLonE7(roads.nodeLon[node] - origin);
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, roads.nodeLat[node]);
      north = Math.max(north, roads.nodeLat[node]);
    }
    this.#lon = origin + (west + east) / 2;
    this.#lat = (south + north) / 2;
    this.#halfLon = (east - west) / 2;
    this.#halfLat = (north - south) / 2;
    // Degrees of longitude shrink towards the pole: taken half a degree on, and a little off, the distance stays below every road's length.
    this.#kx = (lonScale(Math.min(90, Math.abs(this.#lat) / 1e7 + 0.5)) * 0.999) / 1e7;
    this.#ky = (latScale(this.#lat / 1e7) * 0.999) / 1e7;
  }

  metresFrom(roads: RoadGraph, node: number): number {
    const x = Math.max(0, Math.abs(wrapLonE7(roads.nodeLon[node] - this.#lon)) - this.#halfLon) * this.#kx;
    const y = Math.max(0, Math.abs(roads.nodeLat[node] - this.#lat) - this.#halfLat) * this.#ky;
    return Math.sqrt(x * x + y * y);
  }
}

function hash(key: number): number {
  const h = Math.imul(key, 0x9e3779b1);
  return h ^ (h >>> 15);
}

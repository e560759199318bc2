// Routes: a bounded search from the end of one arc to the beginnings of many, over the states of the turn table.
import type { RoadGraph } from "../../roads/graph.js";
import { growColumns } from "../../roads/growable.js";
import { CostHeap } from "../../roads/heap.js";
import * as MODEL from "../model.js";
import type { Aim } from "./aim.js";
import { Reach } from "./reach.js";
import type { Rules } from "./rules.js";
import { OWN, Successors } from "./successors.js";
import { Targets } from "./targets.js";

/** Labels settled between two calls of `check`. */
const CHECK_EVERY = 4096;
/** Least cost of a metre, in metres, however much its road is preferred. */
const LEAST_PER_METRE = 0.5;

/**
 * Dijkstra's algorithm, or A* towards the targets, with labels on states (arcs, and virtual arcs that remember how they were reached). It minimises metres
 * plus the nats that the rules charge × a price in metres; length and usual seconds are carried along. A label stands at the *beginning* of its arc.
 * There are as many labels as the search meets, not as the network has arcs: a search of a few hundred metres costs the same in a continent.
 *
 * What a search finds depends on its source and price alone, not on its targets or its bound, so it is cached ({@link Reach}): on dense tracks the next step
 * asks for the same sources, and sooner or later so does another track.
 */
export class RouteSearch {
  readonly #roads: RoadGraph;
  readonly #successors: Successors;
  readonly #reach: Reach;
  readonly #heap = new CostHeap();
  readonly #prices: readonly number[];
  /** By price: least cost of a metre of road. If no road is free of charges this is above 1, and A* can take the box for that much farther away. */
  readonly #leastPerMetre: readonly number[];
  // Of the search under way: its source arc, metres per nat, least cost of a metre, most that a label may cost, and the box it is aimed at, if any.
  #source = -1;
  #metresPerNat = 1;
  #perMetre = 1;
  #limit = 0;
  #aim: Aim | null = null;

  readonly #labels = new Labels();
  /** By state: its label. Valid only if that label exists and is this state's, so nothing needs to be cleared. */
  readonly #labelOf: Int32Array;

  /** What the next searches are to reach. */
  readonly targets: Targets;
  /** The cheapest ways at the first price, … */
  readonly cheapest: Reached;
  /** … and those at the other price. */
  readonly other: Reached;
  /** Called every so often in the course of a long search; throw from it to stop. */
  check: (() => void) | undefined;
  /** Labels settled since the last reset: the work done. */
  work = 0;

  /** `prices`: metres per nat, at most four; a search takes one of them, by its index. `most`: the most targets there may be. */
  constructor(roads: RoadGraph, rules: Rules, prices: readonly number[], most: number, reach = new Reach(roads.arcCount)) {
    this.#roads = roads;
    this.#successors = new Successors(roads, rules);
    const least = rules.leastSurcharge();
    this.#leastPerMetre = prices.map((metresPerNat) => Math.max(LEAST_PER_METRE, 1 + least * metresPerNat));
    this.#prices = prices;
    this.#labelOf = new Int32Array(roads.arcCount + roads.columns.virtualArc.length);
    this.targets = new Targets(roads.arcCount);
    this.cheapest = new Reached(most);
    this.other = new Reached(most);
    this.#reach = reach;
  }

  /** Finds the ways from the end of `arc` to all targets within the limits. */
  from(arc: number, limits: RouteLimits): void {
    this.#source = arc;
    this.#findAt(this.cheapest, limits.price, limits.detour, limits);
    this.#findAt(this.other, limits.otherPrice, MODEL.otherDetour * limits.detour, limits);
  }

  #findAt(found: Reached, price: number, detour: number, { bound, nearest, aimed }: RouteLimits): void {
    found.price = price;
    found.detour = detour;
    found.most = Math.min(bound, nearest + detour);
    if (price >= 0) this.#find(found, aimed);
  }

  /**
   * The arcs between the source of the last search and a target, without these two, in travel order, on the way found in `by` (`cheapest` or `other`). Null if
   * the target was not reached.
   */
  pathTo(target: number, by: Reached = this.cheapest): number[] | null {
    if (by.price < 0 || by.cost[target] === Number.POSITIVE_INFINITY) return null;
    // The tree at this price may have had to make room for the tree at the other one.
    if (!this.#reach.use(this.#source, by.price)) this.#find(by, false);
    return this.#reach.path(by.slot[target]).map((state) => this.#roads.arcOf(state));
  }

  #find(found: Reached, aimed: boolean): void {
    if (this.targets.count === 0) return;
    const known = this.#reach.use(this.#source, found.price);
    if (known && this.#look(found)) return;
    const before = known ? this.#reach.aim : null;
    // A tree that was grown in all directions is grown on in all directions; one that was aimed at a box, towards both that and the targets.
    const aim = aimed && !(known && before === null) ? this.targets.aim(this.#roads) : null;
    this.#aim = aim !== null && before !== null ? aim.join(before) : aim;
    this.#grow(found, known);
    this.#look(found);
  }

  /** Looks the targets up in the tree in use; false if the tree may have stopped short of one. */
  #look(found: Reached): boolean {
    const reach = this.#reach;
    const { cost: costs, detour } = found;
    const { arcs, offsets, count } = this.targets;
    const missing = reach.look(arcs, count, found);
    let limit = found.most;
    for (let t = 0; t < count; t++) limit = Math.min(limit, costs[t] + offsets[t] + detour);
    // A missing target cannot be reached within the limit if the tree has everything within it.
    if (missing > 0) {
      let { radius } = reach;
      const aim = radius >= limit ? reach.aim : null;
      if (aim !== null) {
        const { lon, lat, halfLon, halfLat } = this.targets.aim(this.#roads);
        radius -= this.#leastPerMetre[found.price] * aim.beyond(lon, lat, halfLon, halfLat);
      }
      if (!(radius >= limit)) return false;
    }
    for (let t = 0; t < count; t++) if (costs[t] > limit) costs[t] = Number.POSITIVE_INFINITY;
    return true;
  }

  /**
   * Searches until all targets are found or cost too much, and caches the tree. If there is an aim the search is A* to its box, which leaves out what leads
   * elsewhere.
   *
   * `again`: the tree in use does not go far enough, and the search goes on where that tree's stopped. Such a tree will probably be asked for more again, so
   * the limit is rounded up; and without an aim the search goes on to the limit even when all targets are found.
   */
  #grow(found: Reached, again: boolean): void {
    const successors = this.#successors;
    const heap = this.#heap;
    const targets = this.targets;
    const labels = this.#labels;
    const { cost: targetCost, price, most, detour } = found;
    this.#metresPerNat = this.#prices[price];
    this.#perMetre = this.#leastPerMetre[price];
    this.#limit = again ? roundUp(most) : most;
    labels.count = 0;
    heap.clear();
    successors.tidy();
    // If there is a tree in use, the targets were looked up in it: those with a cost are found already.
    if (!again) targetCost.fill(Number.POSITIVE_INFINITY, 0, targets.count);
    let open = 0;
    for (let t = 0; t < targets.count; t++) {
      if (targetCost[t] === Number.POSITIVE_INFINITY) open++;
      else this.#limit = Math.min(this.#limit, roundUp(targetCost[t] + targets.offsets[t] + detour));
    }
    if (again && this.#aim === null) open = 0;
    const begun = again ? this.#goOn() : 0;
    let settled = begun;
    this.#expand(successors.rowOf(this.#source), -1);
    while (heap.size > 0 && heap.topCost <= this.#limit) {
      const least = heap.topCost;
      const label = heap.pop();
      if (labels.settled[label]) continue;
      labels.settled[label] = 1;
      labels.order[settled++] = label;
      if (settled % CHECK_EVERY === 0) this.check?.();
      const row = successors.rowOf(labels.state[label]);
      const target = targets.indexOf(successors.states[row]);
      if (target >= 0 && targetCost[target] === Number.POSITIVE_INFINITY) {
        targetCost[target] = labels.cost[label];
        const dearest = targetCost[target] + targets.offsets[target] + detour;
        this.#limit = Math.min(this.#limit, again ? roundUp(dearest) : dearest);
        if (--open === 0) {
          // All labels that cost less have been settled; of those that cost the same perhaps not all.
          this.#limit = Math.min(this.#limit, least * (1 - 1e-7) - 1e-9);
          labels.undone[label] = 1;
          break;
        }
      }
      this.#expand(row, label);
    }
    this.work += settled - begun;
    this.#keep(price, settled);
  }

  /** Reads the labels of the tree in use, all of them settled, and expands those that were left undone. Returns how many labels it read. */
  #goOn(): number {
    const reach = this.#reach;
    const labels = this.#labels;
    const { size } = reach;
    while (labels.state.length <= size) growColumns(labels);
    reach.read(labels);
    for (let label = 0; label < size; label++) {
      this.#labelOf[labels.state[label]] = label;
      labels.settled[label] = 1;
      labels.order[label] = label;
    }
    labels.count = size;
    for (let label = 0; label < size; label++) {
      if (labels.undone[label] === 0) continue;
      labels.undone[label] = 0;
      this.#expand(this.#successors.rowOf(labels.state[label]), label);
    }
    return size;
  }

  #keep(price: number, settled: number): void {
    const labels = this.#labels;
    const { count, state, parent, undone, order, arcs } = labels;
    for (let label = 0; label < count; label++) {
      if (labels.settled[label] === 0 && parent[label] >= 0) undone[parent[label]] = 1;
    }
    for (let i = 0; i < settled; i++) arcs[i] = this.#roads.arcOf(state[order[i]]);
    this.#reach.keep(this.#source, price, labels, settled, this.#limit, this.#aim);
  }

  /** Labels the states that follow the end of an arc. `row`: of that arc; `from`: its label, or −1 for the source, which has none. */
  #expand(row: number, from: number): void {
    const labels = this.#labels;
    const { states, nats } = this.#successors;
    const metresPerNat = this.#metresPerNat;
    const limit = this.#limit;
    let onward = 0;
    let length = 0;
    let seconds = 0;
    if (from >= 0) {
      seconds = labels.seconds[from] + nats[row + 2];
      const metres = nats[row + 1];
      onward = labels.cost[from] + Math.max(LEAST_PER_METRE * metres, metres + nats[row] * metresPerNat);
      length = labels.length[from] + metres;
    }
    // A*: the least cost of the rest of the way to the box.
    let rest = 0;
    if (this.#aim !== null) {
      const node = this.#roads.head(states[row]);
      rest = this.#perMetre * this.#aim.beyond(this.#roads.nodeLon[node], this.#roads.nodeLat[node], 0, 0);
    }
    if (Math.fround(onward) + rest > limit) {
      if (from >= 0) labels.undone[from] = 1;
      return;
    }
    const end = row + OWN + states[row + 1];
    for (let i = row + OWN; i < end; i++) {
      const state = states[i];
      const cost = Math.fround(onward + nats[i] * metresPerNat);
      if (cost + rest > limit) {
        if (from >= 0) labels.undone[from] = 1;
        continue;
      }
      let label = this.#labelOf[state];
      const known = label < labels.count && labels.state[label] === state;
      if (known && (labels.settled[label] || cost > labels.cost[label])) continue;
      if (known && cost === labels.cost[label] && !this.#goesFirst(from, labels.parent[label])) continue;
      const cheaper = !known || cost < labels.cost[label];
      if (!known) label = this.#addLabel(state);
      labels.cost[label] = cost;
      labels.length[label] = length;
      labels.seconds[label] = seconds;
      labels.parent[label] = from;
      if (cheaper) this.#heap.push(label, cost + rest);
    }
  }

  #addLabel(state: number): number {
    const labels = this.#labels;
    const label = labels.count++;
    if (label === labels.state.length) growColumns(labels);
    this.#labelOf[state] = label;
    labels.state[label] = state;
    labels.settled[label] = 0;
    labels.undone[label] = 0;
    return label;
  }

  /**
   * Whether, of two equally cheap ways to a state, the one through `label` goes before the one through `other`. The cheaper label goes first, or else that of
   * the smaller state: so the choice does not depend on the order of the search.
   */
  #goesFirst(label: number, other: number): boolean {
    const { cost, state } = this.#labels;
    if (label < 0 || other < 0) return false;
    return cost[label] < cost[other] || (cost[label] === cost[other] && state[label] < state[other]);
  }
}

/** Labels as columns, in the order in which they were made. */
class Labels {
  count = 0;
  state = new Int32Array(256);
  /** Rounded to 32 bits when the label is made, so that one from the cache has the same cost as a new one. */
  cost = new Float32Array(256);
  length = new Float32Array(256);
  seconds = new Float32Array(256);
  parent = new Int32Array(256);
  /** 1 once settled. */
  settled = new Uint8Array(256);
  /** 1 if a state that follows it was left out, or is not settled. */
  undone = new Uint8Array(256);
  /** Slot of a settled label in the tree being made. */
  slot = new Int32Array(256);
  /** Settled labels, in the order in which they were settled, … */
  order = new Int32Array(256);
  /** … and the arc of each. */
  arcs = new Int32Array(256);
}

/** How far a search is to look, and at which prices. */
export interface RouteLimits {
  /** Whether to search towards the targets only, unless there already is a tree in all directions from the source. */
  aimed: boolean;
  /** Index of the price at which cheapest ways are searched. */
  price: number;
  /** Index of another price at which they are searched as well; −1: none. */
  otherPrice: number;
  /** Most that a way may cost, metres. */
  bound: number;
  /** Metres from the end of the source arc to the nearest place ahead on it, which needs no route: mostly below 0, and infinite if there is none. */
  nearest: number;
  /** By how much a way may cost more than the cheapest, metres; at the other price by a share of that. */
  detour: number;
}

/** What a search found: for each target the cost, metres and usual seconds to the beginning of its arc. The cost is infinite if it is out of reach. */
export class Reached {
  readonly cost: Float64Array;
  readonly length: Float64Array;
  readonly seconds: Float64Array;
  /** Each target's slot in the tree. */
  readonly slot: Int32Array;
  /** Index of the price of the search; −1 if there was none. */
  price = -1;
  /** Most that a way to a place may cost, … */
  most = 0;
  /** … and by how much more than the cheapest, metres. */
  detour = 0;

  constructor(size: number) {
    this.cost = new Float64Array(size);
    this.length = new Float64Array(size);
    this.seconds = new Float64Array(size);
    this.slot = new Int32Array(size);
  }
}

/** Rounds up to one of a series of radii, each a fifth larger: the next step asks for a little more or less, and should find this tree large enough. */
function roundUp(metres: number): number {
  let radius = 32;
  while (radius < metres) radius *= 1.2;
  return radius;
}

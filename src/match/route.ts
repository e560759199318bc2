// Routes: one bounded search from the end of an arc to the beginnings of many, over states of the turn table.
import type { RoadGraph } from "../roads/graph.js";
import { growColumns } from "../roads/growable.js";
import { CostHeap } from "../roads/heap.js";
import { Aim } from "./aim.js";
import * as MODEL from "./model.js";
import { Reach } from "./reach.js";
import type { Rules } from "./rules.js";
import { OWN, Successors } from "./successors.js";
import { Targets } from "./targets.js";

/** Labels settled between two calls of `check`. */
const CHECK_EVERY = 4096;
/** What a metre costs at least, in metres, however much its road is preferred. */
const LEAST_PER_METRE = 0.5;

/**
 * Dijkstra's algorithm, or A* towards the targets, with labels on states (arcs, and virtual arcs that remember how they were reached). What is
 * minimised is metres plus a price in metres × the nats of whatever the rules charge; length and usual seconds are carried along. A label stands at
 * the *beginning* of its arc. Labels are as many as the search meets, not as the network has arcs: a search of a few hundred metres costs the same
 * in a continent. What a search finds depends on its source and the price alone, not on the targets or how far it goes, so it is kept
 * ({@link Reach}): on dense tracks the next step asks for the same sources, and in the end so does the next track.
 */
export class RouteSearch {
  readonly #roads: RoadGraph;
  readonly #successors: Successors;
  readonly #reach: Reach;
  readonly #heap = new CostHeap();
  readonly #prices: readonly number[];
  /** Metres of cost per metre of road at least, by price: where none is free of charges the box is as much farther away. */
  readonly #leastPerMetre: readonly number[];
  /** Around all a tree is to reach. */
  readonly #aimOfTree = new Aim();
  // Of the search under way: its arc, metres per nat and of cost per metre at least, no label costs more than, and what it is aimed at.
  #source = -1;
  #metresPerNat = 1;
  #perMetre = 1;
  #limit = 0;
  #aim: Aim | null = null;

  readonly #labels = new Labels();
  /** Label of each state, if it has one: right only where that label exists and is the state's, so nothing needs to be cleared. */
  readonly #labelOf: Int32Array;

  /** What the searches that follow are to reach. */
  readonly targets: Targets;
  /** The cheapest ways at the first price, and those at the other one. */
  readonly cheapest: Reached;
  readonly other: Reached;
  /** Called every so often in the course of a long search; throw from it to stop. */
  check: (() => void) | undefined;
  /** Labels settled since the last reset: the work done. */
  work = 0;

  /** `prices`: metres per nat, at most four, of which a search takes one; `most`: so many targets there may be. */
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
   * The arcs between the source and a target of the last search, both left out, in travel order, on a way of `cheapest` or `other`; null when
   * it was not reached.
   */
  pathTo(target: number, by: Reached = this.cheapest): number[] | null {
    if (by.price < 0 || by.cost[target] === Number.POSITIVE_INFINITY) return null;
    // The tree at one price may have had to make room for the one at the other.
    if (!this.#reach.use(this.#source, by.price)) this.#find(by, false);
    return this.#reach.path(by.slot[target]).map((state) => this.#roads.arcOf(state));
  }

  #find(found: Reached, aimed: boolean): void {
    if (this.targets.count === 0) return;
    const known = this.#reach.use(this.#source, found.price);
    if (known && this.#look(found)) return;
    const before = known ? this.#reach.aim : null;
    // A tree that was grown in all directions stays one.
    this.#aim = aimed && !(known && before === null) ? this.#aimFor(before) : null;
    this.#grow(found, known);
    this.#look(found);
  }

  /** Looks the targets up in the tree in use; false when it may have stopped short of one. */
  #look(found: Reached): boolean {
    const reach = this.#reach;
    const { cost: costs, detour } = found;
    const { arcs, offsets, count } = this.targets;
    const missing = reach.look(arcs, count, found);
    let limit = found.most;
    for (let t = 0; t < count; t++) limit = Math.min(limit, costs[t] + offsets[t] + detour);
    // One that is missing cannot be reached at such a cost if the tree has all that can.
    if (missing > 0) {
      const { aim } = reach;
      const beyond = aim === null ? 0 : this.#leastPerMetre[found.price] * this.targets.aim(this.#roads).beyond(aim);
      if (!(reach.radius - beyond >= limit)) return false;
    }
    for (let t = 0; t < count; t++) if (costs[t] > limit) costs[t] = Number.POSITIVE_INFINITY;
    return true;
  }

  /** The box around the targets, and around what a tree that is to be grown anew was aimed at before. */
  #aimFor(before: Aim | null): Aim {
    const aim = this.#aimOfTree;
    aim.around(this.#roads, this.targets.arcs, this.targets.count);
    if (before !== null) aim.join(before);
    return aim;
  }

  /**
   * Searches until all targets are found or cost too much, and keeps the tree. `again`: the tree in use goes not far enough, and this one goes on
   * where its search stopped; it will be asked for more once more, so it goes farther at once, whether all are found or not unless there is an aim.
   * With one it is A* to the box, which leaves out what leads elsewhere.
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
    // A tree in use has been looked up: what it has is found.
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
          // What costs less is complete; what costs the same may not be.
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

  /** Takes up the labels of the tree in use, all settled, and what was left undone behind them; says how many they are. */
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

  /** Labels all ways on from the end of a label's arc, given the arc's row; for the source, which has no label, −1. */
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
    // What is left at least to the box.
    const rest = this.#aim === null ? 0 : this.#perMetre * this.#aim.away(this.#roads, this.#roads.head(states[row]));
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
   * Whether of two equally cheap ways to a place the one over `label` is taken: the one whose label is cheaper, or else of the smaller state. So
   * which it is does not depend on the order of the search.
   */
  #goesFirst(label: number, other: number): boolean {
    const { cost, state } = this.#labels;
    if (label < 0 || other < 0) return false;
    return cost[label] < cost[other] || (cost[label] === cost[other] && state[label] < state[other]);
  }
}

/** Labels, in the order of their making. */
class Labels {
  count = 0;
  state = new Int32Array(256);
  /** Rounded to 32 bits when it is made, so that a kept one is the same as a new one. */
  cost = new Float32Array(256);
  length = new Float32Array(256);
  seconds = new Float32Array(256);
  parent = new Int32Array(256);
  /** 1 once settled; and where something that follows it was left out or is not settled. */
  settled = new Uint8Array(256);
  undone = new Uint8Array(256);
  /** Slot of a settled label in the tree being made. */
  slot = new Int32Array(256);
  /** Settled labels in their order, and the arc of each. */
  order = new Int32Array(256);
  arcs = new Int32Array(256);
}

/** What a search is to find. */
export interface RouteLimits {
  /** Whether to look towards the targets alone, from arcs that were not searched from in all directions before. */
  aimed: boolean;
  /** Which price the ways are to be cheapest at, and at which other one ways are looked for too; −1: at none. */
  price: number;
  otherPrice: number;
  /** No way that costs more than this, metres. */
  bound: number;
  /** What a place costs that is reached without a route; below 0 when it is before the end of the arc, infinite when there is none. */
  nearest: number;
  /** How much more than the cheapest way a way may cost, metres; at the other price a share of that. */
  detour: number;
}

/** What a search found: for each target the cost, metres and usual seconds to the beginning of its arc; a cost is infinite when out of reach. */
export class Reached {
  readonly cost: Float64Array;
  readonly length: Float64Array;
  readonly seconds: Float64Array;
  /** Its slot in the tree. */
  readonly slot: Int32Array;
  /** Index of the price it was looked for at; −1 when it was not. */
  price = -1;
  /** No way to a place that costs more than this, or this much more than the cheapest. */
  most = 0;
  detour = 0;

  constructor(size: number) {
    this.cost = new Float64Array(size);
    this.length = new Float64Array(size);
    this.seconds = new Float64Array(size);
    this.slot = new Int32Array(size);
  }
}

/** The next of radii a fifth apart: the next step asks for a little more or less, and is to find what this one made. */
function roundUp(metres: number): number {
  let radius = 32;
  while (radius < metres) radius *= 1.2;
  return radius;
}

// Way search: the ways from one place to the states of a step, along an edge, with a U-turn or by a route over other arcs; and the cheapest way to each.
import * as FLAG from "../../roads/flags.js";
import type { RoadGraph } from "../../roads/graph.js";
import * as MODEL from "../model.js";
import type { Settings } from "../options.js";
import { Reach } from "../routes/reach.js";
import type { ReachMemory } from "../routes/reach-memory.js";
import { type Reached, RouteSearch } from "../routes/route.js";
import type { Rules } from "../routes/rules.js";
import { discountKind } from "./kind-discount.js";
import { type Leg, PRICES } from "./leg.js";
import { Ways } from "./ways.js";

/** How a pair of states is joined. */
export interface Join {
  /**
   * The arcs that a route enters, the last of them that of the place it leads to (in the direction in which it comes). Empty for a way on one edge: along it, a
   * little back (which is noise and no travel), or with a U-turn on it.
   */
  arcs: number[];
  /** 1 if the way ends with a U-turn on the edge of the place, else 0. */
  turn: number;
}

/**
 * Finds ways on one network. First {@link clear} it and {@link addState} the states, then {@link find} the ways to them from one place after another. Its columns
 * are the ways found last: first a route to each state, then ways along its own edge, then a route to each state at the other price.
 */
export class WaySearch extends Ways {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  /** Nats of a U-turn between two junctions. */
  readonly #turningBack: number;
  readonly routes: RouteSearch;
  /** By state: index of the cheapest way to it. */
  readonly cheapest: Int32Array;
  /** Index of the first way that is a route at the other price. */
  #firstOther = 0;
  /** Usual seconds from the place last searched from to the end of its arc. */
  #onAhead = 0;
  /** How many states there are. */
  #states = 0;
  // By state: its arc, its offset, its offset as the bound of the search takes it (see `addState`), nats per metre and for entering the arc, and the index of
  // the arc among the targets.
  readonly #arc: Int32Array;
  readonly #offset: Float64Array;
  readonly #wanted: Float64Array;
  readonly #surcharge: Float64Array;
  readonly entry: Float64Array;
  readonly #targetOf: Int32Array;

  constructor(roads: RoadGraph, rules: Rules, { maxCandidates }: Settings, memory?: ReachMemory) {
    // Both directions of each place.
    const most = 2 * maxCandidates;
    super(3 * most);
    this.#roads = roads;
    this.#rules = rules;
    this.#turningBack = rules.turningBack(-1);
    this.routes = new RouteSearch(roads, rules, PRICES, most, new Reach(roads.arcCount, memory));
    this.cheapest = new Int32Array(most);
    this.#arc = new Int32Array(most);
    this.#offset = new Float64Array(most);
    this.#wanted = new Float64Array(most);
    this.#surcharge = new Float64Array(most);
    this.entry = new Float64Array(most);
    this.#targetOf = new Int32Array(most);
  }

  /** Forgets all states. */
  clear(): void {
    this.#states = 0;
    this.routes.targets.clear();
  }

  /**
   * Adds a state to find ways to: an arc, and metres from its start. The two states of a place follow one another. A place counts as `wanted` metres from the
   * start where it bounds the search: farther away if its fix speaks against it, or its being near would end the search for the others early.
   */
  addState(arc: number, offset: number, wanted = offset): void {
    const j = this.#states++;
    this.#arc[j] = arc;
    this.#offset[j] = offset;
    this.#wanted[j] = wanted;
    this.#surcharge[j] = this.#rules.surcharge(arc);
    this.entry[j] = this.#rules.entry(arc);
    this.#targetOf[j] = this.routes.targets.add(arc, wanted);
  }

  /** Finds and prices the ways from a place to all states, and chooses the cheapest way to each. */
  find(given: Leg, from: number, fromOffset: number): void {
    const leg = this.#aboard(given, from);
    const arcs = this.#arc;
    const count = this.#states;
    const length = this.#roads.edgeLength[from >>> 1];
    const ahead = length - fromOffset;
    this.#onAhead = ahead * this.#rules.slowness(from);
    this.count = 0;
    // A place ahead on the arc bounds the search: no route is looked for that is much dearer than going on to that.
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0; j < count; j++) {
      if (arcs[j] === from && this.#offset[j] >= fromOffset) nearest = Math.min(nearest, this.#wanted[j]);
    }
    leg.nearest = nearest - length;
    this.routes.from(from, leg);
    this.#addRoutes(this.routes.cheapest, from, ahead);
    for (let j = 0; j < count; j++) if ((arcs[j] ^ from) <= 1) this.#addOnEdge(leg, from, fromOffset, j);
    this.#firstOther = this.count;
    if (leg.otherPrice >= 0) this.#addRoutes(this.routes.other, from, ahead);
    const kind = this.#rules.kind(from);
    if (kind !== 0) {
      const isTrack = this.#rules.entry(from) > 0 || this.#roads.className(from >>> 1) === "track";
      discountKind(this, this.#surcharge, leg, this.#rules.avoided(from), kind, isTrack ? MODEL.trackLonger : MODEL.kindLonger);
    }
    this.price(leg);
    this.#choose(leg);
  }

  /** Seconds that a way found usually takes. */
  secondsOf(way: number): number {
    const j = this.to[way];
    const slowness = this.#rules.slowness(this.#arc[j]);
    if (way !== j && way < this.#firstOther) return this.metres[way] * slowness;
    const { seconds } = way === j ? this.routes.cheapest : this.routes.other;
    return seconds[this.#targetOf[j]] + this.#onAhead + this.#offset[j] * slowness;
  }

  /** The cheapest way found from a place on `from` to the first state. */
  join(from: number): Join {
    const { routes } = this;
    const to = this.#arc[0];
    const way = this.cheapest[0];
    if (way > 0 && way < this.#firstOther) return { arcs: [], turn: from ^ to };
    const turn = this.to[way];
    return { arcs: [...(routes.pathTo(turn, way > 0 ? routes.other : routes.cheapest) ?? []), to ^ turn], turn };
  }

  /** The leg from an arc. On a ferry it is not bound by how fast the traveller can be. */
  #aboard(leg: Leg, from: number): Leg {
    if (!(this.#roads.edgeFlags[from >>> 1] & FLAG.ferry && leg.seconds > 0)) return leg;
    const possible = Math.max(leg.possible, MODEL.ferrySpeed * leg.seconds + 3 * leg.sigma);
    return { ...leg, possible, bound: leg.bound + possible - leg.possible };
  }

  /** Adds a route to each state, at infinite cost if none was found: a branch here would often be mispredicted. */
  #addRoutes(found: Reached, from: number, ahead: number): void {
    const { to, metres, nats, count: base } = this;
    const { cost, length, price } = found;
    const count = this.#states;
    const metresPerNat = PRICES[price];
    const onAhead = this.#rules.surcharge(from) * ahead;
    const offsets = this.#offset;
    const surcharges = this.#surcharge;
    const targets = this.#targetOf;
    for (let j = 0; j < count; j++) {
      const t = targets[j];
      to[base + j] = j;
      metres[base + j] = length[t] + (ahead + offsets[j]);
      nats[base + j] = (cost[t] - length[t]) / metresPerNat + (surcharges[j] * offsets[j] + onAhead);
    }
    this.count = base + count;
  }

  /** Adds the way to state j on the same edge: on along the arc, a little back on it, or with a U-turn on the edge. */
  #addOnEdge(leg: Leg, from: number, fromOffset: number, j: number): void {
    if (this.#arc[j] === from) {
      const metres = this.#offset[j] - fromOffset;
      // Standing still with noise along the road looks like going back. It costs by the noise, however long it took: see `backSigmas`.
      const each = metres >= 0 ? this.#surcharge[j] : this.#rules.avoided(from) + 1 / Math.min(leg.beta, MODEL.backSigmas * leg.sigma);
      this.add(j, Math.max(0, metres), each * Math.abs(metres));
    } else {
      const metres = Math.abs(this.#roads.edgeLength[from >>> 1] - this.#offset[j] - fromOffset);
      const nats = this.#turningBack + Math.max(0, this.entry[j] - this.#rules.entry(from));
      this.add(j, metres, nats + this.#surcharge[j] * metres);
    }
  }

  /** Chooses the cheapest way to each state. Of equally cheap ways, the one on the edge goes first, then the route at the first price. */
  #choose({ seconds, straight }: Leg): void {
    const { to, metres, nats, count: all } = this;
    const cheapest = this.cheapest;
    const count = this.#states;
    for (let j = 0; j < count; j++) cheapest[j] = j;
    for (let way = count; way < all; way++) {
      const best = cheapest[to[way]];
      const more = nats[way] - nats[best];
      // A traveller without the time to turn at the road's end, or to go round the block, made a U-turn on the road.
      if (more < 0 || (way < this.#firstOther && more <= this.#late(best, seconds))) cheapest[to[way]] = way;
    }
    if (!(seconds >= MODEL.returnSeconds)) return;
    // A way that nobody could have driven in the time becomes dearer than a gap.
    for (let j = 0; j < count; j++) {
      const due = Math.max(seconds, straight * this.#rules.slowness(this.#arc[j]));
      nats[cheapest[j]] += MODEL.hurry * Math.max(0, this.secondsOf(cheapest[j]) / due - MODEL.hurryLeast);
    }
    // Or the traveller took the cheapest route to the other direction of the place, and turned at the fix.
    for (let j = 0; (j | 1) < count; j++) {
      const turned = nats[j ^ 1] + this.#turningBack + MODEL.uTurnHere + this.entry[j];
      if (to[j ^ 1] === j || this.#arc[j ^ 1] !== (this.#arc[j] ^ 1)) continue;
      if (turned >= nats[cheapest[j]] + this.#late(cheapest[j], seconds)) continue;
      cheapest[j] = j;
      nats[j] = turned;
      metres[j] = metres[j ^ 1];
      to[j] = j ^ 1;
    }
  }

  /** Nats that a U-turn on the road may cost more than a way and still be chosen, since the way usually takes longer than there was time: see `late`. */
  #late(way: number, seconds: number): number {
    return Math.max(0, MODEL.late * (this.secondsOf(way) / (seconds + MODEL.lateSeconds) - 1) || 0);
  }
}

// Transition: what it costs to get from each state of a step to each of the next, in nats.
import { distance } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import type { Lattice } from "./lattice.js";
import { MODEL } from "./model.js";
import type { Settings } from "./options.js";
import { type Reached, type RouteLimits, RouteSearch } from "./route.js";
import type { Rules } from "./rules.js";
import type { Steps } from "./steps.js";
import type { Viterbi } from "./viterbi.js";

/** How one step follows another: what the transition's formulas need besides the route. */
export interface Leg extends RouteLimits {
  /** Metres between the two fixes. */
  straight: number;
  /** Error of the two fixes together, metres per axis. */
  sigma: number;
  /** Scale of |route − straight|, metres. */
  beta: number;
  /** Metres that can be travelled in the time. */
  possible: number;
  /** Seconds; NaN when not known. */
  seconds: number;
  /** Metres the reported speeds say were driven, and the scale of their error; NaN when not known. */
  expected: number;
  expectedScale: number;
  /** How much that counts: less for short legs, whose speeds are nearly the same report. */
  expectedWeight: number;
}

/** How a pair of states is joined. */
export type Join =
  | { kind: "forward" } // on along the same arc
  | { kind: "back" } // a little backward on the same arc: noise, not travel
  | { kind: "turn"; at: number } // U-turn on the road, `at` metres along the earlier arc
  | { kind: "route"; arcs: number[] } // over the arcs between
  | { kind: "none" };

/** Prices transitions on one network. */
export class Transitions {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  readonly #settings: Settings;
  /** Nats of turning back between two junctions. */
  readonly #turningBack: number;
  /** What a nat of charges may be worth in metres when routes are compared. */
  readonly #prices = [MODEL.priceNear, MODEL.priceMiddle, MODEL.priceFar];
  readonly routes: RouteSearch;
  readonly #leg: Leg = {
    straight: 0,
    sigma: 0,
    beta: 1,
    price: 0,
    otherPrice: -1,
    aimed: false,
    bound: 0,
    detour: 0,
    otherDetour: 0,
    possible: 0,
    seconds: Number.NaN,
    expected: Number.NaN,
    expectedScale: 1,
    expectedWeight: 0,
  };
  /** Length of the way {@link #pair} last found cheapest, and whether it is the one at the other price. */
  #metres = 0;
  #byOther = false;
  // Of the arc last searched from: metres, and nats per metre.
  #fromLength = 0;
  #fromSurcharge = 0;
  // Of the step's states on roads: arc, offset, nats per metre and for entering, and which target it is.
  #arc = new Int32Array(64);
  #offset = new Float64Array(64);
  #surcharge = new Float64Array(64);
  #entry = new Float64Array(64);
  #targetOf = new Int32Array(64);
  // Their arcs, each once, and the nearest offset wanted on it.
  #targets = new Int32Array(64);
  #targetOffsets = new Float64Array(64);

  constructor(roads: RoadGraph, rules: Rules, settings: Settings) {
    this.#roads = roads;
    this.#rules = rules;
    this.#settings = settings;
    this.#turningBack = rules.turningBack(-1);
    this.routes = new RouteSearch(roads, rules, this.#prices);
  }

  /** Adds the rows from the states of step k − 1 to those of step k, the newest. */
  fill(lattice: Lattice, viterbi: Viterbi, fixes: Fixes, steps: Steps, k: number): void {
    const before = lattice.first[k - 1];
    const here = lattice.first[k];
    const count = lattice.first[k + 1] - here - 1;
    const leg = this.leg(fixes, steps, k - 1, k);
    const gap = gapCost(leg.seconds);
    this.#setTargets(lattice, here + 1, count);
    const entry = this.#entry;
    // Held to the same account of speed as a route: noise would make every route cost something and leaving the road nothing.
    const off = this.#price(leg, leg.straight, MODEL.offPerMetre * leg.straight);
    for (let i = before; i < here; i++) {
      // No way through a state so far behind will win: none leads on from it, and none is looked for.
      if (viterbi.score[i] > MODEL.sourceNats) continue;
      const row = lattice.addRow(i);
      const { trans, metres } = lattice;
      trans[row] = i === before ? off : MODEL.offExit + off;
      metres[row] = Number.NaN;
      if (i === before) {
        for (let j = 0; j < count; j++) {
          trans[row + 1 + j] = MODEL.offEntry + entry[j] + off;
          metres[row + 1 + j] = Number.NaN;
        }
        continue;
      }
      const arc = lattice.arc[i];
      const offset = lattice.offset[i];
      this.#search(leg, arc, offset, count);
      for (let j = 0; j < count; j++) {
        const broken = gap + entry[j];
        const cost = this.#pair(leg, arc, offset, j, broken);
        const joined = cost < broken;
        trans[row + 1 + j] = joined ? cost : broken;
        metres[row + 1 + j] = joined ? this.#metres : Number.NaN;
      }
    }
  }

  /** How step `to` follows step `from` (not always the next: a fix between may have been passed over). */
  leg(fixes: Fixes, steps: Steps, from: number, to: number): Leg {
    const leg = this.#leg;
    const [a, b] = [steps.fix[from], steps.fix[to]];
    const straight = to === from + 1 ? steps.straight[to] : distance(fixes.lon[a], fixes.lat[a], fixes.lon[b], fixes.lat[b]);
    let seconds = 0;
    for (let k = from + 1; k <= to; k++) seconds += steps.gap[k];
    const sigma = Math.sqrt(steps.sigma[from] * steps.sigma[from] + steps.sigma[to] * steps.sigma[to]);
    leg.straight = straight;
    leg.sigma = sigma;
    leg.seconds = seconds;
    const timed = seconds > 0 ? Math.min(seconds, MODEL.boundSeconds) : 0;
    leg.beta = MODEL.betaBase + MODEL.betaPerMetre * straight + MODEL.betaPerSigma * sigma + MODEL.betaPerSecond * timed;
    const plausible = Math.max(straight * MODEL.boundShare + MODEL.boundMetres, MODEL.boundSpeed * timed);
    leg.price = leg.beta < MODEL.middleBeta ? 0 : 1;
    // From fixes that are close the next step asks for ways from the same arcs to other places.
    leg.aimed = leg.price > 0;
    // The simplest way may not be the cheapest.
    leg.otherPrice = leg.beta < MODEL.farBeta ? -1 : 2;
    leg.possible = seconds > 0 ? this.#settings.maxSpeed * seconds + 3 * sigma : Number.POSITIVE_INFINITY;
    leg.bound = Math.min(plausible, leg.possible) + MODEL.boundNats * leg.beta;
    leg.detour = MODEL.detourMetres + MODEL.detourShare * straight + MODEL.detourNats * leg.beta;
    leg.otherDetour = MODEL.otherDetour * leg.detour;
    const known = (fixes.speed[steps.last[from]] + fixes.speed[steps.fix[to]]) / 2;
    leg.expected = seconds > 0 && seconds <= MODEL.speedHorizon ? known * seconds : Number.NaN;
    leg.expectedWeight = MODEL.speedWeight * (1 + Math.min(1, seconds / MODEL.speedSure));
    leg.expectedScale = sigma + MODEL.speedSpread * seconds * (1 + seconds / 2);
    return leg;
  }

  /** How the cheapest way from one place to another goes, found again the way {@link fill} found it, and its cost in nats. */
  join(leg: Leg, from: number, fromOffset: number, to: number, toOffset: number): { join: Join; cost: number } {
    this.#setTarget(0, to, toOffset);
    this.#targets[0] = to;
    this.#targetOffsets[0] = toOffset;
    this.#targetOf[0] = 0;
    this.routes.setTargets(this.#targets, this.#targetOffsets, 1);
    this.#search(leg, from, fromOffset, 1);
    const cost = this.#pair(leg, from, fromOffset, 0, Number.POSITIVE_INFINITY);
    if (!(cost < gapCost(leg.seconds) + this.#rules.entry(to))) return { join: { kind: "none" }, cost: Number.POSITIVE_INFINITY };
    if (from === to && cost === this.#along(leg, fromOffset, 0)) {
      return { join: { kind: toOffset >= fromOffset ? "forward" : "back" }, cost };
    }
    if (from === (to ^ 1) && cost === this.#turning(leg, from, fromOffset, 0)) {
      return { join: { kind: "turn", at: Math.max(fromOffset, this.#roads.edgeLength[from >>> 1] - toOffset) }, cost };
    }
    return { join: { kind: "route", arcs: this.routes.pathTo(0, this.#byOther ? this.routes.other : this.routes.cheapest) ?? [] }, cost };
  }

  /** Finds the routes from a place to the first `count` states of the step, none that is much dearer than going on along the arc. */
  #search(leg: Leg, from: number, fromOffset: number, count: number): void {
    const length = this.#roads.edgeLength[from >>> 1];
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0; j < count; j++) {
      if (this.#arc[j] === from && this.#offset[j] >= fromOffset) nearest = Math.min(nearest, this.#offset[j] - length);
    }
    this.routes.from(from, leg, nearest);
    this.#fromLength = length;
    this.#fromSurcharge = this.#rules.surcharge(from);
  }

  /**
   * Cheapest of the ways from the place last searched from to state j, nats; infinite when there is none. Routes that cost `most` or more
   * need not be found.
   */
  #pair(leg: Leg, from: number, fromOffset: number, j: number, most: number): number {
    const to = this.#arc[j];
    const toOffset = this.#offset[j];
    let best = Number.POSITIVE_INFINITY;
    if (from === to) {
      best = this.#along(leg, fromOffset, j);
      this.#metres = Math.max(0, toOffset - fromOffset);
    } else if (from === (to ^ 1)) {
      best = this.#turning(leg, from, fromOffset, j);
      this.#metres = Math.abs(this.#fromLength - toOffset - fromOffset);
    }
    this.#byOther = false;
    const { cheapest, other } = this.routes;
    const target = this.#targetOf[j];
    const ends = this.#fromLength - fromOffset + toOffset;
    const onEnds = this.#surcharge[j] * toOffset + this.#fromSurcharge * (this.#fromLength - fromOffset);
    const routed = this.#routed(leg, cheapest, target, ends, onEnds, most);
    if (routed < best) {
      best = routed;
      this.#metres = cheapest.length[target] + ends;
    }
    // A way as long as the first is the same way.
    if (leg.otherPrice < 0 || (cheapest.cost[target] < Number.POSITIVE_INFINITY && other.length[target] === cheapest.length[target]))
      return best;
    const simpler = this.#routed(leg, other, target, ends, onEnds, most);
    if (simpler < best) {
      best = simpler;
      this.#metres = other.length[target] + ends;
      this.#byOther = true;
    }
    return best;
  }

  /** Nats of a way found to a target, its ends so many metres long and charged so many nats; infinite when those alone are `most` or more. */
  #routed(leg: Leg, found: Reached, target: number, ends: number, onEnds: number, most: number): number {
    const length = found.length[target];
    const charged = (found.cost[target] - length) / this.#prices[found.price] + onEnds;
    return charged < most ? this.#price(leg, length + ends, charged) : Number.POSITIVE_INFINITY;
  }

  /** Nats of going on to state j, which is on the same arc. */
  #along(leg: Leg, fromOffset: number, j: number): number {
    const metres = this.#offset[j] - fromOffset;
    if (metres >= 0) return this.#price(leg, metres, this.#surcharge[j] * metres);
    // Standing still with noise along the road looks like this; the farther back, the less so.
    return this.#price(leg, 0, -metres / leg.beta);
  }

  /** Nats of turning back to state j, which is on the same edge the other way. */
  #turning(leg: Leg, arc: number, fromOffset: number, j: number): number {
    const metres = Math.abs(this.#roads.edgeLength[arc >>> 1] - this.#offset[j] - fromOffset);
    const nats = this.#turningBack + this.#entry[j] - this.#rules.entry(arc);
    return this.#price(leg, metres, Math.max(nats, MODEL.uTurnRoad) + this.#surcharge[j] * metres);
  }

  /** Nats of a route so many metres long that is charged so many nats under way. */
  #price(leg: Leg, metres: number, charged: number): number {
    // Newson & Krumm (2009), eq. 2, with the scale of the leg and a tail.
    const excess = Math.abs(metres - leg.straight) / leg.beta;
    let nats = MODEL.excessTail * (Math.sqrt(1 + (2 / MODEL.excessTail) * excess) - 1) + charged;
    // A way shorter than the straight line is no way to have come that far in the time.
    const travelled = Math.max(metres, leg.straight);
    if (travelled > leg.possible) nats += (MODEL.speedExcess * (travelled - leg.possible)) / leg.possible;
    if (leg.expected >= 0) {
      const z = (metres - leg.expected) / leg.expectedScale;
      nats += leg.expectedWeight * Math.min(MODEL.speedCap, 0.5 * z * z);
    }
    return nats;
  }

  #setTarget(j: number, arc: number, offset: number): void {
    this.#arc[j] = arc;
    this.#offset[j] = offset;
    this.#surcharge[j] = this.#rules.surcharge(arc);
    this.#entry[j] = this.#rules.entry(arc);
  }

  #makeRoom(count: number): void {
    if (this.#arc.length >= count) return;
    this.#arc = new Int32Array(count * 2);
    this.#offset = new Float64Array(count * 2);
    this.#surcharge = new Float64Array(count * 2);
    this.#entry = new Float64Array(count * 2);
    this.#targetOf = new Int32Array(count * 2);
    this.#targets = new Int32Array(count * 2);
    this.#targetOffsets = new Float64Array(count * 2);
  }

  /** Takes the states on roads of a step for what {@link RouteSearch} is to reach, each arc once. */
  #setTargets(lattice: Lattice, begin: number, count: number): void {
    this.#makeRoom(count);
    const targets = this.#targets;
    let distinct = 0;
    for (let j = 0; j < count; j++) {
      const arc = lattice.arc[begin + j];
      const offset = lattice.offset[begin + j];
      this.#setTarget(j, arc, offset);
      let t = 0;
      while (t < distinct && targets[t] !== arc) t++;
      if (t === distinct) {
        targets[distinct] = arc;
        this.#targetOffsets[distinct++] = offset;
      } else this.#targetOffsets[t] = Math.min(this.#targetOffsets[t], offset);
      this.#targetOf[j] = t;
    }
    this.routes.setTargets(targets, this.#targetOffsets, distinct);
  }
}

/** Nats of a break in the route between two fixes so many seconds apart (NaN: not known). */
function gapCost(seconds: number): number {
  return MODEL.gap + (seconds < MODEL.gapSeconds ? MODEL.gapShort * (1 - seconds / MODEL.gapSeconds) : 0);
}

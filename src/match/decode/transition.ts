// Transition: what it costs to get from each state of a step to each state of the next, in nats.
import { clamp } from "../../geo/clamp.js";
import * as FLAG from "../../roads/flags.js";
import type { RoadGraph } from "../../roads/graph.js";
import * as MODEL from "../model.js";
import type { Settings } from "../options.js";
import { Reach } from "../routes/reach.js";
import type { ReachMemory } from "../routes/reach-memory.js";
import { type Reached, RouteSearch } from "../routes/route.js";
import type { Rules } from "../routes/rules.js";
import type { Steps } from "../track/steps.js";
import { cheapestOf } from "./costs.js";
import type { Decoded } from "./decoded.js";
import { offCost } from "./emission.js";
import { discountKind } from "./kind-discount.js";
import { type Lattice, OFF } from "./lattice.js";
import { gapCost, type Leg, legOf, PRICES } from "./leg.js";
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

/** Prices transitions on one network. */
export class Transitions {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  readonly #settings: Settings;
  /** Nats of a U-turn between two junctions. */
  readonly #turningBack: number;
  readonly routes: RouteSearch;
  /** Ways from the state last searched from: first a route to each state, then ways along its own edge, then a route to each state at the other price. */
  readonly #ways: Ways;
  /** By state of the step (in the order of `#arc`): index of the cheapest way to it. */
  readonly #cheapest: Int32Array;
  /** Index of the first way that is a route at the other price. */
  #firstOther = 0;
  /** Usual seconds from the state last searched from to the end of its arc. */
  #onAhead = 0;
  /** By step: nats per metre that avoiding the likeliest road at its fix costs. */
  readonly #avoided: number[] = [];
  // By state of the step that is on a road: its arc, its offset, its offset as the bound of the search takes it (see #setTargets), nats per metre and for
  // entering the arc, and the index of the arc among the targets.
  readonly #arc: Int32Array;
  readonly #offset: Float64Array;
  readonly #wanted: Float64Array;
  readonly #surcharge: Float64Array;
  readonly #entry: Float64Array;
  readonly #targetOf: Int32Array;

  constructor(roads: RoadGraph, rules: Rules, settings: Settings, memory?: ReachMemory) {
    this.#roads = roads;
    this.#rules = rules;
    this.#settings = settings;
    this.#turningBack = rules.turningBack(-1);
    // Both directions of each place.
    const most = 2 * settings.maxCandidates;
    this.routes = new RouteSearch(roads, rules, PRICES, most, new Reach(roads.arcCount, memory));
    this.#ways = new Ways(3 * most);
    this.#cheapest = new Int32Array(most);
    this.#arc = new Int32Array(most);
    this.#offset = new Float64Array(most);
    this.#wanted = new Float64Array(most);
    this.#surcharge = new Float64Array(most);
    this.#entry = new Float64Array(most);
    this.#targetOf = new Int32Array(most);
  }

  /** Adds the rows from the states of step k − 1 to those of step k, the newest. `again`: look farther round, since a first try found only dear ways. */
  fill(lattice: Lattice, steps: Steps, k: number, again: boolean): void {
    const before = lattice.first[k - 1];
    const here = lattice.first[k];
    const count = lattice.first[k + 1] - here - 1;
    this.#avoided[k - 1] = this.#avoidedAt(lattice, k - 1);
    this.#avoided[k] = this.#avoidedAt(lattice, k);
    const { emission, score } = lattice;
    const likeliest = emission[cheapestOf(emission, before + 1, here)];
    const leg = this.leg(steps, k - 1, k, again);
    const gap = gapCost(leg);
    const full = leg.detour;
    // Where fixes are near in time, pace.ts does not use the seconds that ways take.
    const timed = leg.seconds >= MODEL.paceSeconds;
    this.#setTargets(lattice.arc, lattice.offset, here + 1, count, emission, leg.beta);
    const entry = this.#entry;
    const ways = this.#ways;
    const off = Math.min(this.#straightOn(leg), gap);
    const exit = count === 0 && k === 1 ? loneCost(steps, 0) : MODEL.offSwitch;
    const join = here - before === 1 && k === steps.count - 1 ? loneCost(steps, k) : MODEL.offSwitch;
    const most = farthestBehind(score, before + 1, here);
    for (let i = before; i < here; i++) {
      // A way through a state so far behind will not win, so none is looked for. But the state that fits the fix best may be behind because of a break that
      // pays off later.
      if (score[i] > (i === before ? MODEL.sourceNats : most) && emission[i] > likeliest) continue;
      const row = lattice.addRow(i);
      const { trans, seconds } = lattice;
      trans[row] = i === before ? off : exit + off;
      seconds[row] = Number.NaN;
      if (i === before) {
        for (let j = 0; j < count; j++) {
          trans[row + 1 + j] = join + entry[j] + off;
          seconds[row + 1 + j] = Number.NaN;
        }
        continue;
      }
      // A long detour from a state that is behind would end still farther behind.
      const share = (MODEL.detourBehind - score[i]) / MODEL.detourFading;
      if (leg.otherPrice >= 0) leg.detour = full * clamp(share, MODEL.otherDetour, 1);
      this.#findWays(leg, lattice.arc[i], lattice.offset[i], count);
      const cheapest = this.#cheapest;
      for (let j = 0; j < count; j++) {
        const way = cheapest[j];
        const broken = gap + entry[j];
        const joined = ways.nats[way] < broken;
        trans[row + 1 + j] = joined ? ways.nats[way] : broken;
        seconds[row + 1 + j] = timed && joined ? this.#secondsOf(way) : Number.NaN;
      }
    }
  }

  /** Nats from each state of a step to each state of a later one, past the steps between, row by row; infinite to and from the off-road states. */
  past(lattice: Lattice, steps: Steps, from: number, to: number): Float32Array {
    const { first, row, arc, offset } = lattice;
    const count = first[to + 1] - first[to] - 1;
    const nats = new Float32Array((first[from + 1] - first[from]) * (count + 1)).fill(Number.POSITIVE_INFINITY);
    const leg = this.leg(steps, from, to, false);
    this.#setTargets(arc, offset, first[to] + 1, count);
    for (let i = first[from] + 1, at = count + 2; i < first[from + 1]; i++, at += count + 1) {
      if (row[i] < 0) continue;
      this.#findWays(leg, arc[i], offset[i], count);
      for (let j = 0; j < count; j++) nats[at + j] = this.#ways.nats[this.#cheapest[j]];
    }
    return nats;
  }

  /** Nats per metre that avoiding the likeliest road at a fix costs; 0 if the fix is likeliest off the road. */
  #avoidedAt({ first, arc, emission }: Lattice, k: number): number {
    const best = cheapestOf(emission, first[k], first[k + 1]);
    return arc[best] === OFF ? 0 : Math.max(0, this.#rules.avoided(arc[best]));
  }

  /** Whether the way between step k and the one before it, one of them off the road, is unknown: a gap costs less than the straight line off the roads. */
  isBroken(steps: Steps, k: number): boolean {
    const leg = this.leg(steps, k - 1, k);
    return this.#straightOn(leg) > gapCost(leg);
  }

  /** Nats of the straight way off the roads. Its length and speed are priced like a route's, or noise would make every route dearer than leaving the roads. */
  #straightOn(leg: Leg): number {
    this.#ways.count = 0;
    this.#ways.add(0, leg.straight, MODEL.offPerMetre * leg.straight + leg.avoided);
    this.#ways.price(leg);
    return this.#ways.nats[0];
  }

  /** Seconds that a way usually takes. */
  #secondsOf(way: number): number {
    const j = this.#ways.to[way];
    const slowness = this.#rules.slowness(this.#arc[j]);
    if (way !== j && way < this.#firstOther) return this.#ways.metres[way] * slowness;
    const { seconds } = way === j ? this.routes.cheapest : this.routes.other;
    return seconds[this.#targetOf[j]] + this.#onAhead + this.#offset[j] * slowness;
  }

  /** The leg from step `from` to step `to`: see {@link legOf}. */
  leg(steps: Steps, from: number, to: number, far = true): Leg {
    return legOf(steps, from, to, far, this.#settings.maxSpeed, Math.max(this.#avoided[from], this.#avoided[to]));
  }

  /**
   * The cheapest way from state `before` to a state of step k, found again as {@link fill} found it. Null if there is a gap between them, or one of them is
   * off the roads.
   */
  join({ steps, lattice: { arc, offset } }: Decoded, k: number, before: number, state: number): Join | null {
    const [from, to] = [arc[before], arc[state]];
    if (!(from >= 0 && to >= 0)) return null;
    const [fromOffset, toOffset] = [offset[before], offset[state]];
    const leg = this.leg(steps, k - 1, k);
    // With enough time the traveller may have come in the other direction and turned at the fix.
    const count = leg.seconds >= MODEL.returnSeconds ? 2 : 1;
    this.#setTargets(Int32Array.of(to, to ^ 1), Float64Array.of(toOffset, this.#roads.edgeLength[to >>> 1] - toOffset), 0, count);
    this.#findWays(leg, from, fromOffset, count);
    const way = this.#cheapest[0];
    if (!(this.#ways.nats[way] < gapCost(leg) + this.#rules.entry(to))) return null;
    if (way > 0 && way < this.#firstOther) return { arcs: [], turn: from ^ to };
    const { routes } = this;
    const turn = this.#ways.to[way];
    return { arcs: [...(routes.pathTo(turn, way > 0 ? routes.other : routes.cheapest) ?? []), to ^ turn], turn };
  }

  /** Nats that avoided roads add to the cheapest way from state `before` to a state of step k. */
  avoidedBy(decoded: Decoded, k: number, before: number, state: number): number {
    const join = this.join(decoded, k, before, state);
    if (join === null) return 0;
    const { arc, offset } = decoded.lattice;
    const from = (on: number, start = 0) => (this.#roads.edgeLength[on >>> 1] - start) * this.#rules.avoided(on);
    const ends = from(arc[before], offset[before]) - from(arc[state], offset[state]);
    return join.arcs.reduce((nats, on) => nats + from(on), ends);
  }

  /** The leg from an arc. On a ferry it is not bound by how fast the traveller can be. */
  #aboard(leg: Leg, from: number): Leg {
    if (!(this.#roads.edgeFlags[from >>> 1] & FLAG.ferry && leg.seconds > 0)) return leg;
    const possible = Math.max(leg.possible, MODEL.ferrySpeed * leg.seconds + 3 * leg.sigma);
    return { ...leg, possible, bound: leg.bound + possible - leg.possible };
  }

  /** Finds and prices the ways from a place to the first `count` states of the step, and chooses the cheapest way to each. */
  #findWays(given: Leg, from: number, fromOffset: number, count: number): void {
    const leg = this.#aboard(given, from);
    const ways = this.#ways;
    const arcs = this.#arc;
    const length = this.#roads.edgeLength[from >>> 1];
    const ahead = length - fromOffset;
    this.#onAhead = ahead * this.#rules.slowness(from);
    ways.count = 0;
    // A place ahead on the arc bounds the search: no route is looked for that is much dearer than going on to that.
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0; j < count; j++) {
      if (arcs[j] === from && this.#offset[j] >= fromOffset) nearest = Math.min(nearest, this.#wanted[j]);
    }
    leg.nearest = nearest - length;
    this.routes.from(from, leg);
    this.#addRoutes(this.routes.cheapest, from, ahead, count);
    for (let j = 0; j < count; j++) if ((arcs[j] ^ from) <= 1) this.#addOnEdge(leg, from, fromOffset, j);
    this.#firstOther = ways.count;
    if (leg.otherPrice >= 0) this.#addRoutes(this.routes.other, from, ahead, count);
    const kind = this.#rules.kind(from);
    if (kind !== 0) {
      const isTrack = this.#rules.entry(from) > 0 || this.#roads.className(from >>> 1) === "track";
      discountKind(ways, this.#surcharge, leg, kind, isTrack ? MODEL.trackLonger : MODEL.kindLonger);
    }
    ways.price(leg);
    this.#choose(leg, count);
  }

  /** Adds a route to each state, at infinite cost if none was found: a branch here would often be mispredicted. */
  #addRoutes(found: Reached, from: number, ahead: number, count: number): void {
    const ways = this.#ways;
    const { to, metres, nats, count: base } = ways;
    const { cost, length, price } = found;
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
    ways.count = base + count;
  }

  /** Adds the way to state j on the same edge: on along the arc, a little back on it, or with a U-turn on the edge. */
  #addOnEdge(leg: Leg, from: number, fromOffset: number, j: number): void {
    if (this.#arc[j] === from) {
      const metres = this.#offset[j] - fromOffset;
      // Standing still with noise along the road looks like going back. It costs by the noise, however long it took: see `backSigmas`.
      const each = metres >= 0 ? this.#surcharge[j] : this.#rules.avoided(from) + 1 / Math.min(leg.beta, MODEL.backSigmas * leg.sigma);
      this.#ways.add(j, Math.max(0, metres), each * Math.abs(metres));
    } else {
      const metres = Math.abs(this.#roads.edgeLength[from >>> 1] - this.#offset[j] - fromOffset);
      const nats = this.#turningBack + Math.max(0, this.#entry[j] - this.#rules.entry(from));
      this.#ways.add(j, metres, nats + this.#surcharge[j] * metres);
    }
  }

  /** Chooses the cheapest way to each state. Of equally cheap ways, the one on the edge goes first, then the route at the first price. */
  #choose({ seconds, straight }: Leg, count: number): void {
    const { to, metres, nats } = this.#ways;
    const cheapest = this.#cheapest;
    for (let j = 0; j < count; j++) cheapest[j] = j;
    for (let way = count; way < this.#ways.count; way++) {
      const best = cheapest[to[way]];
      const more = nats[way] - nats[best];
      // A traveller without the time to turn at the road's end, or to go round the block, made a U-turn on the road.
      if (more < 0 || (way < this.#firstOther && more <= this.#late(best, seconds))) cheapest[to[way]] = way;
    }
    if (!(seconds >= MODEL.returnSeconds)) return;
    // A way that nobody could have driven in the time becomes dearer than a gap.
    for (let j = 0; j < count; j++) {
      const due = Math.max(seconds, straight * this.#rules.slowness(this.#arc[j]));
      nats[cheapest[j]] += MODEL.hurry * Math.max(0, this.#secondsOf(cheapest[j]) / due - MODEL.hurryLeast);
    }
    // Or the traveller took the cheapest route to the other direction of the place, and turned at the fix.
    for (let j = 0; (j | 1) < count; j++) {
      const turned = nats[j ^ 1] + this.#turningBack + MODEL.uTurnHere + this.#entry[j];
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
    return Math.max(0, MODEL.late * (this.#secondsOf(way) / (seconds + MODEL.lateSeconds) - 1) || 0);
  }

  /**
   * Makes the states of a step that are on roads the targets of {@link RouteSearch}. A state that its fix speaks against counts as farther away, by `beta`
   * metres a nat: its being near must not end the search for the others early. The shorter the edges of a road are, the more such states there are.
   */
  #setTargets(arcs: Int32Array, offsets: Float64Array, begin: number, count: number, emission?: Float64Array, beta = 0): void {
    const least = emission ? emission[cheapestOf(emission, begin, begin + count)] : 0;
    const { targets } = this.routes;
    targets.clear();
    for (let j = 0; j < count; j++) {
      const arc = arcs[begin + j];
      const offset = offsets[begin + j];
      this.#arc[j] = arc;
      this.#offset[j] = offset;
      const wanted = emission ? offset + (emission[begin + j] - least) * beta : offset;
      this.#wanted[j] = wanted;
      this.#surcharge[j] = this.#rules.surcharge(arc);
      this.#entry[j] = this.#rules.entry(arc);
      this.#targetOf[j] = targets.add(arc, wanted);
    }
  }
}

/** Nats of leaving or joining the network at a lone step: less than being off the road there (see `offLone`), and at most as usual. */
function loneCost({ weight, sigma }: Steps, k: number): number {
  return clamp(weight[k] * offCost(sigma[k]) - MODEL.offLone, 0, MODEL.offSwitch);
}

/** Most nats behind the likeliest that a state may be for ways to lead on from it: fewer if there is a crowd of states. */
function farthestBehind(score: Float64Array, begin: number, end: number): number {
  let near = 0;
  for (let i = begin; i < end; i++) if (score[i] <= MODEL.crowdNats) near++;
  return near >= MODEL.crowd ? MODEL.crowdNats : MODEL.sourceNats;
}

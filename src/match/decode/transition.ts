// Transition: what it costs to get from each state of a step to each state of the next, in nats.
import { clamp } from "../../geo/clamp.js";
import type { RoadGraph } from "../../roads/graph.js";
import * as MODEL from "../model.js";
import type { Settings } from "../options.js";
import type { ReachMemory } from "../routes/reach-memory.js";
import type { Rules } from "../routes/rules.js";
import type { Steps } from "../track/steps.js";
import { cheapestOf } from "./costs.js";
import type { Decoded } from "./decoded.js";
import { offCost } from "./emission.js";
import { type Lattice, OFF } from "./lattice.js";
import { gapCost, type Leg, legOf } from "./leg.js";
import { type Join, WaySearch } from "./way-search.js";

/** Prices transitions on one network. */
export class Transitions {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  readonly #maxSpeed: number;
  readonly search: WaySearch;
  /** See {@link Leg}. */
  cheaper = 0;
  /** By step: nats per metre that avoiding the likeliest road at its fix costs. */
  readonly #avoided: number[] = [];

  constructor(roads: RoadGraph, rules: Rules, settings: Settings, memory?: ReachMemory) {
    this.#roads = roads;
    this.#rules = rules;
    this.#maxSpeed = settings.maxSpeed;
    this.search = new WaySearch(roads, rules, settings, memory);
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
    const search = this.search;
    const { entry, cheapest, nats } = search;
    this.#aimAt(lattice, k, leg.beta);
    const off = Math.min(this.#straightOn(leg), gap);
    const change = MODEL.offSwitch - leg.cheaper;
    const exit = count === 0 && k === 1 ? loneCost(steps, 0) : change;
    const join = here - before === 1 && k === steps.count - 1 ? loneCost(steps, k) : change;
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
      search.find(leg, lattice.arc[i], lattice.offset[i]);
      for (let j = 0; j < count; j++) {
        const way = cheapest[j];
        const broken = gap + entry[j];
        const joined = nats[way] < broken;
        trans[row + 1 + j] = joined ? nats[way] : broken;
        seconds[row + 1 + j] = timed && joined ? search.secondsOf(way) : Number.NaN;
      }
    }
  }

  /** Nats from each state of a step to each state of a later one, past the steps between, row by row; infinite to and from the off-road states. */
  past(lattice: Lattice, steps: Steps, from: number, to: number): Float32Array {
    const { first, row, arc, offset } = lattice;
    const count = first[to + 1] - first[to] - 1;
    const nats = new Float32Array((first[from + 1] - first[from]) * (count + 1)).fill(Number.POSITIVE_INFINITY);
    const leg = this.leg(steps, from, to, false);
    const { cheapest, nats: each } = this.search;
    this.#aimAt(lattice, to, 0);
    for (let i = first[from] + 1, at = count + 2; i < first[from + 1]; i++, at += count + 1) {
      if (row[i] < 0) continue;
      this.search.find(leg, arc[i], offset[i]);
      for (let j = 0; j < count; j++) nats[at + j] = each[cheapest[j]];
    }
    return nats;
  }

  /**
   * Makes the states of step k that are on roads those that ways are searched to. A state that its fix speaks against counts as farther away, by `beta` metres a
   * nat. The shorter the edges of a road are, the more such states there are.
   */
  #aimAt({ first, arc, offset, emission }: Lattice, k: number, beta: number): void {
    const [begin, end] = [first[k] + 1, first[k + 1]];
    const least = emission[cheapestOf(emission, begin, end)];
    this.search.clear();
    for (let j = begin; j < end; j++) this.search.addState(arc[j], offset[j], offset[j] + (emission[j] - least) * beta);
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
    const ways = this.search;
    ways.count = 0;
    ways.add(0, leg.straight, MODEL.offPerMetre * leg.straight + leg.avoided);
    ways.price(leg);
    return ways.nats[0];
  }

  /** The leg from step `from` to step `to`: see {@link legOf}. */
  leg(steps: Steps, from: number, to: number, far = true): Leg {
    return legOf(steps, from, to, far, this.#maxSpeed, Math.max(this.#avoided[from], this.#avoided[to]), this.cheaper);
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
    const search = this.search;
    search.clear();
    search.addState(to, toOffset);
    // With enough time the traveller may have come in the other direction and turned at the fix.
    if (leg.seconds >= MODEL.returnSeconds) search.addState(to ^ 1, this.#roads.edgeLength[to >>> 1] - toOffset);
    search.find(leg, from, fromOffset);
    return search.nats[search.cheapest[0]] < gapCost(leg) + this.#rules.entry(to) ? search.join(from) : null;
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

// Candidates: the places on roads, in either direction of travel, where a fix may have been; written into the lattice as states.
import { rounded } from "../geo/rounding.js";
import type { RoadGraph } from "../roads/graph.js";
import { NearbySearch, RoadPlaces } from "../roads/nearby.js";
import { courseCost, distanceCost, offCost } from "./emission.js";
import type { Fixes } from "./fixes.js";
import { type Lattice, OFF } from "./lattice.js";
import { MODEL } from "./model.js";
import type { Settings } from "./options.js";
import type { Rules } from "./rules.js";
import type { Steps } from "./steps.js";
import type { Viterbi } from "./viterbi.js";

/** Finds candidates on one network; keeps its scratch memory. */
export class CandidateSearch {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  readonly #settings: Settings;
  readonly #nearby: NearbySearch;
  readonly #places = new RoadPlaces();
  #order = new Int32Array(64);
  readonly #usable: (edge: number) => boolean;

  constructor(roads: RoadGraph, rules: Rules, settings: Settings) {
    this.#roads = roads;
    this.#rules = rules;
    this.#settings = settings;
    this.#nearby = new NearbySearch(roads);
    this.#usable = (edge) => rules.usable(edge);
  }

  /** Adds the states of step k to the lattice: off the road first, then both arcs of each place, nearest place first. */
  addStates(lattice: Lattice, viterbi: Viterbi, fixes: Fixes, steps: Steps, k: number): void {
    const fix = steps.fix[k];
    const sigma = steps.sigma[k];
    const places = this.#places;
    places.count = 0;
    const radius = Math.max(this.#settings.searchRadius, MODEL.radiusSigmas * sigma);
    this.#nearby.within(fixes.lon[fix], fixes.lat[fix], radius, places, MODEL.branchRise, this.#usable);
    if (places.count === 0 && radius < MODEL.lastResortRadius) {
      this.#nearby.within(fixes.lon[fix], fixes.lat[fix], MODEL.lastResortRadius, places, MODEL.branchRise, this.#usable);
    }
    for (let i = 0; i < places.count; i++) {
      // A junction is as far along each of its roads: the roads' numbers rank them, not the last bits of the projections.
      places.distance[i] = rounded(places.distance[i], 1e6);
    }
    const order = this.#sorted();

    const weight = steps.weight[k];
    lattice.addState(OFF, 0, 0, weight * offCost(sigma));
    const kept = Math.min(places.count, this.#settings.maxCandidates);
    let limit = Number.POSITIVE_INFINITY;
    for (let n = 0; n < kept; n++) {
      const i = order[n];
      const edge = places.edge[i];
      const cost = distanceCost(places.distance[i], sigma);
      const length = this.#roads.edgeLength[edge];
      const offset = Math.min(places.offset[i], length);
      for (let direction = 0; direction < 2; direction++) {
        const sign = direction === 0 ? 1 : -1;
        const course = courseCost(fixes.course[fix], fixes.speed[fix], sign * places.east[i], sign * places.north[i]);
        const entry = this.#rules.entry(2 * edge + direction);
        // Far behind the best lawful place a state is hardly on the winning way, unless the fix is bad: then that way goes on where it was.
        if (cost + entry > limit && !wasLikely(lattice, viterbi, k, edge)) continue;
        if (entry === 0) limit = Math.min(limit, cost + MODEL.pruneNats);
        // Before the first step nothing has paid for being where the rules do not let one be.
        const start = k === 0 ? entry : 0;
        lattice.addState(
          2 * edge + direction,
          direction === 0 ? offset : length - offset,
          places.distance[i],
          weight * (cost + course) + start,
        );
      }
    }
    lattice.endStep();
  }

  /** Indices of the places, nearest first, then by edge and offset: by insertion, for they are few. */
  #sorted(): Int32Array {
    const { count, distance, edge, offset } = this.#places;
    if (this.#order.length < count) this.#order = new Int32Array(count * 2);
    const order = this.#order;
    for (let i = 0; i < count; i++) {
      let at = i;
      for (; at > 0; at--) {
        const other = order[at - 1];
        const ahead = distance[i] - distance[other] || edge[i] - edge[other] || offset[i] - offset[other];
        if (ahead >= 0) break;
        order[at] = other;
      }
      order[at] = i;
    }
    return order;
  }
}

/** Whether the step before has a state on the edge that is not far behind the likeliest way. */
function wasLikely(lattice: Lattice, viterbi: Viterbi, k: number, edge: number): boolean {
  if (k === 0) return false;
  const arcs = lattice.arc;
  const scores = viterbi.score;
  for (let j = lattice.first[k - 1] + 1; j < lattice.first[k]; j++) {
    if (arcs[j] >>> 1 === edge && scores[j] < MODEL.beamNats) return true;
  }
  return false;
}

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
    this.#find(lattice, viterbi, fixes.lon[fix], fixes.lat[fix], sigma, k);
    const places = this.#places;
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
        if (cost + entry > limit + (entry > 0 ? MODEL.pruneEntered : 0) && !wasLikely(lattice, viterbi, k, edge)) continue;
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

  /** Finds the places on roads of which states may be made. */
  #find(lattice: Lattice, viterbi: Viterbi, lon: number, lat: number, sigma: number, k: number): void {
    const places = this.#places;
    const radius = Math.max(this.#settings.searchRadius, MODEL.radiusSigmas * sigma);
    const near = MODEL.nearSigmas * sigma;
    places.count = 0;
    if (near < radius) {
      this.#within(lon, lat, near);
      if (this.#suffices(near, sigma)) {
        this.#addLikely(lattice, viterbi, lon, lat, radius, k);
        return;
      }
      places.count = 0;
    }
    this.#within(lon, lat, radius);
    if (places.count === 0 && radius < MODEL.lastResortRadius) this.#within(lon, lat, MODEL.lastResortRadius);
  }

  #within(lon: number, lat: number, radius: number): void {
    this.#nearby.within(lon, lat, radius, this.#places, MODEL.branchRise, this.#usable);
  }

  /** Whether the places found are so near that none farther away than `radius` would be kept beside them. */
  #suffices(radius: number, sigma: number): boolean {
    const { count, edge, distance } = this.#places;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const lawful = this.#rules.entry(2 * edge[i]) === 0 || this.#rules.entry(2 * edge[i] + 1) === 0;
      if (lawful && distance[i] < nearest) nearest = distance[i];
    }
    return distanceCost(nearest, sigma) + MODEL.pruneNats <= distanceCost(radius, sigma);
  }

  /** Adds the places on edges that the traveller was likely on the step before, as far away as they may be. */
  #addLikely(lattice: Lattice, viterbi: Viterbi, lon: number, lat: number, radius: number, k: number): void {
    if (k === 0) return;
    const places = this.#places;
    for (let i = lattice.first[k - 1] + 1; i < lattice.first[k]; i++) {
      if (!(viterbi.score[i] < MODEL.beamNats)) continue;
      const edge = lattice.arc[i] >>> 1;
      let n = 0;
      while (n < places.count && places.edge[n] !== edge) n++;
      if (n === places.count) this.#nearby.onEdge(edge, lon, lat, radius, places, MODEL.branchRise);
    }
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

// Candidates: finds the places on roads where a step's traveller may have been, and writes them into the lattice as states, one for each direction.
import { rounded } from "../../geo/rounding.js";
import type { RoadGraph } from "../../roads/graph.js";
import { NearbySearch } from "../../roads/nearby.js";
import { RoadPlaces } from "../../roads/places.js";
import * as MODEL from "../model.js";
import type { Settings } from "../options.js";
import { type Rules, Use } from "../routes/rules.js";
import type { Steps } from "../track/steps.js";
import { courseCost, dearerDistance, distanceCost, hasteCost, jamCost, offCost } from "./emission.js";
import { type Lattice, OFF } from "./lattice.js";

/** Finds candidates on one network. Keeps scratch memory. */
export class CandidateSearch {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  readonly #settings: Settings;
  readonly #nearby: NearbySearch;
  readonly #places = new RoadPlaces();
  /** Indexes of the `maxCandidates` nearest places found, nearest first. It has room for one more: the one that drops out. */
  readonly #order: Int32Array;
  /** Least nats, emission and entry, of a place that was left out of the newest step and that a search with `wideNats` may add. */
  #leftOut = Number.POSITIVE_INFINITY;

  constructor(roads: RoadGraph, rules: Rules, settings: Settings) {
    this.#roads = roads;
    this.#rules = rules;
    this.#settings = settings;
    this.#nearby = new NearbySearch(roads);
    this.#order = new Int32Array(settings.maxCandidates + 1);
  }

  /**
   * Whether the newest step needs more states, given that the cheapest way to it costs `nats` from the step before. It does if being at a place left out costs
   * less than that, for a way through that place may then be cheaper. It also does if the way is so dear that it may break a rule.
   */
  needsMore(nats: number): boolean {
    return this.#leftOut < nats || nats >= MODEL.againNats;
  }

  /**
   * Adds the states of step k to the lattice: off the road first, then both arcs of each place that may matter, nearest place first. A place may matter if its
   * own evidence is no more than `behind` nats behind that of the nearest lawful place.
   */
  addStates(lattice: Lattice, steps: Steps, k: number, behind: number = MODEL.candidateNats): void {
    const sigma = steps.sigma[k];
    const places = this.#places;
    const all = Math.max(this.#settings.searchRadius, MODEL.radiusSigmas * sigma);
    let radius = Math.min(all, dearerDistance(0, MODEL.nearNats + behind, sigma));
    this.#search(steps, k, radius);
    const wanted = Math.min(all, dearerDistance(this.#nearestLawful(), behind, sigma));
    if (wanted > radius) {
      radius = wanted;
      this.#search(steps, k, radius);
    }
    if (k > 0 && radius < all) this.#addLikely(lattice, k, all);
    if (places.count === 0 && radius < this.#settings.lastResort) this.#search(steps, k, this.#settings.lastResort);
    this.#leftOut = radius < all && behind < MODEL.wideNats ? steps.weight[k] * distanceCost(radius, sigma) : Number.POSITIVE_INFINITY;
    this.#sort();
    this.#writeStates(lattice, steps, k, behind);
  }

  #search(steps: Steps, k: number, radius: number): void {
    const { fixes, fix } = steps;
    this.#places.count = 0;
    this.#nearby.within(fixes.lon[fix[k]], fixes.lat[fix[k]], radius, this.#places, MODEL.branchRise, (edge) => this.#rules.usable(edge));
  }

  /** Adds places farther away on the edges where the traveller most likely was at the step before. */
  #addLikely(lattice: Lattice, k: number, radius: number): void {
    const places = this.#places;
    for (let j = lattice.first[k - 1] + 1; j < lattice.first[k]; j++) {
      if (lattice.score[j] >= MODEL.farNats) continue;
      const edge = lattice.arc[j] >>> 1;
      let i = 0;
      while (i < places.count && places.edge[i] !== edge) i++;
      if (i === places.count) this.#nearby.onEdge(edge, radius, places, MODEL.branchRise);
    }
  }

  /** Metres to the nearest place where the traveller may be; infinite when there is none. */
  #nearestLawful(): number {
    const { count, distance, edge } = this.#places;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      if (distance[i] < nearest && this.#rules.use(2 * edge[i]) !== Use.closed) nearest = distance[i];
    }
    return nearest;
  }

  /** Writes the places found as states, those whose own evidence is no more than `behind` nats behind the best. */
  #writeStates(lattice: Lattice, steps: Steps, k: number, behind: number): void {
    const { fixes } = steps;
    const fix = steps.fix[k];
    const sigma = steps.sigma[k];
    const weight = steps.weight[k];
    const places = this.#places;
    const off = offCost(sigma);
    lattice.addState(OFF, 0, 0, weight * off);
    // No receiver is wrong by so much for long. So where a stay's fix is farther from a road than `off` allows, the road costs more the longer the stay.
    const lasting = Math.min(MODEL.lastingMost, (fixes.time[steps.last[k]] - fixes.time[fix]) / MODEL.correlationSeconds) || 0;
    const kept = Math.min(places.count, this.#settings.maxCandidates);
    // Haste counts relative to the fastest road: a speed that is too high for all of them is no reason to be off the roads.
    const speed = steps.speed[k];
    let fastest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < kept; n++) fastest = Math.min(fastest, this.#rules.slowness(2 * places.edge[this.#order[n]]));
    const haste = hasteCost(speed * fastest);
    const wider = MODEL.wideNats - behind;
    let limit = Number.POSITIVE_INFINITY;
    for (let n = 0; n < kept; n++) {
      const i = this.#order[n];
      const edge = places.edge[i];
      const cost = distanceCost(places.distance[i], sigma);
      const length = this.#roads.edgeLength[edge];
      const offset = Math.min(places.offset[i], length);
      for (let direction = 0; direction < 2; direction++) {
        const sign = direction === 0 ? 1 : -1;
        const course = courseCost(
          fixes.course[fix],
          fixes.speed[fix],
          this.#settings.maxSpeed,
          sign * places.east[i],
          sign * places.north[i],
        );
        const entry = this.#rules.entry(2 * edge + direction);
        const slowness = this.#rules.slowness(2 * edge + direction);
        const faster = Math.max(0, hasteCost(speed * slowness) - haste);
        const own = weight * (cost + course + faster + jamCost(speed, slowness)) + lasting * Math.max(0, cost - off);
        // At the first step no arc is entered, and there is no way to it whose cost could call for more states.
        const evidence = k === 0 ? cost : cost + entry;
        if (evidence > limit && !wasLikely(lattice, k, edge)) {
          if (evidence <= limit + wider) this.#leftOut = Math.min(this.#leftOut, own + entry);
          continue;
        }
        if (entry === 0) limit = Math.min(limit, cost + behind);
        // Later steps pay in the transition for entering an arc against the rules; the first pays here.
        const start = k === 0 ? entry : 0;
        lattice.addState(2 * edge + direction, direction === 0 ? offset : length - offset, places.distance[i], own + start);
      }
    }
    lattice.endStep();
  }

  /** Rounds the distances of the places, and sorts the nearest of them by distance, edge and offset. By insertion, for they are few. */
  #sort(): void {
    const { count, distance, edge, offset } = this.#places;
    const most = this.#settings.maxCandidates;
    const order = this.#order;
    for (let i = 0; i < count; i++) {
      // Roads that meet at the place nearest to a fix are equally far from it. After rounding edge numbers order them, not the last bits of projections.
      distance[i] = rounded(distance[i], 1e6);
      let at = Math.min(i, most);
      for (; at > 0; at--) {
        const other = order[at - 1];
        const ahead = distance[i] - distance[other] || edge[i] - edge[other] || offset[i] - offset[other];
        if (ahead >= 0) break;
        order[at] = other;
      }
      order[at] = i;
    }
  }
}

/** Whether the step before has a state on the edge that is less than `beamNats` behind the likeliest. */
function wasLikely({ first, arc, score }: Lattice, k: number, edge: number): boolean {
  if (k === 0) return false;
  for (let j = first[k - 1] + 1; j < first[k]; j++) {
    if (arc[j] >>> 1 === edge && score[j] < MODEL.beamNats) return true;
  }
  return false;
}

// Near roads: the roads near many places, with one search whose memory is used again.

import type { RoadGraph } from "../roads/graph.js";
import { NearbySearch } from "../roads/nearby.js";
import { RoadPlaces } from "../roads/places.js";

/** Made for thousands of questions along a line. */
export class NearRoads {
  readonly #search: NearbySearch;
  readonly #places = new RoadPlaces();

  constructor(roads: RoadGraph) {
    this.#search = new NearbySearch(roads);
  }

  /** The nearest place on each road within `radius` metres, in no order; valid until the next call. */
  within(lon: number, lat: number, radius: number): RoadPlaces {
    this.#places.count = 0;
    this.#search.within(lon, lat, radius, this.#places);
    return this.#places;
  }
}

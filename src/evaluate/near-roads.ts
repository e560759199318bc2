// Roads within reach of place after place: one search and its memory for all of them.

import type { RoadGraph } from "../roads/graph.js";
import { NearbySearch } from "../roads/nearby.js";
import { RoadPlaces } from "../roads/places.js";

/** Asked thousands of times along a line. */
export class NearRoads {
  readonly #search: NearbySearch;
  readonly #places = new RoadPlaces();

  constructor(roads: RoadGraph) {
    this.#search = new NearbySearch(roads);
  }

  /** The nearest place on each road within `radius` metres, in no order; good until the next question. */
  within(lon: number, lat: number, radius: number): RoadPlaces {
    this.#places.count = 0;
    this.#search.within(lon, lat, radius, this.#places);
    return this.#places;
  }
}

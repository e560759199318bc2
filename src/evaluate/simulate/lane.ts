// Lane: how far beside the mapped line a vehicle truly is, by its lane and the error of the map.

import { clamp } from "../../geo/clamp.js";
import { cosDegrees, sinDegrees } from "../../geo/maths.js";
import type { Random } from "../../geo/random.js";
import { Access } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { ReceiverNoise } from "../noise.js";
import type { Simulation } from "./options.js";

/** Metres from the line of a two-way road to the middle of the first lane, and from lane to lane. */
const FIRST_LANE = 1.7;
const LANE = 3.3;
/** Classes up to this index (secondary) often have two lanes a side. */
const MULTI_LANE = 3;
/** The map's own error, as the noise of a receiver that is asked with metres along the road in place of seconds. */
const MAP_ERROR = { independent: 0, drift: 0.8, driftSeconds: 150 };
/** A vehicle changes lanes within about so many metres. */
const CHANGE_METRES = 40;

/** One vehicle's sideways offset. To be called in the order of the way. */
export class Lane {
  #arc = -2;
  #target = 0;
  #offset = Number.NaN;
  #along = 0;
  readonly #mapError: ReceiverNoise;
  readonly #roads: RoadGraph;
  readonly #settings: Simulation;
  readonly #random: Random;

  constructor(roads: RoadGraph, settings: Simulation, random: Random) {
    this.#roads = roads;
    this.#settings = settings;
    this.#random = random;
    this.#mapError = new ReceiverNoise(random, MAP_ERROR);
  }

  /** Metres [east, north] from the mapped line at a place on an arc (−1: off the roads) with this heading in degrees. */
  offset(arc: number, along: number, heading: number): [east: number, north: number] {
    if (arc !== this.#arc) {
      this.#target = arc < 0 ? 0 : this.#lane(arc);
      this.#arc = arc;
    }
    const share = clamp((along - this.#along) / CHANGE_METRES, 0, 1);
    this.#offset = Number.isNaN(this.#offset) ? this.#target : this.#offset + share * (this.#target - this.#offset);
    this.#along = along;
    const [mapEast, mapNorth] = this.#mapError.at(along);
    if (arc < 0) return [0, 0];
    const across = heading + (this.#settings.side === "right" ? 90 : -90);
    return [this.#offset * sinDegrees(across) + mapEast, this.#offset * cosDegrees(across) + mapNorth];
  }

  #lane(arc: number): number {
    const [roads, settings, random] = [this.#roads, this.#settings, this.#random];
    const dice = random.next();
    if (settings.mode === "walking" || settings.mode === "cycling") return 1 + 2 * dice;
    const wide = roads.edgeClass[arc >>> 1] <= MULTI_LANE;
    const oneWay = (roads.arcAccess[arc ^ 1] & Access.driving) === 0;
    // The line of a one-way carriageway is its middle.
    if (oneWay) return wide ? LANE * (dice < 0.5 ? 0.5 : -0.5) : 0;
    return FIRST_LANE + (wide && dice < 0.3 ? LANE : 0);
  }
}

// The road properties that a request may ask for on points and lines, and their values on a road.
import { shown } from "../errors.js";
import { rounded } from "../geo/rounding.js";
import { KM_PER_MILE, speedKph, speedMph, speedMps } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";
import { badParameter, readList } from "./values.js";

/** The columns of a road network that road properties come from. */
export type PropertyRoads = Pick<RoadGraph, "edgeLength" | "edgeWay" | "arcSpeed" | "arcTruckSpeed">;

/**
 * What the wire calls each property: its value on an arc; null when the map does not say. Never a guess. A length is that of the whole road segment,
 * not of the part driven.
 */
const PROPERTIES = {
  length_kilometers: (roads, arc) => roads.edgeLength[arc >>> 1] / 1000,
  length_miles: (roads, arc) => roads.edgeLength[arc >>> 1] / 1000 / KM_PER_MILE,
  posted_speed_limit_kph: (roads, arc) => speedKph(roads.arcSpeed[arc]),
  posted_speed_limit_mph: (roads, arc) => speedMph(roads.arcSpeed[arc]),
  posted_speed_limit_mps: (roads, arc) => speedMps(roads.arcSpeed[arc]),
  posted_truck_speed_limit_kph: (roads, arc) => speedKph(roads.arcTruckSpeed[arc]),
  posted_truck_speed_limit_mph: (roads, arc) => speedMph(roads.arcTruckSpeed[arc]),
  posted_truck_speed_limit_mps: (roads, arc) => speedMps(roads.arcTruckSpeed[arc]),
  oid_routing_streets: (roads, arc) => roads.edgeWay[arc >>> 1],
} as const satisfies Record<string, (roads: PropertyRoads, arc: number) => number | null>;

/**
 * A road property by its name on the wire, null there when the map does not say. A length is that of the whole road segment, not of the part driven; a limit is
 * as posted, in the direction travelled; `oid_routing_streets` is the OSM way id.
 */
export type RoadProperty = keyof typeof PROPERTIES;

/** Every road property that a request may ask for. */
export const ROAD_PROPERTIES = Object.keys(PROPERTIES) as RoadProperty[];

/** The property on an arc, six decimals at most; null when unknown or when the arc is −1 (not on a road). */
export function propertyValue(property: RoadProperty, roads: PropertyRoads, arc: number): number | null {
  if (arc < 0) return null;
  const value = PROPERTIES[property](roads, arc);
  return value === null || Number.isInteger(value) ? value : rounded(value, 1e6); // an id of many digits would not survive the rounding
}

/**
 * The properties a parameter asks for, in the order asked.
 * @throws SnapError "bad-input" naming the parameter and the word that is no road property.
 */
export function readRoadProperties(name: string, value: unknown): RoadProperty[] {
  const asked = readList(name, value).map((word) => word.toLowerCase());
  for (const word of asked) {
    if (!Object.hasOwn(PROPERTIES, word)) throw badParameter(name, `asks for ${shown(word)}; allowed are ${ROAD_PROPERTIES.join(", ")}`);
  }
  return asked as RoadProperty[];
}

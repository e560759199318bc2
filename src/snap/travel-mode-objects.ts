// The eight travel modes of the wire as the objects that clients exchange, with what a route search asks for.
import { FOLLOWED_MODES, type FollowedMode, type TravelMode } from "./travel-modes.js";

/** What the modes of one kind of traveller share. */
const KINDS = {
  AUTOMOBILE: {
    time: "TravelTime",
    hierarchy: true,
    tolerance: 10,
    speed: ["Vehicle Maximum Speed (km/h)", 0],
    who: "Cars and small vans",
  },
  TRUCK: { time: "TruckTravelTime", hierarchy: true, tolerance: 10, speed: ["Vehicle Maximum Speed (km/h)", 0], who: "Trucks" },
  WALK: { time: "WalkTime", hierarchy: false, tolerance: 2, speed: ["Walking Speed (km/h)", 5], who: "People on foot" },
} as const;

/** The travel modes that may be asked for by name or id. */
export const TRAVEL_MODES: readonly TravelMode[] = FOLLOWED_MODES.map(travelMode);

/** The mode of a request that names none: Driving Time. */
export const DEFAULT_TRAVEL_MODE = TRAVEL_MODES[0];

function travelMode({ id, name, type, uturnAtJunctions, restrictionAttributeNames, attributeParameterValues }: FollowedMode): TravelMode {
  const kind = KINDS[type];
  const byTime = name.endsWith("Time");
  return {
    id,
    name,
    type,
    description: `${kind.who}; ${byTime ? "the quickest" : "the shortest"} way counts.`,
    impedanceAttributeName: byTime ? kind.time : "Kilometers",
    timeAttributeName: kind.time,
    distanceAttributeName: "Kilometers",
    uturnAtJunctions,
    useHierarchy: kind.hierarchy,
    simplificationTolerance: kind.tolerance,
    simplificationToleranceUnits: "esriMeters",
    restrictionAttributeNames,
    attributeParameterValues: [
      { attributeName: kind.time, parameterName: kind.speed[0], value: kind.speed[1] },
      ...attributeParameterValues,
    ],
  };
}

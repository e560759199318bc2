// Travel modes: the eight travel modes of the wire, as far as matching follows them, and how the one that a request means is found.
import { isObject } from "../errors.js";
import { badValue, isBlank, readJsonOrWord, readText } from "./values.js";

/** One parameter of a network attribute, as a travel mode sets it. */
export interface AttributeParameter {
  /** A restriction, or another attribute of roads. */
  attributeName: string;
  /** The parameter, such as `Restriction Usage`: how strongly a restriction counts. */
  parameterName: string;
  /** `PROHIBITED`, `AVOID_HIGH`, `PREFER_LOW` and the like, or a number. */
  value: number | string;
}

/** A travel mode as the wire writes it. */
export interface TravelMode {
  /** Its id; a request may name it by this. */
  id: string;
  /** Its name; a request may name it by this, too. */
  name: string;
  /** AUTOMOBILE, TRUCK, WALK or OTHER: who travels. */
  type: string;
  /** A description for people. */
  description: string;
  /** What a route planner would minimise; without effect on a match. */
  impedanceAttributeName: string;
  /** Without effect. */
  timeAttributeName: string;
  /** Without effect. */
  distanceAttributeName: string;
  /** esriNFSBAllowBacktrack, …AtDeadEndsOnly, …AtDeadEndsAndIntersections or …NoBacktrack: where turning back is lawful. */
  uturnAtJunctions: string;
  /** Without effect. */
  useHierarchy: boolean;
  /** Without effect. */
  simplificationTolerance: number;
  /** Without effect. */
  simplificationToleranceUnits: string;
  /** The restrictions it holds to; those that the road data knows are costs. */
  restrictionAttributeNames: string[];
  /** How strongly each of them counts, and the highest plausible speed. */
  attributeParameterValues: AttributeParameter[];
}

/** How strongly a mode holds to each of its restrictions. */
type Restrictions = Record<string, string>;

const RURAL: Restrictions = {
  "Avoid Carpool Roads": "PROHIBITED",
  "Avoid Express Lanes": "PROHIBITED",
  "Avoid Gates": "AVOID_MEDIUM",
  "Avoid Private Roads": "AVOID_MEDIUM",
  "Driving an Automobile": "PROHIBITED",
  "Roads Under Construction Prohibited": "PROHIBITED",
  "Through Traffic Prohibited": "AVOID_HIGH",
};
const DRIVING: Restrictions = { ...RURAL, "Avoid Unpaved Roads": "AVOID_HIGH" };
const TRUCKING: Restrictions = {
  "Avoid Carpool Roads": "PROHIBITED",
  "Avoid Express Lanes": "PROHIBITED",
  "Avoid Gates": "AVOID_MEDIUM",
  "Avoid Private Roads": "AVOID_MEDIUM",
  "Avoid Truck Restricted Roads": "AVOID_HIGH",
  "Avoid Unpaved Roads": "AVOID_HIGH",
  "Driving a Truck": "PROHIBITED",
  "Roads Under Construction Prohibited": "PROHIBITED",
  "Use Preferred Truck Routes": "PREFER_HIGH",
};
const WALKING: Restrictions = {
  "Avoid Private Roads": "AVOID_MEDIUM",
  "Avoid Roads Unsuitable for Pedestrians": "AVOID_HIGH",
  "Preferred for Pedestrians": "PREFER_LOW",
  Walking: "PROHIBITED",
};

/** Where the modes of one kind of traveller may turn back. */
const U_TURNS = {
  AUTOMOBILE: "esriNFSBAtDeadEndsAndIntersections",
  TRUCK: "esriNFSBNoBacktrack",
  WALK: "esriNFSBAllowBacktrack",
} as const;

/** The part of a mode that matching follows. The rest shapes a route search between stops: see travel-mode-objects.ts. */
export interface FollowedMode
  extends Pick<TravelMode, "id" | "name" | "uturnAtJunctions" | "restrictionAttributeNames" | "attributeParameterValues"> {
  type: keyof typeof U_TURNS;
}

function followedMode(name: string, id: string, type: FollowedMode["type"], restrictions: Restrictions): FollowedMode {
  return {
    id,
    name,
    type,
    uturnAtJunctions: U_TURNS[type],
    restrictionAttributeNames: Object.keys(restrictions),
    attributeParameterValues: Object.entries(restrictions).map(([attributeName, value]) => ({
      attributeName,
      parameterName: "Restriction Usage",
      value,
    })),
  };
}

/** The travel modes that a request may name. The first of each type is taken if a request names none. */
export const FOLLOWED_MODES: readonly FollowedMode[] = [
  followedMode("Driving Time", "FEgifRtFndKNcJMJ", "AUTOMOBILE", DRIVING),
  followedMode("Driving Distance", "iKjmHuBSIqdEfOVr", "AUTOMOBILE", DRIVING),
  followedMode("Trucking Time", "ZzzRtYcPLjXFBKwr", "TRUCK", TRUCKING),
  followedMode("Trucking Distance", "UBaNfFWeKcrRVYIo", "TRUCK", TRUCKING),
  followedMode("Walking Time", "caFAgoThrvUpkFBW", "WALK", WALKING),
  followedMode("Walking Distance", "yFuMFwIYblqKEefX", "WALK", WALKING),
  followedMode("Rural Driving Time", "NmNhNDUwZmE1YTlj", "AUTOMOBILE", RURAL),
  followedMode("Rural Driving Distance", "Yzk3NjI1NTU5NjVj", "AUTOMOBILE", RURAL),
];

/** The known mode of this name (in any case) or id. */
export function findTravelMode(nameOrId: string): FollowedMode | undefined {
  const asked = nameOrId.trim();
  return FOLLOWED_MODES.find(({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase());
}

/** A travel mode as a request gives it: members may be missing, and of any type. */
export type GivenTravelMode = Partial<Record<keyof TravelMode, unknown>>;

const ALLOWED = "a travel mode object, name or id";

/**
 * The travel_mode parameter: an object, its JSON text, or the name or id of a known mode. null when blank, or an object that says nothing.
 * An object with the id or name of a known mode may leave the rest out, which is then taken from that mode.
 * @throws SnapError "bad-input" for a name that is not known or a value that is no mode.
 */
export function readTravelMode(value: unknown): GivenTravelMode | null {
  if (isBlank(value)) return null;
  // Read twice, because some clients turn the JSON text into JSON once more.
  const given = readJsonOrWord("travel_mode", readJsonOrWord("travel_mode", value, ALLOWED), ALLOWED);
  if (typeof given === "string") {
    const known = findTravelMode(given);
    if (known) return known;
    throw badValue("travel_mode", given, `a travel mode object, or one of ${FOLLOWED_MODES.map((mode) => mode.name).join(", ")}`);
  }
  if (!isObject(given)) throw badValue("travel_mode", given, ALLOWED);
  const stated = Object.fromEntries(Object.entries(given).filter(([, member]) => !isBlank(member)));
  if (Object.keys(stated).length === 0) return null;
  return { ...(findTravelMode(readText(stated.id)) ?? findTravelMode(readText(stated.name))), ...stated };
}

// Travel mode options: from a travel mode to options of the matcher: access, U-turns, soft costs and a plausible speed. What has no effect is named.
import { isObject, shown } from "../errors.js";
import { clamp } from "../geo/clamp.js";
import { AVOIDABLE, type Avoidable, FACTORS, type MatcherOptions, NUMBERS, type UTurnPolicy } from "../match/options.js";
import type { Mode } from "../roads/attributes.js";
import { FOLLOWED_MODES, type FollowedMode, type GivenTravelMode } from "./travel-modes.js";
import { badValue, isBlank, readNumber, readText } from "./values.js";

/** Cost factors of "Restriction Usage": how much longer a road seems. Prohibited is the dearest, not a wall: rules do get broken. */
const USAGES = {
  PROHIBITED: 10,
  AVOID_HIGH: 5,
  AVOID_MEDIUM: 2,
  AVOID_LOW: 1.3,
  PREFER_LOW: 0.8,
  PREFER_MEDIUM: 0.5,
  PREFER_HIGH: 0.2,
  "-1": 10,
};
const usageOf = byName<number>(USAGES);

/** The factor of each kind of road whose restriction a mode lists without a usage. */
export const USUAL_FACTORS: Readonly<Record<Avoidable, number>> = {
  private: 2,
  unpaved: 5,
  ferry: 2,
  toll: 2,
  gate: 2,
  destination: 5,
  truckRestricted: 5,
};

/** Restrictions that the road data knows, and the kind of road that each is about. */
const kindOf = byName<Avoidable>({
  "Avoid Private Roads": "private",
  "Avoid Unpaved Roads": "unpaved",
  "Avoid Ferries": "ferry",
  "Avoid Toll Roads": "toll",
  "Avoid Toll Roads for Trucks": "toll",
  "Avoid Gates": "gate",
  "Through Traffic Prohibited": "destination",
  "Avoid Truck Restricted Roads": "truckRestricted",
});

/** Restrictions that say who travels, and so which access rules of the roads apply. */
const travellerOf = byName<Mode>({
  Walking: "walking",
  "Driving an Automobile": "driving",
  "Driving a Taxi": "driving",
  "Driving a Bus": "driving",
  "Driving a Public Bus": "driving",
  "Driving an Emergency Vehicle": "driving",
  "Riding a Motorcycle": "driving",
  "Driving a Truck": "trucking",
  "Riding a Bicycle": "cycling",
});
/** A mode's type also says who travels, except for OTHER. */
const travellerOfType = byName<Mode | null>({ AUTOMOBILE: "driving", TRUCK: "trucking", WALK: "walking", OTHER: null });

const U_TURNS: Record<string, UTurnPolicy> = {
  esriNFSBAllowBacktrack: "anywhere",
  esriNFSBAtDeadEndsOnly: "dead-ends",
  esriNFSBAtDeadEndsAndIntersections: "dead-ends-and-intersections",
  esriNFSBNoBacktrack: "never",
};
const uTurnsOf = byName(U_TURNS);

/** Members of a mode that matching follows, or that only describe it. Others shape a route search between stops, or are not known. */
const FOLLOWED = [...Object.keys(FOLLOWED_MODES[0]), "description"];

/** A travel mode as matcher options. */
export interface AppliedTravelMode {
  options: MatcherOptions;
  /** What had no effect, by name. */
  ignored: string[];
}

/**
 * Reads a travel mode for the matcher.
 * @throws SnapError "bad-input" when a member that is applied is not what it may be.
 */
export function applyTravelMode(mode: GivenTravelMode): AppliedTravelMode {
  const restrictions = readNames(mode.restrictionAttributeNames);
  const parameters = readParameters(mode.attributeParameterValues);
  const traveller = readTraveller(mode, restrictions);
  const ignored = Object.keys(mode).filter((member) => !FOLLOWED.includes(member));
  if (!traveller && mode.name) ignored.push(`name ${readText(mode.name)} (matched as driving)`);
  const avoid: Partial<Record<Avoidable, number>> = Object.fromEntries(AVOIDABLE.map((kind) => [kind, 1]));
  for (const name of restrictions) {
    const kind = kindOf(name);
    if (kind) avoid[kind] = factorOf(name, parameters, USUAL_FACTORS[kind]);
    else if (travellerOf(name) !== traveller) ignored.push(`restriction ${name}`);
  }
  const listed = new Set(restrictions.map((name) => name.toLowerCase()));
  for (const { attributeName, parameterName, value } of parameters) {
    // A blank value sets nothing. A usage is followed or ignored together with its restriction.
    const isSettled = isBlank(value) || (isUsage(parameterName) ? listed.has(attributeName.toLowerCase()) : isMaximumSpeed(parameterName));
    if (!isSettled) ignored.push(`${attributeName}: ${parameterName}`);
  }
  const maxSpeed = maximumSpeed(parameters);
  const uTurns = readUTurns(mode.uturnAtJunctions);
  const options: MatcherOptions = { mode: traveller ?? "driving", avoid };
  if (uTurns !== null) options.uTurns = uTurns;
  if (maxSpeed !== null) options.maxSpeed = maxSpeed;
  return { options, ignored };
}

/** The travel mode of a traveller for whom none is named. None for cyclists: no known mode is for them. */
export function standardMode(mode: Mode = "driving"): FollowedMode | undefined {
  return FOLLOWED_MODES.find(({ type }) => travellerOfType(type) === mode);
}

/** A function that finds values by name, in upper or lower case as clients write it; undefined for an unknown name. */
function byName<T>(values: Record<string, T>): (name: string) => T | undefined {
  const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => known.get(name.toLowerCase());
}

/** Who travels: by the type; for OTHER by the restriction that says so, or by a name that speaks of cycling; null if nothing says it. */
function readTraveller(mode: GivenTravelMode, restrictions: string[]): Mode | null {
  const ofType = isBlank(mode.type) ? null : travellerOfType(readText(mode.type));
  if (ofType === undefined) throw badValue("travel_mode: type", mode.type, "AUTOMOBILE, TRUCK, WALK or OTHER");
  const known = ofType ?? restrictions.map(travellerOf).find(Boolean);
  if (known) return known;
  return /\b(bi)?cycl|\bbik(e|ing)\b/i.test(readText(mode.name)) ? "cycling" : null;
}

function readUTurns(value: unknown): UTurnPolicy | null {
  if (isBlank(value)) return null;
  const found = uTurnsOf(readText(value));
  if (found) return found;
  throw badValue("travel_mode: uturnAtJunctions", value, Object.keys(U_TURNS).join(", "));
}

function readNames(value: unknown): string[] {
  if (isBlank(value)) return [];
  if (!Array.isArray(value)) throw badValue("travel_mode: restrictionAttributeNames", value, "a list of names");
  // Each name once, since for each of them all parameters are looked at. Not by value.map, which skips holes.
  return [...new Map(Array.from(value, readText).map((name) => [name.toLowerCase(), name])).values()].filter((name) => name !== "");
}

interface Parameter {
  attributeName: string;
  parameterName: string;
  value: unknown;
}

function readParameters(value: unknown): Parameter[] {
  if (isBlank(value)) return [];
  if (!Array.isArray(value)) {
    throw badValue("travel_mode: attributeParameterValues", value, "a list of {attributeName, parameterName, value}");
  }
  return value
    .filter(isObject)
    .map((p) => ({ attributeName: readText(p.attributeName), parameterName: readText(p.parameterName), value: p.value }));
}

function isUsage(parameterName: string): boolean {
  return parameterName.toLowerCase() === "restriction usage";
}

function isMaximumSpeed(parameterName: string): boolean {
  return parameterName.toLowerCase().startsWith("vehicle maximum speed");
}

function factorOf(restriction: string, parameters: Parameter[], byDefault: number): number {
  const lower = restriction.toLowerCase();
  const given = parameters.find((p) => isUsage(p.parameterName) && p.attributeName.toLowerCase() === lower && !isBlank(p.value));
  if (!given) return byDefault;
  const number = readNumber(given.value);
  if (number > 0) return clamp(number, ...FACTORS);
  const usage = usageOf(readText(number || given.value));
  if (usage !== undefined) return usage;
  const name = `travel_mode: Restriction Usage of ${shown(restriction)}`;
  throw badValue(name, given.value, `${Object.keys(USAGES).join(", ")} or a number above 0`);
}

/** Metres per second, the lowest of those given; null when unlimited (0) or not given. The parameter's name says its unit. */
function maximumSpeed(parameters: Parameter[]): number | null {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { parameterName, value } of parameters) {
    if (!isMaximumSpeed(parameterName) || isBlank(value)) continue;
    const number = readNumber(value);
    if (!(number >= 0)) throw badValue(`travel_mode: ${parameterName}`, value, "0 (unlimited) or more");
    if (number > 0) lowest = Math.min(lowest, /mph|miles/i.test(parameterName) ? number * 0.44704 : number / 3.6);
  }
  return lowest === Number.POSITIVE_INFINITY ? null : clamp(lowest, ...NUMBERS.maxSpeed);
}

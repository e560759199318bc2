// Class: which ways are roads, of which class, and which modes such a road is made for, before access tags.
import { ACCESS_ALL, Access, FOOT_AND_CYCLE, MOTOR_VEHICLES, type RoadClass } from "../../roads/attributes.js";
import type { Tags } from "./tags.js";

/** A road's class and the access bits such a road has by default. */
export interface HighwayKind {
  roadClass: RoadClass;
  access: number;
  /** A `*_link`. */
  ramp: boolean;
}

const FOOT = Access.walking;

/** The world-wide defaults of OSM's access table; where a country differs, ways are tagged. A link has those of the class that it leads to. */
const KINDS: Readonly<Record<string, [roadClass: RoadClass, access: number]>> = {
  motorway: ["motorway", MOTOR_VEHICLES],
  trunk: ["trunk", ACCESS_ALL],
  primary: ["primary", ACCESS_ALL],
  secondary: ["secondary", ACCESS_ALL],
  tertiary: ["tertiary", ACCESS_ALL],
  unclassified: ["unclassified", ACCESS_ALL],
  road: ["unclassified", ACCESS_ALL], // the mapper did not know the class
  residential: ["residential", ACCESS_ALL],
  living_street: ["living_street", ACCESS_ALL],
  service: ["service", ACCESS_ALL],
  track: ["track", ACCESS_ALL],
  pedestrian: ["pedestrian", FOOT],
  cycleway: ["cycleway", FOOT_AND_CYCLE],
  footway: ["footway", FOOT],
  path: ["footway", FOOT_AND_CYCLE],
  bridleway: ["footway", FOOT],
  corridor: ["footway", FOOT],
  via_ferrata: ["footway", FOOT],
  steps: ["steps", FOOT],
  ladder: ["steps", FOOT],
  // Carriageways that exist, but are closed to all modes unless tagged otherwise.
  busway: ["service", 0],
  bus_guideway: ["service", 0],
  escape: ["service", 0],
  raceway: ["service", 0],
};

/** Values of `highway` on ways nobody travels, and the reason they are counted under. */
const NOT_TRAVELLED: Readonly<Record<string, string>> = {
  construction: "under construction",
  proposed: "proposed",
  planned: "proposed",
  platform: "platform",
  ...Object.fromEntries(
    ["abandoned", "demolished", "destroyed", "dismantled", "disused", "historic", "no", "razed", "removed"].map((value) => [
      value,
      "no longer there",
    ]),
  ),
};

/** Life-cycle keys. With the value `yes` on a way they mean that the road is not there yet, or no longer. */
const LIFE_CYCLE: readonly [key: string, reason: string][] = [
  ["proposed", "proposed"],
  ["abandoned", "no longer there"],
  ["demolished", "no longer there"],
  ["razed", "no longer there"],
  ["removed", "no longer there"],
];

/** Legal designations of ways in England and Wales that are open to bicycles: bridleways and higher ones. */
const BRIDLEWAYS = new Set(["public_bridleway", "restricted_byway", "byway_open_to_all_traffic"]);

const FERRY_ROUTES = new Set(["ferry", "shuttle_train"]);

/** The kind of road, the reason why a road-like way is left out, or null for what is no road at all. */
export function highwayKind(tags: Tags): HighwayKind | { drop: string } | null {
  const highway = decisive(tags.get("highway"));
  const kind = highway === undefined ? null : kindOf(highway);
  if (highway === undefined && isPier(tags)) {
    return isArea(tags) ? { drop: "area" } : { roadClass: "footway", access: FOOT_AND_CYCLE, ramp: false };
  }
  if (kind === null && FERRY_ROUTES.has(tags.get("route") ?? "")) {
    return isArea(tags) ? { drop: "area" } : { roadClass: "ferry", access: ferryAccess(tags), ramp: false };
  }
  if (highway === undefined) return null;
  if (kind === null) return { drop: own(NOT_TRAVELLED, highway) ?? "highway of a kind that is no road" };
  if (isArea(tags)) return { drop: "area" };
  for (const [key, reason] of LIFE_CYCLE) if (tags.get(key) === "yes") return { drop: reason };
  // Such a road links a motorway with the roads around it, behind a gate.
  if (tags.get("service") === "emergency_access") return { ...kind, access: kind.access & FOOT_AND_CYCLE };
  if (tags.get("motorroad") === "yes") return { ...kind, access: kind.access & MOTOR_VEHICLES };
  return BRIDLEWAYS.has(tags.get("designation") ?? "") ? { ...kind, access: kind.access | FOOT_AND_CYCLE } : kind;
}

/** Whether a closed way is an area though no tag says so. */
export function isAreaIfClosed(tags: Tags): boolean {
  return isPier(tags) && !tags.has("highway") && tags.get("area") !== "no";
}

/** A jetty, a pier at the sea, the quay of a ferry. It is for people on foot, and for bicycles on their way aboard. */
function isPier(tags: Tags): boolean {
  return tags.get("man_made") === "pier";
}

/** The first known value in a list (`residential;service`). */
function decisive(highway: string | undefined): string | undefined {
  if (!highway?.includes(";")) return highway;
  const values = highway.split(";").map((value) => value.trim());
  return values.find((value) => kindOf(value) !== null || own(NOT_TRAVELLED, value) !== undefined) ?? highway;
}

function kindOf(highway: string): HighwayKind | null {
  const ramp = highway.endsWith("_link");
  const kind = own(KINDS, ramp ? highway.slice(0, -"_link".length) : highway);
  return kind === undefined ? null : { roadClass: kind[0], access: kind[1], ramp };
}

/** A ferry takes all modes. One that is tagged for walkers or bicycles takes vehicles (of all kinds) only if it is also tagged for one kind of vehicle. */
function ferryAccess(tags: Tags): number {
  const takes = (key: string) => (tags.get(key) ?? "no") !== "no";
  return ["foot", "bicycle"].some(takes) && !["motorcar", "hgv", "goods"].some(takes) ? FOOT_AND_CYCLE : ACCESS_ALL;
}

function isArea(tags: Tags): boolean {
  return tags.get("area") === "yes" || tags.get("type") === "multipolygon";
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

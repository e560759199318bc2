// Which ways are roads, of which class, and for whom such a road is made before any access tag is read.
import { ACCESS_ALL, Access, type RoadClass } from "../roads/attributes.js";
import type { Tags } from "./tags.js";

/** A road's class and the access bits such a road has by default. */
export interface HighwayKind {
  roadClass: RoadClass;
  access: number;
  /** A `*_link`. */
  ramp: boolean;
}

const MOTOR = Access.driving | Access.trucking;
const FOOT = Access.walking;
const FOOT_AND_CYCLE = Access.walking | Access.cycling;

/** The world-wide defaults of OSM's access table; countries differ, and then it is tagged. Links come from the class they lead to. */
const KINDS: Readonly<Record<string, [roadClass: RoadClass, access: number]>> = {
  motorway: ["motorway", MOTOR],
  trunk: ["trunk", ACCESS_ALL],
  primary: ["primary", ACCESS_ALL],
  secondary: ["secondary", ACCESS_ALL],
  tertiary: ["tertiary", ACCESS_ALL],
  unclassified: ["unclassified", ACCESS_ALL],
  road: ["unclassified", ACCESS_ALL], // of a class not yet known to the mapper
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
  // Carriageways that are there and closed to everyone here unless tagged otherwise.
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

/** Life-cycle keys that, said of a way, mean that there is no road any more, or not yet. */
const LIFE_CYCLE: readonly [key: string, reason: string][] = [
  ["proposed", "proposed"],
  ["abandoned", "no longer there"],
  ["demolished", "no longer there"],
  ["razed", "no longer there"],
  ["removed", "no longer there"],
];

/** What ways are by law in England and Wales: bridleways, and more than those, are for bicycles too. */
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
  // Between a motorway and the roads around it, behind a gate.
  if (tags.get("service") === "emergency_access") return { ...kind, access: kind.access & FOOT_AND_CYCLE };
  if (tags.get("motorroad") === "yes") return { ...kind, access: kind.access & MOTOR };
  return BRIDLEWAYS.has(tags.get("designation") ?? "") ? { ...kind, access: kind.access | FOOT_AND_CYCLE } : kind;
}

/** Whether a way that ends where it begins is an area though nothing says so. */
export function isAreaIfClosed(tags: Tags): boolean {
  return isPier(tags) && !tags.has("highway") && tags.get("area") !== "no";
}

/** A jetty, a pier at the sea, the quay of a ferry: who is on it walks, or cycles aboard. */
function isPier(tags: Tags): boolean {
  return tags.get("man_made") === "pier";
}

/** Of a list (`residential;service`) the first value that is known. */
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

/** A ferry takes everyone, but one tagged for walkers or bicycles takes vehicles, all kinds of them, only when that is said too, of one kind. */
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

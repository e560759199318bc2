// Buses, taxis and motorcycles: their tags read as those of a car, so that roads built for them are matched as roads for driving are.
import { badOption } from "../../errors.js";
import type { Tags } from "./tags.js";

/**
 * Whose tags open and close the roads for driving and make them one-way: those of `taxi`, `bus` or `motorcycle` in place of `motorcar`. Posted limits are those
 * for all.
 */
export type Vehicle = "car" | "taxi" | "bus" | "motorcycle";

interface Keys {
  /** Keys about the vehicle, the most specific first, that replace `motorcar`. */
  own: readonly string[];
  /** Keys about a part of such vehicles. Where one of them opens a road, the vehicle may go; where one closes it, that does not hold for all such vehicles. */
  some?: readonly string[];
  /** Whether keys about cars hold for it as well. */
  isCar: boolean;
}

const KEYS: Readonly<Record<Exclude<Vehicle, "car">, Keys>> = {
  taxi: { own: ["taxi", "psv"], isCar: true },
  bus: { own: ["bus", "psv"], some: ["tourist_bus", "coach"], isCar: false },
  motorcycle: { own: ["motorcycle"], isCar: false },
};

/** The vehicles, in the order in which sentences list them. */
export const VEHICLES_BY_NAME: readonly Vehicle[] = ["car", ...(Object.keys(KEYS) as Vehicle[])];

/** What may stand before and behind a key of access in a longer key. */
const BEFORE = ["", "oneway:", "restriction:"];
const AFTER = ["", ":forward", ":backward"].flatMap((direction) => [direction, `${direction}:conditional`]);
/** Keys about more than one kind of vehicle, the most specific first; their values may name one. */
const SHARED = ["motor_vehicle", "vehicle", "access"];
/** Values of `highway`, and of `barrier`, that are made for buses. */
const BUSWAYS = new Set(["busway", "bus_guideway"]);
const BUS_TRAPS = new Set(["bus_trap", "sump_buster"]);
/** Old keys for bus lanes against a one-way street. */
const BUS_LANES = ["busway", "busway:left", "busway:right", "busway:both"];
/** Values that close a road to others. */
const CLOSED = new Set(["no", "private", "destination"]);
/** Values of a key about the vehicle that open a road. */
const OPEN = /\b(yes|designated|permissive)\b/;

/** @throws SnapError "bad-option" for what is no vehicle. */
export function checkVehicle(vehicle: unknown): void {
  if (vehicle !== undefined && !VEHICLES_BY_NAME.includes(vehicle as Vehicle))
    throw badOption("vehicle", vehicle, `one of ${VEHICLES_BY_NAME.join(", ")}`);
}

/** The tags of a way, barrier or turn restriction, changed so that what they say about the vehicle is said about a car. */
export function asForCars(tags: Tags, vehicle: Vehicle): Tags {
  if (vehicle === "car") return tags;
  const { own, some = [], isCar } = KEYS[vehicle];
  const given = new Map(tags);
  for (const before of BEFORE) {
    for (const after of AFTER) {
      const car = `${before}motorcar${after}`;
      const value = own.map((key) => tags.get(before + key + after)).find((value) => value !== undefined);
      if (value !== undefined) given.set(car, value);
      else if (!isCar) given.delete(car);
    }
  }
  if (!given.has("motorcar") && (isFor(tags, own) || some.some((key) => OPEN.test(tags.get(key) ?? ""))))
    given.set("motorcar", "designated");
  if (own.includes("psv") && isOwnRoad(tags, own) && !CLOSED.has(given.get("motorcar") ?? "no")) {
    // It is not read as a service road, which few drive along, and slowly. And that change must not open it to others.
    given.set("highway", "unclassified");
    given.delete("service");
    if (!SHARED.some((key) => tags.has(key))) given.set("access", "no");
  }
  if (!given.has("oneway:motorcar") && hasLaneAgainst(tags, own)) given.set("oneway:motorcar", "no");
  if (own.some((key) => tags.get("type") === `restriction:${key}`)) given.set("type", "restriction:motorcar");
  const except = tags.get("except");
  if (except?.split(/[;,|]/).some((word) => own.includes(word.trim()))) given.set("except", `${except};motorcar`);
  return given;
}

/** Whether the road is a carriageway for vehicles of this kind. */
function isOwnRoad(tags: Tags, own: readonly string[]): boolean {
  const highway = tags.get("highway") ?? "";
  const values = SHARED.map((key) => tags.get(key) ?? "");
  return BUSWAYS.has(highway) || (highway === "service" && values.some((value) => CLOSED.has(value) || own.includes(value)));
}

/** Whether the vehicle has a lane against a one-way street that is tagged only as a lane. */
function hasLaneAgainst(tags: Tags, own: readonly string[]): boolean {
  if (own.includes("bus") && BUS_LANES.some((key) => tags.get(key)?.startsWith("opposite"))) return true;
  return own.some((key) => Number(tags.get(`lanes:${key}:backward`)) > 0 || OPEN.test(tags.get(`${key}:lanes:backward`) ?? ""));
}

/** Whether only vehicles of this kind may go there, by the value of a shared key, or by the kind of road or barrier. */
function isFor(tags: Tags, own: readonly string[]): boolean {
  const shared = SHARED.map((key) => tags.get(key)).find((value) => value !== undefined);
  if (shared !== undefined) return shared.split(";").some((word) => own.includes(word.trim()));
  return own.includes("bus") && (BUSWAYS.has(tags.get("highway") ?? "") || BUS_TRAPS.has(tags.get("barrier") ?? ""));
}

// Buses, taxis and motorcycles: their tags read as those of a car, so that roads built for them are matched as roads for driving are.
import { badOption } from "../errors.js";
import type { Tags } from "./tags.js";

/**
 * Who drives on the roads for driving: by whose tags (`taxi`, `bus`, `motorcycle` in place of `motorcar`) these are open or closed, one-way and
 * limited.
 */
export type Vehicle = "car" | "taxi" | "bus" | "motorcycle";

interface Keys {
  /** Keys that speak for it, the most specific first, where a car has `motorcar`. */
  own: readonly string[];
  /** Keys of those among its like that may go where they let it, and are not all of them where they do not. */
  some?: readonly string[];
  /** Whether those of a car hold for it as well. */
  isCar: boolean;
}

const KEYS: Readonly<Record<Exclude<Vehicle, "car">, Keys>> = {
  taxi: { own: ["taxi", "psv"], isCar: true },
  bus: { own: ["bus", "psv"], some: ["tourist_bus", "coach"], isCar: false },
  motorcycle: { own: ["motorcycle"], isCar: false },
};

/** Who drives, in the order told. */
export const VEHICLES_BY_NAME: readonly Vehicle[] = ["car", ...(Object.keys(KEYS) as Vehicle[])];

/** Where a key of access may stand in a longer one. */
const BEFORE = ["", "oneway:", "restriction:"];
const AFTER = ["", ":forward", ":backward"].flatMap((direction) => [direction, `${direction}:conditional`]);
/** Keys about more than one kind of vehicle, the most specific first; their values may name one. */
const SHARED = ["motor_vehicle", "vehicle", "access"];
/** Roads, and barriers, that are made for buses. */
const BUSWAYS = new Set(["busway", "bus_guideway"]);
const BUS_TRAPS = new Set(["bus_trap", "sump_buster"]);
/** Where old tags have lanes for buses against a one-way street. */
const BUS_LANES = ["busway", "busway:left", "busway:right", "busway:both"];
/** Values that close a road to others. */
const CLOSED = new Set(["no", "private", "destination"]);
/** Values of an own key that open one. */
const OPEN = /\b(yes|designated|permissive)\b/;

/** @throws SnapError "bad-option" for what is none. */
export function checkVehicle(vehicle: unknown): void {
  if (vehicle !== undefined && !VEHICLES_BY_NAME.includes(vehicle as Vehicle))
    throw badOption("vehicle", vehicle, `one of ${VEHICLES_BY_NAME.join(", ")}`);
}

/** The tags of a way, a barrier or a turn restriction with what they say of the vehicle where they would say it of a car. */
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
    // Nothing of a service road, along which few drive and nobody fast; nor open to others for that.
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

/** Whether it is a carriageway of the vehicle and its like. */
function isOwnRoad(tags: Tags, own: readonly string[]): boolean {
  const highway = tags.get("highway") ?? "";
  const values = SHARED.map((key) => tags.get(key) ?? "");
  return BUSWAYS.has(highway) || (highway === "service" && values.some((value) => CLOSED.has(value) || own.includes(value)));
}

/** Whether the vehicle has a lane against a one-way street, which is tagged as a lane alone. */
function hasLaneAgainst(tags: Tags, own: readonly string[]): boolean {
  if (own.includes("bus") && BUS_LANES.some((key) => tags.get(key)?.startsWith("opposite"))) return true;
  return own.some((key) => Number(tags.get(`lanes:${key}:backward`)) > 0 || OPEN.test(tags.get(`${key}:lanes:backward`) ?? ""));
}

/** Whether nothing but the vehicle, and its like, may go there, by the value of a key that is about more, or by what it is. */
function isFor(tags: Tags, own: readonly string[]): boolean {
  const shared = SHARED.map((key) => tags.get(key)).find((value) => value !== undefined);
  if (shared !== undefined) return shared.split(";").some((word) => own.includes(word.trim()));
  return own.includes("bus") && (BUSWAYS.has(tags.get("highway") ?? "") || BUS_TRAPS.has(tags.get("barrier") ?? ""));
}

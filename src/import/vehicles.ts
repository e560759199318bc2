// Buses and taxis: their tags read as those of a car, so that roads built for them are matched as roads for driving are.
import { badOption } from "../errors.js";
import type { Tags } from "./tags.js";

/** Who drives on the roads for driving. */
export type Vehicle = "car" | "taxi" | "bus";

/** Keys that speak for each, the most specific first, where a car has `motorcar`; and whether those of a car hold for it as well. */
const KEYS: Readonly<Record<Exclude<Vehicle, "car">, { own: readonly string[]; isCar: boolean }>> = {
  taxi: { own: ["taxi", "psv"], isCar: true },
  bus: { own: ["bus", "tourist_bus", "psv"], isCar: false },
};

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

/** @throws SnapError "bad-option" for what is none. */
export function checkVehicle(vehicle: unknown): void {
  if (vehicle !== undefined && vehicle !== "car" && !Object.hasOwn(KEYS, vehicle as string))
    throw badOption("vehicle", vehicle, `car, ${Object.keys(KEYS).join(" or ")}`);
}

/** The tags of a way, a barrier or a turn restriction with what they say of the vehicle where they would say it of a car. */
export function asForCars(tags: Tags, vehicle: Vehicle): Tags {
  if (vehicle === "car") return tags;
  const { own, isCar } = KEYS[vehicle];
  const given = new Map(tags);
  for (const before of BEFORE) {
    for (const after of AFTER) {
      const car = `${before}motorcar${after}`;
      const value = own.map((key) => tags.get(before + key + after)).find((value) => value !== undefined);
      if (value !== undefined) given.set(car, value);
      else if (!isCar) given.delete(car);
    }
  }
  if (!given.has("motorcar") && isFor(tags, own)) given.set("motorcar", "designated");
  if (vehicle === "bus" && !given.has("oneway:motorcar") && BUS_LANES.some((key) => tags.get(key)?.startsWith("opposite")))
    given.set("oneway:motorcar", "no");
  if (own.some((key) => tags.get("type") === `restriction:${key}`)) given.set("type", "restriction:motorcar");
  const except = tags.get("except");
  if (except?.split(/[;,]/).some((word) => own.includes(word.trim()))) given.set("except", `${except};motorcar`);
  return given;
}

/** Whether nothing but the vehicle, and its like, may go there, by the value of a key that is about more, or by what it is. */
function isFor(tags: Tags, own: readonly string[]): boolean {
  const shared = SHARED.map((key) => tags.get(key)).find((value) => value !== undefined);
  if (shared !== undefined) return shared.split(";").some((word) => own.includes(word.trim()));
  return own.includes("bus") && (BUSWAYS.has(tags.get("highway") ?? "") || BUS_TRAPS.has(tags.get("barrier") ?? ""));
}

// Who may use a way: OSM's access-tag hierarchy, from the most specific key to the least, per mode and direction.
import { ACCESS_ALL, Access, Flag, type Mode, openTo, VEHICLES } from "../../roads/attributes.js";
import { conditionalClauses, conditionalValues } from "./conditional.js";
import type { Tags } from "./tags.js";

/** Who may go along a way and against it, before one-way rules. */
export interface WayAccess {
  forward: number;
  backward: number;
  /** Modes that a tag of their own lets go in that direction in spite of a one-way (`bicycle:backward=yes`). */
  forwardAnyway: number;
  backwardAnyway: number;
  /** Flag.private, Flag.destination or neither, with the flags of modes for which it does not hold; Flag.truckRestricted and Flag.pushed. */
  flags: number;
}

/**
 * Keys that speak for a mode, the most specific first; the last, `access`, is about all. A road has one flag for all modes: it is that of the first of these
 * modes that may use the road.
 */
const ACCESS_KEYS: Readonly<Record<Mode, readonly string[]>> = {
  driving: ["motorcar", "motor_vehicle", "vehicle", "access"],
  trucking: ["hgv", "motor_vehicle", "vehicle", "access"],
  cycling: ["bicycle", "vehicle", "access"],
  walking: ["foot", "access"],
};
/** The modes in that order. */
const FLAG_ORDER = Object.keys(ACCESS_KEYS) as Mode[];

/** Keys about all traffic, and all on wheels. The others, with a direction (`:forward`, `:backward`), hold in spite of a one-way. */
const GENERAL_KEYS = new Set(["vehicle", "access"]);

/** The flags from which modes can be exempt: see openTo. */
export const BOUND = Flag.private | Flag.destination;

const DENIED = -1;
/** What a value means: DENIED, or allowed with these flags. A value not listed says nothing. */
const MEANING: ReadonlyMap<string, number> = new Map([
  ...["yes", "permissive", "designated", "official", "public", "true", "1"].map((v) => [v, 0] as const),
  ...["discouraged", "unsuitable", "optional_sidepath"].map((v) => [v, 0] as const),
  ...["private", "permit", "residents", "employees", "members"].map((v) => [v, Flag.private] as const),
  ...["destination", "customers", "delivery", "visitors", "local"].map((v) => [v, Flag.destination] as const),
  ...["no", "false", "0", "agricultural", "forestry", "emergency", "military", "restricted", "prohibited"].map((v) => [v, DENIED] as const),
  // People ride beside the road, or walk on it, but do not ride on it. A bicycle may be pushed, see isPushed.
  ...["use_sidepath", "dismount", "separate"].map((v) => [v, DENIED] as const),
  ...["psv", "bus", "taxi"].map((v) => [v, DENIED] as const),
]);

const CARPOOLS = new Set(["designated", "yes", "only"]);

/** Tonnes in one of each unit that weights are posted in; `st` is a short ton. */
const TONNES: ReadonlyMap<string, number> = new Map([
  ["t", 1],
  ["kg", 0.001],
  ["st", 0.90718474],
  ["lbs", 0.00045359237],
  ["lb", 0.00045359237],
]);
/** Metres: no heavy goods vehicle passes below a lower height limit. */
const LOW = 2.5;
/**
 * Posted limits: the key, the largest value that keeps out every heavy goods vehicle, and how a value is read. These vehicles are heavier by definition, and
 * higher and wider than a car.
 */
const LIMITS: readonly (readonly [key: string, most: number, measure: (value?: string) => number])[] = [
  ["maxweight", 3.5, tonnesIn],
  ["maxweight:hgv", 3.5, tonnesIn],
  ["maxweightrating", 3.5, tonnesIn],
  ["maxweightrating:hgv", 3.5, tonnesIn],
  ["maxheight", LOW, metresIn],
  ["maxwidth", 2, metresIn],
];

/** Who may use a way whose class is made for `usual`. */
export function accessOf(tags: Tags, usual: number): WayAccess {
  const access: WayAccess = { forward: 0, backward: 0, forwardAnyway: 0, backwardAnyway: 0, flags: 0 };
  let flagged = false;
  const usable = isImpassable(tags) ? usual & ~VEHICLES : usual;
  for (const mode of FLAG_ORDER) {
    const bit = Access[mode];
    const forward = allowed(tags, mode, usable & bit, "forward");
    const backward = allowed(tags, mode, usable & bit, "backward");
    if (forward.open) access.forward |= bit;
    if (backward.open) access.backward |= bit;
    if (forward.anyway) access.forwardAnyway |= bit;
    if (backward.anyway) access.backwardAnyway |= bit;
    if (!forward.open && !backward.open) continue;
    const { flags } = forward.open ? forward : backward;
    if (!flagged) access.flags = flags;
    else if (flags === 0) access.flags |= access.flags & BOUND ? openTo(bit) : 0;
    else if (mode === "trucking" && access.flags === 0) access.flags = Flag.truckRestricted;
    flagged = true;
  }
  if (isPushed(tags, "cycling") && ((access.forward | access.backward) & Access.cycling) === 0) {
    // Someone who pushes a bicycle is walking, and not bound by one-ways.
    for (const bits of ["forward", "backward", "forwardAnyway", "backwardAnyway"] as const) access[bits] |= Access.cycling;
    access.flags |= Flag.pushed;
  }
  return access;
}

/**
 * Who may pass a barrier that lets `usual` pass if nothing is tagged. Here a general `access` is about the barrier itself. `open`: flags of the modes that may
 * pass by a tag of their own.
 */
export function accessAtBarrier(tags: Tags, usual: number): { access: number; flags: number; open: number } {
  let bits = 0;
  let flags = 0;
  let open = 0;
  let flagged = false;
  for (const mode of FLAG_ORDER) {
    const found = lookUp(tags, ACCESS_KEYS[mode]);
    if (mode === "trucking" && isTooSmall(tags) && found?.key !== "hgv") continue;
    const passes = found === null ? (usual & Access[mode]) !== 0 : found.meaning !== DENIED;
    const meaning = passes ? (found?.meaning ?? 0) : isPushed(tags, mode) ? 0 : meaningAtTimes(tags, ACCESS_KEYS[mode]);
    if (meaning === undefined) continue;
    bits |= Access[mode];
    if (meaning === 0 && found?.key === ACCESS_KEYS[mode][0]) open |= openTo(Access[mode]);
    if (!flagged) flags = meaning;
    flagged = true;
  }
  return { access: bits & ACCESS_ALL, flags, open };
}

/** Whether the mode is cycling and bicycles have to be pushed. */
function isPushed(tags: Tags, mode: Mode): boolean {
  return mode === "cycling" && tags.get("bicycle") === "dismount";
}

function allowed(tags: Tags, mode: Mode, usual: number, direction: "forward" | "backward") {
  const always = allowedAlways(tags, mode, usual, direction);
  const opens = (value: string) => (meaningOf(value) ?? DENIED) !== DENIED;
  const anyway =
    always.anyway ||
    ACCESS_KEYS[mode].some((key) => !GENERAL_KEYS.has(key) && conditionalValues(tags.get(`${key}:${direction}:conditional`)).some(opens));
  if (always.open) return { ...always, anyway };
  const keys = usual === 0 ? ACCESS_KEYS[mode].filter((key) => key !== "access") : ACCESS_KEYS[mode];
  const meaning = meaningAtTimes(tags, keys, direction);
  return meaning === undefined ? always : { open: true, anyway, flags: meaning };
}

/** As allowed(), without conditional tags. */
function allowedAlways(tags: Tags, mode: Mode, usual: number, direction: "forward" | "backward") {
  const found = lookUp(tags, ACCESS_KEYS[mode], direction);
  if (mode === "trucking" && isTooSmall(tags) && found?.key !== "hgv") return { open: false, anyway: false, flags: 0 };
  if (found === null) return { open: usual !== 0, anyway: false, flags: 0 };
  const denied = found.meaning === DENIED && !(mode === "driving" && found.key !== "motorcar" && isForCarpools(tags));
  // `access=yes` on a footpath does not make it a road for cars: only a tag about the mode widens what the class is made for.
  const open = !denied && (found.key !== "access" || usual !== 0);
  const anyway = open && found.directed && !GENERAL_KEYS.has(found.key);
  return { open, anyway, flags: open ? Math.max(0, found.meaning) : 0 };
}

/**
 * The meaning of a conditional tag that opens at some times, as the track may be of such a time; undefined if there is none. It stops at a plain key that
 * closes: less specific keys do not count.
 */
function meaningAtTimes(tags: Tags, keys: readonly string[], direction?: "forward" | "backward"): number | undefined {
  for (const key of keys) {
    for (const full of direction === undefined ? [key] : [`${key}:${direction}`, key]) {
      for (const value of conditionalValues(tags.get(`${full}:conditional`))) {
        const meaning = meaningOf(value);
        if (meaning !== undefined && meaning !== DENIED) return meaning;
      }
      if (meaningOf(tags.get(full)) === DENIED) return undefined;
    }
  }
  return undefined;
}

function lookUp(tags: Tags, keys: readonly string[], direction?: "forward" | "backward") {
  for (const key of keys) {
    const directed = direction === undefined ? undefined : meaningOf(tags.get(`${key}:${direction}`));
    if (directed !== undefined) return { key, meaning: directed, directed: true };
    const meaning = meaningOf(tags.get(key));
    if (meaning !== undefined) return { key, meaning, directed: false };
  }
  return null;
}

/** The meaning of a value; for a list (`agricultural;destination`), of its most permissive part. */
function meaningOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const single = MEANING.get(value);
  if (single !== undefined) return single;
  let best: number | undefined;
  for (const part of value.split(/[;,|]/)) {
    const meaning = MEANING.get(part.trim());
    if (meaning !== undefined && (best === undefined || rank(meaning) < rank(best))) best = meaning;
  }
  return best;
}

function rank(meaning: number): number {
  return meaning === DENIED ? 3 : meaning === Flag.private ? 2 : meaning === Flag.destination ? 1 : 0;
}

/** Whether it is a carriageway for carpools: the track may be of one. */
function isForCarpools(tags: Tags): boolean {
  return [tags.get("hov") ?? "", ...conditionalValues(tags.get("hov:conditional"))].some((value) => CARPOOLS.has(value));
}

function isImpassable(tags: Tags): boolean {
  return tags.get("smoothness") === "impassable" || tags.get("impassable") === "yes";
}

/** Whether every heavy goods vehicle exceeds a limit posted here; false if the limit is higher under some condition, which may have held. */
function isTooSmall(tags: Tags): boolean {
  return LIMITS.some(([key, most, measure]) => {
    const isUnder = (value: string | undefined) => measure(value) <= most;
    return isUnder(tags.get(key)) && conditionalClauses(tags.get(`${key}:conditional`)).every(({ value }) => isUnder(value));
  });
}

/** Whether a height limit is posted that lets some heavy goods vehicles pass. */
export function isHighEnough(tags: Tags): boolean {
  return metresIn(tags.get("maxheight")) > LOW;
}

/** The tonnes in a value; NaN if it has none. */
function tonnesIn(value = ""): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(value) ?? [];
  return Number(number) * (TONNES.get(unit || "t") ?? Number.NaN);
}

/** The metres in a value; NaN if it has none. */
function metresIn(value = ""): number {
  const [, feet, inches = 0] = /^(\d+)\s*(?:'|ft)\s*(?:(\d+)\s*(?:"|in)?)?$/.exec(value) ?? [];
  if (feet !== undefined) return Number(feet) * 0.3048 + Number(inches) * 0.0254;
  const [, number, cm] = /^(\d+(?:\.\d+)?)\s*(?:m|(cm))?$/.exec(value) ?? [];
  return Number(number) / (cm ? 100 : 1);
}

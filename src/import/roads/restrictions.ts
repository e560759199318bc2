// Turn-restriction relations → restrictions between whole ways, one for each group of travellers a relation binds.
import { Access, MOTOR_VEHICLES, VEHICLES } from "../../roads/attributes.js";
import type { SourceRestriction } from "../../roads/source.js";
import { conditionalValues } from "../tags/conditional.js";
import type { Tags } from "../tags/tags.js";

/** A member of a relation. */
export interface Member {
  type: "node" | "way" | "relation";
  ref: number;
  role: string;
}

/**
 * The modes that a word of `restriction:<word>` or `except` stands for. Other vehicles have no mode here (buses and taxis are read as cars before this, see
 * vehicles.ts).
 */
const MODES_OF: ReadonlyMap<string, number> = new Map([
  ["vehicle", VEHICLES],
  ["motor_vehicle", MOTOR_VEHICLES],
  ["motorcar", Access.driving],
  ["car", Access.driving],
  ["hgv", Access.trucking],
  ["bicycle", Access.cycling],
  ["foot", Access.walking],
]);

/** Known kinds of restriction. `no_right_turn_on_red` and its like say when, not whether, one may turn. */
const KIND = /^((no|only)_(left_turn|right_turn|straight_on|u_turn)|no_entry|no_exit)$/;
/** Values of `restriction:<word>` by which the plain restriction does not bind those it names. */
const LIFTED = new Set(["none", "no", "give_way"]);

/** Old keys for the times at which a restriction holds. */
const OLD_TIMES = ["day_on", "day_off", "hour_on", "hour_off"];

/**
 * Reads a relation: its restrictions, the reason it is left out, or null when it is no restriction at all. Restrictions that hold at some
 * hours, days or weights only are left out and counted: a track may well have been made outside them.
 */
export function readRestriction(id: number, tags: Tags, members: readonly Member[]): SourceRestriction[] | { drop: string } | null {
  const type = tags.get("type") ?? "";
  if (type !== "restriction" && !type.startsWith("restriction:")) return null;
  if (OLD_TIMES.some((key) => tags.has(key))) return { drop: "turn restriction at some times only" };
  const found: SourceRestriction[] = [];
  let conditional = false;
  let unknown = false;
  for (const [key, value] of tags) {
    if (key !== "restriction" && !key.startsWith("restriction:")) continue;
    if (key.endsWith(":conditional") || value.includes("@")) {
      conditional = true;
      continue;
    }
    const modes = modesBoundBy(key, tags);
    if (modes === 0 || (key !== "restriction" && LIFTED.has(value))) continue;
    if (!isKnown(value)) {
      unknown = true;
      continue;
    }
    if (key === "restriction" && isLiftedAtTimes(tags)) continue;
    const ends = readMembers(members, value);
    if (ends === null) return { drop: "turn restriction with unusable members" };
    const onward = ends.from.some((way) => ends.to.includes(way)) && !value.includes("u_turn") ? { onward: true } : {};
    found.push({ id, only: value.startsWith("only_"), ...onward, ...ends, modes });
  }
  if (found.length > 0) return found;
  if (unknown) return { drop: "turn restriction of unknown kind" };
  return { drop: conditional ? "turn restriction at some times only" : "turn restriction for other vehicles or none" };
}

/**
 * Whether a value is a known kind, or a list of several that each forbid a turn (`no_left_turn;no_u_turn`). Of several that prescribe a turn, each would forbid
 * the others.
 */
function isKnown(value: string): boolean {
  const kinds = value.split(";").map((kind) => kind.trim());
  return kinds.every((kind) => KIND.test(kind) && (kinds.length === 1 || kind.startsWith("no_")));
}

/** The modes that the value of a key binds: all vehicles, or those named by the key or the relation's type (`restriction:hgv`), less the exceptions. */
function modesBoundBy(key: string, tags: Tags): number {
  const named = key === "restriction" ? (tags.get("type") ?? key) : key;
  if (named !== "restriction") return without(MODES_OF.get(named.slice("restriction:".length)) ?? 0, tags);
  let modes = VEHICLES;
  for (const [word, bits] of MODES_OF) if (LIFTED.has(tags.get(`restriction:${word}`) ?? "")) modes &= ~bits;
  return without(modes, tags);
}

function without(modes: number, tags: Tags): number {
  let left = modes;
  for (const word of (tags.get("except") ?? "").split(/[;,|]/)) left &= ~(MODES_OF.get(word.trim()) ?? 0);
  return left;
}

/** Whether the plain restriction does not hold at some times (`restriction:conditional=none @ (22:00-06:00)`). */
function isLiftedAtTimes(tags: Tags): boolean {
  return conditionalValues(tags.get("restriction:conditional")).some((value) => LIFTED.has(value));
}

/** The ways and nodes of the turn; null when the relation does not say which turn it means. */
function readMembers(members: readonly Member[], value: string): Pick<SourceRestriction, "from" | "to" | "via"> | null {
  const from: number[] = [];
  const to: number[] = [];
  const viaNodes: number[] = [];
  const viaWays: number[] = [];
  for (const { type, ref, role } of members) {
    if (type === "way" && role === "from") from.push(ref);
    else if (type === "way" && role === "to") to.push(ref);
    else if (type === "way" && role === "via") viaWays.push(ref);
    else if (type === "node" && role === "via") viaNodes.push(ref);
  }
  if (from.length === 0 || to.length === 0) return null;
  // Only "no entry" may come from several ways, and only "no exit" lead to several.
  if (from.length > 1 && value !== "no_entry") return null;
  if (to.length > 1 && value !== "no_exit") return null;
  if (viaWays.length > 0) return viaNodes.length === 0 ? { from, to, via: { ways: viaWays } } : null;
  return viaNodes.length === 1 ? { from, to, via: { node: viaNodes[0] } } : null;
}

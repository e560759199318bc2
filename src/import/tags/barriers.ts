// Barriers on nodes: who passes a bollard, a gate or a toll booth.
import { ACCESS_ALL, Access, Flag, FOOT_AND_CYCLE } from "../../roads/attributes.js";
import type { SourceBarrier } from "../../roads/source.js";
import { accessAtBarrier, BOUND, isHighEnough } from "./access.js";
import type { Tags } from "./tags.js";

const FOOT = Access.walking;

/** By kind of barrier: who passes if no access tag says otherwise, and the flags that its edges get. */
const KINDS: ReadonlyMap<string, readonly [access: number, flags: number]> = new Map([
  ...kinds(ACCESS_ALL, Flag.toll, ["toll_booth"]),
  ...kinds(ACCESS_ALL, Flag.gate, ["gate", "lift_gate", "swing_gate", "sliding_gate", "sliding_beam", "hampshire_gate", "bump_gate"]),
  ...kinds(ACCESS_ALL, 0, [
    "border_control",
    "cattle_grid",
    "checkpoint",
    "coupure",
    "entrance",
    "kerb",
    "no",
    "sally_port",
    "width_restrictor",
  ]),
  // Built to keep out high vehicles. If the tags say how high it is, readBarrier decides by that.
  ...kinds(ACCESS_ALL & ~Access.trucking, 0, ["height_restrictor"]),
  ...kinds(FOOT_AND_CYCLE, 0, [
    "block",
    "bollard",
    "bus_trap",
    "chain",
    "cycle_barrier",
    "debris",
    "jersey_barrier",
    "log",
    "motorcycle_barrier",
    "planter",
    "rope",
    "sump_buster",
    "tank_trap",
  ]),
  ...kinds(FOOT, 0, ["full-height_turnstile", "horse_stile", "kissing_gate", "stile", "turnstile", "wicket_gate"]),
]);

/** Kinds of bollard that sink for those who may pass. A removable or foldable bollard stays up for a car that comes by, so it bars the car. */
const LOWERED = new Set(["rising", "retractable"]);

/** The barrier on a node, by its tags; null if there is none. "unknown" is a barrier of a kind not listed; it bars nobody unless an access tag says so. */
export function readBarrier(node: number, tags: Tags): SourceBarrier | "unknown" | null {
  const barrier = tags.get("barrier");
  if (barrier === undefined) return null;
  const kind = KINDS.get(barrier);
  const lowered = barrier === "bollard" && LOWERED.has(tags.get("bollard") ?? "");
  const high = barrier === "height_restrictor" && isHighEnough(tags);
  const usual = kind === undefined || lowered || high ? ACCESS_ALL : kind[0];
  const { access, flags, open } = accessAtBarrier(tags, usual);
  const whose = flags | (tags.get("locked") === "yes" ? Flag.private : 0);
  const all = whose | (whose & BOUND ? open : 0) | (lowered ? Flag.gate : (kind?.[1] ?? 0));
  if (access === ACCESS_ALL && all === 0) return kind === undefined ? "unknown" : null;
  return { node, access, flags: all };
}

function kinds(access: number, flags: number, values: string[]): [string, readonly [number, number]][] {
  return values.map((value) => [value, [access, flags]]);
}

// Road tags: what a reader keeps of the elements of a file, by their tags alone. Nothing here depends on other elements, so it can be done in any order.
import { Access, MODES } from "../../roads/attributes.js";
import type { SourceBarrier, SourceRestriction } from "../../roads/source.js";
import { readBarrier } from "../tags/barriers.js";
import { isAreaIfClosed } from "../tags/class.js";
import { nameOf, type Tags, type WayRules, type WayVerdict } from "../tags/tags.js";
import { asForCars, type Vehicle } from "../tags/vehicles.js";
import { WayRuleBook } from "../tags/way-rules.js";
import type { ReadOsmOptions } from "./reading.js";
import { type Member, readRestriction } from "./restrictions.js";

/** A road; the reason for which something like a road is left out; or null for anything else. `rules` are one object for all ways with the same. */
export type FoundWay = { rules: WayRules; name: string } | string | null;
/** The turn restrictions of a relation, the reason for which it is left out, or null for another relation. */
export type FoundRestrictions = SourceRestriction[] | { drop: string } | null;
/** A node's barrier; "unknown" for one of a kind that is not known. */
export type FoundBarrier = SourceBarrier | "unknown" | null;

type Road = Extract<WayVerdict, { kind: "road" }>;

/** Reads tags. Only ways for the modes asked for are kept, including ways whose class is made for them though tags close it. */
export class RoadTags {
  readonly #modes: number;
  readonly #vehicle: Vehicle;
  readonly #rules = new WayRuleBook();

  constructor({ modes = MODES, vehicle = "car" }: Pick<ReadOsmOptions, "modes" | "vehicle">) {
    this.#vehicle = vehicle;
    this.#modes = modes.reduce((bits, mode) => bits | Access[mode], 0);
  }

  way(nodes: ArrayLike<number>, tags: Tags): FoundWay {
    const verdict = this.#rules.read(asForCars(tags, this.#vehicle));
    if (verdict.kind === "other") return null;
    if (verdict.kind === "dropped") return verdict.reason;
    if (!this.#serves(verdict)) return "road for other modes";
    if (nodes.length < 2) return "way with fewer than two nodes";
    if (nodes[0] === nodes[nodes.length - 1] && isAreaIfClosed(tags)) return "area";
    return { rules: verdict.rules, name: nameOf(tags) };
  }

  relation(id: number, tags: Tags, members: readonly Member[]): FoundRestrictions {
    return readRestriction(id, asForCars(tags, this.#vehicle), members);
  }

  barrier(id: number, tags: Tags): FoundBarrier {
    return readBarrier(id, asForCars(tags, this.#vehicle));
  }

  /** Whether a road is for one of the modes asked for. A road that is closed to everyone counts for all: it is physically there. */
  #serves({ rules, usual }: Road): boolean {
    const open = rules.forward | rules.backward;
    return open === 0 || ((open | usual) & this.#modes) !== 0;
  }
}

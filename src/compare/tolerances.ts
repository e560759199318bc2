// Tolerances: what may differ and by how much, and the judgement of each.
import { SnapError, shown } from "../errors.js";

interface Rule {
  /** The default. */
  byDefault: number;
  /** Largest value that makes sense; the smallest is 0. */
  most: number;
  sense: "at most" | "at least";
  unit: "m" | "share" | "" | "fields";
  meaning: string;
}

/**
 * Every tolerance: its default, its largest value (the smallest is 0), whether it is an upper or a lower limit, its unit and its meaning. A share is 0 to 1.
 */
export const TOLERANCES = {
  position: {
    byDefault: 5,
    most: 1e8,
    sense: "at most",
    unit: "m",
    meaning: "metres between the two places of a point, 95th percentile; where both snapped",
  },
  sameRoad: {
    byDefault: 0.98,
    most: 1,
    sense: "at least",
    unit: "share",
    meaning: "share of points on the same road; where both snapped",
  },
  confidence: {
    byDefault: 0.1,
    most: 1,
    sense: "at most",
    unit: "",
    meaning: "difference in confidence, 95th percentile; where both snapped",
  },
  snapped: {
    byDefault: 0.02,
    most: 1,
    sense: "at most",
    unit: "share",
    meaning: "share of points that only one snapped",
  },
  unpaired: {
    byDefault: 0,
    most: 1,
    sense: "at most",
    unit: "share",
    meaning: "share of points that only one has, by ObjectID",
  },
  links: {
    byDefault: 0.02,
    most: 1,
    sense: "at most",
    unit: "share",
    meaning: "share of points whose line_id leads to lines of different types",
  },
  overlap: {
    byDefault: 0.97,
    most: 1,
    sense: "at least",
    unit: "share",
    meaning: "share of the metres of Road lines that the other covers, the lesser direction",
  },
  length: {
    byDefault: 0.03,
    most: 1,
    sense: "at most",
    unit: "share",
    meaning: "difference in metres of one line_type, of all metres of the longer side",
  },
  properties: {
    byDefault: 0.05,
    most: 1,
    sense: "at most",
    unit: "share",
    meaning: "share of road property values that differ, on the same road",
  },
  fields: {
    byDefault: 0,
    most: 1e6,
    sense: "at most",
    unit: "fields",
    meaning: "number of fields that only one has, or whose type, case or kind of value differs",
  },
} as const satisfies Record<string, Rule>;

/** The name of a tolerance. */
export type Tolerance = keyof typeof TOLERANCES;
/** A limit for each, in the unit of {@link TOLERANCES}, from 0 to its `most`. */
export type Tolerances = Record<Tolerance, number>;

/** One thing judged. */
export interface Judgement {
  /** The tolerance. */
  name: Tolerance;
  /** What was found; null when there was nothing to judge. */
  found: number | null;
  /** The limit. */
  allowed: number;
  /** Whether `found` is at most `allowed` (or at least, for a lower limit); true if there was nothing to judge. */
  within: boolean;
}

/** Fills in the defaults. @throws SnapError "bad-option" for an unknown name or a value out of range. */
export function settleTolerances(given: Partial<Tolerances> = {}): Tolerances {
  const settled = {} as Tolerances;
  for (const [name, rule] of Object.entries(TOLERANCES)) settled[name as Tolerance] = rule.byDefault;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(TOLERANCES, name)) {
      throw new SnapError("bad-option", `There is no tolerance ${shown(name)}; there are ${Object.keys(TOLERANCES).join(", ")}.`, { name });
    }
    if (value === undefined) continue;
    const { most } = TOLERANCES[name as Tolerance];
    if (!(typeof value === "number" && value >= 0 && value <= most)) {
      throw new SnapError("bad-option", `The tolerance ${name} is ${shown(value)}; it must be a number from 0 to ${most}.`, {
        name,
        value,
      });
    }
    settled[name as Tolerance] = value;
  }
  return settled;
}

/** Compares what was found with the limits, in the order of the table. */
export function judge(found: Record<Tolerance, number | null>, tolerances: Tolerances): Judgement[] {
  return (Object.keys(TOLERANCES) as Tolerance[]).map((name) => {
    const [value, allowed] = [found[name], tolerances[name]];
    const within = value === null || (TOLERANCES[name].sense === "at most" ? value <= allowed : value >= allowed);
    return { name, found: value, allowed, within };
  });
}

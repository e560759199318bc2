// Options: the matcher's options, each with its unit, meaning, default and range, and how they are checked.
import { badOption, checkOptions } from "../errors.js";
import { Access, MODES, type Mode } from "../roads/attributes.js";
import * as FLAG from "../roads/flags.js";
import * as MODEL from "./model.js";
import { RADIUS_68 } from "./track/steps.js";

/**
 * Where a vehicle may turn back without a violation.
 * - `anywhere`: also between two junctions
 * - `dead-ends`: where no other road goes on that it can use
 * - `dead-ends-and-intersections`: also where it has more than one road to choose from
 * - `never`: nowhere
 */
export type UTurnPolicy = "anywhere" | "dead-ends" | "dead-ends-and-intersections" | "never";

/** The flags of {@link AVOIDABLE}. */
export const AVOIDABLE_FLAGS = {
  private: FLAG.privateRoad,
  unpaved: FLAG.unpaved,
  ferry: FLAG.ferry,
  toll: FLAG.toll,
  gate: FLAG.gate,
  destination: FLAG.destination,
  truckRestricted: FLAG.truckRestricted,
} as const;

/**
 * Kinds of road that can be avoided or preferred: `private`, `unpaved`, `ferry`, `toll`, `gate`, `destination` (no through traffic) and `truckRestricted`.
 * Each is the roads with the {@link Flag} of that name; `truckRestricted` includes roads closed to lorries, whose price for a lorry it multiplies, and has
 * no effect on other vehicles.
 */
export const AVOIDABLE: readonly Avoidable[] = Object.keys(AVOIDABLE_FLAGS) as Avoidable[];
/** One of {@link AVOIDABLE}. */
export type Avoidable = keyof typeof AVOIDABLE_FLAGS;

/** Options of `Matcher`, and of everything that uses one. */
export interface MatcherOptions {
  /** Who travels. Decides access, one-way rules and plausible speed. Default "driving". */
  mode?: Mode | undefined;
  /** Where turning back is lawful. Default "anywhere"; it has its price there all the same. */
  uTurns?: UTurnPolicy | undefined;
  /** Cost factor per kind of road: 1 neutral, above 1 avoided, below 1 preferred; 0.1–100. Default {}. */
  avoid?: Partial<Record<Avoidable, number>> | undefined;
  /** Highest plausible speed, m/s, 0.5–150. Default by mode: driving 60, trucking 40, walking 4, cycling 20. */
  maxSpeed?: number | undefined;
  /**
   * Farthest that a road may be from a fix, metres, 1–2000; or five of the fix's errors, if that is farther. Default 60, and 150 where there is no road
   * within that.
   */
  searchRadius?: number | undefined;
  /**
   * Accuracy assumed for fixes that report none, metres (68 % radius), 0.5–500. Default 7.55, which is 5 m per axis. Like reported accuracies it is then
   * scaled to the track.
   */
  defaultAccuracy?: number | undefined;
  /** Most places on roads considered per fix, 1–200, a whole number. Default 60. */
  maxCandidates?: number | undefined;
  /**
   * Most memory for the cache of ways found, MB, 5–2000. With less, tracks take longer if much of a large network is driven; answers are the same. Default 320;
   * in a `MatcherPool` less, if there is not so much memory.
   */
  routeMemory?: number | undefined;
}

/** The options with every default in place. */
export interface Settings {
  mode: Mode;
  /** Access bit of the mode. */
  bit: number;
  uTurns: UTurnPolicy;
  avoid: Partial<Record<Avoidable, number>>;
  maxSpeed: number;
  searchRadius: number;
  /** Radius of the search where no road is within `searchRadius`, metres. */
  lastResort: number;
  defaultAccuracy: number;
  maxCandidates: number;
  routeMemory: number;
}

/** Megabytes for the cache of ways found, if nothing else is asked for. */
export const ROUTE_MEMORY = 320;

const MAX_SPEED: Record<Mode, number> = { driving: 60, trucking: 40, walking: 4, cycling: 20 };

/** Ranges of the numeric options: lowest, highest. */
export const NUMBERS = {
  maxSpeed: [0.5, 150],
  searchRadius: [1, 2000],
  defaultAccuracy: [0.5, 500],
  maxCandidates: [1, 200],
  routeMemory: [5, 2000],
} as const satisfies Record<string, readonly [number, number]>;
/** … and of the factors of `avoid`. */
export const FACTORS = [0.1, 100] as const;

/** The words that the other options may have. */
export const CHOICES: Record<string, readonly string[]> = {
  mode: MODES,
  uTurns: ["anywhere", "dead-ends", "dead-ends-and-intersections", "never"],
};

/** The names of all options. */
export const MATCHER_OPTION_NAMES: readonly string[] = [...Object.keys(CHOICES), ...Object.keys(NUMBERS), "avoid"];

/**
 * Checks options and fills in the defaults.
 * @throws SnapError "bad-option" naming the option, its value and what is allowed.
 */
export function settle(options: MatcherOptions): Settings {
  checkOptions(options, "the matcher", MATCHER_OPTION_NAMES);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (name in CHOICES && !CHOICES[name].includes(value as string)) throw badOption(name, value, `one of ${CHOICES[name].join(", ")}`);
    if (name in NUMBERS) checkNumber(name, value, NUMBERS[name as keyof typeof NUMBERS]);
    if (name === "maxCandidates" && !Number.isInteger(value)) throw badOption(name, value, "a whole number");
  }
  const { avoid = {} } = options;
  checkOptions(avoid, "avoid", AVOIDABLE);
  for (const kind of AVOIDABLE) {
    const { [kind]: factor = 1 } = avoid;
    checkNumber(`avoid.${kind}`, factor, FACTORS);
  }
  const mode = options.mode ?? "driving";
  return {
    mode,
    bit: Access[mode],
    uTurns: options.uTurns ?? "anywhere",
    avoid,
    maxSpeed: options.maxSpeed ?? MAX_SPEED[mode],
    searchRadius: options.searchRadius ?? 60,
    lastResort: options.searchRadius ?? MODEL.lastResortRadius,
    defaultAccuracy: options.defaultAccuracy ?? MODEL.defaultSigma * RADIUS_68,
    maxCandidates: options.maxCandidates ?? 60,
    routeMemory: options.routeMemory ?? ROUTE_MEMORY,
  };
}

function checkNumber(name: string, value: unknown, [low, high]: readonly [number, number]): void {
  if (typeof value !== "number" || !(value >= low && value <= high)) throw badOption(name, value, `a number from ${low} to ${high}`);
}

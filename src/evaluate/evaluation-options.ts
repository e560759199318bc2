// Options of an evaluation: the variants to try, and how to count.

import { checkOptions, SnapError, shown } from "../errors.js";
import type { MatcherOptions } from "../match/options.js";
import { FAULTS, type Fault } from "./devices/faults.js";
import { MAP_ERRORS, type MapError } from "./maps/map-errors.js";
import { FIELDS, type Field } from "./simulate/fields.js";

/** What to evaluate. All combinations of errors of the map, fields, faults and intervals are tried. */
export interface EvaluationOptions {
  /** Options of the matcher. Its `mode` overrides the tracks' own; if neither is given it is driving. */
  matcher?: MatcherOptions | undefined;
  /** Seconds between fixes; 0 for all fixes. Default [0]. */
  thin?: readonly number[] | undefined;
  /**
   * How often each track is thinned to each interval, the second fix coming later each time: after 6, 12 … 60 s if it is 10 times to 60 s. What a few tracks
   * show of a long interval depends on which fixes are left. Each counts as a track. Default 1.
   */
  phases?: number | undefined;
  /** Fields to match with, beside place and time; null for all a track has. Default [null]. */
  fields?: readonly (readonly Field[] | null)[] | undefined;
  /** Faults of the device; null for none. Default [null]. */
  faults?: readonly (Fault | null)[] | undefined;
  /**
   * Errors of the map that the tracks are matched to; null for none. What is true stays so: a street that is missing was driven all the same. Each map is a
   * network of its own in memory. Default [null].
   */
  mapErrors?: readonly (MapError | null)[] | undefined;
  /** Seed of the errors of the map, a whole number. Default 1. */
  seed?: number | undefined;
  /**
   * Metres within which a place counts as on a line, 0.1–25. Default: what the tracks say, else 1.5; raise it if truth was drawn on another map than the roads.
   */
  coverMetres?: number | undefined;
  /** Number of tracks with the most metres wrong to keep, for drawing. Default 0. */
  worst?: number | undefined;
  /** A clock in milliseconds, for points per second. Default: none, and `milliseconds` stays 0. */
  now?: (() => number) | undefined;
}

const OPTION_NAMES = Object.keys({
  matcher: 0,
  thin: 0,
  phases: 0,
  fields: 0,
  faults: 0,
  mapErrors: 0,
  seed: 0,
  coverMetres: 0,
  worst: 0,
  now: 0,
} satisfies Record<keyof EvaluationOptions, 0>);

/**
 * Refuses options that are unknown or have values that are not allowed. Unknown names would be evaluated as something else: a misspelt field as a field that is
 * not used.
 * @throws SnapError "bad-option".
 */
export function checkEvaluation(options: EvaluationOptions): void {
  checkOptions(options, "the evaluation", OPTION_NAMES);
  const { thin = [], phases = 1, fields = [], faults = [], mapErrors = [], seed = 0, worst = 0, coverMetres = 1 } = options;
  const refuse = (name: string, value: unknown, rule: string) => {
    throw new SnapError("bad-option", `The option ${name} of the evaluation has the value ${shown(value)}; ${rule}.`, { name, value });
  };
  const each = <T>(name: string, list: readonly T[], isRight: (value: T) => boolean, rule: string) => {
    if (!Array.isArray(list)) refuse(name, list, "it must be a list");
    for (const value of list) if (!isRight(value)) refuse(name, value, rule);
  };
  each("thin", thin, (seconds) => Number.isFinite(seconds) && seconds >= 0, "it must be a list of seconds, 0 or more");
  if (!(Number.isInteger(phases) && phases >= 1)) refuse("phases", phases, "it must be a whole number, 1 or more");
  each("fields", fields, (kept) => kept === null || Array.isArray(kept), "it must be a list of lists of fields, or null for all of them");
  for (const kept of fields) each("fields", kept ?? [], (field) => FIELDS.includes(field), `fields are ${FIELDS.join(", ")}`);
  const named = (name: string, list: readonly (string | null)[], known: string[], what: string) =>
    each(name, list, (one) => one === null || known.includes(one), `${what} are ${known.join("; ")}, or null for none`);
  named("faults", faults, Object.keys(FAULTS), "faults");
  named("mapErrors", mapErrors, Object.keys(MAP_ERRORS), "errors of maps");
  if (!Number.isSafeInteger(seed)) refuse("seed", seed, "it must be a whole number");
  if (!(coverMetres >= 0.1 && coverMetres <= 25)) refuse("coverMetres", coverMetres, "it must be a number of metres from 0.1 to 25");
  if (!(Number.isInteger(worst) && worst >= 0)) refuse("worst", worst, "it must be a whole number, 0 or more");
}

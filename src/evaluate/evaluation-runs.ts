// Runs: the results of one variant for all tracks; runs of several sets joined, and runs that are the same found.

import { badOption } from "../errors.js";
import type { Fault } from "./devices/faults.js";
import type { DrawnTrack } from "./drawn-track.js";
import type { MapError } from "./maps/map-errors.js";
import type { TrackScore } from "./score/score.js";
import type { Field } from "./simulate/fields.js";

/** The results of one variant for all tracks. */
export interface EvaluationRun {
  /** What was asked for: seconds between fixes; 0 for all fixes. */
  thin: number;
  /** What was asked for: fields to match with; null for all. */
  fields: readonly Field[] | null;
  /** What was asked for: the fault of the device; null for none. */
  fault: Fault | null;
  /** What was asked for: the error of the map; null for none. */
  mapError: MapError | null;
  /** Whether thinning left out any fix. */
  thinned: boolean;
  /** Which of the fields asked for the tracks have, before the fault is applied. */
  carried: Set<Field>;
  /** Whether the fault changed any fix. */
  faulted: boolean;
  /** Whether the error changed any map. */
  redrawn: boolean;
  /**
   * Seconds between each fix that was matched and the next, in no order; never below 0, even where the clock was set back. Fixes without a time count as evenly
   * spaced between those that have one. Runs that differ in the error of the map alone have one list.
   */
  gaps: number[];
  /** Fixes before thinning. */
  given: number;
  /** How many of those have no time; thinning keeps them. */
  untimed: number;
  /** One per track and phase, in the order they came. */
  scores: TrackScore[];
  /** The tracks with the most metres wrong, the worst first; of each the phase with the most. */
  worst: DrawnTrack[];
  /** Tracks on which the matcher threw; they count as wholly missed. */
  failures: { id: string; error: unknown }[];
  /** Milliseconds spent matching, by the clock given; 0 without one. */
  milliseconds: number;
}

/** A run without any track. */
export function newRun({
  thin: interval,
  fields,
  fault,
  mapError,
}: Pick<EvaluationRun, "thin" | "fields" | "fault" | "mapError">): EvaluationRun {
  return {
    thin: interval,
    fields,
    fault,
    mapError,
    thinned: false,
    carried: new Set(),
    faulted: false,
    redrawn: false,
    gaps: [],
    given: 0,
    untimed: 0,
    scores: [],
    worst: [],
    failures: [],
    milliseconds: 0,
  };
}

/** Joins runs of the same variant over several sets; tracks to draw are not kept. @throws SnapError "bad-option" for an empty list. */
export function joinRuns(runs: readonly EvaluationRun[]): EvaluationRun {
  if (runs.length === 0) throw badOption("runs", runs, "a list of one or more");
  const joined = newRun(runs[0]);
  for (const run of runs) {
    joined.thinned ||= run.thinned;
    joined.faulted ||= run.faulted;
    joined.redrawn ||= run.redrawn;
    for (const field of run.carried) joined.carried.add(field);
    joined.milliseconds += run.milliseconds;
    for (const score of run.scores) joined.scores.push(score);
    for (const failure of run.failures) joined.failures.push(failure);
    for (const gap of run.gaps) joined.gaps.push(gap);
    joined.given += run.given;
    joined.untimed += run.untimed;
  }
  return joined;
}

/**
 * The runs that differ. Runs are the same if thinning left the same fixes (or all of them), or if the fields asked for make no difference on any track. A run
 * with a fault, or an error of the map, that changed nothing is the same as the run without it.
 */
export function distinctRuns(runs: readonly EvaluationRun[]): EvaluationRun[] {
  const matchedWith = ({ carried, fault, faulted, mapError, redrawn }: EvaluationRun): string =>
    JSON.stringify([[...carried].sort(), faulted ? fault : null, redrawn ? mapError : null]);
  const asked = ({ fault, mapError }: EvaluationRun): number => Number(fault !== null) + Number(mapError !== null);
  // Runs that are the same, by what they were matched with; of each the first that was asked for least.
  const kept = new Map<string, EvaluationRun[]>();
  for (const run of runs) {
    const key = matchedWith(run);
    const alike = kept.get(key) ?? [];
    const at = alike.findIndex((other) => haveSameFixes(run, other));
    if (at < 0) alike.push(run);
    else if (asked(run) < asked(alike[at])) alike[at] = run;
    kept.set(key, alike);
  }
  const all = new Set([...kept.values()].flat());
  return runs.filter((run) => all.has(run));
}

/** Whether thinning left the same fixes: the same number of each track, with the same seconds between them; or all of both. */
function haveSameFixes(a: EvaluationRun, b: EvaluationRun): boolean {
  if (!a.thinned || !b.thinned) return a.thinned === b.thinned;
  const areCounts = a.scores.length === b.scores.length && a.scores.every(({ fixes }, i) => fixes === b.scores[i].fixes);
  return areCounts && (a.gaps === b.gaps || (a.gaps.length === b.gaps.length && a.gaps.every((gap, i) => gap === b.gaps[i])));
}

// Evaluator: matches tracks with known truth in every variant asked for: thinned, with fewer fields, with a device's fault, on a map with an error. Says which
// tracks it leaves out.

import { inSeconds } from "../geo/dates.js";
import { Matcher } from "../match/matcher.js";
import type { Match } from "../match/result/result.js";
import type { TrackPoint } from "../match/track/track.js";
import type { Mode } from "../roads/attributes.js";
import { checkRoads, type RoadGraph } from "../roads/graph.js";
import { type EvaluationTrack, thin, withFixes } from "./corpora.js";
import { sentWith } from "./devices/faults.js";
import { apartShare, type Doubt, doubtsOf } from "./doubts.js";
import type { DrawnTrack } from "./drawn-track.js";
import { checkEvaluation, type EvaluationOptions } from "./evaluation-options.js";
import { type EvaluationRun, newRun } from "./evaluation-runs.js";
import { type MapError, withMapError } from "./maps/map-errors.js";
import { footingOf, touches } from "./overlap.js";
import { unknownBreaks } from "./score/breaks.js";
import { countedMetres } from "./score/mismatch.js";
import { scoreTrack, type TrackScore } from "./score/score.js";
import { FIELDS, type Field, withFields } from "./simulate/fields.js";

/**
 * Why a track is not scored.
 * - `elsewhere`: it was driven where these roads are not
 * - `stray`: its truth has a position so far away that hardly a metre of it is on these roads
 * - `apart`: its fixes are nowhere near its truth
 * - `no-length`: the truth has no length
 * - `only-ends`: all of the truth is so near its own ends that nothing of it counts
 */
export type LeftOutReason = "elsewhere" | "stray" | "apart" | "no-length" | "only-ends";

/** A track with less than this share of its truth on roads is reported: what its match misses there is the map's fault. */
const WELL_COVERED = 0.95;

/**
 * An evaluation that grows track by track, so that a corpus need not fit into memory.
 * @throws SnapError "bad-option" from the first track on, when an option of the matcher is not allowed.
 */
export class Evaluation {
  /** One per variant, ordered by errors of the map, then fields, then faults, then intervals. */
  readonly runs: readonly EvaluationRun[];
  /** Tracks that are not scored. */
  readonly leftOut: { track: EvaluationTrack; reason: LeftOutReason }[] = [];
  /** Tracks that are scored though some of their truth has no road under it. `share`: the part that has one. */
  readonly partly: { id: string; share: number }[] = [];
  /** What else looks wrong with the tracks that are scored. */
  readonly doubts: Doubt[] = [];
  readonly #now: () => number;
  #roads: RoadGraph | null = null;
  /** The network as the map with each error has it, and matchers by mode and error. */
  readonly #redrawn = new Map<MapError, RoadGraph>();
  readonly #matchers = new Map<string, Matcher>();
  readonly #options: EvaluationOptions;
  /** Number of runs with the same map. */
  readonly #ofOneMap: number;

  /** @throws SnapError "bad-option" for an option that is unknown or has a value that is not allowed. */
  constructor(options: EvaluationOptions = {}) {
    checkEvaluation(options);
    this.#options = options;
    const { mapErrors = [null], fields = [null], faults = [null], thin: intervals = [0] } = options;
    this.#now = options.now ?? (() => 0);
    const runs = mapErrors.flatMap((mapError) =>
      fields.flatMap((kept) =>
        faults.flatMap((fault) => [...new Set(intervals)].map((interval) => newRun({ thin: interval, fields: kept, fault, mapError }))),
      ),
    );
    // An error of the map changes no fix, and a list for each would take much memory.
    this.#ofOneMap = runs.length / mapErrors.length;
    runs.forEach((run, i) => {
      run.gaps = runs[i % this.#ofOneMap].gaps;
    });
    this.runs = runs;
  }

  /**
   * Matches and scores a track in every variant. `roads`: those that there truly are. Returns false if it is left out; `leftOut` then has the reason. If the
   * matcher throws, that is added to the run's `failures`.
   * @throws SnapError "bad-input" when `roads` is no road network.
   */
  add(roads: RoadGraph, given: EvaluationTrack): boolean {
    checkRoads(roads, "The evaluation's");
    const { coverMetres = given.coverMetres } = this.#options;
    const track = coverMetres === given.coverMetres ? given : { ...given, coverMetres };
    const footing = footingOf(track.truth, roads, coverMetres);
    const { share } = footing;
    const breaks = unknownBreaks(track);
    const apart = apartShare(track, breaks);
    const reason = leftOutReason(track, share, apart, roads);
    if (reason !== null) {
      this.leftOut.push({ track, reason });
      return false;
    }
    if (share < WELL_COVERED) this.partly.push({ id: track.id, share });
    const mode = this.#options.matcher?.mode ?? track.mode ?? "driving";
    this.doubts.push(...doubtsOf(track, footing, mode, apart, breaks));
    this.#evaluate({ ...track, mode }, roads);
    return true;
  }

  /** Matches and scores a track in every variant. */
  #evaluate(track: EvaluationTrack & { mode: Mode }, roads: RoadGraph): void {
    let variant: Variant | null = null;
    let whole: Outcome | null = null;
    this.runs.forEach((run, i) => {
      const before = this.runs[i - 1];
      const matcher = this.#matcherFor(roads, track.mode, run.mapError);
      run.redrawn ||= matcher.roads !== roads;
      if (variant === null || run.fields !== before.fields || run.fault !== before.fault) {
        variant = variantOf(track, run, roads);
        whole = null;
      }
      if (run.mapError !== before?.mapError) whole = null;
      const { given, times, untimed, carried, faulted } = variant;
      for (const field of carried) run.carried.add(field);
      run.faulted ||= faulted;
      const { phases = 1 } = this.#options;
      let worst: DrawnTrack | null = null;
      for (let phase = 1; phase <= (run.thin > 0 ? phases : 1); phase++) {
        const thinned = run.thin > 0 ? thin(given, run.thin, times, (run.thin * phase) / phases) : given;
        const changed = thinned.track.length < given.track.length;
        // If thinning leaves out nothing, the result is known already.
        const outcome: Outcome = changed || whole === null ? this.#match(matcher, thinned) : whole;
        if (!changed) whole = outcome;
        const score = { ...outcome.score, phase };
        record(run, { ...outcome, score }, changed);
        if (i < this.#ofOneMap) for (const gap of gapsOf(thinned.track)) run.gaps.push(gap);
        if (worst === null || metresWrong(score) > metresWrong(worst.score))
          worst = { track: thinned, match: outcome.match, score, matcher };
      }
      if (worst !== null) this.#keep(run, worst);
      run.given += given.track.length;
      run.untimed += untimed;
    });
  }

  #matcherFor(roads: RoadGraph, mode: Mode, error: MapError | null): Matcher {
    if (roads !== this.#roads) {
      this.#matchers.clear();
      this.#redrawn.clear();
    }
    this.#roads = roads;
    const key = `${mode} ${error}`;
    let matcher = this.#matchers.get(key);
    if (matcher === undefined) {
      // One cache of ways for all, or each error of the map would take as much memory as a matcher may.
      const [beside] = this.#matchers.values();
      matcher = new Matcher(this.#roadsWith(roads, error), { ...this.#options.matcher, mode }, beside);
      this.#matchers.set(key, matcher);
    }
    return matcher;
  }

  #roadsWith(roads: RoadGraph, error: MapError | null): RoadGraph {
    if (error === null) return roads;
    const redrawn = this.#redrawn.get(error) ?? withMapError(roads, error, this.#options.seed);
    this.#redrawn.set(error, redrawn);
    return redrawn;
  }

  #match(matcher: Matcher, track: EvaluationTrack): Outcome {
    const start = this.#now();
    let match: Match;
    let failure: { error: unknown } | null = null;
    try {
      match = matcher.match(track.track);
    } catch (error) {
      failure = { error };
      match = noMatch(track.track.length);
    }
    return { match, failure, milliseconds: this.#now() - start, score: scoreTrack(track, match, matcher.roads) };
  }

  /** Keeps a track if it is among the worst, once and not at each phase: one track alone would often take all places. */
  #keep(run: EvaluationRun, track: DrawnTrack): void {
    run.worst.push(track);
    run.worst.sort((a, b) => metresWrong(b.score) - metresWrong(a.score));
    run.worst.length = Math.min(run.worst.length, this.#options.worst ?? 0);
  }
}

/**
 * Evaluates tracks on one road network. `runs` of the result has a run for each variant, see {@link EvaluationOptions}; {@link scoreSet} computes the figures
 * of a run from its `scores`.
 * @throws SnapError "bad-option"; "bad-input" when `roads` is no road network.
 */
export function evaluateTracks(roads: RoadGraph, tracks: Iterable<EvaluationTrack>, options: EvaluationOptions = {}): Evaluation {
  const evaluation = new Evaluation(options);
  for (const track of tracks) evaluation.add(roads, track);
  return evaluation;
}

/** Metres that the match of a track adds and misses together. The worst tracks are those with the most. */
export function metresWrong({ route }: TrackScore): number {
  return route.added + route.missed;
}

/** Adds a track to a run. `changed`: whether thinning left out any fix. */
function record(run: EvaluationRun, { failure, milliseconds, score }: Outcome, changed: boolean): void {
  if (failure !== null) run.failures.push({ id: score.id, error: failure.error });
  if (changed) run.thinned = true;
  run.milliseconds += milliseconds;
  run.scores.push(score);
}

/** Why a track is not scored; null if it is. `share`: of its truth that is on roads; `apart`: of its fixes that lie apart from the truth. */
function leftOutReason(track: EvaluationTrack, share: number, apart: number, roads: RoadGraph): LeftOutReason | null {
  if (Number.isNaN(share)) return "no-length";
  if (share === 0) return touches(track.truth, roads) ? "stray" : "elsewhere";
  if (apart >= 0.5) return "apart";
  return countedMetres(track.truth, track.trimMetres) > 0 ? null : "only-ends";
}

/** Seconds from fix to fix. Fixes without a time count as evenly spaced between those that have one. */
function gapsOf(track: readonly TrackPoint[]): number[] {
  const timed = track.flatMap(({ time }, i) => (time == null || Number.isNaN(time) ? [] : [{ time: inSeconds(time), i }]));
  return timed.slice(1).flatMap(({ time, i }, k) => {
    const steps = i - timed[k].i;
    return Array.from({ length: steps }, () => Math.abs(time - timed[k].time) / steps);
  });
}

/** The result of matching one track once. */
interface Outcome {
  match: Match;
  failure: { error: unknown } | null;
  milliseconds: number;
  score: TrackScore;
}

/** A track as one run matches it, before thinning. */
interface Variant {
  given: EvaluationTrack;
  /** When they were made, seconds, if a fault may have changed that. */
  times: number[] | undefined;
  /** How many of its fixes have no time, whatever the fault. */
  untimed: number;
  /** Fields that its fixes have before the fault; and whether the fault changes any fix. */
  carried: Field[];
  faulted: boolean;
}

/** The members of a fix that a fault may change. */
const FAULTY = ["lon", "lat", "time", ...FIELDS] as const;

/** The track with only the run's fields, and with its fault. `roads`: those that there truly are. */
function variantOf(track: EvaluationTrack, { fields, fault }: EvaluationRun, roads: RoadGraph): Variant {
  const kept = fields === null ? track.track : withFields(track.track, fields);
  const carried = FIELDS.filter((field) => kept.some((fix) => fix[field] != null));
  const isUntimed = ({ time }: TrackPoint): boolean => time == null;
  if (fault === null) {
    return { given: { ...track, track: kept }, times: undefined, untimed: kept.filter(isUntimed).length, carried, faulted: false };
  }
  const sent = sentWith(kept, fault, roads);
  const differs = (fix: TrackPoint, i: number): boolean => FAULTY.some((value) => (fix[value] ?? null) !== (kept[i]?.[value] ?? null));
  return {
    given: {
      ...withFixes(
        track,
        sent.map(({ of }) => of),
      ),
      track: sent.map(({ fix }) => fix),
    },
    times: sent.map(({ of, at }) => (isUntimed(kept[of]) ? Number.NaN : at)),
    untimed: sent.filter(({ of }) => isUntimed(kept[of])).length,
    carried,
    faulted: sent.length !== kept.length || sent.some(({ fix }, i) => differs(fix, i)),
  };
}

/** The match of a track on which the matcher threw: nothing is matched, so all is missed. */
function noMatch(count: number): Match {
  return {
    points: Array.from({ length: count }, () => ({
      lon: 0,
      lat: 0,
      confidence: 0,
      edge: -1,
      arc: -1,
      offset: 0,
      distance: 0,
      reason: "no-road-nearby",
      stretch: -1,
    })),
    stretches: [],
    violations: [],
  };
}

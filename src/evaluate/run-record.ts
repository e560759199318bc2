// Run record: a run as plain data for JSON: all figures, then those of each track.

import { quantile } from "../geo/quantile.js";
import type { EvaluationRun } from "./evaluation-runs.js";
import { type SetScore, scoreSet } from "./score/score.js";

/** One track's line of the record; metres to a tenth. */
export interface TrackRecord {
  /** The track's. */
  id: string;
  /** Which time that the track was thinned to the run's interval, from 1. */
  phase: number;
  /** Fixes matched. */
  fixes: number;
  /** Metres truly driven. */
  truthMetres: number;
  /** How many of those are counted: those farther than the trim from the truth's ends. */
  countedMetres: number;
  /** Metres of the match that the truth does not cover. */
  added: number;
  /** Metres of the truth that the match does not cover. */
  missed: number;
  /** Of `missed`, metres before the first and after the last fix. */
  beyondTrack: number;
  /** Of `missed`, metres along which no road runs. */
  roadless: number;
  /** (added + missed) / truthMetres. */
  fraction: number;
  /** Points that were snapped and count. */
  snapped: number;
  /** How many of those are on the road driven. */
  correct: number;
  /** Points that were not snapped. */
  unsnapped: number;
}

/** A run's figures. It holds nothing that depends on the clock: the same tracks give the same record. */
export interface RunRecord extends SetScore {
  /** A line for each track and phase, in the order they came. */
  perTrack: TrackRecord[];
}

/** Everything about a run except its speed. `score`: the result of {@link scoreSet} for the run, if there is one already. */
export function runRecord(run: EvaluationRun, score: SetScore = scoreSet(run.scores)): RunRecord {
  return {
    ...score,
    perTrack: run.scores.map(({ id, phase, fixes, route, points }) => ({
      id,
      phase,
      fixes,
      truthMetres: round(route.truthMetres),
      countedMetres: round(route.countedMetres),
      added: round(route.added),
      missed: round(route.missed),
      beyondTrack: round(route.beyondTrack),
      roadless: round(route.roadless),
      fraction: Number(route.fraction.toFixed(6)),
      snapped: points.snapped,
      correct: points.correct,
      unsnapped: points.unsnapped,
    })),
  };
}

/** Median seconds between the fixes that were matched, to three digits; null if they have no times. */
export function medianInterval(run: EvaluationRun): number | null {
  const median = quantile(
    run.gaps.toSorted((a, b) => a - b),
    0.5,
  );
  return Number.isNaN(median) ? null : Number(median.toPrecision(3));
}

function round(metres: number): number {
  return Math.round(metres * 10) / 10;
}

// Run record: a run as plain data for JSON: all figures, then those of each track.

import { quantile } from "../geo/quantile.js";
import { toTenths } from "../geo/rounding.js";
import type { EvaluationRun } from "./evaluation-runs.js";
import type { RouteMismatch } from "./score/mismatch.js";
import type { PointScores } from "./score/points.js";
import { type SetScore, scoreSet, type TrackScore } from "./score/score.js";

/** One track's line of the record: metres to a tenth, `fraction` to six decimals. */
export interface TrackRecord
  extends Pick<TrackScore, "id" | "phase" | "fixes">,
    Pick<RouteMismatch, "truthMetres" | "countedMetres" | "added" | "missed" | "beyondTrack" | "roadless" | "fraction">,
    Pick<PointScores, "snapped" | "correct" | "unsnapped"> {}

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
      truthMetres: toTenths(route.truthMetres),
      countedMetres: toTenths(route.countedMetres),
      added: toTenths(route.added),
      missed: toTenths(route.missed),
      beyondTrack: toTenths(route.beyondTrack),
      roadless: toTenths(route.roadless),
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

// Points: scores of single points: whether a snapped point is on the road driven, and how far along it from the true place.

import { nearestOnLine } from "../../geo/lines.js";
import { COVER_METRES, SegmentIndex } from "../../geo/segment-index.js";
import type { Match } from "../../match/result/result.js";
import { type EvaluationTrack, madeOff } from "../corpora.js";
import { isInBreak, type TruthBreak } from "./breaks.js";
import { trimmedEnds } from "./mismatch.js";

/** The scores of one track's points. */
export interface PointScores {
  /** Points that were snapped and count. */
  snapped: number;
  /** Of those, on the line driven (within 1.5 m, unless the track says otherwise) while its traveller was on it. */
  correct: number;
  /** Input points that were not snapped. */
  unsnapped: number;
  /** One per counted point: the confidence given, and whether the point is on the road driven. */
  predictions: Prediction[];
  /** Metres along the truth from the true place to the snapped one, of the correct points; empty when the corpus does not know the true places. */
  errors: number[];
}

/** A stated probability and its outcome. */
export interface Prediction {
  /** What was stated, 0–1. */
  confidence: number;
  /** Whether what it was stated for is true. */
  correct: boolean;
}

/** Scores each snapped point of a match. Points near the truth's ends and in its breaks are left out, as the route is there. */
export function scorePoints(track: EvaluationTrack, match: Match, breaks: readonly TruthBreak[] = []): PointScores {
  const truth = new SegmentIndex(track.truth, track.coverMetres ?? COVER_METRES);
  const ends = trimmedEnds(track.truth, track.trimMetres);
  // A true place in its lane may lie a little beside the line.
  const alongTruth = (lon: number, lat: number): number[] => {
    const passes = truth.passes(lon, lat);
    return passes.length > 0 ? passes : [nearestOnLine(track.truth, lon, lat)!.along];
  };
  const scores: PointScores = { snapped: 0, correct: 0, unsnapped: 0, predictions: [], errors: [] };
  match.points.forEach((point, i) => {
    if (point.edge < 0) {
      scores.unsnapped++;
      return;
    }
    if (ends.some((disc) => disc.has(point.lon, point.lat)) || isInBreak(breaks, i)) return;
    const truly = track.truthPoints?.[i];
    // A traveller in a car park was not on the road beside it, even if that was driven before and after.
    const correct = madeOff(track, i) !== true && truth.covers(point.lon, point.lat);
    scores.snapped++;
    scores.predictions.push({ confidence: point.confidence, correct });
    if (!correct) return;
    scores.correct++;
    if (truly) scores.errors.push(leastMetres(alongTruth(point.lon, point.lat), alongTruth(truly[0], truly[1])));
  });
  return scores;
}

/** Metres along the truth between two places. If the truth passes both several times, the two passes that are nearest to each other along it are meant; both lists are in travel order. */
function leastMetres(snapped: readonly number[], truly: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, k = 0; i < snapped.length && k < truly.length; snapped[i] < truly[k] ? i++ : k++) {
    least = Math.min(least, Math.abs(snapped[i] - truly[k]));
  }
  return least;
}

// Scores of a track, and of a set of tracks.

import type { Line } from "../../geo/lines.js";
import { quantile } from "../../geo/quantile.js";
import type { Match, StretchType } from "../../match/result/result.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { EvaluationTrack } from "../corpora.js";
import { metresInBreaks, unknownBreaks } from "./breaks.js";
import { type Calibration, calibration } from "./calibration.js";
import { type RouteMismatch, routeMismatch } from "./mismatch.js";
import { addOff, type OffScore, scoreOff } from "./off-score.js";
import { type PointScores, scorePoints } from "./points.js";

/** One track's scores. */
export interface TrackScore {
  /** The track's. */
  id: string;
  /** Which time that the track was thinned to its interval, from 1. */
  phase: number;
  /** Fixes matched. */
  fixes: number;
  /** The roads of the match compared with those driven. */
  route: RouteMismatch;
  /** Its points: whether they are on the right road, and their confidence. */
  points: PointScores;
  /** Metres of output by type. */
  metres: Record<StretchType, number>;
  /** Ways off the roads; null when the corpus does not know them. */
  off: OffScore | null;
}

/** A set's scores; shares are 0–1. NaN where there is nothing to count. */
export interface SetScore {
  /** Tracks scored, each as often as it was thinned. */
  tracks: number;
  /** Fixes matched. */
  fixes: number;
  /** Metres truly driven. */
  truthMetres: number;
  /** Metres added and missed, over the metres truly driven (Newson & Krumm 2009). The latter include the ends of the truth, where nothing is counted. */
  mismatch: number;
  /**
   * Standard error of `mismatch` as that of all such tracks, of which these are a sample: by how much they differ. Those with one id are one. NaN for fewer
   * than two.
   */
  mismatchError: number;
  /** Of `mismatch`, the part that the match adds. */
  added: number;
  /** Of `mismatch`, the part that the match misses. */
  missed: number;
  /** Of `missed`, the part before the first and behind the last fix. */
  beyondTrack: number;
  /** Of `missed`, the part along which no road runs. */
  roadless: number;
  /** Share of the counted metres of truth (without its ends) that the match covers: the tracks' correct fractions, weighted by length. */
  correctFraction: number;
  /** Share of snapped points within 1.5 m of the line driven. */
  pointAccuracy: number;
  /** Share of all points that were snapped. */
  snappedShare: number;
  /** Share of output metres that are Off. */
  offShare: number;
  /** Share of output metres that are a Road Gap. */
  gapShare: number;
  /** Metres along the road driven from the true to the snapped place, of points on the right road: the median, and what 95 % are below. */
  errorMedian: number;
  error95: number;
  /** How far the confidences of the points are from being probabilities. */
  calibration: Calibration;
  /** Ways off the roads of all tracks that know them; null when none does. */
  off: OffScore | null;
}

/** The road parts of a match: what counts as output road. Off and Road Gap stretches do not. */
export function roadParts(match: Match): Line[] {
  return match.stretches.filter((stretch) => stretch.type === "Road").map((stretch) => stretch.coordinates);
}

/** Scores one match by its truth. With the roads it was matched to, truth that is on none of them is counted separately. */
export function scoreTrack(track: EvaluationTrack, match: Match, roads?: RoadGraph): TrackScore {
  const { trimMetres, coverMetres } = track;
  const metres: Record<StretchType, number> = { Road: 0, Off: 0, "Road Gap": 0 };
  for (const stretch of match.stretches) metres[stretch.type] += stretch.length;
  const breaks = unknownBreaks(track);
  const unknown = metresInBreaks(match, breaks);
  return {
    id: track.id,
    phase: 1,
    fixes: track.track.length,
    route: routeMismatch(track.truth, roadParts(match), { trimMetres, coverMetres, fixes: track.track, roads, unknown }),
    points: scorePoints(track, match, breaks),
    metres,
    off: scoreOff(track, match),
  };
}

/** All tracks together, each metre and each point with the same weight. */
export function scoreSet(scores: readonly TrackScore[]): SetScore {
  const sum = (value: (score: TrackScore) => number): number => scores.reduce((total, score) => total + value(score), 0);
  const truthMetres = sum((s) => s.route.truthMetres);
  const added = sum((s) => s.route.added);
  const missed = sum((s) => s.route.missed);
  const snapped = sum((s) => s.points.snapped);
  const unsnapped = sum((s) => s.points.unsnapped);
  const fixes = sum((s) => s.fixes);
  const output = sum((s) => s.metres.Road + s.metres.Off + s.metres["Road Gap"]);
  const errors = scores.flatMap((s) => s.points.errors).sort((a, b) => a - b);
  const mismatch = (added + missed) / truthMetres;
  return {
    tracks: scores.length,
    fixes,
    truthMetres,
    mismatch,
    mismatchError: mismatchError(scores, mismatch, truthMetres),
    added: added / truthMetres,
    missed: missed / truthMetres,
    beyondTrack: sum((s) => s.route.beyondTrack) / truthMetres,
    roadless: sum((s) => s.route.roadless) / truthMetres,
    correctFraction: 1 - missed / sum((s) => s.route.countedMetres),
    pointAccuracy: sum((s) => s.points.correct) / snapped,
    snappedShare: 1 - unsnapped / fixes,
    offShare: sum((s) => s.metres.Off) / output,
    gapShare: sum((s) => s.metres["Road Gap"]) / output,
    errorMedian: quantile(errors, 0.5),
    error95: quantile(errors, 0.95),
    calibration: calibration(scores.flatMap((s) => s.points.predictions)),
    off: addOff(scores.map((s) => s.off)),
  };
}

/** Standard error of the mismatch, which is a ratio of sums over tracks; linearised (Cochran 1977, Sampling Techniques, 6.4). */
function mismatchError(scores: readonly TrackScore[], mismatch: number, truthMetres: number): number {
  const off = new Map<string, number>();
  for (const { id, route } of scores) off.set(id, (off.get(id) ?? 0) + route.added + route.missed - mismatch * route.truthMetres);
  let squares = 0;
  for (const metres of off.values()) squares += metres * metres;
  return Math.sqrt((squares * off.size) / (off.size - 1)) / truthMetres;
}

// Off score: judges Off and Road Gap stretches by a truth that knows them: metres off the roads that were found, metres wrongly called off, gaps placed right.

import { distance } from "../../geo/metres.js";
import type { Match, MatchedPoint } from "../../match/result/result.js";
import { type EvaluationTrack, madeOff } from "../corpora.js";

/** A gap is placed right if each of its ends is within so many metres of the truth's: room for noise, and for a little of the road. */
const GAP_REACH = 100;

/**
 * How one match treats the ways off the roads. Off and gap lines are straight whatever was driven, so metres are those that the traveller moved: each fix
 * stands for the way since the fix before it.
 */
export interface OffScore {
  /** Metres travelled off the roads. */
  offMetres: number;
  /** Of those, the ones whose fix the match leaves off the roads. */
  offFound: number;
  /** Metres travelled on roads. */
  roadMetres: number;
  /** Of those, the ones whose fix the match leaves off the roads. */
  falselyOff: number;
  /** Number of times that the traveller was carried to another place by no road. */
  carried: number;
  /** Road Gap stretches of the match. */
  gaps: number;
  /** How many of those have both ends within 100 m of such a time's fixes. */
  gapsRight: number;
}

/** Scores a match against a track that knows its ways off the roads; null when it does not. */
export function scoreOff(track: EvaluationTrack, match: Match): OffScore | null {
  const { moved, carriedAfter } = track;
  if (madeOff(track, 0) === undefined || moved === undefined || carriedAfter === undefined) return null;
  const gaps = match.stretches.filter(({ type }) => type === "Road Gap").map(({ coordinates }) => coordinates);
  const ends = carriedAfter.map((last) => [track.track[last], track.track[last + 1]] as const);
  const score: OffScore = {
    offMetres: 0,
    offFound: 0,
    roadMetres: 0,
    falselyOff: 0,
    carried: carriedAfter.length,
    gaps: gaps.length,
    gapsRight: gaps.filter((gap) => ends.some(([from, to]) => near(gap[0], from) && near(gap[gap.length - 1], to))).length,
  };
  match.points.forEach((point, i) => {
    const off = saysOff(point);
    if (madeOff(track, i)) {
      score.offMetres += moved[i];
      if (off) score.offFound += moved[i];
    } else {
      score.roadMetres += moved[i];
      if (off) score.falselyOff += moved[i];
    }
  });
  return score;
}

/** An outlier that is not snapped says nothing about where the traveller was. */
function saysOff(point: MatchedPoint): boolean {
  return point.edge < 0 && point.reason !== "outlier";
}

function near(end: readonly [number, number], fix: { lon: number; lat: number } | undefined): boolean {
  return fix !== undefined && distance(end[0], end[1], fix.lon, fix.lat) <= GAP_REACH;
}

/** The sum of the scores of several tracks; null if none has one. */
export function addOff(scores: readonly (OffScore | null)[]): OffScore | null {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  const total = { ...known[0] };
  for (const score of known.slice(1)) for (const key of Object.keys(total) as (keyof OffScore)[]) total[key] += score[key];
  return total;
}

// Off and Road Gap judged against a truth that knows them: metres off the roads found, metres wrongly called off, gaps placed right.

import { distance } from "../geo/metres.js";
import type { Match, MatchedPoint } from "../match/result.js";
import { type EvaluationTrack, madeOff } from "./corpora.js";

/** A gap is placed right when each of its ends is within this of the truth's, metres: noise, and a little of the road. */
const GAP_REACH = 100;

/**
 * What one match says of the ways off the roads. Off and gap lines are straight whatever was driven, so metres are the traveller's own:
 * each fix stands for the way since the one before it.
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
  /** Times the traveller was carried off in a way no road explains. */
  carried: number;
  /** Road Gap stretches of the match. */
  gaps: number;
  /** Of those, the ones whose ends are within 100 m of such a time. */
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

/** The scores of several tracks added up; null when none of them knows. */
export function addOff(scores: readonly (OffScore | null)[]): OffScore | null {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  const total = { ...known[0] };
  for (const score of known.slice(1)) for (const key of Object.keys(total) as (keyof OffScore)[]) total[key] += score[key];
  return total;
}

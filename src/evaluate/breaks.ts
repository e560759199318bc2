// Breaks in a truth: between the end of one of its lines and the start of the next it is not known what was driven, so nothing there is wrong.

import { distance, latScale, lonScale, segmentFraction, wrapLon } from "../geo/metres.js";
import type { Match } from "../match/result.js";
import type { TrackPoint } from "../match/track.js";
import { type EvaluationTrack, madeOff } from "./corpora.js";
import { comesWithin, cutLine, type Line, lineLength, nearestOnLine, type Position } from "./lines.js";

/** Metres from the truth beyond which a fix is not taken to be on it. */
const ON_TRUTH = 30;
/** What a fix costs that is not on the truth; one that is costs its distance, squared. */
const COST_OFF = ON_TRUTH * ON_TRUTH;
/** A line that begins this near to where the one before it ended goes on, metres. */
const JOINED = 1.5;

/** A break of which nothing is known. */
export interface TruthBreak {
  /** Where the truth breaks off, and where it goes on. */
  end: Position;
  start: Position;
  /** The last fix on the truth before it, and the first on the truth after it. What was fixed between them lies in the break. */
  last: number;
  first: number;
}

/** The breaks of which nothing is known, in travel order: not those where the corpus says that the traveller was off the mapped roads. */
export function unknownBreaks(track: EvaluationTrack): TruthBreak[] {
  return breaksOf(track).filter(({ last, first }) => {
    const between = track.track.map((_, i) => i).slice(last + 1, first);
    if (between.some((i) => madeOff(track, i))) return false;
    // Who knows the ways off the roads knows of those between two fixes, too, and of having been carried.
    return track.moved === undefined || between.some((i) => !comesWithin(track.truth, track.track[i].lon, track.track[i].lat, ON_TRUTH));
  });
}

/** Whether a fix lies in one of the breaks. */
export function isInBreak(breaks: readonly TruthBreak[], fix: number): boolean {
  return breaks.some(({ last, first }) => fix > last && fix < first);
}

/** From and to which metre along a match's roads it lies in each of the breaks. */
export function metresInBreaks(match: Match, breaks: readonly TruthBreak[]): [from: number, to: number][] {
  const roads = match.stretches.filter(({ type }) => type === "Road").map(({ coordinates }) => coordinates);
  return breaks.map(({ end, start, last, first }) => {
    const from = alongRoads(match, last, -1);
    const to = alongRoads(match, first, 1);
    const between = cutLine(roads, from, to);
    const backwards = between.map((part) => part.toReversed()).reverse();
    // What lies between the last fix and the truth's end is known. Ten metres of slack, as the match may come by an end twice: all between is unknown.
    return [from + (nearestOnLine(between, ...end, 10)?.along ?? 0), to - (nearestOnLine(backwards, ...start, 10)?.along ?? 0)];
  });
}

/** Metres along a match's roads at which a fix lies; of one that lies on no stretch, the next that does, to the given side. */
function alongRoads({ points, stretches }: Match, fix: number, side: -1 | 1): number {
  let i = fix;
  while (i >= 0 && i < points.length && points[i].stretch < 0) i += side;
  const { stretch, offset } = points[i] ?? { stretch: side < 0 ? 0 : stretches.length, offset: 0 };
  const metres = stretches
    .slice(0, stretch)
    .reduce((sum, { type, coordinates }) => sum + (type === "Road" ? lineLength([coordinates]) : 0), 0);
  if (stretches[stretch]?.type !== "Road") return metres;
  const { startOffset, coordinates } = stretches[stretch];
  return metres + Math.max(0, Math.min(lineLength([coordinates]), offset - startOffset));
}

/** All breaks that have fixes on the truth before and after them. */
function breaksOf({ truth, track }: EvaluationTrack): TruthBreak[] {
  const gaps = truth.slice(1).flatMap((part, i) => {
    const [end, start] = [truth[i][truth[i].length - 1], part[0]];
    return distance(...end, ...start) > JOINED ? [{ part: i, end, start }] : [];
  });
  if (gaps.length === 0) return [];
  const before = costsOnTruth(truth, track);
  const backwards = truth.map((part) => part.toReversed()).reverse();
  const after = costsOnTruth(backwards, track.toReversed());
  return gaps.flatMap(({ part, end, start }) => {
    const found = cheapestPair(before[part], after[truth.length - 2 - part].toReversed());
    if (found === null) return [];
    let [last, first] = found;
    // Who is nearest to the very end of a line has passed it.
    while (last > 0 && isNearestTo(end, truth[part], track[last])) last--;
    while (first < track.length - 1 && isNearestTo(start, truth[part + 1], track[first])) first++;
    return [{ end, start, last, first }];
  });
}

function isNearestTo([lon, lat]: Position, line: Line, fix: TrackPoint): boolean {
  const place = nearestOnLine([line], fix.lon, fix.lat);
  return place !== null && place.lon === lon && place.lat === lat;
}

/**
 * For each part of the truth and each fix: the least cost of this fix and all before it, when all are passed in travel order and this one lies on the
 * truth no later than on that part. Infinite where it cannot. Taken all together, as a truth may come by the same place several times.
 */
function costsOnTruth(truth: readonly Line[], fixes: readonly TrackPoint[]): Float64Array[] {
  const costs = truth.map(() => new Float64Array(fixes.length));
  // For each segment: the least cost of all fixes so far, when none lies farther on.
  const soFar = new Float64Array(truth.reduce((sum, part) => sum + part.length - 1, 0));
  fixes.forEach(({ lon, lat }, i) => {
    const [kx, ky] = [lonScale(lat), latScale(lat)];
    let least = Infinity;
    let onTruth = Infinity;
    let segment = 0;
    truth.forEach((part, p) => {
      for (let k = 1; k < part.length; k++, segment++) {
        const away = squaredDistance(part[k - 1], part[k], lon, lat, kx, ky);
        // What is no place is not on it either.
        const isOn = away < COST_OFF;
        if (isOn) onTruth = Math.min(onTruth, soFar[segment] + away);
        least = Math.min(least, soFar[segment] + (isOn ? away : COST_OFF));
        soFar[segment] = least;
      }
      costs[p][i] = onTruth;
    });
  });
  return costs;
}

function squaredDistance(
  a: readonly [number, number],
  b: readonly [number, number],
  lon: number,
  lat: number,
  kx: number,
  ky: number,
): number {
  const [ay, by] = [(a[1] - lat) * ky, (b[1] - lat) * ky];
  // Most segments are far away, and need no more than this.
  if (Math.min(ay, by) > ON_TRUTH || Math.max(ay, by) < -ON_TRUTH) return COST_OFF;
  const ax = wrapLon(a[0] - lon) * kx;
  const bx = ax + wrapLon(b[0] - a[0]) * kx;
  const t = segmentFraction(0, 0, ax, ay, bx, by);
  const [x, y] = [ax + t * (bx - ax), ay + t * (by - ay)];
  return x * x + y * y;
}

/** The two fixes between which a break costs least: the last before it and the first after it. Null where there are none on both sides. */
function cheapestPair(before: Float64Array, after: Float64Array): [last: number, first: number] | null {
  let least = Infinity;
  let pair: [number, number] | null = null;
  let last = 0;
  for (let first = 1; first < after.length; first++) {
    const costTo = (fix: number): number => before[fix] + (first - fix - 1) * COST_OFF;
    if (costTo(first - 1) <= costTo(last)) last = first - 1;
    if (costTo(last) + after[first] >= least) continue;
    least = costTo(last) + after[first];
    pair = [last, first];
  }
  return pair;
}

// Breaks: breaks in a truth. Between the end of one of its lines and the start of the next it is not known what was driven, so nothing there counts as wrong.

import { clamp } from "../../geo/clamp.js";
import { comesWithin, cutLine, type Line, lineLength, nearestOnLine, type Position, reversed } from "../../geo/lines.js";
import { distance } from "../../geo/metres.js";
import type { Match } from "../../match/result/result.js";
import type { TrackPoint } from "../../match/track/track.js";
import { type EvaluationTrack, madeOff } from "../corpora.js";
import { fixesAround, ON_TRUTH } from "./along-truth.js";

/** A line that begins this near to where the one before it ended goes on, metres. */
const JOINED = 1.5;

/** A break of which nothing is known. */
export interface TruthBreak {
  /** Where the truth breaks off. */
  end: Position;
  /** Where it goes on. */
  start: Position;
  /** The last fix on the truth before it, −1 where the track begins in the break. The fixes between `last` and `first` lie in it. */
  last: number;
  /** The first fix on the truth after it; the number of fixes where the track ends in the break. */
  first: number;
}

/** The breaks of which nothing is known, in travel order: without those in which the corpus says that the traveller was off the mapped roads. */
export function unknownBreaks(track: EvaluationTrack): TruthBreak[] {
  return breaksOf(track).filter(({ last, first }) => {
    const between = track.track.map((_, i) => i).slice(last + 1, first);
    if (between.some((i) => madeOff(track, i))) return false;
    // A corpus that knows the ways off the roads also knows those between two fixes, and when the traveller was carried off.
    return track.moved === undefined || between.some((i) => !comesWithin(track.truth, track.track[i].lon, track.track[i].lat, ON_TRUTH));
  });
}

/** Whether a fix lies in one of the breaks. */
export function isInBreak(breaks: readonly TruthBreak[], fix: number): boolean {
  return breaks.some(({ last, first }) => fix > last && fix < first);
}

/** The metres along a match's roads, from and to, that lie in each of the breaks. */
export function metresInBreaks(match: Match, breaks: readonly TruthBreak[]): [from: number, to: number][] {
  if (breaks.length === 0) return [];
  const roads = match.stretches.filter(({ type }) => type === "Road").map(({ coordinates }) => coordinates);
  const along = metresAlongRoads(match);
  return breaks.map(({ end, start, last, first }) => {
    const from = along.slice(0, last + 1).findLast((metres) => !Number.isNaN(metres)) ?? 0;
    const to = along.slice(first).find((metres) => !Number.isNaN(metres)) ?? Infinity;
    const between = cutLine(roads, from, to);
    const total = lineLength(between);
    // What lies between the last fix and the truth's end is known. The match may pass an end twice: the first pass within ten metres of the best one is taken,
    // so that all between is unknown.
    const before = last < 0 ? 0 : (nearestOnLine(between, ...end, 10)?.along ?? 0);
    const after = first === match.points.length ? 0 : (nearestOnLine(reversed(between), ...start, 10)?.along ?? 0);
    return [from + before, from + total - after];
  });
}

/** Metres along a match's roads at which each of its points lies; NaN for one that is on no stretch. */
export function metresAlongRoads({ points, stretches }: Match): number[] {
  const lengths = stretches.map(({ type, coordinates }) => (type === "Road" ? lineLength([coordinates]) : 0));
  let sum = 0;
  const begins = lengths.map((length) => {
    sum += length;
    return sum - length;
  });
  return points.map(({ stretch, offset }) => {
    if (stretch < 0) return Number.NaN;
    return begins[stretch] + clamp(offset - stretches[stretch].startOffset, 0, lengths[stretch]);
  });
}

/** All breaks of a truth on which there is any fix. */
function breaksOf({ truth, track }: EvaluationTrack): TruthBreak[] {
  const lines = joinedLines(truth);
  if (lines.length < 2) return [];
  const around = fixesAround(lines, track);
  return lines.slice(1).flatMap((next, i) => {
    const found = around(i);
    if (found === null) return [];
    const [end, start] = [lines[i][lines[i].length - 1], next[0]];
    let [last, first] = found;
    // A fix whose nearest place is the very end of a line has passed it, and lies in the break.
    while (last >= 0 && isNearestTo(end, lines[i], track[last])) last--;
    while (first < track.length && isNearestTo(start, next, track[first])) first++;
    return [{ end, start, last, first }];
  });
}

/** The truth's lines, without those that have no positions; a line that begins where the one before it ended is joined to that. */
export function joinedLines(truth: readonly Position[][]): Position[][] {
  const lines: Position[][] = [];
  for (const part of truth) {
    if (part.length === 0) continue;
    const end = lines[lines.length - 1]?.at(-1);
    if (end === undefined || distance(...end, ...part[0]) > JOINED) lines.push([]);
    for (const position of part) lines[lines.length - 1].push(position);
  }
  return lines;
}

function isNearestTo([lon, lat]: Position, line: Line, fix: TrackPoint): boolean {
  const place = nearestOnLine([line], fix.lon, fix.lat);
  // The nearest place is computed from the segment's other end, so it may differ from this end in the last bits.
  return place !== null && distance(place.lon, place.lat, lon, lat) < 0.01;
}

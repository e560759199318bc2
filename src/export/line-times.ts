// Line times: when each line was driven: the times at its ends, from those of the fixes before and after them.
import { inSeconds } from "../geo/dates.js";
import { distance } from "../geo/metres.js";
import type { Match, MatchedPoint, Stretch } from "../match/result/result.js";
import { columnsOf } from "../match/track/columns.js";
import { groupTracks } from "../match/track/grouping.js";
import type { Track, TrackPoint } from "../match/track/track.js";
import type { SnapResult } from "../snap/result.js";
import { byTrack } from "./by-track.js";

/** When a line was driven, in seconds since the epoch; null if no fix tells. */
export interface LineTimes {
  /** When the traveller came onto it, or the track began. */
  start: number | null;
  /** When the traveller left it, or the track ended. If another line of the track follows, it is the start of that. */
  end: number | null;
}

/** A point on a line of its track, and its time; NaN if that is unknown. */
interface Passed {
  point: MatchedPoint;
  line: number;
  time: number;
}

/**
 * When each line of a result was driven, by index into `result.lines`. The time at which two lines meet is interpolated between the last fix on the one and the
 * first fix on the other, by the metres along the way travelled, as at a constant speed. So a stop counts for the line on which it was made. A track's first
 * line begins with the first fix on it, and its last line ends with the last fix; outliers do not count. null: before the first and after the last known time,
 * and for all lines of a track whose times run backwards along it.
 */
export function lineTimes(result: SnapResult): LineTimes[] {
  const times: LineTimes[] = result.lines.map(() => ({ start: null, end: null }));
  const linesOf = new Map(byTrack(result).map(({ trackId, lines }) => [trackId, lines]));
  for (const { trackId, order } of groupTracks(result.inputs).tracks) {
    const lines = linesOf.get(trackId) ?? [];
    // A track's lines need not follow one another: a caller may have combined results under one name.
    const placeOf = new Map(lines.map((line, place) => [line, place]));
    const passed = order.map((i) => {
      const point = result.points[i];
      return { point, line: placeOf.get(point.stretch) ?? -1, time: result.inputs[i].time ?? Number.NaN };
    });
    const stretches = lines.map((line) => result.lines[line].stretch);
    for (const [k, one] of timesAlong(stretches, passed).entries()) times[lines[k]] = one;
  }
  return times;
}

/**
 * When each stretch of a match was driven, by index into `match.stretches`, as {@link lineTimes} for lines. `track`: the track that was matched. Times given in
 * milliseconds are returned in seconds.
 */
export function stretchTimes(match: Match, track: readonly TrackPoint[] | Track): LineTimes[] {
  const { time } = columnsOf(track);
  const passed = match.points.map((point, i) => ({ point, line: point.stretch, time: inSeconds(time[i]) }));
  return timesAlong(match.stretches, passed);
}

/** The times of one track's lines, given its points in travel order. */
function timesAlong(stretches: readonly Stretch[], all: readonly Passed[]): LineTimes[] {
  const passed = all.filter(({ point, line }) => line >= 0 && point.reason !== "outlier");
  const known = passed.filter(({ time }) => Number.isFinite(time));
  if (known.some(({ time }, k) => time < known[k - 1]?.time)) return stretches.map(() => ({ start: null, end: null }));
  const ends = timesAtEnds(stretches, passed, known);
  return stretches.map((_, i) => ({ start: ends[i], end: ends[i + 1] }));
}

/** The times at the ends of the lines: at index i that where line i begins, and at last that where the last line ends. */
function timesAtEnds(stretches: readonly Stretch[], passed: readonly Passed[], known: readonly Passed[]): (number | null)[] {
  const begin = finiteOrNull(passed[0]?.time);
  const finish = finiteOrNull(passed.at(-1)?.time);
  const metres = [0];
  for (const { length } of stretches) metres.push(metres[metres.length - 1] + length);
  const [lastBefore, firstFrom] = around(known, stretches.length);
  return metres.map((at, end) => {
    const before = known[lastBefore[end]];
    const behind = known[firstFrom[end]];
    if (before === undefined) return begin;
    if (behind === undefined) return finish;
    // Some fixes were snapped a little behind others that were made earlier, on the line before: nobody knows which of them were past its end.
    if (lastBefore[end] > firstFrom[end]) return (before.time + behind.time) / 2;
    const toEnd = metresLeft(before, stretches) + at - metres[before.line + 1];
    const fromEnd = metresDone(behind, stretches) + metres[behind.line] - at;
    const share = toEnd > 0 ? toEnd / (toEnd + fromEnd) : 0;
    return before.time + share * (behind.time - before.time);
  });
}

/** For each end of a line, with the same indices: the last fix before it and the first fix that is not before it; −1, or the number of fixes, for none. */
function around(known: readonly Passed[], lines: number): [lastBefore: number[], firstFrom: number[]] {
  const lastBefore = new Array<number>(lines + 1).fill(-1);
  const firstFrom = new Array<number>(lines + 1).fill(known.length);
  for (const [k, { line }] of known.entries()) lastBefore[line + 1] = k;
  for (let k = known.length - 1; k >= 0; k--) firstFrom[known[k].line] = k;
  for (let end = 1; end <= lines; end++) lastBefore[end] = Math.max(lastBefore[end], lastBefore[end - 1]);
  for (let end = lines - 1; end >= 0; end--) firstFrom[end] = Math.min(firstFrom[end], firstFrom[end + 1]);
  return [lastBefore, firstFrom];
}

/** Metres from the start of its line to a point. */
function metresDone({ point, line }: Passed, stretches: readonly Stretch[]): number {
  const { type, startOffset, coordinates } = stretches[line];
  if (type === "Road") return Math.max(0, point.offset - startOffset);
  const [lon, lat] = coordinates[0];
  return distance(lon, lat, point.lon, point.lat);
}

/** Metres from a point to the end of its line. */
function metresLeft({ point, line }: Passed, stretches: readonly Stretch[]): number {
  const { type, endOffset, coordinates } = stretches[line];
  if (type === "Road") return Math.max(0, endOffset - point.offset);
  const [lon, lat] = coordinates[coordinates.length - 1];
  return distance(point.lon, point.lat, lon, lat);
}

function finiteOrNull(time: number | undefined): number | null {
  return time !== undefined && Number.isFinite(time) ? time : null;
}

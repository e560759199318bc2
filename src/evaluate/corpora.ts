// Corpora: the common form of a track with known truth, from any corpus; and thinning.

import { inSeconds } from "../geo/dates.js";
import type { Position } from "../geo/lines.js";
import type { TrackPoint } from "../match/track/track.js";
import type { Mode } from "../roads/attributes.js";

/** A track and the road truly driven. */
export interface EvaluationTrack {
  /** Unique in its corpus. */
  id: string;
  /** Name of the road network it was driven on, for callers that have several. */
  roads: string;
  /** Fixes in travel order. */
  track: TrackPoint[];
  /**
   * What was driven: one line, or several if the truth has breaks. In a break the traveller was off the roads, if the corpus says so; otherwise the way is
   * unknown and not counted.
   */
  truth: Position[][];
  /** Nothing is counted within this many metres of the truth's first and last point. */
  trimMetres: number;
  /** Metres within which a place counts as on a line. Default 1.5; more if the truth was drawn on another map than the roads. */
  coverMetres?: number | undefined;
  /** The mode of travel, if the corpus knows. */
  mode?: Mode | undefined;
  /** The true place of each fix, if the corpus knows: on the line of `truth`, or null while off it. One per fix. */
  truthPoints?: (Position | null)[] | undefined;
  /** Whether each fix was made off the mapped roads, for a corpus that knows that but not `truthPoints`. One per fix. */
  wasOff?: boolean[] | undefined;
  /** Lines driven off the mapped roads, when the corpus knows; empty means never. */
  offLines?: Position[][] | undefined;
  /** Metres travelled since the fix made before, when the corpus knows. One per fix. */
  moved?: number[] | undefined;
  /** Index of the last fix before each time that the traveller was carried to another place by no road, if the corpus knows. */
  carriedAfter?: number[] | undefined;
}

/** Whether a fix was made truly off the mapped roads; undefined when the corpus does not know. */
export function madeOff({ truthPoints, wasOff }: EvaluationTrack, fix: number): boolean | undefined {
  return truthPoints === undefined ? wasOff?.[fix] : truthPoints[fix] === null;
}

/**
 * The track as of a device that reports every so many seconds: the first fix, then each fix at least so long after the last one kept, and always the last fix,
 * so that thinning does not shorten the drive. Fixes without a time are kept. 0 or 1 on 1 Hz data changes nothing. `times`: the seconds to thin by, if the
 * track's own are wrong or not in order; NaN for a fix without one. `first`: the seconds to the second fix, if they are not as many.
 */
export function thin(
  source: EvaluationTrack,
  seconds: number,
  times: readonly number[] = risingTimes(source.track),
  first = seconds,
): EvaluationTrack {
  const isKept = times.map((time, i) => Number.isNaN(time) || i === times.length - 1);
  const inOrder = times.flatMap((time, i) => (Number.isNaN(time) ? [] : [i])).sort((a, b) => times[a] - times[b] || a - b);
  let next = -Infinity;
  for (const i of inOrder) {
    // A thousandth of a second of tolerance: times are decimal fractions.
    if (times[i] < next - 1e-3 && !isKept[i]) continue;
    isKept[i] = true;
    next = times[i] + (i === inOrder[0] ? first : seconds);
  }
  return withFixes(
    source,
    times.flatMap((_, i) => (isKept[i] ? [i] : [])),
  );
}

/** The track with only some of its fixes, or some several times, by their indexes, and of all else that there is one of per fix the same. */
export function withFixes(source: EvaluationTrack, kept: readonly number[]): EvaluationTrack {
  const { truthPoints, wasOff, moved, carriedAfter } = source;
  const part: EvaluationTrack = { ...source, track: kept.map((i) => source.track[i]) };
  if (moved !== undefined) {
    let next = 0;
    part.moved = kept.map((i) => {
      const from = next;
      next = Math.max(next, i + 1);
      return moved.slice(from, next).reduce((sum, metres) => sum + metres, 0);
    });
  }
  if (carriedAfter !== undefined) part.carriedAfter = carriedAfter.map((last) => kept.findLastIndex((i) => i <= last));
  if (truthPoints !== undefined) part.truthPoints = kept.map((i) => truthPoints[i]);
  if (wasOff !== undefined) part.wasOff = kept.map((i) => wasOff[i]);
  return part;
}

/**
 * The fixes' times (s) as a clock without faults would have them, NaN where there are none. One wrong time, or a clock that was set back, must not affect all the
 * fixes after it. Times that rise stay as they are.
 */
export function risingTimes(track: readonly TrackPoint[]): number[] {
  const times = track.map(({ time }) => inSeconds(time ?? Number.NaN));
  let before = Number.NaN;
  let setBack = 0;
  return times.map((given, i) => {
    if (Number.isNaN(given)) return given;
    let next = i + 1;
    while (Number.isNaN(times[next])) next++;
    const after = times[next];
    // If the times before and after are in order, and this one is not between them, it is wrong.
    const time = before <= after && (given < before || given > after) ? (before + after) / 2 : given;
    // Seconds backwards count as seconds forwards, so that a track in reverse order is thinned as well.
    if (time < before) setBack += 2 * (before - time);
    before = time;
    return time + setBack;
  });
}

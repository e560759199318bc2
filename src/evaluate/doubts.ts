// Doubts: what looks wrong with a track and its truth although it is scored. The fault is most likely in the corpus, not in the match.

import { comesWithin, type Line, lineLength } from "../geo/lines.js";
import { distance } from "../geo/metres.js";
import type { TrackPoint } from "../match/track/track.js";
import type { Mode } from "../roads/attributes.js";
import { type EvaluationTrack, madeOff } from "./corpora.js";
import { type Footing, shareApart } from "./overlap.js";
import { fixesOutOfTurn, ON_TRUTH } from "./score/along-truth.js";
import { isInBreak, joinedLines, type TruthBreak } from "./score/breaks.js";
import { APART_METRES, endsOf, extentOf } from "./score/mismatch.js";

/** A reason to doubt that a track's score is about the match. */
export type Doubt = { id: string } & (
  | {
      /** Some of the truth lies beside the roads, as when it was drawn on another map: it counts as missed, and the road itself as added. */
      kind: "beside";
      /** Share of the truth that does. */
      share: number;
      /** Median distance from there to the nearest road. */
      metres: number;
    }
  | {
      /** Some of the truth runs on roads closed to the traveller. */
      kind: "closed";
      mode: Mode;
      /** Share of the truth that does. */
      share: number;
      /** The mode to which all of it is open; null if to none. */
      openTo: Mode | null;
    }
  | {
      /** Some of the fixes lie far from what was driven, as those of another drive do. */
      kind: "astray";
      /** Share of the fixes that do. */
      share: number;
    }
  | {
      /** Some of the fixes were made before the truth begins or after it ends. */
      kind: "beyond";
      /** Share of the fixes that were. */
      share: number;
    }
  | {
      /** Much of the truth was driven before the first fix or after the last, as when the track was cut short: it counts as missed. */
      kind: "without-fixes";
      /** Share of the truth that was, without the parts at its ends that do not count. */
      share: number;
      /** Metres of the truth that were. */
      metres: number;
    }
  | {
      /** Some of the fixes come after others in the track that were made later. They are matched in the order of the track. */
      kind: "order";
      /** Share of the steps from fix to fix that go back in time. */
      share: number;
    }
  | {
      /** Some of the fixes lie on the truth, but on a line whose turn it is not: its lines are not in the order and the direction of travel. */
      kind: "lines";
      /** Share of the fixes that do. */
      share: number;
    }
  | {
      /** The fixes go along the truth from its end to its beginning. */
      kind: "against";
      /** Share of the truth along which they do. */
      share: number;
    }
  | {
      /** Some of the true places are on no line driven, so distances measured from them mean nothing. */
      kind: "displaced";
      /** Share of the true places that are not. */
      share: number;
    }
  | {
      /** All fixes are marked as off the roads, but some lie on the line driven: none of them can count as right. */
      kind: "on-line";
      /** Share of the fixes that do. */
      share: number;
    }
);

/** Metres from the line driven beyond which a place is not on it: a lane of a wide road is nearer. */
export const BESIDE_METRES = 50;
/** Share of a track's fixes, or of its truth, beyond which a fault is reported: any drive may have less of it. */
const SOME = 0.1;
/** Share of the truth that is without fixes beyond which that is reported: an eighth may be due to noise where a way is driven twice. */
const MUCH = 0.2;
/** … if it is also so many metres: 500 m is a minute in town. */
const MUCH_METRES = 500;
/** Share of the truth beyond which a fault counts as one of all of it. */
const MOST = 0.5;

/** Doubts about a track. `footing`: what lies under its truth; `mode`: who travels; `apart`: share of its fixes, outside `breaks`, that lie apart. */
export function doubtsOf(track: EvaluationTrack, footing: Footing, mode: Mode, apart: number, breaks: readonly TruthBreak[]): Doubt[] {
  const { id } = track;
  const doubts: Doubt[] = [];
  const { share: beside, metres } = footing.beside;
  if (beside > SOME) doubts.push({ id, kind: "beside", share: beside, metres });
  const closed = 1 - footing.open[mode];
  if (closed > SOME) {
    const openTo = BY_LIKELIHOOD.find((other) => footing.open[other] === 1) ?? null;
    doubts.push({ id, kind: "closed", mode, share: closed, openTo });
  }
  // More than one fix: among a handful, a single outlier is a tenth.
  if (apart > SOME && apart * track.track.length > 1.5) doubts.push({ id, kind: "astray", share: apart });
  const beyond = shareBeyond(track);
  if (beyond > SOME && beyond * track.track.length > 1.5) doubts.push({ id, kind: "beyond", share: beyond });
  const back = shareBack(track);
  if (back > SOME) doubts.push({ id, kind: "order", share: back });
  const outOfTurn = fixesOutOfTurn(joinedLines(track.truth), track.track);
  const misplaced = track.track.filter(
    (fix, i) => outOfTurn.has(i) || breaks.some((gap) => isInBreak([gap], i) && isOnTruthElsewhere(fix, gap, track.truth)),
  );
  const lost = misplaced.length / track.track.length;
  if (lost > SOME) doubts.push({ id, kind: "lines", share: lost });
  const length = lineLength(track.truth);
  const [from, to] = extentOf(track.truth, track.track);
  const [before, after] = [Math.min(from, to), length - Math.max(from, to)];
  const without = Math.max(0, before - track.trimMetres) + Math.max(0, after - track.trimMetres);
  // If fixes or lines are out of order, they do not show where the track begins and ends.
  if (without > MUCH * length && without > MUCH_METRES && back <= SOME && lost <= SOME) {
    doubts.push({ id, kind: "without-fixes", share: without / length, metres: without });
  }
  const against = (from - to) / length;
  // Not if the fixes are out of order, or several lines may be: that has been reported already.
  if (against > MOST && back <= SOME && track.truth.length === 1) doubts.push({ id, kind: "against", share: against });
  const places = (track.truthPoints ?? []).filter((_, i) => !isInBreak(breaks, i)).filter((place) => place !== null);
  const displaced = shareApart(
    track.truth,
    places.map(([lon, lat]) => ({ lon, lat })),
    BESIDE_METRES,
  );
  if (displaced > SOME) doubts.push({ id, kind: "displaced", share: displaced });
  const onLine = 1 - shareApart(track.truth, track.track, ON_TRUTH);
  if (onLine > SOME && track.track.every((_, i) => madeOff(track, i))) doubts.push({ id, kind: "on-line", share: onLine });
  return doubts;
}

/** Whether a fix of a break lies on the truth, but not around the break's ends. */
function isOnTruthElsewhere({ lon, lat }: TrackPoint, { end, start }: TruthBreak, truth: readonly Line[]): boolean {
  return [end, start].every((place) => distance(lon, lat, ...place) > BESIDE_METRES) && comesWithin(truth, lon, lat, ON_TRUTH);
}

/** Share of the fixes that were made before the truth begins or after it ends, near what was driven. Those far from it are astray instead. */
function shareBeyond({ truth, offLines = [], track }: EvaluationTrack): number {
  const driven = [...truth, ...offLines];
  const isOn = ({ lon, lat }: TrackPoint) => comesWithin(driven, lon, lat, BESIDE_METRES);
  const [first, last] = [track.findIndex(isOn), track.findLastIndex(isOn)];
  if (first < 0) return 0;
  // Only if the truth begins (or ends) between the first (last) fix on it and the fix before (after) that. Otherwise it goes on elsewhere.
  const [start, end] = endsOf(truth);
  const begins = first > 0 && isBetween(start, track[first], track[first - 1]);
  const ends = last < track.length - 1 && isBetween(end, track[last], track[last + 1]);
  const beyond = track.filter(
    ({ lon, lat }, i) => ((begins && i < first) || (ends && i > last)) && comesWithin(driven, lon, lat, APART_METRES),
  );
  return beyond.length / track.length;
}

/** Whether a place is no farther from a fix than the next fix is, with some metres to spare for errors. */
function isBetween(place: readonly [number, number], { lon, lat }: TrackPoint, next: TrackPoint): boolean {
  return distance(...place, lon, lat) <= distance(lon, lat, next.lon, next.lat) + BESIDE_METRES;
}

/** Share of the steps from one fix to the next that go back in time. */
function shareBack({ track }: EvaluationTrack): number {
  const back = track.filter(({ time }, i) => i > 0 && (time ?? Number.NaN) < (track[i - 1].time ?? Number.NaN));
  return back.length / Math.max(1, track.length - 1);
}

/** The modes, likeliest first; taken from a record, so that the compiler misses none. */
const BY_LIKELIHOOD = Object.keys({ driving: 0, trucking: 0, cycling: 0, walking: 0 } satisfies Record<Mode, 0>) as Mode[];

/** Share of a track's fixes, without those in breaks of its truth, that lie apart from all that was driven, on the roads and off them. */
export function apartShare({ truth, offLines = [], track }: EvaluationTrack, breaks: readonly TruthBreak[]): number {
  const fixes = track.filter((_, i) => !isInBreak(breaks, i));
  return shareApart([...truth, ...offLines], fixes, APART_METRES);
}

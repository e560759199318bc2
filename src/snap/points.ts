// Points: snaps a set of input points. They are grouped into tracks, each track is matched, and the answers are put back in the input's order.
import { shown } from "../errors.js";
import { inSeconds, NO_SECONDS } from "../geo/dates.js";
import { unsnapped } from "../match/result/place.js";
import type { Match, MatchedPoint } from "../match/result/result.js";
import { groupTracks } from "../match/track/grouping.js";
import type { InputPoint, PlainPoint, TrackPoint } from "../match/track/track.js";
import { assignObjectIds } from "./object-ids.js";
import type { SnapResult } from "./result.js";
import { Troubles } from "./troubles.js";

/** The part of {@link Matcher} that snapping needs. Another object can stand in for it, such as a {@link Weighing}. */
export interface TrackMatcher {
  /** As {@link Matcher.match}. */
  match(track: TrackPoint[], control?: { check?: (() => void) | undefined }): Match;
}

/** Options of {@link snapPoints}. */
export interface SnapPointsOptions {
  /** Called every so often; may throw to stop. */
  check?: (() => void) | undefined;
  /** Whether to use a point at all; one that is not used comes back unsnapped, reason `unlocated`, and takes no part in its track. */
  use?: ((index: number) => boolean) | undefined;
  /** Called with each track's match and, in the order of its points, the index of each one's input. */
  matched?: ((order: readonly number[], match: Match) => void) | undefined;
  /** Troubles found while reading the points, to be told together with those found here. @internal */
  troubles?: Troubles | undefined;
}

/**
 * Snaps points of any format: those of a reader, or a program's own. They are sorted into tracks by their `trackId`, and each track by its times (see
 * {@link groupTracks}). Every input point gets its output, in the input's order, whatever is wrong with it; what was wrong is told in the messages.
 * `stretch` of the points and violations indexes the result's `lines`.
 * @throws whatever the matcher or `check` throws; never because of a point.
 */
export function snapPoints(matcher: TrackMatcher, given: readonly PlainPoint[], options: SnapPointsOptions = {}): SnapResult {
  return snapInputs(matcher, given.map(completed), options);
}

/** Snaps points that a reader gave: all of their members are there, and their times are in seconds already, of whatever year. @internal */
export function snapInputs(matcher: TrackMatcher, inputs: readonly InputPoint[], options: SnapPointsOptions = {}): SnapResult {
  const { check, use, matched, troubles = new Troubles() } = options;
  const objectIds = assignObjectIds(inputs, troubles);
  const result: SnapResult = {
    inputs,
    points: new Array<MatchedPoint>(inputs.length),
    objectIds,
    lineIds: [],
    lines: [],
    violations: [],
    hasTrackIds: inputs.some((point) => point.trackId !== null),
    messages: [],
  };

  const groups = groupTracks(inputs, use);
  for (const i of groups.badCoordinates) {
    result.points[i] = unsnapped(inputs[i], "bad-coordinate");
    troubles.add("bad-coordinate", i);
  }
  for (const i of groups.unlocated) troubles.add("unlocated", i);
  for (const { trackId, order } of groups.tracks) {
    check?.();
    const track = order.map((i) => usable(inputs[i], i, troubles));
    // If one time of a track is missing, the track is not ordered by time at all. That is told if it leaves times that run backwards.
    const times = order.flatMap((i) => inputs[i].time ?? []);
    if (times.some((time, k) => time < times[k - 1])) order.forEach((i) => void (inputs[i].time ?? troubles.add("untimed", i)));
    const match = matcher.match(track, { check });
    place(result, trackId, order, match, troubles);
    // A bad fix now and then is not worth a message, but two vehicles under one track_id are.
    const outliers = order.filter((i) => result.points[i].reason === "outlier");
    if (outliers.length > Math.max(2, order.length / 5)) {
      for (const i of outliers) troubles.add("out-of-reach", i, `${outliers.length} of ${order.length} points`);
    }
    matched?.(order, match);
  }
  // The rest are in no track, or were not to be used.
  for (let i = 0; i < inputs.length; i++) result.points[i] ??= unsnapped(inputs[i], "unlocated");
  result.lineIds = result.points.map(({ stretch }) => (stretch < 0 ? null : stretch + 1));
  result.messages = troubles.messages(objectIds);
  return result;
}

/** The point with the members that may be left out, and with its time in seconds, as files are written with it. */
function completed(point: PlainPoint): InputPoint {
  const { time, trackId = null, objectId = null, attributes = {} } = point;
  return { ...point, time: Number.isFinite(time) ? inSeconds(time as number) : null, trackId, objectId, attributes };
}

/** Puts one track's match into the whole: its lines after those before it, its points where they came from. */
function place(result: SnapResult, trackId: string | null, order: readonly number[], match: Match, troubles: Troubles): void {
  if (match.points.length !== order.length) {
    throw new Error(`a match of ${match.points.length} points for a track of ${order.length}`);
  }
  const base = result.lines.length;
  for (const stretch of match.stretches) result.lines.push({ objectId: result.lines.length + 1, trackId, stretch });
  order.forEach((i, k) => {
    const point = match.points[k];
    // Grouping takes 0, 0 for a place; only the matcher, which knows the track, can say that it is none.
    if (point.reason === "bad-coordinate") troubles.add(point.reason, i);
    result.points[i] = { ...point, stretch: point.stretch < 0 ? -1 : base + point.stretch };
  });
  for (const violation of match.violations) {
    result.violations.push({ ...violation, stretch: base + violation.stretch, trackId });
  }
}

/** The point as the matcher gets it: what its sensors cannot have meant is "not known". */
function usable(point: InputPoint, index: number, troubles: Troubles): TrackPoint {
  /** A value from 0 to `most`, else null; a trouble only when there was one (NaN is a way of saying "not known"). */
  const known = (field: "accuracy" | "speed" | "course", most = Number.MAX_VALUE): number | null => {
    const value = point[field];
    if (typeof value !== "number" || Number.isNaN(value)) return null;
    if (value >= 0 && value <= most) return value;
    troubles.add(`bad-${field}`, index, shown(value));
    return null;
  };
  return {
    ...point,
    // So late a time may still serve for the order, but the matcher would take it for milliseconds.
    time: (point.time ?? 0) < NO_SECONDS ? point.time : null,
    accuracy: known("accuracy"),
    speed: known("speed"),
    course: known("course", 360),
  };
}

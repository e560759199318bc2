// Result: what snapping a set of input points gives, before it is written in the form of the wire or of a file.

import type { MatchedPoint, Stretch, Violation } from "../match/result/result.js";
import type { InputPoint } from "../match/track/track.js";

/** A line of the output: one stretch of one track. */
export interface SnapLine {
  /** 1 … n, tracks in order of first appearance, then travel order. */
  objectId: number;
  /** The track it is of; null where no point has a track_id. */
  trackId: string | null;
  /** What was done on it, and where. */
  stretch: Stretch;
}

/** Something the caller should know that is no error. */
export interface SnapMessage {
  /** A Warning is about values that could not be used or an answer to be doubted; all else is Informative. */
  severity: "Informative" | "Warning";
  /** One sentence. */
  text: string;
}

/** What {@link snapPoints} gives: one answer per input point, in the input's order, and the lines travelled. */
export interface SnapResult {
  /** The points that were given. */
  inputs: readonly InputPoint[];
  /** The answer for each; `stretch` of these, and of `violations`, is an index into `lines`. */
  points: MatchedPoint[];
  /** ObjectID of each point: its own; 1 … n when none has one; else the unused integers from 1 for those without. */
  objectIds: number[];
  /** ObjectID of the line each point lies on; null for none. */
  lineIds: (number | null)[];
  /** Lines travelled, track by track in order of first appearance, each in travel order. */
  lines: SnapLine[];
  /** Rules of the road that were broken, with the track. */
  violations: (Violation & { trackId: string | null })[];
  /** Whether any input point carried a track_id. */
  hasTrackIds: boolean;
  /** What was wrong with points, a sentence for each kind of trouble. */
  messages: SnapMessage[];
}

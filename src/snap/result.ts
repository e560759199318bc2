// What snapping a set of input points gives, before it takes a wire or file form.

import type { MatchedPoint, Stretch, Violation } from "../match/result.js";
import type { InputPoint } from "../match/track.js";

/** A line of the output: one stretch of one track. */
export interface SnapLine {
  /** 1 … n, tracks in order of first appearance, then travel order. */
  objectId: number;
  trackId: string | null;
  stretch: Stretch;
}

/** Something the caller should know that is no error. */
export interface SnapMessage {
  severity: "Informative" | "Warning";
  text: string;
}

/** One answer per input point, in the input's order, and the lines travelled. */
export interface SnapResult {
  inputs: readonly InputPoint[];
  points: MatchedPoint[];
  /** Output ObjectID of each point: see object-ids.ts. */
  objectIds: number[];
  /** ObjectID of the line each point lies on; null for none. */
  lineIds: (number | null)[];
  lines: SnapLine[];
  /** `stretch` of these, and of `points`, is an index into `lines`. */
  violations: (Violation & { trackId: string | null })[];
  /** Whether any input point carried a track_id. */
  hasTrackIds: boolean;
  messages: SnapMessage[];
}

// Result: what a match says: an answer for each point, and the stretches travelled, in order.

/**
 * Why a point is where it is.
 * - `matched`: snapped to the road by its own evidence
 * - `interpolated`: on the decoded path, placed by its neighbours (a stop, a near-duplicate, one passed over or too vague to count)
 * - `off-road`: the traveller was not on a mapped road here
 * - `no-road-nearby`: no road within the search radius
 * - `outlier`: the fix contradicts the track around it; the point is placed on the path if it can be, else left where it is
 * - `unlocated`: it belongs to no track (no track_id while others have one)
 * - `bad-coordinate`: not a number, out of range, or 0, 0 in a track that is elsewhere
 */
export type Reason = "matched" | "interpolated" | "off-road" | "no-road-nearby" | "outlier" | "unlocated" | "bad-coordinate";

/** The answer for one input point. */
export interface MatchedPoint {
  /** Degrees; the snapped place, or the input's own when it is not snapped. */
  lon: number;
  lat: number;
  /** Probability that the point was on this road, 0–1; 0 only when not snapped. */
  confidence: number;
  /** Edge index in the RoadGraph, −1 when not snapped. */
  edge: number;
  /** Arc travelled (2 × edge, + 1 against the edge's own direction), −1 when not snapped. */
  arc: number;
  /** Metres from the start of the arc, in the direction travelled; 0 when not snapped. */
  offset: number;
  /** Metres from the input to the snapped place; 0 when not snapped. */
  distance: number;
  /** Why it is where it is. */
  reason: Reason;
  /** Index into `stretches` of the stretch it lies on; −1 when it is on none. */
  stretch: number;
}

/**
 * What a traveller did on one stretch; the same words go on the wire.
 * - `Road`: drove along a road
 * - `Off`: was not on a mapped road; a straight line
 * - `Road Gap`: got from one part of the track to the next in a way that is not known: none by road could have been taken, or the track was silent for longer
 *   than a way off the roads takes; a straight line
 */
export type StretchType = "Road" | "Off" | "Road Gap";

/** One stretch of the way travelled. A Road stretch is one edge driven once, trimmed at the track's ends. */
export interface Stretch {
  /** What was done on it. */
  type: StretchType;
  /** Edge and arc of a Road stretch; −1 otherwise. */
  edge: number;
  arc: number;
  /** Metres along the arc where the stretch begins and ends; 0 for others. */
  startOffset: number;
  endOffset: number;
  /** Metres on the ground: of a Road stretch along the road, of the others in a straight line from fix to fix or across the gap. */
  length: number;
  /** Degrees, [lon, lat] in travel order; at least two positions. */
  coordinates: [number, number][];
}

/** A rule of the road that the decoded route broke. */
export interface Violation {
  /**
   * `wrong-way`: against the direction that is open; `no-access`: on a road closed in both; `turn-restriction`: a banned turn; `u-turn`: a turn back where
   * `uTurns` does not allow it; `barrier`: past a barrier that does not let the traveller through.
   */
  kind: "wrong-way" | "no-access" | "turn-restriction" | "u-turn" | "barrier";
  /** Arc on which (or from which) it happened. */
  arc: number;
  /** Index into `stretches` of the stretch it happened on; of a result, into its `lines`. */
  stretch: number;
}

/** The answer for one track. */
export interface Match {
  /** One per input point, in the input's order. */
  points: MatchedPoint[];
  /** In travel order. */
  stretches: Stretch[];
  /** Rules of the road that the route breaks, in travel order. A rule broken on several roads in a row is listed once, where that begins. */
  violations: Violation[];
}

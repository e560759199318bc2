// Drawn track: a track with its truth, its match and its score, as a page draws them.
import type { Matcher } from "../match/matcher.js";
import type { Match } from "../match/result/result.js";
import type { EvaluationTrack } from "./corpora.js";
import type { TrackScore } from "./score/score.js";

/** One track of the page. */
export interface DrawnTrack {
  /** The track. It was matched for its `mode`, by default driving. */
  track: EvaluationTrack;
  /** Its match. */
  match: Match;
  /** The score of the match by {@link scoreTrack}. */
  score: TrackScore;
  /** The matcher that matched it and can explain the match. */
  matcher: Matcher;
}

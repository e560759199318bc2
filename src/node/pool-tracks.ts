// The tracks of a pool: what can be one, on its way to a worker, and what comes back.
import { SnapError } from "../errors.js";
import { checkTrack } from "../match/columns.js";
import type { Match } from "../match/result.js";
import type { Track, TrackPoint } from "../match/track.js";
import { type Failure, isFailure } from "./pool-messages.js";
import { packTrack, unpackMatch } from "./pool-packing.js";

/** A track as `match` takes it. */
export type AnyTrack = readonly TrackPoint[] | Track;

/** What became of one track of many. */
export type Matched = { match: Match; error?: undefined } | { match?: undefined; error: SnapError };

/** A track of a stream on its way to a worker; nothing of it goes when there is an error. */
export interface PackedTrack {
  number: number;
  packed: Float64Array;
  error?: SnapError;
}

/** A track packed, or its error when it cannot be. */
export function packOrRefuse(track: AnyTrack, number: number): PackedTrack {
  try {
    checkTrack(track, `Track ${number}`);
    return { number, packed: packTrack(track) };
  } catch (error) {
    if (error instanceof SnapError) return { number, packed: packTrack([]), error };
    throw error;
  }
}

/** What became of it, from what came back. */
export function matchedOf({ number, error }: PackedTrack, answer: Float64Array | Failure): Matched {
  if (error !== undefined) return { error };
  if (!isFailure(answer)) return { match: unpackMatch(answer) };
  // What was packed is a track that the matcher takes.
  return {
    error: new SnapError("internal", `Track ${number} could not be matched, which is a defect of the matcher: ${answer.message}.`),
  };
}

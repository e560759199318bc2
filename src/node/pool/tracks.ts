// Pool tracks: the tracks of a pool on their way to a worker, and the results that come back.
import { SnapError } from "../../errors.js";
import type { Match } from "../../match/result/result.js";
import { checkTrack } from "../../match/track/columns.js";
import type { Track, TrackPoint } from "../../match/track/track.js";
import type { Failure } from "../failure.js";
import { isFailure } from "./messages.js";
import { packTrack, unpackMatch } from "./packing.js";

/** A track as `match` takes it. */
export type AnyTrack = readonly TrackPoint[] | Track;

/** The result for one track of many. */
export type Matched = { match: Match; error?: undefined } | { match?: undefined; error: SnapError };

/** A track of a stream on its way to a worker. It is empty if there is an error. */
export interface PackedTrack {
  number: number;
  packed: Float64Array;
  error?: SnapError;
}

/** Packs a track, or has its error if that is not possible. */
export function packOrRefuse(track: AnyTrack, number: number): PackedTrack {
  try {
    checkTrack(track, `Track ${number}`);
    return { number, packed: packTrack(track) };
  } catch (error) {
    if (error instanceof SnapError) return { number, packed: packTrack([]), error };
    throw error;
  }
}

/** The result for a track, from the worker's answer. */
export function matchedOf({ number, error }: PackedTrack, answer: Float64Array | Failure): Matched {
  if (error !== undefined) return { error };
  if (!isFailure(answer)) return { match: unpackMatch(answer) };
  // A track that could be packed is one that the matcher accepts.
  return {
    error: new SnapError("internal", `Track ${number} could not be matched because of a defect in the matcher: ${answer.message}.`),
  };
}

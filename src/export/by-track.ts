// By track: a result as the parts that belong to each track.
import type { SnapResult } from "../snap/result.js";

/** The parts of a result that belong to one track. */
export interface TrackParts {
  trackId: string | null;
  /** Indexes of its points, in the input's order. */
  points: number[];
  /** Indexes of its lines, in travel order. */
  lines: number[];
  violations: SnapResult["violations"];
}

/** The result by track, in the order in which the tracks first appear. Points without a track are one entry, in the place of the first of them. */
export function byTrack(result: SnapResult): TrackParts[] {
  const tracks = new Map<string | null, TrackParts>();
  const trackOf = (trackId: string | null): TrackParts => {
    let track = tracks.get(trackId);
    if (!track) {
      track = { trackId, points: [], lines: [], violations: [] };
      tracks.set(trackId, track);
    }
    return track;
  };
  result.inputs.forEach(({ trackId }, i) => {
    trackOf(trackId).points.push(i);
  });
  result.lines.forEach(({ trackId }, i) => {
    trackOf(trackId).lines.push(i);
  });
  for (const violation of result.violations) trackOf(violation.trackId).violations.push(violation);
  return [...tracks.values()];
}

// A file of tracks, from its bytes to those of its answer.
import { writeAs } from "../export/write-as.js";
import type { ReadTracksOptions, TrackFormat, TrackInput } from "../import/track-input.js";
import { readTracks } from "../import/tracks.js";
import type { MatchControl, Matcher } from "../match/matcher.js";
import type { RoadGraph } from "../roads/graph.js";
import { coverageMessage } from "../snap/coverage.js";
import { type SnapPointsOptions, snapInputs, type TrackMatcher } from "../snap/points.js";
import type { SnapResult } from "../snap/result.js";
import { partAtSilences, SilenceDoubt } from "../snap/silences.js";
import { type Summary, summarise } from "../snap/summary.js";

/** A file's answer. */
export interface SnappedFile {
  /** The answer's text, as UTF-8. */
  bytes: Uint8Array;
  /** What it was read as. */
  format: TrackFormat;
  /** Figures of the result. */
  summary: Summary;
  /** Sentences about values that were not usable, and about the match. */
  warnings: string[];
  /** Those of them that tell of what could not be read at all. */
  unread: string[];
  /** Milliseconds it took. */
  ms: number;
}

/** A file, `name` as in {@link readTracks}, the seconds of silence that part a track, and the form of its answer; null: its own. */
export interface TrackFile {
  bytes: Uint8Array;
  name: string;
  reading: Omit<ReadTracksOptions, "check">;
  gap: number | undefined;
  to: TrackFormat | null;
}

/**
 * The points of a file matched, and the sentences about them and about the match, which says too when no road was near any. `gap`: seconds of silence
 * that part a track.
 * @throws SnapError "bad-input" when it is to be parted and no point says when it was.
 */
export function snapTrackInput(
  { points, name, warnings }: TrackInput,
  matcher: TrackMatcher,
  roads: RoadGraph,
  gap: number | undefined,
  options: SnapPointsOptions,
): { result: SnapResult; warnings: string[] } {
  if (gap !== undefined) partAtSilences(points, gap, name);
  // Whoever says how long a silence parts a track knows of those that are shorter.
  const doubt = gap === undefined ? new SilenceDoubt(points) : null;
  const matched: SnapPointsOptions["matched"] = (order, match) => {
    doubt?.add(order, match);
    options.matched?.(order, match);
  };
  const result = snapInputs(matcher, points, { ...options, matched });
  const coverage = coverageMessage(result, roads);
  if (coverage) result.messages.push(coverage);
  return { result, warnings: [...warnings, ...result.messages.map(({ text }) => text), ...(doubt?.sentences ?? [])] };
}

/**
 * Reads, matches and writes a file.
 * @throws SnapError as {@link readTracks} and {@link snapTrackInput} do.
 */
export async function snapTrackFile(
  { bytes, name, reading, gap, to }: TrackFile,
  matcher: Matcher,
  control: MatchControl,
): Promise<SnappedFile> {
  const began = performance.now();
  const track = await readTracks(bytes, name, { ...reading, check: control.check });
  const { result, warnings } = snapTrackInput(track, matcher, matcher.roads, gap, control);
  const format = to ?? track.format;
  return {
    bytes: new TextEncoder().encode(writeAs(format, result, matcher.roads, track)),
    format,
    summary: summarise(result),
    warnings,
    unread: track.unread,
    ms: performance.now() - began,
  };
}

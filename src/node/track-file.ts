// A file of tracks, from its bytes to those of its answer.
import { writeAs } from "../export/write-as.js";
import type { ReadTracksOptions, TrackFormat } from "../import/track-input.js";
import { readTracks } from "../import/tracks.js";
import type { MatchControl, Matcher } from "../match/matcher.js";
import { coverageMessage } from "../snap/coverage.js";
import { snapPoints } from "../snap/points.js";
import { type Summary, summarise } from "../snap/summary.js";

/** A file's answer. */
export interface SnappedFile {
  /** The answer's text, as UTF-8. */
  bytes: Uint8Array;
  format: TrackFormat;
  summary: Summary;
  /** Sentences about values that were not usable, and about the match. */
  warnings: string[];
  /** Those of them that tell of what could not be read at all. */
  unread: string[];
  /** What it took, ms. */
  ms: number;
}

/** A file, `name` as in {@link readTracks}, and the form of its answer; null: its own. */
export interface TrackFile {
  bytes: Uint8Array;
  name: string;
  reading: Omit<ReadTracksOptions, "check">;
  to: TrackFormat | null;
}

/**
 * Reads, matches and writes a file.
 * @throws SnapError as {@link readTracks} does.
 */
export async function snapTrackFile(
  { bytes, name, reading, to }: TrackFile,
  matcher: Matcher,
  control: MatchControl,
): Promise<SnappedFile> {
  const began = performance.now();
  const track = await readTracks(bytes, name, { ...reading, check: control.check });
  const result = snapPoints(matcher, track.points, control);
  const coverage = coverageMessage(result, matcher.roads);
  const messages = coverage ? [...result.messages, coverage] : result.messages;
  const format = to ?? track.format;
  const text = new TextEncoder().encode(writeAs(format, result, matcher.roads, track.name));
  return {
    bytes: text,
    format,
    summary: summarise(result),
    warnings: [...track.warnings, ...messages.map(({ text }) => text)],
    unread: track.unread,
    ms: performance.now() - began,
  };
}

// Track file: a file of tracks, from its bytes to the bytes of its answer.
import { type EchoPlan, planEcho } from "../../export/echo.js";
import { type JoinedFormat, joinedPart } from "../../export/joined.js";
import { writeAs } from "../../export/write-as.js";
import type { ReadTracksOptions, TrackFormat, TrackInput } from "../../import/tracks/track-input.js";
import { readTracks } from "../../import/tracks/tracks.js";
import type { MatchControl } from "../../match/control.js";
import type { Matcher } from "../../match/matcher.js";
import type { RoadGraph } from "../../roads/graph.js";
import { namedInputs, namedResult } from "../../snap/combine.js";
import { coverageMessage } from "../../snap/coverage.js";
import { type SnapPointsOptions, snapInputs, type TrackMatcher } from "../../snap/points.js";
import type { SnapResult } from "../../snap/result.js";
import { partAtSilences, SilenceDoubt } from "../../snap/silences.js";
import { type Summary, summarise } from "../../snap/summary.js";

/** A file's answer. */
export interface SnappedFile {
  /** The answer's text, as UTF-8. */
  bytes: Uint8Array;
  /** The format it was read as. */
  format: TrackFormat;
  /** Figures of the result. */
  summary: Summary;
  /** Sentences about unusable values, and about the match. */
  warnings: string[];
  /** The warnings about what could not be read at all. */
  unread: string[];
  /** Milliseconds it took. */
  ms: number;
}

/** A file, and how it is read. `name` as in {@link readTracks}; `gap`: the seconds of silence that split a track. */
export interface ReadFile {
  bytes: Uint8Array;
  name: string;
  reading: Omit<ReadTracksOptions, "check">;
  gap: number | undefined;
}

/** A file to be answered. `to`: the format of its answer, null for its own. */
export interface TrackFile extends ReadFile {
  to: TrackFormat | null;
}

/** A file to be answered as one of several in one text. `as`: its name among these; `plan`: as in {@link joinedPart}. */
export interface JoinedFile extends ReadFile {
  to: JoinedFormat;
  as: string;
  plan: EchoPlan;
}

/**
 * Matches the points of a file. `warnings`: sentences about them and the match, also if no road was near any point. `gap`: seconds of silence that split a
 * track.
 * @throws SnapError "bad-input" when there is a gap and no point has a time.
 */
export function snapTrackInput(
  { points, name, warnings }: TrackInput,
  matcher: TrackMatcher,
  roads: RoadGraph,
  gap: number | undefined,
  options: SnapPointsOptions,
): { result: SnapResult; warnings: string[] } {
  if (gap !== undefined) partAtSilences(points, gap, name);
  // Someone who gives a gap knows about silences shorter than that.
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
export async function snapTrackFile(file: TrackFile | JoinedFile, matcher: Matcher, control: MatchControl): Promise<SnappedFile> {
  const began = performance.now();
  const { roads } = matcher;
  const track = await readTracks(file.bytes, file.name, { ...file.reading, check: control.check });
  const { result, warnings } = snapTrackInput(track, matcher, roads, file.gap, control);
  const format = file.to ?? track.format;
  const text =
    "plan" in file ? joinedPart(file.to, namedResult({ name: file.as, result }), roads, file.plan) : writeAs(format, result, roads, track);
  return {
    bytes: new TextEncoder().encode(text),
    format,
    summary: summarise(result),
    warnings,
    unread: track.unread,
    ms: performance.now() - began,
  };
}

/**
 * Reads a file and plans its part of the rows of several, without matching it. `as`: its name among these.
 * @throws SnapError as {@link readTracks} does, and "bad-input" when there is a gap and no point has a time.
 */
export async function planTrackFile({ bytes, name, reading, gap }: ReadFile, as: string): Promise<EchoPlan> {
  const track = await readTracks(bytes, name, reading);
  if (gap !== undefined) partAtSilences(track.points, gap, track.name);
  return planEcho(namedInputs(as, track.points));
}

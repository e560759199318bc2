// Joined: the answers to several files as one text, one behind the other. Each is written by itself, so that no two need to be in memory.
import { SnapError } from "../errors.js";
import type { TrackFormat } from "../import/tracks/track-input.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { csvHeader, csvRows } from "./csv.js";
import { type EchoPlan, isPlanned, joinPlans, planEcho } from "./echo.js";
import { writeNdjson } from "./ndjson.js";

/** The formats in which answers can be written one behind the other. */
export type JoinedFormat = Extract<TrackFormat, "csv" | "ndjson">;

export function canBeJoined(format: TrackFormat | null): format is JoinedFormat {
  return format === "csv" || format === "ndjson";
}

/** The text before the answers. `plan`: for the points of all files, with the names that their tracks have among these. */
export function joinedHeader(format: JoinedFormat, plan: EchoPlan): string {
  return format === "csv" ? csvHeader(plan) : "";
}

/**
 * The answer to one of the files. `result`: with these names; its lines are numbered from 1.
 * @throws SnapError "bad-input" when the plan of a CSV lacks columns of it, which would be lost.
 */
export function joinedPart(format: JoinedFormat, result: SnapResult, roads: RoadGraph, plan: EchoPlan): string {
  if (format === "csv" && !isPlanned(result.inputs, plan))
    throw new SnapError("bad-input", "The file was changed while it was read: it has other columns than before.");
  return format === "csv" ? csvRows(result, roads, plan) : writeNdjson(result, roads);
}

/** All answers, if they are in memory anyway: the same text. */
export function joinedText(format: JoinedFormat, results: readonly SnapResult[], roads: RoadGraph): string {
  const plan = joinPlans(results.map(({ inputs }) => planEcho(inputs)));
  return joinedHeader(format, plan) + results.map((result) => joinedPart(format, result, roads, plan)).join("");
}

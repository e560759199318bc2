// Snap room: what is said of files that are too large to be read whole, or may be.
import { SnapError } from "../../errors.js";
import { byOptionName, bytes, count } from "../report.js";

/** Most bytes of memory that each point of a file read whole takes, by the road lines of its track: those of fixes a second apart take a third. */
const POINT_BYTES = 2000;
/** The way out for what is too large to be read whole. */
const TRACK_BY_TRACK =
  "A file of any size can be snapped track by track: NDJSON with a track a line, and with --stream a CSV in which the rows of a track stand together (docs/streams.md).";

/**
 * A warning before hours of work that may end in Node's report of a full memory, or by the system's hand; null if there is room. `most`: bytes that objects may
 * take in this process; `free`: those that the machine or the container had.
 */
export function roomWords(points: number, most: number, free: number): string | null {
  const needed = points * POINT_BYTES;
  if (needed <= Math.min(most, free)) return null;
  const room =
    most < free
      ? `Node gives objects ${bytes(most)}, or more with NODE_OPTIONS=--max-old-space-size=${Math.ceil(needed / 2 ** 20)}`
      : `${bytes(free)} were free`;
  return `${count(points)} points in memory may take ${bytes(needed)}, and ${room}. ${TRACK_BY_TRACK}`;
}

/** Adds to the error for a file too large to be read whole that it may be streamed; not if it is nested too deep, or the system lacks room. */
export function withWayOut(error: unknown): unknown {
  if (!(error instanceof SnapError && error.code === "limit")) return error;
  if ("maxDepth" in error.details || "systemCode" in error.details) return error;
  return new SnapError("limit", `${byOptionName(error.message)} ${TRACK_BY_TRACK}`, error.details);
}

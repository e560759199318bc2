// Pool messages: what MatcherPool and its workers send each other. The tracks and the matches of a message are one column of numbers: see packing.ts.
import type { EchoPlan } from "../../export/echo.js";
import type { MatcherOptions } from "../../match/options.js";
import type { SnapToRoadsOptions } from "../../snap/execute.js";
import type { ExecuteInput } from "../../snap/parameters.js";
import type { Failure } from "../failure.js";
import type { LineForm, NumberedLine } from "../tracks/numbered-lines.js";
import type { JoinedFile, ReadFile, SnappedFile, TrackFile } from "../tracks/track-file.js";

/** What a worker is started with. */
export interface WorkerSetup {
  data: SharedArrayBuffer;
  matcher: MatcherOptions;
  service: Pick<SnapToRoadsOptions, "maxRecords" | "maxSeconds" | "emptyLines">;
}

/** The lines of one message. */
export interface LineJob extends LineForm {
  lines: readonly NumberedLine[];
  /** Memory for the answers: that of earlier answers which nobody reads any more. */
  room: SharedArrayBuffer | null;
}

/** The answers to some lines, in their order; by default in memory that threads share. */
export interface SnappedLines<Memory extends ArrayBufferLike = SharedArrayBuffer> {
  /** Output lines as UTF-8, each with its end. */
  bytes: Uint8Array<Memory>;
  /** Lines answered. */
  lines: number;
  /** A sentence for each line that has an error in place of a result. */
  refusals: string[];
  /** Sentences about unusable values. */
  warnings: string[];
}

/** The same in memory of their own. */
export type SnappedBytes = SnappedLines<ArrayBuffer>;

/** A request, and how its answer is to be written. */
export interface ExecuteJob {
  parameters: ExecuteInput;
  pretty: boolean;
}

/** The tracks of one message. */
export interface TrackJob {
  /** Packed tracks, as the parts of one column. */
  tracks: Float64Array;
  /** Memory for the matches: that of an earlier answer which nobody reads any more. */
  room: Float64Array | null;
}

/** The matches of one message. */
export interface PackedMatches {
  /** Packed matches, as the parts of one column. The part is empty if the track could not be matched. */
  matches: Float64Array;
  /** The errors of those tracks, in their order. */
  failures: Failure[];
}

/** A file's columns are to be planned, its name among several being `as`. */
export interface PlanJob extends ReadFile {
  as: string;
}

/** The answer to a file, or what failed. */
export type FileAnswer<Answer> = Answer | { failure: Failure };

/** The jobs that a worker does, by the name of its function. */
export interface Jobs {
  match(job: TrackJob): PackedMatches;
  snapLines(job: LineJob): SnappedLines;
  snapFile(job: TrackFile | JoinedFile): Promise<FileAnswer<SnappedFile>>;
  planFile(job: PlanJob): Promise<FileAnswer<EchoPlan>>;
  execute(job: ExecuteJob): string;
}

/** A job on its way to a worker. */
export interface Errand<Name extends keyof Jobs> {
  job: Parameters<Jobs[Name]>[0];
  /** One word that both threads share. It is not 0 as soon as nobody waits for the answer any more. */
  unwanted: Int32Array;
}

/**
 * Whether an answer is an error instead of a match. Not by `instanceof Float64Array`: where tests have globals of their own, as under Jest, an array from
 * another thread is none of theirs.
 */
export function isFailure(answer: Float64Array | Failure): answer is Failure {
  return "code" in answer;
}

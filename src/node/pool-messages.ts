// What goes between MatcherPool and its workers. The tracks and the matches of a message go as one column of numbers: see pool-packing.ts.
import { SnapError, type SnapErrorCode } from "../errors.js";
import type { EchoPlan } from "../export/echo.js";
import type { CsvTable } from "../import/csv.js";
import type { ReadTracksOptions } from "../import/track-input.js";
import type { MatcherOptions } from "../match/options.js";
import type { SnapToRoadsOptions } from "../snap/execute.js";
import type { ExecuteInput } from "../snap/parameters.js";
import type { TooLong } from "./lines.js";
import type { SnappedFile, TrackFile } from "./track-file.js";

/** What a worker is started with. */
export interface WorkerSetup {
  data: SharedArrayBuffer;
  matcher: MatcherOptions;
  service: Pick<SnapToRoadsOptions, "maxRecords" | "maxSeconds" | "emptyLines">;
}

/** An error on its way to another thread, where classes do not go. */
export interface Failure {
  /** null for what is no SnapError. */
  code: SnapErrorCode | null;
  message: string;
  details: Record<string, unknown>;
}

/**
 * A line of NDJSON with its number in the stream, or the rows of a CSV that are one track with that of the first. What is longer than is read has
 * its limit in place of its text.
 */
export interface NumberedLine {
  line: string | TooLong;
  number: number;
  /** Which track it is, where that is known before it is read. */
  id?: string | null;
  /** The numbers of its points, where they do not follow one another. */
  numbers?: readonly number[];
}

/** How the lines of a stream are read and answered. */
export interface LineForm {
  reading: LineReading;
  /** For rows of a CSV; without it lines are NDJSON. */
  csv?: CsvForm;
  /** Seconds of silence that end a trip; of trips the rows of a CSV say which. */
  gap?: number | undefined;
}

/** How the rows of a CSV are read, and answered: by rows with these fields of the input, or by NDJSON. */
export interface CsvForm {
  table: CsvTable;
  echo: EchoPlan | null;
}

/** The lines of one message. */
export interface LineJob extends LineForm {
  lines: readonly NumberedLine[];
  /** Where the answers may go: where those were that nobody reads any more. */
  room: SharedArrayBuffer | null;
}

/** The options of reading that can be sent. */
export type LineReading = Omit<ReadTracksOptions, "check" | "format">;

/** The answers to some lines, in their order; by default on memory that threads share. */
export interface SnappedLines<Memory extends ArrayBufferLike = SharedArrayBuffer> {
  /** Output lines as UTF-8, each with its end. */
  bytes: Uint8Array<Memory>;
  /** Lines answered. */
  lines: number;
  /** A sentence for each line that has an error in place of a result. */
  refusals: string[];
  /** Sentences about values that were not usable. */
  warnings: string[];
}

/** The same on memory of their own. */
export type SnappedBytes = SnappedLines<ArrayBuffer>;

/** A request, and how its answer is to be written. */
export interface ExecuteJob {
  parameters: ExecuteInput;
  pretty: boolean;
}

/** The tracks of one message. */
export interface TrackJob {
  /** In parts, each a packed track. */
  tracks: Float64Array;
  /** Where the matches may go: what an answer came in that nobody reads any more. */
  room: Float64Array | null;
}

/** The matches of one message. */
export interface PackedMatches {
  /** In parts, each a packed match; the part of a track that could not be matched is empty. */
  matches: Float64Array;
  /** What happened to those tracks, in their order. */
  failures: Failure[];
}

/** What became of a file. */
export type FileAnswer = SnappedFile | { failure: Failure };

/** The jobs that a worker does, by the name of its function. */
export interface Jobs {
  match(job: TrackJob): PackedMatches;
  snapLines(job: LineJob): SnappedLines;
  snapFile(job: TrackFile): Promise<FileAnswer>;
  execute(job: ExecuteJob): string;
}

/** A job on its way to a worker. */
export interface Errand<Name extends keyof Jobs> {
  job: Parameters<Jobs[Name]>[0];
  /** One word that both threads see: not 0 as soon as nobody waits for the answer any more. */
  unwanted: Int32Array;
}

/**
 * Whether an answer is what went wrong, and no match. Asked of the failure: where tests have globals of their own, as under Jest, what comes from another
 * thread is no Float64Array of theirs.
 */
export function isFailure(answer: Float64Array | Failure): answer is Failure {
  return "code" in answer;
}

/** What happened, in a form that can be sent. Details are what JSON can hold of them. */
export function packError(error: unknown): Failure {
  if (!(error instanceof SnapError)) return { code: null, message: String(error), details: {} };
  return { code: error.code, message: error.message, details: JSON.parse(JSON.stringify(error.details)) };
}

/** The error again: a SnapError, or an Error for a defect. */
export function unpackError({ code, message, details }: Failure): Error {
  return code === null ? new Error(message) : new SnapError(code, message, details);
}

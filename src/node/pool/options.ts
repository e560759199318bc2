// Pool options: the options of a pool and of its calls, and the errors for invalid ones.
import { badOption, checkOptions, checkWhole, SnapError } from "../../errors.js";
import type { TrackFormat } from "../../import/tracks/track-input.js";
import { MATCHER_OPTION_NAMES, type MatcherOptions, settle } from "../../match/options.js";
import type { SnapToRoadsOptions } from "../../snap/execute.js";
import { coresAtHand } from "../cores.js";
import { routeMemoryOf, workersWithin } from "../memory.js";
import type { DocumentKind, LineReading } from "../tracks/numbered-lines.js";

/** Options of the pool, with those of its matchers and of execute. */
export interface PoolOptions extends MatcherOptions, Pick<SnapToRoadsOptions, "maxRecords" | "maxSeconds" | "emptyLines"> {
  /**
   * Workers, 1–1024. Default: as many as the machine runs at once, limited by the processor time of its container or service, and by the memory that they
   * take with roads of this size.
   */
  threads?: number | undefined;
  /** Calls of `match` and `execute` that may wait for a worker, 0 or more; further ones are refused. Default: any number. */
  maxQueue?: number | undefined;
  /**
   * Megabytes of objects that a worker may have, 16 or more; one that needs more is replaced. Columns of numbers are not counted: the roads, the ways
   * found (`routeMemory`), the lattice of the track in hand. Default: V8's own limit.
   */
  maxMemory?: number | undefined;
}

/** Options of a call. */
export interface CallOptions {
  /** Stops the work; what is not answered by then never will be. Its `reason` is the `cause` of the error. */
  signal?: AbortSignal | undefined;
}

/** Options of `MatcherPool.snapLines`. */
export interface SnapLinesOptions extends LineReading, CallOptions {
  /**
   * For points of many travellers mixed, in order of time, as lines of NDJSON or rows of a CSV: a trip ends after so many seconds without a point of its
   * traveller, above 0. A line that is a track is split there as a file is, see {@link SnapFileOptions}. Default: each line is a track, and the rows of a track
   * are consecutive.
   */
  gap?: number | undefined;
}

/** Options of `MatcherPool.snapCsv`. */
export interface SnapCsvOptions extends SnapLinesOptions {
  /** Format of the answers. Default: ndjson. */
  to?: "ndjson" | "csv" | undefined;
}

/** Options of `MatcherPool.snapDocument`. */
export interface SnapDocumentOptions extends LineReading, CallOptions {
  /** What it is. */
  format: DocumentKind;
  /** A silence of more than so many seconds, above 0, splits a track in two, as in a file: see {@link SnapFileOptions}. Default: a track is never split. */
  gap?: number | undefined;
}

/** Options of `MatcherPool.snapFile`. */
export interface SnapFileOptions extends LineReading, CallOptions {
  /** The format of the file. By default it is recognised by the content. */
  format?: TrackFormat | undefined;
  /** The file's name, used only where the content could be two formats. */
  name?: string | undefined;
  /** A silence of more than so many seconds, above 0, splits a track in two: `van 7` and `van 7 (2)`. Default: a track is never split. */
  gap?: number | undefined;
  /** Format of the answer. Default: the file's own. */
  to?: TrackFormat | undefined;
}

/** The names of all options but the matcher's; taken from a record, so that the compiler misses none. */
const OPTION_NAMES = Object.keys({
  threads: 0,
  maxQueue: 0,
  maxMemory: 0,
  maxRecords: 0,
  maxSeconds: 0,
  emptyLines: 0,
} satisfies Record<Exclude<keyof PoolOptions, keyof MatcherOptions>, 0>);

/**
 * The options for roads of so many arcs, grouped by the part that uses them, with their defaults.
 * @throws SnapError "bad-option" for one that is unknown or out of range.
 */
export function settlePool(options: PoolOptions, arcs: number) {
  checkOptions(options, "MatcherPool", [...OPTION_NAMES, ...MATCHER_OPTION_NAMES]);
  const { threads = threadsFor(arcs), maxQueue = Number.POSITIVE_INFINITY, maxMemory, ...rest } = options;
  const { maxRecords, maxSeconds, emptyLines, ...matcher } = rest;
  checkWhole("threads", threads, 1, 1024);
  if (maxQueue !== Number.POSITIVE_INFINITY) checkWhole("maxQueue", maxQueue, 0);
  if (maxMemory !== undefined) checkWhole("maxMemory", maxMemory, 16);
  settle(matcher);
  const service = { maxRecords, maxSeconds, emptyLines };
  const { routeMemory = routeMemoryOf(threads, arcs) } = matcher;
  return { threads, maxQueue, maxMemory, matcher: { ...matcher, routeMemory }, service };
}

/** How many threads are of use for work on roads of so many arcs, and have room; `more`: beyond those that run at once. */
export function threadsFor(arcs: number, more = 0): number {
  return Math.min(coresAtHand() + more, workersWithin(arcs));
}

/**
 * Checks the options of a call. `known`: their names, if nothing else checks these.
 * @throws SnapError "bad-option". A signal that cannot be listened to would look like the death of a worker.
 */
export function checkCall(options: CallOptions, known?: readonly string[]): void {
  if (typeof (options as AbortSignal | null)?.addEventListener === "function")
    throw new SnapError("bad-option", "The options of the call are an AbortSignal; they must be an object: { signal }.");
  checkOptions(options, "the call", known);
  const { signal } = options;
  if (signal === undefined || signal === null || typeof signal.addEventListener === "function") return;
  throw badOption("signal", signal, "an AbortSignal");
}

/** @throws SnapError "bad-option". */
export function checkGap(gap: unknown): void {
  if (gap === undefined || (typeof gap === "number" && gap > 0)) return;
  throw badOption("gap", gap, "a number of seconds above 0");
}

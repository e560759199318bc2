// `roadsnap snap`: tracks in, snapped tracks out, file by file or line by line.
import { mkdir } from "node:fs/promises";
import { basename } from "node:path";
import { SnapError } from "../errors.js";
import { writeHtml } from "../export/html.js";
import { type ReadTracksOptions, type TrackFormat, trackLimits } from "../import/track-input.js";
import { readTracks } from "../import/tracks.js";
import { Matcher } from "../match/matcher.js";
import type { MatcherOptions } from "../match/options.js";
import { writeFileAtomic } from "../node/atomic.js";
import { readStream } from "../node/file-source.js";
import { type RoadsFile, readInput } from "../node/files.js";
import { MatcherPool } from "../node/pool.js";
import { inFile, shownPath } from "../node/trouble.js";
import type { Mode } from "../roads/attributes.js";
import { combineResults, type NamedResult } from "../snap/combine.js";
import { coverageMessage } from "../snap/coverage.js";
import { snapPoints, type TrackMatcher } from "../snap/points.js";
import type { SnapResult } from "../snap/result.js";
import { combineWeighed, type Weighed, Weighing } from "../snap/weighed.js";
import { EXIT } from "./exit.js";
import { type Io, write } from "./io.js";
import { checkApart, checkOutputAmong, pathIn, placesOf, type Target, targetOf, uniqueNames, writeAs } from "./outputs.js";
import { type Progress, showProgress } from "./progress.js";
import { plain, tell } from "./report.js";
import { loadRoads } from "./roads.js";
import { Brake } from "./snap-brake.js";
import { openInput, type StreamInput } from "./snap-input.js";
import { snapStream } from "./snap-stream.js";
import { type FileSummary, summarise, summaryTable } from "./summary.js";

export interface SnapOptions {
  roads: string;
  output?: string;
  to?: TrackFormat;
  from?: TrackFormat;
  mode: Mode;
  html?: string;
  why?: boolean;
  title?: string;
  attribution?: string;
  searchRadius?: number;
  accuracy?: number;
  hdopScale?: number;
  columns?: Record<string, string>;
  dates?: ReadTracksOptions["dates"];
  maxPoints?: number;
  stream?: boolean;
  threads?: number;
  resume?: boolean;
  quiet?: boolean;
}

/** A file's result, and what was weighed for it if that is asked for. */
interface KeptResult extends NamedResult {
  /** What its file calls its only track. */
  trackName?: string;
  weighed?: Weighed;
}

/** Snaps tracks; the exit code. A file that cannot be read is told on stderr and the others go on. */
export async function snap(inputs: string[], options: SnapOptions, io: Io): Promise<number> {
  if ([...inputs, options.roads].filter((path) => path === "-").length > 1) {
    throw new SnapError("bad-option", "Standard input can be read once: only one of the tracks and the roads may be -.");
  }
  const target = await targetOf(options.output, options.to, inputs);
  const outputs = [target.kind === "file" ? target.path : undefined, options.html].filter((path) => path !== undefined);
  const places = await placesOf([...inputs, options.roads]);
  for (const output of outputs) await checkOutputAmong(output, places, options.resume);
  await checkApart(outputs, "the page and the result");
  for (const name of ["why", "title", "attribution"] as const) {
    if (options[name] && !options.html) throw new SnapError("bad-option", `--${name} says something on the page; name that with --html.`);
  }
  const streams = options.stream || (isOneToNdjson(inputs, target, options) && (options.from ?? "ndjson") === "ndjson");
  if (options.stream) checkStream(inputs, target, options);
  if (options.resume && !(streams && target.kind === "file" && target.format === "ndjson")) {
    throw new SnapError(
      "bad-option",
      "--resume goes on with -o FILE.ndjson, from one input of NDJSON with a track a line or, with --stream, of CSV, without --html.",
    );
  }
  const file = await loadRoads(options.roads, io, { sharedMemory: streams, verify: true });
  const matching: MatcherOptions = { mode: options.mode, searchRadius: options.searchRadius, defaultAccuracy: options.accuracy };
  const { hdopScale, maxPoints, columns, dates } = options;
  const reading: ReadTracksOptions = { format: options.from, hdopScale, maxPoints, columns, dates };

  const begun = streams ? await openInput(inputs[0], options.from === "ndjson", io) : null;
  const isCsv = options.stream === true && (begun?.isCsv ?? false);
  if (begun && (isCsv || (begun.hasTrackLines && target.format === "ndjson")))
    return streamed(begun, isCsv, target, file, matching, options, io);
  if (options.stream) {
    begun?.close();
    throw new SnapError(
      "bad-input",
      `${shownPath(inputs[0])}: --stream asks for a CSV, or for NDJSON with a track a line that goes to NDJSON.`,
    );
  }
  if (options.resume) {
    begun?.close();
    throw new SnapError("bad-input", `${shownPath(inputs[0])}: --resume asks for NDJSON with a track a line.`);
  }

  const matcher = new Matcher(file.roads, matching);
  if (target.kind === "folder") await inFile(target.path, () => mkdir(target.path, { recursive: true }));
  const names = uniqueNames(inputs);
  const kept: KeptResult[] = [];
  const summaries: FileSummary[] = [];
  let failed = 0;
  let isIncomplete = false;
  for (const [k, path] of inputs.entries()) {
    const name = names[k];
    const label = `snapping ${basename(shownPath(path))}${inputs.length > 1 ? ` (${k + 1} of ${inputs.length})` : ""}`;
    const progress = await showProgress(io.stderr, label);
    try {
      const began = performance.now();
      const bytes = await (begun ? wholeOf(begun, reading) : readInput(path, { stdin: io.stdin }));
      const track = await inFile(path, () => readTracks(bytes, path, reading));
      const weighing = options.why ? new Weighing(matcher) : undefined;
      const result = snapPoints(watched(weighing ?? matcher, track.points.length, progress), track.points, { matched: weighing?.matched });
      const coverage = coverageMessage(result, file.roads);
      if (coverage) result.messages.push(coverage);
      if (target.kind === "folder") {
        const format = target.format ?? track.format;
        const output = pathIn(target.path, name, format);
        await checkOutputAmong(output, places);
        await writeFileAtomic(output, writeAs(format, result, file.roads, track.name));
      }
      if (target.kind !== "folder" || options.html)
        kept.push({ name, trackName: track.name, result, weighed: weighing?.of(result.points.length) });
      progress.stop();
      summaries.push({ name: basename(shownPath(path)), ...summarise(result), ms: performance.now() - began });
      if (track.unread.length > 0) isIncomplete = true;
      warn(path, options.quiet ? track.unread : [...track.warnings, ...result.messages.map((message) => message.text)], io);
    } catch (error) {
      progress.stop();
      failed++;
      tell(withWayOut(error), io);
    }
  }
  if (summaries.length > 0) await deliver(target, kept, file, inputs, options, io);
  if (!options.quiet && summaries.length > 0) {
    const toPipe = target.kind === "stdout" && printsResult(target, options, io);
    if (!toPipe) await write(io.stdout, summaryTable(summaries, io.stdout));
    else if (io.stderr.isTTY) await write(io.stderr, summaryTable(summaries, io.stderr));
  }
  if (failed > 0 && inputs.length > 1) io.stderr.write(`roadsnap: ${failed} of ${inputs.length} files could not be snapped.\n`);
  return failed > 0 || isIncomplete ? EXIT.badInput : EXIT.done;
}

function isOneToNdjson(inputs: readonly string[], target: Target, { html }: SnapOptions): boolean {
  return inputs.length === 1 && target.kind !== "folder" && target.format === "ndjson" && !html;
}

/** @throws SnapError "bad-option" for a stream of what cannot be one. */
function checkStream(inputs: readonly string[], target: Target, { html, from }: SnapOptions): void {
  const goes = inputs.length === 1 && target.kind !== "folder" && !html;
  if (goes && (target.format === "csv" || target.format === "ndjson") && [undefined, "csv", "ndjson"].includes(from)) return;
  throw new SnapError(
    "bad-option",
    "--stream goes from one CSV, or NDJSON, to CSV or NDJSON (-o FILE.csv, -o FILE.ndjson, --to csv, --to ndjson), without --html.",
  );
}

/** Answers an input track by track, on several threads. */
async function streamed(
  input: StreamInput,
  isCsv: boolean,
  target: Target,
  { roads }: RoadsFile,
  matching: MatcherOptions,
  { threads, resume = false, quiet = false, hdopScale, maxPoints, columns, dates }: SnapOptions,
  io: Io,
): Promise<number> {
  const brake = new Brake();
  const pool = new MatcherPool(roads, { ...matching, threads });
  try {
    const reading = { hdopScale, maxPoints, columns, dates };
    return await snapStream(input, target, pool, brake, { isCsv, resume, quiet, reading }, io);
  } finally {
    brake.release();
    input.close();
    await pool.close();
  }
}

/** What is too large to be read whole, and not nested too deep, can be a stream. */
function withWayOut(error: unknown): unknown {
  if (!(error instanceof SnapError && error.code === "limit") || "maxDepth" in error.details) return error;
  return new SnapError(
    "limit",
    `${error.message} A CSV of any size whose rows of a track stand together is snapped with --stream, and NDJSON with a track a line (docs/streams.md).`,
    error.details,
  );
}

/** What turned out to be no stream, read whole. */
function wholeOf({ path, pieces }: StreamInput, reading: ReadTracksOptions): Promise<Uint8Array> {
  return inFile(path, () => readStream(pieces, trackLimits(reading).maxBytes));
}

/** Writes what is one output of all inputs: the file or stream, and the page. */
async function deliver(target: Target, kept: KeptResult[], file: RoadsFile, inputs: string[], options: SnapOptions, io: Io): Promise<void> {
  if (kept.length === 0) return;
  const result = combineResults(kept);
  if (target.kind !== "folder" && (target.kind === "file" || printsResult(target, options, io))) {
    const text = writeAs(target.format, result, file.roads, kept.length === 1 ? kept[0].trackName : undefined);
    if (target.kind === "file") await writeFileAtomic(target.path, text);
    else await write(io.stdout, text);
  }
  if (options.html) {
    const weighed = options.why ? combineWeighed(kept.flatMap(({ weighed }) => weighed ?? [])) : undefined;
    await writeFileAtomic(options.html, page(result, weighed, file, inputs, options));
  }
}

/** A result is not thrown at a terminal by someone who asked for the page only. */
function printsResult(target: Target, options: SnapOptions, io: Io): boolean {
  return target.kind === "stdout" && !(options.html && options.output === undefined && options.to === undefined && io.stdout.isTTY);
}

function page(result: SnapResult, weighed: Weighed | undefined, file: RoadsFile, inputs: string[], options: SnapOptions): string {
  const title = options.title ?? (inputs.length === 1 ? basename(shownPath(inputs[0])) : `${inputs.length} files`);
  const attribution = options.attribution ?? (file.kind === "geojson" ? "" : undefined);
  return writeHtml(result, file.roads, { title, attribution: attribution === "" ? null : attribution, weighed });
}

/** The matcher, telling how many of all points it has been through. */
function watched(matcher: TrackMatcher, total: number, progress: Progress): TrackMatcher {
  let before = 0;
  return {
    match(track) {
      let calls = 0;
      const match = matcher.match(track, { check: () => progress.update(before + Math.min(track.length, ++calls * 64), total) });
      before += track.length;
      progress.update(before, total);
      return match;
    },
  };
}

function warn(path: string, warnings: readonly string[], io: Io): void {
  for (const text of new Set(warnings)) io.stderr.write(`roadsnap: ${plain(`${shownPath(path)}: ${text}`)}\n`);
}

// Snap files: files of tracks, each read whole: one after the other, or on all cores if each has its own output.
import { access, constants, mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { SnapError } from "../../errors.js";
import { writeHtml } from "../../export/html/html.js";
import { writeAs } from "../../export/write-as.js";
import { type ReadTracksOptions, type TrackFormat, type TrackInput, trackLimits } from "../../import/tracks/track-input.js";
import { readTracks } from "../../import/tracks/tracks.js";
import { Matcher } from "../../match/matcher.js";
import { writeFileAtomic } from "../../node/atomic.js";
import { coresAtHand } from "../../node/cores.js";
import { readStream } from "../../node/file-source.js";
import { type RoadsFile, readInput } from "../../node/files.js";
import { inOrder } from "../../node/pool/flow.js";
import { threadsFor } from "../../node/pool/options.js";
import { MatcherPool } from "../../node/pool/pool.js";
import { type SnappedFile, snapTrackInput } from "../../node/tracks/track-file.js";
import { inFile, shownPath } from "../../node/trouble.js";
import { combineResults, type NamedResult } from "../../snap/combine.js";
import type { TrackMatcher } from "../../snap/points.js";
import type { SnapResult } from "../../snap/result.js";
import { summarise } from "../../snap/summary.js";
import { combineWeighed, type Weighed, Weighing } from "../../snap/weighed.js";
import { EXIT } from "../exit.js";
import { type Io, write } from "../io.js";
import { checkOutputAmong, OutputNames, type Target, uniqueNames } from "../outputs.js";
import { type Progress, showProgress } from "../progress.js";
import { byOptionName, count, tell, warn } from "../report.js";
import { type FileSummary, summaryTable } from "../summary.js";
import { checkSame, FolderList, passedWords } from "./folder.js";
import type { StreamInput } from "./input.js";
import type { SnapOptions, SnapWork } from "./work.js";

/** The files to snap, and how. */
export interface SnapFiles extends SnapWork {
  inputs: string[];
  /** The real paths of the inputs, so that no output overwrites one. */
  places: ReadonlySet<string>;
  reading: ReadTracksOptions;
  /** The only input, if reading it has begun and shown that it is no stream. */
  begun: StreamInput | null;
  /** The list of the folder, for --resume. */
  list?: FolderList;
}

/** For each thread: most files being snapped, or waiting for a name. */
const AHEAD = 4;
/** Most files being written at once, for any number of threads: answers wait in memory for a slow disk. */
const WRITTEN_AT_ONCE = 4;

/** The outcome for one file. */
type Outcome = { summary: FileSummary; warnings: string[]; unread: string[]; output?: Written } | { error: unknown };

/** A file written in the folder, and whether it replaced one of unknown origin. */
interface Written {
  name: string;
  isOver: boolean;
}

/** A file's name in the folder. */
type Output = ReturnType<OutputNames["take"]> & { isKnown: boolean };

/** A file's answer from another thread; and the same with its output's name. */
type Answered = { path: string; answer: SnappedFile } | { path: string; error: unknown };
type Named = { path: string; answer: SnappedFile; output: Output } | { error: unknown };

/** A file's result, and the candidates weighed for it if they are asked for. */
interface KeptResult extends NamedResult {
  /** The name of its only track, and the type of its tracks, by its file. */
  track: Pick<TrackInput, "name" | "type">;
  weighed?: Weighed;
}

/** Whether the files are worked on in parallel: only if all results go into outputs of their own. */
export function isSideBySide(inputs: readonly string[], { kind }: Target, { html, threads = coresAtHand() }: SnapOptions): boolean {
  return kind === "folder" && !html && inputs.length > 1 && threads > 1;
}

/** Snaps files; returns the exit code. A file that cannot be read, or has no point on a road, is reported on stderr, and the others go on. */
export async function snapFiles(asked: SnapFiles, io: Io): Promise<number> {
  const { target, options } = asked;
  // Checked before hours of work, rather than after each file.
  if (target.kind === "folder")
    await inFile(target.path, () =>
      mkdir(target.path, { recursive: true }).then(() => access(target.path, constants.W_OK | constants.X_OK)),
    );
  if (!options.resume) return snapAll(asked, asked.inputs.length, io);
  const list = await FolderList.open(target);
  try {
    const left = await list.left(asked.inputs);
    const passed = passedWords(left, asked.inputs.length, target.path);
    if (passed !== null && !options.quiet) warn(passed, io);
    await checkSame(left.listed, asked);
    await checkSame(left.named, asked);
    for (const one of left.named) await list.add(one, true);
    return await snapAll({ ...asked, inputs: left.inputs, list }, asked.inputs.length, io);
  } finally {
    await list.close();
  }
}

/** As {@link snapFiles}. `of`: the number of files in all. */
async function snapAll(work: SnapFiles, of: number, io: Io): Promise<number> {
  const { inputs, target, options, list } = work;
  const kept: KeptResult[] = [];
  const summaries: FileSummary[] = [];
  let k = 0;
  let over = 0;
  let failed = 0;
  let unsnapped = 0;
  let isIncomplete = false;
  const outcomes = isSideBySide(inputs, target, options) ? sideBySide(work, io) : oneByOne(work, kept, io);
  for await (const outcome of outcomes) {
    const path = inputs[k++];
    if ("error" in outcome) {
      failed++;
      tell(withWayOut(outcome.error), io);
      continue;
    }
    summaries.push(outcome.summary);
    if (outcome.unread.length > 0) isIncomplete = true;
    const isUnsnapped = outcome.summary.snapped === 0;
    if (isUnsnapped) unsnapped++;
    const { output } = outcome;
    if (output?.isOver) over++;
    if (output) await list?.add({ path, output: output.name }, !isUnsnapped && outcome.unread.length === 0);
    // If nothing of a file is on a road, the warnings say what went wrong, so --quiet does not suppress them.
    warnOf(path, options.quiet && !isUnsnapped ? outcome.unread : outcome.warnings, io);
  }
  if (summaries.length > 0) await deliver(work, kept, io);
  if (!options.quiet && summaries.length > 0) {
    const toPipe = target.kind === "stdout" && printsResult(target, options, io);
    if (!toPipe) await write(io.stdout, summaryTable(summaries, io.stdout));
    else if (io.stderr.isTTY) await write(io.stderr, summaryTable(summaries, io.stderr));
  }
  if (over > 0 && !options.quiet) {
    const what = over === 1 ? "1 output that was" : `${count(over)} outputs that were`;
    const way = list ? "" : "; --resume skips the files answered there, and overwrites no other input's output";
    warn(`${what} in ${target.path} before ${over === 1 ? "was" : "were"} overwritten${way}.`, io);
  }
  const bad = failed + unsnapped;
  if (bad > 0 && of > 1) {
    const written =
      unsnapped > 0 ? `; ${unsnapped} of them ${unsnapped === 1 ? "was" : "were"} written all the same, without a point on a road` : "";
    warn(`${bad} of ${of} files could not be snapped${written}.`, io);
  }
  return bad > 0 || isIncomplete ? EXIT.badInput : EXIT.done;
}

/** Snaps the files one after the other. Results that are needed together are added to `kept`. */
async function* oneByOne(work: SnapFiles, kept: KeptResult[], io: Io): AsyncGenerator<Outcome, void, undefined> {
  const { inputs, target, file, reading, options, begun } = work;
  const matcher = new Matcher(file.roads, work.matching);
  const names = uniqueNames(inputs);
  const outputs = new OutputNames(work.list);
  for (const [k, path] of inputs.entries()) {
    const label = `snapping ${basename(shownPath(path))}${inputs.length > 1 ? ` (${k + 1} of ${inputs.length})` : ""}`;
    const progress = await showProgress(io.stderr, label);
    let output: Output | undefined;
    let written: Written | undefined;
    try {
      const began = performance.now();
      const bytes = await (begun ? wholeOf(begun, reading) : readInput(path, { stdin: io.stdin }));
      const track = await inFile(path, () => readTracks(bytes, path, reading));
      const weighing = options.why ? new Weighing(matcher) : undefined;
      const watching = watched(weighing ?? matcher, track.points.length, progress);
      const { result, warnings } = await inFile(path, () =>
        snapTrackInput(track, watching, file.roads, options.gap, { matched: weighing?.matched }),
      );
      if (target.kind === "folder") {
        const format = target.format ?? track.format;
        output = await nameFor(path, format, outputs, work);
        warnings.push(...renamed(output));
        written = await writeIn(work, output, writeAs(format, result, file.roads, track));
      }
      if (target.kind !== "folder" || options.html)
        kept.push({ name: names[k], track: { name: track.name, type: track.type }, result, weighed: weighing?.of(result.points.length) });
      progress.stop();
      const summary = { name: basename(shownPath(path)), ...summarise(result), ms: performance.now() - began };
      yield { summary, warnings, unread: track.unread, output: written };
    } catch (error) {
      progress.stop();
      if (work.list?.isLost) throw error;
      if (output === undefined) outputs.skip(path, target.format);
      yield { error };
    }
  }
}

/** Snaps the files on several threads; reports them in their order. */
async function* sideBySide(work: SnapFiles, io: Io): AsyncGenerator<Outcome, void, undefined> {
  const { inputs, target, file, matching, reading, options } = work;
  const threads = Math.min(options.threads ?? threadsFor(file.roads.arcCount), inputs.length);
  const pool = new MatcherPool(file.roads, { ...matching, threads });
  const progress = await showProgress(io.stderr, `snapping ${inputs.length} files`);
  const snapOne = async (path: string): Promise<Answered> => {
    try {
      const bytes = await readInput(path, { stdin: io.stdin });
      const answer = await inFile(path, () =>
        pool.snapFile(bytes, { ...reading, name: path, gap: options.gap, to: target.format ?? undefined }),
      );
      return { path, answer };
    } catch (error) {
      return { path, error };
    }
  };
  // The format of a file is known only when it is read. So outputs are named, in the order of the files, between snapping and writing.
  const named = async function* () {
    const outputs = new OutputNames(work.list);
    for await (const one of inOrder(Readable.from(inputs), snapOne, AHEAD * threads)) {
      if ("error" in one) outputs.skip(one.path, target.format);
      yield "error" in one ? one : { ...one, output: await nameFor(one.path, one.answer.format, outputs, work) };
    }
  };
  const writeOne = async (one: Named): Promise<Outcome> => {
    if ("error" in one) return one;
    const { path, output, answer } = one;
    const { bytes, summary, ms, warnings, unread } = answer;
    try {
      const written = await writeIn(work, output, bytes);
      const all = [...warnings, ...renamed(output)];
      return { summary: { name: basename(shownPath(path)), ...summary, ms }, warnings: all, unread, output: written };
    } catch (error) {
      return { error };
    }
  };
  let done = 0;
  try {
    for await (const outcome of inOrder(named(), writeOne, WRITTEN_AT_ONCE)) {
      progress.update(++done, inputs.length);
      // Otherwise its warnings would be written into the progress line, and lost with it.
      if ("error" in outcome || outcome.warnings.length > 0) progress.pause();
      yield outcome;
    }
  } finally {
    progress.stop();
    await pool.close();
  }
}

/** A warning for users who look for the answer under the input's name. */
function renamed({ name, taken }: Output): string[] {
  return taken === null ? [] : [`its output is named ${name}, because ${taken} is another file's.`];
}

/** The name of a file's output in the folder, and whether the list has it as this file's. */
async function nameFor(path: string, format: TrackFormat, names: OutputNames, { list }: SnapFiles): Promise<Output> {
  const output = names.take(path, format);
  const isKnown = list?.has(output.name) ?? false;
  await list?.claim({ path, output: output.name });
  return { ...output, isKnown };
}

/** Writes a file's answer into the folder. */
async function writeIn({ target, places }: SnapFiles, { name, isKnown }: Output, content: string | Uint8Array): Promise<Written> {
  const output = join(target.path, name);
  await checkOutputAmong(output, places);
  const before = await stat(output).catch(() => null);
  await writeFileAtomic(output, content);
  return { name, isOver: before !== null && !isKnown };
}

/** Adds to the error for a file too large to be read whole that it may be streamed; not if it is nested too deep, or the system lacks room. */
function withWayOut(error: unknown): unknown {
  if (!(error instanceof SnapError && error.code === "limit")) return error;
  if ("maxDepth" in error.details || "systemCode" in error.details) return error;
  return new SnapError(
    "limit",
    `${byOptionName(error.message)} A file of any size can be snapped track by track: NDJSON with a track a line, and with --stream a CSV in which the rows of a track stand together (docs/streams.md).`,
    error.details,
  );
}

/** Reads the whole of an input that turned out to be no stream. */
function wholeOf({ path, pieces }: StreamInput, reading: ReadTracksOptions): Promise<Uint8Array> {
  return inFile(path, () => readStream(pieces, trackLimits(reading).maxBytes));
}

/** Writes the outputs that all inputs share: the file or stream, and the page. */
async function deliver({ target, file, inputs, options }: SnapFiles, kept: readonly KeptResult[], io: Io): Promise<void> {
  if (kept.length === 0) return;
  const result = combineResults(kept);
  if (target.kind !== "folder" && (target.kind === "file" || printsResult(target, options, io))) {
    const text = writeAs(target.format, result, file.roads, kept.length === 1 ? kept[0].track : {});
    if (target.kind === "file") await writeFileAtomic(target.path, text);
    else await write(io.stdout, text);
  }
  if (options.html) {
    const weighed = options.why ? combineWeighed(kept.flatMap(({ weighed }) => weighed ?? [])) : undefined;
    await writeFileAtomic(options.html, page(result, weighed, file, inputs, options));
  }
}

/** Whether the result goes to standard output: not to a terminal if only a page was asked for. */
function printsResult(target: Target, options: SnapOptions, io: Io): boolean {
  return target.kind === "stdout" && !(options.html && options.output === undefined && options.to === undefined && io.stdout.isTTY);
}

function page(result: SnapResult, weighed: Weighed | undefined, file: RoadsFile, inputs: string[], options: SnapOptions): string {
  const title = options.title ?? (inputs.length === 1 ? basename(shownPath(inputs[0])) : `${inputs.length} files`);
  const attribution = options.attribution ?? (file.kind === "geojson" ? "" : undefined);
  return writeHtml(result, file.roads, { title, attribution: attribution === "" ? null : attribution, weighed });
}

/** The matcher, reporting how many of all points it has processed. */
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

function warnOf(path: string, warnings: readonly string[], io: Io): void {
  for (const text of new Set(warnings)) warn(`${shownPath(path)}: ${byOptionName(text)}`, io);
}

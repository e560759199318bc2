// Snap file outcomes: snaps files of tracks, one after the other or on all cores, and writes those that have an output of their own.
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { writeAs } from "../../export/write-as.js";
import { type ReadTracksOptions, type TrackFormat, type TrackInput, trackLimits } from "../../import/tracks/track-input.js";
import { readTracks } from "../../import/tracks/tracks.js";
import { Matcher } from "../../match/matcher.js";
import { writeFileAtomic } from "../../node/atomic.js";
import { coresAtHand } from "../../node/cores.js";
import { readStream } from "../../node/file-source.js";
import { readInput } from "../../node/files.js";
import { memoryAtHand } from "../../node/memory.js";
import { inOrder } from "../../node/pool/flow.js";
import { threadsFor } from "../../node/pool/options.js";
import { MatcherPool } from "../../node/pool/pool.js";
import { type SnappedFile, snapTrackInput } from "../../node/tracks/track-file.js";
import { inFile, shownPath } from "../../node/trouble.js";
import type { NamedResult } from "../../snap/combine.js";
import type { TrackMatcher } from "../../snap/points.js";
import { summarise } from "../../snap/summary.js";
import { type Weighed, Weighing } from "../../snap/weighed.js";
import type { Io } from "../io.js";
import { checkOutputAmong, OutputNames, type Target, uniqueNames } from "../outputs.js";
import { type Progress, showProgress } from "../progress.js";
import { warn } from "../report.js";
import type { FileSummary } from "../summary.js";
import type { FolderList } from "./folder.js";
import type { StreamInput } from "./input.js";
import type { Room } from "./room.js";
import type { SnapOptions, SnapWork } from "./work.js";

/** The files to snap, and how. */
export interface SnapFiles extends SnapWork {
  inputs: string[];
  /** The real paths of the inputs, so that no output overwrites one. */
  places: ReadonlySet<string>;
  reading: ReadTracksOptions;
  room: Room;
  /** The only input, if reading it has begun and shown that it is no stream. */
  begun: StreamInput | null;
  /** The list of the folder, for --resume. */
  list?: FolderList;
}

/** For each thread: most files being snapped, or waiting for a name. */
export const AHEAD = 4;
/** Most files being written at once, for any number of threads: answers wait in memory for a slow disk. */
const WRITTEN_AT_ONCE = 4;

/** The outcome for one file. */
export type Outcome = { summary: FileSummary; warnings: string[]; unread: string[]; output?: Written } | { error: unknown };

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
export interface KeptResult extends NamedResult {
  /** The name of its only track, and the type of its tracks, by its file. */
  track: Pick<TrackInput, "name" | "type">;
  weighed?: Weighed;
}

/** Whether the files are worked on in parallel: only if all results go into outputs of their own. */
export function isSideBySide(inputs: readonly string[], { kind }: Target, { html, threads = coresAtHand() }: SnapOptions): boolean {
  return kind === "folder" && !html && inputs.length > 1 && threads > 1;
}

/** Snaps the files one after the other. Results that are needed together are added to `kept`. */
export async function* oneByOne(work: SnapFiles, kept: KeptResult[], io: Io): AsyncGenerator<Outcome, void, undefined> {
  const { inputs, target, file, reading, room, options, begun } = work;
  const matcher = new Matcher(file.roads, work.matching);
  const names = uniqueNames(inputs);
  const outputs = new OutputNames(work.list);
  const free = memoryAtHand();
  let keptPoints = 0;
  let isTold = options.quiet === true;
  for (const [k, path] of inputs.entries()) {
    const label = `snapping ${basename(shownPath(path))}${inputs.length > 1 ? ` (${k + 1} of ${inputs.length})` : ""}`;
    const progress = await showProgress(io.stderr, label);
    let output: Output | undefined;
    let written: Written | undefined;
    try {
      const began = performance.now();
      const bytes = await (begun ? wholeOf(begun, reading) : readInput(path, { stdin: io.stdin }));
      const track = await inFile(path, () => {
        room.check(bytes);
        return readTracks(bytes, path, reading);
      });
      const warning = isTold ? null : room.warning(keptPoints + track.points.length, free);
      if (warning !== null) {
        isTold = true;
        progress.pause();
        warn(`${shownPath(path)}: ${warning}`, io);
      }
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
      if (target.kind !== "folder" || options.html) {
        keptPoints += track.points.length;
        kept.push({ name: names[k], track: { name: track.name, type: track.type }, result, weighed: weighing?.of(result.points.length) });
      }
      progress.stop();
      const summary = rowOf(path, { summary: summarise(result), ms: performance.now() - began });
      yield { summary, warnings, unread: track.unread, output: written };
    } catch (error) {
      progress.stop();
      if (work.list?.isLost) throw error;
      if (output === undefined) outputs.skip(path, target.format);
      yield { error };
    }
  }
}

/** A pool for the files. */
export function poolFor({ inputs, file, matching, options }: SnapFiles): MatcherPool {
  const threads = Math.min(options.threads ?? threadsFor(file.roads.arcCount), inputs.length);
  return new MatcherPool(file.roads, { ...matching, threads });
}

/** A file's row in the table of all. */
export function rowOf(path: string, { summary, ms }: Pick<SnappedFile, "summary" | "ms">): FileSummary {
  return { name: basename(shownPath(path)), ...summary, ms };
}

/** Snaps the files on several threads; reports them in their order. */
export async function* sideBySide(work: SnapFiles, io: Io): AsyncGenerator<Outcome, void, undefined> {
  const { inputs, target, reading, options } = work;
  const pool = poolFor(work);
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
    for await (const one of inOrder(Readable.from(inputs), snapOne, AHEAD * pool.threads)) {
      if ("error" in one) outputs.skip(one.path, target.format);
      yield "error" in one ? one : { ...one, output: await nameFor(one.path, one.answer.format, outputs, work) };
    }
  };
  const writeOne = async (one: Named): Promise<Outcome> => {
    if ("error" in one) return one;
    const { path, output, answer } = one;
    const { bytes, warnings, unread } = answer;
    try {
      const written = await writeIn(work, output, bytes);
      const all = [...warnings, ...renamed(output)];
      return { summary: rowOf(path, answer), warnings: all, unread, output: written };
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

/** Reads the whole of an input that turned out to be no stream. */
function wholeOf({ path, pieces }: StreamInput, reading: ReadTracksOptions): Promise<Uint8Array> {
  return inFile(path, () => readStream(pieces, trackLimits(reading).maxBytes));
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

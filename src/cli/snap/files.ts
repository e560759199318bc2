// Snap files: files of tracks, each read whole: reports on each and on all of them, and writes the outputs that they share.
import { access, constants, mkdir } from "node:fs/promises";
import { basename } from "node:path";
import { writeHtml } from "../../export/html/html.js";
import { canBeJoined, joinedText } from "../../export/joined.js";
import { writeAs } from "../../export/write-as.js";
import { writeFileAtomic } from "../../node/atomic.js";
import type { RoadsFile } from "../../node/files.js";
import { inFile, isFull, shownPath } from "../../node/trouble.js";
import { combineResults, namedResult } from "../../snap/combine.js";
import type { SnapResult } from "../../snap/result.js";
import { combineWeighed, type Weighed } from "../../snap/weighed.js";
import { EXIT } from "../exit.js";
import { type Io, write } from "../io.js";
import type { Target } from "../outputs.js";
import { byOptionName, count, tell, warn } from "../report.js";
import { type FileSummary, summaryTable } from "../summary.js";
import { isSideBySide, type KeptResult, type Outcome, oneByOne, type SnapFiles, sideBySide } from "./file-outcomes.js";
import { checkSame, FolderList, passedWords } from "./folder.js";
import { isJoined, joined } from "./joined.js";
import type { SnapOptions } from "./work.js";

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
  const { inputs, target, options, list, room } = work;
  const kept: KeptResult[] = [];
  const summaries: FileSummary[] = [];
  let k = 0;
  let over = 0;
  let failed = 0;
  let unsnapped = 0;
  let leftOut = 0;
  let isIncomplete = false;
  for await (const outcome of outcomesOf(work, kept, io)) {
    const path = inputs[k++];
    if ("error" in outcome) {
      failed++;
      tell(room.withWayOut(outcome.error), io);
      if (target.kind === "folder" && isFull(outcome.error)) {
        leftOut = inputs.length - k;
        break;
      }
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
  if (!options.quiet && summaries.length > 0) await showSummaries(summaries, work, io);
  if (!options.quiet && over > 0) warnOfOverwritten(over, work, io);
  const bad = failed + unsnapped;
  if (bad > 0 && of > 1) {
    const written =
      unsnapped > 0 ? `; ${unsnapped} of them ${unsnapped === 1 ? "was" : "were"} written all the same, without a point on a road` : "";
    const after =
      leftOut === 0
        ? ""
        : `; ${leftOut === 1 ? "the one" : `the ${count(leftOut)}`} after it ${leftOut === 1 ? "was" : "were"} left out, as no answer can be written`;
    warn(`${bad} of ${of} files could not be snapped${written}${after}.`, io);
  }
  return bad > 0 || isIncomplete ? EXIT.badInput : EXIT.done;
}

/** Snaps the files. Results that are needed together are added to `kept`. */
function outcomesOf(work: SnapFiles, kept: KeptResult[], io: Io): AsyncIterable<Outcome> {
  const { inputs, target, options } = work;
  if (isJoined(inputs, target, options)) return joined(work, io);
  return isSideBySide(inputs, target, options) ? sideBySide(work, io) : oneByOne(work, kept, io);
}

/** Shows the table of all files: on standard output, or on a terminal beside it if the result goes there. */
async function showSummaries(summaries: FileSummary[], { target, options }: SnapFiles, io: Io): Promise<void> {
  const toPipe = target.kind === "stdout" && printsResult(target, options, io);
  if (!toPipe) await write(io.stdout, summaryTable(summaries, io.stdout));
  else if (io.stderr.isTTY) await write(io.stderr, summaryTable(summaries, io.stderr));
}

function warnOfOverwritten(over: number, { target, list }: SnapFiles, io: Io): void {
  const what = over === 1 ? "1 output that was" : `${count(over)} outputs that were`;
  const way = list ? "" : "; --resume skips the files answered there, and overwrites no other input's output";
  warn(`${what} in ${target.path} before ${over === 1 ? "was" : "were"} overwritten${way}.`, io);
}

/** Writes the outputs that all inputs share: the file or stream, and the page. */
async function deliver({ target, file, inputs, options }: SnapFiles, kept: readonly KeptResult[], io: Io): Promise<void> {
  if (kept.length === 0) return;
  const result = combineResults(kept);
  if (target.kind !== "folder" && (target.kind === "file" || printsResult(target, options, io))) {
    const { format } = target;
    const text =
      inputs.length > 1 && canBeJoined(format)
        ? joinedText(format, kept.map(namedResult), file.roads)
        : writeAs(format, result, file.roads, kept.length === 1 ? kept[0].track : {});
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

function warnOf(path: string, warnings: readonly string[], io: Io): void {
  for (const text of new Set(warnings)) warn(`${shownPath(path)}: ${byOptionName(text)}`, io);
}

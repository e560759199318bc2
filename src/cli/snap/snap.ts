// `roadsnap snap`: snaps tracks, file by file or line by line.
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { SnapError } from "../../errors.js";
import type { TrackFormat } from "../../import/tracks/track-input.js";
import { MatcherPool } from "../../node/pool/pool.js";
import { inFile, shownPath } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { matcherOptions } from "../matcher-options.js";
import { checkApart, checkOutputAmong, checkPageName, placesOf, type Target, targetOf } from "../outputs.js";
import { loadRoads } from "../roads.js";
import { checkStdin } from "../stdin.js";
import { Brake } from "./brake.js";
import { isSideBySide, snapFiles } from "./files.js";
import { openInput, type StreamInput } from "./input.js";
import { filesOf } from "./input-folders.js";
import { snapStream } from "./stream.js";
import type { SnapOptions, SnapWork } from "./work.js";

/** Snaps tracks; returns the exit code. A file that cannot be read is reported on stderr, and the others go on. */
export async function snap(given: string[], options: SnapOptions, io: Io): Promise<number> {
  checkStdin([...given, options.roads], "the tracks and the roads");
  const matching = matcherOptions(options);
  const target = await targetOf(options.output, options.to, given);
  const inputs = await filesOf(given, target, options.quiet ?? false, io);
  const outputs = [target.kind === "file" ? target.path : undefined, options.html].filter((path) => path !== undefined);
  const places = await placesOf([...inputs, options.roads]);
  // If the page goes into the folder of the results, that is created if missing.
  if (target.kind === "folder" && options.html && resolve(dirname(options.html)) === resolve(target.path))
    await inFile(target.path, () => mkdir(target.path, { recursive: true }));
  for (const output of outputs) await checkOutputAmong(output, places, options.resume);
  await checkApart(outputs, "the page and the result");
  await checkPageName("--html", options.html);
  for (const name of ["why", "title", "attribution"] as const) {
    if (options[name] && !options.html) throw new SnapError("bad-option", `--${name} is about the page; name the page with --html.`);
  }
  const { stream = false, gap } = options;
  const isByTrack = isOneToOne(inputs, target, options) && hasFormat(["csv", "ndjson"], target, options);
  if (stream && !isByTrack)
    throw new SnapError(
      "bad-option",
      "--stream reads one CSV or NDJSON and writes CSV or NDJSON (-o FILE.csv, -o FILE.ndjson, --to csv, --to ndjson), without --html.",
    );
  const asked = stream || gap !== undefined;
  const streams = isByTrack && (asked || hasFormat(["ndjson"], target, options));
  const isFolder = target.kind === "folder" && !options.html;
  if (options.resume && !isFolder && !(streams && target.kind === "file" && target.format === "ndjson")) {
    throw new SnapError(
      "bad-option",
      "--resume goes on with -o FILE.ndjson (from one NDJSON with a track a line or, with --stream or --gap, one CSV) or with -o FOLDER/ (from files), without --html.",
    );
  }
  if (options.resume && isFolder && inputs.includes("-"))
    throw new SnapError(
      "bad-option",
      "--resume with -o FOLDER/ is for files: it cannot be known whether standard input is the same again.",
    );
  const sharedMemory = streams || isSideBySide(inputs, target, options);
  const file = await loadRoads(options.roads, io, { sharedMemory });
  const { hdopScale, maxPoints, columns, dates } = options;
  const work: SnapWork = { target, file, matching, reading: { hdopScale, maxPoints, columns, dates }, options };

  const begun = streams ? await openInput(inputs[0], options, io) : null;
  const isCsv = asked && (begun?.isCsv ?? false);
  const hasLines = gap === undefined ? begun?.hasTrackLines : begun?.hasLines;
  if (begun && (isCsv || (hasLines && target.format === "ndjson"))) return streamed(begun, isCsv, work, io);
  if (stream || (options.resume && !isFolder)) {
    begun?.close();
    const lines = stream
      ? "--stream needs a CSV, or NDJSON with a track a line and NDJSON as the output"
      : "--resume needs NDJSON with a track a line";
    throw new SnapError("bad-input", `${shownPath(inputs[0])}: ${lines}.`);
  }

  return snapFiles({ ...work, reading: { ...work.reading, format: options.from }, inputs, places, begun }, io);
}

function isOneToOne(inputs: readonly string[], target: Target, { html }: SnapOptions): boolean {
  return inputs.length === 1 && target.kind !== "folder" && !html;
}

/** Whether the output has one of these formats, and the input too, unless the user says otherwise. */
function hasFormat(forms: readonly TrackFormat[], { format }: Target, { from }: SnapOptions): boolean {
  return format !== null && forms.includes(format) && (from === undefined || forms.includes(from));
}

/** Answers an input track by track, on several threads. */
async function streamed(
  input: StreamInput,
  isCsv: boolean,
  { target, file, matching, reading, options }: SnapWork,
  io: Io,
): Promise<number> {
  const { threads, resume = false, quiet = false, gap } = options;
  const brake = new Brake();
  const pool = new MatcherPool(file.roads, { ...matching, threads });
  try {
    return await snapStream(input, { target, isCsv, resume, quiet, gap, reading }, pool, brake, io);
  } finally {
    brake.release();
    input.close();
    await pool.close();
  }
}

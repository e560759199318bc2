// `roadsnap snap`: snaps tracks, file by file or line by line.
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { SnapError } from "../../errors.js";
import type { TrackFormat } from "../../import/tracks/track-input.js";
import { objectsAtMost } from "../../node/memory.js";
import { MatcherPool } from "../../node/pool/pool.js";
import { inFile, shownPath } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { matcherOptions } from "../matcher-options.js";
import { checkApart, checkOutputAmong, checkPageName, placesOf, type Target, targetOf } from "../outputs.js";
import { loadRoads } from "../roads.js";
import { checkStdin } from "../stdin.js";
import { Brake } from "./brake.js";
import { isSideBySide } from "./file-outcomes.js";
import { snapFiles } from "./files.js";
import { openInput, type StreamInput } from "./input.js";
import { filesOf } from "./input-folders.js";
import { isJoined } from "./joined.js";
import { Room } from "./room.js";
import { snapStream } from "./stream.js";
import type { SnapOptions, SnapWork, StreamForm } from "./work.js";

/** Snaps tracks; returns the exit code. A file that cannot be read is reported on stderr, and the others go on. */
export async function snap(given: string[], options: SnapOptions, io: Io): Promise<number> {
  checkStdin([...given, options.roads], "the tracks and the roads");
  const matching = matcherOptions(options);
  const target = await targetOf(options.output, options.to, given);
  const inputs = await filesOf(given, target, options.quiet ?? false, io);
  const places = await checkedPlaces(inputs, target, options);
  checkPageOptions(options);
  const mayStream = streaming(inputs, target, options);
  checkResume(inputs, target, mayStream, options);

  const sharedMemory = mayStream || isJoined(inputs, target, options) || isSideBySide(inputs, target, options);
  const file = await loadRoads(options.roads, io, { sharedMemory });
  const { hdopScale, maxPoints, columns, dates, stream = false } = options;
  const work: SnapWork = { target, file, matching, reading: { hdopScale, maxPoints, columns, dates }, options };

  const begun = mayStream ? await openInput(inputs[0], options, io) : null;
  const form = begun && streamForm(begun, target, options);
  if (begun && form) return streamed(begun, form, work, io);
  if (stream || (options.resume && !isIntoFolder(target, options))) {
    begun?.close();
    const lines = stream
      ? "--stream needs a CSV; or, with NDJSON as the output, NDJSON with a track a line, GPX or a GeoJSON collection"
      : "--resume needs NDJSON with a track a line";
    throw new SnapError("bad-input", `${shownPath(inputs[0])}: ${lines}.`);
  }

  const format = target.kind === "folder" ? null : target.format;
  const room = new Room({ ...work.reading, format: options.from }, format, objectsAtMost());
  return snapFiles({ ...work, reading: room.reading, room, inputs, places, begun }, io);
}

/** As what an input is answered track by track; null if it is read whole. A document is only if the user asks for that. */
function streamForm(input: StreamInput, { format }: Target, { stream = false, gap }: SnapOptions): StreamForm | null {
  if (input.isCsv && (stream || gap !== undefined)) return "csv";
  if (format !== "ndjson") return null;
  if (stream && input.document !== null) return input.document;
  return (gap === undefined ? input.hasTrackLines : input.hasLines) ? "lines" : null;
}

/** The real paths of the inputs and the roads. @throws SnapError when an output would overwrite one of them, or the other output. */
async function checkedPlaces(
  inputs: readonly string[],
  target: Target,
  { html, roads, resume }: SnapOptions,
): Promise<ReadonlySet<string>> {
  const outputs = [target.kind === "file" ? target.path : undefined, html].filter((path) => path !== undefined);
  const places = await placesOf([...inputs, roads]);
  // If the page goes into the folder of the results, that is created if missing.
  if (target.kind === "folder" && html && resolve(dirname(html)) === resolve(target.path))
    await inFile(target.path, () => mkdir(target.path, { recursive: true }));
  for (const output of outputs) await checkOutputAmong(output, places, resume);
  await checkApart(outputs, "the page and the result");
  await checkPageName("--html", html);
  return places;
}

function checkPageOptions(options: SnapOptions): void {
  for (const name of ["why", "title", "attribution"] as const) {
    if (options[name] !== undefined && !options.html)
      throw new SnapError("bad-option", `--${name} is about the page; name the page with --html.`);
  }
}

/**
 * Whether the input may be answered track by track, if it turns out to be such a one.
 * @throws SnapError when --stream is given and cannot be done.
 */
function streaming(inputs: readonly string[], target: Target, options: SnapOptions): boolean {
  const { stream = false, gap } = options;
  const isRead = hasFormat(["csv", "ndjson"], target, options) || (stream && target.format === "ndjson" && options.from !== "execute");
  const isByTrack = isOneToOne(inputs, target, options) && isRead;
  if (stream && !isByTrack)
    throw new SnapError(
      "bad-option",
      "--stream reads one CSV, NDJSON, GPX or GeoJSON and writes NDJSON (-o FILE.ndjson, --to ndjson), or of a CSV also CSV, without --html.",
    );
  return isByTrack && (stream || gap !== undefined || hasFormat(["ndjson"], target, options));
}

/** @throws SnapError when --resume is given and there is nothing that can be gone on with. */
function checkResume(inputs: readonly string[], target: Target, mayStream: boolean, options: SnapOptions): void {
  if (!options.resume) return;
  const isFolder = isIntoFolder(target, options);
  if (!isFolder && !(mayStream && target.kind === "file" && target.format === "ndjson")) {
    throw new SnapError(
      "bad-option",
      "--resume goes on with -o FILE.ndjson (from one NDJSON with a track a line or, with --stream, one CSV, GPX or GeoJSON, or, with --gap, one CSV) or with -o FOLDER/ (from files), without --html.",
    );
  }
  if (isFolder && inputs.includes("-"))
    throw new SnapError(
      "bad-option",
      "--resume with -o FOLDER/ is for files: it cannot be known whether standard input is the same again.",
    );
}

/** Whether each input has an output of its own in a folder, and there is no page of them all. */
function isIntoFolder({ kind }: Target, { html }: SnapOptions): boolean {
  return kind === "folder" && !html;
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
  form: StreamForm,
  { target, file, matching, reading, options }: SnapWork,
  io: Io,
): Promise<number> {
  const { threads, resume = false, quiet = false, gap } = options;
  const brake = new Brake();
  const pool = new MatcherPool(file.roads, { ...matching, threads });
  try {
    return await snapStream(input, { target, form, resume, quiet, gap, reading }, pool, brake, io);
  } finally {
    brake.release();
    input.close();
    await pool.close();
  }
}

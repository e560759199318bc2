// Outputs: where results go and in which format: that of --to, of the output's extension, or of the input.
import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { SnapError } from "../errors.js";
import { TRACK_FORMATS, type TrackFormat } from "../import/tracks/track-input.js";
import { checkReplaceable, isDirect } from "../node/atomic.js";
import { inFolderOf } from "../node/trouble.js";

/** The extensions of each format; the first is that of outputs in a folder. */
const EXTENSIONS: Record<TrackFormat, readonly [string, ...string[]]> = {
  gpx: [".gpx"],
  csv: [".csv"],
  geojson: [".geojson"],
  ndjson: [".ndjson", ".jsonl"],
  execute: [".json"],
};
const FORMAT: Record<string, TrackFormat> = Object.fromEntries(
  TRACK_FORMATS.flatMap((format) => EXTENSIONS[format].map((extension) => [extension, format])),
);
/** Extensions of inputs alone, whose format is CSV. */
const TEXTS: readonly string[] = [".tsv", ".txt"];
/** The extensions of files of tracks. */
export const TRACK_EXTENSIONS: readonly string[] = [...Object.keys(FORMAT), ...TEXTS];

/** Where the results go. In a folder without a format, each file keeps its own format. */
export type Target =
  | { kind: "stdout" | "file"; path: string; format: TrackFormat }
  | { kind: "folder"; path: string; format: TrackFormat | null };

/**
 * Reads -o and --to.
 * @throws SnapError "bad-option" when the format cannot be determined.
 */
export async function targetOf(output: string | undefined, to: TrackFormat | undefined, inputs: string[]): Promise<Target> {
  if (output === undefined || output === "-") {
    return { kind: "stdout", path: "-", format: to ?? (inputs.includes("-") ? "ndjson" : "geojson") };
  }
  if (/[/\\]$/.test(output) || (await isFolder(output))) return { kind: "folder", path: output, format: to ?? null };
  const format = to ?? FORMAT[extname(output).toLowerCase()];
  if (format === undefined) {
    const hint =
      extname(output).toLowerCase() === ".html"
        ? "a page is written with --html"
        : `or choose the format with --to (${TRACK_FORMATS.join(", ")})`;
    throw new SnapError("bad-option", `-o ${output}: the extension must be one of ${Object.keys(FORMAT).join(" ")}; ${hint}.`);
  }
  return { kind: "file", path: output, format };
}

/** A unique name for each input, without folders and extensions; equal ones are numbered. */
export function uniqueNames(inputs: readonly string[]): string[] {
  const used = new Set<string>();
  const last = new Map<string, number>();
  return inputs.map((input) => {
    const name = numbered(stemOf(input), "", (name) => used.has(name), last);
    used.add(name);
    return name;
  });
}

const ENDING = TRACK_EXTENSIONS.map((extension) => `\\${extension}`).join("|");
const ENDINGS = new RegExp(`(?<=.)(${ENDING}|\\.gz)+$`, "i");
const TRACK_NAME = new RegExp(`(${ENDING})(\\.gz)?$`, "i");

/** A file's name without its folders and extensions. */
export function stemOf(input: string): string {
  return input === "-" ? "stdin" : basename(input).replace(ENDINGS, "");
}

/** Whether a file's name is that of tracks. */
export function isTrackName(name: string): boolean {
  return TRACK_NAME.test(name);
}

/**
 * A stem with an ending, and a number in between if that is taken. `last`: the number used last for each name, so that a hundred thousand equal names are not
 * counted through each time.
 */
function numbered(stem: string, ending: string, isTaken: (name: string) => boolean, last: Map<string, number>): string {
  const key = stem + ending;
  let n = last.get(key) ?? 1;
  const name = () => (n === 1 ? key : `${stem}-${n}${ending}`);
  while (isTaken(name())) n++;
  last.set(key, n);
  return name();
}

/** What is known of a folder's outputs from earlier runs. */
export interface KeptNames {
  /** The name of an input's output with that ending. */
  nameOf(input: string, ending: string): string | undefined;
  /** The name of an output that differs from this name in case only. */
  nameAs(name: string): string | undefined;
}

/** Names the files in a folder that results go to, each once. */
export class OutputNames {
  /** Names by their lower-case form: on some systems trip.gpx and TRIP.gpx are one file. */
  readonly #used = new Map<string, string>();
  readonly #last = new Map<string, number>();
  readonly #kept: KeptNames | null;

  /** `kept`: the names that inputs have from earlier runs. */
  constructor(kept: KeptNames | null = null) {
    this.#kept = kept;
  }

  /** The input's name with the extension of a format, numbered if another input has it: then `taken` is that name. */
  take(input: string, format: TrackFormat): { name: string; taken: string | null } {
    const [stem, ending] = [stemOf(input), EXTENSIONS[format][0]];
    const own = this.#kept?.nameOf(input, ending);
    const name = own ?? numbered(stem, ending, (name) => this.#usedAs(name) !== undefined, this.#last);
    const taken = name.toLowerCase() === (stem + ending).toLowerCase() ? null : (this.#usedAs(stem + ending) ?? null);
    this.#used.set(name.toLowerCase(), name);
    return { name, taken };
  }

  #usedAs(name: string): string | undefined {
    return this.#used.get(name.toLowerCase()) ?? this.#kept?.nameAs(name);
  }

  /**
   * Reserves the name of an input that failed, so that the names of others do not depend on it, nor change when it is mended. Without a format, it is by the
   * input's extension, since it may never have been read.
   */
  skip(input: string, format: TrackFormat | null): void {
    const own = format ?? formatByName(input);
    if (own !== undefined) this.take(input, own);
  }
}

/** The name of an input's output if no other has it, by the input's name alone; null if that does not show a format. */
export function likelyName(input: string, format: TrackFormat | null): string | null {
  const own = format ?? formatByName(input);
  return own === undefined ? null : stemOf(input) + EXTENSIONS[own][0];
}

function formatByName(input: string): TrackFormat | undefined {
  const extension = extname(input.replace(/\.gz$/i, "")).toLowerCase();
  return TEXTS.includes(extension) ? "csv" : FORMAT[extension];
}

/**
 * Checks an output file before the work begins. It must have a name that does not end in .gz; it must not be an input or a folder; and its folder must exist
 * and be writable.
 * @throws SnapError "bad-option" or "not-found".
 */
export async function checkOutput(output: string, inputs: readonly string[]): Promise<void> {
  await checkOutputAmong(output, await placesOf(inputs));
}

/** The real paths of a command's inputs, to check many outputs with {@link checkOutputAmong}. */
export async function placesOf(inputs: readonly string[]): Promise<ReadonlySet<string>> {
  const places = new Set<string>();
  for (const input of inputs) if (input !== "-") places.add(await place(input));
  return places;
}

/** As {@link checkOutput}, given the inputs' real paths. `inPlace`: an existing file is continued, so it has to be writable itself, rather than its folder. */
export async function checkOutputAmong(output: string, inputs: ReadonlySet<string>, inPlace = false): Promise<void> {
  if (output === "") throw new SnapError("bad-option", 'The name of the file to write is ""; it must not be empty.');
  if (/\.gz$/i.test(output)) {
    throw new SnapError("bad-option", `${output}: the output cannot be gzipped; leave out the .gz, and gzip the file afterwards.`);
  }
  if (output === "-") throw new SnapError("bad-option", "This command does not write to standard output; name a file.");
  const target = await place(output);
  if (inputs.has(target)) {
    throw new SnapError("bad-option", `${output} is an input of this command and is not overwritten; name another output.`);
  }
  const about = await stat(target).catch(() => null);
  if (about?.isDirectory()) throw new SnapError("bad-option", `${output} is a folder; name a file to write.`);
  // The system would take it for a folder, and say that a part of the path is a file or is missing.
  if (/[/\\]$/.test(output)) throw new SnapError("bad-option", `${output} names a folder; name a file to write.`);
  const written = about && (inPlace || isDirect(about)) ? target : dirname(target);
  await inFolderOf(output, async () => {
    if (about && !inPlace) checkReplaceable(about);
    await access(written, constants.W_OK);
  });
}

/** As {@link checkOutput} for JSON, which may also go to standard output or be left out. */
export async function checkJsonOutput(output: string | undefined, inputs: readonly string[]): Promise<void> {
  if (output !== undefined && output !== "-") await checkOutput(output, inputs);
}

/**
 * Checks the name of a page: with the name of a track or a table it might overwrite one. Devices and pipes may have any name.
 * @throws SnapError "bad-option" when it is not the name of a page.
 */
export async function checkPageName(option: string, page: string | undefined): Promise<void> {
  if (page === undefined || /\.html?$/i.test(page)) return;
  const about = await stat(page).catch(() => null);
  if (about && isDirect(about)) return;
  throw new SnapError("bad-option", `${option} ${page}: the extension must be .html or .htm.`);
}

/**
 * Checks that two outputs of a command differ: the second would overwrite the first.
 * @throws SnapError "bad-option" when they are one file.
 */
export async function checkApart([a, b]: readonly string[], what: string): Promise<void> {
  if (b !== undefined && (await isOne(a, b))) throw new SnapError("bad-option", `${b} is named for both ${what}; name two files.`);
}

/**
 * As {@link checkOutput} for a road file, which is written as a whole or not at all, and so cannot go to standard output.
 * @throws SnapError "bad-option" or "not-found".
 */
export async function checkRoadsOutput(output: string, inputs: readonly string[]): Promise<void> {
  if (output === "-") throw new SnapError("bad-option", "A road file cannot be written to standard output; name a file.");
  await checkOutput(output, inputs);
}

/** Whether two paths are the same file. */
export async function isOne(a: string, b: string): Promise<boolean> {
  return (await place(a)) === (await place(b));
}

/** The real path of a file; if it does not exist yet, its folder's real path and its name. */
async function place(path: string): Promise<string> {
  return realpath(path).catch(async () => join(await realpath(dirname(path)).catch(() => resolve(dirname(path))), basename(path)));
}

/** Whether there is a folder of that name. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (about) => about.isDirectory(),
    () => false,
  );
}

// Snap folder: a folder of results that --resume continues. A list in it says which input each output is of. The name alone does not: it may be that of an
// input of the same name, from an earlier call, or from another list of inputs.
import { readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { SnapError } from "../../errors.js";
import type { TrackFormat } from "../../import/tracks/track-input.js";
import { Matcher } from "../../match/matcher.js";
import { readInput } from "../../node/files.js";
import { snapTrackFile } from "../../node/tracks/track-file.js";
import { inFile, isNotThere } from "../../node/trouble.js";
import { type KeptNames, likelyName, stemOf, type Target } from "../outputs.js";
import { count } from "../report.js";
import { growingSink, type Sink } from "./output.js";
import type { SnapWork } from "./work.js";

/** Hidden, so that it is not taken for a result with all files of the folder. */
const LIST = ".roadsnap-outputs.ndjson";
/** Milliseconds to which some file systems and copies round the time of a file. */
const ROUNDING = 2000;
/** Most skipped files that are snapped again to see whether the answers are the same: the first with a point on a road decides. */
const MOST_CHECKED = 10;

/** Size, and time of the last change in ms since the epoch. */
type Stamp = [bytes: number, time: number];

/** A line of the list. */
interface Entry {
  output: string;
  /** Its path relative to the folder: both may be moved together, and the command may be run elsewhere. */
  input: string;
  /** The format that was asked for; null: the input's own. */
  to: TrackFormat | null;
  /** Stamps of the input when it was read, and of the output (null until that is written). If a file's stamp differs now, the entry is not about it. */
  read: Stamp;
  written: Stamp | null;
  /** False if trouble was reported: then it is tried, and reported, again. */
  done: boolean;
}

/** An input that is skipped, and its output. */
export interface Passed {
  path: string;
  output: string;
}

export interface Left {
  /** The inputs to snap, in their order. */
  inputs: string[];
  /** Inputs that are skipped: by the list, and by the name of their output alone. */
  listed: Passed[];
  named: Passed[];
  /** Number of inputs or outputs that have changed. */
  changed: number;
}

/** The inputs that the outputs in a folder belong to. */
export class FolderList implements KeptNames {
  readonly #folder: string;
  readonly #to: TrackFormat | null;
  /** Entries by the format asked for and the input; and the names of outputs by their lower-case form. */
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Map<string, string>();
  readonly #read = new Map<string, Stamp>();
  #length = { size: 0, end: 0 };
  #sink: Sink | undefined;
  #putting: Promise<void> = Promise.resolve();
  #isLost = false;

  private constructor(folder: string, to: TrackFormat | null) {
    this.#folder = folder;
    this.#to = to;
  }

  /**
   * Reads the list of a folder; it is empty if there is none.
   * @throws SnapError "bad-input" for a line that is no entry.
   */
  static async open({ path, format }: Target): Promise<FolderList> {
    const list = new FolderList(path, format);
    const place = join(path, LIST);
    await inFile(place, async () => {
      const bytes = await readFile(place);
      // Text behind the last line end is a line that was cut short. It is removed.
      list.#length = { size: bytes.length, end: bytes.lastIndexOf(10) + 1 };
      const lines = bytes.toString("utf8", 0, list.#length.end).split("\n").slice(0, -1);
      for (const [k, line] of lines.entries()) {
        const entry = entryOf(line);
        if (entry === null)
          throw new SnapError(
            "bad-input",
            `Line ${k + 1} does not name an output and its input; delete the line, and its file is snapped again.`,
          );
        list.#add(entry);
      }
    }).catch((error) => {
      if (!isNotThere(error)) throw error;
    });
    return list;
  }

  /** Splits the inputs, each a file of its own, into those that are answered and those that are not. */
  async left(inputs: readonly string[]): Promise<Left> {
    const left: Left = { inputs: [], listed: [], named: [], changed: 0 };
    const namesakes = new Map<string, number>();
    for (const path of inputs) {
      const stem = stemOf(path).toLowerCase();
      namesakes.set(stem, (namesakes.get(stem) ?? 0) + 1);
    }
    for (const path of inputs) {
      const read = await stampOf(path);
      if (read === null) {
        left.inputs.push(path); // snapped, so that an error is reported; or since it cannot be known again
        continue;
      }
      this.#read.set(path, read);
      const place = this.#place(path);
      const entry = this.#entries.get(keyOf(this.#to, place));
      const output = entry?.output ?? likelyName(path, this.#to);
      const written = output === null ? null : await stampOf(join(this.#folder, output));
      // An input that is in the folder itself is no output.
      const isThere = output !== null && written !== null && output !== place;
      if (entry !== undefined) {
        const isSame = written !== null && entry.written !== null && isNear(entry.read, read) && isNear(entry.written, written);
        if (isSame && entry.done) left.listed.push({ path, output: entry.output });
        else left.inputs.push(path);
        if (!isSame && entry.written !== null) left.changed++;
      } else if (isThere && !this.has(output) && namesakes.get(stemOf(path).toLowerCase()) === 1 && written[1] >= read[1]) {
        left.named.push({ path, output });
      } else {
        left.inputs.push(path);
      }
    }
    return left;
  }

  has(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }

  nameAs(name: string): string | undefined {
    return this.#names.get(name.toLowerCase());
  }

  nameOf(input: string, ending: string): string | undefined {
    return this.#entries.get(keyOf(ending, this.#place(input)))?.output;
  }

  /**
   * Adds a name to the list before a file is written under it, so that no other run gives it to another input; a run in parallel notices that the list has
   * changed.
   */
  async claim({ path, output }: Passed): Promise<void> {
    if (this.nameOf(path, endingOf(output)) !== output) await this.#put(path, output, null, false);
  }

  /** Adds a written output to the list. `isDone`: nothing was reported that makes the exit code other than 0. */
  async add({ path, output }: Passed, isDone: boolean): Promise<void> {
    const written = await stampOf(join(this.#folder, output));
    if (written !== null) await this.#put(path, output, written, isDone);
  }

  /** Whether the list cannot be written to any more: then further work would be in vain. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async close(): Promise<void> {
    await this.#sink?.finish();
  }

  async #put(path: string, output: string, written: Stamp | null, done: boolean): Promise<void> {
    const read = this.#read.get(path);
    if (read === undefined) return;
    const entry: Entry = { output, input: this.#place(path), to: this.#to, read, written, done };
    this.#add(entry);
    // Entries are written one after the other.
    const before = this.#putting;
    this.#putting = (async () => {
      await before;
      this.#sink ??= await growingSink(join(this.#folder, LIST), this.#length);
      await this.#sink.write(Buffer.from(`${JSON.stringify(entry)}\n`));
    })();
    this.#putting.catch(() => {
      this.#isLost = true;
    });
    await this.#putting;
  }

  #add(entry: Entry): void {
    const { output, input, to } = entry;
    this.#names.set(output.toLowerCase(), output);
    this.#entries.set(keyOf(to, input), entry);
    this.#entries.set(keyOf(endingOf(output), input), entry);
  }

  #place(path: string): string {
    return relative(resolve(this.#folder), resolve(path));
  }
}

/**
 * Snaps skipped files again, up to the first with a point on a road.
 * @throws SnapError "bad-input" when the answer differs: with other roads or options the outputs would be of two kinds.
 */
export async function checkSame(passed: readonly Passed[], { target, file, matching, reading, options: { gap } }: SnapWork): Promise<void> {
  const matcher = new Matcher(file.roads, matching);
  for (const { path, output } of passed.slice(0, MOST_CHECKED)) {
    const bytes = await readInput(path);
    const again = await inFile(path, () => snapTrackFile({ bytes, name: path, reading, gap, to: target.format }, matcher, {}));
    const place = join(target.path, output);
    const there = await inFile(place, () => readFile(place));
    if (!there.equals(again.bytes)) {
      throw new SnapError(
        "bad-input",
        `${path} has another answer in ${place} than these roads and options give; --resume goes on only with those it was begun with; without it, all files are snapped again.`,
      );
    }
    if (again.summary.snapped > 0) return;
  }
}

/** A sentence about the files that are skipped; null if there is nothing to say. */
export function passedWords({ listed, named, changed }: Left, of: number, folder: string): string | null {
  const all = listed.length + named.length;
  const parts: string[] = [];
  if (all > 0) parts.push(`${count(all)} of ${count(of)} files ${all === 1 ? "is" : "are"} answered in ${folder} and skipped`);
  if (named.length > 0)
    parts.push(`${count(named.length)} of these by the name of the output alone, because it was not written with --resume`);
  if (changed > 0)
    parts.push(`${count(changed)} ${changed === 1 ? "is" : "are"} snapped again, because the file or its output has changed`);
  return parts.length === 0 ? null : `${parts.join("; ")}.`;
}

const endingOf = (output: string): string => output.slice(output.lastIndexOf("."));

const keyOf = (form: string | null, place: string): string => `${form ?? ""} ${place}`;

const isNear = (a: Stamp, b: Stamp): boolean => a[0] === b[0] && Math.abs(a[1] - b[1]) < ROUNDING;

/** The stamp of a file; null if it does not exist, or is no file: a pipe of the same name is another one the next time. */
async function stampOf(path: string): Promise<Stamp | null> {
  const about = path === "-" ? null : await stat(path).catch(() => null);
  return about?.isFile() ? [about.size, about.mtimeMs] : null;
}

const isStamp = (value: unknown): value is Stamp =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

function entryOf(line: string): Entry | null {
  try {
    const { output, input, to, read, written, done } = JSON.parse(line);
    const isEntry = typeof output === "string" && /^[^/\\]+\.\w+$/.test(output) && typeof input === "string";
    return isEntry && isStamp(read) && (written === null || isStamp(written))
      ? { output, input, to, read, written, done: done === true }
      : null;
  } catch {
    return null;
  }
}

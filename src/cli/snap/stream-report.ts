// Snap stream report: what became of a stream, counted, and told on stderr; at the end, a line on stdout.
import type { SnappedLines } from "../../node/pool/messages.js";
import type { NumberedLine } from "../../node/tracks/numbered-lines.js";
import { shownPath } from "../../node/trouble.js";
import { EXIT } from "../exit.js";
import { type Io, write } from "../io.js";
import { byOptionName, count, duration, warn } from "../report.js";
import type { Answered } from "./resume.js";
import type { StreamForm, StreamWork } from "./work.js";

/** Most sentences printed about lines that were not answered, and about lines that were; further ones are counted. */
const MOST_TOLD = 20;

/** What an output had before, as far as it is told. `keys`: the answers for which no track of the input was found. */
type Before = Pick<Answered, "lines" | "refused"> & { keys: Pick<Answered["keys"], "size"> };

/** What the number of a track counts. */
const PLACE: Readonly<Record<StreamForm, string>> = { lines: "line", csv: "the track at row", gpx: "track", geojson: "feature" };

/** Counts a stream's tracks and their answers, and tells about them. */
export class StreamReport {
  readonly #began = performance.now();
  readonly #path: string;
  readonly #work: StreamWork;
  readonly #io: Io;
  /** What the answers are to. */
  readonly #what: "tracks" | "lines";
  #read = 0;
  /** The number of the last track that was read. */
  #last = 0;
  #answered = 0;
  #refused = 0;
  #warned = 0;

  constructor(path: string, work: StreamWork, io: Io) {
    this.#path = path;
    this.#work = work;
    this.#io = io;
    this.#what = work.form === "lines" && work.gap === undefined ? "lines" : "tracks";
  }

  /** Passes tracks on, and counts them. */
  async *counted(tracks: AsyncIterable<NumberedLine>): AsyncGenerator<NumberedLine> {
    for await (const track of tracks) {
      this.#read++;
      this.#last = track.number;
      yield track;
    }
  }

  /** Counts what has been written, and tells what was wrong with it. */
  add({ lines, refusals, warnings }: Omit<SnappedLines, "bytes">): void {
    this.#answered += lines;
    for (const text of refusals) if (this.#refused++ < MOST_TOLD) this.#tell(text);
    if (!this.#work.quiet) for (const text of warnings) if (this.#warned++ < MOST_TOLD) this.#tell(text);
  }

  /** Tells how many warnings and errors there were. */
  counts(): void {
    const untold = Math.max(0, this.#refused - MOST_TOLD) + Math.max(0, this.#warned - MOST_TOLD);
    if (untold > 0) this.#tell(`${count(untold)} more warnings and errors are left out.`);
    if (this.#refused > 0) this.#tell(`${count(this.#refused)} of ${count(this.#read)} ${this.#what} could not be snapped.`);
  }

  /** Tells that the stream was stopped before anything was read. */
  stoppedAtOnce(by: NodeJS.Signals | null): void {
    this.#tell(`stopped by ${by} before its first track had arrived.`);
  }

  /** Tells where the stream was stopped, and what is kept: nothing if the output is written as a whole or not at all. */
  stopped(by: NodeJS.Signals | null, isWholeFile: boolean): void {
    const { target, form, gap } = this.#work;
    const resume = target.format === "ndjson" ? "--resume" : "--resume into -o FILE.ndjson";
    const done = gap === undefined ? `all ${this.#what} up to it are answered` : "all trips that had ended are answered";
    const kept = isWholeFile ? `nothing is written; ${resume} would keep what is done` : done;
    // The trip that ended last need not have begun last, so no row is named.
    const where = gap === undefined ? ` after ${PLACE[form]} ${this.#last}` : "";
    this.#tell(`stopped by ${by}${where}; ${kept}.`);
  }

  /** Tells that the stream has been read to its end; returns the exit code. `before`: what the output had, less the answers that were found in the input. */
  async finished(before: Before | null): Promise<number> {
    const { target, quiet } = this.#work;
    const strange = before?.keys.size ?? 0;
    if (strange > 0) {
      const answers = strange === 1 ? "1 answer" : `${count(strange)} answers`;
      const belong = strange === 1 ? "belongs" : "belong";
      this.#tell(
        `${answers} in ${target.path} ${belong} to no track of this input: was the file begun with another input, or other options?`,
      );
    }
    if (target.kind === "file" && !quiet) await write(this.#io.stdout, `${target.path}: ${this.#summary(before)}.\n`);
    return this.#refused + (before?.refused ?? 0) + strange > 0 ? EXIT.badInput : EXIT.done;
  }

  #summary(before: Before | null): string {
    const answers = this.#answered === 1 ? this.#what.slice(0, -1) : this.#what;
    const refused = before?.refused ? `, ${count(before.refused)} of them could not be snapped` : "";
    const there = before && before.lines > 0 ? `; ${count(before.lines)} were there before${refused}` : "";
    return `${count(this.#answered)} ${answers} answered in ${duration(performance.now() - this.#began)}${there}`;
  }

  #tell(text: string): void {
    warn(`${shownPath(this.#path)}: ${byOptionName(text)}`, this.#io);
  }
}

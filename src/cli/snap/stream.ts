// Snap stream: answers a stream of tracks (each a line of NDJSON, or consecutive rows of a CSV) in order, on all cores, in memory that does not grow with the
// stream.
import { Readable } from "node:stream";
import { newFile } from "../../node/atomic.js";
import { until } from "../../node/pool/flow.js";
import type { MatcherPool } from "../../node/pool/pool.js";
import { openCsvTracks } from "../../node/tracks/csv-tracks.js";
import { readLines } from "../../node/tracks/lines.js";
import type { LineReading, NumberedLine } from "../../node/tracks/numbered-lines.js";
import { lineTracks } from "../../node/tracks/point-lines.js";
import type { TrackStream } from "../../node/tracks/track-groups.js";
import { inFile, shownPath } from "../../node/trouble.js";
import { EXIT } from "../exit.js";
import { type Io, write } from "../io.js";
import type { Target } from "../outputs.js";
import { byOptionName, count, duration, plain } from "../report.js";
import type { Brake } from "./brake.js";
import type { StreamInput } from "./input.js";
import { growingSink, ReaderLeft, type Sink, stdoutSink } from "./output.js";
import { type Answered, readAnswered, withoutAnswered } from "./resume.js";

export interface StreamOptions {
  /** Whether the input is a CSV and not NDJSON. */
  isCsv: boolean;
  /** Whether to continue where the output ends. */
  resume: boolean;
  quiet: boolean;
  /** Seconds of silence that end a trip, if points of many travellers are mixed. */
  gap?: number;
  reading: LineReading;
}

/** Most sentences printed about lines that were not answered, and about lines that were; further ones are counted. */
const MOST_TOLD = 20;

/**
 * Answers a stream line by line; returns the exit code. A line that cannot be snapped is answered by an error with its number, and reported; the others go on.
 * The brake ends the stream behind the lines that have been read.
 * @throws SnapError when the input cannot be read further, or the output cannot be written.
 */
export async function snapStream(
  input: StreamInput,
  target: Target,
  pool: MatcherPool,
  brake: Brake,
  options: StreamOptions,
  io: Io,
): Promise<number> {
  const began = performance.now();
  const { isCsv, gap, quiet } = options;
  const tell = (text: string) => io.stderr.write(`roadsnap: ${plain(`${shownPath(input.path)}: ${byOptionName(text)}`)}\n`);
  const answered = options.resume ? await readAnswered(target.path) : null;
  const opened = await inFile(input.path, () => tracksOf(input, target, options, brake.pulled));
  if (opened === null) {
    tell(`stopped by ${brake.by} before its first track had arrived.`);
    return brake.exitCode;
  }
  const { tracks, form } = opened;
  const sink = await sinkOf(target, answered, io);
  const sum = { read: 0, last: 0, answered: 0, refused: 0, warned: 0 };
  let isCut = false;
  const read = async function* () {
    isCut = yield* until(tracks, brake.pulled);
  };
  const counted = async function* () {
    for await (const track of read()) {
      sum.read++;
      sum.last = track.number;
      yield track;
    }
  };
  const again = (track: NumberedLine) => pool.snapTracks({ tracks: Readable.from([track]), form, header: "", warnings: [] });
  const left = answered ? withoutAnswered(counted(), answered, form, again) : counted();
  const isWholeFile = target.kind === "file" && !options.resume;
  try {
    await inFile(input.path, async () => {
      for await (const part of pool.snapTracks({ ...opened, tracks: left })) {
        await sink.write(part.bytes);
        sum.answered += part.lines;
        for (const text of part.refusals) if (sum.refused++ < MOST_TOLD) tell(text);
        if (!quiet) for (const text of part.warnings) if (sum.warned++ < MOST_TOLD) tell(text);
      }
    });
    // A file that is written as a whole or not at all is not written if the stream was cut off.
    if (isCut && isWholeFile) await sink.giveUp();
    else await sink.finish();
  } catch (error) {
    await sink.giveUp();
    if (error instanceof ReaderLeft) return EXIT.done;
    throw error;
  }
  const untold = Math.max(0, sum.refused - MOST_TOLD) + Math.max(0, sum.warned - MOST_TOLD);
  if (untold > 0) tell(`${count(untold)} more warnings and errors are left out.`);
  const what = isCsv || gap !== undefined ? "tracks" : "lines";
  if (sum.refused > 0) tell(`${count(sum.refused)} of ${count(sum.read)} ${what} could not be snapped.`);
  if (isCut) {
    const resume = target.format === "ndjson" ? "--resume" : "--resume into -o FILE.ndjson";
    const done = gap === undefined ? `all ${what} up to it are answered` : "all trips that had ended are answered";
    const kept = isWholeFile ? `nothing is written; ${resume} would keep what is done` : done;
    // The trip that ended last need not have begun last, so no row is named.
    const where = gap === undefined ? ` after ${isCsv ? "the track at row" : "line"} ${sum.last}` : "";
    tell(`stopped by ${brake.by}${where}; ${kept}.`);
    return brake.exitCode;
  }
  const strange = answered?.keys.size ?? 0;
  if (strange > 0) {
    const answers = strange === 1 ? "1 answer" : `${count(strange)} answers`;
    const belong = strange === 1 ? "belongs" : "belong";
    tell(`${answers} in ${target.path} ${belong} to no track of this input: was the file begun with another input, or other options?`);
  }
  if (target.kind === "file" && !quiet) {
    const before = answered?.refused ? `, ${count(answered.refused)} of them could not be snapped` : "";
    const there = answered && answered.lines > 0 ? `; ${count(answered.lines)} were there before${before}` : "";
    const answers = sum.answered === 1 ? what.slice(0, -1) : what;
    await write(
      io.stdout,
      `${target.path}: ${count(sum.answered)} ${answers} answered in ${duration(performance.now() - began)}${there}.\n`,
    );
  }
  return sum.refused + (answered?.refused ?? 0) + strange > 0 ? EXIT.badInput : EXIT.done;
}

/** The tracks of an input. Null if the signal fires while the beginning of a CSV is awaited, which may take long with a slow source. */
async function tracksOf(input: StreamInput, target: Target, options: StreamOptions, signal: AbortSignal): Promise<TrackStream | null> {
  const { isCsv, gap, reading } = options;
  if (!isCsv) return lineTracks(readLines(input.pieces), reading, gap);
  const to = target.format === "csv" ? "csv" : "ndjson";
  const opened = await openCsvTracks(until(input.pieces, signal), reading, { to, gap }).catch((error) => {
    if (!signal.aborted) throw error;
  });
  return signal.aborted ? null : (opened ?? null);
}

function sinkOf({ kind, path }: Target, answered: Answered | null, io: Io): Sink | Promise<Sink> {
  if (kind === "stdout") return stdoutSink(io);
  return answered ? growingSink(path, answered) : newFile(path);
}

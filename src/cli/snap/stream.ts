// Snap stream: answers a stream of tracks in order, on all cores, in memory that does not grow with the stream. Each is a line of NDJSON, consecutive rows of a
// CSV, or an element of a document.
import { Readable } from "node:stream";
import { until } from "../../node/pool/flow.js";
import type { MatcherPool } from "../../node/pool/pool.js";
import { openCsvTracks } from "../../node/tracks/csv-tracks.js";
import { openDocumentTracks } from "../../node/tracks/document-tracks.js";
import { type Pieces, readLines } from "../../node/tracks/lines.js";
import type { NumberedLine } from "../../node/tracks/numbered-lines.js";
import { lineTracks } from "../../node/tracks/point-lines.js";
import type { TrackStream } from "../../node/tracks/track-groups.js";
import { inFile } from "../../node/trouble.js";
import { EXIT } from "../exit.js";
import type { Io } from "../io.js";
import type { Brake } from "./brake.js";
import type { StreamInput } from "./input.js";
import { ReaderLeft, sinkOf } from "./output.js";
import { readAnswered, withoutAnswered } from "./resume.js";
import { StreamReport } from "./stream-report.js";
import type { StreamWork } from "./work.js";

/**
 * Answers a stream line by line; returns the exit code. A line that cannot be snapped is answered by an error with its number, and reported; the others go on.
 * The brake ends the stream behind the lines that have been read.
 * @throws SnapError when the input cannot be read further, or the output cannot be written.
 */
export async function snapStream(input: StreamInput, work: StreamWork, pool: MatcherPool, brake: Brake, io: Io): Promise<number> {
  const { target, resume } = work;
  const report = new StreamReport(input.path, work, io);
  const answered = resume ? await readAnswered(target.path) : null;
  const opened = await inFile(input.path, () => tracksOf(input, work, brake.pulled));
  if (opened === null) {
    report.stoppedAtOnce(brake.by);
    return brake.exitCode;
  }
  const { tracks, form } = opened;
  const sink = await sinkOf(target, answered, io);
  let isCut = false;
  const read = async function* () {
    isCut = yield* until(tracks, brake.pulled);
  };
  const again = (track: NumberedLine) => pool.snapTracks({ tracks: Readable.from([track]), form, header: "", warnings: [] });
  const counted = report.counted(read());
  const left = answered ? withoutAnswered(counted, answered, form, again) : counted;
  const isWholeFile = target.kind === "file" && !resume;
  try {
    await inFile(input.path, async () => {
      for await (const part of pool.snapTracks({ ...opened, tracks: left })) {
        await sink.write(part.bytes);
        report.add(part);
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
  report.counts();
  if (isCut) {
    report.stopped(brake.by, isWholeFile);
    return brake.exitCode;
  }
  return report.finished(answered);
}

/** The tracks of an input. Null if the signal fires while the beginning of a CSV or a document is awaited, which may take long with a slow source. */
async function tracksOf(input: StreamInput, work: StreamWork, signal: AbortSignal): Promise<TrackStream | null> {
  const { target, form, gap, reading } = work;
  if (form === "lines") return lineTracks(readLines(input.pieces), reading, gap);
  const pieces = allOrStopped(input.pieces, signal);
  const to = target.format === "csv" ? "csv" : "ndjson";
  const opening = form === "csv" ? openCsvTracks(pieces, reading, { to, gap }) : openDocumentTracks(pieces, reading, form, gap);
  const opened = await opening.catch((error) => {
    if (!signal.aborted) throw error;
  });
  return signal.aborted ? null : (opened ?? null);
}

/** The pieces until the signal fires, which is an error: they must not be taken for a file that breaks off there. */
async function* allOrStopped(pieces: Pieces, signal: AbortSignal): AsyncGenerator<Uint8Array | string, void, undefined> {
  yield* until(pieces, signal);
  signal.throwIfAborted();
}

// MatcherPool: many tracks on all cores, over one copy of the roads.
import { badOption, SnapError } from "../../errors.js";
import type { EchoPlan } from "../../export/echo.js";
import { TRACK_FORMATS, trackLimits } from "../../import/tracks/track-input.js";
import type { Match } from "../../match/result/result.js";
import { checkTrack } from "../../match/track/columns.js";
import { checkRoads, type RoadGraph } from "../../roads/graph.js";
import { unableToComplete } from "../../snap/envelope.js";
import { SnapToRoads } from "../../snap/execute.js";
import type { ExecuteInput } from "../../snap/parameters.js";
import { stringifyResponse } from "../../snap/response.js";
import { type Failure, unpackError } from "../failure.js";
import { openCsvTracks } from "../tracks/csv-tracks.js";
import { openDocumentTracks } from "../tracks/document-tracks.js";
import { checkMany, type Pieces, type TooLong } from "../tracks/lines.js";
import type { NumberedLine } from "../tracks/numbered-lines.js";
import { lineTracks } from "../tracks/point-lines.js";
import type { JoinedFile, SnappedFile } from "../tracks/track-file.js";
import type { TrackStream } from "../tracks/track-groups.js";
import { copied, shared } from "./copies.js";
import { gather, inOrder, until } from "./flow.js";
import { idBefore, joinAnswers, placeName, refuseLine } from "./lines.js";
import { type FileAnswer, isFailure, type PlanJob, type SnappedBytes, type SnappedLines } from "./messages.js";
import {
  type CallOptions,
  checkCall,
  checkGap,
  type PoolOptions,
  type SnapCsvOptions,
  type SnapDocumentOptions,
  type SnapFileOptions,
  type SnapLinesOptions,
  settlePool,
} from "./options.js";
import { joinParts, packTrack, splitParts, unpackMatch } from "./packing.js";
import { type AnyTrack, type Matched, matchedOf, type PackedTrack, packOrRefuse } from "./tracks.js";
import { allowAnyListeners, WorkerDied, Workers } from "./workers.js";

/** Numbers (of tracks) and characters (of lines) that are worth a message: some ten milliseconds of work. */
const BATCH_NUMBERS = 1 << 14;
const BATCH_CHARACTERS = 1 << 16;
/** The fixed cost of a track or a line, in the same units: it limits a batch to so many empty ones. */
const ITEM_NUMBERS = BATCH_NUMBERS / 256;
const ITEM_CHARACTERS = BATCH_CHARACTERS / 256;
/** Batches in progress or waiting, for each thread. */
const AHEAD = 4;
/** How often a track is tried on which workers die. */
const TRIES = 2;

/**
 * Matches on several threads what one `Matcher` would match, with the same answers to the bit. A worker that dies is replaced; its job is tried once more and
 * then reported, and nothing else is lost.
 */
export class MatcherPool {
  /** Worker threads. */
  readonly threads: number;
  readonly #workers: Workers;
  readonly #maxQueue: number;
  /** Fires when the pool is closed; everything that waits listens to it. */
  readonly #closing = new AbortController();
  #calls = 0;

  /**
   * Starts the workers. The roads are not copied if `roads.data` is a SharedArrayBuffer (`openRoads(path, { sharedMemory: true })`); otherwise they are copied
   * once.
   * @throws SnapError "bad-input" for what are no roads, "bad-option" for an option that is unknown or out of range.
   */
  constructor(roads: RoadGraph, options: PoolOptions = {}) {
    checkRoads(roads, "The pool's");
    const { threads, maxQueue, maxMemory, matcher, service } = settlePool(options, roads.arcCount);
    new SnapToRoads(roads, service);
    this.threads = threads;
    this.#maxQueue = maxQueue;
    this.#workers = new Workers({ data: shared(roads.data), matcher, service }, threads, maxMemory);
  }

  /**
   * Matches one track.
   * @throws SnapError "bad-input" as {@link Matcher.match} does, and for what is no track; "aborted" when the signal fires, which stops the
   * computation, or the pool is closed; "limit" when `maxQueue` is reached or a worker twice ran out of memory at it.
   */
  async match(track: AnyTrack, options: CallOptions = {}): Promise<Match> {
    checkCall(options, ["signal"]);
    checkTrack(track, "The track");
    const packed = packTrack(track);
    const { answers } = await this.#call(() => this.#match([packed], null, TRIES, options.signal)).catch((error) => {
      throw error instanceof WorkerDied ? error.during("The track") : error;
    });
    const [answer] = answers;
    if (isFailure(answer)) throw unpackError(answer);
    return unpackMatch(answer);
  }

  /**
   * Matches a stream of tracks; one answer for each, in their order. Reads ahead of what is consumed by no more than some tracks per thread.
   * @throws SnapError "aborted"; whatever the stream throws, after the tracks before have been answered.
   */
  async *matchAll(
    tracks: Iterable<AnyTrack> | AsyncIterable<AnyTrack>,
    options: CallOptions = {},
  ): AsyncGenerator<Matched, void, undefined> {
    checkCall(options, ["signal"]);
    checkMany("tracks", tracks, "an iterable or a stream of them");
    const items = async function* (): AsyncGenerator<PackedTrack> {
      let number = 0;
      for await (const track of tracks) yield packOrRefuse(track, ++number);
    };
    const rooms: Float64Array[] = [];
    // Unpacked one by one, as they are consumed: the objects of many tracks at once would survive a garbage collection.
    const flow: Flow<PackedTrack, () => Matched> = {
      size: ({ packed }) => ITEM_NUMBERS + packed.length,
      most: BATCH_NUMBERS,
      send: async (batch, tries, stop) => {
        const tracks = batch.map(({ packed }) => packed);
        const { answers, room } = await this.#match(tracks, rooms.pop() ?? null, tries, stop);
        let left = answers.length;
        return answers.map((answer, i) => () => {
          const matched = matchedOf(batch[i], answer);
          if (--left === 0) rooms.push(room);
          return matched;
        });
      },
      refuse:
        ({ number }, death) =>
        () => ({ error: death.during(`Track ${number}`) }),
    };
    for await (const unpack of this.#stream(items(), flow, options.signal)) yield unpack();
  }

  /**
   * Answers lines of NDJSON, each a track, with the line that `writeNdjson` gives for it: same order, nothing between them. A line without a
   * result gives `{"id", "error", "line"}` with its number from 1; blank lines are counted and give nothing. A line that holds several
   * tracks (features with track ids) gives a line for each.
   * @throws as {@link matchAll}.
   */
  async *snapLines(lines: AsyncIterable<string | TooLong>, options: SnapLinesOptions = {}): AsyncGenerator<string, void, undefined> {
    for await (const { bytes } of this.#snapLines(lines, options)) {
      for (const line of Buffer.from(bytes.buffer, 0, bytes.length).toString().split("\n").slice(0, -1)) {
        this.#workers.refuse(options.signal);
        yield line;
      }
    }
  }

  /** As {@link snapLines}, for passing on: the answers of many lines together as UTF-8, with the sentences about them. */
  async *snapBytes(lines: AsyncIterable<string | TooLong>, options: SnapLinesOptions = {}): AsyncGenerator<SnappedBytes, void, undefined> {
    for await (const answer of this.#snapLines(lines, options)) yield owned(answer);
  }

  #snapLines(lines: AsyncIterable<string | TooLong>, options: SnapLinesOptions): AsyncGenerator<SnappedLines, void, undefined> {
    checkCall(options);
    const { signal, gap, ...reading } = options;
    trackLimits(reading);
    checkGap(gap);
    return this.snapTracks(lineTracks(lines, reading, gap), signal);
  }

  /**
   * Answers a CSV of any size track by track: consecutive rows with the same track. The answer is NDJSON, one track a line as in {@link snapLines}; or CSV, the
   * rows with the columns of `writeCsv`, `line_id` counted within each track. Memory does not grow with the file, only with its longest tracks, and by 100
   * bytes for each track.
   * @throws SnapError "bad-input" when no column has the track ids, or the rows of most tracks are not consecutive; as {@link matchAll}.
   */
  async *snapCsv(pieces: Pieces, options: SnapCsvOptions = {}): AsyncGenerator<SnappedBytes, void, undefined> {
    checkCall(options);
    const { signal, to = "ndjson", gap, ...reading } = options;
    if (to !== "ndjson" && to !== "csv") throw badOption("to", to, "ndjson or csv");
    checkGap(gap);
    yield* this.#snapPieces(pieces, (all) => openCsvTracks(all, reading, { to, gap }), signal);
  }

  /**
   * Answers a GPX or a GeoJSON collection of any size track by track: the `trk` elements of the one, the lines among the features of the other; all else in it is
   * ignored, with a warning. The answer is NDJSON, one track a line as in {@link snapLines}; the number of an error is that of the element or feature. Memory
   * does not grow with the file, only with its longest tracks.
   * @throws SnapError "bad-input" when it is no such document or has no tracks, which may show only at its end; as {@link matchAll}.
   */
  async *snapDocument(pieces: Pieces, options: SnapDocumentOptions): AsyncGenerator<SnappedBytes, void, undefined> {
    checkCall(options);
    const { signal, format, gap, ...reading } = options;
    if (format !== "gpx" && format !== "geojson") throw badOption("format", format, "gpx or geojson");
    trackLimits(reading);
    checkGap(gap);
    yield* this.#snapPieces(pieces, (all) => openDocumentTracks(all, reading, format, gap), signal);
  }

  async *#snapPieces(
    pieces: Pieces,
    open: (pieces: Pieces) => Promise<TrackStream>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<SnappedBytes, void, undefined> {
    checkMany("pieces", pieces, "a stream of bytes or text, such as createReadStream(path)");
    const { stop, release } = this.#stopper(signal);
    try {
      const stream = await open(until(pieces, stop)).catch((error) => {
        this.#workers.refuse(stop);
        throw error;
      });
      for await (const answer of this.snapTracks(stream, stop)) yield owned(answer);
    } finally {
      release();
    }
  }

  /**
   * As {@link snapBytes}, for lines or rows that were made into tracks already: for the command, which leaves some of them out. The bytes are valid until the
   * next ones are read, which may be in the same memory.
   * @internal
   */
  async *snapTracks(stream: TrackStream, signal?: AbortSignal): AsyncGenerator<SnappedLines, void, undefined> {
    try {
      yield* this.#snapTracks(stream, signal);
    } finally {
      stream.close?.();
    }
  }

  async *#snapTracks({ tracks, form, header, warnings }: TrackStream, signal?: AbortSignal): AsyncGenerator<SnappedLines, void, undefined> {
    const beside = (text: string) => joinAnswers([{ text, lines: 0, refusals: [], warnings: warnings.splice(0) }], null);
    if (header !== "") yield beside(header);
    const rooms: SharedArrayBuffer[] = [];
    const flow: Flow<NumberedLine, SnappedLines> = {
      size: ({ line }) => ITEM_CHARACTERS + (typeof line === "string" ? line.length : 0),
      most: BATCH_CHARACTERS,
      send: async (batch, tries, stop) => [
        await this.#workers.run("snapLines", { ...form, lines: batch, room: rooms.pop() ?? null }, tries, stop),
      ],
      refuse: (line, death) => joinAnswers([refuseLine([idBefore(line)], line, form, death.during(placeName(line, form)).message)], null),
    };
    for await (const answer of this.#stream(tracks, flow, signal)) {
      yield { ...answer, warnings: [...warnings.splice(0), ...answer.warnings] };
      rooms.push(answer.bytes.buffer);
    }
    if (warnings.length > 0) yield beside("");
  }

  /**
   * Reads, matches and writes a file of tracks, as `readTracks`, `snapPoints` and the writers do one after the other.
   * @throws SnapError as `readTracks` does, "bad-input" when tracks are to be parted by a `gap` and no point says when it was; and as {@link match}.
   */
  async snapFile(bytes: Uint8Array, options: SnapFileOptions = {}): Promise<SnappedFile> {
    checkCall(options);
    const { signal, name = "", gap, to = null, ...reading } = options;
    trackLimits(reading);
    checkGap(gap);
    if (to !== null && !TRACK_FORMATS.includes(to)) throw badOption("to", to, `one of ${TRACK_FORMATS.join(", ")}`);
    return this.#file(() => this.#workers.run("snapFile", { bytes, name, reading, gap, to }, TRIES, signal));
  }

  /**
   * As {@link snapFile}, for a file that is one of several in one text.
   * @internal
   */
  snapJoined(file: JoinedFile): Promise<SnappedFile> {
    return this.#file(() => this.#workers.run("snapFile", file, TRIES, undefined));
  }

  /**
   * The columns that a file's points bring into a CSV of several files.
   * @throws SnapError as {@link snapFile} does.
   * @internal
   */
  planJoined(file: PlanJob): Promise<EchoPlan> {
    return this.#file(() => this.#workers.run("planFile", file, TRIES, undefined));
  }

  /**
   * Answers a request as `SnapToRoads.execute` does, as the text of the response: compact, or indented when `pretty`. Whatever is wrong with the
   * request is an error envelope, and so is a worker that died of it.
   * @throws SnapError "aborted" when the signal fires, which stops the computation, or the pool is closed; "limit" when `maxQueue` is reached;
   * "bad-input" for what cannot be sent to a worker, a function among the parameters.
   */
  async execute(request: ExecuteInput, options: CallOptions & { pretty?: boolean | undefined } = {}): Promise<string> {
    checkCall(options, ["signal", "pretty"]);
    const { pretty = false, signal } = options;
    const parameters = typeof request === "object" && request !== null ? copied(request) : request;
    return this.#call(() =>
      this.#workers.run("execute", { parameters, pretty }, TRIES, signal).catch((error) => {
        if (!(error instanceof WorkerDied)) throw error;
        return stringifyResponse(unableToComplete(500, error.during("The request").message));
      }),
    );
  }

  /**
   * For the server, whose health may be asked for while all workers are busy.
   * @throws SnapError "internal" when no worker starts any more, "aborted" when the pool is closed.
   * @internal
   */
  check(): void {
    this.#workers.refuse(undefined);
  }

  /** Stops the workers. What they are at and what waits for them is given up: SnapError "aborted". */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#workers.close();
  }

  /** A signal that fires when the caller's does or the pool is closed. It has to be released. */
  #stopper(signal: AbortSignal | undefined): { stop: AbortSignal; release: () => void } {
    const controller = new AbortController();
    const signals = [this.#closing.signal, ...(signal ? [signal] : [])];
    const abort = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
    for (const one of signals) {
      allowAnyListeners(one);
      one.addEventListener("abort", abort);
    }
    if (signals.some(({ aborted }) => aborted)) abort();
    const release = () => {
      for (const one of signals) one.removeEventListener("abort", abort);
      abort();
    };
    return { stop: controller.signal, release };
  }

  async #file<Answer extends object>(work: () => Promise<FileAnswer<Answer>>): Promise<Answer> {
    const answer = await this.#call(work).catch((error) => {
      throw error instanceof WorkerDied ? error.during("The file") : error;
    });
    if ("failure" in answer) throw unpackError(answer.failure);
    return answer;
  }

  /** The answer to each packed track, in one message. The matches are views of `room`: the given one, or a larger one. */
  async #match(tracks: readonly Float64Array[], given: Float64Array | null, tries: number, signal?: AbortSignal) {
    const { matches: room, failures } = await this.#workers.run("match", { tracks: joinParts(tracks), room: given }, tries, signal);
    let failed = 0;
    const answers = splitParts(room).map((match): Float64Array | Failure => (match.length > 0 ? match : failures[failed++]));
    return { answers, room };
  }

  async #call<R>(work: () => Promise<R>): Promise<R> {
    if (this.#calls >= this.threads + this.#maxQueue) {
      throw new SnapError("limit", `The pool is busy, and as many calls are waiting as maxQueue allows (${this.#maxQueue}).`);
    }
    this.#calls++;
    try {
      return await work();
    } finally {
      this.#calls--;
    }
  }

  /**
   * The answers to a stream, which goes through the workers in batches. A batch on which a worker dies is split, so that each item is tried alone. No answers
   * are given once nobody wants them.
   */
  async *#stream<T, R>(items: AsyncIterable<T>, flow: Flow<T, R>, signal?: AbortSignal): AsyncGenerator<R, void, undefined> {
    const { stop, release } = this.#stopper(signal);
    const work = async (batch: readonly T[]): Promise<R[]> => {
      const single = batch.length === 1;
      try {
        return await flow.send(batch, single ? TRIES : 1, stop);
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error;
        if (single) return [flow.refuse(batch[0], error)];
        const answers: R[] = [];
        for (const item of batch) answers.push(...(await work([item])));
        return answers;
      }
    };
    try {
      for await (const answers of inOrder(gather(until(items, stop), flow.size, flow.most), work, AHEAD * this.threads)) {
        for (const answer of answers) {
          this.#workers.refuse(stop);
          yield answer;
        }
      }
      this.#workers.refuse(stop);
    } finally {
      // If left early, nobody wants what is still in progress.
      release();
    }
  }
}

/** A copy of an answer: a writer may still be using it when the next one overwrites its memory. */
function owned(answer: SnappedLines): SnappedBytes {
  return { ...answer, bytes: answer.bytes.slice() };
}

/** How a stream's items go through the workers. */
interface Flow<T, R> {
  size(item: T): number;
  /** Size of a batch. */
  most: number;
  send(batch: readonly T[], tries: number, signal: AbortSignal): Promise<R[]>;
  /** The answer to an item on which workers died. */
  refuse(item: T, death: WorkerDied): R;
}

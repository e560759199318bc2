// Snap room: what is said of files that are too large to be read whole, or may be.
import { constants } from "node:buffer";
import { SnapError } from "../../errors.js";
import { type ReadTracksOptions, type TrackFormat, trackLimits } from "../../import/tracks/track-input.js";
import { byOptionName, bytes, count } from "../report.js";

/** Most bytes of memory that each point of a file read whole takes, by the road lines of its track: those of fixes a second apart take a third. */
const POINT_BYTES = 2000;
/** The way out for what is too large to be read whole. */
const TRACK_BY_TRACK =
  "A file of any size can be snapped track by track: NDJSON with a track a line; with --stream a CSV in which the rows of a track stand together, and into NDJSON a GPX or the lines of a GeoJSON (docs/streams.md).";

/** Fewest bytes of memory that each point of a file read whole takes, and each byte of the file while it is read: with more, there is no hope. */
const LEAST_POINT_BYTES = 400;
const LEAST_PER_BYTE = 2;
/** Fewest bytes of memory for each row of a CSV, point of a GPX, or bracket of JSON that opens: one or more for each point. */
const LEAST_RECORD_BYTES = 300;
const [SPACE, LINE_FEED, OPEN_TAG, OPEN_LIST, OPEN_OBJECT] = Buffer.from(" \n<[{");
const POINT_TAG = Buffer.from("<trkpt");
/** Most characters of a text, and the fewest that the answer to a point has in each format. */
const MOST_TEXT = constants.MAX_STRING_LENGTH;
const LEAST_ANSWER: Readonly<Record<TrackFormat, number>> = { csv: 30, ndjson: 100, execute: 100, geojson: 140, gpx: 140 };

/** The room for a file that is read whole: what is certainly too large is refused while it is read, before hours of work. */
export class Room {
  /** The options for reading, with limits by which the file may yet fit. */
  readonly reading: ReadTracksOptions;
  readonly #most: number;
  readonly #pointsInMemory: number;
  readonly #pointsInText: number;

  /** `format`: that of the answer if all files have one together; else null. `most`: bytes that objects may take in this process. */
  constructor(given: ReadTracksOptions, format: TrackFormat | null, most: number) {
    const { maxBytes, maxPoints } = trackLimits(given);
    this.#most = most;
    this.#pointsInMemory = Math.floor(most / LEAST_POINT_BYTES);
    this.#pointsInText = format === null ? Number.POSITIVE_INFINITY : Math.floor(MOST_TEXT / LEAST_ANSWER[format]);
    this.reading = {
      ...given,
      maxBytes: Math.min(maxBytes, Math.max(1, Math.floor(most / LEAST_PER_BYTE))),
      maxPoints: Math.min(maxPoints, this.#pointsInMemory, this.#pointsInText),
    };
  }

  /**
   * Counts the points of a file that is not packed, before it is parsed: their objects would end the process.
   * @throws SnapError "limit" when there are more than can fit into memory.
   */
  check(bytes: Uint8Array): void {
    const most = Math.floor(this.#most / LEAST_RECORD_BYTES);
    if (bytes.length < most) return;
    const { records, what } = recordsIn(bytes);
    if (records <= most) return;
    throw new SnapError("limit", `It has some ${count(records)} ${what}, and at most ${count(most)} can be read.`, {
      maxPoints: this.#pointsInMemory,
    });
  }

  /**
   * A warning before hours of work that may end in Node's report of a full memory, or by the system's hand; null if there is room. `points`: of all files that
   * are kept; `free`: bytes that the machine or the container had.
   */
  warning(points: number, free: number): string | null {
    const most = this.#most;
    const needed = points * POINT_BYTES;
    if (needed <= Math.min(most, free)) return null;
    const room =
      most < free
        ? `Node gives objects ${bytes(most)}, or more with NODE_OPTIONS=--max-old-space-size=${Math.ceil(needed / 2 ** 20)}`
        : `${bytes(free)} were free`;
    return `${count(points)} points in memory may take ${bytes(needed)}, and ${room}. ${TRACK_BY_TRACK}`;
  }

  /** Adds to the error for a file too large to be read whole why that is, and that it may be streamed; not if it is nested too deep, or the system lacks room. */
  withWayOut(error: unknown): unknown {
    if (!(error instanceof SnapError && error.code === "limit")) return error;
    const { details } = error;
    if ("maxDepth" in details || "systemCode" in details) return error;
    const why = this.#why(details);
    return new SnapError("limit", `${byOptionName(error.message)} ${why}${TRACK_BY_TRACK}`, details);
  }

  #why({ maxPoints, maxBytes }: SnapError["details"]): string {
    if (maxPoints === this.#pointsInText && this.#pointsInText < this.#pointsInMemory)
      return "The answer to more is too long for one text. ";
    if (maxPoints !== this.#pointsInMemory && maxBytes !== Math.floor(this.#most / LEAST_PER_BYTE)) return "";
    return `More do not fit into the ${bytes(this.#most)} that Node gives objects; NODE_OPTIONS=--max-old-space-size=${Math.ceil(this.#most / 2 ** 19)} gives twice as much. `;
  }
}

/** How many rows, points or brackets there are, by what the text begins with. `what`: their name, for a sentence. */
function recordsIn(bytes: Uint8Array): { records: number; what: string } {
  const first = bytes.find((byte) => byte > SPACE && byte < 0x80);
  if (first === OPEN_TAG) return { records: countOf(POINT_TAG, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)), what: "points" };
  const isJson = first === OPEN_LIST || first === OPEN_OBJECT;
  let records = 0;
  for (const byte of bytes) if (isJson ? byte === OPEN_LIST || byte === OPEN_OBJECT : byte === LINE_FEED) records++;
  return { records, what: isJson ? "brackets, one or more for each point" : "rows" };
}

function countOf(what: Buffer, text: Buffer): number {
  let found = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length)) found++;
  return found;
}

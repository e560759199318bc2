// Snap input: what a stream of tracks is read from: standard input or a file, gzipped or not, with one track a line.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isObject, SnapError } from "../../errors.js";
import { RECORD_SEPARATOR } from "../../import/content.js";
import { damagedGzip, isGzip } from "../../import/inflate.js";
import { jsonStop } from "../../import/json-stop.js";
import { sampleCsv } from "../../import/tracks/csv.js";
import type { ReadTracksOptions, TrackFormat } from "../../import/tracks/track-input.js";
import { parseTrackLine } from "../../import/tracks/track-line.js";
import { detectTrackFormat, isNdjsonName } from "../../import/tracks/tracks.js";
import { type Pieces, peek, peekLine } from "../../node/tracks/lines.js";
import type { DocumentKind } from "../../node/tracks/numbered-lines.js";
import { inFile } from "../../node/trouble.js";
import type { Io } from "../io.js";

/** Bytes read from a file at a time. */
const PIECE = 1 << 18;
/** Most bytes of a first line that is no track and no document, and most bytes behind it in which a track is looked for. */
const LOOK = 1 << 16;

type Columns = ReadTracksOptions["columns"];

/** An input whose reading has begun. */
export interface StreamInput {
  path: string;
  /** All of it, unpacked. */
  pieces: Pieces;
  /** Whether each of its lines is a track. */
  hasTrackLines: boolean;
  /** Whether it is NDJSON, with a track or a point a line. */
  hasLines: boolean;
  /** Whether it is a CSV, if it holds tracks at all: the user says so, or it begins neither as JSON nor as XML. */
  isCsv: boolean;
  /** The kind of document that it is, if it is one of tracks at all; null if it has a track a line, or is a CSV. */
  document: DocumentKind | null;
  /** Closes it, even in the middle. */
  close(): void;
}

/**
 * Looks at the beginning of an input. `from`: the format that the user gave, which overrides the look of the first line. `columns`: the names of its fields.
 * @throws SnapError naming the path.
 */
export function openInput(path: string, { from, columns }: { from?: TrackFormat; columns?: Columns }, io: Io): Promise<StreamInput> {
  return inFile(path, async () => {
    const stream = path === "-" ? io.stdin : createReadStream(path, { highWaterMark: PIECE });
    const begun = await peekLine(await unpacked(stream));
    const isNdjson = from === "ndjson";
    const asks = path === "-" && from === undefined && begun.line.length <= LOOK;
    const isOpen =
      asks &&
      objectOf(begun.line) === null &&
      !streamHasTracks(begun.line, begun.isWhole, false, columns) &&
      // The first row of a CSV may take a while to come.
      (!looksLikeCsv(begun.line) || csvTrouble(`${begun.line}\n`, columns) !== null);
    const { line, all } = isOpen ? await lookFurther(begun.line, begun.all, columns) : begun;
    const hasTrackLines =
      path === "-" ? streamHasTracks(line, begun.isWhole, isNdjson, columns) : fileHasTracks(path, line, isNdjson, columns);
    // The first line of a live source may be broken. If it is taken for a stream of tracks, it may just as well be one of points.
    const hasLines = isNdjson || isNdjsonName(path) || objectOf(line) !== null || (path === "-" && hasTrackLines);
    const isCsv = from === undefined ? looksLikeCsv(line) && !(line === "" && hasTrackLines) : from === "csv";
    const document = documentOf(line, from, hasTrackLines);
    return { path, pieces: all, hasTrackLines, hasLines, isCsv, document, close: () => void stream.destroy() };
  });
}

/**
 * If the first line is no track: the next line that is an object, unless the first line begins a document that it is part of. The first line if there is none.
 * @throws SnapError "bad-input" when it would then be a CSV but is none: that can be said before all of it is read.
 */
async function lookFurther(first: string, pieces: Pieces, columns: Columns): Promise<{ line: string; all: Pieces }> {
  const { text, all } = await peek(pieces, first.length + LOOK, (piece, text) => piece.includes("\n") && objectIn(text) !== undefined);
  const line = objectIn(text) ?? first;
  // What is no text is recognised by its bytes.
  if (line !== "" && looksLikeCsv(line) && !text.includes("\ufffd")) {
    detectTrackFormat(text);
    const trouble = csvTrouble(text, columns);
    if (trouble !== null) {
      throw new SnapError(trouble.code, `${trouble.message.replace(/\.$/, "")}; if it is NDJSON, give --from ndjson.`, trouble.details);
    }
  }
  return { line, all };
}

/** Why a text is not the beginning of a CSV with points; null if it is. */
function csvTrouble(text: string, columns: Columns): SnapError | null {
  try {
    sampleCsv(text, false, { columns });
    return null;
  } catch (error) {
    if (error instanceof SnapError && error.code === "bad-input") return error;
    throw error;
  }
}

/** The first line that is an object, or begins as a track does, behind the place where the text stops being a document. */
function objectIn(text: string): string | undefined {
  const stop = jsonStop(text);
  if (stop === null) return undefined;
  return text
    .slice(stop.at)
    .split("\n")
    .find((line) => TRACK_START.test(line) || objectOf(line) !== null);
}

/** Matches the beginning of a collection that goes on for longer than was looked at. */
const COLLECTION_START = /^\{\s*"(?:features"|type"\s*:\s*"FeatureCollection")/;

function documentOf(line: string, from: TrackFormat | undefined, hasTrackLines: boolean): DocumentKind | null {
  if (from !== undefined) return from === "gpx" || from === "geojson" ? from : null;
  if (line.startsWith("<")) return "gpx";
  const isLine = hasTrackLines && !(COLLECTION_START.test(line) && objectOf(line) === null);
  return line.startsWith("{") && !isLine ? "geojson" : null;
}

function looksLikeCsv(line: string): boolean {
  return line === "" || !["{", "[", "<", RECORD_SEPARATOR].includes(line[0]);
}

/** Matches the beginning of a line that is meant to be a track, even if it is broken. */
const TRACK_START = /^\{\s*"(?:(?:track_)?id"\s*:|points"\s*:\s*\[)/;

/** Whether a first line (or its beginning) is a track, or a broken track; not if it is one point, or the first line of something else. */
function streamHasTracks(line: string, isWhole: boolean, isNdjson: boolean, columns: Columns): boolean {
  if (line === "") return isNdjson;
  const value = objectOf(line);
  if (value !== null) return isTrack(value, line, columns);
  if (isNdjson || TRACK_START.test(line)) return true;
  // An indented document breaks its lines where a value goes on.
  return line.startsWith("{") && !(isWhole && /[[{,:]$/.test(line.trimEnd()));
}

/** As {@link streamHasTracks} for a file, which may also be a single document on one line: its name decides, or a form that only NDJSON has. */
function fileHasTracks(path: string, line: string, isNdjson: boolean, columns: Columns): boolean {
  // A part of a split file may be empty.
  if (line === "") return isNdjson || isNdjsonName(path);
  // A list of tracks, or a text sequence, is read whole.
  if (line.startsWith("[") || line.startsWith(RECORD_SEPARATOR)) return false;
  const value = objectOf(line);
  if (!isNdjson && !isNdjsonName(path)) return Array.isArray(value?.points);
  return value === null || isTrack(value, line, columns);
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isTrack(value: Record<string, unknown>, line: string, columns: Columns): boolean {
  const { type } = isObject(value.geometry) ? value.geometry : value;
  if (type === "Point") return false;
  return ["points", "features", "geometry", "coordinates"].some((key) => key in value) || !isPoint(line, columns);
}

function isPoint(line: string, columns: Columns): boolean {
  try {
    return parseTrackLine(line, 1, { columns }).points.length === 1;
  } catch {
    return false;
  }
}

async function unpacked(pieces: Pieces): Promise<Pieces> {
  const iterator = (pieces as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let first = new Uint8Array(0);
  // A pipe may deliver a single byte.
  while (first.length < 2) {
    const { done, value } = await iterator.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const all = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return isGzip(first) ? gunzipped(all()) : all();
}

/** Unpacks by Node's own stream: the input can be read only once and may be endless, so that {@link inflatePieces} could not start again. */
async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* pipeline(packed, createGunzip({ chunkSize: PIECE }), () => {});
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith("Z_") ? damagedGzip(error) : error;
  }
}

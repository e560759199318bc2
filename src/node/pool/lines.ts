// Pool lines: the contract of streams, for lines of NDJSON or tracks of a CSV: a track in, its result or an error out, each with its id.
import { SnapError } from "../../errors.js";
import { csvRows } from "../../export/csv.js";
import { writeNdjson } from "../../export/ndjson.js";
import { jsonText } from "../../export/numbers.js";
import { readCsvRows } from "../../import/tracks/csv.js";
import { readGeoJsonFeature } from "../../import/tracks/geojson-tracks.js";
import { readGpxTrack } from "../../import/tracks/gpx.js";
import { parseTrackLine, type TrackLine, trackIdInHead } from "../../import/tracks/track-line.js";
import { capital } from "../../import/tracks/track-text.js";
import type { MatchControl } from "../../match/control.js";
import type { Matcher } from "../../match/matcher.js";
import type { InputPoint } from "../../match/track/track.js";
import { coverageMessage } from "../../snap/coverage.js";
import { snapPoints } from "../../snap/points.js";
import { partAtSilences, SilenceDoubt } from "../../snap/silences.js";
import type { DocumentKind, LineForm, NumberedLine } from "../tracks/numbered-lines.js";
import { TRIP } from "../tracks/trips.js";
import type { SnappedLines } from "./messages.js";

/** The answer to one line, before it is encoded. */
export interface LineAnswer extends Omit<SnappedLines, "bytes"> {
  text: string;
}

/** Joins the answers to several lines, in the given memory if they fit. */
export function joinAnswers(answers: readonly LineAnswer[], room: SharedArrayBuffer | null): SnappedLines {
  return {
    bytes: encode(answers.map(({ text }) => text).join(""), room),
    lines: answers.reduce((sum, { lines }) => sum + lines, 0),
    refusals: answers.flatMap(({ refusals }) => refusals),
    warnings: answers.flatMap(({ warnings }) => warnings),
  };
}

function encode(text: string, given: SharedArrayBuffer | null): Uint8Array<SharedArrayBuffer> {
  const size = Buffer.byteLength(text);
  const room = given !== null && given.byteLength >= size ? given : new SharedArrayBuffer(2 * size);
  Buffer.from(room).write(text);
  return new Uint8Array(room, 0, size);
}

/** Reads, matches and writes one line, or the rows of a track; never throws. */
export function answerLine(numbered: NumberedLine, form: LineForm, matcher: Matcher, control: MatchControl): LineAnswer {
  let ids: (string | null)[] | undefined;
  try {
    const track = readLine(numbered, form);
    const { trackId, points, warnings } = track;
    ids = idsOf(points, trackId);
    const { text, doubts } = answerPoints(track, numbered.number, form, matcher, control);
    return { text, lines: 1, refusals: [], warnings: [...warnings, ...doubts.map((doubt) => `${placeName(numbered, form)}: ${doubt}`)] };
  } catch (error) {
    if (error instanceof SnapError) return refuseLine(ids ?? [idOf(error, numbered)], numbered, form, error.message);
    const why = isTooLong(error)
      ? "has an answer that is too long for a text (about 500 million characters); send fewer points."
      : `could not be snapped because of a defect in the matcher: ${String(error)}.`;
    return refuseLine(ids ?? [idBefore(numbered)], numbered, form, `${placeName(numbered, form)} ${why}`);
  }
}

/** Whether an error is what engines throw for a text longer than any can be, some half a gigabyte. */
export function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && /string length/.test(error.message);
}

/**
 * The points of a line, or of rows.
 * @throws SnapError.
 */
export function readLine(numbered: NumberedLine, form: LineForm): TrackLine {
  const { line, number, id, numbers } = numbered;
  const { reading, csv, document, gap } = form;
  if (typeof line !== "string") {
    const most = `${line.maxLength} characters, the most that are read of one ${csv || document ? "track" : "line"}`;
    throw new SnapError("limit", `${placeName(numbered, form)} has more than ${most}.`);
  }
  if (document) return inPlace(numbered, form, null, () => readElement(document, line, number, form));
  if (!csv) {
    const track = parseTrackLine(line, numbers ?? number, reading);
    // Lines that were put together from points are split at silences already, and a single point has none.
    if (gap !== undefined && id === undefined && track.points.length > 1) {
      // Named by its line, as when lines are read as a file: otherwise parts of different lines would become one track.
      const name = track.trackId ?? `line ${number}`;
      inPlace(numbered, form, track.trackId, () => partAtSilences(track.points, gap, name));
    }
    return track;
  }
  const rows = inPlace(numbered, form, id ?? null, () => readCsvRows(line, csv.table, numbers ?? number, reading));
  return { isPoint: false, trackId: id ?? null, attributes: null, ...rows };
}

const ELEMENTS = { gpx: { read: readGpxTrack, word: "track" }, geojson: { read: readGeoJsonFeature, word: "feature" } } as const;

function readElement(kind: DocumentKind, text: string, number: number, { reading, gap }: LineForm): TrackLine {
  const track = ELEMENTS[kind].read(text, number, reading);
  if (gap !== undefined && track.points.length > 1) partAtSilences(track.points, gap, track.trackId);
  return { isPoint: false, attributes: null, ...track };
}

/** Adds the place to an error that is thrown, and the id under which it is answered. */
function inPlace<T>(numbered: NumberedLine, form: LineForm, trackId: string | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    throw new SnapError(error.code, `${placeName(numbered, form)}: ${error.message}`, { ...error.details, trackId });
  }
}

/** The answer's text, and warnings if the points are nowhere near the roads, or silent for long in between. */
function answerPoints(
  { trackId, points, attributes }: TrackLine,
  number: number,
  { csv, gap }: LineForm,
  matcher: Matcher,
  control: MatchControl,
) {
  if (points.length === 0) {
    const nothing = { id: trackId, points: [], lines: [], violations: [], ...(attributes && { attributes }) };
    return { text: csv?.echo ? "" : `${jsonText(nothing)}\n`, doubts: [] };
  }
  const { roads } = matcher;
  const silences = new SilenceDoubt(points);
  const matched = gap === undefined ? silences.add : undefined;
  const result = snapPoints(matcher, points, { ...control, matched });
  const coverage = coverageMessage(result, roads);
  return {
    text: csv?.echo
      ? csvRows(result, roads, csv.echo, gap === undefined ? {} : { [TRIP]: number })
      : writeNdjson(result, roads, attributes),
    doubts: [...(coverage ? [coverage.text] : []), ...silences.sentences],
  };
}

/** The output for a line without a result: an error line for each of its tracks. A CSV has no place for these. */
export function refuseLine(ids: readonly (string | null)[], { number }: NumberedLine, { csv }: LineForm, sentence: string): LineAnswer {
  const text = csv?.echo ? "" : ids.map((id) => `${jsonText({ id, error: sentence, line: number })}\n`).join("");
  return { text, lines: 1, refusals: [sentence], warnings: [] };
}

/** The place of a line, to begin a sentence. */
export function placeName({ number }: NumberedLine, { csv, document }: LineForm): string {
  if (csv) return `The track at row ${number}`;
  return document ? `${capital(ELEMENTS[document].word)} ${number}` : `Line ${number}`;
}

/** The ids that the answers to a line have, in any order; null for a track without one, and for a line that is no JSON. */
export function trackIdsOf(numbered: NumberedLine, form: LineForm): (string | null)[] {
  try {
    const { trackId, points } = readLine(numbered, form);
    return idsOf(points, trackId);
  } catch (error) {
    if (error instanceof SnapError) return [idOf(error, numbered)];
    throw error;
  }
}

/**
 * The id for the answer to a line on which workers died. The line is not parsed: that took more memory than they had, and may take more than this thread has.
 */
export function idBefore({ line, id }: NumberedLine): string | null {
  if (id !== undefined) return id;
  return typeof line === "string" ? trackIdInHead(line) : null;
}

/** The id of a line with an error, as far as it could be read. */
function idOf({ details }: SnapError, { id = null }: NumberedLine): string | null {
  return typeof details.trackId === "string" ? details.trackId : id;
}

function idsOf(points: readonly InputPoint[], trackId: string | null): (string | null)[] {
  return points.length === 0 ? [trackId] : [...new Set(points.map((point) => point.trackId))];
}

// CSV in any dialect. Columns are found by their names, with any delimiter and with any lines above the header.
import Papa from "papaparse";
import { SnapError } from "../../errors.js";
import type { InputPoint } from "../../match/track/track.js";
import { CsvColumns } from "./csv-columns.js";
import { shownNames } from "./fields.js";
import { PointReader, UniqueNames } from "./point-reader.js";
import { type ReadTracksOptions, type TrackData, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
import { decodeText } from "./track-text.js";

const DELIMITERS = [",", ";", "\t", "|"];
/** Lines a logger may write above the header. */
const HEADER_SEARCH_ROWS = 30;

const NO_UTF8 = "Names of its columns were not UTF-8 and lost letters, so that one may not be known; save the file as UTF-8.";
/** How a warning about times begins. */
const TIMES = "time: ";
/** Most lines of one row (line breaks within quotes), where rows are separated without parsing all of them. */
export const MOST_LINES = 100;
/** Most rows with unpaired quotes that are skipped in a sample to learn from the others. */
const MOST_BROKEN = 100;
/**
 * Most missing cells, per row and in addition for the whole file. Each becomes a null attribute of its point, so a file of very short rows could fill the
 * memory.
 */
const MOST_LACKING = { each: 100, all: 1_000_000 };
/** Most quotes in a line times blanks in a row behind them: see checkQuotedBlanks. */
const MOST_QUOTED_BLANKS = 100_000_000;

/** What is known of a CSV from its beginning and is needed to read its other rows. It can be sent to another thread. */
export interface CsvTable {
  delimiter: string;
  /** Names of the columns, each once. */
  names: string[];
  /** The column of each field, as in {@link ReadTracksOptions}. */
  columns: Readonly<Record<string, string>>;
  /** Whether times that are numbers are a spreadsheet's days; undefined if there were none to judge by. */
  areDays?: boolean;
  /** Which columns are numeric, by their index; undefined if that is not known. */
  numeric?: readonly boolean[];
}

/** The beginning of a CSV, and what it shows about the rest. */
export interface CsvSample {
  points: InputPoint[];
  table: CsvTable;
  /** Rows up to its header, the header included. */
  headerRows: number;
  /** How dates are read that do not show whether the day comes first; undefined if there are none. */
  dates: TrackLimits["dates"];
  /** Warnings about the file as a whole. */
  warnings: string[];
  /** What is wrong with times that cannot be read, as the end of a sentence; undefined if all can be. */
  unreadTimes: string | undefined;
}

/**
 * The points of a CSV file, one per row after the header. Columns are recognised by name, without regard to case and punctuation: longitude and latitude
 * (required), time (ISO text, or epoch seconds, milliseconds or finer, judged once for the column), accuracy or hdop, speed (m/s; km/h, mph and knots by their
 * names), course, track and object id. Of several columns for one field, the best-known one that is not empty in the row is used. `columns` gives columns with
 * other names. A `date` column is joined to a `time` column, even if times are numbers, hhmmss. A column of N and S, or of E and W, gives a coordinate its
 * sign. The delimiter may be a comma, semicolon, tab or bar; numbers may have a decimal comma. Lines above the header are skipped.
 *
 * The attributes are all columns under their own names, each of one type. A column is numeric if all its cells are decimal numbers (with a decimal comma only
 * in coordinates, accuracies, speeds and courses), and none has leading zeros or is a whole number with more digits than are exact. Otherwise, or if an id has
 * a needless zero, it is text. Empty cells are null, and in a numeric column also words for "unknown".
 *
 * Throws `bad-input` when there are no such columns, no rows, or quotes that do not close; `limit` when it is over a limit.
 */
export function readCsv(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  const { reader, broken } = readTable(decodeText(input, limits), limits);
  if (broken !== undefined) throw broken;
  reader.checkPositions("The CSV", "row");
  return reader.result();
}

/**
 * Reads the beginning of a CSV (or the whole, if it is short) to find out how to read its other rows. Rows with unpaired quotes are skipped.
 * @throws SnapError as {@link readCsv} does, except for troubles in single rows.
 */
export function sampleCsv(text: string, isWhole: boolean, options: ReadTracksOptions = {}): CsvSample {
  // The limit on points is checked per track by the caller.
  const limits = { ...trackLimits(options), maxPoints: Number.POSITIVE_INFINITY };
  const { reader, table, headerRows } = readTable(decodeText(text, limits), limits, { isWhole });
  const { points } = reader.result();
  table.areDays = reader.areDays;
  const ofTimes = reader.warnings.sentences().find((sentence) => sentence.startsWith(TIMES));
  return { points, table, headerRows, dates: reader.dates, warnings: [...reader.warnings.said], unreadTimes: ofTimes?.slice(TIMES.length) };
}

/** Reads all rows up to one that cannot be read; in a sample, also those after it. `broken`: the error of the first row that could not be read. */
function readTable(text: string, limits: TrackLimits, sample?: { isWhole: boolean }) {
  const lineEnd = lineEndOf(text);
  checkQuotedBlanks(text, lineEnd);
  const { delimiter, rowsAbove, names, hasHeader } = findHeader(text, lineEnd, limits.columns);
  const columns = new CsvColumns(names, limits.columns);
  const reader = readerOf(limits);
  if (rowsAbove > 0)
    reader.warnings.say(
      `The ${rowsAbove === 1 ? "line" : `${rowsAbove} lines`} above the ${hasHeader ? "header" : "first point"} ${rowsAbove === 1 ? "is" : "are"} skipped.`,
    );
  if (names.some((name) => name.includes("\ufffd"))) reader.warnings.say(NO_UTF8);
  const headerRows = rowsAbove + (hasHeader ? 1 : 0);
  const found = addRows(text, { delimiter, names }, columns, reader, { lineEnd, passedOver: headerRows, numbers: 1 });
  if (sample) {
    let [rest, bad] = [text, found];
    for (let n = 0; n < MOST_BROKEN && bad !== undefined; n++) {
      rest = rest.slice(rest.indexOf(lineEnd, bad.at) + 1);
      // The row may go on behind the end of the sample.
      if (!sample.isWhole && rest.split(lineEnd, MOST_LINES).length < MOST_LINES) break;
      bad = addRows(rest, { delimiter, names }, columns, reader, { lineEnd, passedOver: 0, numbers: 1 });
    }
  }
  const broken = found?.error;
  let id: string | null = null;
  const numeric = columns.settleTypes(reader.points);
  if (reader.points.length > 0) {
    id = columns.settleIds(reader);
    columns.warnOfTimes(reader);
    columns.warnOfTracks(reader);
  } else if (broken === undefined && !sample) throw new SnapError("bad-input", "The CSV has a header and no rows below it.");
  const table: CsvTable = { delimiter, names, columns: id === null ? limits.columns : { ...limits.columns, track_id: id }, numeric };
  return { reader, table, headerRows, broken };
}

/**
 * The points of some rows of a CSV whose header is known, joined by line feeds. `numbers`: the row number in the file of the first of them, or of each.
 * @throws SnapError as {@link readCsv} does.
 */
export function readCsvRows(
  rows: string,
  table: CsvTable,
  numbers: number | readonly number[],
  options: ReadTracksOptions = {},
): TrackInput {
  const limits = trackLimits(options);
  checkQuotedBlanks(rows, "\n");
  const reader = readerOf(limits);
  reader.areDays = table.areDays;
  const columns = new CsvColumns(table.names, table.columns);
  const broken = addRows(rows, table, columns, reader, { lineEnd: "\n", passedOver: 0, numbers });
  if (broken !== undefined) throw broken.error;
  columns.settleTypes(reader.points, table.numeric);
  return reader.result();
}

function readerOf(limits: TrackLimits): PointReader {
  const reader = new PointReader("csv", limits, (place) => `row ${place}`);
  reader.decimalComma = true; // even if cells are separated by commas: then such a number is in quotes
  return reader;
}

/**
 * Adds a point for each row of a text, after the `passedOver` first ones. `numbers`: the row number in the file of the first row, or of each. It stops at a
 * row whose quotes do not pair up, and returns its error and the place in the text where it begins (with the blank lines before it).
 */
function addRows(
  text: string,
  { delimiter, names }: Pick<CsvTable, "delimiter" | "names">,
  columns: CsvColumns,
  reader: PointReader,
  { lineEnd, passedOver, numbers }: { lineEnd: LineEnd; passedOver: number; numbers: number | readonly number[] },
): { error: SnapError; at: number } | undefined {
  let rows = 0;
  let at = 0;
  let lacking = 0;
  let broken: { error: SnapError; at: number } | undefined;
  let failure: unknown;
  // The parser accepts spaces between a closing quote and the end of a line, but not the end of the text.
  Papa.parse<string[]>(/[^\S\n]/.test(text.at(-1) ?? "") ? text + lineEnd : text, {
    delimiter,
    newline: lineEnd,
    skipEmptyLines: "greedy",
    step: ({ data, errors, meta }, parser) => {
      const begin = at;
      at = meta.cursor;
      if (++rows <= passedOver) return;
      const row = typeof numbers === "number" ? numbers + rows - 1 : numbers[rows - 1];
      data.push(withoutReturn(data.pop() ?? ""));
      try {
        const quotes = errors.find(({ type }) => type === "Quotes");
        if (quotes) {
          broken = { error: badQuotes(row), at: begin };
          parser.abort();
          return;
        }
        lacking += Math.max(0, names.length - data.length);
        if (lacking > MOST_LACKING.all + MOST_LACKING.each * rows) throw tooMuchLacking(lacking, names.length, row);
        if (data.length > names.length) extraCells(reader, data.length - names.length, row);
        reader.add(columns.fields(data), columns.attributes(data), row);
      } catch (error) {
        failure = error;
        parser.abort();
      }
    },
  });
  if (failure !== undefined) throw failure;
  return broken;
}

type LineEnd = "\n" | "\r";
/** Characters at the beginning in which a line end is looked for. */
const LINE_END_SEARCH = 1 << 20;

/**
 * The character that ends the lines. It is a line feed, with or without a carriage return before it, since files may be joined from others that differ in
 * this. It is a carriage return only if there is no line feed outside of quotes.
 */
function lineEndOf(text: string): LineEnd {
  const start = text.slice(0, LINE_END_SEARCH).replace(/"[^"]*"/g, "");
  return start.includes("\r") && !start.includes("\n") ? "\r" : "\n";
}

/**
 * Checks that the parser will not be slow. From each quote that closes no cell, the parser scans the blanks up to the next delimiter: with half a megabyte of
 * them that takes it minutes.
 * @throws SnapError "limit" for such a line.
 */
function checkQuotedBlanks(text: string, lineEnd: LineEnd): void {
  const end = lineEnd.charCodeAt(0);
  let quotes = 0;
  let blanks = 0;
  for (let i = text.indexOf('"'); i >= 0 && i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === end || !(code < 128 ? code <= 32 : /\s/.test(text[i]))) blanks = 0;
    else if (quotes * ++blanks > MOST_QUOTED_BLANKS) {
      const sentence = `A line of the CSV has ${quotes} quotes and ${blanks} blanks in a row after them, which is too many to be read.`;
      throw new SnapError("limit", sentence);
    }
    if (code === end) quotes = 0;
    else if (code === 34) quotes++;
  }
}

/** A line, or its last cell, without the carriage return that Windows writes before the line feed; or without two, if the file was sent in text mode. */
export function withoutReturn(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(0, end);
}

/** The header of a CSV, or what stands in for it. */
interface Header {
  delimiter: string;
  /** Rows above the header, or above the first point where there is none. */
  rowsAbove: number;
  names: string[];
  hasHeader: boolean;
}

/**
 * Finds the header: the first row that names a longitude and a latitude, with any of the delimiters. If the option gives columns by number, it may be a row of
 * values in these columns: then there is no header.
 */
function findHeader(text: string, newline: LineEnd, given: Readonly<Record<string, string>>): Header {
  let firstRow: string[] = [];
  let placeless: Header | undefined;
  let isOneColumn = true;
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline, preview: HEADER_SEARCH_ROWS, skipEmptyLines: "greedy" });
    const [top] = isSeparatorLine(data[0]) ? data.slice(1) : data;
    if (top !== undefined && top.length > firstRow.length) firstRow = top;
    if (data.some((cells) => cells.length > 1)) isOneColumn = false;
    for (const [rowsAbove, cells] of data.entries()) {
      const names = uniqueNames(cells);
      const columns = new CsvColumns(names, given);
      if (!columns.has("lon") || !columns.has("lat")) continue;
      const hasHeader = !columns.isPlace(cells);
      // Lines above the points may have numbers too, but not in as many cells.
      if (!hasHeader && cells.length !== data[data.length - 1].length) continue;
      const header = { delimiter, rowsAbove, names: hasHeader ? names : cells.map((_, i) => `column_${i + 1}`), hasHeader };
      // Columns given by number exist with any delimiter, but rows below have places only with the right one.
      if (hasHeader && !data.slice(rowsAbove + 1).some((row) => columns.isPlace(row))) {
        placeless ??= header;
        continue;
      }
      checkGiven(columns.missing, names);
      return header;
    }
  }
  if (placeless) {
    checkGiven(new CsvColumns(placeless.names, given).missing, placeless.names);
    return placeless;
  }
  const header = firstRow.map((cell) => cell.trim()).join(", ");
  const shortened = header.length > 200 ? `${header.slice(0, 200)}…` : header;
  const what = isOneColumn
    ? "; its cells must be separated by commas, semicolons, tabs or bars"
    : `; name them lon and lat, longitude and latitude, or x and y, or name them with the option columns, by name or, without a header, by number`;
  const { missing } = new CsvColumns(uniqueNames(firstRow), given);
  throw new SnapError(
    "bad-input",
    `The CSV has no longitude and latitude columns${missing.length === 0 ? "" : ` and no column ${shownNames(missing)}`}: its first row is ${shortened}${what}.${header.includes("\ufffd") ? ` ${NO_UTF8}` : ""}`,
    { header: firstRow.slice(0, 100) },
  );
}

/** Whether a row is the line that tells a spreadsheet the delimiter, `sep=;`. */
function isSeparatorLine(row: readonly string[] | undefined): boolean {
  return /^\uFEFF?"?sep=/i.test(row?.[0] ?? "");
}

function checkGiven(missing: readonly string[], names: string[]): void {
  if (missing.length === 0) return;
  throw new SnapError("bad-input", `The CSV has no column ${shownNames(missing)}; its columns are ${shownNames(names)}.`, {
    header: names.slice(0, 100),
  });
}

/** Column names as written, without a comment sign before the first; numbered if empty or repeated. */
function uniqueNames(cells: string[]): string[] {
  const names = new UniqueNames((name, n) => `${name}_${n}`);
  return cells.map((cell, i) => {
    const name = cell.trim().replace(i === 0 ? /^#\s*/ : /^$/, "") || `column_${i + 1}`;
    return names.take(name === "__proto__" ? "proto" : name); // an object cannot simply be given a member of that name
  });
}

function extraCells(reader: PointReader, count: number, row: number): void {
  reader.warnings.count(
    "cells",
    () => `row ${row}, ${count} more`,
    (rows, first) => `${rows === 1 ? "1 row has" : `${rows} rows have`} more cells than the header (the first: ${first}).`,
  );
}

function tooMuchLacking(cells: number, columns: number, row: number): SnapError {
  const sentence = `The rows of the CSV up to row ${row} lack ${cells} cells of the ${columns} columns of its header; a row may lack at most ${MOST_LACKING.each}.`;
  return new SnapError("limit", sentence, { row, columns });
}

function badQuotes(row: number): SnapError {
  return new SnapError(
    "bad-input",
    `The quotes in row ${row} of the CSV do not pair up: a quoted cell must end with a quote, and quotes within it must be doubled.`,
    { row },
  );
}

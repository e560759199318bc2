// CSV in any of its dialects: the columns are found by their names, whatever the delimiter and whatever stands above the header.
import Papa from "papaparse";
import { SnapError, shown } from "../errors.js";
import { type FieldName, type FieldValues, isBlank, parseDateTime, parseNumber, recogniseField } from "./fields.js";
import { PointReader, trackIdOf } from "./point-reader.js";
import { type ReadTracksOptions, type TrackData, type TrackInput, trackLimits } from "./track-input.js";
import { decodeText } from "./track-text.js";

const DELIMITERS = [",", ";", "\t", "|"];
/** Lines a logger may write above the header. */
const HEADER_SEARCH_ROWS = 30;

/**
 * The points of a CSV file, one per row after the header. Columns are recognised by name, without regard to case and punctuation:
 * longitude and latitude (which must be there), time (ISO text, or epoch seconds, milliseconds and finer, judged once for the column),
 * accuracy or hdop, speed (m/s; km/h, mph and knots by their names), course, track and object id; a `date` beside a `time` column is joined
 * to it. Comma, semicolon, tab or bar; with any but the comma, numbers may have a decimal comma. Lines above the header are passed over.
 *
 * The attributes are all columns under their own names: a number where its text is what the number prints as, null where empty.
 *
 * Throws `bad-input` when there are no such columns, no rows, or quotes that do not close; `limit` when it is over a limit.
 */
export function readCsv(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  const text = decodeText(input, limits);
  const { delimiter, rowsAbove, names } = findHeader(text);
  const columns = new Columns(names);

  const reader = new PointReader("csv", limits, (place) => `row ${place}`);
  reader.decimalComma = delimiter !== ",";
  if (rowsAbove > 0)
    reader.warnings.say(
      `The ${rowsAbove === 1 ? "line" : `${rowsAbove} lines`} above the header ${rowsAbove === 1 ? "is" : "are"} passed over.`,
    );

  let row = 0;
  let failure: unknown;
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: "greedy",
    step: ({ data, errors }, parser) => {
      if (row++ <= rowsAbove) return;
      try {
        const quotes = errors.find(({ type }) => type === "Quotes");
        if (quotes) throw badQuotes(row);
        if (data.length > names.length) extraCells(reader, data.length - names.length, row);
        reader.add(columns.fields(data), columns.attributes(data), row);
      } catch (error) {
        failure = error;
        parser.abort();
      }
    },
  });
  if (failure !== undefined) throw failure;
  if (reader.points.length === 0) throw new SnapError("bad-input", "The CSV has a header and no rows below it.");
  if (!reader.points.some(({ lon, lat }) => Number.isFinite(lon) && Number.isFinite(lat))) {
    throw new SnapError(
      "bad-input",
      `The CSV has no position: none of its ${reader.points.length} rows has numbers as longitude and latitude.`,
    );
  }
  columns.settleIds(reader);
  return reader.result();
}

/** The first row that names a longitude and a latitude, under whichever delimiter there is one. */
function findHeader(text: string): { delimiter: string; rowsAbove: number; names: string[] } {
  let firstRow: string[] = [];
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: HEADER_SEARCH_ROWS, skipEmptyLines: "greedy" });
    if (data.length > 0 && data[0].length > firstRow.length) firstRow = data[0];
    for (const [rowsAbove, cells] of data.entries()) {
      const names = uniqueNames(cells);
      const found = new Set(names.map((name) => recogniseField(name)?.field));
      if (found.has("lon") && found.has("lat")) return { delimiter, rowsAbove, names };
    }
  }
  const header = firstRow.map((cell) => cell.trim()).join(", ");
  throw new SnapError(
    "bad-input",
    `The CSV has no longitude and latitude columns: its first row is ${header.length > 200 ? `${header.slice(0, 200)}…` : header}; name them lon and lat, longitude and latitude, or x and y.`,
    { header: firstRow.slice(0, 100) },
  );
}

/** Column names as they stand, less a comment sign; numbered where empty or repeated. */
function uniqueNames(cells: string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, i) => {
    let name = cell.trim().replace(i === 0 ? /^#\s*/ : /^$/, "") || `column_${i + 1}`;
    if (name === "__proto__") name = "proto"; // an object cannot simply be given a member of that name
    let unique = name;
    for (let n = 2; used.has(unique); n++) unique = `${name}_${n}`;
    used.add(unique);
    return unique;
  });
}

/** Which column says what. */
class Columns {
  private readonly recognised: { index: number; name: FieldName }[] = [];
  /** The column of dates that completes the times, if there is one. */
  private readonly date: number = -1;

  constructor(private readonly names: string[]) {
    const best = new Map<string, { index: number; name: FieldName }>();
    names.forEach((text, index) => {
      const name = recogniseField(text);
      if (!name) return;
      const before = best.get(name.field);
      if (!before || name.rank < before.name.rank) best.set(name.field, { index, name });
    });
    this.recognised = [...best.values()];
    const time = best.get("time")?.index ?? -1;
    this.date = names.findIndex((name, index) => index !== time && /^(?:utc)?[ _]?date(?:[ _]?utc)?$/i.test(name));
  }

  fields(cells: string[]): FieldValues {
    const fields: FieldValues = {};
    for (const { index, name } of this.recognised) {
      const value = name.field === "time" && this.date >= 0 ? this.joinedTime(cells, index) : cells[index];
      fields[name.field] = { value, name };
    }
    return fields;
  }

  attributes(cells: string[]): Record<string, unknown> {
    const attributes: Record<string, unknown> = {};
    for (let i = 0; i < this.names.length; i++) attributes[this.names[i]] = typed(cells[i]);
    for (let i = this.names.length; i < cells.length; i++) attributes[`column_${i + 1}`] = typed(cells[i]);
    return attributes;
  }

  /**
   * A column called plainly `id` numbers the points of one file and the vehicles of another. Where no other column names the track and
   * most of its values repeat, it is the track's.
   */
  settleIds(reader: PointReader): void {
    const id = this.recognised.find(({ name, index }) => name.field === "objectId" && this.names[index].toLowerCase() === "id");
    if (!id || this.recognised.some(({ name }) => name.field === "trackId")) return;
    const column = this.names[id.index];
    const distinct = new Set(reader.points.map(({ attributes }) => attributes[column]));
    if (reader.points.length < 4 || distinct.size > reader.points.length / 2) return;
    for (const point of reader.points) {
      point.trackId = trackIdOf(point.attributes[column]);
      point.objectId = null;
    }
    reader.warnings.say(`The column ${shown(column)} repeats its values, so it is read as the track id.`);
  }

  private joinedTime(cells: string[], index: number): string | undefined {
    const time = cells[index];
    if (isBlank(time) || !Number.isNaN(parseDateTime(time)) || !Number.isNaN(parseNumber(time))) return time;
    return `${cells[this.date]?.trim()}T${time.trim()}`;
  }
}

/** Decimals without needless zeros, a minus zero or the exponent that very small numbers print with. */
const PLAIN_DECIMAL = /^(?!-0$)(?!-?0\.00000)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Text to a number only if the number prints as the same text, so that `007` and `1.10` come back as they went in. */
function typed(cell: string | undefined): string | number | null {
  if (cell === undefined || cell === "") return null;
  if (cell.length > 24 || !PLAIN_DECIMAL.test(cell)) return cell;
  const number = Number(cell);
  return cell.length <= 15 || String(number) === cell ? number : cell; // up to 15 digits always survive
}

function extraCells(reader: PointReader, count: number, row: number): void {
  reader.warnings.count(
    "cells",
    () => `row ${row}, ${count} more`,
    (rows, first) => `${rows === 1 ? "1 row has" : `${rows} rows have`} more cells than the header (the first: ${first}).`,
  );
}

function badQuotes(row: number): SnapError {
  return new SnapError(
    "bad-input",
    `The quotes in row ${row} of the CSV do not pair up: a quoted cell must end with a quote, and quotes within it must be doubled.`,
    { row },
  );
}

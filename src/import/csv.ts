// CSV in any of its dialects: the columns are found by their names, whatever the delimiter and whatever stands above the header.
import Papa from "papaparse";
import { SnapError, shown } from "../errors.js";
import { type Field, type FieldName, type FieldValues, isBlank, parseNumber, parseTime, recogniseField } from "./fields.js";
import { PointReader, trackIdOf } from "./point-reader.js";
import { type ReadTracksOptions, type TrackData, type TrackInput, trackLimits } from "./track-input.js";
import { decodeText } from "./track-text.js";

const DELIMITERS = [",", ";", "\t", "|"];
/** Lines a logger may write above the header. */
const HEADER_SEARCH_ROWS = 30;

/**
 * The points of a CSV file, one per row after the header. Columns are recognised by name, without regard to case and punctuation:
 * longitude and latitude (which must be there), time (ISO text, or epoch seconds, milliseconds and finer, judged once for the column),
 * accuracy or hdop, speed (m/s; km/h, mph and knots by their names), course, track and object id; of several columns for one of them that with the
 * best known name which is not empty in the row. A `date` beside a `time` column is joined to it, also where the time is a number, hhmmss. A column
 * of N and S, or of E and W, gives its coordinate the sign. Comma, semicolon, tab or bar; numbers may have a decimal comma. Lines above the
 * header are passed over.
 *
 * The attributes are all columns under their own names: a number where its text is what the number prints as, and where a coordinate,
 * accuracy, speed or course has a decimal comma; null where empty.
 *
 * Throws `bad-input` when there are no such columns, no rows, or quotes that do not close; `limit` when it is over a limit.
 */
export function readCsv(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  const text = decodeText(input, limits);
  const { delimiter, rowsAbove, names } = findHeader(text);
  const columns = new Columns(names);

  const reader = new PointReader("csv", limits, (place) => `row ${place}`);
  reader.decimalComma = true; // between commas, too: there it stands in quotes
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
  columns.missTime(reader);
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

/** A column that says something of the points. */
interface Column {
  index: number;
  name: FieldName;
}

/** Fields that are numbers and nothing else, however they are written. */
const NUMBERS: ReadonlySet<Field> = new Set(["lon", "lat", "accuracy", "speed", "course"]);

// Names of the columns that say on which side of the equator and of Greenwich a place is, without case and punctuation.
const NORTH_SOUTH = /^(?:ns|nsindicator|northsouth|(?:gps)?lat(?:itude)?(?:ns|hemisphere|ref|dir|direction)|hemispherens)$/;
const EAST_WEST = /^(?:ew|ewindicator|eastwest|(?:gps)?lon(?:g|gitude)?(?:ew|hemisphere|ref|dir|direction)|hemisphereew)$/;

/** What a text with a time of the day in it has: hours, minutes and seconds. */
const CLOCK = /\b\d{1,2}:\d\d:\d\d\b/;

/** Which column says what. */
class Columns {
  /** For each field its columns, the best known name first. */
  readonly #recognised: Column[][];
  readonly #numeric: ReadonlySet<number>;
  /** The column of dates that completes the times, and those of the hemispheres; −1 for none. */
  readonly #date: number;
  readonly #northSouth: number;
  readonly #eastWest: number;
  readonly #names: string[];

  constructor(names: string[]) {
    this.#names = names;
    const byField = new Map<Field, Column[]>();
    names.forEach((text, index) => {
      const name = recogniseField(text);
      if (name) byField.set(name.field, [...(byField.get(name.field) ?? []), { index, name }]);
    });
    this.#recognised = [...byField.values()].map((columns) => columns.sort((a, b) => a.name.rank - b.name.rank));
    this.#numeric = new Set(this.#recognised.flat().flatMap(({ index, name }) => (NUMBERS.has(name.field) ? [index] : [])));
    const time = byField.get("time")?.[0].index ?? -1;
    this.#date = names.findIndex((name, index) => index !== time && /^(?:utc)?[ _]?date(?:[ _]?utc)?$/i.test(name));
    const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
    this.#northSouth = plain.findIndex((name) => NORTH_SOUTH.test(name));
    this.#eastWest = plain.findIndex((name) => EAST_WEST.test(name));
  }

  fields(cells: string[]): FieldValues {
    const fields: FieldValues = {};
    for (const columns of this.#recognised) {
      const { index, name } = columns.length === 1 ? columns[0] : (columns.find((column) => !isBlank(cells[column.index])) ?? columns[0]);
      fields[name.field] = { value: this.#value(cells, index, name.field), name };
    }
    return fields;
  }

  #value(cells: string[], index: number, field: Field): string | undefined {
    if (field === "time" && this.#date >= 0 && index !== this.#date) return this.#joinedTime(cells, index);
    if (field === "lat" && this.#northSouth >= 0) return signed(cells[index], cells[this.#northSouth], "S");
    if (field === "lon" && this.#eastWest >= 0) return signed(cells[index], cells[this.#eastWest], "W");
    return cells[index];
  }

  attributes(cells: string[]): Record<string, unknown> {
    const attributes: Record<string, unknown> = {};
    for (let i = 0; i < this.#names.length; i++) attributes[this.#names[i]] = typed(cells[i], this.#numeric.has(i));
    for (let i = this.#names.length; i < cells.length; i++) attributes[`column_${i + 1}`] = typed(cells[i]);
    return attributes;
  }

  /**
   * A column called plainly `id` numbers the points of one file and the vehicles of another. Where no other column names the track and
   * most of its values repeat, it is the track's.
   */
  settleIds(reader: PointReader): void {
    const best = this.#recognised.map(([column]) => column);
    const id = best.find(({ name, index }) => name.field === "objectId" && this.#names[index].toLowerCase() === "id");
    if (!id || best.some(({ name }) => name.field === "trackId")) return;
    const column = this.#names[id.index];
    const distinct = new Set(reader.points.map(({ attributes }) => attributes[column]));
    if (reader.points.length < 4 || distinct.size > reader.points.length / 2) return;
    for (const point of reader.points) {
      point.trackId = trackIdOf(point.attributes[column]);
      point.objectId = null;
    }
    reader.warnings.say(`The column ${shown(column)} repeats its values, so it is read as the track id.`);
  }

  /** Without times less is known of a track; a column of them by a name that is not known is worth a word. */
  missTime(reader: PointReader): void {
    if (this.#recognised.some(([{ name }]) => name.field === "time")) return;
    const known = new Set(this.#recognised.flat().map(({ index }) => this.#names[index]));
    const { attributes } = reader.points[0];
    const likely = this.#names.find((name) => !known.has(name) && CLOCK.test(String(attributes[name] ?? "")));
    if (likely !== undefined)
      reader.warnings.say(`No column is called as times are, and ${shown(likely)} looks like one; name it time to have it read.`);
  }

  #joinedTime(cells: string[], index: number): string | undefined {
    const time = cells[index];
    const whole = parseTime(time);
    if (isBlank(time) || (whole && !("number" in whole))) return time;
    const date = cells[this.#date]?.trim();
    if (Number.isNaN(parseNumber(time, true))) return `${date}T${time.trim()}`;
    // A number of up to six digits beside a date is the time of that day, hhmmss, whose leading zeros may be gone; alone it would be a time in 1970.
    const [, digits, fraction = ""] = /^(\d{1,6})([.,]\d+)?$/.exec(time.trim()) ?? [];
    if (digits === undefined) return time;
    const [hours, minutes, seconds] = digits.padStart(6, "0").match(/../g) ?? [];
    return `${date}T${hours}:${minutes}:${seconds}${fraction}`;
  }
}

/** The coordinate with a minus where the hemisphere is the other one and the sign is not said already. */
function signed(coordinate: string | undefined, hemisphere: string | undefined, negative: "S" | "W"): string | undefined {
  const isOther = hemisphere?.trim().toUpperCase().startsWith(negative) ?? false;
  return isOther && parseNumber(coordinate, true) > 0 ? `-${coordinate?.trim().replace(/^\+/, "")}` : coordinate;
}

/** Decimals without needless zeros, a minus zero or the exponent that very small numbers print with. */
const PLAIN_DECIMAL = /^(?!-0$)(?!-?0\.00000)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/**
 * Text to a number only if the number prints as the same text, so that `007` and `1.10` come back as they went in; and where the column is
 * `numeric`, what has a decimal comma, which no other file would be read with.
 */
function typed(cell: string | undefined, numeric = false): string | number | null {
  if (cell === undefined || cell === "") return null;
  if (numeric && cell.includes(",")) {
    const number = parseNumber(cell, true);
    return Number.isFinite(number) ? number : cell;
  }
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

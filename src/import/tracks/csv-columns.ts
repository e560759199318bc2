// CSV columns: which column is which field of a point, and the cells as attributes.
import { shown } from "../../errors.js";
import type { InputPoint } from "../../match/track/track.js";
import { ColumnTypes } from "./csv-types.js";
import { type Field, type FieldName, type FieldValues, fieldName, plainName, recogniseField, timeBesideDate } from "./fields.js";
import { type PointReader, trackIdIn } from "./point-reader.js";
import { epochUnitsPerSecond, looksLikeTime, parseTime, secondsOfSpreadsheetDay } from "./times.js";
import type { ReadTracksOptions } from "./track-input.js";
import { isBlank, parseCoordinate, parseNumber } from "./values.js";

/** A column that is a known field. */
interface Column {
  index: number;
  name: FieldName;
}

const LON = fieldName("lon");
const LAT = fieldName("lat");

/** Fields whose values are numbers, in any notation. */
const NUMBERS: readonly Field[] = ["lon", "lat", "accuracy", "speed", "course"];
const IDS: readonly Field[] = ["trackId", "objectId"];

// Names of the columns that say on which side of the equator and of Greenwich a place is, without case and punctuation.
const NORTH_SOUTH = /^(?:ns|nsindicator|northsouth|(?:gps)?lat(?:itude)?(?:ns|hemisphere|ref|dir|direction)|hemispherens)$/;
const EAST_WEST = /^(?:ew|ewindicator|eastwest|(?:gps)?lon(?:g|gitude)?(?:ew|hemisphere|ref|dir|direction)|hemisphereew)$/;

/** Names of a column of dates that belong to times of the day in another column. */
const DATE = /^(?:(?:utc)?[ _]?date(?:[ _]?utc)?|datum|fecha|data)$/i;

/** Names of a column of geometries, as databases and GIS have them, without case and punctuation. */
const GEOMETRY = /^(?:wkt|wktgeom|geom|thegeom|geometry|geog|geography)$/;

/** German words that mean both longitude and length, latitude and width. They are taken for coordinates only if both columns are there and no others are. */
const DIMENSIONS = [/^(?:lange|laenge)$/, /^breite$/];

/** A point as well-known text, in degrees: longitude first. */
const WKT_POINT = /^(?:SRID=4326;)?\s*POINT\s*(?:Z|M|ZM)?\s*\(\s*([-+.\deE]+)\s+([-+.\deE]+)(?:\s+[-+.\deE]+){0,2}\s*\)$/i;

/** hhmmss. */
const SIX_DIGITS = /^\s*(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\.\d+)?\s*$/;

/** Finds the column of each field, by the option columns or by the column's own name. */
export class CsvColumns {
  /** Columns named in the option that the file does not have. */
  readonly missing: string[];
  /** By field: its columns, the best-known name first. */
  readonly #byField: ReadonlyMap<Field, Column[]>;
  readonly #types: ColumnTypes;
  /** Index of the column of dates that completes the times; then of the columns of hemispheres. −1 for none. */
  readonly #date: number;
  readonly #northSouth: number;
  readonly #eastWest: number;
  /** Index of the column of geometries, if there are no columns of longitudes and latitudes; −1 for none. */
  readonly #geometry: number;
  readonly #names: string[];
  /** Whether the option columns says which column numbers the points. */
  readonly #isPointIdGiven: boolean;

  constructor(names: string[], given: Readonly<Record<string, string>>) {
    this.#names = names;
    this.#isPointIdGiven = Object.keys(given).some((known) => recogniseField(known)?.field === "objectId");
    this.missing = Object.values(given).filter((column) => columnCalled(column, names) < 0);
    const byField = columnsByField(names, given);
    this.#byField = byField;
    const indexes = (fields: readonly Field[]) => new Set(fields.flatMap((field) => (byField.get(field) ?? []).map(({ index }) => index)));
    this.#types = new ColumnTypes({ ids: indexes(IDS), decimalComma: indexes(NUMBERS) });
    const time = byField.get("time")?.[0].index ?? -1;
    const isDate =
      timeBesideDate(given) !== undefined
        ? (_: string, index: number) => index === columnCalled(given.date, names)
        : (name: string) => DATE.test(name);
    this.#date = names.findIndex((name, index) => index !== time && isDate(name, index));
    const called = (what: RegExp) => names.findIndex((name) => what.test(plainName(name)));
    this.#northSouth = called(NORTH_SOUTH);
    this.#eastWest = called(EAST_WEST);
    this.#geometry = byField.has("lon") && byField.has("lat") ? -1 : called(GEOMETRY);
  }

  has(field: Field): boolean {
    if (this.#geometry >= 0 && (field === "lon" || field === "lat")) return true;
    return this.#byField.has(field);
  }

  /** The column to read a field from in a row: the best-known one that is not empty there. Undefined if the field has no column. */
  #columnOf(field: Field, cells: readonly string[]): Column | undefined {
    const columns = this.#byField.get(field);
    return columns && (columns.length === 1 ? columns[0] : (columns.find(({ index }) => !isBlank(cells[index])) ?? columns[0]));
  }

  /** Whether a row has a valid place. A header never has one. */
  isPlace(cells: readonly string[]): boolean {
    if (this.#geometry >= 0) return WKT_POINT.test(cells[this.#geometry] ?? "");
    return (["lon", "lat"] as const).every((field) => {
      const [column] = this.#byField.get(field) ?? [];
      return column !== undefined && Number.isFinite(parseCoordinate(cells[column.index], field, true));
    });
  }

  /** The track id of a row; null if it has none. */
  trackId(cells: readonly string[]): string | null {
    return trackIdIn(this.#ids(cells));
  }

  /**
   * The time of a row, seconds since the epoch; NaN if it has none. `dates`: how to read dates that do not show whether the day comes first. `areDays`:
   * whether bare numbers are a spreadsheet's days.
   */
  time(cells: readonly string[], dates: ReadTracksOptions["dates"], areDays: boolean | undefined): number {
    const column = this.#columnOf("time", cells);
    const time = column && parseTime(this.#value(cells, column), true);
    if (column === undefined || time === undefined) return Number.NaN;
    if ("seconds" in time) return time.seconds;
    if ("dayFirst" in time) return dates === "month-first" ? time.monthFirst : time.dayFirst;
    const { fixedUnit, multiply, divide } = column.name;
    if (fixedUnit) return (time.number * multiply) / divide;
    return areDays ? secondsOfSpreadsheetDay(time.number) : time.number / epochUnitsPerSecond([time.number]);
  }

  #ids(cells: readonly string[]): FieldValues {
    const trackId = this.#columnOf("trackId", cells);
    const isWhose = ({ index, name }: Column) => name.idOf === "traveller" && !isBlank(cells[index]);
    const traveller = trackId?.name.idOf === "trip" ? this.#byField.get("trackId")?.find(isWhose) : undefined;
    return {
      ...(trackId && { trackId: { value: this.#value(cells, trackId), name: trackId.name } }),
      ...(traveller && { traveller: { value: this.#value(cells, traveller), name: traveller.name } }),
    };
  }

  fields(cells: readonly string[]): FieldValues {
    const fields = this.#ids(cells);
    for (const field of this.#byField.keys()) {
      const column = field === "trackId" ? undefined : this.#columnOf(field, cells);
      if (column) fields[field] = { value: this.#value(cells, column), name: column.name };
    }
    if (this.#geometry >= 0) {
      const cell = cells[this.#geometry];
      const [, lon, lat] = WKT_POINT.exec(cell ?? "") ?? [undefined, cell, cell]; // if it is no point, the warning shows the cell itself
      fields.lon = { value: lon, name: LON };
      fields.lat = { value: lat, name: LAT };
    }
    return fields;
  }

  #value(cells: readonly string[], { index, name: { field, fixedUnit } }: Column): string | undefined {
    // \N is how databases export a null, so it is no track id. Other words for null may be names.
    if (field === "trackId" && cells[index] === "\\N") return undefined;
    // Join a date to the time, unless the column's name has a unit (as in `time_ms`): then the value is no time of the day.
    if (field === "time" && this.#date >= 0 && index !== this.#date && !fixedUnit) return this.#joinedTime(cells, index);
    // A date alone is no time, if another column was to give the time of the day and is empty.
    if (field === "time" && index === this.#date && !CLOCK.test(cells[index]?.replace(MIDNIGHT, "") ?? "")) return undefined;
    if (field === "lat" && this.#northSouth >= 0) return signed(cells[index], cells[this.#northSouth], "S");
    if (field === "lon" && this.#eastWest >= 0) return signed(cells[index], cells[this.#eastWest], "W");
    return cells[index];
  }

  attributes(cells: string[]): Record<string, unknown> {
    const attributes: Record<string, unknown> = {};
    const count = Math.max(this.#names.length, cells.length);
    for (let i = 0; i < count; i++) {
      const cell = cells[i] ?? "";
      attributes[this.#nameOf(i)] = cell === "" ? null : cell;
      this.#types.see(i, cell);
    }
    return attributes;
  }

  /**
   * Gives each column of the points one type. `numeric`: which columns are numbers, if that is known; cells there that are no number stay text. Returns which
   * columns are numeric.
   */
  settleTypes(points: readonly InputPoint[], numeric: readonly boolean[] = this.#types.numeric): readonly boolean[] {
    this.#types.apply(points, numeric, (index) => this.#nameOf(index));
    return numeric;
  }

  #nameOf(index: number): string {
    return this.#names[index] ?? `column_${index + 1}`;
  }

  /** Has a column called just `id` read as the track id if it is one, as {@link PointReader.settleIds} tells. Returns the name of the column if so. */
  settleIds(reader: PointReader): string | null {
    const [id] = this.#byField.get("objectId") ?? [];
    if (!id || this.#isPointIdGiven || this.#byField.has("trackId")) return null;
    const name = this.#names[id.index];
    return reader.settleIds(name, "column") ? name : null;
  }

  /** Warns if a column called `track` is a course, as receivers call it, or if it differs in most rows, which leaves no track to match. */
  warnOfTracks(reader: PointReader): void {
    const { points } = reader;
    const [column] = this.#byField.get("trackId") ?? [];
    if (column?.name.name !== "track" || points.length < 4) return;
    const distinct = new Set(points.map(({ trackId }) => trackId));
    const isCourse = [...distinct].every((id) => id === null || (parseNumber(id, true) >= 0 && parseNumber(id, true) <= 360));
    if (!isCourse || distinct.size <= points.length / 2) return;
    const name = this.#names[column.index];
    reader.warnings.say(
      `The column ${shown(name)} is read as the track id, but differs in most rows; if it is the course, say so with the option columns (course=${name}).`,
    );
  }

  /**
   * Warns if there is no column of times but one looks like it, since tracks are matched better with times. Warns too if all times may be hhmmss: read as
   * seconds, their minutes would last a hundred seconds.
   */
  warnOfTimes(reader: PointReader): void {
    const [time] = this.#byField.get("time") ?? [];
    if (time !== undefined) {
      const name = this.#names[time.index];
      const isClock = ({ attributes }: InputPoint) => SIX_DIGITS.test(String(attributes[name] ?? ""));
      if (this.#date < 0 && reader.points.length >= 3 && reader.points.every(isClock))
        reader.warnings.say(
          `The column ${shown(name)} is read as seconds since 1970; if it is hhmmss, add a column named date that has the day.`,
        );
      return;
    }
    const known = new Set([...this.#byField.values()].flat().map(({ index }) => this.#names[index]));
    const { attributes } = reader.points[0];
    const likely = this.#names.find((name) => !known.has(name) && looksLikeTime(name, attributes[name]));
    if (likely !== undefined)
      reader.warnings.say(
        `No column is named as times usually are, but ${shown(likely)} looks like one; to have it read, rename it to time, or name it with the option columns (time=${likely}).`,
      );
  }

  #joinedTime(cells: readonly string[], index: number): string | undefined {
    const time = cells[index];
    const whole = parseTime(time);
    if (isBlank(time) || (whole && !("number" in whole))) return time;
    const date = cells[this.#date]?.trim().replace(MIDNIGHT, "");
    if (Number.isNaN(parseNumber(time, true))) return `${date}T${time.trim()}`;
    // A number of up to six digits beside a date is the time of that day, hhmmss, maybe without its leading zeros. Alone it would be a time in 1970.
    const [, digits, fraction = ""] = /^(\d{1,6})([.,]\d+)?$/.exec(time.trim()) ?? [];
    if (digits === undefined) return time;
    const [hours, minutes, seconds] = digits.padStart(6, "0").match(/../g) ?? [];
    return `${date}T${hours}:${minutes}:${seconds}${fraction}`;
  }
}

/** Midnight, as spreadsheets and databases write it behind a mere date. */
const MIDNIGHT = /[T ] ?(?:0?0:00(?::00(?:[.,]0+)?)?|12:00(?::00)? ?AM)(?: ?(?:Z|UTC|[+-]00(?::?00)?))?$/i;

/** Matches a value that says more than a date: a time of the day, or the seconds since 1970. */
const CLOCK = /:|\dT\d|\d{9}/;

/**
 * The columns of each field, the best-known name first. If the option gives a field's column, the field has no other column, and the column no other field.
 * Only a trip and its traveller may both be given for the track id.
 */
function columnsByField(names: readonly string[], given: Readonly<Record<string, string>>): Map<Field, Column[]> {
  const byField = new Map<Field, Column[]>();
  const taken = new Set<number>();
  for (const [known, column] of Object.entries(given)) {
    const index = columnCalled(column, names);
    const name = recogniseField(known);
    if (index < 0 || name === undefined || (known === "date" && timeBesideDate(given) !== undefined)) continue;
    byField.set(name.field, [...(byField.get(name.field) ?? []), { index, name }]);
    taken.add(index);
  }
  const isGiven = new Set(byField.keys());
  names.forEach((text, index) => {
    const name = recogniseField(text);
    if (name === undefined || taken.has(index) || isGiven.has(name.field)) return;
    byField.set(name.field, [...(byField.get(name.field) ?? []), { index, name }]);
  });
  const pair = DIMENSIONS.map((what) => names.findIndex((name, index) => !taken.has(index) && what.test(plainName(name))));
  if (!byField.has("lon") && !byField.has("lat") && pair.every((index) => index >= 0)) {
    byField.set("lon", [{ index: pair[0], name: LON }]);
    byField.set("lat", [{ index: pair[1], name: LAT }]);
  }
  for (const columns of byField.values()) columns.sort((a, b) => a.name.rank - b.name.rank);
  return byField;
}

/** Index of the column with a name: as written, else without regard to case, else the name is its number from 1. −1 if there is none. */
function columnCalled(name: string, names: readonly string[]): number {
  const wanted = name.trim();
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const called = names.findIndex((one) => one.toLowerCase() === wanted.toLowerCase());
  if (called >= 0) return called;
  return /^[1-9]\d{0,4}$/.test(wanted) && Number(wanted) <= names.length ? Number(wanted) - 1 : -1;
}

/** The coordinate, with a minus if its hemisphere is `negative` and it is not negative already. */
function signed(coordinate: string | undefined, hemisphere: string | undefined, negative: "S" | "W"): string | undefined {
  const isOther = hemisphere?.trim().toUpperCase().startsWith(negative) ?? false;
  return isOther && parseNumber(coordinate, true) > 0 ? `-${coordinate?.trim().replace(/^\+/, "")}` : coordinate;
}

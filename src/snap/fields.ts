// The fields of the input given back: one column per name, with an Esri type that its values keep to.
import { SnapError } from "../errors.js";
import { isDate } from "../geo/dates.js";
import type { InputPoint } from "../match/track/track.js";
import { isBlank, lowerCaser, numberOrNull, readNumber } from "./values.js";

/** A field as the request's `fields` list declares it. */
export interface DeclaredField {
  name: string;
  type: string | null;
  alias: string | null;
  length: number | null;
}

/** A field as the wire writes it. */
export interface EsriField {
  /** As the attributes have it. */
  name: string;
  /** `esriFieldTypeOID`, `…Double`, `…Integer`, `…String`, `…Date` and the like. */
  type: string;
  /** For people; the name unless the request says otherwise. */
  alias: string;
  /** Most characters; of text fields only. */
  length?: number;
}

/** A value of a feature's attribute. */
export type FieldValue = string | number | null;

/** A field and its value for every point. */
export interface Column {
  field: EsriField;
  values: FieldValue[];
}

const TEXT = "esriFieldTypeString";
const MAX_INT32 = 2_147_483_647;
/** The types of numbers, each with its largest value if it is for whole numbers only, else 0. */
const NUMERIC = new Map([
  ["esriFieldTypeDate", 0],
  ["esriFieldTypeDouble", 0],
  ["esriFieldTypeSingle", 0],
  ["esriFieldTypeInteger", MAX_INT32],
  ["esriFieldTypeSmallInteger", 32_767],
  ["esriFieldTypeBigInteger", Number.MAX_SAFE_INTEGER],
]);
/** Characters that an empty value takes besides its name: `"":null,`. */
const EMPTY_CHARACTERS = 8;
const TEXT_LENGTH = 255;

/**
 * What is known of a point, whatever its format calls it, under the wire's names and with the wire's types and units: a GPX time is a location_timestamp.
 */
const DERIVED: [name: string, type: string, value: (point: InputPoint) => FieldValue][] = [
  ["location_timestamp", "esriFieldTypeDate", ({ time }) => (Number.isFinite(time) ? Math.round((time as number) * 1000) : null)],
  ["horizontal_accuracy", "esriFieldTypeDouble", ({ accuracy }) => numberOrNull(accuracy)],
  ["speed", "esriFieldTypeDouble", ({ speed }) => numberOrNull(speed)],
  ["course", "esriFieldTypeDouble", ({ course }) => numberOrNull(course)],
  ["track_id", TEXT, (point) => point.trackId],
];
const KNOWN_TYPES = new Map(DERIVED.map(([name, type]) => [name, type]));

/** What {@link inputColumns} needs to know besides the points. */
export interface ColumnOptions {
  /** The request's own field list. */
  declared: readonly DeclaredField[];
  /** Lower-case names of the fields that the output computes itself; an input field of that name gives way. */
  taken: ReadonlySet<string>;
  /** Most characters that the answer may spend on values which points lack and other points have. */
  maxEmptyCharacters: number;
}

/**
 * The input's fields in order: those the request declares, then those its features bring, then what else is known of the points. A field with one of the wire's
 * names has the value that was understood, in the wire's unit: a time in words becomes milliseconds.
 * Names that differ in case only are one field, under its first spelling. Features that lack a field have null in it.
 * @throws SnapError "limit" when too many points lack them.
 */
export function inputColumns(points: readonly InputPoint[], options: ColumnOptions): Column[] {
  const { declared, taken, maxEmptyCharacters } = options;
  const columns = new Map<string, { name: string; declared: DeclaredField | null; values: FieldValue[]; count: number }>();
  const lowerCase = lowerCaser();
  const columnOf = (name: string, field: DeclaredField | null = null) => {
    const lower = lowerCase(name);
    let column = columns.get(lower);
    if (!column && !taken.has(lower)) {
      column = { name, declared: field, values: [], count: 0 };
      columns.set(lower, column);
    }
    return column;
  };
  for (const field of declared) columnOf(field.name, field);
  points.forEach((point, i) => {
    for (const [name, given] of Object.entries(point.attributes)) {
      const column = columnOf(name);
      if (!column || column.values.length > i) continue; // the first of two spellings in one feature counts
      column.count++;
      // `true` is written as 1, but not in a field that the wire knows: nobody sent a speed of 1.
      const isNoValue = typeof given === "boolean" && KNOWN_TYPES.has(lowerCase(name));
      column.values[i] = isNoValue ? null : (plain(given) ?? null);
    }
  });
  let empty = 0;
  for (const { name, count } of columns.values()) empty += (points.length - count) * (name.length + EMPTY_CHARACTERS);
  if (empty > maxEmptyCharacters) {
    const sentence = `points has ${columns.size} attributes, which many points lack: ${empty} characters of empty values, the most is ${maxEmptyCharacters}.`;
    throw new SnapError("limit", sentence);
  }
  for (const [name, , value] of DERIVED) {
    const known = points.map(value);
    const column = known.some((one) => one !== null) ? columnOf(name) : undefined;
    if (column) column.values = known.map((one, i) => (says(column.values[i], one) ? column.values[i] : one));
  }
  // Filled up with null only now, after the limit was checked: thousands of fields that hardly any point has would fill the memory.
  const all = (values: FieldValue[]) => points.map((_, i) => values[i] ?? null);
  return [...columns].map(([lower, { name, declared, values }]) => typed(name, declared, KNOWN_TYPES.get(lower), all(values)));
}

/** Whether a value of the input says what is known of its point: else it may be a time in words or in seconds. Less than a unit is no difference. */
function says(given: FieldValue, known: FieldValue): boolean {
  if (known === null) return true;
  return typeof known === "string" ? !isBlank(given) : Math.abs(readNumber(given) - known) < 1;
}

/** The value as the wire can carry it; undefined for one that it cannot, such as a list. */
export function plain(value: unknown): FieldValue | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || value instanceof Date) return numberOrNull(Number(value));
  return typeof (value ?? 0) === "number" ? numberOrNull(value) : undefined;
}

/**
 * Gives a column its type: the wire's own, the one declared, or one by its values. In a numeric field that the wire knows, one odd value does not change the
 * type for all: text that is a number becomes that number; other text becomes null, and so does a number that is no date. In other fields, if values do not
 * fit the type it becomes text, or a Double if they are numbers that are not whole or too large. A track_id is always text, as on the lines: 007 is not 7.
 */
function typed(name: string, declared: DeclaredField | null, known: string | undefined, values: FieldValue[]): Column {
  const hint = known ?? declared?.type ?? typeOfValues(values);
  // There is one OID field in a feature set, and it is the output's own.
  const wanted = hint === "esriFieldTypeOID" ? "esriFieldTypeInteger" : hint;
  const alias = declared?.alias ?? name;
  const largest = NUMERIC.get(wanted);
  if (largest !== undefined) {
    const numbers = values.map(wanted === "esriFieldTypeDate" ? dateOrNull : numberOrNull);
    const isLost = (value: FieldValue, i: number) => !isBlank(value) && numbers[i] === null;
    const holds = known === undefined ? !values.some(isLost) : values.every(isBlank) || numbers.some((value) => value !== null);
    const ofValues = typeOfValues(numbers, largest);
    if (holds) return { field: { name, type: largest && ofValues === "esriFieldTypeDouble" ? ofValues : wanted, alias }, values: numbers };
  }
  const type = largest === undefined ? wanted : TEXT;
  const texts = values.map((value): string | null => (typeof value === "number" ? String(value) : value));
  return type === TEXT ? textColumn(name, texts, alias, declared?.length ?? TEXT_LENGTH) : { field: { name, type, alias }, values: texts };
}

/** Milliseconds of a date, whole as a Date has them; null for everything else. */
function dateOrNull(value: FieldValue): number | null {
  const number = readNumber(value);
  return isDate(number / 1000) ? Math.round(number) : null;
}

/** A column of text, long enough for each of its values. */
export function textColumn(name: string, values: (string | null)[], alias = name, least = TEXT_LENGTH): Column {
  const length = values.reduce((most, text) => Math.max(most, text?.length ?? 0), least);
  return { field: { name, type: TEXT, alias, length }, values };
}

/** The type that holds all of these values: Integer for whole numbers up to `largest`, Double for other numbers, else text (also if there are no values). */
export function typeOfValues(values: readonly FieldValue[], largest = MAX_INT32): string {
  let whole = true;
  let any = false;
  for (const value of values) {
    if (value === null) continue;
    if (typeof value === "string") return TEXT;
    any = true;
    whole &&= Number.isInteger(value) && Math.abs(value) <= largest;
  }
  if (!any) return TEXT;
  return whole ? "esriFieldTypeInteger" : "esriFieldTypeDouble";
}

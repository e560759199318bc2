// Echo: the input's own fields in the output: their names there, and which of them have to be added.
import { cellText } from "../import/tracks/csv-types.js";
import { type Field, type FieldName, recogniseField, recogniseFields } from "../import/tracks/fields.js";
import { trackIdIn } from "../import/tracks/point-reader.js";
import { parseTime } from "../import/tracks/times.js";
import { isBlank, parseNumber } from "../import/tracks/values.js";
import type { InputPoint } from "../match/track/track.js";
import { DECIMALS, isoTime, toDecimals } from "./numbers.js";

/** A column of the input: its name in the output and the value of each point. */
export interface EchoColumn {
  name: string;
  of: (point: InputPoint) => unknown;
  /** Its original text in a CSV, if that differs from the value as text. */
  text?: (point: InputPoint) => string | undefined;
}

/** Names that every reader understands, for fields that the attributes do not have. */
const OWN: { field: Field; name: string; of: (point: InputPoint) => unknown }[] = [
  { field: "objectId", name: "objectid", of: ({ objectId }) => objectId },
  { field: "trackId", name: "track_id", of: ({ trackId }) => trackId },
  { field: "lon", name: "lon", of: ({ lon }) => lon },
  { field: "lat", name: "lat", of: ({ lat }) => lat },
  { field: "time", name: "time", of: ({ time }) => isoTime(time) },
  { field: "accuracy", name: "accuracy", of: ({ accuracy }) => accuracy },
  { field: "speed", name: "speed", of: ({ speed }) => speed },
  { field: "course", name: "course", of: ({ course }) => course },
];

/** Which of the input's fields are written to the output. It can be sent to another thread. */
export interface EchoPlan {
  /** Fields that were read from elsewhere than the attributes, if only for some points. */
  added: Field[];
  /** Names of attributes, in the order in which they first appear. */
  keys: string[];
}

/** The plan for these inputs. */
export function planEcho(inputs: readonly InputPoint[]): EchoPlan {
  const keys = attributeNames(inputs);
  const byField = new Map<Field, [key: string, name: FieldName][]>();
  for (const key of keys) {
    const name = recogniseField(key);
    if (name) byField.set(name.field, [...(byField.get(name.field) ?? []), [key, name]]);
  }
  for (const named of byField.values()) named.sort(([, a], [, b]) => a.rank - b.rank);
  const added = OWN.filter(({ field }) => inputs.some((point) => !isSaid(point, field, byField.get(field) ?? [])));
  return { added: added.map(({ field }) => field), keys: [...keys] };
}

/** The plan for the inputs of several plans, in the order of these. */
export function joinPlans(plans: Iterable<EchoPlan>): EchoPlan {
  const [allAdded, allKeys] = [new Set<Field>(), new Set<string>()];
  for (const { added, keys } of plans) {
    for (const field of added) allAdded.add(field);
    for (const key of keys) allKeys.add(key);
  }
  return { added: OWN.flatMap(({ field }) => (allAdded.has(field) ? field : [])), keys: [...allKeys] };
}

/** Whether a plan has all attributes of these inputs. */
export function isPlanned(inputs: readonly InputPoint[], { keys }: EchoPlan): boolean {
  const planned = new Set(keys);
  return [...attributeNames(inputs)].every((key) => planned.has(key));
}

/** The names of the attributes, in the order in which they first appear. */
function attributeNames(inputs: readonly InputPoint[]): Set<string> {
  const keys = new Set<string>();
  let last: unknown;
  for (const { attributes } of inputs) {
    if (attributes === last) continue; // the points of a GeoJSON line share one object
    last = attributes;
    for (const key of Object.keys(attributes)) keys.add(key);
  }
  return keys;
}

/**
 * The columns of a plan. Fields that were read from elsewhere than the attributes (a geometry, the name of a GPX track) come first, under their common names. A
 * column whose name is needed for these or for the answers is called `input_…`.
 */
export function echoColumns({ added, keys }: EchoPlan, reserved: readonly string[]): EchoColumn[] {
  const used = new Set(reserved);
  const columns: EchoColumn[] = [];
  const add = (wanted: string, of: EchoColumn["of"], text?: EchoColumn["text"]): void => {
    let name = wanted;
    while (used.has(name)) name = `input_${name}`;
    used.add(name);
    columns.push({ name, of, ...(text && { text }) });
  };
  for (const { field, name, of } of OWN) if (added.includes(field)) add(name, of);
  for (const key of keys) {
    const of: EchoColumn["of"] = ({ attributes }) => (Object.hasOwn(attributes, key) ? attributes[key] : undefined);
    add(key, of, ({ attributes }) => cellText(attributes, key));
  }
  return columns;
}

/** Whether a reader would find a point's field in its attributes. `named`: the attributes that are this field, the best-known name first. */
function isSaid(point: InputPoint, field: Field, named: readonly [key: string, name: FieldName][]): boolean {
  const known = point[field] ?? null;
  if (known === null || Number.isNaN(known)) return true;
  if (field === "trackId") return trackIdIn(recogniseFields(point.attributes)) === known;
  for (const [key, name] of named) {
    const value = Object.hasOwn(point.attributes, key) ? point.attributes[key] : undefined;
    if (!isBlank(value)) return isSame(known, value, name);
  }
  return false;
}

/** Units of times that are bare numbers, per second. */
const UNITS = [1, 1e3, 1e6, 1e9];

/** Seconds by which a time in another form may differ: the precision of a double. */
const SAME_TIME = 1e-5;

function isSame(known: string | number, value: unknown, { field, multiply, divide, dilution, fixedUnit }: FieldName): boolean {
  const most = field === "time" ? SAME_TIME : 1e-9 * Math.max(1, Math.abs(known as number));
  const near = (number: number) => Math.abs(number - (known as number)) <= most;
  if (field !== "time") return dilution ? Number.isFinite(parseNumber(value)) : near((parseNumber(value) * multiply) / divide);
  const time = parseTime(value);
  if (time === undefined) return false;
  if ("seconds" in time) return near(time.seconds);
  // When it is read again, the other dates show the same order of day and month.
  if ("dayFirst" in time) return near(time.dayFirst) || near(time.monthFirst);
  return fixedUnit ? near((time.number * multiply) / divide) : UNITS.some((perSecond) => near(time.number / perSecond));
}

/**
 * A function that writes times like those of the input: if these are numbers, as numbers in their unit (seconds since the epoch, milliseconds or finer), else
 * as ISO 8601 in UTC.
 */
export function timeWriter(inputs: readonly InputPoint[]): (seconds: number) => number | string | null {
  const unit = numberUnit(inputs.find(({ time }) => Number.isFinite(time)));
  if (unit === undefined) return isoTime;
  return (seconds) => toDecimals(seconds * unit, unit === 1 ? DECIMALS.seconds : 0);
}

/** The unit of a point's time, per second, if that is a number; else undefined. */
function numberUnit(point: InputPoint | undefined): number | undefined {
  if (point === undefined) return undefined;
  const { value } = recogniseFields(point.attributes).time ?? {};
  if (typeof value !== "number") return undefined;
  return UNITS.find((perSecond) => Math.abs(value / perSecond - (point.time as number)) <= SAME_TIME);
}

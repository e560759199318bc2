// The `points` parameter: an Esri feature set of points, read into input points. One bad record never spoils the set.
import { isObject, SnapError, shown } from "../errors.js";
import { isDate, mayBeSeconds, NO_SECONDS } from "../geo/dates.js";
import type { InputPoint } from "../match/track/track.js";
import { type DeclaredField, plain } from "./fields.js";
import { readSpatialReference, type SpatialReference, toDegrees, WGS84 } from "./spatial-reference.js";
import { type Trouble, Troubles } from "./troubles.js";
import { badParameter, isBlank, lowerCaser, numberOrNull, readNumber, readObject, readText } from "./values.js";

/** A place as the request wrote it, kept so that an unsnapped point goes back bit for bit. */
export interface WirePlace {
  x: number;
  y: number;
  reference: SpatialReference;
}

/** The `points` parameter read. The lists run side by side, one entry per feature. */
export interface PointSet {
  points: InputPoint[];
  /** null where a feature has no two numbers for a place. */
  places: (WirePlace | null)[];
  /** The request's own field list; empty when it has none. */
  fields: DeclaredField[];
  /** The set's own, or its first geometry's, or WGS84. */
  reference: SpatialReference;
  troubles: Troubles;
}

/**
 * Reads the `points` parameter.
 * @param value a feature set, or its JSON text
 * @param maxRecords how many features there may be
 * @throws SnapError "bad-input" for what is no feature set, "limit" for too many features
 */
export function readPoints(value: unknown, maxRecords: number): PointSet {
  const set = readFeatureSet(value);
  const { length } = set.features;
  if (length > maxRecords) throw new SnapError("limit", `points has ${length} features; the most is ${maxRecords}.`);
  const ofSet = readSpatialReference("points.spatialReference", set.spatialReference);
  let ofFirst: SpatialReference | null = null;
  const places: (WirePlace | null)[] = [];
  const troubles = new Troubles();
  const lowerCase = lowerCaser();
  // Not by features.map, which passes over holes.
  const points = Array.from(set.features, (feature, i) => {
    const { geometry, attributes } = membersOf(feature);
    const { x, y, own } = readGeometry(membersOf(geometry));
    ofFirst ??= own;
    const reference = own ?? ofSet ?? WGS84;
    places.push(Number.isNaN(x) ? null : { x, y, reference });
    const [lon, lat] = toDegrees(reference, x, y);
    const given = membersOf(attributes);
    const point: InputPoint = {
      lon,
      lat,
      time: null,
      accuracy: null,
      speed: null,
      course: null,
      trackId: null,
      objectId: null,
      attributes: given,
    };
    for (const [name, value] of Object.entries(given)) {
      const lower = lowerCase(name);
      // Where a name is asked for, the word null is a name like any other.
      if (isBlank(value) && !(lower === "track_id" && readText(value) !== "")) continue;
      const trouble = readAttribute(point, lower, value);
      if (trouble) troubles.add(trouble, i, shown(value));
      if (plain(value) === undefined) troubles.add("bad-attribute", i);
    }
    return point;
  });
  return { points, places, fields: declaredFields(set.fields), reference: ofSet ?? ofFirst ?? WGS84, troubles };
}

function readFeatureSet(value: unknown): Record<string, unknown> & { features: unknown[] } {
  const fail = (what: string) => badParameter("points", what);
  const allowed = "a feature set, an object with a list named features";
  const set = readObject("points", value, allowed);
  if (set === null) throw fail(`is missing; it must be ${allowed}`);
  if (set.type === "FeatureCollection") throw fail("is GeoJSON; it must be an Esri feature set, its points as geometry {x, y}");
  if (!Array.isArray(set.features)) {
    const elsewhere = Object.keys(set).find((key) => /^(url|itemid)$/i.test(key) && !isBlank(set[key]));
    if (elsewhere !== undefined) {
      throw fail(`is given by ${elsewhere}, ${shown(set[elsewhere])}; it must be ${allowed}`);
    }
    throw fail(`has ${shown(set.features)} as features; it must be ${allowed}`);
  }
  if (set.features.length === 0) throw fail("has no features; at least one point is needed");
  return set as Record<string, unknown> & { features: unknown[] };
}

function declaredFields(value: unknown): DeclaredField[] {
  if (!Array.isArray(value)) return [];
  const text = (v: unknown) => (typeof v === "string" && v !== "" ? v : null);
  return value.flatMap((field) => {
    const name = isObject(field) ? text(field.name) : null;
    if (name === null || field.type === "esriFieldTypeGeometry") return [];
    const length = readNumber(field.length);
    const type = text(field.type);
    return [{ name, type: type?.startsWith("esriFieldType") ? type : null, alias: text(field.alias), length: length > 0 ? length : null }];
  });
}

/** What an object says, and of everything else nothing. */
function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Where a feature is, both NaN when it has no two numbers for a place, and its own spatial reference, null when it has none. */
function readGeometry(geometry: Record<string, unknown>): { x: number; y: number; own: SpatialReference | null } {
  const x = readNumber(geometry.x);
  const y = readNumber(geometry.y);
  if (Number.isNaN(x) || Number.isNaN(y)) return { x: Number.NaN, y: Number.NaN, own: null };
  return { x, y, own: readSpatialReference("points: a geometry's spatialReference", geometry.spatialReference) };
}

/** Takes what an attribute says, its name in lower case, over into the point; says what trouble there is with it. */
function readAttribute(point: InputPoint, name: string, value: unknown): Trouble | null {
  switch (name) {
    case "objectid":
      if (!Number.isSafeInteger(readNumber(value))) return "bad-objectid";
      point.objectId ??= readNumber(value);
      return null;
    case "location_timestamp":
      return readTime(point, value);
    case "horizontal_accuracy":
    case "speed":
    case "course": {
      const field = name === "horizontal_accuracy" ? "accuracy" : name;
      point[field] = numberOrNull(value);
      return point[field] === null ? `bad-${field}` : null;
    }
    case "track_id":
      if (typeof value !== "string" && !Number.isFinite(value)) return "bad-track-id";
      point.trackId ??= String(value);
      // Others were the same number before they came here.
      return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? "unsafe-track-id" : null;
  }
  return null;
}

/** A Date as JSON has it, and the same of another time zone: what is none, an engine may read its own way. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a calendar has the day that a text begins with: of 30 February engines make 1 March, or nothing, as they like. */
function isDay(text: string): boolean | undefined {
  const day = text.slice(0, 10);
  return new Date(day).toJSON()?.startsWith(day);
}

function readTime(point: InputPoint, value: unknown): Trouble | null {
  const isText = typeof value === "string";
  const date = isText && ISO.test(value) && isDay(value) ? new Date(value) : value;
  const seconds = (date instanceof Date ? +date : readNumber(value)) / 1000;
  if (!isDate(seconds)) return "bad-timestamp";
  point.time = seconds;
  if (seconds >= NO_SECONDS) return "late-timestamp";
  return isText ? "text-timestamp" : mayBeSeconds(seconds) ? "early-timestamp" : null;
}

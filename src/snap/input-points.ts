// The `points` parameter: an Esri feature set of points, read into input points. One bad record never spoils the set.
import { isObject, SnapError, shown } from "../errors.js";
import { isDate } from "../geo/dates.js";
import type { InputPoint } from "../match/track.js";
import { readSpatialReference, type SpatialReference, toDegrees, WGS84 } from "./spatial-reference.js";
import { Troubles } from "./troubles.js";
import { badParameter, badValue, isBlank, lowerCaser, readJson, readNumber, readText } from "./values.js";

/** A field as the request's `fields` list declares it. */
export interface DeclaredField {
  name: string;
  type: string | null;
  alias: string | null;
  length: number | null;
}

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
  const features = featuresOf(value);
  const { list, set } = features;
  if (list.length > maxRecords) {
    throw new SnapError("limit", `points has ${list.length} features; the most this service takes in one request is ${maxRecords}.`);
  }
  const ofSet = readSpatialReference("points.spatialReference", set.spatialReference);
  const reader = new FeatureReader(ofSet ?? WGS84);
  for (let i = 0; i < list.length; i++) reader.read(list[i], i); // forEach would pass over holes
  return {
    points: reader.points,
    places: reader.places,
    fields: declaredFields(set.fields),
    reference: ofSet ?? reader.firstReference ?? WGS84,
    troubles: reader.troubles,
  };
}

function featuresOf(value: unknown): { set: Record<string, unknown>; list: unknown[] } {
  const fail = (what: string) => badParameter("points", what);
  if (isBlank(value)) throw fail("is missing; it must be a feature set of points");
  const allowed = "a feature set, an object with a list named features";
  const set = readJson("points", value, allowed);
  if (!isObject(set)) throw badValue("points", set, allowed);
  if (set.type === "FeatureCollection") throw fail("is GeoJSON; it must be an Esri feature set, its points as geometry {x, y}");
  if (!Array.isArray(set.features)) {
    const elsewhere = Object.keys(set).find((key) => /^(url|itemid)$/i.test(key) && !isBlank(set[key]));
    if (elsewhere !== undefined) {
      throw fail(
        `is given by ${elsewhere}, ${shown(set[elsewhere])}; it must hold the features themselves, since this service works offline`,
      );
    }
    if (!isBlank(set.features)) throw fail(`has ${shown(set.features)} as features; it must be ${allowed}`);
    throw fail(`is an object without features; it must be ${allowed}`);
  }
  if (set.features.length === 0) throw fail("has an empty list of features; at least one point is needed");
  return { set, list: set.features };
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

/** Reads features one by one; names of attributes are matched without regard to case. */
class FeatureReader {
  readonly points: InputPoint[] = [];
  readonly places: (WirePlace | null)[] = [];
  readonly troubles = new Troubles();
  firstReference: SpatialReference | null = null;
  readonly #ofSet: SpatialReference;
  readonly #lowerCase = lowerCaser();

  constructor(ofSet: SpatialReference) {
    this.#ofSet = ofSet;
  }

  read(feature: unknown, index: number): void {
    const given = membersOf(feature);
    const geometry = membersOf(given.geometry);
    const attributes = membersOf(given.attributes);
    const place = this.#place(geometry);
    const [lon, lat] = place ? toDegrees(place.reference, place.x, place.y) : [Number.NaN, Number.NaN];
    const point: InputPoint = {
      lon,
      lat,
      time: null,
      accuracy: null,
      speed: null,
      course: null,
      trackId: null,
      objectId: null,
      attributes,
    };
    for (const [name, value] of Object.entries(attributes)) {
      const lower = this.#lowerCase(name);
      // Where a name is asked for, the word null is a name like any other.
      if (!isBlank(value) || (lower === "track_id" && readText(value) !== "")) this.#attribute(point, lower, value, index);
    }
    this.points.push(point);
    this.places.push(place);
  }

  #place(geometry: Record<string, unknown>): WirePlace | null {
    const x = readNumber(geometry.x);
    const y = readNumber(geometry.y);
    if (Number.isNaN(x) || Number.isNaN(y)) return null;
    const own = readSpatialReference("points: a geometry's spatialReference", geometry.spatialReference);
    if (own) this.firstReference ??= own;
    return { x, y, reference: own ?? this.#ofSet };
  }

  #attribute(point: InputPoint, name: string, value: unknown, index: number): void {
    switch (name) {
      case "objectid":
        if (Number.isSafeInteger(readNumber(value))) point.objectId ??= readNumber(value);
        else this.troubles.add("bad-objectid", index, value);
        break;
      case "location_timestamp":
        point.time = this.#seconds(value, index);
        break;
      case "horizontal_accuracy":
        point.accuracy = this.#number(value, "accuracy", index);
        break;
      case "speed":
      case "course":
        point[name] = this.#number(value, name, index);
        break;
      case "track_id":
        if (typeof value === "string" || typeof value === "number") point.trackId ??= String(value);
        else this.troubles.add("bad-track-id", index, value);
        break;
    }
  }

  #seconds(value: unknown, index: number): number | null {
    if (value instanceof Date) return value.getTime() / 1000;
    const seconds = readNumber(value) / 1000;
    if (typeof value === "string" && Number.isNaN(seconds)) this.troubles.add("text-timestamp", index, value);
    else if (!isDate(seconds)) this.troubles.add("bad-timestamp", index, value);
    else if (typeof value === "string") this.troubles.add("numeric-text-timestamp", index, value);
    return isDate(seconds) ? seconds : null;
  }

  #number(value: unknown, field: "accuracy" | "speed" | "course", index: number): number | null {
    const number = readNumber(value);
    if (!Number.isNaN(number)) return number;
    this.troubles.add(`bad-${field}`, index, value);
    return null;
  }
}

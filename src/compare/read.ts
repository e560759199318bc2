// Read: a response in the form for comparing: places in degrees, names in lower case, features by ObjectID. Nothing is assumed about who wrote it.
import { isObject, SnapError, shown } from "../errors.js";
import { type Line, lineLength, type Position } from "../geo/lines.js";
import { ROAD_PROPERTIES } from "../snap/road-properties.js";
import { readSpatialReference, type SpatialReference, toDegrees, WGS84 } from "../snap/spatial-reference.js";
import { isBlank, lowerCaser, numberOrNull, readNumber, readText } from "../snap/values.js";

/** A field of a feature set. */
export interface ReadField {
  name: string;
  /** Esri type; null when the set does not say. */
  type: string | null;
  /** Its name in the attributes; null if no feature has it. */
  attribute: string | null;
  /** The JSON types of its values, except null, each with the least ObjectID that has one. */
  valueTypes: ReadonlyMap<string, number>;
}

/** The attributes of a feature that are compared, by their names in lower case. */
export type Values = Readonly<Record<string, unknown>>;

/** A snapped point. */
export interface ReadPoint {
  objectId: number;
  /** Null when it has no usable geometry. */
  place: Position | null;
  /** Null when it has none. */
  confidence: number | null;
  /** It has a place and its confidence, if any, is above 0. */
  snapped: boolean;
  lineId: number | null;
  values: Values;
}

/** A line, with metres on the ground. */
export interface ReadLine {
  objectId: number;
  trackId: string | null;
  type: string;
  parts: Line[];
  metres: number;
  values: Values;
}

/** A message of the response. */
export interface ReadMessage {
  /** Informative, Warning, Error or as the service says. */
  severity: string;
  /** The message itself. */
  text: string;
}

/** An answered request. Points and lines are in the order of their ObjectIDs, whatever order they came in. */
export interface ReadAnswer {
  points: ReadPoint[];
  /** Null when the response has no output_lines or an empty value there. */
  lines: ReadLine[] | null;
  pointFields: ReadField[];
  lineFields: ReadField[];
  messages: ReadMessage[];
}

/** An error envelope. */
export interface ReadError {
  /** Null when it has none. */
  code: number | null;
  /** The message itself. */
  message: string;
  /** Its details, unchanged. */
  details: unknown[];
}

/** Either of the two. */
export type ReadResponse = { answer: ReadAnswer; error: null } | { answer: null; error: ReadError };

const WANTED = new Set<string>(["objectid", "confidence", "line_id", "track_id", "line_type", ...ROAD_PROPERTIES]);

/**
 * Reads a response of execute, or its error envelope.
 * @param name what the response is called in the sentence of an error
 * @throws SnapError "bad-input" when it is neither, or in a spatial reference that is not supported
 */
export function readResponse(name: string, value: unknown): ReadResponse {
  if (isObject(value) && isObject(value.error)) return { answer: null, error: readError(value.error) };
  const results = isObject(value) ? value.results : undefined;
  if (!isObject(value) || !Array.isArray(results)) {
    throw bad(
      name,
      `${isObject(value) ? "has no list named results" : `is ${shown(value)}`}; it must be a response of SnapToRoads, or an error`,
    );
  }
  const output = (paramName: string): unknown =>
    results.find((result) => isObject(result) && readText(result.paramName).toLowerCase() === paramName)?.value;
  const points = readSet(`${name}: output_snapped_points`, output("output_snapped_points"));
  if (points === null) throw bad(name, "has no output_snapped_points with features");
  const lines = readSet(`${name}: output_lines`, output("output_lines"));
  return {
    answer: {
      points: byObjectId(points.features.map(pointOf)),
      lines: lines && byObjectId(lines.features.map(lineOf)),
      pointFields: points.fields,
      lineFields: lines?.fields ?? [],
      messages: Array.isArray(value.messages) ? value.messages.filter(isObject).map(messageOf) : [],
    },
    error: null,
  };
}

interface ReadFeature {
  objectId: number;
  values: Values;
  geometry: Record<string, unknown>;
  reference: SpatialReference;
}

/** A feature set; null if it is absent or an empty value, which some services send if no lines were asked for. */
function readSet(name: string, value: unknown): { features: ReadFeature[]; fields: ReadField[] } | null {
  if (!isObject(value) || !Array.isArray(value.features)) return null;
  const common = readSpatialReference(`${name}.spatialReference`, value.spatialReference) ?? WGS84;
  const attributesByName = new Map<string, ReadAttribute>();
  const lowerCase = lowerCaser();
  const features = value.features.map((feature, i): ReadFeature => {
    const attributes = isObject(feature) && isObject(feature.attributes) ? feature.attributes : {};
    const geometry = isObject(feature) && isObject(feature.geometry) ? feature.geometry : {};
    const values: Record<string, unknown> = {};
    for (const [key, attribute] of Object.entries(attributes)) {
      const wanted = lowerCase(key);
      // If a name occurs in several spellings, the first that has a value counts.
      if (WANTED.has(wanted) && isBlank(values[wanted])) values[wanted] = attribute;
    }
    const objectId = numberOrNull(values.objectid) ?? i + 1;
    for (const [key, attribute] of Object.entries(attributes)) addAttribute(attributesByName, lowerCase(key), key, attribute, objectId);
    return {
      objectId,
      values,
      geometry,
      reference: readSpatialReference(`${name}: a geometry's spatialReference`, geometry.spatialReference) ?? common,
    };
  });
  return { features, fields: fieldsOf(value, attributesByName) };
}

/** An attribute of the features in a set. */
type ReadAttribute = { name: string; valueTypes: Map<string, number> };

function addAttribute(into: Map<string, ReadAttribute>, lower: string, name: string, value: unknown, objectId: number): void {
  let found = into.get(lower);
  if (found === undefined) {
    found = { name, valueTypes: new Map() };
    into.set(lower, found);
  }
  if (value === null || value === undefined) return;
  const { valueTypes } = found;
  valueTypes.set(typeof value, Math.min(objectId, valueTypes.get(typeof value) ?? objectId));
}

/** The declared fields; or, without a list of fields, the names in the attributes. */
function fieldsOf(set: Record<string, unknown>, attributes: ReadonlyMap<string, ReadAttribute>): ReadField[] {
  if (!Array.isArray(set.fields)) {
    return [...attributes.values()].map(({ name, valueTypes }) => ({ name, type: null, attribute: name, valueTypes }));
  }
  return set.fields.flatMap((field) => {
    if (!isObject(field) || typeof field.name !== "string") return [];
    const { name, type } = field;
    const { name: attribute = null, valueTypes = new Map() } = attributes.get(name.toLowerCase()) ?? {};
    return [{ name, type: typeof type === "string" ? type : null, attribute, valueTypes }];
  });
}

function pointOf({ objectId, values, geometry, reference }: ReadFeature): ReadPoint {
  const place = position(reference, geometry.x, geometry.y);
  const confidence = numberOrNull(values.confidence);
  return {
    objectId,
    place,
    confidence,
    snapped: place !== null && (confidence === null || confidence > 0),
    lineId: numberOrNull(values.line_id),
    values,
  };
}

function lineOf({ objectId, values, geometry, reference }: ReadFeature): ReadLine {
  const paths = Array.isArray(geometry.paths) ? geometry.paths : [];
  const parts = paths.map((path) =>
    (Array.isArray(path) ? path : []).flatMap((vertex) => {
      const place = Array.isArray(vertex) ? position(reference, vertex[0], vertex[1]) : null;
      return place ? [place] : [];
    }),
  );
  return {
    objectId,
    trackId: isBlank(values.track_id) ? null : String(values.track_id),
    type: readText(values.line_type),
    parts,
    metres: lineLength(parts),
    values,
  };
}

function position(reference: SpatialReference, x: unknown, y: unknown): Position | null {
  const [east, north] = [readNumber(x), readNumber(y)];
  return Number.isNaN(east) || Number.isNaN(north) ? null : toDegrees(reference, east, north);
}

function byObjectId<T extends { objectId: number }>(features: T[]): T[] {
  return features.sort((a, b) => a.objectId - b.objectId);
}

function messageOf(message: Record<string, unknown>): ReadMessage {
  return { severity: readText(message.type).replace(/^esriJobMessageType/, ""), text: readText(message.description) };
}

function readError(error: Record<string, unknown>): ReadError {
  return { code: numberOrNull(error.code), message: readText(error.message), details: Array.isArray(error.details) ? error.details : [] };
}

function bad(name: string, what: string): SnapError {
  return new SnapError("bad-input", `${name} ${what}.`, { response: name });
}

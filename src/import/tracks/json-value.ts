// JSON value: the points in one value of NDJSON, which is a track, a point, a request or GeoJSON.
import { isObject, SnapError, shown } from "../../errors.js";
import { addFeatureSet, featureSetOf, isExecuteJson, warnOfUnused } from "./execute-json.js";
import { type FieldValues, fieldName, shownNames } from "./fields.js";
import { addGeoJson, isGeoJson } from "./geojson-tracks.js";
import { fieldsOf } from "./point-object.js";
import { type PointReader, trackIdIn, trackIdOf } from "./point-reader.js";
import { capital } from "./track-text.js";

/**
 * What was found out about a line that was added. `id`: undefined if the line has no usable one, null if it has one that is null or empty. `name`: that of a
 * GeoJSON line or MultiPoint.
 */
export interface Added {
  isTrack: boolean;
  /** Whether it is a point by itself, or a feature that is no track. */
  isPoint?: boolean;
  /** Whether it is a list of positions, whose numbers have no names. */
  areArrays?: boolean;
  id?: string | null;
  name?: string | null;
  attributes?: Record<string, unknown> | null;
}

/**
 * Adds the points of one value. The times of a track are settled; of a point by itself only the unit, since other points may show which part of its date is the
 * day. Errors name the line and have its id, for a caller that answers it. `places`: the line that each of its `points` came from, if that is not `place`.
 */
export function addValue(reader: PointReader, value: unknown, place: number, places?: readonly number[]): Added {
  const id = isObject(value) ? idAmong([givenId(reader, value), value.id, value.track_id]) : undefined;
  try {
    return addLine(reader, value, id, place, places);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    const message = error.details.line === place ? error.message : `${capital(reader.placeName(place))}: ${error.message}`;
    throw new SnapError(error.code, message, { ...error.details, line: place, trackId: id ?? null });
  }
}

/** The track id of a line under the name that the option columns gives. */
function givenId({ names }: PointReader, value: Record<string, unknown>): string | undefined {
  return (names.isGiven("trackId") && trackIdIn(names.fieldsOf(value))) || undefined;
}

/** The first value that can be an id. If there is none: null if one is null or empty, else undefined. */
export function idAmong(given: readonly unknown[]): string | null | undefined {
  const id = given.map(trackIdOf).find((id) => id !== null);
  return id ?? (given.some((value) => value === null || value === "") ? null : undefined);
}

/** Warns of a line's id that cannot be one: its track would silently be one with others that have no id. */
function warnOfId(reader: PointReader, value: Record<string, unknown>, id: string | null | undefined, place: number): void {
  const given = value.id ?? value.track_id;
  if (id === undefined && given !== undefined)
    reader.warnings.value("id", "neither text nor a number", given, () => reader.placeName(place));
}

function addLine(reader: PointReader, value: unknown, id: string | null | undefined, place: number, places?: readonly number[]): Added {
  if (isGeoJson(value)) {
    const from = reader.points.length;
    const name = addGeoJson(reader, value, place);
    // The id of a point feature is the point's, not a track's.
    const isTrack = name !== undefined || (id !== undefined && isObject(value) && value.type === "FeatureCollection");
    if (!isTrack) {
      reader.settleUnits(from);
      return { isTrack, isPoint: isObject(value) && value.type === "Feature" };
    }
    reader.settleTimes(from);
    nameTrack(reader, from, id ?? null);
    return { isTrack, id: id ?? undefined, name };
  }
  if (!isObject(value)) throw noTrack(reader, place, shown(value));
  if (Array.isArray(value.points)) {
    warnOfId(reader, value, id, place);
    addPoints(reader, value.points, id ?? null, (i) => places?.[i] ?? place);
    return { isTrack: true, areArrays: value.points.every(Array.isArray), id, attributes: attributesOf(value) };
  }
  if (isExecuteJson(value)) {
    warnOfId(reader, value, id, place);
    const from = reader.points.length;
    addFeatureSet(reader, featureSetOf(value, reader.limits.maxDepth), place);
    warnOfUnused(reader, value);
    nameTrack(reader, from, id ?? null);
    return { isTrack: id !== undefined, id };
  }
  const fields = fieldsOf(reader.names, value);
  if (!fields.lon || !fields.lat) {
    const missing = reader.names.missing(`member of ${reader.placeName(place)}`, Object.keys(value));
    // With neither coordinate it may be no point at all, but, say, the first line of a log that describes the log.
    const isPoint = (fields.lon ?? fields.lat) !== undefined && reader.names.isMissing("lon", "lat");
    if (missing !== null) throw new SnapError("bad-input", missing, { line: place, ...(isPoint && { missing }) });
    if (Array.isArray(value.results)) throw noTrack(reader, place, "a response of SnapToRoads, not a request");
    const members = shownNames(Object.keys(value).slice(0, 5));
    throw noTrack(reader, place, `an object ${members === "" ? "without members" : `whose members are ${members}`}`);
  }
  reader.add(fields, value, place);
  reader.settleUnits(reader.points.length - 1);
  return { isTrack: false, isPoint: true };
}

/** The other members of a line with points. If the line is an answer of this program, those of the line that was answered. */
function attributesOf({ points, id, track_id, ...others }: Record<string, unknown>): Record<string, unknown> | null {
  if (Array.isArray(others.lines) && Array.isArray(others.violations)) return isObject(others.attributes) ? others.attributes : null;
  return Object.keys(others).length > 0 ? others : null;
}

/** Adds a list of positions, point objects or features. Each item is one point, even if it cannot be read. */
export function addPoints(
  reader: PointReader,
  list: unknown[],
  trackId: string | null | undefined,
  placeAt: (index: number) => number,
): void {
  const from = reader.points.length;
  list.forEach((item, i) => {
    const at = placeAt(i);
    if (Array.isArray(item)) addPosition(reader, item, at);
    else if (isObject(item) && isObject(item.geometry) && "attributes" in item) addFeatureSet(reader, { features: [item] }, at);
    else if (isObject(item) && item.type === "Feature" && isObject(item.geometry) && item.geometry.type === "Point")
      addGeoJson(reader, item, at);
    else if (isObject(item)) reader.add(fieldsOf(reader.names, item), item, at);
    else reader.add({}, {}, at);
  });
  reader.settleTimes(from);
  if (trackId !== undefined) nameTrack(reader, from, trackId);
}

/** Gives a track id to the points from `from` on that have none of their own. */
export function nameTrack(reader: PointReader, from: number, trackId: string | null): void {
  for (let i = from; i < reader.points.length; i++) reader.points[i].trackId ??= trackId;
}

/** The field at each index of a position. */
const POSITION = (["lon", "lat", "time", "accuracy", "speed", "course"] as const).map((field) => ({ field, name: fieldName(field) }));

/** Adds a point from a position. Its numbers have no names, so names in the option columns do not apply, except for exchanging longitude and latitude. */
function addPosition(reader: PointReader, position: unknown[], place: number): void {
  const fields: FieldValues = {};
  const attributes: Record<string, unknown> = {};
  POSITION.forEach(({ field, name }, i) => {
    if (i >= position.length && i > 1) return;
    fields[field] = { value: position[i], name };
    attributes[field] = position[i];
  });
  const { lon, lat } = reader.names.fieldsOf(attributes);
  reader.add(lon && lat ? { ...fields, lon, lat } : fields, attributes, place);
}

function noTrack(reader: PointReader, place: number, what: string): SnapError {
  const where = capital(reader.placeName(place));
  return new SnapError("bad-input", `${where} is ${what}; it must have a list named points or features, or a lon and a lat.`, {
    line: place,
  });
}

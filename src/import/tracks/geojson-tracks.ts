// GeoJSON tracks: a point feature per fix, or a line per track with its times beside it.
import { isObject, SnapError, shown } from "../../errors.js";
import { otherCrs } from "../crs.js";
import { type FieldValues, fieldName } from "./fields.js";
import { PointReader, trackIdIn, trackIdOf, UniqueNames } from "./point-reader.js";
import {
  type ReadTracksOptions,
  type TrackData,
  type TrackElement,
  type TrackInput,
  type TrackLimits,
  trackLimits,
} from "./track-input.js";
import { decodeText, parseJson } from "./track-text.js";
import { isBlank } from "./values.js";

const LON = fieldName("lon");
const LAT = fieldName("lat");
const TIME = fieldName("time");
const OBJECT_ID = fieldName("id");

/** The least fourth number of a position that is taken for a time: a time in 2001, in seconds or a finer unit. Lengths along a line are less. */
const LEAST_TIME = 1e9;

/** A feature, as this reader sorts it. */
interface Feature {
  kind: "point" | "points" | "line" | "placeless";
  /** Lists of positions; a MultiLineString has several. */
  parts: unknown[][];
  properties: Record<string, unknown>;
  id: unknown;
}

/**
 * The points of a GeoJSON file: those of its Point and MultiPoint features, or the positions of its LineStrings and MultiLineStrings. If a file has both, the
 * points are read, unless they are waypoints beside tracks: if only the lines have times, or if nothing has times and the lines have many positions, but there
 * are at most two points per line. Each line is a track, and so is each MultiPoint without points beside it. If there are several, each has its track id
 * property, its name or its id as track id. Times, speeds, courses and the like are lists as long as the coordinates, in `coordinateProperties` or among the
 * properties (`coordTimes`, `heartRates`); a time may be the fourth number of a position. The attributes of a point are its feature's properties, with its own
 * entry of each list, and the third number of its position as `ele`.
 *
 * Among points, one without a geometry is kept and cannot be snapped. Throws `bad-input` when it is no GeoJSON or has no points, `limit` when it is over a
 * limit.
 */
export function readGeoJsonTracks(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  return geoJsonTracksOf(parseJson(decodeText(input, limits), "the GeoJSON", limits.maxDepth), limits);
}

/** {@link readGeoJsonTracks} for a value that is parsed already. */
export function geoJsonTracksOf(value: unknown, limits: TrackLimits): TrackInput {
  const reader = new PointReader("geojson", limits, (place) => `feature ${place}`);
  if (isArea(value)) throw noPoints(`is a ${value.type}`);
  const name = addGeoJson(reader, value);
  if (reader.points.length === 0) throw noPoints(holdsAreas(value) ? "has only areas (Polygons)" : "has no points");
  const missing = reader.missingNames("property of the GeoJSON");
  if (missing !== null)
    throw new SnapError("bad-input", reader.names.isMissing("lon", "lat") ? `${missing.slice(0, -1)}; ${EXCHANGE}.` : missing);
  if (name === undefined) reader.settleIdsOfObjects("property");
  return reader.result();
}

/**
 * A feature of a collection by itself, a line or a MultiPoint, as {@link readGeoJsonTracks} reads it among others; but it may have the same track id as another.
 * `number`: its number in the file, for sentences and as its name if it has none.
 *
 * Throws `bad-input` when it is no GeoJSON, and `limit` when it is over a limit.
 */
export function readGeoJsonFeature(text: string, number: number, options: ReadTracksOptions): TrackElement {
  const limits = trackLimits(options);
  const reader = new PointReader("geojson", limits, (place) => `feature ${place}`);
  const name = addGeoJson(reader, parseJson(text, "the feature", limits.maxDepth), number);
  const trackId = name ?? `track ${number}`;
  // With several lines in it, each has its id already.
  if (name !== undefined) for (const point of reader.points) point.trackId = trackId;
  const missing = reader.missingNames(`property of feature ${number}`);
  if (missing !== null) reader.warnings.say(missing);
  const { points, warnings } = reader.result();
  return { trackId, points, warnings };
}

/** The error for a GeoJSON without points. `what`: what it is instead. */
function noPoints(what: string): SnapError {
  return new SnapError("bad-input", `The GeoJSON ${what}: it needs Point, MultiPoint, LineString or MultiLineString features.`);
}

/** Whether a value is the geometry of an area, which no track is. */
export function isArea(value: unknown): value is { type: string } {
  return isObject(value) && (value.type === "Polygon" || value.type === "MultiPolygon");
}

/** Whether a value is a feature of an area, or a collection of such features only. */
function holdsAreas(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { features = [value] } = value;
  return Array.isArray(features) && features.length > 0 && features.every((feature) => isObject(feature) && isArea(feature.geometry));
}

/** For those who name columns of longitude and latitude to have the coordinates read in the other order. */
const EXCHANGE = "its coordinates are read longitude first, as the standard has it; if they are not, exchange them in the file";

/** Whether a value is a GeoJSON object of a kind that can hold a track. */
export function isGeoJson(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.type === "string" &&
    (value.type === "FeatureCollection" || value.type === "Feature" || isGeometry(value))
  );
}

/**
 * Adds the points of a GeoJSON object. `place`: its number in warnings; by default each feature has its own number, from 1. Returns the name of its only line
 * or MultiPoint, null if that has none; undefined if there are single points in it, or several tracks (which get their names as track ids).
 */
export function addGeoJson(reader: PointReader, value: unknown, place?: number): string | null | undefined {
  if (!isGeoJson(value) || !isObject(value)) {
    throw new SnapError(
      "bad-input",
      `The JSON is not GeoJSON: its type is ${shown(isObject(value) ? value.type : value)}; it must be a FeatureCollection, a Feature or a geometry.`,
    );
  }
  if (value.type === "FeatureCollection" && !Array.isArray(value.features)) {
    throw new SnapError("bad-input", "The GeoJSON FeatureCollection has no list named features.");
  }
  warnOfCrs(reader, value.crs);
  const list = value.type === "FeatureCollection" ? (value.features as unknown[]) : [value];
  const features = list.flatMap((item, i) => flatten(item).map((feature) => ({ ...feature, place: place ?? i + 1 })));

  const isPlace = ({ kind }: Feature) => kind === "point" || kind === "points";
  const lines = features.filter(({ kind }) => kind === "line");
  const places = features.filter(isPlace);
  const count = (list: readonly Feature[]) => list.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + part.length, 0), 0);
  const few = count(places) <= 2 * lines.length && lines.every((line) => count([line]) > 2 * count(places));
  const hasTimes = (feature: Feature) => saysWhen(reader, feature);
  const areMarkers = !places.some(hasTimes) && (lines.some(hasTimes) || few);
  const onlyLines = lines.length > 0 && (places.length === 0 || areMarkers);
  const used = onlyLines ? lines : features.filter(({ kind }) => kind !== "line");
  const anyPoint = used.some(({ kind }) => kind === "point" || kind === "placeless");
  const left = onlyLines ? places.length : lines.length;
  const what = onlyLines ? "point" : "line";
  if (left > 0) {
    const since = onlyLines ? `${lines.some(hasTimes) ? "lines with times" : "lines, and hardly any points"}` : "points";
    reader.warnings.say(`${left === 1 ? `1 ${what} is` : `${left} ${what}s are`} ignored, because the file has ${since}.`);
  }
  const names = new UniqueNames();
  for (const feature of used) {
    const wholeTrack = !anyPoint && used.length > 1 ? names.take(trackName(reader, feature) ?? `track ${feature.place}`) : null;
    if (feature.kind === "point" || feature.kind === "placeless") addPoint(reader, feature, feature.place);
    else addPath(reader, feature, feature.place, wholeTrack);
  }
  const others = list.length - new Set(features.filter(({ kind }) => !onlyLines || kind !== "placeless").map((one) => one.place)).size;
  if (place === undefined && others > 0) {
    reader.warnings.say(`${others === 1 ? "1 feature is" : `${others} features are`} ignored: only points and lines are read.`);
  }
  return used.length === 1 && !anyPoint ? trackName(reader, used[0]) : undefined;
}

function warnOfCrs({ warnings }: PointReader, crs: unknown): void {
  const warning = crsWarning(crs);
  if (warning !== null) warnings.say(warning);
}

/** The warning of a `crs` that is not degrees; null if it is. GeoJSON of before 2016, which programs still write, may be in any system. */
export function crsWarning(crs: unknown): string | null {
  const name = otherCrs(crs);
  if (name === null) return null;
  return `The GeoJSON says that its coordinates are in ${shown(name)}, but they are read as degrees, as the standard has it; export it as WGS84 (EPSG:4326).`;
}

function trackName({ names }: PointReader, { properties, id }: Feature): string | null {
  return trackIdIn(names.fieldsOf(properties)) ?? trackIdOf(properties.name) ?? trackIdOf(id);
}

/** Whether a feature has times. */
function saysWhen({ names }: PointReader, { kind, parts, properties }: Feature): boolean {
  const { lists } = kind === "line" ? splitProperties(properties, parts) : { lists: {} };
  if (parts.some((positions) => positions.some((position) => timeOf(position).time !== undefined))) return true;
  return !isBlank(names.fieldsOf({ ...properties, ...lists }).time?.value);
}

function addPoint(reader: PointReader, { parts, properties, id }: Feature, place: number): void {
  const fields = fieldsOf(reader, properties);
  fields.objectId ??= { value: id, name: OBJECT_ID };
  const position = parts[0]?.[0];
  reader.add(withPosition(reader, fields, position), { ...properties, ...elevationOf(position, properties) }, place);
}

function addPath(reader: PointReader, { parts, properties }: Feature, place: number, trackId: string | null): void {
  const { common, lists } = splitProperties(properties, parts);
  const fields = fieldsOf(reader, common);
  fields.objectId = undefined; // the id is the line's, not the points'
  const from = reader.points.length;
  let index = 0;
  parts.forEach((positions, part) => {
    positions.forEach((position, i) => {
      const own: [string, unknown][] = [];
      for (const [key, list] of Object.entries(lists)) own.push([key, entry(list, part, i, index)]);
      own.push(...Object.entries(elevationOf(position, common)));
      const found = { ...fields, ...timeOf(position), ...(own.length > 0 && fieldsOf(reader, Object.fromEntries(own))) };
      const attributes = own.length === 0 ? common : Object.fromEntries([...Object.entries(common), ...own]);
      const point = reader.add(withPosition(reader, found, position), attributes, place);
      if (trackId !== null) point.trackId = trackId;
      index++;
    });
  });
  reader.settleTimes(from);
}

/** Splits a line's properties into those common to all its points and lists with an entry for each point. */
function splitProperties(
  properties: Record<string, unknown>,
  parts: unknown[][],
): { common: Record<string, unknown>; lists: Record<string, unknown> } {
  const { coordinateProperties, ...rest } = properties;
  const count = parts.reduce((sum, positions) => sum + positions.length, 0);
  const isList = (key: string, value: unknown) =>
    key === "coordTimes" ||
    (Array.isArray(value) &&
      (value.length === count ||
        (value.length === parts.length && value.every((one, i) => Array.isArray(one) && one.length === parts[i].length))));
  const entries = Object.entries(rest);
  return {
    common: Object.fromEntries(entries.filter(([key, value]) => !isList(key, value))),
    lists: {
      ...Object.fromEntries(entries.filter(([key, value]) => isList(key, value))),
      ...(isObject(coordinateProperties) ? coordinateProperties : {}),
    },
  };
}

/** The third number of a position, unless a property has that name. */
function elevationOf(position: unknown, properties: Record<string, unknown>): { ele?: number } {
  const metres: unknown = Array.isArray(position) ? position[2] : undefined;
  return typeof metres === "number" && Number.isFinite(metres) && !("ele" in properties) ? { ele: metres } : {};
}

/** The fourth number of a position if it is a time, as programs for animated maps write it. The standard leaves its meaning open. */
function timeOf(position: unknown): FieldValues {
  const time: unknown = Array.isArray(position) ? position[3] : undefined;
  return typeof time === "number" && time >= LEAST_TIME ? { time: { value: time, name: TIME } } : {};
}

/**
 * The entry for a point in a list beside the coordinates. The list either has their shape, one list per line of a MultiLineString, or runs through all of them.
 */
function entry(list: unknown, part: number, i: number, index: number): unknown {
  if (!Array.isArray(list)) return list;
  const within = list[part];
  return Array.isArray(within) ? within[i] : list[index];
}

/**
 * The fields of a point's properties. Its place is read from the geometry, whatever the properties are called, unless the option columns names longitude or
 * latitude.
 */
function fieldsOf({ names }: PointReader, properties: Record<string, unknown>): FieldValues {
  const { lon, lat, ...others } = names.fieldsOf(properties);
  return names.isGiven("lon", "lat") ? { ...others, ...(lon && { lon }), ...(lat && { lat }) } : others;
}

function withPosition({ names }: PointReader, fields: FieldValues, position: unknown): FieldValues {
  if (names.isGiven("lon", "lat")) return fields;
  const [lon, lat] = Array.isArray(position) ? position : [];
  return { ...fields, lon: { value: lon, name: LON }, lat: { value: lat, name: LAT } };
}

/** The point and line features in a feature or geometry; none for polygons and for what is no feature. */
function flatten(item: unknown): Feature[] {
  if (!isObject(item)) return [];
  if (isGeometry(item)) return ofGeometry(item, {}, undefined);
  if (item.type !== "Feature") return [];
  const properties = isObject(item.properties) ? item.properties : {};
  if (!isObject(item.geometry)) return [{ kind: "placeless", parts: [[]], properties, id: item.id }];
  return ofGeometry(item.geometry, properties, item.id);
}

function ofGeometry(geometry: Record<string, unknown>, properties: Record<string, unknown>, id: unknown): Feature[] {
  const coordinates = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  switch (geometry.type) {
    case "Point":
      return [{ kind: "point", parts: [[coordinates]], properties, id }];
    case "MultiPoint":
      return [{ kind: "points", parts: [coordinates], properties, id }];
    case "LineString":
      return [{ kind: "line", parts: [coordinates], properties, id }];
    case "MultiLineString":
      return [{ kind: "line", parts: coordinates.map((part) => (Array.isArray(part) ? part : [])), properties, id }];
    case "GeometryCollection": {
      const parts = Array.isArray(geometry.geometries) ? geometry.geometries : [];
      return parts.flatMap((part) => (isObject(part) ? ofGeometry(part, properties, id) : []));
    }
    default:
      return [];
  }
}

function isGeometry({ type }: Record<string, unknown>): boolean {
  return ["Point", "MultiPoint", "LineString", "MultiLineString", "GeometryCollection"].includes(type as string);
}

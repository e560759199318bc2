// GeoJSON tracks: a point feature per fix, or a line per track with its times beside it.
import { SnapError, shown } from "../errors.js";
import { type FieldValues, fieldName, recogniseFields } from "./fields.js";
import { PointReader, trackIdOf, UniqueNames } from "./point-reader.js";
import { type ReadTracksOptions, type TrackData, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
import { decodeText, isObject, parseJson } from "./track-text.js";

const LON = fieldName("lon");
const LAT = fieldName("lat");
const OBJECT_ID = fieldName("id");

/** A feature in the terms of this reader. */
interface Feature {
  kind: "point" | "points" | "line";
  /** Lists of positions; a MultiLineString has several. */
  parts: unknown[][];
  properties: Record<string, unknown>;
  id: unknown;
}

/**
 * The points of a GeoJSON file: of its Point and MultiPoint features if it has any, otherwise the positions of its LineStrings and
 * MultiLineStrings. Each line, and each MultiPoint without points beside it, is a track: with several, each has its track id property, its
 * name or its id as track id. Times, speeds, courses and the like stand in lists as long as the coordinates, in
 * `coordinateProperties` or `coordTimes`. The attributes of a point are its feature's properties, with its own entry of each list.
 *
 * A point without a geometry is kept and cannot be snapped. Throws `bad-input` when it is no GeoJSON or has no points, `limit` when it is
 * over a limit.
 */
export function readGeoJsonTracks(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  return geoJsonTracksOf(parseJson(decodeText(input, limits), "the GeoJSON", limits.maxDepth), limits);
}

/** {@link readGeoJsonTracks} for a value that is parsed already. */
export function geoJsonTracksOf(value: unknown, limits: TrackLimits): TrackInput {
  const reader = new PointReader("geojson", limits, (place) => `feature ${place}`);
  addGeoJson(reader, value);
  if (reader.points.length === 0) {
    throw new SnapError("bad-input", "The GeoJSON has no points: it needs Point, MultiPoint, LineString or MultiLineString features.");
  }
  return reader.result();
}

/** Whether a value is a GeoJSON object of a kind that can hold a track. */
export function isGeoJson(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.type === "string" &&
    (value.type === "FeatureCollection" || value.type === "Feature" || isGeometry(value))
  );
}

/** Adds the points of a GeoJSON object. `place` numbers all of them in warnings; by default each feature has its number from 1 up. */
export function addGeoJson(reader: PointReader, value: unknown, place?: number): void {
  if (!isGeoJson(value) || !isObject(value)) {
    throw new SnapError(
      "bad-input",
      `The JSON is not GeoJSON: its type is ${shown(isObject(value) ? value.type : value)}; it must be a FeatureCollection, a Feature or a geometry.`,
    );
  }
  if (value.type === "FeatureCollection" && !Array.isArray(value.features)) {
    throw new SnapError("bad-input", "The GeoJSON FeatureCollection has no list named features.");
  }
  const list = value.type === "FeatureCollection" ? (value.features as unknown[]) : [value];
  const features = list.flatMap((item, i) => flatten(item).map((feature) => ({ ...feature, place: place ?? i + 1 })));

  const anyPoint = features.some(({ kind }) => kind === "point");
  const pointsOnly = features.some(({ kind }) => kind !== "line");
  const used = features.filter(({ kind }) => !pointsOnly || kind !== "line");
  const linesLeft = features.length - used.length;
  if (linesLeft > 0) {
    reader.warnings.say(`${linesLeft === 1 ? "1 line is" : `${linesLeft} lines are`} left aside, since the file has points.`);
  }
  const names = new UniqueNames();
  for (const feature of used) {
    const wholeTrack = !anyPoint && used.length > 1 ? names.take(trackName(feature, feature.place)) : null;
    if (feature.kind === "point") addPoint(reader, feature, feature.place);
    else addPath(reader, feature, feature.place, wholeTrack);
  }
  const others = list.length - new Set(features.map((feature) => feature.place)).size;
  if (place === undefined && others > 0) {
    reader.warnings.say(`${others === 1 ? "1 feature is" : `${others} features are`} neither point nor line and left aside.`);
  }
}

function trackName({ properties, id }: Feature, place: number): string {
  const { trackId } = recogniseFields(properties);
  return trackIdOf(trackId?.value) ?? trackIdOf(properties.name) ?? trackIdOf(id) ?? `track ${place}`;
}

function addPoint(reader: PointReader, { parts, properties, id }: Feature, place: number): void {
  const fields = withoutCoordinates(recogniseFields(properties));
  fields.objectId ??= { value: id, name: OBJECT_ID };
  reader.add(withPosition(fields, parts[0]?.[0]), properties, place);
}

function addPath(reader: PointReader, { parts, properties }: Feature, place: number, trackId: string | null): void {
  const { coordinateProperties, coordTimes, ...common } = properties;
  const fields = withoutCoordinates(recogniseFields(common));
  fields.objectId = undefined; // of the line, not of its points
  const lists: Record<string, unknown> = {
    ...(coordTimes === undefined ? {} : { coordTimes }),
    ...(isObject(coordinateProperties) ? coordinateProperties : {}),
  };
  let index = 0;
  parts.forEach((positions, part) => {
    positions.forEach((position, i) => {
      const own: [string, unknown][] = [];
      for (const [key, list] of Object.entries(lists)) own.push([key, entry(list, part, i, index)]);
      const found = own.length === 0 ? fields : { ...fields, ...withoutCoordinates(recogniseFields(Object.fromEntries(own))) };
      const attributes = own.length === 0 ? common : Object.fromEntries([...Object.entries(common), ...own]);
      const point = reader.add(withPosition(found, position), attributes, place);
      if (trackId !== null) point.trackId = trackId;
      index++;
    });
  });
  reader.settleTimes();
}

/** A list beside the coordinates has their shape, one list per line of a MultiLineString, or runs through all of them. */
function entry(list: unknown, part: number, i: number, index: number): unknown {
  if (!Array.isArray(list)) return list;
  const within = list[part];
  return Array.isArray(within) ? within[i] : list[index];
}

/** Where a point is follows from its geometry alone, whatever its properties are called. */
function withoutCoordinates(fields: FieldValues): FieldValues {
  return { ...fields, lon: undefined, lat: undefined };
}

function withPosition(fields: FieldValues, position: unknown): FieldValues {
  const [lon, lat] = Array.isArray(position) ? position : [];
  return { ...fields, lon: { value: lon, name: LON }, lat: { value: lat, name: LAT } };
}

/** A feature or geometry as the point and line features in it; nothing for polygons and for what is no feature. */
function flatten(item: unknown): Feature[] {
  if (!isObject(item)) return [];
  if (isGeometry(item)) return ofGeometry(item, {}, undefined);
  if (item.type !== "Feature") return [];
  const properties = isObject(item.properties) ? item.properties : {};
  if (!isObject(item.geometry)) return [{ kind: "point", parts: [[]], properties, id: item.id }];
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

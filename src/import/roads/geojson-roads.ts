// GeoJSON lines with OSM-like properties → RoadSource. Lines that meet in a coordinate meet in a node.

import { badOption, checkOptions, isObject, SnapError, shown, shownPosition } from "../../errors.js";
import { E7, HALF_TURN_E7 } from "../../geo/metres.js";
import { reasons } from "../../roads/report.js";
import type { RoadSource } from "../../roads/source.js";
import { bytesIn, utf8Text } from "../bytes.js";
import { RECORD_SEPARATOR } from "../content.js";
import { otherCrs } from "../crs.js";
import { isBridge, isTunnel } from "../tags/flags.js";
import { firstOf, type Json, tagsOf } from "../tags/geojson-tags.js";
import { isDirection } from "../tags/oneway.js";
import type { Tags } from "../tags/tags.js";
import { joinLines } from "./join-lines.js";
import type { JoinableLine } from "./joints.js";
import { checkReading, type ReadOsmOptions } from "./reading.js";
import { RoadCollector } from "./road-collector.js";

/** A GeoJSON object that is parsed already. Its members are checked when it is read. */
export type GeoJsonObject = {
  /** `FeatureCollection`, `Feature`, or the type of a geometry. It determines the other members, as in RFC 7946. */
  type: string;
  /** The id of a feature. */
  id?: unknown;
  /** Ignored. */
  bbox?: unknown;
  /** The properties of a feature: the tags of a road. */
  properties?: unknown;
  /** The features of a FeatureCollection. */
  features?: unknown;
  /** The geometry of a Feature. */
  geometry?: unknown;
  /** The geometries of a GeometryCollection. */
  geometries?: unknown;
  /** The coordinates of a geometry: [lon, lat] in degrees. */
  coordinates?: unknown;
};

/** Options of {@link readGeoJsonRoads}. */
export interface ReadGeoJsonRoadsOptions extends Pick<ReadOsmOptions, "modes" | "vehicle" | "maxMemory"> {
  /** The `highway` of lines that have neither `highway` nor `route`. Default: such lines are left out and counted. */
  highway?: string | undefined;
  /**
   * The property of each tag, if that has another name: `{ name: "FULLNAME", oneway: "TRAFDIR" }`. For limits without a unit, `maxspeed_mph` or `maxspeed_kmh`.
   * `id` is the way id, a whole number.
   */
  columns?: Readonly<Record<string, string>> | undefined;
  /**
   * Metres, 0–50: lines that were drawn to meet, but miss each other, are joined. Ends within so many metres of each other (3 at most) become one. An end that
   * is on no other line is put on the nearest one within so many metres. Two lines that cross get a common place there, unless their `layer`, `bridge` or
   * `tunnel` differ. Default 0: lines meet only where they have a coordinate in common.
   */
  join?: number | undefined;
  /** Most bytes (or characters) to read. Default 512 MiB, about what fits a string. */
  maxBytes?: number | undefined;
}

/** One line with the tags of its feature. Coordinates in degrees × 1e7. */
interface Line extends JoinableLine {
  id: number;
  tags: Tags;
}

/** Counts of what is no road, by reason; and the columns of the first line that has no class. */
interface LeftOut {
  counts: Map<string, number>;
  columns: string[];
}

const NO_HIGHWAY = "line without highway";
const MAX_BYTES = 2 ** 29;
const MAX_DEPTH = 16;
const MAX_JOIN = 50;
const OTHER_TYPES = new Set(["Point", "MultiPoint", "Polygon", "MultiPolygon", "GeometryCollection"]);
const ID_KEYS = ["@id", "osm_id", "osm_way_id", "osmid", "id"];

/**
 * Reads roads from a GeoJSON FeatureCollection, Feature or geometry: LineStrings and MultiLineStrings, whose properties are read as OSM tags
 * (`highway`, `oneway`, `maxspeed`, `name`, …; numbers, booleans and the first of a list will do), and so is what converters put aside in
 * `tags`, `other_tags` or `all_tags`: an object, its JSON, or `"key"=>"value"` pairs. The way id is the feature's `@id`, `osm_id`, `osm_way_id`, `osmid`
 * or `id` (`"way/123"` and `"w123"` are 123), else its place in the file from 1. Where a line ends on a coordinate of another they share a node; where
 * two pass through one coordinate they do unless their `layer`, `bridge` or `tunnel` differ.
 * @throws SnapError "bad-input" when it is no GeoJSON, holds no road, or its coordinates are not degrees; "limit"; "bad-option".
 */
export function readGeoJsonRoads(
  input: Uint8Array | ArrayBuffer | string | GeoJsonObject,
  options: ReadGeoJsonRoadsOptions = {},
): RoadSource {
  checkOptions(options, "readGeoJsonRoads", ["highway", "columns", "join", "modes", "vehicle", "maxBytes", "maxMemory"]);
  checkReading(options);
  const { join = 0, highway = "", columns = {} } = options;
  if (!isObject(columns)) throw badOption("columns", columns, "an object with the name of a property for each tag");
  for (const [tag, name] of Object.entries(columns))
    if (typeof name !== "string") throw badOption(`columns.${tag}`, name, "the name of a property");
  if (typeof highway !== "string") throw badOption("highway", highway, "a class of roads");
  if (typeof join !== "number" || !(join >= 0 && join <= MAX_JOIN))
    throw badOption("join", join, `a number of metres from 0 to ${MAX_JOIN}`);
  const lines: Line[] = [];
  const left: LeftOut = { counts: new Map(), columns: [] };
  const missing = new Set(Object.values(columns));
  const json = parse(input, options.maxBytes ?? MAX_BYTES);
  const crs = isObject(json) ? otherCrs(json.crs) : null;
  for (const feature of features(json)) {
    readFeature(feature, options, crs, lines, left);
    for (const name of missing) if (isObject(feature.feature.properties) && name in feature.feature.properties) missing.delete(name);
  }
  for (const name of missing)
    throw new SnapError("bad-option", `The option columns names ${shown(name)}, but no feature has such a property.`, {
      name: "columns",
      value: columns,
    });

  if (join > 0) joinLines(lines, join);
  const nodes = new NodeTable(lines);
  const collector = new RoadCollector(options);
  const seen = new Map<string, number[][]>();
  for (const line of lines) {
    const ids = nodes.idsOf(line);
    const count = collector.source.wayCount;
    collector.way(line.id, ids, line.tags);
    if (collector.source.wayCount > count && isDouble(ids, seen)) collector.source.doubles.add(count);
  }
  collector.closeWays();
  nodes.give(collector);

  const { source } = collector;
  const others = reasons(source.dropped);
  for (const [reason, count] of left.counts) source.drop(reason, count);
  if (source.wayCount === 0) {
    const count = lines.length + (left.counts.get(NO_HIGHWAY) ?? 0);
    const none = others === "" ? 'has a "highway" that is a road' : `is of use: ${others}`;
    const columns = left.columns.slice(0, 20).map((name) => shown(name));
    const instead =
      columns.length === 0
        ? ""
        : `; the first has ${columns.join(", ")}: give the class of such lines with the option highway, or name the property that has it with the option columns (highway=…)`;
    const hint = count > 0 ? `none of its ${count} lines ${none}${instead}` : "it has no LineString";
    throw new SnapError("bad-input", `The GeoJSON holds no roads: ${hint}.`, { lines: count });
  }
  return source;
}

function parse(input: Uint8Array | ArrayBuffer | string | GeoJsonObject, maxBytes: number): unknown {
  const given = typeof input === "string" ? input : bytesIn(input);
  if (given === null) return input;
  const size = given.length;
  if (size > maxBytes) throw new SnapError("limit", `The GeoJSON has ${size} bytes; at most ${maxBytes} are read.`, { size, maxBytes });
  const text = typeof given === "string" ? given : utf8Text(given);
  if (text.trim() === "") throw new SnapError("bad-input", "The GeoJSON is empty.");
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    const features = sequence(text);
    if (features !== null) return { type: "FeatureCollection", features };
    const what = /^\s*</.test(text) ? "not JSON: it begins as XML or HTML" : "not valid JSON, or is cut short";
    throw new SnapError("bad-input", `The GeoJSON is ${what}.`, { cause });
  }
}

/** The features of a GeoJSON text sequence, or of a file with one per line; null if the text does not begin as such. */
function sequence(text: string): unknown[] | null {
  const records = text.split(text.includes(RECORD_SEPARATOR) ? RECORD_SEPARATOR : "\n").filter((record) => record.trim() !== "");
  const features: unknown[] = [];
  for (const record of records) {
    try {
      features.push(JSON.parse(record));
    } catch (cause) {
      if (features.length === 0) return null;
      const number = features.length + 1;
      throw new SnapError("bad-input", `Record ${number} of the GeoJSON is not valid JSON, or is cut short.`, { record: number, cause });
    }
    const [first] = features;
    if (!isObject(first)) return null;
    if (typeof first.type !== "string")
      throw new SnapError(
        "bad-input",
        "The file has one JSON record a line, as files of tracks do, and the first is not a GeoJSON feature.",
      );
  }
  return features;
}

/** The features of a document, numbered from 1; a bare geometry is a feature without properties. */
function* features(json: unknown): Generator<{ feature: Json; number: number }> {
  const type = isObject(json) ? json.type : undefined;
  if (isObject(json) && type === undefined && Array.isArray(json.elements)) {
    throw new SnapError("bad-input", "The JSON is an answer of Overpass, not GeoJSON; ask Overpass for XML, with [out:xml].");
  }
  if (!isObject(json) || typeof type !== "string") {
    throw new SnapError("bad-input", 'The JSON is not GeoJSON: it has no "type".', {});
  }
  if (type === "FeatureCollection") {
    if (!Array.isArray(json.features)) throw new SnapError("bad-input", 'The GeoJSON FeatureCollection has no list of "features".');
    for (let i = 0; i < json.features.length; i++) {
      const feature: unknown = json.features[i];
      if (!isObject(feature)) throw new SnapError("bad-input", `Feature ${i + 1} of the GeoJSON is not an object.`, { feature: i + 1 });
      yield { feature, number: i + 1 };
    }
  } else if (type === "Feature") yield { feature: json, number: 1 };
  else yield { feature: { type: "Feature", properties: null, geometry: json }, number: 1 };
}

function readFeature(
  { feature, number }: { feature: Json; number: number },
  options: ReadGeoJsonRoadsOptions,
  crs: string | null,
  lines: Line[],
  left: LeftOut,
): void {
  const properties = isObject(feature.properties) ? feature.properties : {};
  const tags = tagsOf(properties, options.highway, options.columns);
  const id = idOf(properties, feature, number, options.columns?.id);
  const leaveOut = (reason: string) => left.counts.set(reason, (left.counts.get(reason) ?? 0) + 1);
  const add = (coordinates: unknown) => {
    const line = { id, tags, level: levelOf(tags), ...positions(coordinates, number, crs) };
    if (tags.has("highway") || tags.has("route")) {
      lines.push(line);
      const oneway = tags.get("oneway");
      if (oneway !== undefined && !isDirection(oneway)) leaveOut(onewayReason(oneway, left));
    } else {
      if (left.columns.length === 0) left.columns = Object.keys(properties);
      leaveOut(NO_HIGHWAY);
    }
  };
  const walk = (geometry: unknown, depth: number): void => {
    const type = isObject(geometry) ? geometry.type : null;
    if (!isObject(geometry) || typeof type !== "string") leaveOut("feature without geometry");
    else if (type === "LineString") add(geometry.coordinates);
    else if (type === "MultiLineString") for (const part of list(geometry.coordinates, number)) add(part);
    else if (type === "GeometryCollection" && depth < MAX_DEPTH) {
      for (const part of list(geometry.geometries, number)) walk(part, depth + 1);
    } else leaveOut(OTHER_TYPES.has(type) ? `${type}, which is no line` : "geometry of unknown type");
  };
  walk(feature.geometry, 0);
}

/** Whether a way has the nodes of one seen before, in either direction: many tables have two-way streets once for each. */
function isDouble(ids: number[], seen: Map<string, number[][]>): boolean {
  const [first, last] = [ids[0], ids[ids.length - 1]];
  const key = `${Math.min(first, last)},${Math.max(first, last)},${ids.length}`;
  const others = seen.get(key) ?? [];
  if (others.some((other) => other.every((id, i) => id === ids[i]) || other.every((id, i) => id === ids[ids.length - 1 - i]))) return true;
  if (others.push(ids) === 1) seen.set(key, others);
  return false;
}

/** Most unknown values of `oneway` that are reported one by one. */
const MOST_NAMED = 5;

/** The reason why a line's one-way rule was left out. It names the unknown value, unless there are many. */
function onewayReason(value: string, { counts }: LeftOut): string {
  const reason = (what: string) => `oneway that is not known, ${what}: both ways`;
  const named = reason(shown(value));
  if (counts.has(named) || [...counts.keys()].filter((one) => one.startsWith("oneway ")).length < MOST_NAMED) return named;
  return reason("others");
}

/** The way id of a feature. `column`: the property that has it, if the option gives one. */
function idOf(properties: Json, feature: Json, number: number, column: string | undefined): number {
  const said = column === undefined ? undefined : firstOf(properties[column]);
  if (said !== undefined && said !== null && said !== "") {
    const id = typeof said === "string" && /^\s*-?\d+\s*$/.test(said) ? Number(said) : said;
    if (typeof id === "number" && Number.isSafeInteger(id)) return id;
    const sentence = `Feature ${number} of the GeoJSON has ${shown(said)} in ${shown(column)}, which the option columns (id=…) names as the id; a way's id must be a whole number.`;
    throw new SnapError("bad-input", sentence, { feature: number });
  }
  for (const value of [...ID_KEYS.map((key) => firstOf(properties[key] ?? properties[key.toUpperCase()])), feature.id]) {
    const digits = typeof value === "number" ? String(value) : typeof value === "string" ? value.replace(/^(?:way\/|w)(?=-?\d)/, "") : "";
    if (/^-?\d+$/.test(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
  }
  return number;
}

function list(value: unknown, number: number): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SnapError("bad-input", `Feature ${number} of the GeoJSON has no list of coordinates.`, { feature: number });
}

function positions(coordinates: unknown, number: number, crs: string | null): { lon: number[]; lat: number[] } {
  const lon: number[] = [];
  const lat: number[] = [];
  for (const position of list(coordinates, number)) {
    const [x, y]: readonly unknown[] = Array.isArray(position) ? position : [];
    if (typeof x !== "number" || typeof y !== "number" || !(Math.abs(x) <= 180) || !(Math.abs(y) <= 90)) {
      const said = crs === null ? "" : `; the file says that its coordinates are in ${shown(crs)}: export it as EPSG:4326`;
      const sentence = `Feature ${number} of the GeoJSON has the position ${shownPosition(position)}; it must be [longitude, latitude] in degrees (WGS84)${said}.`;
      throw new SnapError("bad-input", sentence, { feature: number });
    }
    lon.push(Math.round(x * E7));
    lat.push(Math.round(y * E7));
  }
  return { lon, lat };
}

/**
 * Gives equal coordinates one node, except where one line passes above another. Ids are below 0, in the order of the file: they mean something in this file
 * only, and differ from all ids of OSM and of other files.
 */
class NodeTable {
  readonly #numbers = new Map<string, number>();
  readonly #ofLine = new Map<Line, number[]>();
  readonly #ends = new Set<string>();
  readonly #lon: number[] = [];
  readonly #lat: number[] = [];

  constructor(lines: readonly Line[]) {
    for (const { lon, lat } of lines) {
      const last = lon.length - 1;
      if (last < 0) continue;
      this.#ends.add(placeOf(lon[0], lat[0]));
      this.#ends.add(placeOf(lon[last], lat[last]));
    }
    for (const line of lines) this.#ofLine.set(line, this.#numbersOf(line));
  }

  idsOf(line: Line): number[] {
    return this.#ofLine.get(line)!.map((number) => number - this.#lon.length);
  }

  give(collector: RoadCollector): void {
    const count = this.#lon.length;
    for (let i = 0; i < count; i++) if (collector.wants(i - count)) collector.position(i - count, this.#lon[i], this.#lat[i]);
  }

  /** The node numbers of a line's places, from 0 in the order of the file. */
  #numbersOf({ lon, lat, level }: Line): number[] {
    return lon.map((x, i) => {
      const place = placeOf(x, lat[i]);
      const key = this.#ends.has(place) ? place : `${place}@${level}`;
      let number = this.#numbers.get(key);
      if (number === undefined) {
        number = this.#lon.push(x) - 1;
        this.#lat.push(lat[i]);
        this.#numbers.set(key, number);
      }
      return number;
    });
  }
}

/** A coordinate as a key. −180° and 180° are the same: there lines across the antimeridian are cut (RFC 7946, 3.1.9). */
function placeOf(lon: number, lat: number): string {
  return `${lon === -HALF_TURN_E7 ? HALF_TURN_E7 : lon},${lat}`;
}

function levelOf(tags: Tags): string {
  return tags.get("layer") ?? (isBridge(tags) ? "1" : isTunnel(tags) ? "-1" : "0");
}

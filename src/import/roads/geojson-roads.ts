// GeoJSON lines with OSM-like properties → RoadSource. Lines that meet in a coordinate meet in a node.

import { badOption, checkOptions, isObject, SnapError, shown } from "../../errors.js";
import { reasons } from "../../roads/report.js";
import type { RoadSource } from "../../roads/source.js";
import { otherCrs } from "../crs.js";
import { features, type GeoJsonObject, parseGeoJson } from "./geojson-document.js";
import { type Line, LineReader } from "./geojson-lines.js";
import { NodeTable } from "./geojson-nodes.js";
import { joinLines } from "./join-lines.js";
import { checkReading, type ReadOsmOptions } from "./reading.js";
import { RoadCollector } from "./road-collector.js";

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

const MAX_BYTES = 2 ** 29;
const MAX_JOIN = 50;

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
  checkTagOptions(options);
  const { join = 0, maxBytes = MAX_BYTES } = options;
  const json = parseGeoJson(input, maxBytes);
  const reader = new LineReader(options, isObject(json) ? otherCrs(json.crs) : null);
  for (const feature of features(json)) reader.read(feature);
  reader.checkColumns();
  reader.checkIds();
  const { lines } = reader;
  if (join > 0) joinLines(lines, join);

  const { source } = collect(lines, options);
  const others = reasons(source.dropped);
  for (const [reason, count] of reader.leftOut) source.drop(reason, count);
  if (source.wayCount === 0) throw noRoads(reader, others);
  return source;
}

function checkTagOptions({ join = 0, highway = "", columns = {} }: ReadGeoJsonRoadsOptions): void {
  if (!isObject(columns)) throw badOption("columns", columns, "an object with the name of a property for each tag");
  for (const [tag, name] of Object.entries(columns))
    if (typeof name !== "string") throw badOption(`columns.${tag}`, name, "the name of a property");
  if (typeof highway !== "string") throw badOption("highway", highway, "a class of roads");
  if (typeof join !== "number" || !(join >= 0 && join <= MAX_JOIN))
    throw badOption("join", join, `a number of metres from 0 to ${MAX_JOIN}`);
}

/** Makes ways of the lines, and nodes where they meet. */
function collect(lines: readonly Line[], options: ReadGeoJsonRoadsOptions): RoadCollector {
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
  return collector;
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

/** The error for a file without roads. `others`: why lines that have a class are none. */
function noRoads({ count, columnsWithoutClass }: LineReader, others: string): SnapError {
  const none = others === "" ? 'has a "highway" that is a road' : `is of use: ${others}`;
  const columns = columnsWithoutClass.slice(0, 20).map((name) => shown(name));
  const instead =
    columns.length === 0
      ? ""
      : `; the first has ${columns.join(", ")}: give the class of such lines with the option highway, or name the property that has it with the option columns (highway=…)`;
  const hint = count > 0 ? `none of its ${count} lines ${none}${instead}` : "it has no LineString";
  return new SnapError("bad-input", `The GeoJSON holds no roads: ${hint}.`, { lines: count });
}

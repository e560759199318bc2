// GPX 1.1: a track of snapped points per track, and the way travelled as routes beside it.
import { badOption, checkOptions } from "../errors.js";
import { parseNumber } from "../import/tracks/values.js";
import type { InputPoint } from "../match/track/track.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapLine, SnapResult } from "../snap/result.js";
import { byTrack } from "./by-track.js";
import { linePlaces, pointFacts, snappedPlace } from "./facts.js";
import { SENSOR_NAMESPACES, sensorExtensions } from "./gpx-sensors.js";
import { checkHanded } from "./handed.js";
import { DECIMALS, decimalText, isoTime, joined } from "./numbers.js";
import { type Xml, xmlLines } from "./xml.js";

/** Namespace of the extension elements, prefix `roadsnap`. */
const GPX_NAMESPACE = "urn:roadsnap:gpx:1";

/** Options of {@link writeGpx}. */
export interface GpxOptions {
  /** Name of a track without an id. Default "track". */
  name?: string | undefined;
  /** The `type` of all tracks, such as `running`. Default: none. */
  type?: string | undefined;
}

/**
 * The result as GPX 1.1. Each track is a `trk`, one `trkpt` per input point in the input's order at its snapped place, with its elevation and time,
 * and in `extensions` the accuracy, speed and course it came with, `roadsnap:confidence`, `reason`, `distance`, `line_id`, `way_id`, `name`, and what its
 * sensors said: heart rate, cadence, temperature and power. The segments of a track are one.
 *
 * The way travelled is a `rte` per unbroken run of Road and Off lines, named like its track: a GPX reader draws it, and no reader takes it for a
 * second recording. Points of no track are `wpt`; a point without a usable coordinate, which GPX cannot hold, is a `roadsnap:point` in the
 * extensions of the file, with its number in the input.
 * @throws SnapError "bad-input" for what is no result or no roads, "bad-roads" for roads that were moved to another thread.
 */
export function writeGpx(result: SnapResult, roads: RoadGraph, options: GpxOptions = {}): string {
  checkHanded(result, roads);
  checkOptions(options, "writeGpx", ["name", "type"]);
  for (const [option, value] of Object.entries(options)) if (typeof (value ?? "") !== "string") throw badOption(option, value, "a text");
  const type = options.type === undefined ? undefined : xmlText(options.type);
  const waypoints: Xml[] = [];
  const routes: Xml[] = [];
  const tracks: string[] = [];
  const placeless: Xml[] = [];
  const prefixes = new Set<keyof typeof SENSOR_NAMESPACES>();
  const elementOf = (i: number, place: [number, number]): Xml => {
    const sensors = sensorExtensions(result.inputs[i].attributes);
    for (const prefix of sensors.prefixes) prefixes.add(prefix);
    return pointElement(result, roads, i, place, sensors.elements);
  };
  for (const { trackId, points, lines } of byTrack(result)) {
    const name = xmlText(trackId ?? options.name ?? "track");
    const placed: [point: number, place: [number, number]][] = [];
    for (const i of points) {
      const place = snappedPlace(result, i);
      if (!place) placeless.push({ "@number": i + 1, "@reason": result.points[i].reason, ...(trackId === null ? {} : { "@track": name }) });
      else if (result.points[i].reason === "unlocated") waypoints.push(elementOf(i, place));
      else placed.push([i, place]);
    }
    for (const run of unbroken(lines.map((i) => result.lines[i]))) routes.push({ name, rtept: routePoints(run) });
    const trkpt = mapped(placed, ([i, place]) => elementOf(i, place));
    if (placed.length > 0) tracks.push(xmlLines({ trk: { name, type, trkseg: { trkpt } } }));
  }
  const sensors = [...prefixes].sort().map((prefix) => ` xmlns:${prefix}="${SENSOR_NAMESPACES[prefix]}"`);
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="1.1" creator="roadsnap" xmlns="http://www.topografix.com/GPX/1/1" xmlns:roadsnap="${GPX_NAMESPACE}"${sensors.join("")}>`,
  ];
  // GPX requires this order: waypoints, routes, tracks, extensions.
  const body = [xmlLines({ wpt: waypoints, rte: routes }), ...tracks];
  if (placeless.length > 0) body.push(xmlLines({ extensions: { "roadsnap:point": placeless } }));
  return joined([...head, ...body.map((part) => part.trimEnd()).filter((part) => part !== ""), "</gpx>", ""], "\n");
}

/** One by one: as elements, all points of a long track take more memory than as text. */
function* mapped<T>(values: readonly T[], elementOf: (value: T) => Xml): Generator<Xml> {
  for (const value of values) yield elementOf(value);
}

function pointElement(result: SnapResult, roads: RoadGraph, i: number, [lon, lat]: [number, number], sensors: Xml): Xml {
  const input = result.inputs[i];
  const { confidence, reason, distance, line_id, way_id, name } = pointFacts(result, roads, i);
  const { accuracy, speed, course } = input;
  const extensions: Xml = {};
  for (const [key, value] of [
    ["roadsnap:accuracy", accuracy],
    ["roadsnap:speed", speed],
    ["roadsnap:course", course],
    ["roadsnap:confidence", confidence],
    ["roadsnap:reason", reason],
    ["roadsnap:distance", distance],
    ["roadsnap:line_id", line_id],
    ["roadsnap:way_id", way_id],
    ["roadsnap:name", name],
  ] as const) {
    if (typeof value === "string") extensions[key] = xmlText(value);
    else if (typeof value === "number" && Number.isFinite(value)) extensions[key] = value;
  }
  return {
    "@lat": decimalText(lat, DECIMALS.degrees),
    "@lon": longitude(lon),
    ele: elevation(input),
    time: isoTime(input.time) ?? undefined,
    extensions: Object.assign(extensions, sensors),
  };
}

/** A longitude as text. GPX has −180, not 180. */
function longitude(lon: number): string {
  return decimalText(lon === 180 ? -180 : lon, DECIMALS.degrees);
}

/** Names of the elevation in inputs, the best-known first. It is taken to be in metres, whether they say so or not. */
const ELEVATIONS = ["ele", "elevation", "altitude", "alt"];

function elevation({ attributes }: InputPoint): string | undefined {
  const given = Object.keys(attributes).map(elevationName);
  for (const known of ELEVATIONS) {
    for (const [k, name] of given.entries()) {
      if (name !== known) continue;
      const metres = parseNumber(Object.values(attributes)[k], true);
      if (Number.isFinite(metres)) return decimalText(metres, DECIMALS.metres);
    }
  }
  return undefined;
}

function elevationName(key: string): string {
  const name = key.toLowerCase();
  return name.endsWith("m)") || name.endsWith("m]") ? name.replace(/ *[([]m[)\]]$/, "") : name;
}

/** Lines that follow each other without a Road Gap between them. */
function unbroken(lines: SnapLine[]): SnapLine[][] {
  const runs: SnapLine[][] = [[]];
  for (const line of lines) {
    if (line.stretch.type === "Road Gap") runs.push([]);
    else runs[runs.length - 1].push(line);
  }
  return runs.filter((run) => run.length > 0);
}

function* routePoints(run: SnapLine[]): Generator<Xml> {
  let before = "";
  for (const line of run) {
    for (const [lon, lat] of linePlaces(line)) {
      const point = { "@lat": decimalText(lat, DECIMALS.degrees), "@lon": longitude(lon) };
      const place = `${point["@lat"]} ${point["@lon"]}`;
      if (place !== before) yield point;
      before = place;
    }
  }
}

/** Text without the characters that XML 1.0 cannot have. */
function xmlText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to leave out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
}

// The points of a SnapToRoads request: its feature set, in any of the spellings that clients send.
import { isObject, SnapError, shown } from "../../errors.js";
import { mayBeSeconds } from "../../geo/dates.js";
import { fromMercator, WEB_MERCATOR_WKIDS } from "../../geo/mercator.js";
import { type FieldName, type FieldValues, fieldName } from "./fields.js";
import { PointReader } from "./point-reader.js";
import { type ReadTracksOptions, refuseColumns, type TrackData, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
import { decodeText, parseJson } from "./track-text.js";
import { isBlank, parseNumber } from "./values.js";

/** The attributes that mean something, in lower case; the timestamp is in milliseconds. */
const ATTRIBUTES = new Map<string, FieldName>([
  ["objectid", fieldName("objectid")],
  ["location_timestamp", fieldName("locationtimestampms")],
  ["horizontal_accuracy", fieldName("horizontalaccuracy")],
  ["speed", fieldName("speed")],
  ["course", fieldName("course")],
  ["track_id", fieldName("trackid")],
]);

/** The parameters that say how a request is to be answered, in lower case. */
const PARAMETERS = new Set([
  "travel_mode",
  "return_lines",
  "road_properties_on_snapped_points",
  "road_properties_on_lines",
  "context",
  "env:outsr",
]);

/** Parameters, in lower case: a form that has one of them is a request. */
const OF_REQUESTS = new Set(["points", "f", "token"]);

const LON = fieldName("lon");
const LAT = fieldName("lat");
const WGS84_WKID = 4326;

/**
 * The points of an execute request (as JSON or as a posted form), or of the feature set that is its `points`. Attribute names are in any case; numbers may be
 * given as text. The spatial reference is that of each geometry or of the set: WGS84 (the default) or web Mercator. The attributes are kept unchanged. Only the
 * points of a request are read; a warning names the parameters about how it is to be answered.
 *
 * Throws `bad-input` when it is no feature set, has no features or another spatial reference; `limit` when it is over a limit.
 */
export function readExecuteJson(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  const text = decodeText(input, limits);
  return executeTracksOf(formParameters(text) ?? parseJson(text, "the request", limits.maxDepth), limits);
}

/** The parameters of a request as an urlencoded form, `f=json&points=%7B…`, each as text; null if the text is no such form. */
export function formParameters(text: string): Record<string, string> | null {
  if (!/^\s*[\w:.%-]+=/.test(text)) return null;
  const parameters = Object.fromEntries(new URLSearchParams(text.trim()));
  return Object.keys(parameters).some((name) => OF_REQUESTS.has(name.toLowerCase())) ? parameters : null;
}

/** {@link readExecuteJson} for a value that is parsed already. */
export function executeTracksOf(value: unknown, limits: TrackLimits): TrackInput {
  refuseColumns(limits, "a request");
  const reader = new PointReader("execute", limits, (place) => `feature ${place}`);
  addFeatureSet(reader, featureSetOf(value, limits.maxDepth));
  if (reader.points.length === 0) throw new SnapError("bad-input", "The feature set has no features, so there are no points to read.");
  if (isObject(value)) warnOfUnused(reader, value);
  return reader.result();
}

/** Warns of parameters that say how a request is to be answered: they are not used. */
export function warnOfUnused(reader: PointReader, request: Record<string, unknown>): void {
  const unused = Object.entries(request).filter(([name, given]) => PARAMETERS.has(name.toLowerCase()) && !isBlank(given));
  if (unused.length === 0) return;
  reader.warnings.say(`Only the points of the request are read; not used: ${unused.map(([name]) => name).join(", ")}.`);
}

/** Whether a value looks like an execute request or its feature set. */
export function isExecuteJson(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (typeof value.points === "string") return true;
  if (isObject(value.points)) return isElsewhere(value.points) || isExecuteJson({ ...value.points, points: undefined });
  if (!Array.isArray(value.features) || value.type === "FeatureCollection") return false;
  return value.features.every((feature) => !isObject(feature) || feature.type !== "Feature");
}

/** Whether points are given by where they are, which only the hosted service can fetch. */
function isElsewhere(points: Record<string, unknown>): boolean {
  return "url" in points || "itemID" in points;
}

/** The feature set of a request, or the value itself if it is a feature set. It may be given as JSON text. */
export function featureSetOf(value: unknown, maxDepth: number): Record<string, unknown> {
  const within = isObject(value) && "points" in value && !("features" in value) ? value.points : value;
  const set = typeof within === "string" ? parseJson(within, "the points parameter", maxDepth) : within;
  if (isObject(set) && Array.isArray(set.features)) return set;
  if (isObject(set) && isElsewhere(set)) {
    throw new SnapError("bad-input", "The points are given by url or itemID, which cannot be fetched here; give the features themselves.");
  }
  throw new SnapError("bad-input", `The points must be a feature set, an object with a list named features; they are ${shown(set)}.`);
}

/** Adds every feature of a set, in its order. `place` numbers them in warnings; by default each has its own number from 1 up. */
export function addFeatureSet(reader: PointReader, set: Record<string, unknown>, place?: number): void {
  const common = isMercator(set.spatialReference);
  (set.features as unknown[]).forEach((feature, i) => {
    const { attributes, geometry } = isObject(feature) ? feature : { attributes: undefined, geometry: undefined };
    const kept = isObject(attributes) ? attributes : {};
    const fields: FieldValues = {};
    for (const [key, value] of Object.entries(kept)) {
      const name = ATTRIBUTES.get(key.toLowerCase());
      // If an attribute occurs in several spellings, the first that has a value is used.
      if (name && (fields[name.field]?.value ?? null) === null) fields[name.field] = { value, name };
    }
    if (isObject(geometry)) {
      const [lon, lat] = degrees(geometry, isMercator(geometry.spatialReference) ?? common ?? false);
      fields.lon = { value: lon, name: LON };
      fields.lat = { value: lat, name: LAT };
    }
    const number = place ?? i + 1;
    reader.add(fields, kept, number);
    const time = fields.time && parseNumber(fields.time.value);
    if (time && mayBeSeconds(time / 1000)) reader.warnings.count("early", () => `feature ${number}`, toldEarly);
  });
}

function toldEarly(count: number, first: string): string {
  const have = count === 1 ? "1 point has" : `${count} points have`;
  return `${have} a location_timestamp before 1973 (the first: ${first}), read as milliseconds since the epoch, not seconds.`;
}

function degrees({ x, y }: Record<string, unknown>, mercator: boolean): [unknown, unknown] {
  if (!mercator) return [x, y];
  const [east, north] = [parseNumber(x), parseNumber(y)];
  return Number.isFinite(east) && Number.isFinite(north) ? fromMercator(east, north) : [x, y];
}

/** Whether a spatial reference is web Mercator (true) or WGS84 (false); undefined when there is none. */
function isMercator(reference: unknown): boolean | undefined {
  if (reference === null || reference === undefined) return undefined;
  const codes = isObject(reference) ? [reference.latestWkid, reference.wkid] : [reference];
  const given = codes.filter((code) => code !== null && code !== undefined);
  if (given.length === 0) {
    if (isObject(reference) && Object.keys(reference).length === 0) return undefined;
    throw new SnapError("bad-input", "The spatial reference of the points has no wkid; it must be 4326 (WGS84) or 3857 (web Mercator).");
  }
  for (const code of given) {
    if (WEB_MERCATOR_WKIDS.includes(parseNumber(code))) return true;
    if (parseNumber(code) === WGS84_WKID) return false;
  }
  throw new SnapError(
    "bad-input",
    `The spatial reference of the points is wkid ${shown(given[0])}; it must be 4326 (WGS84) or one of ${WEB_MERCATOR_WKIDS.join(", ")} (web Mercator).`,
    { wkid: given[0] },
  );
}

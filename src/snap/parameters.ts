// The parameters of execute: every form in which clients send them, their defaults, and the sentence for each that cannot be used.
import { shown } from "../errors.js";
import type { Box } from "../geo/box.js";
import { readExtent } from "./context-extent.js";
import { type PointSet, readPoints } from "./input-points.js";
import { type RoadProperty, readRoadProperties } from "./road-properties.js";
import { readSpatialReference, type SpatialReference } from "./spatial-reference.js";
import { type GivenTravelMode, readTravelMode } from "./travel-modes.js";
import { badParameter, badValue, isBlank, readBoolean, readJson, readObject, readText } from "./values.js";

/**
 * A request: an object of parsed values or their string forms; pairs of names and values, as URLSearchParams, FormData or a Map give them;
 * or the text of a JSON object, a form body or a query string; the latter two need the URLSearchParams that browsers and Node have.
 *
 * Names are matched without regard to case. All but `points` may be left out, and what is not among these is ignored:
 * - `points`: a feature set, each feature a `geometry` of `x` and `y` and `attributes`, among them `OBJECTID`, `location_timestamp` (milliseconds since the epoch),
 *   `horizontal_accuracy` (metres), `speed` (m/s), `course` (degrees) and `track_id`
 * - `travel_mode`: a {@link TravelMode}, or the name or id of one of {@link TRAVEL_MODES}; default {@link DEFAULT_TRAVEL_MODE},
 *   after what the service's own `matcher` says
 * - `return_lines`: whether lines are wanted; default false
 * - `road_properties_on_snapped_points`, `road_properties_on_lines`: lists of {@link RoadProperty}; default none
 * - `context`: `outSR`, the spatial reference of the answer, and `extent`, a box outside of which points are not used
 * - `f`: `json` or `pjson`, for {@link stringifyResponse}
 */
export type ExecuteInput = string | Iterable<readonly [string, unknown]> | object;

/** A request read, every default in place. */
export interface ExecuteParameters {
  points: PointSet;
  /** null when the request names none. */
  travelMode: GivenTravelMode | null;
  returnLines: boolean;
  pointProperties: RoadProperty[];
  lineProperties: RoadProperty[];
  /** Of the output. */
  reference: SpatialReference;
  /** Only points inside it are used; null for all. */
  extent: Box | null;
  f: "json" | "pjson";
}

/**
 * Reads a request. Unknown parameters are ignored, as are `token` (the server's business) and those that have no meaning offline:
 * analysis_region, overrides, return_location_fields, env:processSR, returnZ, returnM, returnFeatureCollection, returnColumnName.
 * Names of parameters are matched without regard to case. Of a parameter given twice the last one counts that is not blank; lists are joined.
 * @throws SnapError "bad-input" or "limit", its sentence naming the parameter, the value and what is allowed.
 */
export function readParameters(input: ExecuteInput, maxRecords: number): ExecuteParameters {
  const given = collect(input);
  const last = (name: string): unknown => given.get(name)?.at(-1);
  const f = readFormat(last("f"));
  const returnLines = readBoolean("return_lines", last("return_lines"), false);
  const properties = (name: string) => [...new Set((given.get(name) ?? []).flatMap((value) => readRoadProperties(name, value)))];
  const pointProperties = properties("road_properties_on_snapped_points");
  const lineProperties = properties("road_properties_on_lines");
  const travelMode = readTravelMode(last("travel_mode"));
  const context = readObject("context", last("context"), 'an object such as {"outSR":4326}') ?? {};
  const outReference = readSpatialReference("context.outSR", context.outSR) ?? readSpatialReference("env:outSR", last("env:outsr"));
  const points = readPoints(last("points"), maxRecords);
  return {
    points,
    travelMode,
    returnLines,
    pointProperties,
    lineProperties,
    reference: outReference ?? points.reference,
    extent: readExtent(context.extent, points.reference),
    f,
  };
}

/** The f parameter: json when blank. @throws SnapError "bad-input" for any other word than json and pjson. */
export function readFormat(value: unknown): "json" | "pjson" {
  if (isBlank(value)) return "json";
  const word = readText(value).toLowerCase();
  if (word === "json" || word === "pjson") return word;
  throw badValue("f", value, "json or pjson");
}

const REQUEST = "an object of parameters or a form body";

/** Values by lower-case name, blank ones left out, in the order given. */
function collect(input: ExecuteInput): Map<string, unknown[]> {
  const given = new Map<string, unknown[]>();
  for (const pair of pairs(input)) {
    if (!Array.isArray(pair)) throw badParameter("The request", `holds ${shown(pair)}; it must be ${REQUEST}`);
    const [name, value] = pair;
    if (isBlank(value)) continue;
    const key = readText(name).toLowerCase();
    const values = given.get(key);
    if (values) values.push(value);
    else given.set(key, [value]);
  }
  return given;
}

function pairs(input: ExecuteInput): Iterable<unknown> {
  const form = typeof input === "string" && !/^\s*\{/.test(input);
  const given: unknown = form ? new URLSearchParams(input) : readJson("The request", input, REQUEST);
  if (typeof given !== "object" || given === null) throw badValue("The request", given, REQUEST);
  return Symbol.iterator in given ? (given as Iterable<unknown>) : Object.entries(given);
}

// GeoJSON: the snapped points and the lines travelled in one FeatureCollection.
import type { Position } from "../geo/lines.js";
import { partsOf } from "../geo/meridian.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { echoColumns, planEcho, timeWriter } from "./echo.js";
import { type LineFacts, lineFacts, linePlaces, POINT_FACTS, pointFacts, snappedPlace, type TimeFacts, timeFacts } from "./facts.js";
import { checkHanded } from "./handed.js";
import { lineTimes } from "./line-times.js";
import { DECIMALS, joined, jsonText, toDecimals } from "./numbers.js";

/**
 * The result as a GeoJSON FeatureCollection, with one feature per line of text. First the points in the input's order, `kind: "point"`, at their snapped place,
 * with the input's fields and `confidence`, `reason`, `distance` in metres, `line_id`, `way_id` and `name`; a point without a usable coordinate has no
 * geometry. Then the lines in travel order, `kind: "line"`, with `line_id`, `track_id`, `line_type`, `way_id`, `name`, `class`, `direction`,
 * `posted_speed_limit_kph`, `length` in metres, `start_time`, `end_time`, `duration` in seconds, and in `violations` the rules broken on it. Lines are cut at
 * the antimeridian (RFC 7946, 3.1.9). A field of the input with the name of an answer is called `input_…`.
 * @throws SnapError "bad-input" for what is no result or no roads, "bad-roads" for roads that were moved to another thread.
 */
export function writeGeoJson(result: SnapResult, roads: RoadGraph): string {
  checkHanded(result, roads);
  const echo = echoColumns(planEcho(result.inputs), ["kind", ...POINT_FACTS]);
  const features = result.inputs.map((input, i) => {
    const place = snappedPlace(result, i);
    const fields = echo.map(({ name, of }) => [name, of(input)] as const).filter(([, value]) => value !== undefined);
    return jsonText({
      type: "Feature",
      geometry: place && { type: "Point", coordinates: place },
      properties: Object.fromEntries([["kind", "point"], ...fields, ...Object.entries(pointFacts(result, roads, i))]),
    });
  });
  const broken = brokenRules(result);
  const times = lineTimes(result);
  const written = timeWriter(result.inputs);
  for (const [i, line] of result.lines.entries()) {
    const rules = broken.get(i);
    const properties: { kind: "line"; violations?: string } & LineFacts & TimeFacts = {
      kind: "line",
      ...lineFacts(line, roads),
      ...timeFacts(times[i], written),
    };
    if (rules !== undefined) properties.violations = [...rules].join(", ");
    features.push(jsonText({ type: "Feature", geometry: lineGeometry(linePlaces(line)), properties }));
  }
  return `{"type":"FeatureCollection","features":[\n${joined(features, ",\n")}\n]}\n`;
}

/** The rules broken, by line; only lines with any. */
function brokenRules({ violations }: SnapResult): Map<number, Set<string>> {
  const rules = new Map<number, Set<string>>();
  for (const { stretch, kind } of violations) rules.set(stretch, (rules.get(stretch) ?? new Set()).add(kind));
  return rules;
}

/** A line, or its parts on either side of the antimeridian. */
export function lineGeometry(places: Position[]): { type: "LineString" | "MultiLineString"; coordinates: Position[] | Position[][] } {
  const parts = partsOf(places);
  if (parts.length < 2) return { type: "LineString", coordinates: parts[0] };
  return {
    type: "MultiLineString",
    coordinates: parts.map((part) => part.map(([lon, lat]): Position => [lon, toDecimals(lat, DECIMALS.degrees) ?? lat])),
  };
}

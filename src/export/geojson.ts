// GeoJSON: the snapped points and the lines travelled in one FeatureCollection.
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { echoColumns } from "./echo.js";
import { type LineFacts, lineFacts, linePlaces, type PointFacts, pointFacts, snappedPlace } from "./facts.js";
import { joined, jsonText } from "./numbers.js";

const ANSWERS: (keyof PointFacts | "kind")[] = ["kind", "confidence", "reason", "distance", "line_id", "way_id", "name"];

/**
 * The result as a GeoJSON FeatureCollection, a feature a line of text. First the points in the input's order, `kind: "point"`, at their
 * snapped place, with the input's fields and {@link PointFacts}; a point without a usable coordinate has no geometry. Then the lines in
 * travel order, `kind: "line"`, with {@link LineFacts}. A field of the input with the name of an answer is called `input_…`.
 */
export function writeGeoJson(result: SnapResult, roads: RoadGraph): string {
  const echo = echoColumns(result.inputs, ANSWERS);
  const features = result.inputs.map((input, i) => {
    const place = snappedPlace(result, i);
    const fields = echo.map(({ name, of }) => [name, of(input)] as const).filter(([, value]) => value !== undefined);
    return jsonText({
      type: "Feature",
      geometry: place && { type: "Point", coordinates: place },
      properties: Object.fromEntries([["kind", "point"], ...fields, ...Object.entries(pointFacts(result, roads, i))]),
    });
  });
  for (const line of result.lines) {
    const properties: { kind: "line" } & LineFacts = { kind: "line", ...lineFacts(line, roads) };
    features.push(jsonText({ type: "Feature", geometry: { type: "LineString", coordinates: linePlaces(line) }, properties }));
  }
  return `{"type":"FeatureCollection","features":[\n${joined(features, ",\n")}\n]}\n`;
}

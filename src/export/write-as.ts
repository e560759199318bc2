// A result in any of the written forms.
import type { TrackFormat } from "../import/track-input.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { ROAD_PROPERTIES } from "../snap/road-properties.js";
import { writeCsv } from "./csv.js";
import { writeExecuteJson } from "./execute-json.js";
import { writeGeoJson } from "./geojson.js";
import { writeGpx } from "./gpx.js";
import { writeNdjson } from "./ndjson.js";

const WRITERS: Record<TrackFormat, (result: SnapResult, roads: RoadGraph, name?: string) => string> = {
  gpx: (result, roads, name) => writeGpx(result, roads, { name }),
  csv: writeCsv,
  geojson: writeGeoJson,
  ndjson: (result, roads) => writeNdjson(result, roads),
  execute: (result, roads) => writeExecuteJson(result, roads, { pointProperties: ROAD_PROPERTIES, lineProperties: ROAD_PROPERTIES }),
};

/** The result as text of a form; `name` is what its only track is called, where the form has a place for it. */
export function writeAs(format: TrackFormat, result: SnapResult, roads: RoadGraph, name?: string): string {
  return WRITERS[format](result, roads, name);
}

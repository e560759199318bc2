// Write as: a result in any of the written formats.
import type { TrackFormat } from "../import/tracks/track-input.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { ROAD_PROPERTIES } from "../snap/road-properties.js";
import { writeCsv } from "./csv.js";
import { writeExecuteJson } from "./execute-json.js";
import { writeGeoJson } from "./geojson.js";
import { type GpxOptions, writeGpx } from "./gpx.js";
import { writeNdjson } from "./ndjson.js";

const WRITERS: Record<TrackFormat, (result: SnapResult, roads: RoadGraph, track: GpxOptions) => string> = {
  gpx: (result, roads, { name, type }) => writeGpx(result, roads, { name, type }),
  csv: (result, roads) => writeCsv(result, roads),
  geojson: (result, roads) => writeGeoJson(result, roads),
  ndjson: (result, roads) => writeNdjson(result, roads),
  execute: (result, roads) => writeExecuteJson(result, roads, { pointProperties: ROAD_PROPERTIES, lineProperties: ROAD_PROPERTIES }),
};

/** The result as text in a format. `track`: the name of its only track and the type of its tracks, for formats that have these. */
export function writeAs(format: TrackFormat, result: SnapResult, roads: RoadGraph, track: GpxOptions = {}): string {
  return WRITERS[format](result, roads, track);
}

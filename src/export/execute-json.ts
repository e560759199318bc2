// Execute JSON out: a snap result as the text of the response that SnapToRoads gives.

import { checkOptions } from "../errors.js";
import { buildResponse, stringifyResponse } from "../snap/response.js";
import type { SnapResult } from "../snap/result.js";
import type { PropertyRoads, RoadProperty } from "../snap/road-properties.js";
import { type SpatialReference, WGS84 } from "../snap/spatial-reference.js";

export interface ExecuteJsonOptions {
  /** pjson is indented. Default json. */
  f?: "json" | "pjson" | undefined;
  /** Default true. */
  returnLines?: boolean | undefined;
  /** Road properties on points and on lines. Default none. */
  pointProperties?: readonly RoadProperty[] | undefined;
  lineProperties?: readonly RoadProperty[] | undefined;
  /** Of the output. Default WGS84. */
  reference?: SpatialReference | undefined;
}

/**
 * The response as text: what `SnapToRoads.execute` gives for these points, from any input format, and without its limits. Of points that were an execute request
 * the types and aliases of its `fields` are not known, but what the values say, nor its spatial reference, which is `options.reference`.
 */
export function writeExecuteJson(result: SnapResult, roads: PropertyRoads, options: ExecuteJsonOptions = {}): string {
  checkOptions(options, "writeExecuteJson", ["f", "returnLines", "pointProperties", "lineProperties", "reference"]);
  const response = buildResponse(result, roads, {
    returnLines: options.returnLines ?? true,
    pointProperties: options.pointProperties ?? [],
    lineProperties: options.lineProperties ?? [],
    reference: options.reference ?? WGS84,
    declared: [],
    places: result.inputs.map(({ lon, lat }) => ({ x: lon, y: lat, reference: WGS84 })),
    maxRecords: Number.POSITIVE_INFINITY,
    maxEmptyCharacters: Number.POSITIVE_INFINITY,
    emptyLines: false,
  });
  return stringifyResponse(response, options.f);
}

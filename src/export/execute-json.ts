// Execute JSON: a snap result as the text of the response that SnapToRoads gives.

import { badOption, checkOptions } from "../errors.js";
import { plain } from "../snap/fields.js";
import { buildResponse, stringifyResponse } from "../snap/response.js";
import type { SnapResult } from "../snap/result.js";
import { type PropertyRoads, ROAD_PROPERTIES, type RoadProperty } from "../snap/road-properties.js";
import { readSpatialReference, type SpatialReference, WGS84 } from "../snap/spatial-reference.js";
import { Troubles } from "../snap/troubles.js";
import { checkResult } from "./handed.js";

/** Options of {@link writeExecuteJson}. */
export interface ExecuteJsonOptions {
  /** pjson is indented. Default json. */
  f?: "json" | "pjson" | undefined;
  /** Whether output_lines is there. Default true. */
  returnLines?: boolean | undefined;
  /** Road properties on points and on lines. Default none. */
  pointProperties?: readonly RoadProperty[] | undefined;
  lineProperties?: readonly RoadProperty[] | undefined;
  /** Spatial reference of the output, by any of its wkids: WGS84 (the default) or Web Mercator. */
  reference?: SpatialReference | undefined;
}

/**
 * The response as text: what `SnapToRoads.execute` gives for these points, but from any input format and without its limits. Even if the points are from an
 * execute request, the types and aliases of its `fields` are not known, so types are those of the values; nor is its spatial reference, so use
 * `options.reference`.
 * @throws SnapError "bad-option"; "bad-input" for a spatial reference other than these.
 */
export function writeExecuteJson(result: SnapResult, roads: PropertyRoads, options: ExecuteJsonOptions = {}): string {
  checkResult(result);
  checkOptions(options, "writeExecuteJson", ["f", "returnLines", "pointProperties", "lineProperties", "reference"]);
  const { pointProperties = [], lineProperties = [] } = options;
  for (const [name, properties] of Object.entries({ pointProperties, lineProperties })) {
    if (!(Array.isArray(properties) && properties.every((property) => ROAD_PROPERTIES.includes(property))))
      throw badOption(name, properties, `a list of ${ROAD_PROPERTIES.join(", ")}`);
  }
  const troubles = new Troubles();
  result.inputs.forEach(({ attributes }, i) => {
    if (Object.values(attributes).some((value) => plain(value) === undefined)) troubles.add("bad-attribute", i);
  });
  const messages = [...result.messages, ...troubles.messages(result.objectIds)];
  const response = buildResponse({ ...result, messages }, roads, {
    returnLines: options.returnLines ?? true,
    pointProperties,
    lineProperties,
    reference: readSpatialReference("reference", options.reference) ?? WGS84,
    points: {
      fields: [],
      places: result.inputs.map(({ lon, lat }) =>
        Number.isFinite(lon) && Number.isFinite(lat) ? { x: lon, y: lat, reference: WGS84 } : null,
      ),
    },
    maxRecords: Number.POSITIVE_INFINITY,
    maxEmptyCharacters: Number.POSITIVE_INFINITY,
    emptyLines: false,
  });
  return stringifyResponse(response, options.f);
}

// The response of execute: results in their fixed order, messages, and the whole as text.
import type { ErrorEnvelope } from "./envelope.js";
import { type FeatureSet, type Layout, type LineGeometry, lineFeatureSet, type PointGeometry, pointFeatureSet } from "./feature-sets.js";
import type { SnapMessage, SnapResult } from "./result.js";
import type { PropertyRoads } from "./road-properties.js";

/** A message as the wire writes it. */
export interface JobMessage {
  /** How serious it is. */
  type: "esriJobMessageTypeInformative" | "esriJobMessageTypeWarning" | "esriJobMessageTypeError";
  /** One sentence. */
  description: string;
}

/**
 * One output of the task. The value of output_lines is an empty object where no lines were asked for and `emptyLines` is set; `numObjects` counts the
 * points snapped.
 */
export type TaskResult =
  | { paramName: "output_snapped_points"; dataType: "GPFeatureRecordSetLayer"; value: FeatureSet<PointGeometry> }
  | { paramName: "output_lines"; dataType: "GPFeatureRecordSetLayer"; value: FeatureSet<LineGeometry> | Record<string, never> }
  | { paramName: "usage_cost"; dataType: "GPString"; value: { numObjects: number; credits: number } };

/** What execute answers. Clients read `results` by index as well as by name: the order is output_snapped_points, output_lines, usage_cost. */
export interface ExecuteResponse {
  /** The outputs, in that order; output_lines only where lines were asked for. */
  results: TaskResult[];
  /** What the caller should know. */
  messages: JobMessage[];
}

/** What a request said of its answer. */
export interface ResponseOptions extends Layout {
  /** Without lines: send output_lines with an empty value instead of leaving it out, for clients that look for it. */
  emptyLines: boolean;
}

/** Puts a snap result into the wire's form. Messages go before those of the result when given. */
export function buildResponse(
  result: SnapResult,
  roads: PropertyRoads,
  options: ResponseOptions,
  before: readonly SnapMessage[] = [],
): ExecuteResponse {
  const points = pointFeatureSet(result, roads, options);
  const results: TaskResult[] = [{ paramName: "output_snapped_points", dataType: "GPFeatureRecordSetLayer", value: points }];
  const messages = [...before, ...result.messages];
  if (options.returnLines) {
    const value = lineFeatureSet(result, roads, options);
    results.push({ paramName: "output_lines", dataType: "GPFeatureRecordSetLayer", value });
    if (value.exceededTransferLimit) {
      const text = `Only the first ${value.features.length} of ${result.lines.length} lines are returned; points on the others have no line_id.`;
      messages.push({ severity: "Warning", text });
    }
  } else if (options.emptyLines) {
    results.push({ paramName: "output_lines", dataType: "GPFeatureRecordSetLayer", value: {} });
  }
  const numObjects = result.points.filter((point) => point.confidence > 0).length;
  results.push({ paramName: "usage_cost", dataType: "GPString", value: { numObjects, credits: 0 } });
  return { results, messages: messages.map(({ severity, text }) => ({ type: `esriJobMessageType${severity}`, description: text })) };
}

/**
 * The text of a response: `pjson` is indented, anything else compact. Error envelopes are compact in either form, because some clients
 * recognise them by the first characters.
 */
export function stringifyResponse(response: ExecuteResponse | ErrorEnvelope, f: "json" | "pjson" = "json"): string {
  return JSON.stringify(response, null, f === "pjson" && !("error" in response) ? 2 : undefined);
}

// CSV: one row per input point, its own columns first, then where it was snapped to.
import Papa from "papaparse";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { echoColumns } from "./echo.js";
import { pointFacts } from "./facts.js";
import { DECIMALS, decimalText, joined, jsonText } from "./numbers.js";

const ANSWERS = ["snapped_lon", "snapped_lat", "confidence", "reason", "distance", "line_id", "way_id", "name"] as const;
/** Rows made into text at a time, so that the cells of a long table are not all in memory at once. */
const BATCH = 10_000;

/**
 * The points as CSV, in the input's order: the columns they came with (coordinates, time and the like added where they were not columns),
 * then `snapped_lon`, `snapped_lat`, `confidence`, `reason`, `distance` in metres, `line_id`, `way_id` and `name`. Reading it gives the
 * input's points again. A column of the input with one of these names is called `input_…`.
 */
export function writeCsv(result: SnapResult, roads: RoadGraph): string {
  const echo = echoColumns(result.inputs, ANSWERS);
  const parts = [Papa.unparse([[...echo.map(({ name }) => name), ...ANSWERS]], { newline: "\n" })];
  for (let start = 0; start < result.inputs.length; start += BATCH) {
    const rows = result.inputs.slice(start, start + BATCH).map((input, k) => {
      const i = start + k;
      const { lon, lat } = result.points[i];
      const facts = pointFacts(result, roads, i);
      const answers = [degrees(lon), degrees(lat), facts.confidence, facts.reason, facts.distance, facts.line_id, facts.way_id, facts.name];
      return [...echo.map(({ of }) => cell(of(input))), ...answers];
    });
    parts.push(Papa.unparse(rows, { newline: "\n" }));
  }
  return `${joined(parts, "\n")}\n`;
}

function degrees(value: number): string {
  return Number.isFinite(value) ? decimalText(value, DECIMALS.degrees) : "";
}

function cell(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : "";
  return typeof value === "object" && value !== null ? jsonText(value) : value;
}

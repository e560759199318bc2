// CSV: one row per input point, its own columns first, then where it was snapped to.
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { type EchoPlan, echoColumns, planEcho } from "./echo.js";
import { POINT_FACTS, pointFacts } from "./facts.js";
import { checkHanded } from "./handed.js";
import { DECIMALS, decimalText, joined, jsonText } from "./numbers.js";

const ANSWERS = ["snapped_lon", "snapped_lat", ...POINT_FACTS];
/** Matches a cell that needs quotes: one with a character that would end it, or that a reader may strip from its ends. */
const QUOTED = /[",\r\n\ufeff]|^ | $/;

/**
 * The points as CSV, in the input's order: their own columns (coordinates, time and the like are added if they were not columns), then `snapped_lon`,
 * `snapped_lat`, `confidence`, `reason`, `distance` in metres, `line_id`, `way_id` and `name`. Reading it again gives the input's points. A column of the input
 * with one of these names is called `input_…`.
 * @throws SnapError "bad-input" for what is no result or no roads, "bad-roads" for roads that were moved to another thread.
 */
export function writeCsv(result: SnapResult, roads: RoadGraph): string {
  checkHanded(result, roads);
  const plan = planEcho(result.inputs);
  return csvHeader(plan) + csvRows(result, roads, plan);
}

/** The header of such a CSV for a plan of the input's fields. `more`: further columns, whose values are the same in all rows of a track. */
export function csvHeader(plan: EchoPlan, more: readonly string[] = []): string {
  const answers = [...ANSWERS, ...more];
  const names = [...echoColumns(plan, answers).map(({ name }) => name), ...answers];
  return `${names.map(cell).join(",")}\n`;
}

/** The rows below the header, one for each point. `more`: the values of the further columns. */
export function csvRows(result: SnapResult, roads: RoadGraph, plan: EchoPlan, more: Readonly<Record<string, unknown>> = {}): string {
  const echo = echoColumns(plan, [...ANSWERS, ...Object.keys(more)]);
  const last = Object.values(more)
    .map((value) => `,${cell(value)}`)
    .join("");
  const rows = result.inputs.map((input, i) => {
    const { lon, lat } = result.points[i];
    const facts = pointFacts(result, roads, i);
    let row = "";
    for (const { of, text } of echo) row += `${cell(text?.(input) ?? of(input))},`;
    row += `${degrees(lon)},${degrees(lat)}`;
    for (const name of POINT_FACTS) row += `,${cell(facts[name])}`;
    return row + last;
  });
  return rows.length === 0 ? "" : `${joined(rows, "\n")}\n`;
}

function degrees(value: number): string {
  return Number.isFinite(value) ? decimalText(value, DECIMALS.degrees) : "";
}

/** A cell's text, in quotes if it needs them. Not by a library: one that writes any kind of rows took half as long as the match itself. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = typeof value === "object" ? jsonText(value) : String(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// NDJSON: one track a line, its points, lines and broken rules in one JSON object.

import type { InputPoint } from "../match/track.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { byTrack, lineFacts, linePlaces, pointFacts } from "./facts.js";
import { DECIMALS, joined, jsonText, rounded } from "./numbers.js";

/**
 * The result as NDJSON, a track a line in the order in which the tracks first appear:
 * `{id, points: [{lon, lat, time, …, confidence, reason, distance, line_id, way_id, name, input: [lon, lat], attributes}], lines: [{line_id,
 * line_type, …, coordinates}], violations: [{kind, line_id, way_id}]}`. lon and lat are the snapped place, time is seconds since the epoch; values not
 * known and empty attributes are left out. Points that belong to no track are a line with `id: null`.
 */
export function writeNdjson(result: SnapResult, roads: RoadGraph): string {
  const lines = byTrack(result).map((track) =>
    jsonText({
      id: track.trackId,
      points: track.points.map((i) => pointRecord(result, roads, i)),
      lines: track.lines.map((line) => {
        const { track_id: _, ...facts } = lineFacts(line, roads);
        return { ...facts, coordinates: linePlaces(line) };
      }),
      violations: result.violations
        .filter(({ trackId }) => trackId === track.trackId)
        .map(({ kind, arc, stretch }) => ({
          kind,
          line_id: result.lines[stretch]?.objectId ?? null,
          way_id: roads.edgeWay[arc >> 1] ?? null,
        })),
    }),
  );
  return `${joined(lines, "\n")}\n`;
}

function pointRecord(result: SnapResult, roads: RoadGraph, i: number): Record<string, unknown> {
  const input = result.inputs[i];
  const { lon, lat } = result.points[i];
  return {
    lon: rounded(lon, DECIMALS.degrees),
    lat: rounded(lat, DECIMALS.degrees),
    ...known(input),
    ...pointFacts(result, roads, i),
    input: [input.lon, input.lat],
    ...(Object.keys(input.attributes).length > 0 ? { attributes: input.attributes } : {}),
  };
}

/** What the input said about the point, less its place. */
function known({ time, accuracy, speed, course, objectId }: InputPoint): Record<string, number> {
  const fields: Record<string, number> = {};
  const values = { object_id: objectId, time, accuracy, speed, course };
  for (const [name, value] of Object.entries(values)) if (typeof value === "number" && Number.isFinite(value)) fields[name] = value;
  return fields;
}

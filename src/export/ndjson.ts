// NDJSON: one track a line: its points, its lines and the rules broken, in one JSON object.

import type { InputPoint } from "../match/track/track.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapResult } from "../snap/result.js";
import { byTrack } from "./by-track.js";
import { pointFacts } from "./facts.js";
import { checkHanded } from "./handed.js";
import { lineText } from "./line-text.js";
import { lineTimes } from "./line-times.js";
import { DECIMALS, joined, jsonText, toDecimals } from "./numbers.js";

/**
 * The result as NDJSON, one track a line, in the order in which the tracks first appear: `{id, points: [{lon, lat, time, …, confidence, reason, distance,
 * line_id, way_id, name, input: [lon, lat], attributes}], lines: [{line_id, start_time, end_time, duration, line_type, …, coordinates}], violations: [{kind,
 * line_id, way_id}]}`, and `attributes` if the tracks themselves have any. lon and lat are the snapped place, time is seconds since the epoch. `attributes` of
 * a point are the fields of the input, except those whose value the record already has under the same name. Unknown values of the input and empty
 * attributes are left out; unknown values of the answer are null. Points that belong to no track are a line with `id: null`.
 * @throws SnapError "bad-input" for what is no result or no roads, "bad-roads" for roads that were moved to another thread.
 */
export function writeNdjson(result: SnapResult, roads: RoadGraph, attributes: Readonly<Record<string, unknown>> | null = null): string {
  checkHanded(result, roads);
  const more = attributes === null ? "" : `,"attributes":${jsonText(attributes)}`;
  const times = lineTimes(result);
  const lines = byTrack(result).map((track) => {
    const points = track.points.map((i) => pointRecord(result, roads, i));
    const lines = track.lines.map((i) => lineText(result.lines[i], times[i], roads));
    const violations = track.violations.map(({ kind, arc, stretch }) => ({
      kind,
      // A caller may have left out the lines.
      line_id: result.lines[stretch]?.objectId ?? null,
      way_id: roads.edgeWay[arc >> 1],
    }));
    return `{"id":${jsonText(track.trackId)},"points":${jsonText(points)},"lines":[${joined(lines, ",")}],"violations":${jsonText(violations)}${more}}`;
  });
  return lines.length === 0 ? "" : `${joined(lines, "\n")}\n`;
}

function pointRecord(result: SnapResult, roads: RoadGraph, i: number): Record<string, unknown> {
  const input = result.inputs[i];
  const { time, accuracy, speed, course, objectId, lon, lat } = input;
  const snapped = result.points[i];
  const record: Record<string, unknown> = {
    lon: toDecimals(snapped.lon, DECIMALS.degrees),
    lat: toDecimals(snapped.lat, DECIMALS.degrees),
  };
  // The input's values about the point, except its place.
  if (Number.isFinite(objectId)) record.object_id = objectId;
  if (Number.isFinite(time)) record.time = time;
  if (Number.isFinite(accuracy)) record.accuracy = accuracy;
  if (Number.isFinite(speed)) record.speed = speed;
  if (Number.isFinite(course)) record.course = course;
  Object.assign(record, pointFacts(result, roads, i));
  record.input = [lon, lat];
  const others = otherAttributes(input);
  if (others !== null) record.attributes = others;
  return record;
}

/** The attributes of the input that the record does not have with the same name and value; null if there are none. */
function otherAttributes({ attributes, lon, lat, time, accuracy, speed, course, objectId }: InputPoint): object | null {
  const said: Record<string, unknown> = { lon, lat, time, accuracy, speed, course, object_id: objectId };
  const others = Object.entries(attributes).filter(([name, value]) => !(Object.hasOwn(said, name) && said[name] === value));
  return others.length > 0 ? Object.fromEntries(others) : null;
}

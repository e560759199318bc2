// Reader of the sparse taxi tracks after Li et al. (ACM GIS 2013): fixes about two minutes apart, the route as OpenStreetMap nodes.

import { SnapError } from "../errors.js";
import type { EvaluationTrack } from "./corpora.js";
import { TRIM_METRES } from "./mismatch.js";
import { rowsOf } from "./text.js";
import { positions } from "./truth-ndjson.js";

/** Reads the array of tracks `{ set, index, points: [[lon, lat, seconds]], truth: [[lon, lat]] }`. Broken input is a SnapError. */
export function readSparseTaxi(text: string, options: { name?: string; roads?: string } = {}): EvaluationTrack[] {
  const name = options.name ?? "tracks.json";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SnapError("bad-input", `${name}: not JSON.`, { name });
  }
  if (!Array.isArray(value)) throw new SnapError("bad-input", `${name}: expected an array of tracks.`, { name });
  return value.map((entry: unknown, i): EvaluationTrack => {
    const where = `${name} track ${i + 1}`;
    if (typeof entry !== "object" || entry === null) throw new SnapError("bad-input", `${where}: expected an object.`, { where });
    const record = entry as Record<string, unknown>;
    return {
      id: `${record.set ?? "set"}-${record.index ?? i}`,
      roads: options.roads ?? name,
      track: rowsOf(record, "points", 3, where).map(([lon, lat, time]) => ({ lon, lat, time })),
      truth: [positions(rowsOf(record, "truth", 2, where))],
      trimMetres: TRIM_METRES,
    };
  });
}

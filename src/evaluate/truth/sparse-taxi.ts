// Reader of the sparse taxi tracks after Li et al. (ACM GIS 2013): fixes about two minutes apart, the route as OpenStreetMap nodes.

import { SnapError } from "../../errors.js";
import type { EvaluationTrack } from "../corpora.js";
import { TRIM_METRES } from "../score/mismatch.js";
import { type TruthOptions, truthTrack } from "./ndjson.js";
import { jsonOf, positionsOf, rowsOf, unlessBroken } from "./text.js";

/**
 * Reads the array of tracks `{ set, index, points: [[lon, lat, seconds]], truth: [[lon, lat]] }`; members in the form of
 * `readTruthNdjson` are read as well. Broken input is a SnapError.
 */
export function readSparseTaxi(text: string, options: TruthOptions = {}): EvaluationTrack[] {
  const name = options.name ?? "tracks.json";
  const value = jsonOf(text, name);
  if (!Array.isArray(value)) throw new SnapError("bad-input", `${name} must be an array of tracks.`, { name });
  if (value.length === 0) throw new SnapError("bad-input", `${name}: there is no track in it.`, { name });
  return value.flatMap(
    (entry: unknown, i) =>
      unlessBroken(() => sparseTrack(entry, i, `${name} track ${i + 1}`, { ...options, name }), options.onBroken) ?? [],
  );
}

function sparseTrack(entry: unknown, i: number, where: string, options: TruthOptions): EvaluationTrack {
  if (typeof entry !== "object" || entry === null) throw new SnapError("bad-input", `${where}: this must be an object.`, { where });
  const record = entry as Record<string, unknown>;
  if (record.truth_geom !== undefined || record.truth === undefined) return truthTrack(record, i + 1, where, options);
  const points = rowsOf(record, "points", 3, where);
  const truth = positionsOf(record, "truth", where);
  if (points.length === 0 || truth.length < 2)
    throw new SnapError("bad-input", `${where}: the track has no points or no truth.`, { where });
  return {
    id: `${record.set ?? "set"}-${record.index ?? i}`,
    roads: options.roads ?? options.name ?? "tracks.json",
    track: points.map(([lon, lat, time]) => ({ lon, lat, time })),
    truth: [truth],
    trimMetres: options.trimMetres ?? TRIM_METRES,
  };
}

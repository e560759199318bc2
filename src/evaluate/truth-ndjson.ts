// Reader of tracks with their truth as NDJSON, the form in which anyone can bring a corpus of their own.

import { SnapError } from "../errors.js";
import type { TrackPoint } from "../match/track.js";
import type { EvaluationTrack } from "./corpora.js";
import type { Position } from "./lines.js";
import { TRIM_METRES } from "./mismatch.js";
import { linesOf, recordOf, rowsOf } from "./text.js";

/**
 * Reads one track a line:
 *
 * - `id`: anything
 * - `points`: `[[lon, lat, seconds], …]`; further columns accuracy (m), speed (m/s), course (degrees), each a number or null
 * - `truth_geom`: `[[lon, lat], …]`, the line driven
 * - `truth_points`, optional: `[[lon, lat], …]`, where each fix truly was
 * - `sigma_m`, optional: standard deviation of the noise per axis; the ends are then left out for 3σ + 10 m instead of 50 m
 *
 * Unknown keys are ignored. A broken line is a SnapError that names it.
 */
export function readTruthNdjson(text: string, options: { name?: string; roads?: string; trimMetres?: number } = {}): EvaluationTrack[] {
  const name = options.name ?? "truth";
  const tracks: EvaluationTrack[] = [];
  for (const [line, number] of linesOf(text)) {
    const where = `${name} line ${number}`;
    const record = recordOf(line, where);
    const points = rowsOf(record, "points", 2, where);
    const truth = positions(rowsOf(record, "truth_geom", 2, where));
    if (truth.length < 2)
      throw new SnapError("bad-input", `${where}: "truth_geom" needs at least two positions, it has ${truth.length}.`, { where });
    const sigma = record.sigma_m;
    const track: EvaluationTrack = {
      id: String(record.id ?? number),
      roads: options.roads ?? name,
      track: points.map(pointOf),
      truth: [truth],
      trimMetres: options.trimMetres ?? (typeof sigma === "number" ? 3 * sigma + 10 : TRIM_METRES),
    };
    if (record.truth_points !== undefined) {
      const truthPoints = positions(rowsOf(record, "truth_points", 2, where));
      if (truthPoints.length !== points.length) {
        throw new SnapError(
          "bad-input",
          `${where}: ${points.length} points, but ${truthPoints.length} truth_points; there should be one each.`,
          { where },
        );
      }
      track.truthPoints = truthPoints;
    }
    tracks.push(track);
  }
  return tracks;
}

/** Columns of a point row after lon and lat; a row may stop early and hold null. */
function pointOf([lon, lat, time, accuracy, speed, course]: number[]): TrackPoint {
  const point: TrackPoint = { lon, lat };
  if (typeof time === "number") point.time = time;
  if (typeof accuracy === "number") point.accuracy = accuracy;
  if (typeof speed === "number") point.speed = speed;
  if (typeof course === "number") point.course = course;
  return point;
}

/** The first two columns of each row. */
export function positions(rows: number[][]): Position[] {
  return rows.map(([lon, lat]) => [lon, lat]);
}

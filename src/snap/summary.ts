// Summary: figures of a result: how many points were snapped, and how many metres the lines have.
import type { StretchType } from "../match/result/result.js";
import type { SnapResult } from "./result.js";

/** Figures of one result. */
export interface Summary {
  /** Tracks that have a line. */
  tracks: number;
  /** Points that came. */
  points: number;
  /** Points that were put on a road. */
  snapped: number;
  /** Mean over the snapped points; null when there are none. */
  confidence: number | null;
  /** Metres by type of line. */
  metres: Record<StretchType, number>;
  /** Lines that are a Road Gap. */
  gaps: number;
}

/** Adds up a result. */
export function summarise(result: SnapResult): Summary {
  const metres = { Road: 0, Off: 0, "Road Gap": 0 };
  for (const { stretch } of result.lines) metres[stretch.type] += stretch.length;
  const snapped = result.points.filter((point) => point.edge >= 0);
  return {
    tracks: new Set(result.lines.map((line) => line.trackId)).size,
    points: result.points.length,
    snapped: snapped.length,
    confidence: snapped.length > 0 ? snapped.reduce((sum, point) => sum + point.confidence, 0) / snapped.length : null,
    metres,
    gaps: result.lines.filter((line) => line.stretch.type === "Road Gap").length,
  };
}

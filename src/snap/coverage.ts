// The one message for the commonest mistake: a track that lies somewhere else than the roads.
import type { RoadGraph } from "../roads/graph.js";
import type { SnapMessage, SnapResult } from "./result.js";

/** West, south, east, north in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/**
 * A Warning when no point of the tracks could be snapped, naming where the points are and where the roads are if these are two places; null
 * otherwise, and when no point took part in a track.
 */
export function coverageMessage(result: SnapResult, roads: Pick<RoadGraph, "bounds">): SnapMessage | null {
  const points: Box = [180, 90, -180, -90];
  let used = 0;
  for (const { edge, reason, lon, lat } of result.points) {
    if (edge >= 0) return null;
    if (reason === "unlocated" || reason === "bad-coordinate") continue;
    used++;
    points[0] = Math.min(points[0], lon);
    points[1] = Math.min(points[1], lat);
    points[2] = Math.max(points[2], lon);
    points[3] = Math.max(points[3], lat);
  }
  if (used === 0) return null;
  const text = overlap(points, roads.bounds())
    ? "No point could be snapped, though there are roads in the area: none is near enough, or none can be travelled as the points say."
    : `No point could be snapped: the points lie within ${words(points)}, the roads within ${words(roads.bounds())}.`;
  return { severity: "Warning", text };
}

/** Whether two boxes touch. */
export function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** A box to about a hundred metres. */
export function words([west, south, east, north]: Box): string {
  return `longitude ${west.toFixed(3)} to ${east.toFixed(3)}, latitude ${south.toFixed(3)} to ${north.toFixed(3)}`;
}

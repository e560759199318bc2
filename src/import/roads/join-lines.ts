// Join lines: makes lines of GeoJSON meet that were meant to. Ends are put on what they end near to, and lines that cross get a common place.

import { crossLines } from "./crossings.js";
import { DRAWING_ERROR, type JoinableLine, Joints } from "./joints.js";
import type { Spot } from "./line-grid.js";
import { LooseEnds } from "./loose-ends.js";

/**
 * Makes lines meet in common places; changes the lines. First, ends within a drawing error of each other or of a junction become one. Second, lines of one
 * level that cross, or a line that crosses itself, get a common place there; a line that ends no more than the drawing error beyond is cut off at it. Third, an
 * end that is on no line is put on the nearest place or segment of another line, or else of its own, within `metres`: on ends of any level, otherwise on lines
 * of its own level. To use existing places rather than add one beside them, a place counts as nearer by a quarter of `metres`, and a junction as nearer by the
 * drawing error if that is more.
 * @throws SnapError "limit" when the lines together are too long.
 */
export function joinLines(lines: readonly JoinableLine[], metres: number): void {
  const error = Math.min(metres, DRAWING_ERROR);
  const joints = new Joints(lines);
  joints.weld(error);
  insertAll(lines, crossLines(lines, joints, error));
  const ends = new LooseEnds(lines);
  // Ends that became one are on no other line; now they are put on one that passes them.
  for (const joint of joints.welded()) ends.putJoint(joint, joints, error);
  for (const [n, line] of lines.entries()) for (const end of new Set([0, line.lon.length - 1])) ends.putEnd(n, end, metres);
  insertAll(lines, ends.insertions);
}

/** Inserts places into lines, the last of each first, so that indices stay valid. */
function insertAll(lines: readonly JoinableLine[], insertions: readonly Spot[][]): void {
  for (const [n, line] of lines.entries()) {
    insertions[n].sort((a, b) => b.at - a.at || b.share - a.share);
    for (const { at, lon, lat } of insertions[n]) {
      line.lon.splice(at + 1, 0, lon);
      line.lat.splice(at + 1, 0, lat);
    }
  }
}

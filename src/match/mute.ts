// Fields that say nothing are muted for the whole track: what its own movement contradicts, and what is a setting rather than a report.
import { cosDegrees, sinDegrees } from "../geo/maths.js";
import { median } from "../geo/quantile.js";
import { eastAndNorth, type Fixes, metresBetween } from "./fixes.js";
import * as MODEL from "./model.js";
import { RADIUS_68 } from "./steps.js";

/** Mutes what a device got wrong for good. Times are another matter: see times.ts. */
export function muteFields(fixes: Fixes): void {
  muteConstant(fixes.accuracy);
  muteOverstated(fixes);
  muteContradicted(fixes);
}

/** An accuracy that is the same for nearly every one of many fixes is a setting, not a report; the track itself says more. */
function muteConstant(accuracy: Float64Array): void {
  const known = accuracy.filter((metres) => metres > 0);
  if (known.length < MODEL.constantAccuracyLeast) return;
  const usual = median(known);
  const same = known.filter((metres) => metres === usual);
  if (same.length >= MODEL.constantAccuracyShare * known.length) accuracy.fill(Number.NaN);
}

/**
 * Errors so large that fixes some seconds apart would lie scattered, and they do not: an accuracy in millimetres. A receiver's error lasts, and so
 * theirs scatter less than independent ones would, but not by that much.
 */
function muteOverstated(fixes: Fixes): void {
  const { count, time, accuracy } = fixes;
  const ratios: number[] = [];
  const stated: number[] = [];
  // Three fixes: the last two and this one.
  let [a, b] = [-1, -1];
  for (let i = 0; i < count; i++) {
    if (!(accuracy[i] > 0)) continue;
    if (b >= 0 && (time[i] - time[b] < MODEL.overstatedSeconds || metresBetween(fixes, b, i) < MODEL.movedMetres)) continue;
    if (a >= 0) {
      ratios.push(besideLine(fixes, a, b, i) / (accuracy[b] / RADIUS_68));
      stated.push(accuracy[b]);
    }
    [a, b] = [b, i];
  }
  if (ratios.length < 2) return;
  // Of few, none may be scattered.
  const scatter = ratios.length < MODEL.mutedLeast ? Math.max(...ratios) : median(ratios);
  if (median(stated) > MODEL.overstatedMetres && scatter < MODEL.overstatedScatter) accuracy.fill(Number.NaN);
}

/** Metres between fix j and the line through i and k. */
function besideLine(fixes: Fixes, i: number, j: number, k: number): number {
  const [x, y] = eastAndNorth(fixes, i, k, j);
  const [x1, y1] = eastAndNorth(fixes, i, j, j);
  const length = Math.sqrt(x * x + y * y);
  return length > 0 ? Math.abs(x * y1 - y * x1) / length : Math.sqrt(x1 * x1 + y1 * y1);
}

/** A move from a fix with a course to a later one; but for the first, cosines, or a sine. */
interface Move {
  /** The fix it begins at. */
  from: number;
  /** Between it and the course there; the sine between the two. */
  aligned: number;
  aside: number;
  /** Between it and that course if that were counted from north the other way, or from east. */
  fromNorth: number;
  fromEast: number;
  /** Between it and the course where it ends. */
  arriving: number;
  /** Between the two courses. */
  straight: number;
}

/**
 * A course or a speed that the track's own movement contradicts: a course stuck at 0, turning the other way or off to one side, for all of the track or a
 * part of it; a speed in another unit or always 0. And a course that is nothing but the movement. What agrees by and large is left alone, however noisy.
 */
function muteContradicted(fixes: Fixes): void {
  const { count, time, speed, course } = fixes;
  // Of who stands a receiver makes one up.
  if (speed.some((known) => known > 0)) for (let i = 0; i < count; i++) if (speed[i] === 0) course[i] = Number.NaN;
  const ratios: number[] = [];
  let moves: Move[] = [];
  let from = 0;
  let travelled = 0;
  for (let i = 1; i < count; i++) {
    const metres = metresBetween(fixes, from, i);
    travelled += speed[i - 1] * (time[i] - time[i - 1]);
    // Shorter ones may be all noise.
    if (metres < MODEL.movedMetres) continue;
    if (course[from] >= 0) {
      const [sin, cos] = [sinDegrees(course[from]), cosDegrees(course[from])];
      const [east, north] = eastAndNorth(fixes, from, i, i).map((far) => far / metres);
      const [x, y] = [sinDegrees(course[i]), cosDegrees(course[i])];
      moves.push({
        from,
        aligned: north * cos + east * sin,
        aside: north * sin - east * cos,
        fromNorth: north * cos - east * sin,
        fromEast: north * sin + east * cos,
        arriving: north * y + east * x,
        straight: cos * y + sin * x,
      });
    }
    const seconds = time[i] - time[from];
    const ratio = travelled / metres;
    travelled = 0;
    // Over longer roads wind, and halts are many.
    if (seconds > 0 && ratio >= 0) ratios.push(seconds > MODEL.speedHorizon ? Math.sqrt(ratio) : ratio);
    from = i;
  }
  const meanOf = (some: readonly Move[], what: keyof Move) => some.reduce((sum, move) => sum + move[what], 0) / some.length;
  const contradicts = (some: readonly Move[], mirrored: number): boolean => {
    // To the degree the same all along, a course is a real one only where the way was straight.
    const constant = some.every(({ from }) => course[from] === course[some[0].from]);
    const least = constant ? MODEL.constantCourseAgreement : MODEL.courseAgreement;
    const other = Math.max(meanOf(some, "fromNorth"), meanOf(some, "fromEast")) - mirrored;
    return some.length >= MODEL.mutedLeast && meanOf(some, "aligned") < Math.max(least, Math.abs(meanOf(some, "aside")), other);
  };
  // Where some loggers know none they write north.
  const north = moves.filter(({ from }) => course[from] === 0);
  if (contradicts(north, 1)) {
    for (let i = 0; i < count; i++) course[i] ||= Number.NaN;
    moves = moves.filter(({ from }) => course[from] > 0);
  }
  // The direction from the fix before, or to the next one, is none of the receiver's; straight on they are all the same.
  const turns = moves.filter(({ straight }) => straight < MODEL.courseTurned);
  const agrees = (what: keyof Move) => meanOf(turns, what) > MODEL.movementAgreement;
  const isMovement = turns.length >= MODEL.mutedLeast && (agrees("aligned") || agrees("arriving"));
  // Counted counter-clockwise it agrees on ways along the axis it is mirrored at, so that most of a track may agree: of a part all may.
  if (isMovement || contradicts(moves, MODEL.mirroredCourse)) course.fill(Number.NaN);
  for (let n = 0; n < moves.length; n += MODEL.courseMoves) {
    const next = n + MODEL.courseMoves;
    if (contradicts(moves.slice(n, next), 1)) course.fill(Number.NaN, moves[n].from, moves[next]?.from);
  }
  if (ratios.length < MODEL.mutedLeast) return;
  const usual = median(ratios);
  if (usual > MODEL.speedAgreement || usual < 1 / MODEL.speedAgreement) speed.fill(Number.NaN);
}

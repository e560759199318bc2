// Mute: makes fields unknown that say nothing: those that the track's own movement contradicts, and those that are a setting rather than a report.
import { cosDegrees, hypot, sinDegrees } from "../../geo/maths.js";
import { median } from "../../geo/quantile.js";
import * as MODEL from "../model.js";
import { eastAndNorth, type Fixes, metresBetween } from "./fixes.js";
import { RADIUS_68 } from "./steps.js";

/** Mutes the fields that a device gets wrong throughout. Accuracies that are far too large are left to {@link muteOverstated}, and times to times.ts. */
export function muteFields(fixes: Fixes): void {
  muteConstant(fixes.accuracy);
  muteContradicted(fixes);
}

/** Mutes accuracies if nearly all of many fixes have one and the same: it is a setting, not a report, and the track itself says more. */
function muteConstant(accuracy: Float64Array): void {
  const known = accuracy.filter((metres) => metres > 0);
  if (known.length < MODEL.constantAccuracyLeast) return;
  const usual = median(known);
  const same = known.filter((metres) => metres === usual);
  if (same.length >= MODEL.constantAccuracyShare * known.length) accuracy.fill(Number.NaN);
}

/**
 * Mutes accuracies so large that fixes some seconds apart would have to lie scattered, and do not: they may be in millimetres. A receiver's errors last,
 * so its fixes scatter less than with independent errors, but not by that much.
 */
export function muteOverstated(fixes: Fixes): void {
  const { count, time, accuracy } = fixes;
  const ratios: number[] = [];
  const stated: number[] = [];
  // The two fixes before this one: three make a bend.
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
  // With few bends, even the largest has to be small.
  const scatter = ratios.length < MODEL.mutedLeast ? Math.max(...ratios) : median(ratios);
  if (median(stated) > MODEL.overstatedMetres && scatter < MODEL.overstatedScatter) accuracy.fill(Number.NaN);
}

/** Metres between fix j and the line through i and k. */
function besideLine(fixes: Fixes, i: number, j: number, k: number): number {
  const [x, y] = eastAndNorth(fixes, i, k, j);
  const [x1, y1] = eastAndNorth(fixes, i, j, j);
  const length = hypot(x, y);
  return length > 0 ? Math.abs(x * y1 - y * x1) / length : hypot(x1, y1);
}

/** A move from a fix to a later one far enough off, as a unit vector. */
interface Move {
  from: number;
  to: number;
  east: number;
  north: number;
}

/** Mutes courses and speeds that the track's own movement contradicts. What agrees by and large is kept, however noisy. */
function muteContradicted(fixes: Fixes): void {
  const { count, time, speed, course } = fixes;
  // The course of a receiver that stands still is made up.
  if (speed.some((known) => known > 0)) for (let i = 0; i < count; i++) if (speed[i] === 0) course[i] = Number.NaN;
  const ratios: number[] = [];
  const moves: Move[] = [];
  let from = 0;
  let travelled = 0;
  for (let i = 1; i < count; i++) {
    const metres = metresBetween(fixes, from, i);
    travelled += speed[i - 1] * (time[i] - time[i - 1]);
    // Shorter ones may be all noise.
    if (metres < MODEL.movedMetres) continue;
    if (course[from] >= 0) {
      const [east, north] = eastAndNorth(fixes, from, i, i).map((far) => far / metres);
      moves.push({ from, to: i, east, north });
    }
    const seconds = time[i] - time[from];
    const ratio = travelled / metres;
    travelled = 0;
    // Over longer times roads wind and halts are many: the ratio then counts for less.
    if (seconds > 0 && ratio >= 0) ratios.push(seconds > MODEL.speedHorizon ? Math.sqrt(ratio) : ratio);
    from = i;
  }
  muteCourses(course, moves);
  // A speed in another unit, or always 0.
  const usual = median(ratios);
  if (ratios.length >= MODEL.mutedLeast && (usual > MODEL.speedAgreement || usual < 1 / MODEL.speedAgreement)) speed.fill(Number.NaN);
}

/**
 * Mutes courses that the moves beginning at them contradict: that are stuck at 0, are counted the other way round or point aside, in all of the track or a part
 * of it. Also mutes courses that were only computed from the fixes.
 */
function muteCourses(course: Float64Array, moves: readonly Move[]): void {
  /** Mean cosine between moves and a direction for each of them: by default the course where it begins, in degrees. */
  const meanOf = (some: readonly Move[], directionOf = (begin: number, _end: number) => begin) => {
    const cosines = some.map(({ from, to, east, north }) => {
      const direction = directionOf(course[from], course[to]);
      return north * cosDegrees(direction) + east * sinDegrees(direction);
    });
    return cosines.reduce((sum, cosine) => sum + cosine, 0) / some.length;
  };
  const contradicts = (some: readonly Move[], mirrored: number): boolean => {
    // A course that never changes is real only if the way was straight.
    const constant = some.every(({ from }) => course[from] === course[some[0].from]);
    const least = constant ? MODEL.constantCourseAgreement : MODEL.courseAgreement;
    const aside = Math.abs(meanOf(some, (begin) => begin - 90));
    // As if it were counted counter-clockwise from north, or from east.
    const fromNorth = meanOf(some, (begin) => -begin) - mirrored;
    const fromEast = meanOf(some, (begin) => 90 - begin) - mirrored;
    return some.length >= MODEL.mutedLeast && meanOf(some) < Math.max(least, aside, fromNorth, fromEast);
  };
  // Some loggers write north where they know no course.
  const north = moves.filter(({ from }) => course[from] === 0);
  if (contradicts(north, 1)) {
    for (let i = 0; i < course.length; i++) course[i] ||= Number.NaN;
    moves = moves.filter(({ from }) => course[from] > 0);
  }
  // A course that is exactly the direction from the fix before, or to the next, was computed from the fixes. Only turns tell: straight on all are equal.
  const turns = moves.filter(({ from, to }) => cosDegrees(course[from] - course[to]) < MODEL.courseTurned);
  const agreement = Math.max(
    meanOf(turns),
    meanOf(turns, (_, end) => end),
  );
  const isMovement = turns.length >= MODEL.mutedLeast && agreement > MODEL.movementAgreement;
  // A course counted counter-clockwise is right along the axis at which it is mirrored. Most of a track may run along that axis, and all of a part.
  if (isMovement || contradicts(moves, MODEL.mirroredCourse)) course.fill(Number.NaN);
  for (let n = 0; n < moves.length; n += MODEL.courseMoves) {
    const next = n + MODEL.courseMoves;
    if (contradicts(moves.slice(n, next), 1)) course.fill(Number.NaN, moves[n].from, moves[next]?.from);
  }
}

// Outliers: finds, before the lattice is built, runs of fixes to which nobody could have driven, and from which nobody could have come back.

import * as MODEL from "../model.js";
import { type Fixes, metresBetween, timedFixes } from "./fixes.js";
import { OUTLIER } from "./steps.js";

/**
 * Marks in `leftOut` runs of fixes that jump away from the track and back again: getting there and returning takes a speed, or a change of speed, that the
 * traveller does not have, and going on without them does not. Fixes that stay away are no outliers, however far the jump, except at a track's ends.
 * Needs times, and finds nothing where fixes are so far apart in time that any jump could have been driven. `maxSpeed`: m/s, the highest plausible;
 * `noise`: error of every fix, metres per axis, as far as it is known; `areSure`: whether the times are those that were sent.
 */
export function markOutliers(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, noise: number, areSure = true): void {
  const usual = Math.max(MODEL.defaultSigma, noise);
  const before = leftOut.slice();
  markRuns(fixes, leftOut, maxSpeed, usual);
  if (!isFew(leftOut)) leftOut.set(before);
  if (areSure) markEnds(fixes, leftOut, maxSpeed, usual);
}

/** Marks runs of fixes that jump away from the track and back again. */
function markRuns(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, usual: number): void {
  const { count, time, speed, accuracy } = fixes;
  const metres = (from: number, to: number) => metresBetween(fixes, from, to);
  /** Running mean of the speed between good fixes; NaN before the second of them. */
  let pace = Number.NaN;
  /** Whether it takes more than the highest speed to get from one fix to another. Times in whole seconds may be nearly a second more apart. */
  const isImpossible = (from: number, to: number, error = 2 * usual) =>
    metres(from, to) > maxSpeed * Math.max(1, time[to] - time[from]) + MODEL.outlierErrors * error;
  /**
   * Whether two fixes are farther apart than the traveller's speed, its change, and errors of `stated` and `usual` explain. Where both report a speed, it can
   * have changed in between by half as much only.
   */
  const jumps = (from: number, to: number, stated = betterAccuracy(fixes, from, to)) => {
    const seconds = time[to] - time[from];
    const error = Math.max(stated, usual) + usual;
    if (seconds === 0) return isImpossible(from, to, error);
    const known = speed[from] >= 0 ? speed[from] : pace;
    if (!(seconds > 0 && known >= 0)) return false;
    const gained = MODEL.outlierAcceleration * seconds;
    const mean = speed[from] >= 0 && speed[to] >= 0 ? (known + speed[to]) / 2 + gained / 4 : known + gained / 2;
    return metres(from, to) > Math.max(known, Math.min(maxSpeed, mean)) * seconds + MODEL.outlierErrors * error;
  };
  /** The first fix after a jump that is back on the track: reached from the last good fix without a jump, and not from the run; −1 if there is none in time. */
  const firstBack = (good: number, jump: number) => {
    let last = jump;
    const isRun = (i: number) =>
      i - jump <= MODEL.outlierFixes || (i - jump <= MODEL.burstFixes && time[i] - time[jump] <= MODEL.burstSeconds);
    for (let i = jump + 1; i < count && isRun(i); i++) {
      if (leftOut[i]) continue;
      const seconds = time[i] - time[good];
      if (!(seconds <= MODEL.impossibleSeconds)) return -1;
      // With time to speed up and to slow down again, only what exceeds the highest speed is a jump.
      const late = seconds > MODEL.outlierSeconds;
      if (late && !isImpossible(good, jump)) return -1;
      // It has to be back on the track, and away from the run. A slow traveller who is far off by now is not back, nor is one who came on by way of the run.
      if (
        !jumps(good, i, accuracy[good] || 0) &&
        (late ? isImpossible(last, i) : jumps(last, i)) &&
        metres(good, jump) + metres(last, i) - metres(good, i) > 2 * MODEL.outlierErrors * usual
      ) {
        let next = i + 1;
        while (leftOut[next]) next++;
        // … nor is it back if the track does not go on from it, but does go on from the run.
        if (next >= count || !jumps(i, next) || jumps(last, next)) return i;
      }
      last = i;
    }
    return -1;
  };
  let good = -1;
  for (let i = 0; i < count; i++) {
    const seconds = time[i] - time[good];
    if (leftOut[i] || (good < 0 ? Number.isNaN(time[i]) : !(seconds >= 0))) continue;
    const back = jumps(good, i) ? firstBack(good, i) : -1;
    for (let n = i; n < back; n++) leftOut[n] ||= OUTLIER;
    // Of fixes with one time the first counts: the pace is measured from it.
    if (back > 0 || seconds === 0) continue;
    const mean = metres(good, i) / seconds;
    pace = pace >= 0 ? pace + Math.min(1, seconds / MODEL.outlierMemory) * (mean - pace) : mean;
    good = i;
  }
}

/**
 * Marks the first few fixes if nobody could have gone on from them in the time, and the last few if nobody could have reached them. The speed allowed is the
 * pace of the track next to them, whose own moves have to be possible. Such fixes occur because a receiver sends its last known place until it has
 * a new one.
 */
function markEnds(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, usual: number): void {
  const most = MODEL.endFixes + MODEL.endAgreed;
  for (const step of [1, -1]) {
    const timed = timedFixes(fixes, leftOut);
    const order = (step > 0 ? timed : timed.reverse()).slice(0, most + 1);
    /** m/s that it takes to get from the n-th fix to another, over the distance less so many errors; fixes with one time count as a second apart. */
    const speedTo = (n: number, other: number, errors: number) => {
      const [from, to] = [order[n], order[other]];
      const metres = metresBetween(fixes, from, to) - errors * (Math.max(betterAccuracy(fixes, from, to), usual) + usual);
      return metres > 0 ? metres / (Math.abs(fixes.time[to] - fixes.time[from]) || 1) : 0;
    };
    /** Mean m/s over the two moves from the n-th fix on. */
    const meanSpeed = (n: number) => {
      const [a, b, c] = [order[n], order[n + 1], order[n + 2]];
      return (metresBetween(fixes, a, b) + metresBetween(fixes, b, c)) / Math.abs(fixes.time[c] - fixes.time[a]);
    };
    for (let end = 1; end + MODEL.endAgreed < order.length; end++) {
      let rest = 0;
      for (let n = end + 1; n < end + MODEL.endAgreed; n++) rest = Math.max(rest, speedTo(n, n + 1, 0));
      const own = speedTo(end, end + 1, 0);
      const fastest = Math.max(rest, own);
      const isFar = (n: number) => {
        const gained = (MODEL.outlierAcceleration / 2) * Math.abs(fixes.time[order[end]] - fixes.time[order[n]]);
        return speedTo(n, end, MODEL.outlierErrors) > Math.min(maxSpeed, fastest + gained);
      };
      // The track next to it is not possible itself. From one second to the next, errors alone look as fast as what is added here.
      if (fastest > maxSpeed + 2 * usual || !isFar(end - 1)) continue;
      // Without fix `end` all would be in order: it is wrong, and not the end before it.
      if (own > rest && speedTo(end - 1, end + 1, 0) <= rest) continue;
      // Taken together with the move before or after it, the jump is no faster than other moves: one fix has a wrong time, and all have a right place.
      if (meanSpeed(end - 1) <= fastest || meanSpeed(end - 2) <= fastest) continue;
      for (let n = 0; n < end; n++) if (isFar(n)) leftOut[order[n]] = OUTLIER;
      break;
    }
  }
}

/** Whether the outliers marked are few enough: where fix after fix jumps, the times are wrong. */
function isFew(leftOut: Uint8Array): boolean {
  const marked = leftOut.filter((why) => why === OUTLIER).length;
  return marked <= Math.max(MODEL.outlierLeast, MODEL.outlierShare * leftOut.length);
}

/** The better accuracy of two fixes. A fix that states a large error is an outlier all the same if the other is where the track was and goes on. */
function betterAccuracy(fixes: Fixes, a: number, b: number): number {
  return Math.min(fixes.accuracy[a] || 0, fixes.accuracy[b] || 0);
}

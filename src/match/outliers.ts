// Outliers: runs of fixes that nobody could have been driven to and back from, found before the lattice is built.
import { type Fixes, metresBetween } from "./fixes.js";
import { MODEL } from "./model.js";

/**
 * Marks runs of fixes that jump away from the track and back again: to get there and to return takes a speed and a change of speed that the
 * traveller does not have, while going on without them does not. What stays away is no outlier, however far the jump. Needs times; tells
 * nothing where fixes are so far apart that any jump could have been driven. `maxSpeed`: m/s, the highest plausible; `noise`: what every fix is off
 * by, metres per axis, as far as that is known.
 */
export function markOutliers(fixes: Fixes, maxSpeed: number, noise: number): Uint8Array {
  const usual = Math.max(MODEL.defaultSigma, noise);
  const outlier = new Uint8Array(fixes.count);
  let good = -1;
  let pace = Number.NaN;
  for (let i = 0; i < fixes.count; i++) {
    if (outlier[i]) continue;
    if (good < 0 ? Number.isNaN(fixes.time[i]) : !(fixes.time[i] - fixes.time[good] > 0)) continue;
    if (good >= 0 && jumps(fixes, good, i, betterAccuracy(fixes, good, i), pace, maxSpeed, usual)) {
      const back = firstBack(fixes, good, i, pace, maxSpeed, usual);
      if (back > 0) {
        outlier.fill(1, i, back);
        continue;
      }
    }
    if (good >= 0) pace = paceAfter(fixes, good, i, pace);
    good = i;
  }
  return isFew(outlier) ? outlier : outlier.fill(0);
}

/** Where fix after fix jumps it is the times that are wrong. */
function isFew(outlier: Uint8Array): boolean {
  let marked = 0;
  for (const one of outlier) marked += one;
  return marked <= Math.max(MODEL.outlierLeast, MODEL.outlierShare * outlier.length);
}

/** The first fix, not too late after `good`, that can be reached from it without a jump; −1 when there is none. */
function firstBack(fixes: Fixes, good: number, jump: number, pace: number, maxSpeed: number, usual: number): number {
  for (let i = jump + 1; i < fixes.count && i - jump <= MODEL.outlierFixes; i++) {
    if (!(fixes.time[i] - fixes.time[good] <= MODEL.outlierSeconds)) return -1;
    // Back on the track, and away from the run that left it: a slow traveller far off is not back.
    if (
      !jumps(fixes, good, i, accuracyOf(fixes, good), pace, maxSpeed, usual) &&
      jumps(fixes, i - 1, i, betterAccuracy(fixes, i - 1, i), pace, maxSpeed, usual)
    )
      return i;
  }
  return -1;
}

/**
 * Whether it takes more than the traveller's speed, its change, and errors of `accuracy` and of `usual` to get from one fix to another. Where both say
 * how fast they are, there is time for half of that change only.
 */
function jumps(fixes: Fixes, from: number, to: number, accuracy: number, pace: number, maxSpeed: number, usual: number): boolean {
  const seconds = fixes.time[to] - fixes.time[from];
  if (!(seconds > 0)) return false;
  const { speed } = fixes;
  const known = speed[from] >= 0 ? speed[from] : pace;
  if (!(known >= 0)) return false;
  const gained = MODEL.outlierAcceleration * seconds;
  const mean = speed[from] >= 0 && speed[to] >= 0 ? (known + speed[to]) / 2 + gained / 4 : known + gained / 2;
  const error = Math.max(accuracy, usual) + usual;
  return metresBetween(fixes, from, to) > Math.max(known, Math.min(maxSpeed, mean)) * seconds + MODEL.outlierErrors * error;
}

/** Of two fixes: one that says itself how far off it may be is an outlier all the same if the other is where the track was and goes on. */
function betterAccuracy(fixes: Fixes, a: number, b: number): number {
  return Math.min(accuracyOf(fixes, a), accuracyOf(fixes, b));
}

function accuracyOf(fixes: Fixes, i: number): number {
  return fixes.accuracy[i] > 0 ? fixes.accuracy[i] : 0;
}

/** Running mean of the speed between good fixes. */
function paceAfter(fixes: Fixes, from: number, to: number, pace: number): number {
  const seconds = fixes.time[to] - fixes.time[from];
  const speed = metresBetween(fixes, from, to) / seconds;
  const share = Math.min(1, seconds / MODEL.outlierMemory);
  return pace >= 0 ? pace + share * (speed - pace) : speed;
}

// Outliers: runs of fixes that nobody could have been driven to and back from, found before the lattice is built.
import { type Fixes, metresBetween, timedFixes } from "./fixes.js";
import * as MODEL from "./model.js";
import { OUTLIER } from "./steps.js";

/**
 * Marks, besides what is left out already, runs of fixes that jump away from the track and back again: to get there and to return takes a speed and a
 * change of speed that the traveller does not have, while going on without them does not. What stays away is no outlier, however far the jump, but at
 * a track's ends. Needs times; tells nothing where fixes are so far apart that any jump could have been driven. `maxSpeed`: m/s, the highest
 * plausible; `noise`: what every fix is off by, metres per axis, as far as that is known; `areSure`: whether the times are those that were sent.
 */
export function markOutliers(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, noise: number, areSure = true): void {
  const usual = Math.max(MODEL.defaultSigma, noise);
  const before = leftOut.slice();
  let good = -1;
  let pace = Number.NaN;
  for (let i = 0; i < fixes.count; i++) {
    if (leftOut[i]) continue;
    if (good < 0 ? Number.isNaN(fixes.time[i]) : !(fixes.time[i] - fixes.time[good] >= 0)) continue;
    if (good >= 0 && jumps(fixes, good, i, pace, maxSpeed, usual)) {
      const back = firstBack(fixes, leftOut, good, i, pace, maxSpeed, usual);
      if (back > 0) {
        for (let n = i; n < back; n++) leftOut[n] ||= OUTLIER;
        continue;
      }
    }
    // Fixes of one second count once: pace is measured from the first of them.
    if (fixes.time[i] === fixes.time[good]) continue;
    // From none before it, none.
    pace = paceAfter(fixes, good, i, pace);
    good = i;
  }
  if (!isFew(leftOut)) leftOut.set(before);
  if (areSure) markEnds(fixes, leftOut, maxSpeed, usual);
}

/**
 * Marks the first and the last few fixes where nobody could have gone on from them, or to them, in the time, at the pace of the track next to them, and
 * that track agrees with itself: the place known last is what a receiver sends before it has a new one.
 */
function markEnds(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, usual: number): void {
  const most = MODEL.endFixes + MODEL.endAgreed;
  for (const step of [1, -1]) {
    const timed = timedFixes(fixes, leftOut);
    const order = (step > 0 ? timed : timed.reverse()).slice(0, most + 1);
    /** m/s that it takes to get from the n-th of them to another, in the same second as in one; by so many errors less. */
    const speedTo = (n: number, other: number, errors: number) => {
      const [from, to] = [order[n], order[other]];
      const metres = metresBetween(fixes, from, to) - errors * (Math.max(betterAccuracy(fixes, from, to), usual) + usual);
      return metres > 0 ? metres / (Math.abs(fixes.time[to] - fixes.time[from]) || 1) : 0;
    };
    /** m/s over two moves from the n-th on. */
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
      // Errors from one second to the next look as fast as that by themselves.
      if (fastest > maxSpeed + 2 * usual || !isFar(end - 1)) continue;
      // Without this one all would be in order.
      if (own > rest && speedTo(end - 1, end + 1, 0) <= rest) continue;
      // With the move before it or after it no faster than others are: one of the three fixes has a wrong time, and all a right place.
      if (meanSpeed(end - 1) <= fastest || meanSpeed(end - 2) <= fastest) continue;
      for (let n = 0; n < end; n++) if (isFar(n)) leftOut[order[n]] = OUTLIER;
      break;
    }
  }
}

/** Where fix after fix jumps it is the times that are wrong. */
function isFew(leftOut: Uint8Array): boolean {
  const marked = leftOut.filter((why) => why === OUTLIER).length;
  return marked <= Math.max(MODEL.outlierLeast, MODEL.outlierShare * leftOut.length);
}

/** The first fix, not too late after `good`, that can be reached from it without a jump; −1 when there is none. */
function firstBack(fixes: Fixes, leftOut: Uint8Array, good: number, jump: number, pace: number, maxSpeed: number, usual: number): number {
  let last = jump;
  const isRun = (i: number) =>
    i - jump <= MODEL.outlierFixes || (i - jump <= MODEL.burstFixes && fixes.time[i] - fixes.time[jump] <= MODEL.burstSeconds);
  for (let i = jump + 1; i < fixes.count && isRun(i); i++) {
    if (leftOut[i]) continue;
    const seconds = fixes.time[i] - fixes.time[good];
    if (!(seconds <= MODEL.impossibleSeconds)) return -1;
    // With time to pull away and to slow down again, only what nobody could have driven is a jump.
    const late = seconds > MODEL.outlierSeconds;
    if (late && !isImpossible(fixes, good, jump, maxSpeed, 2 * usual)) return -1;
    // Back on the track, and away from the run that left it: a slow traveller far off is not back, nor is who has come on by way of it.
    const isJump = (from: number, to: number) => jumps(fixes, from, to, pace, maxSpeed, usual);
    const round = metresBetween(fixes, good, jump) + metresBetween(fixes, last, i) - metresBetween(fixes, good, i);
    if (
      !jumps(fixes, good, i, pace, maxSpeed, usual, fixes.accuracy[good] || 0) &&
      (late ? isImpossible(fixes, last, i, maxSpeed, 2 * usual) : isJump(last, i)) &&
      round > 2 * MODEL.outlierErrors * usual
    ) {
      let next = i + 1;
      while (leftOut[next]) next++;
      // … nor one that the track does not go on from, where it goes on from the run.
      if (next >= fixes.count || !isJump(i, next) || isJump(last, next)) return i;
    }
    last = i;
  }
  return -1;
}

/**
 * Whether it takes more than the traveller's speed, its change, and errors of `accuracy` and of `usual` to get from one fix to another. Where both say
 * how fast they are, there is time for half of that change only.
 */
function jumps(
  fixes: Fixes,
  from: number,
  to: number,
  pace: number,
  maxSpeed: number,
  usual: number,
  accuracy = betterAccuracy(fixes, from, to),
): boolean {
  const seconds = fixes.time[to] - fixes.time[from];
  const error = Math.max(accuracy, usual) + usual;
  if (seconds === 0) return isImpossible(fixes, from, to, maxSpeed, error);
  if (!(seconds > 0)) return false;
  const { speed } = fixes;
  const known = speed[from] >= 0 ? speed[from] : pace;
  if (!(known >= 0)) return false;
  const gained = MODEL.outlierAcceleration * seconds;
  const mean = speed[from] >= 0 && speed[to] >= 0 ? (known + speed[to]) / 2 + gained / 4 : known + gained / 2;
  return metresBetween(fixes, from, to) > Math.max(known, Math.min(maxSpeed, mean)) * seconds + MODEL.outlierErrors * error;
}

/** Whether it takes more than the highest speed. What is the same second by whole ones may be two, a second apart. */
function isImpossible(fixes: Fixes, from: number, to: number, maxSpeed: number, error: number): boolean {
  const seconds = Math.max(1, fixes.time[to] - fixes.time[from]);
  return metresBetween(fixes, from, to) > maxSpeed * seconds + MODEL.outlierErrors * error;
}

/** Of two fixes: one that says itself how far off it may be is an outlier all the same if the other is where the track was and goes on. */
function betterAccuracy(fixes: Fixes, a: number, b: number): number {
  return Math.min(fixes.accuracy[a] || 0, fixes.accuracy[b] || 0);
}

/** Running mean of the speed between good fixes. */
function paceAfter(fixes: Fixes, from: number, to: number, pace: number): number {
  const seconds = fixes.time[to] - fixes.time[from];
  const speed = metresBetween(fixes, from, to) / seconds;
  const share = Math.min(1, seconds / MODEL.outlierMemory);
  return pace >= 0 ? pace + share * (speed - pace) : speed;
}

// Times: makes unknown ("mutes") or corrects ("mends") times that say less than they seem to, or in which nobody could have travelled that far.

import * as MODEL from "../model.js";
import { type Fixes, metresBetween, timedFixes } from "./fixes.js";

/** Most moves that times are checked against, spread over the track. */
const MOST_MOVES = 200;
/** To see whether a traveller could have gone past a fix, the fixes so many places before and after it are tried. */
const NEAR = [1, 2, 3];

/**
 * Mutes times that several fixes share though they moved. If most do, times are coarse, such as whole minutes, and the first fix of each keeps it. Otherwise,
 * fixes farther apart than one gets in a second at `maxSpeed` (m/s) were gathered and sent together with the time of the last, which keeps it.
 */
export function muteSharedTimes(fixes: Fixes, maxSpeed: number): void {
  const { count, time, apart } = fixes;
  let moves = 0;
  let shared = 0;
  for (let i = 1; i < count; i++) {
    if (apart[i] < MODEL.madeMetres) continue;
    moves++;
    if (time[i] === time[i - 1]) shared++;
  }
  const areCoarse = shared > 0 && 2 * shared >= moves;
  for (let i = 0; i < count; ) {
    const first = i++;
    let far = 0;
    for (; time[i] === time[first]; i++) far = Math.max(far, metresBetween(fixes, first, i));
    // Of fewer fixes one may be an outlier.
    const areGathered = i - first >= MODEL.gatheredFixes && far > maxSpeed + errorsOf(0) / 2;
    if (!areCoarse && !areGathered) continue;
    const kept = areCoarse ? first : i - 1;
    for (let n = first; n < i; n++) if (n !== kept) time[n] = Number.NaN;
  }
}

/**
 * Mends the times of a device that sends its last known place again and again: a repeated fix gets the time at which its place was first sent. Otherwise
 * the next move would have to be made in the time since the last repetition. A traveller who stands still repeats places as well. But few of a
 * track's moves begin at a halt, whereas with such a device most moves begin at a repeated place.
 */
export function mendRepeatedTimes({ count, time, apart }: Fixes): void {
  let moves = 0;
  let held = 0;
  for (let i = 2; i < count; i++) {
    if (apart[i] < MODEL.movedMetres) continue;
    moves++;
    if (apart[i - 1] === 0 && time[i - 1] > time[i - 2]) held++;
  }
  if (moves < MODEL.mutedLeast || held < MODEL.heldShare * moves) return;
  for (let i = 1; i < count; i++) if (apart[i] === 0 && time[i - 1] < time[i]) time[i] = time[i - 1];
}

/**
 * Mends the times of a single repeated place, as in a tunnel: the receiver repeats its last place until it knows a new one. If the new place can be reached
 * in the time since the first repetition, but not since the last, all of them get the first time. If later fixes come back to the repeated place,
 * the new one is an outlier instead.
 * `maxSpeed`: m/s, the highest plausible; `noise`: metres per axis.
 */
export function mendHeldTimes(fixes: Fixes, maxSpeed: number, noise: number): void {
  const { count, time, apart } = fixes;
  const isPossible = possibleMoves(fixes, maxSpeed, noise);
  // The first fix of the repeated place that fix i − 1 is at.
  let first = 0;
  /** Whether there are fixes soon after i, none of which jumps back to less than half of i's distance from that place. To drive back is no jump. */
  const staysAway = (i: number): boolean => {
    let n = i + 1;
    for (let jumped = false; n < count && time[n] - time[i] <= MODEL.heldSeconds; n++) {
      jumped ||= !isPossible(n - 1, n);
      if (jumped && metresBetween(fixes, first, n) < apart[i] / 2) return false;
    }
    return n > i + 1;
  };
  for (let i = 1; i < count; i++) {
    if (apart[i] <= MODEL.heldMetres && metresBetween(fixes, first, i) <= MODEL.heldMetres) continue;
    if (!isPossible(i - 1, i) && isPossible(first, i, apart[i]) && staysAway(i)) time.fill(time[first], first, i);
    first = i;
  }
}

/**
 * Mutes the time of a fix that arrived late: by it the move to the next fix is impossible. Without it the way from the fix before, through this place, to
 * the next fix is possible, and so are the moves around. A fix far beside that way is an outlier instead. One near its beginning may be the last before
 * a vehicle was carried off.
 */
export function muteLateTimes(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, noise: number): void {
  const { time } = fixes;
  const isPossible = possibleMoves(fixes, maxSpeed, noise);
  const metres = (from: number, to: number) => metresBetween(fixes, from, to);
  const known = timedFixes(fixes, leftOut);
  const kept: number[] = [];
  known.forEach((i, n) => {
    const [first, before] = [kept[kept.length - 2], kept[kept.length - 1]];
    const [next, last] = [known[n + 1], known[n + 2]];
    const isLate =
      !isPossible(i, next) &&
      isPossible(before, next, metres(before, i) + metres(i, next)) &&
      2 * metres(before, next) > metres(i, next) &&
      4 * metres(before, i) > metres(i, next) &&
      isPossible(first, before) &&
      isPossible(next, last);
    if (isLate) time[i] = Number.NaN;
    else kept.push(i);
  });
}

/** Metres from which on a distance between two fixes is a move and not the sum of their errors. */
function errorsOf(noise: number): number {
  return MODEL.impossibleErrors * Math.max(MODEL.defaultSigma, noise);
}

/**
 * A function that says whether the traveller can have moved from one fix to another in the time between them, over so many `metres` (by default the
 * straight line). A move from or to a fix beyond the track's ends is possible.
 */
function possibleMoves(fixes: Fixes, maxSpeed: number, noise: number): (from: number, to: number, metres?: number) => boolean {
  const error = errorsOf(noise) / 2;
  return (from, to, metres = metresBetween(fixes, from, to)) => !(metres - error > maxSpeed * (fixes.time[to] - fixes.time[from]));
}

/**
 * Mutes all times where much of the way could not have been travelled in them: in a file with made-up times, or times of another unit. They are checked
 * on moves between fixes so many places apart that most of these are moves and not noise. A few may be impossible all the same: those of outliers.
 * `maxSpeed`: m/s, the highest plausible; `noise`: metres per axis.
 */
export function muteImpossibleTimes(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, noise: number): void {
  const { time } = fixes;
  const known = timedFixes(fixes, leftOut);
  const least = errorsOf(noise);
  const isPossible = possibleMoves(fixes, maxSpeed, noise);
  const metres = (from: number, to: number) => metresBetween(fixes, from, to);
  /** Whether the way past the n-th fix is possible and far shorter than the way through it: then its place is wrong, and not its time. */
  const isAway = (n: number) =>
    NEAR.some((before) =>
      NEAR.some((after) => {
        const [i, at, j] = [known[n - before], known[n], known[n + after]];
        return isPossible(i, j) && metres(i, at) + metres(at, j) > MODEL.awayTimes * metres(i, j);
      }),
    );
  for (let apart = 1; apart < known.length; apart *= 2) {
    const stride = Math.ceil((known.length - apart) / MOST_MOVES);
    let [moves, long, impossible] = [0, 0, 0];
    for (let n = 0; n + apart < known.length; n += stride) {
      const [from, to] = [known[n], known[n + apart]];
      moves++;
      if (metres(from, to) >= least) long++;
      if (!isPossible(from, to) && !isAway(n) && !isAway(n + apart)) impossible++;
    }
    if (2 * long < moves) continue;
    const never = impossible === moves && !isPossible(known[0], known[known.length - 1]);
    if (never || impossible > Math.max(MODEL.impossibleLeast, MODEL.impossibleShare * moves)) time.fill(Number.NaN);
    return;
  }
}

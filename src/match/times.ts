// Times that are wrong are muted, or mended: those that say less than they seem to, and those in which nobody could have travelled that far.
import { type Fixes, metresBetween, timedFixes } from "./fixes.js";
import * as MODEL from "./model.js";

/** Moves that times are held against at most, spread over the track. */
const MOST_MOVES = 200;
/** How many fixes before one and after it those are that say whether one could have gone past it. */
const NEAR = [1, 2, 3];

/** Times such as whole minutes, which most fixes share with the one before though they moved: of each minute they say when its first fix was. */
export function muteSharedTimes({ count, time, apart }: Fixes): void {
  let moves = 0;
  let shared = 0;
  for (let i = 1; i < count; i++) {
    if (apart[i] < MODEL.madeMetres) continue;
    moves++;
    if (time[i] === time[i - 1]) shared++;
  }
  if (shared === 0 || 2 * shared < moves) return;
  for (let i = count; i > 0; i--) if (time[i] === time[i - 1]) time[i] = Number.NaN;
}

/**
 * Times at which a place was merely sent again, by a device that sends the last one it knows at times of its own: the place is as old as when it came
 * first, or the next move would have but the time since it was sent last. Of a traveller who stands still places are held as well; but there few
 * moves begin, and of such a device most.
 */
export function muteHeldTimes({ count, time, apart }: Fixes): void {
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
 * A single held place, as in a tunnel: the receiver repeats its last place until it knows a new one, which can be reached since the first time it was
 * sent, but not since the last. All of them then get the first time. Where later fixes come back to it the new place is an outlier instead.
 * `maxSpeed`: m/s, the highest plausible; `noise`: metres per axis.
 */
export function mendHeldTimes(fixes: Fixes, maxSpeed: number, noise: number): void {
  const { count, time, apart } = fixes;
  const isPossible = possibleMoves(fixes, maxSpeed, noise);
  // The first fix of the place that the one before i is at.
  let first = 0;
  /** Whether none of the fixes soon after i is nearer to that place than half of what i is away from it, but for those that have driven there. */
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
 * Takes away the time of a fix that arrived late: with it the next move is impossible, though the way from the fix before, through this place, to the next
 * one is possible, and so are the moves around these. A fix beside that way is an outlier instead, and one at its beginning the last before a vehicle was
 * carried off.
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

/** Metres that the errors of two fixes may add up to. */
function errorsOf(noise: number): number {
  return MODEL.impossibleErrors * Math.max(MODEL.defaultSigma, noise);
}

/**
 * Says of a move between two fixes whether the traveller can have made it, having gone so far; all are possible of which one is beyond the track's
 * ends.
 */
function possibleMoves(fixes: Fixes, maxSpeed: number, noise: number): (from: number, to: number, metres?: number) => boolean {
  const error = errorsOf(noise) / 2;
  return (from, to, metres = metresBetween(fixes, from, to)) => !(metres - error > maxSpeed * (fixes.time[to] - fixes.time[from]));
}

/**
 * Times in which much of the way could not have been travelled, as of a file with made-up ones or of another unit, say nothing. They are held against
 * moves over so many fixes, of those not left out, that most are moves and not noise; of these a few may be outliers'. `maxSpeed`: m/s, the highest
 * plausible; `noise`: metres per axis.
 */
export function muteImpossibleTimes(fixes: Fixes, leftOut: Uint8Array, maxSpeed: number, noise: number): void {
  const { time } = fixes;
  const known = timedFixes(fixes, leftOut);
  const least = errorsOf(noise);
  const isPossible = possibleMoves(fixes, maxSpeed, noise);
  const metres = (from: number, to: number) => metresBetween(fixes, from, to);
  /** Whether one could have gone past it, which is far shorter, but not by way of it: it is the place that is wrong then, and not the time. */
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

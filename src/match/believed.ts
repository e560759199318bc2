// Believed: what of a track as it came is believed, which is what the lattice is built on; what a device got wrong is not.
import { evenTimes } from "./even-times.js";
import { type Fixes, readFixes } from "./fixes.js";
import { muteFields } from "./mute.js";
import { markOutliers } from "./outliers.js";
import { measureNoise, smooth } from "./smooth.js";
import { gatherStays } from "./stays.js";
import { mendHeldTimes, muteHeldTimes, muteImpossibleTimes, muteLateTimes, muteSharedTimes } from "./times.js";
import type { Track, TrackPoint } from "./track.js";
import { markVague } from "./vague.js";

/** A track as far as it is believed, ready to be matched. */
export interface Believed {
  /** The fixes as they came, less the times and fields that are not believed. */
  given: Fixes;
  /** Those matched: with noise averaged out, and the fixes of each stay in one place. */
  fixes: Fixes;
  /** Why each fix is left out of the steps, see steps.ts; 0 for those that are not. */
  leftOut: Uint8Array;
  /** Noise that was averaged out, metres per axis; 0 for none. */
  noise: number;
}

/** `maxSpeed`: m/s, the highest plausible. @throws SnapError "bad-input" for what is no track. */
export function believe(track: readonly TrackPoint[] | Track, maxSpeed: number): Believed {
  const given = readFixes(track);
  const leftOut = markVague(given);
  // Of two sources with one clock one is left out, and the times are no coarse ones.
  if (!(3 * leftOut.filter((why) => why > 0).length > given.count)) muteSharedTimes(given);
  muteHeldTimes(given);
  muteFields(given);
  const known = measureNoise(given, maxSpeed);
  mendHeldTimes(given, maxSpeed, known);
  muteLateTimes(given, leftOut, maxSpeed, known);
  muteImpossibleTimes(given, leftOut, maxSpeed, known);
  // Jumps and noise are told by time; nothing else is by times that nobody sent.
  const timed = evenTimes(given, maxSpeed);
  const noise = timed === given ? known : measureNoise(timed, maxSpeed);
  markOutliers(timed, leftOut, maxSpeed, noise, timed === given);
  const evenly = smooth(timed, leftOut, noise, maxSpeed);
  const smoothed = evenly === timed ? given : { ...evenly, time: given.time };
  return { given, fixes: gatherStays(smoothed, leftOut, maxSpeed), leftOut, noise: smoothed === given ? 0 : noise };
}

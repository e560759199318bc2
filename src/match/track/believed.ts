// Believed: the track as it came, less what a device got wrong. The lattice is built on this.
import { evenTimes } from "./even-times.js";
import { type Fixes, readFixes } from "./fixes.js";
import { muteFields, muteOverstated } from "./mute.js";
import { markOutliers } from "./outliers.js";
import { measureNoise, smooth } from "./smooth.js";
import { gatherStays } from "./stays.js";
import { mendHeldTimes, mendRepeatedTimes, muteImpossibleTimes, muteLateTimes, muteSharedTimes } from "./times.js";
import type { Track, TrackPoint } from "./track.js";
import { markVague } from "./vague.js";

/** A track as far as it is believed, ready to be matched. */
export interface Believed {
  /** The fixes as they came, less the times and fields that are not believed. */
  given: Fixes;
  /** The fixes to be matched: `given` with noise averaged out, and with the fixes of each stay in one place. */
  fixes: Fixes;
  /** Why each fix is left out of the steps, see steps.ts; 0 for those that are not. */
  leftOut: Uint8Array;
  /** Noise that was averaged out, metres per axis; 0 for none. */
  noise: number;
}

/** Reads a track and takes out of it what is wrong. `maxSpeed`: m/s, the highest plausible. @throws SnapError "bad-input" for what is no track. */
export function believe(track: readonly TrackPoint[] | Track, maxSpeed: number): Believed {
  const given = readFixes(track);
  // Accuracies in millimetres would make good fixes vague.
  muteOverstated(given);
  const leftOut = markVague(given);
  // If many fixes are vague, two sources with one clock send fixes: these share their times, which are not coarse for that.
  if (!(3 * leftOut.filter((why) => why > 0).length > given.count)) muteSharedTimes(given, maxSpeed);
  mendRepeatedTimes(given);
  muteFields(given);
  const known = measureNoise(given, maxSpeed);
  mendHeldTimes(given, maxSpeed, known);
  muteLateTimes(given, leftOut, maxSpeed, known);
  muteImpossibleTimes(given, leftOut, maxSpeed, known);
  // Jumps and noise can only be found with times, so fixes without one get one for that; nothing else uses times that nobody sent.
  const timed = evenTimes(given, maxSpeed);
  const noise = timed === given ? known : measureNoise(timed, maxSpeed);
  markOutliers(timed, leftOut, maxSpeed, noise, timed === given);
  const evenly = smooth(timed, leftOut, noise, maxSpeed);
  const smoothed = evenly === timed ? given : { ...evenly, time: given.time };
  return { given, fixes: gatherStays(smoothed, leftOut, maxSpeed), leftOut, noise: smoothed === given ? 0 : noise };
}

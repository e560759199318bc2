// Device: what a device makes of the fixes of a good receiver, and what all devices need to know of a track.

import { inSeconds } from "../../geo/dates.js";
import { exp } from "../../geo/maths.js";
import { bearing, distance, latScale, lonScale, wrapLon } from "../../geo/metres.js";
import type { Random } from "../../geo/random.js";
import type { TrackPoint } from "../../match/track/track.js";
import type { RoadGraph } from "../../roads/graph.js";
import { risingTimes } from "../corpora.js";

/** A fix as a device sends it. */
export interface SentFix {
  fix: TrackPoint;
  /** Index of the receiver's fix that it was made of. */
  of: number;
  /** When it was made, by a clock without faults, seconds. */
  at: number;
}

/**
 * A device: what is sent, in the order in which it is stored. An accuracy, speed or course that the receiver's fixes lack is not added to them. `seconds`: the
 * time of each fix, see {@link secondsOf}. `roads`: for devices that have a map.
 */
export type Device = (track: readonly TrackPoint[], random: Random, seconds: readonly number[], roads: RoadGraph | null) => SentFix[];

/** A device that sends each fix when it is made, changed, or not at all (null). */
export function inPlace(change: (...given: Parameters<Device>) => (TrackPoint | null)[]): Device {
  return (track, random, seconds, roads) =>
    change(track, random, seconds, roads).flatMap((fix, of) => (fix === null ? [] : [{ fix, of, at: seconds[of] }]));
}

/** Below this speed, m/s, a vehicle stands. */
export const HALT = 0.5;

/** Mean seconds between two spells of something, and the range of their length. */
const SPELLS = { every: 240, seconds: [20, 120] } as const;

/** Metres on either side of a turn that show it, and the seconds in which they are travelled. */
const ARM = { metres: 5, seconds: 2 };

/** The nearest fix, backwards (−1) or forwards (1), that shows in which direction the traveller comes or goes; −1 if there is none near enough in time. */
export function arm(track: readonly TrackPoint[], seconds: readonly number[], fix: number, step: 1 | -1): number {
  for (let i = fix + step; i >= 0 && i < track.length && Math.abs(seconds[i] - seconds[fix]) <= ARM.seconds * 2; i += step) {
    const span = Math.abs(seconds[i] - seconds[fix]);
    if (span >= ARM.seconds && metresOf(track[i], track[fix]) >= ARM.metres) return i;
  }
  return -1;
}

/** The times of a clock without faults, in seconds. A fix without a time counts as one second later than the one before. */
export function secondsOf(track: readonly TrackPoint[]): number[] {
  let before = 0;
  return risingTimes(track).map((time) => {
    before = Number.isNaN(time) ? before + 1 : time;
    return before;
  });
}

/** Whether each fix is in one of the track's spells of something. */
export function spellsOf(seconds: readonly number[], random: Random): boolean[] {
  let until = -Infinity;
  return seconds.map((time, i) => {
    const since = i > 0 ? Math.max(0, time - seconds[i - 1]) : 0;
    if (time >= until && random.next() < 1 - exp(-since / SPELLS.every)) until = time + between(SPELLS.seconds, random);
    return time < until;
  });
}

/** The fix with a time that is so many seconds later. */
export function delayed(point: TrackPoint, seconds: number): TrackPoint {
  return point.time == null || seconds === 0 ? point : { ...point, time: inSeconds(point.time) + seconds };
}

/** Metres east and north from one fix to another. */
export function apart(from: TrackPoint, to: TrackPoint): [east: number, north: number] {
  return [wrapLon(to.lon - from.lon) * lonScale(from.lat), (to.lat - from.lat) * latScale(from.lat)];
}

export function metresOf(from: TrackPoint, to: TrackPoint): number {
  return distance(from.lon, from.lat, to.lon, to.lat);
}

export function headingOf(from: TrackPoint, to: TrackPoint): number {
  return bearing(from.lon, from.lat, to.lon, to.lat);
}

export function between([least, most]: readonly [number, number], random: Random): number {
  return least + (most - least) * random.next();
}

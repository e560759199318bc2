// Drives: reads exact simulated drives (one vehicle a line, 1 Hz, no noise), and adds noise to make tracks of them.

import { SnapError } from "../../errors.js";
import { nearestOnLine, type Position } from "../../geo/lines.js";
import { distance } from "../../geo/metres.js";
import { Random, seedOf } from "../../geo/random.js";
import type { TrackPoint } from "../../match/track/track.js";
import type { EvaluationTrack } from "../corpora.js";
import { type NoiseSettings, OPEN_SKY, trimWith, withNoise } from "../noise.js";
import { TRIM_METRES } from "../score/mismatch.js";
import { reportedSpeed } from "../simulate/fields.js";
import {
  checkPlace,
  idOf,
  jsonOf,
  linesOf,
  type OnBroken,
  objectOf,
  onOneLine,
  positionsOf,
  recordOf,
  rowsOf,
  secondsIn,
  unlessBroken,
} from "./text.js";

/** One vehicle's exact drive. */
export interface ExactDrive {
  /** Its name in the file. */
  id: string;
  /** The line driven, on the road's own geometry. */
  truth: Position[];
  /** Where the vehicle truly was, in its lane, beside the line of the road: time in seconds, degrees, m/s. */
  fixes: { time: number; lon: number; lat: number; speed?: number | undefined }[];
}

/**
 * Reads drives, one a line: `{ id, truth: [[lon, lat]], fcd: [[seconds, lon, lat, m/s, …]] }`, or a JSON array of them; the speed may be null or left out. For
 * a broken drive it throws a SnapError that names it; or it calls `onBroken`, and goes on to read the others.
 */
export function readDrives(text: string, name = "drives", onBroken?: OnBroken): ExactDrive[] {
  return drivesIn(text, name).flatMap(([read, number, where]) => unlessBroken(() => readDrive(read(), number, where), onBroken) ?? []);
}

/** Each drive of a text: a function that reads it, its number, and its place for sentences. */
function drivesIn(text: string, name: string): [read: () => Record<string, unknown>, number: number, where: string][] {
  if (!text.trimStart().startsWith("[")) {
    return [...linesOf(onOneLine(text, name))].map(([line, number]) => {
      const where = `${name} line ${number}`;
      return [() => recordOf(line, where), number, where];
    });
  }
  const entries = jsonOf(text, name) as unknown[];
  if (entries.length === 0) throw new SnapError("bad-input", `${name}: there is no drive in it.`, { name });
  return entries.map((entry, i) => {
    const where = `${name} drive ${i + 1}`;
    return [() => objectOf(entry, where), i + 1, where];
  });
}

function readDrive(record: Record<string, unknown>, number: number, where: string): ExactDrive {
  if (record.fcd === undefined) {
    throw new SnapError("bad-input", `${where}: there is no "fcd", which must have the exact places of the drive, second by second.`, {
      where,
    });
  }
  const truth = positionsOf(record, "truth", where);
  const fixes = rowsOf(record, "fcd", 3, where).map((row, i) => exactFix(row, `${where}: "fcd" row ${i + 1}`));
  if (truth.length < 2 || fixes.length === 0) throw new SnapError("bad-input", `${where}: the drive has no truth or no fixes.`, { where });
  return { id: idOf(record.id ?? number, where), truth, fixes };
}

function exactFix([time, lon, lat, speed]: (number | null)[], where: string): ExactDrive["fixes"][number] {
  checkPlace(lon as number, lat as number, where);
  const fix = { time: secondsIn(time as number, where), lon: lon as number, lat: lat as number };
  if (speed == null) return fix;
  if (typeof speed === "number" && speed >= 0 && speed < Infinity) return { ...fix, speed };
  throw new SnapError("bad-input", `${where}: speed is ${JSON.stringify(speed).slice(0, 40)}; it must be m/s from 0, or null.`, {
    where,
  });
}

/**
 * The drive as a receiver would have reported it: positions, times, and speeds if the drive has them, with a receiver's errors unless the noise is 0. The same
 * seed gives the same track; each drive has noise of its own.
 */
export function noisyDrive(
  drive: ExactDrive,
  options: { roads: string; seed: number; noise?: NoiseSettings | undefined },
): EvaluationTrack {
  const { noise = OPEN_SKY } = options;
  const isExact = noise.independent === 0 && noise.drift === 0;
  // A stream of its own, so that speeds do not change the noise of positions.
  const random = new Random(seedOf(options.seed, `${drive.id}/speed`));
  const exact = drive.fixes.map(({ time, lon, lat, speed }): TrackPoint => {
    if (speed === undefined) return { lon, lat, time };
    return { lon, lat, time, speed: isExact ? speed : reportedSpeed(speed, random) };
  });
  const track = withNoise(exact, noise, new Random(seedOf(options.seed, drive.id)));
  const trimMetres = Math.max(TRIM_METRES, trimWith(0, noise));
  return { id: drive.id, roads: options.roads, track, truth: [drive.truth], trimMetres, truthPoints: onLine(drive) };
}

/** Most metres that a vehicle gets on in a second. */
const AHEAD_PER_SECOND = 70;
/** Metres more, since the place before may have been found too far back. */
const AHEAD = 50;

/** The nearest place on the line to each exact place, never behind the one before. */
function onLine({ truth, fixes }: ExactDrive): Position[] {
  let segment = 0;
  let beyond = 0;
  let before = Number.NaN;
  return fixes.map(({ time, lon, lat }) => {
    // Only so far ahead, since on a loop the nearest place of the whole line may be on another pass. The first place may be anywhere on the line.
    const seconds = Number.isNaN(before) ? Infinity : Math.max(0, time - before);
    before = time;
    const place = nearestOnLine([stretchAfter(truth, segment, beyond + AHEAD + AHEAD_PER_SECOND * seconds)], lon, lat, 3);
    if (place === null) return [lon, lat];
    segment += place.segment;
    beyond = distance(truth[segment][0], truth[segment][1], place.lon, place.lat);
    return [place.lon, place.lat];
  });
}

/** The part of the line from one of its vertices to the first vertex at least so many metres on. */
function stretchAfter(line: readonly Position[], first: number, metres: number): readonly Position[] {
  let last = first;
  for (let along = 0; along < metres && last + 1 < line.length; last++) {
    along += distance(line[last][0], line[last][1], line[last + 1][0], line[last + 1][1]);
  }
  return line.slice(first, last + 1);
}

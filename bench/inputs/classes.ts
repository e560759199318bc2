// Tracks by class: seconds between fixes and error per axis, real ones by seconds alone.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type EvaluationTrack, thin } from "../../src/evaluate/corpora.js";
import { moved } from "../../src/evaluate/noise.js";
import { simulateDrives } from "../../src/evaluate/simulate/drive.js";
import { Random, seedOf } from "../../src/geo/random.js";
import { type Group, SETS } from "../corpora.js";
import type { BenchContext } from "../harness/subject.js";
import { townRoads } from "./networks.js";

/** Tracks of one class, with the roads they belong to. */
export interface TrackClass {
  set: string;
  /** Seconds between fixes. */
  interval: number;
  /** Error in metres per axis; null for real tracks. */
  sigma: number | null;
  groups: Group[];
}

export const INTERVALS = [1, 10, 30, 60] as const;
export const SIGMAS = [5, 15] as const;

const SEED = 11;
const TOWN_DRIVES = 60;
/** A drive with ordinary reception, so that only the class makes a difference. */
const PLAIN = { urban: 0, outliers: 0, tunnels: 0, losses: 0, missing: 0, duplicates: 0 } as const;

/**
 * Every class of the 200 Monaco routes if they are available, or else of drives simulated in the bundled town; then the real Kubička tracks,
 * if available. Fixes have only a position and a time.
 */
export async function trackClasses(context: BenchContext): Promise<TrackClass[]> {
  const classes: TrackClass[] = [];
  const monaco = existsSync(join(context.data, "monaco"));
  if (!monaco) context.say(`No tracks in ${context.data}: drives simulated over the bundled town stand in for them.`);
  const base = monaco ? await groupsOf("monaco-1s-s5", context) : [await townDrives()];
  for (const interval of INTERVALS) {
    for (const sigma of SIGMAS) {
      const name = `monaco-${interval}s-s${sigma}`;
      const given = monaco && SETS.some((set) => set.name === name) ? await groupsOf(name, context) : noisyGroups(base, interval, sigma);
      classes.push({ set: monaco ? "monaco" : "town", interval, sigma, groups: given });
    }
  }
  if (existsSync(join(context.data, "kubicka"))) {
    const real = await groupsOf("kubicka", context);
    for (const interval of INTERVALS) {
      const groups =
        interval === 1 ? real : real.map(({ roads, tracks }) => ({ roads, tracks: tracks.map((track) => thin(track, interval)) }));
      classes.push({ set: "kubicka", interval, sigma: null, groups });
    }
  }
  return classes.map((one) => ({ ...one, groups: firstTracks(one.groups, context.tracks) }));
}

/** "10 s, σ 5 m" */
export function nameOfClass({ interval, sigma }: TrackClass): string {
  return sigma === null ? `${interval} s, real` : `${interval} s, σ ${sigma} m`;
}

async function groupsOf(name: string, context: BenchContext): Promise<Group[]> {
  const set = SETS.find((one) => one.name === name);
  if (set === undefined) throw new Error(`There is no set of tracks named ${name}.`);
  const groups: Group[] = [];
  for await (const group of set.groups(context.data, context.say)) groups.push(group);
  return groups;
}

async function townDrives(): Promise<Group> {
  const roads = await townRoads();
  const fields = { accuracy: false, speed: false, course: false };
  return { roads, tracks: simulateDrives(roads, { seed: SEED, drives: TOWN_DRIVES, fields, ...PLAIN }) };
}

/** The true places of the tracks at 1 s, thinned, with new independent noise. */
function noisyGroups(groups: readonly Group[], interval: number, sigma: number): Group[] {
  return groups.map(({ roads, tracks }) => ({ roads, tracks: tracks.map((track) => noisy(thin(track, interval), interval, sigma)) }));
}

function noisy(source: EvaluationTrack, interval: number, sigma: number): EvaluationTrack {
  const random = new Random(seedOf(SEED, `${source.id}/${interval}/${sigma}`));
  const track = source.track.map(({ lon, lat, time }, i) => {
    const [trueLon, trueLat] = source.truthPoints?.[i] ?? [lon, lat];
    const [noisyLon, noisyLat] = moved(trueLon, trueLat, sigma * random.normal(), sigma * random.normal());
    return { lon: Math.round(noisyLon * 1e7) / 1e7, lat: Math.round(noisyLat * 1e7) / 1e7, time };
  });
  // As for the Monaco tracks: noise along the road at the ends does not count as an error.
  return { ...source, track, trimMetres: 3 * sigma + 10 };
}

function firstTracks(groups: readonly Group[], most: number): Group[] {
  let left = most;
  return groups.flatMap(({ roads, tracks }) => {
    const kept = tracks.slice(0, left);
    left -= kept.length;
    return kept.length > 0 ? [{ roads, tracks: kept }] : [];
  });
}

// The shared corpora on disk: reads a set, builds its roads, and reports what is missing.

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { NoiseSettings } from "../src/evaluate/noise.js";
import { simulateDrives } from "../src/evaluate/simulate/drive.js";
import type { SimulationOptions } from "../src/evaluate/simulate/options.js";
import { noisyDrive } from "../src/evaluate/truth/drives.js";
import { listKubicka, readDrivesFile, readKubickaFolder, readTruthFile, type TracksOnRoads } from "../src/node/corpora.js";
import { readRoads } from "../src/node/files.js";
import type { RoadGraph } from "../src/roads/graph.js";

/** Tracks that share one road network. */
export type Group = TracksOnRoads;

/** A set by name, with the seconds between its fixes as recorded (about, if they are irregular). */
export interface CorpusSet {
  name: string;
  interval: number;
  /** One group at a time: roads from all over the world do not fit into memory together. */
  groups(data: string, complain: (sentence: string) => void, making?: Making): AsyncGenerator<Group>;
}

/** Options for sets that are generated; other sets do not depend on them. */
export interface Making {
  /** Noise added to exact and simulated drives. */
  noise?: NoiseSettings;
  /** Simulated drives in each town. */
  drives?: number;
}

/** Seed of the noise added to exact drives. */
const NOISE_SEED = 1;

/** Seed of the simulated drives, and their default number in each town. */
const SIMULATION_SEED = 2024;
const SIMULATED_DRIVES = 60;

/** All sets. */
export const SETS: readonly CorpusSet[] = [
  truth("monaco-1s-s5", 1, "monaco", "tracks-1s-s5.ndjson.gz", "monaco.osm.pbf"),
  truth("monaco-10s-s5", 10, "monaco", "tracks-10s-s5.ndjson.gz", "monaco.osm.pbf"),
  truth("monaco-30s-s5", 30, "monaco", "tracks-30s-s5.ndjson.gz", "monaco.osm.pbf"),
  truth("monaco-10s-s15", 10, "monaco", "tracks-10s-s15.ndjson.gz", "monaco.osm.pbf"),
  drives("monaco-drives", "monaco", "monaco.osm.pbf"),
  drives("neubrandenburg", "neubrandenburg", "neubrandenburg.osm.pbf"),
  simulated("simulated", {}),
  simulated("simulated-off", { carParks: 0.7, unmapped: 0.5, carried: 0.2 }),
  { name: "kubicka", interval: 1, groups: kubickaGroups },
  truth("sparsetaxi", 60, "sparsetaxi", "tracks.json", "beijing.osm.pbf"),
];

function truth(name: string, interval: number, folder: string, file: string, osm: string): CorpusSet {
  return {
    name,
    interval,
    async *groups(data, complain) {
      const path = join(data, folder, file);
      const roads = await osmRoads(join(data, folder, osm), complain);
      if (roads === null || !present(path, complain)) return;
      yield { roads, tracks: await readTruthFile(path) };
    },
  };
}

function drives(name: string, folder: string, osm: string): CorpusSet {
  return {
    name,
    interval: 1,
    async *groups(data, complain, { noise } = {}) {
      const path = join(data, folder, "drives.jsonl.gz");
      const roads = await osmRoads(join(data, folder, osm), complain);
      if (roads === null || !present(path, complain)) return;
      const exact = await readDrivesFile(path);
      yield { roads, tracks: exact.map((drive) => noisyDrive(drive, { roads: folder, seed: NOISE_SEED, noise })) };
    },
  };
}

/** Our own simulated drives in the two towns, with fields, outliers, tunnels and signal losses. */
function simulated(name: string, options: SimulationOptions): CorpusSet {
  return {
    name,
    interval: 1,
    async *groups(data, complain, { noise, drives = SIMULATED_DRIVES } = {}) {
      for (const town of ["neubrandenburg", "monaco"]) {
        const roads = await osmRoads(join(data, town, `${town}.osm.pbf`), complain);
        if (roads === null) continue;
        const tracks = simulateDrives(roads, { seed: SIMULATION_SEED, drives, noise, ...options });
        yield { roads, tracks: tracks.map((track) => ({ ...track, id: `${town}-${track.id}` })) };
      }
    },
  };
}

async function* kubickaGroups(data: string, complain: (sentence: string) => void): AsyncGenerator<Group> {
  const folder = join(data, "kubicka");
  if (!present(folder, complain)) return;
  for (const path of await listKubicka(folder)) {
    try {
      yield await readKubickaFolder(path);
    } catch (error) {
      complain(`kubicka/${basename(path)} is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Road networks that several sets share, built once. */
const built = new Map<string, RoadGraph>();

async function osmRoads(path: string, complain: (sentence: string) => void): Promise<RoadGraph | null> {
  if (!present(path, complain)) return null;
  let roads = built.get(path);
  if (roads === undefined) {
    roads = await readRoads(path);
    built.set(path, roads);
  }
  return roads;
}

function present(path: string, complain: (sentence: string) => void): boolean {
  if (existsSync(path)) return true;
  complain(`Skipped: ${path} is not there.`);
  return false;
}

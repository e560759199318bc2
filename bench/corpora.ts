// The shared corpora on disk: reads a set, builds its roads, and says what is missing.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { EvaluationTrack } from "../src/evaluate/corpora.js";
import { noisyDrive, readDrives } from "../src/evaluate/drives.js";
import { readKubicka } from "../src/evaluate/kubicka.js";
import type { NoiseSettings } from "../src/evaluate/noise.js";
import { simulateDrives } from "../src/evaluate/simulate/drive.js";
import type { SimulationOptions } from "../src/evaluate/simulate/options.js";
import { readSparseTaxi } from "../src/evaluate/sparse-taxi.js";
import { readTruthNdjson } from "../src/evaluate/truth-ndjson.js";
import { readOsm } from "../src/import/osm.js";
import { buildRoads } from "../src/roads/build.js";
import type { RoadGraph } from "../src/roads/graph.js";

/** Tracks that share one road network. */
export interface Group {
  roads: RoadGraph;
  tracks: EvaluationTrack[];
}

/** A set by name, with the seconds between its fixes as they come (about, where they come irregularly). */
export interface CorpusSet {
  name: string;
  interval: number;
  /** Groups one at a time: worldwide roads do not fit into memory together. */
  groups(data: string, complain: (sentence: string) => void, noise?: NoiseSettings): AsyncGenerator<Group>;
}

/** Seed of the noise that is put on the exact drives. */
const NOISE_SEED = 1;

/** Seed and number of simulated drives in each town. */
const SIMULATION_SEED = 2024;
const SIMULATED_DRIVES = 60;

/** Every set there is. */
export const SETS: readonly CorpusSet[] = [
  monaco("1s-s5", 1),
  monaco("10s-s5", 10),
  monaco("30s-s5", 30),
  monaco("10s-s15", 10),
  drives("monaco-drives", "monaco", "monaco.osm.pbf"),
  drives("neubrandenburg", "neubrandenburg", "neubrandenburg.osm.pbf"),
  simulated("simulated", {}),
  simulated("simulated-off", { carParks: 0.7, unmapped: 0.5, carried: 0.2 }),
  { name: "kubicka", interval: 1, groups: kubickaGroups },
  { name: "sparsetaxi", interval: 120, groups: sparseTaxiGroups },
];

function monaco(file: string, interval: number): CorpusSet {
  return {
    name: `monaco-${file}`,
    interval,
    async *groups(data, complain) {
      const path = join(data, "monaco", `tracks-${file}.ndjson.gz`);
      const roads = await osmRoads(join(data, "monaco", "monaco.osm.pbf"), complain);
      if (roads === null || !present(path, complain)) return;
      yield { roads, tracks: readTruthNdjson(text(path), { name: `tracks-${file}`, roads: "monaco" }) };
    },
  };
}

function drives(name: string, folder: string, osm: string): CorpusSet {
  return {
    name,
    interval: 1,
    async *groups(data, complain, noise) {
      const path = join(data, folder, "drives.jsonl.gz");
      const roads = await osmRoads(join(data, folder, osm), complain);
      if (roads === null || !present(path, complain)) return;
      yield {
        roads,
        tracks: readDrives(text(path), `${folder}/drives`).map((drive) => noisyDrive(drive, { roads: folder, seed: NOISE_SEED, noise })),
      };
    },
  };
}

/** Our own drives over the two towns, with fields, outliers, tunnels and losses of signal. */
function simulated(name: string, options: SimulationOptions): CorpusSet {
  return {
    name,
    interval: 1,
    async *groups(data, complain, noise) {
      for (const town of ["neubrandenburg", "monaco"]) {
        const roads = await osmRoads(join(data, town, `${town}.osm.pbf`), complain);
        if (roads === null) continue;
        const tracks = simulateDrives(roads, { seed: SIMULATION_SEED, drives: SIMULATED_DRIVES, noise, ...options });
        yield { roads, tracks: tracks.map((track) => ({ ...track, id: `${town}-${track.id}` })) };
      }
    },
  };
}

async function* kubickaGroups(data: string, complain: (sentence: string) => void): AsyncGenerator<Group> {
  const folder = join(data, "kubicka");
  if (!present(folder, complain)) return;
  for (const id of readdirSync(folder).sort()) {
    const file = (extension: string): string => text(join(folder, id, `${id}.${extension}`));
    try {
      const { roads, track } = readKubicka(id, { nodes: file("nodes"), arcs: file("arcs"), track: file("track"), route: file("route") });
      yield { roads: buildRoads(roads), tracks: [track] };
    } catch (error) {
      complain(`kubicka/${id} is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function* sparseTaxiGroups(data: string, complain: (sentence: string) => void): AsyncGenerator<Group> {
  const path = join(data, "sparsetaxi", "tracks.json");
  const roads = await osmRoads(join(data, "sparsetaxi", "beijing.osm.pbf"), complain);
  if (roads === null || !present(path, complain)) return;
  yield { roads, tracks: readSparseTaxi(text(path), { name: "sparsetaxi/tracks.json", roads: "beijing" }) };
}

/** Road networks that several sets share, built once. */
const built = new Map<string, RoadGraph>();

async function osmRoads(path: string, complain: (sentence: string) => void): Promise<RoadGraph | null> {
  if (!present(path, complain)) return null;
  let roads = built.get(path);
  if (roads === undefined) {
    roads = buildRoads(await readOsm(readFileSync(path)));
    built.set(path, roads);
  }
  return roads;
}

function present(path: string, complain: (sentence: string) => void): boolean {
  if (existsSync(path)) return true;
  complain(`Skipped: ${path} is not there.`);
  return false;
}

function text(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

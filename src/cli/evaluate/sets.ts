// Evaluate sets: what `roadsnap evaluate` measures on: truth files, exact drives, simulated drives, the folders of the Kubička corpus.
import { basename, resolve } from "node:path";
import type { Readable } from "node:stream";
import { SnapError } from "../../errors.js";
import type { EvaluationTrack } from "../../evaluate/corpora.js";
import { type NoiseSettings, trimWith, withNoise } from "../../evaluate/noise.js";
import { eachSimulatedDrive } from "../../evaluate/simulate/drive.js";
import { settleSimulation } from "../../evaluate/simulate/options.js";
import { noisyDrive } from "../../evaluate/truth/drives.js";
import type { OnBroken } from "../../evaluate/truth/text.js";
import { Random, seedOf } from "../../geo/random.js";
import { listKubicka, readDrivesFile, readKubickaFolder, readTruthFile, type TracksOnRoads } from "../../node/corpora.js";
import { shownPath } from "../../node/trouble.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { EvaluateOptions } from "./options.js";

/** Tracks on one network, which may be read one by one. */
interface TracksInTurn {
  roads: RoadGraph;
  tracks: Iterable<EvaluationTrack>;
}

/** Tracks that are measured together. */
export interface EvaluationSet {
  name: string;
  /** The kind of set. Truth files are also summed up. */
  kind: "truth" | "kubicka" | "drives" | "simulated";
  /**
   * The tracks with this noise; null for their own. `size`: about how many there are. Groups are read one at a time, as the networks of many tracks do not fit
   * into memory together. Rejects if nothing of the set can be read.
   */
  open(noise: NoiseSettings | null): Promise<{ size: number; groups: AsyncIterable<TracksInTurn> | Iterable<TracksInTurn> }>;
}

/** The roads, and where troubles of single tracks are reported. */
export interface SetContext {
  roads: RoadGraph | null;
  stdin: Readable;
  tell: (trouble: unknown) => void;
}

/** The sets asked for, in the order of the help: truth, drives, simulated, Kubička. One by one, since a set holds its tracks once it has read them. */
export function* setsOf(inputs: readonly string[], options: EvaluateOptions, context: SetContext): Generator<EvaluationSet> {
  const names = inputs.map((path) => basename(shownPath(path)));
  for (const [i, path] of inputs.entries()) {
    const isUnique = names.indexOf(names[i]) === names.lastIndexOf(names[i]);
    yield truthSet(path, isUnique ? names[i] : path, options, context);
  }
  if (options.drives !== undefined) yield drivesSet(options.drives, options, context);
  if (options.simulate !== undefined) yield simulatedSet(options.simulate, options, context);
  if (options.kubicka !== undefined) yield kubickaSet(options.kubicka, options, context);
}

function truthSet(path: string, name: string, { seed }: EvaluateOptions, { roads, stdin, tell }: SetContext): EvaluationSet {
  const read = once(() => withBroken(path, tell, (onBroken) => readTruthFile(path, { stdin, onBroken })));
  return {
    name,
    kind: "truth",
    open: async (noise) => {
      const tracks = (await read()).map((track) => noisier(track, noise, seed));
      return { size: tracks.length, groups: [{ roads: roads!, tracks }] };
    },
  };
}

function drivesSet(path: string, { seed }: EvaluateOptions, { roads, stdin, tell }: SetContext): EvaluationSet {
  const read = once(() => withBroken(path, tell, (onBroken) => readDrivesFile(path, { stdin, onBroken })));
  return {
    name: basename(shownPath(path)),
    kind: "drives",
    open: async (noise) => {
      const tracks = (await read()).map((drive) => noisyDrive(drive, { roads: path, seed, noise: noise ?? undefined }));
      return { size: tracks.length, groups: [{ roads: roads!, tracks }] };
    },
  };
}

function simulatedSet(drives: number, options: EvaluateOptions, { roads }: SetContext): EvaluationSet {
  const { seed, mode, simulation, roads: path } = options;
  const drivesWith = function* (noise: NoiseSettings | null): Generator<EvaluationTrack> {
    let made = 0;
    for (const drive of eachSimulatedDrive(roads!, { ...simulation, seed, drives, mode, noise: noise ?? undefined })) {
      made++;
      yield drive;
    }
    if (made > 0) return;
    const sentence = `${shownPath(path ?? "")}: no drive could be made on these roads, because they have ${noRoute(options)}.`;
    throw new SnapError("bad-input", sentence);
  };
  return {
    name: "simulated",
    kind: "simulated",
    // Each drive is made on demand: a hundred thousand need not fit into memory.
    open: async (noise) => ({ size: drives, groups: [{ roads: roads!, tracks: drivesWith(noise) }] }),
  };
}

/** What is missing if a drive cannot be made. */
export function noRoute({ mode, simulation }: Pick<EvaluateOptions, "mode" | "simulation">): string {
  return `no route by ${mode ?? "driving"} of up to ${settleSimulation(simulation ?? {}).maxMetres} m`;
}

function kubickaSet(folder: string, { seed, only }: EvaluateOptions, { tell }: SetContext): EvaluationSet {
  return {
    name: basename(resolve(folder)),
    kind: "kubicka",
    open: async (noise) => {
      // A folder has the name of its track, so the networks of others need not be read.
      const folders = (await listKubicka(folder)).filter((path) => only?.includes(basename(path)) ?? true);
      return { size: folders.length, groups: kubickaGroups(folders, noise, seed, tell) };
    },
  };
}

async function* kubickaGroups(
  folders: readonly string[],
  noise: NoiseSettings | null,
  seed: number,
  tell: (trouble: unknown) => void,
): AsyncGenerator<TracksOnRoads> {
  for (const folder of folders) {
    let group: TracksOnRoads;
    try {
      group = await readKubickaFolder(folder);
    } catch (trouble) {
      tell(trouble);
      continue;
    }
    yield { roads: group.roads, tracks: group.tracks.map((track) => noisier(track, noise, seed)) };
  }
}

/** A track with more noise, in addition to its own errors. */
function noisier(track: EvaluationTrack, noise: NoiseSettings | null, seed: number): EvaluationTrack {
  if (noise === null) return track;
  const noisy = withNoise(track.track, noise, new Random(seedOf(seed, track.id)));
  return { ...track, track: noisy, trimMetres: trimWith(track.trimMetres, noise) };
}

/** Most broken tracks of a file that are reported one by one. */
const TOLD = 5;

/** Reads a file and reports its broken tracks: each of the first few, or only one if no track in it can be read. */
async function withBroken<T>(path: string, tell: (trouble: unknown) => void, read: (onBroken: OnBroken) => Promise<T[]>): Promise<T[]> {
  const broken: SnapError[] = [];
  const tracks = await read((trouble) => broken.push(trouble));
  const told = broken.slice(0, tracks.length > 0 ? TOLD : 1);
  told.forEach(tell);
  const more = broken.length - told.length;
  if (more > 0) tell(new SnapError("bad-input", `${shownPath(path)}: ${more} more of its tracks cannot be read.`, { more }));
  return tracks;
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

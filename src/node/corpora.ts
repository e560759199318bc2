// Corpora: tracks with known truth from files: truth files, exact drives, and the folders of the corpus of Kubička et al.
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { SnapError } from "../errors.js";
import type { EvaluationTrack } from "../evaluate/corpora.js";
import { type ExactDrive, readDrives } from "../evaluate/truth/drives.js";
import { readKubicka } from "../evaluate/truth/kubicka.js";
import type { OnBroken } from "../evaluate/truth/text.js";
import { readTruth } from "../evaluate/truth/truth.js";
import { inflate } from "../import/inflate.js";
import { trackLimits } from "../import/tracks/track-input.js";
import { decodeText } from "../import/tracks/track-text.js";
import { buildRoads } from "../roads/build.js";
import type { RoadGraph } from "../roads/graph.js";
import { type ReadOptions, readInput } from "./files.js";
import { inFile, inFolder, shownPath } from "./trouble.js";

/** Tracks that share one road network. */
export interface TracksOnRoads {
  /** The network that all of them were driven on. */
  roads: RoadGraph;
  /** Tracks for {@link Evaluation.add}. */
  tracks: EvaluationTrack[];
}

/** Options of {@link readTruthFile}. */
export interface ReadTruthOptions extends Pick<ReadOptions, "stdin"> {
  /** Called for each broken track, with a sentence that begins with the path; the others are read all the same. Default: the first broken track is thrown. */
  onBroken?: OnBroken | undefined;
}

/**
 * Reads a file of tracks with truth, gzipped or not, in the forms of `readTruth`; `-` is standard input.
 * @throws SnapError, its sentence beginning with the path, when nothing in it can be read.
 */
export async function readTruthFile(path: string, options: ReadTruthOptions = {}): Promise<EvaluationTrack[]> {
  const text = await readText(path, options);
  return readTruth(text, { name: shownPath(path), roads: basename(path), onBroken: options.onBroken });
}

/**
 * Reads a file of exact drives, gzipped or not, in the form of `readDrives`.
 * @throws SnapError, its sentence beginning with the path, when nothing in it can be read.
 */
export async function readDrivesFile(path: string, options: ReadTruthOptions = {}): Promise<ExactDrive[]> {
  const text = await readText(path, options);
  return readDrives(text, shownPath(path), options.onBroken);
}

/** The four files of a track's folder, after the folder's name. */
const KUBICKA_FILES = ["nodes", "arcs", "track", "route"] as const;

/**
 * The folders of tracks in a folder of the corpus, by name; or the folder itself, if it is that of a track.
 * @throws SnapError when it is not there or holds no track.
 */
export async function listKubicka(folder: string): Promise<string[]> {
  const entries = await inFolder(folder, () => readdir(folder, { withFileTypes: true }));
  const own = basename(resolve(folder));
  if (entries.some((entry) => KUBICKA_FILES.some((extension) => entry.name === `${own}.${extension}`))) return [resolve(folder)];
  const tracks: string[] = [];
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (name.startsWith(".")) continue;
    const path = join(folder, name);
    // Links are followed. Only folders are tracks.
    if ((await stat(path).catch(() => null))?.isDirectory()) tracks.push(path);
  }
  if (tracks.length > 0) return tracks;
  const sentence = `${folder}: this folder has no folder of a track, which is NAME/ with NAME.nodes, NAME.arcs, NAME.track and NAME.route.`;
  throw new SnapError("bad-input", sentence, { path: folder });
}

/** The files of all tracks in a corpus of Kubička et al.; none if its folders cannot be listed. */
export async function kubickaFiles(folder: string): Promise<string[]> {
  const folders = await listKubicka(folder).catch(() => []);
  return folders.flatMap((path) => KUBICKA_FILES.map((extension) => join(path, `${basename(path)}.${extension}`)));
}

/**
 * Reads one folder of {@link listKubicka}: its road network, built, and its track.
 * @throws SnapError naming the file that is missing or broken.
 */
export async function readKubickaFolder(folder: string): Promise<TracksOnRoads> {
  const id = basename(folder);
  const texts = { nodes: "", arcs: "", track: "", route: "" };
  for (const extension of KUBICKA_FILES) texts[extension] = await readText(join(folder, `${id}.${extension}`), {});
  return inFile(folder, () => {
    const { roads, track } = readKubicka(id, texts);
    return { roads: buildRoads(roads), tracks: [track] };
  });
}

async function readText(path: string, options: ReadTruthOptions): Promise<string> {
  const bytes = await readInput(path, { stdin: options.stdin });
  return inFile(path, async () => {
    const limits = trackLimits();
    try {
      return decodeText(await inflate(bytes, { maxBytes: limits.maxBytes }), limits);
    } catch (error) {
      if (!(error instanceof SnapError && error.code === "limit")) throw error;
      const sentence = `It has more than ${limits.maxBytes} bytes of text, the most that is read of one file; make several files of it.`;
      throw new SnapError("limit", sentence, error.details);
    }
  });
}

// Roads: loads the road file of a command, with progress while it is read or built.
import { basename } from "node:path";
import { SnapError } from "../errors.js";
import { type OpenOptions, type RoadsFile, readRoadsFile } from "../node/files.js";
import { inFile, shownPath } from "../node/trouble.js";
import type { Io } from "./io.js";
import { showProgress } from "./progress.js";

/**
 * As {@link loadAnyRoads}, but a file without roads is an error. (A file that was cut short between two of its blocks is read without one.)
 * @throws SnapError, its sentence beginning with the path.
 */
export async function loadRoads(path: string, io: Io, options: OpenOptions = {}): Promise<RoadsFile> {
  const file = await loadAnyRoads(path, io, options);
  if (file.roads.edgeCount === 0) throw new SnapError("bad-input", `${shownPath(path)}: it has no road; at least one is needed.`);
  return file;
}

/**
 * Roads from any file that holds them; `-` is standard input. A road file is checked byte by byte: a damaged one may give wrong roads, or work without end.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function loadAnyRoads(path: string, io: Io, options: OpenOptions = {}): Promise<RoadsFile> {
  const progress = await showProgress(io.stderr, `reading ${basename(shownPath(path))}`);
  try {
    const file = await readRoadsFile(path, { ...options, stdin: io.stdin, onProgress: progress.update });
    if (file.kind === "roads") await inFile(path, () => file.roads.verify());
    return file;
  } finally {
    progress.stop();
  }
}

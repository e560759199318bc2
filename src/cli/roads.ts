// The road file of a command, with progress while it is read or built.
import { basename } from "node:path";
import { type OpenOptions, type RoadsFile, readRoadsFile } from "../node/files.js";
import { shownPath } from "../node/trouble.js";
import type { Io } from "./io.js";
import { showProgress } from "./progress.js";

/**
 * Roads from any file that holds them; `-` is standard input.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function loadRoads(path: string, io: Io, options: OpenOptions = {}): Promise<RoadsFile> {
  const progress = await showProgress(io.stderr, `reading ${basename(shownPath(path))}`);
  try {
    return await readRoadsFile(path, { ...options, stdin: io.stdin, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}

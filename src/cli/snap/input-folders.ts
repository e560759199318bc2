// Input folders: a folder among the inputs of `snap` stands for the files in it that may be tracks. A file that is in it and is named too is one input.
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SnapError } from "../../errors.js";
import { inFile } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { isFolder, isOne, isTrackName, type Target } from "../outputs.js";
import { fewOf, warn } from "../report.js";

/**
 * The inputs, with each folder replaced by its files with an extension of tracks, by name. Other files in it are reported, except hidden ones; and so are files
 * that are named more than once, which are inputs once. A link is another file.
 * @throws SnapError "bad-input" for a folder without any, "bad-option" for the folder that the results go to.
 */
export async function filesOf(inputs: readonly string[], target: Target, quiet: boolean, io: Io): Promise<string[]> {
  const files = new Map<string, string>();
  const again = new Set<string>();
  for (const input of inputs) {
    const ofInput = input === "-" || !(await isFolder(input)) ? [input] : await filesIn(input, target, quiet, io);
    for (const file of ofInput) {
      const place = file === "-" ? file : resolve(file);
      if (files.has(place)) again.add(file);
      else files.set(place, file);
    }
  }
  if (again.size > 0 && !quiet) warn(`named more than once, and snapped once: ${fewOf([...again], 3)}.`, io);
  return [...files.values()];
}

async function filesIn(folder: string, target: Target, quiet: boolean, io: Io): Promise<string[]> {
  if (target.kind === "folder" && (await isOne(folder, target.path))) {
    throw new SnapError("bad-option", `-o ${target.path} is a folder that tracks are read from; name another folder for the results.`);
  }
  const entries = await inFile(folder, () => readdir(folder, { withFileTypes: true }));
  const names = entries.filter(({ name }) => !name.startsWith(".")).sort((a, b) => (a.name < b.name ? -1 : 1));
  const [files, left]: [string[], string[]] = [[], []];
  for (const entry of names) {
    if (entry.isDirectory()) left.push(`${entry.name}/`);
    else (isTrackName(entry.name) ? files : left).push(entry.name);
  }
  if (files.length === 0) throw new SnapError("bad-input", `${folder}: this folder has no file of tracks.`, { path: folder });
  if (left.length > 0 && !quiet) {
    warn(`${folder}: left out, because files of tracks have other extensions: ${fewOf(left, 3)}.`, io);
  }
  return files.map((name) => join(folder, name));
}

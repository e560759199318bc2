// Input folders: a folder among the inputs of `snap` stands for the files in it that may be tracks.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { SnapError } from "../../errors.js";
import { inFile } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { isFolder, isOne, isTrackName, type Target } from "../outputs.js";
import { fewOf, warn } from "../report.js";

/**
 * The inputs, with each folder replaced by its files with an extension of tracks, by name. Other files in it are reported, except hidden ones.
 * @throws SnapError "bad-input" for a folder without any, "bad-option" for the folder that the results go to.
 */
export async function filesOf(inputs: readonly string[], target: Target, quiet: boolean, io: Io): Promise<string[]> {
  const files: string[] = [];
  for (const input of inputs) {
    const ofInput = input === "-" || !(await isFolder(input)) ? [input] : await filesIn(input, target, quiet, io);
    // One by one: a call takes some 120,000 arguments at most.
    for (const file of ofInput) files.push(file);
  }
  return files;
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

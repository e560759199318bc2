// The command as published: compiled into a folder, for tests that run it as a process.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of a file of the project. */
export const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where {@link buildCli} puts the command's entry in a folder. */
export const cliIn = (folder: string): string => join(folder, "dist/cli/main.js");

/** Compiles the command into a folder that exists. Takes some seconds. */
export function buildCli(folder: string): void {
  mkdirSync(join(folder, "dist"));
  cpSync(root("package.json"), join(folder, "package.json"));
  symlinkSync(root("node_modules"), join(folder, "node_modules"));
  // Type errors are found elsewhere; here only the emitted files matter.
  const tsc = root("node_modules/typescript/lib/tsc.js");
  spawnSync(process.execPath, [tsc, "-p", root("tsconfig.build.json"), "--outDir", join(folder, "dist"), "--declaration", "false"]);
}

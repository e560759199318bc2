// Programs that the compiler does not see: those in Python and for the shell can be parsed, also where what they need to run is not installed.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PARSERS: Record<string, string[]> = {
  py: ["python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())"],
  sh: ["bash", "-n"],
};

/** Paths below a folder, without what was installed in it. */
const programs = (folder: string, ending: string): string[] =>
  readdirSync(root(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(\.|node_modules$)/.test(entry.name) ? [] : programs(path, ending);
    return path.endsWith(`.${ending}`) ? [path] : [];
  });

describe.each(Object.entries(PARSERS))("*.%s", (ending, [command, ...argv]) => {
  const found = ["examples", "test", "bench"].flatMap((folder) => programs(folder, ending));

  it.skipIf(spawnSync(command, ["--version"]).status !== 0).each(found)("%s can be parsed", (path) => {
    const seen = spawnSync(command, argv, { input: readFileSync(root(path)), encoding: "utf8" });
    expect([seen.status, seen.stderr]).toEqual([0, ""]);
  });
});

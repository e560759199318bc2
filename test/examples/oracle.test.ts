// The example of a test suite with roadsnap as its oracle: its own tests pass, run as they are.
// UPDATE_GOLDEN=1 writes its golden answer again.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Runs vitest in a folder of the project; returns its exit code and its output. */
async function vitest(folder: string, ...argv: string[]) {
  const child = spawn(process.execPath, [path("node_modules/vitest/vitest.mjs"), ...argv], {
    cwd: path(folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece) => (stdout += piece));
  child.stderr.on("data", (piece) => (stderr += piece));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

describe("examples/oracle", () => {
  it("passes its own tests", async () => {
    const { code, stdout, stderr } = await vitest(".", "run", "--config", path("test/examples/oracle.config.ts"), "--reporter=json");
    expect(stderr + stdout, "its output").toContain('"success":true');
    expect([code, JSON.parse(stdout.slice(stdout.indexOf("{"))).numPassedTests]).toEqual([0, 4]);
  });

  it("finds its tests in its own folder, below a project with other tests", async () => {
    const { stdout } = await vitest("examples/oracle", "list", "--filesOnly", "--json");
    expect(JSON.parse(stdout)).toEqual([{ file: path("examples/oracle/test/speeding.test.js") }]);
  });

  it("needs only this package and vitest, in the version used here", () => {
    const here = JSON.parse(readFileSync(path("package.json"), "utf8"));
    const { devDependencies, dependencies } = JSON.parse(readFileSync(path("examples/oracle/package.json"), "utf8"));
    expect([dependencies, devDependencies]).toEqual([undefined, { roadsnap: "file:../..", vitest: here.devDependencies.vitest }]);
    expect(existsSync(path("examples/oracle/test/trip.response.txt"))).toBe(true);
  });
});

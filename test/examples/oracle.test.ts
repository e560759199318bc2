// The example of a test suite with roadsnap as its oracle: its own tests, run as they are, pass.
// UPDATE_GOLDEN=1 writes its golden answer anew.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

describe("examples/oracle", () => {
  it("passes its own tests", async () => {
    const argv = [path("node_modules/vitest/vitest.mjs"), "run", "--config", path("test/examples/oracle.config.ts"), "--reporter=json"];
    const child = spawn(process.execPath, argv, { cwd: path("."), stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (piece) => (stdout += piece));
    child.stderr.on("data", (piece) => (stderr += piece));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(stderr + stdout, "its output").toContain('"success":true');
    expect([code, JSON.parse(stdout.slice(stdout.indexOf("{"))).numPassedTests]).toEqual([0, 4]);
  }, 60_000);

  it("asks for nothing but this package and vitest, in the version used here", () => {
    const here = JSON.parse(readFileSync(path("package.json"), "utf8"));
    const { devDependencies, dependencies } = JSON.parse(readFileSync(path("examples/oracle/package.json"), "utf8"));
    expect([dependencies, devDependencies]).toEqual([undefined, { roadsnap: "file:../..", vitest: here.devDependencies.vitest }]);
    expect(existsSync(path("examples/oracle/test/trip.response.txt"))).toBe(true);
  });
});

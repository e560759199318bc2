// The command as a process: exit codes, pipes that close early, and no stack traces.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch } from "../helpers/terminal.js";
import { driveLine, VILLAGE_OSM } from "../helpers/village.js";

const at = scratch();
const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const main = at("dist/cli/main.js");

describe.skipIf(process.platform === "win32")("roadsnap as a process", () => {
  beforeAll(() => {
    mkdirSync(at("dist"));
    cpSync(root("package.json"), at("package.json"));
    symlinkSync(root("node_modules"), at("node_modules"));
    symlinkSync(root("fixtures"), at("fixtures"));
    // Type errors are found elsewhere; here only the emitted files matter.
    const tsc = root("node_modules/typescript/lib/tsc.js");
    spawnSync(process.execPath, [tsc, "-p", root("tsconfig.build.json"), "--outDir", at("dist"), "--declaration", "false"]);
    writeFileSync(at("village.osm"), VILLAGE_OSM);
    writeFileSync(at("tracks.ndjson"), `${Array.from({ length: 400 }, (_, i) => driveLine(`van ${i}`)).join("\n")}\n`);
  });

  it("has a #! line that makes it runnable", () => {
    expect(readFileSync(main, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
  });

  it.each([
    [["--version"], 0, /^$/],
    [["snap", "no-such.gpx", "-r", "no-such.osm"], 1, /^roadsnap: no-such\.osm: there is no such file\.\n$/],
    [["snap"], 2, /^roadsnap: /],
  ])("%j exits %i", (argv, status, stderr) => {
    const seen = spawnSync(process.execPath, [main, ...argv], { encoding: "utf8" });
    expect(seen.status).toBe(status);
    expect(seen.stderr).toMatch(stderr);
  });

  it("ends quietly if its reader leaves", async () => {
    const child = spawn("sh", [
      "-c",
      `"${process.execPath}" "${main}" snap "${at("tracks.ndjson")}" -r "${at("village.osm")}" -t ndjson | head -c 100`,
    ]);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (piece) => (stdout += piece));
    child.stderr.on("data", (piece) => (stderr += piece));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, stdout.length, stderr]).toEqual([0, 100, ""]);
  });

  it("says before a long file is snapped that it may need more memory than Node gives it", () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => `${i >> 6},8.001,50,${1714982400 + i}`);
    writeFileSync(at("long.csv"), `track_id,lon,lat,time\n${rows.join("\n")}\n`);
    const flags = (heap: number) => [`--max-old-space-size=${heap}`, "--max-semi-space-size=1"];
    const said = (heap: number) => {
      const argv = [...flags(heap), main, "snap", at("long.csv"), "-r", at("village.osm"), "-o", at("long.out.csv")];
      const { status, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
      return [status, stderr];
    };
    expect(said(70)).toEqual([
      0,
      expect.stringMatching(
        /^roadsnap: .*long\.csv: 40,000 points in memory may take 80\.0 MB, and Node gives objects 7\d\.\d MB, or more with NODE_OPTIONS=--max-old-space-size=77\. A file of any size .*\n$/,
      ),
    ]);
    expect(said(1000)).toEqual([0, ""]);
  });

  it("keeps its exit code if nobody reads its messages", async () => {
    const child = spawn(process.execPath, [
      main,
      "snap",
      at("tracks.ndjson"),
      at("none.gpx"),
      "-r",
      at("village.osm"),
      "-o",
      at("all.gpx"),
    ]);
    child.stdout.destroy();
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(1);
    expect(readFileSync(at("all.gpx"), "utf8")).toMatch(/<\/gpx>\s*$/);
  });

  it.skipIf(!existsSync("/dev/full"))("continues to serve if the disk for its log is full, and says so once", async () => {
    const log = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [main, "serve", "-r", at("village.osm"), "-p", "0", "--threads", "1"], {
      stdio: ["ignore", log, "pipe"],
    });
    let stderr = "";
    child.stderr?.on("data", (piece) => (stderr += piece));
    await expect.poll(() => stderr).toContain("token");
    const [url] = /http:\S+:\d+/.exec(stderr) ?? [];
    for (let i = 0; i < 3; i++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    closeSync(log);
    expect(stderr.split("\n").filter((line) => line.startsWith("roadsnap:"))).toEqual([
      "roadsnap: standard output: no space left on the device. The server goes on without its log.",
      "roadsnap: finishing the requests in hand; a second signal ends the server at once.",
    ]);
  });

  it("continues to serve if nobody reads its log any more, and says so once", async () => {
    const child = spawn(process.execPath, [main, "serve", "-r", at("village.osm"), "-p", "0", "--threads", "1"]);
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (piece) => (stderr += piece));
    await expect.poll(() => stderr).toContain("token");
    const [url] = /http:\S+:\d+/.exec(stderr) ?? [];
    for (let i = 0; i < 3; i++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await expect.poll(() => stderr).toContain("without its log");
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(stderr.split("\n").filter((line) => line.startsWith("roadsnap:"))).toEqual([
      "roadsnap: standard output: the program that reads it ended before everything was written. The server goes on without its log.",
      "roadsnap: finishing the requests in hand; a second signal ends the server at once.",
    ]);
  });

  it("counts a signal sent to it and to its process group as one", async () => {
    // The second comes from the process itself, and its clock stands: from here it may come late, on a busy machine.
    const twice = `performance.now = () => 0;
      process.once("SIGTERM", () => process.once("SIGTERM", () => console.error("twice")) && setImmediate(() => process.kill(process.pid, "SIGTERM")));`;
    const argv = ["--import", `data:text/javascript,${encodeURIComponent(twice)}`, main];
    const child = spawn(process.execPath, [...argv, "serve", "-r", at("village.osm"), "-p", "0", "--threads", "1"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr?.on("data", (piece) => (stderr += piece));
    await expect.poll(() => stderr).toContain("token");
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(stderr).toContain("twice");
  });

  it("writes all of a large result into a slow pipe", () => {
    const lines = spawnSync("sh", [
      "-c",
      `"${process.execPath}" "${main}" snap "${at("tracks.ndjson")}" -r "${at("village.osm")}" -t ndjson | (sleep 0.3; wc -l)`,
    ]);
    expect(lines.stdout.toString().trim()).toBe("400");
  });
});

// The command line of the benches: wrong files are reported before anything is measured.
import { existsSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../bench/harness/command.js";
import { townRoads } from "../../bench/inputs/networks.js";
import { saveRoads } from "../../src/node/files.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();
afterEach(() => vi.restoreAllMocks());

/** What the command prints on standard error, its exit code, and how often it measured anything. */
async function bench(...words: string[]) {
  const told: string[] = [];
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation((sentence: string) => told.push(sentence));
  vi.spyOn(process, "argv", "get").mockReturnValue(["node", "bench", ...words]);
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const run = vi.fn(async () => []);
  const end = await runCommand("bench", [{ name: "one", about: "one thing", run }]).catch((error: Error) => error.message);
  return { told: told.join("\n"), end, runs: run.mock.calls.length };
}

describe("a bench with", () => {
  it.each([
    ["a missing OSM file", ["--osm", "missing.osm"], "missing.osm: there is no such file."],
    ["a folder as the OSM file", ["--osm", "fixtures"], "fixtures: this is a folder, not a file."],
    ["a text as the OSM file", ["--osm", "README.md"], "README.md: This is a file of unknown kind; OSM XML or PBF is asked for."],
    ["a missing road file", ["--roads", "missing.roads"], "missing.roads: there is no such file."],
    [
      "an OSM file as the road file",
      ["--roads", "fixtures/town.osm"],
      'fixtures/town.osm: The road file\'s first bytes are not "ROADSNAP": it is not a road file.',
    ],
    ["an output in a missing folder", ["--json", "missing/out.json"], "missing/out.json: the folder to write it in does not exist."],
    ["a folder as its output", ["--json", "fixtures"], "fixtures is a folder; name a file to write."],
    [
      "its input as its output",
      ["--osm", "fixtures/town.osm", "--json", "fixtures/town.osm"],
      "fixtures/town.osm is an input of this command",
    ],
  ])("%s says so, and measures nothing", async (_, words, sentence) => {
    const { told, end, runs } = await bench(...words);
    expect(told).toContain(sentence);
    expect(told).toMatch(/^[^\n]* See bench --help\.$/);
    expect([end, runs]).toEqual(["exit 2", 0]);
  });

  it("valid files runs, and writes its figures", async () => {
    await saveRoads(at("town.roads"), await townRoads());
    const { told, end, runs } = await bench("--osm", "fixtures/town.osm", "--roads", at("town.roads"), "--json", at("out.json"));
    expect([told, end, runs, existsSync(at("out.json"))]).toEqual(["", undefined, 1, true]);
  });
});

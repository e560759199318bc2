// The command line of the benches: files that are none are told before anything is measured.
import { existsSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../bench/harness/command.js";
import { townRoads } from "../../bench/inputs/networks.js";
import { saveRoads } from "../../src/node/files.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();
afterEach(() => vi.restoreAllMocks());

/** What the command says on standard error, how it ends, and how often it has measured anything. */
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

describe("a bench that is given", () => {
  it.each([
    ["an OSM file that is not there", ["--osm", "missing.osm"], "missing.osm: there is no such file."],
    ["a folder as OSM", ["--osm", "fixtures"], "fixtures: this is a folder; a file is asked for."],
    ["a text as OSM", ["--osm", "README.md"], "README.md: This is a file of unknown kind; OSM XML or PBF is asked for."],
    ["a road file that is not there", ["--roads", "missing.roads"], "missing.roads: there is no such file."],
    [
      "OSM as a road file",
      ["--roads", "fixtures/town.osm"],
      'fixtures/town.osm: The road file\'s first bytes are not "ROADSNAP": it is not a road file.',
    ],
    ["a folder to write that is not there", ["--json", "missing/out.json"], "missing/out.json: the folder to write it in does not exist."],
    ["a folder as the file to write", ["--json", "fixtures"], "fixtures is a folder; name a file to write."],
    [
      "its input to write over",
      ["--osm", "fixtures/town.osm", "--json", "fixtures/town.osm"],
      "fixtures/town.osm is an input of this command",
    ],
  ])("%s says so and measures nothing", async (_, words, sentence) => {
    const { told, end, runs } = await bench(...words);
    expect(told).toContain(sentence);
    expect(told).toMatch(/^[^\n]* See bench --help\.$/);
    expect([end, runs]).toEqual(["exit 2", 0]);
  });

  it("files as they should be runs, and writes its figures", async () => {
    await saveRoads(at("town.roads"), await townRoads());
    const { told, end, runs } = await bench("--osm", "fixtures/town.osm", "--roads", at("town.roads"), "--json", at("out.json"));
    expect([told, end, runs, existsSync(at("out.json"))]).toEqual(["", undefined, 1, true]);
  });
});

// `roadsnap evaluate` as a user runs it: usage; exact drives, simulated drives and Kubička folders; and what it prints.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { FIGURES, type Figure } from "../../../src/cli/evaluate/figures.js";
import { settleSimulation } from "../../../src/evaluate/simulate/options.js";
import { RouteChooser } from "../../../src/evaluate/simulate/route.js";
import type { roadsnap } from "../../helpers/terminal.js";
import { evaluate, rows, TRUTH, truth, truthFolder, writeKubicka } from "./truths.js";

const at = truthFolder();
const onVillage = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  evaluate(["--roads", at("village.roads"), ...argv], options);

describe("help and usage", () => {
  it("--help shows the form of truth, and its example is valid", async () => {
    const { code, stdout } = await evaluate(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/truth_geom .*in the direction of travel, .*such lines where it has breaks, in their order;/s);
    expect(stdout).toMatch(/around the ends of the truth is in none of the metres wrong, but in those driven/);
    writeFileSync(
      at("help.ndjson"),
      stdout
        .split("\n")
        .find((line) => line.includes('{"id":"7"'))!
        .trim(),
    );
    expect((await onVillage([at("help.ndjson")])).code).toBe(0);
  });

  it("--help and docs/evaluate.md explain the columns of the table", async () => {
    const page = readFileSync(new URL("../../../docs/evaluate.md", import.meta.url), "utf8");
    const [help] = /^The columns:.*?\n\n/ms.exec((await evaluate(["--help"])).stdout)!;
    const { tracks, fixes, km, added, missed, ...others } = FIGURES;
    const nameOf = ([heading]: Figure) => heading.replace(/[()]| %| m\b/g, "");
    expect(Object.values<Figure>(FIGURES).filter((figure) => !page.includes(`\`${nameOf(figure)}\``))).toEqual([]);
    expect(Object.values<Figure>(others).filter((figure) => !new RegExp(`^  .*(?<!\\w)${nameOf(figure)}(?!\\w)`, "m").test(help))).toEqual(
      [],
    );
  });

  it("--help lists every name of --simulation with its default", async () => {
    const { stdout } = await evaluate(["--help"]);
    const [section] = /The names of --simulation.*?\n\n/s.exec(stdout)!;
    const usual = [...section.matchAll(/([a-zA-Z]+)=([\w.]+)/g)].map(([, name, value]) => [name, value]);
    const { seed, drives, mode, noise, fields, ...own } = settleSimulation({});
    expect(Object.fromEntries(usual)).toEqual(Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)])));
  });

  it.each<[string, string[], RegExp]>([
    ["nothing to evaluate on", [], /Name what to evaluate/],
    ["truth without roads", ["truth.ndjson"], /--roads is missing/],
    ["simulation without roads", ["--simulate", "3"], /--roads is missing/],
    ["roads that nothing uses", ["--kubicka", "k", "-r", "a.roads"], /--roads cannot be used/],
    ["an invalid interval", ["t", "-r", "a", "--thin", "1,often"], /Intervals must be seconds from 0 to 86400/],
    ["invalid noise", ["t", "-r", "a", "--noise", "-3"], /Noise must be σ per axis .* each 0 to 10000, for/],
    ["an unknown field", ["t", "-r", "a", "--fields", "altitude"], /"altitude" is not one of accuracy, speed, course/],
    ["an unknown fault", ["t", "-r", "a", "--fault", "stolen"], /A fault must be one of: accuracy always 0/],
    [
      "an unknown error of the map",
      ["t", "-r", "a", "--map-error", "potholes"],
      /An error of the map must be one of: one street in fifty missing/,
    ],
    ["an unknown mode", ["t", "-r", "a", "-m", "flying"], /choices are driving, trucking/],
    ["no drives", ["-r", "a", "--simulate", "0"], /count must be a whole number from 1/],
    ["half a drive", ["-r", "a", "--simulate", "2.5"], /count must be a whole number from 1/],
    [
      "an unknown simulation option",
      ["-r", "a", "--simulate", "2", "--simulation", "ufos=1"],
      /There is no option "ufos" of the simulation; there are minMetres/,
    ],
    [
      "a simulation option with the name of an object's own member",
      ["-r", "a", "--simulate", "2", "--simulation", "toString=1"],
      /There is no option "toString" of/,
    ],
    ["another such name", ["-r", "a", "--simulate", "2", "--simulation", "__proto__=1"], /There is no option "__proto__" of/],
    ["a simulation option out of range", ["-r", "a", "--simulate", "2", "--simulation", "carParks=7"], /must be a share from 0 to 1/],
    [
      "a simulation option that has an option of its own",
      ["-r", "a", "--simulate", "2", "--simulation", "seed=7"],
      /seed has an option of its own, --seed\./,
    ],
    ["simulation options without simulation", ["t", "-r", "a", "--simulation", "carParks=1"], /--simulation needs --simulate/],
    ["phases of nothing", ["t", "-r", "a", "--phases", "3"], /--phases needs --thin, the seconds between/],
    ["a page of no tracks", ["t", "-r", "a", "--worst", "0", "--html", "w.html"], /--worst 0 leaves none/],
    [
      "one file for two outputs",
      ["t", "-r", "a", "--html", "out.x", "--json", "out.x"],
      /is named for both the page and the JSON; name two files\./,
    ],
    [
      "a page with the name of a data file",
      ["t", "-r", "a", "--html", "w.json"],
      /--html w\.json: the extension must be \.html or \.htm\./,
    ],
    ["standard input twice", ["-", "-r", "-"], /Standard input can be read once/],
  ])("%s exits 2 and says why", async (_, argv, reason) => {
    const { code, stdout, stderr } = await evaluate(argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
  });

  it.each(["--html", "--json"])("a folder given as the file of %s is reported before the work", async (option) => {
    const { code, stdout, stderr } = await onVillage(["never-read.ndjson", option, at("bare")]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/bare is a folder; name a file to write/)]);
  });

  it("a file without write permission is reported before the work", async () => {
    writeFileSync(at("kept.json"), "old", { mode: 0o444 });
    const { code, stdout, stderr } = await onVillage(["never-read.ndjson", "--json", at("kept.json")]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/kept\.json: the file is read-only and stays as it is\./)]);
  });

  it("does not write over its input", async () => {
    const { code, stderr } = await onVillage([at("good.ndjson"), "--json", at("good.ndjson")]);
    expect([code, stderr.includes("is an input of this command and is not overwritten")]).toEqual([2, true]);
  });
});

describe("exact drives, simulated drives, Kubička folders", () => {
  it("exact drives get noise", async () => {
    const { code, stdout } = await onVillage(["--drives", at("drives.jsonl.gz"), "--noise", "0", "--noise", "5"]);
    expect(code).toBe(0);
    const [exact, noisy] = rows(stdout);
    expect(exact).toMatchObject({ set: "drives.jsonl.gz", fixes: "60", noise: "0", "along m": "0.0/0.0" });
    expect(noisy["along m"]).not.toBe("0.0/0.0");
  });

  it("drives are simulated on any roads, by a seed", async () => {
    const simulate = async (...more: string[]) => JSON.parse((await onVillage(["--simulate", "2", "--json", "-", ...more])).stdout).runs;
    const runs = await simulate();
    expect(runs[0]).toMatchObject({ set: "simulated", tracks: 2, interval: 1 });
    expect(await simulate()).toEqual(runs);
    expect(await simulate("--seed", "2")).not.toEqual(runs);
    expect(await simulate("--simulation", "tunnels=0,urban=1")).not.toEqual(runs);
  });

  it("no more drives are simulated than --limit, unless selected by name", async () => {
    const choose = vi.spyOn(RouteChooser.prototype, "choose");
    const simulate = async (...more: string[]) => rows((await onVillage(["--simulate", "4", "--limit", "1", ...more])).stdout)[0].tracks;
    expect([await simulate(), choose.mock.calls.length]).toEqual(["1", 1]);
    expect([await simulate("--only", "3"), choose.mock.calls.length]).toEqual(["1", 5]);
    choose.mockRestore();
  });

  it("Kubička folders, or their files, are not written over", async () => {
    writeKubicka(at("kept"), "a");
    const route = at("kept/a/a.route");
    const before = readFileSync(route, "utf8");
    for (const [corpus, option] of [
      ["kept", "--json"],
      ["kept/a", "--html"],
    ]) {
      const { code, stderr } = await evaluate(["--kubicka", at(corpus), option, route]);
      expect([code, stderr.includes("is an input of this command and is not overwritten")]).toEqual([2, true]);
    }
    expect(readFileSync(route, "utf8")).toBe(before);
  });

  it("Kubička folders have their own roads; one folder is enough", async () => {
    writeKubicka(at("corpus"), "a");
    writeKubicka(at("corpus"), "b");
    writeFileSync(at("corpus/README"), "not a track");
    const { code, stdout, stderr } = await evaluate(["--kubicka", at("corpus"), "--thin", "1,60"]);
    expect([code, stderr]).toEqual([0, "roadsnap: corpus: thinning to 1 s leaves out nothing, because the fixes are 30 s apart.\n"]);
    expect(rows(stdout)).toEqual([
      expect.objectContaining({ set: "corpus", interval: "30 s", tracks: "2", "mismatch %": "0.000" }),
      expect.objectContaining({ set: "corpus", interval: "60 s", fixes: "6" }),
    ]);
    expect(rows((await evaluate(["--kubicka", `${at("corpus/b")}/`])).stdout)[0]).toMatchObject({ set: "b", tracks: "1" });
  });
});

describe("the output of evaluate", () => {
  it("is the same each time, and contains times only if asked for", async () => {
    const run = async (name: string, ...more: string[]) => {
      await onVillage([at("truth.ndjson"), "--thin", "1,30", "--json", at(`${name}.json`), "--html", at(`${name}.html`), ...more]);
      return [readFileSync(at(`${name}.json`), "utf8"), readFileSync(at(`${name}.html`), "utf8")];
    };
    const first = await run("first");
    expect(await run("second")).toEqual(first);
    expect(first[0]).not.toContain("pointsPerSecond");
    const [timed] = JSON.parse((await run("timed", "--timing"))[0]).runs;
    expect(timed.pointsPerSecond).toBeCloseTo(12 / timed.seconds, 6);
    const table = async (...more: string[]) => (await onVillage([at("truth.ndjson"), ...more])).stdout;
    expect(await table()).toBe(await table());
    expect(await table()).not.toContain("points/s");
    expect(await table("--timing")).toContain("points/s");
  });

  it("as JSON has every figure for each track", async () => {
    const { stdout } = await onVillage([at("truth.ndjson"), "--json", "-"]);
    const { runs, leftOut, trouble } = JSON.parse(stdout);
    expect([runs.length, leftOut, trouble]).toEqual([1, [], []]);
    expect(runs[0]).toMatchObject({ set: "truth.ndjson", thin: null, fields: null, tracks: 2, calibration: { ece: expect.any(Number) } });
    expect(runs[0].perTrack.map(({ id, added }: { id: string; added: number }) => [id, added > 100])).toEqual([
      ["van", false],
      ["wrong", true],
    ]);
  });

  it("lists the worst tracks with aligned figures, however long ids are", async () => {
    const wrong = (id: string) => truth({ id, truth_geom: [...TRUTH.truth_geom.slice(0, 1), [8.0015, 50.0045]] });
    const ids = ["7", "0b5c3a52-6d1f-4a52-9c55-3f3a1d2f7c11", "x".repeat(60)];
    writeFileSync(at("ids.ndjson"), ids.map(wrong).join(""));
    const { stdout } = await onVillage([at("ids.ndjson"), "--worst", "3", "--html", at("worst.html")]);
    const listed = stdout.split("\n").filter((line) => line.includes("missed "));
    expect(listed.slice(-3).map((line) => line.indexOf(" %  added"))).toEqual([45, 45, 69]);
  });

  it("as a page draws and lists the worst tracks with any error", async () => {
    const { stdout } = await onVillage([at("truth.ndjson"), "--worst", "2", "--html", at("worst.html")]);
    expect(stdout).toMatch(/most metres wrong, truth\.ndjson at 15 s\n {2}wrong .*\n\nDrawn in .*worst\.html\n$/);
    const page = readFileSync(at("worst.html"), "utf8");
    expect(page).toContain(">wrong: ");
    expect(page).not.toContain(">van: ");
    expect(page).toContain("© OpenStreetMap contributors");
  });

  it("as a page without wrong tracks says so", async () => {
    const { stdout } = await onVillage([at("good.ndjson"), "--html", at("right.html")]);
    expect(stdout).toMatch(/\n\nNothing was wrong, and .*right\.html says so\n$/);
    expect(readFileSync(at("right.html"), "utf8")).toContain("<p>Nothing was wrong.</p>");
  });
});

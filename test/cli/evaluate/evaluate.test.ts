// `roadsnap evaluate` as a user runs it: with truth of their own, exact drives, simulated drives and Kubička folders; and everything that can be wrong
// with these.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { settleSimulation } from "../../../src/evaluate/simulate/options.js";
import { RouteChooser } from "../../../src/evaluate/simulate/route.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { Match } from "../../../src/match/result/result.js";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE, DRIVE_CSV, DRIVE_GPX, driveLine, VILLAGE_OSM } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

/** The village's drive with its truth, which extends beyond the fixes at both ends, so that the ends that do not count are there. */
const TRUTH = {
  id: "van",
  points: DRIVE,
  truth_geom: [
    [8, 50],
    [8.007, 50],
    [8.007, 50.0045],
  ],
};
const truth = (more: object = {}): string => `${JSON.stringify({ ...TRUTH, ...more })}\n`;
/** A drive straight on along High Street with a truth that went up Mill Lane: wrong from the junction on. */
const WRONG = truth({
  id: "wrong",
  points: [0, 1, 2, 3, 4].map((i) => [8.001 + i * 0.003, 50, i * 20]),
});
const FAR = truth({
  id: "far",
  truth_geom: [
    [20, 10],
    [20.01, 10],
  ],
});
/** A path to the north of High Street. */
const FOOTPATH =
  '<node id="91" lon="8.0015" lat="50"/><node id="92" lon="8.0015" lat="50.0045"/>' +
  '<way id="93"><nd ref="91"/><nd ref="92"/><tag k="highway" v="footway"/></way></osm>';
const EXACT = JSON.stringify({
  id: 9,
  truth: TRUTH.truth_geom,
  fcd: Array.from({ length: 60 }, (_, t) => [t, 8 + t * 0.0001, 50, 7]),
});

/** 0 ── 1 ── 2, two-way, and a track along it. */
function writeKubicka(folder: string, id: string, more: Record<string, string> = {}): void {
  mkdirSync(at(`${folder}/${id}`), { recursive: true });
  const texts = {
    nodes: "10\t50\n10.01\t50\n10.02\t50\n",
    arcs: "0\t1\n1\t0\n1\t2\n2\t1\n",
    track: [0, 1, 2, 3].map((i) => `${10.0004 + i * 0.0064}\t50.00002\t${i * 30}\n`).join(""),
    route: "0\n2\n",
    ...more,
  };
  for (const [extension, text] of Object.entries(texts)) writeFileSync(at(`${folder}/${id}/${id}.${extension}`), text);
}

const at = villageFolder({ "truth.ndjson": truth() + WRONG, "good.ndjson": truth(), "drives.jsonl.gz": gzipSync(EXACT) });
beforeAll(() => {
  mkdirSync(at("bare"));
});

const evaluate = (argv: string[], options?: Parameters<typeof roadsnap>[1]) => roadsnap(["evaluate", ...argv], options);
const onVillage = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  evaluate(["--roads", at("village.roads"), ...argv], options);
/** The rows of the table as objects by heading; cells are separated by two spaces or more. */
function rows(stdout: string): Record<string, string>[] {
  const [heading, ...lines] = stdout.split("\n\n")[0].trimEnd().split("\n");
  const cells = (line: string): string[] => line.trim().split(/ {2,}/);
  return lines.map((line) => Object.fromEntries(cells(heading).map((title, i) => [title, cells(line)[i]])));
}

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

describe("truth of a user's own", () => {
  it("is measured: one row with the figures of all tracks together", async () => {
    const { code, stdout, stderr } = await onVillage([at("truth.ndjson")]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(rows(stdout)).toEqual([expect.objectContaining({ set: "truth.ndjson", interval: "15 s", tracks: "2", fixes: "12", km: "2.0" })]);
  });

  it("gives no error for a right match", async () => {
    const { stdout } = await onVillage([at("good.ndjson")]);
    expect(rows(stdout)[0]).toMatchObject({ "mismatch %": "0.000", "points %": "100.00", "correct %": "100.00", "along m": "–" });
  });

  it("is not scored on a damaged road file", async () => {
    const bytes = readFileSync(at("village.roads"));
    bytes[bytes.length - 40] ^= 1;
    writeFileSync(at("damaged.roads"), bytes);
    const { code, stderr } = await evaluate(["--roads", at("damaged.roads"), at("good.ndjson")]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/damaged\.roads: .*checksum.*\n$/)]);
  });

  it("is thinned, with a row for each interval that changes anything", async () => {
    const { stdout } = await onVillage([at("good.ndjson"), "--thin", "1,10,30,60"]);
    expect(rows(stdout).map(({ interval, fixes }) => [interval, fixes])).toEqual([
      ["15 s", "7"],
      ["30 s", "4"],
      ["60 s", "3"],
    ]);
  });

  it("is thinned to about the interval asked for without a message, and to a different one with one", async () => {
    const interval = async (thin: string) => rows((await onVillage([at("good.ndjson"), "--thin", thin])).stdout)[0].interval;
    expect([await interval("20"), await interval("29")]).toEqual(["20 s (30 s)", "29 s"]);
  });

  it("is listed with the worst track of each row, by all that distinguishes the row", async () => {
    writeFileSync(at("swift.ndjson"), WRONG.replace(/(\[[\d.]+,50,\d+)\]/g, "$1,null,10]"));
    const { stdout } = await onVillage([
      at("swift.ndjson"),
      "--worst",
      "1",
      "--noise",
      "own",
      "--fields",
      "speed",
      "--fault",
      "speed in km/h",
    ]);
    expect(stdout).toContain("most metres wrong, swift.ndjson at 20 s, noise own, fields speed, fault speed in km/h\n");
  });

  it("has a row for each noise, choice of fields and fault", async () => {
    writeFileSync(at("fast.ndjson"), truth({ points: DRIVE.map(([lon, lat, time]) => [lon, lat, time, null, 10]) }));
    const { stdout } = await onVillage([
      at("fast.ndjson"),
      ...[
        "--noise",
        "own",
        "--noise",
        "4,3",
        "--noise",
        "4,3,60",
        "--fields",
        "none",
        "--fields",
        "speed,course",
        "--fault",
        "course-stuck-at-0",
      ],
    ]);
    expect(rows(stdout).map(({ noise, fields, fault }) => [noise, fields, fault])).toEqual([
      ["own", "none", "course stuck at 0"],
      ["own", "speed+course", "course stuck at 0"],
      ["4,3,60", "none", "course stuck at 0"],
      ["4,3,60", "speed+course", "course stuck at 0"],
    ]);
  });

  it("has one row for choices of fields that make no difference, with a message", async () => {
    const fields = ["--fields", "all", "--fields", "none", "--fields", "speed,course"];
    const { stdout, stderr } = await onVillage([at("good.ndjson"), ...fields, "--fault", "speed in km/h", "--fault", "none"]);
    expect(rows(stdout).map(({ fields, fault }) => [fields, fault])).toEqual([["all", "none"]]);
    expect(stderr).toBe(
      "roadsnap: good.ndjson: fields all, none, speed+course come to none, because no track has accuracy, speed, course.\n" +
        'roadsnap: good.ndjson: the fault "speed in km/h" changes nothing, because there is no speed to change.\n',
    );
  });

  it.each([
    ["no times", (fix: number[]) => fix.slice(0, 2), "the tracks are already so"],
    ["one place in fifty wild", (fix: number[]) => fix, "it hits none of so few fixes"],
  ])("gives a message why a fault of time or place changes nothing: %s", async (fault, fix, reason) => {
    writeFileSync(at("short.ndjson"), truth({ points: DRIVE.map((point) => fix([...point])) }));
    const { stdout, stderr } = await onVillage([at("short.ndjson"), "--fault", fault]);
    expect(rows(stdout)).toHaveLength(1);
    expect(stderr).toBe(`roadsnap: short.ndjson: the fault "${fault}" changes nothing, because ${reason}.\n`);
  });

  it("has a row for a fault that changes nothing, and a message for which fields that is so", async () => {
    writeFileSync(at("standing.ndjson"), truth({ points: DRIVE.map(([lon, lat, time]) => [lon, lat, time, null, 0]) }));
    const { stdout, stderr } = await onVillage([
      at("standing.ndjson"),
      "--fields",
      "speed",
      "--fields",
      "none",
      "--fault",
      "speed in knots",
    ]);
    expect(rows(stdout).map(({ fields }) => fields)).toEqual(["speed", "none"]);
    expect(stderr).toBe(
      'roadsnap: standing.ndjson: the fault "speed in knots" changes nothing with fields speed, because the tracks are already so.\n' +
        'roadsnap: standing.ndjson: the fault "speed in knots" changes nothing with fields none, because there is no speed to change.\n',
    );
  });

  it("in several files has a row for each and one for all", async () => {
    const { stdout } = await onVillage([at("good.ndjson"), at("truth.ndjson")]);
    expect(rows(stdout).map(({ set, tracks }) => [set, tracks])).toEqual([
      ["good.ndjson", "1"],
      ["truth.ndjson", "2"],
      ["all", "3"],
    ]);
  });

  it("in files of different intervals has no row for all, unless they are thinned to one interval", async () => {
    writeFileSync(at("slow.ndjson"), truth({ id: "slow", points: DRIVE.filter((_, i) => i % 2 === 0) }));
    const argv = [at("good.ndjson"), at("slow.ndjson"), "--thin", "1,30", "--reliability"];
    const { stdout } = await onVillage(argv);
    expect(rows(stdout).map(({ set, interval }) => [set, interval])).toEqual([
      ["good.ndjson", "15 s"],
      ["good.ndjson", "30 s"],
      ["slow.ndjson", "30 s"],
      ["all", "mixed"],
      ["all", "30 s"],
    ]);
    expect(stdout).toContain("reliability, all at mixed intervals");
    const { all } = JSON.parse((await onVillage([...argv, "--json", "-"])).stdout);
    expect(all.map(({ interval }: { interval: number | null }) => interval)).toEqual([null, 30]);
  });

  it("can come from standard input, and can be gzipped", async () => {
    const { code, stdout } = await onVillage(["-"], { stdin: [gzipSync(truth())] });
    expect([code, rows(stdout)[0].set]).toEqual([0, "standard input"]);
  });

  it("is selected by --only and --limit", async () => {
    expect(rows((await onVillage([at("truth.ndjson"), "--only", "wrong"])).stdout)[0]).toMatchObject({ tracks: "1", fixes: "5" });
    expect(rows((await onVillage([at("truth.ndjson"), "--limit", "1"])).stdout)[0]).toMatchObject({ tracks: "1", fixes: "7" });
  });

  it("has its own mode, unless --mode is given: walkers are not bound by a one-way lane", async () => {
    const points = [50.0042, 50.0029, 50.0016, 50.0003].map((lat, i) => [8.007, lat, i * 100]);
    writeFileSync(at("walk.ndjson"), truth({ mode: "walking", points, truth_geom: [50.0045, 50].map((lat) => [8.007, lat]) }));
    const match = vi.spyOn(Matcher.prototype, "match");
    await onVillage([at("walk.ndjson")]);
    await onVillage([at("walk.ndjson"), "--mode", "driving"]);
    const broken = match.mock.results.map(({ value }) => (value as Match).violations.length > 0);
    match.mockRestore();
    expect(broken).toEqual([false, true]);
  });

  it("--reliability prints how often each confidence was right", async () => {
    const { stdout } = await onVillage([at("good.ndjson"), "--reliability"]);
    expect(stdout).toMatch(/reliability, good\.ndjson at 15 s\n( +0\.\d–\d\.\d +\d+ points {2}stated \d\.\d{3} {2}true \d\.\d{3}\n)+/);
  });

  it("with off-road ways has a line for them", async () => {
    const truth_points = DRIVE.map(([lon, lat], i) => (i === 6 ? null : [lon, lat]));
    writeFileSync(at("off.ndjson"), truth({ truth_points }));
    const { stdout } = await onVillage([at("off.ndjson")]);
    expect(stdout).toMatch(/off the roads\n {2}off\.ndjson at 15 s: found \S+ % of 0\.1 km; falsely off 0\.00 % of 0\.8 km on roads\n/);
  });

  it("has no such line if only tracks that were left out have off-road ways", async () => {
    writeFileSync(at("on.ndjson"), truth({ truth_points: DRIVE.map(([lon, lat]) => [lon, lat]) }));
    expect((await onVillage([at("on.ndjson")])).stdout).not.toContain("off the roads");
    expect((await onVillage(["--simulate", "1"])).stdout).not.toContain("off the roads");
    expect((await onVillage(["--simulate", "2", "--simulation", "carried=1"])).stdout).toMatch(
      /km on roads; carried \d+ times, \d+ gaps, \d+ of them right\n/,
    );
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
    writeKubicka("kept", "a");
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
    writeKubicka("corpus", "a");
    writeKubicka("corpus", "b");
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

describe("bad input to evaluate", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["an invalid node", { nodes: "10\n" }, /corpus2?\/broken: broken\.nodes line 1 is "10"; it must begin with 2 numbers/],
    ["a node outside the world", { nodes: "10\t95\n10.01\t50\n10.02\t50\n" }, /broken\.nodes line 1 is not a place on Earth: latitude 95/],
    ["no arcs", { arcs: "" }, /broken\.arcs: .*empty/],
    ["an arc to nowhere", { arcs: "0\t9\n" }, /broken\.arcs line 1: node 9 is not one of the 3 nodes/],
    ["a track of text", { track: "east\n" }, /broken\.track line 1 is "east.*; it must begin with 3 numbers/],
    ["a route over no arc", { route: "77\n" }, /broken\.route entry 1: arc 77/],
  ])("in a folder with %s: it is named, the others continue, and the exit code is 1", async (_, files, sentence) => {
    writeKubicka("corpus2", "good");
    writeKubicka("corpus2", "broken", files);
    const { code, stdout, stderr } = await evaluate(["--kubicka", at("corpus2")]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(sentence)]);
    expect(rows(stdout)[0]).toMatchObject({ tracks: "1", "mismatch %": "0.000" });
  });

  it("in a folder with a missing file names the file", async () => {
    writeKubicka("corpus3", "good");
    mkdirSync(at("corpus3/empty"), { recursive: true });
    const { code, stdout, stderr } = await evaluate(["--kubicka", at("corpus3")]);
    expect([code, stderr]).toEqual([1, `roadsnap: ${at("corpus3/empty/empty.nodes")}: there is no such file.\n`]);
    expect(rows(stdout)[0].tracks).toBe("1");
  });

  it.each<[string, () => string[], RegExp]>([
    ["a missing folder", () => ["--kubicka", at("nowhere")], /nowhere: there is no such folder\.$/],
    ["a folder without tracks", () => ["--kubicka", at("bare")], /bare: this folder has no folder of a track/],
    ["a file in place of a folder", () => ["--kubicka", at("good.ndjson")], /good\.ndjson: /],
  ])("%s gives an error of one sentence", async (_, argv, sentence) => {
    const { code, stdout, stderr } = await evaluate(argv());
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(sentence)]);
  });

  it.each<[string, string, RegExp]>([
    ["a GPX track", DRIVE_GPX, /: this is XML, such as GPX; truth is NDJSON/],
    ["a CSV track", DRIVE_CSV, /: this is text that is not JSON, such as CSV; truth is NDJSON/],
    ["an NDJSON track", driveLine("a"), / line 1: there is no "truth_geom".*a track alone is not a truth/],
    ["an exact drive", EXACT, / line 1: this is an exact drive \("fcd"\), .*: give it with --drives, or in a program to readDrives\.$/],
    ["an empty file", "", /: The input is empty/],
    ["an empty array", "[]", /: there is no track in it/],
    ["a missing file", "\0", /: there is no such file/],
  ])("%s is no truth", async (what, text, sentence) => {
    const path = at(`${what.replaceAll(" ", "-")}.txt`);
    if (text !== "\0") writeFileSync(path, text);
    const { code, stdout, stderr } = await onVillage([path]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(sentence)]);
  });

  it("a broken line among others is reported with its number, and the others are measured", async () => {
    writeFileSync(at("some.ndjson"), `${truth()}nonsense\n${WRONG}`);
    const { code, stdout, stderr } = await onVillage([at("some.ndjson"), at("missing.ndjson")]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `roadsnap: ${at("some.ndjson")} line 2: not JSON: "nonsense".\nroadsnap: ${at("missing.ndjson")}: there is no such file.\n`,
    );
    expect(rows(stdout)[0].tracks).toBe("2");
  });

  it("many broken lines are reported as a number", async () => {
    writeFileSync(at("many.ndjson"), truth() + "{}\n".repeat(40));
    const { stderr } = await onVillage([at("many.ndjson")]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(6);
    expect(stderr).toMatch(/35 more of its tracks cannot be read\.\n$/);
  });

  it("truth on other roads is left out with a message, and not scored as wrong", async () => {
    writeFileSync(at("far.ndjson"), truth() + FAR);
    const { code, stdout, stderr } = await onVillage([at("far.ndjson")]);
    expect(code).toBe(0);
    expect(rows(stdout)[0]).toMatchObject({ tracks: "1", "mismatch %": "0.000" });
    expect(stderr).toMatch(
      /^roadsnap: far\.ndjson: 1 track is left out, because no road of .+village\.roads runs where .*: far \(they lie within longitude 20\.000 .*, the roads within longitude 8\.000 to 8\.014.*\)\.\n$/,
    );
  });

  it("truth across the antimeridian on other roads is reported at its place", async () => {
    const truth_geom = [
      [179.99, 50],
      [-179.99, 50],
    ];
    writeFileSync(at("antimeridian.ndjson"), truth({ id: "far", truth_geom }));
    const { stderr } = await onVillage([at("antimeridian.ndjson")]);
    expect(stderr).toContain("far (they lie within longitude 179.990 to -179.990, latitude 50.000 to 50.000, the roads within");
  });

  it("fixes of another drive than the truth's are left out, with one message for all noise", async () => {
    const points = TRUTH.points.map(([lon, lat, ...more]) => [lon, lat + 0.02, ...more]);
    writeFileSync(at("other.ndjson"), truth() + truth({ id: "other", points }));
    const { code, stdout, stderr } = await onVillage([at("other.ndjson"), "--noise", "1", "--noise", "2", "--json", "-"]);
    expect([code, stderr]).toEqual([
      0,
      "roadsnap: other.ndjson: 1 track is left out, because most of the fixes lie over 500 m from the line that the truth says was driven: other.\n",
    ]);
    expect(JSON.parse(stdout).leftOut).toEqual([{ set: "other.ndjson", id: "other", reason: "apart" }]);
  });

  it("truth next to the roads, truth on closed roads and stray fixes give one message each, and are scored", async () => {
    const beside = truth({ id: "beside", truth_geom: TRUTH.truth_geom.map(([lon, lat]) => [lon + 6e-5, lat + 5e-5]) });
    const astray = truth({ id: "astray", points: DRIVE.map(([lon, lat, ...more], i) => [lon, lat + (i < 2 ? 0.02 : 0), ...more]) });
    const path = truth({ id: "path", points: [[8.0015, 50.001]], truth_geom: [50, 50.0045].map((lat) => [8.0015, lat]) });
    writeFileSync(at("footpath.osm"), VILLAGE_OSM.replace("</osm>", FOOTPATH));
    writeFileSync(at("doubtful.ndjson"), truth() + beside + astray + path);
    const { code, stdout, stderr } = await evaluate(["--roads", at("footpath.osm"), at("doubtful.ndjson"), "--json", "-"]);
    expect([code, stderr]).toEqual([
      0,
      "roadsnap: doubtful.ndjson: truth of track beside lies beside the roads, as if drawn on another map (100 % of it, by 5.6 m): it counts as missed, and the road itself as added; a larger --cover counts what is so near as on the road.\n" +
        'roadsnap: doubtful.ndjson: truth of track path runs on roads closed to driving (100 % of it; it is open to walking); if it was travelled otherwise, set --mode or the track\'s "mode".\n' +
        "roadsnap: doubtful.ndjson: fixes of track astray lie over 500 m from the line that the truth says was driven (29 % of them): the roads they are matched to count as added.\n",
    ]);
    const { doubts, runs } = JSON.parse(stdout);
    expect(runs[0].tracks).toBe(4);
    expect(doubts.map(({ set, id, kind }: Record<string, string>) => [set, id, kind])).toEqual([
      ["doubtful.ndjson", "beside", "beside"],
      ["doubtful.ndjson", "astray", "astray"],
      ["doubtful.ndjson", "path", "closed"],
    ]);
  });

  it("--cover is how near the truth a place counts as on it", async () => {
    writeFileSync(at("survey.ndjson"), truth({ truth_geom: TRUTH.truth_geom.map(([lon, lat]) => [lon + 6e-5, lat + 5e-5]) }));
    const { code, stdout, stderr } = await onVillage([at("survey.ndjson"), "--cover", "10", "--json", "-"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ options: { cover: 10 }, runs: [{ mismatch: 0, pointAccuracy: 1 }] });
    expect(JSON.parse((await onVillage([at("survey.ndjson"), "--json", "-"])).stdout).options.cover).toBe(1.5);
    expect((await onVillage([at("survey.ndjson"), "--cover", "30"])).code).toBe(2);
  });

  it("fixes that are not in the order of their times, and true places off the truth, give a message and are scored", async () => {
    const places = TRUTH.points.map(([lon, lat]) => [lon, lat + 0.01]);
    writeFileSync(at("amiss.ndjson"), truth({ points: [...DRIVE].reverse() }) + truth({ id: "there", truth_points: places }));
    const { code, stderr } = await onVillage([at("amiss.ndjson")]);
    expect([code, stderr]).toEqual([
      0,
      "roadsnap: amiss.ndjson: fixes of track van come after fixes that were made later (100 % of them): they are matched in the order of the file.\n" +
        "roadsnap: amiss.ndjson: true places of track there lie over 50 m from the line driven (100 % of them): distances along the line from there mean nothing.\n",
    ]);
  });

  it("fixes with longitude and latitude swapped are recognised", async () => {
    writeFileSync(at("exchanged.ndjson"), truth({ points: DRIVE.map(([lon, lat, ...more]) => [lat, lon, ...more]) }));
    const { stderr } = await onVillage([at("exchanged.ndjson")]);
    expect(stderr).toContain("was driven: van (are longitude and latitude of the fixes the wrong way round?).\n");
  });

  it("what is left out only with more noise is reported with that noise", async () => {
    const { stdout, stderr } = await onVillage([at("good.ndjson"), "--noise", "1", "--noise", "300", "--json", "-"]);
    expect(stderr).toBe(
      "roadsnap: good.ndjson, noise 300: 1 track is left out, because all of the line driven lies around its two ends, where nothing is counted: van.\n",
    );
    const { runs, leftOut } = JSON.parse(stdout);
    const noise = { independent: 300, drift: 0, driftSeconds: 60 };
    expect([runs.length, leftOut]).toEqual([1, [{ set: "good.ndjson", id: "van", reason: "only-ends", noise }]]);
  });

  it("tracks with the same id give one message for all noise, and all are scored", async () => {
    writeFileSync(at("same.ndjson"), truth() + WRONG + truth() + FAR + truth() + FAR);
    const { code, stdout, stderr } = await onVillage([at("same.ndjson"), "--noise", "1", "--noise", "2"]);
    expect([code, rows(stdout)[0].tracks]).toEqual([0, "4"]);
    const sentence =
      "5 tracks share their ids with others, van (3 times), far (2 times); each is counted by itself, but the output does not tell them apart.";
    expect(stderr.split("\n").filter((line) => line.includes("ids"))).toEqual([`roadsnap: same.ndjson: ${sentence}`]);
  });

  it("thinning fixes without times is reported to leave out nothing", async () => {
    writeFileSync(at("untimed.ndjson"), truth({ points: TRUTH.points.map(([lon, lat]) => [lon, lat]) }));
    const { stderr } = await onVillage([at("untimed.ndjson"), "--thin", "1,10,30"]);
    expect(stderr).toContain("untimed.ndjson: thinning to 1, 10, 30 s leaves out nothing, because no fix has a time.\n");
  });

  it("thinning to less than the interval of the fixes is reported to leave out nothing, and others continue", async () => {
    const { code, stdout, stderr } = await onVillage([at("good.ndjson"), "--thin", "1,15,10,30"]);
    expect([code, stderr]).toEqual([
      0,
      "roadsnap: good.ndjson: thinning to 1, 10 s leaves out nothing, because the fixes are 15 s apart.\n",
    ]);
    expect(rows(stdout).map(({ interval }) => interval)).toEqual(["15 s", "30 s"]);
  });

  it("thinning keeps fixes without a time, and reports the resulting interval", async () => {
    const untimedBut = (timed: (i: number) => boolean) =>
      truth({ points: TRUTH.points.map(([lon, lat, time], i) => (timed(i) ? [lon, lat, time] : [lon, lat])) });
    writeFileSync(
      at("half.ndjson"),
      untimedBut((i) => i % 2 === 0),
    );
    const { stdout, stderr } = await onVillage([at("half.ndjson"), "--thin", "0,60"]);
    expect(stderr).toBe(
      "roadsnap: half.ndjson: 3 of 7 fixes have no time and are kept when thinning to 60 s; the interval reached is in brackets.\n",
    );
    expect(rows(stdout).map(({ interval, fixes }) => [interval, fixes])).toEqual([
      ["15 s", "7"],
      ["60 s (20 s)", "6"],
    ]);
    writeFileSync(
      at("one.ndjson"),
      untimedBut((i) => i === 0),
    );
    expect((await onVillage([at("one.ndjson"), "--thin", "60"])).stderr).toMatch(/6 of 7 fixes have no time .*; nothing is left out\.\n$/);
  });

  it("truth of which nothing counts is left out with a message, and not scored as right", async () => {
    writeFileSync(
      at("short.ndjson"),
      truth() + truth({ id: "short", sigma_m: 300 }) + truth({ id: "point", truth_geom: [DRIVE[0], DRIVE[0]] }),
    );
    const { code, stdout, stderr } = await onVillage([at("short.ndjson")]);
    expect([code, rows(stdout)[0].tracks]).toEqual([0, "1"]);
    expect(stderr).toBe(
      "roadsnap: short.ndjson: 1 track is left out, because the line driven has no length: point.\n" +
        "roadsnap: short.ndjson: 1 track is left out, because all of the line driven lies around its two ends, where nothing is counted: short.\n",
    );
  });

  it("only truth on other roads exits 1; swapped coordinates are recognised", async () => {
    writeFileSync(at("swapped.ndjson"), truth({ truth_geom: TRUTH.truth_geom.map(([lon, lat]) => [lat, lon]) }));
    const { code, stdout, stderr } = await onVillage([at("swapped.ndjson")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/are longitude and latitude the wrong way round\?\)\.\nroadsnap: No track was evaluated\.\n$/);
  });

  it("truth partly on other roads is scored with a message", async () => {
    writeFileSync(at("partly.ndjson"), truth({ truth_geom: [...TRUTH.truth_geom, [8.007, 50.008]] }));
    const { code, stderr } = await onVillage([at("partly.ndjson")]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^roadsnap: partly\.ndjson: part of the truth of track van has no road under it and counts as missed \(\d+ % of it has one\)\.\n$/,
    );
  });

  it("truth that extends far beyond the fixes, as of a track that was cut short, is scored with a message", async () => {
    const cut = (id: string, fixes: number) => JSON.stringify({ ...JSON.parse(truth({ points: TRUTH.points.slice(0, fixes) })), id });
    writeFileSync(at("cut.ndjson"), [cut("half", 3), cut("one", 1), cut("whole", 7)].join("\n"));
    const { code, stdout, stderr } = await onVillage([at("cut.ndjson")]);
    const sentence = "truth of 2 tracks runs far beyond the first or last fix (91 % of it, 0.92 km, most for one): it counts as missed.";
    expect([code, rows(stdout)[0].tracks, stderr]).toEqual([0, "3", `roadsnap: cut.ndjson: ${sentence}\n`]);
  });

  it("fixes that are all marked as off the roads but lie on the line driven give a message", async () => {
    writeFileSync(at("null.ndjson"), truth({ truth_points: DRIVE.map(() => null) }));
    const { code, stderr } = await onVillage([at("null.ndjson")]);
    const sentence = "fixes of track van are said to be off the roads, but lie on the line driven (100 % of them)";
    expect([code, stderr]).toEqual([0, `roadsnap: null.ndjson: ${sentence}: none of them can be on the right road.\n`]);
  });

  it("an unknown name for --only is reported", async () => {
    const { code, stderr } = await onVillage([at("truth.ndjson"), "--only", "van,nobody"]);
    expect([code, stderr]).toEqual([1, 'roadsnap: No track that could be read has the id "nobody".\n']);
  });

  it("an unknown name for --only is reported with --limit too, unless the limit left tracks unread", async () => {
    const only = async (...argv: string[]) => (await onVillage([at("truth.ndjson"), "--only", ...argv])).stderr;
    const sentence = 'roadsnap: No track that could be read has the id "nobody".\n';
    expect(await only("nobody", "--limit", "2")).toBe(sentence);
    expect(await only("wrong,nobody", "--limit", "1")).toBe(sentence);
    expect(await only("van,nobody", "--limit", "1")).toBe("");
  });

  it("roads on which nobody can drive give no drives", async () => {
    writeFileSync(at("path.osm"), VILLAGE_OSM.replaceAll(/<way id="1[01]">.*<\/way>/g, ""));
    const { code, stderr } = await evaluate(["--simulate", "3", "--roads", at("path.osm")]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /path\.osm: no drive could be made on these roads, because they have no route by driving of up to 10000 m\.\n$/,
      ),
    ]);
  });

  it("fewer drives than asked for give a message", async () => {
    const simulate = async (...more: string[]) => {
      vi.spyOn(RouteChooser.prototype, "choose").mockReturnValueOnce(null);
      const { code, stderr } = await onVillage(["--simulate", "3", ...more]);
      return [code, stderr];
    };
    const sentence = "roadsnap: simulated: 2 of 3 drives could be made; for the others no route by driving of up to 10000 m was found.\n";
    expect(await simulate()).toEqual([0, sentence]);
    expect(await simulate("--noise", "1", "--noise", "2")).toEqual([0, sentence]);
    expect(await simulate("--limit", "2")).toEqual([0, ""]);
    expect(await simulate("--only", "1")).toEqual([0, ""]);
  });

  it("drives that are shorter than asked for give one message for all noise", async () => {
    const simulate = async (...more: string[]) => (await onVillage(["--simulate", "3", ...more])).stderr;
    const sentence = (share: string) =>
      `roadsnap: simulated: ${share} drives are shorter than minMetres (9000 m), because no longer route by driving was found for them on these roads.\n`;
    const long = ["--simulation", "minMetres=9000"];
    expect(await simulate(...long, "--noise", "1", "--noise", "2")).toBe(sentence("3 of 3"));
    expect(await simulate(...long, "--only", "1")).toBe(sentence("1 of 1"));
    expect(await simulate()).toBe("");
  });

  it("a track for which the matcher fails counts as missed, and is reported", async () => {
    const match = vi.spyOn(Matcher.prototype, "match").mockImplementationOnce(() => {
      throw new Error("out of luck");
    });
    const { code, stdout, stderr } = await onVillage([at("truth.ndjson"), "--only", "van"]);
    match.mockRestore();
    expect(code).toBe(1);
    expect(stderr).toMatch(/a defect in roadsnap.*truth\.ndjson, track van counts as wholly missed: out of luck/);
    expect(Number(rows(stdout)[0]["missed %"])).toBeGreaterThan(80);
  });

  it("failed tracks are named in the JSON; the sum of all files has only figures", async () => {
    const match = vi.spyOn(Matcher.prototype, "match").mockImplementationOnce(() => {
      throw new Error("out of luck");
    });
    const { stdout } = await onVillage([at("truth.ndjson"), at("good.ndjson"), "--json", "-"]);
    match.mockRestore();
    const { runs, all } = JSON.parse(stdout);
    expect(runs.map(({ failed }: { failed: string[] }) => failed)).toEqual([["van"], []]);
    expect(all).toEqual([expect.objectContaining({ set: "all", tracks: 3 })]);
    expect(all[0]).not.toHaveProperty("perTrack");
    expect(all[0]).not.toHaveProperty("failed");
  });

  it("no page is written if there is nothing to draw", async () => {
    await onVillage([at("missing.ndjson"), "--html", at("never.html")]);
    expect(existsSync(at("never.html"))).toBe(false);
  });
});

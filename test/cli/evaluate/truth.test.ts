// `roadsnap evaluate` with truth of a user's own.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { Matcher } from "../../../src/match/matcher.js";
import type { Match } from "../../../src/match/result/result.js";
import type { roadsnap } from "../../helpers/terminal.js";
import { DRIVE } from "../../helpers/village.js";
import { evaluate, rows, truth, truthFolder, WRONG } from "./truths.js";

const at = truthFolder();
const onVillage = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  evaluate(["--roads", at("village.roads"), ...argv], options);

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
    ["clock set forward by an hour", (fix: number[]) => fix.slice(0, 2), "no fix has a time"],
    ["times of delivery for a while", (fix: number[]) => fix.slice(0, 2), "no fix has a time"],
    ["one place in fifty wild", (fix: number[]) => fix, "it hits none of so few fixes"],
    ["places straight on past turns", (fix: number[]) => fix, "it hits none of so few fixes"],
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

  it("is matched on the roads as a map with an error has them, with a row for each, and a message if it hits none", async () => {
    const errors = ["--map-error", "none", "--map-error", "ends-up-to-2-m-apart", "--map-error", "Lines 5 m coarse"];
    const { code, stdout, stderr } = await onVillage([at("good.ndjson"), "--json", at("errors.json"), "--worst", "1", ...errors]);
    expect(rows(stdout).map((row) => [row["map error"], row.tracks])).toEqual([
      ["none", "1"],
      ["ends up to 2 m apart", "1"],
    ]);
    expect(stdout).toContain("most metres wrong, good.ndjson at 15 s, map error ends up to 2 m apart\n");
    expect([code, stderr]).toEqual([
      0,
      'roadsnap: good.ndjson: the map error "lines 5 m coarse" changes nothing, because it hits none of these roads.\n',
    ]);
    const { runs } = JSON.parse(readFileSync(at("errors.json"), "utf8"));
    expect(runs.map((run: { mapError: string | null }) => run.mapError)).toEqual([null, "ends up to 2 m apart"]);
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

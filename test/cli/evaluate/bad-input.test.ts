// `roadsnap evaluate` on input that is broken, or doubtful.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { RouteChooser } from "../../../src/evaluate/simulate/route.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { roadsnap } from "../../helpers/terminal.js";
import { DRIVE, DRIVE_CSV, DRIVE_GPX, driveLine, VILLAGE_OSM } from "../../helpers/village.js";
import { EXACT, evaluate, rows, TRUTH, truth, truthFolder, WRONG, writeKubicka } from "./truths.js";

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
const at = truthFolder();
const onVillage = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  evaluate(["--roads", at("village.roads"), ...argv], options);

describe("bad input to evaluate", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["an invalid node", { nodes: "10\n" }, /corpus2?\/broken: broken\.nodes line 1 is "10"; it must begin with 2 numbers/],
    ["a node outside the world", { nodes: "10\t95\n10.01\t50\n10.02\t50\n" }, /broken\.nodes line 1 is not a place on Earth: latitude 95/],
    ["no arcs", { arcs: "" }, /broken\.arcs: .*empty/],
    ["an arc to nowhere", { arcs: "0\t9\n" }, /broken\.arcs line 1: node 9 is not one of the 3 nodes/],
    ["a track of text", { track: "east\n" }, /broken\.track line 1 is "east.*; it must begin with 3 numbers/],
    ["a route over no arc", { route: "77\n" }, /broken\.route entry 1: arc 77/],
  ])("in a folder with %s: it is named, the others continue, and the exit code is 1", async (_, files, sentence) => {
    writeKubicka(at("corpus2"), "good");
    writeKubicka(at("corpus2"), "broken", files);
    const { code, stdout, stderr } = await evaluate(["--kubicka", at("corpus2")]);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(sentence)]);
    expect(rows(stdout)[0]).toMatchObject({ tracks: "1", "mismatch %": "0.000" });
  });

  it("in a folder with a missing file names the file", async () => {
    writeKubicka(at("corpus3"), "good");
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
      "5 tracks share their ids with others, van (3 times), far (2 times); each is counted by itself, but ± takes them for one, and the output does not tell them apart.";
    expect(stderr.split("\n").filter((line) => line.includes("ids"))).toEqual([`roadsnap: same.ndjson: ${sentence}`]);
  });

  it("thinning fixes without times is reported to leave out nothing", async () => {
    writeFileSync(at("untimed.ndjson"), truth({ points: TRUTH.points.map(([lon, lat]) => [lon, lat]) }));
    const { stderr } = await onVillage([at("untimed.ndjson"), "--thin", "1,10,30"]);
    const sentence = "untimed.ndjson: thinning to 1, 10, 30 s leaves out nothing, because no fix has a time.\n";
    expect(stderr).toContain(sentence);
    const parked = await onVillage([at("untimed.ndjson"), "--thin", "1,10,30", "--fault", "parked for a night"]);
    expect(parked.stderr).toContain(sentence);
  });

  it("thinning to less than the interval of the fixes is reported to leave out nothing, and others continue", async () => {
    const { code, stdout, stderr } = await onVillage([at("good.ndjson"), "--thin", "1,15,10,30"]);
    expect([code, stderr]).toEqual([
      0,
      "roadsnap: good.ndjson: thinning to 1, 10 s leaves out nothing, because the fixes are 15 s apart.\n",
    ]);
    expect(rows(stdout).map(({ interval }) => interval)).toEqual(["15 s", "30 s"]);
    const few = await onVillage([at("good.ndjson"), "--thin", "30", "--fault", "none", "--fault", "sent each 500 m"]);
    expect([few.stderr, ...rows(few.stdout).map(({ interval }) => interval)]).toEqual(["", "30 s", "60 s"]);
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
    expect(await simulate("--thin", "5", "--phases", "3")).toEqual([0, sentence]);
  });

  it("drives that are shorter than asked for give one message for all noise", async () => {
    const simulate = async (...more: string[]) => (await onVillage(["--simulate", "3", ...more])).stderr;
    const sentence = (share: string) =>
      `roadsnap: simulated: ${share} drives are shorter than minMetres (9000 m), because no longer route by driving was found for them on these roads.\n`;
    const long = ["--simulation", "minMetres=9000"];
    expect(await simulate(...long, "--noise", "1", "--noise", "2")).toBe(sentence("3 of 3"));
    expect(await simulate(...long, "--only", "1")).toBe(sentence("1 of 1"));
    expect(await simulate(...long, "--thin", "5", "--phases", "3")).toBe(sentence("3 of 3"));
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

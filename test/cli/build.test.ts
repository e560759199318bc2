// `roadsnap build` as a user runs it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRoads } from "../../src/node/index.js";
import { roadsnap } from "../helpers/terminal.js";
import { VILLAGE_OSM } from "../helpers/village.js";
import { DRIVES, villageFolder } from "./village-folder.js";

const at = villageFolder(DRIVES);

describe("build", () => {
  it("writes a road file that opens, and reports its contents", async () => {
    const { code, stdout, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("b.roads")]);
    expect([code, stderr]).toEqual([0, ""]);
    expect((await openRoads(at("b.roads"))).edgeCount).toBe(4);
    expect(stdout).toMatch(/b\.roads: \d.* built from village\.osm in /);
    expect(stdout).toMatch(/road segments +4 +from 3 ways/);
    expect(stdout).toMatch(/residential +1\.50 km/);
    expect(stdout).toMatch(/connected parts +1 +open to driving; the largest has 100\.0 % of their kilometres\n/);
    expect(stdout).toMatch(/one-way +33\.\d %/);
  });

  it("--json prints the report as data", async () => {
    const { stdout } = await roadsnap(["build", at("village.osm"), "-o", at("b.roads"), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ ways: 3, edges: 4, kmByMode: { driving: expect.closeTo(1.5, 1) } });
  });

  it("- reads standard input", async () => {
    const { code } = await roadsnap(["build", "-", "-o", at("stdin.roads"), "-q"], { stdin: VILLAGE_OSM });
    expect(code).toBe(0);
    expect(readFileSync(at("stdin.roads")).equals(readFileSync(at("village.roads")))).toBe(true);
  });

  it("joins neighbouring extracts: a way in both is one road", async () => {
    const { code } = await roadsnap(["build", at("village.osm"), at("village.osm"), "-o", at("both.roads"), "-q"]);
    expect(code).toBe(0);
    expect((await openRoads(at("both.roads"))).edgeCount).toBe(4);
  });

  it("--modes keeps only roads for these modes", async () => {
    await roadsnap(["build", at("village.osm"), "-o", at("cars.roads"), "-q", "--modes", "driving"]);
    expect((await openRoads(at("cars.roads"))).edgeCount).toBe(3);
  });

  it("--modes and --max-memory work for GeoJSON too", async () => {
    const line = (highway: string, east: number) => ({
      type: "Feature",
      properties: { highway },
      geometry: { type: "LineString", coordinates: [[8, 50], ...Array.from({ length: 9000 }, (_, i) => [east + i / 1e5, 50])] },
    });
    writeFileSync(at("lines.geojson"), JSON.stringify({ type: "FeatureCollection", features: [line("service", 9), line("footway", 10)] }));
    const build = (...argv: string[]) => roadsnap(["build", at("lines.geojson"), "-o", at("lines.roads"), "--json", ...argv]);
    expect(JSON.parse((await build("--modes", "driving")).stdout)).toMatchObject({ ways: 1, dropped: { "road for other modes": 1 } });
    const { code, stderr } = await build("--max-memory", "0.001");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/lines\.geojson: Its roads take more memory than the 1\.0 MB that are allowed/),
    ]);
  });

  it("reports how lines fail to meet, and which attributes they have", async () => {
    const street = (...coordinates: [number, number][]) => ({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates },
    });
    const features = [0, 1, 2]
      .map((i) => street([7, 43 + i / 1000], [7.002, 43 + i / 1000]))
      .concat(street([7.001, 42.999], [7.001, 43.003]));
    writeFileSync(at("streets.geojson"), JSON.stringify({ type: "FeatureCollection", features }));
    const build = (...argv: string[]) =>
      roadsnap(["build", at("streets.geojson"), "-o", at("streets.roads"), "--highway", "residential", ...argv]);
    const apart = await build();
    expect(apart.stdout).toMatch(/connected parts +4/);
    expect(apart.stderr).toMatch(
      /^roadsnap: streets\.geojson: only 4\d\.\d % of the roads' length is connected; lines are connected where .* --join 1 .*\.\n$/,
    );
    const joined = await build("--join", "1");
    expect(joined.stdout).toMatch(/connected parts +1/);
    expect(joined.stderr).toBe("");
    writeFileSync(at("way.osm"), '<osm><node id="1" lat="43" lon="7"/></osm>');
    expect(await roadsnap(["build", at("way.osm"), "-o", at("none.roads"), "--join", "1"])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/way\.osm: --highway, --columns and --join are for GeoJSON/),
    });
  });

  it("reports nothing of that if they are mostly connected, for OSM, or with --quiet", async () => {
    const ends = [
      [7, 7.002],
      [7.002, 7.004],
      [7.01, 7.0105],
    ];
    const street = ([from, to]: number[]) => ({
      type: "Feature",
      properties: { highway: "residential" },
      geometry: {
        type: "LineString",
        coordinates: [
          [from, 43],
          [to, 43],
        ],
      },
    });
    const geojson = (lines: number[][]) => JSON.stringify({ type: "FeatureCollection", features: lines.map(street) });
    const osm = (lines: number[][]) => {
      const node = (lon: number, i: number) => `<node id="${i}" lon="${lon}" lat="43"/>`;
      const way = (i: number) => `<way id="${i}"><nd ref="${2 * i}"/><nd ref="${2 * i + 1}"/><tag k="highway" v="residential"/></way>`;
      return `<osm>${lines.flat().map(node).join("")}${lines.map((_, i) => way(i)).join("")}</osm>`;
    };
    const apart = [0, 1, 2].map((i) => [7 + i / 100, 7.002 + i / 100]);
    const hint = async (file: string, text: string, ...argv: string[]) => {
      writeFileSync(at(file), text);
      return (await roadsnap(["build", at(file), "-o", at("apart.roads"), ...argv])).stderr;
    };
    expect(await hint("apart.geojson", geojson(apart))).toContain("only 33.3 %");
    expect(await hint("ends.geojson", geojson(ends))).toBe("");
    expect(await hint("apart.osm", osm(apart))).toBe("");
    expect(await hint("apart.geojson", geojson(apart), "--join", "1")).toContain(
      "only 33.3 % of the roads' length is connected with --join 1;",
    );
    expect(await hint("ends.geojson", geojson(ends), "--join", "1")).toBe("");
    expect(await hint("apart.geojson", geojson(apart), "-q")).toBe("");
    expect(await hint("apart.geojson", geojson(apart), "--json")).toBe("");
  });

  it("reports dead ends that nearly meet a road, though most of the network is connected", async () => {
    // A long road with a street every 200 m, some of which begin 2 m beside it.
    const line = (...coordinates: [number, number][]) => ({
      type: "Feature",
      properties: { highway: "residential" },
      geometry: { type: "LineString", coordinates },
    });
    const roadAndStreets = (besides: number) => {
      const lons = Array.from({ length: 10 }, (_, i) => 7 + i * 0.0025);
      const streets = lons.map((lon, i) => line([lon, i > 0 && i <= besides ? 43.00002 : 43], [lon, 43.0004]));
      return JSON.stringify({ type: "FeatureCollection", features: [line(...lons.map((lon): [number, number] => [lon, 43])), ...streets] });
    };
    const hint = async (besides: number, ...argv: string[]) => {
      writeFileSync(at("besides.geojson"), roadAndStreets(besides));
      return (await roadsnap(["build", at("besides.geojson"), "-o", at("besides.roads"), ...argv])).stderr;
    };
    expect(await hint(2, "--join", "1")).toMatch(
      /besides\.geojson: 2 of \d+ dead ends lie within 3 m of a road .*; --join 3 puts them on it\.\n$/,
    );
    expect(await hint(2, "--join", "3")).toBe("");
    expect(await hint(0)).toBe("");
  });

  it.each<[string, string, RegExp]>([
    ["a missing file", "no-such.osm", /no-such\.osm: there is no such file\.$/],
    ["XML that is not OSM", "drive.gpx", /drive\.gpx: /],
    ["a road file", "village.roads", /This is a road file already/],
  ])("%s exits 1 with an error of one sentence, and writes nothing", async (_, name, sentence) => {
    const { code, stdout, stderr } = await roadsnap(["build", at(name), "-o", at("none.roads")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(at())).not.toContain("none.roads");
  });

  it.each([
    ["road for other modes (2)", ["driving"], '<tag k="highway" v="footway"/>', ""],
    ["missing node (4); way cut by the extract's border (2)", ["walking"], '<tag k="highway" v="path"/>', ' id="9'],
    ["under construction (2)", ["driving"], '<tag k="highway" v="construction"/>', ""],
    ["", ["driving"], '<tag k="building" v="yes"/>', ""],
  ])("says why a file has no usable road: %j", async (why, modes, tag, other) => {
    const way = (id: number) => `<way id="${id}"><nd ref="1"/><nd ref="2"/>${tag}</way>`;
    const nodes = `<node id="1" lat="50" lon="8"/><node id="2" lat="50" lon="9"/>`.replaceAll(' id="', other || ' id="');
    writeFileSync(at("useless.osm"), `<osm>${nodes}${way(1)}${way(2)}</osm>`);
    const argv = ["build", at("useless.osm"), "-o", at("none.roads"), "--modes", ...modes];
    const sentence =
      why === "" ? "no road was found in it, so no road file is written" : `no road in it can be used, so no road file is written: ${why}`;
    expect(await roadsnap(argv)).toEqual({ code: 1, stdout: "", stderr: `roadsnap: useless.osm: ${sentence}.\n` });
    const { code, stdout, stderr } = await roadsnap([...argv, "--json"]);
    expect([code, JSON.parse(stdout).edges, stderr]).toEqual([1, 0, `roadsnap: useless.osm: ${sentence}.\n`]);
    expect(readdirSync(at())).not.toContain("none.roads");
  });

  it("does not write over its input", async () => {
    const { code, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("village.osm")]);
    expect(code).toBe(2);
    expect(stderr).toContain("is an input of this command and is not overwritten");
    expect(readFileSync(at("village.osm"), "utf8")).toBe(VILLAGE_OSM);
  });
});

// `roadsnap extract` as a user runs it.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { tiledRoads } from "../../bench/inputs/networks.js";
import { RoadCollector } from "../../src/import/roads/road-collector.js";
import { openRoads, saveRoads } from "../../src/node/files.js";
import { buildRoads } from "../../src/roads/build.js";
import { RoadSource } from "../../src/roads/source.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { writePbf } from "../helpers/pbf-writer.js";
import { roadsnap } from "../helpers/terminal.js";
import { VILLAGE_OSM } from "../helpers/village.js";
import { villageFolder } from "./village-folder.js";

const at = villageFolder();
const MILL = "8.0069,50.001,8.0071,50.004";
beforeAll(() => {
  const ring = [
    [8.0069, 50.001],
    [8.0071, 50.001],
    [8.0071, 50.004],
    [8.0069, 50.004],
  ];
  writeFileSync(at("mill.geojson"), JSON.stringify({ type: "Polygon", coordinates: [ring] }));
  writeFileSync(at("line.geojson"), JSON.stringify({ type: "LineString", coordinates: ring }));
});
const extract = (...argv: string[]) => roadsnap(["extract", ...argv]);

describe("extract", () => {
  it("writes a road file of the edges in the box, and reports its contents", async () => {
    const { code, stdout, stderr } = await extract(at("village.roads"), "--bbox", MILL, "-o", at("mill.roads"));
    expect([code, stderr]).toEqual([0, ""]);
    const roads = await openRoads(at("mill.roads"));
    roads.verify();
    expect([...roads.edgeWay]).toEqual([11]);
    expect(roads.name(0)).toBe("Mill Lane");
    expect(stdout).toMatch(/mill\.roads: \d.* cut out of village\.roads \(.*\) in /);
    expect(stdout).toMatch(/road segments +1 +of 4, from 1 ways/);
    expect(stdout).toMatch(/residential +0\.50 km/);
  });

  it("gives the same for a polygon, gzipped or not, and from OSM", async () => {
    writeFileSync(at("mill.geojson.gz"), gzipSync(readFileSync(at("mill.geojson"))));
    await extract(at("village.roads"), "--polygon", at("mill.geojson"), "-o", at("polygon.roads"), "-q");
    await extract(at("village.roads"), "--polygon", at("mill.geojson.gz"), "-o", at("packed.roads"), "-q");
    const { stdout } = await extract(at("village.osm"), "--bbox", MILL, "-o", at("osm.roads"));
    expect(stdout).toMatch(/cut out of village\.osm \(.*\) in [\s\S]*road segments +1 +from 1 ways/);
    const [box, polygon, packed, osm] = ["mill", "polygon", "packed", "osm"].map((name) => readFileSync(at(`${name}.roads`)));
    expect([polygon.equals(box), packed.equals(box), osm.equals(box)]).toEqual([true, true, true]);
  });

  it("--json prints the report as data, --quiet prints nothing", async () => {
    const { stdout } = await extract(at("village.roads"), "--bbox", MILL, "-o", at("json.roads"), "--json");
    expect(JSON.parse(stdout)).toMatchObject({ ways: 1, edges: 1, bannedTurns: 0, of: { edges: 4 } });
    expect((await extract(at("village.roads"), "--bbox", MILL, "-o", at("quiet.roads"), "-q")).stdout).toBe("");
  });

  it("counts the banned turns that remain", async () => {
    const town = asciiMap("a--b--c\n   |\n   d", { metresPerCell: 100, origin: [8, 50] });
    const restrictions = ["bc", "bd"].map((to) => ({ only: false, from: "ab", via: "b", to }));
    await saveRoads(at("turns.roads"), town.graph({ ab: {}, bc: {}, bd: {} }, { restrictions }));
    const counted = async (bbox: string) => {
      const argv = [at("turns.roads"), "--bbox", bbox, "-o", at("part.roads")];
      const [text, json] = [await extract(...argv), await extract(...argv, "--json")];
      return [Number(text.stdout.match(/banned turns +(\d+)/)?.[1]), JSON.parse(json.stdout).bannedTurns];
    };
    expect(await counted("7,49,9,51")).toEqual([2, 2]);
    expect(await counted("8.005,49.9995,9,51")).toEqual([0, 0]);
    // A turn that is banned only after another way is one turn, though more is written down about it.
    const after = [{ only: false, from: "ab", via: "bc", to: "ce" }];
    const road = asciiMap("a--b--c--e\n      |\n      d", { metresPerCell: 100, origin: [8, 50] });
    await saveRoads(at("turns.roads"), road.graph({ ab: {}, bc: {}, ce: {}, cd: {} }, { restrictions: after }));
    expect(await counted("7,49,9,51")).toEqual([1, 1]);
  });

  it("has nothing to say about where the roads are if the file has none, or only those of the area were read", async () => {
    await saveRoads(at("empty.roads"), buildRoads(new RoadSource()));
    const nodes = [1, 2].map((id) => ({ id, lon: 8 + id / 1000, lat: 50 }));
    writeFileSync(at("street.osm.pbf"), writePbf({ nodes, ways: [{ id: 1, refs: [1, 2], tags: { highway: "residential" } }] }));
    for (const name of ["empty.roads", "street.osm.pbf"]) {
      const { code, stderr } = await extract(at(name), "--bbox", "9,50,10,51", "-o", at("none.roads"));
      expect([code, stderr]).toEqual([1, `roadsnap: ${at(name)}: none of its roads is in the area, so no road file is written.\n`]);
      expect(existsSync(at("none.roads"))).toBe(false);
    }
  });

  it.each([
    ["west of Greenwich, which begins with a minus", "-1,49,9,51"],
    ["of the whole Earth", "-180,-90,180,90"],
    ["across the antimeridian", "7,49,-170,51"],
  ])("accepts a box %s", async (_, box) => {
    const { code, stderr } = await extract(at("village.roads"), "--bbox", box, "-o", at("west.roads"), "-q");
    expect([code, stderr]).toEqual([0, ""]);
    expect(readFileSync(at("west.roads")).equals(readFileSync(at("village.roads")))).toBe(true);
  });

  it.each<[string, string[], number, RegExp]>([
    ["no area", [], 2, /either --bbox west,south,east,north or --polygon FILE/],
    ["two areas", ["--bbox", MILL, "--polygon", "mill.geojson"], 2, /either --bbox .* or --polygon/],
    [
      "an invalid box",
      ["--bbox", "8,50,9"],
      2,
      /A box must be west,south,east,north in degrees, longitudes -180 to 180, latitudes -90 to 90/,
    ],
    ["a box upside down", ["--bbox", "8,51,9,50"], 2, /south below north/],
    ...["-180.1,50,9,51", "180.1,50,9,51", "8,50,180.1,51", "8,50,-180.1,51", "8,-90.1,9,51", "8,50,9,90.1", "8,50,9,51,10"].map(
      (box): [string, string[], number, RegExp] => [`the box ${box}`, ["--bbox", box], 2, /A box must be west,south,east,north in degrees/],
    ),
    [
      "a box without roads",
      ["--bbox", "9,50,10,51"],
      1,
      /village\.roads: none of its roads is in the area, so no road file is written; its roads are within longitude 8\.\d+ to 8\.\d+, latitude [\d.]+ to 50\.\d{3}\.$/,
    ],
    [
      "a box with its numbers in another order",
      ["--bbox", "49,7,51,9"],
      1,
      / latitude [\d.]+ to 50\.\d{3}; are longitude and latitude the wrong way round\?$/,
    ],
    ["a missing polygon file", ["--polygon", "none.geojson"], 1, /none\.geojson: there is no such file\.$/],
    [
      "a polygon file with a line",
      ["--polygon", "line.geojson"],
      1,
      /line\.geojson: An area must be a Polygon or MultiPolygon, or features of these; .* a LineString\.$/,
    ],
  ])("%s: says why and writes nothing", async (_, argv, exit, sentence) => {
    const area = argv.map((part) => (part.endsWith(".geojson") ? at(part) : part));
    const { code, stdout, stderr } = await extract(at("village.roads"), ...area, "-o", at("none.roads"));
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr.trimEnd().split("\n")[0]).toMatch(sentence);
    expect(existsSync(at("none.roads"))).toBe(false);
  });

  it.each([
    ["a missing file", "none.roads", 1, /none\.roads: there is no such file\.$/],
    ["its own input", "village.roads", 2, /is an input of this command and is not overwritten/],
  ])("%s: exits 1 with an error of one sentence", async (_, file, exit, sentence) => {
    const { code, stderr } = await extract(at(file), "--bbox", MILL, "-o", at("village.roads"));
    expect(code).toBe(exit);
    expect(stderr.trimEnd()).toMatch(sentence);
  });

  it("does not write over the polygon file", async () => {
    const before = readFileSync(at("mill.geojson"));
    const { code, stderr } = await extract(at("village.roads"), "--polygon", at("mill.geojson"), "-o", at("mill.geojson"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/mill\.geojson is an input of this command and is not overwritten/);
    expect(readFileSync(at("mill.geojson")).equals(before)).toBe(true);
  });

  it.each([
    ["extract", [at("village.roads"), "--bbox", MILL]],
    ["build", [at("village.osm")]],
  ])("%s writes no road file to standard output", async (command, argv) => {
    const { code, stdout, stderr } = await roadsnap([command, ...argv, "-o", "-"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("roadsnap: A road file cannot be written to standard output; name a file.\n");
    expect(existsSync("-")).toBe(false);
  });

  it.each([
    [["extract", "-", "--polygon", "-"], "the roads and the polygon"],
    [["build", "-", "-"], "the files"],
  ])("%j reads standard input for one thing only", async (argv, things) => {
    const { code, stderr } = await roadsnap([...argv, "-o", at("none.roads")], { stdin: [VILLAGE_OSM] });
    expect(code).toBe(2);
    expect(stderr).toBe(`roadsnap: Standard input can be read once: only one of ${things} may be -.\n`);
  });

  it("a truncated road file gives an error of one sentence", async () => {
    writeFileSync(at("short.roads"), readFileSync(at("village.roads")).subarray(0, -16));
    const { code, stderr } = await extract(at("short.roads"), "--bbox", MILL, "-o", at("none.roads"));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^roadsnap: .+short\.roads: The road file's size is \d+ bytes where its header says \d+: it was cut short or added to\.\n$/,
    );
    expect(existsSync(at("none.roads"))).toBe(false);
  });

  it("extracts nothing from a road file that is damaged anywhere, from standard input or from disk", async () => {
    const whole = readFileSync(at("village.roads"));
    const damaged = Buffer.from(whole);
    damaged[whole.indexOf("High Street")] = 0x58;
    writeFileSync(at("damaged.roads"), damaged);
    const argv = (file: string) => ["extract", file, "--bbox", MILL, "-o", at("piped.roads"), "-q"];
    expect((await roadsnap(argv("-"), { stdin: [whole] })).code).toBe(0);
    rmSync(at("piped.roads"));
    const [piped, read] = [await roadsnap(argv("-"), { stdin: [damaged] }), await roadsnap(argv(at("damaged.roads")))];
    expect([piped.code, piped.stderr]).toEqual([1, expect.stringMatching(/^roadsnap: standard input: The road file.*checksum.*\.\n$/)]);
    expect([read.code, read.stderr]).toEqual([1, piped.stderr.replace("standard input", at("damaged.roads"))]);
    expect(existsSync(at("piped.roads"))).toBe(false);
  });

  it("extracts from a road file read in several pieces, and refuses it with one bit changed in the last piece", async () => {
    await saveRoads(at("towns.roads"), await tiledRoads(60_000));
    const bytes = readFileSync(at("towns.roads"));
    expect(bytes.length).toBeGreaterThan(2 << 20);
    const argv = [at("towns.roads"), "--bbox", "-180,-80,180,80", "-o", at("all.roads"), "-q"];
    expect((await extract(...argv)).code).toBe(0);
    bytes[bytes.length - 20] ^= 1;
    writeFileSync(at("towns.roads"), bytes);
    expect((await extract(...argv)).stderr).toMatch(/The road file's checksum is \d+ where its header says \d+/);
  });

  it("--help prints its help", async () => {
    const { code, stdout } = await extract("--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: roadsnap extract");
    expect(stdout).toContain("Example");
  });
});

describe("build --max-memory", () => {
  it("refuses roads that need more memory, with an error of one sentence, and writes nothing", async () => {
    const long = VILLAGE_OSM.replace('<nd ref="1"/>', '<nd ref="1"/><nd ref="2"/>'.repeat(10_000));
    writeFileSync(at("long.osm"), long);
    const { code, stdout, stderr } = await roadsnap(["build", at("long.osm"), "-o", at("none.roads"), "--max-memory", "0.001"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^roadsnap: .+long\.osm: Its roads take more memory than the 1\.0 MB that are allowed: .*\.\n$/);
    expect(existsSync(at("none.roads"))).toBe(false);
    expect((await roadsnap(["build", at("long.osm"), "-o", at("long.roads"), "--max-memory", "1", "-q"])).code).toBe(0);
  });

  it("applies to all files together", async () => {
    const build = (...files: string[]) =>
      roadsnap(["build", ...files.map((name) => at(name)), "-o", at("two.roads"), "--max-memory", "0.004", "-q"]);
    expect((await build("long.osm")).code).toBe(0);
    const { code, stderr } = await build("long.osm", "long.osm");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/long\.osm: Its roads take more memory/)]);
  });

  it("is quoted without an exponent", () => {
    const collector = new RoadCollector({ maxMemory: 1e8 });
    const tooMany = () => collector.way(1, new Float64Array(1e6), new Map([["highway", "residential"]]));
    expect(tooMany).toThrow("than the 100.0 MB that are allowed");
  });

  it("is a number of gigabytes", async () => {
    const { code, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("none.roads"), "--max-memory", "much"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/gigabytes must be a number from 0\.001 to 1000000/);
  });
});

// The commands as a user runs them: their output, where it goes, and the exit code.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openRoads, saveRoads } from "../../src/node/index.js";
import { buildRoads } from "../../src/roads/build.js";
import { RoadSource } from "../../src/roads/source.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { roadsnap, scratch } from "../helpers/terminal.js";
import { DRIVE, DRIVE_CSV, DRIVE_EXECUTE, DRIVE_GPX, driveLine, VILLAGE_OSM } from "../helpers/village.js";

const at = scratch();
beforeAll(async () => {
  writeFileSync(at("village.osm"), VILLAGE_OSM);
  writeFileSync(at("drive.gpx"), DRIVE_GPX);
  writeFileSync(at("drive.csv"), DRIVE_CSV);
  writeFileSync(at("drive.json"), DRIVE_EXECUTE);
  writeFileSync(at("drive.ndjson"), `${driveLine("van")}\n`);
  writeFileSync(at("broken.gpx"), "<gpx></gpx>");
  const { code, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("village.roads"), "-q"]);
  expect([code, stderr]).toEqual([0, ""]);
});
const snap = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  roadsnap(["snap", "--roads", at("village.roads"), ...argv], options);

const NAMELESS = /^roadsnap: The path of a file or folder is ""; it must be text, and not empty\.\n$/;

describe("help and usage", () => {
  it.each([[[]], [["build"]], [["snap"]], [["inspect"]], [["demo"]]])(
    "%j --help prints its help and exits 0",
    async (command: string[]) => {
      const { code, stdout, stderr } = await roadsnap([...command, "--help"]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("Usage: roadsnap");
      if (command.length > 0 && command[0] !== "demo") expect(stdout).toContain("Example");
    },
  );

  it("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await roadsnap(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each<[string, string[], RegExp]>([
    ["no command", [], /Usage: roadsnap/],
    ["an unknown command", ["snip"], /unknown command 'snip'.*\n.*Did you mean snap/],
    ["the help of an unknown command", ["help", "snip"], /unknown command 'snip'.*\n.*Did you mean snap/],
    ["the help of an unknown command", ["snip", "--help"], /unknown command 'snip'.*\n.*Did you mean snap/],
    ["an unknown option", ["demo", "--fast"], /unknown option '--fast'/],
    [
      "roads given twice",
      ["snap", "a.gpx", "-r", "a.roads", "--roads", "b.roads"],
      /'-r, --roads <file>' is given twice; it takes one value/,
    ],
    ["an output given twice", ["build", "a.osm", "-o", "a.roads", "-o", "b.roads"], /'-o, --output <file>' is given twice/],
    ["a place given twice", ["inspect", "a.roads", "--at", "8,50", "--at", "9,50"], /'--at <lon,lat>' is given twice/],
    ["build without -o", ["build", "a.osm"], /required option '-o, --output <file>' not specified/],
    ["snap without --roads", ["snap", "a.gpx"], /required option '-r, --roads <file>' not specified/],
    ["--roads misspelt", ["snap", "a.gpx", "--road", "a.roads"], /unknown option '--road'\n\(Did you mean --roads\?\)/],
    ["--output misspelt, with =", ["build", "a.osm", "--outptu=a.roads"], /unknown option '--outptu=a.roads'/],
    ["a value that looks like an option", ["snap", "a.gpx", "--html", "--road"], /required option '-r, --roads <file>' not specified/],
    ["an operand that looks like an option", ["snap", "--", "--road"], /required option '-r, --roads <file>' not specified/],
    ["snap without tracks", ["snap", "-r", "a.roads"], /missing required argument 'tracks'/],
    ["an unknown mode", ["snap", "a.gpx", "-r", "a.roads", "-m", "flying"], /'flying' is invalid.*driving, trucking, walking, cycling/],
    ["an unknown mode", ["build", "a.osm", "-o", "a.roads", "-m", "driving,flying"], /"flying" is not one of driving, trucking/],
    ["an invalid place", ["inspect", "a.roads", "--at", "200,0"], /longitude,latitude in degrees, -180 to 180 and -90 to 90, for example/],
    ["a place with one number", ["inspect", "a.roads", "--at", "8"], /longitude,latitude in degrees/],
    ["an invalid radius", ["inspect", "a.roads", "--at", "8,50", "--radius", "wide"], /metres must be a number from 0.1/],
    ["a radius without a place", ["inspect", "a.roads", "--radius", "20"], /--radius needs --at, the place around which to look\./],
    [
      "an output of an unknown form",
      ["snap", "a.gpx", "-r", "a.roads", "-o", "out.doc"],
      /-o out.doc: the extension must be one of .gpx .csv/,
    ],
    ["a page to standard output", ["demo", "-o", "/dev/stdout"], /This command does not write to standard output; name a file\./],
    [
      "a road file to standard output",
      ["build", "a.osm", "-o", "/dev/fd/1"],
      /A road file cannot be written to standard output; name a file\./,
    ],
    ["a page to standard output", ["demo", "-o", "-"], /This command does not write to standard output; name a file\./],
    [
      "a page to standard output",
      ["snap", "a.gpx", "-r", "a.roads", "--html", "-"],
      /This command does not write to standard output; name a file\./,
    ],
    ["an output without a name", ["build", "a.osm", "-o", ""], /The name of the file to write is ""; it must not be empty\./],
    [
      "an output with the name of a compressed file",
      ["snap", "a.gpx", "--roads", "a.osm", "-o", "a.ndjson.gz", "--to", "ndjson"],
      /a\.ndjson\.gz: the output cannot be gzipped; leave out the \.gz, and gzip the file afterwards\./,
    ],
    [
      "an output with the name of a folder",
      ["build", "a.osm", "-o", "none/"],
      /^roadsnap: none\/ names a folder; name a file to write\.\n$/,
    ],
    ["a page with the name of a folder", ["snap", "a.gpx", "-r", "a.roads", "--html", "none/"], /^roadsnap: none\/ names a folder;/],
    ["JSON with the name of a folder", ["compare", "a.json", "b.json", "--json", "none/"], /^roadsnap: none\/ names a folder;/],
    ["an output without a name", ["demo", "-o", ""], /The name of the file to write is ""; it must not be empty\./],
    [
      "one file for two outputs",
      ["snap", "a.gpx", "-r", "a.roads", "-o", "out.gpx", "--html", "./out.gpx"],
      /is named for both the page and the .*; name two files\./,
    ],
    [
      "an option for the heading without a page",
      ["snap", "a.gpx", "-r", "a.roads", "--title", "T"],
      /--title is about the page; name the page with --html\./,
    ],
    ["--why without a page", ["snap", "a.gpx", "-r", "a.roads", "--why"], /--why is about the page; name the page with --html\./],
    [
      "a page with the name of a track file",
      ["snap", "a.gpx", "-r", "a.roads", "--html", "e.gpx"],
      /^roadsnap: --html e\.gpx: the extension must be \.html or \.htm\.\n$/,
    ],
    ["a page as the output", ["snap", "a.gpx", "-r", "a.roads", "-o", "out.html"], /a page is written with --html/],
    ["a file to build without a name", ["build", "", "-o", "a.roads"], NAMELESS],
    ["a file to inspect without a name", ["inspect", ""], NAMELESS],
    ["a file to extract from without a name", ["extract", "", "--bbox", "1,2,3,4", "-o", "a.roads"], NAMELESS],
    ["roads without a name", ["snap", "a.gpx", "--roads", ""], NAMELESS],
  ])("%s exits 2 and says why", async (_, argv, reason) => {
    const { code, stdout, stderr } = await roadsnap(argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
  });
});

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

describe("snap", () => {
  /** The streets of a GeoJSON result, in order. */
  const streets = (geojson: string) =>
    JSON.parse(geojson)
      .features.filter((feature: { properties: { kind: string } }) => feature.properties.kind === "line")
      .map((feature: { properties: { name: string } }) => feature.properties.name);

  it.each(["drive.gpx", "drive.csv", "drive.json", "drive.ndjson"])(
    "reads %s and prints GeoJSON: one answer for each point, on the right streets",
    async (name) => {
      const { code, stdout, stderr } = await snap([at(name)]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(streets(stdout)).toEqual(["High Street", "Mill Lane"]);
      expect(JSON.parse(stdout).features.filter((f: { properties: { kind: string } }) => f.properties.kind === "point")).toHaveLength(
        DRIVE.length,
      );
    },
  );

  it.each([
    ["out.gpx", /^<\?xml[^>]*>\s*<gpx/],
    ["out.csv", /snapped_lon,snapped_lat,confidence/],
    ["out.geojson", /"FeatureCollection"/],
    ["out.ndjson", /^\{"id":/],
    ["out.json", /^\{"results":\[\{"paramName":"output_snapped_points"/],
  ])("writes %s by the extension, and prints a summary of the file", async (name, content) => {
    const { code, stdout, stderr } = await snap([at("drive.csv"), "-o", at(name)]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(readFileSync(at(name), "utf8")).toMatch(content);
    expect(stdout).toMatch(/drive\.csv +1 +7 +100\.0 %/);
  });

  it("does not name tracks without an id", async () => {
    expect(await snap([""])).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(NAMELESS) });
  });

  it("--to takes precedence over the extension", async () => {
    await snap([at("drive.csv"), "-o", at("odd.txt"), "--to", "gpx", "-q"]);
    expect(readFileSync(at("odd.txt"), "utf8")).toContain("<gpx");
  });

  it("--roads accepts an OSM file, which is built first", async () => {
    const { code, stdout } = await roadsnap(["snap", at("drive.gpx"), "--roads", at("village.osm")]);
    expect(code).toBe(0);
    expect(streets(stdout)).toEqual(["High Street", "Mill Lane"]);
  });

  it("needs at least one road: a PBF that is cut short between blobs has none, and gives no other warning", async () => {
    writeFileSync(at("nodes.osm"), '<osm version="0.6"><node id="1" lat="50" lon="8"/></osm>');
    const { code, stdout, stderr } = await roadsnap(["snap", at("drive.ndjson"), "-t", "ndjson", "-r", at("nodes.osm")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/nodes\.osm: it has no road; at least one is needed\.\n$/);
  });

  it.each([["drive.gpx"], ["drive.ndjson", "-t", "ndjson"]])(
    "refuses a road file with a changed byte before it snaps %s",
    async (name, ...argv) => {
      const bytes = readFileSync(at("village.roads"));
      bytes[bytes.length - 9] ^= 1;
      writeFileSync(at("changed.roads"), bytes);
      const { code, stdout, stderr } = await roadsnap(["snap", "--roads", at("changed.roads"), at(name), ...argv]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^roadsnap: .+changed\.roads: The road file's checksum is [^\n]+\.\n$/);
    },
  );

  it("says which form can have any size if a file has too many points to be read as a whole", async () => {
    const { code, stderr } = await snap([at("drive.csv"), at("drive.ndjson"), "--max-points", "2"]);
    const wayOut =
      "The input has more than 2 points, the most that --max-points allows. A file of any size can be snapped track by track: NDJSON with a track a line, and with --stream a CSV";
    expect([code, stderr.split(wayOut).length]).toEqual([1, 3]);
    writeFileSync(at("deep.geojson"), `{"type":"FeatureCollection","features":${"[".repeat(200)}`);
    expect((await snap([at("deep.geojson")])).stderr).toMatch(/nested deeper than [^\n]* allows\.\n$/);
  });

  it("joins several files into one, with their tracks kept apart by name", async () => {
    await snap([at("drive.gpx"), at("drive.csv"), at("drive.ndjson"), "-o", at("all.ndjson"), "-q"]);
    const ids = readFileSync(at("all.ndjson"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(["drive", "drive-2", "drive-3/van"]);
  });

  it("writes several files into a folder, each in its own form", async () => {
    const { stdout } = await snap([at("drive.gpx"), at("drive.csv"), "-o", `${at("snapped")}/`]);
    expect(readdirSync(at("snapped")).sort()).toEqual(["drive.csv", "drive.gpx"]);
    expect(stdout).toMatch(/all +2 +14/);
  });

  it.each(["1", "3"])(
    "numbers outputs of the same name in a folder, whatever the case of the names, and says so (%s threads)",
    async (threads) => {
      for (const folder of ["d1", "d2", "d3"]) mkdirSync(at(folder), { recursive: true });
      for (const name of ["d1/trip.csv", "d2/trip.txt", "d3/TRIP.csv.gz"]) writeFileSync(at(name), DRIVE_CSV);
      for (const name of ["d1/trip.gpx", "d2/trip-2.gpx", "d2/Trip.gpx"]) writeFileSync(at(name), DRIVE_GPX);
      const files = ["d1/trip.csv", "d1/trip.gpx", "d2/trip.txt", "d3/TRIP.csv.gz", "d2/trip-2.gpx", "broken.gpx", "d2/Trip.gpx"];
      const folder = at(`named-by-${threads}`);
      const run = (...argv: string[]) => snap([...files.map((name) => at(name)), "-o", `${folder}/`, "--threads", threads, ...argv]);
      const told = (await run()).stderr.split("\n").filter((line) => line.includes("output"));
      expect(told).toEqual([
        `roadsnap: ${at("d2/trip.txt")}: its output is named trip-2.csv, because trip.csv is another file's.`,
        `roadsnap: ${at("d3/TRIP.csv.gz")}: its output is named TRIP-3.csv, because trip.csv is another file's.`,
        `roadsnap: ${at("d2/Trip.gpx")}: its output is named Trip-3.gpx, because trip.gpx is another file's.`,
      ]);
      expect(readdirSync(folder).sort()).toEqual(["TRIP-3.csv", "Trip-3.gpx", "trip-2.csv", "trip-2.gpx", "trip.csv", "trip.gpx"]);
      expect((await run("-q")).stderr).not.toContain("output");
      // In one form all have the same name.
      const { stderr } = await run("--to", "geojson");
      expect(stderr.match(/(?<=its output is named )[\w-]+\.geojson/g)).toEqual(
        ["trip-2", "trip-3", "TRIP-4", "trip-2-2", "Trip-5"].map((name) => `${name}.geojson`),
      );
    },
  );

  it.each([
    ["files into a folder", ["drive.gpx", "drive.csv"], "threads/"],
    ["a stream", ["drive.ndjson"], "threads.ndjson"],
  ])("leaves no thread behind: %s", async (_, files, output) => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on("worker", note);
    const { code } = await snap([...files.map((name) => at(name)), "-o", at(output), "--threads", "2"]);
    process.off("worker", note);
    expect([code, started.map(({ threadId }) => threadId)]).toEqual([0, [-1, -1]]);
  });

  it.each(["1", "2"])("numbers an output even if an earlier file of the same name failed (%s threads)", async (threads) => {
    for (const folder of ["f1", "f2"]) mkdirSync(at(folder), { recursive: true });
    writeFileSync(at("f1/trip.gpx"), "<gpx>");
    writeFileSync(at("f2/trip.gpx"), DRIVE_GPX);
    for (const [to, name] of [
      [[], "trip-2.gpx"],
      [["--to", "csv"], "trip-2.csv"],
    ] as const) {
      const folder = at(`failed-by-${threads}-${to.length}`);
      const { code } = await snap([at("f1/trip.gpx"), at("f2/trip.gpx"), "-o", `${folder}/`, "--threads", threads, ...to]);
      expect([code, readdirSync(folder)]).toEqual([1, [name]]);
    }
  });

  it("writes several files into a folder in parallel, with the same outputs and messages in order as one by one", async () => {
    writeFileSync(at("odd.csv"), readFileSync(at("drive.csv"), "utf8").replace("8.0005", "east"));
    writeFileSync(at("exit.csv"), readFileSync(at("drive.csv"), "utf8"));
    // Far from any road, about which an execute response has a message.
    writeFileSync(at("far.json"), readFileSync(at("drive.json"), "utf8").replace(/\b8\.0/g, "18.0"));
    const files = [
      at("drive.gpx"),
      at("broken.gpx"),
      at("odd.csv"),
      at("missing.gpx"),
      ...Array(9).fill(at("drive.ndjson")),
      at("drive.json"),
      at("far.json"),
    ];
    const run = async (threads: string) => {
      const folder = `${at(`by-${threads}`)}/`;
      const { code, stdout, stderr } = await snap([...files, "-o", folder, "--threads", threads]);
      const written = readdirSync(folder).map((name) => [name, readFileSync(folder + name, "utf8")]);
      return { code, stderr, written, table: stdout.replace(/ +(?:time|[\d.]+ m?s)$/gm, "") };
    };
    const [one, three] = [await run("1"), await run("3")];
    expect(three).toEqual(one);
    expect([one.code, one.written.length]).toEqual([1, 13]);
    expect(one.written.find(([name]) => name === "far.json")?.[1]).toContain("No point could be snapped: the points lie within");
    expect(one.stderr.match(/broken\.gpx|odd\.csv|missing\.gpx|\d of \d+ files/g)).toEqual([
      "broken.gpx",
      "odd.csv",
      "odd.csv",
      "missing.gpx",
      "3 of 15 files",
    ]);
  });

  it("reports a worker that dies of a file, and continues with the others", async () => {
    const { code, stdout, stderr } = await snap([
      at("drive.gpx"),
      at("exit.csv"),
      at("drive.csv"),
      "-o",
      `${at("alive")}/`,
      "--threads",
      "2",
    ]);
    expect([code, readdirSync(at("alive")).sort(), stdout]).toEqual([1, ["drive.csv", "drive.gpx"], expect.stringMatching(/all +2 +14/)]);
    expect(stderr).toMatch(
      /^roadsnap: .+exit\.csv: The file was given up: the worker that had it died .*\nroadsnap: 1 of 3 files could not be snapped\.\n$/,
    );
  });

  it("reports a broken file among many, continues with the others, and exits 1", async () => {
    const { code, stdout, stderr } = await snap([
      at("drive.gpx"),
      at("broken.gpx"),
      at("missing.gpx"),
      at("drive.csv"),
      "-o",
      at("rest.geojson"),
    ]);
    expect(code).toBe(1);
    const lines = stderr.trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`${at("broken.gpx")}: `);
    expect(lines[1]).toBe(`roadsnap: ${at("missing.gpx")}: there is no such file.`);
    expect(lines[2]).toBe("roadsnap: 2 of 4 files could not be snapped.");
    expect(stdout).toMatch(/all +2 +14/);
    expect(streets(readFileSync(at("rest.geojson"), "utf8"))).toEqual(["High Street", "Mill Lane", "High Street", "Mill Lane"]);
  });

  it.each([
    ["-o", "nowhere/out.gpx"],
    ["--html", "nowhere/page.html"],
  ])("%s %s: reports a missing folder before the work", async (option, path) => {
    const { code, stdout, stderr } = await snap([at("drive.gpx"), option, at(path)]);
    expect([code, stdout, stderr]).toEqual([1, "", `roadsnap: ${at(path)}: the folder to write it in does not exist.\n`]);
  });

  it.each(["-", "/dev/stdout", "/proc/self/fd/1"])("-o %s is standard output, which has nothing but the result", async (name) => {
    const { stdout } = await snap([at("drive.gpx")]);
    expect(await snap([at("drive.gpx"), "-o", name])).toEqual({ code: 0, stdout, stderr: "" });
    expect((await snap([at("drive.ndjson"), "-o", name, "--to", "ndjson"])).stdout.match(/\n/g)).toHaveLength(1);
  });

  it("writes nothing if every file is broken", async () => {
    const { code } = await snap([at("broken.gpx"), "-o", at("never.gpx")]);
    expect(code).toBe(1);
    expect(readdirSync(at())).not.toContain("never.gpx");
  });

  it.each([[[]], [["-q"]]])("returns a track far from the roads, says where both are, and exits 1: %j", async (quiet: string[]) => {
    writeFileSync(at("far.csv"), "lon,lat\n20,10\n20.001,10\n");
    const { code, stdout, stderr } = await snap([at("far.csv"), ...quiet]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^roadsnap: .*far\.csv: No point could be snapped: .*roads within[^\n]*\n$/);
    expect(JSON.parse(stdout).features.filter((f: { properties: { kind: string } }) => f.properties.kind === "point")).toHaveLength(2);
  });

  it.each(["1", "2"])(
    "counts files without a point on a road together with those that cannot be read, with %s threads",
    async (threads) => {
      writeFileSync(at("far.csv"), "lon,lat\n20,10\n20.001,10\n");
      writeFileSync(at("nowhere.csv"), "lon,lat\n200,10\n200,11\n");
      const files = ["drive.csv", "far.csv", "broken.gpx", "nowhere.csv"].map((name) => at(name));
      const { code, stdout, stderr } = await snap([...files, "-o", `${at("some-far")}/`, "-q", "--threads", threads]);
      expect([code, stdout, readdirSync(at("some-far")).sort()]).toEqual([1, "", ["drive.csv", "far.csv", "nowhere.csv"]]);
      expect(stderr.match(/\w+\.(?:csv|gpx): |\d of .*$/gm)).toEqual([
        "far.csv: ",
        "broken.gpx: ",
        "nowhere.csv: ",
        "3 of 4 files could not be snapped; 2 of them were written all the same, without a point on a road.",
      ]);
    },
  );

  it("reports tracks far from the roads line by line in a stream, with exit code 0", async () => {
    const far = JSON.stringify({
      id: "far",
      points: [
        [20, 10],
        [20.001, 10],
      ],
    });
    const { code, stdout, stderr } = await snap(["-", "--from", "ndjson"], { stdin: `${far}\n` });
    expect([code, JSON.parse(stdout).points.map(({ confidence }: { confidence: number }) => confidence)]).toEqual([0, [0, 0]]);
    expect(stderr).toMatch(/Line 1: No point could be snapped: /);
    expect((await snap(["-", "--from", "ndjson", "-q"], { stdin: `${far}\n` })).stderr).toBe("");
  });

  it("does not write over an input, or over the roads", async () => {
    for (const name of ["drive.gpx", "village.roads"]) {
      const { code, stderr } = await snap([at("drive.gpx"), "-o", at(name), "--to", "gpx"]);
      expect([code, stderr.includes("is an input of this command and is not overwritten")]).toEqual([2, true]);
    }
    mkdirSync(at("own"));
    writeFileSync(at("own/trip.gpx"), DRIVE_GPX);
    expect((await snap([at("own/trip.gpx"), "-o", at("own")])).code).toBe(1);
    expect(readFileSync(at("own/trip.gpx"), "utf8")).toBe(DRIVE_GPX);
  });

  it("--html writes a page into the folder of the results, which is created", async () => {
    const folder = at("new-results");
    const { code, stderr } = await snap([at("drive.gpx"), "-o", `${folder}/`, "--html", `${folder}/map.html`, "-q"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder).sort()).toEqual(["drive.gpx", "map.html"]);
  });

  it("--html writes a page next to the result, with an OpenStreetMap attribution by default", async () => {
    await snap([at("drive.gpx"), "-o", at("out.gpx"), "--html", at("page.html"), "--title", "Morning <round>", "-q"]);
    const page = readFileSync(at("page.html"), "utf8");
    expect(page).toContain("<title>Morning &lt;round&gt;</title>");
    expect(page).toContain("© OpenStreetMap contributors, ODbL");
    await snap([at("drive.gpx"), "-o", at("out.gpx"), "--html", at("page.html"), "--attribution", "", "-q"]);
    expect(readFileSync(at("page.html"), "utf8")).not.toContain("OpenStreetMap");
  });

  it("--why adds to that page what was weighed for each point, for all files", async () => {
    const dataOf = (page: string) => JSON.parse(page.match(/id="data">(.*?)<\/script>/s)?.[1] ?? "null");
    await snap([at("drive.gpx"), at("drive.ndjson"), "-o", at("both.geojson"), "--html", at("why.html"), "--why", "-q"]);
    const { weighed, points } = dataOf(readFileSync(at("why.html"), "utf8"));
    expect(weighed.stepOf).toHaveLength(points.x.length);
    expect(Math.max(...weighed.stepOf)).toBe(weighed.step.told.length - 1);
    await snap([at("drive.gpx"), "-o", at("out.gpx"), "--html", at("page.html"), "-q"]);
    expect(dataOf(readFileSync(at("page.html"), "utf8"))).not.toHaveProperty("weighed");
  });

  it("prints only a table, and no data, on a terminal if a page is written", async () => {
    const { stdout } = await snap([at("drive.gpx"), "--html", at("page.html")], { terminal: true });
    expect(stdout).toContain("on roads");
    expect(stdout).not.toContain("FeatureCollection");
  });
});

describe("snap -", () => {
  it("answers NDJSON line by line, with the line number of each broken line", async () => {
    const { code, stdout, stderr } = await snap(["-"], { stdin: [`${driveLine("a")}\n\n{"points"`, `:7}\n${driveLine("b")}`] });
    expect(code).toBe(1);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ id, line, error }) => (error === undefined ? id : [line, error])),
    ).toEqual(["a", [3, expect.stringMatching(/^Line 3 .*\.$/)], "b"]);
    expect(stderr).toMatch(/^roadsnap: standard input: .*line 3.*\nroadsnap: standard input: 1 of 3 lines could not be snapped\.\n$/i);
  });

  it("groups points into tracks if there is one a line", async () => {
    const stdin = DRIVE.map(([lon, lat, time]) => `${JSON.stringify({ lon, lat, time: 1_700_000_000 + time, track_id: "van" })}\n`).join(
      "",
    );
    const { stdout } = await snap(["-"], { stdin });
    const [track, ...others] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(others).toEqual([]);
    expect([track.id, track.points.length]).toEqual(["van", DRIVE.length]);
  });

  it.each<[string, string | Uint8Array]>([
    ["GPX", DRIVE_GPX],
    ["gzipped CSV", gzipSync(DRIVE_CSV)],
    ["indented execute JSON", JSON.stringify(JSON.parse(DRIVE_EXECUTE), null, 2)],
  ])("accepts %s too", async (_, stdin) => {
    const { code, stdout } = await snap(["-", "--to", "csv"], { stdin: [stdin] });
    expect(code).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(DRIVE.length + 1);
  });

  it("says that it got no input", async () => {
    const { code, stderr } = await snap(["-"], { stdin: "" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^roadsnap: standard input: .*\.\n$/);
  });
});

describe("inspect", () => {
  it("prints what is in a road file", async () => {
    const { code, stdout } = await roadsnap(["inspect", at("village.roads")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/village\.roads: .* road file of version 2, checksum good/);
    expect(stdout).toContain("longitude 8.00000 to 8.01400, latitude 50.00000 to 50.00450");
    expect(stdout).toMatch(/road segments +4/);
    expect(stdout).toMatch(/names +2/);
    expect(stdout).toMatch(/connected parts +1 +open to driving; the largest has 100\.0 % of their kilometres\n/);
    expect(stdout).toMatch(/residential +3 +1\.50 km +\d+\.\d % +100\.0 %/);
    expect(stdout).toMatch(/shapeLon +\d+ bytes/);
  });

  it("--at lists the roads near a place, nearest first, and who may use them", async () => {
    const { stdout } = await roadsnap(["inspect", at("village.roads"), "--at", "8.0071,50.0002"]);
    const [first, second] = stdout.split("\n").filter((line) => /^ +\d/.test(line));
    expect(first).toMatch(/7\.2 +Mill Lane +residential +20 mph +to N +to N +both ways +to N/);
    expect(second).toMatch(/22\.2 +High Street +residential +50 km\/h +both ways/);
  });

  it("--at fits a terminal, with the name of the road in each part of the table", async () => {
    const { stdout } = await roadsnap(["inspect", at("village.roads"), "--at", "8.0071,50.0002"], { terminal: true });
    expect(stdout.match(/Mill Lane/g)?.length).toBeGreaterThan(1);
    for (const line of stdout.split("\n").filter((line) => /^ +\d/.test(line))) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("--at prints the nearest road if none is near", async () => {
    const { stdout } = await roadsnap(["inspect", at("village.roads"), "--at", "8.007,49.99", "--radius", "100"]);
    expect(stdout).toMatch(/No road within 100 m of 8\.007, 49\.99; the nearest is 1\.11 km away:/);
  });

  it("--at asks whether latitude and longitude are swapped, if there are roads then", async () => {
    const ask = async (place: string) => (await roadsnap(["inspect", at("village.roads"), "--at", place])).stderr;
    expect(await ask("50.0002,8.0071")).toBe(
      "roadsnap: The roads are around 8.0071, 50.0002: are longitude and latitude the wrong way round?\n",
    );
    expect(await ask("8.0071,50.0002")).toBe("");
    expect(await ask("1,2")).toBe("");
  });

  it("--json prints the same as data", async () => {
    expect(JSON.parse((await roadsnap(["inspect", at("village.roads"), "--json"])).stdout)).toMatchObject({
      edges: 4,
      names: 2,
      version: 2,
    });
    const near = JSON.parse((await roadsnap(["inspect", at("village.roads"), "--json", "--at", "8.0071,50.0002"])).stdout);
    expect(near[0]).toMatchObject({ name: "Mill Lane", way: 11, along: "N", access: { driving: "to N", walking: "both ways" } });
  });

  it("prints where roads on both sides of the antimeridian are, which do not span the Earth", async () => {
    await saveRoads(at("far.roads"), asciiMap("a----b----c", { metresPerCell: 100, origin: [179.995, -17] }).graph({ abc: {} }));
    const { stdout } = await roadsnap(["inspect", at("far.roads")]);
    expect(stdout).toMatch(/longitude 179\.99500 to -179\.9956\d, latitude -17\.00000 to/);
    expect(JSON.parse((await roadsnap(["inspect", at("far.roads"), "--json"])).stdout).bounds.slice(0, 3)).toEqual([
      179.995,
      -17,
      expect.closeTo(-179.9956, 3),
    ]);
  });

  it("says that a file has no roads, and why if it is built first", async () => {
    const tags = '<nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/>';
    writeFileSync(at("outside.osm"), `<osm><way id="1">${tags}</way><way id="2">${tags}</way></osm>`);
    const { code, stdout } = await roadsnap(["inspect", at("outside.osm")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /outside\.osm: .*, OSM, built on the fly\n {2}it has no roads that can be used: missing node \(4\); way cut by the extract's border \(2\)\n$/,
    );
    expect(JSON.parse((await roadsnap(["inspect", at("outside.osm"), "--json"])).stdout)).toMatchObject({
      edges: 0,
      bounds: null,
      dropped: { "missing node": 4 },
    });
    await saveRoads(at("empty.roads"), buildRoads(new RoadSource()));
    expect((await roadsnap(["inspect", at("empty.roads")])).stdout).toMatch(/checksum good\n {2}it has no roads\n$/);
  });

  it("finds a changed byte", async () => {
    const bytes = readFileSync(at("village.roads"));
    bytes[bytes.length - 40] ^= 1;
    writeFileSync(at("damaged.roads"), bytes);
    const { code, stderr } = await roadsnap(["inspect", at("damaged.roads")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^roadsnap: .*damaged\.roads: .*checksum.*\n$/);
  });
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk", () => {
  it("commands say so, and do not suggest another way of reading", async () => {
    const files = ["a", "b"].map((name) => at(`full-${name}.csv`));
    mkdirSync(at("full"));
    for (const [i, file] of files.entries()) {
      writeFileSync(file, "lon,lat\n8.001,46\n");
      symlinkSync("/dev/full", at(`full/full-${"ab"[i]}.csv`));
    }
    const { code, stderr } = await roadsnap(["snap", ...files, "--roads", at("village.osm"), "-o", at("full/"), "-q"]);
    expect([code, stderr]).toEqual([
      1,
      `${["a", "b"].map((name) => `roadsnap: ${at(`full/full-${name}.csv`)}: no space left on the device.\n`).join("")}roadsnap: 2 of 2 files could not be snapped.\n`,
    ]);
  });
});

describe("on a terminal", () => {
  // The terminal in which the tests run may be TERM=dumb.
  beforeEach(() => void vi.stubEnv("TERM", "xterm"));
  afterEach(() => void vi.unstubAllEnvs());

  it("progress is printed to standard error and removed again; in a pipe there is none", async () => {
    const { stdout, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("tty.roads")], { terminal: true });
    expect(stderr).toContain("reading village.osm");
    expect(stdout).not.toContain("reading");
    expect((await roadsnap(["build", at("village.osm"), "-o", at("tty.roads")])).stderr).toBe("");
  });

  it("with TERM=dumb there is no progress, since it could not be removed", async () => {
    vi.stubEnv("TERM", "dumb");
    const { stderr } = await roadsnap(["build", at("village.osm"), "-o", at("tty.roads")], { terminal: true });
    expect(stderr).toBe("");
  });

  it("the progress of parallel files is removed while a message is printed", async () => {
    const files = ["a.csv", "none.csv", "b.csv"].map((name) => at(`tty-${name}`));
    for (const file of [files[0], files[2]]) writeFileSync(file, "lon,lat\n8.001,46\n");
    const argv = ["snap", ...files, "--roads", at("village.osm"), "-o", at("tty/"), "--threads", "2"];
    const { stderr } = await roadsnap(argv, { terminal: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the line is taken away by one
    expect(stderr).toMatch(/\u001b\[2K\u001b\[31mroadsnap:\u001b\[39m [^\u001b]*tty-none\.csv: there is no such file\.\n/);
  });
});

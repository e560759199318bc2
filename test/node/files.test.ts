// Files: opened without a copy, read and saved, with errors of one sentence that begin with the path.
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { Evaluation } from "../../src/evaluate/evaluator.js";
import { readGeoJsonRoads } from "../../src/import/roads/geojson-roads.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { readRoadSource } from "../../src/node/files.js";
import { openRoads, readInput, readRoads, readRoadsFile, readRoadsPart, saveRoads } from "../../src/node/index.js";
import { Area } from "../../src/roads/area.js";
import { MODES } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import { extractRoads } from "../../src/roads/extract.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { scratch } from "../helpers/terminal.js";
import { VILLAGE_OSM } from "../helpers/village.js";

const at = scratch();
const roads = asciiMap("a--b--c").graph({ abc: {} });

async function trouble(work: Promise<unknown>): Promise<SnapError> {
  return work.then(
    () => expect.unreachable("it was expected to fail"),
    (error) => {
      expect(error).toBeInstanceOf(SnapError);
      return error;
    },
  );
}

describe("saveRoads and openRoads", () => {
  it("give back the same bytes", async () => {
    await saveRoads(at("a.roads"), roads);
    const opened = await openRoads(at("a.roads"));
    expect(Buffer.from(opened.data).equals(Buffer.from(roads.data))).toBe(true);
    opened.verify();
  });

  it("refuse a promise of roads, and name it as such", async () => {
    const promise = openRoads(at("a.roads")) as unknown as RoadGraph;
    await expect(saveRoads(at("none.roads"), promise)).rejects.toThrow(
      "The file's roads are a promise (is an await missing?); they must be a RoadGraph.",
    );
    expect(existsSync(at("none.roads"))).toBe(false);
  });

  it.each<[string, (options: object) => Promise<unknown>]>([
    ["openRoads", (options) => openRoads(at("a.roads"), options)],
    ["reading roads", (options) => readRoads(at("a.roads"), options)],
    ["reading roads", (options) => readRoadsPart(at("a.roads"), Area.box([7, 49, 9, 51]), options)],
    ["readOsm", (options) => readOsm(new Uint8Array(), options)],
    ["readGeoJsonRoads", async (options) => readGeoJsonRoads("{}", options)],
    ["building roads", async (options) => buildRoads(new RoadSource(), options)],
    ["extractRoads", async (options) => extractRoads(roads, Area.box([7, 49, 9, 51]), options)],
    ["the evaluation", async (options) => new Evaluation(options)],
  ])("refuse an option %s does not have, since it would have no effect", async (of, call) => {
    await saveRoads(at("a.roads"), roads);
    const message = `There is no option "sharedmemory" of ${of}; there are `;
    const details = { name: "sharedmemory", value: true };
    await expect(call({ sharedmemory: true })).rejects.toMatchObject({
      code: "bad-option",
      message: expect.stringContaining(message),
      details,
    });
  });

  it("use the very buffer that the file was read into", async () => {
    await saveRoads(at("a.roads"), roads);
    const opened = await openRoads(at("a.roads"));
    expect(opened.edgeLength.buffer).toBe(opened.data);
    expect(opened.data.byteLength).toBe(lstatSync(at("a.roads")).size);
  });

  it("use shared memory if asked, for reading and writing", async () => {
    await saveRoads(at("a.roads"), roads);
    const shared = await openRoads(at("a.roads"), { sharedMemory: true });
    expect(shared.data).toBeInstanceOf(SharedArrayBuffer);
    await saveRoads(at("shared.roads"), shared);
    expect(readFileSync(at("shared.roads")).equals(readFileSync(at("a.roads")))).toBe(true);
  });

  it.each([
    ["missing", () => {}, "not-found", /there is no such file/],
    ["empty", (path: string) => writeFileSync(path, ""), "bad-roads", /size is 0 bytes: it was cut short/],
    ["cut short", (path: string) => writeFileSync(path, new Uint8Array(roads.data).subarray(0, -8)), "bad-roads", /cut short/],
    ["of another kind", (path: string) => writeFileSync(path, "x".repeat(100)), "bad-roads", /not a road file/],
    ["a folder", (path: string) => mkdirSync(path), "bad-input", /this is a folder/],
  ])("refuse a file that is %s", async (name, make, code, sentence) => {
    const path = at(`open ${name}`);
    make(path);
    const error = await trouble(openRoads(path));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(sentence);
    expect(error.message.startsWith(`${path}: `)).toBe(true);
    expect(error.details.path).toBe(path);
  });
});

it.each([[null], [undefined], [7], [""]])("a file name %j gives an error of one sentence", async (path) => {
  const { code, message } = await trouble(openRoads(path as string));
  expect([code, message]).toMatchObject([
    "bad-option",
    expect.stringMatching(/^The path of a file or folder is .*; it must be text, and not empty\.$/),
  ]);
});

describe("readInput", () => {
  it("reads a file into a buffer of exactly its size", async () => {
    writeFileSync(at("in.txt"), "hello");
    const bytes = await readInput(at("in.txt"));
    expect(Buffer.from(bytes).toString()).toBe("hello");
    expect(bytes.buffer.byteLength).toBe(5);
  });

  it("reads - from the given stream, as bytes or text", async () => {
    async function* stdin() {
      yield new TextEncoder().encode("hel");
      yield "lo";
    }
    expect(Buffer.from(await readInput("-", { stdin: stdin() })).toString()).toBe("hello");
  });

  it.skipIf(process.platform !== "linux")("reads files that report no size, such as a named pipe", async () => {
    const made = spawn("mkfifo", [at("pipe")]);
    await new Promise((resolve) => made.on("close", resolve));
    const writer = spawn("sh", ["-c", `printf hello > '${at("pipe")}'`]);
    expect(Buffer.from(await readInput(at("pipe"))).toString()).toBe("hello");
    writer.kill();
  });

  it.each([
    ["a file", () => readInput(at("in.txt"), { maxBytes: 4 })],
    ["standard input", () => readInput("-", { maxBytes: 4, stdin: [Buffer.from("hello")] as unknown as AsyncIterable<Uint8Array> })],
  ])("stops reading %s beyond maxBytes", async (_, read) => {
    writeFileSync(at("in.txt"), "hello");
    const error = await trouble(read());
    expect(error.code).toBe("limit");
    expect(error.message).toMatch(/^(.*in\.txt|standard input): It has 5 bytes or more; at most 4 are read\.$/);
  });
});

it.each<[object, string]>([
  [{ modes: "driving" }, `The option modes is "driving"; it must be a list of one or more of ${MODES.join(", ")}.`],
  [{ maxMemory: 0 }, "The option maxMemory is 0; it must be a number of bytes above 0."],
  [{ maxBytes: "x" }, 'The option maxBytes is "x"; it must be a number of bytes above 0.'],
  [{ threads: 0 }, "The option threads is 0; it must be a whole number from 1 to 1024."],
  [{ threads: 1.5 }, "The option threads is 1.5; it must be a whole number from 1 to 1024."],
])("the options %j are refused by every reader of roads in files, before the file is looked for", async (options, sentence) => {
  const area = Area.box([0, 0, 1, 1]);
  for (const reading of [() => readRoadSource("no-such.osm", options), () => readRoadsPart("no-such.osm", area, options)]) {
    const { code, message } = await trouble(reading());
    expect([code, message]).toEqual(["bad-option", sentence]);
  }
});

describe("readRoads", () => {
  const geojson = JSON.stringify({
    type: "Feature",
    properties: { highway: "residential", name: "Lane" },
    geometry: {
      type: "LineString",
      coordinates: [
        [8, 50],
        [8.01, 50],
      ],
    },
  });
  beforeAll(() => saveRoads(at("built"), roads));

  it.each<[string, string | Uint8Array | null, string, number]>([
    ["a road file", null, "roads", 1],
    ["OSM XML", VILLAGE_OSM, "osm", 4],
    ["gzipped OSM XML", gzipSync(VILLAGE_OSM), "osm", 4],
    ["GeoJSON", geojson, "geojson", 1],
    ["gzipped GeoJSON after a line break", gzipSync(`\n ${geojson}`), "geojson", 1],
  ])("recognises %s by its content, whatever its name", async (what, content, kind, edges) => {
    const path = content === null ? at("built") : at(`roads ${what}`);
    if (content !== null) writeFileSync(path, content);
    const file = await readRoadsFile(path);
    expect([file.kind, file.roads.edgeCount, file.report === null]).toEqual([kind, edges, kind === "roads"]);
    expect((await readRoads(path)).edgeCount).toBe(edges);
  });

  it("gives an error for a gzipped road file, which is not unpacked", async () => {
    writeFileSync(at("built.gz"), gzipSync(readFileSync(at("built"))));
    const { code, message } = await trouble(readRoads(at("built.gz")));
    const sentence = "This is a road file that is gzipped; a road file is read as it is, so unpack it first.";
    expect([code, message]).toEqual(["bad-input", `${at("built.gz")}: ${sentence}`]);
  });

  it("gives an error for a file that was gzipped twice", async () => {
    writeFileSync(at("twice.gz"), gzipSync(gzipSync(VILLAGE_OSM)));
    const sentence = "This is a gzip file within a gzip file; unpack it once.";
    expect((await trouble(readRoads(at("twice.gz")))).message).toBe(`${at("twice.gz")}: ${sentence}`);
  });

  it.each<[string, string | Uint8Array]>([
    ["an empty file", ""],
    ["an empty file", gzipSync("")],
    ["a file of unknown kind", "lon,lat\n7,43"],
    ["a web page (HTML)", gzipSync("<html></html>")],
    ["a ZIP archive", Uint8Array.of(0x50, 0x4b, 3, 4, 20)],
  ])("says for %s what is expected", async (what, content) => {
    writeFileSync(at("other"), content);
    const asked = "OSM XML, OSM PBF or GeoJSON.";
    expect((await trouble(readRoads(at("other")))).message).toBe(`${at("other")}: This is ${what}; it must be a road file, ${asked}`);
    expect((await trouble(readRoadSource(at("other")))).message).toBe(`${at("other")}: This is ${what}; it must be ${asked}`);
  });

  it.each<[string, string | Uint8Array]>([
    ["a shape file", Uint8Array.of(0, 0, 0x27, 0x0a, 0, 0, 0, 0)],
    ["an SQLite database, as a GeoPackage is", "SQLite format 3\0"],
    ["a Parquet file", "PAR1\x15"],
    ["a FlatGeobuf file", "fgb\x03fgb\x00"],
  ])("says for %s how to convert it", async (what, content) => {
    writeFileSync(at("other"), content);
    const how = "GDAL makes GeoJSON of it, ogr2ogr -t_srs EPSG:4326 roads.geojson FILE.";
    expect((await trouble(readRoadSource(at("other")))).message).toBe(
      `${at("other")}: This is ${what}; it must be OSM XML, OSM PBF or GeoJSON; ${how}`,
    );
  });

  it.each([
    ["empty", ""],
    ["text", "hello"],
    ["damaged gzip", gzipSync(VILLAGE_OSM).subarray(0, 60)],
    ["GPX", "<gpx></gpx>"],
  ])("refuses %s with an error that begins with the path", async (what, content) => {
    const path = at(`not roads, ${what}`);
    writeFileSync(path, content);
    const { code, message } = await trouble(readRoads(path));
    expect(code).toBe("bad-input");
    expect(message.startsWith(`${path}: `)).toBe(true);
    expect(message).not.toContain("\n");
  });
});

it("a name with a NUL character, and a circle of links, give an error of one sentence", async () => {
  await expect(openRoads("a\0b")).rejects.toMatchObject({
    code: "bad-option",
    message: 'The path of a file or folder is "a\\u0000b"; it must not have a character of code 0.',
  });
  symlinkSync("circle.roads", at("circle.roads"));
  await expect(openRoads(at("circle.roads"))).rejects.toMatchObject({
    code: "bad-input",
    message: `${at("circle.roads")}: its symbolic links form a circle, or are too many.`,
  });
});

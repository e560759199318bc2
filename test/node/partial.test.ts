// A part of a road file read from disk: the same as extracted from the whole, without reading the whole.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { tiledRoads, townRoads } from "../../bench/inputs/networks.js";
import type { Box } from "../../src/geo/box.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { FileSource } from "../../src/node/file-source.js";
import { openRoads, readRoadsPart, saveRoads } from "../../src/node/files.js";
import { Area } from "../../src/roads/area.js";
import { Access } from "../../src/roads/attributes.js";
import { extractRoads } from "../../src/roads/extract.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { FORMAT_VERSION } from "../../src/roads/sections.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();
let town: RoadGraph;
/** Enough towns for the edges to be numbered by place. */
let towns: RoadGraph;
/** So few that the tree of their boxes has one box. */
const street = asciiMap("a--b--c").graph({ abc: {} });
beforeAll(async () => {
  town = await townRoads();
  towns = await tiledRoads(2 * 66_000);
  await saveRoads(at("town.roads"), town);
  await saveRoads(at("towns.roads"), towns);
  await saveRoads(at("street.roads"), street);
});
afterEach(() => vi.restoreAllMocks());

/** A part of the network's box, as 0 … 1 on both axes. */
function partOf(roads: RoadGraph, [left, low, right, high]: [number, number, number, number]): Box {
  const [west, south, east, north] = roads.bounds();
  const x = (t: number) => west + t * (east - west);
  const y = (t: number) => south + t * (north - south);
  return [x(left), y(low), x(right), y(high)];
}

describe("readRoadsPart", () => {
  it("needs an Area, and not the values of one", async () => {
    const allowed = "it must be an Area, which Area.box([west, south, east, north]) or readArea(geojson) makes.";
    const box = [1, 2, 3, 4] as unknown as Area;
    const refusal = (name: string) => ({ code: "bad-option", message: `${name} is a list of 4; ${allowed}` });
    await expect(openRoads(at("towns.roads"), { within: box })).rejects.toMatchObject(refusal("The option within"));
    await expect(readRoadsPart(at("towns.roads"), box)).rejects.toMatchObject(refusal("The area"));
    await expect(readOsm(new Uint8Array(1), { near: box })).rejects.toMatchObject(refusal("The option near"));
    expect(() => extractRoads(towns, box)).toThrow(expect.objectContaining(refusal("The area")));
    await expect(openRoads(at("towns.roads"), null as never)).rejects.toThrow("The options of openRoads are null; they must be an object.");
  });

  it.each<[what: string, part: [number, number, number, number]]>([
    ["a corner", [0, 0, 0.1, 0.1]],
    ["the middle", [0.45, 0.4, 0.55, 0.6]],
    ["a strip", [0, 0.5, 1, 0.501]],
    ["a place", [0.5, 0.5, 0.5, 0.5]],
    ["everything", [0, 0, 1, 1]],
  ])("gives the same as an extract of the whole: %s", async (_, part) => {
    for (const [name, roads] of [
      ["town.roads", town],
      ["towns.roads", towns],
      ["street.roads", street],
    ] as const) {
      const within = Area.box(partOf(roads, part));
      const read = await openRoads(at(name), { within });
      read.verify();
      expect(Buffer.from(read.data).equals(Buffer.from(extractRoads(roads, within).data)), name).toBe(true);
    }
  });

  it("does not read the rest of the file", async () => {
    const fill = vi.spyOn(FileSource.prototype, "fill");
    const part = await openRoads(at("towns.roads"), { within: Area.box(partOf(towns, [0.4, 0.4, 0.5, 0.5])) });
    const bytes = fill.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
    expect(part.edgeCount).toBeGreaterThan(300);
    expect(bytes).toBeLessThan(towns.data.byteLength / 5);
  });

  it("may be restricted to some vehicles if the roads are not built yet", async () => {
    const osm = `<osm version="0.6">
      <node id="1" lon="8" lat="50"/><node id="2" lon="8.001" lat="50"/><node id="3" lon="8.002" lat="50"/>
      <way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="busway"/></way>
      <way id="8"><nd ref="2"/><nd ref="3"/><tag k="highway" v="footway"/></way></osm>`;
    writeFileSync(at("ways.osm"), osm);
    const area = Area.box([7, 49, 9, 51]);
    const { roads } = await readRoadsPart(at("ways.osm"), area, { vehicle: "bus", modes: ["driving"] });
    expect([...roads.edgeWay, roads.arcAccess[0] & Access.driving]).toEqual([7, Access.driving]);
    await expect(readRoadsPart(at("town.roads"), area, { vehicle: "bus" })).rejects.toThrow(
      "The option vehicle is for OSM and GeoJSON files, and this is a road file: give the option when the road file is built.",
    );
  });

  it("may use shared memory", async () => {
    const within = Area.box(partOf(towns, [0.4, 0.4, 0.5, 0.5]));
    expect((await openRoads(at("towns.roads"), { within, sharedMemory: true })).data).toBeInstanceOf(SharedArrayBuffer);
  });

  it("accepts any file with roads, and says what kind it was", async () => {
    const within = Area.box(partOf(town, [0.3, 0.3, 0.6, 0.6]));
    const fromFile = await readRoadsPart(at("town.roads"), within);
    const fromOsm = await readRoadsPart("fixtures/town.osm", within);
    expect(Buffer.from(fromOsm.roads.data).equals(Buffer.from(fromFile.roads.data))).toBe(true);
    expect(fromFile.of).toEqual({ edges: town.edgeCount, bytes: town.data.byteLength, bounds: town.bounds() });
    expect(fromOsm.of).toEqual({ edges: null, bounds: null, bytes: statSync("fixtures/town.osm").size });
    const stdin = (async function* () {
      yield readFileSync(at("town.roads"));
    })();
    expect((await readRoadsPart("-", within, { stdin })).roads.edgeCount).toBe(fromFile.roads.edgeCount);
  });
});

function ofOldVersion(bytes: Buffer): Buffer {
  new Uint32Array(bytes.buffer, bytes.byteOffset + 8, 1)[0] = FORMAT_VERSION - 1;
  return bytes;
}

describe("a damaged road file", () => {
  const within = Area.box([-20.05, 44.9, -19.9, 45.1]);
  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ["cut short", (bytes) => bytes.subarray(0, -8), /its header says \d+: it was cut short or added to\.$/],
    ["only its header", (bytes) => bytes.subarray(0, 40), /it was cut short/],
    ["of another version", ofOldVersion, /version is 1; it must be \d+: build it again\.$/],
    ["of another kind", () => Buffer.from("x".repeat(2000)), /it is not a road file\.$/],
  ])("is refused with the same error as when it is opened as a whole: %s", async (what, change, sentence) => {
    const path = at(`bad ${what}`);
    writeFileSync(path, change(readFileSync(at("town.roads"))));
    await expect(openRoads(path, { within })).rejects.toMatchObject({ code: "bad-roads", message: expect.stringMatching(sentence) });
    await expect(openRoads(path)).rejects.toMatchObject({ code: "bad-roads", message: expect.stringMatching(sentence) });
  });

  it.each(["shapeStart", "nameStart"] as const)("is refused with one bit changed in %s", async (name) => {
    const bytes = readFileSync(at("town.roads"));
    const column = town.columns[name];
    for (const bit of [31, 12]) {
      const turned = Buffer.from(bytes);
      const place = column.byteOffset + 4;
      turned.writeUInt32LE((turned.readUInt32LE(place) ^ (1 << bit)) >>> 0, place);
      writeFileSync(at("turned"), turned);
      await expect(openRoads(at("turned"), { within })).rejects.toMatchObject({ code: "bad-roads" });
    }
  });

  it.each(["virtualArc", "turnState", "turnStart", "turnTo", "turnNext"] as const)(
    "is refused, and does not cause an endless loop, with %s damaged",
    async (name) => {
      const column = town.columns[name];
      const middle = column.length >>> 1;
      const turned = readFileSync(at("town.roads"));
      turned.writeUInt32LE(0xffffffff, column.byteOffset + 4 * middle);
      writeFileSync(at("turned"), turned);
      const sentence = /turned: The road file's (turn\w+\[\d+\] is \d+; it must be|virtualArc\[0\] is|section "\w+" has \d+ elements;)/;
      await expect(openRoads(at("turned"), { within })).rejects.toMatchObject({
        code: "bad-roads",
        message: expect.stringMatching(sentence),
      });
    },
  );

  it("is refused with rows of the turn table that are not in order", async () => {
    const { turnState } = town.columns;
    const [before, row] = [turnState[4], 5];
    const turned = readFileSync(at("town.roads"));
    turned.writeUInt32LE(before, turnState.byteOffset + 4 * row);
    writeFileSync(at("turned"), turned);
    await expect(openRoads(at("turned"), { within })).rejects.toMatchObject({
      code: "bad-roads",
      message: `${at("turned")}: The road file's turnState[${row}] is ${before}; it must be ${before + 1} or more.`,
    });
  });

  it("is refused with an index that points outside", async () => {
    for (const name of ["treeEdge", "shapeStart", "nameStart"] as const) {
      const bytes = readFileSync(at("town.roads"));
      const column = town.columns[name];
      new Uint32Array(bytes.buffer, bytes.byteOffset + column.byteOffset, column.length).fill(0xfffffff0);
      writeFileSync(at(`bad ${name}`), bytes);
      await expect(openRoads(at(`bad ${name}`), { within }), name).rejects.toMatchObject({
        code: "bad-roads",
        message: expect.stringMatching(/^.+bad \w+: The road file's section "\w+" has \d+ elements; it must have those from \S+ to \S+\.$/),
      });
    }
  });
});

// Roads whose buffer was transferred to another thread are empty: whatever uses them gives an error, and does not find a network without roads.
import { beforeAll, expect, it } from "vitest";
import { readCsv } from "../src/import/tracks/csv.js";
import {
  buildRoads,
  evaluateTracks,
  Matcher,
  nearbyRoads,
  nearestRoad,
  type RoadGraph,
  readOsm,
  type SnapResult,
  SnapToRoads,
  simulateDrives,
  snapPoints,
  writeCsv,
  writeGeoJson,
  writeGpx,
  writeHtml,
  writeNdjson,
} from "../src/index.js";
import { DRIVE_CSV, VILLAGE_OSM } from "./helpers/village.js";

let moved: RoadGraph;
let result: SnapResult;
beforeAll(async () => {
  moved = buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM)));
  result = snapPoints(new Matcher(moved), readCsv(DRIVE_CSV).points);
  structuredClone(moved.data, { transfer: [moved.data as ArrayBuffer] });
});

it.each<[string, (roads: RoadGraph) => unknown]>([
  ["Matcher", (roads) => new Matcher(roads)],
  ["SnapToRoads", (roads) => new SnapToRoads(roads)],
  ["nearestRoad", (roads) => nearestRoad(roads, 8, 50)],
  ["nearbyRoads", (roads) => nearbyRoads(roads, 8, 50, 100)],
  ["verify", (roads) => roads.verify()],
  ["simulateDrives", (roads) => simulateDrives(roads, { drives: 1 })],
  ["evaluateTracks", (roads) => evaluateTracks(roads, [{ id: "a", track: [], truth: [[[8, 50]]], roads: "", trimMetres: 0 } as never])],
  ["writeCsv", (roads) => writeCsv(result, roads)],
  ["writeGpx", (roads) => writeGpx(result, roads)],
  ["writeGeoJson", (roads) => writeGeoJson(result, roads)],
  ["writeNdjson", (roads) => writeNdjson(result, roads)],
  ["writeHtml", (roads) => writeHtml(result, roads)],
])("%s gives an error for roads that were transferred", (_, ask) => {
  expect(() => ask(moved)).toThrowError(
    expect.objectContaining({ code: "bad-roads", message: expect.stringContaining("moved to another thread") }),
  );
});

it.each([undefined, {}, Promise.resolve()])("writers refuse %j as a result", (wrong) => {
  for (const write of [writeCsv, writeGpx, writeGeoJson, writeNdjson, writeHtml]) {
    expect(() => write(wrong as never, moved)).toThrow(/^The result to write is .*; it must be what snapPoints returns\.$/);
  }
});

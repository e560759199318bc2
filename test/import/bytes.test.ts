// Bytes from another realm, such as a frame of a browser or a test environment, are accepted as bytes.
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { Area, readArea, readGeoJsonRoads, readOsm, readTracks } from "../../src/index.js";
import { VILLAGE_OSM } from "../helpers/village.js";

/** The bytes of a text as another realm's Uint8Array, as its ArrayBuffer, or as a DataView on that. */
function elsewhere(text: string | Uint8Array, form: "Uint8Array" | "ArrayBuffer" | "DataView"): Uint8Array {
  const bytes = [...(typeof text === "string" ? new TextEncoder().encode(text) : text)];
  const made = { Uint8Array: "bytes", ArrayBuffer: "bytes.buffer", DataView: "new DataView(bytes.buffer)" }[form];
  return runInNewContext(`const bytes = Uint8Array.from(list); ${made}`, { list: bytes });
}
const area = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}';
const road = '{"type":"Feature","properties":{"highway":"residential"},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}';
const csv = "lon,lat\n8,50\n";

it.each(["Uint8Array", "ArrayBuffer", "DataView"] as const)("a %s of another realm is read", async (form) => {
  expect((await readOsm(elsewhere(VILLAGE_OSM, form))).ways.length).toBeGreaterThan(0);
  expect((await readOsm(elsewhere(gzipSync(VILLAGE_OSM), form))).ways.length).toBeGreaterThan(0);
  expect(readArea(elsewhere(area, form))).toBeInstanceOf(Area);
  expect(readGeoJsonRoads(elsewhere(road, form)).ways).toHaveLength(1);
  expect((await readTracks(elsewhere(csv, form))).points).toHaveLength(1);
  expect((await readTracks(elsewhere(gzipSync(csv), form))).points).toHaveLength(1);
});

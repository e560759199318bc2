// How an OSM file is recognised by its content, and the errors for other files.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readGeoJsonRoads } from "../../../src/import/roads/geojson-roads.js";
import { readOsm } from "../../../src/import/roads/osm.js";
import { MODES } from "../../../src/roads/attributes.js";
import { writePbf } from "../../helpers/pbf-writer.js";
import { dump, trouble } from "../../helpers/road-source.js";

const XML = `<osm><node id="1" lat="1" lon="1"/><node id="2" lat="2" lon="2"/>
  <way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/></way></osm>`;
const bytes = (text: string) => new TextEncoder().encode(text);
const pbf = writePbf({
  nodes: [1, 2].map((id) => ({ id, lon: id, lat: id })),
  ways: [{ id: 3, refs: [1, 2], tags: { highway: "path" } }],
});

it.each<[string, Uint8Array | ArrayBuffer]>([
  ["XML", bytes(XML)],
  ["XML after white space", bytes(`\n \t${XML}`)],
  ["XML in UTF-16", new Uint8Array(Uint16Array.from(`\ufeff${XML}`, (c) => c.charCodeAt(0)).buffer)],
  ["gzip of XML", gzipSync(XML)],
  ["two gzip members", Buffer.concat([gzipSync(XML.slice(0, 50)), gzipSync(XML.slice(50))])],
  ["PBF", pbf],
  ["gzip of PBF", gzipSync(pbf)],
  ["an ArrayBuffer", bytes(XML).slice().buffer],
  ["a view into a larger buffer", new Uint8Array(Buffer.concat([Buffer.from("junk"), pbf])).subarray(4)],
])("%s is read", async (_, input) => {
  expect(dump(await readOsm(input))).toEqual(dump(await readOsm(bytes(XML))));
});

describe("any other file is refused with what it is", () => {
  it.each<[string, Uint8Array]>([
    ["an empty file", new Uint8Array(0)],
    ["an empty file", bytes(" \n ")],
    ["a web page (HTML)", bytes("<!DOCTYPE html><html><body>404</body></html>")],
    ["a web page (HTML)", bytes("\n<!-- moved -->\n<HTML>\n<p>Too many requests</p>")],
    ["a JSON file", bytes('{"type":"FeatureCollection","features":[]}')],
    ["a ZIP archive", Uint8Array.of(0x50, 0x4b, 3, 4, 20)],
    ["a bzip2 file", bytes("BZh91AY&SY")],
    ["an xz file", Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)],
    ["a Zstandard file", Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd)],
    ["a file of unknown kind", bytes("lon,lat\n7,43")],
    ["an empty file", gzipSync("")],
    ["a web page (HTML)", gzipSync("<html></html>")],
  ])("%s", async (kind, input) => {
    const { code, message } = await trouble(readOsm(input));
    expect(code).toBe("bad-input");
    expect(message).toMatch(`These bytes are ${kind}`);
    expect(message).toMatch("; they must be OSM XML, OSM PBF or gzip of either.");
  });

  it("a file that was gzipped twice", async () => {
    expect((await trouble(readOsm(gzipSync(gzipSync(XML))))).message).toBe("This is a gzip file within a gzip file; unpack it once.");
  });

  it.each([
    ["a.osm", '"a.osm"; readRoads and readRoadsPart of roadsnap/node take a path'],
    [` ${XML}`, "text (its bytes are new TextEncoder().encode(text))"],
    [new Blob([XML]), "a Blob (its bytes are await it.arrayBuffer())"],
    [new Response(XML), "a Response (its bytes are await it.arrayBuffer())"],
    [Promise.resolve(), "a promise (is an await missing?)"],
    [null, "null"],
    [undefined, "undefined"],
    [{}, "an object"],
  ])("%j instead of bytes", async (input, kind) => {
    const { message } = await trouble(readOsm(input as unknown as Uint8Array));
    expect(message).toBe(`OSM data is read from bytes (Uint8Array or ArrayBuffer), not from ${kind}.`);
  });

  it.each([
    ["damaged gzip", Uint8Array.from(gzipSync(XML), (byte, i) => (i === 30 ? byte ^ 0xff : byte)), "bad-input"],
    ["gzip cut short", gzipSync(XML).subarray(0, 60), "bad-input"],
    ["the first bytes of gzip", gzipSync(XML).subarray(0, 2), "bad-input"],
  ])("%s", async (_, input, code) => expect((await trouble(readOsm(input))).code).toBe(code));

  it("a gzip bomb", { tags: "long" }, async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from("<osm>"), Buffer.alloc(20_000_000, 32)]));
    const { code, message } = await trouble(readOsm(bomb, { maxBytes: 1_000_000 }));
    expect([code, message]).toEqual(["limit", "The gzip data unpacks to more than 1000000 bytes, the most that is read."]);
  });

  it("XML over the limit", async () => {
    expect((await trouble(readOsm(bytes(XML), { maxBytes: 10 }))).code).toBe("limit");
  });
});

it.each<[object, string]>([
  [{ modes: [] }, `The option modes is a list of 0; it must be a list of one or more of ${MODES.join(", ")}.`],
  [{ modes: "driving" }, `The option modes is "driving"; it must be a list of one or more of ${MODES.join(", ")}.`],
  [{ modes: ["flying"] }, `The mode "flying" in modes is not known; allowed are ${MODES.join(", ")}.`],
  [{ maxMemory: "2GB" }, 'The option maxMemory is "2GB"; it must be a number of bytes above 0.'],
  [{ maxMemory: 0 }, "The option maxMemory is 0; it must be a number of bytes above 0."],
  [{ maxBytes: "x" }, 'The option maxBytes is "x"; it must be a number of bytes above 0.'],
  [{ maxBytes: Number.NaN }, "The option maxBytes is NaN; it must be a number of bytes above 0."],
])("the options %j are refused by every reader of bytes", async (options, sentence) => {
  for (const reading of [
    () => readOsm(bytes(XML), options),
    async () => readGeoJsonRoads({ type: "LineString", coordinates: [] }, options),
  ]) {
    const { code, message } = await trouble(reading());
    expect([code, message]).toEqual(["bad-option", sentence]);
  }
});

it("the progress of compressed XML is in compressed bytes, and a signal stops it", { tags: "long" }, async () => {
  const packed = gzipSync(`<osm>${XML.slice(5, -6).repeat(2000)}</osm>`);
  let last = [0, 0];
  const onProgress = (done: number, total: number) => {
    last = [done, total];
  };
  await readOsm(packed, { onProgress });
  expect(last).toEqual([packed.length, packed.length]);
  const controller = new AbortController();
  const { code } = await trouble(readOsm(packed, { signal: controller.signal, onProgress: () => controller.abort() }));
  expect(code).toBe("aborted");
});

it.each<[string, Uint8Array]>([
  ["PBF", writePbf({}, { blobs: Array.from({ length: 8 }, (_, i) => ({ nodes: [{ id: i + 1, lon: i, lat: i }] })) })],
  ["XML", bytes(`<osm>${XML.slice(5, -6).repeat(20_000)}</osm>`)],
])("reading %s waits for what onProgress returns, so that a page can draw and a signal can arrive", async (_, file) => {
  let [calls, under, most] = [0, 0, 0];
  const onProgress = async () => {
    calls++;
    most = Math.max(most, ++under);
    await new Promise((resolve) => setTimeout(resolve, 2));
    under--;
  };
  await readOsm(file, { onProgress });
  expect(calls).toBeGreaterThan(1);
  expect([most, under]).toEqual([1, 0]);
});

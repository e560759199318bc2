// Files of any track format, recognised by content, then by name; and real files next to the project.
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../src/import/tracks/csv.js";
import { readGpx } from "../../../src/import/tracks/gpx.js";
import type { ReadTracksOptions } from "../../../src/import/tracks/track-input.js";
import { parseTrackLine } from "../../../src/import/tracks/track-line.js";
import { detectTrackFormat, readTracks } from "../../../src/import/tracks/tracks.js";
import { caught } from "../caught.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const GPX = '<gpx><trk><trkseg><trkpt lat="2" lon="1"/></trkseg></trk></gpx>';
const FEATURES = '{"features":[{"attributes":{},"geometry":{"x":1,"y":2}}]}';
const GEOJSON =
  '{\n"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}\n]}';

describe("the format of a file", () => {
  it.each([
    ["gpx", "a.gpx", GPX],
    ["gpx", "wrong.csv", `<?xml version="1.0"?>\n${GPX}`],
    ["csv", "a.csv", "lon,lat\n1,2\n"],
    ["csv", "a.txt", "\ufefflon;lat\n1;2\n"],
    ["execute", "a.json", FEATURES],
    ["execute", "a.json", `{"points":${FEATURES},"f":"json"}`],
    ["geojson", "a.json", GEOJSON],
    ["geojson", "a.csv", '{"type":"Point","coordinates":[1,2]}'],
    ["ndjson", "a.json", '{"id":1,"points":[[1,2]]}\n{"id":2,"points":[[1,2]]}\n'],
    ["ndjson", "a.json", '{"id":1,"points":[[1,2]]}'],
    ["ndjson", "a.json", '{\n "id": 1,\n "points": [\n  [1, 2]\n ]\n}\n'],
    ["ndjson", "a.txt", '{\n  "lon": 1,\n  "lat": 2\n}'],
    ["ndjson", "a.json", '[{"lon":1,"lat":2}]'],
    ["ndjson", "a.json", '{"id":1,"poi\n{"id":2,"points":[[1,2]]}\n'],
    ["ndjson", "a.jsonl", '{"type":"Point","coordinates":[1,2]}'],
    ["ndjson", "a.NDJSON.gz", FEATURES],
  ])("is %s, if its name is %s", async (format, name, text) => {
    expect(detectTrackFormat(bytes(text), name)).toBe(format);
    const read = await readTracks(bytes(text), name);
    expect(read.format).toBe(format);
    expect(read.points[0]).toMatchObject({ lon: 1, lat: 2 });
    expect(await readTracks(gzipSync(bytes(text)), name)).toEqual(read);
    expect(await readTracks(bytes(text).buffer, name)).toEqual(read);
    expect(await readTracks(text, name)).toEqual(read);
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [5, "5"],
    [{}, "an object"],
    [new Blob(["lon,lat"]), "a Blob (its bytes are await it.arrayBuffer())"],
    [Promise.resolve(), "a promise (is an await missing?)"],
  ])("is recognised in bytes or text, and not in %j", async (wrong, shown) => {
    const refusal = { code: "bad-input", message: `Tracks are read from bytes (Uint8Array or ArrayBuffer) or text, not from ${shown}.` };
    await expect(readTracks(wrong as unknown as string)).rejects.toMatchObject(refusal);
    expect(caught(() => readGpx(wrong as unknown as string))).toMatchObject(refusal);
    expect(caught(() => readCsv(wrong as unknown as string))).toMatchObject(refusal);
  });

  it("may be given by an option", async () => {
    expect((await readTracks(bytes('{"type":"Point","coordinates":[1,2]}'), "", { format: "ndjson" })).format).toBe("ndjson");
  });

  it.each([
    ["bzip2", "BZh91AY&SY", "The file is a bzip2 file; unpack it first, or pack it as gzip."],
    ["xz", "\u00fd7zXZ\u0000", "The file is an xz file; unpack it first, or pack it as gzip."],
    ["ZIP", "PK\u0003\u0004....", "The file is a ZIP archive (or KMZ); unpack it first."],
    ["FIT", "\u000e\u0010\u0000\u0000\u0000\u0000\u0000\u0000.FIT", "The file is a Garmin FIT recording; export it as GPX first."],
    ["PBF", "\u0000\u0000\u0000\u000d\n\tOSMHeader", "The file is an OpenStreetMap PBF: it holds roads, not tracks."],
    ["OSM XML", "<?xml version='1.0'?>\n<osm version='0.6'/>", "The file is OpenStreetMap XML: it holds roads, not tracks."],
    ["KML", "<kml><Document/></kml>", "The file is KML, which is not read; export it as GPX first."],
    ["TCX", "<TrainingCenterDatabase/>", "The file is TCX, which is not read; export it as GPX first."],
    [
      "a spreadsheet",
      `PK\u0003\u0004${" ".repeat(26)}[Content_Types].xml`,
      "The file is a spreadsheet, or another document of an office program; save it as CSV first.",
    ],
    [
      "an old spreadsheet",
      "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1",
      "The file is a spreadsheet, or another document of an office program; save it as CSV first.",
    ],
    ["SQLite", "SQLite format 3\0", "The file is an SQLite database (or GeoPackage), which is not read; export it as CSV first."],
    ["a shape file", "\0\0'\n\0", "The file is a shape file, which is not read; export it as GeoJSON (EPSG:4326) or CSV first."],
    ["Parquet", "PAR1\u0015\u0004", "The file is Parquet, which is not read; export it as CSV or NDJSON first."],
    [
      "NMEA",
      "$GNRMC,083000.00,A,4343.5,N,00724.5,E,6.6,130.0,160524,,,A*6B\r\n",
      "The file is NMEA 0183, as receivers write it, which is not read; convert it to GPX first.",
    ],
    ...[
      '{"timelineObjects":[{}]}',
      '{\n  "semanticSegments": [\n',
      '{"locations":[{"timestampMs":"1","latitudeE7":437000000}]}',
      '[{"endTime":"","timelinePath":[]}]',
    ].map((text) => [
      "a Google Timeline",
      text,
      "The file is a Google Timeline (Location History), which is not read; convert it to GPX or CSV first.",
    ]),
    ["binary", "\u0001\u0000\u0002", "The input is binary, not text; tracks are read from GPX, CSV, GeoJSON, NDJSON and execute JSON."],
    ["empty", "", "The input is empty: it has 0 bytes and no text."],
    [
      "a response",
      '{\n "results": [],\n "messages": []\n}',
      "Line 1 is a response of SnapToRoads, not a request; it must have a list named points or features, or a lon and a lat.",
    ],
    ["broken JSON", '{"type":"FeatureCollection","features":[', "The file ends with 2 unclosed brackets; is it cut short?"],
  ])("is unknown, and the error says what the file is: %s", async (_, text, message) => {
    await expect(readTracks(Uint8Array.from(text, (c) => c.charCodeAt(0)))).rejects.toMatchObject({ code: "bad-input", message });
  });
});

describe("the option columns", () => {
  const columns = { lon: "Este", lat: "norte", time: "aika", track_id: "fahrer" };
  const point = { fahrer: "a", aika: 10, este: 7, norte: 45, time: 99, track_id: "b" };
  const features = (...geometries: (object | null)[]) =>
    JSON.stringify({
      type: "FeatureCollection",
      features: geometries.map((geometry) => ({ type: "Feature", properties: point, geometry })),
    });
  const place = { type: "Point", coordinates: [1, 2] };

  it.each([
    ["columns of a CSV", "fahrer;aika;este;norte;time\na;10;7;45;99\n"],
    ["members of a line", JSON.stringify(point)],
    ["members of a list", JSON.stringify([point])],
    ["members of the points of a line, even if the line has an id", JSON.stringify({ id: "c", points: [point] })],
    [
      "a member of a line, and those of one of its members",
      JSON.stringify({ fahrer: "a", points: [{ coords: { este: 7, norte: 45 }, aika: 10 }] }),
    ],
    ["properties of GeoJSON with a geometry", features(place)],
    ["properties of GeoJSON without a geometry", features(null)],
    ["properties of GeoJSON, one feature a line", JSON.stringify({ type: "Feature", properties: point, geometry: place })],
  ])("names %s, in any case, and then no other name counts", async (_, text) => {
    const { points } = await readTracks(text, { columns });
    expect(points).toMatchObject([{ lon: 7, lat: 45, time: 10, trackId: "a" }]);
  });

  it("leaves the coordinates of GeoJSON alone if the names are in use for something else", async () => {
    const lines = features({ type: "LineString", coordinates: [[1, 2]] }, { type: "LineString", coordinates: [[3, 4]] });
    const { points } = await readTracks(lines, { columns: { track_id: "fahrer" } });
    expect(points.map(({ lon, lat, trackId }) => [lon, lat, trackId])).toEqual([
      [1, 2, "a"],
      [3, 4, "a (2)"],
    ]);
  });

  it.each([
    ["GeoJSON", features(place)],
    ["lines", '{"lon":1,"lat":2,"tag":"2024-01-06","zeit":"12:00"}'],
  ])("is refused for %s if it names a date next to a time, which only CSV combines", async (_, text) => {
    await expect(readTracks(text, { columns: { date: "tag", time: "zeit" } })).rejects.toMatchObject({
      code: "bad-option",
      message:
        "The option columns names both date and time; only a CSV can have them in separate columns, so name one property that has the date and the time.",
    });
  });

  it("leaves the numbers of a position alone, which have no names", async () => {
    const lines = `{"points":[[7,45,10]]}\n${JSON.stringify({ points: [point] })}`;
    const { points } = await readTracks(lines, { columns });
    expect(points.map(({ lon, lat, time }) => [lon, lat, time])).toEqual([
      [7, 45, 10],
      [7, 45, 10],
    ]);
  });

  it("can swap what is under each other's name, and the numbers of a position", async () => {
    const exchanged = { lon: "lat", lat: "lon" };
    for (const text of ['{"lon":45,"lat":7,"time":10}', '{"points":[[45,7,10]]}', "[[45,7,10]]"])
      expect((await readTracks(text, { columns: exchanged })).points).toMatchObject([{ lon: 7, lat: 45, time: 10 }]);
    await expect(readTracks(GEOJSON, { columns: exchanged })).rejects.toThrow(
      /^No property of the GeoJSON is called "lat", "lon"; there are .*; its coordinates are read longitude first, as the standard has it; if they are not, exchange them in the file\.$/,
    );
  });

  it.each([
    [
      "a GeoJSON",
      features(place),
      'No property of the GeoJSON is called "zeit"; there are "fahrer", "aika", "este", "norte", "time", "track_id".',
    ],
    ["lines", `{"lon":1,"lat":2,"aika":3}\n{"lon":1,"lat":2}`, 'No member of a point is called "zeit"; there are "lon", "lat", "aika".'],
    ["positions", "[[1,2]]", 'No member of a point is called "zeit"; there are "lon", "lat".'],
    [
      "a GPX, which has fixed names",
      GPX,
      "The option columns is for CSV, GeoJSON and NDJSON; the fields of a GPX have fixed names, so leave it out.",
    ],
    [
      "a request, which has fixed names",
      FEATURES,
      "The option columns is for CSV, GeoJSON and NDJSON; the fields of a request have fixed names, so leave it out.",
    ],
  ])("is refused if its names are missing, or the format has fixed ones: %s", async (_, text, message) => {
    await expect(readTracks(text, { columns: { time: "zeit" } })).rejects.toThrow(message);
  });

  it("is refused if no line has the place; the error shows what the first one has", async () => {
    const text = '{"x":1,"norte":2}\n{"x":3,"norte":4}';
    await expect(readTracks(text, { columns })).rejects.toThrow(
      'No member of line 1 is called "Este", "aika", "fahrer"; there are "x", "norte".',
    );
  });

  it("may name fields that some points lack, and gives a warning for a line that is read alone", async () => {
    const text = `${JSON.stringify(point)}\n{"este":1,"norte":2}`;
    expect((await readTracks(text, { columns })).points).toMatchObject([{ time: 10 }, { time: null, trackId: null }]);
    expect(parseTrackLine('{"este":1,"norte":2}', 3, { columns }).warnings).toEqual([
      'No member of line 3 is called "aika", "fahrer"; there are "este", "norte".',
    ]);
  });
});

describe("the options of readTracks", () => {
  it.each([
    [[], "The options of reading tracks are a list of 0; they must be an object."],
    [{ hdopScale: 0 }, "The option hdopScale is 0; it must be a number above 0 and up to 1000."],
    [{ maxPoints: 1.5 }, "The option maxPoints is 1.5; it must be a whole number from 1 up."],
    [{ maxPoints: "1000" }, 'The option maxPoints is "1000"; it must be a whole number from 1 up.'],
    [{ maxBytes: [5] }, "The option maxBytes is a list of 1; it must be a whole number from 1 up."],
    [{ maxDepth: 5000 }, "The option maxDepth is 5000; it must be a whole number from 1 to 1000."],
    [{ format: "kml" }, 'The option format is "kml"; it must be one of gpx, csv, geojson, ndjson, execute.'],
    [
      { hdop: 5 },
      'There is no option "hdop" for reading tracks; there are format, hdopScale, maxBytes, maxPoints, maxDepth, check, columns, dates.',
    ],
  ])("are refused: %o", (options, message) => {
    const error = caught(() => detectTrackFormat(bytes(GPX), "", options as ReadTracksOptions));
    expect([error.code, error.message]).toEqual(["bad-option", message]);
  });

  it("may give the format if the file has no name", async () => {
    const text = "lon,lat,hdop\n7.42,43.73,2";
    expect(await readTracks(text, { hdopScale: 10 })).toEqual(await readTracks(text, "", { hdopScale: 10 }));
    await expect(readTracks(text, 5 as never)).rejects.toMatchObject({ code: "bad-option" });
  });

  it("have no effect on the error for a file that was gzipped twice", async () => {
    for (const options of [{}, { format: "gpx" } as const]) {
      await expect(readTracks(gzipSync(gzipSync(GPX)), "", options)).rejects.toMatchObject({
        code: "bad-input",
        message: "This is a gzip file within a gzip file; unpack it once.",
      });
    }
  });

  it("limit what a small file may unpack to", async () => {
    await expect(readTracks(gzipSync(new Uint8Array(1e6)), "", { maxBytes: 1000 })).rejects.toMatchObject({ code: "limit" });
  });
});

// Real recordings, next to the project and not part of it.
const DATA = new URL("../../../../shared/data/", import.meta.url);
const absent = !existsSync(DATA);

describe.skipIf(absent)(`real files${absent ? " (skipped: ../shared/data is absent)" : ""}`, { tags: "long" }, () => {
  it.each([
    ["gpx/issue-13.gpx", 29, 29],
    ["gpx/issue-70.gpx", 17, 17],
    ["gpx/issue-127.gpx", 2, 0],
    ["gpx/andorra_for_map_matching.gpx", 21, 0],
  ])("%s has %i points, %i with a time", async (name, count, timed) => {
    const { points, warnings } = await readTracks(readFileSync(new URL(name, DATA)), name);
    expect(points).toHaveLength(count);
    expect(points.filter(({ time }) => time !== null)).toHaveLength(timed);
    expect(points.every(({ trackId }) => trackId === null)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it("monaco/tracks-30s-s5.ndjson.gz has 200 tracks, without their truth in the points", async () => {
    const name = "monaco/tracks-30s-s5.ndjson.gz";
    const { points, warnings, format } = await readTracks(readFileSync(new URL(name, DATA)), name);
    expect(format).toBe("ndjson");
    expect(new Set(points.map(({ trackId }) => trackId)).size).toBe(200);
    expect(Object.keys(points[0].attributes)).toEqual(["lon", "lat", "time"]);
    expect(points.every(({ time }) => time !== null && time !== undefined && time >= 1_700_000_000)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it("a road file is not taken for a track", async () => {
    await expect(readTracks(readFileSync(new URL("gpx/issue-70.osm.gz", DATA)))).rejects.toThrow("it holds roads, not tracks");
  });
});

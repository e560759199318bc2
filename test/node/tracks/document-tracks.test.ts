// A GPX or a GeoJSON collection of any size as its tracks: where each begins and ends, however the text is divided, and what is no track.
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openDocumentTracks } from "../../../src/node/tracks/document-tracks.js";
import type { DocumentKind } from "../../../src/node/tracks/numbered-lines.js";

async function cut(kind: DocumentKind, pieces: readonly string[], reading = {}) {
  const { tracks, warnings } = await openDocumentTracks(Readable.from(pieces), reading, kind);
  const found: [number, unknown][] = [];
  for await (const { number, line } of tracks) found.push([number, line]);
  return { found, warnings };
}

const gpx = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1">${inside}</gpx>`;
const A = '<trk><name>a</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>';
const B = '<g:trk  id="b">\n<!-- </trk> --><g:name><![CDATA[</trk> <trk>]]></g:name></g:trk >';

describe("the tracks of a GPX", () => {
  it.each<[string, string, [number, string][], string[]]>([
    [
      "are its trk elements, numbered from 1",
      gpx(`${A}\n ${A}`),
      [
        [1, A],
        [2, A],
      ],
      [],
    ],
    [
      "may have any prefix, and tags of a track in comments and CDATA",
      gpx(`<!-- <trk> -->${B}${A}`),
      [
        [1, B],
        [2, A],
      ],
      [],
    ],
    ["may be empty, and count", gpx(`<trk/>${A}`), [[2, A]], []],
    [
      "end with their own closing tag, whatever is in them",
      gpx("<trk><extensions><x:trk/><x:wpt></x:wpt><x:rte/><gpx></gpx></extensions></trk>"),
      [[1, "<trk><extensions><x:trk/><x:wpt></x:wpt><x:rte/><gpx></gpx></extensions></trk>"]],
      [],
    ],
    ["are no elements whose names begin alike", gpx(`<trkx/>${A}<trkpt/>`), [[1, A]], []],
    ["end with the text if the file breaks off", gpx(A).replace("</trk></gpx>", ""), [[1, A.replace("</trk>", "")]], []],
    ["and if it breaks off in a tag, before the zeros with which a logger has filled it", "<gpx><trk><name\0\0", [[1, "<trk><name"]], []],
    [
      "stand beside routes and waypoints, which are ignored",
      gpx(`<wpt lat="1" lon="2"/><rte><rtept lat="1" lon="2"/></rte>${A}`),
      [[1, A]],
      ["2 routes and waypoints are ignored, because the file has tracks."],
    ],
    [
      "stand beside a route, which is ignored",
      gpx(`<rte/>${A}`),
      [[1, A]],
      ["1 route or waypoint is ignored, because the file has tracks."],
    ],
    [
      "are told to be perhaps not all if the file breaks off between them",
      `<gpx>${A}`,
      [[1, A]],
      ["The GPX breaks off, or is broken, behind track 1; what there is up to there is read."],
    ],
    [
      "and if a comment that has no end may hide some",
      gpx(`${A}<!-- ${A}`),
      [[1, A]],
      ["The GPX breaks off, or is broken, behind track 1; what there is up to there is read."],
    ],
  ])("%s", async (_, text, found, warnings) => {
    expect(await cut("gpx", [text])).toEqual({ found, warnings });
  });

  it("are the same if the text comes letter by letter", async () => {
    const text = gpx(`<metadata/>${B}<!-- <trk --><trk/><wpt/>${A}<!--> <trk> --><extensions>a > b</extensions>`);
    const start = text.indexOf("<metadata");
    const [head, rest] = [text.slice(0, start), text.slice(start)];
    expect(await cut("gpx", [`${head}${" ".repeat(1 << 20)}`, ...rest])).toEqual(await cut("gpx", [text]));
  });

  it.each([
    [
      "routes alone",
      gpx("<rte/>"),
      {},
      "The GPX has no tracks (trk); in a stream its routes and waypoints are not read, so read it whole.",
    ],
    ["another root", "<kml/>", {}, "The XML is not GPX: it has the root element <kml>; a GPX file has <gpx>."],
    [
      "another encoding",
      '<?xml version="1.0" encoding="latin1"?><gpx/>',
      {},
      'The GPX declares the encoding "latin1"; in a stream it must be UTF-8',
    ],
    ["a document type", `<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>${A}</gpx>`, {}, "The GPX has a document type"],
    ["names for its fields", gpx(A), { columns: { lon: "x" } }, "The option columns is for CSV, GeoJSON and NDJSON"],
  ])("cannot be told with %s", async (_, text, reading, message) => {
    await expect(cut("gpx", [text], reading)).rejects.toThrow(message);
  });
});

const LINE = '{"type":"Feature","properties":{"name":"a ]}\\" b"},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}';
const POINT = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}';
/** A feature with a geometry of one type, whose properties have the name and the value of another. */
const typed = (type: string, geometry: string) =>
  `{"type":"Feature","properties":{"type":"${type}"},"geometry":${geometry === "null" ? null : `{"type":"${geometry}","coordinates":[]}`}}`;
const collection = (...features: string[]) =>
  `{"name":"a \\"features\\": [","title":"features","bbox":[1,2,[3]],\n"type": "FeatureCollection", "features" : [\n${features.join(",\n")}\n],"more":[{"features":[${LINE}]}]}`;

it.each<[DocumentKind, string, string[], RegExp]>([
  ["gpx", "tags", [`<gpx>${"<trk ".repeat(1e5)}`], /has no tracks/],
  ["gpx", "tag, in pieces", [`<gpx>${" ".repeat(1 << 20)}<`, ...Array<string>(3000).fill("x".repeat(600))], /has no tracks/],
  ["geojson", "text", [`{"${'\\"'.repeat(1e5)}`], /no GeoJSON collection/],
])("a hostile %s without an end of its %s is looked through once", { timeout: 2000 }, async (kind, _, pieces, message) => {
  await expect(cut(kind, pieces)).rejects.toThrow(message);
});

describe("the tracks of a GeoJSON collection", () => {
  it.each<[string, string, [number, string][], string[]]>([
    [
      "are its features, by their numbers",
      collection(LINE, LINE),
      [
        [1, LINE],
        [2, LINE],
      ],
      [],
    ],
    [
      "are lines; other features are ignored, but count",
      collection(POINT, "null", LINE, POINT),
      [[2, LINE]],
      ["2 features are ignored, because in a stream only lines are read."],
    ],
    [
      "are told by their geometries, whatever type their properties have",
      collection(typed("LineString", "Point"), typed("MultiPoint", "null"), typed("Point", "LineString"), typed("LineString", "Polygon")),
      [[3, typed("Point", "LineString")]],
      ["3 features are ignored, because in a stream only lines are read."],
    ],
    [
      "are lines; a feature that is none is ignored",
      collection(LINE, POINT),
      [[1, LINE]],
      ["1 feature is ignored, because in a stream only lines are read."],
    ],
    [
      "end with the text if the file is cut short",
      `{"features":[${LINE},${LINE.slice(0, -9)}`,
      [
        [1, LINE],
        [2, LINE.slice(0, -9)],
      ],
      [],
    ],
    [
      "and if it is cut short before it shows whether the feature is a line",
      `{"features":[${LINE},{"type":"Feature"`,
      [
        [1, LINE],
        [2, '{"type":"Feature"'],
      ],
      [],
    ],
    [
      "are told to be perhaps not all if it is cut short between them",
      `{"features":[${LINE},`,
      [[1, LINE]],
      ["The GeoJSON breaks off, or is broken, behind feature 1; what there is up to there is read."],
    ],
    [
      "and if a bracket too many ends the list",
      collection(`${LINE}}`, LINE),
      [[1, LINE]],
      ["The GeoJSON breaks off, or is broken, behind feature 1; what there is up to there is read."],
    ],
    [
      "may be said to be in other coordinates, which is told",
      collection(LINE).replace("{", '{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},'),
      [[1, LINE]],
      [expect.stringContaining('coordinates are in "EPSG:3857", but they are read as degrees')],
    ],
  ])("%s", async (_, text, found, warnings) => {
    expect(await cut("geojson", [text])).toEqual({ found, warnings });
  });

  it("are the same if the text comes letter by letter", async () => {
    const text = collection(LINE, POINT, LINE);
    const start = text.indexOf("[\n") + 1;
    const pieces = [`${text.slice(0, start)}${" ".repeat(1 << 20)}`, ...text.slice(start)];
    expect(await cut("geojson", pieces)).toEqual(await cut("geojson", [text]));
  });

  it("cannot be told where its first megabyte has none, without reading on", async () => {
    const pieces = async function* () {
      yield `{"features":[${POINT},${POINT}${" ".repeat(1 << 20)}`;
      throw new Error("read on");
    };
    await expect(openDocumentTracks(pieces(), {}, "geojson")).rejects.toThrow("The first 2 features of the GeoJSON are no lines");
  });

  it.each([
    ["a point alone", collection(POINT), "The first feature of the GeoJSON is no line"],
    ["points alone", collection(POINT, POINT), "The first 2 features of the GeoJSON are no lines"],
    ["no feature", collection(), "The GeoJSON has no features"],
    ["no list of features", LINE, "The JSON is no GeoJSON collection"],
    ["features that belong to something else", `{"points":{"features":[${LINE}]}}`, "The JSON is no GeoJSON collection"],
  ])("cannot be told with %s", async (_, text, message) => {
    await expect(cut("geojson", [text])).rejects.toThrow(message);
  });
});

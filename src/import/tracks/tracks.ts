// Tracks: reads tracks of any format. It is recognised by the content, or by the file's name if the content may be two formats.
import { SnapError } from "../../errors.js";
import { bytesOf } from "../../roads/utf8.js";
import { CONTENT, contentOf, packedWords, RECORD_SEPARATOR } from "../content.js";
import { inflate, isGzip, packedTwice } from "../inflate.js";
import { readCsv } from "./csv.js";
import { executeTracksOf, formParameters, isExecuteJson, readExecuteJson } from "./execute-json.js";
import { geoJsonTracksOf, isArea, isGeoJson, readGeoJsonTracks } from "./geojson-tracks.js";
import { readGpx, rootElement } from "./gpx.js";
import { readNdjson } from "./ndjson.js";
import { type ReadTracksOptions, type TrackData, type TrackFormat, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
import { dataOf, decodeText, parseJson } from "./track-text.js";

const READERS: Record<TrackFormat, (input: TrackData, options: ReadTracksOptions) => TrackInput> = {
  gpx: readGpx,
  csv: readCsv,
  geojson: readGeoJsonTracks,
  ndjson: readNdjson,
  execute: readExecuteJson,
};

/**
 * Reads the tracks of a file, its bytes or its text: GPX, CSV, GeoJSON, NDJSON or execute JSON, any of them gzipped. `name` is the file's name, used
 * only where the content could be two formats, and may be left out. Every point of the file is a point of the result, in order; values that make no
 * sense are warnings.
 *
 * Rejects with one sentence (`bad-input`) when the file as a whole cannot be read, and with `limit` when it is over a limit.
 */
export async function readTracks(
  input: TrackData,
  name: string | ReadTracksOptions = "",
  options: ReadTracksOptions = {},
): Promise<TrackInput> {
  if (typeof name !== "string") return readTracks(input, "", name);
  const limits = trackLimits(options);
  const data = dataOf(input);
  const plain = typeof data === "string" ? data : await inflate(data, { maxBytes: limits.maxBytes });
  if (typeof plain !== "string" && isGzip(plain)) throw packedTwice();
  if (options.format) return READERS[options.format](plain, options);
  const { format, value } = recogniseContent(plain, name, limits);
  // What was parsed to recognise it is not parsed again.
  if (format === "geojson") return geoJsonTracksOf(value, limits);
  if (format === "execute") return executeTracksOf(value, limits);
  if (format === "ndjson" && value !== undefined) return readNdjson(JSON.stringify(value), options); // one value, over however many lines
  return READERS[format](plain, options);
}

/** The format of a file, whose bytes are not gzipped any more. Throws `bad-input` when it is another kind of file. */
export function detectTrackFormat(input: TrackData, name = "", options: ReadTracksOptions = {}): TrackFormat {
  return recogniseContent(dataOf(input), name, trackLimits(options)).format;
}

function recogniseContent(data: Uint8Array | string, name: string, limits: TrackLimits): { format: TrackFormat; value?: unknown } {
  const head = data.slice(0, 4096);
  refuseOtherKinds(typeof head === "string" ? bytesOf(head) : head);
  // More than the beginning is decoded only for JSON, whose formats differ only further in.
  const start = decodeText(head, limits).trimStart();
  if (start.startsWith("<")) return { format: "gpx" };
  if (start.startsWith("[") || start.startsWith(RECORD_SEPARATOR)) return { format: "ndjson" };
  if (formParameters(start) !== null) return { format: "execute", value: formParameters(decodeText(data, limits)) };
  if (!start.startsWith("{")) return { format: "csv" };
  if (isNdjsonName(name)) return { format: "ndjson" };

  const text = decodeText(data, limits).trim();
  if (looksLikeLines(text)) return { format: "ndjson" };
  const value = parseJson(text, "the file", limits.maxDepth);
  // The GeoJSON reader refuses an area with a sentence of its own.
  if (isGeoJson(value) || isArea(value)) return { format: "geojson", value };
  return isExecuteJson(value) ? { format: "execute", value } : { format: "ndjson", value };
}

/** Whether a file has a name of NDJSON. */
export function isNdjsonName(name: string): boolean {
  return /\.(?:ndjson|jsonl|ldjson|geojsonl|geojsons)(?:\.gz)?$/i.test(name);
}

/** Whether a text has one value per line: its first line does not end within a value, and its second begins one. */
function looksLikeLines(text: string): boolean {
  const newline = text.indexOf("\n");
  if (newline < 0 || /[[{,:]$/.test(text.slice(0, newline).trimEnd().slice(-1))) return false;
  return text
    .slice(newline, newline + 4096)
    .trimStart()
    .startsWith("{");
}

/** Beginnings of the first file's name in a ZIP that an office program wrote. */
const OFFICE = /^(?:\[Content_Types\]|_rels\/|docProps\/|xl\/|mimetypeapplication\/vnd\.oasis)/;
/** The first bytes of office files of before 2007. */
const OLD_OFFICE = "\u00d0\u00cf\u0011\u00e0";
/** An NMEA sentence of a receiver: talker and type. */
const NMEA = /^[$!][A-Z]{2}[A-Z]{3},/;
/** Google's exports of a phone's location history, in their formats through the years. */
const TIMELINE =
  /^\s*(?:\{\s*"(?:timelineObjects|semanticSegments)"\s*:|\{\s*"locations"\s*:\s*\[\s*\{[^}]*"latitudeE7"|\[\s*\{[\s\S]*"(?:timelinePath|topCandidate)"\s*:)/;

/** Refuses files that people take for tracks and that are not, recognised by their beginning, each with its own sentence. */
function refuseOtherKinds(bytes: Uint8Array): void {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  const start = head.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  let sentence: string | undefined;
  const packed = packedWords(contentOf(bytes));
  const isZip = head.startsWith("PK\u0003\u0004");
  if (head.startsWith(OLD_OFFICE) || (isZip && OFFICE.test(head.slice(30))))
    sentence = "The file is a spreadsheet, or another document of an office program; save it as CSV first.";
  else if (isZip) sentence = "The file is a ZIP archive (or KMZ); unpack it first.";
  else if (packed !== null) sentence = `The file is ${packed}.`;
  else if (head.slice(8, 12) === ".FIT") sentence = "The file is a Garmin FIT recording; export it as GPX first.";
  else if (head.includes("OSMHeader")) sentence = "The file is an OpenStreetMap PBF: it holds roads, not tracks.";
  else if (head.startsWith("SQLite format 3\0"))
    sentence = "The file is an SQLite database (or GeoPackage), which is not read; export it as CSV first.";
  else if (contentOf(bytes) === "shape" || contentOf(bytes) === "flatgeobuf")
    sentence = `The file is ${CONTENT[contentOf(bytes)]}, which is not read; export it as GeoJSON (EPSG:4326) or CSV first.`;
  else if (head.startsWith("PAR1")) sentence = "The file is Parquet, which is not read; export it as CSV or NDJSON first.";
  else if (NMEA.test(start)) sentence = "The file is NMEA 0183, as receivers write it, which is not read; convert it to GPX first.";
  else if (TIMELINE.test(String.fromCharCode(...bytes)))
    sentence = "The file is a Google Timeline (Location History), which is not read; convert it to GPX or CSV first.";
  else if (start.startsWith("<")) {
    const root = rootElement(String.fromCharCode(...bytes));
    if (root === "osm" || root === "osmChange") sentence = "The file is OpenStreetMap XML: it holds roads, not tracks.";
    else if (root === "kml") sentence = "The file is KML, which is not read; export it as GPX first.";
    else if (root === "TrainingCenterDatabase") sentence = "The file is TCX, which is not read; export it as GPX first.";
  }
  if (sentence) throw new SnapError("bad-input", sentence);
}

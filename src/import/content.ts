// Content: what kind a file is, by its first bytes, because names and extensions may be wrong.

import { shownOrAwaited } from "../errors.js";
import { decoderOf } from "./bytes.js";

/** The kinds of file that are recognised, each with its name in sentences. */
export const CONTENT = {
  empty: "an empty file",
  gzip: "a gzip file",
  roads: "a road file",
  pbf: "an OSM PBF file",
  xml: "an XML file",
  html: "a web page (HTML)",
  json: "a JSON file",
  zip: "a ZIP archive",
  bzip2: "a bzip2 file",
  xz: "an xz file",
  zstd: "a Zstandard file",
  o5m: "an OSM o5m file",
  shape: "a shape file",
  sqlite: "an SQLite database, as a GeoPackage is",
  parquet: "a Parquet file",
  flatgeobuf: "a FlatGeobuf file",
  unknown: "a file of unknown kind",
} as const;
/** A kind of file. */
export type Content = keyof typeof CONTENT;

/** Begins each record of a text sequence (RFC 8142). */
export const RECORD_SEPARATOR = "\x1e";

/** Bytes at the beginning in which the kind is looked for. A web page may begin with comments. */
const LOOK = 1024;

/** Magic numbers at the very start. */
const MAGIC: readonly [Content, readonly number[]][] = [
  ["gzip", [0x1f, 0x8b]],
  ["roads", [0x52, 0x4f, 0x41, 0x44, 0x53, 0x4e, 0x41, 0x50]],
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["o5m", [0xff, 0xe0, 0x04, 0x6f, 0x35, 0x6d, 0x32]],
  ["shape", [0x00, 0x00, 0x27, 0x0a]],
  ["sqlite", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74, 0x20, 0x33, 0x00]],
  ["parquet", [0x50, 0x41, 0x52, 0x31]],
  ["flatgeobuf", [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]],
];

/** The kind of file that begins with these bytes. */
export function contentOf(bytes: Uint8Array): Content {
  if (bytes.length === 0) return "empty";
  for (const [content, magic] of MAGIC) if (magic.every((byte, i) => bytes[i] === byte)) return content;
  // A PBF begins with the length of a header, under 64 KiB and big-endian, and the tag of that header's first field.
  if (bytes.length > 4 && bytes[0] === 0 && bytes[1] === 0 && bytes[4] === 0x0a) return "pbf";
  const text = beginning(bytes);
  if (text === "" && bytes.length <= LOOK) return "empty";
  if (/^<!doctype\s+html|<html[\s>]/i.test(text)) return "html";
  if (text.startsWith("<")) return "xml";
  if (/^[{[]/.test(text.startsWith(RECORD_SEPARATOR) ? text.slice(1) : text)) return "json";
  return "unknown";
}

/** Geodata formats that are not read here and that GDAL can convert to GeoJSON. */
const TABLES: ReadonlySet<Content> = new Set(["shape", "sqlite", "parquet", "flatgeobuf"]);

/** The end of a sentence that says how to convert such a file to GeoJSON; empty for any other kind. */
export function tableWords(content: Content): string {
  return TABLES.has(content) ? "; GDAL makes GeoJSON of it, ogr2ogr -t_srs EPSG:4326 roads.geojson FILE" : "";
}

/** Kinds of packed files that may hold text and are not unpacked here. */
const PACKED: ReadonlySet<Content> = new Set(["zip", "bzip2", "xz", "zstd"]);

/** What to do with a packed file that is not unpacked here, as the end of a sentence "The file is …"; null for any other kind. */
export function packedWords(content: Content): string | null {
  return PACKED.has(content) ? `${CONTENT[content]}; unpack it first, or pack it as gzip` : null;
}

/** Describes a value that was given in place of bytes and, if it holds bytes (a Blob, a Response, text), says how to get them. */
export function shownData(value: unknown): string {
  if (typeof value === "string" && value.trimStart().startsWith("<")) return "text (its bytes are new TextEncoder().encode(text))";
  if (typeof (value as Blob | null | undefined)?.arrayBuffer !== "function") return shownOrAwaited(value);
  return `a ${(value as object).constructor.name} (its bytes are await it.arrayBuffer())`;
}

/** The first characters, without white space and a byte-order mark before them. */
function beginning(bytes: Uint8Array): string {
  const head = bytes.subarray(0, LOOK);
  return (
    decoderOf(markedEncoding(head) ?? "utf-8")
      ?.decode(head)
      .trimStart() ?? ""
  );
}

/** The UTF-16 encoding whose byte-order mark the first two bytes are, as Windows writes it; null if they are none, and UTF-8 is likely. */
export function markedEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

// Files in and out: road files opened without a copy and saved atomically, road sources and tracks read whole.
import { constants } from "node:buffer";
import { type FileHandle, open } from "node:fs/promises";
import { SnapError } from "../errors.js";
import { type Content, contentOf } from "../import/content.js";
import { readGeoJsonRoads } from "../import/geojson-roads.js";
import { inflate, inflatePieces } from "../import/inflate.js";
import { readOsm } from "../import/osm.js";
import type { ReadOsmOptions } from "../import/reading.js";
import { buildRoadsWithReport } from "../roads/build.js";
import { RoadGraph } from "../roads/graph.js";
import type { BuildReport } from "../roads/report.js";
import type { RoadSource } from "../roads/source.js";
import { writeFileAtomic } from "./atomic.js";
import type { Pieces } from "./lines.js";
import { inFile } from "./trouble.js";

/** Largest piece asked of one read call; the system's own limit is 2 GiB. */
const PIECE = 1 << 30;
/** Default limit on what one file may hold: what fits a buffer, 4 GiB in Node 20 and more in later ones. */
const MAX_BYTES = constants.MAX_LENGTH;

export interface OpenOptions {
  /** Read into a SharedArrayBuffer, so that workers use the same memory. Default false. */
  sharedMemory?: boolean;
}

export interface ReadOptions extends OpenOptions {
  /** Told how far the parsing of OSM has come: work done and the work there is. */
  onProgress?: ReadOsmOptions["onProgress"];
  /** Where `-` reads from. Default `process.stdin`. */
  stdin?: Pieces;
  /** Bytes read before giving up. Default: the most a buffer holds, 4 GiB or more. */
  maxBytes?: number;
}

/** What a file of roads turned out to be. */
export type RoadsKind = "roads" | "osm" | "geojson";

/** Roads from a file, and how they came about. */
export interface RoadsFile {
  roads: RoadGraph;
  kind: RoadsKind;
  /** What became of the source; null for a road file, which is already built. */
  report: BuildReport | null;
}

/**
 * Opens a road file: read in one go into the buffer the graph then works on.
 * @throws SnapError "not-found" or "bad-roads", its sentence beginning with the path.
 */
export function openRoads(path: string, options: OpenOptions = {}): Promise<RoadGraph> {
  return inFile(path, async () => RoadGraph.from((await readWhole(path, { ...options, maxBytes: MAX_BYTES })).buffer));
}

/**
 * Saves a road file atomically: a temporary file in the same folder, synced, renamed over the target, removed if anything fails.
 * @throws SnapError naming the path.
 */
export function saveRoads(path: string, roads: RoadGraph): Promise<void> {
  return writeFileAtomic(path, new Uint8Array(roads.data));
}

/**
 * Reads a whole file, or standard input for `-`. What is gzipped stays so: the readers unpack it.
 * @throws SnapError "not-found", "bad-input" or "limit", its sentence beginning with the path.
 */
export function readInput(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  return inFile(path, () =>
    path === "-" ? readStream(options.stdin ?? process.stdin, maxBytes) : readWhole(path, { ...options, maxBytes }),
  );
}

/**
 * Roads from any file that holds them, told by content: a road file is opened, OSM (XML, PBF) and GeoJSON are built on the fly.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function readRoads(path: string, options: ReadOptions = {}): Promise<RoadGraph> {
  return (await readRoadsFile(path, options)).roads;
}

/** As {@link readRoads}, with what the file was and the build report. */
export async function readRoadsFile(path: string, options: ReadOptions = {}): Promise<RoadsFile> {
  const bytes = await readInput(path, options);
  return inFile(path, async () => {
    if (isRoadFile(bytes)) return { roads: RoadGraph.from(bytes.buffer), kind: "roads", report: null };
    const { source, kind } = await parseRoadSource(bytes, { onProgress: options.onProgress });
    return { ...buildRoadsWithReport(source, { sharedMemory: options.sharedMemory }), kind };
  });
}

/**
 * Parses roads that are not built yet, by content: JSON is GeoJSON, anything else OSM.
 * @throws SnapError "bad-input".
 */
export async function parseRoadSource(
  bytes: Uint8Array,
  options: ReadOsmOptions = {},
): Promise<{ source: RoadSource; kind: "osm" | "geojson" }> {
  if (isRoadFile(bytes)) throw new SnapError("bad-input", "This is a road file already; OSM XML, OSM PBF or GeoJSON is asked for.");
  if ((await contentInside(bytes)) === "json") return { source: readGeoJsonRoads(await inflate(bytes)), kind: "geojson" };
  return { source: await readOsm(bytes, options), kind: "osm" };
}

/** What the file is once it is unpacked, from its first piece. */
async function contentInside(bytes: Uint8Array): Promise<Content> {
  if (contentOf(bytes) === "gzip") for await (const start of inflatePieces(bytes)) return contentOf(start);
  return contentOf(bytes);
}

function isRoadFile(bytes: Uint8Array): boolean {
  const magic = "ROADSNAP";
  return bytes.length >= magic.length && String.fromCharCode(...bytes.subarray(0, magic.length)) === magic;
}

function allocate(size: number, shared = false): Uint8Array {
  try {
    return new Uint8Array(shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
  } catch {
    throw new SnapError("limit", `It takes ${size} bytes of memory in one piece, which this machine does not give.`);
  }
}

async function readWhole(path: string, options: OpenOptions & { maxBytes: number }): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const about = await file.stat();
    if (about.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR", syscall: "read" });
    // Pipes, /dev/stdin and /proc files say 0 bytes and then give some.
    if (!about.isFile() || about.size === 0) return await readStream(file.createReadStream({ autoClose: false }), options.maxBytes);
    tooLarge(about.size, options.maxBytes);
    return await fill(file, allocate(about.size, options.sharedMemory));
  } finally {
    await file.close();
  }
}

async function fill(file: FileHandle, bytes: Uint8Array): Promise<Uint8Array> {
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, Math.min(PIECE, bytes.length - at), at);
    if (bytesRead === 0) throw new SnapError("bad-input", `It became shorter while it was read: ${at} of ${bytes.length} bytes were left.`);
    at += bytesRead;
  }
  return bytes;
}

async function readStream(stream: Pieces, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    size += bytes.length;
    tooLarge(size, maxBytes);
    pieces.push(bytes);
  }
  const whole = allocate(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function tooLarge(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new SnapError("limit", `It has ${size} bytes or more; at most ${maxBytes} are read.`);
}

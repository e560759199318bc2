// Files: opens road files without a copy and saves them atomically; reads road sources piece by piece, and tracks whole.
import { constants } from "node:buffer";
import { checkOptions, checkWhole, SnapError } from "../errors.js";
import type { ByteSource } from "../import/byte-source.js";
import { CONTENT, type Content, contentOf, tableWords } from "../import/content.js";
import { inflate, inflatePieces, packedTwice } from "../import/inflate.js";
import { type ReadGeoJsonRoadsOptions, readGeoJsonRoads } from "../import/roads/geojson-roads.js";
import { readOsmOn } from "../import/roads/osm.js";
import { checkReading, type ReadOsmOptions } from "../import/roads/reading.js";
import { type Area, checkArea } from "../roads/area.js";
import { buildRoadsWithReport } from "../roads/build.js";
import { extractRoads } from "../roads/extract.js";
import { checkRoads, RoadGraph } from "../roads/graph.js";
import type { BuildReport } from "../roads/report.js";
import type { RoadSource } from "../roads/source.js";
import { writeFileAtomic } from "./atomic.js";
import { checkSize, FileSource, withSource } from "./file-source.js";
import { memoryAtHand } from "./memory.js";
import { withPbfThreads } from "./osm/pbf-workers.js";
import { type RoadsPart, readPart } from "./partial.js";
import type { Pieces } from "./tracks/lines.js";
import { inFile } from "./trouble.js";

/** Default limit for what is read whole: what fits a buffer, 4 GiB in Node 20 and more in later versions. */
const MAX_BYTES = constants.MAX_LENGTH;
/** Bytes at the beginning that show what a file is. */
const HEAD = 1024;

/** Options for opening a road file. */
export interface OpenOptions {
  /** Read into a SharedArrayBuffer, so that workers use the same memory. Default false. */
  sharedMemory?: boolean | undefined;
}

/** Options of {@link openRoads}: a part of the file instead of all of it. */
export interface OpenPartOptions extends OpenOptions {
  /** Open only the roads that touch an area, as `extractRoads` cuts them out: only what they take is read of the file. Default: all. */
  within?: Area | undefined;
}

/** Options for reading a file of roads or tracks. */
export interface ReadOptions extends OpenOptions {
  /** Called with the progress of parsing OSM: the work done and the total. */
  onProgress?: ReadOsmOptions["onProgress"] | undefined;
  /** The stream that `-` reads. Default `process.stdin`. */
  stdin?: Pieces | undefined;
  /** Most bytes of what is read whole. Default: the most that a buffer holds, 4 GiB or more. */
  maxBytes?: number | undefined;
  /** Bytes of memory that roads may take until they are built. Default: what the system says is available. */
  maxMemory?: number | undefined;
  /** Threads that read an OSM PBF of 32 MiB and more, 1–1024, of which up to 8 are used. Default: as many as the machine runs at once. */
  threads?: number | undefined;
}

/** Options of {@link readRoadsPart}. `modes` and `vehicle` are for roads that are not built yet. */
export interface ReadPartOptions extends ReadOptions, Pick<ReadOsmOptions, "modes" | "vehicle"> {
  /** First check all of a road file, a piece at a time, and refuse it if bytes of it were changed; from a pipe it is always checked. Default false. */
  checked?: boolean | undefined;
}

/** Options for roads that are not built yet: those for OSM, and those for GeoJSON. */
export interface ReadSourceOptions extends ReadOptions, ReadOsmOptions, Pick<ReadGeoJsonRoadsOptions, "highway" | "join" | "columns"> {}

const READ_OPTIONS = Object.keys({
  sharedMemory: 0,
  onProgress: 0,
  stdin: 0,
  maxBytes: 0,
  maxMemory: 0,
  threads: 0,
} satisfies Record<keyof ReadOptions, 0>);

/** The kind of a file of roads. */
export type RoadsKind = "roads" | "osm" | "geojson";

/** Roads from a file, and their origin. */
export interface RoadsFile {
  /** The network, opened or built. */
  roads: RoadGraph;
  /** The kind of file. */
  kind: RoadsKind;
  /** The build report; null for a road file, which is already built. */
  report: BuildReport | null;
}

/** Roads that are not built yet. */
export interface SourceFile {
  source: RoadSource;
  kind: "osm" | "geojson";
}

/**
 * Opens a road file: reads it in one go into the buffer that the graph then uses, or as much of it as the roads of an area take.
 * @throws SnapError "not-found" or "bad-roads", its sentence beginning with the path; "bad-option".
 */
export async function openRoads(path: string, options: OpenPartOptions = {}): Promise<RoadGraph> {
  checkOptions(options, "openRoads", ["sharedMemory", "within"]);
  const { within } = options;
  if (within !== undefined) checkArea(within, "The option within");
  return withSource(path, { maxBytes: MAX_BYTES }, async (source) => {
    if (within === undefined) return openWhole(source, options);
    return (await openPart(source, within, options)).roads;
  });
}

/**
 * Saves a road file atomically: a temporary file in the same folder, synced, renamed over the target, removed if anything fails.
 * @throws SnapError naming the path.
 */
export async function saveRoads(path: string, roads: RoadGraph): Promise<void> {
  checkRoads(roads, "The file's");
  await writeFileAtomic(path, roads.data);
}

/**
 * Reads a whole file, or standard input for `-`. Gzipped data is returned gzipped: the readers unpack it.
 * @throws SnapError "not-found", "bad-input" or "limit", its sentence beginning with the path.
 */
export async function readInput(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
  check(options);
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  return withSource(path, { stdin: options.stdin, maxBytes }, (source) => wholeOf(source, maxBytes));
}

/**
 * Roads from any file that holds them, recognised by content: a road file is opened, OSM (XML, PBF) and GeoJSON are built.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function readRoads(path: string, options: ReadOptions = {}): Promise<RoadGraph> {
  return (await readRoadsFile(path, options)).roads;
}

/** As {@link readRoads}, with the kind of file and the build report. @throws SnapError as that does. */
export async function readRoadsFile(path: string, options: ReadOptions = {}): Promise<RoadsFile> {
  checkOptions(options, "reading roads", READ_OPTIONS);
  check(options);
  const { stdin, maxBytes = MAX_BYTES } = options;
  const opened = await withSource<RoadsFile | SourceFile>(path, { stdin, maxBytes }, async (source) => {
    if (await isRoadFile(source)) return { roads: await openWhole(source, options), kind: "roads", report: null };
    return parse(source, options, ROADS);
  });
  if ("roads" in opened) return opened;
  return inFile(path, () => ({ ...buildRoadsWithReport(opened.source, { sharedMemory: options.sharedMemory }), kind: opened.kind }));
}

/**
 * The roads that touch an area, from any file that holds roads. Of a road file only what they take is read. Of an OSM PBF only these roads and those within a
 * few kilometres are kept. Other OSM and GeoJSON are built first.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function readRoadsPart(path: string, area: Area, options: ReadPartOptions = {}): Promise<RoadsPart> {
  checkArea(area, "The area");
  checkOptions(options, "reading roads", [...READ_OPTIONS, "checked", "modes", "vehicle"]);
  check(options);
  const { stdin, sharedMemory, maxBytes = MAX_BYTES } = options;
  const opened = await withSource<RoadsPart | (SourceFile & { bytes: number })>(path, { stdin, maxBytes }, async (source) => {
    if (await isRoadFile(source)) {
      const asked = (["modes", "vehicle"] as const).find((name) => options[name] !== undefined);
      if (asked !== undefined)
        throw new SnapError(
          "bad-option",
          `The option ${asked} is for OSM and GeoJSON files, and this is a road file: give the option when the road file is built.`,
          {
            name: asked,
          },
        );
      return openPart(source, area, options);
    }
    return { ...(await parse(source, { ...options, near: area }, ROADS)), bytes: source.size };
  });
  if ("roads" in opened) return opened;
  const { source, bytes } = opened;
  return inFile(path, () => ({
    roads: extractRoads(buildRoadsWithReport(source).roads, area, { sharedMemory }),
    of: { edges: null, bounds: null, bytes },
  }));
}

/**
 * Reads roads that are not built yet from a file, recognised by content: JSON is GeoJSON, anything else OSM. Only a few blocks of a PBF, or a piece of XML, are
 * in memory at a time, packed or not; only GeoJSON and what comes through a pipe are read whole.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function readRoadSource(path: string, options: ReadSourceOptions = {}): Promise<SourceFile> {
  check(options);
  const { stdin, maxBytes = MAX_BYTES } = options;
  return withSource(path, { stdin, maxBytes }, async (source) => {
    if (await isRoadFile(source)) {
      throw new SnapError("bad-input", `This is a road file already; it must be ${SOURCES}.`);
    }
    return parse(source, options, SOURCES);
  });
}

/** @throws SnapError "bad-option" for options of reading that are out of range. */
function check(options: ReadSourceOptions): void {
  checkReading(options);
  if (options.threads !== undefined) checkWhole("threads", options.threads, 1, 1024);
}

/** The names in sentences of what roads are built from, and of what they are read from. */
const SOURCES = "OSM XML, OSM PBF or GeoJSON";
const ROADS = `a road file, ${SOURCES}`;

/** Reads a road source. `asked`: the kinds of file allowed, for sentences. */
async function parse(source: ByteSource, options: ReadSourceOptions, asked: string): Promise<SourceFile> {
  const { modes, vehicle, near, signal, onProgress, highway, join, columns } = options;
  const { maxMemory = memoryAtHand(), threads } = options;
  const content = await contentInside(source);
  if (content === "roads")
    throw new SnapError("bad-input", "This is a road file that is gzipped; a road file is read as it is, so unpack it first.");
  if (content === "json") {
    const text = await inflate(await wholeOf(source, MAX_BYTES));
    return { source: readGeoJsonRoads(text, { modes, vehicle, maxMemory, highway, join, columns }), kind: "geojson" };
  }
  if (content !== "xml" && content !== "pbf") {
    throw new SnapError("bad-input", `This is ${CONTENT[content]}; it must be ${asked}${tableWords(content)}.`, { content });
  }
  return withPbfThreads(content === "pbf" ? source.size : 0, threads, async (pbfThreads) => ({
    source: await readOsmOn(pbfThreads, source, { modes, vehicle, near, signal, onProgress, maxMemory }),
    kind: "osm",
  }));
}

/** The kind of a file, once it is unpacked, by its first piece. */
async function contentInside(source: ByteSource): Promise<Content> {
  const content = contentOf(await source.read(0, Math.min(source.size, HEAD)));
  if (content !== "gzip") return content;
  for await (const start of inflatePieces(source)) {
    const inside = contentOf(start);
    if (inside === "gzip") throw packedTwice();
    return inside;
  }
  return "empty";
}

async function isRoadFile(source: ByteSource): Promise<boolean> {
  return contentOf(await source.read(0, Math.min(source.size, HEAD))) === "roads";
}

async function openPart(source: ByteSource | FileSource, area: Area, { sharedMemory, checked }: ReadPartOptions): Promise<RoadsPart> {
  if (source instanceof FileSource) return readPart(source, area, { sharedMemory, checked });
  const roads = await openWhole(source, {});
  // Checked, because what is cut out gets a checksum of its own, which must not certify damage.
  roads.verify();
  return {
    roads: extractRoads(roads, area, { sharedMemory }),
    of: { edges: roads.edgeCount, bytes: roads.data.byteLength, bounds: roads.bounds() },
  };
}

async function openWhole(source: ByteSource | FileSource, { sharedMemory = false }: OpenOptions): Promise<RoadGraph> {
  if (source instanceof FileSource) return RoadGraph.from(await source.whole(sharedMemory));
  return RoadGraph.from((await source.read(0, source.size)).buffer);
}

async function wholeOf(source: ByteSource | FileSource, maxBytes: number): Promise<Uint8Array> {
  checkSize(source.size, maxBytes);
  return source instanceof FileSource ? new Uint8Array(await source.whole()) : source.read(0, source.size);
}

// OSM: reads OSM files of any kind, recognised by content: XML, PBF, either of them gzipped.
import { checkOptions, SnapError } from "../../errors.js";
import { checkArea } from "../../roads/area.js";
import { outOfMemory } from "../../roads/memory.js";
import type { RoadSource } from "../../roads/source.js";
import { type ByteSource, bytesSource, piecesOf } from "../byte-source.js";
import { bytesIn } from "../bytes.js";
import { CONTENT, type Content, contentOf, shownData } from "../content.js";
import { inflatePieces, inflateZlib, join, packedTwice } from "../inflate.js";
import { readOsmPbf } from "./osm-pbf.js";
import { readOsmXml } from "./osm-xml.js";
import { here, type PbfThreads } from "./pbf-threads.js";
import { checkReading, checkSignal, type ReadOsmOptions } from "./reading.js";

export type { ReadOsmOptions } from "./reading.js";

const OPTION_NAMES = Object.keys({
  modes: 0,
  vehicle: 0,
  onProgress: 0,
  signal: 0,
  maxBytes: 0,
  near: 0,
  maxMemory: 0,
} satisfies Record<keyof ReadOsmOptions, 0>);
/** Bytes at the beginning that tell the kind of content. */
const HEAD = 1024;
/** Bytes handed on at a time if the file has no blocks. */
const PIECE = 1 << 20;
const MAX_XML_BYTES = 2 ** 34;
/** Most bytes of a PBF that was gzipped, which has to be held in memory as a whole. */
const MAX_HELD_PBF = 2 ** 32 - 1;

/**
 * Reads OpenStreetMap data: `.osm`, `.osm.gz`, `.osm.pbf`, recognised by content. Tags become rules (access per mode and direction, posted
 * limits, class, flags); only ways somebody travels and the nodes they use are kept, all else of interest is counted in `dropped`.
 * A {@link ByteSource} is read piece by piece: a PBF may be larger than memory.
 * @throws SnapError "bad-input" in one sentence when the bytes are anything else, damaged or cut short; "limit"; "aborted"; "bad-option".
 */
export async function readOsm(input: Uint8Array | ArrayBuffer | ByteSource, options: ReadOsmOptions = {}): Promise<RoadSource> {
  const source = toSource(input);
  checkOptions(options, "readOsm", OPTION_NAMES);
  return readOsmOn(here(inflateZlib), source, options);
}

/** As {@link readOsm}. A PBF is read on `threads`. */
export async function readOsmOn(threads: PbfThreads, source: ByteSource, options: ReadOsmOptions): Promise<RoadSource> {
  checkReading(options);
  checkSignal(options.signal);
  if (options.near !== undefined) checkArea(options.near, "The option near");
  try {
    const content = contentOf(await source.read(0, Math.min(source.size, HEAD)));
    return content === "gzip"
      ? await readPacked(threads, source, options)
      : await readUnpacked(threads, content, source, xmlPieces(source, options), options);
  } catch (error) {
    throw outOfMemory("The OSM data", error);
  }
}

/** Gzip can be unpacked only from its beginning, so its content cannot be read in any order: XML is read piece by piece, PBF as a whole. */
async function readPacked(threads: PbfThreads, source: ByteSource, options: ReadOsmOptions): Promise<RoadSource> {
  const { maxBytes = MAX_XML_BYTES, signal, onProgress } = options;
  let packed = 0;
  const unpacked = inflatePieces(source, { maxBytes, signal }, (taken) => {
    packed = taken;
  });
  const reported = async function* () {
    for await (const piece of unpacked) {
      yield piece;
      await onProgress?.(packed, source.size);
    }
  };
  const { head, all } = await peek(reported());
  const content = contentOf(head);
  if (content === "gzip") throw packedTwice();
  return readUnpacked(threads, content, content === "pbf" ? bytesSource(await joinPbf(all)) : null, all, options);
}

/** `source`: the whole file for reading in any order, if that is possible. `all`: the same in pieces. */
async function readUnpacked(
  threads: PbfThreads,
  content: Content,
  source: ByteSource | null,
  all: AsyncIterable<Uint8Array>,
  options: ReadOsmOptions,
): Promise<RoadSource> {
  if (content === "xml") return readOsmXml(all, options);
  if (content === "pbf" && source !== null) return readOsmPbf(source, options, threads);
  const hint = content === "json" ? " (GeoJSON roads are read by readGeoJsonRoads)" : "";
  throw new SnapError("bad-input", `These bytes are ${CONTENT[content]}${hint}; they must be OSM XML, OSM PBF or gzip of either.`, {
    content,
  });
}

/** The whole of a PBF that was gzipped. That is rare and saves no space, since a PBF's blocks are packed already. */
async function joinPbf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let size = 0;
  const counted = async function* () {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > MAX_HELD_PBF) {
        throw new SnapError(
          "limit",
          `The gzipped PBF unpacks to more than ${MAX_HELD_PBF} bytes; unpack it first: a PBF that is not packed may be of any size.`,
        );
      }
      yield piece;
    }
  };
  return join(counted());
}

async function* xmlPieces(source: ByteSource, options: ReadOsmOptions): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxBytes = MAX_XML_BYTES, onProgress } = options;
  if (source.size > maxBytes) {
    throw new SnapError("limit", `The OSM XML has ${source.size} bytes; at most ${maxBytes} are read.`, { bytes: source.size, maxBytes });
  }
  let done = 0;
  for await (const piece of piecesOf(source, PIECE)) {
    yield piece;
    done += piece.length;
    await onProgress?.(done, source.size);
  }
}

/** Returns the first piece, and all pieces including it. */
async function peek(source: AsyncGenerator<Uint8Array, void, undefined>) {
  const first = await source.next();
  const head = first.done ? new Uint8Array(0) : first.value;
  const all = async function* () {
    yield head;
    yield* source;
  };
  return { head, all: all() };
}

function toSource(input: unknown): ByteSource {
  const bytes = bytesIn(input);
  if (bytes !== null) return bytesSource(bytes);
  if (typeof input === "object" && input !== null && "read" in input && "size" in input) return input as ByteSource;
  const hint = typeof input === "string" && !input.includes("<") ? "; readRoads and readRoadsPart of roadsnap/node take a path" : "";
  throw new SnapError("bad-input", `OSM data is read from bytes (Uint8Array or ArrayBuffer), not from ${shownData(input)}${hint}.`);
}

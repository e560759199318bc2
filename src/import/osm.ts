// Reads OSM files of any kind, told apart by what is in them: XML, PBF, either of them gzip-packed.
import { SnapError } from "../errors.js";
import type { RoadSource } from "../roads/source.js";
import { CONTENT, type Content, contentOf } from "./content.js";
import { inflatePieces, join } from "./inflate.js";
import { readOsmPbf } from "./osm-pbf.js";
import { readOsmXml } from "./osm-xml.js";
import { checkSignal, type ReadOsmOptions } from "./reading.js";

export type { ReadOsmOptions } from "./reading.js";

/** Bytes of plain XML handed on at a time. */
const PIECE = 1 << 20;
const MAX_XML_BYTES = 2 ** 34;

/**
 * Reads OpenStreetMap data: `.osm`, `.osm.gz`, `.osm.pbf`, recognised by content. Tags become rules (access per mode and direction, posted
 * limits, class, flags); only ways somebody travels and the nodes they use are kept, all else of interest is counted in `dropped`.
 * @throws SnapError "bad-input" in one sentence when the bytes are anything else, damaged or cut short; "limit"; "aborted".
 */
export async function readOsm(input: Uint8Array | ArrayBuffer, options: ReadOsmOptions = {}): Promise<RoadSource> {
  const bytes = input instanceof Uint8Array ? input : toBytes(input);
  checkSignal(options.signal);
  const content = contentOf(bytes);
  if (content !== "gzip") return readUnpacked(content, bytes, pieces(bytes, options), options);

  const { maxBytes = MAX_XML_BYTES, signal, onProgress } = options;
  let packed = 0;
  const unpacked = inflatePieces(bytes, { maxBytes, signal }, (taken) => {
    packed = taken;
  });
  const reported = async function* () {
    for await (const piece of unpacked) {
      yield piece;
      await onProgress?.(packed, bytes.length);
    }
  };
  const { head, all } = await peek(reported());
  return readUnpacked(contentOf(head), null, all, options);
}

/** `bytes` is the whole file when it is at hand, `all` the same in pieces. */
async function readUnpacked(
  content: Content,
  bytes: Uint8Array | null,
  all: AsyncIterable<Uint8Array>,
  options: ReadOsmOptions,
): Promise<RoadSource> {
  if (content === "xml") return readOsmXml(all, options);
  if (content === "pbf") return readOsmPbf(bytes ?? (await join(all)), options);
  const hint = content === "json" ? " (GeoJSON roads have a reader of their own)" : "";
  throw new SnapError(
    "bad-input",
    `These bytes are ${CONTENT[content]}${hint}; OSM roads are read from OSM XML, OSM PBF or gzip of either.`,
    { content },
  );
}

async function* pieces(bytes: Uint8Array, options: ReadOsmOptions): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxBytes = MAX_XML_BYTES, onProgress } = options;
  if (bytes.length > maxBytes) {
    throw new SnapError("limit", `The OSM XML has ${bytes.length} bytes; at most ${maxBytes} are read.`, { bytes: bytes.length, maxBytes });
  }
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE);
    await onProgress?.(Math.min(bytes.length, at + PIECE), bytes.length);
  }
}

/** Looks at the first piece and gives all of them back. */
async function peek(source: AsyncGenerator<Uint8Array, void, undefined>) {
  const first = await source.next();
  const head = first.done ? new Uint8Array(0) : first.value;
  const all = async function* () {
    yield head;
    yield* source;
  };
  return { head, all: all() };
}

function toBytes(input: unknown): Uint8Array {
  if (input instanceof ArrayBuffer || (typeof SharedArrayBuffer !== "undefined" && input instanceof SharedArrayBuffer))
    return new Uint8Array(input);
  throw new SnapError(
    "bad-input",
    `OSM data is read from bytes (Uint8Array or ArrayBuffer), not from ${input === null ? "null" : typeof input}.`,
  );
}

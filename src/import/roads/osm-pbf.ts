// OSM PBF → RoadSource, in two passes: ways and relations, then the nodes they use; where an area is all that is wanted, in one before them the nodes
// near it. Read and unpacked blob by blob, a few ahead.
import { PbfReader } from "pbf";
import { SnapError } from "../../errors.js";
import type { RoadSource } from "../../roads/source.js";
import type { ByteSource } from "../byte-source.js";
import { ROAD_KEYS } from "../tags/tags.js";
import { NearArea } from "./near-area.js";
import { DATA, damaged, findBlobs, HEADER, type PbfBlob, unpackBlob } from "./pbf-blobs.js";
import { type NodeSink, PrimitiveBlock, type WaySink } from "./pbf-block.js";
import { Damage, text } from "./pbf-message.js";
import { checkSignal, type ReadOsmOptions } from "./reading.js";
import { RoadCollector } from "./road-collector.js";

/** A feature that is refused: a file with history has roads that are gone. */
const HISTORY = "HistoricalInformation";
/** Features a file may require of its reader. */
const KNOWN_FEATURES = ["OsmSchema-V0.6", "DenseNodes"];
/** An optional feature: ways carry the positions of their nodes, and nodes without tags may be left out. */
const LOCATIONS_ON_WAYS = "LocationsOnWays";
/** Another: nodes come before ways and those before relations, each by rising ids. */
const SORTED = "Sort.Type_then_ID";
const RELATION_KEYS: ReadonlySet<string> = new Set(["type"]);
/** The number of ways in a town. No real extract with so many is without a relation. */
const MANY_WAYS = 10_000;
/** Blobs being unpacked while one is read. */
const AHEAD = 3;

/**
 * Reads an OSM PBF: dense and plain nodes, zlib-packed and unpacked blobs. Only a few blobs are in memory at a time, so the file may be larger than memory;
 * only its roads are kept.
 * @throws SnapError "bad-input" when it is cut short, damaged or needs an unknown feature; "limit"; "aborted".
 */
export async function readOsmPbf(file: ByteSource, options: ReadOsmOptions = {}): Promise<RoadSource> {
  const { maxBytes = Number.POSITIVE_INFINITY } = options;
  if (file.size > maxBytes) {
    throw new SnapError("limit", `The PBF file has ${file.size} bytes; at most ${maxBytes} are read.`, { bytes: file.size, maxBytes });
  }
  const blobs = await findBlobs(file);
  if (blobs.length === 0) throw new SnapError("bad-input", "The PBF file is empty.");
  const headers: Set<string>[] = [];
  for (const blob of blobs) if (blob.type === HEADER) headers.push(await readHeader(file, blob));
  return new Passes(file, blobs, headers, options).read();
}

/** The passes over one file, and what each tells the next. */
class Passes {
  readonly #file: ByteSource;
  readonly #blobs: readonly PbfBlob[];
  readonly #options: ReadOsmOptions;
  readonly #collector: RoadCollector;
  /** The area that is wanted, if not all is. */
  readonly #near: NearArea | null;
  /** Whether all ways carry the positions of their nodes; and whether some do, as files that were concatenated have several headers. */
  readonly #located: boolean;
  readonly #carried: boolean;
  readonly #sorted: boolean;
  /** Bytes of all passes, for progress. */
  readonly #total: number;
  /** Blobs without nodes are not unpacked again for the nodes; their bytes count as done. */
  readonly #nodeBlobs = new Set<PbfBlob>();
  /** Elements met in the pass over the ways. */
  readonly #met = { node: 0, way: 0, relation: 0 };

  constructor(file: ByteSource, all: readonly PbfBlob[], headers: readonly Set<string>[], options: ReadOsmOptions) {
    this.#file = file;
    this.#blobs = all.filter(({ type }) => type === DATA);
    this.#options = options;
    this.#collector = new RoadCollector(options);
    const others = all.length - headers.length - this.#blobs.length;
    if (others > 0) this.#collector.source.drop("block of a type that is not known", others);
    this.#near = options.near === undefined ? null : new NearArea(options.near, options.maxMemory);
    this.#located = headers.every((features) => features.has(LOCATIONS_ON_WAYS));
    this.#carried = headers.some((features) => features.has(LOCATIONS_ON_WAYS));
    this.#sorted = headers.length === 1 && headers[0].has(SORTED);
    this.#total = (this.#near === null || this.#located ? 2 : 3) * file.size;
  }

  async read(): Promise<RoadSource> {
    await this.#readWays(await this.#blobsOfWays());
    this.#noteWhatIsMissing();
    this.#collector.closeWays();
    await this.#readNodes();
    await this.#options.onProgress?.(this.#total, this.#total);
    return this.#collector.source;
  }

  /** The blobs that may have ways or relations. If only an area is wanted, and ways do not say where they are, the nodes near it are found on the way. */
  async #blobsOfWays(): Promise<readonly PbfBlob[]> {
    const near = this.#near;
    if (near === null || this.#located) return this.#blobs;
    const mixed: PbfBlob[] = [];
    let looked = 0;
    const sink: NodeSink = { wants: () => true, isLatest: () => true, node: (id, lon, lat) => near.node(id, lon, lat) };
    await this.#eachBlob(this.#blobs, 0, (block, blob) => {
      looked++;
      if (block.hasNodes) this.#nodeBlobs.add(blob);
      if (block.hasOthers) mixed.push(blob);
      block.readNodes(sink);
      return !block.hasOthers || !this.#sorted;
    });
    return [...mixed, ...this.#blobs.slice(looked)];
  }

  /** Collects roads and their restrictions; notes which blobs have nodes. */
  #readWays(blobs: readonly PbfBlob[]): Promise<void> {
    const near = this.#near;
    const collector = this.#collector;
    const met = this.#met;
    const sink: WaySink = {
      wayKeys: ROAD_KEYS,
      relationKeys: RELATION_KEYS,
      isLatest: (type, id, version) => {
        met[type]++;
        return collector.isLatest(type, id, version);
      },
      way: (id, nodes, tags, positions) => {
        if (near === null || near.way(nodes, positions)) collector.way(id, nodes, tags, this.#carried ? positions : undefined);
      },
      relation: (id, tags, members) => {
        // In a sorted file all ways have come by now, so relations of other places are left out: there may be as many as in the world. In others nobody can
        // tell yet.
        if (near === null || !this.#sorted || collector.hasOneOf(members)) collector.relation(id, tags, members);
      },
    };
    return this.#eachBlob(blobs, this.#total - 2 * this.#file.size, (block, blob) => {
      if (block.hasNodes) {
        if (near !== null && !this.#located && !this.#nodeBlobs.has(blob))
          throw new Damage("it has nodes after ways, though the file says that it is sorted");
        this.#nodeBlobs.add(blob);
      }
      block.readWays(sink);
      return true;
    });
  }

  /** A file that was cut off between two blobs gives no other sign of it. */
  #noteWhatIsMissing(): void {
    const { source } = this.#collector;
    const { way, relation } = this.#met;
    if (way === 0 && this.#nodeBlobs.size > 0) source.drop("ways: there are none, as in a file that was cut short");
    if (way >= MANY_WAYS && relation === 0) source.drop("relations: there are none, as in a file that was cut short or filtered");
  }

  /** Collects the nodes of the roads: their positions, and barriers. */
  #readNodes(): Promise<void> {
    const collector = this.#collector;
    const located = this.#located;
    const sink: NodeSink = {
      wants: (id) => collector.wants(id),
      isLatest: (id, version) => collector.isLatest("node", id, version),
      node: (id, lon, lat, tags) => {
        if (!located) collector.position(id, lon, lat);
        if (tags.has("barrier")) collector.barrier(id, tags);
      },
    };
    return this.#eachBlob([...this.#nodeBlobs], this.#total - this.#file.size, (block) => {
      block.readNodes(sink);
      return true;
    });
  }

  /**
   * Unpacks and reads blobs in the order of the file, while the next few are unpacked, for as long as `read` returns true. `before`: bytes of the passes before.
   */
  async #eachBlob(blobs: readonly PbfBlob[], before: number, read: (block: PrimitiveBlock, blob: PbfBlob) => boolean): Promise<void> {
    const { signal, onProgress } = this.#options;
    const unpacking: Promise<Uint8Array>[] = [];
    for (let i = 0; i < blobs.length; i++) {
      checkSignal(signal);
      while (unpacking.length <= AHEAD && i + unpacking.length < blobs.length) {
        const next = unpackBlob(this.#file, blobs[i + unpacking.length]);
        next.catch(() => {}); // awaited when its turn comes, if ever
        unpacking.push(next);
      }
      const blob = blobs[i];
      try {
        if (!read(new PrimitiveBlock(await (unpacking.shift() as Promise<Uint8Array>)), blob)) return;
      } catch (error) {
        throw damaged(blob.offset, error);
      }
      await onProgress?.(before + blob.end, this.#total);
    }
  }
}

/** Reads a header block and its features. */
async function readHeader(file: ByteSource, blob: PbfBlob): Promise<Set<string>> {
  const required: string[] = [];
  const optional = new Set<string>();
  try {
    const bytes = await unpackBlob(file, blob);
    const pbf = new PbfReader(bytes);
    for (let field = pbf.nextField(); field; field = pbf.nextField()) {
      if (field === 4) required.push(text(pbf, bytes.length));
      else if (field === 5) optional.add(text(pbf, bytes.length));
    }
    if (pbf.pos !== bytes.length) throw new Error("trailing bytes");
  } catch (error) {
    throw damaged(blob.offset, error);
  }
  const unknown = required.find((feature) => !KNOWN_FEATURES.includes(feature));
  if (unknown === HISTORY) {
    const sentence =
      "The PBF file is a history, with every version of each object; extract the state at one moment first (osmium time-filter).";
    throw new SnapError("bad-input", sentence, { feature: unknown });
  }
  if (unknown !== undefined) {
    const sentence = `The PBF file requires the feature ${JSON.stringify(unknown.slice(0, 60))}, which this reader does not have; it has ${KNOWN_FEATURES.join(" and ")}.`;
    throw new SnapError("bad-input", sentence, { feature: unknown });
  }
  return optional;
}

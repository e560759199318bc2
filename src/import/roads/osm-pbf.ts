// OSM PBF → RoadSource, in two passes: ways and relations, then the nodes they use; where an area is all that is wanted, in one before them the nodes
// near it. Blobs are read a few ahead, on threads where there are some; here is what has to be done in the order of the file.
import { PbfReader } from "pbf";
import { SnapError } from "../../errors.js";
import { firstAtLeast } from "../../geo/first-at-least.js";
import type { RoadSource } from "../../roads/source.js";
import type { ByteSource } from "../byte-source.js";
import { inflateZlib } from "../inflate.js";
import { type Bands, bandsAround, NearIds, type NearNodes } from "./near-area.js";
import { DATA, damaged, findBlobs, HEADER, type PbfBlob, unpackBlob } from "./pbf-blobs.js";
import { PrimitiveBlock } from "./pbf-block.js";
import { Damage, text } from "./pbf-message.js";
import type { FoundNodes, FoundWays, Passes, Range } from "./pbf-passes.js";
import { here, type PbfThreads } from "./pbf-threads.js";
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
/** The number of ways in a town. No real extract with so many is without a relation. */
const MANY_WAYS = 10_000;

/**
 * Reads an OSM PBF: dense and plain nodes, zlib-packed and unpacked blobs. Only a few blobs are in memory at a time, so the file may be larger than memory;
 * only its roads are kept.
 * @throws SnapError "bad-input" when it is cut short, damaged or needs an unknown feature; "limit"; "aborted".
 */
export async function readOsmPbf(file: ByteSource, options: ReadOsmOptions, threads: PbfThreads): Promise<RoadSource> {
  const { maxBytes = Number.POSITIVE_INFINITY } = options;
  if (file.size > maxBytes) {
    throw new SnapError("limit", `The PBF file has ${file.size} bytes; at most ${maxBytes} are read.`, { bytes: file.size, maxBytes });
  }
  const blobs = await findBlobs(file);
  if (blobs.length === 0) throw new SnapError("bad-input", "The PBF file is empty.");
  const headers: Set<string>[] = [];
  for (const blob of blobs) if (blob.type === HEADER) headers.push(await readHeader(file, blob));
  return new Reading(file, blobs, headers, options, threads).read();
}

/** The passes over one file, and what each tells the next. */
class Reading {
  readonly #file: ByteSource;
  readonly #blobs: readonly PbfBlob[];
  readonly #options: ReadOsmOptions;
  #threads: PbfThreads;
  readonly #collector: RoadCollector;
  /** What lies around the area that is wanted, if not all is. */
  readonly #bands: Bands | null;
  /** Whether all ways carry the positions of their nodes; and whether some do, as files that were concatenated have several headers. */
  readonly #located: boolean;
  readonly #carried: boolean;
  readonly #sorted: boolean;
  /** Bytes of all passes, for progress. */
  readonly #total: number;
  /** The blobs with nodes, and the least and the greatest of their ids, if these are known. The bytes of other blobs count as done in the last pass. */
  readonly #nodeBlobs = new Map<PbfBlob, Range | null>();
  /** The blobs that may have ways or relations. */
  #wayBlobs: readonly PbfBlob[] = [];
  /** Elements met in the pass over the ways. */
  readonly #met = { way: 0, relation: 0 };

  constructor(file: ByteSource, all: readonly PbfBlob[], headers: readonly Set<string>[], options: ReadOsmOptions, threads: PbfThreads) {
    this.#file = file;
    this.#blobs = all.filter(({ type }) => type === DATA);
    this.#options = options;
    this.#threads = threads;
    this.#collector = new RoadCollector(options);
    const others = all.length - headers.length - this.#blobs.length;
    if (others > 0) this.#collector.source.drop("block of a type that is not known", others);
    this.#bands = options.near === undefined ? null : bandsAround(options.near);
    this.#located = headers.every((features) => features.has(LOCATIONS_ON_WAYS));
    this.#carried = headers.some((features) => features.has(LOCATIONS_ON_WAYS));
    this.#sorted = headers.length === 1 && headers[0].has(SORTED);
    this.#total = (this.#bands === null || this.#located ? 2 : 3) * file.size;
  }

  async read(): Promise<RoadSource> {
    const near = this.#bands && !this.#located ? await this.#readNear(this.#bands) : undefined;
    if (near === undefined) await this.#findWays();
    await this.#readWays(near);
    this.#noteWhatIsMissing();
    this.#collector.closeWays(this.#threads.shared);
    await this.#readNodes();
    await this.#options.onProgress?.(this.#total, this.#total);
    return this.#collector.source;
  }

  /** Finds the nodes near the area that is wanted, where ways do not say where they are. */
  async #readNear(bands: Bands): Promise<NearNodes> {
    const ids = new NearIds(this.#options.maxMemory);
    const mixed: PbfBlob[] = [];
    let looked = 0;
    await this.#eachBlob("near", { bands }, this.#blobs, 0, ({ hasNodes, hasOthers, near, range }, blob) => {
      looked++;
      if (hasNodes) this.#nodeBlobs.set(blob, range);
      if (hasOthers) mixed.push(blob);
      ids.add(near);
      return !hasOthers || !this.#sorted;
    });
    this.#wayBlobs = [...mixed, ...this.#blobs.slice(looked)];
    return ids.all(this.#threads.shared);
  }

  /** Finds where the ways begin in a sorted file. Those before are half of the file, and need not be unpacked to collect the ways. */
  async #findWays(): Promise<void> {
    const blobs = this.#blobs;
    // All blobs before this one have nodes only.
    let first = 0;
    for (let end = this.#sorted ? blobs.length : 0; first < end; ) {
      const middle = Math.floor((first + end) / 2);
      const { hasNodes, hasOthers } = await this.#block(blobs[middle]);
      // A block may be empty, which says nothing.
      if (hasNodes && !hasOthers) first = middle + 1;
      else end = middle;
    }
    for (const blob of blobs.slice(0, first)) this.#nodeBlobs.set(blob, null);
    this.#wayBlobs = blobs.slice(first);
  }

  /** Collects roads and their restrictions; notes which other blobs have nodes. */
  async #readWays(nodes: NearNodes | undefined): Promise<void> {
    const { modes, vehicle } = this.#options;
    // Each thread would make an index of its own for ids that do not rise.
    if (nodes?.rising === false) this.#threads = here(inflateZlib);
    const plan = { modes, vehicle, carried: this.#carried, near: this.#bands && { bands: this.#bands, nodes } };
    await this.#eachBlob("ways", plan, this.#wayBlobs, this.#total - 2 * this.#file.size, (found, blob) => {
      if (found.hasNodes && !this.#nodeBlobs.has(blob)) {
        if (nodes !== undefined) throw new Damage("it has nodes after ways, though the file says that it is sorted");
        this.#nodeBlobs.set(blob, null);
      }
      this.#keepRoads(found);
      this.#keepRestrictions(found);
      return true;
    });
  }

  #keepRoads({ ways, kind, kinds, name, names, count, node, lon, lat }: FoundWays): void {
    const collector = this.#collector;
    let road = 0;
    let end = 0;
    for (let w = 0; w < kind.length; w++) {
      this.#met.way++;
      const isLatest = collector.isLatest("way", ways.id[w], ways.version[w]);
      if (kind[w] < 0) continue;
      const what = kinds[kind[w]];
      if (typeof what === "string") {
        if (isLatest) collector.keepWay(ways.id[w], [], what);
        continue;
      }
      const start = end;
      end += count[road];
      const found = { rules: what, name: names[name[road++]] };
      const positions = lon.length > 0 ? { lon: lon.subarray(start, end), lat: lat.subarray(start, end) } : undefined;
      if (isLatest) collector.keepWay(ways.id[w], node.subarray(start, end), found, positions);
    }
  }

  #keepRestrictions({ relations, restrictions }: FoundWays): void {
    const collector = this.#collector;
    let next = 0;
    for (let r = 0; r < relations.id.length; r++) {
      this.#met.relation++;
      const isLatest = collector.isLatest("relation", relations.id[r], relations.version[r]);
      if (restrictions[next]?.at !== r) continue;
      const { found, ways } = restrictions[next++];
      // In a sorted file all ways have come by now, so relations of other places are left out: there may be as many as in the world. In others nobody can tell
      // yet.
      if (isLatest && (this.#bands === null || !this.#sorted || collector.hasOneOf(ways))) collector.keepRestrictions(found);
    }
  }

  /** A file that was cut off between two blobs gives no other sign of it. */
  #noteWhatIsMissing(): void {
    const { source } = this.#collector;
    const { way, relation } = this.#met;
    if (way === 0 && this.#nodeBlobs.size > 0) source.drop("ways: there are none, as in a file that was cut short");
    if (way >= MANY_WAYS && relation === 0) source.drop("relations: there are none, as in a file that was cut short or filtered");
  }

  /** Collects the nodes of the roads: their positions, and barriers. */
  async #readNodes(): Promise<void> {
    const { wanted } = this.#collector;
    const { vehicle } = this.#options;
    const blobs = [...this.#nodeBlobs].filter(([, range]) => range === null || hasBetween(wanted, range)).map(([blob]) => blob);
    const ofWays = new Set(this.#wayBlobs);
    await this.#eachBlob("nodes", { wanted, vehicle }, blobs, this.#total - this.#file.size, (found, blob) => {
      if (found.hasOthers && !ofWays.has(blob)) throw new Damage("it has ways before nodes, though the file says that it is sorted");
      this.#keepNodes(found);
      return true;
    });
  }

  #keepNodes({ nodes, lon, lat, barriers }: FoundNodes): void {
    const collector = this.#collector;
    let next = 0;
    for (let n = 0; n < nodes.id.length; n++) {
      const isLatest = collector.isLatest("node", nodes.id[n], nodes.version[n]);
      if (isLatest && !this.#located) collector.position(nodes.id[n], lon[n], lat[n]);
      if (barriers[next]?.at !== n) continue;
      const { found } = barriers[next++];
      if (isLatest) collector.keepBarrier(found);
    }
  }

  /**
   * Reads blobs, a few at a time, and hands over what the pass takes out of each, in the order of the file, for as long as `keep` returns true. `before`: bytes
   * of the passes before.
   */
  async #eachBlob<Pass extends keyof Passes>(
    pass: Pass,
    plan: Passes[Pass]["plan"],
    blobs: readonly PbfBlob[],
    before: number,
    keep: (found: Passes[Pass]["found"], blob: PbfBlob) => boolean,
  ): Promise<void> {
    const { signal, onProgress } = this.#options;
    const { ahead } = this.#threads;
    const readBlob = this.#threads.begin(pass, plan);
    const reading: Promise<Passes[Pass]["found"]>[] = [];
    try {
      for (let i = 0; i < blobs.length; i++) {
        checkSignal(signal);
        while (reading.length <= ahead && i + reading.length < blobs.length) {
          const { start, end, offset } = blobs[i + reading.length];
          const next = this.#file.read(start, end).then((bytes) => readBlob(bytes, offset));
          next.catch(() => {}); // awaited when its turn comes, if ever
          reading.push(next);
        }
        const blob = blobs[i];
        try {
          if (!keep(await (reading.shift() as Promise<Passes[Pass]["found"]>), blob)) return;
        } catch (error) {
          throw damaged(blob.offset, error);
        }
        await onProgress?.(before + blob.end, this.#total);
      }
    } finally {
      await Promise.allSettled(reading);
    }
  }

  /** Unpacks and opens one block. */
  async #block(blob: PbfBlob): Promise<PrimitiveBlock> {
    try {
      return new PrimitiveBlock(await unpacked(this.#file, blob));
    } catch (error) {
      throw damaged(blob.offset, error);
    }
  }
}

/** Reads and unpacks one blob. */
async function unpacked(file: ByteSource, { start, end, offset }: PbfBlob): Promise<Uint8Array> {
  return unpackBlob(await file.read(start, end), offset, inflateZlib);
}

/** Whether one of rising numbers is in a range. */
function hasBetween(rising: Float64Array, [least, greatest]: Range): boolean {
  const at = firstAtLeast(rising, least);
  return at < rising.length && rising[at] <= greatest;
}

/** Reads a header block and its features. */
async function readHeader(file: ByteSource, blob: PbfBlob): Promise<Set<string>> {
  const required: string[] = [];
  const optional = new Set<string>();
  try {
    const bytes = await unpacked(file, blob);
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

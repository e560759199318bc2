// OSM XML → RoadSource, in one pass over the text: positions of all nodes are held as numbers until it is known which ones matter.

import { XMLParser } from "fast-xml-parser";
import { SnapError } from "../errors.js";
import { clamp } from "../geo/clamp.js";
import { E7 } from "../geo/metres.js";
import { grown } from "../roads/growable.js";
import type { RoadSource } from "../roads/source.js";
import { checkSignal, type ReadOsmOptions } from "./reading.js";
import type { Member } from "./restrictions.js";
import { type Positions, RoadCollector } from "./road-collector.js";
import { ROAD_KEYS, type Tags } from "./tags.js";
import { Versions } from "./versions.js";
import { XmlCutter, type XmlPiece } from "./xml-elements.js";
import { decodeEntities, XmlDecoder } from "./xml-text.js";

/** The elements that matter, as the parser gives them: attributes are properties, children are lists. */
interface Element {
  [attribute: string]: unknown;
  tag?: Record<string, string>[];
  nd?: Record<string, string>[];
  member?: Record<string, string>[];
}
interface Document {
  osm: { node?: Element[]; way?: Element[]; relation?: Element[]; remark?: unknown };
}

const LISTS = new Set(["node", "way", "relation", "tag", "nd", "member"]);
const USED = new Set(["node", "way", "relation", "remark"]);
/** Attributes that are nobody's business here are most of the text. */
const ATTRIBUTES = new Set(["id", "lat", "lon", "ref", "k", "v", "type", "role", "action", "visible", "version"]);
/** Bytes decoded at a time, whatever the pieces. */
const STEP = 1 << 20;

/**
 * Reads OSM XML from its bytes, in pieces of any size. Ways may come before their nodes, and may carry positions (`<nd lat lon>`).
 * Elements marked as deleted are left out; of versions of one that follow one another, as in a history file, the highest counts.
 * @throws SnapError "bad-input" when it is no OSM data, not well-formed or cut short; "limit"; "aborted".
 */
export async function readOsmXml(pieces: AsyncIterable<Uint8Array>, options: ReadOsmOptions = {}): Promise<RoadSource> {
  const reader = new OsmXmlReader(options);
  for await (const bytes of pieces) {
    checkSignal(options.signal);
    reader.take(bytes);
  }
  return reader.finish();
}

class OsmXmlReader {
  readonly #collector: RoadCollector;
  readonly #nodes = new NodeStore();
  readonly #cutter = new XmlCutter(checkRoot);
  readonly #parser = new XMLParser({
    ignoreAttributes: (name) => !ATTRIBUTES.has(name),
    attributeNamePrefix: "",
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    isArray: (name, _path, _leaf, isAttribute) => !isAttribute && LISTS.has(name),
  });
  #decoder: XmlDecoder | null = null;

  constructor(options: ReadOsmOptions) {
    this.#collector = new RoadCollector(options);
  }

  take(bytes: Uint8Array): void {
    this.#decoder ??= new XmlDecoder(bytes);
    for (let at = 0; at < bytes.length; at += STEP) {
      for (const piece of this.#cutter.push(this.#decoder.decode(bytes.subarray(at, at + STEP)))) this.#read(piece);
    }
  }

  finish(): RoadSource {
    for (const piece of this.#cutter.push(this.#decoder?.decode() ?? "")) this.#read(piece);
    for (const piece of this.#cutter.end()) this.#read(piece);
    this.#collector.closeWays();
    this.#nodes.give(this.#collector);
    return this.#collector.source;
  }

  #read(piece: XmlPiece): void {
    if (![...piece.names].some((name) => USED.has(name))) return;
    const { osm } = this.#parse(piece.text);
    for (const node of osm.node ?? []) this.#node(node);
    for (const way of osm.way ?? []) this.#way(way);
    for (const relation of osm.relation ?? []) this.#relation(relation);
    // Overpass says here that its answer is incomplete.
    if (osm.remark !== undefined) this.#collector.source.drop("remark: the file says that it may be incomplete");
  }

  #parse(text: string): Document {
    try {
      return this.#parser.parse(`<osm>${text}</osm>`) as Document;
    } catch (cause) {
      throw new SnapError("bad-input", `The OSM XML has an element that does not parse, near ${JSON.stringify(text.slice(0, 60))}.`, {
        cause,
      });
    }
  }

  #node(node: Element): void {
    const id = idOf(node, "id", "a node");
    if (!this.#nodes.isLatest(id, versionOf(node)) || isDeleted(node)) return;
    const lon = degrees(node.lon);
    const lat = degrees(node.lat);
    const tags = node.tag?.some((tag) => tag.k === "barrier") ? tagsOf(node) : null;
    if (lon === null || lat === null) this.#collector.source.drop("node without a position");
    else this.#nodes.add(id, lon, lat, tags);
  }

  #way(way: Element): void {
    const id = idOf(way, "id", "a way");
    if (!this.#collector.isLatest("way", id, versionOf(way))) return;
    if (isDeleted(way) || !way.tag?.some((tag) => ROAD_KEYS.has(tag.k))) return;
    const nodes = way.nd ?? [];
    const refs = nodes.map((nd) => idOf(nd, "ref", `way ${id}`));
    this.#collector.way(id, refs, tagsOf(way), positionsOf(nodes));
  }

  #relation(relation: Element): void {
    const id = idOf(relation, "id", "a relation");
    if (!this.#collector.isLatest("relation", id, versionOf(relation))) return;
    if (isDeleted(relation) || !relation.tag?.some((tag) => tag.k === "type")) return;
    const tags = tagsOf(relation);
    const members = (relation.member ?? []).map((member) => ({
      type: memberType(member.type, id),
      ref: idOf(member, "ref", `relation ${id}`),
      role: decodeEntities(member.role ?? ""),
    }));
    this.#collector.relation(id, tags, members);
  }
}

/** Positions of nodes as columns, and the tags of the few that bar the way. */
class NodeStore {
  #count = 0;
  #id = new Float64Array(1024);
  #lon = new Int32Array(1024);
  #lat = new Int32Array(1024);
  readonly #barriers = new Map<number, Tags>();
  readonly #versions = new Versions();

  /** Whether a node is to be added: of versions that follow one another the highest counts, and a lower one is taken back. */
  isLatest(id: number, version: number): boolean {
    const step = this.#versions.step(id, version);
    if (step > 0) {
      while (this.#count > 0 && this.#id[this.#count - 1] === id) this.#count--;
      this.#barriers.delete(id);
    }
    return step >= 0;
  }

  add(id: number, lon: number, lat: number, tags: Tags | null): void {
    const i = this.#count++;
    if (i === this.#id.length) {
      this.#id = grown(this.#id);
      this.#lon = grown(this.#lon);
      this.#lat = grown(this.#lat);
    }
    this.#id[i] = id;
    this.#lon[i] = lon;
    this.#lat[i] = lat;
    if (tags) this.#barriers.set(id, tags);
  }

  give(collector: RoadCollector): void {
    for (let i = 0; i < this.#count; i++) {
      const id = this.#id[i];
      if (!collector.wants(id)) continue;
      collector.position(id, this.#lon[i], this.#lat[i]);
      const tags = this.#barriers.get(id);
      if (tags) collector.barrier(id, tags);
    }
  }
}

function checkRoot(name: string): void {
  if (name === "osm") return;
  const known: Readonly<Record<string, string>> = {
    osmChange: "It is a change file, not a map",
    gpx: "It is a GPX track, not a map",
    kml: "It is KML, not OSM data",
    html: "It is a web page, not OSM data",
  };
  const what = Object.hasOwn(known, name) ? known[name] : "It is XML, but not OSM data";
  throw new SnapError("bad-input", `${what}: its root element is <${name}>, and <osm> is due.`, { root: name });
}

function isDeleted(element: Element): boolean {
  return element.action === "delete" || element.visible === "false";
}

/** 0 where none is said. */
function versionOf(element: Element): number {
  return Number(element.version) || 0;
}

function tagsOf(element: Element): Tags {
  return new Map((element.tag ?? []).map((tag) => [ownText(tag.k), ownText(tag.v)]));
}

/** Text that may be kept: engines make what is cut out of a text a view of it, and then all of the file's text would be kept with it. */
function ownText(text = ""): string {
  return ` ${decodeEntities(text)}`.slice(1);
}

function idOf(element: Element | Record<string, string>, attribute: "id" | "ref", where: string): number {
  const value = element[attribute];
  const id = typeof value === "string" && /^\s*[-+]?\d+\s*$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  const given = value === undefined ? "is missing" : `is ${JSON.stringify(value)}`;
  const due = Number.isNaN(id) ? "a whole number" : "within ±2^53, so the file has to be renumbered";
  throw new SnapError("bad-input", `In the OSM XML the ${attribute} of ${where} ${given}; it must be ${due}.`, { value });
}

/** Degrees × 1e7, or null for what is no number; places outside the world are kept just outside, for the collector to count. */
function degrees(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? null : Math.round(clamp(number, -181, 181) * E7);
}

/** Positions that the references of a way carry, NaN for those outside of the area asked for; undefined when none does. */
function positionsOf(nodes: Record<string, string>[]): Positions | undefined {
  const lon = nodes.map((nd) => degrees(nd.lon) ?? Number.NaN);
  const lat = nodes.map((nd) => degrees(nd.lat) ?? Number.NaN);
  return lon.some((x, i) => !Number.isNaN(x + lat[i])) ? { lon, lat } : undefined;
}

function memberType(type: string, relation: number): Member["type"] {
  if (type === "node" || type === "way" || type === "relation") return type;
  throw new SnapError(
    "bad-input",
    `In the OSM XML relation ${relation} has a member of type ${JSON.stringify(type)}; node, way and relation are known.`,
  );
}

// OSM XML → RoadSource, in one pass over the text: positions of all nodes are held as numbers until it is known which ones matter.
import { SnapError } from "../../errors.js";
import { clamp } from "../../geo/clamp.js";
import { E7 } from "../../geo/metres.js";
import { grown } from "../../roads/growable.js";
import type { RoadSource } from "../../roads/source.js";
import { ROAD_KEYS, type Tags } from "../tags/tags.js";
import { XmlDecoder } from "../xml-decoder.js";
import { XmlReader } from "../xml-reader.js";
import { checkSignal, type ReadOsmOptions } from "./reading.js";
import type { Member } from "./restrictions.js";
import { type Positions, RoadCollector } from "./road-collector.js";
import { Versions } from "./versions.js";

type Attributes = Readonly<Record<string, string>>;

/** A node, way or relation, and its children by name. */
interface Element {
  attributes: Attributes;
  tag: Attributes[];
  nd: Attributes[];
  member: Attributes[];
}

/** Bytes decoded at a time, independent of the size of the pieces. */
const STEP = 1 << 16;
/** Deepest nesting of elements, and most characters of a node, way or relation. */
const LIMITS = { maxDepth: 32, maxElement: 1 << 24 };

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
  readonly #xml = new XmlReader(
    { what: "OSM file", ...LIMITS },
    { open: (name, attributes, depth) => this.#open(name, attributes, depth), close: (name, depth) => this.#close(name, depth) },
  );
  #decoder: XmlDecoder | null = null;
  #element: Element | null = null;

  constructor(options: ReadOsmOptions) {
    this.#collector = new RoadCollector(options);
  }

  take(bytes: Uint8Array): void {
    this.#decoder ??= new XmlDecoder(bytes);
    for (let at = 0; at < bytes.length; at += STEP) this.#xml.write(this.#decoder.decode(bytes.subarray(at, at + STEP)));
  }

  finish(): RoadSource {
    this.#xml.write(this.#decoder?.decode() ?? "");
    this.#xml.end();
    this.#collector.closeWays();
    this.#nodes.give(this.#collector);
    return this.#collector.source;
  }

  #open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 1) checkRoot(name);
    else if (depth === 2) this.#element = { attributes, tag: [], nd: [], member: [] };
    else if (depth === 3 && (name === "tag" || name === "nd" || name === "member")) this.#element?.[name].push(attributes);
  }

  #close(name: string, depth: number): void {
    const element = this.#element;
    if (depth !== 2 || element === null) return;
    if (name === "node") this.#node(element);
    else if (name === "way") this.#way(element);
    else if (name === "relation") this.#relation(element);
    // In this element Overpass says that its answer is incomplete.
    else if (name === "remark") this.#collector.source.drop("remark: the file says that it may be incomplete");
    this.#element = null;
  }

  #node(node: Element): void {
    const id = idOf(node.attributes, "id", "a node");
    if (!this.#nodes.isLatest(id, versionOf(node)) || isDeleted(node)) return;
    const lon = degrees(node.attributes.lon);
    const lat = degrees(node.attributes.lat);
    const tags = node.tag.some((tag) => tag.k === "barrier") ? tagsOf(node) : null;
    if (lon === null || lat === null) this.#collector.source.drop("node without a position");
    else this.#nodes.add(id, lon, lat, tags);
  }

  #way(way: Element): void {
    const id = idOf(way.attributes, "id", "a way");
    if (!this.#collector.isLatest("way", id, versionOf(way))) return;
    if (isDeleted(way) || !way.tag.some((tag) => ROAD_KEYS.has(tag.k))) return;
    const refs = way.nd.map((nd) => idOf(nd, "ref", `way ${id}`));
    this.#collector.way(id, refs, tagsOf(way), positionsOf(way.nd));
  }

  #relation(relation: Element): void {
    const id = idOf(relation.attributes, "id", "a relation");
    if (!this.#collector.isLatest("relation", id, versionOf(relation))) return;
    if (isDeleted(relation) || !relation.tag.some((tag) => tag.k === "type")) return;
    const tags = tagsOf(relation);
    const members = relation.member.map((member) => ({
      type: memberType(member.type, id),
      ref: idOf(member, "ref", `relation ${id}`),
      role: ownText(member.role),
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

  /** Whether a node is to be added: of consecutive versions the highest is kept, and a lower one before it is removed. */
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
  throw new SnapError("bad-input", `${what}: its root element is <${name}>; it must be <osm>.`, { root: name });
}

function isDeleted({ attributes }: Element): boolean {
  return attributes.action === "delete" || attributes.visible === "false";
}

/** The version of an element; 0 if it has none. */
function versionOf({ attributes }: Element): number {
  return Number(attributes.version) || 0;
}

function tagsOf(element: Element): Tags {
  return new Map(element.tag.map((tag) => [ownText(tag.k), ownText(tag.v)]));
}

/** A copy of a text, to be kept. Engines make a substring a view of its whole text, so that all of the file's text would be kept with it. */
function ownText(text = ""): string {
  return ` ${text}`.slice(1);
}

function idOf(attributes: Attributes, attribute: "id" | "ref", where: string): number {
  const value: string | undefined = attributes[attribute];
  const id = value !== undefined && /^\s*[-+]?\d+\s*$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  const given = value === undefined ? "is missing" : `is ${JSON.stringify(value)}`;
  const due = Number.isNaN(id) ? "a whole number" : "within ±2^53, so the file has to be renumbered";
  throw new SnapError("bad-input", `In the OSM XML, the ${attribute} of ${where} ${given}; it must be ${due}.`, { value });
}

/** Degrees × 1e7, or null for what is no number; places outside the world are kept just outside, for the collector to count. */
function degrees(value: string | undefined): number | null {
  const number = value !== undefined && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? null : Math.round(clamp(number, -181, 181) * E7);
}

/** Positions that come with the references of a way, NaN for those without, which are outside of the area asked for; undefined if none has one. */
function positionsOf(nodes: readonly Attributes[]): Positions | undefined {
  const lon = nodes.map((nd) => degrees(nd.lon) ?? Number.NaN);
  const lat = nodes.map((nd) => degrees(nd.lat) ?? Number.NaN);
  return lon.some((x, i) => !Number.isNaN(x + lat[i])) ? { lon, lat } : undefined;
}

function memberType(type: string, relation: number): Member["type"] {
  if (type === "node" || type === "way" || type === "relation") return type;
  throw new SnapError(
    "bad-input",
    `In the OSM XML, relation ${relation} has a member of type ${JSON.stringify(type)}; it must be node, way or relation.`,
  );
}

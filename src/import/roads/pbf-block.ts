// The data blocks of an OSM PBF: dense and plain nodes, ways, relations. Field numbers are those of osmformat.proto.
import { PbfReader } from "pbf";
import type { Tags } from "../tags/tags.js";
import { Damage, enter, exact, integer, leave, PackedCursor, signedInteger, textAt } from "./pbf-message.js";
import type { Member } from "./restrictions.js";
import type { Positions } from "./road-collector.js";

/** Receives ways and relations: of all their ids and versions, and those ways with one of `wayKeys` and relations with one of `relationKeys`. */
export interface WaySink {
  wayKeys: ReadonlySet<string>;
  relationKeys: ReadonlySet<string>;
  /** Called first for each way and relation, whatever its tags. */
  element(type: "way" | "relation", id: number, version: number): void;
  /** `nodes` and the positions are valid during the call only. */
  way(nodes: Float64Array, tags: Tags, positions?: Positions): void;
  relation(id: number, tags: Tags, members: readonly Member[]): void;
}

/** Receives nodes. Tags and versions are read only for nodes that are wanted. Positions in degrees × 1e7. */
export interface NodeSink {
  /** Whether tags and versions are not needed: then they are not even looked at. */
  bare?: boolean;
  wants(id: number): boolean;
  node(id: number, version: number, lon: number, lat: number, tags: Tags): void;
}

/** Start and end of a length-delimited field within the block. */
type Span = readonly [start: number, end: number];

const EMPTY: Span = [0, 0];
const NO_TAGS: Tags = new Map();
const MEMBER_TYPES = ["node", "way", "relation"] as const;
/** Nanodegrees, in which positions are stored (as multiples of the granularity), per ten-millionth of a degree, in which they are kept. */
const NANO = 100;

/** One block: its string table and where its groups lie. Nothing else is decoded until asked for. */
export class PrimitiveBlock {
  /** Whether the block has nodes, dense or plain, and whether it has anything else. */
  readonly hasNodes: boolean;
  readonly hasOthers: boolean;
  readonly #bytes: Uint8Array;
  readonly #pbf: PbfReader;
  readonly #groups: Span[] = [];
  readonly #stringSpans: Span[] = [];
  readonly #strings: string[] = [];
  #granularity = 100;
  #lonOffset = 0;
  #latOffset = 0;
  #refs = new Float64Array(256);
  readonly #cursors: PackedCursor[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#pbf = new PbfReader(bytes);
    this.#readFrame();
    const kinds = this.#groups.map((group) => this.#firstField(group));
    this.hasNodes = kinds.some((field) => field <= 2);
    this.hasOthers = kinds.some((field) => field > 2);
  }

  /** Hands over the block's ways and relations. */
  readWays(sink: WaySink): void {
    const pbf = this.#pbf;
    for (const [start, end] of this.#groups) {
      pbf.pos = start;
      for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
        if (field === 3) this.#readWay(sink, enter(pbf, end));
        else if (field === 4) this.#readRelation(sink, enter(pbf, end));
      }
      leave(pbf, end);
    }
  }

  /** Hands over the block's nodes. */
  readNodes(sink: NodeSink): void {
    const pbf = this.#pbf;
    for (const [start, end] of this.#groups) {
      pbf.pos = start;
      for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
        if (field === 1) this.#readNode(sink, enter(pbf, end));
        else if (field === 2) this.#readDenseNodes(sink, enter(pbf, end));
      }
      leave(pbf, end);
    }
  }

  #readFrame(): void {
    const pbf = this.#pbf;
    const end = pbf.length;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
      if (field === 1) this.#readStringTable(enter(pbf, end));
      else if (field === 2) this.#groups.push(this.#span(end));
      else if (field === 17) this.#granularity = integer(pbf, true);
      else if (field === 19) this.#latOffset = integer(pbf, true);
      else if (field === 20) this.#lonOffset = integer(pbf, true);
    }
    leave(pbf, end);
    if (this.#granularity <= 0) throw new Damage(`its grains of ${this.#granularity} nanodegrees are not positive`);
  }

  #readStringTable(end: number): void {
    const pbf = this.#pbf;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
      if (field === 1) this.#stringSpans.push(this.#span(end));
    }
    leave(pbf, end);
  }

  /** Steps over a length-delimited field and says where it lies. */
  #span(outerEnd: number): Span {
    const end = enter(this.#pbf, outerEnd);
    const span: Span = [this.#pbf.pos, end];
    this.#pbf.pos = end;
    return span;
  }

  /** The field that a group begins with. It tells the kind of all its elements. */
  #firstField([start, end]: Span): number {
    this.#pbf.pos = start;
    return this.#pbf.nextField(end);
  }

  #string(index: number): string {
    const known = this.#strings[index];
    if (known !== undefined) return known;
    const span = this.#stringSpans[index];
    if (span === undefined) throw new Damage(`it names string ${index} of ${this.#stringSpans.length}`);
    // As in XML, white space around a tag's text is not intended.
    const value = textAt(this.#bytes, span[0], span[1]).trim();
    this.#strings[index] = value;
    return value;
  }

  #readWay(sink: WaySink, end: number): void {
    const pbf = this.#pbf;
    let id = 0;
    let keys = EMPTY;
    let values = EMPTY;
    let info = EMPTY;
    let refs = EMPTY;
    let lats = EMPTY;
    let lons = EMPTY;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
      if (field === 1) id = integer(pbf, true);
      else if (field === 2) keys = this.#span(end);
      else if (field === 3) values = this.#span(end);
      else if (field === 4) info = this.#span(end);
      else if (field === 8) refs = this.#span(end);
      else if (field === 9) lats = this.#span(end);
      else if (field === 10) lons = this.#span(end);
    }
    leave(pbf, end);
    sink.element("way", id, this.#version(info));
    const tags = this.#tags(keys, values, sink.wayKeys);
    if (tags !== null) {
      const nodes = this.#deltas(refs);
      sink.way(nodes, tags, lats === EMPTY ? undefined : this.#positions(lats, lons, nodes.length));
    }
    pbf.pos = end;
  }

  /** Positions stored with a way (the optional feature LocationsOnWays). */
  #positions(lats: Span, lons: Span, count: number): Positions {
    const lat = Array.from(this.#deltas(lats, new Float64Array(count)), (grains) => this.#scaled(grains, this.#latOffset));
    const lon = Array.from(this.#deltas(lons, new Float64Array(count)), (grains) => this.#scaled(grains, this.#lonOffset));
    if (lat.length !== count || lon.length !== count) throw new Damage("a way has not as many positions as nodes");
    return { lon, lat };
  }

  #readRelation(sink: WaySink, end: number): void {
    const pbf = this.#pbf;
    let id = 0;
    let keys = EMPTY;
    let values = EMPTY;
    let info = EMPTY;
    let roles = EMPTY;
    let refs = EMPTY;
    let types = EMPTY;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
      if (field === 1) id = integer(pbf, true);
      else if (field === 2) keys = this.#span(end);
      else if (field === 3) values = this.#span(end);
      else if (field === 4) info = this.#span(end);
      else if (field === 8) roles = this.#span(end);
      else if (field === 9) refs = this.#span(end);
      else if (field === 10) types = this.#span(end);
    }
    leave(pbf, end);
    sink.element("relation", id, this.#version(info));
    const tags = this.#tags(keys, values, sink.relationKeys);
    if (tags !== null) sink.relation(id, tags, this.#members(roles, refs, types));
    pbf.pos = end;
  }

  #members(roles: Span, refs: Span, types: Span): Member[] {
    const role = this.#cursor(1, roles);
    const type = this.#cursor(2, types);
    const members: Member[] = [];
    for (const ref of this.#deltas(refs)) {
      if (!role.more || !type.more) throw new Damage("a relation's members differ in number from their roles or types");
      const kind = MEMBER_TYPES[type.next()];
      if (kind === undefined) throw new Damage("a relation has a member of unknown type");
      members.push({ type: kind, ref, role: this.#string(role.next()) });
    }
    if (role.more || type.more) throw new Damage("a relation's members differ in number from their roles or types");
    return members;
  }

  #readNode(sink: NodeSink, end: number): void {
    const pbf = this.#pbf;
    let id = 0;
    let keys = EMPTY;
    let values = EMPTY;
    let info = EMPTY;
    let lat = 0;
    let lon = 0;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
      if (field === 1) id = signedInteger(pbf);
      else if (field === 2) keys = this.#span(end);
      else if (field === 3) values = this.#span(end);
      else if (field === 4) info = this.#span(end);
      else if (field === 8) lat = signedInteger(pbf);
      else if (field === 9) lon = signedInteger(pbf);
    }
    leave(pbf, end);
    if (sink.wants(id)) {
      const version = sink.bare ? 0 : this.#version(info);
      const tags = (sink.bare ? null : this.#tags(keys, values, null)) ?? NO_TAGS;
      sink.node(id, version, this.#scaled(lon, this.#lonOffset), this.#scaled(lat, this.#latOffset), tags);
    }
    pbf.pos = end;
  }

  #readDenseNodes(sink: NodeSink, end: number): void {
    const pbf = this.#pbf;
    let ids = EMPTY;
    let info = EMPTY;
    let lats = EMPTY;
    let lons = EMPTY;
    let tags = EMPTY;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) {
      if (field === 1) ids = this.#span(end);
      else if (field === 5) info = this.#span(end);
      else if (field === 8) lats = this.#span(end);
      else if (field === 9) lons = this.#span(end);
      else if (field === 10) tags = this.#span(end);
    }
    leave(pbf, end);
    const lists = this.#cursor(3, sink.bare ? EMPTY : tags);
    const versions = this.#cursor(4, sink.bare ? EMPTY : this.#versions(info));
    this.#walkDenseNodes(sink, this.#cursor(0, ids), this.#cursor(1, lats), this.#cursor(2, lons), lists, versions);
    pbf.pos = end;
  }

  /** Reads columns in parallel: ids and positions as differences; for each node a list of key, value, …, 0 (or no lists at all); and versions (or none). */
  #walkDenseNodes(
    sink: NodeSink,
    ids: PackedCursor,
    lats: PackedCursor,
    lons: PackedCursor,
    tags: PackedCursor,
    versions: PackedCursor,
  ): void {
    const tagged = tags.more;
    const versioned = versions.more;
    let id = 0;
    let lat = 0;
    let lon = 0;
    while (ids.more) {
      if (!lats.more || !lons.more || (tagged && !tags.more) || (versioned && !versions.more))
        throw new Damage("its columns of nodes differ in length");
      id = exact(id + ids.nextSigned());
      lat += lats.nextSigned();
      lon += lons.nextSigned();
      const wanted = sink.wants(id);
      let version = 0;
      if (versioned && wanted) version = versions.next();
      else if (versioned) versions.skip();
      const found = tagged ? this.#denseTags(tags, wanted) : NO_TAGS;
      if (wanted) sink.node(id, version, this.#scaled(lon, this.#lonOffset), this.#scaled(lat, this.#latOffset), found);
    }
    if (lats.more || lons.more || tags.more || versions.more) throw new Damage("its columns of nodes differ in length");
  }

  #denseTags(cursor: PackedCursor, wanted: boolean): Tags {
    let tags: Map<string, string> | null = null;
    while (cursor.more) {
      const key = cursor.next();
      if (key === 0) return tags ?? NO_TAGS;
      if (!cursor.more) break;
      const value = cursor.next();
      if (wanted) {
        tags ??= new Map();
        tags.set(this.#string(key), this.#string(value));
      }
    }
    throw new Damage("the tags of a node do not end");
  }

  /** The version in an element's info; 0 where there is none. */
  #version(info: Span): number {
    return this.#toVersion(info) ? integer(this.#pbf, true) : 0;
  }

  /** Where the versions in the info of dense nodes lie. */
  #versions(info: Span): Span {
    return this.#toVersion(info) ? this.#span(info[1]) : EMPTY;
  }

  /** Moves to the version, field 1 of an info; false if it has none. */
  #toVersion([start, end]: Span): boolean {
    const pbf = this.#pbf;
    pbf.pos = start;
    for (let field = pbf.nextField(end); field; field = pbf.nextField(end)) if (field === 1) return true;
    return false;
  }

  /** The tags in two parallel columns; null if none of the keys is in `needed`. */
  #tags(keys: Span, values: Span, needed: ReadonlySet<string> | null): Tags | null {
    if (needed !== null && !this.#hasKey(keys, needed)) return null;
    const tags = new Map<string, string>();
    const key = this.#cursor(0, keys);
    const value = this.#cursor(1, values);
    while (key.more && value.more) tags.set(this.#string(key.next()), this.#string(value.next()));
    if (key.more || value.more) throw new Damage("an element has not as many values as keys");
    return tags;
  }

  #hasKey(keys: Span, needed: ReadonlySet<string>): boolean {
    for (const cursor = this.#cursor(0, keys); cursor.more; ) if (needed.has(this.#string(cursor.next()))) return true;
    return false;
  }

  /** A packed list of differences as absolute numbers; by default in a buffer that the next call overwrites. */
  #deltas(span: Span, into?: Float64Array): Float64Array {
    const cursor = this.#cursor(0, span);
    let buffer = into ?? this.#refs;
    let value = 0;
    let n = 0;
    while (cursor.more) {
      if (n === buffer.length) {
        if (into) throw new Damage("a way has not as many positions as nodes");
        this.#refs = new Float64Array(n * 2);
        this.#refs.set(buffer);
        buffer = this.#refs;
      }
      value = exact(value + cursor.nextSigned());
      buffer[n++] = value;
    }
    return buffer.subarray(0, n);
  }

  /** One of the block's cursors, set to a list. Lists that are read in parallel need cursors of different numbers. */
  #cursor(number: 0 | 1 | 2 | 3 | 4, [start, end]: Span): PackedCursor {
    this.#cursors[number] ??= new PackedCursor(new PbfReader(this.#bytes));
    return this.#cursors[number].set(start, end);
  }

  #scaled(grains: number, offset: number): number {
    return Math.round((offset + this.#granularity * grains) / NANO);
  }
}

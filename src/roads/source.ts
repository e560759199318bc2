// Source: the form of a road network that importers write and the builder reads. Tags have already become rules here.
import { SnapError } from "../errors.js";
import { ACCESS_ALL, ROAD_CLASSES, type SpeedCode } from "./attributes.js";
import { Growable, grown } from "./growable.js";

/** One way as an importer hands it over; "forward" is the order of `nodes`. */
export interface SourceWay {
  /** OSM way id, or any number that means something to the caller (the wire's `oid_routing_streets`). */
  id: number;
  /** Source node ids in order. Nodes never added are counted as missing and the way is cut there. */
  nodes: ArrayLike<number>;
  /** Index into {@link ROAD_CLASSES}. */
  roadClass: number;
  /** Bits of {@link Flag}. */
  flags: number;
  /**
   * Access bits (of {@link Access}) along and against `nodes`. Both 0: the way is physically there but closed to all (kept, at a price).
   */
  forward: number;
  backward: number;
  /** Posted limits; 0 unknown. */
  speedForward: SpeedCode;
  speedBackward: SpeedCode;
  /** Posted limits for heavy goods vehicles; 0 unknown. */
  truckSpeedForward: SpeedCode;
  truckSpeedBackward: SpeedCode;
  /** "" when unnamed. */
  name: string;
}

/** A turn restriction between whole ways, as mapped. */
export interface SourceRestriction {
  /** OSM relation id. */
  id: number;
  /** true: `only_*` (every other way out of `from` is banned); false: `no_*`. */
  only: boolean;
  /** If one way is both `from` and `to`: true means that going on along it is restricted, not turning back. */
  onward?: boolean | undefined;
  /** Ways that the turn comes from (several for `no_entry`). */
  from: number[];
  /** Ways that it goes to (several for `no_exit`). */
  to: number[];
  /** One node id; or the via ways, in the order travelled. Another order is put right, unless they meet in that one as well. */
  via: { node: number } | { ways: number[] };
  /** Access bits of those it binds: all but those in `except`; or, of `restriction:hgv` and the like, these alone. */
  modes: number;
}

/** A barrier on a node. */
export interface SourceBarrier {
  /** Source node id, as ways have it. */
  node: number;
  /** Access bits of those who may pass. */
  access: number;
  /** Bits of Flag given to the edges it stands on (gate, toll, private). */
  flags: number;
}

/** What an importer saw and could not use, by reason; goes into the build report. */
export type DropCounts = Record<string, number>;

/** The ways of a source as columns: a country has millions, and an object for each would fill the heap. */
export class WayColumns {
  readonly id = new Growable(Float64Array);
  /** Way w's nodes are node[firstNode[w]] … node[firstNode[w + 1] − 1]. */
  readonly firstNode = new Growable(Float64Array);
  readonly node = new Growable(Float64Array);
  readonly roadClass = new Growable(Uint8Array);
  readonly flags = new Growable(Uint16Array);
  readonly forward = new Growable(Uint8Array);
  readonly backward = new Growable(Uint8Array);
  readonly speedForward = new Growable(Uint16Array);
  readonly speedBackward = new Growable(Uint16Array);
  readonly truckSpeedForward = new Growable(Uint16Array);
  readonly truckSpeedBackward = new Growable(Uint16Array);
  /** Index into `names`. */
  readonly name = new Growable(Uint32Array);
  /** The version of each way in OSM; 0 where it is not known. */
  readonly version = new Growable(Uint32Array);
  /** Each name once, in the order in which they came. */
  readonly names: string[] = [];
  readonly #nameIndex = new Map<string, number>();

  constructor() {
    this.firstNode.push(0);
  }

  get count(): number {
    return this.id.length;
  }

  push(id: number, nodes: ArrayLike<number>, way: Omit<SourceWay, "id" | "nodes" | "name">, name: string, version = 0): void {
    const start = this.node.length;
    this.node.extend(nodes.length);
    for (let i = 0; i < nodes.length; i++) this.node.data[start + i] = nodes[i];
    this.firstNode.push(this.node.length);
    this.id.push(id);
    this.roadClass.push(way.roadClass);
    this.flags.push(way.flags);
    this.forward.push(way.forward);
    this.backward.push(way.backward);
    this.speedForward.push(way.speedForward);
    this.speedBackward.push(way.speedBackward);
    this.truckSpeedForward.push(way.truckSpeedForward);
    this.truckSpeedBackward.push(way.truckSpeedBackward);
    let index = this.#nameIndex.get(name);
    if (index === undefined) {
      index = this.names.push(name) - 1;
      this.#nameIndex.set(name, index);
    }
    this.name.push(index);
    this.version.push(version);
  }

  /** Removes the last way. */
  pop(): void {
    for (const column of Object.values(this)) if (column instanceof Growable && column !== this.node) column.length--;
    this.node.length = this.firstNode.data[this.count];
  }

  at(w: number): SourceWay {
    return {
      id: this.id.data[w],
      nodes: this.node.data.slice(this.firstNode.data[w], this.firstNode.data[w + 1]),
      roadClass: this.roadClass.data[w],
      flags: this.flags.data[w],
      forward: this.forward.data[w],
      backward: this.backward.data[w],
      speedForward: this.speedForward.data[w],
      speedBackward: this.speedBackward.data[w],
      truckSpeedForward: this.truckSpeedForward.data[w],
      truckSpeedBackward: this.truckSpeedBackward.data[w],
      name: this.names[this.name.data[w]],
    };
  }
}

/**
 * A road network before it is a graph. Nodes and ways are kept in growing typed arrays: an extract of a country has tens of
 * millions of them. Everything is in the order of the source, so equal input gives an equal graph.
 */
export class RoadSource {
  /** How many nodes there are: the columns are filled so far. */
  nodeCount = 0;
  /** The id of each node, as ways have it. */
  nodeId = new Float64Array(1024);
  /** Degrees × 1e7. */
  nodeLon = new Int32Array(1024);
  nodeLat = new Int32Array(1024);
  /** Whether ids of nodes rise, as in files that are sorted: then a node is found without an index. */
  sorted = true;
  /** @internal */
  readonly columns = new WayColumns();
  /** Turn restrictions, in any order. */
  readonly restrictions: SourceRestriction[] = [];
  /** Barriers on nodes, in any order. */
  readonly barriers: SourceBarrier[] = [];
  /** What was left out so far, by reason; see `drop`. */
  readonly dropped: DropCounts = {};
  /**
   * Ways, counted from 0, that have the nodes of an earlier way, in either direction. The nodes that two such ways share are no junctions. If a way is missing
   * here, the two still become one road, but cut at each of its nodes.
   * @internal
   */
  readonly doubles = new Set<number>();

  /** Adds a node; lon and lat in degrees × 1e7, whole numbers. A repeated id keeps the first position. */
  addNode(id: number, lon: number, lat: number): void {
    if (this.nodeCount === this.nodeId.length) this.reserveNodes(this.nodeCount * 2);
    if (this.nodeCount > 0 && !(id > this.nodeId[this.nodeCount - 1])) this.sorted = false;
    this.nodeId[this.nodeCount] = id;
    this.nodeLon[this.nodeCount] = lon;
    this.nodeLat[this.nodeCount++] = lat;
  }

  /** Makes room for so many nodes in all. */
  reserveNodes(count: number): void {
    if (count <= this.nodeId.length) return;
    this.nodeId = grown(this.nodeId, count);
    this.nodeLon = grown(this.nodeLon, count);
    this.nodeLat = grown(this.nodeLat, count);
  }

  /** Adds a way; its nodes may come before or after it. */
  addWay(way: SourceWay): void {
    this.columns.push(way.id, way.nodes, way, way.name);
  }

  /** How many ways there are. */
  get wayCount(): number {
    return this.columns.count;
  }

  /** Way w, in the order added. */
  way(w: number): SourceWay {
    return this.columns.at(w);
  }

  /** All ways as objects, made anew at each access: for small sources. */
  get ways(): SourceWay[] {
    return Array.from({ length: this.wayCount }, (_, w) => this.way(w));
  }

  /** Counts something left out, for the report: `drop("way without usable class")`. */
  drop(reason: string, n = 1): void {
    this.dropped[reason] = (this.dropped[reason] ?? 0) + n;
  }
}

/**
 * Refuses coordinates, classes and access bits that no road has and that a caller's own importer may have written: the columns would hold them as other
 * numbers.
 * @throws SnapError "bad-input"
 */
export function checkSource({ nodeCount, nodeId, nodeLon, nodeLat, columns: ways }: RoadSource): void {
  let farthest = 0;
  for (let n = 0; n < nodeCount; n++) {
    const [east, north] = [Math.abs(nodeLon[n]), Math.abs(nodeLat[n])];
    if (!(east <= 180e7 && north <= 90e7)) {
      const place = `${nodeLon[n]}, ${nodeLat[n]}`;
      throw new SnapError("bad-input", `Node ${nodeId[n]} of the source is at ${place}; longitude and latitude must be in degrees × 1e7.`);
    }
    farthest = Math.max(farthest, east, north);
  }
  if (nodeCount > 1 && farthest <= 180)
    throw new SnapError(
      "bad-input",
      "The source's nodes are all within 2 m of 0, 0: their coordinates must be degrees × 1e7, not degrees.",
    );
  for (let w = 0; w < ways.count; w++) {
    const [kind, access] = [ways.roadClass.data[w], ways.forward.data[w] | ways.backward.data[w]];
    if (kind < ROAD_CLASSES.length && access <= ACCESS_ALL) continue;
    const what =
      access > ACCESS_ALL
        ? `the access bits ${access}; they must be bits of Access`
        : `the road class ${kind}; it must be an index into ROAD_CLASSES`;
    throw new SnapError("bad-input", `Way ${ways.id.data[w]} of the source has ${what}.`);
  }
}

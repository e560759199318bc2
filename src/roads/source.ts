// The source form of a road network: what importers write and the builder reads. Tags are already rules here.
import type { SpeedCode } from "./attributes.js";

/** One way as an importer hands it over; "forward" is the order of `nodes`. */
export interface SourceWay {
  /** OSM way id, or any number that means something to the caller (the wire's `oid_routing_streets`). */
  id: number;
  /** Source node ids in order. Nodes never added are counted as missing and the way is cut there. */
  nodes: ArrayLike<number>;
  /** Index into ROAD_CLASSES. */
  roadClass: number;
  /** Bits of Flag. */
  flags: number;
  /** Access bits along and against `nodes`. Both 0: the way is physically there but closed to all (kept, at a price). */
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
  /** Ways one comes from (several for `no_entry`). */
  from: number[];
  /** The way gone to (several for `no_exit`). */
  to: number[];
  /** One node id, or the via ways in order. */
  via: { node: number } | { ways: number[] };
  /** Access bits of those it binds: all less `except`, or just `restriction:hgv` and the like. */
  modes: number;
}

/** A barrier on a node. */
export interface SourceBarrier {
  node: number;
  /** Access bits of those who may pass. */
  access: number;
  /** Bits of Flag given to the edges it stands on (gate, toll, private). */
  flags: number;
}

/** What an importer saw and could not use, by reason; goes into the build report. */
export type DropCounts = Record<string, number>;

/**
 * A road network before it is a graph. Nodes and way references are kept in growing typed arrays: an extract of a country has tens of
 * millions of them. Everything is in the order of the source, so equal input gives an equal graph.
 */
export class RoadSource {
  nodeCount = 0;
  nodeId = new Float64Array(1024);
  /** Degrees × 1e7. */
  nodeLon = new Int32Array(1024);
  nodeLat = new Int32Array(1024);
  /** Everything of a way but its nodes, which are `refs[firstRef[i] … firstRef[i + 1]]`. */
  readonly ways: Omit<SourceWay, "nodes">[] = [];
  readonly firstRef: number[] = [0];
  refs = new Float64Array(4096);
  readonly restrictions: SourceRestriction[] = [];
  readonly barriers: SourceBarrier[] = [];
  readonly dropped: DropCounts = {};

  /** Adds a node; lon and lat in degrees × 1e7, whole numbers. A repeated id keeps the first position. */
  addNode(id: number, lon: number, lat: number): void {
    if (this.nodeCount === this.nodeId.length) {
      this.nodeId = grown(this.nodeId, Float64Array);
      this.nodeLon = grown(this.nodeLon, Int32Array);
      this.nodeLat = grown(this.nodeLat, Int32Array);
    }
    this.nodeId[this.nodeCount] = id;
    this.nodeLon[this.nodeCount] = lon;
    this.nodeLat[this.nodeCount++] = lat;
  }

  /** Adds a way; its nodes may come before or after it. */
  addWay(way: SourceWay): void {
    const start = this.firstRef[this.ways.length];
    const end = start + way.nodes.length;
    while (end > this.refs.length) this.refs = grown(this.refs, Float64Array);
    for (let i = 0; i < way.nodes.length; i++) this.refs[start + i] = way.nodes[i];
    const { nodes: _, ...rest } = way;
    this.ways.push(rest);
    this.firstRef.push(end);
  }

  /** Counts something left out, for the report: `count("way without usable class")`. */
  drop(reason: string, n = 1): void {
    this.dropped[reason] = (this.dropped[reason] ?? 0) + n;
  }
}

function grown<T extends Float64Array | Int32Array>(old: T, Type: new (n: number) => T): T {
  const bigger = new Type(old.length * 2);
  bigger.set(old);
  return bigger;
}

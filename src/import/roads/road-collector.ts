// Gathers OSM elements into a RoadSource: ways and relations first, then only the nodes that kept ways use.

import { SnapError } from "../../errors.js";
import { HALF_TURN_E7 } from "../../geo/metres.js";
import { sharedCopy } from "../../roads/growable.js";
import { HashedIds, SortedIds } from "../../roads/node-index.js";
import { RoadSource } from "../../roads/source.js";
import type { Tags } from "../tags/tags.js";
import { type ReadOsmOptions, tooLarge } from "./reading.js";
import type { Member } from "./restrictions.js";
import { type FoundBarrier, type FoundRestrictions, type FoundWay, RoadTags } from "./road-tags.js";
import { Versions } from "./versions.js";

/** Positions that come with a way's node references, in degrees × 1e7; NaN for a node without one. */
export interface Positions {
  lon: ArrayLike<number>;
  lat: ArrayLike<number>;
}

/** Bytes of memory per node reference of a way, from reading to the finished road file: measured, with a margin. */
export const BYTES_PER_PLACE = 130;

/** What to do about roads that do not fit in memory, for the error. */
const REMEDY = "a smaller extract, or for an OSM PBF an area (the extract command, or the option near), or fewer modes";

/**
 * Order of calls: ways and relations in any order, then `closeWays`, then nodes. Only nodes of roads are kept: in a country nine in ten belong to buildings.
 */
export class RoadCollector {
  readonly source = new RoadSource();
  readonly #tags: RoadTags;
  readonly #maxPlaces: number;
  readonly #versions = { node: new Versions(), way: new Versions(), relation: new Versions() };
  /** The version of the way at hand. */
  #wayVersion = 0;
  /** Whether the ids of the ways kept rise. */
  #rising = true;
  #kept: HashedIds | null = null;
  /** The current node, and the number of nodes before it. */
  #node = Number.NaN;
  #nodesBefore = 0;
  /** The ids of the nodes that kept ways use, rising; none until no more ways come. */
  wanted: Float64Array = new Float64Array(0);
  #index = new SortedIds(this.wanted, 0);

  constructor(options: Pick<ReadOsmOptions, "modes" | "maxMemory" | "vehicle"> = {}) {
    this.#tags = new RoadTags(options);
    this.#maxPlaces = (options.maxMemory ?? Number.POSITIVE_INFINITY) / BYTES_PER_PLACE;
  }

  /**
   * Whether an element is to be read; to be called for each before anything else. Of consecutive versions of an element the highest is kept, and what a lower
   * one left is removed. A version that says that the element is deleted leaves nothing.
   */
  isLatest(type: Member["type"], id: number, version: number): boolean {
    const step = this.#versions[type].step(id, version);
    if (step < 0) return false;
    const { columns, restrictions, barriers } = this.source;
    if (type === "way") {
      this.#wayVersion = version;
      while (step > 0 && columns.count > 0 && columns.id.data[columns.count - 1] === id) columns.pop();
    } else if (type === "relation") {
      while (step > 0 && restrictions.at(-1)?.id === id) restrictions.pop();
    } else if (id !== this.#node) {
      this.#node = id;
      this.#nodesBefore = this.source.nodeCount;
    } else if (step > 0) {
      this.source.nodeCount = this.#nodesBefore;
      while (barriers.at(-1)?.node === id) barriers.pop();
    }
    return true;
  }

  /** Takes a way if it is a road. `positions` are for files that give coordinates with the way. */
  way(id: number, nodes: ArrayLike<number>, tags: Tags, positions?: Positions): void {
    this.keepWay(id, nodes, this.#tags.way(nodes, tags), positions);
  }

  /** As {@link way}, of tags that were read before. */
  keepWay(id: number, nodes: ArrayLike<number>, found: FoundWay, positions?: Positions): void {
    if (found === null) return;
    if (typeof found === "string") {
      this.source.drop(found);
      return;
    }
    for (let i = 0; positions !== undefined && i < nodes.length; i++) {
      const [lon, lat] = [positions.lon[i], positions.lat[i]];
      if (!Number.isNaN(lon + lat)) this.position(nodes[i], lon, lat);
    }
    const { id: ids, count } = this.source.columns;
    if (count > 0 && !(id > ids.data[count - 1])) this.#rising = false;
    this.source.columns.push(id, nodes, found.rules, found.name, this.#wayVersion);
    if (this.source.columns.node.length > this.#maxPlaces) {
      const reason = `they have more than ${Math.floor(this.#maxPlaces)} places`;
      throw tooLarge("Its roads", this.#maxPlaces * BYTES_PER_PLACE, reason, REMEDY);
    }
  }

  /** Takes a relation if it is a turn restriction. */
  relation(id: number, tags: Tags, members: readonly Member[]): void {
    this.keepRestrictions(this.#tags.relation(id, tags, members));
  }

  /** As {@link relation}, of tags that were read before. */
  keepRestrictions(found: FoundRestrictions): void {
    if (found === null) return;
    if ("drop" in found) this.source.drop(found.drop);
    else this.source.restrictions.push(...found);
  }

  /** Whether one of these ways was kept; to be called after all ways have come. */
  hasOneOf(ways: readonly number[]): boolean {
    const { data, length } = this.source.columns.id;
    // In a sorted file, ids below 0 are ordered by their absolute value: −1, −2, −3.
    if (!this.#rising) this.#kept ??= new HashedIds(data, length);
    const kept = this.#kept ?? new SortedIds(data, length);
    return ways.some((way) => kept.of(way) >= 0);
  }

  /**
   * Says that no more ways will come: from now on it is known which nodes matter. `shared`: keep their ids in memory that threads share.
   * @throws SnapError "bad-input" for versions of a way that do not follow one another: it would be too late to remove the older.
   */
  closeWays(shared = false): void {
    const { id, version } = this.source.columns;
    const { data, length } = id;
    const first = this.#rising ? null : new HashedIds(data, length);
    for (let w = 0; first !== null && w < length; w++) {
      if (version.data[first.of(data[w])] === version.data[w]) continue;
      const sentence = `The OSM data holds several versions of way ${data[w]} in different places; sort it first, for instance with osmium sort.`;
      throw new SnapError("bad-input", sentence, { way: data[w] });
    }
    const nodes = this.source.columns.node.take();
    const sorted = (shared ? sharedCopy(nodes) : nodes.slice()).sort();
    let n = 0;
    for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[n++] = sorted[i];
    this.wanted = sorted.subarray(0, n);
    this.#index = new SortedIds(this.wanted, n);
    this.source.reserveNodes(n);
  }

  /** Whether a kept way uses the node. Fastest when asked in ascending order, as files are sorted. */
  wants(id: number): boolean {
    return this.#index.of(id) >= 0;
  }

  /** Takes the position of a node, degrees × 1e7. A place outside the world is counted and left out, as if the node were missing. */
  position(id: number, lon: number, lat: number): void {
    if (Math.abs(lon) <= HALF_TURN_E7 && Math.abs(lat) <= HALF_TURN_E7 / 2) this.source.addNode(id, lon, lat);
    else this.source.drop("node outside the world");
  }

  /** Takes the barrier that a node's tags describe, if any. */
  barrier(id: number, tags: Tags): void {
    this.keepBarrier(this.#tags.barrier(id, tags));
  }

  /** As {@link barrier}, of tags that were read before. */
  keepBarrier(found: FoundBarrier): void {
    if (found === "unknown") this.source.drop("barrier of unknown kind");
    else if (found !== null) this.source.barriers.push(found);
  }
}

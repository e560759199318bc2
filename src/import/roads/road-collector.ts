// Gathers OSM elements into a RoadSource: ways and relations first, then only the nodes that kept ways use.

import { SnapError } from "../../errors.js";
import { HALF_TURN_E7 } from "../../geo/metres.js";
import { Access, MODES } from "../../roads/attributes.js";
import { HashedIds, SortedIds } from "../../roads/node-index.js";
import { RoadSource } from "../../roads/source.js";
import { readBarrier } from "../tags/barriers.js";
import { isAreaIfClosed } from "../tags/class.js";
import { nameOf, type Tags, type WayVerdict } from "../tags/tags.js";
import { asForCars, type Vehicle } from "../tags/vehicles.js";
import { WayRuleBook } from "../tags/way-rules.js";
import { type ReadOsmOptions, tooLarge } from "./reading.js";
import { type Member, readRestriction } from "./restrictions.js";
import { Versions } from "./versions.js";

/** Positions that come with a way's node references, in degrees × 1e7; NaN for a node without one. */
export interface Positions {
  lon: ArrayLike<number>;
  lat: ArrayLike<number>;
}

type Road = Extract<WayVerdict, { kind: "road" }>;

/** Bytes of memory per node reference of a way, from reading to the finished road file: measured, with a margin. */
export const BYTES_PER_PLACE = 130;

/** What to do about roads that do not fit in memory, for the error. */
const REMEDY = "a smaller extract, or for an OSM PBF an area (the extract command, or the option near), or fewer modes";

/**
 * Order of calls: ways and relations in any order, then `closeWays`, then nodes. Only nodes of roads are kept: in a country nine in ten belong to buildings.
 */
export class RoadCollector {
  readonly source = new RoadSource();
  readonly #modes: number;
  readonly #maxPlaces: number;
  readonly #vehicle: Vehicle;
  readonly #rules = new WayRuleBook();
  readonly #versions = { node: new Versions(), way: new Versions(), relation: new Versions() };
  /** The version of the way at hand. */
  #wayVersion = 0;
  /** Whether the ids of the ways kept rise. */
  #rising = true;
  #kept: HashedIds | null = null;
  /** The current node, and the number of nodes before it. */
  #node = Number.NaN;
  #nodesBefore = 0;
  #wanted = new SortedIds(new Float64Array(0), 0);

  /** Keeps only ways for these modes, including ways whose class is made for them though tags close it. */
  constructor({
    modes = MODES,
    maxMemory = Number.POSITIVE_INFINITY,
    vehicle = "car",
  }: Pick<ReadOsmOptions, "modes" | "maxMemory" | "vehicle"> = {}) {
    this.#vehicle = vehicle;
    this.#maxPlaces = maxMemory / BYTES_PER_PLACE;
    let bits = 0;
    for (const mode of modes) bits |= Access[mode];
    this.#modes = bits;
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
    const verdict = this.#rules.read(asForCars(tags, this.#vehicle));
    if (verdict.kind === "other") return;
    if (verdict.kind === "dropped") this.source.drop(verdict.reason);
    else if (!this.#serves(verdict)) this.source.drop("road for other modes");
    else if (nodes.length < 2) this.source.drop("way with fewer than two nodes");
    else if (nodes[0] === nodes[nodes.length - 1] && isAreaIfClosed(tags)) this.source.drop("area");
    else {
      for (let i = 0; positions !== undefined && i < nodes.length; i++) {
        const [lon, lat] = [positions.lon[i], positions.lat[i]];
        if (!Number.isNaN(lon + lat)) this.position(nodes[i], lon, lat);
      }
      const { id: ids, count } = this.source.columns;
      if (count > 0 && !(id > ids.data[count - 1])) this.#rising = false;
      this.source.columns.push(id, nodes, verdict.rules, nameOf(tags), this.#wayVersion);
      if (this.source.columns.node.length > this.#maxPlaces) {
        const reason = `they have more than ${Math.floor(this.#maxPlaces)} places`;
        throw tooLarge("Its roads", this.#maxPlaces * BYTES_PER_PLACE, reason, REMEDY);
      }
    }
  }

  /** Takes a relation if it is a turn restriction. */
  relation(id: number, tags: Tags, members: readonly Member[]): void {
    const found = readRestriction(id, asForCars(tags, this.#vehicle), members);
    if (found === null) return;
    if ("drop" in found) this.source.drop(found.drop);
    else this.source.restrictions.push(...found);
  }

  /** Whether one of a relation's members is a way that was kept; to be called after all ways have come. */
  hasOneOf(members: readonly Member[]): boolean {
    const { data, length } = this.source.columns.id;
    // In a sorted file, ids below 0 are ordered by their absolute value: −1, −2, −3.
    if (!this.#rising) this.#kept ??= new HashedIds(data, length);
    const kept = this.#kept ?? new SortedIds(data, length);
    return members.some(({ type, ref }) => type === "way" && kept.of(ref) >= 0);
  }

  /**
   * Says that no more ways will come: from now on {@link wants} knows which nodes matter.
   * @throws SnapError "bad-input" for versions of a way that do not follow one another: it would be too late to remove the older.
   */
  closeWays(): void {
    const { id, version } = this.source.columns;
    const { data, length } = id;
    const first = this.#rising ? null : new HashedIds(data, length);
    for (let w = 0; first !== null && w < length; w++) {
      if (version.data[first.of(data[w])] === version.data[w]) continue;
      const sentence = `The OSM data holds several versions of way ${data[w]} in different places; sort it first, for instance with osmium sort.`;
      throw new SnapError("bad-input", sentence, { way: data[w] });
    }
    const sorted = this.source.columns.node.take().slice().sort();
    let n = 0;
    for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[n++] = sorted[i];
    this.#wanted = new SortedIds(sorted, n);
    this.source.reserveNodes(n);
  }

  /** Whether a kept way uses the node. Fastest when asked in ascending order, as files are sorted. */
  wants(id: number): boolean {
    return this.#wanted.of(id) >= 0;
  }

  /** Takes the position of a node, degrees × 1e7. A place outside the world is counted and left out, as if the node were missing. */
  position(id: number, lon: number, lat: number): void {
    if (Math.abs(lon) <= HALF_TURN_E7 && Math.abs(lat) <= HALF_TURN_E7 / 2) this.source.addNode(id, lon, lat);
    else this.source.drop("node outside the world");
  }

  /** Takes the barrier that a node's tags describe, if any. */
  barrier(id: number, tags: Tags): void {
    const barrier = readBarrier(id, asForCars(tags, this.#vehicle));
    if (barrier === "unknown") this.source.drop("barrier of unknown kind");
    else if (barrier !== null) this.source.barriers.push(barrier);
  }

  /** Whether a road is for one of the modes asked for. A road that is closed to everyone counts for all: it is physically there. */
  #serves({ rules, usual }: Road): boolean {
    const open = rules.forward | rules.backward;
    return open === 0 || ((open | usual) & this.#modes) !== 0;
  }
}

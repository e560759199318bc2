// PBF passes: what each pass over a PBF takes out of a block. It depends on the block and on plain data alone, so that other threads can do it.
import { grown } from "../../roads/growable.js";
import { SortedIds } from "../../roads/node-index.js";
import { ROAD_KEYS, type Tags, type WayRules } from "../tags/tags.js";
import type { Vehicle } from "../tags/vehicles.js";
import { type Bands, NearArea, type NearNodes } from "./near-area.js";
import type { PrimitiveBlock } from "./pbf-block.js";
import type { ReadOsmOptions } from "./reading.js";
import type { Positions } from "./road-collector.js";
import { type FoundBarrier, type FoundRestrictions, RoadTags } from "./road-tags.js";

const RELATION_KEYS: ReadonlySet<string> = new Set(["type"]);

/** What every pass tells of a block. */
type Kinds = Pick<PrimitiveBlock, "hasNodes" | "hasOthers">;

/** Elements, as columns: their ids and versions, 0 where there is none. */
interface Elements {
  id: Float64Array;
  version: Float64Array;
}

/** The least and the greatest of some ids: Infinity and −Infinity if there is none. */
export type Range = readonly [least: number, greatest: number];

/** The nodes of a block that are near an area. */
export interface FoundNear extends Kinds {
  /** Their ids, in the order of the file. */
  near: Float64Array;
  /** Those of all the block's nodes. */
  range: Range;
}

/** The ways and relations of a block. */
export interface FoundWays extends Kinds {
  ways: Elements;
  /** By way: the rules of the road that it is, or the reason for which it is left out, as an index into `kinds`; −1 if it is neither. */
  kind: Float64Array;
  kinds: (WayRules | string)[];
  /** By road: its name, as an index into `names`; how many nodes it has. */
  name: Float64Array;
  names: string[];
  count: Float64Array;
  /** The nodes of the roads, one road's after the other's; and if ways carry positions, where they are, degrees × 1e7, NaN where that is not known. */
  node: Float64Array;
  lon: Float64Array;
  lat: Float64Array;
  relations: Elements;
  /** What relations of interest are: which relation, and the ways among its members. */
  restrictions: { at: number; found: FoundRestrictions; ways: number[] }[];
}

/** The nodes of a block that are wanted. */
export interface FoundNodes extends Kinds {
  nodes: Elements;
  /** Degrees × 1e7. */
  lon: Float64Array;
  lat: Float64Array;
  /** Which are barriers, and what kind. */
  barriers: { at: number; found: FoundBarrier }[];
}

/** The passes, by name: the plain data that each needs, and what it takes out of a block. */
export interface Passes {
  near: { plan: { bands: Bands }; found: FoundNear };
  ways: { plan: WaysPlan; found: FoundWays };
  nodes: { plan: { wanted: Float64Array; vehicle?: Vehicle | undefined }; found: FoundNodes };
}

interface WaysPlan extends Pick<ReadOsmOptions, "modes" | "vehicle"> {
  /** If only ways near an area are wanted. */
  near: { bands: Bands; nodes: NearNodes | undefined } | null;
  /** Whether ways carry positions. */
  carried: boolean;
}

/** Takes out of one block after the other what a pass wants. */
export type Take<Pass extends keyof Passes> = (block: PrimitiveBlock) => Passes[Pass]["found"];

/** How to begin each pass. */
export const PASSES: { [Pass in keyof Passes]: (plan: Passes[Pass]["plan"]) => Take<Pass> } = {
  near: ({ bands }) => {
    const area = new NearArea(bands);
    const near = new Numbers();
    return (block) => {
      let least = Number.POSITIVE_INFINITY;
      let greatest = Number.NEGATIVE_INFINITY;
      block.readNodes({
        bare: true,
        wants: () => true,
        node: (id, _, lon, lat) => {
          if (id < least) least = id;
          if (id > greatest) greatest = id;
          if (area.holds(lon, lat)) near.push(id);
        },
      });
      return { ...kindsOf(block), near: near.take(), range: [least, greatest] };
    };
  },
  ways: (plan) => {
    const pass = new WaysPass(plan);
    return (block) => pass.take(block);
  },
  nodes: ({ wanted, vehicle }) => {
    const index = new SortedIds(wanted, wanted.length);
    const tags = new RoadTags({ vehicle });
    const nodes = new ElementList();
    const lon = new Numbers();
    const lat = new Numbers();
    return (block) => {
      const barriers: FoundNodes["barriers"] = [];
      block.readNodes({
        wants: (id) => index.of(id) >= 0,
        node: (id, version, x, y, given) => {
          if (given.has("barrier")) barriers.push({ at: lon.length, found: tags.barrier(id, given) });
          nodes.push(id, version);
          lon.push(x);
          lat.push(y);
        },
      });
      return { ...kindsOf(block), nodes: nodes.take(), lon: lon.take(), lat: lat.take(), barriers };
    };
  },
};

class WaysPass {
  readonly #near: NearArea | null;
  readonly #carried: boolean;
  readonly #tags: RoadTags;
  // Of the block at hand.
  readonly #ways = new ElementList();
  readonly #relations = new ElementList();
  readonly #kind = new Numbers();
  readonly #name = new Numbers();
  readonly #count = new Numbers();
  readonly #node = new Numbers();
  readonly #lon = new Numbers();
  readonly #lat = new Numbers();
  readonly #kinds = new Numbered<WayRules | string>();
  readonly #names = new Numbered<string>();

  constructor({ near, carried, modes, vehicle }: WaysPlan) {
    this.#near = near && new NearArea(near.bands, near.nodes);
    this.#carried = carried;
    this.#tags = new RoadTags({ modes, vehicle });
  }

  take(block: PrimitiveBlock): FoundWays {
    const restrictions: FoundWays["restrictions"] = [];
    block.readWays({
      wayKeys: ROAD_KEYS,
      relationKeys: RELATION_KEYS,
      element: (type, id, version) => {
        if (type === "way") this.#kind.push(-1);
        (type === "way" ? this.#ways : this.#relations).push(id, version);
      },
      way: (nodes, tags, positions) => this.#way(nodes, tags, positions),
      relation: (id, tags, members) => {
        const found = this.#tags.relation(id, tags, members);
        if (found === null) return;
        restrictions.push({
          at: this.#relations.length - 1,
          found,
          ways: members.filter(({ type }) => type === "way").map(({ ref }) => ref),
        });
      },
    });
    return {
      ...kindsOf(block),
      ways: this.#ways.take(),
      kind: this.#kind.take(),
      kinds: this.#kinds.take(),
      name: this.#name.take(),
      names: this.#names.take(),
      count: this.#count.take(),
      node: this.#node.take(),
      lon: this.#lon.take(),
      lat: this.#lat.take(),
      relations: this.#relations.take(),
      restrictions,
    };
  }

  /** Notes what the newest way is, if it comes near. */
  #way(nodes: Float64Array, tags: Tags, positions?: Positions): void {
    if (this.#near?.way(nodes, positions) === false) return;
    const found = this.#tags.way(nodes, tags);
    if (found === null) return;
    const isRoad = typeof found !== "string";
    this.#kind.setLast(this.#kinds.of(isRoad ? found.rules : found));
    if (!isRoad) return;
    this.#name.push(this.#names.of(found.name));
    this.#count.push(nodes.length);
    this.#node.append(nodes);
    if (!this.#carried) return;
    this.#lon.append(positions?.lon ?? new Float64Array(nodes.length).fill(Number.NaN));
    this.#lat.append(positions?.lat ?? new Float64Array(nodes.length).fill(Number.NaN));
  }
}

/** The elements of the block at hand. */
class ElementList {
  readonly #id = new Numbers();
  readonly #version = new Numbers();

  get length(): number {
    return this.#id.length;
  }

  push(id: number, version: number): void {
    this.#id.push(id);
    this.#version.push(version);
  }

  take(): Elements {
    return { id: this.#id.take(), version: this.#version.take() };
  }
}

/** The different things of the block at hand, numbered in the order in which they come. */
class Numbered<T> {
  readonly #numbers = new Map<T, number>();

  of(thing: T): number {
    let number = this.#numbers.get(thing);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(thing, number);
    }
    return number;
  }

  take(): T[] {
    const all = [...this.#numbers.keys()];
    this.#numbers.clear();
    return all;
  }
}

/** A list of numbers of the block at hand. `Growable` serves arrays of all types, and takes a fifth of the time of a pass for that. */
class Numbers {
  #data = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) this.#data = grown(this.#data);
    this.#data[this.#length++] = value;
  }

  append(values: ArrayLike<number>): void {
    const end = this.#length + values.length;
    if (end > this.#data.length) this.#data = grown(this.#data, 2 * end);
    this.#data.set(values, this.#length);
    this.#length = end;
  }

  setLast(value: number): void {
    this.#data[this.#length - 1] = value;
  }

  /** All of them. The list is emptied for the next block. */
  take(): Float64Array {
    const all = this.#data.slice(0, this.#length);
    this.#length = 0;
    return all;
  }
}

function kindsOf({ hasNodes, hasOthers }: PrimitiveBlock): Kinds {
  return { hasNodes, hasOthers };
}

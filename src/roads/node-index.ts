// Node index: from a source node's id to its index. Typed arrays, because an extract of a country has tens of millions of nodes.
import type { RoadSource } from "./source.js";

/** Looks up the position of a 53-bit id. The first of equal ids wins. */
export interface NodeIndex {
  /** The index, −1 when the id is not there. */
  of(id: number): number;
}

/** The index of a source's nodes. If they are sorted by id, they need none of their own. */
export function nodeIndex({ nodeId, nodeCount, sorted }: RoadSource): NodeIndex {
  return sorted ? new SortedIds(nodeId, nodeCount) : new HashedIds(nodeId, nodeCount);
}

/** Rising ids. Fastest if each id asked for is near the one before, as those of a way's nodes are. */
export class SortedIds implements NodeIndex {
  readonly #ids: Float64Array;
  readonly #count: number;
  #cursor = 0;

  constructor(ids: Float64Array, count: number) {
    this.#ids = ids;
    this.#count = count;
  }

  of(id: number): number {
    const ids = this.#ids;
    let low = this.#cursor;
    let high = this.#cursor;
    // Galloping search from where the last id was found, then binary search.
    if (low < this.#count && ids[low] < id) {
      for (let step = 1; high < this.#count && ids[high] < id; step *= 2) {
        low = high + 1;
        high = Math.min(this.#count, high + step);
      }
    } else {
      for (let step = 1; low > 0 && !(ids[low - 1] < id); step *= 2) {
        high = low - 1;
        low = Math.max(0, low - step);
      }
    }
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (ids[middle] < id) low = middle + 1;
      else high = middle;
    }
    this.#cursor = low;
    return low < this.#count && ids[low] === id ? low : -1;
  }
}

/** Ids in any order, in a hash table with open addressing. */
export class HashedIds implements NodeIndex {
  readonly #ids: Float64Array;
  readonly #slots: Uint32Array;
  readonly #mask: number;

  constructor(ids: Float64Array, count: number) {
    this.#ids = ids;
    let size = 16;
    while (size < count * 2) size *= 2;
    this.#slots = new Uint32Array(size);
    this.#mask = size - 1;
    for (let i = 0; i < count; i++) {
      let slot = this.#hash(ids[i]);
      while (this.#slots[slot] !== 0 && ids[this.#slots[slot] - 1] !== ids[i]) slot = (slot + 1) & this.#mask;
      if (this.#slots[slot] === 0) this.#slots[slot] = i + 1;
    }
  }

  of(id: number): number {
    let slot = this.#hash(id);
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      if (this.#ids[found - 1] === id) return found - 1;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }

  #hash(id: number): number {
    const high = Math.floor(id / 0x100000000) | 0;
    let h = Math.imul((id | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    h ^= h >>> 15;
    return (Math.imul(h, 0x2c1b3c6d) >>> 0) & this.#mask;
  }
}

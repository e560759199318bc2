// Reach: a cache, in bounded memory, of the trees of cheapest ways found from each arc.

import { Aim } from "./aim.js";
import { type Chunk, type Owner, ReachMemory, WORDS } from "./reach-memory.js";

/**
 * Trees lie in chunks of memory one after the other. Each has
 * - a header of three slots: the source arc, 4 × places of the hash table + kind, the radius as a 64-bit float; the box it is aimed at (its middle, and half
 *   its extent, which is below 0 if there is no box); and how many slots it has for arcs;
 * - a hash table of its blocks, a slot each: the block, its arcs that are there (as bits), the slot of the first of these;
 * - a slot for each arc, those of one block in a row: the state; then, as floats, the cost, the length and the usual seconds to the beginning of its arc.
 */
const HEADER = 3;
/** Bit in a slot's state: the search did not look at all states that follow. */
const UNDONE = 1 << 30;
const NO_BOX = [0, 0, -1, -1];
/** Marks a free place: no block and no state has this number. */
const FREE = -0x80000000;
/** A block is the arcs whose numbers differ in this many last bits only. */
const BLOCK_BITS = 5;
const IN_BLOCK = (1 << BLOCK_BITS) - 1;
/** Places in the hash table per block: with some left free, a block that is not there is soon found to be missing. */
const ROOM = 1.5;

/** What a tree holds of each label, as columns. */
interface Labelled {
  state: Int32Array;
  /** 1 if the search did not look at all states that follow. */
  undone: Uint8Array;
  cost: Float32Array;
  length: Float32Array;
  seconds: Float32Array;
  /** The label before it; −1: the source. */
  parent: Int32Array;
}

/** The labels that a tree is made of. */
interface Settled extends Labelled {
  /** Settled labels, cheapest first, … */
  order: Int32Array;
  /** … and the arc of each. */
  arcs: Int32Array;
  /** By label: the slot that it gets. */
  slot: Int32Array;
}

/** What {@link Reach.look} writes, by target. */
interface Looked {
  slot: Int32Array;
  cost: Float64Array;
  length: Float64Array;
  seconds: Float64Array;
}

/**
 * Trees of cheapest ways, one per source arc and kind of cost (0 … 3), to be looked up by arc. A tree has every arc that can be reached at a cost of at most
 * its radius. A tree that is aimed at a box has every arc whose cost, and the least cost from there to the box, are together at most the radius. So its
 * answers do not depend on what was asked before. When memory is full the oldest trees make room.
 */
export class Reach implements Owner {
  readonly #memory: ReachMemory;
  /** Index of the chunk that trees are added to, as long as this Reach owns it. */
  #newest = -1;
  readonly #arcCount: number;
  /** Where each source's tree begins, by kind: chunk × chunkSlots + slot + 1; 0 for none. */
  readonly #treeOf: Int32Array[] = [];
  readonly #owner = new WeakRef<Owner>(this);

  /** The chunk of the tree in use. */
  #chunk!: Chunk;
  /** Slot where the hash table of the tree in use begins, and how many places it has. */
  #first = 0;
  #places = 1;
  /** Radius of the tree in use. */
  radius = 0;

  // Of the tree being made: how many blocks, and which; by block, which of its arcs are there (as bits), and the slot of the first of these.
  #count = 0;
  readonly #blocks: Int32Array;
  readonly #present: Int32Array;
  readonly #base: Int32Array;

  constructor(arcCount: number, memory = new ReachMemory()) {
    this.#arcCount = arcCount;
    const blocks = (arcCount >>> BLOCK_BITS) + 1;
    this.#blocks = new Int32Array(blocks);
    this.#present = new Int32Array(blocks);
    this.#base = new Int32Array(blocks);
    this.#memory = memory;
  }

  /** Makes the source's tree the one in use; false if there is none. */
  use(source: number, kind: number): boolean {
    while (this.#treeOf.length <= kind) this.#treeOf.push(new Int32Array(this.#arcCount));
    const address = this.#treeOf[kind][source] - 1;
    if (address < 0) return false;
    const { chunks, chunkSlots } = this.#memory;
    const chunk = chunks[Math.floor(address / chunkSlots)] as Chunk;
    const at = address % chunkSlots;
    this.#chunk = chunk;
    this.#first = at + HEADER;
    this.#places = chunk.words[at * WORDS + 1] >>> 2;
    this.radius = chunk.doubles[at * 2 + 1];
    return true;
  }

  /** The box that the tree in use was grown towards; null if it was grown in all directions. */
  get aim(): Aim | null {
    const { words } = this.#chunk;
    const box = (this.#first - 2) * WORDS;
    return words[box + 2] < 0 ? null : new Aim(words[box], words[box + 1], words[box + 2], words[box + 3]);
  }

  /**
   * Looks up the first `count` arcs in the tree in use. Writes for each its slot (valid until the next tree is begun), cost, length and usual seconds. If the
   * tree does not reach an arc, its slot is −1 and its cost infinite. Returns how many it does not reach. One loop without calls: numbers returned from a
   * call would have to be stored somewhere.
   */
  look(arcs: readonly number[], count: number, { slot: slots, cost: costs, length: lengths, seconds }: Looked): number {
    const { words, floats } = this.#chunk;
    const first = this.#first;
    const places = this.#places;
    const end = first + places;
    let missing = 0;
    let block = -1;
    let present = 0;
    let base = 0;
    for (let t = 0; t < count; t++) {
      const arc = arcs[t];
      if (arc >>> BLOCK_BITS !== block) {
        block = arc >>> BLOCK_BITS;
        let i = placeFor(block, first, places);
        let key = words[i * WORDS];
        while (key !== block && key !== FREE) {
          if (++i === end) i = first;
          key = words[i * WORDS];
        }
        present = key === block ? words[i * WORDS + 1] : 0;
        base = words[i * WORDS + 2];
      }
      const bit = 1 << (arc & IN_BLOCK);
      if ((present & bit) !== 0) {
        const i = base + ones(present & (bit - 1));
        slots[t] = i;
        costs[t] = floats[i * WORDS + 1];
        lengths[t] = floats[i * WORDS + 2];
        seconds[t] = floats[i * WORDS + 3];
      } else {
        slots[t] = -1;
        costs[t] = Number.POSITIVE_INFINITY;
        missing++;
      }
    }
    return missing;
  }

  /** Stores a tree of `count` labels for the source, in place of any that it has, and makes it the one in use. */
  keep(source: number, kind: number, labels: Settled, count: number, radius: number, aim: Aim | null): void {
    const { state, undone, cost, length, seconds, parent, order, arcs, slot } = labels;
    this.#gather(arcs, count);
    const places = Math.ceil(this.#count * ROOM + 1);
    this.#newest = this.#memory.chunkFor(HEADER + places + count, this.#newest, this.#owner);
    const chunk = this.#memory.chunks[this.#newest] as Chunk;
    const { words, floats, used: at } = chunk;
    words[at * WORDS] = source;
    words[at * WORDS + 1] = (places << 2) | kind;
    chunk.doubles[at * 2 + 1] = radius;
    words.set(aim === null ? NO_BOX : [aim.lon, aim.lat, aim.halfLon, aim.halfLat], (at + 1) * WORDS);
    words[(at + 2) * WORDS] = count;
    chunk.used += HEADER + places + count;
    words.fill(FREE, (at + HEADER) * WORDS, chunk.used * WORDS);
    this.#treeOf[kind][source] = this.#newest * this.#memory.chunkSlots + at + 1;
    this.use(source, kind);
    let next = this.#layBlocks(at + HEADER + places);
    for (let n = 0; n < count; n++) {
      const label = order[n];
      const block = arcs[n] >>> BLOCK_BITS;
      let i = this.#base[block] + ones(this.#present[block] & ((1 << (arcs[n] & IN_BLOCK)) - 1));
      // If the arc already has a slot, that is a cheaper state of it. This one is only needed as a link of ways to other arcs, and goes to the end.
      if (words[i * WORDS] !== FREE) i = next++;
      words[i * WORDS] = undone[label] ? state[label] | UNDONE : state[label];
      floats[i * WORDS + 1] = cost[label];
      floats[i * WORDS + 2] = length[label];
      floats[i * WORDS + 3] = seconds[label];
      slot[label] = i;
    }
    for (let n = 0; n < count; n++) chunk.parents[slot[order[n]]] = parent[order[n]] < 0 ? -1 : slot[parent[order[n]]];
  }

  /** Notes the blocks of the arcs, and which arcs of each block are there. */
  #gather(arcs: Int32Array, count: number): void {
    for (let n = 0; n < this.#count; n++) this.#present[this.#blocks[n]] = 0;
    this.#count = 0;
    for (let i = 0; i < count; i++) {
      const block = arcs[i] >>> BLOCK_BITS;
      if (this.#present[block] === 0) this.#blocks[this.#count++] = block;
      this.#present[block] |= 1 << (arcs[i] & IN_BLOCK);
    }
  }

  /** Writes the hash table. The slots of the blocks' arcs lie in a row from `slot` on; returns the first slot after them. */
  #layBlocks(slot: number): number {
    const { words } = this.#chunk;
    const end = this.#first + this.#places;
    let next = slot;
    for (let n = 0; n < this.#count; n++) {
      const block = this.#blocks[n];
      let i = placeFor(block, this.#first, this.#places);
      while (words[i * WORDS] !== FREE) if (++i === end) i = this.#first;
      words[i * WORDS] = block;
      words[i * WORDS + 1] = this.#present[block];
      words[i * WORDS + 2] = next;
      this.#base[block] = next;
      next += ones(this.#present[block]);
    }
    return next;
  }

  /** The states on the way to the one in a slot, without it, in travel order. */
  path(slot: number): number[] {
    const { words, parents } = this.#chunk;
    const states: number[] = [];
    for (let at = parents[slot]; at >= 0; at = parents[at]) states.push(words[at * WORDS] & ~UNDONE);
    return states.reverse();
  }

  /** How many slots for arcs the tree in use has. */
  get size(): number {
    return this.#chunk.words[(this.#first - 1) * WORDS];
  }

  /** Reads the slots of the tree in use into columns of at least its size. Of an arc's states the cheapest comes first. A parent is an index, or −1. */
  read({ state, undone, cost, length, seconds, parent }: Labelled): void {
    const { words, floats, parents } = this.#chunk;
    const begin = this.#first + this.#places;
    for (let n = 0; n < this.size; n++) {
      const i = begin + n;
      state[n] = words[i * WORDS] & ~UNDONE;
      undone[n] = words[i * WORDS] & UNDONE ? 1 : 0;
      cost[n] = floats[i * WORDS + 1];
      length[n] = floats[i * WORDS + 2];
      seconds[n] = floats[i * WORDS + 3];
      parent[n] = Math.max(-1, parents[i] - begin);
    }
  }

  /** Forgets the trees in a chunk, which is emptied. `index`: that of the chunk. */
  forget(chunk: Chunk, index: number): void {
    let slots = 0;
    for (let at = 0; at < chunk.used; at += slots) {
      const source = chunk.words[at * WORDS];
      const size = chunk.words[at * WORDS + 1];
      const treeOf = this.#treeOf[size & 3];
      if (treeOf?.[source] === index * this.#memory.chunkSlots + at + 1) treeOf[source] = 0;
      slots = HEADER + (size >>> 2) + chunk.words[(at + 2) * WORDS];
    }
  }
}

/** The place of the hash table from which on a block is looked for. */
function placeFor(block: number, first: number, places: number): number {
  return first + Math.floor(((Math.imul(block, 0x9e3779b1) >>> 0) * places) / 0x100000000);
}

/** How many bits are set. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// Reach: what was found from each arc, kept for the next time it is asked for, in bounded memory.

import { Aim } from "./aim.js";

/** Slots of a chunk: 5 MB. */
const CHUNK_SLOTS = 1 << 18;
/** Chunks kept: 320 MB where that much was searched. */
const CHUNKS = 64;
/** A slot's words: the arc; the cost, the length and the usual seconds (as 32-bit floats) to the arc's beginning. */
const WORDS = 4;
/** Slots of a tree's header. */
const HEADER = 2;
const NO_BOX = [0, 0, -1, -1];
/** No arc has it: the slot is free. */
const FREE = -0x80000000;
/** Slots per arc, so that an arc that is not there is soon missed. */
const ROOM = 1.75;

/** What a look-up writes, by target. */
interface Looked {
  slot: Int32Array;
  cost: Float64Array;
  length: Float64Array;
  seconds: Float64Array;
}

/**
 * Memory in which trees lie one after the other, each a header (source arc, 4 × its groups of four slots + kind, radius as a 64-bit float; the
 * box it is aimed at: its middle, half its extent, which is below 0 where there is none) and its slots.
 */
class Chunk {
  readonly words: Int32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** The slot in the chunk of the arc before each slot's, apart from it: only the way that is taken asks for them. */
  readonly parents: Int32Array;
  used = 0;

  constructor(slots: number) {
    this.words = new Int32Array(slots * WORDS);
    this.floats = new Float32Array(this.words.buffer);
    this.doubles = new Float64Array(this.words.buffer);
    this.parents = new Int32Array(slots);
  }

  get slots(): number {
    return this.words.length / WORDS;
  }
}

/**
 * Trees of cheapest ways, one per source arc and kind of cost (0 … 3), as hash tables by arc. A tree knows every arc that can be reached at a
 * cost up to its radius, one that is aimed every arc from which the box is as near as that; so what it answers does not depend on what was
 * asked before. When memory is full the oldest trees make room.
 */
export class Reach {
  readonly #most: number;
  readonly #chunkSlots: number;
  readonly #chunks: Chunk[] = [];
  /** The chunk that trees are added to. */
  #newest = -1;
  readonly #arcCount: number;
  /** Where each source's tree begins, by kind: chunk × chunkSlots + slot + 1; 0 for none. */
  readonly #treeOf: Int32Array[] = [];

  // Of the tree in use.
  #words: Int32Array = new Int32Array(0);
  #floats: Float32Array = new Float32Array(0);
  #parents: Int32Array = new Int32Array(0);
  #first = 0;
  #groups = 1;
  radius = 0;
  readonly #aim = new Aim();

  constructor(arcCount: number, chunks = CHUNKS, chunkSlots = CHUNK_SLOTS) {
    this.#arcCount = arcCount;
    this.#most = chunks;
    this.#chunkSlots = chunkSlots;
  }

  /** Takes the source's tree in use; false when there is none. */
  use(source: number, kind: number): boolean {
    while (this.#treeOf.length <= kind) this.#treeOf.push(new Int32Array(this.#arcCount));
    const address = this.#treeOf[kind][source] - 1;
    if (address < 0) return false;
    const { words, floats, doubles, parents } = this.#chunks[Math.floor(address / this.#chunkSlots)];
    const at = address % this.#chunkSlots;
    this.#words = words;
    this.#floats = floats;
    this.#parents = parents;
    this.#first = at + HEADER;
    this.#groups = words[at * WORDS + 1] >>> 2;
    this.radius = doubles[at * 2 + 1];
    return true;
  }

  /** Whether the tree in use was grown towards a box alone. */
  get aimed(): boolean {
    return this.#words[(this.#first - 1) * WORDS + 2] >= 0;
  }

  /** The box of a tree that is aimed; good until the next call. */
  get aim(): Aim {
    const words = this.#words;
    const box = (this.#first - 1) * WORDS;
    this.#aim.set(words[box], words[box + 1], words[box + 2], words[box + 3]);
    return this.#aim;
  }

  /**
   * Looks up the first `count` arcs in the tree in use, each with its slot (−1 where the tree does not reach it; good until the next tree is
   * begun), its cost (then infinite), its length and its usual seconds. In one loop that calls nothing, for numbers that are handed over have to be
   * put somewhere.
   */
  look(arcs: Int32Array, count: number, { slot: slots, cost: costs, length: lengths, seconds }: Looked): number {
    const words = this.#words;
    const floats = this.#floats;
    const first = this.#first;
    const groups = this.#groups;
    const end = first + groups * 4;
    let missing = 0;
    for (let t = 0; t < count; t++) {
      const arc = arcs[t];
      let i = slotFor(arc, first, groups);
      let key = words[i * WORDS];
      while (key !== arc && key !== FREE) {
        if (++i === end) i = first;
        key = words[i * WORDS];
      }
      if (key === arc) {
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

  /** Begins the source's tree, in place of one it may have, with room for `count` arcs, and takes it in use; to be filled by {@link add}. */
  begin(source: number, kind: number, count: number, radius: number, aim: Aim | null): void {
    const groups = Math.ceil((count * ROOM + 1) / 4);
    const chunk = this.#chunkFor(HEADER + groups * 4);
    const at = chunk.used;
    chunk.words[at * WORDS] = source;
    chunk.words[at * WORDS + 1] = (groups << 2) | kind;
    chunk.doubles[at * 2 + 1] = radius;
    chunk.words.set(aim === null ? NO_BOX : [aim.lon, aim.lat, aim.halfLon, aim.halfLat], (at + 1) * WORDS);
    chunk.used += HEADER + groups * 4;
    for (let i = at + HEADER; i < chunk.used; i++) chunk.words[i * WORDS] = FREE;
    this.#treeOf[kind][source] = this.#newest * this.#chunkSlots + at + 1;
    this.use(source, kind);
  }

  /** Adds an arc and returns its slot. When there already is a cheaper way to it, this one is but a link of ways to others. */
  add(arc: number, parent: number, cost: number, length: number, seconds: number): number {
    const words = this.#words;
    const end = this.#first + this.#groups * 4;
    let key = arc;
    let i = slotFor(arc, this.#first, this.#groups);
    while (words[i * WORDS] !== FREE) {
      if (words[i * WORDS] === arc) key = ~arc;
      if (++i === end) i = this.#first;
    }
    words[i * WORDS] = key;
    this.#parents[i] = parent;
    this.#floats[i * WORDS + 1] = cost;
    this.#floats[i * WORDS + 2] = length;
    this.#floats[i * WORDS + 3] = seconds;
    return i;
  }

  /** The arcs before the one in a slot, in travel order. */
  path(slot: number): number[] {
    const arcs: number[] = [];
    for (let at = this.#parents[slot]; at >= 0; at = this.#parents[at]) {
      const key = this.#words[at * WORDS];
      arcs.push(key < 0 ? ~key : key);
    }
    return arcs.reverse();
  }

  /** A chunk with room for so many slots: the newest, another one, or the oldest emptied. */
  #chunkFor(slots: number): Chunk {
    const newest = this.#chunks[this.#newest];
    // Trees begin in the first `chunkSlots`, even of a chunk that was made larger for one of them.
    if (newest !== undefined && newest.used + slots <= this.#chunkSlots) return newest;
    this.#newest = (this.#newest + 1) % this.#most;
    const oldest = this.#chunks[this.#newest];
    if (oldest !== undefined) this.#empty(oldest);
    if (oldest === undefined || oldest.slots < slots) this.#chunks[this.#newest] = new Chunk(Math.max(this.#chunkSlots, slots));
    return this.#chunks[this.#newest];
  }

  #empty(chunk: Chunk): void {
    let slots = 0;
    for (let at = 0; at < chunk.used; at += slots) {
      const source = chunk.words[at * WORDS];
      const size = chunk.words[at * WORDS + 1];
      const treeOf = this.#treeOf[size & 3];
      if (treeOf[source] === this.#newest * this.#chunkSlots + at + 1) treeOf[source] = 0;
      slots = HEADER + (size >>> 2) * 4;
    }
    chunk.used = 0;
  }
}

/** Where an arc is if it is nowhere later. Four arcs in a row stay together: both directions of an edge lie in one line of memory. */
function slotFor(arc: number, first: number, groups: number): number {
  const hash = Math.imul(arc >>> 2, 0x9e3779b1) >>> 16;
  return first + (((hash * groups) >>> 16) << 2) + (arc & 3);
}

// Reach memory: bounded memory in chunks, for the trees of one matcher, or of several on one thread.
import { ROUTE_MEMORY } from "../options.js";

/** Megabytes of a chunk, and its slots. The first chunk has fewer, and each after it four times as many, up to this: a matcher of a few tracks needs no more. */
const CHUNK_MB = 5;
const CHUNK_SLOTS = 1 << 18;
const FIRST_SLOTS = 1 << 14;
/** 32-bit words of a slot. */
export const WORDS = 4;

/** Who keeps trees in a chunk. */
export interface Owner {
  /** Is told that a chunk of its own is emptied. */
  forget(chunk: Chunk, index: number): void;
}

/** A piece of the memory, in slots. What they hold is up to its owner. */
export class Chunk {
  readonly words: Int32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** By slot: the slot of the label before it on its way. Kept apart from the words, since only the way that is taken needs it. */
  readonly parents: Int32Array;
  used = 0;
  /** Weak, so that the memory does not keep a matcher alive. */
  owner: WeakRef<Owner>;

  constructor(slots: number, owner: WeakRef<Owner>) {
    this.owner = owner;
    this.words = new Int32Array(slots * WORDS);
    this.floats = new Float32Array(this.words.buffer);
    this.doubles = new Float64Array(this.words.buffer);
    this.parents = new Int32Array(slots);
  }

  get slots(): number {
    return this.parents.length;
  }
}

/** The chunks. When the memory is full, the oldest of them is emptied, whosever it is. */
export class ReachMemory {
  readonly chunks: (Chunk | undefined)[] = [];
  readonly chunkSlots: number;
  readonly most: number;
  /** Slots of all chunks. */
  #held = 0;
  /** Index of the chunk that was allocated last. */
  #newest = -1;

  /** `megabytes`: the most that it takes, with chunks of the usual size, if that much is searched. */
  constructor(megabytes = ROUTE_MEMORY, chunkSlots = CHUNK_SLOTS) {
    this.most = Math.floor(megabytes / CHUNK_MB);
    this.chunkSlots = chunkSlots;
  }

  /** Index of a chunk with room for so many slots: the owner's newest (by its index), a new one, or the oldest after it was emptied. */
  chunkFor(slots: number, newest: number, owner: WeakRef<Owner>): number {
    const { chunks, chunkSlots, most } = this;
    const own = chunks[newest];
    // Trees begin in the first `chunkSlots` slots, even in a chunk that was made larger for one tree: addresses count on it.
    if (own?.owner === owner && own.used + slots <= Math.min(own.slots, chunkSlots)) return newest;
    const next = (this.#newest + 1) % most;
    this.#newest = next;
    const oldest = chunks[next];
    const size = Math.max(slots, oldest ? chunkSlots : Math.min(chunkSlots, FIRST_SLOTS << Math.min(8, 2 * next)));
    if (oldest?.slots === size) {
      empty(oldest, next);
      oldest.owner = owner;
      return next;
    }
    // A chunk that is larger than the others takes the room of several.
    for (let n = 0; n < most && (n === 0 || this.#held + size > most * chunkSlots); n++) this.#drop((next + n) % most);
    chunks[next] = new Chunk(size, owner);
    this.#held += size;
    return next;
  }

  /** Gives back the memory of the chunk at an index, if there is one. */
  #drop(at: number): void {
    const chunk = this.chunks[at];
    if (chunk === undefined) return;
    empty(chunk, at);
    this.#held -= chunk.slots;
    this.chunks[at] = undefined;
  }
}

function empty(chunk: Chunk, index: number): void {
  chunk.owner.deref()?.forget(chunk, index);
  chunk.used = 0;
}

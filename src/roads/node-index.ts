// Source node id → its index: open addressing over typed arrays, because an extract of a country has tens of millions of nodes.

/** Looks up the position of a 53-bit id in `ids`. The first of equal ids wins. */
export class NodeIndex {
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

  /** The index, −1 when the id is not there. */
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

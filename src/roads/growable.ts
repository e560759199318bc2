// A typed array that grows: appending without an object per value.

type Typed = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float32Array | Float64Array;

/** From here on an array grows by half instead of doubling: what it has too much is memory that others want. */
const LARGE = 1 << 20;

/** Appends to a typed array. `data` may be longer than `length`; `take()` gives exactly what was pushed. */
export class Growable<T extends Typed> {
  data: T;
  length = 0;
  readonly #Type: new (
    n: number,
  ) => T;

  constructor(Type: new (n: number) => T, capacity = 1024) {
    this.#Type = Type;
    this.data = new Type(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.#grow(this.length + 1);
    this.data[this.length++] = value;
  }

  /** Lengthens by `count` values, to be written through `data`; what they hold until then is not specified. */
  extend(count: number): void {
    if (this.length + count > this.data.length) this.#grow(this.length + count);
    this.length += count;
  }

  /** Makes room for `count` values in all, and no more. */
  reserve(count: number): void {
    if (count > this.data.length) this.#move(count);
  }

  #grow(needed: number): void {
    const { length } = this.data;
    this.#move(Math.max(needed, length < LARGE ? length * 2 : length + (length >>> 1)));
  }

  #move(size: number): void {
    const bigger = new this.#Type(size);
    bigger.set(this.data);
    this.data = bigger;
  }

  /** A view of what was pushed. */
  take(): T {
    return this.data.subarray(0, this.length) as T;
  }
}

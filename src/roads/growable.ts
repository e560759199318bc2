// Growable: typed arrays that grow, so that values are appended without an object for each.

/** The kinds of typed array that columns can be. */
export type Typed = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float32Array | Float64Array;

/** From this length on an array grows by half instead of doubling, so as not to hold much unused memory. */
const LARGE = 1 << 20;

/** A longer copy of an array, by default of twice its length. */
export function grown<T extends Typed>(array: T, length = array.length * 2): T {
  const longer = new (array.constructor as new (n: number) => T)(length);
  longer.set(array);
  return longer;
}

/** A copy of numbers in memory that threads share. */
export function sharedCopy(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}

/** Replaces every typed array among the public members of an object with a longer copy, as {@link grown} makes it. */
export function growColumns(columns: object, length?: number): void {
  for (const [name, column] of Object.entries(columns)) {
    if (ArrayBuffer.isView(column)) Object.assign(columns, { [name]: grown(column as Typed, length) });
  }
}

/** Appends to a typed array. `data` may be longer than `length`; `take()` gives exactly what was pushed. */
export class Growable<T extends Typed> {
  data: T;
  length = 0;
  constructor(Type: new (n: number) => T, capacity = 1024) {
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

  #grow(needed: number): void {
    const { length } = this.data;
    this.data = grown(this.data, Math.max(needed, length < LARGE ? length * 2 : length + (length >>> 1)));
  }

  /** A view of what was pushed. */
  take(): T {
    return this.data.subarray(0, this.length) as T;
  }
}

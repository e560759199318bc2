// PBF message: reads protocol-buffer messages with checks. `pbf` trusts lengths and types; these functions compare them with the data.
import type { PbfReader } from "pbf";
import { decoderOf } from "../bytes.js";

const VARINT = 0;
const BYTES = 2;
/** Made on first use, because not every platform has one. */
let utf8: InstanceType<typeof TextDecoder> | null = null;

/** What is wrong with a block, in words that complete "the block is damaged: …". Caught and placed by the reader of the file. */
export class Damage extends Error {}

/** Steps into a length-delimited field: returns where it ends, which is never beyond `outerEnd`. */
export function enter(pbf: PbfReader, outerEnd: number): number {
  if (pbf.type !== BYTES) throw new Damage("a field is of the wrong type");
  const end = pbf.readVarint() + pbf.pos;
  if (!(end <= outerEnd)) throw new Damage("a field runs past the end of its message");
  return end;
}

/** Checks that a message was left exactly where it ends. */
export function leave(pbf: PbfReader, end: number): void {
  if (pbf.pos !== end) throw new Damage("a message does not end where it should");
}

/** Reads a whole number, signed as in `int64` when told so; exact up to 2^53. */
export function integer(pbf: PbfReader, signed = false): number {
  if (pbf.type !== VARINT) throw new Damage("a field is of the wrong type");
  return exact(pbf.readVarint(signed));
}

/** Reads a zigzag-encoded whole number (`sint64`). */
export function signedInteger(pbf: PbfReader): number {
  if (pbf.type !== VARINT) throw new Damage("a field is of the wrong type");
  return exact(pbf.readSVarint());
}

/** Lets through whole numbers that a double holds exactly. */
export function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Damage("a number is beyond ±2^53");
  return value;
}

/** Reads the text of a string field and steps past it. */
export function text(pbf: PbfReader, outerEnd: number): string {
  const end = enter(pbf, outerEnd);
  const value = textAt(pbf.buf, pbf.pos, end);
  pbf.pos = end;
  return value;
}

/** The text between two places. */
export function textAt(bytes: Uint8Array, start: number, end: number): string {
  utf8 ??= decoderOf("utf-8");
  return (utf8 as InstanceType<typeof TextDecoder>).decode(bytes.subarray(start, end));
}

/** Reads a packed list of numbers in place, one at a time, so that several can be read in parallel without copies. */
export class PackedCursor {
  readonly #pbf: PbfReader;
  #end = 0;

  /** `pbf` is this cursor's own reader on the block. */
  constructor(pbf: PbfReader) {
    this.#pbf = pbf;
  }

  /** Goes to the beginning of a list. */
  set(start: number, end: number): this {
    this.#pbf.pos = start;
    this.#end = end;
    return this;
  }

  /** Whether there is another number. A number that runs over the end is damage. */
  get more(): boolean {
    if (this.#pbf.pos > this.#end) throw new Damage("a list does not end where it should");
    return this.#pbf.pos < this.#end;
  }

  /** The next number, unsigned. */
  next(): number {
    return this.#pbf.readVarint();
  }

  /** Steps over the next number. */
  skip(): void {
    this.#pbf.skip(VARINT);
  }

  /** The next number, zigzag-encoded. */
  nextSigned(): number {
    return this.#pbf.readSVarint();
  }
}

// Inflate: unpacks gzip and zlib data, never beyond a limit. It uses the platform's DecompressionStream; or fflate, where there is none, and for what it
// refuses.

import { Gunzip, unzlibSync } from "fflate";
import { SnapError } from "../errors.js";
import { type ByteSource, bytesSource, piecesOf } from "./byte-source.js";
import type { StopSignal } from "./stop-signal.js";

/** Options of {@link inflate}. */
export interface InflateOptions {
  /** Most bytes to unpack to. Default 1 GiB. */
  maxBytes?: number | undefined;
  /** Stops the unpacking with SnapError "aborted". */
  signal?: StopSignal | undefined;
}

/** Default limit on what one piece of packed data may unpack to when it is held whole. */
const MAX_BYTES = 1 << 30;
/** Packed bytes read at a time, and passed on at a time: so few that a limit stops a decompression bomb early. */
const READ = 1 << 20;
const PIECE = 1 << 16;

/** Whether the bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The error for a gzip file within a gzip file. */
export function packedTwice(): SnapError {
  return new SnapError("bad-input", "This is a gzip file within a gzip file; unpack it once.", { content: "gzip" });
}

/**
 * The bytes themselves, or what they unpack to when they are gzip (recognised by content).
 * @throws SnapError "bad-input" when the gzip data is damaged or cut short, "limit" when it unpacks to more than `maxBytes`.
 */
export async function inflate(bytes: Uint8Array, options: InflateOptions = {}): Promise<Uint8Array> {
  return isGzip(bytes) ? join(inflatePieces(bytesSource(bytes), options)) : bytes;
}

/** Puts pieces together. */
export async function join(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const list: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    list.push(piece);
    size += piece.length;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of list) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The error for gzip data that does not unpack. */
export function damagedGzip(cause: unknown): SnapError {
  return new SnapError("bad-input", "The gzip data is damaged or cut short: it cannot be unpacked.", { cause });
}

/**
 * Unpacks gzip data piece by piece, so that the whole is never in memory. `taken` is called with the packed bytes used so far.
 * @throws as {@link inflate}; what `packed` throws, when it is a SnapError.
 */
export async function* inflatePieces(
  packed: ByteSource,
  options: InflateOptions = {},
  taken?: (packed: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxBytes = MAX_BYTES, signal } = options;
  let size = 0;
  try {
    for await (const piece of gunzipped(packed, taken)) {
      if (signal?.aborted) throw new SnapError("aborted", "Unpacking the gzip data was stopped by its caller.");
      size += piece.length;
      if (size > maxBytes) {
        throw new SnapError("limit", `The gzip data unpacks to more than ${maxBytes} bytes, the most that is read.`, { maxBytes });
      }
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof SnapError ? cause : damagedGzip(cause);
  }
}

/**
 * Unpacks with the platform's stream as far as possible. The standard demands that it refuses a second member, as in concatenated files; browsers do, and Node
 * from 24 on. Then fflate starts from the beginning, and what was yielded already is skipped.
 */
async function* gunzipped(packed: ByteSource, taken?: (packed: number) => void): AsyncGenerator<Uint8Array, void, undefined> {
  let given = 0;
  if (hasStreams()) {
    try {
      for await (const piece of throughStream("gzip", smallPieces(packed), taken)) {
        given += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      if (error instanceof SnapError) throw error;
    }
  }
  for await (const piece of throughFflate(packed, taken)) {
    if (given < piece.length) yield piece.subarray(given);
    given = Math.max(0, given - piece.length);
  }
}

/**
 * Unpacks one zlib block whose unpacked size is known, and verifies its checksum.
 * @throws Error of any kind when the data is damaged or has another size; the caller adds where in the file it is.
 */
export async function inflateZlib(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  return hasStreams() ? zlibThroughStream(bytes, size) : zlibThroughFflate(bytes, size);
}

async function* smallPieces(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of piecesOf(source, READ)) {
    for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
  }
}

function hasStreams(): boolean {
  return typeof DecompressionStream !== "undefined";
}

async function* throughStream(
  format: "gzip" | "deflate",
  packed: AsyncIterable<Uint8Array>,
  taken?: (packed: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const feed = async () => {
    let fed = 0;
    try {
      for await (const piece of packed) {
        await writer.write(piece as Uint8Array<ArrayBuffer>);
        fed += piece.length;
        taken?.(fed);
      }
      await writer.close();
    } catch (error) {
      // An error of the source must reach the reading side too.
      await writer.abort(error);
      throw error;
    }
  };
  const fed = feed();
  fed.catch(() => {}); // the error also comes through the reader, or is awaited below
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await fed;
  } finally {
    // After a limit or an error, release both ends.
    await Promise.allSettled([reader.cancel(), writer.abort()]);
  }
}

async function zlibThroughStream(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  const whole = new Uint8Array(size);
  let at = 0;
  for await (const piece of throughStream("deflate", smallPieces(bytesSource(bytes)))) {
    if (at + piece.length > size) throw new Error(`it unpacks to more than the ${size} bytes announced`);
    whole.set(piece, at);
    at += piece.length;
  }
  if (at !== size) throw new Error(`it unpacks to ${at} bytes, not the ${size} announced`);
  return whole;
}

async function zlibThroughFflate(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  // One byte more than announced, because fflate silently drops what does not fit.
  const whole = unzlibSync(bytes, { out: new Uint8Array(size + 1) });
  if (whole.length !== size) throw new Error(`it unpacks to ${whole.length > size ? "more" : "fewer"} bytes than the ${size} announced`);
  // fflate leaves the checksum to its caller; it is the last four bytes, most significant first.
  if (adler32(whole) !== readUint32(bytes, bytes.length - 4, false)) throw new Error("its checksum does not match");
  return whole;
}

async function* throughFflate(source: ByteSource, taken?: (packed: number) => void): AsyncGenerator<Uint8Array, void, undefined> {
  const ready: Uint8Array[] = [];
  const ended: { at: number; crc: number; size: number }[] = [];
  let crc = 0;
  let size = 0;
  const gunzip = new Gunzip((piece) => {
    ready.push(piece);
    crc = crc32(piece, crc);
    size = (size + piece.length) % 2 ** 32;
  });
  // fflate leaves checksum and size to its caller. They are the last eight bytes of each member, least significant first.
  const end = (at: number) => {
    ended.push({ at: at - 8, crc, size });
    crc = 0;
    size = 0;
  };
  gunzip.onmember = end;
  const check = async () => {
    for (const { at, crc, size } of ended.splice(0)) {
      const trailer = await source.read(at, at + 8);
      if (crc !== readUint32(trailer, 0, true) || size !== readUint32(trailer, 4, true)) throw new Error("its checksum does not match");
    }
  };
  let fed = 0;
  for await (const piece of smallPieces(source)) {
    gunzip.push(piece);
    fed += piece.length;
    taken?.(fed);
    await check();
    yield* ready.splice(0);
  }
  gunzip.push(new Uint8Array(0), true);
  yield* ready.splice(0);
  end(source.size);
  await check();
}

function readUint32(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, littleEndian);
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let i = 0; i < bytes.length; ) {
    // So many steps cannot take b past 2^32.
    const end = Math.min(bytes.length, i + 3800);
    for (; i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}

let crcTable: Uint32Array | undefined;

function crc32(bytes: Uint8Array, before: number): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
  });
  let c = ~before;
  for (let i = 0; i < bytes.length; i++) c = crcTable[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}

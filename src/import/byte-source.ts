// Byte source: bytes read piece by piece, from wherever they are, so that a file larger than memory is never in memory as a whole.

/** Bytes to be read in any order. */
export interface ByteSource {
  /** How many there are. */
  readonly size: number;
  /** The bytes from `start` up to, but not including, `end`; both are within 0 … `size`. Nobody may write to them afterwards. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A source of bytes that are in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** All bytes in order, in pieces of `piece` bytes. */
export async function* piecesOf(source: ByteSource, piece: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < source.size; at += piece) yield await source.read(at, Math.min(source.size, at + piece));
}

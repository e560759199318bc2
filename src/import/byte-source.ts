// Bytes that are read piece by piece, wherever they lie: a file larger than memory is never whole in it.

/** Bytes to be read in any order. */
export interface ByteSource {
  /** How many there are. */
  readonly size: number;
  /** Exactly the bytes from `start` up to `end`, both within 0 … `size`. Nobody writes to them afterwards. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes that are at hand. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** Everything in order, in pieces. */
export async function* piecesOf(source: ByteSource, piece: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < source.size; at += piece) yield await source.read(at, Math.min(source.size, at + piece));
}

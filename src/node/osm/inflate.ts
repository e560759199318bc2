// Inflate: unpacks the zlib data of a PBF's blobs by Node itself, which takes less time than the platform's stream.
import { inflate, inflateSync, type ZlibOptions } from "node:zlib";

/** Unpacks in another thread, while this one goes on. @throws any error if the data is damaged or has another size. */
export function inflateAside(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    inflate(bytes, optionsFor(size), (error, unpacked) => {
      if (error) reject(error);
      else resolve(checked(unpacked, size));
    });
  });
}

/** Unpacks in this thread. @throws as {@link inflateAside}. */
export function inflateAtOnce(bytes: Uint8Array, size: number): Uint8Array {
  return checked(inflateSync(bytes, optionsFor(size)), size);
}

/** All in one piece, and no more than is announced. */
function optionsFor(size: number): ZlibOptions {
  return { chunkSize: Math.max(64, size), maxOutputLength: Math.max(1, size) };
}

function checked(unpacked: Uint8Array, size: number): Uint8Array {
  if (unpacked.length !== size) throw new Error(`it unpacks to ${unpacked.length} bytes, not the ${size} announced`);
  return unpacked;
}

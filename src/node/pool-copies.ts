// What goes to workers, copied once: requests as they are now, and roads where all threads see them.
import { sharedMemory } from "../roads/memory.js";
import type { ExecuteInput } from "../snap/parameters.js";

/** Bytes copied at a time. */
const PIECE = 1 << 30;

/**
 * A request as it is now: it may have to wait for a worker, and to be tried again. Of text, which can be most of it, nothing is copied twice; what cannot
 * be copied is refused when it is sent.
 */
export function copied(request: Exclude<ExecuteInput, string>): Exclude<ExecuteInput, string> {
  // A form body does not go to another thread as what it is, its pairs do.
  if (Symbol.iterator in request) return [...request];
  const copy = (value: unknown): unknown => {
    if (typeof value !== "object") return value;
    try {
      return structuredClone(value);
    } catch {
      return value;
    }
  };
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, copy(value)]));
}

/**
 * The roads where all threads see them.
 * @throws SnapError "bad-option" where there is no such place.
 */
export function shared(data: ArrayBuffer | SharedArrayBuffer): SharedArrayBuffer {
  if (isShared(data)) return data;
  const copy = sharedMemory(data.byteLength);
  // A buffer may be larger than one array can be.
  for (let at = 0; at < data.byteLength; at += PIECE) {
    const length = Math.min(PIECE, data.byteLength - at);
    new Uint8Array(copy, at, length).set(new Uint8Array(data, at, length));
  }
  return copy;
}

/** Whichever realm made it: roads that were opened outside of a test's own are not copied for it. */
function isShared(data: ArrayBuffer | SharedArrayBuffer): data is SharedArrayBuffer {
  return Object.prototype.toString.call(data) === "[object SharedArrayBuffer]";
}

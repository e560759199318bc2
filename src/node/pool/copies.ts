// Pool copies: what goes to workers, copied once: requests in their present state, and roads in memory that all threads share.
import { sharedMemory } from "../../roads/memory.js";
import type { ExecuteInput } from "../../snap/parameters.js";

/** Bytes copied at a time. */
const PIECE = 1 << 30;

/**
 * A copy of a request in its present state, since it may have to wait for a worker and be tried again. Text, which may be most of it, is not copied. What
 * cannot be copied is refused when it is sent.
 */
export function copied(request: Exclude<ExecuteInput, string>): Exclude<ExecuteInput, string> {
  // A form body cannot be sent to another thread, but its pairs can.
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
 * The roads in memory that all threads share.
 * @throws SnapError "bad-option" where there is no such memory.
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

/** Recognises buffers of any realm, so that roads opened outside of a test's own realm are not copied. */
function isShared(data: ArrayBuffer | SharedArrayBuffer): data is SharedArrayBuffer {
  return Object.prototype.toString.call(data) === "[object SharedArrayBuffer]";
}

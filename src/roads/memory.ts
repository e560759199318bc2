// Memory that may not be there: an allocation that fails becomes a sentence.
import { SnapError } from "../errors.js";

/**
 * Runs work that makes large arrays; `what` begins the sentence.
 * @throws SnapError "limit" when the engine refuses one of them.
 */
export function withinMemory<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw outOfMemory(what, error);
  }
}

/**
 * Memory that workers read without a copy.
 * @throws SnapError "bad-option" where there is none: pages have it only when they say that they load nothing from elsewhere unasked.
 */
export function sharedMemory(bytes: number): SharedArrayBuffer {
  if (typeof SharedArrayBuffer !== "undefined") return new SharedArrayBuffer(bytes);
  throw new SnapError(
    "bad-option",
    "There is no shared memory (SharedArrayBuffer) here; a page has it when it is cross-origin isolated, by its headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy.",
  );
}

/** How engines say it; other RangeErrors are defects, or damage in what is read. */
const NO_MEMORY = /allocation failed|out of memory|invalid (typed )?array (buffer )?length|too large/i;

/** The error, or the sentence in its place when it says that there is no memory. */
export function outOfMemory(what: string, error: unknown): unknown {
  // By its name: under Jest, which lends tests the buffers of another realm, it is of that one.
  const { name, message } = (error ?? {}) as Error;
  if (name !== "RangeError" || !NO_MEMORY.test(message)) return error;
  return new SnapError("limit", `${what} takes more memory than there is.`, { cause: error });
}

// Memory: turns a failed allocation into an error with a clear sentence.
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
 * Allocates memory that workers can read without a copy.
 * @throws SnapError "bad-option" where there is none: a page has it only if its headers make it cross-origin isolated.
 */
export function sharedMemory(bytes: number): SharedArrayBuffer {
  if (typeof SharedArrayBuffer !== "undefined") return new SharedArrayBuffer(bytes);
  throw new SnapError(
    "bad-option",
    "There is no SharedArrayBuffer here; a page has it if the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy isolate it.",
  );
}

/** How engines say that an allocation failed. Other RangeErrors are defects, or damage in the input. */
const NO_MEMORY = /allocation failed|out of memory|invalid (typed )?array (buffer )?length|too large/i;

/** The error itself; or, if it says that there is not enough memory, a SnapError "limit" in its place. */
export function outOfMemory(what: string, error: unknown): unknown {
  // By its name, not `instanceof`: Jest lends tests the buffers of another realm, whose RangeError is another class.
  const { name, message } = (error ?? {}) as Error;
  if (name !== "RangeError" || !NO_MEMORY.test(message)) return error;
  return new SnapError("limit", `${what} takes more memory than there is.`, { cause: error });
}

// Stored: the answer to a client if a change cannot be stored. The reason is in the log; the folder is not the client's business.
import { SnapError } from "../errors.js";
import { type ErrorEnvelope, unableToComplete } from "../snap/envelope.js";
import type { RequestContext } from "./context.js";

/** Stores a change. Returns undefined if that worked, else the error envelope. */
export function stored(c: RequestContext, store: () => void): ErrorEnvelope | undefined {
  try {
    store();
    return undefined;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    c.env.note.failure = error.message;
    return unableToComplete(500, "The change could not be stored, so it was not made.");
  }
}

// What a client hears when a change cannot be stored. Whoever runs the server reads why in the log; the folder is not the client's business.
import { SnapError } from "../../errors.js";
import { type ErrorEnvelope, unableToComplete } from "../../snap/envelope.js";
import type { RequestContext } from "../context.js";

/** Runs what stores a change; undefined when it is stored, else the envelope that says it is not. */
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

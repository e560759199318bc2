// Failure: errors on their way from one thread to another, and the end of a thread.
import { SnapError, type SnapErrorCode } from "../errors.js";

/** An error in a form that can be sent to another thread, which classes cannot. */
export interface Failure {
  /** Null if it is no SnapError. */
  code: SnapErrorCode | null;
  message: string;
  details: Record<string, unknown>;
}

/** An error in a form that can be sent, with those details that JSON can hold. */
export function packError(error: unknown): Failure {
  if (!(error instanceof SnapError)) return { code: null, message: String(error), details: {} };
  return { code: error.code, message: error.message, details: JSON.parse(JSON.stringify(error.details)) };
}

/** The original error: a SnapError, or an Error for a defect. */
export function unpackError({ code, message, details }: Failure): Error {
  return code === null ? new Error(message) : new SnapError(code, message, details);
}

/** How a worker thread ended that should not have, to complete "the worker …", and the code for that. */
export function deathOf(cause: Error & { code?: string }): { code: "limit" | "internal"; how: string } {
  if (cause.code === "ERR_WORKER_OUT_OF_MEMORY") return { code: "limit", how: "ran out of memory" };
  return { code: "internal", how: `died (${why(cause)})` };
}

/** The first line of an error's message, for a sentence. */
export function why({ message }: Error): string {
  const first = message.split("\n", 1)[0];
  return first.startsWith("Cannot find module") ? `${first}; a bundler must leave the package roadsnap out of its bundle` : first;
}

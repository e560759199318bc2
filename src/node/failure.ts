// Failure: errors on their way from one thread to another.
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

// The SnapError that an action throws; the test fails on any other outcome.
import { SnapError } from "../../src/errors.js";

export function caught(action: () => unknown): SnapError {
  try {
    action();
  } catch (error) {
    if (error instanceof SnapError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

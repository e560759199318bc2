// Values of a portal file or a request as they may stand in a sentence.
import { shown } from "../errors.js";

/** As {@link shown}; what is not there is missing. */
export function shownOrMissing(value: unknown): string {
  return value === undefined ? "missing" : shown(value);
}

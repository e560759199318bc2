// Show: values of a portal file or a request, for sentences.
import { shown } from "../errors.js";

/** As {@link shown}; undefined is "missing". */
export function shownOrMissing(value: unknown): string {
  return value === undefined ? "missing" : shown(value);
}

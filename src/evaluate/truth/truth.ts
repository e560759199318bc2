// Truth: reads truth in any form, recognised by its content: one track a line, or one array of tracks.

import { checkOptions, SnapError, shownOrAwaited } from "../../errors.js";
import type { EvaluationTrack } from "../corpora.js";
import { readTruthNdjson, type TruthOptions } from "./ndjson.js";
import { readSparseTaxi } from "./sparse-taxi.js";
import { onOneLine } from "./text.js";

/**
 * Reads tracks with known truth: NDJSON as {@link readTruthNdjson} does, or a JSON array of such records or of sparse taxi tracks.
 * @throws SnapError "bad-input" when the text is something else (a GPX track is no truth) or holds no track; or for a broken track, unless `onBroken` is given.
 */
export function readTruth(text: string, options: TruthOptions = {}): EvaluationTrack[] {
  checkOptions(options, "readTruth", ["name", "roads", "trimMetres", "onBroken"]);
  const name = options.name ?? "truth";
  if (typeof text !== "string")
    throw new SnapError("bad-input", `${name}: this is ${shownOrAwaited(text)}; truth is read from text.`, { name });
  const start = text.trimStart().slice(0, 1);
  // If another line begins a record, the text is NDJSON whose first line is broken.
  if (start !== "{" && start !== "[" && !/\n[^\S\n]*\{/.test(text)) {
    const found = start === "" ? "nothing" : start === "<" ? "XML, such as GPX" : "text that is not JSON, such as CSV";
    const form = `{"id": …, "points": [[lon, lat, seconds], …], "truth_geom": [[lon, lat], …]}`;
    const sentence = `${name}: this is ${found}; truth is NDJSON that has the line truly driven for each track, as in ${form}.`;
    throw new SnapError("bad-input", sentence, { name });
  }
  return start === "[" ? readSparseTaxi(text, options) : readTruthNdjson(onOneLine(text, name), options);
}

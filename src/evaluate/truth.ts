// Truth of any form, told by its content: a track a line, or one array of tracks.

import { SnapError } from "../errors.js";
import type { EvaluationTrack } from "./corpora.js";
import { readSparseTaxi } from "./sparse-taxi.js";
import { jsonOf } from "./text.js";
import { readTruthNdjson, type TruthOptions } from "./truth-ndjson.js";

/**
 * Reads tracks with known truth: NDJSON as {@link readTruthNdjson} does, or a JSON array of such records or of sparse taxi tracks.
 * @throws SnapError "bad-input" when the text is something else (a GPX track is no truth), holds no track, or has a broken one and nobody
 * to tell (`onBroken`).
 */
export function readTruth(text: string, options: TruthOptions = {}): EvaluationTrack[] {
  const name = options.name ?? "truth";
  const start = text.trimStart().slice(0, 1);
  if (start !== "{" && start !== "[") {
    const found = start === "" ? "nothing" : start === "<" ? "XML, such as GPX" : "text that is not JSON, such as CSV";
    const form = `{"id": …, "points": [[lon, lat, seconds], …], "truth_geom": [[lon, lat], …]}`;
    const sentence = `${name}: this is ${found}; truth is NDJSON that says of each track which line was truly driven, as ${form}.`;
    throw new SnapError("bad-input", sentence, { name });
  }
  return start === "[" ? readSparseTaxi(text, options) : readTruthNdjson(onOneLine(text, name), options);
}

/** One object that an editor has spread over several lines is put on one. */
function onOneLine(text: string, name: string): string {
  const first = text.trimStart().split("\n", 1)[0].trimEnd();
  // Where other lines are records of their own, the first one is broken.
  if (!/[[{,:]$/.test(first) || /^\{.*\}\s*$/m.test(text)) return text;
  if (/^\}[\s,]*^\{/m.test(text)) {
    const sentence = `${name}: its records are spread over several lines each; write one a line, or all of them in an array.`;
    throw new SnapError("bad-input", sentence, { name });
  }
  jsonOf(text, name);
  // Between the tokens of JSON a line's end is a space, and within them there is none.
  return text.replace(/[\r\n]+/g, " ");
}

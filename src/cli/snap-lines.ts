// NDJSON from standard input to standard output: each line a track, answered before the next one is asked for.
import { SnapError } from "../errors.js";
import { writeNdjson } from "../export/ndjson.js";
import { parseTrackLine } from "../import/ndjson.js";
import type { ReadTracksOptions } from "../import/track-input.js";
import type { Matcher } from "../match/matcher.js";
import { type Pieces, readLines } from "../node/lines.js";
import { snapPoints } from "../snap/points.js";
import { EXIT } from "./exit.js";
import { type Io, write } from "./io.js";
import { sentence } from "./report.js";

/** Whether a line is a whole JSON object that holds a track, not one point of one. */
export function holdsTracks(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && ["points", "features", "geometry", "coordinates"].some((key) => key in value);
  } catch {
    return false;
  }
}

/** Answers line by line; a line that cannot be read is told with its number and the others go on. */
export async function snapLines(pieces: Pieces, matcher: Matcher, reading: ReadTracksOptions, io: Io, quiet: boolean): Promise<number> {
  let number = 0;
  let failed = 0;
  const tell = (text: string) => io.stderr.write(`roadsnap: standard input: ${text}\n`);
  for await (const line of readLines(pieces)) {
    number++;
    if (line.trim() === "") continue;
    try {
      const { points, warnings } = parseTrackLine(line, number, reading);
      const result = snapPoints(matcher, points);
      if (!quiet) for (const text of warnings) tell(text);
      await write(io.stdout, writeNdjson(result, matcher.roads));
    } catch (error) {
      if (!(error instanceof SnapError)) throw error;
      failed++;
      tell(sentence(error));
    }
  }
  if (failed > 0) tell(`${failed} of ${number} lines could not be snapped.`);
  return failed > 0 ? EXIT.badInput : EXIT.done;
}

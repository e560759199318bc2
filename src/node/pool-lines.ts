// The NDJSON contract, line by line: a track in, its result or an error out, each told apart by its id.
import { SnapError } from "../errors.js";
import { writeNdjson } from "../export/ndjson.js";
import { jsonText } from "../export/numbers.js";
import { parseTrackLine, trackIdInHead } from "../import/ndjson.js";
import type { MatchControl, Matcher } from "../match/matcher.js";
import type { InputPoint } from "../match/track.js";
import { snapPoints } from "../snap/points.js";
import type { LineReading, NumberedLine, SnappedLines } from "./pool-messages.js";

/** The answer to one line, before it is encoded. */
export interface LineAnswer extends Omit<SnappedLines, "bytes"> {
  text: string;
}

/** The answers to several lines as one, in the given room when they fit. */
export function joinAnswers(answers: readonly LineAnswer[], room: SharedArrayBuffer | null): SnappedLines {
  return {
    bytes: encode(answers.map(({ text }) => text).join(""), room),
    lines: answers.reduce((sum, { lines }) => sum + lines, 0),
    refusals: answers.flatMap(({ refusals }) => refusals),
    warnings: answers.flatMap(({ warnings }) => warnings),
  };
}

function encode(text: string, given: SharedArrayBuffer | null): Uint8Array<SharedArrayBuffer> {
  const size = Buffer.byteLength(text);
  const room = given !== null && given.byteLength >= size ? given : new SharedArrayBuffer(2 * size);
  Buffer.from(room).write(text);
  return new Uint8Array(room, 0, size);
}

/** Reads, matches and writes one line; never throws. */
export function answerLine({ line, number }: NumberedLine, matcher: Matcher, reading: LineReading, control: MatchControl): LineAnswer {
  let ids: (string | null)[] | undefined;
  try {
    if (typeof line !== "string") {
      throw new SnapError("limit", `Line ${number} has more than ${line.maxLength} characters, the most that are read of one line.`);
    }
    const { trackId, points, warnings } = parseTrackLine(line, number, reading);
    ids = idsOf(points, trackId);
    const text =
      points.length > 0
        ? writeNdjson(snapPoints(matcher, points, control), matcher.roads)
        : `${jsonText({ id: trackId, points: [], lines: [], violations: [] })}\n`;
    return { text, lines: 1, refusals: [], warnings };
  } catch (error) {
    if (error instanceof SnapError) return refuseLine(ids ?? [idOf(error)], number, error.message);
    return refuseLine(ids ?? [null], number, `Line ${number} could not be snapped, which is a defect of the matcher: ${String(error)}.`);
  }
}

/** What stands in the output for a line without a result: an error line for each of its tracks. */
export function refuseLine(ids: readonly (string | null)[], number: number, sentence: string): LineAnswer {
  const text = ids.map((id) => `${jsonText({ id, error: sentence, line: number })}\n`).join("");
  return { text, lines: 1, refusals: [sentence], warnings: [] };
}

/** The ids that the answers to a line carry, in any order; null for a track without one and for a line that is no JSON. */
export function trackIdsOf({ line, number }: NumberedLine, reading: LineReading): (string | null)[] {
  if (typeof line !== "string") return [null];
  try {
    const { trackId, points } = parseTrackLine(line, number, reading);
    return idsOf(points, trackId);
  } catch (error) {
    if (error instanceof SnapError) return [idOf(error)];
    throw error;
  }
}

/** The id by which a line is answered that workers died of. It is not parsed: what took more memory than they had may take more than this thread has. */
export function idInHead({ line }: NumberedLine): string | null {
  return typeof line === "string" ? trackIdInHead(line) : null;
}

/** The id of a line that could be read so far. */
function idOf({ details }: SnapError): string | null {
  return typeof details.trackId === "string" ? details.trackId : null;
}

function idsOf(points: readonly InputPoint[], trackId: string | null): (string | null)[] {
  return points.length === 0 ? [trackId] : [...new Set(points.map((point) => point.trackId))];
}

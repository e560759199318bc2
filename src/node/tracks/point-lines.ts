// Point lines: lines of NDJSON as tracks. Each line is a track, or a point of one, as in a telemetry log.
import { SnapError } from "../../errors.js";
import { checkTrackLine, parseTrackLine } from "../../import/tracks/track-line.js";
import { withoutMarks } from "../../import/tracks/track-text.js";
import type { InputPoint } from "../../match/track/track.js";
import { numberLines, over, type TooLong } from "./lines.js";
import type { LineReading, NumberedLine } from "./numbered-lines.js";
import type { TrackStream } from "./track-groups.js";
import { Trips } from "./trips.js";

/** Lines of NDJSON as a stream of tracks. Each line is a track; with a `gap` (seconds), lines that are points are put together into {@link Trips}. */
export function lineTracks(lines: AsyncIterable<string | TooLong>, reading: LineReading, gap: number | undefined): TrackStream {
  const warnings: string[] = [];
  const numbered = withNames(numberLines(lines), reading);
  const tracks = gap === undefined ? numbered : over(numbered, tripsOfPoints(numbered, reading, gap, warnings));
  return { tracks, form: { reading, gap }, header: "", warnings };
}

/** The same lines, checked: the first line with points must have the names given for place, time and track, or all lines would be read without these. */
function withNames(
  lines: AsyncGenerator<NumberedLine, void, undefined>,
  reading: LineReading,
): AsyncGenerator<NumberedLine, void, undefined> {
  if (Object.keys(reading.columns ?? {}).length === 0) return lines;
  const checked = async function* () {
    let isChecked = false;
    for await (const line of lines) {
      if (!isChecked && typeof line.line === "string") isChecked = checkTrackLine(line.line, line.number, reading);
      yield line;
    }
  };
  return over(lines, checked());
}

/** Lines that are no point, or cannot be read, stay as they are. */
async function* tripsOfPoints(
  lines: AsyncIterable<NumberedLine>,
  reading: LineReading,
  gap: number,
  warnings: string[],
): AsyncGenerator<NumberedLine, void, undefined> {
  const trips = new Trips((points, id) => `{${id === null ? "" : `"id":${JSON.stringify(id)},`}"points":[${points.join(",")}]}`, gap);
  const told = new Set<string>();
  const tell = (kind: string, sentence: string) => {
    if (!told.has(kind)) warnings.push(sentence);
    told.add(kind);
  };
  let isFirst = true;
  let areNamed = false;
  for await (const line of lines) {
    const found = pointIn(line, reading);
    const id = found && travellerOf(found.point);
    if (found === null || (id === null && areNamed)) {
      if (found !== null) tell("nobody", `Line ${line.number} has no track id, although others have one, so it is a track of its own.`);
      yield line;
      continue;
    }
    if (isFirst && id === null) warnings.push(ofNobody(line));
    isFirst = false;
    areNamed ||= id !== null;
    const time = found.point.time ?? Number.NaN;
    if (Number.isNaN(time))
      tell("time", `Line ${line.number} has no time that can be read; without times, no trip ends before the end of the input.`);
    const tracks: NumberedLine[] = [];
    trips.add({ text: found.text, number: line.number, id, time: () => time }, tracks);
    yield* tracks;
  }
  const tracks: NumberedLine[] = [];
  trips.end(tracks);
  yield* tracks;
}

/** The traveller of a point. A line's `id` is that of its track; only if it is a number, it may be the point's own. */
function travellerOf({ trackId, attributes: { id } }: InputPoint): string | null {
  if (trackId !== null) return trackId;
  return typeof id === "string" && id !== "" && Number.isNaN(Number(id)) ? id : null;
}

/** The warning for points without a traveller: they are taken for those of a single one. */
function ofNobody({ number }: NumberedLine): string {
  return `Line ${number}, the first point, has no track id, so all points without one are taken as one traveller's; give each traveller's points a track_id.`;
}

/** Matches the beginning of a line that may be a point: not a list, and no object with a list of points. */
const MAY_BE_POINT = /^\s*\{(?!\s*"(?:points|features)")/;

/** The point on a line, and its text as an element of a list. */
function pointIn({ line, number }: NumberedLine, reading: LineReading): { text: string; point: InputPoint } | null {
  if (typeof line !== "string") return null;
  const text = withoutMarks(line);
  if (!MAY_BE_POINT.test(text)) return null;
  try {
    const { isPoint, points } = parseTrackLine(text, number, reading);
    return isPoint && points.length === 1 ? { text, point: points[0] } : null;
  } catch (error) {
    if (error instanceof SnapError) return null;
    throw error;
  }
}

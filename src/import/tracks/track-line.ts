// Track line: one line of NDJSON by itself, as streams are read.
import { SnapError } from "../../errors.js";
import type { InputPoint } from "../../match/track/track.js";
import { addValue, idAmong, nameTrack } from "./json-value.js";
import { PointReader } from "./point-reader.js";
import { type ReadTracksOptions, trackLimits } from "./track-input.js";
import { parseJson, parseLine } from "./track-text.js";

/** What one line holds. */
export interface TrackLine {
  /** Whether it is a point itself, not a list of one or more. */
  isPoint: boolean;
  /** The line's own `id` or `track_id` as text; null when it has none or holds single points. */
  trackId: string | null;
  /** Its points, in its order. */
  points: InputPoint[];
  /** The other members of a line with `points`, unchanged; null if there are none. */
  attributes: Record<string, unknown> | null;
  /** Sentences about unusable values. */
  warnings: string[];
}

/**
 * Reads a single line, for reading a stream line by line. The caller has to skip blank lines. The line is one of `{id, points: [[lon, lat, time?], …]}`, `{id,
 * points: [{lon, lat, time, …}, …]}`, an execute request or feature set, a GeoJSON object, or one point `{lon, lat, time, track_id, …}`. A line with `id`, or
 * else `track_id`, and several points is a track of that id, except for points with a track id of their own. A GeoJSON line without either has its `name` as
 * track id. Times as bare numbers are judged once per line. Other members of a line with `points` are its `attributes`.
 *
 * `lineNumber`: the number of the line in sentences; or a list: the line that each of its `points` came from.
 *
 * Throws `bad-input` when it is none of these, and `limit` when it is over a limit. The sentence names the line; `trackId` in the error's details is the line's
 * id, if it is JSON and has one.
 */
export function parseTrackLine(text: string, lineNumber: number | readonly number[], options: ReadTracksOptions = {}): TrackLine {
  const { reader, place, isPoint = false, id, name, attributes = null } = addTrackLine(text, lineNumber, options);
  const trackId = id ?? name ?? null;
  nameTrack(reader, 0, trackId);
  const missing = reader.missingNames(`member of line ${place}`);
  if (missing !== null) reader.warnings.say(missing);
  const { points, warnings } = reader.result();
  return { isPoint, trackId, points, attributes, warnings };
}

/**
 * Fields that a track cannot do without: if their names are wrong, it is read as another track, or not at all. Other fields may come with a later line, or
 * never.
 */
const NEEDED = ["lon", "lat", "time", "trackId"] as const;

/**
 * Whether a line shows the names of its members. A line without points does not, nor does one with positions, which have no names.
 * @throws SnapError "bad-input" for a line without the names that the option columns gives for place, time and track; "bad-option" for names that no line can
 * have. `what`: what should have the name, in sentences.
 */
export function checkTrackLine(
  text: string,
  lineNumber: number,
  options: ReadTracksOptions,
  what = `member of line ${lineNumber}`,
): boolean {
  let reader: PointReader;
  try {
    const line = addTrackLine(text, lineNumber, options);
    if (line.areArrays || line.reader.points.length === 0) return false;
    reader = line.reader;
  } catch (error) {
    const isOfLine = error instanceof SnapError && error.code !== "bad-option" && !("missing" in error.details);
    if (isOfLine) return false;
    throw error;
  }
  const missing = reader.names.isMissing(...NEEDED) ? reader.missingNames(what) : null;
  if (missing !== null) throw new SnapError("bad-input", missing);
  return true;
}

function addTrackLine(text: string, lineNumber: number | readonly number[], options: ReadTracksOptions) {
  const limits = trackLimits(options);
  const reader = new PointReader("ndjson", limits, (place) => `line ${place}`);
  const [place, places] = typeof lineNumber === "number" ? [lineNumber] : [lineNumber[0], lineNumber];
  return { reader, place, ...addValue(reader, parseLine(text, `line ${place}`, limits), place, places) };
}

/** Characters that are looked at in a line that is not to be parsed. */
const HEAD = 1 << 12;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const SCALAR = String.raw`(?:${TEXT}|[\w.+-]+)`;
/** Finds an id behind members that are no lists or objects: an id within those may be something else's. */
const IDS_IN_HEAD = ["id", "track_id"].map(
  (name) => new RegExp(String.raw`^[^{"]*\{\s*(?:${TEXT}\s*:\s*${SCALAR}\s*,\s*)*?"${name}"\s*:\s*(${SCALAR})\s*[,}]`),
);

/** The id in the beginning of a line, null if it shows none: for a line so long that parsing it may take more memory than there is. */
export function trackIdInHead(line: string): string | null {
  const head = line.slice(0, HEAD);
  const given = IDS_IN_HEAD.map((pattern) => pattern.exec(head)?.[1] ?? "null");
  try {
    return idAmong(parseJson(`[${given}]`, "the id", 1) as unknown[]) ?? null;
  } catch {
    return null;
  }
}

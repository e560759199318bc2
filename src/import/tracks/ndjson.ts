// NDJSON: a file with one JSON value a line, each a track or a point of its own; or with the same values as one list, or as a text sequence.
import { isObject, SnapError } from "../../errors.js";
import { RECORD_SEPARATOR } from "../content.js";
import { isGeoJson } from "./geojson-tracks.js";
import { addPoints, addValue } from "./json-value.js";
import { PointReader, UniqueNames } from "./point-reader.js";
import { type ReadTracksOptions, type TrackData, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
import { decodeText, parseJson, parseLine } from "./track-text.js";

/**
 * The points of an NDJSON file, line by line as in {@link parseTrackLine}. A line that cannot be read is a warning with its number. A track line that
 * has no id at all is called by its name, else `line N`, when there are several tracks. A file that is one JSON list is read item by item, or as the
 * points of one track when its items are points; a text sequence whose records go over several lines, record by record.
 *
 * Throws `bad-input` when no line can be read, `limit` when the file is over a limit.
 */
export function readNdjson(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  const text = decodeText(input, limits);
  if (/^\s*\[/.test(text)) return readList(text, limits);
  if (isIndentedSequence(text.trimStart())) return readRecords(text, limits);
  const values = new ValueReader("line", limits);
  forEachLine(text, (line, number) => values.add(number, () => parseLine(line, `line ${number}`, limits)));
  return values.result();
}

function readList(text: string, limits: TrackLimits): TrackInput {
  const values = new ValueReader("item", limits);
  const list = parseJson(text, "the JSON list", limits.maxDepth) as unknown[];
  if (list.some((item) => isObject(item) && (Array.isArray(item.points) || isGeoJson(item)))) {
    for (const [i, item] of list.entries()) values.add(i + 1, () => item);
  } else addPoints(values.reader, list, undefined, (i) => i + 1);
  return values.result();
}

/** Whether a text is a text sequence (RFC 8142) with indented records: its first line ends within a value. */
const isIndentedSequence = (text: string) => text.startsWith(RECORD_SEPARATOR) && /^[^\n]*[[{,:][ \t\r]*\n/.test(text);

function readRecords(text: string, limits: TrackLimits): TrackInput {
  const values = new ValueReader("record", limits);
  for (const [i, record] of text.split(RECORD_SEPARATOR).slice(1).entries()) {
    if (record.trim() !== "") values.add(i + 1, () => parseLine(record, `record ${i + 1}`, limits));
  }
  return values.result();
}

/** Calls back for every line that is not blank, with its number from 1. */
function forEachLine(text: string, each: (line: string, number: number) => void): void {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trim();
    number++;
    if (line !== "") each(line, number);
    start = end + 1;
  }
}

/** Reads values into one result; those that cannot be read are counted. */
class ValueReader {
  readonly reader: PointReader;
  /** What a value is called in sentences. */
  readonly #word: string;
  /** Tracks without an id: their names, and the points from `from` to before `to`. */
  readonly #unnamed: { name: string; from: number; to: number }[] = [];
  #tracks = 0;
  /** Whether each value is a point by itself. */
  #arePoints = true;
  #failures = 0;
  #firstFailure: unknown;

  constructor(word: string, limits: TrackLimits) {
    this.#word = word;
    this.reader = new PointReader("ndjson", limits, (place) => `${word} ${place}`);
  }

  /** Adds the value of a number. @throws SnapError "limit" when the file has too many points. */
  add(place: number, read: () => unknown): void {
    const from = this.reader.points.length;
    try {
      const { isTrack, isPoint = false, id, name } = addValue(this.reader, read(), place);
      this.#arePoints &&= isPoint;
      if (isTrack) this.#tracks++;
      if (isTrack && id === undefined) this.#unnamed.push({ name: name ?? `${this.#word} ${place}`, from, to: this.reader.points.length });
    } catch (error) {
      if (!(error instanceof SnapError) || (error.code === "limit" && error.details.maxPoints !== undefined)) throw error;
      if (this.#failures++ === 0) this.#firstFailure = error;
      this.reader.truncate(from);
      this.#warnOfUnread(error);
    }
  }

  /** @throws SnapError when there are no points, or none with the names of members that were given. */
  result(): TrackInput {
    const { reader } = this;
    if (this.#tracks > 1) this.#nameTracks();
    if (reader.points.length === 0)
      throw this.#firstFailure ?? new SnapError("bad-input", `The file has no points: none of its ${this.#word}s holds any.`);
    const missing = reader.missingNames("member of a point");
    if (missing !== null) throw new SnapError("bad-input", missing);
    if (!reader.hasNullPlace) reader.checkPositions("The file", "point");
    if (this.#arePoints) reader.settleIdsOfObjects("member");
    return reader.result();
  }

  #warnOfUnread({ message }: SnapError): void {
    const word = this.#word;
    this.reader.warnings.count(
      "unread",
      () => message,
      (count, first) => `${count === 1 ? `1 ${word} is` : `${count} ${word}s are`} not read. ${first}`,
    );
  }

  #nameTracks(): void {
    const names = new UniqueNames(); // two recordings may have the same name
    for (const { name, from, to } of this.#unnamed) {
      const trackId = names.take(name);
      for (let i = from; i < to; i++) this.reader.points[i].trackId ??= trackId;
    }
  }
}

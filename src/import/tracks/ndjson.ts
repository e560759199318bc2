// NDJSON: one JSON value a line, each a track or a point of its own.
import { isObject, SnapError, shown } from "../../errors.js";
import type { InputPoint } from "../../match/track/track.js";
import { RECORD_SEPARATOR } from "../content.js";
import { addFeatureSet, featureSetOf, isExecuteJson, warnOfUnused } from "./execute-json.js";
import { type FieldNames, type FieldValues, fieldName, shownNames } from "./fields.js";
import { addGeoJson, isGeoJson } from "./geojson-tracks.js";
import { PointReader, trackIdIn, trackIdOf, UniqueNames } from "./point-reader.js";
import { type ReadTracksOptions, type TrackData, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
import { capital, decodeText, parseJson } from "./track-text.js";
import { isBlank } from "./values.js";

const LON = fieldName("lon");
const LAT = fieldName("lat");

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
 * have.
 */
export function checkTrackLine(text: string, lineNumber: number, options: ReadTracksOptions): boolean {
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
  const missing = reader.names.isMissing(...NEEDED) ? reader.missingNames(`member of line ${lineNumber}`) : null;
  if (missing !== null) throw new SnapError("bad-input", missing);
  return true;
}

function addTrackLine(text: string, lineNumber: number | readonly number[], options: ReadTracksOptions) {
  const limits = trackLimits(options);
  const reader = new PointReader("ndjson", limits, (place) => `line ${place}`);
  const [place, places] = typeof lineNumber === "number" ? [lineNumber] : [lineNumber[0], lineNumber];
  return { reader, place, ...addValue(reader, parseLine(text, `line ${place}`, limits), place, limits, places) };
}

/** Whether a text is a text sequence (RFC 8142) with indented records: its first line ends within a value. */
const isIndentedSequence = (text: string) => text.startsWith(RECORD_SEPARATOR) && /^[^\n]*[[{,:][ \t\r]*\n/.test(text);

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
  const isList = /^\s*\[/.test(text);
  const isIndented = isIndentedSequence(text.trimStart());
  const word = isList ? "item" : isIndented ? "record" : "line";
  const reader = new PointReader("ndjson", limits, (place) => `${word} ${place}`);
  const unnamed: { name: string; from: number; to: number }[] = [];
  let tracks = 0;
  let failures = 0;
  let firstFailure: unknown;

  const addOne = (read: () => unknown, place: number): void => {
    const from = reader.points.length;
    try {
      const { isTrack, id, name } = addValue(reader, read(), place, limits);
      if (isTrack) tracks++;
      if (isTrack && id === undefined) unnamed.push({ name: name ?? `${word} ${place}`, from, to: reader.points.length });
    } catch (error) {
      if (!(error instanceof SnapError) || (error.code === "limit" && error.details.maxPoints !== undefined)) throw error;
      if (failures++ === 0) firstFailure = error;
      reader.truncate(from);
      reader.warnings.count(
        "unread",
        () => error.message,
        (count, first) => `${count === 1 ? `1 ${word} is` : `${count} ${word}s are`} not read. ${first}`,
      );
    }
  };

  if (isList) {
    const list = parseJson(text, "the JSON list", limits.maxDepth) as unknown[];
    if (list.some((item) => isObject(item) && (Array.isArray(item.points) || isGeoJson(item)))) {
      for (const [i, item] of list.entries()) addOne(() => item, i + 1);
    } else addPoints(reader, list, undefined, (i) => i + 1);
  } else if (isIndented) {
    for (const [i, record] of text.split(RECORD_SEPARATOR).slice(1).entries()) {
      if (record.trim() !== "") addOne(() => parseLine(record, `record ${i + 1}`, limits), i + 1);
    }
  } else forEachLine(text, (line, number) => addOne(() => parseLine(line, `line ${number}`, limits), number));

  if (tracks > 1) {
    const names = new UniqueNames(); // two recordings may have the same name
    for (const { name, from, to } of unnamed) {
      const trackId = names.take(name);
      for (let i = from; i < to; i++) reader.points[i].trackId ??= trackId;
    }
  }
  if (reader.points.length === 0)
    throw firstFailure ?? new SnapError("bad-input", `The file has no points: none of its ${word}s holds any.`);
  const missing = reader.missingNames("member of a point");
  if (missing !== null) throw new SnapError("bad-input", missing);
  if (!reader.hasNullPlace) reader.checkPositions("The file", "point");
  return reader.result();
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

function parseLine(text: string, what: string, limits: TrackLimits): unknown {
  try {
    return parseJson(withoutMarks(text), what, limits.maxDepth);
  } catch (error) {
    const odd = ODD_CHARACTERS.find(([character]) => text.includes(character));
    if (odd === undefined || !(error instanceof SnapError && error.code === "bad-input")) throw error;
    throw new SnapError("bad-input", `${capital(what)} is not valid JSON: ${odd[1]}`, error.details);
  }
}

/** A line without the marks that joined files leave before it: a byte-order mark, or the record separator of a GeoJSON text sequence. */
export function withoutMarks(line: string): string {
  let start = 0;
  while (line[start] === "\uFEFF" || line[start] === RECORD_SEPARATOR) start++;
  return line.slice(start);
}

/** Characters that JSON may not have and that an editor does not show, with a likely cause of each. */
const ODD_CHARACTERS: readonly (readonly [string, string])[] = [
  ["\0", "there are zero bytes in it, as in UTF-16 without its byte order mark; save it as UTF-8."],
  ["\r", "there are carriage returns in it; a line of NDJSON ends with a line feed."],
];

/**
 * What was found out about a line that was added. `id`: undefined if the line has no usable one, null if it has one that is null or empty. `name`: that of a
 * GeoJSON line or MultiPoint.
 */
interface Added {
  isTrack: boolean;
  isPoint?: boolean;
  /** Whether it is a list of positions, whose numbers have no names. */
  areArrays?: boolean;
  id?: string | null;
  name?: string | null;
  attributes?: Record<string, unknown> | null;
}

/** Adds the points of one line. Errors name the line and have its id, for a caller that answers it. */
function addValue(reader: PointReader, value: unknown, place: number, limits: TrackLimits, places?: readonly number[]): Added {
  const id = isObject(value) ? idAmong([givenId(reader, value), value.id, value.track_id]) : undefined;
  try {
    return addLine(reader, value, id, place, limits, places);
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    const message = error.details.line === place ? error.message : `${capital(reader.placeName(place))}: ${error.message}`;
    throw new SnapError(error.code, message, { ...error.details, line: place, trackId: id ?? null });
  }
}

/** The track id of a line under the name that the option columns gives. */
function givenId({ names }: PointReader, value: Record<string, unknown>): string | undefined {
  return (names.isGiven("trackId") && trackIdIn(names.fieldsOf(value))) || undefined;
}

/** The first value that can be an id. If there is none: null if one is null or empty, else undefined. */
function idAmong(given: readonly unknown[]): string | null | undefined {
  const id = given.map(trackIdOf).find((id) => id !== null);
  return id ?? (given.some((value) => value === null || value === "") ? null : undefined);
}

/** Warns of a line's id that cannot be one: its track would silently be one with others that have no id. */
function warnOfId(reader: PointReader, value: Record<string, unknown>, id: string | null | undefined, place: number): void {
  const given = value.id ?? value.track_id;
  if (id === undefined && given !== undefined)
    reader.warnings.value("id", "neither text nor a number", given, () => reader.placeName(place));
}

function addLine(
  reader: PointReader,
  value: unknown,
  id: string | null | undefined,
  place: number,
  limits: TrackLimits,
  places?: readonly number[],
): Added {
  if (isGeoJson(value)) {
    const from = reader.points.length;
    const name = addGeoJson(reader, value, place);
    reader.settleTimes();
    // The id of a point feature is the point's, not a track's.
    const isTrack = name !== undefined || (id !== undefined && isObject(value) && value.type === "FeatureCollection");
    if (!isTrack) return { isTrack, isPoint: isObject(value) && value.type === "Feature" };
    nameTrack(reader, from, id ?? null);
    return { isTrack, id: id ?? undefined, name };
  }
  if (!isObject(value)) throw noTrack(reader, place, shown(value));
  if (Array.isArray(value.points)) {
    warnOfId(reader, value, id, place);
    addPoints(reader, value.points, id ?? null, (i) => places?.[i] ?? place);
    return { isTrack: true, areArrays: value.points.every(Array.isArray), id, attributes: attributesOf(value) };
  }
  if (isExecuteJson(value)) {
    warnOfId(reader, value, id, place);
    const from = reader.points.length;
    addFeatureSet(reader, featureSetOf(value, limits.maxDepth), place);
    warnOfUnused(reader, value);
    nameTrack(reader, from, id ?? null);
    return { isTrack: id !== undefined, id };
  }
  const fields = fieldsOf(reader.names, value);
  if (!fields.lon || !fields.lat) {
    const missing = reader.names.missing(`member of ${reader.placeName(place)}`, Object.keys(value));
    // With neither coordinate it may be no point at all, but, say, the first line of a log that describes the log.
    const isPoint = (fields.lon ?? fields.lat) !== undefined && reader.names.isMissing("lon", "lat");
    if (missing !== null) throw new SnapError("bad-input", missing, { line: place, ...(isPoint && { missing }) });
    if (Array.isArray(value.results)) throw noTrack(reader, place, "a response of SnapToRoads, not a request");
    const members = shownNames(Object.keys(value).slice(0, 5));
    throw noTrack(reader, place, `an object ${members === "" ? "without members" : `whose members are ${members}`}`);
  }
  reader.add(fields, value, place);
  reader.settleTimes();
  return { isTrack: false, isPoint: true };
}

/** The other members of a line with points. If the line is an answer of this program, those of the line that was answered. */
function attributesOf({ points, id, track_id, ...others }: Record<string, unknown>): Record<string, unknown> | null {
  if (Array.isArray(others.lines) && Array.isArray(others.violations)) return isObject(others.attributes) ? others.attributes : null;
  return Object.keys(others).length > 0 ? others : null;
}

/** Adds a list of positions, point objects or features. Each item is one point, even if it cannot be read. */
function addPoints(reader: PointReader, list: unknown[], trackId: string | null | undefined, placeAt: (index: number) => number): void {
  const from = reader.points.length;
  list.forEach((item, i) => {
    const at = placeAt(i);
    if (Array.isArray(item)) addPosition(reader, item, at);
    else if (isObject(item) && isObject(item.geometry) && "attributes" in item) addFeatureSet(reader, { features: [item] }, at);
    else if (isObject(item) && item.type === "Feature" && isObject(item.geometry) && item.geometry.type === "Point")
      addGeoJson(reader, item, at);
    else if (isObject(item)) reader.add(fieldsOf(reader.names, item), item, at);
    else reader.add({}, {}, at);
  });
  reader.settleTimes();
  if (trackId !== undefined) nameTrack(reader, from, trackId);
}

/**
 * The fields of a point object. If it has no coordinates and exactly one of its members has, they are that member's fields, before those around it: `{ time,
 * coords: { latitude, longitude } }` of a browser, `{ vehicle, position: { type: "Point", … } }` of a database, the value of a message in a queue.
 */
export function fieldsOf(names: FieldNames, item: Record<string, unknown>): FieldValues {
  const own = names.fieldsOf(item);
  if (own.time) own.time = { ...own.time, value: plainDate(own.time.value) };
  if (own.lon || own.lat) return own;
  const within = Object.values(item).flatMap((member) => (isObject(member) ? placedFields(names, member) : []));
  if (within.length !== 1) return own;
  const said = Object.entries(within[0]).filter(([, { value }]) => !isBlank(value));
  return { ...own, ...Object.fromEntries(said) };
}

/** The text or number in `{"$date": …}` and `{"$date": {"$numberLong": …}}`, as MongoDB exports a date. */
function plainDate(value: unknown): unknown {
  if (!isObject(value) || !("$date" in value)) return value;
  return isObject(value.$date) ? value.$date.$numberLong : value.$date;
}

/** The fields of a member that has a place; an empty list if it has none. */
function placedFields(names: FieldNames, member: Record<string, unknown>): FieldValues[] {
  if (member.type === "Point" && Array.isArray(member.coordinates)) {
    const [lon, lat] = member.coordinates as unknown[];
    return [{ lon: { value: lon, name: LON }, lat: { value: lat, name: LAT } }];
  }
  const fields = names.fieldsOf(member);
  // There x and y may be anything, for instance an acceleration.
  return fields.lon && fields.lat && fields.lon.name.name !== "x" ? [fields] : [];
}

/** Gives a track id to the points from `from` on that have none of their own. */
function nameTrack(reader: PointReader, from: number, trackId: string | null): void {
  for (let i = from; i < reader.points.length; i++) reader.points[i].trackId ??= trackId;
}

/** The field at each index of a position. */
const POSITION = (["lon", "lat", "time", "accuracy", "speed", "course"] as const).map((field) => ({ field, name: fieldName(field) }));

/** Adds a point from a position. Its numbers have no names, so names in the option columns do not apply, except for exchanging longitude and latitude. */
function addPosition(reader: PointReader, position: unknown[], place: number): void {
  const fields: FieldValues = {};
  const attributes: Record<string, unknown> = {};
  POSITION.forEach(({ field, name }, i) => {
    if (i >= position.length && i > 1) return;
    fields[field] = { value: position[i], name };
    attributes[field] = position[i];
  });
  const { lon, lat } = reader.names.fieldsOf(attributes);
  reader.add(lon && lat ? { ...fields, lon, lat } : fields, attributes, place);
}

function noTrack(reader: PointReader, place: number, what: string): SnapError {
  const where = capital(reader.placeName(place));
  return new SnapError("bad-input", `${where} is ${what}; it must have a list named points or features, or a lon and a lat.`, {
    line: place,
  });
}

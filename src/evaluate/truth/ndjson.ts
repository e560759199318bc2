// Truth NDJSON: reads tracks with their truth from NDJSON, the form in which anyone can bring a corpus.

import { isObject, SnapError, shown } from "../../errors.js";
import { nearestOnLine, type Position } from "../../geo/lines.js";
import { distance } from "../../geo/metres.js";
import { FieldNames, type FieldValue, parseAmount } from "../../import/tracks/fields.js";
import { fieldsOf } from "../../import/tracks/point-object.js";
import { parseTime } from "../../import/tracks/times.js";
import { isBlank, parseCoordinate } from "../../import/tracks/values.js";
import { isCoordinate } from "../../match/track/grouping.js";
import type { TrackPoint } from "../../match/track/track.js";
import { Access, MODES, type Mode } from "../../roads/attributes.js";
import type { EvaluationTrack } from "../corpora.js";
import { TRIM_METRES } from "../score/mismatch.js";
import { checkPlace, idOf, linesOf, type OnBroken, positionsOf, recordOf, rowsOf, secondsIn, unlessBroken } from "./text.js";

/** How to read truth. */
export interface TruthOptions {
  /** What the text is called in sentences about it. Default "truth". */
  name?: string | undefined;
  /** Name of the road network that the tracks were driven on. Default: the name. */
  roads?: string | undefined;
  /** Metres left out at the ends of each truth. Default: 3 `sigma_m` + 10 where that is given, else 50. */
  trimMetres?: number | undefined;
  /** Called for each broken track; the others are read all the same. Default: the first broken track is thrown. */
  onBroken?: OnBroken | undefined;
}

/**
 * Reads one track a line:
 *
 * - `id`: a text or a number
 * - `points`: `[[lon, lat, seconds], …]`, in the order travelled; further columns accuracy (m), speed (m/s), course (degrees), each a number
 *   or null; a time may be ISO 8601 text or milliseconds, from 1e11 on. Or objects, with the names and units that a point of a track may have: `lon`, `lat`,
 *   `time`, `accuracy`, `speed`, `course`
 * - `truth_geom`: `[[lon, lat], …]`, the line driven; or several such lines, in the order and the direction of travel, when the truth has breaks,
 *   in which nothing is counted unless what follows says that they were off the mapped roads; or these as GeoJSON
 * - `truth_points`, optional: `[[lon, lat], …]`, where each fix truly was; null while off the mapped roads
 * - `truth_ways`, optional: the way of each piece of `truth_geom`; a piece whose way is null was driven off the mapped roads
 * - `point_seg`, optional: the piece of `truth_geom` that each fix was on, from 0
 * - `off_geom`, optional: lines driven off the mapped roads, beside `truth_geom`; a fix much nearer to them than to `truth_geom` was made on them,
 *   unless `truth_points` or `point_seg` say more
 * - `sigma_m`, optional: standard deviation of the noise per axis; the ends are then left out for 3σ + 10 m instead of 50 m
 * - `mode`, optional: who travelled
 *
 * Null says as little as leaving a key out. Unknown keys are ignored. A broken line is a SnapError that names it.
 */
export function readTruthNdjson(text: string, options: TruthOptions = {}): EvaluationTrack[] {
  const tracks: EvaluationTrack[] = [];
  for (const [line, number] of linesOf(text)) {
    const where = `${options.name ?? "truth"} line ${number}`;
    const track = unlessBroken(() => truthTrack(recordOf(line, where), number, where, options), options.onBroken);
    if (track !== undefined) tracks.push(track);
  }
  return tracks;
}

/** The track in one record; `number` is its id when it has none. */
export function truthTrack(given: Record<string, unknown>, number: number, where: string, options: TruthOptions): EvaluationTrack {
  const record = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (record.truth_geom === undefined) throw noTruth(record, where);
  if (record.points === undefined) throw bad(where, `there is no "points" (the fixes) ${amongKeys(record)}`);
  const rows = Array.isArray(record.points) ? record.points.map((fix, i) => rowOf(fix, `${where}: "points" row ${i + 1}`)) : record.points;
  const points = rowsOf({ points: rows }, "points", 2, where).map((row, i) => pointOf(row, `${where}: "points" row ${i + 1}`));
  if (points.length === 0) throw bad(where, `"points" is empty; a track has at least one point`);
  checkPlaces(points, where);
  const lines = linesIn(record, "truth_geom", where);
  const { truth, off } = onAndOff(lines, record.truth_ways, where);
  const never = Array.isArray(record.off_geom) && record.off_geom.length === 0;
  if (record.off_geom !== undefined && !never) for (const line of linesIn(record, "off_geom", where)) off.push(line);
  const track: EvaluationTrack = {
    id: idOf(record.id ?? number, where),
    roads: options.roads ?? options.name ?? "truth",
    track: points,
    truth,
    trimMetres: options.trimMetres ?? trimOf(record.sigma_m, where),
  };
  if (record.mode !== undefined) track.mode = modeOf(record.mode, where);
  if (off.length > 0) track.offLines = off;
  if (record.truth_points !== undefined) addTruthPoints(track, record, where);
  else if (off.length > 0) addWasOff(track, off, record);
  return track;
}

/** The coordinates of a line of GeoJSON, or of a feature that is one; anything else as it is. */
function coordinatesOf(value: unknown): unknown {
  const geometry = isObject(value) && value.type === "Feature" ? value.geometry : value;
  const isLine = isObject(geometry) && (geometry.type === "LineString" || geometry.type === "MultiLineString");
  return isLine ? geometry.coordinates : value;
}

/** A receiver may give a fix that is no place; but if half of the fixes are none, the coordinates are not degrees. */
function checkPlaces(points: readonly TrackPoint[], where: string): void {
  const wrong = points.flatMap(({ lon, lat }, i) => (isCoordinate(lon, lat) ? [] : [i]));
  if (2 * wrong.length >= points.length) for (const i of wrong) checkPlace(points[i].lon, points[i].lat, `${where}: "points" row ${i + 1}`);
}

/** One line, or several: `[[lon, lat], …]` or `[[[lon, lat], …], …]`. */
function linesIn(record: Record<string, unknown>, key: string, where: string): Position[][] {
  const value = coordinatesOf(record[key]);
  if (!Array.isArray(value)) {
    throw bad(
      where,
      `"${key}" is ${JSON.stringify(value).slice(0, 60)}; it must be a line [[lon, lat], …], a list of such lines, or a line of GeoJSON`,
    );
  }
  // A line without positions does not tell whether it is one of several.
  const first: unknown = value.find((row: unknown) => !Array.isArray(row) || row.length > 0);
  const several = Array.isArray(first) && Array.isArray(first[0]);
  return (several ? value : [value]).map((given: unknown, i) => {
    const place = several ? `${where}, line ${i + 1} of ${value.length}` : where;
    const line = positionsOf({ [key]: given }, key, place);
    if (line.length < 2) throw bad(place, `"${key}" needs at least two positions, it has ${line.length}`);
    return line;
  });
}

/** Splits the line driven into what is on roads and what is off them, by its ways. */
function onAndOff(lines: Position[][], ways: unknown, where: string): { truth: Position[][]; off: Position[][] } {
  if (!Array.isArray(ways) || !ways.includes(null)) return { truth: lines, off: [] };
  if (lines.length > 1 || ways.length !== lines[0].length - 1) {
    throw bad(where, `"truth_ways" has ${ways.length} entries; "truth_geom" must be one line with one position more than that`);
  }
  const truth: Position[][] = [];
  const off: Position[][] = [];
  ways.forEach((way: unknown, piece) => {
    const into = way === null ? off : truth;
    const [from, to] = [lines[0][piece], lines[0][piece + 1]];
    if (piece > 0 && (ways[piece - 1] === null) === (way === null)) into[into.length - 1].push(to);
    else into.push([from, to]);
  });
  if (truth.length === 0) throw bad(where, "every piece is off the roads, so there is nothing to match");
  return { truth, off };
}

/** Adds the true place of each fix; and, if some are off the roads, what is needed to judge Off and Road Gap. */
function addTruthPoints(track: EvaluationTrack, record: Record<string, unknown>, where: string): void {
  const given = record.truth_points;
  if (!Array.isArray(given)) throw bad(where, `"truth_points" is ${shown(given)}; it must be an array of positions`);
  if (given.length !== track.track.length)
    throw bad(where, `${track.track.length} points, but ${given.length} truth_points; there must be one for each point`);
  // Null is allowed here; replaced, so that rows keep their numbers in sentences.
  const places = positionsOf({ truth_points: given.map((place: unknown) => place ?? [0, 0]) }, "truth_points", where);
  const { truth_ways: ways, point_seg: pieces } = record;
  const isOff = (i: number): boolean => given[i] === null || (Array.isArray(ways) && Array.isArray(pieces) && ways[pieces[i]] === null);
  track.truthPoints = places.map((place, i) => (isOff(i) ? null : place));
  if (!track.truthPoints.includes(null)) return;
  // Off the roads, the fix itself is the best known place, unless the true place is given.
  addMoved(
    track,
    places.map((place, i) => (given[i] === null ? placeOf(track.track[i]) : place)),
    // A given true place is exact.
    (i) => (given[i] === null ? marginOf(record) : 0),
  );
}

/** Metres above which a distance is more than the noise of the fixes. */
function marginOf({ sigma_m: sigma }: Record<string, unknown>): number {
  return Math.max(MUCH_NEARER, typeof sigma === "number" ? 3 * sigma : 0);
}

/** Metres by which a fix has to be nearer to a way off the roads than to the line driven to count as made on that way: 3 σ of a usual receiver. */
const MUCH_NEARER = 15;

/** Adds which fixes were made off the roads, if only the ways there are known: by the piece that each fix was on, or else by its place. */
function addWasOff(track: EvaluationTrack, off: readonly Position[][], record: Record<string, unknown>): void {
  const { truth_ways: ways, point_seg: pieces } = record;
  const margin = marginOf(record);
  const hasPieces = Array.isArray(ways) && Array.isArray(pieces) && pieces.length === track.track.length;
  track.wasOff = track.track.map(({ lon, lat }, i) => {
    if (hasPieces) return ways[pieces[i]] === null;
    const away = nearestOnLine(off, lon, lat)?.distance ?? Infinity;
    // Most fixes of a long track are far from all ways off the roads, and need not be compared with all of the line driven.
    return away < FAR_OFF && (nearestOnLine(track.truth, lon, lat)?.distance ?? Infinity) > away + margin;
  });
  addMoved(track, track.track.map(placeOf), () => margin);
}

/** Metres from a way off the roads beyond which no fix was made on it. */
const FAR_OFF = 200;

/**
 * Adds what is needed to judge Off and Road Gap: the metres travelled between fixes. Within `margin` of the last place moved to, the traveller counts as
 * standing: in an hour the noise of a parked vehicle adds up to kilometres.
 */
function addMoved(track: EvaluationTrack, at: readonly Position[], marginAt: (fix: number) => number): void {
  const moved = new Array<number>(at.length).fill(0);
  let last = -1;
  at.forEach((place, i) => {
    if (!isCoordinate(...place)) return;
    const metres = last < 0 ? 0 : distance(...at[last], ...place);
    if (last >= 0 && metres < marginAt(i)) return;
    // The distance is divided evenly among the fixes since then.
    for (let k = last + 1; k <= i && last >= 0; k++) moved[k] = metres / (i - last);
    last = i;
  });
  track.moved = moved;
  track.carriedAfter = [];
}

function placeOf({ lon, lat }: TrackPoint): Position {
  return [lon, lat];
}

const FIELDS = ["time", "accuracy", "speed", "course"] as const;

const RULES = {
  time: "seconds, milliseconds, ISO 8601 text or null",
  accuracy: "a number of metres or null",
  speed: "a number of metres per second or null",
  course: "a number of degrees or null",
} as const satisfies Record<(typeof FIELDS)[number], string>;

/** Seconds of a time given as text, in UTC unless it says otherwise; any other value unchanged. */
function secondsOf(value: unknown): unknown {
  const parsed = typeof value === "string" ? parseTime(value) : undefined;
  return parsed !== undefined && "seconds" in parsed ? parsed.seconds : value;
}

/** The known names of a point's members. */
const NAMES = new FieldNames({});

/** A fix given as an object, with the names that points of tracks may have, as a row; any other value unchanged. */
function rowOf(fix: unknown, where: string): unknown {
  if (!isObject(fix)) return fix;
  const fields = fieldsOf(NAMES, fix);
  const place = (["lon", "lat"] as const).map((field) => parseCoordinate(fields[field]?.value, field));
  if (!place.every(Number.isFinite)) {
    throw bad(where, `this is ${JSON.stringify(fix).slice(0, 60)}; it must have a lon and a lat, in degrees`);
  }
  return [...place, ...FIELDS.map((field) => inUnit(field, fields[field]))];
}

/** A value in the unit that rows have; one that is no number is unchanged. */
function inUnit(field: (typeof FIELDS)[number], given: FieldValue | undefined): unknown {
  if (given === undefined || isBlank(given.value)) return null;
  const time = field === "time" ? parseTime(given.value) : undefined;
  if (time !== undefined && "seconds" in time) return time.seconds;
  const { number, name } = parseAmount(given.value, given.name);
  return Number.isNaN(number) ? given.value : (number * name.multiply) / name.divide;
}

/** Columns of a point row after lon and lat; a row may stop early and hold null. */
function pointOf(row: unknown[], where: string): TrackPoint {
  const point: TrackPoint = { lon: row[0] as number, lat: row[1] as number };
  FIELDS.forEach((field, k) => {
    const given = row[2 + k];
    const value = field === "time" ? secondsOf(given) : given;
    if (value === undefined || value === null) return;
    if (typeof value !== "number") throw bad(where, `${field} is ${JSON.stringify(value).slice(0, 40)}; it must be ${RULES[field]}`);
    point[field] = field === "time" ? secondsIn(value, where) : value;
  });
  return point;
}

/** Metres left out at the ends of a truth, by the noise of the fixes. */
function trimOf(sigma: unknown, where: string): number {
  if (sigma === undefined) return TRIM_METRES;
  if (typeof sigma === "number" && sigma >= 0 && sigma < Infinity) return 3 * sigma + 10;
  throw bad(where, `"sigma_m" is ${JSON.stringify(sigma).slice(0, 40)}; it must be a number of metres from 0`);
}

function modeOf(value: unknown, where: string): Mode {
  if (typeof value === "string" && Object.hasOwn(Access, value)) return value as Mode;
  throw bad(where, `"mode" is ${JSON.stringify(value)}; it must be one of ${MODES.join(", ")}`);
}

/** The error for a record without truth, which says what the record is, if that can be told. */
function noTruth(record: Record<string, unknown>, where: string): SnapError {
  if (record.fcd !== undefined) {
    const how = "give it with --drives, or in a program to readDrives";
    return bad(where, `this is an exact drive ("fcd"), to which noise has to be added first: ${how}`);
  }
  if (["FeatureCollection", "Feature", "LineString", "MultiLineString"].includes(String(record.type))) {
    const form = `{"id": …, "points": [[lon, lat, seconds], …], "truth_geom": a line of it}`;
    return bad(
      where,
      `this is GeoJSON, which can be the line truly driven, but not the fixes as well; a track is one line such as ${form}`,
    );
  }
  return bad(where, `there is no "truth_geom" (the line truly driven) ${amongKeys(record)}; a track alone is not a truth`);
}

/** Most keys named in a sentence. */
const NAMED = 8;

/** The keys of a record for a sentence, to help those who use another name. */
function amongKeys(record: Record<string, unknown>): string {
  const keys = Object.keys(record).map((key) => JSON.stringify(key.slice(0, 40)));
  if (keys.length === 0) return "among its keys: it has none";
  return `among its keys ${keys.slice(0, NAMED).join(", ")}${keys.length > NAMED ? ", …" : ""}`;
}

function bad(where: string, trouble: string): SnapError {
  return new SnapError("bad-input", `${where}: ${trouble}.`, { where });
}

// Text: reads the text of corpora: lines, numbers and JSON. Errors say where the trouble is.

import { isObject, SnapError, shown } from "../../errors.js";
import { inSeconds, NO_SECONDS } from "../../geo/dates.js";
import type { Position } from "../../geo/lines.js";
import { isJson, jsonStop, stopWords } from "../../import/json-stop.js";
import { parseJson } from "../../import/tracks/track-text.js";
import { isCoordinate } from "../../match/track/grouping.js";

/** Called for a broken track of a file, which is then left out. Without it an error is thrown, and nothing of the file is read. */
export type OnBroken = (trouble: SnapError) => void;

/** Reads one track. If it is broken, calls `onBroken` and returns undefined; or throws if there is no `onBroken`. */
export function unlessBroken<T>(read: () => T, onBroken?: OnBroken): T | undefined {
  if (onBroken === undefined) return read();
  try {
    return read();
  } catch (trouble) {
    if (!(trouble instanceof SnapError)) throw trouble;
    onBroken(trouble);
    return undefined;
  }
}

/** How lines end. Old Macs end them with a carriage return alone. */
const LINE_END = /\r\n?|\n/;

/** Lines that are not blank, with their 1-based number. */
export function* linesOf(text: string): Generator<[line: string, number: number]> {
  let number = 0;
  for (const given of text.split(LINE_END)) {
    number++;
    const line = given.trim();
    if (line !== "") yield [line, number];
  }
}

/** Puts one object that an editor has spread over several lines on one line. */
export function onOneLine(text: string, name: string): string {
  const first = text.trimStart().split(LINE_END, 1)[0].trimEnd();
  if (!/[[{,:]$/.test(first)) return text;
  if (!isJson(text)) {
    // If other lines are records of their own, or the first line stops being JSON by itself, then it is the first record and is broken.
    if (/^\{.*\}\s*$/m.test(text) || jsonStop(first) !== null) return text;
    if (/^\}[\s,]*^\{/m.test(text)) {
      const sentence = `${name}: its records are spread over several lines each; write each on one line, or all of them as one array.`;
      throw new SnapError("bad-input", sentence, { name });
    }
    // Throws an error that says why it is no JSON.
    jsonOf(text, name);
  }
  // In JSON a line end can only be between tokens, where it means as much as a space.
  return text.replace(/[\r\n]+/g, " ");
}

/** The first `count` numbers of a line of white-space separated columns. */
export function numbersOf(line: string, count: number, where: string): number[] {
  const columns = line.split(/\s+/);
  const values = columns.slice(0, count).map(Number);
  if (columns.length < count || values.some((value) => !Number.isFinite(value))) {
    throw new SnapError("bad-input", `${where} is "${line.slice(0, 60)}"; it must begin with ${count} number${count === 1 ? "" : "s"}.`, {
      line,
    });
  }
  return values;
}

/** Deepest nesting of brackets in a corpus: more than any of its forms has, and no danger to any engine. */
const MAX_DEPTH = 32;

/** The value of a JSON text, with ids of many digits as texts; throws a SnapError that says where the text is and why it is no JSON. */
export function jsonOf(text: string, where: string): unknown {
  try {
    return parseJson(text, "it", MAX_DEPTH);
  } catch (trouble) {
    if (!(trouble instanceof SnapError)) throw trouble;
    const { code, message } = trouble;
    const stop = code === "limit" ? null : jsonStop(text);
    let why = `"${text.slice(0, 60)}".`;
    // The text may be cut short within a number, a word or a string.
    const isCut = /^It ends/.test(message) && (stop === null || /^(?:[\w.+-]+|"[^"]*)$/.test(text.slice(stop.at)));
    if (isCut || code === "limit") why = `i${message.slice(1)}`;
    else if (stop !== null && stop.at > 0) {
      const hint = stop.isWhole && text.startsWith("{") ? "; write one record a line, with nothing between them" : "";
      why = `${stopWords(text, stop)}${hint}.`;
    }
    throw new SnapError("bad-input", `${where}: not JSON: ${why}`, { where });
  }
}

/** The JSON object on a line. A comma behind it, as between the records of an array, is ignored. */
export function recordOf(line: string, where: string): Record<string, unknown> {
  return objectOf(jsonOf(line.endsWith("},") ? line.slice(0, -1) : line, where), where, line);
}

/** A value that must be an object; `text` is how it was written. */
export function objectOf(value: unknown, where: string, text = String(JSON.stringify(value))): Record<string, unknown> {
  if (!isObject(value)) throw new SnapError("bad-input", `${where} is "${text.slice(0, 60)}"; it must be a JSON object.`, { where });
  return value;
}

/** An id as text. */
export function idOf(value: unknown, where: string): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  const found = JSON.stringify(value).slice(0, 40);
  throw new SnapError("bad-input", `${where}: "id" is ${found}; it must be a text or a number.`, { where });
}

/** Rows of at least `count` numbers: `record[key]`, checked. */
export function rowsOf(record: Record<string, unknown>, key: string, count: number, where: string): number[][] {
  const rows = record[key];
  if (!Array.isArray(rows))
    throw new SnapError("bad-input", `${where}: "${key}" is ${shown(rows)}; it must be an array of rows.`, { where, key });
  rows.forEach((row: unknown, i) => {
    if (
      !Array.isArray(row) ||
      row.length < count ||
      row.slice(0, count).some((value) => typeof value !== "number" || !Number.isFinite(value))
    ) {
      throw new SnapError(
        "bad-input",
        `${where}: "${key}" row ${i + 1} is ${JSON.stringify(row)?.slice(0, 60)}; it must begin with ${count} numbers.`,
        {
          where,
          key,
          row: i,
        },
      );
    }
  });
  return rows as number[][];
}

/** `record[key]` as positions: the first two columns of its rows, checked to be places. */
export function positionsOf(record: Record<string, unknown>, key: string, where: string): Position[] {
  return rowsOf(record, key, 2, where).map(([lon, lat], i) => {
    checkPlace(lon, lat, `${where}: "${key}" row ${i + 1}`);
    return [lon, lat];
  });
}

/** A larger coordinate cannot be in degrees. */
const NO_ANGLE = 360;

/** Longitude and latitude in degrees, or a SnapError that says which is not and where. */
export function checkPlace(lon: number, lat: number, where: string): void {
  if (isCoordinate(lon, lat)) return;
  const wrong = !(lon >= -180 && lon <= 180) ? `longitude ${lon}` : `latitude ${lat}`;
  const rule =
    Math.abs(lon) > NO_ANGLE || Math.abs(lat) > NO_ANGLE
      ? "coordinates are degrees (WGS 84), not metres of a projection"
      : "longitude, −180 to 180, comes before latitude, −90 to 90";
  throw new SnapError("bad-input", `${where} is not a place on Earth: ${wrong}; ${rule}.`, { where, lon, lat });
}

/** A time in seconds, converted if it is in milliseconds; throws a SnapError if it is in neither. */
export function secondsIn(time: number, where: string): number {
  const seconds = inSeconds(time);
  if (seconds < NO_SECONDS) return seconds;
  throw new SnapError("bad-input", `${where}: the time ${time} is too large; it must be seconds or milliseconds since 1970.`, {
    where,
    time,
  });
}

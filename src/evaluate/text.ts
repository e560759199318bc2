// Reading corpora's text: lines, numbers and JSON, with the place of the trouble in the error.

import { SnapError } from "../errors.js";
import type { Position } from "./lines.js";

/** Told of one broken track of a file, which is then left out; without it the trouble is thrown and the whole file with it. */
export type OnBroken = (trouble: SnapError) => void;

/** Runs the reading of one track; undefined when it is broken and somebody wants to know. */
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

/** Lines that are not blank, with their 1-based number. */
export function* linesOf(text: string): Generator<[line: string, number: number]> {
  let start = 0;
  let number = 0;
  while (start < text.length) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    number++;
    const line = text.slice(start, end).trim();
    if (line !== "") yield [line, number];
    start = end + 1;
  }
}

/** The first `count` numbers of a line of white-space separated columns. */
export function numbersOf(line: string, count: number, where: string): number[] {
  const columns = line.split(/\s+/);
  const values = columns.slice(0, count).map(Number);
  if (columns.length < count || values.some((value) => !Number.isFinite(value))) {
    throw new SnapError("bad-input", `${where}: expected ${count} number${count === 1 ? "" : "s"}, found "${line.slice(0, 60)}".`, {
      line,
    });
  }
  return values;
}

/** The JSON object on a line. */
export function recordOf(line: string, where: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new SnapError("bad-input", `${where}: not JSON: "${line.slice(0, 60)}".`, { where });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SnapError("bad-input", `${where}: expected a JSON object, found "${line.slice(0, 60)}".`, { where });
  }
  return value as Record<string, unknown>;
}

/** Rows of at least `count` numbers: `record[key]`, checked. */
export function rowsOf(record: Record<string, unknown>, key: string, count: number, where: string): number[][] {
  const rows = record[key];
  if (!Array.isArray(rows)) throw new SnapError("bad-input", `${where}: "${key}" should be an array of rows.`, { where, key });
  rows.forEach((row: unknown, i) => {
    if (
      !Array.isArray(row) ||
      row.length < count ||
      row.slice(0, count).some((value) => typeof value !== "number" || !Number.isFinite(value))
    ) {
      throw new SnapError(
        "bad-input",
        `${where}: "${key}" row ${i + 1} should begin with ${count} numbers, found ${JSON.stringify(row)?.slice(0, 60)}.`,
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

/** Longitude and latitude in degrees, or a SnapError that says which is not and where. */
export function checkPlace(lon: number, lat: number, where: string): void {
  const wrong = !(lon >= -180 && lon <= 180) ? `longitude ${lon}` : !(lat >= -90 && lat <= 90) ? `latitude ${lat}` : null;
  if (wrong === null) return;
  throw new SnapError("bad-input", `${where} is no place: ${wrong}; longitude, −180 to 180, comes before latitude, −90 to 90.`, {
    where,
    lon,
    lat,
  });
}

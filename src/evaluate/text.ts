// Reading corpora's text: lines, numbers and JSON, with the place of the trouble in the error.

import { SnapError } from "../errors.js";

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

// CSV text, row by row, and the first point read from it.
import { readCsv } from "../../../src/import/tracks/csv.js";

export const csv = (...rows: string[]) => `${rows.join("\n")}\n`;
export const first = (text: string) => readCsv(text).points[0];

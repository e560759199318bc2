// CSV tracks: reads a CSV of any size track by track: splits it into rows, and finds out from its beginning how to read them.
import { SnapError } from "../../errors.js";
import { csvHeader } from "../../export/csv.js";
import { planEcho } from "../../export/echo.js";
import { type CsvSample, type CsvTable, MOST_LINES, sampleCsv, withoutReturn } from "../../import/tracks/csv.js";
import { CsvColumns } from "../../import/tracks/csv-columns.js";
import { shownNames } from "../../import/tracks/fields.js";
import { withoutZeros } from "../../import/tracks/track-text.js";
import { beginning, MAX_LINE, type Pieces, textsOf } from "./lines.js";
import type { LineReading, NumberedLine } from "./numbered-lines.js";
import { StandingTogether, type TrackGroups, type TrackStream } from "./track-groups.js";
import { TRIP, Trips } from "./trips.js";

/** How to answer a CSV of any size. */
export interface CsvStreaming {
  to: "ndjson" | "csv";
  /** Seconds of silence that end a trip, if rows of many travellers are mixed. Default: the rows of a track are consecutive. */
  gap?: number;
}

/**
 * Begins to read a CSV of any size. Its tracks are those of {@link StandingTogether}, or {@link Trips}. Rows without a track id belong to the track of the row
 * before.
 * @throws SnapError "bad-input" as `readCsv` does; if no column has track ids and there is no `gap`; if no column has times and there is one. With a `gap` and
 * no track ids, all rows are of one traveller.
 */
export async function openCsvTracks(pieces: Pieces, reading: LineReading, { to, gap }: CsvStreaming): Promise<TrackStream> {
  const texts = textsOf(pieces);
  // Ends the source, so that its file is closed.
  const close = () => void texts.return().catch(() => {});
  try {
    return { ...(await begin(texts, reading, { to, gap })), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads the sample that shows how the rest is to be read. */
async function begin(
  texts: AsyncGenerator<string, void, undefined>,
  reading: LineReading,
  { to, gap }: CsvStreaming,
): Promise<TrackStream> {
  const { begun, isWhole } = await beginning(texts);
  if (begun.includes("\r") && !begun.includes("\n"))
    throw new SnapError("bad-input", "The lines of the CSV end with a carriage return alone; in a stream they must end with a line feed.");
  // Up to the end of the last whole line, if there is one.
  const end = begun.lastIndexOf("\n") + 1;
  const sample = sampleCsv(isWhole || end === 0 ? begun : begun.slice(0, end), isWhole, reading);
  const columns = new CsvColumns(sample.table.names, sample.table.columns);
  if (gap === undefined && !columns.has("trackId")) throw noColumn("which track a row belongs to", "track_id", sample.table);
  const { warnings } = sample;
  if (gap !== undefined && !columns.has("time")) throw noColumn("when a row was recorded", "time", sample.table);
  if (gap !== undefined && sample.points.length > 0 && sample.points.every(({ time }) => time === null)) throw noTime(sample);
  const join = (rows: readonly string[]) => rows.join("\n");
  const groups = gap === undefined ? new StandingTogether(join, warnings) : new Trips(join, gap);
  const splitter = new Splitter(sample, columns, groups);
  const tracks = async function* (): AsyncGenerator<NumberedLine, void, undefined> {
    yield* splitter.add(begun);
    for await (const text of texts) yield* splitter.add(text);
    yield* splitter.end();
  };
  const plan = planEcho(sample.points);
  // If no row of the sample could be read, the header still has its columns.
  const echo = to === "csv" ? { ...plan, keys: [...new Set([...sample.table.names, ...plan.keys])] } : null;
  const form = {
    reading: { ...reading, dates: sample.dates ?? reading.dates },
    csv: { table: sample.table, echo },
    gap,
  };
  return { tracks: tracks(), form, header: echo === null ? "" : csvHeader(echo, gap === undefined ? [] : [TRIP]), warnings };
}

function noColumn(what: string, name: string, { names }: CsvTable): SnapError {
  return new SnapError(
    "bad-input",
    `No column of the CSV says ${what}: there are ${shownNames(names)}; name one of them ${name}, or name it with the option columns (${name}).`,
    { header: names.slice(0, 100) },
  );
}

function noTime({ unreadTimes }: CsvSample): SnapError {
  const why = unreadTimes === undefined ? "." : `: ${unreadTimes}`;
  return new SnapError("bad-input", `No row of the CSV has a time that can be read, so no trip would end${why}`);
}

/** Splits the text of a CSV into rows. */
class Splitter {
  readonly #delimiter: string;
  readonly #columns: CsvColumns;
  readonly #dates: CsvSample["dates"];
  readonly #areDays: boolean | undefined;
  readonly #groups: TrackGroups;
  /** Number of rows up to and including the header. */
  readonly #headerRows: number;
  /** Number of rows so far. */
  #row = 0;
  /** The beginning of a line that goes on in the next piece. */
  #rest = "";
  /** Lines of a row in which a quote is still open. */
  #open: string[] = [];

  constructor({ table, headerRows, dates }: CsvSample, columns: CsvColumns, groups: TrackGroups) {
    this.#delimiter = table.delimiter;
    this.#headerRows = headerRows;
    this.#dates = dates;
    this.#areDays = table.areDays;
    this.#columns = columns;
    this.#groups = groups;
  }

  /** Adds a piece of the text; returns the tracks that end in it. */
  add(text: string): NumberedLine[] {
    const tracks: NumberedLine[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      const line = this.#rest === "" ? text.slice(start, end) : this.#rest + text.slice(start, end);
      this.#rest = "";
      this.#addLine(line, tracks);
      start = end + 1;
    }
    this.#rest += text.slice(start);
    if (this.#rest.length > MAX_LINE) {
      throw new SnapError(
        "limit",
        `The line after row ${this.#row} has more than ${MAX_LINE} characters, the most that are read of one line.`,
      );
    }
    return tracks;
  }

  /** Returns the tracks that end with the text. */
  end(): NumberedLine[] {
    const tracks: NumberedLine[] = [];
    const rest = withoutZeros(this.#rest);
    if (rest !== "") this.#addLine(rest, tracks);
    while (this.#open.length > 0) this.#giveUpRow(tracks);
    this.#groups.end(tracks);
    return tracks;
  }

  #addLine(line: string, tracks: NumberedLine[]): void {
    if (this.#open.length === 0 && !line.includes('"')) {
      const row = withoutReturn(line);
      this.#addRow(row, row.split(this.#delimiter), tracks);
      return;
    }
    this.#open.push(line);
    const row = withoutReturn(this.#open.join("\n"));
    // A line without a quote does not close the one that is open.
    const cells = line.includes('"') ? quotedCells(row, this.#delimiter) : "open";
    if (cells === "broken" || (cells === "open" && this.#open.length >= MOST_LINES)) this.#giveUpRow(tracks);
    if (typeof cells === "string") return;
    this.#open = [];
    this.#addRow(row, cells, tracks);
  }

  /** Gives up a row whose quotes do not pair up. Its first line becomes a row without a track; the lines after it are read again as rows of their own. */
  #giveUpRow(tracks: NumberedLine[]): void {
    const [first, ...others] = this.#open;
    this.#open = [];
    tracks.push({ line: withoutReturn(first), number: ++this.#row, id: null });
    for (const line of others) this.#addLine(line, tracks);
  }

  #addRow(row: string, cells: readonly string[], tracks: NumberedLine[]): void {
    const isBlank = cells.every((cell) => cell.trim() === "");
    if (isBlank || ++this.#row <= this.#headerRows) return;
    const id = this.#columns.trackId(cells);
    this.#groups.add({ text: row, number: this.#row, id, time: () => this.#columns.time(cells, this.#dates, this.#areDays) }, tracks);
  }
}

/** The cells of a row with quotes; "open" if a quote is still open at its end, "broken" if something other than the cell's end follows a closing quote. */
function quotedCells(row: string, delimiter: string): string[] | "open" | "broken" {
  const cells: string[] = [];
  for (let start = 0; ; ) {
    let end = start;
    if (row[start] === '"') {
      end = row.indexOf('"', start + 1);
      while (end >= 0 && row[end + 1] === '"') end = row.indexOf('"', end + 2);
      if (end < 0) return "open";
    }
    const next = row.indexOf(delimiter, end);
    const stop = next < 0 ? row.length : next;
    if (end > start && row.slice(end + 1, stop).trim() !== "") return "broken";
    cells.push(end > start ? row.slice(start + 1, end).replaceAll('""', '"') : row.slice(start, stop));
    if (next < 0) return cells;
    start = next + 1;
  }
}

// A CSV of any size, track by track: rows that follow one another and say the same track, with what of the file they are to be read by.
import { SnapError, shown } from "../errors.js";
import { csvHeader } from "../export/csv.js";
import { planEcho } from "../export/echo.js";
import { type CsvTable, sampleCsv } from "../import/csv.js";
import { CsvColumns } from "../import/csv-columns.js";
import { checkMany, MAX_LINE, type Pieces, textsOf } from "./lines.js";
import type { LineForm, LineReading, NumberedLine } from "./pool-messages.js";

/** Characters at the beginning of a file by which the rest of it is read. */
const SAMPLE = 1 << 20;
/** Lines that one row may go over, in quotes. */
const MOST_LINES = 100;
/** Tracks that may come back after others before the file is taken for one that is not sorted by track. */
const MOST_BACK = 100;

/** The rows of one track, and the number of the first in the file: the header counts, blank lines do not. */
type CsvTrack = Required<NumberedLine>;

/** A CSV that has begun to be read. */
export interface CsvTracks {
  /** Its tracks in their order; to be taken once. */
  tracks: AsyncGenerator<CsvTrack, void, undefined>;
  /** How they are read and answered. */
  form: LineForm;
  /** The first line of the answers, with its end; nothing where they are NDJSON. */
  header: string;
  /** Sentences about the file as a whole; more come, of tracks that come back after others, until all are taken. */
  warnings: string[];
}

/**
 * Begins to read a CSV of any size. Rows of a track have to stand together: what comes back after others is a track of its own, and a file in
 * which most do is refused. Rows that say no track belong to the one before them.
 * @throws SnapError "bad-input" as {@link readCsv} does, and when no column says which track a row is of.
 */
export async function openCsvTracks(pieces: Pieces, reading: LineReading, to: "ndjson" | "csv"): Promise<CsvTracks> {
  checkMany("pieces", pieces, "a stream of bytes or text, as createReadStream(path) is one");
  const texts = textsOf(pieces);
  let begun = "";
  let isWhole = false;
  while (begun.length < SAMPLE && !isWhole) {
    const { done, value } = await texts.next();
    if (done) isWhole = true;
    else begun += value;
  }
  begun = begun.replace(/^\uFEFF/, "");
  if (begun.includes("\r") && !begun.includes("\n"))
    throw new SnapError(
      "bad-input",
      "The lines of the CSV end with a carriage return alone; in a stream they have to end with a line feed.",
    );
  // Up to the last line that is whole.
  const sample = sampleCsv(isWhole ? begun : begun.slice(0, begun.lastIndexOf("\n") + 1), reading);
  const columns = new CsvColumns(sample.table.names, sample.table.columns);
  if (!columns.has("trackId")) {
    const names = sample.table.names.slice(0, 30).map((name) => shown(name));
    throw new SnapError(
      "bad-input",
      `No column of the CSV says which track a row is of: there are ${names.join(", ")}; name one track_id, or say which it is by the option columns (track_id).`,
      { header: sample.table.names.slice(0, 100) },
    );
  }
  const { warnings } = sample;
  const splitter = new Splitter(sample.table, columns, sample.headerRows, warnings);
  const tracks = async function* (): AsyncGenerator<CsvTrack, void, undefined> {
    yield* splitter.add(begun);
    for await (const text of texts) yield* splitter.add(text);
    yield* splitter.end();
  };
  const echo = to === "csv" ? { ...planEcho(sample.points), keys: sample.table.names } : null;
  const form = { reading: { ...reading, dates: sample.dates ?? reading.dates }, csv: { table: sample.table, echo } };
  return { tracks: tracks(), form, header: echo === null ? "" : csvHeader(echo), warnings };
}

/** Parts the text of a CSV into tracks. */
class Splitter {
  readonly #delimiter: string;
  readonly #columns: CsvColumns;
  readonly #warnings: string[];
  readonly #seen = new Set<string>();
  #back = 0;
  /** Rows that are still of the header, and rows so far. */
  readonly #headerRows: number;
  #row = 0;
  /** The beginning of a line whose end is not there yet. */
  #rest = "";
  /** Lines of a row in quotes whose end is not there yet. */
  #open: string[] = [];
  // The track at hand; its rows put together once, when the next one begins.
  #id: string | null = null;
  #first = 0;
  #rows: string[] = [];
  #length = 0;

  constructor({ delimiter }: CsvTable, columns: CsvColumns, headerRows: number, warnings: string[]) {
    this.#delimiter = delimiter;
    this.#columns = columns;
    this.#headerRows = headerRows;
    this.#warnings = warnings;
  }

  /** The tracks that end in a further piece of the text. */
  add(text: string): CsvTrack[] {
    const tracks: CsvTrack[] = [];
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
        `The line behind row ${this.#row} has more than ${MAX_LINE} characters, the most that are read of one line.`,
      );
    }
    return tracks;
  }

  /** The tracks that the end of the text ends. */
  end(): CsvTrack[] {
    const tracks: CsvTrack[] = [];
    if (this.#rest !== "") this.#addLine(this.#rest, tracks);
    this.#giveUpRow(tracks);
    this.#take(tracks);
    return tracks;
  }

  #addLine(line: string, tracks: CsvTrack[]): void {
    if (this.#open.length === 0 && !line.includes('"')) {
      const row = withoutReturn(line);
      this.#addRow(row, row.split(this.#delimiter), tracks);
      return;
    }
    this.#open.push(line);
    const row = withoutReturn(this.#open.join("\n"));
    // Without a quote it closes none.
    const cells = line.includes('"') ? quotedCells(row, this.#delimiter) : "open";
    if (cells === "broken" || (cells === "open" && this.#open.length >= MOST_LINES)) this.#giveUpRow(tracks);
    if (typeof cells === "string") return;
    this.#open = [];
    this.#addRow(row, cells, tracks);
  }

  /** The first line of a row whose quotes do not pair up stands for itself, of no track; those behind it are rows of their own. */
  #giveUpRow(tracks: CsvTrack[]): void {
    if (this.#open.length === 0) return;
    const [first, ...others] = this.#open;
    this.#open = [];
    tracks.push({ line: withoutReturn(first), number: ++this.#row, id: null });
    for (const line of others) this.#addLine(line, tracks);
    this.#giveUpRow(tracks);
  }

  #addRow(row: string, cells: readonly string[], tracks: CsvTrack[]): void {
    const isBlank = cells.every((cell) => cell.trim() === "");
    if (isBlank || ++this.#row <= this.#headerRows) return;
    const id = this.#columns.trackId(cells);
    if (id !== null && id !== this.#id) {
      if (this.#id !== null) this.#take(tracks);
      // Copied, for what was cut out of a piece keeps all of its text in memory.
      this.#id = Buffer.from(id).toString();
      this.#judge(this.#id);
    }
    if (this.#rows.length === 0 && this.#length === 0) this.#first = this.#row;
    this.#length += row.length + 1;
    if (this.#length > MAX_LINE) this.#rows = [];
    else this.#rows.push(row);
  }

  /** Ends the track at hand. */
  #take(tracks: CsvTrack[]): void {
    if (this.#length === 0) return;
    const line = this.#length > MAX_LINE ? { maxLength: MAX_LINE } : this.#rows.join("\n");
    tracks.push({ line, number: this.#first, id: this.#id });
    this.#rows = [];
    this.#length = 0;
  }

  /** Tells of a track that comes back after others; of many, that the file is not sorted. */
  #judge(id: string): void {
    if (!this.#seen.has(id)) {
      this.#seen.add(id);
      return;
    }
    this.#back++;
    if (this.#back > MOST_BACK && this.#back > this.#seen.size / 2) {
      throw new SnapError(
        "bad-input",
        `The rows of a track do not stand together: at row ${this.#row} ${shown(id)} comes back after others, as ${this.#back - 1} tracks before did. Sort the CSV by track, or read it whole.`,
        { row: this.#row },
      );
    }
    this.#warnings.push(`Row ${this.#row}: ${shown(id)} comes back after other tracks; its rows from here on are a track of their own.`);
  }
}

/** A line as Windows ends it. */
function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** The cells of a row some of which are in quotes; or that a quote is still open at its end, or one is followed by more than its cell's end. */
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

// Numbered lines: the lines of a stream with their numbers, and how they are read and answered. All of it can be sent to another thread.
import type { EchoPlan } from "../../export/echo.js";
import type { CsvTable } from "../../import/tracks/csv.js";
import type { ReadTracksOptions } from "../../import/tracks/track-input.js";
import type { TooLong } from "./lines.js";

/**
 * A line of NDJSON with its number in the stream; or the rows of a CSV that are one track, with the number of the first; or the text of a track in a
 * document, with its number there. A line that is too long has the limit in place of its text.
 */
export interface NumberedLine {
  line: string | TooLong;
  number: number;
  /** Its track id, if that is known before it is read. */
  id?: string | null;
  /** The row numbers of its points, if they are not consecutive. */
  numbers?: readonly number[];
}

/** How the lines of a stream are read and answered. */
export interface LineForm {
  reading: LineReading;
  /** For rows of a CSV. Without it and the next, lines are NDJSON. */
  csv?: CsvForm;
  /** For the elements of a document, each with its number among those of its kind. */
  document?: DocumentKind;
  /** Seconds of silence that end a trip; the rows of a CSV then have a column that tells trips apart. */
  gap?: number | undefined;
}

/** The kinds of document that are cut into tracks: the `trk` elements of a GPX, the features of a GeoJSON collection. */
export type DocumentKind = "gpx" | "geojson";

/** How the rows of a CSV are read, and answered: with rows that have these fields of the input; null: with NDJSON. */
export interface CsvForm {
  table: CsvTable;
  echo: EchoPlan | null;
}

/** The options for reading that can be sent to another thread. */
export type LineReading = Omit<ReadTracksOptions, "check" | "format">;

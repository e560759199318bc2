// Snap work: what `roadsnap snap` was asked for, and the same once roads are loaded and options are checked.
import type { ReadTracksOptions, TrackFormat } from "../../import/tracks/track-input.js";
import type { MatcherOptions } from "../../match/options.js";
import type { RoadsFile } from "../../node/files.js";
import type { DocumentKind, LineReading } from "../../node/tracks/numbered-lines.js";
import type { MatchingOptions } from "../matcher-options.js";
import type { Target } from "../outputs.js";

/** The options as they were given. */
export interface SnapOptions extends MatchingOptions {
  roads: string;
  output?: string;
  to?: TrackFormat;
  from?: TrackFormat;
  html?: string;
  why?: boolean;
  title?: string;
  attribution?: string;
  hdopScale?: number;
  columns?: Record<string, string>;
  dates?: ReadTracksOptions["dates"];
  maxPoints?: number;
  stream?: boolean;
  gap?: number;
  threads?: number;
  resume?: boolean;
  quiet?: boolean;
}

/** How inputs are snapped, and where the results go. */
export interface SnapWork {
  target: Target;
  file: RoadsFile;
  matching: MatcherOptions;
  reading: LineReading;
  options: SnapOptions;
}

/** What the tracks of a stream are: lines of NDJSON, rows of a CSV, or elements of a document. */
export type StreamForm = "lines" | "csv" | DocumentKind;

/** How a stream is snapped, and where its answers go. */
export interface StreamWork {
  target: Target;
  form: StreamForm;
  /** Whether to continue where the output ends. */
  resume: boolean;
  quiet: boolean;
  /** Seconds of silence that end a trip, if points of many travellers are mixed. */
  gap?: number;
  reading: LineReading;
}

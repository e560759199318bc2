// Track input: what every track reader takes (options with limits) and returns (points with warnings).
import { badOption, checkOptions, isObject, SnapError, shown } from "../../errors.js";
import type { InputPoint } from "../../match/track/track.js";
import { type FieldName, recogniseField } from "./fields.js";

/** The track formats that can be read. */
export const TRACK_FORMATS = ["gpx", "csv", "geojson", "ndjson", "execute"] as const;
/**
 * A track format.
 * - `gpx`: GPX 1.0 or 1.1
 * - `csv`: columns under a header
 * - `geojson`: points, or lines with times
 * - `ndjson`: a JSON value a line, a track or a point each
 * - `execute`: the JSON of a SnapToRoads request, or of its feature set
 */
export type TrackFormat = (typeof TRACK_FORMATS)[number];

/** What tracks are read from: a file's bytes or its text. */
export type TrackData = Uint8Array | ArrayBuffer | string;

/** The points of a file, one per point of the file and in its order. */
export interface TrackInput {
  /** The format it was read as. */
  format: TrackFormat;
  /** Input for {@link snapPoints}; or for a matcher, if they are one track. */
  points: InputPoint[];
  /** The name of a GPX file's only track. Several tracks have their names as track ids. */
  name?: string | undefined;
  /** The type of a GPX file's tracks, if all have the same: `running`, say. */
  type?: string | undefined;
  /** Sentences about values that were not usable; one per kind of trouble, however many points have it. */
  warnings: string[];
  /** The warnings about what could not be read at all, as a line that is cut short: nothing of it is among the points. */
  unread: string[];
}

/** A track of a document, read by itself. */
export interface TrackElement extends Pick<TrackInput, "points" | "warnings"> {
  /** The id of its points; if it is several tracks, these have their own. */
  trackId: string;
}

/** How to read tracks. */
export interface ReadTracksOptions {
  /** The format. By default it is recognised by the content. */
  format?: TrackFormat | undefined;
  /** Metres per unit of a field named `hdop`; by default such a field is taken as metres. 0 < scale ≤ 1000, default 1. */
  hdopScale?: number | undefined;
  /**
   * Names of a file's columns (CSV), properties (GeoJSON) or members (NDJSON), for names that are not known: `{ lon: "Länge", speed_kmh: "Tempo" }`. The left
   * side is a known name. A column named here is read as that, and no other column is. Columns of a CSV without a header are given by their numbers from 1, `{
   * lon: "3", lat: "4" }`. In a CSV, `date` beside `time` is a column of dates that belong to times of the day. `trip_id` and `vehicle_id` may both be given.
   * GPX and execute JSON have fixed names.
   */
  columns?: Readonly<Record<string, string>> | undefined;
  /** How to read dates with the year last and slashes or dashes. Default: as the file's other dates show, else so that they lie closer together. */
  dates?: "day-first" | "month-first" | undefined;
  /** Most bytes (or characters of text) to read, after decompression. 1 or more, default 500,000,000. */
  maxBytes?: number | undefined;
  /** Most points to read. 1 or more, default 10,000,000. */
  maxPoints?: number | undefined;
  /** Deepest nesting of XML elements or JSON brackets. 1 to 1000, default 100. */
  maxDepth?: number | undefined;
  /** Called every few thousand points; may throw to stop the reading. */
  check?: (() => void) | undefined;
}

/** Options with every default filled in. */
export type TrackLimits = Required<Omit<ReadTracksOptions, "format" | "dates">> & Pick<ReadTracksOptions, "dates">;

const DEFAULTS = { hdopScale: 1, maxBytes: 500_000_000, maxPoints: 10_000_000, maxDepth: 100, check: () => {}, columns: {} };
const DATES: readonly unknown[] = ["day-first", "month-first"];

const RANGES: Record<"hdopScale" | "maxBytes" | "maxPoints" | "maxDepth", { allowed: string; ok: (value: number) => boolean }> = {
  hdopScale: { allowed: "a number above 0 and up to 1000", ok: (value) => value > 0 && value <= 1000 },
  maxBytes: { allowed: "a whole number from 1 up", ok: (value) => Number.isInteger(value) && value >= 1 },
  maxPoints: { allowed: "a whole number from 1 up", ok: (value) => Number.isInteger(value) && value >= 1 },
  maxDepth: { allowed: "a whole number from 1 to 1000", ok: (value) => Number.isInteger(value) && value >= 1 && value <= 1000 },
};

/** Fills in the defaults. Throws `bad-option` for an unknown name or a value out of range. */
export function trackLimits(options: ReadTracksOptions = {}): TrackLimits {
  checkOptions(options, "reading tracks");
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || name === "check") continue;
    if (name === "format") {
      if (!(TRACK_FORMATS as readonly unknown[]).includes(value)) throw badOption(name, value, `one of ${TRACK_FORMATS.join(", ")}`);
    } else if (name === "dates") {
      if (!DATES.includes(value)) throw badOption(name, value, `one of ${DATES.join(", ")}`);
    } else if (name === "columns") {
      checkColumns(value);
    } else if (Object.hasOwn(RANGES, name)) {
      const range = RANGES[name as keyof typeof RANGES];
      if (typeof value !== "number" || !range.ok(value)) throw badOption(name, value, range.allowed);
    } else {
      const known = ["format", ...Object.keys(DEFAULTS), "dates"].join(", ");
      throw new SnapError("bad-option", `There is no option "${name}" for reading tracks; there are ${known}.`, { name, value });
    }
  }
  return {
    hdopScale: options.hdopScale ?? DEFAULTS.hdopScale,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    maxPoints: options.maxPoints ?? DEFAULTS.maxPoints,
    maxDepth: options.maxDepth ?? DEFAULTS.maxDepth,
    check: options.check ?? DEFAULTS.check,
    columns: options.columns ?? DEFAULTS.columns,
    dates: options.dates,
  };
}

/** Refuses the option columns for a format whose fields have fixed names. `what`: a file of that format. */
export function refuseColumns({ columns }: TrackLimits, what: string): void {
  if (Object.keys(columns).length === 0) return;
  throw new SnapError(
    "bad-option",
    `The option columns is for CSV, GeoJSON and NDJSON; the fields of ${what} have fixed names, so leave it out.`,
    {
      name: "columns",
      value: columns,
    },
  );
}

function checkColumns(value: unknown): void {
  if (!isObject(value)) throw badOption("columns", value, 'an object with the name of a column for each field, such as { lon: "Länge" }');
  const before: [known: string, name: FieldName][] = [];
  for (const [known, column] of Object.entries(value)) {
    const name = recogniseField(known);
    if (name === undefined)
      throw new SnapError(
        "bad-option",
        `The option columns has the field ${shown(known)}, which is not known; fields are lon, lat, time, accuracy, speed, speed_kmh, course, track_id, objectid and the like.`,
        { name: "columns", value },
      );
    if (typeof column !== "string" || column.trim() === "") throw badOption(`columns.${known}`, column, "the name of a column");
    if (known === "date") continue; // may stand beside a time in a CSV; FieldNames refuses it for other files
    const [same] = before.find(([, other]) => other.field === name.field && !areTripAndTraveller(other, name)) ?? [];
    if (same !== undefined)
      throw new SnapError(
        "bad-option",
        `The option columns names both ${same} and ${known}, which are the same field${name.field === "trackId" ? "; only a trip_id and a vehicle_id may stand beside each other" : ""}.`,
        { name: "columns", value },
      );
    before.push([known, name]);
  }
}

function areTripAndTraveller(...names: FieldName[]): boolean {
  return ["trip", "traveller"].every((one) => names.some(({ idOf }) => idOf === one));
}

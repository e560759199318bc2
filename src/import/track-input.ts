// What every track reader takes and gives: the options with their limits, and the points with what is to be said about them.
import { checkOptions, SnapError } from "../errors.js";
import type { InputPoint } from "../match/track.js";

/** The track formats that can be read. */
export const TRACK_FORMATS = ["gpx", "csv", "geojson", "ndjson", "execute"] as const;
/** A track format; `execute` is the JSON of a SnapToRoads request or of its feature set. */
export type TrackFormat = (typeof TRACK_FORMATS)[number];

/** What tracks are read from: a file's bytes or its text. */
export type TrackData = Uint8Array | ArrayBuffer | string;

/** The points of a file, one per point of the file and in its order. */
export interface TrackInput {
  format: TrackFormat;
  points: InputPoint[];
  /** What the one track of a GPX file is called; several have their names as track ids. */
  name?: string;
  /** Sentences about values that were not usable; one per kind of trouble, however many points have it. */
  warnings: string[];
  /** Those of them that tell of what could not be read at all, as a line that is cut short: nothing of it is among the points. */
  unread: string[];
}

/** How to read tracks. */
export interface ReadTracksOptions {
  /** The format, when it should not be told from the content. */
  format?: TrackFormat;
  /** Metres per unit of a field named `hdop`; by default such a field is taken as metres. 0 < scale ≤ 1000, default 1. */
  hdopScale?: number;
  /** Most bytes (or characters of text) to read, after decompression. 1 or more, default 500,000,000. */
  maxBytes?: number;
  /** Most points to read. 1 or more, default 10,000,000. */
  maxPoints?: number;
  /** Deepest nesting of XML elements or JSON brackets. 1 to 1000, default 100. */
  maxDepth?: number;
  /** Called every few thousand points; may throw to stop the reading. */
  check?: () => void;
}

/** Options with every default filled in. */
export type TrackLimits = Required<Omit<ReadTracksOptions, "format">>;

const DEFAULTS: TrackLimits = { hdopScale: 1, maxBytes: 500_000_000, maxPoints: 10_000_000, maxDepth: 100, check: () => {} };

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
    } else if (Object.hasOwn(RANGES, name)) {
      const range = RANGES[name as keyof typeof RANGES];
      if (typeof value !== "number" || !range.ok(value)) throw badOption(name, value, range.allowed);
    } else {
      const known = ["format", ...Object.keys(DEFAULTS)].join(", ");
      throw new SnapError("bad-option", `There is no option "${name}" for reading tracks; there are ${known}.`, { name, value });
    }
  }
  return {
    hdopScale: options.hdopScale ?? DEFAULTS.hdopScale,
    maxBytes: options.maxBytes ?? DEFAULTS.maxBytes,
    maxPoints: options.maxPoints ?? DEFAULTS.maxPoints,
    maxDepth: options.maxDepth ?? DEFAULTS.maxDepth,
    check: options.check ?? DEFAULTS.check,
  };
}

function badOption(name: string, value: unknown, allowed: string): SnapError {
  return new SnapError("bad-option", `The option ${name} is ${String(value)}; it must be ${allowed}.`, { name, value });
}

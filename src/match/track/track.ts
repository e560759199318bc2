// Track: one traveller's fixes in the order in which they were made; and the input points that tracks are grouped from.

/** One fix. Absent, null or NaN means not known. */
export interface TrackPoint {
  /** Degrees east, WGS84. */
  lon: number;
  /** Degrees north, WGS84. */
  lat: number;
  /** Seconds since the epoch; from 1e11 on milliseconds, as of `Date.now()` and a browser's `position.timestamp`. */
  time?: number | null | undefined;
  /** Radius in metres that holds the true place 68 % of the time; 0 is taken for not known. */
  accuracy?: number | null | undefined;
  /** Metres per second. */
  speed?: number | null | undefined;
  /** Degrees clockwise from north, 0–360. */
  course?: number | null | undefined;
}

/** A track as columns, all of the length of `lon`. NaN means not known, and so does whatever is no number, such as null in JSON. */
export interface Track {
  /** Degrees east, WGS84. */
  lon: Column;
  /** Degrees north, WGS84. */
  lat: Column;
  /** Seconds since the epoch, or milliseconds, as of a {@link TrackPoint}. */
  time?: Column | undefined;
  /** Metres, the radius that holds the true place 68 % of the time. */
  accuracy?: Column | undefined;
  /** Metres per second. */
  speed?: Column | undefined;
  /** Degrees clockwise from north, 0–360. */
  course?: Column | undefined;
}

/** Numbers in a list or a typed array. Places and times need 64 bits: 32-bit floats hold today's times only to 128 s. */
export type Column = ArrayLike<number | null | undefined>;

/** One point of any input format, before it is grouped into a track. Its time is in seconds. */
export interface InputPoint extends TrackPoint {
  /** Groups points into tracks; null when the point has none. */
  trackId: string | null;
  /** The input's own OBJECTID; null when it has none. */
  objectId: number | null;
  /** Every field of the input as it came (OBJECTID, location_timestamp, … and unknown ones), to be given back. */
  attributes: Record<string, unknown>;
}

/** A point of a program's own. All but `lon` and `lat` may be left out. */
export interface PlainPoint extends TrackPoint {
  /** Groups points into tracks; left out or null for none. */
  trackId?: string | null | undefined;
  /** A whole number of its own; by default points are numbered from 1. */
  objectId?: number | null | undefined;
  /** Whatever is to be given back with it. */
  attributes?: Record<string, unknown> | undefined;
}

// Dates: the range of times that are valid, the same for every input. Beyond it calendars end, and differences of times lose their seconds.

/** Seconds either side of the epoch that a calendar date can express. */
const MAX_TIME = 8.64e12;

/** A time that no track has if it is in seconds (of the year 5138). Any time in milliseconds as of `Date.now()` is larger. */
export const NO_SECONDS = 1e11;

/** A time in seconds, converted if it must be in milliseconds, as programs often have it. */
export function inSeconds(time: number): number {
  return time >= NO_SECONDS ? time / 1e3 : time;
}

/**
 * Whether a time that was given as milliseconds, here converted to seconds, may in fact have been given in seconds: as such it would be of spring 1973 or
 * later.
 */
export function mayBeSeconds(seconds: number): boolean {
  return seconds > 1e5 && seconds < 1e8;
}

/** Whether seconds since the epoch are a calendar date; NaN is none. */
export function isDate(seconds: number): boolean {
  return Math.abs(seconds) <= MAX_TIME;
}

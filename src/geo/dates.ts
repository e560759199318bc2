// The times that are dates, one bound for every way in: beyond it clocks and calendars end, and differences lose their seconds.

/** Seconds either side of the epoch that a calendar date can express. */
const MAX_TIME = 8.64e12;

/** Seconds that no track has, of the year 5138; the milliseconds of `Date.now()` are all above. */
export const NO_SECONDS = 1e11;

/** A time in seconds, should it have come in milliseconds: what programs have at hand. */
export function inSeconds(time: number): number {
  return time >= NO_SECONDS ? time / 1e3 : time;
}

/** Whether a time that came in milliseconds, here in seconds, may have come in seconds: those would be of the spring of 1973 and later. */
export function mayBeSeconds(seconds: number): boolean {
  return seconds > 1e5 && seconds < 1e8;
}

/** Whether seconds since the epoch are a calendar date; NaN is none. */
export function isDate(seconds: number): boolean {
  return Math.abs(seconds) <= MAX_TIME;
}

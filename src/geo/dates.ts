// The times that are dates, one bound for every way in: beyond it clocks and calendars end, and differences lose their seconds.

/** Seconds either side of the epoch that a calendar date can express. */
const MAX_TIME = 8.64e12;

/** Whether seconds since the epoch are a calendar date; NaN is none. */
export function isDate(seconds: number): boolean {
  return Math.abs(seconds) <= MAX_TIME;
}

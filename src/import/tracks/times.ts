// Times: of points in files of any format. They are dates as text, or numbers whose unit only the other times of the file can show.
import { NO_SECONDS } from "../../geo/dates.js";
import { DECIMAL, parseNumber } from "./values.js";

// The forms of a date: ISO 8601, extended and basic, and those with the year last.
const ISO = /^(?<year>\d{4})(?<mark>[-/]?)(?<month>\d{2})\k<mark>(?<day>\d{2})/;
const DOTTED = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/;
const DAY_FIRST = /^(?<day>\d{1,2})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?!\d)/;
const MONTH_FIRST = /^(?<month>\d{1,2})(?<mark>[-/])(?<day>\d{1,2})\k<mark>(?<year>\d{4})(?!\d)/;
// Behind the date: hour, minute, second, fraction, AM or PM; then the zone.
const CLOCK = /^(?:[T\s,]\s*)?(\d{2}|\d(?=:))(?:(:?)(\d{2})(?:\2(\d{2})(?:[.,](\d{1,30}))?)?)?(?:\s*([AP])\.?M\.?(?![A-Z]))?/i;
// Brackets behind the offset, as programming languages print them, add nothing to it: [Europe/Paris], (Central European Time).
const ZONE = /^\s*(?:(?:Z|UTC|GMT|(?:UTC|GMT)?([+-])(\d{2})(?::?(\d{2}))?)\s*(?:\[[^\]]*\]|\([^)]*\))?)?$/i;
// English dates with the month's name: 16-May-2024 and Thu, 16 May 2024, May 16, 2024 and Thu May 16 2024, each before the time; and Thu May 16
// 08:30:00 UTC 2024.
const NAMED = [
  /^(?:[a-z]{3},\s*)?(?<day>\d{1,2})[-\s](?<name>[a-z]{3,9})[-\s](?<year>\d{4})(?!\d)(?<rest>.*)$/i,
  /^(?:[a-z]{3},?\s+)?(?<name>[a-z]{3,9})\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})(?!\d)(?<rest>.*)$/i,
  /^[a-z]{3}\s+(?<name>[a-z]{3})\s+(?<day>\d{1,2})(?<rest>\s+\d\d:\d\d:\d\d(?:\s+\S+)?)\s+(?<year>\d{4})$/i,
];
const MONTHS = "january february march april may june july august september october november december".split(" ");
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Seconds since the epoch of a date and time as text: ISO 8601 in its extended or basic form, a space for the T, slashes for the dashes,
 * any number of decimals, with `Z`, `UTC` or an offset; `31.12.2024`, day first; `31 Dec 2024` and the like; AM and PM. Without a zone it is UTC, as GPX
 * has it. NaN when it is no such text, or one whose day and month only other dates can tell apart ({@link parseTime}).
 */
export function parseDateTime(text: string): number {
  const seconds = secondsOf(text, ISO);
  if (!Number.isNaN(seconds)) return seconds;
  const numbered = /[a-z]{3}/i.test(text) ? withMonthNumber(text) : undefined;
  return numbered === undefined ? secondsOf(text, DOTTED) : secondsOf(numbered, ISO);
}

/** A date with the English name of a month, or its first three letters, rewritten with numbers; undefined if it is no such date. */
function withMonthNumber(text: string): string | undefined {
  if (text.length > 80) return undefined;
  for (const form of NAMED) {
    const { name = "", day = "", year, rest } = form.exec(text.trim())?.groups ?? {};
    const called = name.toLowerCase();
    const month = MONTHS.findIndex((one) => one === called || one.slice(0, 3) === called) + 1;
    if (month > 0) return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}${rest}`;
  }
  return undefined;
}

/** Seconds since the epoch of a text that begins with a date of this form; NaN if it does not, or there is no such time. */
function secondsOf(text: string, form: RegExp): number {
  if (text.length > 80) return Number.NaN;
  const trimmed = text.trim();
  const date = form.exec(trimmed);
  if (!date?.groups) return Number.NaN;
  const [year, month, day] = [Number(date.groups.year), Number(date.groups.month), Number(date.groups.day)];
  let rest = trimmed.slice(date[0].length);
  let clock: RegExpExecArray | null = null;
  if (rest !== "") {
    clock = CLOCK.exec(rest);
    if (!clock) return Number.NaN;
    rest = rest.slice(clock[0].length);
  } else if (date.groups.mark === "") return Number.NaN; // eight digits alone may be a mere number
  const zone = ZONE.exec(rest);
  if (!zone) return Number.NaN;

  const [minute, second] = [Number(clock?.[3] ?? 0), Number(clock?.[4] ?? 0)];
  const hour = hourOf(Number(clock?.[1] ?? 0), clock?.[6]?.toUpperCase());
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month < 1 || month > 12 || day < 1 || day > DAYS_IN_MONTH[month - 1] || (month === 2 && day === 29 && !leap)) return Number.NaN;
  if (!(hour <= 24) || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return Number.NaN;
  const offset = (zone[1] === "-" ? -1 : 1) * (Number(zone[2] ?? 0) * 3600 + Number(zone[3] ?? 0) * 60);
  if (Math.abs(offset) > 86_400) return Number.NaN;

  const whole = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
  return whole + Number(`0.${clock?.[5] ?? 0}`);
}

/** The hour of the day, 0–23. With AM or PM hours are 1 to 12, and 12 comes before 1. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half === "P" ? 12 : 0);
}

/** Days from 1970-01-01 in the Gregorian calendar. Years are counted from March, so that the leap day is the last of its year. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

/** Units of times that are bare numbers, by the least number that is taken for each (a time from 1973 on), in units per second. */
const EPOCH_UNITS = [
  { from: 1e17, perSecond: 1e9 },
  { from: 1e14, perSecond: 1e6 },
  { from: NO_SECONDS, perSecond: 1e3 },
];

/** Units per second in a column of epoch numbers: the unit that fits the size of most numbers. Zeros do not count. Seconds if there is nothing to judge by. */
export function epochUnitsPerSecond(values: Iterable<number>): number {
  const votes = new Map<number, number>();
  for (const value of values) {
    if (value === 0 || !Number.isFinite(value)) continue;
    const perSecond = EPOCH_UNITS.find(({ from }) => Math.abs(value) >= from)?.perSecond ?? 1;
    votes.set(perSecond, (votes.get(perSecond) ?? 0) + 1);
  }
  let best = 1;
  let most = 0;
  for (const perSecond of [1, 1e3, 1e6, 1e9]) {
    const count = votes.get(perSecond) ?? 0;
    if (count > most) [best, most] = [perSecond, count];
  }
  return best;
}

/** Days from the day 0 of spreadsheets, 1899-12-30, to the epoch. */
const EPOCH_IN_SPREADSHEETS = 25_569;
/** First and last day of the years 2000 to 2099, counted from that day 0. */
const SPREADSHEET_YEARS = [36_526, 73_050] as const;
/** A shorter interval between fixes, in seconds, than any receiver has. In days it is seven minutes. */
const NO_INTERVAL = 0.005;

/**
 * Whether times are days as spreadsheets count them, `45428.354167`. All have to be in this century, and most of them closer together than fixes can be in
 * seconds, since the numbers alone may also be the seconds of a half-day recording.
 */
export function areSpreadsheetDays(times: readonly number[]): boolean {
  if (!times.every((time) => time >= SPREADSHEET_YEARS[0] && time <= SPREADSHEET_YEARS[1])) return false;
  const steps = times.map((time, i) => (i === 0 ? 0 : Math.abs(time - times[i - 1]))).filter((step) => step > 0);
  return steps.length > 0 && steps.filter((step) => step < NO_INTERVAL).length > steps.length / 2;
}

/** Seconds since the epoch of a spreadsheet's day, rounded to milliseconds, beyond which its digits mean nothing. */
export function secondsOfSpreadsheetDay(day: number): number {
  return Math.round((day - EPOCH_IN_SPREADSHEETS) * 86_400_000) / 1000;
}

const COMPACT_DATE_TIME = /^(?:19|20)\d{12}(?:[.,]\d{1,30})?$/;

/**
 * Parses a time. `seconds`: since the epoch, if the text is unambiguous; `dayFirst` and `monthFirst`: seconds or NaN, if only other dates can show which it is;
 * `number`: a bare number whose unit is still to be judged; undefined if it is none of these. `decimalComma` as in {@link parseNumber}.
 */
export function parseTime(
  value: unknown,
  decimalComma = false,
): { seconds: number } | { dayFirst: number; monthFirst: number } | { number: number } | undefined {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value).trim();
    // Fourteen digits that make a date are yyyymmddhhmmss; as milliseconds they would lie in the 27th century.
    const isNumber = DECIMAL.test(text) && !COMPACT_DATE_TIME.test(text);
    if (!isNumber) {
      const seconds = parseDateTime(text);
      if (!Number.isNaN(seconds)) return { seconds };
      const either = { dayFirst: secondsOf(text, DAY_FIRST), monthFirst: secondsOf(text, MONTH_FIRST) };
      if (!Number.isNaN(either.dayFirst) || !Number.isNaN(either.monthFirst)) return either;
    }
  }
  const number = parseNumber(value, decimalComma);
  return Number.isFinite(number) ? { number } : undefined;
}

/**
 * Whether the month comes first in dates that can be read either way: as in most of those that can be read one way only, else so that all dates lie closer
 * together. `sure`: whether such dates decided.
 */
export function isMonthFirst(dates: readonly { dayFirst: number; monthFirst: number }[]): { monthFirst: boolean; sure: boolean } {
  let votes = 0;
  for (const { dayFirst, monthFirst } of dates) votes += Number.isNaN(dayFirst) ? 1 : Number.isNaN(monthFirst) ? -1 : 0;
  if (votes !== 0) return { monthFirst: votes > 0, sure: true };
  return { monthFirst: span(dates.map((date) => date.monthFirst)) < span(dates.map((date) => date.dayFirst)), sure: false };
}

/** The difference between the largest and the least number. */
function span(numbers: readonly number[]): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return most - least;
}

/** A time of the day with seconds, alone or behind something like a date. */
const SECONDS = /^(.*\d.*[\sT])?\d{1,2}:\d\d:\d\d\b/;
/** Most characters of a time. */
const LONGEST = 50;
/** Parts of names that columns of times have. */
const TIMELY = /time|date|stamp|epoch|clock|milli|nano/i;

/**
 * Whether a value looks like a time: text with a time of the day (with seconds, or behind a date), or a number of this century in a column whose name suggests
 * times.
 */
export function looksLikeTime(name: string, value: unknown): boolean {
  if (typeof value === "string" && value.includes(":")) {
    // A longer text may be a sentence that mentions a time.
    if (value.length > LONGEST) return false;
    const time = parseTime(value);
    return SECONDS.test(value) || (time !== undefined && !("number" in time));
  }
  const number = typeof value === "number" ? value : typeof value === "string" && /^\d{9,19}$/.test(value) ? Number(value) : Number.NaN;
  return TIMELY.test(name) && [1, 1e3, 1e6, 1e9].some((unit) => number >= 0.9e9 * unit && number < 4.2e9 * unit);
}

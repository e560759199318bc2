// Times of points as people write them, and times that can only be understood from others.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areSpreadsheetDays, epochUnitsPerSecond, isMonthFirst, parseDateTime, parseTime } from "../../../src/import/tracks/times.js";

const utc = (...parts: [number, number, number, number?, number?, number?, number?]) => Date.UTC(...parts) / 1000;

describe("a date and time as text", () => {
  it.each([
    ["2024-01-06T06:15:59Z", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06T06:15:59.25Z", utc(2024, 0, 6, 6, 15, 59) + 0.25],
    ["2024-01-06T06:15:59,250Z", utc(2024, 0, 6, 6, 15, 59) + 0.25],
    ["2024-01-06T07:15:59+01:00", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06T01:45:59-0430", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06T07:15:59+01", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06T06:15:59", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06 06:15:59 UTC", utc(2024, 0, 6, 6, 15, 59)],
    ["2024/01/06 06:15", utc(2024, 0, 6, 6, 15)],
    ["20240106T061559Z", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06", utc(2024, 0, 6)],
    ["31.12.2024 23:59:58", utc(2024, 11, 31, 23, 59, 58)],
    ["6.1.2024, 6:15", utc(2024, 0, 6, 6, 15)],
    ["2024-01-06 06:15:59 PM", utc(2024, 0, 6, 18, 15, 59)],
    ["2024-01-06 12:15:59.5 a.m.", utc(2024, 0, 6, 0, 15, 59) + 0.5],
    ["2024-01-06T12PM", utc(2024, 0, 6, 12)],
    ["2000-02-29T24:00:00Z", utc(2000, 2, 1)],
    ["2016-12-31T23:59:60Z", utc(2017, 0, 1)],
    ["2400-02-29", utc(2400, 1, 29)],
    ["1969-12-31T23:59:59Z", -1],
    ["2024-01-06T06:15:59+24:00", utc(2024, 0, 5, 6, 15, 59)],
    ["2024-01-06T06:15:59-24:00", utc(2024, 0, 7, 6, 15, 59)],
    ["2024-01-06T07:15:59+01:00[Europe/Paris]", utc(2024, 0, 6, 6, 15, 59)],
    ["2024-01-06 07:15:59 GMT+01:00", utc(2024, 0, 6, 6, 15, 59)],
    ["06-Jan-2024 06:15:59.5", utc(2024, 0, 6, 6, 15, 59) + 0.5],
    ["6 January 2024 06:15", utc(2024, 0, 6, 6, 15)],
    ["Sat, 06 Jan 2024 06:15:59 GMT", utc(2024, 0, 6, 6, 15, 59)],
    ["Jan 6, 2024, 6:15:59 PM", utc(2024, 0, 6, 18, 15, 59)],
    ["Sat Jan 06 2024 07:15:59 GMT+0100 (Central European Standard Time)", utc(2024, 0, 6, 6, 15, 59)],
    ["Sat Jan 06 07:15:59 GMT+01:00 2024", utc(2024, 0, 6, 6, 15, 59)],
    ["Sat Jan  6 06:15:59 2024", utc(2024, 0, 6, 6, 15, 59)],
    [" 2024-01-06T06:15:59Z ", utc(2024, 0, 6, 6, 15, 59)],
  ])("%s is understood", (text, seconds) => {
    expect(parseDateTime(text)).toBe(seconds);
  });

  it.each([
    "",
    "yesterday",
    "06/01/2024 06:15",
    "2023-02-29",
    "2100-02-29",
    "2024-13-01",
    "2024-00-10",
    "2024-01-00",
    "2024-01-32",
    "2024-04-31",
    "2024-01-06T25:00:00Z",
    "2024-01-06T06:61:00Z",
    "2024-01-06T24:00:01Z",
    "2024-01-06T06:15:61Z",
    "2024-01-06T06:15:59+99:99",
    "2024-01-06T06:15:59+24:01",
    "2024-01-06T06:15:59-24:01",
    "12:15:59",
    "20240106",
    "1.13.2024 06:15",
    "06.01.24 06:15",
    "2024-01-06 13:15 PM",
    "2024-01-06 00:15 AM",
    "2024-01-06 06:15 PMT",
    "2024-01-06T06:15:59[Europe/Paris]",
    "2024-01-06 06:15:59 CET",
    "06-Jan-24 06:15",
    "31-Feb-2024",
    "06 Marras 2024 06:15",
    "Sat Jan 06 06:15:59 CET 2024",
  ])("%s is not", (text) => {
    expect(parseDateTime(text)).toBeNaN();
  });

  it("agrees with JavaScript's calendar for every millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (milliseconds) => {
        expect(parseDateTime(new Date(milliseconds).toISOString())).toBeCloseTo(milliseconds / 1000, 4);
      }),
    );
  });
});

describe("a time", () => {
  it.each([
    ["2024-01-06T06:15:59Z", { seconds: 1704521759 }],
    [1704521759, { number: 1704521759 }],
    ["1704521759000", { number: 1704521759000 }],
    ["20080202133044", { seconds: utc(2008, 1, 2, 13, 30, 44) }], // yyyymmddhhmmss
    ["31/12/2024 06:15", { dayFirst: utc(2024, 11, 31, 6, 15), monthFirst: Number.NaN }],
    ["12-31-2024 06:15:30", { dayFirst: Number.NaN, monthFirst: utc(2024, 11, 31, 6, 15, 30) }],
    ["6/1/2024 6:15 PM", { dayFirst: utc(2024, 0, 6, 18, 15), monthFirst: utc(2024, 5, 1, 18, 15) }],
    ["31/13/2024 06:15", undefined],
    ["1.13.2024 06:15", undefined], // dots say that the day comes first
    ["06/01/24 06:15", undefined],
    ["2024010608", { number: 2024010608 }], // whatever else it may be
    ["1704521759,5", undefined],
    ["noon", undefined],
    [true, undefined],
    [Number.NaN, undefined],
  ])("%s", (value, expected) => {
    expect(parseTime(value)).toEqual(expected);
  });

  it("may be a number with a decimal comma if that is the format", () => {
    expect(parseTime("1704521759,5", true)).toEqual({ number: 1704521759.5 });
  });

  it.each([
    ["seconds", [1704521759, 1704521760], 1],
    ["milliseconds", [1704521759000, 1704521760000], 1e3],
    ["microseconds", [1704521759000000], 1e6],
    ["nanoseconds", [1704521759000000000], 1e9],
    ["seconds from the start of a drive", [0, 1, 2], 1],
    ["one odd value among milliseconds", [5, 1704521759000, 1704521760000], 1e3],
    ["nothing but zeros", [0, 0], 1],
    ["more zeros than milliseconds", [0, 0, 1704521759000], 1e3],
    ["more words than milliseconds", [Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, 1704521759000], 1e3],
    ["milliseconds before 1970", [-1704521759000], 1e3],
    ["the smallest milliseconds", [1e11], 1e3],
    ["the largest seconds", [1e11 - 1], 1],
    ["the smallest microseconds", [1e14], 1e6],
    ["the smallest nanoseconds", [1e17], 1e9],
  ])("in a column of %s has the unit that its size suggests", (_, values, perSecond) => {
    expect(epochUnitsPerSecond(values)).toBe(perSecond);
  });
});

describe("numbers are days as in spreadsheets, or are not", () => {
  it.each([
    ["two close together", [45_000, 45_000.001], true],
    ["close together, backwards", [45_000.001, 45_000], true],
    ["the first and the last day of the century", [36_526, 36_526.001, 73_049.999, 73_050], true],
    ["a day before it", [36_525.999, 36_526, 36_526.001], false],
    ["a day after it", [73_049.999, 73_050, 73_050.001], false],
    ["as many far apart as close together", [45_000, 45_000.001, 45_001], false],
    ["more close together, and some the same", [45_000, 45_000, 45_000.001, 45_001, 45_001.001, 45_001.001], true],
    ["as far apart as fixes are in seconds", [45_000, 45_000.02, 45_000.04], false],
    ["a single one", [45_000], false],
    ["none", [], false],
  ])("%s", (_, times, expected) => {
    expect(areSpreadsheetDays(times)).toBe(expected);
  });
});

describe("dates with the year last have the day or the month first", () => {
  const said = (...texts: string[]) => isMonthFirst(texts.map((text) => parseTime(text) as { dayFirst: number; monthFirst: number }));

  it.each([
    ["known from a date that is only possible one way", said("05/06/2024 10:00", "13/06/2024 10:00"), { monthFirst: false, sure: true }],
    [
      "known from a date that is only possible the other way",
      said("06/05/2024 10:00", "06/13/2024 10:00"),
      { monthFirst: true, sure: true },
    ],
    ["known from most dates, if they contradict", said("13/06/2024", "14/06/2024", "06/15/2024"), { monthFirst: false, sure: true }],
    ["known from consecutive days", said("01/11/2024", "01/12/2024"), { monthFirst: true, sure: false }],
    ["unknown for a single day", said("05/06/2024 10:00", "05/06/2024 10:05"), { monthFirst: false, sure: false }],
  ])("%s", (_, found, expected) => expect(found).toEqual(expected));
});

// CSV: rows in any dialect, of which every cell is kept; the formats of loggers; what is no track.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../src/import/tracks/csv.js";
import { cellText } from "../../../src/import/tracks/csv-types.js";
import { caught } from "../caught.js";
import { csv, first } from "./csv-text.js";

describe("the rows of a CSV file", () => {
  it("have all columns, each with one type", () => {
    const text = csv('lon,lat,route,bus,note,note,,"a ""b"""', "7.250,45.5,1.10,007,,x,y,z,extra");
    const { points, warnings } = readCsv(text);
    expect(points[0].attributes).toEqual({
      lon: 7.25,
      lat: 45.5,
      route: 1.1,
      bus: "007",
      note: null,
      note_2: "x",
      column_7: "y",
      'a "b"': "z",
      column_9: "extra",
    });
    expect(warnings).toEqual(["1 row has more cells than the header (the first: row 2, 1 more)."]);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["with names without surrounding blanks", csv("lon, lat , note", "7,45,a"), { lon: 7, lat: 45, note: "a" }],
    ["without the carriage return of Windows", "lon,lat,note\r\n7,45,a\r\n", { lon: 7, lat: 45, note: "a" }],
    ["without doubled carriage returns", "lon,lat,note\r\r\n7,45,a\r\r\n", { lon: 7, lat: 45, note: "a" }],
    ["with null if a row is short", csv("lon,lat,note,more", "7,45"), { lon: 7, lat: 45, note: null, more: null }],
    ["by another name if an object cannot have that name", csv("lon,lat,__proto__", "7,45,a"), { lon: 7, lat: 45, proto: "a" }],
  ])("have all columns, %s", (_, text, attributes) => {
    expect(first(text).attributes).toEqual(attributes);
  });

  it.each<[string, string[], (string | number | null)[]]>([
    ["numbers, even with needless zeros", ["5.0", "5.5", "-0.0", "6"], [5, 5.5, 0, 6]],
    ["numbers, even with more decimals than a double holds", ["237.8000030517578125", "1"], [237.8000030517578, 1]],
    ["numbers, even if some are unknown", ["5.0", "", "NaN", "\\N"], [5, null, null, null]],
    ["text if one cell is a word", ["5.0", "5.5", "high"], ["5.0", "5.5", "high"]],
    ["text if one cell has leading zeros", ["007", "12", "8"], ["007", "12", "8"]],
    ["text if one cell has more digits than a double holds", ["12345678901234567890", "7"], ["12345678901234567890", "7"]],
    ["text if one cell has a plus", ["+5", "5"], ["+5", "5"]],
    ["text if one cell has an exponent", ["1e5", "5"], ["1e5", "5"]],
  ])("have in one column %s", (_, cells, expected) => {
    const text = csv("lon,lat,z", ...cells.map((cell) => `7,45,${cell}`));
    expect(readCsv(text).points.map(({ attributes }) => attributes.z)).toEqual(expected);
  });

  it("have ids as text if a number would be written differently", () => {
    const text = csv("lon,lat,track_id", "7,45,1.0", "7,45,2");
    expect(readCsv(text).points.map(({ trackId, attributes }) => [trackId, attributes.track_id])).toEqual([
      ["1.0", "1.0"],
      ["2", "2"],
    ]);
  });

  it("lose no character of a cell when written as CSV again", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.double().map(String),
            fc.integer().map(String),
            fc.float().map(String),
            fc.stringMatching(/^-?0*\d{0,6}\.?\d{0,8}$/),
            fc.constantFrom("NaN", "-", "\\N"),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        (cells) => {
          const { points } = readCsv(csv("lon,lat,z", ...cells.map((cell) => `7,45,${cell}`)));
          const kept = points.map(({ attributes }) => cellText(attributes, "z") ?? String(attributes.z ?? ""));
          expect(kept).toEqual(cells);
          const types = new Set(points.flatMap(({ attributes }) => (attributes.z === null ? [] : [typeof attributes.z])));
          expect(types.size).toBeLessThan(2);
        },
      ),
    );
  });

  it("are kept if their values make no sense", () => {
    const { points, warnings } = readCsv(
      csv("lon,lat,accuracy,speed,course,time", "7,45,-1,-2,400,noon", "east,45,5,,0,5", "200,95,,,,", "7"),
    );
    expect(points).toHaveLength(4);
    expect(points[0]).toMatchObject({ lon: 7, lat: 45, accuracy: null, speed: null, course: null, time: null });
    expect(points[1]).toMatchObject({ lon: Number.NaN, lat: 45, accuracy: 5, speed: null, course: 0, time: 5 });
    expect(points[2]).toMatchObject({ lon: 200, lat: 95, time: null });
    expect(points[3]).toMatchObject({ lon: 7, lat: Number.NaN });
    expect(warnings).toEqual([
      'time: 1 value is neither an ISO 8601 time nor an epoch number and treated as unknown ("noon" at row 2).',
      'accuracy: 1 value is negative and treated as unknown ("-1" at row 2).',
      'speed: 1 value is negative and treated as unknown ("-2" at row 2).',
      'course: 1 value is outside 0 to 360 and treated as unknown ("400" at row 2).',
      '2 coordinates are not numbers; the points are kept, but not snapped (the first: lon is "east" at row 3).',
    ]);
  });

  it("include a last row that is cut short, as a point without a place", () => {
    const { points, warnings } = readCsv("lon,lat,time\n7,45,0\n7.1");
    expect(points[1]).toMatchObject({ lon: 7.1, lat: Number.NaN, time: null });
    expect(warnings).toEqual(["1 coordinate is not a number; the points are kept, but not snapped (the first: lat is missing at row 3)."]);
  });
});

describe("a CSV that is no track", () => {
  it("gives an error with its header, not with the line that tells spreadsheets the separator", () => {
    expect(() => readCsv("sep=;\r\nFahrer;Ort\r\nAnn;Ulm\r\n")).toThrow(
      "The CSV has no longitude and latitude columns: its first row is Fahrer, Ort; name them",
    );
    expect(() => readCsv('"sep=,"\nFahrer,Ort\nAnn,Ulm\n')).toThrow("its first row is Fahrer, Ort; name them");
  });

  it.each([
    ["an empty file", "", "The input is empty: it has 0 bytes and no text."],
    [
      "a table without coordinates",
      csv("name,height", "a,5"),
      "The CSV has no longitude and latitude columns: its first row is name, height; name them lon and lat, longitude and latitude, or x and y, or name them with the option columns, by name or, without a header, by number.",
    ],
    [
      "a table without a header",
      csv("7.25,45.5", "7.26,45.6"),
      "The CSV has no longitude and latitude columns: its first row is 7.25, 45.5; name them lon and lat, longitude and latitude, or x and y, or name them with the option columns, by name or, without a header, by number.",
    ],
    [
      "cells that are parted by spaces",
      csv("time lat lon", "10 45 7"),
      "The CSV has no longitude and latitude columns: its first row is time lat lon; its cells must be separated by commas, semicolons, tabs or bars.",
    ],
    [
      "a long first row",
      csv(`a,${"b".repeat(250)}`),
      `The CSV has no longitude and latitude columns: its first row is a, ${"b".repeat(197)}…; name them lon and lat, longitude and latitude, or x and y, or name them with the option columns, by name or, without a header, by number.`,
    ],
    ["a header alone", csv("lon,lat"), "The CSV has a header and no rows below it."],
    [
      "no numbers at all",
      csv("lon,lat", "a,b", "c,d"),
      'The CSV has no position: none of its 2 rows has numbers as longitude and latitude (the first: lon is "a" at row 2).',
    ],
    [
      "quotes that do not close",
      csv("lon,lat,name", "7,45,a", '7,45,"b', "7,45,c"),
      "The quotes in row 3 of the CSV do not pair up: a quoted cell must end with a quote, and quotes within it must be doubled.",
    ],
  ])("%s", (_, text, message) => {
    const error = caught(() => readCsv(text));
    expect([error.code, error.message]).toEqual(["bad-input", message]);
  });

  it("is refused if it has too many rows", () => {
    expect(caught(() => readCsv(csv("lon,lat", "1,2", "3,4"), { maxPoints: 1 })).code).toBe("limit");
  });

  it("is no longer read if the caller stops it", () => {
    const stop = () => {
      throw new RangeError("stopped");
    };
    expect(() => readCsv(csv("lon,lat", ...Array.from({ length: 10_000 }, () => "1,2")), { check: stop })).toThrow("stopped");
  });
});

describe("the formats of loggers", () => {
  it.each<[string, string, string, number]>([
    ["a time of day as digits", "date,time,lat,lon", "2024-05-15,063055,45,7", Date.UTC(2024, 4, 15, 6, 30, 55)],
    ["a time of day as digits without its leading zeros", "date,time,lat,lon", "2024-05-15,55,45,7", Date.UTC(2024, 4, 15, 0, 0, 55)],
    [
      "a time of day as digits with a fraction, and a date as digits",
      "date,time,lat,lon",
      "20240515,63055.5,45,7",
      Date.UTC(2024, 4, 15, 6, 30, 55, 500),
    ],
    ["digits that are no time of day", "date,time,lat,lon", "2024-05-15,1715754655,45,7", Date.UTC(2024, 4, 15, 6, 30, 55)],
    ["a date with midnight, and a time", "Date,Time,lat,lon", "2024-05-15 00:00:00,06:30:55,45,7", Date.UTC(2024, 4, 15, 6, 30, 55)],
    [
      "a date with midnight from a database, and a time",
      "Date,Time,lat,lon",
      "2024-05-15 00:00:00+00:00,06:30:55,45,7",
      Date.UTC(2024, 4, 15, 6, 30, 55),
    ],
    [
      "a date with midnight at twelve hours, and a time",
      "Date,Time,lat,lon",
      "5/15/2024 12:00:00 AM,06:30:55,45,7",
      Date.UTC(2024, 4, 15, 6, 30, 55),
    ],
    [
      "a date with midnight from a spreadsheet, and a time",
      "Date,Time,lat,lon",
      "5/15/2024 0:00,06:30:55,45,7",
      Date.UTC(2024, 4, 15, 6, 30, 55),
    ],
    [
      "a date with midnight in UTC, and a time",
      "Date,Time,lat,lon",
      "2024-05-15T00:00:00.000Z,06:30:55,45,7",
      Date.UTC(2024, 4, 15, 6, 30, 55),
    ],
    ["a date and a time with blanks around them", "date,time,lat,lon", " 2024-05-15 , 06:30:55 ,45,7", Date.UTC(2024, 4, 15, 6, 30, 55)],
    ["a time of day as digits with blanks around them", "date,time,lat,lon", "2024-05-15 , 063055 ,45,7", Date.UTC(2024, 4, 15, 6, 30, 55)],
    ["times as digits with a fraction", "utc,lat,lon", "20240515063055.250,45,7", Date.UTC(2024, 4, 15, 6, 30, 55, 250)],
    ["an hour of one digit", "time,lat,lon", "2024-05-15 6:30:55,45,7", Date.UTC(2024, 4, 15, 6, 30, 55)],
    ["an epoch with a decimal comma", "time;lat;lon", "1715754655,5;45;7", Date.UTC(2024, 4, 15, 6, 30, 55, 500)],
  ])("%s", (_, header, row, milliseconds) => {
    expect(first(csv(header, row)).time).toBe(milliseconds / 1000);
  });

  it.each<[string, string, number, number]>([
    ["LATITUDE,N/S,LONGITUDE,E/W", "45.5,S,19.25,W", -45.5, -19.25],
    ["LATITUDE,N/S,LONGITUDE,E/W", "45.5,N,19.25,E", 45.5, 19.25],
    ["lat,lat_hemisphere,lon,lon_hemisphere", "+45.5,south,+19.25,west", -45.5, -19.25],
    ["lat,ns,lon,ew", "-45.5,S,-19.25,W", -45.5, -19.25],
    ["lat;latitude ref;lon;longitude ref", "45,5;S;19,25;W", -45.5, -19.25],
    ["N/S,LATITUDE,E/W,LONGITUDE", "S,45.5,W,19.25", -45.5, -19.25],
    ["lat,lon,ns,ew", "45.5,19.25", 45.5, 19.25],
  ])("hemispheres in columns of their own: %s, %s", (header, row, lat, lon) => {
    expect(first(csv(header, row))).toMatchObject({ lat, lon });
  });

  it.each([
    ["LATITUDE N/S,LONGITUDE E/W", "45.5N,19.25W"],
    ["Latitude,Longitude", "45.5°,-19.25°"],
    ["Latitude;Longitude", "45,5 °;-19,25 °"],
    ["lat,lon", '45°30\'0""N,19°15\'0""W'.replace(/[^,]+/g, '"$&"')],
  ])("coordinates with signs and hemispheres: %s, %s", (header, row) => {
    expect(readCsv(csv(header, row))).toMatchObject({ points: [{ lat: 45.5, lon: -19.25 }], warnings: [] });
    const columns = { lat: "1", lon: "2" };
    expect(readCsv(csv(row, row), { columns }).points).toHaveLength(2);
  });

  it.each([
    ["vehicle_id,time,geom", "a,10,POINT(7 45)"],
    ['"WKT";time', "POINT Z (7.0 45.0 12);10"],
    ["time,the_geom", "10,SRID=4326;Point(7 45)"],
    ["lon,time,geometry", ",10,POINT (7 45)"],
  ])("places as well-known text, if there are no other coordinates: %s, %s", (header, row) => {
    expect(readCsv(csv(header, row))).toMatchObject({ points: [{ lon: 7, lat: 45, time: 10 }], warnings: [] });
    expect(readCsv(csv("lon,lat,geom", "7,45,POINT(8 46)")).points[0]).toMatchObject({ lon: 7, lat: 45 });
  });

  it("other geometries, which are refused with their name", () => {
    const read = (...cells: string[]) => readCsv(csv("t;geom", ...cells.map((cell) => `1;"${cell}"`)));
    expect(() => read("LINESTRING(7 45, 8 46)")).toThrow('longitude and latitude (the first: lon is "LINESTRING(7 45, 8 46)" at row 2).');
    const { points, warnings } = read("POINT(7 45)", "SRID=3857;POINT(779236 5621521)", "POINT EMPTY");
    expect(points.map(({ lon }) => lon)).toEqual([7, Number.NaN, Number.NaN]);
    expect(warnings).toEqual([expect.stringContaining('(the first: lon is "SRID=3857;POINT(779236 5621521)" at row 3).')]);
  });

  it("two columns for one field, of which the one that is not empty counts", () => {
    const [a, b] = readCsv(
      csv("lon,lat,timestamp,time,hdop,accuracy", "7,45,2024-01-06T12:00:00Z,,5,", "7,45,,2024-01-06T12:00:10Z,,9"),
    ).points;
    expect([a.time, a.accuracy, b.time, b.accuracy]).toEqual([1704542400, 5, 1704542410, 9]);
  });

  it("null as databases write it", () => {
    const [known, unknown] = readCsv(csv("track_id\tlon\tlat\tspeed\ttime", "a\t7\t45\t5\t10", "\\N\t7\t45\t\\N\t\\N")).points;
    expect([known.trackId, unknown.trackId, unknown.speed, unknown.time]).toEqual(["a", null, null, null]);
    expect(readCsv(csv("lon,lat,speed", "7,45,\\N")).warnings).toEqual([]);
  });

  it("decimal commas, which become numbers in recognised columns", () => {
    const { points } = readCsv(csv("lon;lat;speed;note", "7,25;45,5;1,10;1,10"));
    expect(points[0].attributes).toEqual({ lon: 7.25, lat: 45.5, speed: 1.1, note: "1,10" });
    expect(first(csv("lon,lat", '"7,25","45,5"'))).toMatchObject({ lon: 7.25, lat: 45.5 });
  });
});

describe("a CSV made to take long", () => {
  it("may have twenty thousand columns of the same name", { tags: "long" }, () => {
    const { attributes } = first(csv(`lon,lat,${"a,".repeat(20_000)}`, "1,2,3,4"));
    expect(Object.entries(attributes ?? {}).slice(0, 5)).toEqual(Object.entries({ lon: 1, lat: 2, a: 3, a_2: 4, a_3: null }));
  });

  it("is refused if its rows lack too many cells", { tags: "long" }, () => {
    const header = `lon,lat,${Array.from({ length: 20_000 }, (_, i) => `c${i}`).join(",")}`;
    const error = caught(() => readCsv(`${header}\n${"1,1\n".repeat(20_000)}`));
    expect([error.code, error.message]).toEqual([
      "limit",
      "The rows of the CSV up to row 52 lack 1020000 cells of the 20002 columns of its header; a row may lack at most 100.",
    ]);
  });

  it.each([
    ["blanks", " "],
    ["blanks of another kind", "\u3000"],
  ])("is refused if a line has many quotes and many %s", (_, blank) => {
    const error = caught(() => readCsv(`lon,lat,a\n1,1,"a${' "x'.repeat(80_000)}${blank.repeat(80_000)},\n`));
    expect([error.code, error.message]).toEqual([
      "limit",
      "A line of the CSV has 80001 quotes and 1250 blanks in a row after them, which is too many to be read.",
    ]);
  });

  it("is read if different lines have many quotes and many blanks", { tags: "long" }, () => {
    const rows = ['1,1,"a""a"', `1,1,"${'""'.repeat(5000)}"`, `1,1,"a"${" ".repeat(5000)}`, `1,1,"${"字".repeat(99)}"`];
    for (const end of ["\n", "\r", "\r\n"]) {
      const text = ["lon,lat,a", ...Array.from({ length: 50 }, () => rows).flat(), ""].join(end);
      expect(readCsv(text).points).toHaveLength(200);
    }
  });
});

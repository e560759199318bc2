// Writing CSV: the columns of the input, then those of the result.
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { writeCsv } from "../../src/export/csv.js";
import { readCsv } from "../../src/import/tracks/csv.js";
import { input, roads, sample, unmoved } from "./sample.js";

const HEADER = "lon,lat,a,b,snapped_lon,snapped_lat,confidence,reason,distance,line_id,way_id,name\n";

describe("CSV", () => {
  it("has a row for each input point", () => {
    expect(writeCsv(sample(), roads)).toBe(
      [
        "objectid,track_id,lon,lat,time,accuracy,speed,course,input_name,ele,note,snapped_lon,snapped_lat,confidence,reason,distance,line_id,way_id,name",
        "11,x,-30,45,2024-01-06T06:22:39.500Z,5,10.25,90,first,12.5,,-29.9968,45,0.987654,matched,4.568,1,501,High Street <A & B>",
        ',y,-29.999,45,,,,,"comma, ""quote""\nline",,,-29.999,45,0,off-road,0,4,,',
        ",x,-29.99,45,2024-01-06T06:22:49.500Z,,,,,,,-29.9968,45,1,interpolated,4.568,3,502,",
        ",x,,45,,,,,,,,,45,0,bad-coordinate,0,,,",
        ",,-29.5,45.5,,,,,,,of no track,-29.5,45.5,0,unlocated,0,,,",
        "",
      ].join("\n"),
    );
  });

  it("gives the columns of a CSV input back unchanged", () => {
    const text = "trip,Longitude,Latitude,Time,bus,route\na,7.250,45.5,2024-01-06 06:22,007,1.10\n";
    const [header, row] = writeCsv(unmoved(readCsv(text).points), roads).split("\n");
    expect(header).toBe("trip,Longitude,Latitude,Time,bus,route,snapped_lon,snapped_lat,confidence,reason,distance,line_id,way_id,name");
    expect(row).toBe("a,7.250,45.5,2024-01-06 06:22,007,1.10,7.25,45.5,0,off-road,0,,,");
  });

  it.each([
    ["a speed in its unit", "speed_kmh", ["36", "7.2"]],
    ["a dilution of precision", "hdop", ["1.25", "0.9"]],
    ["seconds", "time", ["1704542400", "1704542410"]],
    ["milliseconds", "time", ["1704542400000", "1704542410000"]],
    ["microseconds", "time", ["1704542400000000", "1704542410000000"]],
    ["milliseconds by their name", "timestamp_ms", ["1704542400000", "1704542410000"]],
    ["days before months", "time", ["06/01/2024 12:00", "13/01/2024 12:00"]],
    ["months before days", "time", ["01/06/2024 12:00", "01/13/2024 12:00"]],
  ])("has no second column for what is there in a form of its own: %s", (_, name, values) => {
    const text = `lon,lat,${name}\n${values.map((value) => `7.25,45.5,${value}\n`).join("")}`;
    expect(writeCsv(unmoved(readCsv(text).points), roads)).toMatch(new RegExp(`^lon,lat,${name},snapped_lon,`));
  });

  it("gives a field that was read from elsewhere than the column of its name", () => {
    const inputs = [input(1, 2, { speed: 11, course: 1_704_542.4, attributes: { speed_kmh: 36, course: 1_704_542_400 } })];
    expect(writeCsv(unmoved(inputs), roads)).toMatch(/^lon,lat,speed,course,speed_kmh,input_course,snapped_lon/);
  });

  it("gives the time that was read if it differs from the column's, even by little", () => {
    const times = [0, 0.05].map((later) => input(1, 2, { time: 10, attributes: { timestamp: 10 + later } }));
    expect(times.map((one) => writeCsv(unmoved([one]), roads).split(",snapped_lon")[0])).toEqual([
      "lon,lat,timestamp",
      "lon,lat,time,timestamp",
    ]);
    const now = input(1, 2, { time: 1715848200, attributes: { timestamp: 1715848200050 } });
    expect(writeCsv(unmoved([now]), roads)).toMatch(/^lon,lat,time,timestamp,.*\n1,2,2024-05-16T08:30:00Z,1715848200050,/);
  });

  it("writes objects as JSON, and renames input columns that have a name of the result", () => {
    const inputs = [input(1, 2, { attributes: { list: [1, { a: "b" }], reason: "r", input_reason: "s" } })];
    const [header, row] = writeCsv(unmoved(inputs), roads).split("\n");
    expect(header).toMatch(/^lon,lat,list,input_reason,input_input_reason,snapped_lon/);
    expect(row).toMatch(/^1,2,"\[1,\{""a"":""b""\}\]",r,s,1,2/);
  });

  it("quotes each cell that needs it, as a CSV library does", () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."a\"', ;\n\r\t\ufeff-1.") }),
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        const rows = writeCsv(unmoved([input(1, 2, { attributes: { a, b } })]), roads).slice(HEADER.length);
        const finite = [a, b].map((value) => (typeof value === "number" && !Number.isFinite(value) ? null : value));
        expect(rows).toBe(`${Papa.unparse([[1, 2, ...finite, 1, 2, 0, "off-road", 0, null, null, null]], { newline: "\n" })}\n`);
      }),
    );
  });

  it("is only the header if there are no points", () => {
    expect(writeCsv(unmoved([]), roads)).toBe("snapped_lon,snapped_lat,confidence,reason,distance,line_id,way_id,name\n");
  });
});

// A CSV of any size as its tracks: where one ends and the next begins, however the bytes are divided, and when tracks cannot be told apart.
import { Readable } from "node:stream";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { type CsvTable, readCsv, readCsvRows, sampleCsv } from "../../../src/import/tracks/csv.js";
import { openCsvTracks } from "../../../src/node/tracks/csv-tracks.js";
import { runs } from "../../helpers/runs.js";

type Rows = [id: string | null, row: number, rows: unknown];

async function tracksOf(pieces: (string | Uint8Array)[], reading = {}): Promise<{ tracks: Rows[]; warnings: string[] }> {
  const { tracks, warnings } = await openCsvTracks(Readable.from(pieces), reading, { to: "ndjson" });
  const all: Rows[] = [];
  for await (const { id, number, line } of tracks) all.push([id as string | null, number, line]);
  return { tracks: all, warnings };
}

describe("the tracks of a CSV", () => {
  it.each<[string, string, Rows[]]>([
    [
      "are consecutive rows with the same id",
      "track_id,lon,lat\na,1,2\na,3,4\nb,5,6\n",
      [
        ["a", 2, "a,1,2\na,3,4"],
        ["b", 4, "b,5,6"],
      ],
    ],
    ["end with the file, even without a final line end", "track_id,lon,lat\na,1,2", [["a", 2, "a,1,2"]]],
    [
      "include rows without an id in the previous track, or in the first",
      "track_id,lon,lat\n,1,2\na,1,2\n,3,4\nb,5,6\n",
      [
        ["a", 2, ",1,2\na,1,2\n,3,4"],
        ["b", 5, "b,5,6"],
      ],
    ],
    ["do not include blank lines", "\ntrack_id;lon;lat\n\n ; ;\na;1;2\r\n\r\na;3;4\r\n", [["a", 2, "a;1;2\na;3;4"]]],
    ["begin below lines above the header", "logger 7\ntrack_id,lon,lat\na,1,2\n", [["a", 3, "a,1,2"]]],
    [
      "may have quoted cells with delimiters, quotes and line ends",
      'note,"track_id",lon,lat\n"x, ""y""","a,1",1,2\n"two\nlines","a,1",3,4\n"z",b,5,6\n',
      [
        ["a,1", 2, '"x, ""y""","a,1",1,2\n"two\nlines","a,1",3,4'],
        ["b", 4, '"z",b,5,6'],
      ],
    ],
    [
      "may have their id in a column named id if it repeats",
      "id,lon,lat\na,1,2\na,3,4\nb,5,6\nb,5,6\n",
      [
        ["a", 2, "a,1,2\na,3,4"],
        ["b", 4, "b,5,6\nb,5,6"],
      ],
    ],
    [
      "may have an id made of a trip and a vehicle",
      "vehicle_id,trip_id,lon,lat\nv1,1,1,2\nv1,2,3,4\nv2,2,5,6\n",
      [
        ["v1 1", 2, "v1,1,1,2"],
        ["v1 2", 3, "v1,2,3,4"],
        ["v2 2", 4, "v2,2,5,6"],
      ],
    ],
    [
      "continue after a row with an unclosed quote, which is on its own",
      'track_id,lon,lat\na,1,2\n"a,3,4\na,5,6\nb,7,8\n',
      [
        [null, 3, '"a,3,4'],
        ["a", 2, "a,1,2\na,5,6"],
        ["b", 5, "b,7,8"],
      ],
    ],
    [
      "continue after a row with text after a closing quote, which is on its own",
      'track_id,lon,lat,note\na,1,2,"x" y\na,3,4,"x" \n"a,5,6,x\na,7,8,"y"\n',
      [
        [null, 2, 'a,1,2,"x" y'],
        [null, 4, '"a,5,6,x'],
        ["a", 3, 'a,3,4,"x" \na,7,8,"y"'],
      ],
    ],
    [
      "are complete after a row with an unclosed quote, even if the next row has a line end in quotes",
      'track_id,lon,lat,note\n"a,1,2,x\nb,3,4,"two\nlines"\nc,5,6,y\n',
      [
        [null, 2, '"a,1,2,x'],
        ["b", 3, 'b,3,4,"two\nlines"'],
        ["c", 4, "c,5,6,y"],
      ],
    ],
    ["end before zero bytes that a logger left when it lost power", "track_id,lon,lat\na,1,2\n\0\0\0", [["a", 2, "a,1,2"]]],
  ])("%s", async (_, text, expected) => {
    expect((await tracksOf([text])).tracks).toEqual(expected);
    const bytes = new TextEncoder().encode(text);
    expect((await tracksOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).tracks).toEqual(expected);
  });

  it("are the same runs of rows as in the whole file, with the same row numbers, whatever the cells contain", async () => {
    const cell = fc.oneof(fc.constantFrom("", " ", "a", 'b"', "c,d", "e\nf", "g;h", "i\r\nj"), fc.string({ maxLength: 4 }));
    const id = fc.constantFrom("a", "b", "c", 'd"', "e,f");
    const file = fc.array(fc.tuple(id, cell, fc.constantFrom(1, 2), fc.boolean()), { minLength: 1, maxLength: 30, size: "max" });
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom("\n", "\r\n"), fc.integer({ min: 1, max: 50 }), async (rows, end, size) => {
        const lines = rows.map(([id, note, ends, quotes]) => Papa.unparse([[note, id, "7", "45"]], { quotes }) + end.repeat(ends));
        const text = `note,track_id,lon,lat${end}${lines.join("")}`;
        const { tracks, warnings } = await tracksOf(text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? []);
        const whole = readCsv(text).points;
        const runs = whole.filter(({ trackId }, i) => i === 0 || whole[i - 1].trackId !== trackId);
        const { table } = sampleCsv(text, true);
        const parts = tracks.map(([, row, rows]) => readCsvRows(rows as string, table, row).points);
        expect(parts.flat()).toEqual(whole);
        expect(tracks.map(([id, row]) => [id, row])).toEqual(runs.map((point) => [point.trackId, whole.indexOf(point) + 2]));
        expect(warnings).toHaveLength(runs.length - new Set(runs.map(({ trackId }) => trackId)).size);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ["spaces after the last quote of a track", 'note,track_id,lon,lat,more\nx,a,1,2,"y" \nx,b,3,4,"y"\t\n'],
    ["carriage returns within a cell", "note,track_id,lon,lat\nx\ry,a,1,2\nx,a,3,4\r\nx\ry,b,5,6\n"],
    ["trips and vehicles", "vehicle_id,trip_id,lon,lat\nv1,1,1,2\nv2,1,3,4\nv2,,5,6\n"],
    ["mixed line ends", "note,track_id,lon,lat\r\nx,a,1,2\nx,a,3,4\r\nx,b,5,6\n"],
  ])("have the same points as in the whole file, with %s", async (_, text) => {
    const { tracks, form } = await openCsvTracks(Readable.from([text]), {}, { to: "ndjson" });
    const points: unknown[] = [];
    for await (const { line, number } of tracks) points.push(...readCsvRows(line as string, form.csv?.table as CsvTable, number).points);
    expect(points).toEqual(readCsv(text).points);
  });

  it("that return after others become separate tracks, with a warning", async () => {
    const { tracks, warnings } = await tracksOf(["track_id,lon,lat\na,1,2\nb,1,2\na,3,4\n"]);
    expect(tracks.map(([id]) => id)).toEqual(["a", "b", "a"]);
    expect(warnings).toEqual(['Row 4: "a" comes back after other tracks; its rows from here on are a separate track.']);
  });

  it("are not separated if most of them return", async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `van ${i % 3},1,2\n`);
    await expect(tracksOf(["track_id,lon,lat\n", ...rows])).rejects.toThrow(
      'The rows of a track do not stand together: at row 105 "van 1" comes back after others, as 100 tracks did before. Sort the CSV by track, or read it whole; if it is sorted by time, say after how long a silence a trip ends (--gap).',
    );
  });

  it.each([
    [
      "lon,lat,time\n1,2,3\n",
      'No column of the CSV says which track a row belongs to: there are "lon", "lat", "time"; name one of them track_id,',
    ],
    ["id,lon,lat\n1,2,3\n2,2,3\n", "No column of the CSV says which track a row belongs to"],
    ["name,height\na,1\n", "The CSV has no longitude and latitude columns"],
  ])("are needed: %j", async (text, message) => {
    await expect(tracksOf([text])).rejects.toMatchObject({ code: "bad-input", message: expect.stringContaining(message) });
  });

  it("do not exist in a file with only a header, as a log without points", async () => {
    expect(await tracksOf(["track_id,lon,lat\n"])).toEqual({ tracks: [], warnings: [] });
  });

  it("have days as spreadsheets write them if the beginning of the file has, and are divided at silences by them", async () => {
    const rows = [0, 10, 20, 90_000, 90_010].map((s) => `a,1,2,${45_428 + s / 86_400}\n`);
    const text = ["track_id,lon,lat,time\n", ...rows, "b,1,2,45430\n"];
    const { tracks, form, warnings } = await openCsvTracks(Readable.from(text), {}, { to: "ndjson", gap: 600 });
    const all: string[] = [];
    for await (const { line, number } of tracks) {
      all.push(line as string);
      const read = readCsvRows(line as string, form.csv?.table as CsvTable, number);
      expect([read.points[0].time, read.warnings]).toEqual([expect.closeTo(Date.UTC(2024, 4, 17) / 1000, -6), []]);
    }
    expect(all).toEqual([rows.slice(0, 3).join("").trim(), rows.slice(3).join("").trim(), "b,1,2,45430"]);
    expect(warnings).toEqual(["Times that are numbers are read as a spreadsheet writes them: days since 1899-12-30, in UTC."]);
  });

  it("are not looked for in a line without an end", async () => {
    const message = "The CSV has no longitude and latitude columns: its first row is xxx";
    await expect(tracksOf(["x".repeat(2_000_000)])).rejects.toThrow(message);
  });

  it("have the order of day and month of the beginning of the file", async () => {
    const { form } = await openCsvTracks(
      Readable.from(["track_id,lon,lat,time\na,1,2,03/04/2024\nb,1,2,13/04/2024\n"]),
      {},
      { to: "ndjson" },
    );
    expect(form.reading.dates).toBe("day-first");
  });

  it("have the order of day and month that was given where the beginning of the file has no dates", async () => {
    const rows = Array(60_000).fill("a,1,2,2024-04-03T10:00:00Z\n").join("");
    const open = (dates?: "month-first") =>
      openCsvTracks(Readable.from(["track_id,lon,lat,time\n", rows, "a,1,2,03/04/2024\n"]), { dates }, { to: "ndjson" });
    expect([(await open("month-first")).form.reading.dates, (await open()).form.reading.dates]).toEqual(["month-first", undefined]);
  });

  it("end by silences in that order too: from the 11th of May to the 12th, and not to the 5th of December", async () => {
    const rows = ["05/11/2024 23:59:50", "05/12/2024 00:00:00", "05/12/2024 10:00:00", "05/13/2024 10:00:00"].map(
      (time) => `a,1,2,${time}`,
    );
    const { tracks } = await openCsvTracks(
      Readable.from([["track_id,lon,lat,time", ...rows, ""].join("\n")]),
      {},
      { to: "ndjson", gap: 60 },
    );
    const found: unknown[] = [];
    for await (const { line } of tracks) found.push(line);
    expect(found).toEqual([`${rows[0]}\n${rows[1]}`, rows[2], rows[3]]);
  });

  it("have the form of the whole beginning, also of rows after one with an unclosed quote", async () => {
    const open = async (rows: string[], to: "csv" | "ndjson") =>
      (await openCsvTracks(Readable.from(["track_id,lon,lat,time\n", ...rows]), {}, { to })).form;
    const broken = ['a,1,"2"3,\n', "\n", '"a,1,2,\n'];
    expect((await open([...broken, "b,1,2,03/13/2024\n"], "ndjson")).reading.dates).toBe("month-first");
    // A row that is still open at the end of the beginning does not count.
    const row = `a,1,2,"${"x".repeat(1000)}"\n`;
    const cut = [...Array(1040).fill(row), 'a,1,2,"\n', ...Array(20).fill(`,,,,,,${"x".repeat(1000)}\n`), '"\n'];
    expect((await open(cut, "csv")).csv?.echo?.keys).toEqual(["track_id", "lon", "lat", "time"]);
  });

  it("keep cells beyond the header, as reading the whole file does", async () => {
    const { header } = await openCsvTracks(Readable.from(["track_id,lon,lat\na,1,2,x\na,1,2\n"]), {}, { to: "csv" });
    expect(header).toMatch(/^track_id,lon,lat,column_4,snapped_lon,/);
  });
});

// The columns of a CSV: which are recognised, by name or by place, and which are named by the option columns.
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../src/import/tracks/csv.js";
import type { ReadTracksOptions } from "../../../src/import/tracks/track-input.js";
import { caught } from "../caught.js";
import { csv, first } from "./csv-text.js";

describe("a column of a CSV file", () => {
  const noon = Date.UTC(2024, 0, 6, 12) / 1000;
  it.each([
    ["the plain names", "lon,lat,time,accuracy,speed,course,track_id,objectid", `7.25,45.5,${noon},5,10,90,a,7`],
    [
      "long names in capitals",
      "Longitude,Latitude,Timestamp,Horizontal_Accuracy,Speed,Course,Trip_ID,OBJECTID",
      "7.25,45.5,2024-01-06T12:00:00Z,5,10,90,a,7",
    ],
    [
      "the names of the wire",
      "OBJECTID,location_timestamp,horizontal_accuracy,speed,course,track_id,x,y",
      `7,${noon}000,5,10,90,a,7.25,45.5`,
    ],
    ["hdop, km/h and heading", "lng,lat,datetime,hdop,speed_kmh,heading,vehicle,id", "7.25,45.5,2024-01-06 12:00:00,5,36,90,a,7"],
    [
      "units in brackets",
      "lon [deg],LAT (deg),GPS Time,Accuracy (m),Speed (km/h),Bearing (deg),track,FID",
      "7.25,45.5,2024/01/06 12:00,5,36,90,a,7",
    ],
    [
      "names in any order, among other columns",
      "note,course,lat,track_id,lon,time,objectid,accuracy,speed",
      "hello,90,45.5,a,7.25,2024-01-06T13:00:00+01:00,7,5,10",
    ],
  ])("are recognised by %s", (_, header, row) => {
    expect(first(csv(header, row))).toMatchObject({
      lon: 7.25,
      lat: 45.5,
      time: noon,
      accuracy: 5,
      speed: 10,
      course: 90,
      trackId: "a",
      objectId: 7,
    });
  });

  it.each([
    [
      "German",
      "Fahrzeug;Längengrad;Breitengrad;Datum;Uhrzeit;Genauigkeit;Geschwindigkeit (km/h);Kurs",
      "a;7,25;45,5;06.01.2024;12:00:00;5;36;90",
    ],
    ["Spanish", "vehículo,longitud,latitud,fecha,hora,precisión,velocidad_kmh,rumbo", "a,7.25,45.5,06/01/2024,12:00:00,5,36,90"],
    ["French", "véhicule;longitude;latitude;horodatage;précision;vitesse (km/h);course", "a;7,25;45,5;06.01.2024 12:00;5;36;90"],
    ["Italian", "veicolo,longitudine,latitudine,data,ora,precisione,velocità (km/h),course", "a,7.25,45.5,2024-01-06,12:00:00,5,36,90"],
    ["Portuguese", "veículo,longitude,latitude,data,hora,precisão,velocidade km/h,rumo", "a,7.25,45.5,2024-01-06,12:00:00,5,36,90"],
    ["Dutch", "voertuig,lengtegraad,breedtegraad,tijdstip,nauwkeurigheid,snelheid (km/h),koers", "a,7.25,45.5,2024-01-06 12:00,5,36,90"],
  ])("is recognised by %s", (_, header, row) => {
    const dates = { dates: "day-first" } as const;
    expect(readCsv(csv(header, row), dates)).toMatchObject({
      points: [{ lon: 7.25, lat: 45.5, time: noon, accuracy: 5, speed: 10, course: 90, trackId: "a" }],
      warnings: [],
    });
  });

  const columns = { lon: "East", lat: "north", time: "Aika", speed_kmh: "lon", track_id: "auto" };
  it("can be named by the option columns, exactly or in another case, and then no other column counts", () => {
    const text = csv("lon,lat,East,North,aika,track,auto", "36,-1,7.25,45.5,2024-01-06 12:00,other,a");
    expect(readCsv(text, { columns }).points[0]).toMatchObject({ lon: 7.25, lat: 45.5, time: noon, speed: 10, trackId: "a" });
    expect(readCsv(csv("LON,lon,lat", "1,7.25,45.5"), { columns: { lon: "lon" } }).points[0]).toMatchObject({ lon: 7.25, lat: 45.5 });
  });

  it("can be given by its number if there is no header, also below other lines", () => {
    const taxi = readCsv(csv("1,2008-02-02 15:36:08,116.5,39.9", "1,2008-02-02 15:46:08,116.6,39.9"), {
      columns: { track_id: "1", time: "2", lon: "3", lat: "4" },
    });
    const time = Date.UTC(2008, 1, 2, 15, 36, 8) / 1000;
    expect(taxi.points[0]).toMatchObject({ lon: 116.5, lat: 39.9, time, trackId: "1" });
    expect(taxi.points[0].attributes).toEqual({ column_1: 1, column_2: "2008-02-02 15:36:08", column_3: 116.5, column_4: 39.9 });
    expect([taxi.points.length, taxi.warnings]).toEqual([2, []]);
    const logger = csv("Logger", "WGS 84", "0,2,255,My Track,0,0,2,8421376", "39.9,116.5,0,492,39480.65,2008-02-02,15:36:08");
    const logged = readCsv(logger, { columns: { lat: "1", lon: "2", date: "6", time: "7" } });
    expect(logged.points).toMatchObject([{ lon: 116.5, lat: 39.9, time }]);
    expect(logged.warnings).toEqual(["The 3 lines above the first point are skipped."]);
    expect(() => readCsv(logger, { columns: { lat: "1", lon: "2", time: "8" } })).toThrow('The CSV has no column "8"; its columns are');
  });

  it("can be given by its number if numbers have a decimal comma", () => {
    const read = readCsv(csv("a;7,25;45,5", "a;7,26;45,6"), { columns: { lon: "2", lat: "3" } });
    expect(read).toMatchObject({
      points: [
        { lon: 7.25, lat: 45.5 },
        { lon: 7.26, lat: 45.6 },
      ],
      warnings: [],
    });
  });

  it.each([
    ["speed", "36 km/h", 10],
    ["speed", "36km/h", 10],
    ["speed", "10 m/s", 10],
    ["speed", "100 mph", 44.704],
    ["speed_kmh", "36.0 km/h", 10],
    ["accuracy", "5 m", 5],
    ["course", "90°", 90],
    ["course", "90 deg", 90],
    ["speed_kmh", "10 m/s", null],
    ["speed", "36 furlongs", null],
    ["accuracy", "5 km/h", null],
    ["speed", "-3 km/h", null],
  ] as const)("may have a unit in its cells: %s, %s", (name, given, amount) => {
    const { points, warnings } = readCsv(csv(`lon,lat,${name}`, `7,45,${given}`));
    expect([points[0][name.replace("_kmh", "") as "speed"], warnings.length]).toEqual([amount, amount === null ? 1 : 0]);
    expect(points[0].attributes[name]).toBe(given);
  });

  it("of seconds is not taken for the time of day next to a date", () => {
    const text = csv("lon,lat,Date,Time (s)", "7,45,2024-01-06,5", "7,45,2024-01-06,6.5");
    expect(readCsv(text).points.map(({ time }) => time)).toEqual([5, 6.5]);
  });

  it("can be given by its number even if there is a header", () => {
    expect(readCsv(csv("a,lon,b", "7.25,8,45.5"), { columns: { lon: "1", lat: "3" } }).points[0]).toMatchObject({ lon: 7.25, lat: 45.5 });
  });

  it.each([
    [{ ...columns, course: "suunta" }, 'The CSV has no column "suunta"; its columns are "East", "north", "Aika", "lon", "auto".'],
    [{ lon: "1", lat: "9" }, 'The CSV has no longitude and latitude columns and no column "9": its first row is'],
    [
      { lon: "East", lat: "suunta" },
      'The CSV has no longitude and latitude columns and no column "suunta": its first row is East, north, Aika, lon, auto;',
    ],
  ])("gives an error if it is named by the option and is missing: %o", (columns, message) => {
    const text = csv("East,north,Aika,lon,auto", "7.25,45.5,2024-01-06 12:00,36,a");
    expect(caught(() => readCsv(text, { columns })).message).toContain(message);
  });

  it.each([
    [{ length: "x" }, 'The option columns has the field "length", which is not known; fields are lon, lat, time,'],
    [{ lon: "" }, 'The option columns.lon is ""; it must be the name of a column.'],
    [{ lon: "a", Longitude: "b" }, "The option columns names both lon and Longitude, which are the same field."],
    [["lon"], "The option columns is a list of 1; it must be an object with the name of a column for each field"],
  ])("gives an error if the option is invalid: %o", (columns, message) => {
    const error = caught(() => readCsv("lon,lat\n7,45\n", { columns } as ReadTracksOptions));
    expect([error.code, error.message]).toEqual(["bad-option", expect.stringContaining(message)]);
  });

  it.each([
    ["day-first", "03/04/2024", "2024-04-03", []],
    ["month-first", "03/04/2024", "2024-03-04", []],
    [
      "month-first",
      "13/04/2024",
      null,
      ['time: 1 value is not a date with the month first, as the others are, and treated as unknown ("13/04/2024" at row 2).'],
    ],
  ] as const)("has its dates read as the option dates says: %s, %s", (dates, given, date, warnings) => {
    const read = readCsv(csv("lon,lat,time", `7.25,45.5,${given}`), { dates });
    expect([read.points[0].time, read.warnings]).toEqual([date === null ? null : Date.parse(date) / 1000, warnings]);
  });

  it.each([
    ["metres per second", "speed", 10, 10],
    ["km/h", "speed_kph", 36, 10],
    ["miles per hour", "speed_mph", 100, 44.704],
    ["knots", "speed_knots", 36, 18.52],
  ])("has speeds in %s", (_, name, given, speed) => {
    expect(first(csv(`lon,lat,${name}`, `7,45,${given}`)).speed).toBe(speed);
  });

  it.each([
    ["commas", csv("lon,lat,time", "7.25,45.5,10")],
    ["semicolons and decimal commas", csv("lon;lat;time", "7,25;45,5;10")],
    ["tabs", csv("lon\tlat\ttime", "7.25\t45.5\t10")],
    ["bars", csv("lon|lat|time", "7.25|45.5|10")],
    ["quotes", csv('"lon","lat","time"', '"7.25","45.5","10"')],
    ["Windows line ends", "lon,lat,time\r\n7.25,45.5,10\r\n"],
    ["Windows line ends below a header with a plain one", "lon,lat,time\n7.25,45.5,10\r\n7.26,45.6,11\n"],
    ["plain line ends below a header with a Windows one, as in joined files", "lon,lat,time\r\n7.25,45.5,10\n7.26,45.6,11\n"],
    ["doubled carriage returns, as after a transfer in text mode", "lon,lat,time\r\r\n7.25,45.5,10\r\r\n7.26,45.6,11\r\r\n"],
    ["line ends of old Macs", 'lon,lat,time,note\r7.25,45.5,10,"a\nb"\r7.26,45.6,11,c\r'],
    ["a space after the last quote", 'lon,lat,time\n7.25,45.5,"10" '],
    ["a byte order mark", "\ufefflon,lat,time\n7.25,45.5,10"],
    ["a comment sign before the header", csv("# lon,lat,time", "7.25,45.5,10")],
    ["blank lines", csv("", "lon,lat,time", "", "7.25,45.5,10", ",,")],
  ])("is read from a file with %s", (_, text) => {
    expect(first(text)).toMatchObject({ lon: 7.25, lat: 45.5, time: 10 });
    expect(readCsv(text).warnings).toEqual([]);
  });

  it.each([
    ["123455 123459 123503", true],
    ["000001.5 000002.5 235959.0", true],
    ["123455 123465 123503", false], // no clock has 65 seconds
    ["0 10 20", false],
    ["123455 123459", false],
  ])("with times that look like hhmmss gives a warning, unless there is a date: %s gives one: %s", (times, pointed) => {
    const rows = times.split(" ").map((time) => `7.25,45.5,${time}`);
    const sentence = 'The column "time" is read as seconds since 1970; if it is hhmmss, add a column named date that has the day.';
    expect(readCsv(csv("lon,lat,time", ...rows)).warnings).toEqual(pointed ? [sentence] : []);
    expect(readCsv(csv("lon,lat,time,date", ...rows.map((row) => `${row},2024-05-06`))).warnings).not.toContain(sentence);
  });

  it.each([
    [
      "start_time",
      "1715674427000",
      'No column is named as times usually are, but "start_time" looks like one; to have it read, rename it to time, or name it with the option columns (time=start_time).',
    ],
    [
      "UnixTimeNanos",
      "1715674427000000000",
      'No column is named as times usually are, but "UnixTimeNanos" looks like one; to have it read, rename it to time, or name it with the option columns (time=UnixTimeNanos).',
    ],
    [
      "aika",
      "2024-05-06 10:00:00",
      'No column is named as times usually are, but "aika" looks like one; to have it read, rename it to time, or name it with the option columns (time=aika).',
    ],
    [
      "started",
      "06.05.2024 9:00:00",
      'No column is named as times usually are, but "started" looks like one; to have it read, rename it to time, or name it with the option columns (time=started).',
    ],
    [
      "created",
      "2024-05-06T10:00:00Z",
      'No column is named as times usually are, but "created" looks like one; to have it read, rename it to time, or name it with the option columns (time=created).',
    ],
    [
      "created",
      "06/05/2024 10:00",
      'No column is named as times usually are, but "created" looks like one; to have it read, rename it to time, or name it with the option columns (time=created).',
    ],
    ["note", "at 10:00", null],
    ["note", "left at 10:00:00", null],
    ["note", "in 2024 it was said that the way to Nice had begun at 10:00:00", null],
    ["ratio", "1:2:3", null],
  ])("that looks like a time, with an unknown name, gives a warning: %s, %s", (name, value, warning) => {
    expect(readCsv(csv(`lon,lat,${name}`, `7.25,45.5,${value}`)).warnings).toEqual(warning === null ? [] : [warning]);
    expect(readCsv(csv(`lon,lat,${name},t`, `7.25,45.5,${value},10`)).warnings).toEqual([]);
  });

  it("is found below other lines", () => {
    const { points, warnings } = readCsv(csv("Logger 7, firmware 2", "Started 2024-01-06", "time,lat,lon", "1,45.5,7.25"));
    expect(points).toHaveLength(1);
    expect(warnings).toEqual(["The 2 lines above the header are skipped."]);
    expect(readCsv(csv("Logger 7", "time,lat,lon", "1,45.5,7.25")).warnings).toEqual(["The line above the header is skipped."]);
  });

  it("is read from UTF-16, as spreadsheets write it", () => {
    const text = "\ufefflon\tlat\tname\n7.25\t45.5\tМост";
    expect(readCsv(new Uint8Array(new Uint16Array(Array.from(text, (c) => c.charCodeAt(0))).buffer)).points[0].attributes.name).toBe(
      "Мост",
    );
  });

  it.each(["Date;Heure", "Date;Uhrzeit", "Date;Hora", "Date;Ora", "Date;Tijd", "Heure;Date"])(
    "of dates is combined with one of times in any language: %s",
    (header) => {
      const cells = header.startsWith("Date") ? "06.01.2024;12:00:00" : "12:00:00;06.01.2024";
      expect(readCsv(csv(`${header};lon;lat`, `${cells};7;45`))).toMatchObject({ points: [{ time: noon }], warnings: [] });
    },
  );

  it("with a name that is not UTF-8 gives a warning, since it may not be recognised", () => {
    const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
    const told = "Names of its columns were not UTF-8 and lost letters, so that one may not be known; save the file as UTF-8.";
    expect(readCsv(latin1(csv("Véhicule;lon;lat", "a;7;45"))).warnings).toEqual([told]);
    expect(() => readCsv(latin1(csv("Längengrad;Breitengrad", "7;45")))).toThrow(told);
  });

  it("of dates is combined with one of times", () => {
    expect(first(csv("date,time,lon,lat", "2024-01-06,12:00:00,7,45")).time).toBe(noon);
    expect(first(csv("date,lon,lat", "2024-01-06T12:00:00Z,7,45")).time).toBe(noon);
    const { points, warnings } = readCsv(csv("date,time,lon,lat", "060124,095959,7,45", "2024-01-06,99,7,45"));
    expect(points.map(({ time }) => time)).toEqual([null, null]);
    expect(warnings).toEqual([
      'time: 2 values are neither an ISO 8601 time nor an epoch number and treated as unknown (the first: "060124T09:59:59" at row 2).',
    ]);
  });

  it.each([
    ["6/1/24 12:00", "without all four digits of the year"],
    ["06.01.24", "without all four digits of the year"],
    ["12:00:00.5", "without a date"],
    ["2024-01-06 12:00:00 CET", "in a time zone given by letters instead of an offset"],
    ["noon", "neither an ISO 8601 time nor an epoch number"],
  ])("with incomplete times gives a warning: %s", (time, trouble) => {
    const { points, warnings } = readCsv(csv("lon,lat,time", `7,45,${time}`));
    expect([points[0].time, warnings]).toEqual([null, [`time: 1 value is ${trouble} and treated as unknown ("${time}" at row 2).`]]);
  });

  it.each([
    ["dotted", ["6.1.2024 12:00:00", "6.1.2024 12:00:05"], []],
    ["the order known from another date", ["06/01/2024 12:00", "13/01/2024 12:00"], []],
    [
      "the order unknown",
      ["06/01/2024 12:00:00", "06/01/2024 12:00:05"],
      ['Dates like "06/01/2024 12:00:00" do not say whether day or month comes first; they are read with the day first.'],
    ],
    [
      "contradictory, the same number of each",
      ["06/01/2024 12:00", "04/13/2024 12:00", "13/04/2024 12:00"],
      [
        'Some dates have the day first, like "13/04/2024 12:00", others the month, like "04/13/2024 12:00"; they are read with the day first.',
        'time: 1 value is not a date with the day first, as the others are, and treated as unknown ("04/13/2024 12:00" at row 3).',
      ],
    ],
    [
      "contradictory, most with the day first",
      ["06/01/2024 12:00", "13/01/2024 12:00", "14/01/2024 12:00", "01/15/2024 12:00"],
      ['time: 1 value is not a date with the day first, as the others are, and treated as unknown ("01/15/2024 12:00" at row 5).'],
    ],
  ])("with dates that have the year last is read: %s", (_, times, said) => {
    const { points, warnings } = readCsv(csv("time,lon,lat", ...times.map((time) => `${time},7,45`)));
    expect(points[0].time).toBe(noon);
    expect(warnings).toEqual(said);
    const parted = readCsv(csv("date,time,lon,lat", ...times.map((time) => `${time.replace(" ", ",")},7,45`)));
    expect(parted.points.map(({ time }) => time)).toEqual(points.map(({ time }) => time));
  });

  it("has its times in one unit", () => {
    const times = (...values: (number | string)[]) =>
      readCsv(csv("lon,lat,t", ...values.map((value) => `7,45,${value}`))).points.map(({ time }) => time);
    expect(times(noon, noon + 1)).toEqual([noon, noon + 1]);
    expect(times(noon * 1e3, noon * 1e3 + 500)).toEqual([noon, noon + 0.5]);
    expect(times(90_000_000_000, noon * 1e3, noon * 1e3)).toEqual([90_000_000, noon, noon]); // the first one alone would be seconds
    expect(times("", noon * 1e3, "2024-01-06T12:00:01Z")).toEqual([null, noon, noon + 1]);
  });

  it("has its times in days if a spreadsheet wrote it, with a warning", () => {
    const days = (...values: string[]) => readCsv(csv("lon;lat;time", ...values.map((value) => `7;45;${value}`)));
    const { points, warnings } = days("45297,5", "45297,5000578704", "45297,5001157407", "");
    expect(points.map(({ time }) => time)).toEqual([noon, noon + 5, noon + 10, null]);
    expect(warnings).toEqual(["Times that are numbers are read as a spreadsheet writes them: days since 1899-12-30, in UTC."]);
    // Seconds of a day, at 50 Hz or written more often than they change, are read as seconds.
    expect(days("45297.50", "45297.52", "45297.54").points[1].time).toBe(45297.52);
    expect(days("45297", "45297", "45298", "45298").points[3].time).toBe(45298);
  });

  it("named track gives a warning if it differs in most rows, since receivers call their course so", () => {
    const rows = csv("track,lon,lat", "90.1,7,45", "90.4,7,45", "91.2,7,45", "90.4,7,45");
    const { points, warnings } = readCsv(rows);
    expect(points[0].trackId).toBe("90.1");
    expect(warnings).toEqual([
      'The column "track" is read as the track id, but differs in most rows; if it is the course, say so with the option columns (course=track).',
    ]);
    expect(readCsv(csv("track,lon,lat", "a,7,45", "b,7,45", "c,7,45", "d,7,45")).warnings).toEqual([]);
    const said = readCsv(rows, { columns: { course: "track" } });
    expect([said.points[0].trackId, said.points[0].course, said.warnings]).toEqual([null, 90.1, []]);
  });

  it("named id is the track id if it repeats and no other column is the track id", () => {
    const rows = ["1,7,45", "1,7,45", "2,7,45", "2,7,45"];
    const { points, warnings } = readCsv(csv("id,lon,lat", ...rows));
    expect(points.map(({ trackId, objectId }) => [trackId, objectId])).toEqual([
      ["1", null],
      ["1", null],
      ["2", null],
      ["2", null],
    ]);
    expect(warnings).toEqual(['The column "id" repeats its values, so it is read as the track id.']);
    expect(readCsv(csv("objectid,lon,lat", ...rows)).points.map(({ objectId }) => objectId)).toEqual([1, 1, 2, 2]);
    expect(readCsv(csv("id,trip,lon,lat", ...rows.map((row) => row.replace(",", ",t,")))).points.map(({ trackId }) => trackId)).toEqual([
      "t",
      "t",
      "t",
      "t",
    ]);
  });

  it("named id is the points' if only some have one and these differ", () => {
    const { points, warnings } = readCsv(csv("id,lon,lat", "1,7,45", "2,7,45", ...Array<string>(4).fill(",7,45")));
    expect(points.map(({ trackId, objectId }) => [trackId, objectId])).toEqual([1, 2, ...Array(4).fill(null)].map((id) => [null, id]));
    expect(warnings).toEqual([]);
  });

  it("of times have each its own unit, though a row has only one of them", () => {
    const { points } = readCsv(csv("time,timestamp,lon,lat", "1704521759,,7,45", "1704521760,,7,45", ",1704521761000,7,45"));
    expect(points.map(({ time }) => time)).toEqual([1704521759, 1704521760, 1704521761]);
  });

  it("named id is the points' even if it repeats, if the option says so", () => {
    const { points, warnings } = readCsv(csv("id,lon,lat", "1,7,45", "1,7,45", "2,7,45", "2,7,45"), { columns: { objectid: "id" } });
    expect(points.map(({ trackId, objectId }) => [trackId, objectId])).toEqual([1, 1, 2, 2].map((id) => [null, id]));
    expect(warnings).toEqual([]);
  });

  it.each([
    ["ID", "1 1 2 2", ["1", "1", "2", "2"]],
    ["id", "1 1 2 3", null], // changes as often as it repeats
    ["id", "1 2 3 4", null],
    ["id", "1 1 1", null], // too few to tell
    ["point id", "1 1 2 2", null],
  ])("named %s with %s gives the track ids %j", (name, cells, tracks) => {
    const { points, warnings } = readCsv(csv(`${name},lon,lat`, ...cells.split(" ").map((cell) => `${cell},7,45`)));
    expect(points.map(({ trackId }) => trackId)).toEqual(tracks ?? points.map(() => null));
    expect(points.map(({ objectId }) => objectId)).toEqual(tracks ? points.map(() => null) : cells.split(" ").map(Number));
    expect(warnings).toHaveLength(tracks ? 1 : 0);
  });

  it.each([
    ["track", "0 90,5 180 360", true],
    ["track", "12 13 bus 14", false],
    ["track", "12 13 14 361", false],
    ["track", "12 13 14 -1", false],
    ["track", "12 12 13 13", false], // repeats as often as it changes
    ["track", "12 13 14", false], // too few to tell
    ["track_id", "12 13 14 15", false],
  ])("named %s with %s may be a course: %s", (name, cells, told) => {
    const { warnings } = readCsv(csv(`${name};lon;lat`, ...cells.split(" ").map((cell) => `${cell};7;45`)));
    expect(warnings.map((text) => text.slice(0, 46))).toEqual(told ? ['The column "track" is read as the track id, bu'] : []);
  });

  it("of times takes the day from a column of dates, except in cells with a date of their own", () => {
    const { points, warnings } = readCsv(
      csv(
        "date,time,lon,lat",
        "2024-01-06,115958,7,45",
        "2024-01-06,2024-01-06T12:00:00Z,7,45",
        "2024-01-06,120002,7,45",
        "2024-01-06,,7,45",
      ),
    );
    expect([points.map(({ time }) => time), warnings]).toEqual([[noon - 2, noon, noon + 2, null], []]);
  });

  it.each([
    ["2024-01-06", null],
    ["06.01.2024", null],
    ["20240106", null],
    ["2024-01-06 00:00:00", null], // a day as spreadsheets write it
    ["", null],
    ["2024-01-06 12:00:00", noon],
    ["20240106T120000Z", noon],
    [`${noon}`, noon],
  ])("of dates gives the time if the time next to it is empty and it contains more than a day: %s", (date, time) => {
    for (const empty of ["", "NaN", "\\N"]) {
      const { points, warnings } = readCsv(csv("date,time,lon,lat", `${date},${empty},7,45`, "2024-01-06,11:59:00,7,45"));
      expect([points.map((point) => point.time), warnings]).toEqual([[time, noon - 60], []]);
    }
  });

  it("with a geometry gives the place if longitude or latitude has no column", () => {
    for (const other of ["lat", "lon"]) expect(first(csv(`geometry,${other}`, "POINT(7 45),1"))).toMatchObject({ lon: 7, lat: 45 });
    expect(first(csv("geometry,lat,lon", "POINT(7 45),1,2"))).toMatchObject({ lon: 2, lat: 1 });
  });
});

describe("columns for a trip and for a vehicle", () => {
  it("give different ids even if blanks and slashes are in different places", () => {
    const pairs = ["a,b", "a b,c", "a,b c", "a / b,c", "a,b / c", "a b,/", "a b /,x"];
    const rows = pairs.map((pair) => `${pair},7,45`);
    const ids = readCsv(csv("vehicle_id,trip_id,lon,lat", ...rows)).points.map(({ trackId }) => trackId);
    expect(ids).toEqual(["a b", "a b / c", "a / b c", "a // b / c", "a / b // c", "a b / //", "a b // / x"]);
    expect(new Set(ids).size).toBe(pairs.length);
  });

  const text = csv("vehicle_id,trip_id,lon,lat", "v1,1,7,45", "v2,1,7,45", "v2,2,7,45", "v1,,7,45", ",1,7,45");
  const ids = (columns?: Record<string, string>, of = text) => readCsv(of, { columns }).points.map(({ trackId }) => trackId);

  it("identify a track together, since trips may be numbered for each vehicle; or alone if the other is empty", () => {
    expect(ids()).toEqual(["v1 1", "v2 1", "v2 2", "v1", "1"]);
    expect(ids(undefined, csv("Fahrt;Fahrzeug;lon;lat", "1;v1;7;45"))).toEqual(["v1 1"]);
  });

  it("do not if another column is the track id, or one of them is named by the option", () => {
    expect(ids(undefined, csv("vehicle_id,track_id,lon,lat", "v1,1,7,45"))).toEqual(["1"]);
    expect(ids({ track_id: "trip_id" })).toEqual(["1", "1", "2", null, "1"]);
    expect(ids({ vehicle_id: "vehicle_id" })).toEqual(["v1", "v2", "v2", "v1", null]);
  });

  it("may both be named by the option", () => {
    const other = csv("auto,matka,lon,lat", "v1,1,7,45", "v2,1,7,45");
    expect(ids({ trip_id: "matka", vehicle_id: "auto" }, other)).toEqual(["v1 1", "v2 1"]);
    expect(caught(() => ids({ track_id: "matka", vehicle_id: "auto" }, other)).message).toBe(
      "The option columns names both track_id and vehicle_id, which are the same field; only a trip_id and a vehicle_id may stand beside each other.",
    );
  });

  it("are one if what a receiver calls track is its course", () => {
    expect(ids(undefined, csv("vehicle_id,track,lon,lat", "v1,90,7,45", "v1,91,7,45"))).toEqual(["v1", "v1"]);
  });
});

describe("the columns Länge and Breite", () => {
  const place = (text: string) => first(text);
  it.each([
    ["in any order", "Zeit;Breite;Länge", "10;45,5;7,25"],
    ["without an umlaut", "Laenge;BREITE", "7,25;45,5"],
  ])("are longitude and latitude if both exist: %s", (_, header, row) => {
    expect(place(csv(header, row))).toMatchObject({ lon: 7.25, lat: 45.5 });
  });

  it("are a length and a width if there is another place", () => {
    expect(place(csv("lon;lat;Länge;Breite", "7;45;1200;2"))).toMatchObject({ lon: 7, lat: 45 });
    expect(() => readCsv(csv("Länge;lat", "7;45"))).toThrow("has no longitude and latitude columns");
  });
});

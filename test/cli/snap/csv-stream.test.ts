// `snap --stream`: a CSV of any size, with its tracks snapped as they come, and the same rows as reading it as a whole gives.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE, driveLine } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

const rowsOf = (id: string) => DRIVE.map(([lon, lat, s]) => `${id},${lon},${lat},${1_700_000_000 + s},"a ""b"", c"\n`).join("");
const csvOf = (...ids: string[]) => `track_id,lon,lat,time,note\n${ids.map(rowsOf).join("")}`;
const MANY = Array.from({ length: 200 }, (_, i) => `van ${i}`);

const at = villageFolder({ "fleet.csv": csvOf(...MANY) });
const snap = (argv: string[], stdin: string | (string | Uint8Array)[] = "", threads = 2) =>
  roadsnap(["snap", "--roads", at("village.roads"), "--threads", String(threads), ...argv], { stdin });
const table = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
const answers = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
/** Lines without their times. */
const driven = (lines: Record<string, unknown>[]) => lines.map(({ start_time, end_time, ...line }) => line);

describe("snap --stream of a CSV", () => {
  it("gives the same rows as reading the whole file, with lines numbered within each track, for any number of threads", async () => {
    await snap([at("fleet.csv"), "-o", at("whole.csv"), "-q"]);
    const whole = readFileSync(at("whole.csv"), "utf8");
    const { code, stdout } = await snap([at("fleet.csv"), "-o", at("stream.csv"), "--stream"], "", 3);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/stream\.csv: 200 tracks answered in /)]);
    const stream = readFileSync(at("stream.csv"), "utf8");
    const without = (text: string) => table(text).map(({ line_id, ...row }) => row);
    expect(without(stream)).toEqual(without(whole));
    expect(stream.split("\n", 1)).toEqual(whole.split("\n", 1));
    expect(new Set(table(stream).map(({ line_id }) => line_id))).toEqual(new Set(["1", "2"]));
    const one = await snap(["-", "--to", "csv", "--stream"], csvOf(...MANY).match(/[\s\S]{1,999}/g) as string[], 1);
    expect(one.stdout === stream).toBe(true);
  });

  it("gives the same NDJSON as NDJSON of the same tracks does", async () => {
    const { stdout } = await snap([at("fleet.csv"), "--to", "ndjson", "--stream"]);
    const lines = await snap(["-"], MANY.map((id) => `${driveLine(id)}\n`).join(""));
    const tracks = (text: string) => answers(text).map(({ id, lines }) => ({ id, lines: driven(lines) }));
    expect(tracks(stdout)).toEqual(tracks(lines.stdout));
    expect(answers(stdout)[7].points[0].attributes).toMatchObject({ track_id: "van 7", note: 'a "b", c' });
  });

  it("gives a column one type, by the beginning of the file", async () => {
    const text = rowsOf("a").replaceAll('"a ""b"", c"', "5.0") + rowsOf("b").replaceAll('"a ""b"", c"', "5.5");
    writeFileSync(at("types.csv"), `track_id,lon,lat,time,note\n${text}`);
    const { stdout } = await snap([at("types.csv"), "--to", "ndjson", "--stream"]);
    expect(answers(stdout).map(({ points }) => points[0].attributes.note)).toEqual([5, 5.5]);
    const csv = await snap([at("types.csv"), "--to", "csv", "--stream"]);
    expect(table(csv.stdout).map(({ note }) => note)).toEqual([...DRIVE.map(() => "5.0"), ...DRIVE.map(() => "5.5")]);
  });

  it("reads gzipped files, and columns with given names", async () => {
    const text = csvOf("a", "b").replace("track_id,lon", "auto,pituus");
    writeFileSync(at("auto.csv.gz"), gzipSync(text));
    const { code, stdout } = await snap([at("auto.csv.gz"), "--to", "csv", "--stream", "--columns", "track_id=Auto,lon=pituus"]);
    expect([code, table(stdout).map(({ auto, lon, pituus }) => [auto, lon === pituus])]).toEqual([
      0,
      [...DRIVE.map(() => ["a", true]), ...DRIVE.map(() => ["b", true])],
    ]);
  });

  it.each<[string, string, (string | null)[], string]>([
    [
      "a row with an unclosed quote",
      `${csvOf("a")}"b,8.001\n${rowsOf("b")}`,
      ["!null", "a", "b"],
      "The track at row 9: The quotes in row 9 of the CSV do not pair up",
    ],
    [
      "a worker that dies of a track",
      csvOf("a", "exit", "b"),
      ["a", "!exit", "b"],
      "The track at row 9 was given up: the worker that had it died",
    ],
    [
      "more points than are allowed",
      `${csvOf("a")}${rowsOf("b")}${rowsOf("b")}${rowsOf("c")}`,
      ["a", "!b", "c"],
      "The track at row 9: The input has more than 7 points, the most that --max-points allows.\n",
    ],
  ])("goes on behind %s, which stands by its row in NDJSON and is left out of a CSV", async (_, text, expected, sentence) => {
    const limit = ["--max-points", "7"];
    const ndjson = await snap(["-", "--stream", ...limit], text);
    expect(answers(ndjson.stdout).map(({ id, error }) => (error === undefined ? id : `!${id}`))).toEqual(expected);
    const csv = await snap(["-", "--stream", "--to", "csv", ...limit], text);
    expect([...new Set(table(csv.stdout).map(({ track_id }) => track_id))]).toEqual(expected.filter((id) => !id?.startsWith("!")));
    for (const { code, stderr } of [ndjson, csv]) {
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
      expect(stderr).toMatch(/1 of 3 tracks could not be snapped\.\n$/);
    }
  });

  it("reports a track that returns, and a file that is not sorted by track, for which it writes nothing", async () => {
    const back = await snap(["-", "--stream"], csvOf("a", "b", "a"));
    expect([back.code, answers(back.stdout).map(({ id }) => id)]).toEqual([0, ["a", "b", "a"]]);
    expect(back.stderr).toBe(
      'roadsnap: standard input: Row 16: "a" comes back after other tracks; its rows from here on are a separate track.\n',
    );
    writeFileSync(at("mixed.csv"), csvOf(...MANY.map((_, i) => `van ${i % 2}`)));
    const mixed = await snap([at("mixed.csv"), "-o", at("mixed.out.csv"), "--stream", "-q"]);
    expect([mixed.code, mixed.stderr]).toEqual([
      1,
      expect.stringMatching(/mixed\.csv: The rows of a track do not stand together: .* Sort the CSV by track/),
    ]);
    expect(() => readFileSync(at("mixed.out.csv"))).toThrow("ENOENT");
  });

  it("--gap: a log of many travellers gives the trips that each of them gives alone, as CSV and as NDJSON of points", async () => {
    const cars = MANY.slice(0, 20);
    const moves = [0, 86_400].flatMap((day) =>
      DRIVE.flatMap(([lon, lat, s]) => cars.map((id) => ({ track_id: id, lon, lat, time: 1_700_000_000 + day + s }))),
    );
    writeFileSync(at("log.csv"), `track_id,lon,lat,time\n${moves.map((move) => `${Object.values(move).join(",")}\n`).join("")}`);
    writeFileSync(at("log.ndjson"), moves.map((move) => `${JSON.stringify(move)}\n`).join(""));
    const alone = (await snap(["-"], `${driveLine("x")}\n`)).stdout;
    const lines = JSON.stringify(driven(answers(alone)[0].lines));
    for (const name of ["log.csv", "log.ndjson"]) {
      const { code, stdout, stderr } = await snap([at(name), "--to", "ndjson", "--gap", "300"]);
      expect([
        code,
        stderr,
        answers(stdout)
          .map(({ id }) => id)
          .sort(),
      ]).toEqual([0, "", [...cars, ...cars].sort()]);
      expect(answers(stdout).filter((answer) => JSON.stringify(driven(answer.lines)) !== lines)).toEqual([]);
      writeFileSync(at("log.out.ndjson"), stdout.slice(0, stdout.length / 3));
      await snap([at(name), "-o", at("log.out.ndjson"), "--gap", "300", "--resume"]);
      expect(readFileSync(at("log.out.ndjson"), "utf8") === stdout).toBe(true);
    }
    const csv = await snap([at("log.csv"), "--to", "csv", "--gap", "300"]);
    const rows = table(csv.stdout);
    expect(rows).toHaveLength(moves.length);
    // Each traveller has two trips, named by the row they begin in, and line_id distinguishes the roads of a trip.
    const trips = new Set(rows.map(({ track_id, trip }) => `${track_id} ${trip}`));
    const firsts = [0, moves.length / 2].flatMap((begin) => cars.map((id, i) => `${id} ${begin + i + 2}`));
    expect([...trips].sort()).toEqual(firsts.sort());
    expect((await snap([at("log.csv"), "--to", "csv"])).stdout).not.toMatch(/^[^\n]*,trip/);
  });

  it("--gap answers lines of NDJSON that are no point at once, and needs times in a CSV", async () => {
    const point = (id: string, time: number) => `${JSON.stringify({ track_id: id, lon: 8.001, lat: 50, time })}\n`;
    const text = `${point("a", 1e9)}oops\n${driveLine("b")}\n${point("a", 1e9 + 10)}`;
    const { code, stdout, stderr } = await snap(["-", "--gap", "60", "--from", "ndjson"], text);
    expect([code, answers(stdout).map(({ id, error, points }) => [id, error !== undefined, points?.length])]).toEqual([
      1,
      [
        [null, true, undefined],
        ["b", false, DRIVE.length],
        ["a", false, 2],
      ],
    ]);
    expect(stderr).toContain("1 of 3 tracks could not be snapped.");
    const csv = await snap(["-", "--gap", "60"], "track_id,lon,lat\na,8,50\n");
    expect([csv.code, csv.stderr]).toEqual([1, expect.stringContaining("No column of the CSV says when a row was")]);
  });

  it.each([
    ['"van 7"', "van 7", ""],
    ["7", null, "Line 1, the first point, has no track id"],
    ['"7"', null, "Line 1, the first point, has no track id"],
  ])(
    "--gap takes a point's id for the track id if it is a name, and says if nothing identifies the traveller: %s",
    async (id, traveller, said) => {
      const lines = [1e9, 1e9 + 1].map((time) => `{"id":${id},"lon":8.001,"lat":50,"time":${time}}\n`);
      const { code, stdout, stderr } = await snap(["-", "--from", "ndjson", "--gap", "60"], lines.join(""));
      expect([code, answers(stdout).map(({ id }) => id), stderr]).toEqual([
        0,
        [traveller],
        said === "" ? "" : expect.stringContaining(said),
      ]);
    },
  );

  it("--gap leaves lines with a list of one point, and points without an id among others with one, as tracks of their own", async () => {
    const [[lon, lat], , [lon2, lat2]] = DRIVE;
    const lines = [
      { track_id: "a", lon, lat, time: 100 },
      { id: "b", points: [[lon, lat, 100]] },
      {
        type: "FeatureCollection",
        features: [{ type: "Feature", properties: { time: 100 }, geometry: { type: "Point", coordinates: [lon, lat] } }],
      },
      { track_id: null, lon, lat, time: 110 },
      { track_id: "a", lon: lon2, lat: lat2, time: 115 },
    ];
    const { stdout, stderr } = await snap(
      ["-", "--from", "ndjson", "--gap", "60"],
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    expect(answers(stdout).map(({ id, points }) => [id, points.map(({ reason }: { reason: string }) => reason)])).toEqual([
      ["b", ["matched"]],
      [null, ["matched"]],
      [null, ["matched"]],
      ["a", ["matched", "matched"]],
    ]);
    expect(stderr).toContain("Line 4 has no track id, although others have one, so it is a track of its own.");
  });

  it.each([
    ["a byte order mark", "\uFEFF"],
    ["a record separator", "\u001e"],
  ])("--gap groups points even if files with %s were concatenated", async (_, mark) => {
    const lines = DRIVE.map(([lon, lat, s]) => JSON.stringify({ track_id: "a", lon, lat, time: 1_700_000_000 + s }));
    const { stdout, stderr } = await snap(
      ["-", "--from", "ndjson", "--gap", "60"],
      lines.map((line, i) => `${i % 2 ? mark : ""}${line}\n`).join(""),
    );
    expect([stderr, answers(stdout).map(({ id, points }) => [id, points.length])]).toEqual(["", [["a", DRIVE.length]]]);
  });

  it("--gap says that times cannot be read: an error for a CSV, a message for lines", async () => {
    const csv = await snap(["-", "--gap", "60"], "track_id,lon,lat,time\na,8,50,06.05.24 08:00 Uhr\na,8,50,gestern\n");
    expect([csv.code, csv.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^roadsnap: standard input: No row of the CSV has a time that can be read, so no trip would end: 1 value is .* \("06\.05\.24 08:00 Uhr" at row 2\)\.\n$/,
      ),
    ]);
    const lines = await snap(["-", "--from", "ndjson", "--gap", "60"], '{"track_id":"a","lon":8,"lat":50,"when it was":5}\n'.repeat(2));
    expect([lines.code, lines.stderr]).toEqual([
      0,
      expect.stringMatching(/^roadsnap: standard input: Line 1 has no time that can be read; .*\n$/),
    ]);
  });

  it("--gap returns lines of GeoJSON points with their times and properties", async () => {
    const feature = (time: number) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [8.001, 50] },
      properties: { track_id: "a", time, fuel: 7 },
    });
    const { stdout } = await snap(
      ["-", "--from", "ndjson", "--gap", "60"],
      [1e9, 1e9 + 1].map((s) => `${JSON.stringify(feature(s))}\n`).join(""),
    );
    expect(answers(stdout).map(({ id, points }) => [id, points[1].time, points[1].attributes])).toEqual([
      ["a", 1e9 + 1, { track_id: "a", fuel: 7 }],
    ]);
  });

  it("--gap reports a value with its place, even among rows or lines of others", async () => {
    const moves = [0, 1, 2, 3].flatMap((k) => ["a", "b", "c"].map((id) => [id, 8.001, 50, 1e9 + k, id === "b" && k === 2 ? "fast" : 5]));
    const csv = await snap(
      ["-", "--to", "csv", "--gap", "60"],
      `track_id,lon,lat,time,speed\n${moves.map((move) => `${move}\n`).join("")}`,
    );
    expect(csv.stderr).toContain('("fast" at row 9)');
    const lines = moves.map(([track_id, lon, lat, time, speed]) => `${JSON.stringify({ track_id, lon, lat, time, speed })}\n`);
    expect((await snap(["-", "--from", "ndjson", "--gap", "60"], lines.join(""))).stderr).toContain('("fast" at line 8)');
  });

  it("--resume says again what is odd about the rows, even if all of their tracks are answered", async () => {
    const argv = ["-", "--stream", "--resume", "-o", at("odd.ndjson")];
    const first = await snap(argv, csvOf("a", "b", "a"));
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('"a" comes back after other tracks')]);
    expect(await snap(argv, csvOf("a", "b", "a"))).toMatchObject({ code: 0, stderr: first.stderr });
  });

  it("--resume continues where it was stopped, into NDJSON", async () => {
    await snap([at("fleet.csv"), "-o", at("all.ndjson"), "--stream", "-q"]);
    const all = readFileSync(at("all.ndjson"), "utf8");
    writeFileSync(at("part.ndjson"), all.slice(0, all.length / 2));
    const { code, stdout } = await snap([at("fleet.csv"), "-o", at("part.ndjson"), "--stream", "--resume"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/(?:99|100) tracks answered in .*; (?:100|101) were there before\.\n$/)]);
    expect(readFileSync(at("part.ndjson"), "utf8") === all).toBe(true);
  });

  it.each([
    [["--to", "geojson"], 2, "--stream reads one CSV, NDJSON, GPX or GeoJSON and writes NDJSON"],
    [["-o", "folder/"], 2, "--stream reads one CSV"],
    [["-o", "x.csv", "--html", "x.html"], 2, "without --html."],
    [["-o", "x.csv", "--resume"], 2, "--resume goes on with -o FILE.ndjson"],
    [["--to", "csv", "--columns", "length=x"], 2, "which is not known; fields are lon, lat, time"],
    [["--to", "csv", "--columns", "lon"], 2, '"lon" must be FIELD=COLUMN, as in lon=Este,lat=Norte'],
    [["--to", "csv", "--columns", "lon=x,lat=y,lon=z"], 2, '"lon" is given twice; it can be only one column.'],
    [["--to", "csv", "--columns", "__proto__=x"], 2, "which is not known; fields are lon, lat, time"],
    [["--to", "csv", "--columns", "lon=x"], 1, 'The CSV has no column "x"; its columns are'],
  ])("says what it cannot do: %j", async (argv, exit, message) => {
    const { code, stderr } = await snap([at("fleet.csv"), "--stream", ...argv]);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
  });

  it("--from csv reads a CSV below any other lines, and says so of an empty one", async () => {
    const { code, stdout } = await snap(["-", "--stream", "--to", "csv", "--from", "csv"], `[logger 7]\n${csvOf("a")}`);
    expect([code, table(stdout)]).toEqual([0, DRIVE.map(() => expect.objectContaining({ track_id: "a" }))]);
    const empty = await snap(["-", "--stream", "--to", "csv"], "\n");
    expect([empty.code, empty.stderr]).toEqual([1, "roadsnap: standard input: The input is empty: it has 1 bytes and no text.\n"]);
  });

  it("needs a CSV", async () => {
    const { code, stderr } = await snap([at("village.osm"), "--stream", "--to", "csv"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/village\.osm: --stream needs a CSV; or, with NDJSON as the output/)]);
  });
});

// NDJSON streams through `snap -` and to a file: an answer for each line, in order, whatever is wrong with some of them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/cli/program.js";
import { Recorder, roadsnap } from "../../helpers/terminal.js";
import { DRIVE, DRIVE_EXECUTE, driveLine } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";
import { answers, linesOf } from "./stream-answers.js";

const at = villageFolder();
const snap = (argv: string[], stdin: string | (string | Uint8Array)[] = "", threads = 1) =>
  roadsnap(["snap", "--roads", at("village.roads"), "--threads", String(threads), ...argv], { stdin });
const GZIPPED = gzipSync(linesOf(["a"]));
const answersIn = (name: string) => answers(readFileSync(at(name), "utf8"));

describe("snap -", () => {
  it("answers many lines in order, with the same bytes for any number of threads and however the input is divided", async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `van ${i}`);
    const whole = await snap(["-"], linesOf(ids));
    expect([whole.code, whole.stderr, answers(whole.stdout)]).toEqual([0, "", ids]);
    const cut = await snap(["-"], linesOf(ids).match(/[\s\S]{1,1000}/g) as string[], 3);
    expect(cut.stdout === whole.stdout).toBe(true);
  });

  it.each<[string, string[], string | (string | Uint8Array)[], (string | null)[], number]>([
    ["the last line has no end", [], driveLine("a"), ["a"], 0],
    ["line ends are those of Windows", [], `${driveLine("a")}\r\n${driveLine("b")}\r\n`, ["a", "b"], 0],
    ["there are blank lines", [], `\n \n${driveLine("a")}\n\n${driveLine("b")}\n\n`, ["a", "b"], 0],
    ["it is gzipped", [], [gzipSync(linesOf(["a"])), gzipSync(linesOf(["b"]))], ["a", "b"], 0],
    ["it is gzipped and its first byte arrives alone", [], [GZIPPED.subarray(0, 1), GZIPPED.subarray(1)], ["a"], 0],
    ["the first line is cut short", [], `${driveLine("a").slice(0, 40)}1\n${linesOf(["b"])}`, ["!null", "b"], 1],
    ["the first line is cut short after a comma", [], `{"id":"x","points":[[8.0005,50],\n${linesOf(["b"])}`, ["!null", "b"], 1],
    ["the first line is an object without a track", [], `{"id":"x"}\n${linesOf(["b"])}`, ["!x", "b"], 1],
    ["the first line is not JSON, with --from ndjson", ["--from", "ndjson"], `oops\n${linesOf(["b"])}`, ["!null", "b"], 1],
    ["the first line is null", [], `null\n${linesOf(["b", "c"])}`, ["!null", "b", "c"], 1],
    ["the first line is an empty list", [], `[]\n${linesOf(["b"])}`, ["!null", "b"], 1],
    ["the first line is an open brace", [], `{\n${linesOf(["b"])}`, ["!null", "b"], 1],
    ["the first line is an open bracket", [], `[\n${linesOf(["b", "c"])}`, ["!null", "b", "c"], 1],
    ["the first line is a message of the exporter", [], ["starting ", "export...\n", ...linesOf(["b", "c"])], ["!null", "b", "c"], 1],
    [
      "there is a point a line and the first is bad",
      ["--gap", "600"],
      `null\n{"id":"b","lon":8.0005,"lat":50,"time":1}\n`,
      ["!null", "b"],
      1,
    ],
    [
      "there is a point a line and the first is a broken object",
      ["--gap", "600"],
      `{"vehicle":"b","lon":NaN,"lat":50,"time":1}\n{"id":"b","lon":8.0005,"lat":50,"time":1}\n`,
      ["!null", "b"],
      1,
    ],
    [
      "the input is divided inside a character",
      [],
      [Buffer.from(linesOf(["é"])).subarray(0, 8), Buffer.from(linesOf(["é"])).subarray(8)],
      ["é"],
      0,
    ],
    ["a line kills a worker", [], linesOf(["a", "exit", "b"]), ["a", "!exit", "b"], 1],
    ["there is no input, with --from ndjson", ["--from", "ndjson"], "", [], 0],
  ])("answers each line if %s", async (_, argv, stdin, expected, exit) => {
    const { code, stdout, stderr } = await snap(["-", ...argv], stdin);
    expect([answers(stdout), code]).toEqual([expected, exit]);
    const sentences = stderr.split("\n").slice(0, -1);
    expect(sentences).toHaveLength(exit === 0 ? 0 : 2);
    if (exit !== 0) expect(sentences[1]).toMatch(/^roadsnap: standard input: 1 of \d (lines|tracks) could not be snapped\.$/);
  });

  it.each<[string, string, (string | null)[]]>([
    ["a list over several lines", `[\n${driveLine("a")}\n]\n`, ["a"]],
    ["a list in one line", `[${driveLine("a")},${driveLine("b")}]\n`, ["a", "b"]],
    [
      "a document with a feature a line",
      `{"type":"FeatureCollection","features":[\n${JSON.stringify({ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: DRIVE.map(([lon, lat]) => [lon, lat]) } })}\n]}\n`,
      [null],
    ],
    ["a CSV below lines of its logger", `"My logger"\nlon,lat\n${DRIVE.map(([lon, lat]) => `${lon},${lat}\n`).join("")}`, [null]],
  ])("reads %s as a whole, since it is no stream", async (_, input, ids) => {
    const { code, stdout } = await snap(["-"], input);
    expect([code, answers(stdout)]).toEqual([0, ids]);
  });

  it("refuses an endless input that is neither tracks nor a CSV by its beginning", async () => {
    let read = 0;
    const endless = async function* () {
      for (yield Buffer.from("starting export...\n"); ; read++) yield Buffer.from("no track\n".repeat(100));
    };
    const [stdin, stdout, stderr] = [Readable.from(endless()), new Recorder(), new Recorder()];
    expect(await run(["snap", "-", "--roads", at("village.roads")], { stdin, stdout, stderr })).toBe(1);
    expect([stdout.text, stderr.text]).toEqual([
      "",
      "roadsnap: standard input: The CSV has no longitude and latitude columns: its first row is starting export...; its cells must be separated by commas, semicolons, tabs or bars; if it is NDJSON, give --from ndjson.\n",
    ]);
    expect(read).toBeLessThan(200);
  });

  it("reads lines, and points in lines, with given names, all of which the first readable line must have", async () => {
    const points = DRIVE.map(([este, norte, s]) => ({ este, norte, aika: 1_714_982_400 + s }));
    const lines = ["a", "b"].map((fahrer) => `${JSON.stringify({ fahrer, points })}\n`).join("");
    const each = ["a", "b"].flatMap((fahrer) => points.map((point) => `${JSON.stringify({ fahrer, ...point })}\n`)).join("");
    const columns = ["--columns", "lon=este,lat=norte,time=Aika,track_id=fahrer"];
    const facts = (text: string) =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line).lines.map(({ line_id, ...line }: { line_id: number }) => line));
    const known = facts((await snap(["-"], linesOf(["a", "b"]))).stdout);
    for (const input of [lines, each, [each.slice(0, 99), each.slice(99)]])
      for (const more of [[], ["--gap", "600"]]) {
        const { code, stdout } = await snap(["-", "--from", "ndjson", ...columns, ...more], input);
        expect([code, answers(stdout), facts(stdout)]).toEqual([0, ["a", "b"], known]);
      }
    for (const input of [lines, `oops\n${lines}`])
      expect(await snap(["-", "--from", "ndjson", "--columns", "lon=este,lat=norte,time=zeit"], input)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/standard input: No member of line \d is called "zeit"; there are "este", "norte", "aika"\.\n$/),
      });
    expect(await snap(["-", "--columns", "lon=itä,lat=norte"], each)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: 'roadsnap: standard input: No member of line 1 is called "itä"; there are "fahrer", "este", "norte", "aika".\n',
    });
    expect(await snap(["-", "--from", "ndjson", "--columns", "date=aika,time=zeit"], lines)).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("only a CSV can have them in separate columns"),
    });
    const later = await snap(["-", ...columns], `${lines}{"id":"c","points":[[8.0005,50],[8.0025,50]]}\n`);
    expect([later.code, answers(later.stdout), later.stderr]).toEqual([
      0,
      ["a", "b", "c"],
      expect.stringContaining("No member of line 3 is called"),
    ]);
  });

  it.each([
    ["a line that is no point", { log: "v2" }],
    ["a track without points", { fahrer: "z", points: [] }],
    ["positions, which have no names", { id: "z", points: [[8.0005, 50]] }],
    ["a point without a speed", { fahrer: "z", points: [{ este: 8.0005, norte: 50, aika: 1_700_000_000 }] }],
  ])("continues after a first line without all given names: %s", async (_, first) => {
    const points = DRIVE.map(([este, norte, s]) => ({ este, norte, aika: 1_714_982_400 + s, tempo: 36 }));
    const input = `${JSON.stringify(first)}\n${JSON.stringify({ fahrer: "a", points })}\n`;
    const columns = "lon=este,lat=norte,time=aika,track_id=fahrer,speed_kmh=tempo";
    const { stdout } = await snap(["-", "--from", "ndjson", "--columns", columns], input);
    const [, line] = stdout.trim().split("\n");
    expect(JSON.parse(line)).toMatchObject({ id: "a", lines: expect.arrayContaining([expect.anything()]) });
  });

  it("has nothing to answer for an empty .ndjson file, such as a part of one that was split", async () => {
    writeFileSync(at("part.ndjson"), "");
    const { code, stderr } = await snap([at("part.ndjson"), "-o", at("part.out.ndjson"), "--resume"]);
    expect([code, stderr, readFileSync(at("part.out.ndjson"), "utf8")]).toEqual([0, "", ""]);
  });

  it("--max-points answers a line with more points with an error, and does the same with --resume", async () => {
    const input = `${linesOf(["a"])}${JSON.stringify({ id: "b", points: [...DRIVE, ...DRIVE] })}\n${linesOf(["c"])}`;
    for (let run = 0; run < 2; run++) {
      const { code, stderr } = await snap(["-", "-o", at("most.ndjson"), "--resume", "--max-points", "7", "-q"], input);
      expect([code, answersIn("most.ndjson")]).toEqual([1, ["a", "!b", "c"]]);
      if (run === 0) expect(stderr).toContain("Line 2: The input has more than 7 points, the most that --max-points allows.\n");
    }
    expect((await snap(["-", "--max-points", "14"], input)).code).toBe(0);
    expect((await snap(["-", "--max-points", "0"], input)).stderr).toContain("n must be a whole number from 1");
  });

  it("prints a few messages about lines, and how many more there would be", async () => {
    const { stderr } = await snap(["-"], `${linesOf(["a"])}${"{}\n".repeat(50)}`);
    const sentences = stderr.trim().split("\n");
    expect(sentences).toHaveLength(22);
    expect(sentences.slice(20)).toEqual([
      "roadsnap: standard input: 30 more warnings and errors are left out.",
      "roadsnap: standard input: 50 of 51 lines could not be snapped.",
    ]);
  });

  it.each<[string, number[], string]>([
    ["packed", [0x28, 0xb5, 0x2f, 0xfd, 4, 10, 10, 10], "The stream is a Zstandard file; unpack it first, or pack it as gzip."],
    ["a PBF", [0, 0, 0, 13, 10, 9, 10, 10], "The stream is an OSM PBF file, which is not text."],
  ])("says in one sentence that its input is %s", async (_, bytes, sentence) => {
    const { code, stdout, stderr } = await snap(["-", "--from", "ndjson"], [Uint8Array.from(bytes)]);
    expect([code, stdout, stderr]).toEqual([1, "", `roadsnap: standard input: ${sentence}\n`]);
  });

  it("writes a complete file", async () => {
    const { code, stdout } = await snap(["-", "-o", at("whole.ndjson")], linesOf(["a", "b"]));
    expect([code, answersIn("whole.ndjson")]).toEqual([0, ["a", "b"]]);
    expect(stdout).toMatch(/whole\.ndjson: 2 lines answered in (\d+ ms|\d+\.\d s|\d+ min \d+ s)\.\n$/);
  });

  it.each<[string, Uint8Array]>([
    ["damaged", gzipSync(linesOf(["a", "b"])).fill(0xff, 60, 70)],
    ["cut short", gzipSync(linesOf(["a", "b"])).subarray(0, 100)],
  ])("leaves the old file, and no other, if gzip data is %s", async (_, stdin) => {
    writeFileSync(at("kept.ndjson"), "old\n");
    const before = readdirSync(at());
    const { code, stderr } = await snap(["-", "--from", "ndjson", "-o", at("kept.ndjson")], [stdin]);
    expect([code, stderr]).toEqual([1, "roadsnap: standard input: The gzip data is damaged or cut short: it cannot be unpacked.\n"]);
    expect([readFileSync(at("kept.ndjson"), "utf8"), readdirSync(at())]).toEqual(["old\n", before]);
  });
});

describe("snap FILE to NDJSON", () => {
  const unread = `${linesOf(["a"])}oops\n${linesOf(["a", "b"])}`;
  const point = `${JSON.stringify({ lon: 8.0005, lat: 50 })}\n`;
  const feature = `${JSON.stringify({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [8.0005, 50] } })}\n`;

  it.each<[string, string, string | Uint8Array, string[]]>([
    ["named .ndjson", "same.ndjson", unread, []],
    ["named .jsonl.gz", "same.jsonl.gz", gzipSync(unread), []],
    ["that begins with a track", "same.txt", unread, []],
    ["with --from ndjson", "said.txt", `oops\n${unread}`, ["--from", "ndjson"]],
    ["named .ndjson with a bad first line", "bad.ndjson", `{"id":"x"}\n${unread}`, []],
  ])("gives the same as from standard input for a file %s", async (_, name, content, argv) => {
    writeFileSync(at(name), content);
    const { code, stdout, stderr } = await snap([at(name), "-o", at("same.out.ndjson"), "-q", ...argv]);
    const stream = await snap(["-", "--from", "ndjson"], [typeof content === "string" ? Buffer.from(content) : content]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(stream.stderr.replaceAll("standard input", at(name)));
    expect(readFileSync(at("same.out.ndjson"), "utf8")).toBe(stream.stdout);
    expect(answers(stream.stdout)).toContain("!null");
  });

  it.each<[string, string, string | Uint8Array, (string | null)[]]>([
    ["a point a line", "points.ndjson", point.repeat(3), [null]],
    ["a GeoJSON point a line", "points.geojsonl", feature.repeat(3), [null]],
    ["a list", "list.ndjson", `[${driveLine("a")},${driveLine("a")}]`, ["a"]],
    ["one document in a line", "request.json", gzipSync(DRIVE_EXECUTE), [null]],
  ])("reads %s as a whole", async (_, name, content, ids) => {
    writeFileSync(at(name), content);
    const { code, stdout, stderr } = await snap([at(name), "-o", at("whole.ndjson")]);
    expect([code, stderr, answersIn("whole.ndjson")]).toEqual([0, "", ids]);
    expect(stdout).toMatch(new RegExp(`${name} +1 `));
  });

  it("reports lines that are not read, and exits like a stream, also for one of several files", async () => {
    writeFileSync(at("unread.ndjson"), unread);
    writeFileSync(at("good.ndjson"), linesOf(["a"]));
    const { code, stdout, stderr } = await snap([at("unread.ndjson"), at("good.ndjson"), "-o", at("several.ndjson"), "-q"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`roadsnap: ${at("unread.ndjson")}: 1 line is not read. Line 2 is not valid JSON: "oops".\n`);
    expect(answersIn("several.ndjson")).toHaveLength(3);
  });

  it("names the file in an error about it, also if it is read as a whole", async () => {
    writeFileSync(at("damaged.gz"), gzipSync(DRIVE_EXECUTE).subarray(0, 100));
    const { code, stderr } = await snap([at("damaged.gz"), "-o", at("no.ndjson")]);
    expect([code, stderr]).toEqual([1, `roadsnap: ${at("damaged.gz")}: The gzip data is damaged or cut short: it cannot be unpacked.\n`]);
  });
});

// NDJSON streams through `snap -` and `--resume`: an answer for each line, in order, whatever is wrong with some of them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/cli/program.js";
import { growingSink } from "../../../src/cli/snap/output.js";
import { Recorder, roadsnap } from "../../helpers/terminal.js";
import { DRIVE, DRIVE_EXECUTE, driveLine, VILLAGE_OSM } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

const at = villageFolder();
const snap = (argv: string[], stdin: string | (string | Uint8Array)[] = "", threads = 1) =>
  roadsnap(["snap", "--roads", at("village.roads"), "--threads", String(threads), ...argv], { stdin });
const linesOf = (ids: readonly string[]) => ids.map((id) => `${driveLine(id)}\n`).join("");
const GZIPPED = gzipSync(linesOf(["a"]));
/** The ids of the answers; those of errors have a `!`. */
const answers = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .map(({ id, error }) => (error === undefined ? id : `!${id}`));
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

describe("--resume", () => {
  const out = at("out.ndjson");
  const resume = (stdin: string) => snap(["-", "-o", out, "--resume"], stdin);

  it.each<[string, string, string, (string | null)[]]>([
    ["no output yet", "", "", ["a", "b", "c"]],
    ["a complete output", "abc", "", ["a", "b", "c"]],
    ["the first answers", "a", "", ["a", "b", "c"]],
    ["a last line that is cut short", "a", `{"id":"b","points":[{"lon":8.00`, ["a", "b", "c"]],
    ["only a line that is cut short", "", `{"id":"a"`, ["a", "b", "c"]],
    ["a last line that ends in zero bytes", "a", `{"id":"b","po${"\0".repeat(4096)}`, ["a", "b", "c"]],
    ["zero bytes in place of the last lines", "ab", "\0".repeat(4096), ["a", "b", "c"]],
    ["answers in another order", "b", "", ["b", "a", "c"]],
  ])("continues after %s", async (_, there, cut, expected) => {
    const { stdout } = await snap(["-", "--from", "ndjson"], linesOf([...there]));
    writeFileSync(out, stdout + cut);
    const whole = await snap(["-"], linesOf(["a", "b", "c"]));
    const { code, stdout: said } = await resume(linesOf(["a", "b", "c"]));
    expect([code, answersIn("out.ndjson")]).toEqual([0, expected]);
    if (there !== "b") expect(readFileSync(out, "utf8")).toBe(whole.stdout);
    expect(said).toContain(there === "" ? `${3} lines answered` : `; ${there.length} were there before.`);
  });

  it("counts ids that come several times, tracks without one or without points, and lines that have an error", async () => {
    const unnamed = JSON.stringify({ points: DRIVE });
    const input = `${linesOf(["a"])}${unnamed}\n{}\n${linesOf(["a"])}${unnamed}\n{}\n{"id":"b"}\n{"id":"c","points":[]}\n`;
    const whole = await snap(["-"], input);
    expect(answers(whole.stdout)).toEqual(["a", null, "!null", "a", null, "!null", "!b", "c"]);
    for (let there = 0; there <= 8; there++) {
      writeFileSync(
        out,
        whole.stdout
          .split("\n")
          .slice(0, there)
          .map((line) => `${line}\n`)
          .join(""),
      );
      expect((await resume(input)).stderr).not.toMatch(/belongs? to no track/);
      expect(readFileSync(out, "utf8")).toBe(whole.stdout);
    }
  });

  it("skips a line that killed a worker, recognised by its beginning", async () => {
    const input = `${JSON.stringify({ points: DRIVE, id: "exit" })}\n${linesOf(["a"])}`;
    writeFileSync(out, "");
    for (let run = 0; run < 2; run++) {
      expect((await resume(input)).code).toBe(1);
      expect(answersIn("out.ndjson")).toEqual(["!null", "a"]);
    }
  });

  it("keeps the line numbers of the input", async () => {
    writeFileSync(out, (await snap(["-"], linesOf(["a"]))).stdout);
    await resume(`${linesOf(["a"])}\n{}\n`);
    expect(JSON.parse(readFileSync(out, "utf8").trim().split("\n")[1])).toMatchObject({ line: 3 });
  });

  /** The drive from one of its fixes on. */
  const driveFrom = (first: number, id?: string) => `${JSON.stringify({ id, points: DRIVE.slice(first) })}\n`;

  it.each([
    ["with the same id", "van"],
    ["without an id", undefined],
  ])("distinguishes tracks %s after errors were removed to be tried again", async (_, id) => {
    const { stdout } = await snap(["-"], `{"points":7}\n${driveFrom(1, id)}`);
    writeFileSync(out, stdout.split("\n").slice(1).join("\n"));
    const mended = `${driveFrom(0, id)}${driveFrom(1, id)}`;
    await resume(mended);
    const whole = (await snap(["-"], mended)).stdout.split("\n");
    expect(readFileSync(out, "utf8")).toBe([whole[1], whole[0], ""].join("\n"));
  });

  it("repeats a line that was cut off in the middle, and not a later one", async () => {
    const feature = (track_id: string, i: number) => ({ attributes: { track_id }, geometry: { x: DRIVE[i][0], y: DRIVE[i][1] } });
    const input = [["a", "b"], ["a"]].map((ids, line) => `${JSON.stringify({ features: ids.map((id) => feature(id, line)) })}\n`).join("");
    const [a, b, again] = (await snap(["-"], input)).stdout.split("\n");
    writeFileSync(out, `${a}\n${b.slice(0, 30)}`);
    await resume(input);
    expect(readFileSync(out, "utf8")).toBe([a, a, b, again, ""].join("\n"));
  });

  it("skips a line of several tracks only if all of them are there", async () => {
    const feature = (track_id: string) => ({ attributes: { track_id }, geometry: { x: 8.0005, y: 50 } });
    const input = `${JSON.stringify({ features: [feature("a"), feature("b")] })}\n${JSON.stringify({ features: [feature("c"), feature("d")] })}\n`;
    const { stdout } = await snap(["-"], input);
    writeFileSync(
      out,
      stdout
        .split("\n")
        .slice(0, 3)
        .map((line) => `${line}\n`)
        .join(""),
    );
    await resume(input);
    expect(answersIn("out.ndjson")).toEqual(["a", "b", "c", "c", "d"]);
  });

  it.each([
    ["another mode", () => ["--mode", "walking"]],
    ["another accuracy", () => ["--accuracy", "30"]],
    [
      "other roads",
      () => {
        writeFileSync(at("other.osm"), VILLAGE_OSM.replace("High Street", "Low Street"));
        return ["--roads", at("other.osm")];
      },
    ],
  ])("does not continue with %s than those of the existing answers", async (_, argv) => {
    const nowhere = `${JSON.stringify({ id: "far", points: [[9, 51]] })}\n`;
    const input = `${nowhere}{}\n${linesOf(["a", "b"])}`;
    const there = (await snap(["-"], `${nowhere}{}\n${linesOf(["a"])}`)).stdout;
    writeFileSync(out, there);
    const given = argv();
    const roads = given[0] === "--roads" ? [] : ["--roads", at("village.roads")];
    const { code, stderr } = await roadsnap(["snap", ...roads, ...given, "--threads", "1", "-", "-o", out, "--resume"], { stdin: input });
    const sentence =
      "Line 3 has another answer in the output than these roads and options give; --resume goes on only with those it was begun with.";
    expect([code, stderr]).toEqual([1, `roadsnap: standard input: ${sentence}\n`]);
    expect(readFileSync(out, "utf8")).toBe(there);
  });

  it("recognises a track of a line of several, and a long track by the part that it keeps", async () => {
    const feature = (track_id: string, i: number) => ({ attributes: { track_id }, geometry: { x: DRIVE[i][0], y: DRIVE[i][1] } });
    const two = `${JSON.stringify({ features: [feature("a", 0), feature("b", 1)] })}\n`;
    const long = `${JSON.stringify({ id: "é".repeat(9), points: Array.from({ length: 1000 }, (_, i) => [8.0005 + i / 1e6, 50]) })}\n`;
    for (const line of [two, long]) {
      writeFileSync(out, (await snap(["-"], line)).stdout);
      expect((await resume(line + linesOf(["c"]))).code).toBe(0);
      expect(answersIn("out.ndjson").at(-1)).toBe("c");
    }
  });

  const glued = (cut: number) => (a: string, b: string) => `${a.slice(0, cut)}${b}`;
  it.each<[string, (a: string, b: string, before: number) => string]>([
    ["was cut short before the next one", glued(1000)],
    ["was cut short in its first fix", glued(30)],
    ["lacks only its last character", glued(-1)],
    ["lacks only its line end", (a, b) => a + b],
    ["was cut short before an error", (a) => `${a.slice(0, 1000)}{"id":"x","error":"Line 7 is no track.","line":7}`],
    ["was cut short, with nothing after it", (a) => a.slice(0, 1000)],
    ["has zeros at its end", (a) => `${a.slice(0, -100)}${"\0".repeat(100)}`],
    ["has zeros before its end", (a) => `${a.slice(0, -100)}${"\0".repeat(50)}${a.slice(-50)}`],
    ["was cut short where two pieces of the file meet", (a, b, before) => `${a.slice(0, 1000).padEnd((1 << 20) - before - 10)}${b}`],
  ])("does not change an output with an answer that %s", async (_, damage) => {
    const [a, b, c] = (await snap(["-"], linesOf(["a", "b", "c"]))).stdout.split("\n");
    const damaged = `${c}\n${damage(a, b, c.length + 1)}\n${b}\n`;
    writeFileSync(out, damaged);
    const { code, stderr } = await resume(linesOf(["a", "b", "c"]));
    const sentence = `roadsnap: ${out}: Line 2 is not a whole answer; delete the line, and --resume answers its track again.\n`;
    expect([code, stderr]).toEqual([1, sentence]);
    expect(readFileSync(out, "utf8")).toBe(damaged);
  });

  it("recognises its own answers, whatever their fields are called", async () => {
    const points = DRIVE.map(([lon, lat]) => ({ id: "x", lon, lat, points: [1], line: { id: "y", error: '","points":[{"lon":1' } }));
    const input = `${JSON.stringify({ id: "a", points })}\n${linesOf(["b"])}`;
    writeFileSync(out, (await snap(["-"], input)).stdout);
    expect((await resume(input)).code).toBe(0);
    expect(answersIn("out.ndjson")).toEqual(["a", "b"]);
  });

  it("recognises its own answers, whatever their lines contain besides", async () => {
    const more = { driver: "Ann", route: { id: 1, points: [{ lon: 7.4, lat: 43.7 }] }, note: 'a "{' };
    const input = ["a", "b", "c"].map((id) => `${JSON.stringify({ ...JSON.parse(driveLine(id)), ...more })}\n`).join("");
    const whole = (await snap(["-"], input)).stdout;
    for (const share of [0.2, 0.5, 0.8, 1]) {
      writeFileSync(out, whole.slice(0, share * whole.length));
      expect((await resume(input)).code).toBe(0);
      expect(readFileSync(out, "utf8")).toBe(whole);
    }
  });

  it("recognises its own answers with ids of any length", async () => {
    const ids = ["a", "é".repeat(70_000), 'quoted "id" '.repeat(100_000), "b"];
    const input = `${linesOf(ids)}{"id":"${"x".repeat(70_000)}","points":7}\n`;
    const whole = await snap(["-"], input);
    expect(answers(whole.stdout)).toEqual([...ids, `!${"x".repeat(70_000)}`]);
    const lines = whole.stdout.split(/(?<=\n)/);
    for (const there of [0, 2, 3, 5]) {
      writeFileSync(at("ids.ndjson"), lines.slice(0, there).join(""));
      const { stdout } = await snap(["-", "-o", at("ids.ndjson"), "--resume"], input);
      expect(stdout).toContain(`${5 - there} lines answered`);
      expect(readFileSync(at("ids.ndjson"), "utf8") === whole.stdout).toBe(true);
    }
  });

  it("reports answers in an output that the input does not ask for", async () => {
    writeFileSync(out, (await snap(["-"], linesOf(["a", "b"]))).stdout);
    const { code, stderr } = await resume(linesOf(["c", "a"]));
    expect([code, answersIn("out.ndjson")]).toEqual([1, ["a", "b", "c"]]);
    expect(stderr).toBe(
      `roadsnap: standard input: 1 answer in ${out} belongs to no track of this input: was the file begun with another input, or other options?\n`,
    );
  });

  it("does not confuse two errors, one of which is incomplete", async () => {
    const errors = `{"id":"a","error":"Line 1 is{"id":"b","error":"Line 2 is no track.","line":2}\n`;
    writeFileSync(out, errors);
    expect((await resume(linesOf(["a", "b"]))).stderr).toContain("Line 1 is not an answer of snap");
    expect(readFileSync(out, "utf8")).toBe(errors);
  });

  it.skipIf(process.platform === "win32")("refuses a pipe, which it would read for ever", async () => {
    execFileSync("mkfifo", [at("pipe.ndjson")]);
    const { code, stderr } = await snap(["-", "-o", at("pipe.ndjson"), "--resume"], linesOf(["a"]));
    const sentence = `roadsnap: ${at("pipe.ndjson")}: This is a pipe, a device or a folder; --resume can go on with a file only.\n`;
    expect([code, stderr]).toEqual([1, sentence]);
  });

  it("does not change a file to which another run has written meanwhile", async () => {
    const there = (await snap(["-"], linesOf(["a"]))).stdout;
    writeFileSync(out, there);
    const begun = { size: there.length, end: there.length };
    const [one, other] = [await growingSink(out, begun), await growingSink(out, begun)];
    await one.write(Buffer.from("1\n"));
    const sentence = `${out}: Another process has written to it meanwhile; only one --resume can go on with a file at a time.`;
    await expect(other.write(Buffer.from("1\n"))).rejects.toThrow(sentence);
    await other.giveUp();
    await expect(growingSink(out, begun)).rejects.toThrow(sentence);
    await one.write(Buffer.from("2\n"));
    await one.finish();
    expect(readFileSync(out, "utf8")).toBe(`${there}1\n2\n`);
  });

  it("ends like a run that was never interrupted: with exit code 1 if an existing answer is an error", async () => {
    const input = `{"id":"x"}\n${linesOf(["a"])}`;
    writeFileSync(out, "");
    expect((await resume(input)).code).toBe(1);
    const { code, stdout: said } = await resume(input);
    expect(said).toContain("; 2 were there before, 1 of them could not be snapped.");
    expect(code).toBe(1);
  });

  it("reads a file too, gzipped or not", async () => {
    writeFileSync(at("tracks.ndjson"), linesOf(["a", "b"]));
    writeFileSync(at("tracks.ndjson.gz"), gzipSync(linesOf(["a", "b", "c"])));
    writeFileSync(out, "");
    expect((await snap([at("tracks.ndjson"), "-o", out, "--resume", "-q"])).stdout).toBe("");
    expect(answersIn("out.ndjson")).toEqual(["a", "b"]);
    await snap([at("tracks.ndjson.gz"), "-o", out, "--resume"]);
    expect(answersIn("out.ndjson")).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["with", "some,other,file\n"],
    ["without", "some,other,file"],
  ])("does not change a file of another kind, %s a line end at its end", async (_, line) => {
    const strange = `${(await snap(["-"], linesOf(["a"]))).stdout}${line}`;
    writeFileSync(out, strange);
    const { code, stderr } = await resume(linesOf(["a"]));
    expect([code, stderr]).toEqual([1, `roadsnap: ${out}: Line 2 is not an answer of snap; --resume goes on only with its own output.\n`]);
    expect(readFileSync(out, "utf8")).toBe(strange);
  });

  it.each<[string, string[], number, RegExp]>([
    ["standard output", ["-"], 2, /--resume goes on with -o FILE\.ndjson/],
    ["another form", ["-", "-o", "out.gpx"], 2, /--resume goes on with -o FILE\.ndjson/],
    ["several inputs", ["a.ndjson", "b.ndjson", "-o", "out.ndjson"], 2, /from one NDJSON with a track a line/],
    ["a page", ["-", "-o", "out.ndjson", "--html", "page.html"], 2, /without --html/],
  ])("is refused with %s", async (_, argv, exit, sentence) => {
    const { code, stdout, stderr } = await snap(["--resume", ...argv.map((arg) => (arg.includes(".") ? at(arg) : arg))]);
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toMatch(sentence);
  });

  it.each([
    ["a point a line", DRIVE.map(([lon, lat]) => `${JSON.stringify({ lon, lat })}\n`).join("")],
    ["CSV", "lon,lat\n8,50\n"],
    ["nothing", ""],
  ])("is refused for %s", async (_, stdin) => {
    const { code, stderr } = await snap(["-", "-o", at("no.ndjson"), "--resume"], stdin);
    expect([code, stderr]).toEqual([1, "roadsnap: standard input: --resume needs NDJSON with a track a line.\n"]);
    expect(readdirSync(at())).not.toContain("no.ndjson");
  });
});

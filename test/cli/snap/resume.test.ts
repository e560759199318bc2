// `roadsnap snap --resume` into a file: it goes on where an earlier run stopped.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { growingSink } from "../../../src/cli/snap/output.js";
import { readAnswered } from "../../../src/cli/snap/resume.js";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE, driveLine, VILLAGE_OSM } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";
import { answers, linesOf } from "./stream-answers.js";

const at = villageFolder();
const snap = (argv: string[], stdin: string | (string | Uint8Array)[] = "", threads = 1) =>
  roadsnap(["snap", "--roads", at("village.roads"), "--threads", String(threads), ...argv], { stdin });
const answersIn = (name: string) => answers(readFileSync(at(name), "utf8"));

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

  it("finds the end of a line that is the first byte of a piece", async () => {
    const error = (id: string, line: number) => `{"id":"${id}","error":"It is no track.","line":${line}}\n`;
    const first = error("a".repeat((1 << 20) - error("", 1).length + 1), 1);
    writeFileSync(out, `${first}${error("b", 2)}`);
    const { lines, refused, end, size } = await readAnswered(out);
    expect([first.length, lines, refused, size - end]).toEqual([(1 << 20) + 1, 2, 2, 0]);
  });

  it.each([
    ["nothing special", "x"],
    ["quotes and backslashes", '"\\'],
    ["what ends an id", '","'],
    ["backslashes", "\\"],
  ])("reads ids of megabytes, of %s", async (_, part) => {
    const answer = JSON.stringify({ id: part.repeat(10_000_000 / part.length), points: [], lines: [], violations: [] });
    writeFileSync(out, `${answer}\n${answer}\n{"id":"b"`);
    const { lines, refused, end, size, keys } = await readAnswered(out);
    expect([lines, refused, size - end]).toEqual([2, 0, 9]);
    expect([1, 2, 3].map(() => keys.take(`${answer.slice(6, answer.indexOf(',"points"'))}  `))).toEqual([true, true, false]);
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

  it("goes on after tracks that begin with the same fix, of which the first has no point on a road", async () => {
    const place = [0, 0];
    const input = [[place], [place, ...DRIVE], [place, ...DRIVE, ...DRIVE]].map((points) => `${JSON.stringify({ points })}\n`).join("");
    const { stdout } = await snap(["-"], input);
    writeFileSync(out, `${stdout.split("\n").slice(0, 2).join("\n")}\n`);
    expect((await resume(input)).code).toBe(0);
    expect(readFileSync(out, "utf8")).toBe(stdout);
    expect((await snap(["-", "-o", out, "--resume", "--mode", "walking"], input)).stderr).toContain("Line 2 has another answer");
  });

  it("takes an error for the answer to its line, and not that of a like track behind it", async () => {
    const line = `${JSON.stringify({ features: DRIVE.map(([x, y]) => ({ attributes: { track_id: "a" }, geometry: { x, y } })) })}\n`;
    const there = `{"id":"a","error":"Line 1 could not be snapped.","line":1}\n${(await snap(["-"], line)).stdout}`;
    writeFileSync(out, there);
    const { code, stderr } = await resume(line + line);
    expect([code, stderr, readFileSync(out, "utf8")]).toEqual([1, "", there]);
    expect((await snap(["-", "-o", out, "--resume", "--mode", "walking"], line + line)).stderr).toContain("Line 2 has another answer");
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
    ["has zeros up to where two pieces of the file meet", (a, _, before) => `${a.slice(0, -1).padEnd((1 << 20) - before, "\0")}}`],
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

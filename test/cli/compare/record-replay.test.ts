// `roadsnap record` and `roadsnap replay`: fixtures from a service, and the same requests again.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal } from "../../compare/responses.js";
import { type Answering, nobody, type Stub, stubService, villageAnswers } from "../../compare/stub-service.js";
import { roadsnap, scratch } from "../../helpers/terminal.js";
import { DRIVE_CSV, DRIVE_EXECUTE, DRIVE_GPX, VILLAGE_OSM } from "../../helpers/village.js";

const at = scratch();
const TOKEN = "s3cr3t-token";
let stub: Stub;
let answers: Answering;
let folder: string;
let folders = 0;

beforeAll(async () => {
  answers = await villageAnswers();
  stub = await stubService(answers);
  writeFileSync(at("village.osm"), VILLAGE_OSM);
  // The same roads without Mill Lane.
  writeFileSync(at("smaller.osm"), VILLAGE_OSM.replace(/ <way id="11">.*\n/, ""));
  mkdirSync(at("requests"));
  writeFileSync(at("requests/form.json"), JSON.stringify({ points: JSON.parse(DRIVE_EXECUTE), token: TOKEN }));
  writeFileSync(at("requests/trip.gpx"), DRIVE_GPX);
  writeFileSync(at("requests/sheet.csv"), DRIVE_CSV);
});
afterAll(() => {
  vi.unstubAllEnvs();
});
beforeEach(() => {
  vi.stubEnv("ROADSNAP_TOKEN", "");
  stub.answer(answers);
  stub.asked.length = 0;
  folder = at(`recorded-${folders++}`);
});

const record = (...argv: string[]) => roadsnap(["record", ...argv]);
const recordAll = (...argv: string[]) => record(at("requests"), "--service", stub.url, "--token", TOKEN, "-o", folder, ...argv);
const replay = (...argv: string[]) => roadsnap(["replay", folder, ...argv]);

describe("record", () => {
  it("says that the service failed, and fails", async () => {
    stub.answer(() => '{"error":{"code":500,"message":"Error performing operation","details":[]}}');
    const { code, stdout, stderr } = await recordAll();
    expect([code, stderr]).toEqual([1, "roadsnap: 3 answers are a failure of the service; the next run asks again.\n"]);
    expect(stdout.match(/error 500: Error performing operation/g)).toHaveLength(3);
    stub.answer(answers);
    expect((await recordAll()).code).toBe(0);
  });

  it("writes a file for each request and prints its path; no file has a token", async () => {
    const { code, stdout, stderr } = await recordAll();
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.match(/\w+\.recording\.json +\d+/g)).toHaveLength(3);
    expect(readdirSync(folder)).toEqual(["form.recording.json", "sheet.recording.json", "trip.recording.json"]);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(`${folder}/${name}`, "utf8");
      expect(text).not.toContain(TOKEN);
      expect(JSON.parse(text)).toMatchObject({ recording: 1, service: `${stub.url}/SnapToRoads/execute`, status: 200 });
      expect(Date.parse(JSON.parse(text).date)).toBeGreaterThan(Date.UTC(2024));
    }
    expect(stub.asked.every(({ form }) => form.get("token") === TOKEN)).toBe(true);
  });

  it("accepts forms in a folder too, and reports files that are no request", async () => {
    mkdirSync(at("posted"));
    writeFileSync(at("posted/curl.txt"), new URLSearchParams({ f: "json", token: TOKEN, points: DRIVE_EXECUTE }).toString());
    writeFileSync(at("posted/README"), "Requests of June.");
    const { code, stderr } = await record(at("posted"), "--roads", at("village.osm"), "-o", folder);
    expect([code, stderr]).toEqual([0, `roadsnap: ${at("posted")}: left out, because they are neither requests nor tracks: README.\n`]);
    expect(JSON.parse(readFileSync(join(folder, "curl.recording.json"), "utf8")).request).toEqual({ points: DRIVE_EXECUTE });
  });

  it("continues where it stopped: failed requests are sent again, others are not", async () => {
    stub.answer((asked, reply) => (stub.asked.length === 2 ? "<html>" : answers(asked, reply)));
    const first = await recordAll();
    expect([first.code, readdirSync(folder)]).toEqual([1, ["form.recording.json", "trip.recording.json"]]);
    expect(first.stderr).toMatch(/^roadsnap: sheet: http:.*a web page.*\nroadsnap: 1 of 3 requests could not be recorded\.\n$/);
    stub.answer(answers);
    const second = await recordAll();
    expect([second.code, readdirSync(folder).length, stub.asked.length]).toEqual([0, 3, 4]);
    expect(second.stdout.match(/there already/g)).toHaveLength(2);
    await recordAll("--again");
    expect(stub.asked).toHaveLength(7);
  });

  it.each<[string, () => Promise<string>, number]>([
    ["a token that is refused", async () => stub.url, 1],
    ["a service that does not answer", nobody, 0],
  ])("%s ends it at once", async (_, url, asked) => {
    stub.answer(() => JSON.stringify(refusal(499, "Token Required")));
    const { code, stdout, stderr } = await record(at("requests"), "-s", await url(), "-o", folder);
    expect([code, stdout, stub.asked.length]).toEqual([1, "", asked]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
    expect(stderr).toContain("3 of 3 requests could not be recorded");
  });

  it("makes golden files from roads here", async () => {
    const { code } = await record(at("requests/trip.gpx"), "--roads", at("village.osm"), "-o", folder, "-p", "return_lines=false");
    expect(code).toBe(0);
    const { service, request, response } = JSON.parse(readFileSync(`${folder}/trip.recording.json`, "utf8"));
    expect([service, request.return_lines, response.results.length]).toEqual(["village.osm", "false", 2]);
  });

  it.each<[string, string[], RegExp]>([
    ["no service", ["a.json", "-o", "x"], /Say who answers, with one --service or one --roads\./],
    ["two services", ["a.json", "-o", "x", "-s", "http://h/GPServer", "-r", "y"], /Say who answers/],
    ["standard output", ["a.json", "-s", "http://h/GPServer", "-o", "-"], /Recordings are written into a folder/],
    ["standard input twice", ["-", "-", "-s", "http://h/GPServer", "-o", "x"], /Standard input can be read once/],
    ["no folder", ["a.json", "-s", "http://h/GPServer"], /required option '-o, --output <folder>'/],
  ])("%s: exits 2 and says why", async (_, argv, reason) => {
    const { code, stderr } = await record(...argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(reason);
  });
});

describe("points far from any road", () => {
  const ELSEWHERE = DRIVE_EXECUTE.replaceAll('"x":8.', '"x":-38.');
  const WARNING = /No point could be snapped: the points lie within longitude -38\.\d+ to .*, the roads within longitude 8\.000 to /;
  const recordElsewhere = () => record(at("elsewhere.json"), "--service", stub.url, "-o", folder);
  beforeAll(() => writeFileSync(at("elsewhere.json"), JSON.stringify({ points: JSON.parse(ELSEWHERE) })));

  it("are reported when they are recorded: the warning of the answer, and that nothing is snapped", async () => {
    const { code, stdout, stderr } = await recordElsewhere();
    expect([code, stderr]).toEqual([0, expect.stringMatching(WARNING)]);
    expect(stderr).toMatch(/^roadsnap: elsewhere: .*\.\n$/);
    expect(stdout).toMatch(/^ {2}elsewhere .* 0 of 7 points snapped$/m);
    expect((await recordElsewhere()).stdout).toMatch(/there already +0 of 7 points snapped$/m);
  });

  it("may be intended, and are within tolerances when they are replayed, with a message", async () => {
    await recordElsewhere();
    const word = "roadsnap: Neither side snapped a point of elsewhere, so no places or roads were compared.\n";
    for (const argv of [[], ["--exact"]]) {
      const { code, stdout, stderr } = await replay("--roads", at("village.osm"), ...argv);
      expect([code, stderr]).toEqual([0, word]);
      expect(stdout).toMatch(/^ {2}elsewhere +7 .* the same bytes, nothing snapped$/m);
    }
  });

  it("are beyond tolerances if one side snaps them", async () => {
    await recordElsewhere();
    writeFileSync(at("moved.osm"), VILLAGE_OSM.replaceAll('lon="8.', 'lon="-38.'));
    const { code, stdout, stderr } = await replay("--roads", at("moved.osm"));
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/snapped 100\.0 %/);
  });
});

describe("replay", () => {
  it("with the same roads gives a row for each case, all within tolerances, and the same bytes with --exact", async () => {
    await recordAll();
    const [near, exact] = [await replay("--roads", at("village.osm")), await replay("--roads", at("village.osm"), "--exact")];
    expect([near.code, near.stderr, exact.code]).toEqual([0, "", 0]);
    expect(near.stdout).toContain(`A  recorded from ${stub.url}/SnapToRoads/execute\nB  village.osm\n3 of 3 are within tolerances\n`);
    expect(near.stdout.match(/^ {2}(form|sheet|trip) .* the same bytes$/gm)).toHaveLength(3);
    expect(exact.stdout).toContain("3 of 3 are the same bytes");
  });

  it("with other roads gives differences, which the table shows, and exit code 1", async () => {
    await recordAll();
    const { code, stdout } = await replay("--roads", at("smaller.osm"));
    expect(code).toBe(1);
    expect(stdout).toContain("0 of 3 are within tolerances");
    expect(stdout.match(/snapped \d+\.\d %/g)).toHaveLength(3);
  });

  it("--exact fails for other bytes that are within tolerances", async () => {
    await recordAll();
    stub.answer(await villageAnswers((text) => text.replace('"messages":[]', '"messages": []')));
    const there = await replay("--service", stub.url, "--token", TOKEN);
    const exact = await replay("--service", stub.url, "--token", TOKEN, "--exact");
    expect([there.code, exact.code]).toEqual([0, 1]);
    expect(exact.stdout).toContain("0 of 3 are the same bytes");
    expect(exact.stdout.match(/other bytes$/gm)).toHaveLength(3);
  });

  it("continues after a recording that cannot be read, or is not JSON", async () => {
    await recordAll();
    const [whole] = readdirSync(folder).filter((name) => name.startsWith("form"));
    const { response: _, ...rest } = JSON.parse(readFileSync(join(folder, whole), "utf8"));
    writeFileSync(join(folder, "a.recording.json"), "");
    writeFileSync(join(folder, "b.recording.json"), JSON.stringify({ ...rest, response_text: "<html>" }));
    const { code, stdout, stderr } = await replay("--roads", at("village.osm"));
    expect([code, stdout.includes("3 of 3 are within tolerances")]).toEqual([1, true]);
    expect(stderr).toMatch(
      /a\.recording\.json: The input is empty.*\n.*b: The recorded response is not JSON\.\n.*2 of 5 requests could not be compared\.\n$/,
    );
  });

  it("does not write over a recording", async () => {
    await recordAll();
    const [whole] = readdirSync(folder);
    const { code, stderr } = await replay("--roads", at("village.osm"), "--json", join(folder, whole));
    expect([code, stderr]).toEqual([2, expect.stringContaining("is an input of this command and is not overwritten")]);
  });

  it("replays recorded errors as errors", async () => {
    writeFileSync(at("by-url.json"), '{"points":{"url":"https://host/points?token=abcdef"}}');
    const { code: kept, stdout: told } = await record(at("by-url.json"), "-s", stub.url, "-o", folder);
    expect([kept, told]).toEqual([0, expect.stringMatching(/by-url\.recording\.json .* error 400: Unable to complete operation\. \S.*$/m)]);
    expect((await replay("--roads", at("village.osm"), "--exact")).code).toBe(0);
    stub.answer(() => JSON.stringify(refusal(400, "Invalid URL", ["Invalid URL"])));
    const { code, stdout } = await replay("--service", stub.url);
    expect([code, stdout.includes("different errors")]).toEqual([1, true]);
  });

  it("--json has every case, with its latency then and now", async () => {
    await recordAll();
    const record = JSON.parse((await replay("--roads", at("village.osm"), "--json", "-")).stdout);
    expect(record.cases.map(({ name, exact, within }: Record<string, unknown>) => [name, exact, within])).toEqual([
      ["form", true, true],
      ["sheet", true, true],
      ["trip", true, true],
    ]);
    expect([record.latency.a.answers, record.latency.b.answers]).toEqual([3, 3]);
  });

  it("reports a service without an answer once for each case, and once if it does not answer at all", async () => {
    await recordAll();
    stub.answer(() => "<html>");
    const pages = await replay("--service", stub.url);
    expect([pages.code, pages.stdout, pages.stderr.match(/: the answer is a web page/g)?.length]).toEqual([1, "", 3]);
    const gone = await replay("--service", await nobody());
    expect([gone.code, gone.stderr.match(/nothing answers/g)?.length]).toEqual([1, 1]);
  });

  it.each<[string, () => void, number, RegExp]>([
    ["a missing folder", () => {}, 1, /there is no such folder\.$/],
    ["a folder without recordings", () => mkdirSync(folder), 1, /: this folder has no file \*\.recording\.json\.$/],
    [
      "a broken recording",
      () => {
        mkdirSync(folder);
        writeFileSync(`${folder}/a.recording.json`, "{");
      },
      1,
      /a\.recording\.json: The recording ends with 1 unclosed bracket; is it cut short\?$/,
    ],
  ])("%s: exits %i with one sentence", async (_, prepare, exit, sentence) => {
    prepare();
    const { code, stderr } = await replay("--roads", at("village.osm"));
    expect(code).toBe(exit);
    expect(stderr.trimEnd()).toMatch(sentence);
  });

  it.each([[[]], [["-r", "x", "-s", "http://h/GPServer"]]])("with %j, not one service, exits 2", async (argv) => {
    expect(await replay(...argv)).toMatchObject({ code: 2, stderr: "roadsnap: Say who answers now, with one --roads or one --service.\n" });
  });
});

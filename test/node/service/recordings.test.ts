// Recordings: the contents of their files, continuing where a run stopped, and running them again.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readRecording, readRecordings, recordRequest, remoteService, replayRecording, type SnapService } from "../../../src/node/index.js";
import { type Answering, type Stub, stubService, villageAnswers } from "../../compare/stub-service.js";
import { scratch } from "../../helpers/terminal.js";
import { DRIVE_EXECUTE } from "../../helpers/village.js";

const at = scratch();
const TOKEN = "s3cr3t-token";
const DATE = "2024-05-06T08:00:00.000Z";
const REQUEST = { points: JSON.parse(DRIVE_EXECUTE), return_lines: true };
const OPTIONS = { date: DATE, token: TOKEN };
let stub: Stub;
let answers: Answering;
let service: SnapService;
let folder: string;
let folders = 0;
beforeAll(async () => {
  answers = await villageAnswers();
  stub = await stubService(answers);
  service = remoteService(stub.url, { token: TOKEN });
});
beforeEach(() => {
  stub.answer(answers);
  stub.asked.length = 0;
  folder = at(`recorded-${folders++}`);
});
const file = (name = "drive") => `${folder}/${name}.recording.json`;
const content = (name?: string) => JSON.parse(readFileSync(file(name), "utf8"));

describe("recordRequest", () => {
  it("writes request, response, service, status, latency and date into one file", async () => {
    const { path, isNew, recording } = await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    expect([path, isNew, readdirSync(folder)]).toEqual([file(), true, ["drive.recording.json"]]);
    const { response, ms, ...rest } = content();
    expect(rest).toEqual({ recording: 1, service: `${stub.url}/SnapToRoads/execute`, date: DATE, status: 200, request: REQUEST });
    expect(ms).toBeGreaterThan(0);
    expect(JSON.stringify(response)).toBe(recording.text);
    expect(await readRecording(path)).toEqual(recording);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
    expect((await readRecording(`${path}.gz`)).text).toBe(recording.text);
  });

  it("keeps the bytes of a response, even if JSON would write it differently", async () => {
    const text = '{ "results": [{"paramName": "output_snapped_points", "value": {"features": []}}], "messages": [], "n": 1.0 }';
    stub.answer(() => text);
    await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    expect(content().response_text).toBe(text);
    expect((await readRecording(file())).text).toBe(text);
  });

  it("writes no token: not of the request, not where the service repeats it, and not in an address", async () => {
    stub.answer(
      () => `{"error":{"code":400,"message":"No ${TOKEN}","details":["https://host/x?token=abcdef","\\"token\\":\\"ghijkl\\""]}}`,
    );
    const request = { ...REQUEST, token: "mine", Token: "mine", points: { url: "https://host/points?token=abcdef&f=json" } };
    await recordRequest("drive", request, service, folder, OPTIONS);
    const text = readFileSync(file(), "utf8");
    for (const secret of [TOKEN, "abcdef", "ghijkl", "mine"]) expect(text).not.toContain(secret);
    expect(content().request).toEqual({ ...REQUEST, points: { url: "https://host/points?token=***&f=json" } });
    expect(stub.asked[0].form.get("points")).toBe(JSON.stringify(request.points)); // what is sent is whole
  });

  it("continues where it stopped: the same request is not sent twice to the same service", async () => {
    await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    const before = readFileSync(file(), "utf8");
    const again = await recordRequest("drive", { ...REQUEST, token: "another" }, service, folder, { ...OPTIONS, date: "later" });
    expect([again.isNew, stub.asked.length, readFileSync(file(), "utf8")]).toEqual([false, 1, before]);
  });

  it.each<[string, (there: Stub) => Promise<unknown>]>([
    ["another request", () => recordRequest("drive", { ...REQUEST, return_lines: false }, service, folder, OPTIONS)],
    ["another service", (there) => recordRequest("drive", REQUEST, remoteService(`${there.url}/Other`), folder, OPTIONS)],
    ["the option that says so", () => recordRequest("drive", REQUEST, service, folder, { ...OPTIONS, again: true })],
  ])("records again for %s", async (_, record) => {
    await recordRequest("drive", REQUEST, service, folder, { date: "before" });
    await record(stub);
    expect([stub.asked.length, content().date]).toEqual([2, DATE]);
  });

  it.each(["../drive", "a\\b", ""])("refuses a name such as %j, which leads out of the folder or nowhere", async (name) => {
    await expect(recordRequest(name, REQUEST, service, folder, OPTIONS)).rejects.toThrow(
      "it must be the name of a file, without a folder.",
    );
  });

  it("asks again if the service failed, but not if the request was at fault", async () => {
    for (const [code, isNew] of [
      [400, false],
      [500, true],
    ] as const) {
      stub.answer(() => `{"error":{"code":${code},"message":"Error performing operation","details":[]}}`);
      await recordRequest("drive", { ...REQUEST, code }, service, folder, OPTIONS);
      stub.answer(answers);
      expect((await recordRequest("drive", { ...REQUEST, code }, service, folder, OPTIONS)).isNew).toBe(isNew);
    }
  });

  it("finds a recording that was gzipped", async () => {
    const { path, recording } = await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
    rmSync(path);
    expect(await readRecordings(folder)).toEqual([recording]);
  });

  it("leaves nothing behind without an answer, and does not change an existing file", async () => {
    stub.answer(() => "<html>");
    await expect(recordRequest("drive", REQUEST, service, folder, OPTIONS)).rejects.toThrow(/a web page/);
    expect(() => readdirSync(folder)).toThrow();
    stub.answer(answers);
    await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    const before = readFileSync(file(), "utf8");
    stub.answer(() => "<html>");
    await expect(recordRequest("drive", REQUEST, service, folder, { ...OPTIONS, again: true })).rejects.toThrow(/a web page/);
    expect([readdirSync(folder), readFileSync(file(), "utf8")]).toEqual([["drive.recording.json"], before]);
  });
});

describe("readRecordings", () => {
  it("reads the recordings of a folder by name, and no other files", async () => {
    for (const name of ["b", "a", "c"]) await recordRequest(name, REQUEST, service, folder, OPTIONS);
    writeFileSync(`${folder}/package.json`, "{}");
    expect((await readRecordings(folder)).map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it.each<[string, string, RegExp]>([
    ["text cut short", '{"recording": 1, "ser', /The recording ends inside a string/],
    ["another file", '{"results": []}', /It is not a recording of a SnapToRoads request\.$/],
    ["one of the future", '{"recording": 2}', /It is a recording of version 2; it must be of version 1\.$/],
    [
      "one without an answer",
      `{"recording": 1, "service": "x", "date": "", "status": 200, "ms": 1, "request": {}}`,
      /must have service, date, status, ms, request and response, and one of them is missing\.$/,
    ],
  ])("%s is a sentence, and is not written over", async (_, text, sentence) => {
    await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    writeFileSync(file(), text);
    await expect(readRecordings(folder)).rejects.toThrow(sentence);
    await expect(recordRequest("drive", REQUEST, service, folder, OPTIONS)).rejects.toThrow(file());
    expect(readFileSync(file(), "utf8")).toBe(text);
  });

  it("gives an error of one sentence for a folder that is missing or empty", async () => {
    await expect(readRecordings(folder)).rejects.toThrow(/there is no such folder\.$/);
    await expect(readRecordings(at())).rejects.toThrow(/: this folder has no file \*\.recording\.json\.$/);
  });
});

describe("replayRecording", () => {
  it("says that the same answer is exact, and compares another", async () => {
    const { recording } = await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    const same = await replayRecording(recording, service);
    expect([same.exact, same.comparison.within]).toEqual([true, true]);
    stub.answer(await villageAnswers((text) => text.replace('"confidence":0.9', '"confidence":0.1')));
    const other = await replayRecording(recording, service);
    expect([other.exact, other.comparison.within]).toEqual([false, false]);
    const loose = await replayRecording(recording, service, { tolerances: { confidence: 1 } });
    expect([loose.exact, loose.comparison.within]).toEqual([false, true]);
  });

  it("does not count a token that the service repeats as a difference", async () => {
    const echo = (token: string) => stub.answer(() => `{"error":{"code":400,"message":"No ${token}","details":[]}}`);
    echo(TOKEN);
    const { recording } = await recordRequest("drive", REQUEST, service, folder, OPTIONS);
    echo("other-token");
    expect((await replayRecording(recording, service, { token: "other-token" })).exact).toBe(true);
  });
});

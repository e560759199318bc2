// `roadsnap serve` as a user runs it: its address, its output, its end, and what prevents a start.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { run } from "../../src/cli/program.js";
import { Recorder, roadsnap, scratch } from "../helpers/terminal.js";
import { DRIVE_EXECUTE, VILLAGE_OSM } from "../helpers/village.js";
import { EXECUTE, form } from "./serving.js";

const at = scratch();
beforeAll(async () => {
  writeFileSync(at("village.osm"), VILLAGE_OSM);
  await roadsnap(["build", at("village.osm"), "-o", at("changed.roads"), "-q"]);
  const bytes = readFileSync(at("changed.roads"));
  bytes[bytes.length - 9] ^= 1;
  writeFileSync(at("changed.roads"), bytes);
  writeFileSync(at("no.json"), "{");
  writeFileSync(at("empty.json"), "{}");
});

/** Starts a server; `stop` sends the signal. The handler is called directly, since other handlers belong to the test runner. */
async function start(...argv: string[]) {
  const [stdout, stderr] = [new Recorder(), new Recorder()];
  const before = process.listeners("SIGTERM");
  const code = run(["serve", "--roads", at("village.osm"), "--port", "0", "--threads", "1", ...argv], {
    stdin: Readable.from([]),
    stdout,
    stderr,
  });
  const added = () => process.listeners("SIGTERM").filter((listener) => !before.includes(listener));
  await expect.poll(() => added().length).toBe(1);
  const stop = async () => {
    for (const listener of added()) listener("SIGTERM");
    return code;
  };
  onTestFinished(() => void stop());
  const url = /http:\/\/\S+:\d+/.exec(stderr.text)?.[0] ?? "";
  return { url, stdout, stderr, stop, listeners: added };
}

describe("roadsnap serve", () => {
  it("prints its address once, logs each request as a line of JSON, and ends on the signal", async () => {
    const { url, stdout, stderr, stop, listeners } = await start();
    expect(stderr.text).toBe(`${url} serves 4 road segments\n  execute  ${url}${EXECUTE}\n  token    none is asked for\n`);
    const response = await fetch(url + EXECUTE, form({ f: "json", points: DRIVE_EXECUTE, token: "secret" }));
    const answer = (await response.json()) as { results: { value: { features: object[] } }[] };
    expect(answer.results[0].value.features).toHaveLength(7);
    await expect.poll(() => stdout.text).toMatch(/\n$/);
    expect(JSON.parse(stdout.text)).toMatchObject({ method: "POST", path: EXECUTE, status: 200, points: 7 });
    expect(stdout.text).not.toContain("secret");
    expect(await stop()).toBe(0);
    expect(stderr.text).toMatch(/\nroadsnap: finishing the requests in hand; a second signal ends the server at once\.\n$/);
    expect(listeners()).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it("has the options of the service, and can be quiet", async () => {
    const { url, stdout, stderr, stop } = await start(
      "--token",
      "T",
      "--empty-lines",
      "--max-records",
      "7",
      "--max-bytes",
      "2000",
      "--quiet",
    );
    expect(stderr.text).toContain("  token    the fixed one\n");
    expect(stderr.text).not.toContain("T\n");
    const ask = async (parameters: Record<string, string>) => (await fetch(url + EXECUTE, form({ f: "json", ...parameters }))).text();
    expect(await ask({ points: DRIVE_EXECUTE })).toContain('"code":499');
    expect(await ask({ points: DRIVE_EXECUTE, token: "T" })).toContain(
      '"paramName":"output_lines","dataType":"GPFeatureRecordSetLayer","value":{}',
    );
    expect(await ask({ points: "x".repeat(2000), token: "T" })).toContain("the most this service takes is 2000");
    expect(await (await fetch(`${url}/GPServer?f=json&token=T`)).json()).toMatchObject({ maximumRecords: 7 });
    await stop();
    expect(stdout.text).toBe("");
  });

  it("drops log lines while its log is not read, and says so", async () => {
    const { url, stdout, stderr, stop } = await start();
    let waiting = 1 << 24;
    // It is looked at for each line, which may come after the answer.
    let looks = 0;
    const looked = () => {
      looks++;
      return waiting;
    };
    Object.defineProperty(stdout, "writableLength", { get: looked });
    const ask = async (path: string) => {
      const before = looks;
      await fetch(url + path);
      await expect.poll(() => looks).toBe(before + 1);
    };
    await ask("/a");
    waiting++;
    for (const path of ["/b", "/c"]) await ask(path);
    waiting = 0;
    for (const path of ["/d", "/e"]) await ask(path);
    await stop();
    const paths = stdout.text.trim().split("\n");
    expect(paths.map((line) => JSON.parse(line).path)).toEqual(["/a", "/d", "/e"]);
    expect(stderr.text.split("\n").filter((line) => line.includes("left out"))).toEqual([
      "roadsnap: Nobody reads the log on standard output; its lines are left out until somebody does.",
      "roadsnap: 2 lines were left out of the log.",
    ]);
  });

  it("reads the fixed token from the environment", async () => {
    process.env.ROADSNAP_SERVER_TOKEN = "from-the-environment";
    onTestFinished(() => void delete process.env.ROADSNAP_SERVER_TOKEN);
    const { stderr, stop } = await start();
    expect(stderr.text).toContain("the fixed one");
    expect(stderr.text).not.toContain("from-the-environment");
    await stop();
  });
});

describe("roadsnap serve does not start with", () => {
  it.each<[string, string[], number, RegExp]>([
    ["no roads", [], 2, /required option '-r, --roads <file>' not specified/],
    [
      "a public address without tokens",
      ["-r", "none.roads", "--host", "0.0.0.0"],
      2,
      /^roadsnap: The host "0\.0\.0\.0" can be reached from other machines.*\.\n$/,
    ],
    [
      "a public address, open",
      ["-r", "none.roads", "--host", "::", "--token", "T", "--open"],
      2,
      /^roadsnap: The host "::" can be reached.*\.\n$/,
    ],
    ["an invalid port", ["-r", "none.roads", "--port", "http"], 2, /port must be a whole number from 0 to 65535/],
    ["an invalid limit", ["-r", "none.roads", "--max-seconds", "0"], 2, /seconds must be a number from 0\.001/],
    ["missing roads", ["-r", at("none.roads")], 1, /^roadsnap: .*none\.roads: there is no such file\.\n$/],
    ["roads with a changed byte", ["-r", at("changed.roads")], 1, /^roadsnap: .*changed\.roads: The road file's checksum is .*\.\n$/],
    ["a missing portal file", ["-r", at("village.osm"), "--portal", at("none.json")], 1, /none\.json: there is no such file\.\n$/],
    [
      "a portal file that is not JSON",
      ["-r", at("village.osm"), "--portal", at("no.json")],
      1,
      /^roadsnap: .*no\.json: It is not valid JSON\.\n$/,
    ],
    [
      "an invalid portal file",
      ["-r", at("village.osm"), "--portal", at("empty.json")],
      1,
      /^roadsnap: .*empty\.json: organisation is missing.*\.\n$/,
    ],
  ])("%s", async (_, argv, code, reason) => {
    const outcome = await roadsnap(["serve", ...argv]);
    expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
    expect(outcome.stderr).toMatch(reason);
  });

  it("a port in use", async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await new Promise<number>((resolve) =>
      other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port)),
    );
    expect(await roadsnap(["serve", "-r", at("village.osm"), "--port", String(port)])).toEqual({
      code: 1,
      stdout: "",
      stderr: `roadsnap: Port ${port} of 127.0.0.1 is in use; choose another one, or 0 for any that is free.\n`,
    });
  });

  it("the option --help, which prints its help", async () => {
    const { code, stdout } = await roadsnap(["serve", "--help"]);
    expect(code).toBe(0);
    for (const option of ["--port", "--host", "--token", "--open", "--portal", "--data", "--empty-lines", "Examples:"])
      expect(stdout).toContain(option);
  });
});

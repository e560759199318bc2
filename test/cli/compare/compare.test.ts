// `roadsnap compare`: response files, requests to two services, the verdict as exit code, and tokens that are never shown.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, response } from "../../compare/responses.js";
import { type Answering, nobody, type Stub, stubService, villageAnswers } from "../../compare/stub-service.js";
import { roadsnap, scratch } from "../../helpers/terminal.js";
import { DRIVE_CSV, DRIVE_EXECUTE, DRIVE_GPX, VILLAGE_OSM } from "../../helpers/village.js";

const at = scratch();
const TOKEN = "s3cr3t-token";
/** A response with a confidence of 0.5 everywhere. */
const unsure = (text: string) => text.replaceAll(/"confidence":0\.\d+/g, '"confidence":0.5');
/** The request as a form, as curl posts it. */
const FORM = new URLSearchParams({ f: "json", token: TOKEN, return_lines: "true", points: DRIVE_EXECUTE }).toString();
/** The message about a folder of requests. */
const PASSED_OVER = `roadsnap: ${at("requests")}: left out, because they are neither requests nor tracks: README.md.\n`;
let stub: Stub;
let answers: Answering;
let doubts: Answering;

beforeAll(async () => {
  answers = await villageAnswers();
  doubts = await villageAnswers(unsure);
  stub = await stubService(answers);
  writeFileSync(at("village.osm"), VILLAGE_OSM);
  writeFileSync(at("drive.gpx"), DRIVE_GPX);
  writeFileSync(
    at("request.json"),
    JSON.stringify({ points: JSON.parse(DRIVE_EXECUTE), return_lines: true, token: "not mine", f: "pjson" }),
  );
  const points = [0, 1, 2, 3].map((i) => ({ id: i + 1, at: [i * 20, 0] as [number, number] }));
  const lines = [{ id: 1, along: "0,0 60,0" }];
  writeFileSync(at("a.json"), JSON.stringify(response({ points, lines })));
  writeFileSync(at("b.json"), JSON.stringify(response({ points: points.map((point) => ({ ...point, at: [point.at[0] + 8, 0] })), lines })));
  writeFileSync(at("error.json"), JSON.stringify(refusal(400, "Unable to complete operation.", ["points is missing."])));
  mkdirSync(at("requests"));
  mkdirSync(at("empty"));
  writeFileSync(at("requests/one.request.json"), JSON.stringify({ points: JSON.parse(DRIVE_EXECUTE) }));
  writeFileSync(at("requests/one.response.json"), "{}");
  writeFileSync(at("requests/two.gpx"), DRIVE_GPX);
  writeFileSync(at("requests/three.csv"), DRIVE_CSV);
  writeFileSync(at("requests/README.md"), "not a request");
  writeFileSync(at("requests/.hidden.gpx"), DRIVE_GPX);
});
beforeEach(() => {
  vi.stubEnv("ROADSNAP_TOKEN", "");
  stub.answer(answers);
  stub.asked.length = 0;
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const compare = (...argv: string[]) => roadsnap(["compare", ...argv]);
const withService = (...argv: string[]) => compare(...argv, "--roads", at("village.osm"), "--service", stub.url);

describe("help", () => {
  it.each(["compare", "record", "replay"])("of %s fits 80 columns", async (command) => {
    const { code, stdout, stderr } = await roadsnap([command, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^Usage: roadsnap ${command} `));
    expect(stdout).toContain("\nExamples:\n");
    expect(stdout.split("\n").filter((line) => line.length > 110)).toEqual([]);
  });
});

describe("two response files", () => {
  it("within tolerances: says so, with what was judged and the totals, and exits 0", async () => {
    const { code, stdout, stderr } = await compare(at("a.json"), at("a.json"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^A {2}a\.json\nB {2}a\.json\nwithin tolerances\n/);
    expect(stdout).toMatch(/position +0\.00 m +at most 5\.00 m +ok/);
    expect(stdout).toMatch(/overlap +100\.0 % +at least 97\.0 % +ok/);
    expect(stdout).toMatch(/points +4 in A, 4 in B, 4 in both/);
    expect(stdout).toMatch(/Road +1 +0\.06 km +100\.0 % +1 +0\.06 km +100\.0 %/);
  });

  it("beyond tolerances: says which, lists the points that differ most, and exits 1", async () => {
    const { code, stdout, stderr } = await compare(at("a.json"), at("b.json"), "--worst", "2");
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("\nnot within tolerances\n");
    expect(stdout).toMatch(/position +8\.00 m +at most 5\.00 m +beyond: metres between the two places of a point/);
    expect(stdout.match(/8\.00 m +(yes|no) /g)).toHaveLength(2);
  });

  it("lists the fields that would break a client", async () => {
    const text = readFileSync(at("a.json"), "utf8").replaceAll("ObjectID", "OBJECTID").replaceAll('"confidence":0.9', '"confidence":"0.9"');
    writeFileSync(at("broken.json"), text);
    const { code, stdout } = await compare(at("a.json"), at("broken.json"));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /fields +3 +at most 0 +beyond: number of fields that only one has, or whose type, case or kind of value differs/,
    );
    expect(stdout).toContain("  field objectid of points: called ObjectID in A, OBJECTID in B\n");
    expect(stdout).toContain("  field objectid of lines: called ObjectID in A, OBJECTID in B\n");
    expect(stdout).toContain("  values of field confidence of points: a number at ObjectID 1 in A, a string at ObjectID 1 in B\n");
    expect(stdout).not.toContain("esriFieldType");
  });

  it("says that neither has a snapped point, so that nothing else was compared", async () => {
    const points = [1, 2].map((id) => ({ id, at: [0, 0] as [number, number], confidence: 0 }));
    writeFileSync(at("nothing.json"), JSON.stringify(response({ points })));
    const word = "roadsnap: Neither side snapped a point of nothing.json, nothing.json, so no places or roads were compared.\n";
    expect(await compare(at("nothing.json"), at("nothing.json"))).toMatchObject({ code: 0, stderr: word });
    expect(await compare(at("nothing.json"), at("nothing.json"), "--json", "-")).toMatchObject({ code: 0, stderr: word });
  });

  it("--tolerance changes the tolerances, --cover how near a line must be", async () => {
    expect((await compare(at("a.json"), at("b.json"), "--tolerance", "position=9,sameRoad=0")).code).toBe(0);
    expect((await compare(at("a.json"), at("b.json"), "--tolerance", "position=9", "--cover", "10")).code).toBe(0);
    expect((await compare(at("a.json"), at("a.json"), "--tolerance", "position=0", "--tolerance", "overlap=1")).code).toBe(0);
  });

  it("an error on one side is shown with its code and text", async () => {
    const { code, stdout } = await compare(at("a.json"), at("error.json"));
    expect(code).toBe(1);
    expect(stdout).toContain("B answers an error: 400, Unable to complete operation. points is missing.");
    expect(stdout).not.toMatch(/^ {2}all /m);
    expect((await compare(at("error.json"), at("error.json"))).code).toBe(0);
  });

  it.each([
    ['{"error":{}}', "no code, without a message"],
    ['{"error":{"code":"498","message":null}}', "498, without a message"],
    ['{"error":{"code":500,"details":["Busy."]}}', "500, Busy."],
  ])("an error with little text, %s, is shown as %s", async (text, words) => {
    writeFileSync(at("terse.json"), text);
    expect((await compare(at("a.json"), at("terse.json"))).stdout).toContain(`B answers an error: ${words}\n`);
  });

  it("may be gzipped", async () => {
    writeFileSync(at("a.json.gz"), gzipSync(readFileSync(at("a.json"))));
    expect((await compare(at("a.json"), at("a.json.gz"))).code).toBe(0);
  });

  it("- reads standard input; --json prints every figure for each point", async () => {
    const { code, stdout } = await roadsnap(["compare", "-", at("b.json"), "--json", "-"], { stdin: readFileSync(at("a.json"), "utf8") });
    expect(code).toBe(1);
    const record = JSON.parse(stdout);
    expect(record).toMatchObject({ a: "standard input", b: "b.json", within: false, latency: { a: null, b: null }, failed: [] });
    expect(record.cases[0].comparison.points.each).toHaveLength(4);
    expect((await compare(at("a.json"), at("b.json"), "--json", at("out.json"))).stdout).toContain("not within");
    expect(JSON.parse(readFileSync(at("out.json"), "utf8")).within).toBe(false);
  });
});

describe("a request sent to two services", () => {
  it("the roads here and the same service elsewhere: within tolerances, with the latency of both", async () => {
    const { code, stdout, stderr } = await withService(at("request.json"), "--repeat", "3");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.startsWith(`A  village.osm\nB  ${stub.url}/SnapToRoads/execute\nwithin tolerances\n`)).toBe(true);
    expect(stdout).toMatch(/request +7 +0\.00 m +100\.0 % +0\.000 +100\.0 % +\d+ ms\/\d+ ms +\d+ ms\/\d+ ms +ok/);
    expect(stub.asked).toHaveLength(3);
    expect(stub.asked[0].form.get("f")).toBe("json");
    expect(stub.asked[0].form.get("token")).toBeNull();
  });

  it("another answer is beyond tolerances, and exits 1", async () => {
    stub.answer(doubts);
    const { code, stdout } = await withService(at("request.json"));
    expect(code).toBe(1);
    expect(stdout).toMatch(/confidence 0\.\d+\n/);
  });

  it("two services, or two road files, are possible", async () => {
    expect((await compare(at("request.json"), "--service", stub.url, "--service", `${stub.url}/Other`)).code).toBe(0);
    expect(stub.asked.map(({ path }) => path.split("/").at(-2))).toEqual(["SnapToRoads", "Other"]);
    expect((await compare(at("drive.gpx"), "-r", at("village.osm"), "-r", at("village.osm"))).code).toBe(0);
  });

  it("--parameter overrides parameters of the request", async () => {
    await withService(at("request.json"), "-p", "return_lines=false", "-p", 'context={"outSR":3857}');
    expect(stub.asked[0].form.get("return_lines")).toBe("false");
    expect(stub.asked[0].form.get("context")).toBe('{"outSR":3857}');
  });

  it("a form as it was posted is the same request, without its token", async () => {
    writeFileSync(at("form.txt"), FORM);
    const { code, stdout, stderr } = await withService(at("form.txt"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^ {2}form +7 .* ok$/m);
    const sent = Object.fromEntries(stub.asked[0].form);
    expect(sent).toEqual({ f: "json", return_lines: "true", points: DRIVE_EXECUTE });
  });

  it("a form in a folder may have any name", async () => {
    mkdirSync(at("forms"));
    for (const name of ["body", "curl.txt", "post.form"]) writeFileSync(at(`forms/${name}`), FORM);
    writeFileSync(at("forms/notes.txt"), "points to look at = many");
    mkdirSync(at("forms/older"));
    const { code, stdout, stderr } = await withService(at("forms"));
    expect([code, stderr]).toEqual([
      0,
      `roadsnap: ${at("forms")}: left out, because they are neither requests nor tracks: notes.txt, older.\n`,
    ]);
    expect([...stdout.matchAll(/^ {2}(\S+) +7 .* ok$/gm)].map(([, name]) => name)).toEqual(["body", "curl", "post.form"]);
  });

  it("a folder of requests and tracks gives a row for each, a row for all, and --json for all", async () => {
    const { code, stdout, stderr } = await withService(at("requests"));
    expect([code, stderr]).toEqual([0, PASSED_OVER]);
    expect(stdout).toContain("3 of 3 are within tolerances");
    expect([...stdout.matchAll(/^ {2}(\w+) +7 .* ok$/gm)].map(([, name]) => name)).toEqual(["one", "three", "two"]);
    expect(stdout).toMatch(/^ {2}all +\d/m);
    const record = JSON.parse((await withService(at("requests"), "--json", "-", "--repeat", "2")).stdout);
    expect([record.latency.a.answers, record.latency.b.answers, record.cases.length]).toEqual([6, 6, 3]);
  });

  it("a row says that only one side answered with an error", async () => {
    stub.answer(() => JSON.stringify(refusal(400, "Unable to complete operation.")));
    expect((await withService(at("requests"))).stdout).toMatch(/^ {2}three .* an error in B only$/m);
  });

  it("a row says that both sides answered with an error, so that nothing was compared", async () => {
    const { code, stdout } = await compare(at("requests"), "-r", at("village.osm"), "-r", at("village.osm"), "-p", "return_lines=maybe");
    expect(code).toBe(0);
    expect([...stdout.matchAll(/ ok, an error on both sides$/gm)]).toHaveLength(3);
    stub.answer(() => JSON.stringify(refusal(400, "Unable to complete operation.", ["another detail"])));
    const other = await withService(at("requests"), "-p", "return_lines=maybe");
    expect([other.code, [...other.stdout.matchAll(/ ok, an error on both sides, with other details$/gm)].length]).toEqual([0, 3]);
  });

  it("a row lists what differs; --worst shows each case in full", async () => {
    stub.answer(doubts);
    const { stdout } = await withService(at("requests"));
    expect(stdout).toContain("0 of 3 are within tolerances");
    expect(stdout).not.toContain("judged");
    expect((await withService(at("requests"), "--worst", "1")).stdout.match(/judged/g)).toHaveLength(3);
  });
});

describe("tokens", () => {
  it.each<[string, string[], string | undefined]>([
    ["--token", ["--token", TOKEN], undefined],
    ["the environment's ROADSNAP_TOKEN", [], TOKEN],
    ["--token before the environment", ["--token", TOKEN], "another-token"],
  ])("from %s are sent and never shown", async (_, argv, environment) => {
    if (environment) vi.stubEnv("ROADSNAP_TOKEN", environment);
    const { code, stdout, stderr } = await withService(at("request.json"), ...argv);
    expect([code, stub.asked[0].form.get("token")]).toEqual([0, TOKEN]);
    expect(stdout + stderr).not.toContain(TOKEN);
    const refused = await withService(at("request.json"), ...argv, "--json", "-");
    expect(refused.stdout + refused.stderr).not.toContain(TOKEN);
  });

  it("are sent to the services in order; a single one, or the environment's, is never sent to another origin", async () => {
    const other = await stubService(answers);
    const two = ["--service", stub.url, "--service", other.url];
    const same = ["--service", stub.url, "--service", `${stub.url}/Other`];
    await compare(at("request.json"), ...two, "--token", TOKEN);
    await compare(at("request.json"), ...two, "--token", TOKEN, "--token", "second");
    await compare(at("request.json"), ...same, "--token", TOKEN);
    await compare(at("request.json"), ...same, "--token", TOKEN, "--token", "second");
    vi.stubEnv("ROADSNAP_TOKEN", "from-environment");
    await compare(at("request.json"), ...two);
    const tokens = [stub, other].map(({ asked }) => asked.map(({ form }) => form.get("token")));
    expect(tokens).toEqual([
      [TOKEN, TOKEN, TOKEN, TOKEN, TOKEN, "second", "from-environment"],
      [null, "second", null],
    ]);
  });

  it("may be bound to a referer, which is sent with them", async () => {
    await withService(at("request.json"), "--token", TOKEN, "--referer", "https://app.example.com");
    expect(stub.asked[0].headers.referer).toBe("https://app.example.com");
  });

  it("in an address take precedence over the environment, and --token over both", async () => {
    vi.stubEnv("ROADSNAP_TOKEN", "from-environment");
    const ask = (...argv: string[]) =>
      compare(at("request.json"), "-r", at("village.osm"), "-s", `${stub.url}?token=from-address`, ...argv);
    await ask();
    await ask("--token", TOKEN);
    await withService(at("request.json"));
    expect(stub.asked.map(({ form }) => form.get("token"))).toEqual(["from-address", TOKEN, "from-environment"]);
  });

  it.each<[string, string, string[]]>([
    ["a form without points", `f=json&token=${TOKEN}`, ["-r", at("village.osm"), "-r", at("village.osm")]],
    ["a command line", `curl -d f=json -d token=${TOKEN} https://host/GPServer`, ["-r", at("village.osm"), "-r", at("village.osm")]],
    ["JSON that is cut short", `{"token":"${TOKEN}","points":{`, ["-r", at("village.osm"), "-r", at("village.osm")]],
    ["a form where a response is asked for", FORM, [at("a.json")]],
  ])("in %s are not shown, whatever is wrong with it", async (_, text, argv) => {
    writeFileSync(at("secret.txt"), text);
    const { stdout, stderr } = await compare(at("secret.txt"), ...argv, "--json", "-");
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  it("that are refused or missing give one message, and no further request is sent", async () => {
    stub.answer(() => JSON.stringify(refusal(498, "Invalid token.")));
    const { code, stdout, stderr } = await withService(at("requests"), "--token", TOKEN);
    expect([code, stdout, stub.asked.length]).toEqual([1, "", 1]);
    expect(stderr).toMatch(
      /^.* left out, because they are neither requests nor tracks: .*\nroadsnap: one: http.*: the token is not accepted: .* \(498\)\.\nroadsnap: 3 of 3 requests could not be compared\.\n$/,
    );
  });
});

describe("errors", () => {
  it("of one request are reported, the others are compared, and the exit code is 1", async () => {
    stub.answer((asked, reply) => (stub.asked.length === 2 ? "<html><title>Busy</title>" : answers(asked, reply)));
    const { code, stdout, stderr } = await withService(at("requests"));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^.* left out, because they are neither requests nor tracks: .*\nroadsnap: three: http.*: the answer is a web page, "Busy", .*\nroadsnap: 1 of 3 requests could not be compared\.\n$/,
    );
    expect(stdout).toContain("2 of 2 are within tolerances");
    stub.asked.length = 0;
    const record = JSON.parse((await withService(at("requests"), "--json", "-")).stdout);
    expect(record).toMatchObject({ within: false, failed: [{ name: "three" }], cases: [{ within: true }, { within: true }] });
    expect(record.cases[0]).not.toHaveProperty("exact");
  });

  it("and warnings of reading a request are told", async () => {
    writeFileSync(at("odd.csv"), "lon,lat,speed\n8.001,50,fast\n8.002,50,1\n");
    expect((await withService(at("odd.csv"))).stderr).toMatch(/^roadsnap: \S*odd\.csv: .*fast/);
  });

  it("of a service that takes longer than --timeout are reported", async () => {
    stub.answer(() => new Promise(() => {}));
    const { code, stderr } = await withService(at("request.json"), "--timeout", "0.05");
    expect([code, stderr]).toEqual([1, expect.stringContaining("within 0.05 s")]);
  });

  it("of a service that does not answer are reported once", async () => {
    const { code, stderr } = await compare(at("requests"), "-r", at("village.osm"), "-s", await nobody());
    expect(code).toBe(1);
    expect(stderr.match(/nothing answers/g)).toHaveLength(1);
    expect(stderr).toContain("3 of 3 requests could not be compared");
  });

  it.each<[string, () => string[], RegExp]>([
    ["a missing file", () => [at("a.json"), at("none.json")], /none\.json: there is no such file\.$/],
    ["a file that is not JSON", () => [at("a.json"), at("drive.gpx")], /drive\.gpx: The response is not valid JSON: "<\?xml .*"\.$/],
    [
      "a request where a response is asked for",
      () => [at("a.json"), at("request.json")],
      /a\.json, request\.json: Response B has no list named results/,
    ],
    [
      "a folder without requests",
      () => [at("empty"), "-r", at("village.osm"), "-s", stub.url],
      /empty: this folder has no requests or tracks\.$/,
    ],
    ["a missing request", () => [at("none.gpx"), "-r", at("village.osm"), "-s", stub.url], /none\.gpx: there is no such file\.$/],
    [
      "a file that is no request",
      () => [at("village.osm"), "-r", at("village.osm"), "-s", stub.url],
      /village\.osm: .* roads, not tracks\.$/,
    ],
  ])("%s: exits 1 with one sentence", async (_, argv, sentence) => {
    const { code, stdout, stderr } = await compare(...argv());
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it.each<[string, string, () => string[]]>([
    ["a response", "a.json", () => [at("a.json"), at("b.json")]],
    ["a request of a folder", "requests/two.gpx", () => [at("requests"), "-r", at("village.osm"), "-s", stub.url]],
  ])("%s is not overwritten by --json", async (_, name, argv) => {
    const before = readFileSync(at(name), "utf8");
    const { code, stderr } = await compare(...argv(), "--json", at(name));
    expect([code, stderr]).toEqual([2, expect.stringContaining("is an input of this command")]);
    expect(readFileSync(at(name), "utf8")).toBe(before);
    expect(stub.asked).toEqual([]);
  });

  it.each<[string, string[], RegExp]>([
    ["one file", ["a.json"], /Name two response files to compare/],
    ["three files", ["a.json", "b.json", "c.json"], /Name two response files to compare/],
    ["one service", ["a.json", "-s", "http://host/GPServer"], /Name two that answer/],
    ["three services", ["a.json", "-s", "http://h/GPServer", "-s", "http://h/GPServer", "-r", "x"], /Name two that answer/],
    ["an invalid address", ["a.json", "-r", "x", "-s", "host"], /is not an address/],
    [
      "more tokens than services",
      ["a.json", "-r", "x", "-s", "http://h/GPServer", "--token", "a", "--token", "b"],
      /more tokens \(2\) than services \(1\); give one --token for each --service\./,
    ],
    [
      "an unknown tolerance",
      ["a.json", "b.json", "--tolerance", "place=1"],
      /"place=1" must be name=value, with one of the names position, /,
    ],
    ["a tolerance with two values", ["a.json", "b.json", "--tolerance", "overlap=0.5=1"], /"overlap=0\.5=1" must be name=value/],
    ["a tolerance without a value", ["a.json", "b.json", "--tolerance", "overlap="], /overlap must be a number from 0 to 1/],
    ["a tolerance out of range", ["a.json", "b.json", "--tolerance", "overlap=97"], /overlap must be a number from 0 to 1/],
    ["a parameter without a name", ["a.json", "b.json", "-p", " =1"], /A parameter must be name=value/],
    ["a parameter without a value", ["a.json", "b.json", "-p", "x"], /A parameter must be name=value/],
    ["a parameter for two files", ["a.json", "b.json", "-p", "x=1"], /--parameter and --repeat are for requests/],
    ["--repeat for two files", ["a.json", "b.json", "--repeat", "2"], /--parameter and --repeat are for requests/],
    [
      "a token as a parameter",
      ["a.json", "b.json", "-p", `Token=${TOKEN}`],
      /--parameter cannot set Token: f is always json, and a token is given with --token/,
    ],
    ["a cover out of range", ["a.json", "b.json", "--cover", "0"], /metres must be a number from 0\.1 to 25/],
    ["standard input twice", ["-", "-"], /Standard input can be read once/],
  ])("%s: exits 2 and says why", async (_, argv, reason) => {
    const { code, stdout, stderr } = await compare(...argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
    expect(stderr.replaceAll(TOKEN, "")).toBe(stderr);
  });
});

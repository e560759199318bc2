// Options of the commands that match: where U-turns are allowed, what is avoided, and the highest speed.
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { avoidList, type MatchingOptions, matcherOptions, speed } from "../../src/cli/matcher-options.js";
import { lonScale } from "../../src/geo/metres.js";
import { AVOIDABLE, settle } from "../../src/match/options.js";
import { saveRoads } from "../../src/node/index.js";
import { applyTravelMode, USUAL_FACTORS } from "../../src/snap/travel-mode-options.js";
import { FOLLOWED_MODES } from "../../src/snap/travel-modes.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { roadsnap, scratch } from "../helpers/terminal.js";

const at = scratch();
/** A toll road and a street 30 m apart; the fixes are 10 m from the toll road. */
const map = asciiMap(
  `
  a--------------------------b
    1     2     3     4

  c--------------------------d
  `,
  { metresPerCell: 10 },
);
/** A street of a kilometre without a junction. */
const street = asciiMap("e--------------------f", { metresPerCell: 50 });
const eastOf = (mark: string, metres: number): [number, number] => {
  const [lon, lat] = street.at(mark);
  return [lon + metres / lonScale(lat), lat];
};
const WAYS = { ab: { flags: ["toll" as const], name: "Toll Road" }, cd: { name: "Street" } };
const fixes = ["1", "2", "3", "4"].map((mark, i) => [...map.at(mark), 10 * i]);
const line = (id: string, points: number[][] = fixes) => `${JSON.stringify({ id, points })}\n`;
const CSV = `track_id,lon,lat,time\n${fixes.map((fix) => ["van", ...fix].join(",")).join("\n")}\n`;

beforeAll(async () => {
  await saveRoads(at("toll.roads"), map.graph(WAYS));
  await saveRoads(at("street.roads"), street.graph({ ef: {} }));
  writeFileSync(at("van.ndjson"), line("van"));
  writeFileSync(at("van.csv"), CSV);
  writeFileSync(at("other.csv"), CSV);
});

const snap = (argv: string[], stdin?: string) => roadsnap(["snap", "--roads", at("toll.roads"), "-q", ...argv], { stdin });
const evaluate = (argv: string[], stdin?: string) => roadsnap(["evaluate", "--roads", at("toll.roads"), ...argv], { stdin });
/** The roads named in a text of any form. */
const roadsIn = (text: string) => ["Toll Road", "Street"].filter((name) => text.includes(name));
const AVOIDED = ["--avoid", "toll=20"];

describe("--avoid", () => {
  const ways: [string, string[], string?][] = [
    ["a file", ["van.csv", "--to", "ndjson"]],
    ["a file, drawn with what was weighed", ["van.csv", "--to", "csv", "--html", "page.html", "--why"]],
    ["a stream of NDJSON", ["-", "--threads", "2"], line("van") + line("bus")],
    ["a stream of CSV", ["van.csv", "--to", "csv", "--stream", "--threads", "2"]],
    ["trips of many travellers", ["van.csv", "--to", "csv", "--gap", "60"]],
  ];
  it.each(ways)("works for %s", async (_, argv, stdin) => {
    const files = argv.map((word) => (/\.(csv|html)$/.test(word) ? at(word) : word));
    const [free, avoided] = [await snap(files, stdin), await snap([...files, ...AVOIDED], stdin)];
    expect([free.code, free.stderr, roadsIn(free.stdout)]).toEqual([0, "", ["Toll Road"]]);
    expect([avoided.code, avoided.stderr, roadsIn(avoided.stdout)]).toEqual([0, "", ["Street"]]);
  });

  it("works for parallel files", async () => {
    const { code } = await snap([at("van.csv"), at("other.csv"), "-o", at("out/"), "--threads", "2", ...AVOIDED]);
    expect(code).toBe(0);
    for (const name of ["van", "other"]) expect(roadsIn(readFileSync(at(`out/${name}.csv`), "utf8"))).toEqual(["Street"]);
  });

  it("may not change between a run and its continuation with --resume", async () => {
    writeFileSync(at("out.ndjson"), (await snap(["-"], line("van"))).stdout);
    const { code, stderr } = await snap(["-", "-o", at("out.ndjson"), "--resume", ...AVOIDED], line("van") + line("bus"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("has another answer in the output than these roads and options give")]);
  });

  it.each<[string[], object]>([
    [["toll=3"], { toll: 3 }],
    [["toll=3,unpaved=0.5"], { toll: 3, unpaved: 0.5 }],
    [["toll=3", "unpaved = 0.5, gate=100"], { toll: 3, unpaved: 0.5, gate: 100 }],
    [["truck-restricted=1", "FERRY=1"], { truckRestricted: 1, ferry: 1 }],
  ])("%j means %j", (texts, factors) => {
    expect(texts.reduce<MatchingOptions["avoid"]>((before, text) => avoidList(text, before), undefined)).toEqual(factors);
  });

  it("without a factor has the one that the help shows, that of a travel mode's restriction without a usage", async () => {
    const factors = avoidList(AVOIDABLE.join(","));
    expect(factors).toEqual(USUAL_FACTORS);
    const { stdout } = await roadsnap(["snap", "--help"]);
    const shown = Object.entries(factors).map(([kind, factor]) => `${kind}=${factor}`);
    expect(stdout.replace(/\s+/g, "")).toContain(shown.join(","));
  });
});

describe("--u-turns", () => {
  const turned = line(
    "van",
    [200, 400, 600, 400, 200].map((metres, i) => [...eastOf("e", metres), 30 * i]),
  );

  it.each([
    [[], []],
    [["--u-turns", "anywhere"], []],
    [["--u-turns", "dead-ends"], ["u-turn"]],
    [["--u-turns", "never"], ["u-turn"]],
  ])("%j: a U-turn in the middle of a street breaks %j", async (argv, broken) => {
    const { stdout } = await roadsnap(["snap", "-", "--roads", at("street.roads"), ...argv], { stdin: turned });
    const { lines, violations } = JSON.parse(stdout);
    expect(lines.map((one: { direction: string }) => one.direction)).toEqual(["forward", "backward"]);
    expect(violations.map((one: { kind: string }) => one.kind)).toEqual(broken);
  });
});

describe("--max-speed", () => {
  it.each([
    ["25", 25],
    ["25m/s", 25],
    ["90km/h", 25],
    ["90 kmh", 25],
    ["100 mph", 44.704],
    ["0.5", 0.5],
    ["540 km/h", 150],
  ])("%s is %d m/s", (text, value) => expect(speed(text)).toBeCloseTo(value, 9));

  it.each([
    [[], ["Road"]],
    [["--max-speed", "60km/h"], ["Road"]],
    [
      ["--max-speed", "10km/h"],
      ["Road", "Road Gap", "Road"],
    ],
    [
      ["--max-speed", "2.5"],
      ["Road", "Road Gap", "Road"],
    ],
  ])("%j: 400 m in 30 s give %j", async (argv, lines) => {
    const stdin = line(
      "van",
      [200, 250, 300, 700, 750, 800].map((metres, i) => [...eastOf("e", metres), 30 * i]),
    );
    const { stdout } = await roadsnap(["snap", "-", "--roads", at("street.roads"), ...argv], { stdin });
    expect(JSON.parse(stdout).lines.map((one: { line_type: string }) => one.line_type)).toEqual(lines);
  });
});

describe("invalid values", () => {
  it.each<[string[], RegExp]>([
    [
      ["--avoid", "tolls"],
      /'--avoid <.*' argument 'tolls' is invalid\. "tolls" must be kind or kind=factor, with one of the kinds private, .*, truckRestricted\.\n/,
    ],
    [["--avoid", "toll=101"], /The factor of toll must be a number from 0\.1 to 100\.\n/],
    [["--avoid", "toll="], /The factor of toll must be a number/],
    [["--avoid", "toll=2=3"], /"toll=2=3" must be kind or kind=factor/],
    [["--avoid", ""], /"" must be kind or kind=factor/],
    [["--avoid", "toll,unpaved,toll=2"], /"toll" is given twice; it can have only one factor\.\n/],
    [["--avoid", "toll", "--avoid", "Toll=2"], /"toll" is given twice; it can have only one factor\.\n/],
    [["--u-turns", "sometimes"], /Allowed choices are anywhere, dead-ends, dead-ends-and-intersections, never\.\n/],
    [["--u-turns", "never", "--u-turns", "anywhere"], /'--u-turns <where>' is given twice; it takes one value\n/],
    [
      ["--max-speed", "0"],
      /'--max-speed <speed>' argument '0' is invalid\. speed must be from 0\.5 to 150 m\/s: a number in m\/s, or one with/,
    ],
    [["--max-speed", "600km/h"], /speed must be from 0\.5 to 150 m\/s/],
    [["--max-speed", "90furlongs"], /speed must be from 0\.5 to 150 m\/s/],
    [["--max-speed", "fast"], /speed must be from 0\.5 to 150 m\/s/],
    [
      ["--mode", "driving", "--avoid", "truckRestricted"],
      /^roadsnap: --avoid truckRestricted is for --mode trucking; it has no effect on driving\.\n$/,
    ],
  ])("are reported before any work begins, by snap and by evaluate: %j", async (argv, sentence) => {
    for (const run of [snap, evaluate]) {
      const { code, stdout, stderr } = await run([at("no-such.ndjson"), ...argv]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(sentence);
    }
  });
});

describe("a request with a travel mode", () => {
  const [x, y] = map.at("1");
  const request = { points: { features: [{ attributes: { OBJECTID: 1 }, geometry: { x, y } }] }, return_lines: true };

  it("is matched by the options, with a message", async () => {
    writeFileSync(at("request.json"), JSON.stringify({ ...request, travel_mode: { type: "TRUCK" } }));
    const sentence =
      "Only the points of the request are read; not used: return_lines, travel_mode; what a travel mode says is said by --mode, --u-turns, --avoid and --max-speed.";
    const { code, stderr } = await roadsnap(["snap", "--roads", at("toll.roads"), at("request.json"), "--to", "execute"]);
    expect([code, stderr]).toEqual([0, `roadsnap: ${at("request.json")}: ${sentence}\n`]);
  });

  it("keeps settings for which there is no option", async () => {
    writeFileSync(at("request.json"), JSON.stringify(request));
    const { stderr } = await roadsnap(["snap", "--roads", at("toll.roads"), at("request.json"), "--to", "execute"]);
    expect(stderr).toBe(`roadsnap: ${at("request.json")}: Only the points of the request are read; not used: return_lines.\n`);
  });
});

describe("evaluate", () => {
  const truth = `${JSON.stringify({ id: "van", points: fixes, truth_geom: [map.at("a"), map.at("b")] })}\n`;
  const json = async (argv: string[]) => JSON.parse((await evaluate(["-", "--json", "-", ...argv], truth)).stdout);

  it("matches by these options, and has them in its JSON", async () => {
    const none = { mode: null, uTurns: null, avoid: null, maxSpeed: null, searchRadius: null, defaultAccuracy: null };
    expect(await json([])).toMatchObject({ options: none, runs: [{ pointAccuracy: 1 }] });
    const argv = [...AVOIDED, "--u-turns", "never", "--max-speed", "90km/h", "--search-radius", "80", "--accuracy", "9"];
    const options = { avoid: { toll: 20 }, uTurns: "never", maxSpeed: 25, searchRadius: 80, defaultAccuracy: 9 };
    expect(await json(argv)).toMatchObject({ options, runs: [{ pointAccuracy: 0 }] });
  });

  it("avoids truck restrictions on tracks of trucks if the mode comes from the tracks", async () => {
    expect((await evaluate(["-", "--avoid", "truckRestricted"], truth)).code).toBe(0);
  });
});

describe("docs/tracks.md", () => {
  const page = readFileSync(new URL("../../docs/tracks.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (\w+ Time) +\| `(--mode .*?)`/gm)].map(([, name, argv]) => [name, argv] as const);

  it.each(rows)("has for %s options that match alike", (name, text) => {
    const given = Object.fromEntries([...text.matchAll(/--(\S+) (\S+)/g)].map(([, option, value]) => [option, value]));
    const options = { mode: given.mode, uTurns: given["u-turns"], avoid: avoidList(given.avoid) } as MatchingOptions;
    const mode = FOLLOWED_MODES.find((one) => one.name === name)!;
    const { avoid, ...rest } = settle(matcherOptions(options));
    const neutral = Object.fromEntries(AVOIDABLE.map((kind) => [kind, 1]));
    expect({ ...rest, avoid: { ...neutral, ...avoid } }).toEqual(settle(applyTravelMode(mode).options));
  });

  it.each(
    [...page.matchAll(/\b(PROHIBITED|(?:AVOID|PREFER)_\w+) (?:is a factor of )?([\d.]+\d|\d)/g)].map(([, usage, factor]) => [
      usage,
      Number(factor),
    ]),
  )("has for %s the factor %d", (value, factor) => {
    const attributeName = "Avoid Toll Roads";
    const attributeParameterValues = [{ attributeName, parameterName: "Restriction Usage", value }];
    const { options } = applyTravelMode({ restrictionAttributeNames: [attributeName], attributeParameterValues });
    expect(options.avoid?.toll).toBe(factor);
  });

  it("has three travel modes", () => expect(rows.map(([name]) => name)).toEqual(["Driving Time", "Trucking Time", "Walking Time"]));
});

// What the benches are built on: their inputs are what they say, and their tables print their values.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { timeInTurns, timeLong, timeLongAsync, timeShort } from "../../bench/harness/measure.js";
import { changeNumbers, unknownName } from "../../bench/harness/names.js";
import { formatCell, formatTable } from "../../bench/harness/table.js";
import { withFiles } from "../../bench/harness/temporary.js";
import { roadFiles, townPbf, trackFiles } from "../../bench/inputs/formats.js";
import { tiledRoads, townRoads } from "../../bench/inputs/networks.js";
import { cutTrack, longDrive } from "../../bench/inputs/walk.js";
import { pbfOfRoads } from "../../bench/peers/pbf.js";
import { decodePolyline, matchOf } from "../../bench/peers/valhalla.js";
import { readGeoJsonRoads } from "../../src/import/roads/geojson-roads.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { readTracks } from "../../src/import/tracks/tracks.js";
import { Access } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import { nearestRoad } from "../../src/roads/nearest.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();

describe("the networks of the benches", () => {
  it("of any size begin with the town, and contain as many copies of it as needed", async () => {
    const town = await townRoads();
    const four = await tiledRoads(4 * town.arcCount - 1);
    expect(four.arcCount).toBe(4 * town.arcCount);
    expect(four.columns.turnTo.length).toBe(4 * town.columns.turnTo.length);
    expect(four.edgeLength.subarray(0, town.edgeCount)).toEqual(town.edgeLength);
    expect(four.shapeLon.subarray(0, town.shapeLon.length)).toEqual(town.shapeLon);
    four.verify();
  });

  it("written as PBF keep their roads and their directions", async () => {
    const town = await townRoads();
    const again = buildRoads(await readOsm(pbfOfRoads(town)));
    const kilometres = (roads: typeof town, wanted: (forward: number, backward: number) => boolean) => {
      let metres = 0;
      for (let e = 0; e < roads.edgeCount; e++) {
        const [forward, backward] = [roads.arcAccess[2 * e] & Access.driving, roads.arcAccess[2 * e + 1] & Access.driving];
        if (wanted(forward, backward)) metres += roads.edgeLength[e];
      }
      return metres / 1000;
    };
    expect(kilometres(again, (f, b) => f + b === 1)).toBeCloseTo(
      kilometres(town, (f, b) => f + b === 1),
      3,
    );
    expect(kilometres(again, (f, b) => f + b === 2)).toBeCloseTo(
      kilometres(town, (f, b) => f + b === 2),
      3,
    );
  });
});

describe("the long drive of the benches", () => {
  it("keeps to the roads, and a shorter one is its beginning", async () => {
    const roads = await townRoads();
    const drive = longDrive(roads, 500);
    expect(longDrive(roads, 100)).toEqual(drive.slice(0, 100));
    for (const { lon, lat } of drive) expect(nearestRoad(roads, lon, lat)?.distance).toBeLessThan(30);
    expect(cutTrack(drive, 200).map((track) => track.length)).toEqual([200, 200]);
  });
});

describe("the input files of the benches", () => {
  it("contain the same roads in every format", async () => {
    const [xml, gz, pbf, geojson] = roadFiles(2).map(({ bytes }) => bytes);
    const { ways, nodeCount } = await readOsm(xml);
    for (const bytes of [gz, pbf]) {
      const source = await readOsm(bytes);
      expect([source.ways.length, source.nodeCount]).toEqual([ways.length, nodeCount]);
    }
    expect(readGeoJsonRoads(geojson).ways.length).toBe(ways.length);
    expect((await readOsm(townPbf())).ways.length).toBe(ways.length / 2);
  });

  it("contain the same fixes in every format", async () => {
    const drive = longDrive(await townRoads(), 50);
    for (const { name, bytes } of trackFiles(drive)) {
      const { points } = await readTracks(bytes, name);
      expect(
        points.map(({ lon, lat, time }) => ({ lon, lat, time })),
        name,
      ).toEqual(drive);
    }
  });

  it("are removed after the work, also if it fails", async () => {
    let seen = "";
    const work = withFiles([{ name: "a", bytes: new Uint8Array(1) }], async (folder) => {
      seen = folder;
      throw new Error("no luck");
    });
    await expect(work).rejects.toThrow("no luck");
    expect(seen).not.toBe("");
    expect(existsSync(seen)).toBe(false);
  });
});

describe("the times of the benches", () => {
  it("have the number of samples asked for, and errors are thrown", async () => {
    let calls = 0;
    expect(await timeLong(() => calls++, 3)).toMatchObject({ samples: 3 });
    expect(calls).toBe(4);
    expect((await timeShort(() => Math.sqrt(2), 0.01)).samples).toBeGreaterThanOrEqual(10);
    await expect(timeLongAsync(() => Promise.reject(new Error("refused")), 1)).rejects.toThrow("refused");
    const fail = () => {
      throw new Error("broken");
    };
    await expect(timeLong(fail, 1)).rejects.toThrow("broken");
  });

  it("of several things are measured in turns", async () => {
    const order: string[] = [];
    const timings = await timeInTurns([() => order.push("a"), async () => order.push("b")], 2);
    expect(order.join("")).toBe("ababab");
    for (const { samples, median, fastest, slowest } of timings) {
      expect(samples).toBe(2);
      expect(median).toBeGreaterThanOrEqual(fastest);
      expect(median).toBeLessThanOrEqual(slowest);
    }
  });

  it("are those of one pass, even if a turn has many", async () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 5));
    let passes = 0;
    const [timing] = await timeInTurns([() => wait().then(() => passes++)], 1, 0.02);
    expect(passes).toBeGreaterThan(2);
    expect(timing.samples).toBe(1);
    // A timer may be a little early.
    expect(timing.median).toBeGreaterThan(3);
  });
});

describe("the tables of the benches", () => {
  it.each([
    [1234567, "1,234,567"],
    [1234.5, "1,235"],
    [12.345, "12.3"],
    [1.2345, "1.23"],
    [0.12345, "0.123"],
    [0, "0"],
    [Number.NaN, "–"],
    [true, "yes"],
    [false, "NO"],
    ["word", "word"],
  ])("print %s as %s", (value, text) => expect(formatCell(value)).toBe(text));

  it("align words left and numbers right", () => {
    const table = {
      title: "Speed",
      rows: [
        { class: "1 s", "points/s": 5 },
        { class: "10 s", "points/s": 12345 },
      ],
      notes: ["once"],
    };
    expect(formatTable(table)).toBe("Speed\nclass  points/s\n1 s           5\n10 s     12,345\n  once");
  });
});

describe("the answers of Valhalla", () => {
  it("have lines with six decimals", () => {
    expect(decodePolyline("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ]);
  });

  it("become a match with a line for each part of the route, and a point for each fix", () => {
    const track = { id: "1", roads: "", truth: [], trimMetres: 0, track: [1, 2].map((lon) => ({ lon, lat: 0 })) };
    const attributes = JSON.stringify({
      matched_points: [
        { type: "matched", lon: 1.1, lat: 0.1 },
        { type: "unmatched", lon: 2, lat: 0 },
      ],
    });
    const trip = { trip: { legs: [{ shape: "_izlhA~rlgdF_{geC~ywl@" }] } };
    const { points, stretches } = matchOf(track, attributes, JSON.stringify({ ...trip, alternates: [trip] }));
    expect(stretches.map(({ type, coordinates }) => [type, coordinates.length])).toEqual([
      ["Road", 2],
      ["Road", 2],
    ]);
    expect(points.map(({ lon, edge, reason }) => [lon, edge, reason])).toEqual([
      [1.1, 0, "matched"],
      [2, -1, "no-road-nearby"],
    ]);
    expect(matchOf(track, null, null).stretches).toEqual([]);
  });
});

describe("the npm commands in the READMEs", () => {
  const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  it.each(["README.md", "bench/README.md"])("exist and build what they run: %s", (path) => {
    const { scripts } = JSON.parse(text("package.json"));
    const named = [...text(path).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    expect(text(path).match(/node out\S*/)).toBeNull();
  });
});

describe("the names in NAME=VALUE options", () => {
  const table = () => ({ spacing: 8, sigma: 1.5 });

  it.each(["toString", "constructor", "__proto__", "Spacing", ""])(
    '"%s" is none that every object has, or that the table lacks',
    (name) => {
      const numbers = table();
      const sentence = `There is no number named "${name}"; there are: spacing; sigma.`;
      expect(unknownName("number", name, numbers)).toBe(sentence);
      expect(changeNumbers("number", numbers, [`${name}=1`])).toBe(sentence);
      expect(numbers).toEqual(table());
      expect(Object.getPrototypeOf(numbers)).toBe(Object.prototype);
    },
  );

  it("in the table are accepted, with a number", () => {
    const numbers = table();
    expect(unknownName("number", "sigma", numbers)).toBeNull();
    expect(changeNumbers("number", numbers, ["sigma=2", "spacing=-1e3", "sigma=3"])).toBeNull();
    expect(numbers).toEqual({ spacing: -1000, sigma: 3 });
  });

  it.each(["sigma", "sigma=", "sigma= ", "sigma=two", "sigma=1=2", "sigma=Infinity"])("need a number: %s", (change) => {
    const numbers = table();
    expect(changeNumbers("number", numbers, [change])).toBe(
      `The number "${change}" is not NAME=VALUE with a number, for instance sigma=1.5.`,
    );
    expect(numbers).toEqual(table());
  });
});

describe("the command line of the accuracy benches", () => {
  afterEach(() => vi.restoreAllMocks());

  /** What a bench prints about its arguments, on standard error, before it ends. */
  const refused = async (bench: "accuracy" | "calibrate", ...words: string[]): Promise<string> => {
    const told: string[] = [];
    vi.spyOn(console, "error").mockImplementation((sentence: string) => told.push(sentence));
    vi.spyOn(process, "argv", "get").mockReturnValue(["node", bench, ...words]);
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    vi.resetModules();
    await expect(bench === "accuracy" ? import("../../bench/accuracy.js") : import("../../bench/calibrate.js")).rejects.toThrow("exit 2");
    return told.join("\n");
  };

  it.each([
    ["--fields", "speeed", '--fields speeed: "speeed" is not one of accuracy, speed, course; none and all must stand alone.'],
    ["--fields", "speed,none", '--fields speed,none: "none" is not one of accuracy, speed, course; none and all must stand alone.'],
    ["--thin", "1,soon", "--thin 1,soon: Intervals must be seconds from 0 to 86400, separated by commas, for example 1,10,30,60."],
    ["--limit", "few", "--limit few: N must be a whole number from 1 to 9007199254740991."],
    ["--worst", "1.5", "--worst 1.5: N must be a whole number from 0 to 10000."],
    ["--drives", "0", "--drives 0: N must be a whole number from 1 to 1000000."],
    ["--set", "monaco", "There is no set named monaco; there are "],
    ["--fault", "toString", "--fault toString: A fault must be one of: accuracy always 0; "],
    ["--feilds", "speed", "Unknown option '--feilds'"],
  ])("refuses %s %s", async (option, value, sentence) => {
    expect(await refused("accuracy", option, value)).toContain(sentence);
  });

  it("reports what is missing or cannot be read, and exits 1", async () => {
    onTestFinished(() => {
      process.exitCode = undefined;
    });
    const told: string[] = [];
    vi.spyOn(console, "error").mockImplementation((sentence: string) => told.push(sentence));
    const run = async (...words: string[]) => {
      process.exitCode = undefined;
      vi.spyOn(process, "argv", "get").mockReturnValue(["node", "accuracy", "--data", at("data"), "--set", "kubicka", ...words]);
      vi.resetModules();
      await import("../../bench/accuracy.js");
      return [process.exitCode, told.splice(0)];
    };
    expect(await run()).toEqual([1, [`Skipped: ${at("data/kubicka")} is not there.`]]);
    mkdirSync(at("data/kubicka/broken"), { recursive: true });
    expect(await run()).toEqual([1, [expect.stringMatching(/^kubicka\/broken is left out: .*broken\.nodes: there is no such file\.$/)]]);
  });

  it("of calibration checks its number of drives", async () => {
    expect(await refused("calibrate", "--drives", "ten")).toBe("--drives ten: N must be a whole number from 1 to 1000000.");
  });
});

import { describe, expect, it } from "vitest";
import { FAULTS, type Fault, withFault } from "../../src/evaluate/devices/faults.js";
import { type SimulatedDrive, simulateDrives } from "../../src/evaluate/simulate/drive.js";
import { isFerry } from "../../src/evaluate/simulate/ferry.js";
import { withFields } from "../../src/evaluate/simulate/fields.js";
import type { SimulationOptions } from "../../src/evaluate/simulate/options.js";
import { angleBetween } from "../../src/geo/angles.js";
import { lineLength, nearestOnLine } from "../../src/geo/lines.js";
import { distance } from "../../src/geo/metres.js";
import { readGeoJsonRoads } from "../../src/import/roads/geojson-roads.js";
import { Access, Flag } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { type AsciiWay, asciiMap } from "../helpers/ascii-map.js";

/** A small town: a grid with a one-way street, a tunnel, a roundabout, and a road that leads out of it. */
const map = asciiMap(
  `
 a---b---c---d-----------e
 |   |   |   |           |
 f---g---h---i           |
 |   |   |   |           |
 j---k---l---m-----------n
 |   |  / \\  |
 o---p-q   r-s
        \\ /
         t---------------u
`,
  { metresPerCell: 60 },
);
const town: RoadGraph = map.graph({
  abcd: { class: "tertiary", speed: 50 },
  de: { class: "primary", speed: 70 },
  en: { class: "primary", flags: ["tunnel"], speed: 70 },
  mn: { class: "primary", speed: 70 },
  fghi: { oneway: true },
  jklm: { class: "secondary" },
  opq: {},
  rs: {},
  lqtrl: { class: "secondary", oneway: true, flags: ["roundabout"] },
  tu: { class: "unclassified" },
  afjo: {},
  bgkp: {},
  chl: {},
  dims: { class: "tertiary" },
});

const BARE: SimulationOptions = { urban: 0, outliers: 0, losses: 0, duplicates: 0, missing: 0 };
const simulate = (options: SimulationOptions = {}): SimulatedDrive[] =>
  simulateDrives(town, { drives: 20, minMetres: 800, maxMetres: 6000, seed: 11, ...options });

const everyday = simulate();

describe("simulated drives", () => {
  it("are the same for the same seed", () => {
    expect(JSON.stringify(simulate())).toBe(JSON.stringify(everyday));
    expect(simulate({ seed: 12, drives: 1 })[0].track).not.toEqual(everyday[0].track);
  });

  it("have the mode of their traveller, to be matched with", { tags: "long" }, () => {
    expect(new Set(simulate({ mode: "walking" }).map(({ mode }) => mode))).toEqual(new Set(["walking"]));
    expect(new Set(everyday.map(({ mode }) => mode))).toEqual(new Set(["driving"]));
  });

  it("all differ for another seed", () => {
    const drivesOf = (seed: number) => simulate({ seed, drives: 4 }).map(({ track }) => JSON.stringify(track));
    const seeds = [0, 1, 2, 3, 8, -1, 1 + 2 ** 32];
    expect(new Set(seeds.flatMap(drivesOf)).size).toBe(seeds.length * 4);
  });

  it("do not depend on the number of drives", () => {
    expect(simulate({ drives: 3 })).toEqual(everyday.slice(0, 3));
  });

  it("follow the same way whatever the noise", () => {
    const [quiet, loud] = [
      simulate({ noise: { independent: 0, drift: 0, driftSeconds: 1 } }),
      simulate({ noise: { independent: 9, drift: 9, driftSeconds: 9 } }),
    ];
    expect(loud.map((d) => d.truth)).toEqual(quiet.map((d) => d.truth));
    expect(loud[0].track).not.toEqual(quiet[0].track);
  });

  it("follow only roads that may be driven, arc after arc", () => {
    for (const { arcs } of simulate({ uTurns: 0.5, loops: 0.5, rounds: 0.5 })) {
      arcs.forEach((arc, i) => {
        expect(town.arcAccess[arc] & Access.driving).not.toBe(0);
        if (i === 0) return;
        // From the end of the last arc; or, in a U-turn on the road, back along the same one.
        if (arc !== (arcs[i - 1] ^ 1)) expect(town.tail(arc)).toBe(town.head(arcs[i - 1]));
      });
    }
  });

  it("have the place on the road for each fix", () => {
    for (const { truthPoints, fixArcs, truth } of everyday) {
      truthPoints.forEach((place, i) => {
        if (i % 5 !== 0) return;
        const edge = fixArcs[i] >>> 1;
        expect(nearestOnLine([town.arcCoordinates(2 * edge)], place![0], place![1])!.distance).toBeLessThan(0.05);
        if (i % 50 === 0) expect(nearestOnLine(truth, place![0], place![1])!.distance).toBeLessThan(0.05);
      });
    }
  });

  it("move as vehicles do", { tags: "long" }, () => {
    for (const { truthPoints, track, moved } of simulate(BARE)) {
      let was = 0;
      track.forEach((point, i) => {
        if (i === 0) return;
        const seconds = point.time! - track[i - 1].time!;
        const speed = moved[i] / seconds;
        const straight = distance(...truthPoints[i - 1]!, ...truthPoints[i]!);
        expect(straight).toBeLessThanOrEqual(moved[i] + 0.1);
        expect(speed).toBeLessThan(25); // 70 km/h and a driver in a hurry
        // No acceleration or braking beyond that of a car, except over gaps in a tunnel.
        if (seconds === 1 && i > 1 && track[i - 1].time! - track[i - 2].time! === 1) expect(Math.abs(speed - was)).toBeLessThan(3.5);
        was = speed;
      });
    }
  });

  it("halt now and then", () => {
    const halted = simulate({ ...BARE, stops: 0.5 }).filter(({ moved }) => moved.slice(5, -5).some((metres) => metres === 0));
    expect(halted.length).toBeGreaterThan(5);
    const rolling = simulate({ ...BARE, stops: 0 }).filter(({ moved }) => moved.slice(3, -3).some((metres) => metres < 0.05));
    expect(rolling).toHaveLength(0);
  });

  it("include U-turns, and rounds of blocks and roundabouts, if asked for", () => {
    const turned = ({ arcs }: SimulatedDrive) =>
      arcs.some((arc, i) => i > 0 && arc === (arcs[i - 1] ^ 1) && town.head(arcs[i - 1]) !== map_u);
    const twice = ({ arcs }: SimulatedDrive) => new Set(arcs).size < arcs.length;
    const map_u = nodeAt("u");
    expect(simulate({ uTurns: 0, loops: 0, rounds: 0 }).filter(turned)).toHaveLength(0);
    expect(simulate({ uTurns: 1, loops: 0, rounds: 0 }).filter(turned).length).toBeGreaterThan(10);
    expect(simulate({ uTurns: 0, loops: 1, rounds: 0 }).filter(twice).length).toBeGreaterThan(5);
    expect(simulate({ uTurns: 0, loops: 0, rounds: 1 }).filter(twice).length).toBeGreaterThan(1);
  });

  it("are not all the shortest way", () => {
    const ways = new Map<string, Set<string>>();
    for (const { arcs } of simulate({ drives: 300, uTurns: 0, loops: 0, rounds: 0, interval: 60 })) {
      const ends = `${arcs[0]} ${arcs[arcs.length - 1]}`;
      ways.set(ends, (ways.get(ends) ?? new Set()).add(arcs.join(" ")));
    }
    expect([...ways.values()].some((different) => different.size > 1)).toBe(true);
  });

  it("have no fixes in a tunnel", { tags: "long" }, () => {
    const tunnel = [...Array(town.edgeCount).keys()].find((edge) => town.name(edge) === "en")!;
    const through = (options: SimulationOptions) =>
      simulate({ drives: 40, ...options }).filter(({ arcs }) => arcs.some((arc) => arc >>> 1 === tunnel));
    const fixes = (options: SimulationOptions) =>
      through(options).flatMap(({ fixArcs }) => fixArcs.filter((arc) => arc >>> 1 === tunnel)).length;
    expect(through({}).length).toBeGreaterThan(2);
    expect(fixes({ tunnels: 1 })).toBe(0);
    expect(fixes({ tunnels: 0 })).toBeGreaterThan(0);
  });

  it("have no fixes in a tunnel of many edges, each as short as an underpass", () => {
    const pieces = asciiMap("a--bcdefghijkl--m", { metresPerCell: 30 });
    const roads = pieces.graph({
      ab: {},
      lm: {},
      ...Object.fromEntries([..."bcdefghijk"].map((letter, i) => [letter + "cdefghijkl"[i], { flags: ["tunnel"] }])),
    });
    const isTunnel = (arc: number) => (roads.edgeFlags[arc >>> 1] & Flag.tunnel) !== 0;
    const runs = (arcs: readonly number[]) =>
      arcs
        .map((arc) => (isTunnel(arc) ? "t" : " "))
        .join("")
        .split(/ +/);
    // Two edges at the end of a drive may be as short as an underpass.
    const through = simulateDrives(roads, { drives: 40, minMetres: 100, seed: 3, tunnels: 1, ...BARE }).filter(({ arcs }) =>
      runs(arcs).every((run) => run.length === 0 || run.length > 2),
    );
    expect(through.length).toBeGreaterThan(10);
    expect(through.flatMap(({ fixArcs }) => fixArcs.filter((arc) => arc >= 0 && isTunnel(arc)))).toEqual([]);
  });

  it("have the given share of outliers, however frequent the fixes are", { tags: "long" }, () => {
    const still = { tunnels: 0, losses: 0, duplicates: 0, noise: { independent: 0, drift: 0, driftSeconds: 0 }, urban: 1 };
    for (const [interval, outliers] of [
      [0.5, 0.1],
      [2, 0.1],
      [10, 0.1],
      [1, 1],
    ]) {
      const drives = simulate({ ...still, interval, outliers, drives: 60 });
      const off = drives.flatMap(({ track, truthPoints }) => track.map(({ lon, lat }, i) => distance(lon, lat, ...truthPoints[i]!) > 20));
      expect(Math.abs(off.filter((is) => is).length / off.length - outliers)).toBeLessThan(0.02);
    }
  });

  it("are no faster off the roads than on them, and park only in car parks", { tags: "long" }, () => {
    const off = (options: SimulationOptions) =>
      simulate({ drives: 40, ...BARE, ...options }).flatMap(({ fixArcs, moved }) => moved.filter((_, i) => i > 0 && fixArcs[i] < 0));
    const share = (metres: number[]) => metres.filter((m) => m < 0.05).length / metres.length;
    expect(Math.max(...off({ unmapped: 1, mode: "walking" }))).toBeLessThan(2.5);
    expect(share(off({ unmapped: 1, stops: 0 }))).toBe(0);
    expect(share(off({ carParks: 1, stops: 0 }))).toBeGreaterThan(0.3);
  });

  it("leave the roads for car parks and unmapped roads, and their truth says so", { tags: "long" }, () => {
    const drives = simulate({ drives: 40, carParks: 1, unmapped: 1, ...BARE });
    const off = drives.filter(({ offLines }) => offLines.length > 0);
    expect(off.length).toBeGreaterThan(10);
    for (const { truthPoints, fixArcs, offLines, truth } of off) {
      expect(truth.length).toBe(offLines.length + 1);
      expect(truthPoints.every((place, i) => (place === null) === fixArcs[i] < 0)).toBe(true);
      expect(truthPoints).toContain(null);
    }
  });

  it("take a ferry if asked for and there is one, beside its line but for the quays", () => {
    const island = asciiMap("a--b--c------------------------------d--e--f", { metresPerCell: 100 });
    const sea = island.graph({ abc: {}, cd: { class: "ferry", flags: ["ferry"], access: ["driving"] }, def: {} });
    const drives = simulateDrives(sea, {
      drives: 12,
      ferries: 1,
      minMetres: 3200,
      noise: { independent: 0, drift: 0, driftSeconds: 1 },
      ...BARE,
    });
    const beside = drives.map(({ track, truthPoints, fixArcs }) => {
      expect(fixArcs.some((arc) => isFerry(sea, arc))).toBe(true);
      const metres = truthPoints.map((place, i) => distance(...place!, track[i].lon, track[i].lat));
      const quays = metres.filter((_, i) => [island.at("c"), island.at("d")].some((quay) => distance(...quay, ...truthPoints[i]!) < 60));
      expect(Math.max(...quays, ...metres.filter((_, i) => !isFerry(sea, fixArcs[i])))).toBeLessThan(15);
      return Math.max(...metres);
    });
    expect(Math.max(...beside)).toBeGreaterThan(100);
    expect(Math.max(...beside)).toBeLessThan(310);
    expect(simulateDrives(island.graph({ abc: {}, def: {} }), { drives: 3, ferries: 1, minMetres: 200 })).toHaveLength(3);
  });

  it("do not turn back on a ferry", () => {
    const blocks = asciiMap(
      `
      a--b        e--f
      |  |        |  |
      g--c--------d--h
`,
      { metresPerCell: 100 },
    );
    const ways: Record<string, AsciiWay> = {
      abc: {},
      agc: {},
      cd: { class: "ferry", flags: ["ferry"], access: ["driving"] },
      def: {},
      dhf: {},
    };
    const lake = blocks.graph(ways);
    const drives = simulateDrives(lake, { drives: 20, ...BARE, ferries: 1, uTurns: 1, minMetres: 900, maxMetres: 6000 });
    expect(drives.every(({ fixArcs }) => fixArcs.some((arc) => isFerry(lake, arc)))).toBe(true);
    const turned = drives.flatMap(({ fixArcs }) => fixArcs.filter((arc, i) => (fixArcs[i - 1] ^ 1) === arc));
    expect(turned.length).toBeGreaterThan(3);
    expect(turned.filter((arc) => isFerry(lake, arc))).toEqual([]);
  });

  it("include jumps faster than any road allows, without fixes between, if asked for", () => {
    const carried = simulate({ carried: 1, ...BARE }).filter(({ carriedAfter }) => carriedAfter.length > 0);
    expect(carried.length).toBeGreaterThan(15);
    const speeds: number[] = [];
    for (const { carriedAfter, track, truth, moved } of carried) {
      const [from, to] = [track[carriedAfter[0]], track[carriedAfter[0] + 1]];
      speeds.push(distance(from.lon, from.lat, to.lon, to.lat) / (to.time! - from.time!));
      expect(truth).toHaveLength(2);
      expect(moved.reduce((sum, metres) => sum + metres, 0)).toBeLessThan(lineLength(truth) + 1); // being carried off is not driving
    }
    // If a drive begins or ends in the tunnel, more time is between the fixes.
    expect(speeds.sort((a, b) => a - b)[5]).toBeGreaterThan(70);
  });

  it("are as many as asked for in a large area in which hardly any two places are near enough", () => {
    // A crossroads every 20 km.
    const road = (...coordinates: number[][]) => ({
      type: "Feature",
      properties: { highway: "residential" },
      geometry: { type: "LineString", coordinates },
    });
    const features = Array.from({ length: 225 }, (_, i) => {
      const [x, y] = [(i % 15) * 0.2, Math.floor(i / 15) * 0.2];
      return [road([x - 0.02, y], [x, y], [x + 0.02, y]), road([x, y - 0.02], [x, y], [x, y + 0.02])];
    });
    const land = buildRoads(readGeoJsonRoads(JSON.stringify({ type: "FeatureCollection", features: features.flat() })));
    const drives = simulateDrives(land, { drives: 8, interval: 30 });
    expect(drives).toHaveLength(8);
    for (const { truth } of drives) expect(lineLength(truth)).toBeLessThan(10_000);
    expect(new Set(drives.map(({ arcs }) => arcs[0])).size).toBeGreaterThan(5);
  });

  it.each([
    ["right", 1],
    ["left", -1],
  ] as const)("keep to the %s of their road", (side, sign) => {
    const offsets = simulate({ drives: 20, interval: 1, side }).flatMap(({ track, truthPoints }) =>
      track.slice(1).flatMap(({ lon, lat }, k) => {
        const [before, here] = [truthPoints![k], truthPoints![k + 1]];
        if (before === null || here === null || distance(...before, ...here) < 5) return [];
        const [east, north] = [here[0] - before[0], here[1] - before[1]];
        return (lon - here[0]) * north - (lat - here[1]) * east;
      }),
    );
    expect(offsets.length).toBeGreaterThan(500);
    expect(offsets.filter((offset) => sign * offset > 0).length / offsets.length).toBeGreaterThan(0.6);
  });

  it("have the given length, including turns and rounds, wherever they begin and end", { tags: "long" }, () => {
    const lengths = simulate({ drives: 100, minMetres: 1500, maxMetres: 2000, uTurns: 0.5, loops: 0.5, rounds: 0.5 }).map(({ truth }) =>
      lineLength(truth),
    );
    expect(Math.min(...lengths)).toBeGreaterThan(1499);
    expect(Math.max(...lengths)).toBeLessThan(2001);
  });

  it("come as near to the given length as the roads allow, without exceeding it", () => {
    const lengths = simulate({ drives: 60, minMetres: 1000, maxMetres: 1001, interval: 60 }).map(({ truth }) => lineLength(truth));
    expect(Math.max(...lengths)).toBeLessThan(1001);
    expect(lengths.filter((metres) => metres > 700).length).toBeGreaterThan(55);
  });

  it("do not exist on an empty network, or one that nobody may drive on", () => {
    expect(simulateDrives(asciiMap("a").graph({}), { drives: 5 })).toEqual([]);
    const path = asciiMap("a--b--c", { metresPerCell: 200 }).graph({ abc: { class: "footway" } });
    expect(simulateDrives(path, { drives: 5, minMetres: 100 })).toEqual([]);
    expect(simulateDrives(path, { drives: 5, minMetres: 100, mode: "walking" })).toHaveLength(5);
  });

  it("begin and end on land", () => {
    const lake = asciiMap("a--b----c--d", { metresPerCell: 60 }).graph({ ab: {}, bc: { class: "ferry", flags: ["ferry"] }, cd: {} });
    const ways = simulateDrives(lake, { drives: 60, minMetres: 50, interval: 10 }).map(({ arcs }) =>
      arcs.map((arc) => lake.name(arc >>> 1)),
    );
    expect(ways.filter((way) => way.includes("bc")).length).toBeGreaterThan(5);
    expect(ways.filter((way) => way[0] === "bc" || way[way.length - 1] === "bc")).toEqual([]);
  });

  it.each<[string, AsciiWay]>([
    ["private", { flags: ["private"] }],
    ["closed to through traffic", { flags: ["destination"] }],
    ["within a property", { flags: ["minor"] }],
  ])("hardly use a short cut that is %s", (_, kind) => {
    const drawing = asciiMap("a--b---c--d\n   |   |\n   e---f", { metresPerCell: 100 });
    const through = (way: AsciiWay) => {
      const roads = drawing.graph({ ab: {}, bc: way, cd: {}, be: {}, ef: {}, fc: {} });
      const drives = simulateDrives(roads, { drives: 100, minMetres: 400, interval: 60, uTurns: 0, loops: 0 });
      const ways = drives.map(({ arcs }) => arcs.map((arc) => roads.name(arc >>> 1)));
      const passing = ways.filter((names) => names.includes("ab") && names.includes("cd"));
      return passing.filter((names) => names.includes("bc")).length / passing.length;
    };
    expect(through({})).toBeGreaterThan(0.8);
    expect(through(kind)).toBeLessThan(0.5);
  });

  it("obey turn restrictions with a via way, also round a block", () => {
    const drawing = asciiMap("    x\n    |\na---b---c---d\n|   |   |   |\ne---f---g---h", { metresPerCell: 40 });
    const streets = { ab: {}, bc: {}, cd: {}, ef: {}, fg: {}, gh: {}, ae: {}, cg: {}, dh: {}, xb: {} };
    const restrictions = [{ only: false, from: "ab", via: "bc", to: "cd" }];
    const roads = drawing.graph(streets, { restrictions });
    const drives = simulateDrives(roads, { drives: 100, minMetres: 200, maxMetres: 3000, interval: 60, uTurns: 0, loops: 0.7 });
    const ways = drives.map(({ arcs }) => arcs.map((arc) => roads.name(arc >>> 1)).join(" "));
    expect(ways.filter((way) => way.includes("cd bc ab")).length).toBeGreaterThan(2);
    expect(ways.filter((way) => way.includes("ab bc cd"))).toEqual([]);
  });

  it("make U-turns only on roads long enough for them", () => {
    const drawing = asciiMap("a--------b-c-d-e-f--------g", { metresPerCell: 12 });
    const roads = drawing.graph({ ab: {}, bc: {}, cd: {}, de: {}, ef: {}, fg: {} });
    const drives = simulateDrives(roads, { drives: 40, minMetres: 100, interval: 60, uTurns: 1, ...BARE });
    const turns = drives.flatMap(({ arcs }) => arcs.filter((arc, i) => i > 0 && arc === (arcs[i - 1] ^ 1)));
    expect(Math.min(...turns.map((arc) => roads.edgeLength[arc >>> 1]), 100)).toBeGreaterThan(30);
  });

  it("treat undefined options as missing, and accept the limits of each", () => {
    expect(simulate({ urban: undefined, noise: undefined, fields: undefined, drives: 3 })).toEqual(everyday.slice(0, 3));
    const bounds: SimulationOptions[] = [{ interval: 0.01 }, { minMetres: 500, maxMetres: 500 }, { side: "left" }, { losses: 0 }];
    for (const options of bounds) expect(simulate({ ...options, drives: 0 })).toEqual([]);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ seeds: 1 }, /There is no option "seeds" of the simulation; there are seed/],
    [{ toString: 1 }, /There is no option "toString" of the simulation/],
    [{ mode: "toString" }, /option mode is "toString"; it must be one of driving/],
    [{ urban: 1.5 }, /option urban is 1.5; it must be a share from 0 to 1/],
    [{ interval: 0 }, /option interval is 0; it must be a number above 0 and below 10 million/],
    [{ interval: "2" }, /option interval is "2"; it must be a number above 0 and below 10 million/],
    [{ urban: "1" }, /option urban is "1"; it must be a share from 0 to 1/],
    [{ noise: null }, /option noise is null; it must be an object/],
    [{ fields: 3 }, /option fields is 3; it must be an object/],
    [{ interval: 0.0001 }, /option interval is 0.0001; it must be 0.01 s or more/],
    [{ minMetres: 9, maxMetres: 5 }, /option minMetres is 9; it must be no more than maxMetres, 5/],
    [{ mode: "flying" }, /option mode is "flying"; it must be one of driving/],
    [{ noise: { independent: 1 } }, /option noise\.drift is undefined; it must be a number from 0/],
    [{ noise: { independent: 1, drift: 0, driftSeconds: 1, seed: 2 } }, /seed/],
    [{ fields: { acuracy: false } }, /acuracy/],
    [{ fields: { accuracy: "no" } }, /option fields\.accuracy is "no"; it must be true or false/],
    [
      { noise: { independent: -1, drift: 0, driftSeconds: 1 } },
      /option noise\.independent is -1; it must be a number from 0 and below 100,000/,
    ],
    [{ drives: 1.5 }, /option drives is 1.5; it must be a whole number/],
    [{ drives: -1 }, /option drives is -1; it must be a whole number/],
    [{ maxMetres: 1e7 }, /option maxMetres is 10000000; it must be a number above 0 and below 10 million/],
    [{ urban: -0.1 }, /option urban is -0.1; it must be a share from 0 to 1/],
    [{ losses: -1 }, /option losses is -1; it must be a number from 0 and below 100,000/],
    [{ losses: 1e5 }, /option losses is 100000; it must be a number from 0 and below 100,000/],
    [{ side: "middle" }, /option side is "middle"; it must be right or left/],
  ])("refuse %j", (options, sentence) => {
    expect(() => simulateDrives(town, options as SimulationOptions)).toThrow(sentence);
  });
});

describe("the reported fields of simulated fixes", () => {
  const drives = simulate({ drives: 40, ...BARE });
  const fixes = drives.flatMap(({ track, truthPoints, moved }) =>
    track.map((point, i) => ({ point, place: truthPoints[i]!, moved: moved[i] })),
  );

  it("include an accuracy that holds for about 68 % of the fixes", () => {
    const within = fixes.filter(({ point, place }) => distance(point.lon, point.lat, ...place) <= point.accuracy!).length / fixes.length;
    expect(within).toBeGreaterThan(0.55); // lane and map errors are added to what the receiver knows
    expect(within).toBeLessThan(0.75);
  });

  it("include larger accuracies for larger errors", () => {
    const mixed = simulate({ drives: 60, urban: 0.4, outliers: 0 }).flatMap(({ track, truthPoints }) =>
      track.flatMap((p, i) => (p.accuracy == null ? [] : [{ accuracy: p.accuracy, error: distance(p.lon, p.lat, ...truthPoints[i]!) }])),
    );
    const mean = (part: typeof mixed) => part.reduce((sum, { error }) => sum + error, 0) / part.length;
    expect(mean(mixed.filter(({ accuracy }) => accuracy > 12))).toBeGreaterThan(1.8 * mean(mixed.filter(({ accuracy }) => accuracy < 6)));
  });

  it("include courses that are good at speed and poor at a crawl", () => {
    const straight = drives.flatMap(({ track, truthPoints }) =>
      track.flatMap((point, i) => {
        const [a, b] = [truthPoints[i - 1], truthPoints[i + 1]];
        if (!a || !b || distance(...a, ...b) < 2) return [];
        const heading = (Math.atan2((b[0] - a[0]) * Math.cos((45 * Math.PI) / 180), b[1] - a[1]) * 180) / Math.PI;
        return [{ speed: distance(...a, ...b) / 2, error: angleBetween(point.course!, (heading + 360) % 360) }];
      }),
    );
    const median = (part: typeof straight) => part.map(({ error }) => error).sort((a, b) => a - b)[Math.floor(part.length / 2)];
    expect(median(straight.filter(({ speed }) => speed > 8))).toBeLessThan(5);
    expect(median(straight.filter(({ speed }) => speed < 2.5))).toBeGreaterThan(5);
  });

  it("leave out what is not carried, and sometimes a value", () => {
    const [bare] = simulate({ fields: { accuracy: false, speed: false, course: false } });
    expect(Object.keys(bare.track[0])).toEqual(["lon", "lat", "time"]);
    const [some] = simulate({ fields: { course: false }, missing: 0 });
    expect(Object.keys(some.track[0])).toEqual(["lon", "lat", "time", "accuracy", "speed"]);
    const missing = simulate({ missing: 0.2 }).flatMap(({ track }) => track);
    const share = missing.filter(({ speed }) => speed === undefined).length / missing.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
  });

  it("can be removed, or made wrong", () => {
    const { track } = drives[0];
    expect(Object.keys(withFields(track, ["speed"])[0])).toEqual(["lon", "lat", "time", "speed"]);
    expect(() => withFault(track, "nope" as Fault)).toThrow(/^The option fault is "nope"; it must be one of accuracy/);
    for (const fault of Object.keys(FAULTS) as Fault[]) expect(withFault(track, fault, town)).not.toEqual(track);
    expect(withFault(track, "speed in km/h")[9].speed).toBeCloseTo(track[9].speed! * 3.6, 9);
    expect(withFault([{ lon: 0, lat: 0 }], "speed in km/h")[0].speed).toBeUndefined();
  });

  it("include repeated fixes now and then", () => {
    const sent = simulate({ duplicates: 0.2 });
    const twice = sent.flatMap(({ track }) => track.filter((p, i) => i > 0 && p.time === track[i - 1].time)).length;
    const all = sent.flatMap(({ track }) => track).length;
    expect(twice / (all - twice)).toBeGreaterThan(0.16);
    expect(twice / (all - twice)).toBeLessThan(0.24);
  });
});

describe("simulated fixes that arrive late", () => {
  const late = simulate({ late: 0.1, carried: 1 });
  const inTime = simulate({ carried: 1 });

  it("are those of the drive, each with its own truth", () => {
    late.forEach((drive, n) => {
      const { track, truthPoints, fixArcs, moved, carriedAfter } = inTime[n];
      const indexAt = new Map(drive.track.map(({ time }, i) => [time, i]));
      const made = track.map(({ time }) => indexAt.get(time) as number);
      expect(drive.track).toHaveLength(track.length);
      expect(made.map((i) => [drive.truthPoints[i], drive.fixArcs[i]])).toEqual(track.map((_, i) => [truthPoints[i], fixArcs[i]]));
      expect([...drive.moved].sort()).toEqual([...moved].sort());
      expect(drive.carriedAfter.map((i) => drive.track[i].time)).toEqual(carriedAfter.map((i) => track[i].time));
    });
  });

  it("are the given share, and come after up to five that were made later", () => {
    const overtaken = late.flatMap(({ track }) =>
      track.map(({ time }, i) => new Set(track.slice(0, i).flatMap((other) => (other.time! > time! ? [other.time!] : []))).size),
    );
    expect(Math.max(...overtaken)).toBeLessThanOrEqual(5);
    const share = overtaken.filter((fixes) => fixes > 0).length / overtaken.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
  });

  it("are the same for the same seed, and none by default", () => {
    expect(simulate({ late: 0.1, carried: 1 })).toEqual(late);
    expect(everyday.every(({ track }) => track.every(({ time }, i) => i === 0 || time! >= track[i - 1].time!))).toBe(true);
  });
});

function nodeAt(letter: string): number {
  const [lon, lat] = map.at(letter);
  return [...Array(town.nodeCount).keys()].find(
    (n) => town.nodeLon[n] === Math.round(lon * 1e7) && town.nodeLat[n] === Math.round(lat * 1e7),
  )!;
}

// Situations that depend on the travel mode: the same fixes by car, truck, bicycle and on foot.
import { describe, expect, it } from "vitest";
import { readGeoJsonRoads } from "../../src/import/roads/geojson-roads.js";
import { Matcher } from "../../src/match/matcher.js";
import type { MatcherOptions } from "../../src/match/options.js";
import type { Mode, RoadClass } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import { inTime, scene } from "./scene.js";

describe("a footpath through a block", () => {
  const park = scene(
    `
    a---b---------c---d
        |         |
        |         |
        e---------f
`,
    { ab: {}, bc: { class: "footway" }, cd: {}, be: {}, ef: {}, fc: {} },
    { metresPerCell: 20 },
  );
  const walk = park.drive("abcd", { pace: 1.4, interval: 15, noise: 3 });

  it("is used by a walker", () => {
    expect(park.snap(walk, { mode: "walking" }).driven).toBe("abcd");
  });

  it("is not used by a car, which goes round or leaves the road", () => {
    const { driven, on } = park.snap(walk, { mode: "driving" });
    expect(driven).not.toContain("bc");
    expect(on).not.toContain("bc");
  });

  it("is off the road for a car whose fixes are on it, and its points say so", () => {
    const { driven, reasons } = park.snap(park.drive("abcd", { interval: 2, pace: 8 }), { mode: "driving" });
    expect(driven).toMatch(/off|abefcd/);
    expect(reasons).toHaveLength(park.drive("abcd", { interval: 2, pace: 8 }).length);
  });
});

describe("a one-way street with two-way cycling", () => {
  // Two ways over the same nodes, as a street and its contraflow lane are sometimes mapped, are one road with the access of both.
  const street = scene("a---b---c---d", { ab: {}, bc: { oneway: true }, cd: {}, cb: { oneway: true, access: ["cycling"] } });
  const track = street.drive("da", { interval: 5, noise: 2, pace: 5 });

  it("is used in both directions by bicycle, and in one by car", () => {
    expect(street.snap(track, { mode: "cycling" })).toMatchObject({ driven: "dcba", broken: [] });
    expect(street.snap(track, { mode: "driving" })).toMatchObject({ driven: "dcba", broken: ["wrong-way cb"] });
  });
});

describe("a one-way street that is cycled the wrong way", () => {
  const block = scene(
    `
    a-------b
    |       |
    c-------d
`,
    { ba: { oneway: true }, ac: {}, cd: {}, db: {} },
    { metresPerCell: 30 },
  );

  it.each([1, 5, 10])("is matched where the fixes are, and not by a way round the block: every %i s", (interval) => {
    const track = block.drive("cabd", { interval, noise: 3, pace: 4 });
    const { driven, broken } = block.snap(track, { mode: "cycling" });
    expect(driven).toMatch(/^cabdc?$/);
    expect(broken).toEqual(["wrong-way ab"]);
  });

  // 720 m long, with another street 12 m beside it.
  const long = "-".repeat(58);
  const beside = scene(
    `e---a${long}b---f\n    c${long}d`,
    { ea: {}, ba: { oneway: true }, ac: {}, cd: {}, db: {}, bf: {} },
    { metresPerCell: 12 },
  );

  it.each([1, 5, 10])("is matched over its whole length, and not on a street beside it: every %i s", (interval) => {
    const { driven, broken } = beside.snap(beside.drive("eabf", { interval, noise: 3, pace: 4 }), { mode: "cycling" });
    expect([driven, broken]).toEqual(["eabf", ["wrong-way ab"]]);
  });
});

describe("a road closed to trucks", () => {
  const town = scene(
    `
    a---b----m----c---d
             .
             .
             e
`,
    { ab: {}, bc: { access: ["driving", "walking", "cycling"] }, cd: {}, bec: {} },
    { metresPerCell: 20 },
  );
  const sparse = inTime(town.track("abcd"), 30);

  it("is avoided by a truck if there is another way, and used by a car", () => {
    expect(town.snap(sparse, { mode: "trucking" }).driven).toBe("abecd");
    expect(town.snap(sparse, { mode: "driving" }).driven).toBe("abcd");
  });

  it("is reported as a violation if a truck was on it", () => {
    const { driven, broken } = town.snap(town.drive("abcd", { interval: 2, noise: 2 }), { mode: "trucking" });
    expect(driven).toBe("abcd");
    expect(broken).toEqual(["no-access bc"]);
  });

  it.each([
    [0.1, "abcd"],
    [0.5, "abcd"],
    [1, "abefcd"],
    [5, "abefcd"],
  ])("is avoided less or more with avoid.truckRestricted: %d, no fix between its ends, gives %s", (truckRestricted, driven) => {
    const far = scene(
      `
    a---b---------c---d
        |         |
        |         |
        |         |
        |         |
        |         |
        |         |
        e---------f
`,
      { ab: {}, bc: { access: ["driving"] }, cd: {}, befc: {} },
      { metresPerCell: 20 },
    );
    expect(far.snap(inTime(far.track("ad"), 60), { mode: "trucking", avoid: { truckRestricted } }).driven).toBe(driven);
    expect(far.snap(inTime(far.track("ad"), 60), { avoid: { truckRestricted } }).driven).toBe("abcd");
  });
});

describe("a road with a gate of its owner's, which is also for lorries' deliveries only", () => {
  const town = scene(
    `
    a---b----m----c---d
             .
             .
             e
`,
    { ab: {}, bc: { flags: ["private", "truckRestricted"] }, cd: {}, bec: {} },
    { metresPerCell: 20 },
  );
  const sparse = inTime(town.track("abcd"), 30);

  it.each(["driving", "trucking"] as const)("is avoided as a private road is: %s", (mode) => {
    expect(town.snap(sparse, { mode, avoid: { private: 10 } }).driven).toBe("abecd");
    expect(town.snap(sparse, { mode }).driven).toBe("abcd");
  });
});

describe("a road closed to everybody, with somebody on it", () => {
  it.each<[Mode, RoadClass, boolean]>([
    ["driving", "motorway", true],
    ["driving", "pedestrian", true],
    ["driving", "cycleway", false],
    ["driving", "steps", false],
    ["driving", "ferry", false],
    ["trucking", "footway", false],
    ["walking", "motorway", false],
    ["walking", "trunk", true],
    ["walking", "cycleway", true],
    ["walking", "steps", true],
    ["walking", "ferry", false],
    ["cycling", "motorway", false],
    ["cycling", "footway", true],
  ])("%s on a %s is matched to it, with a violation, only if that is possible: %s", (mode, kind, isOn) => {
    const road = scene("a---------b", { ab: { class: kind, access: "none" } }, { metresPerCell: 20 });
    const { on, broken } = road.snap(road.drive("ab", { interval: 5, pace: 3 }), { mode });
    expect([new Set(on), broken]).toEqual(isOn ? [new Set(["ab"]), ["no-access ab"]] : [new Set([""]), []]);
  });
});

describe("a road closed to some, beside an open path of the same length", () => {
  const park = (tags: Record<string, string>) => {
    const line = (highway: string, coordinates: number[][], more: object) => ({
      type: "Feature",
      properties: { highway, ...more },
      geometry: { type: "LineString", coordinates },
    });
    const features = [
      line(
        "unclassified",
        [
          [8, 50],
          [8.002, 50],
        ],
        { name: "to" },
      ),
      line(
        "unclassified",
        [
          [8.002, 50],
          [8.01, 50],
        ],
        { name: "road", ...tags },
      ),
      line(
        "unclassified",
        [
          [8.002, 50],
          [8.0023, 50.00014],
          [8.0097, 50.00014],
          [8.01, 50],
        ],
        { name: "path" },
      ),
      line(
        "unclassified",
        [
          [8.01, 50],
          [8.012, 50],
        ],
        { name: "from" },
      ),
    ];
    const roads = buildRoads(readGeoJsonRoads({ type: "FeatureCollection", features }));
    return (options: MatcherOptions, seconds: number) => {
      // Along the road, 4 m towards the path.
      const track = Array.from({ length: 21 }, (_, i) => ({ lon: 8.001 + i * 0.0005, lat: 50.000036, time: i * seconds }));
      const on = new Matcher(roads, options).match(track).points.map(({ edge }) => roads.name(edge));
      return [...new Set(on)];
    };
  };
  const avoid = { private: 10, destination: 10, truckRestricted: 10 };

  it.each([
    ["walking", { access: "private" }, "path"],
    ["walking", { access: "private", foot: "yes" }, "road"],
    ["walking", { motor_vehicle: "private" }, "road"],
    ["walking", { vehicle: "destination" }, "road"],
    ["cycling", { access: "private", foot: "yes" }, "path"],
    ["cycling", { access: "private", bicycle: "yes" }, "road"],
    ["cycling", { motor_vehicle: "destination" }, "road"],
    ["driving", { access: "private", foot: "yes", bicycle: "yes" }, "path"],
    ["driving", { hgv: "destination" }, "road"],
    ["trucking", { hgv: "destination" }, "path"],
  ] as const)("%s, %o: matched to the %s if private roads and roads without through traffic are avoided", (mode, tags, expected) => {
    const match = park(tags);
    const seconds = { walking: 26, cycling: 8, driving: 5, trucking: 5 }[mode];
    expect(match({ mode, avoid }, seconds)).toEqual(["to", expected, "from"]);
    expect(match({ mode }, seconds)).toEqual(["to", "road", "from"]);
  });
});

describe("a footpath on which bicycles must be pushed", () => {
  const park = scene(
    `
    a---b----m----c---d
             .
             e
`,
    { ab: {}, bc: { class: "footway", flags: ["pushed"], access: ["walking", "cycling"] }, cd: {}, bec: {} },
    { metresPerCell: 20 },
  );
  const sparse = inTime(park.track("abcd"), 60);

  it("is avoided by a cyclist if another way is not much longer, and used on foot", () => {
    expect(park.snap(sparse, { mode: "cycling" }).driven).toBe("abecd");
    expect(park.snap(sparse, { mode: "walking" }).driven).toBe("abcd");
  });

  it("is used if the fixes are on it, without a violation", () => {
    expect(park.snap(park.drive("abcd", { interval: 5, noise: 2, pace: 2 }), { mode: "cycling" })).toMatchObject({
      driven: "abcd",
      broken: [],
    });
  });
});

describe("a ferry", () => {
  const shores = scene(
    `
    a---b--------------------c---d
`,
    { ab: {}, bc: { class: "ferry", flags: ["ferry"], access: ["driving", "walking", "cycling"] }, cd: {} },
  );

  it("is matched if there are fixes on board", () => {
    const { driven, broken, points } = shores.snap(shores.drive("ad", { interval: 10, noise: 4 }));
    expect(driven).toBe("abcd");
    expect(broken).toEqual([]);
    expect(points.every((point) => point.confidence > 0.5)).toBe(true);
  });

  it("joins both shores if there are no fixes on board", () => {
    const crossing = [...shores.drive("ab", { interval: 10 }), ...shores.drive("cd", { interval: 10, start: 1_700_000_200 })];
    expect(shores.snap(crossing).driven).toBe("abcd");
  });

  it.each([10, 13, 18])("may be faster than a walker: %d m/s", (pace) => {
    const walk = (from: string, start: number) => shores.drive(from, { interval: 10, pace: 1.3, start });
    const ashore = walk("ab", 1_700_000_000);
    const sailed = shores.drive("bc", { interval: 10, pace, start: (ashore.at(-1)?.time ?? 0) + 10 });
    const track = [...ashore, ...sailed, ...walk("cd", (sailed.at(-1)?.time ?? 0) + 10)];
    const { driven, broken } = shores.snap(track, { mode: "walking" });
    expect([driven, broken]).toEqual(["abcd", []]);
  });

  it("is off the road for modes that may not board it", () => {
    expect(shores.snap(shores.drive("ad", { interval: 10 }), { mode: "trucking" }).driven).toBe("ab | off | cd");
  });
});

describe("a motorway beside a cycle track", () => {
  const both = scene(
    `
    a-----------------b
    c-----------------d
`,
    { ab: { class: "motorway", oneway: true }, cd: { class: "cycleway" } },
    { metresPerCell: 12 },
  );
  const between = both.drive("ab", { right: 6, interval: 3 });

  it.each([
    ["driving", "ab"],
    ["trucking", "ab"],
    ["walking", "cd"],
    ["cycling", "cd"],
  ] as const)("only the one open to the mode is used: %s", (mode, driven) => {
    expect(both.snap(between, { mode }).driven).toBe(driven);
  });
});

describe("a jogger who runs to and fro on one path", () => {
  const path = scene(`a${"-".repeat(10)}b---c-d${"-".repeat(10)}e`, { abcde: { class: "footway" } }, { metresPerCell: 20 });

  it.each([
    ["bc", 80, 1, 3],
    ["bc", 80, 2, 3],
    ["bc", 80, 5, 3],
    ["bd", 120, 10, 1.3],
    ["bd", 120, 20, 1.3],
  ])("covers about the real distance, with a new stretch for each turn: %s, %i m, every %i s, %d m/s", (leg, metres, interval, pace) => {
    const track = path.drive(`${leg.repeat(4)}b`, { pace, interval, noise: 2 });
    const { stretches } = path.snap(track, { mode: "walking" });
    expect(stretches.map(({ type }) => type)).toEqual(Array(8).fill("Road"));
    const all = stretches.reduce((sum, { length }) => sum + length, 0);
    // Noise and the time between fixes hide a part of each turn.
    expect(all).toBeGreaterThan(8 * metres * 0.7);
    expect(all).toBeLessThan(8 * metres * 1.1);
  });
});

describe("a slow walk up a winding path", () => {
  const rows = Array.from({ length: 9 }, (_, i) => "abcdefghijklmnopqr".slice(2 * i, 2 * i + 2));
  const drawing = rows
    .map(([from, to], i) => (i % 2 === 0 ? `${from}${"-".repeat(12)}${to}` : `${to}${"-".repeat(12)}${from}`))
    .join("\n\n");
  const hill = scene(drawing, { abcdefghijklmnopqr: { class: "footway" } }, { metresPerCell: 8 });

  it.each([1, 5, 10])("stays on the path: every %i s", (interval) => {
    const { driven, stretches } = hill.snap(hill.drive("abcdefghijklmnopqr", { pace: 0.9, interval, noise: 5 }), { mode: "walking" });
    expect([...new Set(stretches.map(({ type }) => type))]).toEqual(["Road"]);
    expect(driven).toBe("abcdefghijklmnopqr");
  });
});

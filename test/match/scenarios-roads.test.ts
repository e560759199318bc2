// Situations on the road: which of several roads was driven.
import { describe, expect, it } from "vitest";
import { explain } from "../../src/match/explain.js";
import { Matcher } from "../../src/match/matcher.js";
import type { AsciiWay } from "../helpers/ascii-map.js";
import { inTime, meanConfidence, moved, scene } from "./scene.js";

describe("a single road", () => {
  const road = scene("a-----b-----c-----d", { abcd: {} });

  it("takes every fix of a noisy drive, on whichever side of the road it is", () => {
    const { driven, points, reasons, stretches } = road.snap(road.drive("ad", { noise: 5, interval: 3 }));
    expect(driven).toBe("abcd");
    expect(new Set(reasons)).toEqual(new Set(["matched"]));
    expect(points.every((point) => point.confidence > 0.9 && point.distance < 25)).toBe(true);
    expect(stretches).toHaveLength(1);
  });

  it("is driven in the direction of the fixes", () => {
    expect(road.snap(road.drive("da", { noise: 5, interval: 3 })).driven).toBe("dcba");
  });

  it("begins and ends, as a stretch, where the track does", () => {
    const [stretch] = road.snap(road.drive("bc")).stretches;
    expect(stretch.startOffset).toBeCloseTo(300, -1);
    expect(stretch.endOffset).toBeCloseTo(600, -1);
    expect(stretch.length).toBeCloseTo(300, -1);
  });

  it.each([
    ["where the track ends", 0],
    ["before a gap", 3],
  ])("ends at the last point, even if that is a little back: %s", (_, after) => {
    const road = scene(`a-----b${"-".repeat(25)}c-----d`, { abcd: {} });
    const fixes = road.drive("ab", { interval: 5 });
    const last = moved(fixes[fixes.length - 1], -20, 0);
    // The part after it is at a speed that nobody drives.
    const beyond = road.drive("cd", { interval: 5 }).slice(-after || fixes.length);
    const start = 1_700_000_000 + fixes.length * 5 + 1;
    const track = [...inTime([...fixes, last], 5), ...beyond.map((fix, i) => ({ ...fix, time: start + i * 5 }))];
    const { points, stretches } = road.snap(track);
    const at = points[fixes.length];
    expect(at.reason).toBe("matched");
    expect(stretches[at.stretch].endOffset).toBe(at.offset);
    for (const point of points) if (point.stretch === at.stretch) expect(point.offset).toBeLessThanOrEqual(at.offset);
    if (after > 0)
      expect(stretches[at.stretch + 1]).toMatchObject({ type: "Road Gap", coordinates: [[at.lon, at.lat], expect.anything()] });
  });
});

describe("a fix on the road beyond a hairpin", () => {
  const drawing = `
    a--------------------1-e------------------------b
                                                    |
                                                    |
    d--------------------2--------------------------c`;

  it.each<[string, Record<string, AsciiWay>]>([
    ["one road", { aeb: {}, bc: {}, cd: {} }],
    ["a road that is cut into two edges there", { ae: {}, eb: {}, bc: {}, cd: {} }],
  ])("is matched there half a minute, and a long way, after a fix opposite to it: %s", (_, ways) => {
    const road = scene(drawing, ways, { metresPerCell: 10 });
    const { driven, points } = road.snap(inTime(road.track("a12d"), 30));
    expect(driven).toBe("aebcd");
    expect(points.map((point) => Math.round(point.distance))).toEqual([0, 0, 0, 0]);
  });
});

describe("a long way between two fixes", () => {
  const road = scene("a---------b", { ab: { class: "residential" } }, { metresPerCell: 600 });

  it("is one stretch if there was time for it, though the charge for a residential road exceeds the cost of a gap", () => {
    const [first, ...others] = road.drive("ab", { interval: 60, pace: 10 });
    const last = { ...others[others.length - 1], time: 1_700_000_000 + 600 };
    expect(road.snap([{ ...first, time: 1_700_000_000 }, last]).stretches.map(({ type }) => type)).toEqual(["Road"]);
  });
});

describe("parallel roads", () => {
  const dual = scene(
    `
    d---e---f---g
    a---b---c---h
`,
    { abch: { oneway: true }, gfed: { oneway: true } },
    { metresPerCell: 25 },
  );

  it.each([
    ["eastbound", "ah", "abch"],
    ["westbound", "gd", "gfed"],
  ])("take the carriageway in the direction of travel, even with fixes on the other one: %s", (_, letters, driven) => {
    // Thirteen metres to the left, a little beyond the middle of the road.
    const track = dual.drive(letters, { right: -13, noise: 4, interval: 2, accuracy: 10 });
    const snapped = dual.snap(track);
    expect(snapped.driven).toBe(driven);
    expect(snapped.broken).toEqual([]);
  });

  const street = scene(
    `
    a---b---------c---d
        |         |
        e---------f
`,
    { abcd: { class: "primary" }, be: { class: "service" }, ef: { class: "service" }, fc: { class: "service" } },
    { metresPerCell: 20 },
  );

  it("keep a track on the main road beside a service road", () => {
    expect(street.snap(street.drive("ad", { noise: 6, interval: 2 })).driven).toBe("abcd");
  });

  it("put a track on the service road if its fixes go round by it", () => {
    expect(street.snap(street.drive("abefcd", { noise: 3, interval: 2 })).driven).toBe("abefcd");
  });

  it("get a low confidence if the fixes are between two", () => {
    const twins = scene("a------------b\n\nc------------d", { ab: {}, cd: {} }, { metresPerCell: 20 });
    const between = twins.drive("ab", { right: 20, interval: 4 });
    const close = twins.drive("ab", { right: 0, interval: 4 });
    expect(meanConfidence(twins.snap(close))).toBeGreaterThan(0.9);
    expect(meanConfidence(twins.snap(between))).toBeLessThan(meanConfidence(twins.snap(close)) - 0.1);
  });
});

describe("two equally long ways between fixes a minute apart", () => {
  const drawing = `
          c---d
         /     \\
    a---b       e---f
         \\     /
          g---h
`;
  const upper = "abcdef";
  const lower = "abghef";

  it.each<[string, AsciiWay, AsciiWay, string]>([
    ["the road of the higher class", { class: "primary" }, { class: "residential" }, upper],
    ["the road with the higher limit", { speed: 30 }, { speed: 50 }, lower],
    ["the road without a limit if the other one's is low", { speed: 30 }, {}, lower],
    ["the road with a high limit if the other one has none", { speed: 70 }, {}, upper],
    [
      "the road of the higher class if the limits are the same",
      { class: "residential", speed: 50 },
      { class: "secondary", speed: 50 },
      lower,
    ],
    ["the service road that is no parking aisle", { class: "service" }, { class: "service", flags: ["minor"] }, upper],
  ])("are decided in favour of %s", (_, above, below, driven) => {
    const town = scene(drawing, { ab: {}, bcde: above, bghe: below, ef: {} }, { metresPerCell: 50 });
    const sparse = inTime(town.track("af"), 60);
    expect(town.snap(sparse).driven).toBe(driven);
    const other = driven === upper ? lower : upper;
    const mirrored = scene(drawing, { ab: {}, bcde: below, bghe: above, ef: {} }, { metresPerCell: 50 });
    expect(mirrored.snap(sparse).driven).toBe(other);
    // With fixes on it, the other road is taken all the same.
    expect(town.snap(town.drive(other, { interval: 5, noise: 4 })).driven).toBe(other);
  });

  it("are decided by the truck limit for a truck, and by no limit on foot", () => {
    const town = scene(drawing, { ab: {}, bcde: { speed: 80, truckSpeed: 30 }, bghe: { speed: 50 }, ef: {} }, { metresPerCell: 50 });
    const sparse = inTime(town.track("af"), 60);
    expect(town.snap(sparse).driven).toBe(upper);
    expect(town.snap(sparse, { mode: "trucking" }).driven).toBe(lower);
    const zones = scene(drawing, { ab: {}, bcde: { speed: 30 }, bghe: { speed: 5 }, ef: {} }, { metresPerCell: 50 });
    const other = scene(drawing, { ab: {}, bcde: { speed: 5 }, bghe: { speed: 30 }, ef: {} }, { metresPerCell: 50 });
    expect(zones.snap(sparse, { mode: "walking" }).driven).toBe(other.snap(sparse, { mode: "walking" }).driven);
  });
});

describe("a minor road beside a main road", () => {
  const on = "-".repeat(300);
  const kinds: Record<string, AsciiWay> = {
    residential: { class: "residential" },
    service: { class: "service" },
    track: { class: "track" },
    "closed to cars": { class: "service", access: "none" },
  };
  const cases = Object.keys(kinds).flatMap((kind) =>
    ["ab", "cd"].flatMap((way) => [1, 5, 10, 30, 60, 120].map((seconds) => ({ kind, way, seconds }))),
  );

  it.each(cases)(
    "is matched if the fixes are on it, and the main road if they are on that: $kind, $way, every $seconds s",
    ({ kind, way, seconds }) => {
      const ways = { ab: { class: "primary" }, cd: kinds[kind], ac: {}, bd: {} } satisfies Record<string, AsciiWay>;
      const { snap, drive } = scene(`a${on}b\nc${on}d`, ways, { metresPerCell: 30 });
      const match = snap(drive(way, { interval: seconds, pace: kind === "residential" ? 15 : 9, noise: 4 }));
      expect(match.driven.slice(0, 2)).toBe(way);
      expect(match.driven).not.toContain(way === "ab" ? "c" : "a");
      expect(meanConfidence(match)).toBeGreaterThan(0.9);
    },
  );
});

describe("a track with hairpin bends up a mountain", () => {
  const [up, down] = ["     |", "|"].map((line) => [line, line, line]);
  const { snap, drive } = scene(
    ["a----b", ...up, "d----c", ...down, "e----f", ...up, "h----g", ...down, "i----j", ...up, "l----k"].join("\n"),
    { abcdefghijkl: { class: "track" } },
    { metresPerCell: 40 },
  );

  it.each([1, 10, 30, 60])("is matched all the way, without going off the road: every %i s", (interval) => {
    const match = snap(drive("abcdefghijkl", { interval, pace: 7, noise: 4 }));
    expect([...new Set(match.stretches.map(({ type }) => type))]).toEqual(["Road"]);
  });
});

describe("distant hairpin bends on roads of charged classes", () => {
  // Fixes on successive arms are near each other, and the way between them is many times as long.
  const drawing = "a---------b\n          |\nd---------c\n|\ne---------f\n          |\nh---------g\n|\ni---------j";

  it.each(["unclassified", "service", "track"])("are followed, and not cut short off the road: %s, every 60 s", (kind) => {
    const { snap, drive } = scene(drawing, { abcdefghij: { class: kind as "track" } }, { metresPerCell: 40 });
    for (let seed = 1; seed <= 5; seed++) {
      const { stretches, driven } = snap(drive("abcdefghij", { interval: 60, pace: 10, noise: 4, seed }));
      expect([...new Set(stretches.map(({ type }) => type))]).toEqual(["Road"]);
      expect(driven).toBe("abcdefghij");
    }
  });
});

describe("an unmapped opening in the median of a road", () => {
  // A traveller who turned between x and y had no time for the next opening, 700 m on and 700 m back.
  const { snap, drive, at } = scene(
    `
    d${"-".repeat(39)}y${"-".repeat(13)}k${"-".repeat(25)}c
    a${"-".repeat(39)}x${"-".repeat(13)}j${"-".repeat(25)}b
`,
    { ckd: { class: "primary", oneway: true }, ajb: { class: "primary", oneway: true }, jk: { class: "primary" } },
    { metresPerCell: 50 },
  );

  it.each([20, 30])("gives a gap rather than an impossible way: a fix every %i s", (interval) => {
    for (let seed = 1; seed <= 5; seed++) {
      const { stretches } = snap(drive("axyd", { interval, pace: 14, noise: 3, seed }));
      expect(
        stretches.filter(({ type }) => type === "Road").every(({ coordinates }) => coordinates.every(([lon]) => lon < at("j")[0])),
      ).toBe(true);
      expect(stretches.filter(({ type }) => type !== "Road")).toHaveLength(1);
    }
  });
});

describe("a mountain road that is closed to traffic", () => {
  const [up, down] = ["     |", "|"].map((line) => [line, line, line]);
  const { snap, drive } = scene(
    ["a----b", ...up, "d----c", ...down, "e----f", ...up, "h----g", ...down, "i----j", ...up, "l----k"].join("\n"),
    { abcdefghijkl: { class: "unclassified", access: "none" } },
    { metresPerCell: 40 },
  );

  it.each([10, 60])("is matched all the way, with a violation: every %i s", (interval) => {
    const match = snap(drive("abcdefghijkl", { interval, pace: 6, noise: 4 }));
    expect([...new Set(match.stretches.map(({ type }) => type))]).toEqual(["Road"]);
    expect(match.violations.map(({ kind }) => kind)).toEqual(["no-access"]);
  });
});

describe("a way from junction to junction", () => {
  it.each(["bcd", "abc", "bc"])("has nothing of the roads beyond them: %s", (way) => {
    const road = scene("a---b---c---d", { ab: {}, bc: {}, cd: {} });
    const { driven, points } = road.snap(road.drive(way));
    expect(driven).toBe(way);
    expect(Math.max(...points.map(({ distance }) => distance))).toBeLessThan(1);
  });
});

describe("a turn on a long edge", () => {
  const long = "-".repeat(60);
  const junction = scene(
    `a${"-".repeat(40)}b---1${long}c\n${" ".repeat(41)}|\n${" ".repeat(41)}d`,
    { ab: {}, bc: {}, bd: {} },
    { metresPerCell: 50 },
  );

  // At these speeds exactly one fix is beyond the junction, 110 to 160 m.
  it.each([
    [12, 30],
    [12, 60],
    [17, 45],
  ])("is made where the only fix beyond the junction is, not at the end of the edge: %i m/s, every %i s", (pace, interval) => {
    const match = junction.snap(junction.drive("ab1ba", { interval, pace, noise: 4 }));
    expect(match.driven).toBe("abcba");
    const metres = match.stretches.reduce((sum, { length }) => sum + length, 0);
    // There and back, without the three kilometres to the end of the edge and back.
    expect(metres).toBeGreaterThan(4300);
    expect(metres).toBeLessThan(4500);
  });
});

describe("a map that is shifted as a whole", () => {
  // Round a block, with another street 16 m beside its first side.
  const { snap, drive } = scene(
    [`a${"-".repeat(40)}b`, "", `  e${"-".repeat(36)}f`, ...Array.from({ length: 27 }, () => ""), `d${"-".repeat(40)}c`].join("\n"),
    { abcda: {}, ef: {}, ae: {}, bf: {} },
    { metresPerCell: 8 },
  );

  it.each([
    [0, 0],
    [10, -11],
    [8, -12],
    [-8, -13],
  ])("by %i m east and %i m north does not put the drive on the other street, because the other sides show the shift", (east, north) => {
    const match = snap(drive("abcda", { interval: 2, noise: 3 }).map((fix) => moved(fix, east, north)));
    expect(match.driven).toBe("abcda");
  });
});

describe("a map that is shifted along one road only", () => {
  // One kilometre on this road, and one on a road that turns off at a slight angle: the errors across both say nothing about the errors along them.
  const road = scene([`a${" ".repeat(124)}b`, "", `${" ".repeat(250)}c`].join("\n"), { abc: {} }, { metresPerCell: 8 });

  it("does not move the fixes", () => {
    const track = road.drive("abc", { interval: 10, noise: 0 }).map((fix, i) => moved(fix, 0, i < 30 ? 10 : 14));
    const { steps } = explain(new Matcher(road.network), track);
    expect(steps.map(({ fix, lon, lat }) => [lon - track[fix].lon, lat - track[fix].lat])).toEqual(steps.map(() => [0, 0]));
  });
});

describe("a car park beside a main road", () => {
  // Aisles 8 m apart in both directions.
  const rows = ["efghijklm", "nopqrstuv", "EFGHIJKLM", "NOPQRSTUV"];
  const beside = " ".repeat(30);
  const lot = scene(
    [`a${"-".repeat(28)}b${"-".repeat(18)}c${"-".repeat(28)}d`, "", ...rows.flatMap((row) => [`${beside}${[...row].join(" ")}`, ""])].join(
      "\n",
    ),
    {
      abcd: { class: "secondary" },
      be: { class: "service", flags: ["minor"] },
      ...Object.fromEntries(
        [...rows, ...[...rows[0]].map((_, i) => rows.map((row) => row[i]).join(""))].map((aisle) => [
          aisle,
          { class: "service", flags: ["minor"] },
        ]),
      ),
    },
    { metresPerCell: 4 },
  );

  it.each([1, 5, 10])(
    "does not attract fixes of a drive past it, though its many aisles are nearer to some of them: one every %i s",
    (interval) => {
      const track = lot.drive("abcd", { interval, pace: 8 });
      const off = track.map((fix, i) => (i * interval > 15 && i * interval < 25 ? moved(fix, 0, -20) : fix));
      expect(lot.snap(off).driven).toBe("abcd");
    },
  );
});

describe("two roads that cross", () => {
  const drawing = `
        c
        |
        |
    a---x---b
        |
        |
        d
`;

  it("are not connected if one is a bridge", () => {
    const bridge = scene(drawing, { ab: {}, cd: { flags: ["bridge"] } });
    expect(bridge.snap(bridge.drive("ab", { noise: 6, interval: 3 })).driven).toBe("ab");
    const under = bridge.snap(bridge.drive("axc", { interval: 5, noise: 3 }));
    expect(under.driven).not.toMatch(/abc|abdc|a.*x/);
  });

  it("are connected if they share a junction", () => {
    const junction = scene(drawing, { axb: {}, cxd: {} });
    expect(junction.snap(junction.drive("axc", { noise: 6, interval: 3 })).driven).toBe("axc");
    expect(junction.snap(junction.drive("axb", { noise: 6, interval: 3 })).driven).toBe("axb");
  });

  it("do not confuse a track whose points lie within the junction", () => {
    const junction = scene(drawing, { axb: {}, cxd: {} });
    const way = junction.drive("axb", { interval: 5 });
    const waiting = Array.from({ length: 6 }, (_, i) => moved(way[4], ((i * 7) % 5) - 2, ((i * 3) % 7) - 3));
    const { driven, points } = junction.snap(inTime([...way.slice(0, 4), ...waiting, ...way.slice(5)], 5));
    expect(driven).toBe("axb");
    expect(points.every((point) => point.confidence > 0.5)).toBe(true);
  });
});

describe("winding roads", () => {
  it("are followed round a roundabout in its direction", () => {
    const roundabout = scene(
      `
            n
            |
            p
           / \\
      w---q   s---e
           \\ /
            r
            |
            o
`,
      {
        pqrsp: { oneway: true, flags: ["roundabout"] },
        np: {},
        wq: {},
        ro: {},
        se: {},
      },
      { metresPerCell: 15 },
    );
    expect(roundabout.snap(roundabout.drive("wqrse", { interval: 2, noise: 2 })).driven).toBe("wqrse");
    const threeQuarters = roundabout.snap(roundabout.drive("wqrspn", { interval: 2, noise: 2 }));
    expect(threeQuarters.driven).toBe("wqrspn");
    expect(threeQuarters.broken).toEqual([]);
    // A left turn at once would be against the direction of the roundabout.
    expect(roundabout.snap(roundabout.drive("wqrspqw", { interval: 2, noise: 2 })).driven).toBe("wqrspqw");
  });

  const hairpin = scene(
    `
      a---------------b
                       \\
                        c
                       /
      e-----z---------d
`,
    { abcde: {} },
    { metresPerCell: 20 },
  );

  it("are followed down one side of a hairpin and back on the other", () => {
    const { driven, points } = hairpin.snap(hairpin.drive("abcdz", { interval: 3, noise: 3 }));
    expect(driven).toBe("abcde");
    const offsets = points.map((point) => point.offset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  });

  it("are followed round a hairpin even with a single fix on each side", () => {
    const { driven, stretches } = hairpin.snap(inTime(hairpin.track("abde"), 30));
    expect(driven).toBe("abcde");
    expect(stretches).toHaveLength(1);
  });

  it("have a stretch of their own for the second pass over an edge", () => {
    const block = scene(
      `
      a---b---c
          |   |
          d---e
`,
      { ab: {}, bc: {}, ce: {}, ed: {}, db: {} },
      { metresPerCell: 30 },
    );
    const { driven, stretches, points } = block.snap(block.drive("abcedbcedb", { interval: 4, noise: 3 }));
    expect(driven).toBe("abcedbcedb");
    expect(stretches).toHaveLength(9);
    const passes = points.filter((point) => point.edge === stretches[1].edge).map((point) => point.stretch);
    expect(new Set(passes)).toEqual(new Set([1, 5]));
  });

  it("are followed round a loop that begins and ends at one junction, once or twice", () => {
    const loop = scene(
      `
      a---b---c
          |   |
          d---e
`,
      { ab: {}, bcedb: {} },
      { metresPerCell: 30 },
    );
    expect(loop.snap(loop.drive("abcedba", { interval: 3, noise: 3 })).driven).toBe("abcedba");
    expect(loop.snap(loop.drive("abcedbcedba", { interval: 3, noise: 3 })).driven).toBe("abcedbcedba");
    expect(loop.snap(loop.drive("abdecba", { interval: 3, noise: 3 })).driven).toBe("abdecba");
  });
});

describe("a side lane, with one fix a little nearer to it than to the road", () => {
  const drawing = `
    a---------b--------------------------c---------d
                   e----------------f
`;

  it.each<[string, AsciiWay, AsciiWay, string]>([
    ["is not taken if neither has a name", { name: "" }, { name: "" }, "abcd"],
    ["is taken if it and the road have different names", { name: "Coast Road" }, { name: "Rest area" }, "abefcd"],
    ["is taken if it alone has a name", { name: "" }, { name: "Rest area" }, "abefcd"],
    ["is taken if the road alone has a name", { name: "Coast Road" }, { name: "" }, "abefcd"],
  ])("%s", (_, main, lane, driven) => {
    const road = scene(drawing, { abcd: main, befc: lane }, { metresPerCell: 20 });
    const track = road.drive("abcd", { interval: 40 });
    const middle = track.findIndex((fix) => fix.lon > road.at("e")[0]);
    track[middle] = moved(track[middle], 0, -11);
    expect(road.snap(track).driven).toBe(driven);
  });
});

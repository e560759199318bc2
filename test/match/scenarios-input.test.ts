// Situations that come from the input: stops, repeated fixes, gaps, nonsense, and the forms of a track.
import { describe, expect, it, vi } from "vitest";
import { SnapError } from "../../src/errors.js";
import { distance, wrapLon } from "../../src/geo/metres.js";
import { Random } from "../../src/geo/random.js";
import { explain } from "../../src/match/explain.js";
import { LiveMatcher } from "../../src/match/live/live.js";
import { Matcher } from "../../src/match/matcher.js";
import { readFixes } from "../../src/match/track/fixes.js";
import type { Track, TrackPoint } from "../../src/match/track/track.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { inTime, moved, scene } from "./scene.js";

const START = 1_700_000_000;
const road = scene("a-----b-----c-----d", { ab: {}, bc: {}, cd: {} });

describe("standing still or driving slowly", () => {
  const drive = road.drive("ad", { interval: 5, noise: 3 });
  const [before, after] = [drive.slice(0, 6), drive.slice(6)];
  const stop = (n: number, wobble: (i: number) => [number, number] = () => [0, 0]) =>
    Array.from({ length: n }, (_, i) => moved(before[5], ...wobble(i)));

  it("gives a hundred identical fixes one place, and leaves the way as it was", () => {
    const { driven, points, reasons } = road.snap(inTime([...before, ...stop(100), ...after], 5));
    expect(driven).toBe("abcd");
    const places = new Set(points.slice(5, 106).map((point) => `${point.lon} ${point.lat}`));
    expect(places.size).toBe(1);
    expect(reasons.slice(6, 106)).toEqual(Array(100).fill("interpolated"));
    expect(points.every((point) => point.confidence > 0.9)).toBe(true);
  });

  it("is at one place also for an outlier meanwhile", () => {
    const track = inTime([...before, ...stop(100), ...after], 5);
    track[50] = moved(track[50], 300, 300);
    const { points, reasons } = road.snap(track);
    expect(reasons[50]).toBe("outlier");
    expect(new Set(points.slice(5, 106).map((point) => `${point.lon} ${point.lat}`)).size).toBe(1);
  });

  it("makes no journey of a receiver that wanders", () => {
    const wander = (i: number): [number, number] => [8 * Math.sin(i), 8 * Math.cos(1.7 * i)];
    const { driven, stretches, broken } = road.snap(inTime([...before, ...stop(60, wander), ...after], 5));
    expect(driven).toBe("abcd");
    expect(broken).toEqual([]);
    const length = stretches.reduce((sum, stretch) => sum + stretch.length, 0);
    expect(length).toBeLessThan(940);
  });

  it("gives each fix of a slow drive its own place on the road", () => {
    const slow = road.drive("ab", { interval: 1, pace: 2 });
    const { points, reasons } = road.snap(slow);
    expect(new Set(reasons)).toEqual(new Set(["matched", "interpolated"]));
    const offsets = points.filter((point) => point.edge === 0).map((point) => point.offset);
    expect(offsets).toEqual(offsets.toSorted((p, q) => p - q));
    expect(new Set(offsets).size).toBeGreaterThan(offsets.length * 0.9);
  });

  it("puts each fix of a slow drive beside itself, also shortly before a junction", () => {
    for (const pace of [1, 1.5, 2, 3]) {
      const { points } = road.snap(road.drive("ac", { interval: 1, pace }));
      expect(Math.max(...points.map((point) => point.distance))).toBeLessThan(3);
    }
  });

  it("puts one bad fix of a slow drive between those before and after it", () => {
    const slow = road.drive("ab", { interval: 1, pace: 2 });
    for (const bad of [10, 14, 18, 22, 26]) {
      const { points, reasons } = road.snap(slow.map((fix, i) => (i === bad ? moved(fix, 90, 90) : fix)));
      expect(reasons[bad]).toBe("outlier");
      const offsets = points.slice(bad - 1, bad + 2).map((point) => point.offset);
      expect(offsets).toEqual(offsets.toSorted((p, q) => p - q));
    }
  });

  it("for long before a distant fix, computes the way there once and not for each fix", () => {
    const drawn = vi.spyOn(RoadGraph.prototype, "arcCoordinates");
    const { driven, stretches } = road.snap(inTime([...stop(1000), ...drive.slice(-1)], 60));
    const times = drawn.mock.calls.length;
    drawn.mockRestore();
    expect(driven).toBe("abcd");
    expect(times).toBeLessThanOrEqual(2 * stretches.length);
  });
});

describe("repeated fixes", () => {
  const drive = road.drive("ad", { interval: 10, noise: 3 });

  it("change nothing if every fix is sent twice, except that each has two points", () => {
    const once = road.snap(drive);
    const twice = road.snap(drive.flatMap((fix) => [fix, { ...fix }]));
    expect(twice.driven).toBe(once.driven);
    twice.points.forEach((point, i) => {
      const { lon, lat, arc } = once.points[i >> 1];
      expect(point.arc).toBe(arc);
      expect(point.lon).toBeCloseTo(lon, 8);
      expect(point.lat).toBeCloseTo(lat, 8);
    });
  });

  it("are interpolated on a road, and elsewhere have the reason of the fix before", () => {
    const away = moved(drive[3], 0, 5000);
    expect(road.snap([drive[3], { ...drive[3] }]).reasons).toEqual(["matched", "interpolated"]);
    expect(road.snap([away, { ...away }]).reasons).toEqual(["no-road-nearby", "no-road-nearby"]);
  });

  it("give two points at one place if they are the whole track", () => {
    const { points, stretches } = road.snap([drive[3], drive[3]]);
    expect(points).toHaveLength(2);
    expect(points[0].edge).toBeGreaterThanOrEqual(0);
    expect([points[1].lon, points[1].lat]).toEqual([points[0].lon, points[0].lat]);
    expect(stretches).toHaveLength(1);
    expect(stretches[0].coordinates.length).toBeGreaterThanOrEqual(2);
  });
});

describe("tracks that are hardly tracks", () => {
  it("without points give nothing", () => {
    expect(road.snap([])).toMatchObject({ points: [], stretches: [], violations: [] });
    expect(road.snap({ lon: [], lat: [] })).toMatchObject({ points: [], stretches: [], violations: [] });
  });

  it("of one point give one point, and a road stretch without length at its place", () => {
    const [point] = road.drive("bc", { right: 8 });
    const { points, stretches, driven } = road.snap([moved(point, 60, 0)]);
    expect(driven).toMatch(/^(bc|cb)$/);
    expect(points[0]).toMatchObject({ reason: "matched", stretch: 0 });
    expect(points[0].distance).toBeCloseTo(8, 1);
    expect(stretches[0].length).toBe(0);
    expect(stretches[0].coordinates).toEqual([
      [points[0].lon, points[0].lat],
      [points[0].lon, points[0].lat],
    ]);
  });

  it("on a network without roads are off the road", () => {
    const nowhere = scene("a b", {});
    const { driven, reasons } = nowhere.snap(nowhere.track("ab"));
    expect(driven).toBe("off");
    expect(reasons).toEqual(["no-road-nearby", "no-road-nearby"]);
  });
});

describe("invalid coordinates", () => {
  const bad: [number, number][] = [
    [Number.NaN, 45],
    [10, Number.NaN],
    [181, 45],
    [10, -90.1],
    [Number.POSITIVE_INFINITY, 0],
  ];

  it.each(bad)("among good ones have their own reason and do not affect the others: %s, %s", (lon, lat) => {
    const drive = road.drive("ad", { interval: 10, noise: 3 });
    const track = [...drive.slice(0, 4), { lon, lat, time: drive[3].time }, ...drive.slice(4)];
    const { points, driven } = road.snap(track);
    expect(driven).toBe("abcd");
    expect(points[4]).toEqual({
      lon,
      lat,
      confidence: 0,
      edge: -1,
      arc: -1,
      offset: 0,
      distance: 0,
      reason: "bad-coordinate",
      stretch: -1,
    });
    expect(points.toSpliced(4, 1)).toEqual(road.snap(drive).points);
  });

  it("alone give points without a way", () => {
    const { points, stretches, reasons } = road.snap(bad.map(([lon, lat]) => ({ lon, lat })));
    expect(points).toHaveLength(bad.length);
    expect(stretches).toEqual([]);
    expect(new Set(reasons)).toEqual(new Set(["bad-coordinate"]));
  });

  it("at the ends of a track do not affect the rest", () => {
    const drive = road.drive("ad", { interval: 10 });
    const nothing = { lon: Number.NaN, lat: Number.NaN, time: START };
    const { points, driven } = road.snap([nothing, ...drive, nothing]);
    expect(driven).toBe("abcd");
    expect(points.slice(1, -1)).toEqual(road.snap(drive).points);
  });
});

describe("a track as columns", () => {
  const drive = road.drive("ad", { interval: 4, noise: 4, accuracy: 6, speed: 10, course: 91 });
  const columns: Track = {
    lon: Float64Array.from(drive, (fix) => fix.lon),
    lat: drive.map((fix) => fix.lat),
    time: drive.map((fix) => fix.time!),
    accuracy: Float32Array.from(drive, () => 6),
    speed: drive.map(() => 10),
    course: drive.map(() => 91),
  };

  it("equals the same track as a list of points", () => {
    expect(road.snap(columns)).toEqual(road.snap(drive));
  });

  it("needs only the coordinates; NaN in another column means unknown", () => {
    const bare = drive.map(({ lon, lat }) => ({ lon, lat }));
    expect(road.snap({ lon: columns.lon, lat: columns.lat })).toEqual(road.snap(bare));
    const silent = drive.map(() => Number.NaN);
    expect(road.snap({ lon: columns.lon, lat: columns.lat, time: silent, accuracy: silent, speed: silent, course: silent })).toEqual(
      road.snap(bare),
    );
  });

  it("may come from JSON: null means unknown, not 0", () => {
    const holed = drive.map((fix, i): TrackPoint => (i % 3 === 1 ? { ...fix, time: null, speed: null, course: null } : fix));
    const nowhere: TrackPoint = { lon: Number.NaN, lat: Number.NaN };
    const track = [...holed.slice(0, 4), nowhere, ...holed.slice(4)];
    const names = ["lon", "lat", "time", "accuracy", "speed", "course"] as const;
    const asColumns: Track = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, track.map((fix) => fix[name])]))));
    expect(road.snap(asColumns)).toEqual(road.snap(track));
  });

  it("is refused with columns of 64-bit integers", () => {
    const time = BigInt64Array.from(Array.from(columns.time ?? []), (seconds) => BigInt(Math.round(seconds ?? 0)));
    expect(() => road.snap({ ...columns, time: time as unknown as number[] })).toThrow(
      "The track's column time is an object; it must be numbers by index.",
    );
  });

  it.each(["time", "accuracy", "speed", "course"] as const)("may have null as a column, which is as if left out: %s", (name) => {
    const { [name]: _, ...others } = columns;
    expect(road.snap({ ...columns, [name]: null } as unknown as Track)).toEqual(road.snap(others as Track));
  });

  it.each(["lat", "time", "accuracy", "speed", "course"] as const)("is refused with a column of another length than lon: %s", (name) => {
    const short = { ...columns, [name]: [1, 2] };
    expect(() => road.snap(short)).toThrow(SnapError);
    expect(() => road.snap(short)).toThrow(new RegExp(`column ${name} has 2 values`));
  });

  it.each<[string, unknown, string]>([
    ["null", null, "is null; it must be a list of points, or columns named lon and lat."],
    ["a text", "8.0,50.0", 'is "8.0,50.0"; it must be a list of points, or columns named lon and lat.'],
    [
      "a list with a hole",
      [{ lon: 8, lat: 50 }, undefined, { lon: 8, lat: 50 }],
      "has undefined at place 2; it must be a point with lon and lat.",
    ],
  ])("is refused if it is neither columns nor a list of points: %s", (_, track, sentence) => {
    const refused = () => road.snap(track as TrackPoint[]);
    expect(refused).toThrow(SnapError);
    expect(refused).toThrow(`The track ${sentence}`);
  });
});

describe("wrong places", () => {
  const drive = road.drive("ad", { interval: 5, pace: 10, noise: 3, accuracy: 6 });
  const expected = road.snap(drive);

  it("0, 0 is ignored as the output of a receiver without a place; the others are matched as if it were missing", () => {
    const track = drive.flatMap((fix, i): TrackPoint[] => (i % 2 ? [fix, { ...fix, lon: 0, lat: 0 }] : [fix]));
    const { points, stretches } = road.snap(track);
    const zero = (i: number) => track[i].lon === 0;
    expect(points.filter((_, i) => zero(i)).every(({ reason, confidence }) => reason === "bad-coordinate" && confidence === 0)).toBe(true);
    expect(points.filter((_, i) => !zero(i))).toEqual(expected.points);
    expect(stretches).toEqual(expected.stretches);
  });

  it("a place with a stated error of a kilometre neither bends the route nor breaks it", () => {
    const track = drive.map((fix, i): TrackPoint => (i === 8 ? { ...moved(fix, 200, 600), accuracy: 1000 } : fix));
    const { points, driven, reasons } = road.snap(track);
    expect([driven, reasons[8]]).toEqual([expected.driven, "interpolated"]);
    expect(points.filter((_, i) => i !== 8).every(({ reason }) => reason === "matched")).toBe(true);
  });

  it("a place with a stated error of a kilometre is put where its time says, between the fixes around it", () => {
    const track = drive.map((fix, i): TrackPoint => (i === 6 ? { ...moved(fix, 200, 600), accuracy: 1000, time: fix.time! + 2 } : fix));
    const point = road.snap(track).points[6];
    const due = moved(drive[6], 20, 0);
    expect(distance(point.lon, point.lat, due.lon, due.lat)).toBeLessThan(10);
  });

  it("a last known place, sent before the first real one, is put at the beginning of the way", () => {
    const [first] = drive;
    const stale: TrackPoint = { ...moved(first, -800, 500), time: Number(first.time) - 5 };
    const { points, stretches } = road.snap([stale, ...drive]);
    expect(points[0]).toMatchObject({ reason: "outlier", arc: points[1].arc, offset: points[1].offset, confidence: points[1].confidence });
    expect(stretches).toEqual(expected.stretches);
  });

  it.each([
    ["first", 200],
    ["first", 1000],
    ["last", 200],
  ])(
    "of a walker, a second apart: the %s one is an outlier %i m off, though noise alone makes the pace look like running",
    (which, metres) => {
      const walk = road.drive("ad", { interval: 1, pace: 1.4, noise: 3, accuracy: 5 });
      const bad = which === "first" ? 0 : walk.length - 1;
      const { reasons, stretches } = road.snap(
        walk.map((fix, i) => (i === bad ? moved(fix, 0, metres) : fix)),
        { mode: "walking" },
      );
      expect([reasons[bad], stretches.every(({ type }) => type === "Road")]).toEqual(["outlier", true]);
    },
  );
});

describe("the times of fixes", () => {
  const drive = road.drive("ad", { interval: 10, noise: 3 });
  const with_ = (time: (i: number) => number | null | undefined) => drive.map((fix, i): TrackPoint => ({ ...fix, time: time(i) }));

  it.each([
    ["undefined", with_(() => undefined)],
    ["null", with_(() => null)],
    ["missing for two thirds of the fixes", with_((i) => (i % 3 === 0 ? START + 10 * i : null))],
    ["all equal", with_(() => START)],
    ["backwards", with_((i) => START - 10 * i)],
    ["equal in pairs", with_((i) => START + 20 * Math.floor(i / 2))],
    ["from another century for one fix", with_((i) => (i === 4 ? 4e9 : START + 10 * i))],
    ["infinite", with_(() => Number.POSITIVE_INFINITY)],
    ["years apart", with_((i) => START + 1e9 * i)],
    ["in milliseconds", with_((i) => 1000 * (START + 10 * i))],
  ])("do not prevent the road from being found if they are %s", (_, track) => {
    const { driven, reasons } = road.snap(track);
    expect(driven).toBe("abcd");
    expect(reasons.every((reason) => reason === "matched" || reason === "interpolated")).toBe(true);
  });

  it("are frequent enough a minute apart if the roads leave only one way", () => {
    const town = scene(
      `
    a---b---c---d
        |   |   |
        e---f---g
        |   |   |
        h---i---j---k
`,
      { abcd: {}, be: {}, eh: {}, cf: {}, fi: {}, dg: {}, gj: {}, efg: {}, hijk: {} },
      { metresPerCell: 100 },
    );
    const sparse = town.drive("abehijk", { interval: 60, pace: 12, noise: 8 });
    expect(sparse.length).toBeLessThan(6);
    const { driven } = town.snap(sparse);
    expect(driven).toMatch(/k$/);
    expect(driven).not.toMatch(/gap|off/);
  });
});

describe("the antimeridian", () => {
  const drawing = `
    a---b---c---d
        |   |
        e---f
`;
  const ways = { ab: {}, bc: {}, cd: {}, be: {}, ef: {}, fc: {} };
  const here = scene(drawing, ways, { origin: [0, -17] });
  // Ten cells of fifty metres are about 0.0047 degrees of longitude there.
  const there = scene(drawing, ways, { origin: [179.996, -17] });
  const wrapped = (fixes: TrackPoint[]) => fixes.map((fix) => ({ ...fix, lon: wrapLon(fix.lon) }));

  it.each(["ad", "da", "abefcd"])("is crossed like any other meridian: %s", (letters) => {
    const how = { interval: 3, noise: 4 };
    const [plain, crossed] = [here.snap(here.drive(letters, how)), there.snap(wrapped(there.drive(letters, how)))];
    expect(crossed.points.some((point) => point.lon < 0) && crossed.points.some((point) => point.lon > 0)).toBe(true);
    expect(crossed.driven).toBe(plain.driven);
    expect(crossed.reasons).toEqual(plain.reasons);
    crossed.points.forEach((point, i) => {
      expect(point.offset).toBeCloseTo(plain.points[i].offset, 1);
      expect(point.lon).toBeGreaterThanOrEqual(-180);
      expect(point.lon).toBeLessThanOrEqual(180);
    });
  });
});

describe("the check function of a match", () => {
  const long = road.drive("ad", { interval: 2, pace: 7 });
  const track = inTime(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? long : long.toReversed())).flat(), 2);

  it("is called now and then while a track is matched", () => {
    const check = vi.fn();
    road.snap(track, {}, { check });
    expect(check.mock.calls.length).toBeGreaterThan(5);
  });

  it("is called while the fixes of a long stop are put on the way", { tags: "long" }, () => {
    const check = vi.fn();
    road.snap(inTime(Array(20_000).fill(long[0]), 1), {}, { check });
    expect(check.mock.calls.length).toBeGreaterThan(5);
  });

  it("may throw, which ends the match with that error and leaves the matcher usable", () => {
    const matcher = new Matcher(road.network);
    let calls = 0;
    const check = () => {
      if (++calls === 3) throw new SnapError("aborted", "Enough of it.");
    };
    expect(() => matcher.match(track, { check })).toThrow("Enough of it.");
    expect(matcher.match(long)).toEqual(new Matcher(road.network).match(long));
  });
});

describe("a fix that arrives late, with its time of arrival", () => {
  const road = scene("a----------------------------------------b", { ab: {} }, { metresPerCell: 100 });
  const track = inTime(road.drive("ab", { interval: 10, pace: 14 }).slice(0, 28));

  it.each<[string, number, number]>([
    ["near the end, with the time of the next fix", 25, 10],
    ["near the end, a second before the next fix", 25, 9],
    ["near the end, four seconds before the next fix", 25, 6],
    ["near the beginning, with the time of the next fix", 3, 10],
    ["in the middle, half a second before the next fix", 14, 9.5],
    ["in the middle, with the time of the next fix", 14, 10],
  ])("makes no other fix an outlier, and does not break the way: %s", (_, late, seconds) => {
    const fixes = track.map((fix, i) => (i === late ? { ...fix, time: (fix.time ?? 0) + seconds } : fix));
    const { reasons, stretches } = road.snap(fixes);
    expect(reasons).not.toContain("outlier");
    expect(stretches.map(({ type, length }) => [type, Math.round(length / 10)])).toEqual([["Road", Math.round((27 * 140) / 10)]]);
  });
});

describe("fixes that were kept while there was no connection, and sent together with one time", () => {
  const streets = scene(
    `
   d--e--f
   |     |
a--b-----g--h--------------------------i
`,
    { abghi: {}, bdefg: {} },
    { metresPerCell: 60 },
  );
  const track = streets.drive("abdefghi", { interval: 2, pace: 12, noise: 3 });

  it.each([
    ["at the beginning", 0, 14],
    ["on a way round", 4, 30],
    ["on a way round and after it", 10, 40],
    ["at the end", 100, track.length - 1],
  ])("are all on the way: %s", (_, first, last) => {
    const { driven, reasons, broken } = streets.snap(
      track.map((fix, i) => (i >= first && i < last ? { ...fix, time: track[last].time! } : fix)),
    );
    expect([driven, broken]).toEqual(["abdefghi", []]);
    expect(reasons).not.toContain("outlier");
  });
});

describe("the last fix of a track", () => {
  const road = scene("a--------------------b", { ab: {} }, { metresPerCell: 40 });

  it.each([2, 3, 4, 10, 11])("ends the way at its place, however near the previous fix is: %i fixes", (count) => {
    const track = road.drive("ab", { interval: 1, pace: 5 }).slice(4, 4 + count);
    const { points, stretches } = road.snap(track);
    expect(Math.max(...points.map(({ distance }) => distance))).toBeLessThan(0.5);
    expect(stretches[0].length).toBeCloseTo(5 * (count - 1), 0);
  });

  it("does not lengthen the way at the end of a stop", () => {
    const track = road.drive("ab", { interval: 1, pace: 5 }).slice(4, 15);
    const stop = Array.from({ length: 10 }, (_, i) => moved(track[10], i % 2, 0));
    const { stretches } = road.snap(inTime([...track, ...stop, moved(track[10], 4, 0)], 1));
    expect(stretches[0].length).toBeCloseTo(50, 0);
  });
});

describe("times that contradict the track", () => {
  it("are ignored if nobody could have driven the way in them", () => {
    const { driven, broken } = road.snap(inTime(road.drive("ad", { interval: 5 }), 0.2));
    expect(driven).toBe("abcd");
    expect(broken).toEqual([]);
  });

  it.each<[what: string, told: (number | null)[], known: (number | null)[]]>([
    ["a single one far ahead is muted", [1, 2, 900, 3, 4, 5], [1, 2, null, 3, 4, 5]],
    ["a single one far ahead, followed by an unknown one, is muted", [1, 2, 900, null, 3, 4, 5], [1, 2, null, null, 3, 4, 5]],
    ["several far ahead are muted", [1, 2, 900, 901, 902, 3, 4, 5, 6], [1, 2, null, null, null, 3, 4, 5, 6]],
    ["the first ones are muted if the clock is right only from the third fix on", [900, 901, 3, 4, 5, 6], [null, null, 3, 4, 5, 6]],
    ["a late one is muted", [1, 2, 4, 5, 3, 6, 7], [1, 2, 4, 5, null, 6, 7]],
    ["equal ones count as increasing", [1, 1, 2, 2, 1, 2, 3], [1, 1, 2, 2, null, 2, 3]],
    ["only one is kept of a reversed track", [4, 3, 2, 1], [null, null, null, 1]],
  ])("are kept as far as they increase: %s", (_, told, known) => {
    const [lon, lat] = road.at("a");
    const { time } = readFixes(told.map((seconds, i) => ({ lon: lon + i / 1e7, lat, time: seconds })));
    expect([...time].map((seconds) => (Number.isNaN(seconds) ? null : seconds))).toEqual(known);
  });

  it("a drive that ends on a junction has no stretch beyond it", () => {
    const [[west, south], [east, north]] = [road.at("a"), road.at("b")];
    const between = (share: number): TrackPoint => ({ lon: west + share * (east - west), lat: south + share * (north - south) });
    const { driven, stretches } = road.snap(inTime([0.05, 0.3, 0.6, 1].map(between)));
    expect(driven).toBe("ab");
    expect(stretches).toHaveLength(1);
  });
});

describe("times in wrong units, and the jumps that times reveal", () => {
  const drive = road.drive("ad", { interval: 10, pace: 15, noise: 3 });
  const expected = road.snap(drive.map((fix): TrackPoint => ({ ...fix, time: null })));

  it.each<[what: string, told: (seconds: number, i: number) => number]>([
    ["the numbers of the fixes", (_, i) => i],
    ["thousands of seconds", (seconds) => seconds / 1000],
    ["fifty times too close together", (seconds) => START + (seconds - START) / 50],
  ])("too short for the way are ignored: %s", (_, told) => {
    const track = drive.map((fix, i): TrackPoint => ({ ...fix, time: told(Number(fix.time), i) }));
    expect(road.snap(track)).toEqual(expected);
  });

  it("in milliseconds, as programs have them at hand, are read as seconds", () => {
    const drive = road.drive("ad", { interval: 1, noise: 3, start: START });
    const milliseconds = drive.map((point) => ({ ...point, time: (point.time as number) * 1000 }));
    const matcher = new Matcher(road.network);
    expect(matcher.match(milliseconds)).toEqual(matcher.match(drive));
    expect(matcher.match(milliseconds.map((fix) => ({ ...fix, time: new Date(fix.time) as unknown as number })))).toEqual(
      matcher.match(drive),
    );
    const [live, same] = [new LiveMatcher(matcher, { lag: 10 }), new LiveMatcher(matcher, { lag: 10 })];
    expect(milliseconds.map((fix) => live.push(fix))).toEqual(drive.map((fix) => same.push(fix)));
  });

  it.each([1e13, 1e160, 1e300, -1e300, Number.NEGATIVE_INFINITY])("beyond any date (%d) count as unknown, wherever they are", (time) => {
    for (const at of [0, 5, drive.length - 1]) {
      const track = drive.map((fix, i): TrackPoint => (i === at ? { ...fix, time } : fix));
      expect(road.snap(track)).toEqual(road.snap(drive.map((fix, i): TrackPoint => (i === at ? { ...fix, time: null } : fix))));
    }
  });

  it("reveal an outlier among four fixes that jumps away and back", () => {
    const four = road.drive("ad", { interval: 5, pace: 10 }).slice(3, 7);
    expect(road.snap([...four.slice(0, 2), moved(four[2], 0, 600), four[3]]).reasons[2]).toBe("outlier");
    expect(
      road.snap([four[0], moved(four[1], 0, 600), four[2]].map((fix, i): TrackPoint => ({ ...fix, speed: 10, time: START + 5 * i })))
        .reasons[1],
    ).toBe("outlier");
  });

  it("reveal an outlier even if the first fix has no time", () => {
    const track = road.drive("ad", { interval: 2, pace: 10 }).map((fix, i): TrackPoint => (i === 0 ? { ...fix, time: null } : fix));
    const jump = track.map((fix, i) => (i === 12 ? moved(fix, 0, 400) : fix));
    expect(road.snap(jump).reasons[12]).toBe("outlier");
  });
});

/** A main street with side streets. */
const town = scene(
  `
      e   f   g   h
      |   |   |   |
    a-b---c---d---i-j
      |   |   |   |
      k   l   m   n
`,
  { abcdij: {}, ebk: {}, fcl: {}, gdm: {}, hin: {} },
  { metresPerCell: 25 },
);

describe("independent noise", () => {
  it.each([1, 2, 3])(
    "that is several times as large as the steps between fixes does not bend the way into side streets: seed %i",
    (seed) => {
      const random = new Random(seed);
      const slow = town.drive("aj", { interval: 1, pace: 4 }).map((fix) => moved(fix, 12 * random.normal(), 12 * random.normal()));
      expect(town.snap(slow).driven).toBe("abcdij");
    },
  );

  it("is part of the distance of a point, which is measured to the fix as it came", () => {
    const random = new Random(4);
    const slow = town.drive("aj", { interval: 1, pace: 4 }).map((fix) => moved(fix, 12 * random.normal(), 12 * random.normal()));
    for (const [i, { lon, lat, distance: metres }] of town.snap(slow).points.entries()) {
      expect(metres).toBeCloseTo(distance(slow[i].lon, slow[i].lat, lon, lat), 2);
    }
  });
});

describe("a road beyond the search radius", () => {
  const track = road.drive("ad", { interval: 10 }).map((fix) => moved(fix, 0, 120));

  it("is not used if the caller gives a radius, and is a last resort if not", () => {
    expect(new Set(road.snap([track[3]], { searchRadius: 40 }).reasons)).toEqual(new Set(["no-road-nearby"]));
    expect(new Set(road.snap([track[3]], { searchRadius: 130 }).reasons)).not.toContain("no-road-nearby");
    expect(new Set(road.snap([track[3]]).reasons)).not.toContain("no-road-nearby");
  });
});

describe("fixes with very large stated errors", () => {
  const road = scene("a-----b-----c-----d", { ab: {}, bc: {}, cd: {} });

  it.each([500, 9999, 65_535])("keep their different places: an accuracy of %i m on three fixes 150 m apart", (accuracy) => {
    const track = road.drive("ad", { interval: 15 }).map((fix) => ({ ...fix, accuracy }));
    const { points, driven } = road.snap(track);
    expect(new Set(points.map(({ lon }) => lon)).size).toBeGreaterThan(track.length / 2);
    expect(driven).toBe("abcd");
  });

  it("in millimetres, of which the first and last are the largest, are all on the way", () => {
    const track = road.drive("ad", { interval: 5 }).map((fix) => ({ ...fix, accuracy: 4000 }));
    for (const end of [0, track.length - 1]) track[end].accuracy = 40_000;
    const { points, reasons } = road.snap(track);
    expect([reasons[0], reasons.at(-1)]).toEqual(["matched", "matched"]);
    for (const end of [0, track.length - 1]) expect(points[end].distance).toBeLessThan(20);
  });
});

describe("two sources that report at the same time", () => {
  const town = scene(
    ["a----b----c", "|    |    |", "|    |    |", "d----e----f", "|    |    |", "|    |    |", "g----h----i"].join("\n"),
    { abc: {}, def: {}, ghi: {}, adg: {}, beh: {}, cfi: {} },
    { metresPerCell: 60 },
  );

  it.each([5, 10, 30])("are matched by the better of them, with a fix every %i s", (interval) => {
    const good = town.drive("abehi", { interval, noise: 4, accuracy: 6 });
    const network = good.map((fix, i) => ({ ...moved(fix, i % 2 ? 45 : -40, i % 3 ? -45 : 40), accuracy: 64 }));
    const track = good.flatMap((fix, i) => (i % 4 < 2 ? [network[i], fix] : [fix, network[i]]));
    const { noise, match } = explain(new Matcher(town.network), track);
    expect(town.snap(track).driven).toBe("abehi");
    // The noise of the good ones is not smoothed: they are matched as they are without the others.
    expect(noise).toBe(0);
    const alone = new Matcher(town.network).match(good).points;
    const isGood = (i: number) => track[i].accuracy === 6;
    const metres = match.points.filter((_, i) => isGood(i)).map(({ lon, lat }, i) => distance(lon, lat, alone[i].lon, alone[i].lat));
    expect(Math.max(...metres)).toBeLessThan(10);
  });
});

describe("a track without times", () => {
  const long = scene(`a${"-".repeat(60)}b`, { ab: {} });
  const along = (interval: number, noise: number) => long.drive("ab", { interval, noise }).map(({ lon, lat }) => ({ lon, lat }));

  it("may begin far from its second fix, since it is unknown how long that took", () => {
    const [first, ...others] = along(3, 2);
    expect(long.snap([first, ...others.slice(30)]).reasons).not.toContain("outlier");
  });

  it("has its noise averaged out as with times", () => {
    const noisy = along(1, 12);
    const timed = inTime(noisy, 1);
    const [without, withTimes] = [noisy, timed].map((track) => explain(new Matcher(long.network), track).noise);
    expect(withTimes).toBeGreaterThan(10);
    expect(without).toBeCloseTo(withTimes, 0);
  });
});

describe("a phone that is in a house, with places from wireless networks, before it is driven", () => {
  const drive = town.drive("aj", { interval: 1, noise: 1, accuracy: 4 });

  it.each([1, 2, 3, 4])("has not gone round the streets meanwhile: seed %i", (seed) => {
    const random = new Random(seed);
    const indoors = Array.from({ length: 20 }, (_, i): TrackPoint => {
      const fix = moved(drive[0], 40 * random.normal(), 40 * random.normal());
      return { ...fix, accuracy: 60, time: START - 100 + 5 * i };
    });
    const { stretches } = town.snap([...indoors, ...drive.map((fix, i) => ({ ...fix, time: START + i }))]);
    const metres = stretches.reduce((sum, { length }) => sum + length, 0);
    expect(metres).toBeLessThan(650);
  });
});

describe("a phone that foretells its place, and goes straight on for seconds where its traveller turned", () => {
  const town = scene(
    `
        f
        |
    a---b---c
        |
        |
        d
`,
    { ab: {}, bc: { oneway: "yes" }, fb: {}, bd: {} },
    { metresPerCell: 50 },
  );

  it.each([
    [12, 2],
    [14, 2],
    [16, 2],
  ])("did not leave the road for that: at %i m/s, for %i seconds", (pace, seconds) => {
    const drive = town.drive("abd", { interval: 1, pace, noise: 1, accuracy: 4, speed: pace });
    // The last fix before the junction, 200 m from the start.
    const turn = Math.floor(200 / pace);
    const track = drive.map((fix, i) =>
      i > turn && i <= turn + seconds ? { ...moved(drive[turn], pace * (i - turn), 0), time: fix.time } : fix,
    );
    expect(town.snap(track).driven).toBe("abd");
  });
});

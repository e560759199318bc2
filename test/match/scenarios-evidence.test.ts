// Situations that are decided by what a fix says beside its place: accuracy, course, speed and time.
import { describe, expect, it } from "vitest";
import type { TrackPoint } from "../../src/match/track/track.js";
import { inTime, meanConfidence, moved, scene } from "./scene.js";

describe("the stated accuracy", () => {
  const twins = scene(
    `
    a--------------------b

    c--------------------d
`,
    { ab: {}, cd: {} },
    { metresPerCell: 20 },
  );
  // Twelve metres from one road, twenty-eight from the other.
  const track = (accuracy?: number) => twins.drive("ab", { right: 12, interval: 4, accuracy });

  it("decides how far a fix may be from its road: the more exact the fixes, the higher the confidence", () => {
    const sure = [3, 10, 40].map((accuracy) => meanConfidence(twins.snap(track(accuracy))));
    expect(sure[0]).toBeGreaterThan(0.95);
    expect(sure[2]).toBeLessThanOrEqual(sure[1]);
    expect(sure[1]).toBeLessThanOrEqual(sure[0]);
    expect(twins.snap(track(3)).driven).toBe("ab");
  });

  it("counts fix by fix: bad fixes that state large errors do not bend the route", () => {
    const fixes = track(4);
    const middle = Math.floor(fixes.length / 2);
    const bent = fixes.map((fix, i) => (Math.abs(i - middle) <= 1 ? { ...moved(fix, 0, -28), accuracy: 60 } : fix));
    expect(twins.snap(bent).driven).toBe("ab");
  });

  it("widens the search: fixes 150 m off that say so still find their road", () => {
    const road = scene("a-----b-----c", { abc: {} });
    const off = road.drive("ac", { right: 150, interval: 10, accuracy: 150 });
    expect(road.snap(off).driven).toBe("abc");
    const sureOff = road.drive("ac", { right: 150, interval: 10, accuracy: 5 });
    expect(road.snap(sureOff).driven).toBe("off");
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, null])("counts as unknown if it is %s", (accuracy) => {
    const unknown = track();
    const silent = unknown.map((fix): TrackPoint => ({ ...fix, accuracy }));
    expect(twins.snap(silent)).toEqual(twins.snap(unknown));
  });

  it("can be replaced by an option for fixes without one", () => {
    expect(twins.snap(track(), { defaultAccuracy: 20 }).driven).toBe("ab");
    expect(meanConfidence(twins.snap(track(), { defaultAccuracy: 60 }))).toBeLessThan(meanConfidence(twins.snap(track(3))));
  });
});

describe("the errors of many fixes", () => {
  const close = scene(
    `
    a----------------b
    c----------------d
`,
    { ab: {}, cd: {} },
    { metresPerCell: 10 },
  );
  const drive = close.drive("ab", { interval: 1, speed: 10 });
  const off = (side: (i: number) => number) => drive.map((fix, i) => moved(fix, 0, -4 * side(i)));
  const independent = off((i) => Math.sign(((i * 7) % 11) - 5));
  const lasting = off((i) => (i * 2 < drive.length ? 1 : -1));

  it("count as independent evidence if they change from fix to fix, and as little more than one fix if they last", () => {
    const [many, few] = [close.snap(independent), close.snap(lasting)];
    expect([many.driven, few.driven]).toEqual(["ab", "ab"]);
    expect(meanConfidence(many)).toBeGreaterThan(meanConfidence(few) + 0.01);
  });
});

describe("an error that drifts slowly", () => {
  const lanes = scene(
    `
    a--------b---------------------------------------------------------------------c--------d
             e---------------------------------------------------------------------f
`,
    { abcd: {}, ef: {}, be: {}, cf: {} },
    { metresPerCell: 12 },
  );

  it.each([5, 8])("does not move the match to a parallel road that it reaches: fixes %i s apart", (interval) => {
    const drive = lanes.drive("ad", { interval, pace: 12 });
    const drifting = drive.map((fix, i) => moved(fix, 0, -11 * Math.sin((Math.PI * i) / (drive.length - 1))));
    expect(lanes.snap(drifting).driven).toBe("abcd");
  });

  it.each([3, 5, 8])("is distinguished from a real change to the parallel road, which is sudden: fixes %i s apart", (interval) => {
    expect(lanes.snap(lanes.drive("abefcd", { interval, pace: 12 })).driven).toBe("abefcd");
  });
});

describe("a single fix on a parallel road", () => {
  const town = scene(
    `
    e-----------------------------------------f
    a-----------------------------------------b
`,
    { ab: {}, ef: {}, ae: {}, bf: {} },
    { metresPerCell: 30 },
  );

  it.each([1, 10, 30])("does not bend the route: fixes %i s apart", (interval) => {
    const track = town.drive("ab", { interval });
    const middle = track.length >> 1;
    track[middle] = moved(track[middle], 0, 29);
    const { driven, on, points } = town.snap(track);
    expect(driven).toBe("ab");
    expect(on[middle]).toBe("ab");
    expect(points[middle].distance).toBeCloseTo(29, 0);
  });
});

describe("the course", () => {
  const dual = scene(
    `
    b----------------------------a
    c----------------------------d
`,
    { ab: { oneway: true }, cd: { oneway: true } },
    { metresPerCell: 14 },
  );
  const fix = (course?: number): TrackPoint => {
    const [lon, lat] = dual.at("b");
    return { ...moved({ lon, lat }, 200, -7), time: 1_700_000_000, speed: 14, course };
  };

  it("decides between two carriageways for a single fix between them", () => {
    expect(dual.snap([fix(90)]).driven).toBe("cd");
    expect(dual.snap([fix(270)]).driven).toBe("ab");
  });

  it("decides the direction of travel on a two-way road", () => {
    const road = scene("a-----1-----b", { ab: {} });
    expect(road.snap(road.track("1", { course: 88, speed: 10 })).driven).toBe("ab");
    expect(road.snap(road.track("1", { course: 272, speed: 10 })).driven).toBe("ba");
  });

  it("decides at a fork before the roads diverge", () => {
    const fork = scene(
      `
                              c
                        .
    a----------b
                        .
                              d
`,
      { ab: {}, bc: {}, bd: {} },
      { metresPerCell: 6 },
    );
    const [lon, lat] = fork.at("b");
    const near = moved({ lon, lat }, 25, 0);
    const course = (north: boolean) => (north ? 71 : 109);
    const track = (north: boolean) =>
      [
        { ...moved({ lon, lat }, -40, 0), course: 90 },
        { ...near, course: course(north) },
      ].map((p, i) => ({ ...p, speed: 14, time: 1_700_000_000 + 5 * i, accuracy: 15 }));
    expect(fork.snap(track(true)).on[1]).toBe("bc");
    expect(fork.snap(track(false)).on[1]).toBe("bd");
  });

  it("never vetoes: courses across the road leave the fixes on it", () => {
    const road = scene("a-----b-----c", { abc: {} });
    const fixes = road.drive("ac", { interval: 5, speed: 10 }).map((p, i) => ({ ...p, course: [90, 10, 170][i % 3] }));
    const { driven, reasons } = road.snap(fixes);
    expect(driven).toBe("abc");
    expect(new Set(reasons)).toEqual(new Set(["matched"]));
  });

  it("counts as unknown if it is always 0, as written by devices that know none", () => {
    const fixes = dual.drive("cd", { interval: 3, noise: 3, speed: 10 });
    const stuck = fixes.map((p) => ({ ...p, course: 0 }));
    expect(dual.snap(stuck)).toEqual(dual.snap(fixes));
  });

  it.each([-1, 360.5, 400, Number.NaN, null])("counts as unknown if it is %s", (course) => {
    const fixes = dual.drive("cd", { interval: 3, noise: 3, speed: 10 });
    expect(dual.snap(fixes.map((p): TrackPoint => ({ ...p, course })))).toEqual(dual.snap(fixes));
  });

  it("means little at a standstill", () => {
    const slow = dual.drive("cd", { interval: 3, noise: 3, pace: 6 }).map((p): TrackPoint => ({ ...p, course: 270, speed: 0 }));
    expect(dual.snap(slow).driven).toBe("cd");
  });
});

describe("the reported speed", () => {
  const block = scene(
    `
    a---b---------c---d
        |         |
        e---------f
`,
    { ab: {}, bc: {}, cd: {}, be: {}, ef: {}, fc: {} },
    { metresPerCell: 20 },
  );
  const drive = (pace: number, factor: number) =>
    block.drive("ad", { interval: 3, pace, noise: 3 }).map((p): TrackPoint => ({ ...p, speed: pace * factor }));

  it.each([
    ["knots", 1.944],
    ["kilometres per hour", 3.6],
    ["centimetres per second", 100],
    ["always nothing", 0],
  ])("does no harm in the wrong unit: %s", (_, factor) => {
    const { driven, points } = block.snap(drive(12, factor));
    expect(driven).toBe("abcd");
    expect(points.every((point) => point.edge >= 0)).toBe(true);
  });

  it.each([-3, Number.NaN, 1e6, null])("counts as unknown if it is %s", (speed) => {
    const fixes = drive(12, 1).map((p): TrackPoint => ({ ...p, speed: undefined }));
    expect(block.snap(fixes.map((p): TrackPoint => ({ ...p, speed })))).toEqual(block.snap(fixes));
  });
});

describe("a fast road beside a slow one", () => {
  // The roads are 20 m apart, and the fixes are nearer to the slow one.
  const side = scene(
    `
    a--------------------------------------------b
    c--------------------------------------------d
`,
    { ab: { class: "trunk" }, cd: { class: "residential" } },
    { metresPerCell: 20 },
  );
  const drive = (pace: number, interval: number, speed?: number) =>
    side.drive("ab", { interval, pace, speed }).map((fix) => moved(fix, 0, -14));

  it.each([
    [1, 27],
    [10, 27],
    [10, undefined],
  ])("is chosen at 27 m/s: fixes %i s apart, reported speed %s", (interval, speed) => {
    expect(side.snap(drive(27, interval, speed)).driven).toBe("ab");
  });

  it.each([1, 10])("is not chosen at 8 m/s, which fits both: fixes %i s apart", (interval) => {
    expect(side.snap(drive(8, interval, 8)).driven).toBe("cd");
  });

  it("the speed alone does not put a track off the roads if no road is that fast", () => {
    const street = scene("a-----------------------------b", { ab: { class: "living_street" } });
    expect(street.snap(street.drive("ab", { interval: 2, pace: 40, speed: 40 })).driven).toBe("ab");
  });

  it.each([20, 30])("nor does it break the way, however much longer that usually takes: fixes %i s apart", (interval) => {
    const street = scene(`a${"-".repeat(100)}b`, { ab: { class: "living_street" } }, { metresPerCell: 50 });
    expect(street.snap(street.drive("ab", { interval, pace: 40 })).driven).toBe("ab");
  });
});

describe("a motorway above a street", () => {
  // Drawn six metres beside it, with the fixes midway.
  const on = "-".repeat(400);
  const stacked = scene(
    `
    a${on}b
    c${on}d
`,
    { ab: { class: "motorway", oneway: true }, cd: { class: "primary", oneway: true } },
    { metresPerCell: 6 },
  );
  const drive = (pace: number, interval: number) => stacked.drive("ab", { interval, pace }).map((fix) => moved(fix, 0, -3));

  it.each([
    [11, 1, "cd"],
    [11, 10, "cd"],
    [28, 1, "ab"],
    [28, 10, "ab"],
  ])("is distinguished by the speed: at %i m/s, with a fix every %i s", (pace, interval, driven) => {
    expect(stacked.snap(drive(pace, interval)).driven).toBe(driven);
  });

  it.each([5, 10, 30])("has no high confidence at a speed that fits both: 18 m/s, with a fix every %i s", (interval) => {
    // The usual speed on the motorway is twice as high, so that the pace of earlier legs would predict a different one for each road.
    const { points } = stacked.snap(drive(18, interval));
    const mean = points.reduce((sum, { confidence }) => sum + confidence, 0) / points.length;
    expect(mean).toBeLessThan(0.98);
  });
});

describe("a single wild fix", () => {
  const grid = scene(
    `
    .   p---q---r---s
        |   |   |   |
        |   |   |   |
        |   |   |   |
    a---b---c---d---e---f${"-".repeat(80)}k
        |   |   |   |
        |   |   |   |
        |   |   |   |
    .   t---u---v---w
`,
    { abcdefk: { class: "primary" }, pqrs: {}, tuvw: {}, pbt: {}, qcu: {}, rdv: {}, sew: {} },
    { metresPerCell: 40 },
  );

  it.each([
    ["reached by a side road there and back", 10, 7, 200],
    ["reached by going round a block", 20, 2, 200],
    ["off all roads, far from the next fix", 30, 3, 500],
  ])("is an outlier if being there would take too high a speed: %s", (_, interval, bad, metres) => {
    const drive = grid.drive("ak", { interval, pace: 12, noise: 3 });
    const { driven, reasons } = grid.snap(drive.map((fix, i) => (i === bad ? moved(fix, 0, metres) : fix)));
    expect(driven).toBe("abcdefk");
    expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual([bad]);
  });

  /** Matches the drive with some fixes moved this many metres north, or south if negative. */
  const wrong = (drive: ReturnType<typeof grid.drive>, north: Record<number, number>) => {
    const { driven, reasons, points } = grid.snap(drive.map((fix, i) => (i in north ? moved(fix, 0, north[i]) : fix)));
    return { driven, points, outliers: reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : [])) };
  };

  it.each([
    ["another wild one soon after", 10, { 3: 250, 5: -240 }],
    ["another wild one next to it", 10, { 14: 160, 15: -150 }],
    ["one wild fix in five", 10, { 2: 150, 7: -160, 12: 140, 17: -130, 22: 150 }],
    ["one wild fix in five, half a minute apart", 30, { 2: 200, 5: -160, 8: 180 }],
  ])("is an outlier, and neither bends the route nor takes it off the roads: %s", (_, interval, north: Record<number, number>) => {
    const { driven, outliers, points } = wrong(grid.drive("ak", { interval, pace: 12, noise: 3 }), north);
    expect(driven).toBe("abcdefk");
    expect(outliers).toEqual(Object.keys(north).map(Number));
    // The traveller may have been there after all; the confidence of the other fixes stays high.
    for (const i of outliers) expect(points[i].confidence).toBeLessThanOrEqual(0.7);
    expect(points.every((point, i) => outliers.includes(i) || point.confidence > 0.8)).toBe(true);
  });

  it.each([
    ["cdefk", 10, "first", 250, "cdefk"],
    ["kfed", 10, "last", 250, "kfed"],
    ["ak", 10, "first", 80, "abcdefk"],
    ["ak", 5, "last", 80, "abcdefk"],
    // Four hundred metres in thirty seconds are possible, but this drive is nowhere else as fast. What was driven before the second fix is unknown.
    ["cdefk", 30, "first", 250, "efk"],
  ])(
    "is an outlier at an end of the track too if nobody would have come from there or gone there: %s, every %i s, the %s fix, %i m off",
    (way, interval, which, metres, driven) => {
      const drive = grid.drive(way, { interval, pace: 12, noise: 3 });
      const bad = which === "first" ? 0 : drive.length - 1;
      const snapped = wrong(drive, { [bad]: metres });
      expect(snapped.driven).toBe(driven);
      expect(snapped.outliers).toEqual([bad]);
      expect(snapped.points[bad].confidence).toBeLessThanOrEqual(0.7);
    },
  );

  it.each(["qcdefk", "kfedr"])("is believed at an end of the track if there was time to go there: %s", (way) => {
    const drive = grid.drive(way, { interval: 20, pace: 12 });
    expect(wrong(drive, {})).toMatchObject({ driven: way, outliers: [] });
  });

  it("is believed off all roads if there was time to go there", () => {
    const drive = grid.drive("ak", { interval: 45, pace: 12, noise: 3 });
    expect(wrong(drive, { 3: 350 }).driven).toMatch(/^abcdef?k? \| off \| e?f?k$/);
  });

  it("is believed beside the route if there was time to go there: a real detour is kept", () => {
    const there = grid.drive("abcqr", { interval: 10, pace: 12 });
    const back = grid.drive("rdefk", { interval: 10, pace: 12, start: 1_700_000_000 + 10 * there.length });
    expect(grid.snap([...there, ...back]).driven).toBe("abcqrdefk");
  });
});

describe("the pace of the legs", () => {
  // 900 m a minute. East of c and g the fixes are midway between two roads; between b and there is none.
  const road = scene(
    `
    a-------------------------------b---c------------------------------------------------------------d
                                    |   g------------------------------------------------------------h
                                    |   |
                                    |   |
                                    e---f
`,
    { ab: {}, bc: {}, cd: {}, be: {}, ef: {}, fg: {}, gh: {} },
    { metresPerCell: 60 },
  );
  const drive = (way: string) =>
    road
      .drive(way, { interval: 60, pace: 15 })
      // The same error in all fixes would be taken for a setting, and muted.
      .map((fix, i) => ({ ...fix, accuracy: 50 + (i % 3) }))
      .map((fix) => (fix.lon > road.at("c")[0] ? moved(fix, 0, way.endsWith("h") ? 30 : -30) : fix));

  it.each(["abcd", "abefgh"])("decides between two ways if their lengths alone do not: %s", (way) => {
    expect(road.snap(drive(way)).driven).toBe(way);
  });

  it.each([
    [15, "abefgh"],
    [7, "abcd"],
  ])("is overruled by the speeds reported at both ends of a leg: %i m/s", (speed, way) => {
    const track = drive("abefgh");
    const parted = track.findIndex((fix) => fix.lon > road.at("c")[0]);
    const told = track.map((fix, i): TrackPoint => ({ ...fix, speed: i === parted - 1 || i === parted ? speed : 15 }));
    expect(road.snap(told).driven).toBe(way);
  });

  it.each([
    ["predicts a hairpin without much other evidence if it was even for two minutes", Array(12).fill(10), "abcd"],
    ["does not predict a hairpin if it changes from leg to leg", [10, 4, 10, 3, 12, 6, 2, 10, 7, 12, 3, 10], "ab"],
  ])("%s", (_, legs: number[], driven) => {
    const bend = scene(
      `
      a--------------------------------------------------------------------------------b
                                                                                       |
      d--------------------------------------------------------------------------------c
`,
      { ab: {}, bc: {}, cd: {} },
      { metresPerCell: 26 },
    );
    // A fix every ten seconds, each leg a multiple of fourteen metres, up to 40 m before the bend; the last fix is 17 m from this road and 9 m from the
    // other.
    const seconds = bend.drive("ab", { interval: 1, pace: 14 });
    let at = seconds.length - 4;
    const fixes = [seconds[at], moved(seconds[at], -12, -17)];
    for (const leg of legs.toReversed()) {
      at -= leg;
      fixes.unshift(seconds[at]);
    }
    expect(bend.snap(inTime(fixes)).driven).toBe(driven);
  });

  it.each([
    [
      [38, 40],
      [24, -42],
      [56, 41],
      [-49, -27],
    ],
    [
      [-43, 42],
      [-20, -43],
      [43, 34],
      [-60, -27],
    ],
    [
      [54, 32],
      [4, -43],
      [56, 41],
      [-49, -30],
    ],
  ])("does not reject fixes far beside the road, whose places along it are just as inexact: %j, %j, %j, %j", (...begin) => {
    const straight = scene(
      `
      a--------------------------------------------------------------------------------b
`,
      { ab: {} },
      { metresPerCell: 40 },
    );
    const track = straight.drive("ab", { interval: 10, pace: 7 }).slice(0, 40);
    const fixes = track.map((fix, i) => (i < begin.length ? moved(fix, begin[i][0], begin[i][1]) : fix));
    expect(straight.snap(inTime(fixes)).reasons).not.toContain("off-road");
  });

  it("without times, the shorter way is chosen", () => {
    const track = drive("abefgh").map((fix): TrackPoint => ({ ...fix, time: undefined }));
    expect(road.snap(track).driven).toBe("abcd");
  });

  it.each([10, 30, 120])("allows a stop of %i minutes far down a side street", (minutes) => {
    const street = scene(
      `
      a-----------------------------b-----------------------------------------c
                                    |
                                    |
                                    |
                                    d
`,
      { ab: {}, bc: {}, bd: {} },
      { metresPerCell: 100 },
    );
    const main = street.drive("abc", { interval: 20, pace: 14 });
    const turn = main.findIndex((fix) => fix.lon > street.at("b")[0]);
    const stop = { ...main[turn], lon: street.at("b")[0], lat: (street.at("b")[1] + street.at("d")[1]) / 2 };
    const track = [...main.slice(0, turn), stop, ...main.slice(turn)].map(
      (fix, i): TrackPoint => ({
        ...fix,
        time: 1_700_000_000 + 20 * i + (i >= turn ? 60 * minutes : 0) + (i > turn ? 60 * minutes : 0),
      }),
    );
    const { on, reasons } = street.snap(track);
    expect([on[turn], reasons[turn]]).toEqual([expect.stringMatching(/bd|db/), "matched"]);
  });

  it.each([10, 60, 600])("does not turn a rest of %i minutes without fixes into a detour", (minutes) => {
    const track = drive("abcd").map((fix, i): TrackPoint => ({ ...fix, time: Number(fix.time) + (i >= 3 ? 60 * minutes : 0) }));
    expect(road.snap(track).driven).toBe("abcd");
  });
});

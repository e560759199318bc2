// Situations in which what a fix says beside its place decides: accuracy, course and speed.
import { describe, expect, it } from "vitest";
import type { TrackPoint } from "../../src/match/track.js";
import { inTime, meanConfidence, moved, scene } from "./scene.js";

describe("accuracy", () => {
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

  it("says how far a fix may be from its road: the surer the fixes, the surer the road", () => {
    const sure = [3, 10, 40].map((accuracy) => meanConfidence(twins.snap(track(accuracy))));
    expect(sure[0]).toBeGreaterThan(0.95);
    expect(sure[2]).toBeLessThanOrEqual(sure[1]);
    expect(sure[1]).toBeLessThanOrEqual(sure[0]);
    expect(twins.snap(track(3)).driven).toBe("ab");
  });

  it("counts fix by fix: bad ones that say they are bad do not bend the route", () => {
    const fixes = track(4);
    const middle = Math.floor(fixes.length / 2);
    const bent = fixes.map((fix, i) => (Math.abs(i - middle) <= 1 ? { ...moved(fix, 0, -28), accuracy: 60 } : fix));
    expect(twins.snap(bent).driven).toBe("ab");
  });

  it("widens the search: a fix that is 150 m off and says so still finds its road", () => {
    const road = scene("a-----b-----c", { abc: {} });
    const off = road.drive("ac", { right: 150, interval: 10, accuracy: 150 });
    expect(road.snap(off).driven).toBe("abc");
    const sureOff = road.drive("ac", { right: 150, interval: 10, accuracy: 5 });
    expect(road.snap(sureOff).driven).toBe("off");
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, null])("of %s says nothing", (accuracy) => {
    const unknown = track();
    const silent = unknown.map((fix): TrackPoint => ({ ...fix, accuracy }));
    expect(twins.snap(silent)).toEqual(twins.snap(unknown));
  });

  it("may be given for all fixes that have none", () => {
    expect(twins.snap(track(), { defaultAccuracy: 20 }).driven).toBe("ab");
    expect(meanConfidence(twins.snap(track(), { defaultAccuracy: 60 }))).toBeLessThan(meanConfidence(twins.snap(track(3))));
  });
});

describe("errors", () => {
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

  it("that change from fix to fix make each fix an opinion of its own; one that lasts is one opinion", () => {
    const [many, few] = [close.snap(independent), close.snap(lasting)];
    expect([many.driven, few.driven]).toEqual(["ab", "ab"]);
    expect(meanConfidence(many)).toBeGreaterThan(meanConfidence(few) + 0.01);
  });
});

describe("an error that changes slowly", () => {
  const lanes = scene(
    `
    a--------b---------------------------------------------------------------------c--------d
             e---------------------------------------------------------------------f
`,
    { abcd: {}, ef: {}, be: {}, cf: {} },
    { metresPerCell: 12 },
  );

  it.each([5, 8])("leads to no other road, though it comes to that in the end: fixes %i s apart", (interval) => {
    const drive = lanes.drive("ad", { interval, pace: 12 });
    const drifting = drive.map((fix, i) => moved(fix, 0, -11 * Math.sin((Math.PI * i) / (drive.length - 1))));
    expect(lanes.snap(drifting).driven).toBe("abcd");
  });

  it.each([3, 5, 8])("is none that changes at once, as where one has gone over: fixes %i s apart", (interval) => {
    expect(lanes.snap(lanes.drive("abefcd", { interval, pace: 12 })).driven).toBe("abefcd");
  });
});

describe("a fix beside another road", () => {
  const town = scene(
    `
    e-----------------------------------------f
    a-----------------------------------------b
`,
    { ab: {}, ef: {}, ae: {}, bf: {} },
    { metresPerCell: 30 },
  );

  it.each([1, 10, 30])("does not bend the way to it: fixes %i s apart", (interval) => {
    const track = town.drive("ab", { interval });
    const middle = track.length >> 1;
    track[middle] = moved(track[middle], 0, 29);
    const { driven, on, points } = town.snap(track);
    expect(driven).toBe("ab");
    expect(on[middle]).toBe("ab");
    expect(points[middle].distance).toBeCloseTo(29, 0);
  });
});

describe("course", () => {
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

  it("decides between the carriageways of a single fix in the middle", () => {
    expect(dual.snap([fix(90)]).driven).toBe("cd");
    expect(dual.snap([fix(270)]).driven).toBe("ab");
  });

  it("tells the direction of travel where both are open", () => {
    const road = scene("a-----1-----b", { ab: {} });
    expect(road.snap(road.track("1", { course: 88, speed: 10 })).driven).toBe("ab");
    expect(road.snap(road.track("1", { course: 272, speed: 10 })).driven).toBe("ba");
  });

  it("decides at a fork before the roads part", () => {
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

  it("of always 0 says nothing, as devices write it that know none", () => {
    const fixes = dual.drive("cd", { interval: 3, noise: 3, speed: 10 });
    const stuck = fixes.map((p) => ({ ...p, course: 0 }));
    expect(dual.snap(stuck)).toEqual(dual.snap(fixes));
  });

  it.each([-1, 360.5, 400, Number.NaN, null])("of %s is none", (course) => {
    const fixes = dual.drive("cd", { interval: 3, noise: 3, speed: 10 });
    expect(dual.snap(fixes.map((p): TrackPoint => ({ ...p, course })))).toEqual(dual.snap(fixes));
  });

  it("means little at a standstill", () => {
    const slow = dual.drive("cd", { interval: 3, noise: 3, pace: 6 }).map((p): TrackPoint => ({ ...p, course: 270, speed: 0 }));
    expect(dual.snap(slow).driven).toBe("cd");
  });
});

describe("speed", () => {
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
  ])("in the wrong unit does not wreck the match: %s", (_, factor) => {
    const { driven, points } = block.snap(drive(12, factor));
    expect(driven).toBe("abcd");
    expect(points.every((point) => point.edge >= 0)).toBe(true);
  });

  it.each([-3, Number.NaN, 1e6, null])("of %s is none", (speed) => {
    const fixes = drive(12, 1).map((p): TrackPoint => ({ ...p, speed: undefined }));
    expect(block.snap(fixes.map((p): TrackPoint => ({ ...p, speed })))).toEqual(block.snap(fixes));
  });
});

describe("going fast", () => {
  // 20 m apart: the fixes lie nearer to the street.
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
  ])("is for roads where one can: fixes %i s apart, speed %s", (interval, speed) => {
    expect(side.snap(drive(27, interval, speed)).driven).toBe("ab");
  });

  it.each([1, 10])("… and going slowly for any: fixes %i s apart", (interval) => {
    expect(side.snap(drive(8, interval, 8)).driven).toBe("cd");
  });

  it("is no reason to have left the roads where none is as fast", () => {
    const street = scene("a-----------------------------b", { ab: { class: "living_street" } });
    expect(street.snap(street.drive("ab", { interval: 2, pace: 40, speed: 40 })).driven).toBe("ab");
  });
});

describe("an elevated road above a street", () => {
  // Six metres beside it here, with the fixes half-way.
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
  ])("is told by how fast one goes: %i m/s, a fix every %i s", (pace, interval, driven) => {
    expect(stacked.snap(drive(pace, interval)).driven).toBe(driven);
  });

  it.each([5, 10, 30])("is no surer for having been decoded, where the speed says little: 18 m/s, a fix every %i s", (interval) => {
    // Above it is twice as fast, so that the legs of the one would foretell others than those of the other.
    const { points } = stacked.snap(drive(18, interval));
    const mean = points.reduce((sum, { confidence }) => sum + confidence, 0) / points.length;
    expect(mean).toBeLessThan(0.98);
  });
});

describe("one wild fix", () => {
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
    ["beside a road that leads there and back", 10, 7, 200],
    ["… round a block", 20, 2, 200],
    ["off all roads, far from where the way goes on", 30, 3, 500],
  ])("is passed over for the haste it would take: %s", (_, interval, bad, metres) => {
    const drive = grid.drive("ak", { interval, pace: 12, noise: 3 });
    const { driven, reasons } = grid.snap(drive.map((fix, i) => (i === bad ? moved(fix, 0, metres) : fix)));
    expect(driven).toBe("abcdefk");
    expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual([bad]);
  });

  /** The drive with some fixes moved so many metres north, or south where that is less than nothing. */
  const wrong = (drive: ReturnType<typeof grid.drive>, north: Record<number, number>) => {
    const { driven, reasons, points } = grid.snap(drive.map((fix, i) => (i in north ? moved(fix, 0, north[i]) : fix)));
    return { driven, points, outliers: reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : [])) };
  };

  it.each([
    ["another soon after it", 10, { 3: 250, 5: -240 }],
    ["another beside it", 10, { 14: 160, 15: -150 }],
    ["one in five", 10, { 2: 150, 7: -160, 12: 140, 17: -130, 22: 150 }],
    ["one in five, half a minute apart", 30, { 2: 200, 5: -160, 8: 180 }],
  ])("is passed over, and neither bends the way nor takes it off the roads: with %s", (_, interval, north: Record<number, number>) => {
    const { driven, outliers, points } = wrong(grid.drive("ak", { interval, pace: 12, noise: 3 }), north);
    expect(driven).toBe("abcdefk");
    expect(outliers).toEqual(Object.keys(north).map(Number));
    // Somebody may have been there, after all; that those beside it are on the road is as sure as ever.
    for (const i of outliers) expect(points[i].confidence).toBeLessThanOrEqual(0.7);
    expect(points.every((point, i) => outliers.includes(i) || point.confidence > 0.8)).toBe(true);
  });

  it.each([
    ["cdefk", 10, "first", 250, "cdefk"],
    ["kfed", 10, "last", 250, "kfed"],
    ["ak", 10, "first", 80, "abcdefk"],
    ["ak", 5, "last", 80, "abcdefk"],
    // Four hundred metres in thirty seconds may be driven, but nowhere else is this drive as fast; what it had driven before the second fix nobody knows.
    ["cdefk", 30, "first", 250, "efk"],
  ])(
    "is left out at an end too, where nobody would have come from or gone: %s, every %i s, the %s, %i m off",
    (way, interval, which, metres, driven) => {
      const drive = grid.drive(way, { interval, pace: 12, noise: 3 });
      const bad = which === "first" ? 0 : drive.length - 1;
      const snapped = wrong(drive, { [bad]: metres });
      expect(snapped.driven).toBe(driven);
      expect(snapped.outliers).toEqual([bad]);
      expect(snapped.points[bad].confidence).toBeLessThanOrEqual(0.7);
    },
  );

  it.each(["qcdefk", "kfedr"])("at an end is where the drive began or ended, when there was time for it: %s", (way) => {
    const drive = grid.drive(way, { interval: 20, pace: 12 });
    expect(wrong(drive, {})).toMatchObject({ driven: way, outliers: [] });
  });

  it("off all roads is a place off them where there was time to go there", () => {
    const drive = grid.drive("ak", { interval: 45, pace: 12, noise: 3 });
    expect(wrong(drive, { 3: 350 }).driven).toMatch(/^abcdef?k? \| off \| e?f?k$/);
  });

  it("is a place where somebody was, when there was time for it", () => {
    const there = grid.drive("abcqr", { interval: 10, pace: 12 });
    const back = grid.drive("rdefk", { interval: 10, pace: 12, start: 1_700_000_000 + 10 * there.length });
    expect(grid.snap([...there, ...back]).driven).toBe("abcqrdefk");
  });
});

describe("pace", () => {
  // 900 m a minute. East of c and g the fixes lie half-way between two roads, and between b and there is none.
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
      // One and the same error for all would be a setting.
      .map((fix, i) => ({ ...fix, accuracy: 50 + (i % 3) }))
      .map((fix) => (fix.lon > road.at("c")[0] ? moved(fix, 0, way.endsWith("h") ? 30 : -30) : fix));

  it.each(["abcd", "abefgh"])("says which of two ways was driven where length alone cannot: %s", (way) => {
    expect(road.snap(drive(way)).driven).toBe(way);
  });

  it.each([
    [15, "abefgh"],
    [7, "abcd"],
  ])("is what the speeds at a leg's ends say more than what the legs around it do: %i m/s", (speed, way) => {
    const track = drive("abefgh");
    const parted = track.findIndex((fix) => fix.lon > road.at("c")[0]);
    const told = track.map((fix, i): TrackPoint => ({ ...fix, speed: i === parted - 1 || i === parted ? speed : 15 }));
    expect(road.snap(told).driven).toBe(way);
  });

  it.each([
    ["kept for two minutes, foretells a hairpin of which little else tells", Array(12).fill(10), "abcd"],
    ["that changes from leg to leg, does not", [10, 4, 10, 3, 12, 6, 2, 10, 7, 12, 3, 10], "ab"],
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
    // A fix every ten seconds, so many times fourteen metres apart, to 40 m before the bend; the last is 17 m from this road and 9 m from the other.
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
  ])("does not hold fixes to it that are far beside the road, and so as far along it: %j, %j, %j, %j", (...begin) => {
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

  it("unknown, the shorter way is likelier", () => {
    const track = drive("abefgh").map((fix): TrackPoint => ({ ...fix, time: undefined }));
    expect(road.snap(track).driven).toBe("abcd");
  });

  it.each([10, 30, 120])("lets a stop of %i minutes in a side street be one, however far in it is", (minutes) => {
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

  it.each([10, 60, 600])("makes no long way of a rest of %i minutes without fixes", (minutes) => {
    const track = drive("abcd").map((fix, i): TrackPoint => ({ ...fix, time: Number(fix.time) + (i >= 3 ? 60 * minutes : 0) }));
    expect(road.snap(track).driven).toBe("abcd");
  });
});

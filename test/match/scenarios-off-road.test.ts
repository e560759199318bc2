// Situations off the road: leaving it, joining it, never being on it; and gaps in the track.
import { describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { inTime, moved, scene } from "./scene.js";

const START = 1_700_000_000;

function placeOf(fix: TrackPoint): [number, number] {
  return [fix.lon, fix.lat];
}

describe("a vehicle on an unmapped road close to a mapped one", () => {
  const road = scene("a--------b--------c--------d", { ab: {}, bc: {}, cd: {} });

  it.each([1, 10, 30])("is matched to the mapped one, with a lower confidence than a vehicle on it: every %i s", (interval) => {
    const track = road.drive("ad", { interval });
    const beside = track.map((_, i) => i > track.length / 2 && i < (3 * track.length) / 4);
    const { points } = road.snap(track.map((fix, i) => ({ ...moved(fix, 0, beside[i] ? 40 : 3), accuracy: 5 })));
    const confidence = (off: boolean) => points.filter((_, i) => beside[i] === off).map((point) => point.confidence);
    expect(confidence(true)).not.toEqual([]);
    expect(Math.max(...confidence(true))).toBeLessThan(0.75);
    expect(Math.min(...confidence(true))).toBeGreaterThan(0.5);
    expect(Math.min(...confidence(false))).toBeGreaterThan(0.9);
  });
});

describe("two travellers who share an id", () => {
  const road = scene("a-----b-----c-----d-----e", { ab: {}, bc: {}, cd: {}, de: {} });

  // A few fixes far off are errors; many belong to another traveller, who was not on this way.
  it.each([
    [8, 0.97, 1],
    [3, 0.4, 0.7],
  ])("the fixes of the other are outliers on the way of the first: one in %i, with a confidence of %d to %d", (every, least, most) => {
    const track = road.drive("ae", { interval: 2 }).map((fix, i) => (i % every === every - 1 ? moved(fix, 0, 2000) : fix));
    const { driven, points, reasons } = road.snap(track);
    expect(driven).toBe("abcde");
    const confidence = (outlier: boolean) =>
      points.filter((_, i) => (reasons[i] === "outlier") === outlier).map((point) => point.confidence);
    expect(confidence(true)).toHaveLength(track.filter((_, i) => i % every === every - 1).length);
    expect(Math.min(...confidence(true))).toBeGreaterThan(least);
    expect(Math.max(...confidence(true))).toBeLessThanOrEqual(most);
    expect(Math.min(...confidence(false))).toBeGreaterThan(0.9);
  });
});

describe("a single fix far off", () => {
  const road = scene("a-----b-----c-----d\n\n\n\n\n\n\n\n        1", { ab: {}, bc: {}, cd: {} });

  it.each([
    ["400 m off, one second apart", 400, 1],
    ["400 m off, five seconds apart", 400, 5],
    ["2 km off", 2000, 2],
    ["across the world", 5_000_000, 5],
  ])("is an outlier and does not bend the route: %s", (_, metres, interval) => {
    const track = road.drive("ad", { interval });
    const middle = Math.floor(track.length / 2);
    track[middle] = moved(track[middle], 0, metres);
    const { driven, reasons, points, stretches } = road.snap(track);
    expect(driven).toBe("abcd");
    expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual([middle]);
    const others = points.filter((_, i) => i !== middle);
    // It is on the way, with the lower confidence of its neighbours.
    expect(points[middle].confidence).toBe(Math.min(points[middle - 1].confidence, points[middle + 1].confidence));
    expect(Math.min(...others.map((point) => point.confidence))).toBeGreaterThan(0.9);
    expect(stretches.every((stretch) => stretch.type === "Road")).toBe(true);
    // Its place on the way is between its neighbours.
    expect(points[middle].stretch).toBeGreaterThanOrEqual(points[middle - 1].stretch);
    expect(points[middle].stretch).toBeLessThanOrEqual(points[middle + 1].stretch);
  });

  it.each([400, 1000, 3000])("is an outlier in a track without times too: %i m off", (metres) => {
    const track = road.drive("ad", { interval: 5 }).map(({ lon, lat }) => ({ lon, lat }));
    track[5] = moved(track[5], 0, metres);
    const { driven, reasons, points } = road.snap(track);
    expect(driven).toBe("abcd");
    expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual([5]);
    // The traveller may have been there after all.
    expect(points[5].confidence).toBe(0.7);
    expect(Math.min(points[4].confidence, points[6].confidence)).toBeGreaterThan(0.9);
  });

  it.each([
    ["times", [4, 5, 6], (fix: TrackPoint) => fix],
    ["numbers, where there are no times", [5], ({ lon, lat }: TrackPoint) => ({ lon, lat })],
  ])("or several in a row are put on the way in proportion to their %s", (_, burst, as) => {
    const track = road.drive("ad", { interval: 5 }).map(as);
    const places = road.snap(track).points;
    for (const i of burst) track[i] = moved(track[i], i % 2 === 0 ? 2000 : -2000, 300);
    const { points, reasons } = road.snap(track);
    for (const i of burst) {
      expect(reasons[i]).toBe("outlier");
      expect(distance(points[i].lon, points[i].lat, places[i].lon, places[i].lat)).toBeLessThan(10);
      expect(points[i].distance).toBeCloseTo(distance(track[i].lon, track[i].lat, points[i].lon, points[i].lat), 3);
    }
  });

  it("is no outlier if there was time to go there and back", () => {
    const there = road.drive("ad", { interval: 20 });
    const middle = Math.floor(there.length / 2);
    const track = [...there.slice(0, middle + 1), road.track("1")[0], ...there.slice(middle + 1)];
    const { reasons } = road.snap(inTime(track, 120));
    expect(reasons[middle + 1]).toMatch(/off-road|no-road-nearby/);
  });
});

describe("a stop on a road, and one fix far from any road", () => {
  const road = scene("a-----b-----c\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n      1", { ab: {}, bc: {} });
  const stop = Array.from({ length: 100 }, (_, i): TrackPoint => ({ lon: road.at("b")[0], lat: road.at("b")[1], time: START + 1000 + i }));
  const [far] = road.track("1");

  it.each([5, 20, 40])("are told apart, whichever comes first: the stop is on the road; errors of %i m", (accuracy) => {
    const stopped = stop.map((fix) => ({ ...fix, accuracy }));
    for (const track of [
      [{ ...far, time: START, accuracy }, ...stopped],
      [...stopped, { ...far, time: START + 2000, accuracy }],
    ]) {
      const { reasons } = road.snap(track);
      expect(reasons.filter((reason) => reason === "matched" || reason === "interpolated")).toHaveLength(100);
    }
  });
});

describe("a place far off that is reached within seconds", () => {
  const road = scene("a-----b-----c-----d", { ab: {}, bc: {}, cd: {} });
  const along = road.drive("ad", { interval: 5 });
  const middle = Math.floor(along.length / 2);

  it.each([
    [1, "outlier"],
    [120, "no-road-nearby"],
  ])("is an outlier if it is left at once, and off the road if the traveller stays: %i fixes", (count, reason) => {
    const away = Array.from({ length: count }, () => moved(along[middle], 0, 200));
    const { reasons } = road.snap(inTime([...along.slice(0, middle), ...away, ...along.slice(middle + 1)], 5));
    expect(reasons.flatMap((found, i) => (found === "matched" ? [] : [i]))).toEqual(away.map((_, i) => middle + i));
    expect(new Set(reasons.slice(middle, middle + count))).toEqual(new Set([reason]));
  });
});

describe("several wrong fixes with the same error", () => {
  const roads = scene(
    `
      x---y

    a-----------b
`,
    { ab: {}, xy: {} },
  );
  const along = roads.drive("ab", { interval: 5 });
  const shifted = (count: number) => along.map((fix, i) => (i >= 5 && i < 5 + count ? moved(fix, 0, 100) : fix));

  it.each([1, 2, 3])("are outliers if they are on a road that leads nowhere: %i fixes", (count) => {
    const { driven, reasons } = roads.snap(shifted(count));
    expect(driven).toBe("ab");
    expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual(Array.from({ length: count }, (_, i) => 5 + i));
  });
});

describe("fixes off the road in a track without times", () => {
  const road = scene("a-----------------------b", { ab: {} });
  const along = road.drive("ab", { interval: 5 }).map(({ lon, lat }) => ({ lon, lat }));

  it.each([
    [2, "ab"],
    [5, "ab | off | ab"],
  ])("are outliers if they are few, and off the road if they are many: %i fixes", (count, driven) => {
    expect(road.snap(along.map((fix, i) => (i >= 6 && i < 6 + count ? moved(fix, 0, 150) : fix))).driven).toBe(driven);
  });
});

describe("an unmapped link between two streets", () => {
  it.each([2, 3, 5])("is an off-road stretch, even if it is short: every %i s", (interval) => {
    const streets = scene(
      `
    a---------b---------c




    d---------e---------f
`,
      { abc: {}, def: {} },
      { metresPerCell: 26 },
    );
    const { driven, reasons } = streets.snap(streets.drive("abef", { interval, pace: 10 }));
    expect(driven).toBe("abc | off | def");
    expect(reasons).not.toContain("outlier");
  });
});

describe("a halt off the road with a single fix", () => {
  it.each([60, 600])("is off the road, and no outlier, if there was much time for it: %i s before and after it", (seconds) => {
    const road = scene(`a${"-".repeat(60)}b`, { ab: { class: "primary" } });
    const track = road
      .drive("ab", { interval: 30, pace: 10 })
      .map((fix, i) => ({ ...(i === 5 ? moved(fix, 0, 150) : fix), time: fix.time! + seconds * (i < 5 ? 0 : i > 5 ? 2 : 1) }));
    const { driven, reasons } = road.snap(track);
    expect([driven, reasons[5]]).toEqual(["ab | off | ab", "no-road-nearby"]);
  });
});

describe("two bad fixes with good ones between them", () => {
  it("do not make the good ones outliers", () => {
    const road = scene("a--------------------------------------------------b", { ab: {} }, { metresPerCell: 40 });
    const track = road.drive("ab", { interval: 1, pace: 25 }).slice(0, 70);
    // The first can be explained by slowing down, and from there the second is not far.
    track[30] = moved(track[30], -44, 5);
    track[38] = moved(track[38], -120, -140);
    const { reasons, stretches } = road.snap(track);
    expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual([38]);
    expect(stretches.map(({ type }) => type)).toEqual(["Road"]);
  });
});

describe("a bad fix during a stop", () => {
  it("is put where the vehicle stands, even before a silence", () => {
    const road = scene("a--------------------b", { ab: {} }, { metresPerCell: 40 });
    const there = road.drive("ab", { interval: 1, pace: 14 }).slice(0, 40);
    const stop = Array.from({ length: 60 }, () => there[20]);
    const track = inTime([...there.slice(0, 20), ...stop, ...there.slice(20)], 1).map((fix, i) =>
      i < 80 ? fix : { ...fix, time: (fix.time ?? 0) + 30 },
    );
    track[70] = moved(track[70], 180, 0);
    const { points } = road.snap(track);
    expect(points[70].reason).toBe("outlier");
    expect(Math.abs(points[70].offset - points[69].offset)).toBeLessThan(2);
  });
});

describe("leaving the road", () => {
  const field = scene(
    `
    a---b---c

              e

              f

    i---h---g
`,
    { abc: {}, ghi: {} },
    { metresPerCell: 80 },
  );
  const across = field.drive("abcefghi", { interval: 4, noise: 3 });

  it("gives an Off stretch from the last point on the road to the first one on it again", () => {
    const { driven, stretches, points, reasons } = field.snap(across);
    expect(driven).toBe("abc | off | ghi");
    const [before, off, after] = stretches;
    expect(off.coordinates[0]).toEqual(before.coordinates.at(-1));
    expect(off.coordinates[1]).toEqual(after.coordinates[0]);
    expect(off).toMatchObject({ type: "Off", edge: -1, arc: -1, startOffset: 0, endOffset: 0 });
    expect(new Set(reasons)).toEqual(
      new Set(["matched", "off-road", "no-road-nearby"].filter((reason) => reasons.includes(reason as never))),
    );
    for (const [i, point] of points.entries()) {
      if (point.stretch === 1)
        expect(point).toMatchObject({ lon: across[i].lon, lat: across[i].lat, confidence: 0, edge: -1, distance: 0 });
    }
  });

  it("gives each point off the road the reason off-road or no-road-nearby, depending on whether a road is near", () => {
    const { reasons } = field.snap(across);
    expect(reasons).toContain("no-road-nearby");
    expect(reasons[0]).toBe("matched");
    expect(reasons.at(-1)).toBe("matched");
  });

  it("begins and ends with an Off stretch if the track begins and ends off the road", () => {
    const begins = field.drive("efghi", { interval: 4 });
    const { driven, stretches, reasons } = field.snap(begins);
    expect(driven).toBe("off | ghi");
    expect(stretches[0].coordinates).toEqual([placeOf(begins[0]), stretches[1].coordinates[0]]);
    expect(reasons[0]).toMatch(/off-road|no-road-nearby/);
    const ends = field.drive("abcef", { interval: 4 });
    const away = field.snap(ends);
    expect(away.driven).toBe("abc | off");
    expect(away.stretches[1].coordinates).toEqual([away.stretches[0].coordinates.at(-1), placeOf(ends.at(-1)!)]);
  });

  it("gives one Off stretch if the whole track is off the map", () => {
    const far = field.drive("abcefghi", { interval: 4 }).map((fix) => moved(fix, 0, 50_000));
    const { driven, reasons, points, stretches } = field.snap(far);
    expect(driven).toBe("off");
    expect(new Set(reasons)).toEqual(new Set(["no-road-nearby"]));
    expect(points.every((point) => point.stretch === 0)).toBe(true);
    expect(stretches[0].coordinates).toEqual([placeOf(far[0]), placeOf(far.at(-1)!)]);
  });

  it("does not lower the confidence of points on the road afterwards", () => {
    // A step without any road near it has a high cost for every way alike.
    const road = scene("a--x--b-----c--y--d", { ab: {}, bc: {}, cd: {} });
    const trip: TrackPoint[] = [...road.drive("ax", { interval: 5 })];
    const last = trip.at(-1)!;
    trip.push({ ...moved(last, 0, 8_000), time: START + 1_000 });
    trip.push({ ...moved(last, 4_000, 9_000), time: START + 2_000 });
    trip.push(...road.drive("yd", { interval: 5, start: START + 3_000 }));
    const { driven, points } = road.snap(trip);
    expect(driven).toBe("ab | gap | off | gap | off | gap | cd");
    for (const point of points) expect(point.edge < 0 ? point.confidence === 0 : point.confidence > 0.8).toBe(true);
  });
});

describe("a long way at 140 m from a road", () => {
  // It runs beside the road for 3 km.
  const beside = scene("a---x--------------------y---b\n\n    p                    q", { ab: {} }, { metresPerCell: 70 });

  it.each([1, 5, 10])("is off the road, with a confidence of 0: a fix every %i s", (interval) => {
    const track = beside.drive("axpqyb", { interval });
    const { driven, points } = beside.snap(track);
    expect(driven).toBe("ab | off | ab");
    const [first, last] = [beside.at("p")[0], beside.at("q")[0]];
    for (const [i, { lon, lat }] of track.entries()) {
      if (lon > first && lon < last && lat < beside.at("x")[1]) expect(points[i].confidence).toBe(0);
    }
  });
});

describe("a long way at 60 m from a road", () => {
  const beside = scene(
    "a---x------------------------------------------------------------y---b\n    p                                                            q",
    { ab: {} },
    { metresPerCell: 60 },
  );

  it.each([
    ["driving", 10, 1],
    ["driving", 10, 5],
    ["cycling", 5, 5],
  ] as const)("does not get a high confidence on the road, however long it is: %s at %d m/s, a fix every %i s", (mode, pace, interval) => {
    const track = beside.drive("axpqyb", { interval, pace, noise: 3, accuracy: 4 });
    const { points } = beside.snap(track, { mode });
    const [first, last] = [beside.at("p")[0], beside.at("q")[0]];
    const along = points.filter(
      (_, i) => track[i].lon > first && track[i].lon < last && track[i].lat < (beside.at("x")[1] + beside.at("p")[1]) / 2,
    );
    expect(along.length).toBeGreaterThan(50);
    expect(Math.max(...along.map(({ confidence }) => confidence))).toBeLessThan(0.8);
  });
});

describe("a stay away from every road", () => {
  const yard = scene("a-----x-----b\n\n      p", { ab: {} }, { metresPerCell: 50 });
  const [there] = yard.track("p");

  /** Drives in, stays for so many seconds while the receiver wanders some metres, and drives out again. */
  function visit(seconds: number): TrackPoint[] {
    const track = yard.drive("axp", { interval: 1 });
    const since = track.at(-1)!.time!;
    for (let i = 1; i <= seconds; i++) track.push({ ...moved(there, 3 * Math.sin(i), 3 * Math.cos(1.7 * i)), time: since + i });
    return [...track, ...yard.drive("pxb", { interval: 1, start: since + seconds + 1 })];
  }

  it.each([600, 3600])("is off the road if it lasts %i s", (seconds) => {
    const { driven, points } = yard.snap(visit(seconds));
    expect(driven).toBe("ab | off | ab");
    expect(points[points.length >>> 1]).toMatchObject({ edge: -1, confidence: 0 });
  });
});

describe("a silence with fixes off the road before or after it", () => {
  const far = scene(
    `a--x--b\n\n   p\n${"\n".repeat(3)}${" ".repeat(60)}   q\n\n${" ".repeat(60)}c--y--d`,
    { ab: {}, cd: {} },
    { metresPerCell: 200 },
  );
  const hours = 3 * 3600;

  it.each([
    ["before and after", "axp", "qyd", "ab | off | gap | off | cd"],
    ["after", "ab", "qyd", "ab | gap | off | cd"],
    ["before", "axp", "cd", "ab | off | gap | cd"],
  ])("is a gap, and no drive off the road: off the road %s", (_, before, after, expected) => {
    const first = far.drive(before, { interval: 5 });
    const track = [...first, ...far.drive(after, { interval: 5, start: first.at(-1)!.time! + hours })];
    const { driven, stretches } = far.snap(track);
    expect(driven).toBe(expected);
    const gap = stretches.find((stretch) => stretch.type === "Road Gap")!;
    expect(gap.length).toBeGreaterThan(10_000);
    // From the last point before it to the first one after it.
    const before2 = stretches[stretches.indexOf(gap) - 1];
    expect(before2.coordinates.at(-1)).toEqual(gap.coordinates[0]);
    for (const { type, length } of stretches) if (type === "Off") expect(length).toBeLessThan(1000);
  });
});

describe("a car park beside the road", () => {
  it("is off the road while the car circles in it, and the road goes on where it was left", () => {
    const market = scene(
      `
    a----x-b---c-y----d



         p     q


         r     s
`,
      { ab: {}, bc: {}, cd: {} },
    );
    const { driven, stretches } = market.snap(market.drive("axprsqprsqyd", { interval: 5, noise: 3 }));
    expect(driven).toBe("ab | off | cd");
    expect(stretches).toHaveLength(3);
  });
});

describe("two roads that the map fails to connect", () => {
  const street = "-".repeat(100);
  const holed = scene(`a${street}b c${street}d`, { ab: {}, cd: {} }, { metresPerCell: 3 });

  it.each([1, 5, 10])("give a gap in the way, and no off-road stretch: a fix every %i s", (interval) => {
    const { driven, stretches, points } = holed.snap(holed.drive("abcd", { interval, noise: 3 }));
    expect(driven).toBe("ab | gap | cd");
    // From the last fix before the break to the first after it, which may be some metres away.
    expect(stretches[1].length).toBeLessThan(60 + 10 * interval);
    expect(Math.min(...points.map(({ confidence }) => confidence))).toBeGreaterThan(0.9);
  });
});

describe("a short piece of street between two unmapped ones", () => {
  const street = "-".repeat(20);
  const holed = scene(`a${street}b      c----d      e${street}f`, { ab: {}, cd: {}, ef: {} }, { metresPerCell: 25 });

  // Being off the roads all the way would cost less, if the map were not known to lack roads here.
  it.each([1, 2, 5, 10])("is driven, for breaks are likelier on a track that has one: a fix every %i s", (interval) => {
    const { driven } = holed.snap(holed.drive("abcdef", { interval, pace: 10, noise: 3, accuracy: 4 }));
    expect(driven).toBe("ab | off | cd | off | ef");
  });
});

describe("an unmapped part of a street, beside another street", () => {
  const west = "-".repeat(24);
  const streets = scene(
    `
a${west}b        c${west}d
e${west}----------${west}f`,
    { ab: {}, cd: {}, ae: {}, ef: {}, df: {} },
    { metresPerCell: 25 },
  );

  it.each([
    ["walking", 1.4, 1],
    ["cycling", 5, 5],
    ["driving", 10, 10],
  ] as const)("puts fixes on the other street along that part at most: %s", (mode, pace, interval) => {
    const { on } = streets.snap(streets.drive("abcd", { interval, pace, noise: 3, accuracy: 4 }), { mode });
    const known = on.filter((way) => way === "ab" || way === "cd").length;
    expect(known / on.length).toBeGreaterThan(0.75);
  });
});

describe("a long time between two fixes", () => {
  it("is a Road Gap between two networks without a connection", () => {
    const islands = scene("a---b                              c---d", { ab: {}, cd: {} });
    const track = [...islands.drive("ab", { interval: 5 }), ...islands.drive("cd", { interval: 5, start: START + 300 })];
    const { driven, stretches, points, reasons } = islands.snap(track);
    expect(driven).toBe("ab | gap | cd");
    expect(stretches[1].coordinates).toEqual([stretches[0].coordinates.at(-1), stretches[2].coordinates[0]]);
    expect(stretches[1].length).toBeGreaterThan(1000);
    expect(new Set(reasons)).toEqual(new Set(["matched"]));
    expect(points.some((point) => point.stretch === 1)).toBe(false);
  });

  const tunnel = scene(
    `
    a---b                    c---d
        |                    |
        |                    |
        e--------------------f
`,
    { ab: {}, bc: { class: "primary", flags: ["tunnel"] }, cd: {}, be: {}, ef: {}, fc: {} },
  );

  it("is Road in a tunnel: there is a way, and time for it", () => {
    const track = [...tunnel.drive("ab", { interval: 5 }), ...tunnel.drive("cd", { interval: 5, start: START + 130 })];
    const { driven, points } = tunnel.snap(track);
    expect(driven).toBe("abcd");
    expect(points.every((point) => point.confidence > 0.8)).toBe(true);
  });

  it("is Road for a quarter of an hour on winding lanes", () => {
    const lanes = scene(
      [
        `a${" ".repeat(60)}c${" ".repeat(60)}e`,
        ...Array.from({ length: 24 }, () => ""),
        `${" ".repeat(30)}b${" ".repeat(60)}d${" ".repeat(60)}f`,
      ].join("\n"),
      { abcdef: { class: "residential" } },
      { metresPerCell: 80 },
    );
    const track = lanes.drive("abcdef", { interval: 900, pace: 15, start: START });
    expect(track.length).toBeLessThan(5);
    expect(lanes.snap(track).driven).not.toContain("gap");
  });

  describe("with a wrong fix in it", () => {
    const yard = scene(
      `
    a---b                    c---d

                 x---y
`,
      { ab: {}, bc: { class: "primary", flags: ["tunnel"] }, cd: {}, xy: {} },
    );
    const before = yard.drive("ab", { interval: 5 });
    const after = yard.drive("cd", { interval: 5, start: START + 130 });
    const wrong = yard.drive("xy", { interval: 10, pace: 2, start: START + 75 });

    it("makes the wrong fix an outlier if it is on a road that leads nowhere", () => {
      const { driven, reasons, points } = yard.snap([...before, wrong[0], ...after]);
      expect(driven).toBe("abcd");
      expect(reasons.flatMap((reason, i) => (reason === "outlier" ? [i] : []))).toEqual([before.length]);
      expect(points.every((point, i) => (i === before.length ? point.confidence === 0.7 : point.confidence > 0.8))).toBe(true);
    });

    it("is a gap before and after the wrong fix if several agree with it", () => {
      expect(yard.snap([...before, ...wrong, ...after.map((fix) => ({ ...fix, time: (fix.time ?? 0) + 300 }))]).driven).toMatch(
        /^ab \| (gap|off) \| xy \| (gap|off) \| cd$/,
      );
    });
  });

  it("is a gap if it is too short for the only way", () => {
    const bridgeless = scene(
      `
    a---b---c---d
        |   |
        e---f
`,
      { ab: {}, cd: {}, be: {}, ef: {}, fc: {} },
      { metresPerCell: 200 },
    );
    const track = (seconds: number) => [
      ...bridgeless.drive("ab", { interval: 5, pace: 20 }),
      ...bridgeless.drive("cd", { interval: 5, pace: 20, start: START + 40 + seconds }),
    ];
    // Eight hundred metres across, at least half as much again by the way round.
    expect(bridgeless.snap(track(5)).driven).toMatch(/^abe? \| (gap|off) \| f?cd$/);
    expect(bridgeless.snap(track(75)).driven).toBe("abefcd");
  });
});

describe("a forest track", () => {
  const forest = scene(
    `
    a---b-------------------c---d
         \\
          t------u-----v------w
`,
    { abcd: { class: "secondary" }, btuvw: { class: "track" } },
    { metresPerCell: 100 },
  );

  it.each([5, 10, 30, 60])("is matched, although such roads are rarely driven: a fix every %i s", (interval) => {
    const { driven, stretches } = forest.snap(forest.drive("abtuvw", { interval, noise: 4, speed: 9 }));
    expect(driven).toBe("abtuvw");
    expect(stretches.every((stretch) => stretch.type === "Road")).toBe(true);
  });
});

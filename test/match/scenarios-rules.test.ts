// Situations about traffic rules: they are kept if that explains the track, and broken and reported if it does not.
import { describe, expect, it } from "vitest";
import { explain } from "../../src/match/explain.js";
import { Matcher } from "../../src/match/matcher.js";
import type { UTurnPolicy } from "../../src/match/options.js";
import type { RoadClass } from "../../src/roads/attributes.js";
import type { AsciiWay } from "../helpers/ascii-map.js";
import { inTime, moved, scene } from "./scene.js";

describe("one-way roads", () => {
  const blocks = `
    a---b---c---d
        |   |
        e---f
`;

  it("are driven in their direction, with a way round the block if necessary", () => {
    const town = scene(blocks, { ab: {}, bc: { oneway: "-1" }, cd: {}, be: {}, ef: {}, fc: {} });
    // There are no fixes between b and c: the straight way is shorter, the way round is the legal one.
    const track = inTime(
      ["a", "b", "c", "d"].map((mark) => town.track(mark)[0]),
      60,
    );
    const { driven, broken } = town.snap(track);
    expect(driven).toBe("abefcd");
    expect(broken).toEqual([]);
  });

  it("are driven the wrong way if the fixes leave no doubt, with one violation", () => {
    const town = scene("a---b---c---d---e", { ab: {}, bcd: { oneway: "-1" }, de: {} });
    const { driven, broken, violations, stretches } = town.snap(town.drive("ae", { interval: 4, noise: 3 }));
    expect(driven).toBe("abcde");
    expect(broken).toEqual(["wrong-way bcd"]);
    expect(stretches[violations[0].stretch].arc).toBe(violations[0].arc);
  });

  it("are driven the wrong way if fixes minutes apart go back along one, which is too far for noise at a standstill", () => {
    const lane = scene("a---b---c---d", { abcd: { oneway: "-1", speed: 30 } }, { metresPerCell: 36 });
    const track = inTime(
      ["a", "b", "c", "d"].map((mark) => lane.track(mark)[0]),
      100,
    );
    expect(lane.snap(track)).toMatchObject({ driven: "abcd", broken: ["wrong-way abcd"] });
  });

  it("give one violation even if one wrong way leads to another", () => {
    const town = scene("a---b---c---d---e", { ab: {}, bc: { oneway: "-1" }, cd: { oneway: "-1" }, de: {} });
    expect(town.snap(town.drive("ae", { interval: 4 })).broken).toEqual(["wrong-way bc"]);
  });

  it("are entered in their direction by a track that begins on one", () => {
    const town = scene("a---b---c", { ab: { oneway: "-1" }, bc: { oneway: "-1" } });
    expect(town.snap(town.track("b")).broken).toEqual([]);
    expect(town.snap(town.drive("ca", { noise: 4, interval: 4 })).broken).toEqual([]);
  });

  it("are entered in their direction after a gap", () => {
    const apart = scene("a---b                              c-1-d", { ab: {}, cd: { oneway: "-1" } });
    const track = inTime([...apart.drive("ab"), ...apart.track("1")], 60);
    const { driven, broken } = apart.snap(track);
    expect(driven).toBe("ab | gap | dc");
    expect(broken).toEqual([]);
  });

  it.each([90, 120])("may be left the wrong way at a track's beginning if there was a minute to do so: %i s", (seconds) => {
    const lane = scene("a----b----2---3---4---5---6---c", { ab: { oneway: "-1" }, bc: {} }, { metresPerCell: 80 });
    const times = [0, 30, 60, 90, 120].map((since) => seconds + since);
    const match = lane.snap(lane.track("a23456", { times: [0, ...times] }));
    expect([match.driven, match.reasons[0], match.broken]).toEqual(["abc", "matched", ["wrong-way ab"]]);
  });

  it("do not bind walkers", () => {
    const town = scene("a---b---c", { ab: { oneway: true }, bc: {} });
    const { driven, broken } = town.snap(town.drive("ca", { pace: 1.4, interval: 20, noise: 3 }), { mode: "walking" });
    expect(driven).toBe("cba");
    expect(broken).toEqual([]);
  });
});

describe("turn restrictions", () => {
  const cross = `
        n
        |
    a---x---b
        |
        s---t---b2
`.replace("b2", "c");
  const ways = { ax: {}, xb: {}, nx: {}, xs: {}, st: {}, tc: {} };

  it("are kept if another way explains the track as well", () => {
    // From a to m there are two ways round the block, of about the same length; the first turn of one is banned.
    const block = scene(
      `
        n-------m
        |       |
    a---x---b---c---d
`,
      { ax: {}, xb: {}, bc: {}, cd: {}, xn: {}, nm: {}, mc: {} },
      { restrictions: [{ only: false, from: "ax", via: "x", to: "xn" }], metresPerCell: 30 },
    );
    const track = inTime(
      ["a", "m"].map((mark) => block.track(mark)[0]),
      60,
    );
    const { driven, broken } = block.snap(track);
    expect(driven).toMatch(/^axbcm/);
    expect(broken).toEqual([]);
    // With the ban on the other way instead, this one is taken.
    const free = scene(
      `
        n-------m
        |       |
    a---x---b---c---d
`,
      { ax: {}, xb: {}, bc: {}, cd: {}, xn: {}, nm: {}, mc: {} },
      { restrictions: [{ only: false, from: "ax", via: "x", to: "xb" }], metresPerCell: 30 },
    );
    expect(free.snap(track).driven).toMatch(/^axnm/);
  });

  it("are broken if the fixes leave no doubt, with a violation", () => {
    const town = scene(cross, ways, { restrictions: [{ only: false, from: "ax", via: "x", to: "xs" }] });
    const { driven, broken } = town.snap(town.drive("axst", { interval: 3, noise: 3 }));
    expect(driven).toBe("axst");
    expect(broken).toEqual(["turn-restriction ax"]);
  });

  it("bind only the modes they name", () => {
    const town = scene(cross, ways, { restrictions: [{ only: false, from: "ax", via: "x", to: "xs", modes: ["trucking"] }] });
    const track = town.drive("axst", { interval: 3 });
    expect(town.snap(track, { mode: "driving" }).broken).toEqual([]);
    expect(town.snap(track, { mode: "trucking" }).broken).toEqual(["turn-restriction ax"]);
  });

  it("that are mandatory (only_*) ban all other turns", () => {
    const town = scene(cross, ways, { restrictions: [{ only: true, from: "ax", via: "x", to: "xb" }] });
    expect(town.snap(town.drive("axb", { interval: 3 })).broken).toEqual([]);
    expect(town.snap(town.drive("axst", { interval: 3 })).broken).toEqual(["turn-restriction ax"]);
    expect(town.snap(town.drive("axn", { interval: 3 })).broken).toEqual(["turn-restriction ax"]);
    expect(town.snap(town.drive("nxs", { interval: 3 })).broken).toEqual([]);
  });

  it("give a violation wherever they are broken, also after junctions without restrictions", () => {
    const town = scene(cross, ways, {
      restrictions: [
        { only: false, from: "xb", via: "x", to: "xs" },
        { only: false, from: "xs", via: "x", to: "ax" },
      ],
    });
    const { broken } = town.snap(town.drive("axbxsxa", { interval: 3, noise: 2 }));
    expect(broken).toEqual(["turn-restriction bx", "turn-restriction sx"]);
  });

  it("with a via way bind only those who came by the from way", () => {
    const turn = scene(
      `
    a---x---y---b
        |   |
    c---u---v---d
`,
      { ax: {}, xy: {}, yb: {}, xu: {}, yv: {}, cu: {}, uv: {}, vd: {} },
      { restrictions: [{ only: false, from: "ax", via: "xy", to: "yv" }], metresPerCell: 30 },
    );
    const banned = inTime(
      ["a", "d"].map((mark) => turn.track(mark)[0]),
      60,
    );
    expect(turn.snap(banned).broken).toEqual([]);
    expect(turn.snap(banned).driven).not.toContain("axyv");
    expect(turn.snap(turn.drive("axyvd", { interval: 2 })).driven).toBe("axyvd");
    expect(turn.snap(turn.drive("axyvd", { interval: 2 })).broken).toEqual(["turn-restriction xy"]);
    expect(turn.snap(turn.drive("cuxyvd", { interval: 2 })).broken).toEqual([]);
  });
});

describe("U-turns", () => {
  const road = scene(
    `
    a---x---b---y---c
            |
            |
            d
`,
    { ab: {}, bc: {}, bd: {} },
    { metresPerCell: 60 },
  );
  const policies: UTurnPolicy[] = ["anywhere", "dead-ends", "dead-ends-and-intersections", "never"];

  it.each(policies)("at a dead end are made by each policy, and violate only never: %s", (uTurns) => {
    const { driven, broken } = road.snap(road.drive("ycy", { interval: 3, noise: 2 }), { uTurns });
    expect(driven).toBe("bcb");
    expect(broken).toEqual(uTurns === "never" ? ["u-turn bc"] : []);
  });

  it.each(policies)("at a junction are made by each policy, and violate those that forbid them there: %s", (uTurns) => {
    const { driven, broken } = road.snap(road.drive("xbx", { interval: 3, noise: 2 }), { uTurns });
    expect(driven).toBe("aba");
    expect(broken).toEqual(uTurns === "anywhere" || uTurns === "dead-ends-and-intersections" ? [] : ["u-turn ab"]);
  });

  it.each(policies)("at a junction are not confused with going straight on or turning: %s", (uTurns) => {
    for (const way of ["abc", "abd"]) {
      expect(road.snap(road.drive(way, { interval: 3, noise: 2 }), { uTurns })).toMatchObject({ driven: way, broken: [] });
    }
  });

  it.each(policies)("on a road between two junctions are made by each policy, and violate all but anywhere: %s", (uTurns) => {
    const long = scene("a-----------b-----------c", { abc: {} }, { metresPerCell: 30 });
    const { driven, broken, stretches } = long.snap(long.drive("aba", { interval: 3, noise: 2 }), { uTurns });
    expect(driven).toBe("abcba");
    expect(broken).toEqual(uTurns === "anywhere" ? [] : ["u-turn abc"]);
    expect(stretches).toHaveLength(2);
    expect(stretches[0].endOffset).toBeCloseTo(360, -2);
    expect(stretches[0].endOffset + stretches[1].startOffset).toBeCloseTo(720, 0);
  });

  const cul = "x---b---y---c-------f";

  it.each([
    ["only a footpath goes on", scene(cul, { xb: {}, byc: {}, cf: { class: "footway" } }, { metresPerCell: 30 })],
    ["a bollard stands", scene(cul, { xb: {}, byc: {}, cf: {} }, { metresPerCell: 30, barriers: { c: { access: ["walking"] } } })],
  ])("where %s are at a dead end", (_, close) => {
    const { driven, broken } = close.snap(close.drive("ycy", { interval: 3, noise: 2 }), { uTurns: "dead-ends" });
    expect(driven).toBe("bycyb");
    expect(broken).toEqual([]);
  });

  it.each([
    ["1 s", 1],
    ["3 s", 3],
    ["5 s", 5],
  ])("short of a dead end are made there if there was no time to reach it: a fix every %s", (_, interval) => {
    const close = scene("x-----b------y--c", { xb: {}, byc: {} }, { metresPerCell: 15 });
    const { stretches } = close.snap(close.drive("xbyb", { interval, pace: 6, noise: 2 }));
    const [, there, back] = stretches;
    // The turn is made 105 m into the close, which is 150 m long.
    expect(there.endOffset).toBeCloseTo(105, -1.5);
    expect(there.endOffset + back.startOffset).toBeCloseTo(150, 0);
  });

  it("are not caused by jitter, that is, by fixes that go a little back", () => {
    const track = road.drive("ac", { interval: 2, pace: 8 });
    // Every third fix is put back by some metres.
    const jittery = track.map((fix, i) => (i % 3 === 2 ? { ...track[i - 1], time: fix.time } : fix));
    jittery.forEach((fix, i) => {
      if (i % 3 === 2) fix.lon -= 8e-5;
    });
    const { driven, broken } = road.snap(jittery, { uTurns: "anywhere" });
    expect(driven).toBe("abc");
    expect(broken).toEqual([]);
  });
});

describe("closed and private roads", () => {
  const shortcut = (kind: AsciiWay) =>
    scene(
      `
    a---b----m----c---d
             .
             .
             e
`,
      { ab: {}, bc: kind, cd: {}, bec: {} },
      { metresPerCell: 20 },
    );

  it("are avoided if the way round explains the track as well", () => {
    const town = shortcut({ access: "none" });
    const track = inTime(town.track("abcd"), 30);
    expect(town.snap(track).driven).toBe("abecd");
    expect(shortcut({}).snap(track).driven).toBe("abcd");
  });

  it("are driven if the fixes are on them, with a violation", () => {
    const town = shortcut({ access: "none" });
    const { driven, broken } = town.snap(town.drive("abcd", { interval: 2, noise: 2 }));
    expect(driven).toBe("abcd");
    expect(broken).toEqual(["no-access bc"]);
  });

  it("give one violation, where they begin, over however many junctions they lead", () => {
    const town = scene(
      `
    a---b---m---c---d
            |
            e
`,
      { ab: {}, bmc: { access: "none" }, cd: {}, me: {} },
      { metresPerCell: 20 },
    );
    expect(town.snap(town.drive("abcd", { interval: 2, noise: 2 }))).toMatchObject({ driven: "abmcd", broken: ["no-access bm"] });
  });

  it.each(["private", "destination", "unpaved", "toll"] as const)(
    "that are %s give no violation, and can be avoided by an option",
    (flag) => {
      const town = shortcut({ flags: [flag] });
      const direct = town.snap(town.drive("abcd", { interval: 2, noise: 2 }));
      expect(direct.driven).toBe("abcd");
      expect(direct.broken).toEqual([]);
      const track = inTime(town.track("abcd"), 30);
      expect(town.snap(track, { avoid: { [flag]: 5 } }).driven).toBe("abecd");
      expect(town.snap(track, { avoid: { [flag]: 1 } }).driven).toBe("abcd");
      expect(town.snap(town.drive("abcd", { interval: 2, noise: 2 }), { avoid: { [flag]: 5 } }).driven).toBe("abcd");
    },
  );
});

describe("an avoided road with no other near it", () => {
  const KINDS = ["private", "destination", "unpaved", "toll", "gate", "ferry"] as const;
  const town = (flag: (typeof KINDS)[number]) =>
    scene(
      `
    a-----b--------------------c-----d
`,
      { ab: {}, bc: { flags: [flag] }, cd: {} },
      { metresPerCell: 100 },
    );

  it.each(KINDS.flatMap((flag) => [1, 10, 20, 30, 45].map((interval) => [flag, interval] as const)))(
    "is matched all the same: %s, a fix every %d s",
    (flag, interval) => {
      const roads = town(flag);
      const { driven, points } = roads.snap(roads.drive("abcd", { interval, noise: 4, pace: 14 }), { avoid: { [flag]: 10 } });
      expect([driven, points.filter(({ edge }) => edge < 0)]).toEqual(["abcd", []]);
    },
  );

  const rare = (tags: Partial<AsciiWay>) =>
    scene("a-----b--------------------------------------------------c-----d", { ab: {}, bc: tags, cd: {} }, { metresPerCell: 100 });

  it.each<[RoadClass, "unpaved" | "destination" | "private"]>([
    ["track", "unpaved"],
    ["service", "destination"],
    ["living_street", "private"],
  ])("is matched all the same if its class is driven seldom, too: %s, %s, a fix a minute with errors of 20 m", (roadClass, kind) => {
    const roads = rare({ class: roadClass, flags: [kind] });
    const track = roads.drive("bc", { interval: 60, noise: 20, pace: 8 }).map((fix) => ({ ...fix, accuracy: 30 }));
    const { driven, points } = roads.snap(track, { avoid: { [kind]: 5 } });
    expect([driven, points.filter(({ edge }) => edge < 0)]).toEqual(["bc", []]);
  });

  it.each([0.1, 0.5, 2, 5, 100])("costs 0.01 nats a metre more for each unit of the factor, whatever its class costs: %d", (factor) => {
    const roads = rare({ class: "residential", flags: ["toll"] });
    const track = inTime(roads.track("bc"), 400);
    const cost = (toll: number) => {
      const { steps } = explain(new Matcher(roads.network, { avoid: { toll } }), track);
      const [from, to] = steps.map(({ candidates }) => candidates.findIndex(({ edge, arc }) => edge === 1 && (arc & 1) === 0));
      return steps[1].candidates[to].ways.find((way) => way.from === from)?.cost ?? Number.NaN;
    };
    expect((cost(factor) - cost(1)) / roads.network.edgeLength[1]).toBeCloseTo(0.01 * (factor - 1), 3);
  });
});

describe("an avoided road, with another way about 200 m off", () => {
  const KINDS = ["private", "destination", "unpaved", "toll", "gate", "truckRestricted"] as const;
  const drawing = `
           e-----------f
           |           |
           |           |
           |           |
    a------b-----------c------d
`;
  const town = (kind: (typeof KINDS)[number]) => {
    const bc = kind === "truckRestricted" ? { access: ["driving" as const] } : { flags: [kind] };
    return scene(drawing, { ab: {}, bc, cd: {}, befc: {} }, { metresPerCell: 50 });
  };
  const mode = (kind: (typeof KINDS)[number]) => (kind === "truckRestricted" ? "trucking" : "driving");
  const cases = KINDS.flatMap((kind) => [5, 10].flatMap((factor) => [15, 30].map((interval) => [kind, factor, interval] as const)));

  it.each(cases)("is matched if the fixes are on it, without outliers: %s, factor %d, a fix every %d s", (kind, factor, interval) => {
    const roads = town(kind);
    const track = roads.drive("abcd", { interval, noise: 4, pace: 10 });
    const { driven, reasons } = roads.snap(track, { mode: mode(kind), avoid: { [kind]: factor } });
    expect([driven, reasons.filter((reason) => reason !== "matched")]).toEqual(["abcd", []]);
  });

  it.each(KINDS)("does not make a detour of a fix that is far from its neighbours: %s", (kind) => {
    const roads = scene(
      `
    a------b------c
           |
           |
           e
`,
      { abc: {}, be: kind === "truckRestricted" ? { access: ["driving"] } : { flags: [kind] } },
      { metresPerCell: 50 },
    );
    const track = roads.drive("abc", { interval: 10, noise: 2, pace: 10 });
    const jumped = track.map((fix, i) => (i === Math.floor(track.length / 2) ? moved(fix, 0, -140) : fix));
    for (const factor of [1, 5]) expect(roads.snap(jumped, { mode: mode(kind), avoid: { [kind]: factor } }).driven).toBe("abc");
  });
});

describe("the way between fixes half a minute apart", () => {
  // Straight on there are a barrier and a banned turn, 8 nats together. The way round the block is legal and 240 m longer.
  const drawing = `
      y-----z
      |     |
      |     |
      |     |
  a-1-x--b--w-2-c
`;
  const ways = { ax: {}, xb: {}, bw: {}, wc: {}, xyzw: {} };
  const rules = {
    restrictions: [{ only: false, from: "ax", via: "x", to: "xb" }],
    barriers: { b: { access: [] } },
    metresPerCell: 28,
  };

  it("avoids barriers and banned turns, even if it is longer", () => {
    const town = scene(drawing, ways, rules);
    expect(town.snap(inTime(town.track("12"), 30)).driven).toBe("axyzwc");
  });

  it("is the shortest without barriers and banned turns", () => {
    const town = scene(drawing, ways, { metresPerCell: 28 });
    expect(town.snap(inTime(town.track("12"), 30)).driven).toBe("axbwc");
  });
});

describe("barriers", () => {
  const drawing = `
    a---b----g----c---d
             .
             .
             e
`;
  const ways = { ab: {}, bg: {}, gc: {}, cd: {}, bec: {} };

  it("are not passed if there is a way round", () => {
    const shut = scene(drawing, ways, { barriers: { g: { access: ["walking"] } }, metresPerCell: 20 });
    const track = inTime(shut.track("abcd"), 30);
    expect(shut.snap(track).driven).toBe("abecd");
    expect(shut.snap(track, { mode: "walking", maxSpeed: 10 }).driven).toBe("abgcd");
    const open = scene(drawing, ways, { barriers: { g: { access: "all", flags: ["gate"] } }, metresPerCell: 20 });
    expect(open.snap(track).driven).toBe("abgcd");
    expect(open.snap(track, { avoid: { gate: 5 } }).driven).toBe("abecd");
  });

  it("do not make an outlier of the only fix between two pairs of them", () => {
    const barriers = { b: {}, c: {}, d: {}, e: {} };
    const road = scene("a1--2-b-c-----3-----d-e--4--5-f", { abcdef: {} }, { metresPerCell: 20, barriers });
    const { driven, reasons } = road.snap(road.track("12345", { times: [2, 8, 28, 50, 56] }));
    expect([driven, new Set(reasons)]).toEqual(["abcdef", new Set(["matched"])]);
  });

  it("are passed if the fixes say so, with a violation, since gates are sometimes open", () => {
    const shut = scene(drawing, ways, { barriers: { g: { access: ["walking"] } }, metresPerCell: 20 });
    const track = shut.drive("abgcd", { interval: 2, noise: 2 });
    const { driven, broken } = shut.snap(track);
    expect([driven, broken]).toEqual(["abgcd", ["barrier bg"]]);
    expect(shut.snap(track, { mode: "walking", maxSpeed: 20 }).broken).toEqual([]);
  });
});

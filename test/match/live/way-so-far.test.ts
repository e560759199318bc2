// The way between the points of a live track: its parts join up, and equal the way of the whole track unless a later match decides otherwise.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance } from "../../../src/geo/metres.js";
import { LiveMatcher } from "../../../src/match/live/live.js";
import { WaySoFar } from "../../../src/match/live/way-so-far.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { Match, MatchedPoint, Stretch } from "../../../src/match/result/result.js";
import { straightLine } from "../../../src/match/result/stretches.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { runs } from "../../helpers/runs.js";
import { buildTown, towns } from "../random-town.js";
import { fixesOf, tracks } from "../random-track.js";
import { moved, type Scene, scene } from "../scene.js";

/** The stretches of each push and of the end; the match of the whole track; and all stretches with the parts of one road stretch joined. */
function ways({ network }: Pick<Scene, "network">, track: readonly TrackPoint[], lag: number) {
  const live = new LiveMatcher(network, { lag });
  const parts = track.map((fix) => {
    live.push(fix);
    return live.stretches;
  });
  const match = live.flush();
  parts.push(live.stretches);
  return { parts, match, way: joined(network, parts.flat()) };
}

/** Joins parts of one road stretch, with the road's line between its offsets and its length to the millimetre. */
function joined(roads: RoadGraph, parts: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.type !== "Road" || last.arc !== part.arc || last.endOffset !== part.startOffset) whole.push({ ...part });
    else {
      last.endOffset = part.endOffset;
      const between = roads.arcCoordinates(last.arc, last.startOffset, last.endOffset).slice(1, -1);
      last.coordinates = [last.coordinates[0], ...between, part.coordinates.at(-1) as [number, number]];
      last.length = Math.round((last.endOffset - last.startOffset) * 1e3) / 1e3;
    }
  }
  return whole;
}

/** Expects the same way to the millimetre, to which offsets are rounded. */
function expectSameWay(way: readonly Stretch[], match: Match) {
  const roads = (stretches: readonly Stretch[]) =>
    stretches.map(({ type, edge, arc, startOffset, endOffset, coordinates }) => [
      type,
      edge,
      arc,
      startOffset,
      endOffset,
      coordinates.length,
    ]);
  expect(roads(way)).toEqual(roads(match.stretches));
  const apart = way.flatMap(({ length, coordinates }, s) => [
    Math.abs(length - match.stretches[s].length),
    ...coordinates.map((place, i) => distance(...place, ...match.stretches[s].coordinates[i])),
  ]);
  expect(Math.max(0, ...apart)).toBeLessThan(0.0015);
}

function expectUnbroken(roads: RoadGraph, parts: readonly Stretch[]) {
  parts.forEach(({ type, arc, startOffset, endOffset, length, coordinates }, s) => {
    if (s > 0) expect(distance(...(parts[s - 1].coordinates.at(-1) as [number, number]), ...coordinates[0])).toBeLessThan(0.002);
    if (type !== "Road") return;
    expect(endOffset).toBeGreaterThanOrEqual(startOffset);
    expect(endOffset).toBeLessThanOrEqual(roads.edgeLength[arc >>> 1] + 0.001);
    expect(length).toBeCloseTo(endOffset - startOffset, 6);
    const ends = [startOffset, endOffset].map((offset, i) =>
      distance(...coordinates[i * (coordinates.length - 1)], ...roads.arcPointAt(arc, offset)),
    );
    expect(Math.max(...ends)).toBeLessThan(0.002);
  });
}

/** A street and three fixes: the match of the whole puts the way behind the place that was given first. */
const behind = (() => {
  const loop = { from: 0, to: 0, bend: 0, kind: "plain" as const };
  const fix = { wait: 16, time: true, accuracy: null, speed: null, course: null };
  const along = (move: number, off = 0) => ({ kind: "along" as const, move, next: 0, off: [off, 0] as [number, number] });
  return {
    plan: {
      places: [0, 150, 300, 450].map((x): [number, number] => [x, 0]),
      ways: [{ ...loop, from: 5 }, loop, loop, loop],
      bans: [],
      barriers: [],
    },
    fixes: [
      { ...fix, place: along(2), wait: 1 },
      { ...fix, place: along(2) },
      { ...fix, place: along(6, 2), wait: 13, course: 45 },
    ],
  };
})();

describe("the way of a live track, whatever the roads and however senseless the track", () => {
  const lags = fc.constantFrom(0, 1, 10, 45, 3600);

  it("is unbroken, comes only with points, and leaves nothing behind for the next track", () => {
    fc.assert(
      fc.property(towns(), tracks(25), lags, (plan, fixes, lag) => {
        const { roads } = buildTown(plan);
        const live = new LiveMatcher(roads, { lag });
        const track = fixesOf(plan, fixes);
        const [one, again] = [1, 2].map(() => {
          const parts = track.flatMap((fix) => (live.push(fix).length > 0 ? live.stretches : []));
          const { stretches } = live.flush();
          parts.push(...live.stretches);
          expect(parts.length > 0).toBe(stretches.length > 0);
          return parts;
        });
        expectUnbroken(roads, one);
        expect(again).toEqual(one);
      }),
      // In the example, the point already given lies ahead of the whole way by the match of all fixes.
      { numRuns: runs(40), examples: [[behind.plan, behind.fixes, 1]] },
    );
  });

  it("equals that of the whole track if no later match moves points already given", () => {
    let compared = 0;
    fc.assert(
      fc.property(towns(), tracks(10), lags, (plan, fixes, lag) => {
        const { roads } = buildTown(plan);
        const track = fixesOf(plan, fixes);
        const { parts, match, way } = ways({ network: roads }, track, lag);
        expectUnbroken(roads, parts.flat());
        /** The places of points, and how many gaps there are before each. */
        const placesIn = ({ points, stretches }: Match, count: number) =>
          points.slice(0, count).map(({ lon, lat, arc, offset, stretch }: MatchedPoint) => {
            return [lon, lat, arc, offset, stretches.slice(0, stretch + 1).filter(({ type }) => type === "Road Gap").length];
          });
        const live = new LiveMatcher(roads, { lag });
        let given = 0;
        const isAsGiven = track.every((fix, i) => {
          const points = live.push(fix);
          given += points.length;
          const now = new Matcher(roads).match(track.slice(0, i + 1));
          return points.length === 0 || JSON.stringify(placesIn(now, given)) === JSON.stringify(placesIn(match, given));
        });
        if (!isAsGiven) return;
        compared++;
        expectSameWay(way, match);
      }),
      { numRuns: runs(60) },
    );
    expect(compared).toBeGreaterThan(runs(20));
  });
});

describe("the way of a live track", () => {
  const street = scene("a---------b---------c---------d", { ab: {}, bc: {}, cd: {} });
  const spoken = (of: Scene, stretches: readonly Stretch[]) =>
    of.driven({ points: [], violations: [], stretches: [...stretches] }, of.network);

  it("leads from each given point to the next, and to the end when the track ends", () => {
    const track = street.drive("ad", { interval: 10, pace: 20 });
    const live = new LiveMatcher(street.network, { lag: 10 });
    let end: Stretch | undefined;
    for (const fix of track) {
      const point = live.push(fix).at(-1);
      const { stretches } = live;
      const start = stretches[0];
      // One edge may come in several parts.
      if (start && end?.arc === start.arc) expect(start.startOffset).toBe(end.endOffset);
      end = stretches.at(-1) ?? end;
      if (end) expect([end.arc, end.endOffset, end.coordinates.at(-1)]).toEqual([point?.arc, point?.offset, [point?.lon, point?.lat]]);
    }
    const { parts, match, way } = ways(street, track, 10);
    expect(parts.map((stretches) => spoken(street, stretches))).toEqual(["", "", "ab", "ab", "abc", "bc", "bcd", "cd", "cd", "cd"]);
    expectSameWay(way, match);
  });

  it("has an off-road stretch as one line, once it is over", () => {
    const field = scene(
      `
      a-----b         e-----f
             \\       /
              1     4

                2 3
      `,
      { ab: {}, ef: {} },
      { metresPerCell: 40 },
    );
    const [there, back] = [field.drive("ab", { interval: 5 }), field.drive("ef", { interval: 5 })];
    const between = field.track("1234");
    const track = [...there, ...between, ...back].map((fix, i) => ({ ...fix, time: 1_700_000_000 + 10 * i, accuracy: 5 }));
    const { parts, match, way } = ways(field, track, 10);
    const offs = parts.flatMap((stretches, i) => (stretches.some(({ type }) => type === "Off") ? [i] : []));
    expect(field.driven(match, field.network)).toBe("ab | off | ef");
    // It comes when the next fix confirms that the track is back on a road, and nothing comes before that.
    expect(offs).toEqual([there.length + between.length + 1]);
    expect(parts.slice(there.length + 2, offs[0]).flat()).toEqual([]);
    expectSameWay(way, match);
    // Never back: the line ends where the track does, however that is ended.
    const never = track.slice(0, there.length + 3);
    const live = new LiveMatcher(field.network, { lag: 10, keep: false });
    for (const fix of never) live.push(fix);
    live.end();
    const flushed = ways(field, never, 10).parts.pop();
    for (const rest of [flushed, live.stretches]) expect(rest?.at(-1)?.type).toBe("Off");
  });

  it("has a gap where there is no way by road", () => {
    const banks = scene("a-----b            c-----d", { ab: {}, cd: {} });
    const track = [...banks.drive("ab", { interval: 5 }), ...banks.drive("cd", { interval: 5 })].map((fix, i, all) => ({
      ...fix,
      time: 1_700_000_000 + 5 * i + (i < all.length / 2 ? 0 : 36_000),
    }));
    const { match, way } = ways(banks, track, 10);
    expect(banks.driven(match, banks.network)).toBe("ab | gap | cd");
    expectSameWay(way, match);
  });

  it("turns back where the traveller does", () => {
    const track = [...street.drive("ac", { interval: 5 }).slice(0, -4), ...street.drive("ca", { interval: 5 }).slice(4)].map((fix, i) => ({
      ...fix,
      time: 1_700_000_000 + 5 * i,
    }));
    const { match, way } = ways(street, track, 10);
    expect(street.driven(match, street.network)).toBe("abcba");
    expectSameWay(way, match);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "goes on over a junction, and turns back, even if noise puts points alternately on both sides of a junction: seed %i",
    { tags: "long" },
    (seed) => {
      const quiet = street.drive("ad", { interval: 1, noise: 4, seed });
      const turning = [
        ...street.drive("ac", { interval: 1, noise: 4, seed }).slice(0, -12),
        ...street.drive("ca", { interval: 1, noise: 4, seed }).slice(12),
      ];
      for (const track of [quiet, turning.map((fix, i) => ({ ...fix, time: 1_700_000_000 + i }))]) {
        const { parts, match, way } = ways(street, track, 0);
        expectUnbroken(street.network, parts.flat());
        expect(spoken(street, way)).toBe(street.driven(match, street.network));
      }
    },
  );

  it("is not led round a block again to get to another road", () => {
    const block = scene(
      `
      k-----------------h
      |                 |
      |                 |
      b-----------------e
       '.     1
         'f-----2---3--g
      `,
      { be: {}, eh: {}, hk: {}, kb: {}, bfg: {} },
      { metresPerCell: 12 },
    );
    const [fork, ...later] = block.track("123", { accuracy: 5 });
    const track = [...block.drive("behkb", { interval: 5 }), moved(fork, 0, 3), ...later].map((fix, i) => ({
      ...fix,
      time: 1_700_000_000 + 5 * i,
    }));
    const { parts } = ways(block, track, 0);
    expect(parts.slice(-4).map((stretches) => spoken(block, stretches))).toEqual(["kbe", "gap | bfg", "bfg", ""]);
  });

  it("is not changed if later fixes make another road likelier: a gap leads there", () => {
    const fork = scene(
      `
      a-----b-----------c
             '.   1
               'd-----2--3--e
      `,
      { abc: {}, bde: {} },
      { metresPerCell: 10 },
    );
    const [a, between, ...later] = fork.track("a123", { interval: 5, accuracy: 5 });
    const track = [a, moved(between, 0, 4), ...later];
    expect(ways(fork, track, 0).parts.map((stretches) => spoken(fork, stretches))).toEqual(["", "abc", "gap | bde", "bde", ""]);
    expect(spoken(fork, ways(fork, track, 5).way)).toBe("abde");
  });

  it("goes on however long it lasts, and behind minutes without a place, whether fixes are kept or not", { tags: "long" }, () => {
    const long = scene("a---------b---------c---------d", { ab: {}, bc: {}, cd: {} }, { metresPerCell: 80 });
    const track = long.drive("ad", { interval: 3 }).map((fix, i) => (i > 20 && i < 50 ? { ...fix, lat: Number.NaN } : fix));
    expect(track.length).toBeGreaterThan(70);
    const [kept, live] = [true, false].map((keep) => new LiveMatcher(long.network, { lag: 5, keep }));
    const parts = track.flatMap((fix) => {
      expect(live.push(fix)).toEqual(kept.push(fix));
      expect(live.stretches).toEqual(kept.stretches);
      return live.stretches;
    });
    expect(live.end()).toEqual(kept.end());
    parts.push(...live.stretches);
    expectUnbroken(long.network, parts);
    expect(spoken(long, joined(long.network, parts))).toBe("abcd");
  });

  describe("by two matches, of which the second has the last point elsewhere", () => {
    const short = scene("a---b", { ab: {} }, { metresPerCell: 15 });
    const roads = short.network;
    const length = roads.edgeLength[0];
    const on = (offset: number, stretch: number): MatchedPoint => {
      const [lon, lat] = roads.arcPointAt(0, offset);
      return { lon, lat, confidence: 1, edge: 0, arc: 0, offset, distance: 0, reason: "matched", stretch };
    };
    const off = (offset: number, stretch: number): MatchedPoint => ({
      ...on(offset, stretch),
      edge: -1,
      arc: -1,
      offset: 0,
      reason: "off-road",
    });
    const road = (startOffset: number, endOffset: number, arc = 0): Stretch => {
      const coordinates = roads.arcCoordinates(arc, startOffset, endOffset);
      return { type: "Road", edge: 0, arc, startOffset, endOffset, length: endOffset - startOffset, coordinates };
    };
    const line = ({ lon, lat }: MatchedPoint, to: MatchedPoint) => straightLine("Off", [lon, lat], [to.lon, to.lat]);
    const facts = (stretches: Stretch[]) => stretches.map(({ type, startOffset, endOffset }) => [type, startOffset, endOffset]);
    /** The way to the last point but one of the second match, behind that to the last point of the first. */
    const behind = (one: Omit<Match, "violations">, two: Omit<Match, "violations">) => {
      const way = new WaySoFar(roads);
      way.onTo({ ...one, violations: [] }, 0, 0, one.points.length - 1);
      return facts(way.onTo({ ...two, violations: [] }, 0, 0, two.points.length - 2));
    };

    it("has an Off line to the road where a point off the roads is on one now", () => {
      const one = { points: [on(0, 0), off(20, 1)], stretches: [road(0, 10), line(on(10, 0), off(20, 1))] };
      const two = { points: [on(0, 0), on(20, 0), on(30, 0), off(50, 1)], stretches: [road(0, 30), line(on(30, 0), off(50, 1))] };
      expect(behind(one, two)).toEqual([
        ["Off", 0, 0],
        ["Road", 20, 30],
      ]);
    });

    it("goes on along the road of the pass it is on, not of the one after it", () => {
      const one = { points: [on(0, 0), on(40, 0)], stretches: [road(0, 40)] };
      const stretches = [road(0, length), road(0, length, 1), road(0, length)];
      const two = { points: [on(0, 0), on(45, 0), on(50, 0), on(20, 2)], stretches };
      expect(behind(one, two)).toEqual([["Road", 40, 50]]);
    });
  });
});

// The route search, checked against a reference that relaxes labels until nothing changes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AVOIDABLE, type MatcherOptions, settle } from "../../../src/match/options.js";
import { Reach } from "../../../src/match/routes/reach.js";
import { ReachMemory } from "../../../src/match/routes/reach-memory.js";
import { type Reached, type RouteLimits, RouteSearch } from "../../../src/match/routes/route.js";
import { Rules } from "../../../src/match/routes/rules.js";
import { Access } from "../../../src/roads/attributes.js";
import { buildRoads } from "../../../src/roads/build.js";
import { RoadSource } from "../../../src/roads/source.js";
import { RouteReference } from "../../helpers/brute-force-match.js";
import { STREET } from "../../helpers/road-source.js";
import { runs } from "../../helpers/runs.js";
import { buildTown, type TownPlan, towns } from "../random-town.js";

const options = fc.record({
  mode: fc.constantFrom("driving", "walking", "cycling", "trucking"),
  uTurns: fc.constantFrom("anywhere", "dead-ends", "dead-ends-and-intersections", "never"),
  avoid: fc.dictionary(fc.constantFrom(...AVOIDABLE), fc.constantFrom(0.1, 0.5, 3, 20), { maxKeys: 2 }),
}) as fc.Arbitrary<MatcherOptions>;
const bound = fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.constant(1e6));
const metresPerNat = fc.integer({ min: 0, max: 60 });

function prepare(plan: TownPlan, choice: MatcherOptions, scale = 1) {
  const { roads, bans } = buildTown(plan);
  const rules = new Rules(roads, settle(choice));
  return {
    roads,
    rules,
    search: new RouteSearch(roads, rules, [scale], roads.arcCount),
    reference: new RouteReference(roads, rules, bans),
  };
}

/** A grid of `size` × `size` nodes with streets 100 m apart. */
function grid(size: number) {
  const source = new RoadSource();
  const node = (x: number, y: number) => x * size + y + 1;
  for (let x = 0; x < size; x++)
    for (let y = 0; y < size; y++) source.addNode(node(x, y), 80_000_000 + 14_000 * x, 500_000_000 + 9_000 * y);
  const street = { ...STREET, forward: Access.driving, backward: Access.driving };
  for (let x = 0; x < size; x++) {
    source.addWay({ ...street, id: 2 * x + 1, nodes: Array.from({ length: size }, (_, y) => node(x, y)) });
    source.addWay({ ...street, id: 2 * x + 2, nodes: Array.from({ length: size }, (_, y) => node(y, x)) });
  }
  const roads = buildRoads(source);
  return { roads, rules: new Rules(roads, settle({})) };
}

/** What a search found for each arc: cost, length, usual seconds, and the arcs between; null if it is out of reach. */
function searched(
  search: RouteSearch,
  arcs: number[],
  source: number,
  limit: number,
  { detour = Number.POSITIVE_INFINITY, price = 0, aimed = false } = {},
) {
  setTargets(search, arcs);
  search.from(source, limits(limit, detour, { price, aimed }));
  return found(search, search.cheapest, arcs);
}

/** Sets the targets of the search: places on arcs, at offset 0 unless told otherwise. */
function setTargets({ targets }: RouteSearch, arcs: readonly number[], offsetOf = (_arc: number) => 0): void {
  targets.clear();
  for (const arc of arcs) targets.add(arc, offsetOf(arc));
}

function limits(bound: number, detour: number, { price = 0, otherPrice = -1, aimed = false } = {}): RouteLimits {
  return { price, otherPrice, aimed, bound, nearest: Number.POSITIVE_INFINITY, detour };
}

function found(search: RouteSearch, by: Reached, arcs: number[]) {
  return arcs.map((_, t) => {
    const between = search.pathTo(t, by);
    return between === null ? null : { cost: by.cost[t], length: by.length[t], seconds: by.seconds[t], between };
  });
}

describe("RouteSearch", () => {
  it("finds the same arcs within the bound as the reference does, at the same cost", () => {
    fc.assert(
      fc.property(towns(), options, bound, metresPerNat, fc.boolean(), (plan, choice, limit, scale, aimed) => {
        const { roads, search, reference } = prepare(plan, choice, scale);
        const arcs = Array.from({ length: roads.arcCount }, (_, arc) => arc);
        for (const source of arcs) {
          const expected = reference.from(source, limit, scale);
          searched(search, arcs, source, limit, { aimed }).forEach((found, arc) => {
            const known = expected.get(arc);
            expect(found === null, `arc ${source} to ${arc}`).toBe(known === undefined);
            if (found && known) expect(found.cost).toBeCloseTo(known.cost, 2);
          });
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it("gives paths that can be driven and have the cost stated, within the bound", () => {
    fc.assert(
      fc.property(towns({ ways: 16 }), options, bound, metresPerNat, fc.nat(), (plan, choice, limit, scale, pick) => {
        const { roads, rules, search, reference } = prepare(plan, choice, scale);
        const arcs = Array.from({ length: roads.arcCount }, (_, arc) => arc);
        const source = pick % roads.arcCount;
        searched(search, arcs, source, limit).forEach((found, arc) => {
          if (found === null) return;
          const price = reference.priceOf([source, ...found.between, arc], scale);
          expect(price, `arc ${source} to ${arc} over ${found.between}`).not.toBeNull();
          expect(found.cost).toBeCloseTo(price!.cost, 2);
          expect(found.length).toBeCloseTo(price!.length, 2);
          const seconds = found.between.reduce((sum, on) => sum + roads.edgeLength[on >>> 1] * rules.slowness(on), 0);
          expect(found.seconds).toBeCloseTo(seconds, 2);
          expect(found.cost).toBeLessThanOrEqual(limit);
        });
      }),
      { numRuns: runs(150) },
    );
  });

  it("gives up only targets that cost more than the cheapest one and a detour", () => {
    const picks = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 100 })), { minLength: 1, maxLength: 6 });
    const detour = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(
        towns({ ways: 14 }),
        options,
        bound,
        metresPerNat,
        detour,
        picks,
        fc.boolean(),
        (plan, choice, limit, scale, most, wanted, aimed) => {
          const { roads, search, reference } = prepare(plan, choice, scale);
          const offsets = new Map(wanted.map(([pick, offset]) => [pick % roads.arcCount, offset]));
          const targets = [...offsets.keys()];
          const source = wanted[0][0] % roads.arcCount;
          const expected = reference.from(source, limit, scale);
          const cheapest = Math.min(...targets.map((arc) => (expected.get(arc)?.cost ?? Number.POSITIVE_INFINITY) + offsets.get(arc)!));
          setTargets(search, targets, (arc) => offsets.get(arc)!);
          search.from(source, limits(limit, most, { aimed }));
          targets.forEach((arc, t) => {
            const cost = expected.get(arc)?.cost ?? Number.POSITIVE_INFINITY;
            const reached = search.pathTo(t) !== null;
            if (cost < Number.POSITIVE_INFINITY && cost <= cheapest + most - 1e-2) expect(reached, `arc ${source} to ${arc}`).toBe(true);
            if (reached) expect(search.cheapest.cost[t]).toBeCloseTo(cost, 2);
          });
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it("finds the cheapest ways at a second price too, as a search at that price alone does", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), options, bound, metresPerNat, fc.nat(), (plan, choice, limit, scale, pick) => {
        const { roads, rules } = prepare(plan, choice);
        const prices = [scale, scale * 3 + 10];
        const search = new RouteSearch(roads, rules, prices, roads.arcCount);
        const arcs = Array.from({ length: roads.arcCount }, (_, arc) => arc);
        const source = pick % roads.arcCount;
        setTargets(search, arcs);
        search.from(source, limits(limit, Number.POSITIVE_INFINITY, { otherPrice: 1 }));
        const [first, other] = [found(search, search.cheapest, arcs), found(search, search.other, arcs)];
        expect(first).toEqual(searched(new RouteSearch(roads, rules, prices, roads.arcCount), arcs, source, limit));
        expect(other).toEqual(searched(new RouteSearch(roads, rules, [prices[1]], roads.arcCount), arcs, source, limit));
        search.from(source, limits(limit, Number.POSITIVE_INFINITY));
        expect(found(search, search.other, arcs).every((way) => way === null)).toBe(true);
      }),
      { numRuns: runs(60) },
    );
  });

  it("finds the same whatever it searched before, with whichever other targets, in any order", () => {
    fc.assert(
      fc.property(
        towns({ ways: 14 }),
        options,
        metresPerNat,
        fc.array(fc.nat(), { minLength: 2, maxLength: 8 }),
        (plan, choice, scale, picks) => {
          const { roads, search } = prepare(plan, choice, scale);
          const arcs = [...new Set(picks.map((pick) => pick % roads.arcCount))];
          const limit = 1200;
          const together = searched(search, arcs, arcs[0], limit);
          searched(search, arcs, arcs[arcs.length - 1], 300);
          expect(searched(search, arcs, arcs[0], limit)).toEqual(together);
          expect(searched(search, arcs.toReversed(), arcs[0], limit).toReversed()).toEqual(together);
          arcs.forEach((arc, t) => {
            expect(searched(prepare(plan, choice, scale).search, [arc], arcs[0], limit)).toEqual([together[t]]);
          });
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("takes the path over the smaller arc numbers of several with exactly the same cost, however it was searched", () => {
    // From `a` to `z`, with three blocks between that can be passed to the north or to the south of the equator.
    const source = new RoadSource();
    const street = { ...STREET, forward: Access.driving, backward: 0 };
    const [north, south] = [9_000, -9_000];
    let node = 0;
    const add = (x: number, y: number) => {
      source.addNode(++node, 80_000_000 + x, y);
      return node;
    };
    let way = 0;
    let at = add(0, 0);
    const link = (to: number) => {
      source.addWay({ ...street, id: ++way, nodes: [at, to] });
      at = to;
    };
    link(add(9_000, 0));
    for (let block = 0; block < 3; block++) {
      const x = 27_000 * block;
      const [from, to] = [at, add(x + 27_000, 0)];
      for (const side of [north, south]) {
        const corner = add(x + 18_000, side);
        source.addWay({ ...street, id: ++way, nodes: [from, corner] });
        source.addWay({ ...street, id: ++way, nodes: [corner, to] });
        // A side street that makes the corner a junction.
        source.addWay({ ...street, id: ++way, nodes: [corner, add(x + 18_000, 2 * side)] });
      }
      at = to;
      // Straight on, so that neither side bends less than the other.
      link(add(x + 36_000, 0));
    }
    const roads = buildRoads(source);
    const rules = new Rules(roads, settle({}));
    const arcOf = (id: number) => 2 * [...roads.edgeWay].indexOf(id);
    const [first, last] = [arcOf(1), arcOf(way)];
    const expected = [0, 1, 2].flatMap((block) => {
      const [up, down] = [7 * block + 2, 7 * block + 5].map((id) => [arcOf(id), arcOf(id + 1)]);
      return [...(up[1] < down[1] ? up : down), ...(block < 2 ? [arcOf(7 * block + 8)] : [])];
    });
    for (const aimed of [false, true]) {
      const [fresh, extended] = [new RouteSearch(roads, rules, [1], roads.arcCount), new RouteSearch(roads, rules, [1], roads.arcCount)];
      expect(searched(fresh, [last], first, 1e6, { aimed })[0]?.between).toEqual(expected);
      for (const near of expected) searched(extended, [near], first, 1e6, { aimed });
      expect(searched(extended, [last], first, 1e6, { aimed })[0]?.between).toEqual(expected);
    }
  });

  it("keeps the path at one price if the search at the other price has evicted it from the cache", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), options, fc.array(fc.nat(), { minLength: 1 }), (plan, choice, sources) => {
        const { roads, rules } = prepare(plan, choice);
        const forgetful = new RouteSearch(roads, rules, [10, 60], roads.arcCount, new Reach(roads.arcCount, new ReachMemory(10, 16)));
        const search = new RouteSearch(roads, rules, [10, 60], roads.arcCount);
        const arcs = Array.from({ length: roads.arcCount }, (_, arc) => arc);
        for (const source of sources) {
          const ways = [forgetful, search].map((one) => {
            setTargets(one, arcs);
            one.from(source % roads.arcCount, limits(1200, 1e6, { price: 0, otherPrice: 1 }));
            return arcs.map((t) => [one.pathTo(t, one.cheapest), one.pathTo(t, one.other)]);
          });
          expect(ways[0]).toEqual(ways[1]);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it("can be stopped during a long search, and starts afresh afterwards", { tags: "long" }, () => {
    const { roads, rules } = grid(40);
    const search = new RouteSearch(roads, rules, [10], roads.arcCount);
    const last = roads.arcCount - 1;
    setTargets(search, [last]);
    search.check = () => {
      throw new Error("enough");
    };
    expect(() => search.from(0, limits(1e6, 1e6))).toThrow("enough");
    search.check = () => {};
    expect(searched(search, [last], 0, 1e6)).toEqual(searched(new RouteSearch(roads, rules, [10], roads.arcCount), [last], 0, 1e6));
  });

  it("finds the same whether its cache is empty, small or large, and whether it is aimed or not", () => {
    fc.assert(
      fc.property(
        towns({ ways: 14 }),
        options,
        metresPerNat,
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 900 }), fc.nat({ max: 1 }), fc.boolean())),
        (plan, choice, scale, asked) => {
          const { roads, rules } = prepare(plan, choice);
          const prices = [scale, scale * 3 + 10];
          const search = new RouteSearch(roads, rules, prices, roads.arcCount);
          const forgetful = new RouteSearch(roads, rules, prices, roads.arcCount, new Reach(roads.arcCount, new ReachMemory(5, 64)));
          for (const [from, to, limit, price, aimed] of asked) {
            const arcs = [...new Set([to, to + 1, to + 7].map((arc) => arc % roads.arcCount))];
            const ask = (one: RouteSearch, towards: boolean) =>
              searched(one, arcs, from % roads.arcCount, limit, { detour: 200, price, aimed: towards });
            const expected = ask(new RouteSearch(roads, rules, prices, roads.arcCount), false);
            expect(ask(new RouteSearch(roads, rules, prices, roads.arcCount), true)).toEqual(expected);
            expect(ask(search, aimed)).toEqual(expected);
            expect(ask(forgetful, aimed)).toEqual(expected);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("does no work without targets, and ends early at a near one", () => {
    const plan: TownPlan = {
      places: Array.from({ length: 200 }, (_, i) => [i * 100, 0]),
      ways: Array.from({ length: 199 }, (_, i) => ({ from: i, to: i + 1, bend: 0, kind: "plain" })),
      bans: [],
      barriers: [],
    };
    const { search } = prepare(plan, {});
    searched(search, [], 0, 1e6);
    expect(search.work).toBe(0);
    searched(search, [2 * 3], 0, 1e6);
    expect(search.work).toBeLessThan(20);
    const [last] = searched(search, [2 * 198], 0, 1e6);
    expect(last?.between).toHaveLength(197);

    // What was searched before is not searched again: first to the middle and then to the end is no more work than to the end at once.
    const workTo = (...targets: number[]) => {
      const { search } = prepare(plan, {});
      for (const target of targets) searched(search, [target], 0, 1e6);
      return search.work;
    };
    expect(workTo(2 * 100, 2 * 198)).toBeLessThan(1.05 * workTo(2 * 198));

    // Aimed from the middle at a near target, and at one a kilometre farther: an aimed search does not look behind.
    const work = (aimed: boolean) => {
      const { search } = prepare(plan, {}, 1);
      searched(search, [2 * 105, 2 * 198], 2 * 100, 1e6, { detour: 1000, aimed });
      return search.work;
    };
    expect(work(true)).toBeLessThan(0.75 * work(false));
  });
});

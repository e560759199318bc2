// What a match weighed: the record holds everything that decided, so that the decision can be computed from it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExplainedCandidate, type Explanation, explain } from "../../src/match/explain.js";
import { Matcher } from "../../src/match/matcher.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { runs } from "../helpers/runs.js";
import { buildTown, towns } from "./random-town.js";
import { fixesOf, tracks } from "./random-track.js";
import { inTime, moved, type Scene, scene } from "./scene.js";

/** Explains many tracks over many towns. */
function always(check: (explanation: Explanation, track: TrackPoint[], matcher: Matcher) => void): void {
  fc.assert(
    fc.property(towns(), tracks(), (plan, fixes) => {
      const matcher = new Matcher(buildTown(plan).roads);
      const track = fixesOf(plan, fixes);
      check(explain(matcher, track), track, matcher);
    }),
    { numRuns: runs(40) },
  );
}

/** Difference in nats that rounding may cause over a track. */
const ROUNDING = 1e-3;

describe("an explanation", () => {
  it("is of the match, which is the same to the bit as without one, and JSON can hold it, with six decimals but for degrees", () => {
    always((explanation, track, matcher) => {
      expect(explanation.match).toEqual(matcher.match(track));
      const { match: _, ...record } = explanation;
      const text = JSON.stringify(record);
      expect(JSON.parse(text)).toEqual(record);
      expect(text.replace(/"(lon|lat)":[^,]*/g, "")).not.toMatch(/\d\.\d{7}|\de-/);
    });
  });

  it("has costs from which Viterbi gives the cheapest way to each candidate and the chosen candidates", () => {
    always(({ steps }) => {
      let before: number[] = [];
      steps.forEach(({ candidates }, k) => {
        const costs = candidates.map(({ ways, emission, behind }) => {
          if (behind === null) return Number.POSITIVE_INFINITY;
          return emission + (k === 0 ? 0 : Math.min(...ways.map(({ from, cost }) => before[from] + cost)));
        });
        const least = Math.min(...costs);
        candidates.forEach(({ behind, cheapest, chosen }, n) => {
          if (behind === null) return;
          expect(Math.abs(costs[n] - least - behind)).toBeLessThan(ROUNDING);
          if (chosen && k > 0) expect(steps[k - 1].candidates[cheapest!.from].chosen).toBe(true);
        });
        expect(candidates.filter(({ chosen }) => chosen)).toHaveLength(1);
        if (k === steps.length - 1) expect(candidates.find(({ chosen }) => chosen)!.behind).toBe(0);
        before = costs.map((cost) => cost - least);
      });
    });
  });

  it("weighs the evidence of pruned candidates as it does that of the others", () => {
    const town = scene("a-----b-----c\n|     |     |\nd-----e-----f", { abc: {}, def: {}, ad: {}, be: {}, cf: {} });
    // The errors are independent from fix to fix, so that each fix counts for more than it would with a receiver that drifts.
    const track = town.drive("ac", { interval: 1, noise: 12 }).map(({ lon, lat, time }) => ({ lon, lat, time }));
    const { steps } = explain(new Matcher(town.network), track);
    const leftOut = steps.flatMap(({ candidates }) => candidates.filter(({ behind, arc }) => behind === null && arc >= 0));
    expect(leftOut.length).toBeGreaterThan(0);
    for (const { emission, emissionOfDistance } of leftOut) expect(emission).toBeGreaterThanOrEqual(emissionOfDistance - 1e-5);
  });

  it("has costs from which adding up all ways gives the posteriors", () => {
    const town = scene("a-----b-----c\n|     |     |\nd-----e-----f", { abc: {}, def: {}, ad: {}, be: {}, cf: {} });
    const track = inTime(["a", "b", "e", "f"].map((mark) => moved(town.track(mark)[0], 6, -9)));
    const { steps } = explain(new Matcher(town.network), track);
    // The cost of every way through the lattice, by the candidates that it passes.
    let ways: { through: number[]; cost: number }[] = [{ through: [], cost: 0 }];
    steps.forEach(({ candidates }, k) => {
      ways = ways.flatMap(({ through, cost }) =>
        candidates.flatMap((candidate, n) => {
          if (candidate.behind === null) return [];
          const way = k === 0 ? { cost: 0 } : candidate.ways.find(({ from }) => from === through[k - 1]);
          return way === undefined ? [] : [{ through: [...through, n], cost: cost + way.cost + candidate.emission + candidate.extent }];
        }),
      );
    });
    const least = Math.min(...ways.map(({ cost }) => cost));
    const likelihood = ({ cost }: { cost: number }) => Math.exp(least - cost);
    const all = ways.reduce((sum, way) => sum + likelihood(way), 0);
    expect(ways.length).toBeGreaterThan(20);
    steps.forEach(({ candidates }, k) => {
      candidates.forEach(({ posterior }, n) => {
        const through = ways.filter((way) => way.through[k] === n).reduce((sum, way) => sum + likelihood(way), 0);
        expect(posterior).toBeCloseTo(through / all, 4);
      });
    });
  });

  it("says which fixes each step stands for, with numbers that count those without a place", () => {
    always(({ steps, match }, track) => {
      let before = -1;
      for (const { fix, last, candidates } of steps) {
        expect(fix).toBeGreaterThan(before);
        expect(last).toBeGreaterThanOrEqual(fix);
        before = last;
        expect(track[fix]).toMatchObject({ lon: expect.any(Number), lat: expect.any(Number) });
        const { edge } = candidates.find(({ chosen }) => chosen)!;
        const [off] = candidates;
        expect(off).toMatchObject({ edge: -1, arc: -1, emissionOfDistance: off.emission, extent: 0 });
        if (match.points[fix].reason === "matched") expect(edge).toBeGreaterThanOrEqual(0);
        if (match.points[fix].reason === "off-road") expect(edge).toBe(-1);
      }
    });
  });
});

describe("the way to a step", () => {
  const street = scene(`a-1---2-b---c-3---4-d`, { ab: {}, bc: {}, cd: {} }, { metresPerCell: 10 });
  const long = scene("e-1-----2-----3----------f", { ef: {} }, { metresPerCell: 25 });
  const banks = scene(
    `
    a-1-2-b            c-3-4-d



            5      6
    `,
    { ab: {}, cd: {} },
    { metresPerCell: 20 },
  );
  it.each<[string, Scene, marks: string, times: number[], ways: string]>([
    ["along a road, and by roads between", street, "1234", [0, 20, 60, 80], "along | route bc | along"],
    ["to the next road", street, "1bc4", [0, 20, 40, 60], "along | route | route"],
    ["back on a road", long, "123321", [0, 20, 40, 50, 70, 90], "along | along | turn | along"],
    ["by no road that could be taken", banks, "1234", [0, 10, 36_000, 36_010], "along | gap | along"],
    ["off the roads, in between, and back", banks, "125634", [0, 30, 60, 90, 120, 150], "along | off | off | off | along"],
  ])("is told: %s", (_, { network, track, driven }, marks, times, ways) => {
    const { steps } = explain(
      new Matcher(network),
      track(marks).map((fix, i) => ({ ...fix, time: 1_700_000_000 + times[i] })),
    );
    const nothing = { points: [], violations: [], startOffset: 0, endOffset: 0, length: 0, coordinates: [] };
    const letters = (arc: number) => driven({ ...nothing, stretches: [{ ...nothing, type: "Road", edge: arc >>> 1, arc }] }, network);
    const told = steps.map(({ candidates }) => {
      const { cheapest } = candidates.find(({ chosen }) => chosen)!;
      return cheapest && [cheapest.kind, ...cheapest.arcs.map(letters)].join(" ");
    });
    expect(told).toEqual([null, ...ways.split(" | ")]);
  });
});

describe("a step", () => {
  it("is of the fix by its index in the track, and values of fixes that are in none are not counted as not believed", () => {
    const street = scene("a-1-2-3-4-5-6-7-b", { ab: {} }, { metresPerCell: 30 });
    const track = inTime(street.track("1234567")).map((fix, i) => ({ ...fix, accuracy: 0, ...([0, 2, 3, 5].includes(i) && { lat: 91 }) }));
    const { steps, muted } = explain(new Matcher(street.network), track);
    expect(steps.map(({ fix, last }) => [fix, last])).toEqual([1, 4, 6].map((i) => [i, i]));
    expect(muted).toEqual({ accuracy: 3 });
  });
});

describe("the explanation of a fix", () => {
  const twins = scene(
    `
    a--------------------b

    c--------------------d
`,
    { ab: {}, cd: {} },
    { metresPerCell: 10 },
  );
  const nameOf = ({ edge }: ExplainedCandidate) => (edge < 0 ? "off" : twins.network.name(edge));

  it("shows that a nearer road has the cheaper emission, but the way to it costs more", () => {
    const drive = twins.drive("ab", { interval: 2, right: 2, accuracy: 8 });
    const middle = Math.floor(drive.length / 2);
    const track = drive.map((fix, i) => (i === middle ? moved(fix, 0, -11) : fix));
    const { steps } = explain(new Matcher(twins.network), track);
    const { candidates } = steps.find(({ fix }) => fix === middle)!;
    const chosen = candidates.find((candidate) => candidate.chosen)!;
    const nearest = candidates[1];
    expect([nameOf(chosen), nameOf(nearest)]).toEqual(["ab", "cd"]);
    expect(nearest.emissionOfDistance).toBeLessThan(chosen.emissionOfDistance);
    expect(nearest.posterior).toBeLessThan(0.05);
    expect(chosen.cheapest?.kind).toBe("along");
  });

  it("shows that the course decides the direction on one and the same road", () => {
    const track = twins.drive("ab", { interval: 2, right: 2 }).map((fix) => ({ ...fix, course: 90, speed: 10 }));
    const { candidates } = explain(new Matcher(twins.network), track).steps[3];
    const [along, against] = candidates.filter((candidate) => nameOf(candidate) === "ab").sort((a, b) => a.emission - b.emission);
    expect(along.emissionOfDistance).toBe(against.emissionOfDistance);
    expect(against.emission - against.emissionOfDistance).toBeGreaterThan(1);
    expect(along.emission).toBeCloseTo(along.emissionOfDistance, 3);
  });

  it.each<[string, (fix: TrackPoint, i: number) => TrackPoint, Explanation["muted"]]>([
    ["nothing of right fields", (fix) => fix, {}],
    ["an accuracy of 0", (fix) => ({ ...fix, accuracy: 0 }), { accuracy: 22 }],
    ["a course stuck at north", (fix) => ({ ...fix, course: 0 }), { course: 22 }],
    ["a clock that ran ahead for one fix", (fix, i) => (i === 5 ? { ...fix, time: 2e9 } : fix), { time: 1 }],
  ])("lists which fields were not believed: %s", (_, change, muted) => {
    const track = inTime(twins.drive("ab", { interval: 1, speed: 10 }), 1).map(change);
    expect(explain(new Matcher(twins.network), track).muted).toEqual(muted);
  });
});

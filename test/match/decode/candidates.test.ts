// Which places become candidates, checked against all roads near the fix, looked at one by one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CandidateSearch } from "../../../src/match/decode/candidates.js";
import { dearerDistance, distanceCost } from "../../../src/match/decode/emission.js";
import { Lattice } from "../../../src/match/decode/lattice.js";
import { advance } from "../../../src/match/decode/viterbi.js";
import * as MODEL from "../../../src/match/model.js";
import { settle } from "../../../src/match/options.js";
import { Rules } from "../../../src/match/routes/rules.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { makeSteps } from "../../../src/match/track/steps.js";
import { nearbyRoads } from "../../../src/roads/nearby.js";
import { buildTown, fixedAt, type TownPlan, towns } from "../random-town.js";

const SIGMA = 5;
const RADIUS = 60;

/** An empty lattice, ready for fixes given as metres from a town's corner, each with an error of 5 m. */
function begin(plan: TownPlan, track: [x: number, y: number][], maxCandidates?: number) {
  const { roads } = buildTown(plan);
  const settings = settle({ searchRadius: RADIUS, maxCandidates });
  const rules = new Rules(roads, settings);
  const fixes = readFixes(track.map((at) => fixedAt(...at)).map(([lon, lat]) => ({ lon: lon / 1e7, lat: lat / 1e7 })));
  const steps = makeSteps(fixes, new Uint8Array(track.length), SIGMA, new Float64Array(track.length).fill(1));
  const search = new CandidateSearch(roads, rules, settings);
  return { roads, rules, fixes, steps, search, lattice: new Lattice() };
}

/** A lattice of one step, and what the candidates of that step should be. */
function prepare(plan: TownPlan, at: [number, number], maxCandidates?: number) {
  const { roads, rules, fixes, steps, search, lattice } = begin(plan, [at], maxCandidates);
  search.addStates(lattice, steps, 0);

  const sigma = steps.sigma[0];
  const places = nearbyRoads(roads, fixes.lon[0], fixes.lat[0], RADIUS).filter(({ edge }) => rules.usable(edge));
  const lawful = places.find(({ edge }) => rules.entry(2 * edge) === 0 || rules.entry(2 * edge + 1) === 0);
  return {
    lattice,
    sigma,
    places,
    /** The arcs of the newest step's candidates, each once. */
    arcs: () => [...new Set(lattice.arc.subarray(1, lattice.states(0)))].sort((a, b) => a - b),
    /** Both arcs of each edge whose cost is at most `behind` nats above that of the nearest edge that the traveller may use. */
    expected: (behind: number) => {
      const limit = lawful === undefined ? Number.POSITIVE_INFINITY : distanceCost(lawful.distance, sigma) + behind;
      const near = places.filter(({ distance }) => distanceCost(distance, sigma) <= limit);
      return near.flatMap(({ edge }) => [2 * edge, 2 * edge + 1]).sort((a, b) => a - b);
    },
    /** Adds more candidates if a way to the step that costs `nats` calls for them; returns whether it did. */
    more: (nats: number) => {
      const needed = search.needsMore(nats);
      if (needed) lattice.dropStep();
      if (needed) search.addStates(lattice, steps, 0, MODEL.wideNats);
      return needed;
    },
  };
}

const place = fc.tuple(fc.integer({ min: -30, max: 480 }), fc.integer({ min: -30, max: 330 }));

describe("CandidateSearch", () => {
  it("takes both arcs of each edge that costs little more than the nearest edge that the traveller may use", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), place, (plan, at) => {
        const { arcs, expected, places } = prepare(plan, at);
        if (places.length > 0) expect(arcs()).toEqual(expected(MODEL.candidateNats));
      }),
    );
  });

  it("takes farther edges too if being there might cost less than the way found, and only then", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), place, (plan, at) => {
        const { arcs, expected, places, more } = prepare(plan, at);
        if (places.length === 0) return;
        expect(more(0)).toBe(false);
        expect(arcs()).toEqual(expected(MODEL.candidateNats));
        more(Number.POSITIVE_INFINITY);
        expect(arcs()).toEqual(expected(MODEL.wideNats));
        // Once all are taken, only a way so dear that a rule may have been broken is a reason to look again.
        expect(more(0.99 * MODEL.againNats)).toBe(false);
        expect(more(MODEL.againNats)).toBe(true);
        expect(arcs()).toEqual(expected(MODEL.wideNats));
      }),
    );
  });

  it("takes the nearest edges if there are more than maxCandidates", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), place, fc.integer({ min: 1, max: 6 }), (plan, at, most) => {
        const { arcs, places, more, expected } = prepare(plan, at, most);
        if (places.length === 0) return;
        more(Number.POSITIVE_INFINITY);
        const far = (arc: number) => places.find(({ edge }) => edge === arc >>> 1)!.distance;
        const taken = arcs();
        const left = expected(MODEL.wideNats).filter((arc) => !taken.includes(arc));
        expect(taken.length).toBeGreaterThan(0);
        expect(taken.length).toBeLessThanOrEqual(2 * most);
        expect(Math.min(...left.map(far))).toBeGreaterThan(Math.max(...taken.map(far)) - 2e-6);
      }),
    );
  });

  it("leaves out no edge that would cost less than the way found", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), place, fc.double({ min: 0, max: 8, noNaN: true }), (plan, at, nats) => {
        const { arcs, places, more, sigma, expected } = prepare(plan, at);
        if (places.length === 0) return;
        more(nats);
        const cheaper = expected(MODEL.wideNats).filter((arc) => {
          const { distance } = places.find(({ edge }) => edge === arc >>> 1)!;
          return distanceCost(distance, sigma) < nats - 1e-6;
        });
        expect(arcs()).toEqual(expect.arrayContaining(cheaper));
      }),
    );
  });
});

describe("an edge farther from the fix than another", () => {
  const street = (from: number, to: number) => ({ from, to, bend: 0, kind: "plain" as const });
  const plan: TownPlan = {
    places: [
      [0, 0],
      [300, 0],
      [0, 45],
      [300, 45],
    ],
    ways: [street(0, 1), street(2, 3)],
    bans: [],
    barriers: [],
  };

  it.each([
    ["stays a candidate if the traveller was most likely on it before", 0, [0, 1, 2, 3]],
    ["is no candidate if the traveller was on the other edge before", 45, [2, 3]],
  ])("%s", (_, y, expected) => {
    const { steps, search, lattice } = begin(plan, [
      [100, y],
      [150, 45],
    ]);
    search.addStates(lattice, steps, 0);
    advance(lattice, 0);
    search.addStates(lattice, steps, 1);
    expect([...lattice.arc.subarray(lattice.first[1] + 1, lattice.first[2])].sort()).toEqual(expected);
  });
});

describe("dearerDistance", () => {
  it("is the distance at which the emission costs the given nats more", () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(number(0, 500), number(0, 8), number(1, 50), (metres, nats, sigma) => {
        const farther = dearerDistance(metres, nats, sigma);
        expect(distanceCost(farther, sigma)).toBeCloseTo(distanceCost(metres, sigma) + nats, 6);
      }),
    );
  });
});

// Which places become states, against all roads near the fix looked at one by one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CandidateSearch } from "../../src/match/candidates.js";
import { costDistance, distanceCost } from "../../src/match/emission.js";
import { readFixes } from "../../src/match/fixes.js";
import { Lattice } from "../../src/match/lattice.js";
import { MODEL } from "../../src/match/model.js";
import { settle } from "../../src/match/options.js";
import { Rules } from "../../src/match/rules.js";
import { makeSteps } from "../../src/match/steps.js";
import { Viterbi } from "../../src/match/viterbi.js";
import { nearbyRoads } from "../../src/roads/nearby.js";
import { buildTown, fixedAt, type TownPlan, towns } from "./random-town.js";

const SIGMA = 5;
const RADIUS = 60;

/** A lattice of one step: a fix so many metres from a town's corner, with an error of 5 m. */
function prepare(plan: TownPlan, [x, y]: [number, number]) {
  const { roads } = buildTown(plan);
  const settings = settle({ searchRadius: RADIUS });
  const rules = new Rules(roads, settings);
  const [lon, lat] = fixedAt(x, y).map((degrees) => degrees / 1e7);
  const fixes = readFixes([{ lon, lat }]);
  const steps = makeSteps(fixes, new Uint8Array(1), SIGMA, settings.maxSpeed);
  const search = new CandidateSearch(roads, rules, settings);
  const lattice = new Lattice();
  const viterbi = new Viterbi();
  search.addStates(lattice, viterbi, fixes, steps, 0);

  const sigma = steps.sigma[0];
  const places = nearbyRoads(roads, lon, lat, RADIUS).filter(({ edge }) => rules.usable(edge));
  const lawful = places.find(({ edge }) => rules.entry(2 * edge) === 0 || rules.entry(2 * edge + 1) === 0);
  return {
    lattice,
    sigma,
    places,
    /** Arcs of the newest step's states, each once. */
    arcs: () => [...new Set(lattice.arc.subarray(1, lattice.states(0)))].sort((a, b) => a - b),
    /** Both arcs of the edges that are no more than so many nats behind the nearest where the traveller may be. */
    expected: (behind: number) => {
      const limit = lawful === undefined ? Number.POSITIVE_INFINITY : distanceCost(lawful.distance, sigma) + behind;
      const near = places.filter(({ distance }) => distanceCost(distance, sigma) <= limit);
      return near.flatMap(({ edge }) => [2 * edge, 2 * edge + 1]).sort((a, b) => a - b);
    },
    more: (nats: number) => search.addMoreStates(lattice, viterbi, fixes, steps, 0, nats),
  };
}

const place = fc.tuple(fc.integer({ min: -30, max: 480 }), fc.integer({ min: -30, max: 330 }));

describe("CandidateSearch", () => {
  it("takes both arcs of each place that is not far behind the nearest where the traveller may be", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), place, (plan, at) => {
        const { arcs, expected, places } = prepare(plan, at);
        if (places.length > 0) expect(arcs()).toEqual(expected(MODEL.pruneNats));
      }),
    );
  });

  it("takes those farther behind too when being there may cost less than the way found, and only then", () => {
    fc.assert(
      fc.property(towns({ ways: 14 }), place, (plan, at) => {
        const { arcs, expected, places, more } = prepare(plan, at);
        if (places.length === 0) return;
        expect(more(0)).toBe(false);
        expect(arcs()).toEqual(expected(MODEL.pruneNats));
        more(Number.POSITIVE_INFINITY);
        expect(arcs()).toEqual(expected(MODEL.wideNats));
        expect(more(Number.POSITIVE_INFINITY)).toBe(false);
      }),
    );
  });

  it("leaves out none that costs less than the way found", () => {
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

describe("costDistance", () => {
  it("is the distance that costs so much", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 500, noNaN: true }), fc.double({ min: 1, max: 50, noNaN: true }), (metres, sigma) => {
        expect(costDistance(distanceCost(metres, sigma), sigma)).toBeCloseTo(metres, 6);
      }),
    );
  });
});

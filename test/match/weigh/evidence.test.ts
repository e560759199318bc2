// How the errors seen on the decoded way follow from each other: what each fix then counts, and what a sudden change costs. On lattices written by hand.
import { describe, expect, it } from "vitest";
import { Lattice, OFF } from "../../../src/match/decode/lattice.js";
import type { Steps } from "../../../src/match/track/steps.js";
import type { Across } from "../../../src/match/weigh/across.js";
import { addDrift } from "../../../src/match/weigh/drift.js";
import { addEvidence, type Correlation, correlationSeen } from "../../../src/match/weigh/evidence.js";

const EMISSION = 6;
const DEAR = 100;

interface Scene {
  /** For each step the errors across its roads, metres, that of the road decoded first; an empty list where it is decoded off the roads. */
  errors: number[][];
  /** Degrees between the roads of a step and those of the step before. */
  turn?: number;
  weight?: number;
  /** Seconds between steps, or none, and metres. */
  gap?: number;
  straight?: number;
}

function decoded({ errors, turn = 0, weight = 0.1, gap = 1, straight = 10 }: Scene) {
  const lattice = new Lattice();
  const metres: number[] = [];
  const bearing: number[] = [];
  const chosen: number[] = [];
  errors.forEach((own, k) => {
    chosen.push(metres.length + (own.length > 0 ? 1 : 0));
    for (const error of [Number.NaN, ...(own.length > 0 ? own : [0])]) {
      lattice.addState(Number.isNaN(error) ? OFF : 0, 0, 0, EMISSION);
      metres.push(error || 0);
      bearing.push(Number.isNaN(error) ? Number.NaN : (k * turn * Math.PI) / 180);
    }
    lattice.endStep();
    if (k === 0) return;
    for (let i = lattice.first[k - 1]; i < lattice.first[k]; i++) lattice.trans.fill(DEAR, lattice.addRow(i), lattice.transitions);
  });
  const count = errors.length;
  const steps = {
    count,
    weight: new Float64Array(count).fill(weight),
    sigma: new Float64Array(count).fill(5),
    gap: new Float64Array(count).fill(gap),
    straight: new Float64Array(count).fill(straight),
  } as Partial<Steps> as Steps;
  const across = {
    metres: (i: number) => metres[i],
    cosine: (i: number, j: number) => Math.cos(bearing[i] - bearing[j]) || 0,
  } as Partial<Across> as Across;
  return { lattice, steps, chosen: Int32Array.from(chosen), across };
}

/** The correlation seen, given a usual one of a half. */
function correlation(scene: Scene): number {
  const found = decoded(scene);
  return correlationSeen(found, found.across)(0.5);
}

const times = (count: number, ...errors: number[]): number[][] => Array.from({ length: count }, (_, i) => [errors[i % errors.length]]);

describe("the correlation of errors", () => {
  it.each<[string, Scene, least: number, most: number]>([
    ["is the usual one for a single step", { errors: times(1, 5) }, 0.5, 0.5],
    ["is the usual one where there are none", { errors: times(50, 0) }, 0.5, 0.5],
    ["is nearly 1 where they last", { errors: times(200, 10) }, 0.99, 1],
    ["is nearly 1 where they last on the other side", { errors: times(200, -10) }, 0.99, 1],
    ["is nearly −1 where they change sides", { errors: times(200, 10, -10) }, -1, -0.95],
    ["is near 0 where they change at random", { errors: times(200, 10, 10, -10, -10) }, -0.02, 0.02],
    ["is less where they come and go", { errors: times(200, 10, 5) }, 0.75, 0.85],
    ["is drawn to the usual one by few", { errors: times(3, 10) }, 0.6, 0.8],
    ["allows for roads that meet at an angle", { errors: times(3, 10), turn: 45 }, 0.76, 0.765],
    ["is the usual one where roads meet at right angles", { errors: times(200, 10), turn: 90 }, 0.5, 0.5],
    ["is not seen from steps off the roads", { errors: Array.from({ length: 200 }, (_, i) => (i % 2 ? [] : [10])) }, 0.5, 0.5],
  ])("%s", (_, scene, least, most) => {
    const seen = Math.round(1e6 * correlation(scene)) / 1e6;
    expect(seen).toBeGreaterThanOrEqual(least);
    expect(seen).toBeLessThanOrEqual(most);
  });
});

describe("the weight of a step", () => {
  function weigh(scene: Scene, seen: Correlation) {
    const { lattice, steps } = decoded(scene);
    const added = addEvidence(lattice, steps, seen);
    const emission = [...lattice.emission.subarray(0, lattice.first[steps.count])];
    return { added, weights: [...steps.weight], emission };
  }
  const three = { errors: [[1, 2], [1], [1]], weight: 0.2 };

  it("rises to what the correlation seen allows, and its evidence with it, but not the first step's", () => {
    const { added, weights, emission } = weigh(three, () => 0.25);
    expect([added, weights]).toEqual([true, [0.2, 0.6, 0.6]]);
    expect(emission.map(Math.round)).toEqual([6, 6, 6, 18, 18, 18, 18]);
  });

  it("is at most that of an independent error", () => {
    expect(weigh(three, () => -0.9).weights).toEqual([0.2, 1, 1]);
  });

  it.each([0.9, 0.7])("does not fall, nor is anything said to have changed: %f", (seen) => {
    expect(weigh(three, () => seen)).toEqual({ added: false, weights: [0.2, 0.2, 0.2], emission: Array(7).fill(6) });
  });

  it("is given the correlation that it assumes, as the usual one", () => {
    const given: number[] = [];
    weigh(three, (usual) => given.push(usual));
    expect(given).toEqual([expect.closeTo(2 / 3, 12), expect.closeTo(2 / 3, 12)]);
  });
});

describe("a change of the error", () => {
  /** What the ways of the last step cost more, by the road before and the road after; and those that begin or end off the roads. */
  function drift(scene: Scene, seen: Correlation = () => 0.9) {
    const found = decoded(scene);
    const { lattice, across, chosen } = found;
    const added = addDrift(found, across, seen);
    const k = scene.errors.length - 1;
    const row = (i: number) => [...lattice.trans.subarray(lattice.row[i], lattice.row[i] + lattice.states(k))].map((cost) => cost - DEAR);
    const rows = Array.from({ length: lattice.states(k - 1) }, (_, i) => row(lattice.first[k - 1] + i));
    return { added, off: [...rows[0], ...rows.slice(1).map(([cost]) => cost)], roads: rows.slice(1).map(([, ...costs]) => costs), chosen };
  }

  it("costs the more, the larger it is; the way decoded costs nothing, nor does what is off the roads", () => {
    const { added, off, roads } = drift({
      errors: [
        [0, 10],
        [0, 5, 10],
      ],
    });
    expect([added, roads[0][0], new Set(off)]).toEqual([true, 0, new Set([0])]);
    expect(roads[0][1]).toBeGreaterThan(0.2);
    expect(roads[0][2]).toBeGreaterThan(roads[0][1] + 0.2);
    // From ten metres off, it is staying there that costs least.
    expect(roads[1][2]).toBeLessThan(roads[1][1]);
    expect(roads[1][1]).toBeLessThan(roads[1][0]);
  });

  it("costs the same on either side", () => {
    const [left, right] = [
      drift({
        errors: [
          [0, 10],
          [0, 10],
        ],
      }),
      drift({
        errors: [
          [0, -10],
          [0, -10],
        ],
      }),
    ];
    expect(left.roads).toEqual(right.roads);
  });

  it("costs less where roads meet at an angle, and nothing at a right angle", () => {
    const [straight, angle, right] = [0, 45, 90].map((turn) => drift({ errors: [[0], [0, 10]], turn }).roads[0][1]);
    expect(angle).toBeLessThan(straight);
    expect(angle).toBeGreaterThan(0.1);
    expect(right).toBeCloseTo(0, 9);
  });

  it.each<[string, Scene, Correlation?]>([
    ["if each of the two steps has one road", { errors: [[0], [10]] }],
    ["from a step off the roads", { errors: [[], [0, 10]] }],
    ["to a step off the roads", { errors: [[0, 10], []] }],
    ["after two minutes", { errors: [[0], [0, 10]], gap: 120 }],
    ["after a kilometre, if the time is not known", { errors: [[0], [0, 10]], gap: Number.NaN, straight: 1000 }],
    ["if this track's errors do not last", { errors: [[0], [0, 10]] }, () => 0.2],
  ])("costs nothing %s", (_, scene, seen) => {
    const { added, off, roads } = drift(scene, seen);
    expect([added, ...off, ...roads.flat()]).toEqual([false, ...off.map(() => 0), ...roads.flat().map(() => 0)]);
  });

  it("costs less after half a minute than after a second, by the metres if the time is not known", () => {
    const after = (gap: number, straight: number) => drift({ errors: [[0], [0, 10]], gap, straight }, () => 1).roads[0][1];
    expect(after(30, 10)).toBeLessThan(after(1, 10));
    expect(after(1, 1000)).toBe(after(1, 10));
    expect(after(Number.NaN, 150)).toBeLessThan(after(Number.NaN, 10));
  });
});

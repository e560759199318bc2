import { describe, expect, it } from "vitest";
import { Random } from "../../../src/geo/random.js";
import { Lattice, OFF } from "../../../src/match/decode/lattice.js";
import * as MODEL from "../../../src/match/model.js";
import type { Steps } from "../../../src/match/track/steps.js";
import { scaleErrors } from "../../../src/match/weigh/receiver.js";

/** Distances of fixes from their road, in metres, with errors of standard deviation `sigma`. */
const noise = (sigma: number, count: number, seed: number): number[] => {
  const random = new Random(seed);
  return Array.from({ length: count }, () => Math.abs(sigma * random.normal()));
};

/** The factors for errors that are assumed to be 5 m, with one fix in each step at `metres` from its road; negative: off the road. */
function scalesOf(metres: readonly number[], smoothed = false): number[] {
  const lattice = new Lattice();
  lattice.clear(metres.length);
  for (const beside of metres) {
    lattice.addState(OFF, 0, 0, 0);
    lattice.addState(0, 10, Math.abs(beside), 0);
    lattice.endStep();
  }
  const count = metres.length;
  const steps = { count, fix: Int32Array.from(metres.keys()), sigma: new Float64Array(count).fill(5) } as unknown as Steps;
  const scales = new Float64Array(count);
  const chosen = Int32Array.from(metres, (beside, k) => 2 * k + (beside < 0 ? 0 : 1));
  const changed = scaleErrors({ lattice, chosen, steps }, smoothed, scales);
  expect(changed).toBe(scales.some((scale) => scale !== 1));
  return [...scales];
}

/** The mean of the scales of these steps. */
const meanOf = (scales: readonly number[], from: number, to: number) => scales.slice(from, to).reduce((sum, x) => sum + x, 0) / (to - from);

describe("errors scaled to the distances of fixes from the roads", () => {
  it("are unchanged if they agree with the distances, or if no fix is on a road", () => {
    expect(scalesOf(noise(5, 100, 1)).every((scale) => scale === 1)).toBe(true);
    expect(scalesOf([-1, -1, -1])).toEqual([1, 1, 1]);
    expect(scalesOf([])).toEqual([]);
  });

  it.each([
    ["three times as large", 15, 2.4, 3.3],
    ["a fifth", 1, 0.2, 0.4],
  ])("have one factor for the whole track if the distances are similar all along: %s", (_, sigma, least, most) => {
    const scales = scalesOf(noise(sigma, 160, 2));
    expect(Math.min(...scales)).toBeGreaterThan(least);
    expect(Math.max(...scales)).toBeLessThan(most);
  });

  it("are larger only for the steps with larger distances, as between tall buildings", () => {
    const scales = scalesOf([...noise(4, 96, 3), ...noise(30, 48, 4), ...noise(4, 96, 5)]);
    expect(scales.slice(0, 80).every((scale) => scale === 1)).toBe(true);
    expect(meanOf(scales, 100, 140)).toBeGreaterThan(2);
    expect(scales.slice(160).every((scale) => scale === 1)).toBe(true);
  });

  it("are in no part smaller than in the whole track", () => {
    const scales = scalesOf([...noise(12, 120, 6), ...noise(1, 32, 7)]);
    expect(Math.min(...scales)).toBe(scales[150]);
    expect(scales[150]).toBeGreaterThan(1.5);
  });

  it("are not larger where a track leaves the road gradually and returns, or runs beside it at one distance", () => {
    const away = Array.from({ length: 33 }, (_, k) => 60 * Math.min(1, (16 - Math.abs(k - 16)) / 12));
    const excursion = away.map((metres, k) => metres + noise(2, 33, 8)[k]);
    expect(scalesOf([...noise(4, 64, 9), ...excursion, ...noise(4, 64, 10)]).every((scale) => scale < 1.6)).toBe(true);
    const beside = noise(2, 32, 11).map((metres) => 30 + metres);
    expect(scalesOf([...noise(4, 128, 12), ...beside, ...noise(4, 128, 13)]).every((scale) => scale === 1)).toBe(true);
  });

  it("have one factor if there are too few steps for two blocks", () => {
    const scales = scalesOf(noise(15, MODEL.blockSteps + 4, 14));
    expect(new Set(scales).size).toBe(1);
  });
});

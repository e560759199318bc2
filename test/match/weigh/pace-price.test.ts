// Pace on a lattice written by hand: what a way of so many usual seconds costs, beside legs that took so many.
import { describe, expect, it } from "vitest";
import { Lattice, OFF } from "../../../src/match/decode/lattice.js";
import type { Rules } from "../../../src/match/routes/rules.js";
import type { Steps } from "../../../src/match/track/steps.js";
import { addPace } from "../../../src/match/weigh/pace.js";

/** A leg: the seconds that it took, and the usual ones of the way decoded; null if that is no route. */
type Leg = [took: number, usual: number | null];

interface Scene {
  legs: Leg[];
  /** The leg that is looked at. */
  of: number;
  /** Straight metres of that leg. */
  straight?: number;
  /** Reported speeds, by step. */
  speeds?: Record<number, number>;
  /** Steps into which two fixes were merged. */
  merged?: number[];
  /** Steps decoded off the road. */
  off?: number[];
  /** Usual seconds a metre of the road on which the other ways of the leg end; of all other roads it is 0.08. */
  slowness?: number;
  /** Metres of error of all fixes. */
  sigma?: number;
  /** Metres from each fix to its road. */
  beside?: number;
}

const SLOWNESS = 0.08;
const DEAR = 100;

/**
 * Adds pace to a lattice in which the leg has the way decoded and others of so many usual seconds (null: over a gap), and the other legs have the way decoded
 * alone. What each of the leg's ways then costs, the one off the roads first and the one decoded second; and what the posterior takes off again.
 */
function priced(scene: Scene, ways: readonly (number | null)[]) {
  const { legs, of, straight = 0, speeds = {}, merged = [], off = [], slowness = SLOWNESS, sigma = 5, beside = 0 } = scene;
  const lattice = new Lattice();
  const chosen: number[] = [];
  for (let k = 0; k <= legs.length; k++) {
    const states = k === of + 1 ? 1 + ways.length : 1;
    const begin = lattice.first[k];
    chosen.push(off.includes(k) ? begin : begin + 1);
    lattice.addState(OFF, 0, 0, 0);
    for (let j = 0; j < states; j++) lattice.addState(j === 0 ? 0 : 1, 0, beside, 0);
    lattice.endStep();
    if (k === 0) continue;
    // All other states are left behind.
    const row = lattice.addRow(chosen[k - 1]);
    const usual = [null, legs[k - 1][1], ...(k === of + 1 ? ways : [])];
    lattice.trans.fill(DEAR, row, row + usual.length);
    lattice.seconds.set(
      usual.map((seconds) => seconds ?? Number.NaN),
      row,
    );
  }
  // As a track before left it.
  lattice.relief.fill(9);
  const count = legs.length + 1;
  // Of two fixes each.
  const fix = Int32Array.from({ length: count }, (_, k) => 2 * k);
  const steps = {
    count,
    fix,
    last: fix.map((i, k) => (merged.includes(k) ? i + 1 : i)),
    fixes: { speed: Float64Array.from({ length: 2 * count }, (_, i) => speeds[i >> 1] ?? Number.NaN) },
    gap: Float64Array.from([Number.NaN, ...legs.map(([took]) => took)]),
    straight: new Float64Array(count).fill(straight),
    sigma: new Float64Array(count).fill(sigma),
  } as Partial<Steps> as Steps;
  const rules = { slowness: (arc: number) => (arc === OFF ? 1 : arc === 1 ? slowness : SLOWNESS) } as Partial<Rules> as Rules;
  const added = addPace({ lattice, chosen: Int32Array.from(chosen), steps }, rules, 60);
  const row = lattice.row[chosen[of]];
  const [costs, relief] = [lattice.trans, lattice.relief].map((column) => [...column.subarray(row, row + 2 + ways.length)]);
  return { added, nats: costs.map((cost) => cost - DEAR), relief };
}

/** The usual seconds that the leg is foretold to have, to five seconds: those of the way that costs least. */
function foretold(scene: Scene): number | null {
  const ways = Array.from({ length: 20 }, (_, i) => 5 * i + 5);
  const { nats } = priced(scene, ways);
  const costs = nats.slice(2);
  const least = Math.min(...costs);
  return costs.every((cost) => cost === least) ? null : ways[costs.indexOf(least)];
}

/** What a way of so many usual seconds costs more than one of the seconds that are foretold. */
function surplus(scene: Scene, seconds: number): number {
  const { nats } = priced(scene, [foretold(scene), seconds]);
  return nats[3] - nats[2];
}

const legs = (took: number, ...usual: (number | null)[]): Leg[] => usual.map((seconds) => [took, seconds]);
/** Nine legs of a minute each, in half the usual speed. */
const STEADY: Scene = { legs: legs(60, 30, 30, 30, 30, 30, 30, 30, 30, 30), of: 4 };

describe("a leg of a minute is foretold by", () => {
  it.each<[string, Scene, number | null]>([
    ["the legs around it", STEADY, 30],
    ["those after it, if it is the first", { ...STEADY, of: 0 }, 30],
    ["those before it, if it is the last", { ...STEADY, of: 8 }, 30],
    ["not by its own way", { legs: legs(60, 30, 30, 30, 30, 60, 30, 30, 30, 30), of: 4 }, 30],
    ["a single other leg", { legs: legs(60, 30, 30), of: 0 }, 30],
    ["nothing, if it is alone", { legs: legs(60, 30), of: 0 }, null],
    ["four legs on either side", { legs: legs(60, 45, 45, 15, 15, 15, 15, 15, 15, 15, 15, 15, 45, 45), of: 6 }, 15],
    ["no more than four on either side", { legs: legs(60, 45, 45, 45, 45, 15, 15, 15, 15, 15, 45, 45, 45, 45), of: 6 }, 30],
    ["none beyond a leg without a route", { legs: legs(60, 45, 45, null, 30, 30, 30, null, 45, 45), of: 4 }, 30],
    ["none beyond a leg off the roads", { legs: legs(60, 45, 45, 45, 45, 30, 30, 30, 30, 30), of: 6, off: [4] }, 30],
    ["none beyond a leg of less than five seconds", { legs: [...legs(60, 45, 45), [4, 2], ...legs(60, 30, 30, 30)], of: 4 }, 30],
    ["nothing, if it takes less than five seconds itself", { legs: [...legs(60, 30, 30), [4, 2], ...legs(60, 30, 30)], of: 2 }, null],
    ["the legs around it, if it is decoded from off the roads", { ...STEADY, off: [4] }, 30],
    ["the legs around it, if it is decoded to off the roads", { ...STEADY, off: [5] }, 30],
    ["nothing, between two legs without a route", { legs: legs(60, 30, 30, 30, null, 30, null, 30, 30, 30), of: 4 }, null],
    ["nothing, among those who stand", { legs: legs(60, 4, 4, 4, 4, 4, 4, 4, 4, 4), of: 4 }, null],
    ["the other legs rather than an odd one", { legs: legs(60, 30, 30, 30, 2, 30, 30, 30, 30, 30), of: 4 }, 30],
    ["the speeds at its ends as well, in equal parts", { ...STEADY, speeds: { 4: 12.5, 5: 12.5 } }, 45],
    ["the mean of these speeds", { ...STEADY, speeds: { 4: 12.5, 5: 12.5 / 3 } }, 35],
    ["neither of them, if one is not known", { ...STEADY, speeds: { 4: 12.5 } }, 30],
    ["the speeds at the track's beginning", { ...STEADY, of: 0, speeds: { 0: 12.5, 1: 12.5 } }, 45],
    ["the speeds at the track's end", { ...STEADY, of: 8, speeds: { 8: 12.5, 9: 12.5 } }, 45],
    ["not by those of a traveller who is about to start", { ...STEADY, of: 0, speeds: { 0: 0, 1: 25 / 3 } }, 30],
    ["not by those of a traveller who has just stopped", { ...STEADY, of: 8, speeds: { 8: 25 / 3, 9: 0 } }, 30],
    ["those of a traveller who halts before it", { ...STEADY, speeds: { 4: 0, 5: 25 / 3 } }, 25],
    ["those of a traveller who halts after it", { ...STEADY, speeds: { 4: 25 / 3, 5: 0 } }, 25],
    ["those of a traveller who halts at the second step", { ...STEADY, of: 1, speeds: { 1: 0, 2: 25 / 3 } }, 25],
    ["those of a traveller who halts at the last but one", { ...STEADY, of: 7, speeds: { 7: 25 / 3, 8: 0 } }, 25],
  ])("%s", (_, scene, seconds) => {
    expect(foretold(scene)).toBe(seconds);
  });

  it("rather by the speeds at its ends, if it is shorter", () => {
    const short = { legs: legs(15, 5, 5, 5, 5, 5, 5, 5, 5, 5), of: 4, speeds: { 4: 12.5, 5: 12.5 } };
    expect(foretold(short)).toBe(15);
  });

  it("not at all below five seconds", () => {
    expect(priced({ legs: legs(4.9, 3, 3, 3, 3, 3), of: 2 }, [3, 9])).toMatchObject({ added: false, nats: [0, 0, 0, 0] });
    expect(priced({ legs: legs(5, 3, 3, 3, 3, 3), of: 2 }, [3, 9]).nats[3]).toBeGreaterThan(0.5);
  });
});

describe("a way costs", () => {
  it("the more, the farther its seconds are from those foretold, either way, and no more than 8 nats", () => {
    const { added, nats } = priced(STEADY, [29, 31, 25, 35, 20, 40, 50, 60, 600, 6000]);
    const [, decoded, ...costs] = nats.map((cost) => Math.round(cost * 100) / 100);
    expect([added, decoded]).toEqual([true, 0]);
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    for (const [shorter, longer] of [costs.slice(0, 2), costs.slice(2, 4), costs.slice(4, 6)]) expect(longer).toBe(shorter);
    expect(costs.slice(-2)).toEqual([8, 8]);
  });

  it("nothing, if no other fits better: what all ways cost is taken off", () => {
    expect(priced({ legs: legs(60, 30, 30, 30, 30, 90, 30, 30, 30, 30), of: 4, straight: 12.5 * 90 }, [90]).nats).toEqual([0, 0, 0]);
  });

  it("off the roads and over a gap what the straight line would, at 45 km/h", () => {
    const { nats } = priced({ ...STEADY, straight: 12.5 * 45 }, [45, null]);
    expect([nats[0], nats[3]]).toEqual([nats[2], nats[2]]);
    expect(nats[2]).toBeGreaterThan(4);
  });

  it("next to nothing for a second, and another nat for each fifteen beyond what a halt or a jam costs", () => {
    expect(surplus(STEADY, 31)).toBeLessThan(0.2);
    expect(surplus(STEADY, 60) - surplus(STEADY, 52.5)).toBeCloseTo(0.5, 5);
  });

  const merged = { ...STEADY, merged: [4, 5] };
  const far = Array(10).fill([20, 45]).flat();
  it.each<[string, number, Scene, Scene]>([
    ["after legs whose pace varies", 35, { legs: legs(60, 20, 45, 20, 45, 30, 45, 20, 45, 20), of: 4 }, STEADY],
    ["in a track whose pace varies elsewhere", 40, { legs: legs(60, ...far, 30, 30, 30, 30, 30, 30, 30, 30, 30), of: 24 }, STEADY],
    ["in a track with many halts", 60, { legs: legs(60, ...Array(10).fill([30, 30, 2]).flat()), of: 13 }, STEADY],
    ["where fixes are vague", 35, { ...STEADY, sigma: 100 }, STEADY],
    ["where they are far beside the road", 35, { ...STEADY, beside: 100 }, STEADY],
    ["at the first of steps into which fixes were merged, or", 35, { ...STEADY, merged: [4] }, STEADY],
    ["at the second", 35, { ...STEADY, merged: [5] }, STEADY],
    ["where fixes that were merged are vague", 35, { ...merged, sigma: 100 }, merged],
    ["before a halt", 35, { ...STEADY, speeds: { 4: 12.5, 5: 0 } }, STEADY],
    ["after a halt", 35, { ...STEADY, speeds: { 4: 0, 5: 12.5 } }, STEADY],
  ])("less %s: of %i s", (_, seconds, scene, than) => {
    expect(surplus(than, seconds)).toBeGreaterThan(1.2 * surplus(scene, seconds));
  });

  it("no less where fixes are beside the road by less than their error", () => {
    expect(surplus({ ...STEADY, sigma: 50, beside: 50 }, 35)).toBe(surplus({ ...STEADY, sigma: 50 }, 35));
  });

  it("more where even legs foretell it", () => {
    const even = { legs: legs(60, ...Array(25).fill(30)), of: 12 };
    expect(surplus(even, 32)).toBeGreaterThan(1.2 * surplus(STEADY, 32));
  });
});

describe("what the posterior takes off again", () => {
  it("is nothing where the roads are as fast as those decoded", () => {
    expect(priced({ ...STEADY, straight: 750 }, [30, 60]).relief).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ["slower", 0.16, 45],
    ["faster", 0.04, 22.5],
  ])("is the part of the cost that a way on %s roads has since it is on those", (_, slowness, seconds) => {
    const { nats, relief } = priced({ ...STEADY, slowness }, [seconds, 30]);
    // Had they been decoded all along, this way would fit, and one of 30 seconds would not.
    expect([relief[2], relief[3]]).toEqual([expect.closeTo(nats[2], 5), 0]);
    expect(nats[2]).toBeGreaterThan(2);
  });
});

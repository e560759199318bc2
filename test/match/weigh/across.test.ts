// Across: in which direction the errors of fixes are seen, and the shift of a whole map.
import { describe, expect, it } from "vitest";
import { Lattice, OFF } from "../../../src/match/decode/lattice.js";
import type { Fixes } from "../../../src/match/track/fixes.js";
import type { Steps } from "../../../src/match/track/steps.js";
import { Across } from "../../../src/match/weigh/across.js";
import { moved, scene } from "../scene.js";

const METRES_PER_CELL = 10;
/** East over a to b, where it turns north to c. */
const road = scene(
  `
                    c
                    |
                    |
                    |
                    |
a-------------------b
`,
  { abc: {} },
  { metresPerCell: METRES_PER_CELL },
);
const LENGTH = road.network.edgeLength[0];
const [A, B] = ["a", "b"].map((letter) => {
  const [lon, lat] = road.at(letter);
  return { lon, lat };
});

/** A place on the road, or null for off it, and its fix. */
type Seen = [place: { arc: number; offset: number } | null, fix: { lon: number; lat: number }];

/** Each place as the only state on a road of a step of its own, and the only one chosen. */
function across(seen: readonly Seen[]) {
  const lattice = new Lattice();
  for (const [place] of seen) {
    lattice.addState(OFF, 0, 0, 0);
    lattice.addState(place?.arc ?? 0, place?.offset ?? 0, 0, 0);
    lattice.endStep();
  }
  const fixes = {
    lon: Float64Array.from(seen, ([, { lon }]) => lon),
    lat: Float64Array.from(seen, ([, { lat }]) => lat),
  } as Partial<Fixes> as Fixes;
  const steps = { count: seen.length, fixes, fix: Int32Array.from(seen.keys()) } as Partial<Steps> as Steps;
  const found = new Across();
  found.measure(road.network, lattice, steps);
  const chosen = Int32Array.from(seen, ([place], k) => 2 * k + (place === null ? 0 : 1));
  return { found, unshifted: () => found.unshifted(chosen, fixes), fixes };
}

/** A place by the metres from a, on the arc along the drawing or against it. */
const along = (metres: number, arc: 0 | 1 = 0) => ({ arc, offset: arc === 0 ? metres : LENGTH - metres });
const east = (metres: number, north = 0) => moved(A, metres, north);

describe("the error of a fix", () => {
  // To compare with: 5 m north of the road that leads east.
  const NORTH: Seen = [along(100), east(100, 5)];

  it.each<[string, Seen, metres: number, cosine: number]>([
    ["is that across the road", [along(60), east(60, 7)], 7, 1],
    ["is negative on the other side", [along(60), east(60, -7)], -7, 1],
    ["has the same sign for who drives the other way", [along(60, 1), east(60, 7)], 7, 1],
    ["is seen across the piece of the road that it is on", [along(230), moved(B, 7, 30)], -7, 0],
    ["beyond an end is seen from there", [along(0), east(-8)], 8, 0],
    ["beyond an end and beside is seen from there too", [along(0), east(-6, 6)], 8.5, Math.SQRT1_2],
    ["in a bend is seen from there", [along(200), moved(B, 6, -6)], 8.5, -Math.SQRT1_2],
    ["of a fix on its road is nothing, but it is seen across it", [along(60), east(60)], 0, 1],
  ])("%s", (_, seen, metres, cosine) => {
    const { found } = across([NORTH, seen]);
    expect(found.metres(3)).toBeCloseTo(metres, 1);
    expect(found.cosine(1, 3)).toBeCloseTo(cosine, 2);
  });

  it("at an end itself is nothing, in no direction", () => {
    const [lon, lat] = road.network.pointAt(0, 0);
    const { found } = across([NORTH, [along(0), { lon, lat }]]);
    expect([found.metres(3), Math.abs(found.cosine(1, 3))]).toEqual([0, expect.any(Number)]);
  });

  it("off the roads is seen in no direction", () => {
    const { found } = across([NORTH, [null, east(60, 7)]]);
    expect([found.metres(2), found.cosine(1, 2), found.cosine(2, 2)]).toEqual([0, 0, 0]);
  });
});

describe("the fixes on a shifted map", () => {
  /** So many fixes on each of the sides, off by metres east and north. */
  function drive(perSide: number, off: (i: number) => [number, number], sides = 2): Seen[] {
    return Array.from({ length: sides * perSide }, (_, i): Seen => {
      const [dx, dy] = off(i);
      const isFirst = i < perSide;
      const metres = ((isFirst ? 150 : 30) * (i % perSide)) / perSide + 10;
      // On the road, each is nearest to its fix.
      return isFirst ? [along(metres + dx), east(metres + dx, dy)] : [along(200 + metres + dy), moved(B, dx, metres + dy)];
    });
  }

  /** By how many metres the fixes are moved east and north. */
  function shift(seen: readonly Seen[]): [number, number] {
    const { unshifted, fixes } = across(seen);
    const after = unshifted();
    if (after === fixes) return [0, 0];
    const scale = 111_200;
    const at = (k: number) => [
      Math.round((after.lon[k] - fixes.lon[k]) * scale * Math.cos((fixes.lat[k] * Math.PI) / 180)),
      Math.round((after.lat[k] - fixes.lat[k]) * scale),
    ];
    for (const k of seen.keys()) expect(at(k)).toEqual(at(0));
    return at(0).map((metres) => metres + 0) as [number, number];
  }

  it.each<[string, Seen[], [number, number]]>([
    ["are moved to the roads", drive(12, () => [8, -6]), [-8, 6]],
    ["are moved by what all have in common", drive(12, (i) => [7 + 2 * (i % 2), -7 + 2 * (i % 2)]), [-8, 6]],
    ["are moved whatever fixes off the roads say", [...drive(12, () => [8, -6]), [null, east(0, 500)]], [-8, 6]],
    ["stay if it is by less than six metres", drive(12, () => [4, -4]), [0, 0]],
    ["stay if there are fewer than twenty", drive(9, () => [8, -6]), [0, 0]],
    ["stay if they are on a road of one direction", drive(20, () => [8, -6], 1), [0, 0]],
    ["stay if the shift explains little of their errors", drive(12, (i) => (i % 2 === 0 ? [30, -30] : [-15, 15])), [0, 0]],
  ])("%s", (_, seen, metres) => {
    expect(shift(seen)).toEqual(metres);
  });
});

// The box that a search heads for, checked against distances measured one by one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, wrapLonE7 } from "../../../src/geo/metres.js";
import { Aim } from "../../../src/match/routes/aim.js";

/** Degrees × 1e7. */
type Place = [lon: number, lat: number];

const shift = fc.integer({ min: -500_000, max: 500_000 });
/** Places within ten kilometres or so of one another: also beside the antimeridian and far north and south. */
const nearby = fc
  .tuple(fc.constantFrom(0, 7.4e7, 179.99e7, -179.99e7), fc.constantFrom(0, 43.7e7, -33.9e7, 69.6e7, -77.8e7))
  .chain(([lon, lat]) =>
    fc.array(
      fc.tuple(shift, shift).map(([x, y]): Place => [wrapLonE7(lon + x), lat + y]),
      { minLength: 4, maxLength: 9 },
    ),
  )
  .map((places) => {
    const all = places.map((_, i) => i);
    const half = places.length >> 1;
    return { places, roads: roadsFrom(places), all, inside: all.slice(0, half), outside: all.slice(half) };
  });

/** Roads in which arc i begins at place i, which is node i. */
function roadsFrom(places: readonly Place[]) {
  return {
    nodeLon: Int32Array.from(places, ([lon]) => lon),
    nodeLat: Int32Array.from(places, ([, lat]) => lat),
    tail: (arc: number) => arc,
  };
}

function boxAround(roads: ReturnType<typeof roadsFrom>, arcs: readonly number[]): Aim {
  return Aim.around(roads, arcs, arcs.length);
}

/** Metres by which the box sticks out of another. */
function beyond({ lon, lat, halfLon, halfLat }: Aim, other: Aim): number {
  return other.beyond(lon, lat, halfLon, halfLat);
}

/** Metres from a node to the box. */
function away(box: Aim, { nodeLon, nodeLat }: ReturnType<typeof roadsFrom>, node: number): number {
  return box.beyond(nodeLon[node], nodeLat[node], 0, 0);
}

function metres([lon1, lat1]: Place, [lon2, lat2]: Place): number {
  return distance(lon1 / 1e7, lat1 / 1e7, lon2 / 1e7, lat2 / 1e7);
}

describe("Aim", () => {
  it("contains all the places it was made from", () => {
    fc.assert(
      fc.property(nearby, ({ roads, all }) => {
        const box = boxAround(roads, all);
        for (const node of all) expect(away(box, roads, node)).toBe(0);
      }),
    );
  });

  it("never overstates the distance of a node to the nearest place, and is exact for a single place", () => {
    fc.assert(
      fc.property(nearby, ({ places, roads, inside, outside }) => {
        const box = boxAround(roads, inside);
        const point = boxAround(roads, [0]);
        for (const node of outside) {
          expect(away(box, roads, node)).toBeLessThanOrEqual(Math.min(...inside.map((i) => metres(places[i], places[node]))));
          const straight = metres(places[0], places[node]);
          expect(away(point, roads, node)).toBeLessThanOrEqual(straight);
          expect(away(point, roads, node)).toBeGreaterThanOrEqual(0.95 * straight);
        }
      }),
    );
  });

  it("shrinks by at most the distance between two nodes, as A* requires", () => {
    fc.assert(
      fc.property(nearby, ({ places, roads, inside, outside }) => {
        const box = boxAround(roads, inside);
        for (const a of outside) {
          for (const b of outside) {
            expect(away(box, roads, a)).toBeLessThanOrEqual(away(box, roads, b) + metres(places[a], places[b]));
          }
        }
      }),
    );
  });

  it("contains both boxes after a join, and a place sticks out of a box by at least its distance from it", () => {
    fc.assert(
      fc.property(nearby, ({ roads, all, inside, outside }) => {
        const box = boxAround(roads, inside);
        for (const node of outside) expect(beyond(boxAround(roads, [node]), box)).toBeGreaterThanOrEqual(away(box, roads, node));
        const other = boxAround(roads, outside);
        expect(beyond(other, box)).toBeGreaterThanOrEqual(Math.max(...outside.map((node) => away(box, roads, node))));
        const both = box.join(other);
        for (const node of all) expect(away(both, roads, node)).toBe(0);
        expect(beyond(boxAround(roads, inside), both)).toBe(0);
      }),
    );
  });
});

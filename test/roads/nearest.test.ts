// The nearest road at any distance, and several places on one winding road that are each the nearest in their surroundings.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { NearbySearch, nearbyRoads } from "../../src/roads/nearby.js";
import { nearestRoad } from "../../src/roads/nearest.js";
import { RoadPlaces } from "../../src/roads/places.js";
import { distanceToEdge, placesApart } from "../helpers/brute-force.js";
import { runs } from "../helpers/runs.js";
import { at, network, pair, placeQuery, query, unit, world } from "./lines.js";

describe("the nearest road", () => {
  /** The least distance to any edge, computed at the mid latitude. */
  const least = (roads: RoadGraph, lon: number, lat: number, accept: (edge: number) => boolean = () => true) => {
    let best = Number.POSITIVE_INFINITY;
    for (let edge = 0; edge < roads.edgeCount; edge++) if (accept(edge)) best = Math.min(best, distanceToEdge(roads, edge, lon, lat));
    return best;
  };

  it("is as near as the nearest of all, also at hundreds of kilometres, and across the antimeridian", () => {
    const far = fc.noBias(fc.record({ off: pair, size: fc.constantFrom(0, 10, 1000, 30_000, 300_000) }));
    const short = fc.noBias(
      fc.record({
        origin: fc.tuple(
          fc.oneof(
            unit.map((u) => u * 180),
            fc.constantFrom(180, -180),
          ),
          unit.map((u) => u * 75),
        ),
        starts: fc.array(fc.tuple(pair, pair, fc.constantFrom(50, 5000, 200_000)), { minLength: 1, maxLength: 8 }),
      }),
    );
    fc.assert(
      fc.property(short, far, ({ origin, starts }, { off, size }) => {
        const lines = starts.map(([[x, y], [dx, dy], spread]): [number, number][] => [
          [x * spread, y * spread],
          [x * spread + dx * 500, y * spread + dy * 500],
        ]);
        const roads = network(origin, lines);
        if (roads.edgeCount === 0) return;
        const [lon, lat] = at(origin, [off[0] * size, off[1] * size]);
        const nearest = nearestRoad(roads, lon, lat)!;
        const expected = least(roads, lon, lat);
        // The mid latitude is that of one place on the road, which is up to 700 m long: tan 80° · 700 m / 2 R.
        expect(Math.abs(nearest.distance - expected)).toBeLessThan(3.2e-4 * expected + 1e-6);
        expect(Math.abs(distance(lon, lat, nearest.lon, nearest.lat) - expected)).toBeLessThan(3.2e-4 * expected + 1e-3);
      }),
      { numRuns: runs(200) },
    );
  });

  // Roads 1, 2 and 3 km to the east, and one 200 km to the north.
  const roads = network(
    [-20, 60],
    [
      [
        [1000, -100],
        [1000, 100],
      ],
      [
        [2000, -100],
        [2000, 100],
      ],
      [
        [3000, -100],
        [3000, 100],
      ],
      [
        [0, 200_000],
        [100, 200_000],
      ],
    ],
  );

  it.each<[what: string, options: Parameters<typeof nearestRoad>[3], edge: number | null]>([
    ["without conditions", undefined, 0],
    ["among those accepted", { accept: (edge) => edge > 1 }, 2],
    ["among those accepted, far away", { accept: (edge) => edge === 3 }, 3],
    ["to be null if none is accepted", { accept: () => false }, null],
    ["within a distance", { maxDistance: 1001 }, 0],
    ["to be null if none is within the distance", { maxDistance: 999 }, null],
    ["among those accepted within a distance", { maxDistance: 2001, accept: (edge) => edge !== 0 }, 1],
    ["to be null if none of those accepted is within the distance", { maxDistance: 2500, accept: (edge) => edge > 1 }, null],
    ["to be null within 0 m", { maxDistance: 0 }, null],
    ["to be null within a negative distance", { maxDistance: -1 }, null],
    ["within half the Earth's circumference", { maxDistance: 2e7 }, 0],
    ["within the Earth's circumference", { maxDistance: 4.003e7 }, 0],
    ["within a distance beyond the Earth's circumference", { maxDistance: 1e12 }, 0],
    ["within an infinite distance", { maxDistance: Number.POSITIVE_INFINITY }, 0],
  ])("is found %s", (_, options, edge) => {
    expect(nearestRoad(roads, -20, 60, options)?.edge ?? null).toBe(edge);
  });

  it("refuses wrong options", () => {
    const roads = network(
      [0, 0],
      [
        [
          [0, 0],
          [100, 0],
        ],
      ],
    );
    expect(() => nearestRoad(roads, 0, 0, { maxDist: 5 } as object)).toThrow(
      'There is no option "maxDist" of nearestRoad; there are maxDistance, accept.',
    );
  });

  it("is found within any distance on Earth, and beyond", () => {
    const accept = (edge: number) => edge === 3;
    for (let km = 5000; km < 90_000; km += 100) expect(nearestRoad(roads, -20, 60, { maxDistance: km * 1000, accept })?.edge).toBe(3);
  });

  it("is the nearest on the ellipsoid, even if another is nearer on a sphere", () => {
    const two = network(
      [0, 0],
      [
        [
          [301_000, -10],
          [301_000, 10],
        ],
        [
          [-10, 300_000],
          [10, 300_000],
        ],
      ],
    );
    expect(nearestRoad(two, 0, 0)!.edge).toBe(1);
  });

  it("is found from the other side of the Earth", () => {
    expect(nearestRoad(roads, 160, -60)).not.toBeNull();
    expect(nearestRoad(roads, 0, 90)!.edge).toBe(3);
  });

  it("is the edge with the lower number if two are equally near", () => {
    const twins = network(
      [7, 47],
      [
        [
          [100, 0],
          [200, 0],
        ],
        [
          [100, 0],
          [200, 50],
        ],
        [
          [100, 0],
          [200, -50],
        ],
      ],
    );
    expect(nearestRoad(twins, 7, 47)!.edge).toBe(0);
    expect(nearbyRoads(twins, 7, 47, 150).map(({ edge }) => edge)).toEqual([0, 1, 2]);
  });
});

describe("several places on one winding edge", () => {
  /** The distances of the places found on edge 0, to the metre, in the order of the edge. */
  function apart(roads: RoadGraph, [lon, lat]: [number, number], radius: number, rise: number): number[] {
    const out = new RoadPlaces();
    new NearbySearch(roads).within(lon, lat, radius, out, rise);
    return Array.from({ length: out.count }, (_, i) => i)
      .sort((a, b) => out.offset[a] - out.offset[b])
      .map((i) => Math.round(out.distance[i]));
  }

  // A hairpin: 500 m out, 40 m across, 500 m back.
  const hairpin = network(
    [7, 47],
    [
      [
        [0, 0],
        [500, 0],
        [500, 40],
        [0, 40],
      ],
    ],
  );
  // A river road: three bends, 100 m apart.
  const bends = network(
    [7, 47],
    [
      [
        [0, 0],
        [0, 200],
        [100, 200],
        [100, 0],
        [200, 0],
        [200, 200],
        [300, 200],
        [300, 0],
      ],
    ],
  );

  it.each<[what: string, roads: RoadGraph, where: [number, number], radius: number, rise: number, places: number[]]>([
    ["both arms of a hairpin", hairpin, [100, 10], 100, 20, [10, 30]],
    ["only the nearer arm by default", hairpin, [100, 10], 100, Number.POSITIVE_INFINITY, [10]],
    ["only the nearer arm if the distance between them rises less than asked for", hairpin, [490, 10], 100, 20, [10]],
    ["only the arm within the radius", hairpin, [100, 10], 20, 20, [10]],
    ["both arms in the order of the edge, the farther one first", hairpin, [100, 30], 100, 20, [30, 10]],
    ["each bend", bends, [150, 100], 1000, 25, [150, 50, 50, 150]],
    ["each bend within the radius", bends, [150, 100], 100, 25, [50, 50]],
    ["only bends with a rise as large as asked for", bends, [150, 100], 1000, 70, [50]],
    ["every bend if no rise is asked for", bends, [-50, 100], 1000, 0, [50, 150, 250, 350]],
    ["none beyond the radius", bends, [150, 2000], 1000, 50, []],
  ])("are found as asked: %s", (_, roads, where, radius, rise, places) => {
    expect(apart(roads, at([7, 47], where), radius, rise)).toEqual(places);
  });

  it("are those that remain if all smaller rises are removed", () => {
    const winding = fc.noBias(fc.array(pair, { minLength: 2, maxLength: 14 }));
    const rise = fc.noBias(unit.map((u) => Math.abs(u) * 150));
    fc.assert(
      fc.property(winding, fc.noBias(pair), rise, fc.boolean(), (places, [x, y], metres, closed) => {
        const shape = places.map(([east, north]): [number, number] => [east * 300, north * 300]);
        const roads = network([179.999, 55], [closed ? [...shape, [shape[0][0] + 1, shape[0][1]]] : shape]);
        const [lon, lat] = at([179.999, 55], [x * 400, y * 400]);
        const out = new RoadPlaces();
        new NearbySearch(roads).within(lon, lat, 250, out, metres);
        const found = Array.from({ length: out.count }, (_, i) => out.offset[i]).sort((a, b) => a - b);
        const expected = placesApart(roads, 0, lon, lat, metres).filter((place) => place.distance <= 250);
        expect(found).toHaveLength(expected.length);
        expected.forEach((place, i) => {
          expect(found[i]).toBeCloseTo(place.offset, 4);
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("always include the nearest one", () => {
    fc.assert(
      fc.property(world, query, fc.noBias(unit), ({ origin, lines }, where, u) => {
        const roads = network(origin, lines);
        if (roads.edgeCount === 0) return;
        const [lon, lat] = placeQuery(roads, where);
        const out = new RoadPlaces();
        new NearbySearch(roads).within(lon, lat, 2000, out, Math.abs(u) * 500);
        const least = new Map<number, number>();
        for (let i = 0; i < out.count; i++) least.set(out.edge[i], Math.min(out.distance[i], least.get(out.edge[i]) ?? 1e9));
        const expected = nearbyRoads(roads, lon, lat, 2000).map((place): [number, number] => [place.edge, place.distance]);
        expect([...least].sort((a, b) => a[0] - b[0])).toEqual(expected.sort((a, b) => a[0] - b[0]));
      }),
      { numRuns: runs(80) },
    );
  });
});

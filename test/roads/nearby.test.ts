// Roads near a place: the index, checked against projecting on every edge.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import { Random } from "../../src/geo/random.js";
import { buildRoads } from "../../src/roads/build.js";
import { NearbySearch, nearbyRoads } from "../../src/roads/nearby.js";
import { NearestSearch, nearestRoad } from "../../src/roads/nearest.js";
import { RoadPlaces } from "../../src/roads/places.js";
import { RoadSource } from "../../src/roads/source.js";
import { projectOnEveryEdge } from "../helpers/brute-force.js";
import { runs } from "../helpers/runs.js";
import { sourceOf } from "./letters.js";
import { at, network, placeQuery, query, world } from "./lines.js";

describe("roads within a radius", () => {
  it("are those whose nearest place is within it, for edges of any size, at high latitudes, and across the antimeridian", () => {
    fc.assert(
      fc.property(world, query, ({ origin, lines }, where) => {
        const roads = network(origin, lines);
        if (roads.edgeCount === 0) return;
        const [lon, lat] = placeQuery(roads, where);
        const all = projectOnEveryEdge(roads, lon, lat);
        // Radii that just include one road more, as far as a plane is exact enough.
        for (const radius of all.map((place) => place.distance + 1e-6).filter((metres) => metres < 10_000)) {
          const found = nearbyRoads(roads, lon, lat, radius);
          const expected = all.filter((place) => place.distance <= radius);
          expect(found.map(({ edge }) => edge).sort()).toEqual(expected.map(({ edge }) => edge).sort());
          for (const place of found) {
            const reference = expected.find(({ edge }) => edge === place.edge)!;
            expect(Math.abs(place.distance - reference.distance)).toBeLessThan(1e-7);
            expect([place.lon, place.lat]).toEqual(roads.pointAt(place.edge, place.offset));
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it("are where they say: at the offset, and at the distance", () => {
    fc.assert(
      fc.property(world, query, ({ origin, lines }, where) => {
        const roads = network(origin, lines);
        if (roads.edgeCount === 0) return;
        const [lon, lat] = placeQuery(roads, where);
        for (const place of nearbyRoads(roads, lon, lat, 2000)) {
          expect(place.offset).toBeGreaterThanOrEqual(0);
          expect(place.offset).toBeLessThanOrEqual(roads.edgeLength[place.edge] * (1 + 1e-7));
          // Offsets are interpolated between 32-bit floats; the plane is that of the query, and not of the place found.
          const slack = 1e-6 * roads.edgeLength[place.edge] + 2e-3 * place.distance + 1e-3;
          expect(Math.abs(distance(lon, lat, place.lon, place.lat) - place.distance)).toBeLessThan(slack);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("are the same as by trying all in a large network, sorted by distance, then by edge", { tags: "long" }, () => {
    const random = new Random(7);
    const roads = network(
      [179.95, 62],
      Array.from({ length: 1500 }, () => {
        const start = [random.next() * 20_000, random.next() * 20_000];
        return Array.from({ length: 1 + random.int(4) }, (_, i): [number, number] => [
          start[0] + i * 400 * (random.next() - 0.5),
          start[1] + i * 400 * (random.next() - 0.5),
        ]).concat([[start[0] + 150, start[1] - 70]]);
      }),
    );
    expect(roads.columns.treeBox.length / 4).toBeGreaterThan(1500 / 16 + 6);
    for (let i = 0; i < 40; i++) {
      const [lon, lat] = at([179.95, 62], [random.next() * 21_000, random.next() * 21_000]);
      const radius = 5 + random.next() * 800;
      const all = projectOnEveryEdge(roads, lon, lat);
      const expected = all.filter((place) => place.distance <= radius);
      const found = nearbyRoads(roads, lon, lat, radius);
      expect(found.map(({ edge }) => edge)).toEqual(expected.map(({ edge }) => edge));
      found.forEach((place, k) => {
        expect(place.distance).toBeCloseTo(expected[k].distance, 7);
        expect(place.offset).toBeCloseTo(expected[k].offset, 3);
      });
      expect(nearestRoad(roads, lon, lat)!.edge).toBe(all[0].edge);
    }
  });

  const street = network(
    [0, 0],
    [
      [
        [0, 0],
        [300, 0],
      ],
      [
        [0, 100],
        [300, 100],
      ],
    ],
  );

  it.each<[radius: number, edges: number[]]>([
    [0, [0]],
    [Number.MIN_VALUE, [0]],
    [-1, []],
    [Number.NaN, []],
    [Number.NEGATIVE_INFINITY, []],
    [99.9, [0]],
    [100.1, [0, 1]],
    [1e7, [0, 1]],
    [1e12, [0, 1]],
    [Number.POSITIVE_INFINITY, [0, 1]],
  ])("of %d m around a place on a road are %j", (radius, edges) => {
    expect(nearbyRoads(street, 0, 0, radius).map(({ edge }) => edge)).toEqual(edges);
  });

  it.each([
    [180, 0],
    [-180, 0],
    [179.9995, 0],
    [-179.9995, 0],
    [180.0005, 0],
    [-180.0005, 0],
    [179.9999999, 1e-7],
  ])("are found on both sides of the antimeridian from %d, %d", (lon, lat) => {
    const roads = network(
      [180, 0],
      [
        [
          [-300, 50],
          [-20, 50],
        ],
        [
          [20, 50],
          [300, 50],
        ],
        [
          [-100, -80],
          [100, -80],
        ],
      ],
    );
    const found = nearbyRoads(roads, lon, lat, 150);
    expect(found.map(({ edge }) => edge).sort()).toEqual([0, 1, 2]);
    expect(nearestRoad(roads, lon, lat)!.distance).toBeCloseTo(found[0].distance, 3);
  });

  it("are found around the pole", () => {
    const source = new RoadSource();
    [0, 90, 180, -90].forEach((lon, i) => {
      source.addNode(2 * i, lon * 1e7, 899_999_000);
      source.addNode(2 * i + 1, lon * 1e7, 899_990_000);
      source.addWay({ ...sourceOf(["ab"]).ways[0], nodes: [2 * i, 2 * i + 1] });
    });
    const roads = buildRoads(source);
    expect(nearbyRoads(roads, 12, 90, 20)).toHaveLength(4);
    expect(nearestRoad(roads, 90.1, 89.9998)!.edge).toBe(1);
  });

  it("can be filtered by edge", () => {
    const out = new RoadPlaces();
    new NearbySearch(street).within(0, 0, 1000, out, undefined, (edge) => edge === 1);
    expect([...out.edge.subarray(0, out.count)]).toEqual([1]);
  });

  it("are appended to places from an earlier search, in any number", () => {
    const roads = network(
      [7, 47],
      Array.from({ length: 200 }, (_, i): [number, number][] => [
        [i, 0],
        [i, 10],
      ]),
    );
    const out = new RoadPlaces();
    const search = new NearbySearch(roads);
    search.within(...at([7, 47], [100, 20]), 500, out);
    search.within(...at([7, 47], [0, -5]), 6, out);
    expect([...out.edge.subarray(0, 200)].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i));
    expect([...out.edge.subarray(200, out.count)].sort()).toEqual([0, 1, 2, 3]);
    expect(out.distance[0]).toBeGreaterThan(0);
    expect(Math.sign(out.north[0])).toBe(1);
    expect(out.offset[0]).toBeCloseTo(10, 1);
  });

  it("have the direction of their piece of road, in metres east and north", () => {
    const roads = network(
      [7, 47],
      [
        [
          [0, 0],
          [100, 0],
          [100, -50],
        ],
      ],
    );
    const out = new RoadPlaces();
    const search = new NearbySearch(roads);
    search.within(...at([7, 47], [50, 5]), 20, out);
    search.within(...at([7, 47], [105, -40]), 20, out);
    expect([out.east[0], out.north[0]].map(Math.round)).toEqual([100, 0]);
    expect([out.east[1], out.north[1]].map(Math.round)).toEqual([0, -50]);
  });
});

describe("a NearbySearch", () => {
  it("can be used again and again, with the same results", () => {
    const random = new Random(3);
    const roads = network(
      [7, 47],
      Array.from({ length: 50 }, (): [number, number][] => [
        [random.next() * 1000, random.next() * 1000],
        [random.next() * 1000, random.next() * 1000],
      ]),
    );
    const [search, nearest] = [new NearbySearch(roads), new NearestSearch(roads)];
    for (let i = 0; i < 100; i++) {
      const [lon, lat] = at([7, 47], [random.next() * 1000, random.next() * 1000]);
      const out = new RoadPlaces();
      search.within(lon, lat, 200, out);
      nearest.nearest(lon, lat, 1000, out);
      const fresh = nearbyRoads(roads, lon, lat, 200);
      expect([...out.edge.subarray(0, out.count - 1)].sort()).toEqual(fresh.map(({ edge }) => edge).sort());
      expect(out.edge[out.count - 1]).toBe(fresh[0].edge);
    }
  });
});

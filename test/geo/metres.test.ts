// Metres compared with the geodesics of GeographicLib; longitudes and segments.

import fc from "fast-check";
import geographiclib from "geographiclib-geodesic";
import { describe, expect, it } from "vitest";
import { angleBetween } from "../../src/geo/angles.js";
import { bearing, distance, latScale, lonScale, segmentFraction, wrapLon } from "../../src/geo/metres.js";
import { Random } from "../../src/geo/random.js";

const WGS84 = geographiclib.Geodesic.WGS84;
const random = new Random(6371);

/** Where a geodesic from a place ends, and its course at its end (degrees). */
function travel(lat: number, lon: number, course: number, metres: number): { lat: number; lon: number; course: number } {
  const end = WGS84.Direct(lat, lon, course, metres);
  return { lat: end.lat2!, lon: end.lon2!, course: end.azi2! };
}

describe("metres per degree", () => {
  it.each([
    // Published lengths of a degree on WGS84, in km to the metre.
    [0, 111.32, 110.574],
    [15, 107.55, 110.649],
    [30, 96.486, 110.852],
    [45, 78.847, 111.132],
    [60, 55.8, 111.412],
    [75, 28.902, 111.618],
    [90, 0, 111.694],
  ])("at %d° are %d km east and %d km north", (lat, east, north) => {
    for (const side of [lat, -lat]) {
      expect(Math.abs(lonScale(side) / 1000 - east)).toBeLessThan(6e-4);
      expect(Math.abs(latScale(side) / 1000 - north)).toBeLessThan(6e-4);
    }
  });

  it("agree with the geodesic over a ten-thousandth of a degree", () => {
    fc.assert(
      fc.property(fc.double({ min: -89, max: 89, noNaN: true }), (lat) => {
        expect(WGS84.Inverse(lat, 0, lat, 1e-4).s12! / 1e-4 / lonScale(lat)).toBeCloseTo(1, 8);
        expect(WGS84.Inverse(lat - 5e-5, 0, lat + 5e-5, 0).s12! / 1e-4 / latScale(lat)).toBeCloseTo(1, 8);
      }),
    );
  });

  it("are never negative, and NaN for NaN", () => {
    fc.assert(fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (lat) => lonScale(lat) >= 0 && latScale(lat) > 110_574));
    expect(lonScale(Number.NaN)).toBeNaN();
    expect(latScale(Number.NaN)).toBeNaN();
  });
});

describe("wrapLon", () => {
  it.each([
    [0, 0],
    [180, 180],
    [-180, -180],
    [181, -179],
    [-181, 179],
    [190.5, -169.5],
    [360, 0],
    [539, 179],
    [540, 180],
    [-540, -180],
    [-720, 0],
    [3600 + 12.25, 12.25],
    [Number.NaN, Number.NaN],
    [Infinity, Number.NaN],
  ])("of %d° is %d°", (lon, same) => expect(wrapLon(lon) + 0).toBe(same));

  it("is within ±180°, on the same meridian, and leaves values in that range unchanged", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e5, max: 1e5, noNaN: true }), (lon) => {
        const same = wrapLon(lon);
        expect(Math.abs(same)).toBeLessThanOrEqual(180);
        expect(angleBetween(same, lon)).toBeLessThan(1e-9);
        expect(wrapLon(same)).toBe(same);
      }),
    );
  });
});

describe("distance", () => {
  /** The published bound, in metres. */
  function bound(metres: number, lat1: number, lat2: number): number {
    const tan = Math.tan((Math.max(Math.abs(lat1), Math.abs(lat2)) * Math.PI) / 180);
    return metres * (metres / 6_371_000) ** 2 * (0.02 + 0.06 * tan * tan) + 2e-8;
  }

  it.each([1, 30, 1000, 10_000, 100_000])("over %d m differs from the geodesic by no more than its published bound", (metres) => {
    for (let i = 0; i < 300; i++) {
      const lat = random.next() * 168 - 84;
      const lon = random.next() * 360 - 180;
      const end = travel(lat, lon, random.next() * 360, metres);
      const error = Math.abs(distance(lon, lat, end.lon, end.lat) - metres);
      expect(error, `from ${lat},${lon} to ${end.lat},${end.lon}`).toBeLessThan(bound(metres, lat, end.lat));
    }
  });

  it("at 60° is off by at most 5 µm in 1 km, 5 mm in 10 km, 5 m in 100 km", () => {
    for (const [metres, error] of [
      [1e3, 5e-6],
      [1e4, 5e-3],
      [1e5, 5],
    ] as const) {
      for (let course = 0; course < 360; course += 15) {
        const end = travel(60, 24, course, metres);
        expect(Math.abs(distance(24, 60, end.lon, end.lat) - metres)).toBeLessThan(error);
      }
    }
  });

  it.each([
    ["across the antimeridian", 179.9999, 12, -179.9999, 12],
    ["across it westwards", -179.9999, 12, 179.9999, 12],
    ["from 180 to −180", 180, -40, -180, -40.001],
    ["with one longitude a full turn on", 10.001 + 360, 50, 10, 50],
  ])("takes the short way: %s", (_, lon1, lat1, lon2, lat2) => {
    expect(distance(lon1, lat1, lon2, lat2)).toBeCloseTo(WGS84.Inverse(lat1, lon1, lat2, lon2).s12!, 6);
  });

  it("is 0 to the same place, and symmetric", () => {
    const lon = fc.double({ min: -180, max: 180, noNaN: true });
    const lat = fc.double({ min: -90, max: 90, noNaN: true });
    fc.assert(
      fc.property(lon, lat, lon, lat, (lon1, lat1, lon2, lat2) => {
        expect(distance(lon1, lat1, lon1, lat1)).toBe(0);
        expect(distance(lon1, lat1, lon2, lat2)).toBe(distance(lon2, lat2, lon1, lat1));
      }),
    );
  });

  it("is NaN for NaN", () => expect(distance(Number.NaN, 0, 0, 0)).toBeNaN());
});

describe("bearing", () => {
  it.each([
    ["north", 10, 50, 10, 50.1, 0],
    ["east", 10, 0, 10.1, 0, 90],
    ["south", 10, 50, 10, 49.9, 180],
    ["west", 10, 0, 9.9, 0, 270],
    ["east across the antimeridian", 179.9, 0, -179.9, 0, 90],
    ["nowhere", 10, 50, 10, 50, 0],
    ["a hair west of north", 10 - 1e-15, 0, 10 - 1e-14, 80, 0],
  ])("%s", (_, lon1, lat1, lon2, lat2, expected) => {
    const b = bearing(lon1, lat1, lon2, lat2);
    expect(b).toBeGreaterThanOrEqual(0);
    expect(b).toBeLessThan(360);
    expect(angleBetween(b, expected)).toBeLessThan(1e-9);
  });

  it.each([
    [1000, 2e-6],
    [10_000, 2e-4],
  ])("over %d m is the geodesic's course halfway to within %d°, up to 70° latitude", (metres, error) => {
    for (let i = 0; i < 300; i++) {
      const lat = random.next() * 140 - 70;
      const lon = random.next() * 360 - 180;
      const course = random.next() * 360;
      const middle = travel(lat, lon, course, metres / 2).course;
      const end = travel(lat, lon, course, metres);
      expect(angleBetween(bearing(lon, lat, end.lon, end.lat), middle)).toBeLessThan(error);
    }
  });

  it("is reversed if the ends are swapped, and stays in 0 ≤ bearing < 360", () => {
    const lon = fc.double({ min: -180, max: 180, noNaN: true });
    const lat = fc.double({ min: -89, max: 89, noNaN: true });
    fc.assert(
      fc.property(lon, lat, lon, lat, (lon1, lat1, lon2, lat2) => {
        fc.pre(distance(lon1, lat1, lon2, lat2) > 1e-3 && Math.abs(wrapLon(lon2 - lon1)) < 179);
        const there = bearing(lon1, lat1, lon2, lat2);
        expect(there >= 0 && there < 360).toBe(true);
        expect(angleBetween(there, bearing(lon2, lat2, lon1, lat1))).toBeCloseTo(180, 6);
      }),
    );
  });
});

describe("segmentFraction", () => {
  it.each([
    ["beside the middle", [5, 3, 0, 0, 10, 0], 0.5],
    ["before the start", [-4, 1, 0, 0, 10, 0], 0],
    ["past the end", [14, 1, 0, 0, 10, 0], 1],
    ["on the start", [0, 0, 0, 0, 10, 0], 0],
    ["on the end", [10, 0, 0, 0, 10, 0], 1],
    ["beside a slanting one", [0, 2, 0, 0, 2, 2], 0.5],
    ["of a segment without length", [3, 4, 1, 1, 1, 1], 0],
    ["past the end of a segment too short to square", [3, 4, 0, 0, 1e-200, 0], 1],
    ["of a point that is NaN", [Number.NaN, 4, 0, 0, 1, 0], 0],
  ] as const)("%s", (_, [px, py, ax, ay, bx, by], fraction) => expect(segmentFraction(px, py, ax, ay, bx, by)).toBe(fraction));

  it("gives the nearest place of the segment", () => {
    const metre = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(metre, metre, metre, metre, metre, metre, part, (px, py, ax, ay, bx, by, other) => {
        const away = (f: number) => Math.hypot(px - ax - f * (bx - ax), py - ay - f * (by - ay));
        const f = segmentFraction(px, py, ax, ay, bx, by);
        expect(f >= 0 && f <= 1).toBe(true);
        expect(away(f)).toBeLessThanOrEqual(away(other) + 1e-7);
      }),
    );
  });
});

// Conversion to EPSG:3857 and back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromMercator, MAX_MERCATOR_LAT, toMercator } from "../../src/geo/mercator.js";

const EDGE = 20037508.342789244; // half the side of the map: π · 6378137

describe("toMercator", () => {
  it.each([
    ["the middle of the map", 0, 0, 0, 0],
    ["its north-east corner", 180, MAX_MERCATOR_LAT, EDGE, EDGE],
    ["its south-west corner", -180, -MAX_MERCATOR_LAT, -EDGE, -EDGE],
    ["EPSG's worked example, 100°20′W 24°22′54.433″N", -100 - 20 / 60, 24 + 22 / 60 + 54.433 / 3600, -11169055.58, 2800000.0],
    ["a place in the south", 174.7762, -41.2865, 19455997.59, -5054692.64],
    ["a north pole, drawn in to the edge", 0, 90, 0, EDGE],
    ["a south pole, drawn in to the edge", 0, -90, 0, -EDGE],
    ["a longitude past 180, not wrapped", 190, 0, 21150703.25, 0],
  ])("%s", (_, lon, lat, x, y) => {
    const [mx, my] = toMercator(lon, lat);
    expect(mx).toBeCloseTo(x, 1);
    expect(my).toBeCloseTo(y, 1);
  });

  it("agrees with asinh(tan φ) to 0.1 µm", () => {
    const lat = fc.double({ min: -MAX_MERCATOR_LAT, max: MAX_MERCATOR_LAT, noNaN: true });
    const off = (l: number) => Math.abs(toMercator(0, l)[1] - 6378137 * Math.asinh(Math.tan((l * Math.PI) / 180)));
    fc.assert(fc.property(lat, (l) => void expect(off(l)).toBeLessThan(1e-7)));
  });

  it("of NaN is NaN", () => {
    expect(toMercator(Number.NaN, 0)[0]).toBeNaN();
    expect(toMercator(0, Number.NaN)[1]).toBeNaN();
  });
});

describe("fromMercator", () => {
  it("is the inverse of toMercator to 1e-12°", () => {
    const lon = fc.double({ min: -180, max: 180, noNaN: true });
    const lat = fc.double({ min: -85.05, max: 85.05, noNaN: true });
    fc.assert(
      fc.property(lon, lat, (l, p) => {
        const [lon2, lat2] = fromMercator(...toMercator(l, p));
        expect(Math.abs(lon2 - l)).toBeLessThan(1e-12);
        expect(Math.abs(lat2 - p)).toBeLessThan(1e-12);
      }),
    );
  });

  it.each([
    [0, 0],
    [EDGE, MAX_MERCATOR_LAT],
    [-EDGE, -MAX_MERCATOR_LAT],
    [1e12, 90],
    [-1e12, -90],
  ])("y = %d m is latitude %d°", (y, lat) => expect(fromMercator(0, y)[1]).toBeCloseTo(lat, 12));

  it("of NaN is NaN", () => expect(fromMercator(Number.NaN, Number.NaN)).toEqual([Number.NaN, Number.NaN]));
});

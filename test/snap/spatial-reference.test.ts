// The spatial references of the wire.
import { describe, expect, it } from "vitest";
import { rounded } from "../../src/geo/rounding.js";
import { fromDegrees, readSpatialReference, toDegrees, WEB_MERCATOR, WGS84 } from "../../src/snap/spatial-reference.js";

describe("reading a spatial reference", () => {
  it.each<[unknown, object | null]>([
    [4326, WGS84],
    ["4326", WGS84],
    [{ wkid: 4326 }, WGS84],
    [{ wkid: 4326, latestWkid: 4326 }, WGS84],
    [{ latestWkid: 4326 }, WGS84],
    ['{"wkid":4326}', WGS84],
    [{ wkid: "4326" }, WGS84],
    [3857, WEB_MERCATOR],
    [102100, WEB_MERCATOR],
    [102113, WEB_MERCATOR],
    [900913, WEB_MERCATOR],
    [{ wkid: 102100, latestWkid: 3857 }, WEB_MERCATOR],
    [{ wkid: 999999, latestWkid: 3857 }, WEB_MERCATOR],
    [{ wkid: null, latestWkid: 3857 }, WEB_MERCATOR],
    [null, null],
    ["", null],
    ["null", null],
    [{}, null],
    [{ wkid: null }, null],
  ])("accepts %j", (value, expected) => {
    expect(readSpatialReference("context.outSR", value)).toBe(expected);
  });

  it.each<[unknown, string]>([
    [26910, "26910"],
    [{ wkid: 2154, latestWkid: 2154 }, "2154"],
    ["25832", '"25832"'],
    ["EPSG:4326", '"EPSG:4326"'],
    [{ wkt: 'GEOGCS["GCS_WGS_1984"]' }, "an object"],
    [true, "true"],
    [[4326], "a list of 1"],
  ])("refuses %j", (value, shown) => {
    expect(() => readSpatialReference("context.outSR", value)).toThrow(
      `context.outSR is ${shown}; it must be one of the wkids 4326, 3857, 102100, 102113, 3785, 900913.`,
    );
  });

  it("shortens an object that it refuses", () => {
    expect(() => readSpatialReference("env:outSR", '{"wkid":')).toThrow(
      'env:outSR is not valid JSON: "{\\"wkid\\":"; it must be a wkid or an object with a wkid.',
    );
  });
});

describe("writing coordinates", () => {
  it("rounds degrees to 1e-7 and metres to the millimetre", () => {
    expect(fromDegrees(WGS84, -122.43410099956145, 37.800155000053394)).toEqual([-122.434101, 37.800155]);
    expect(fromDegrees(WEB_MERCATOR, -122.43410099956145, 37.800155000053394)).toEqual([-13629301.779, 4551232.757]);
  });
  it("never writes −0", () => {
    expect(Object.is(rounded(-1e-12, 1e7), 0)).toBe(true);
  });
  it("and reading them back differs by less than a millimetre", () => {
    for (const [lon, lat] of [
      [0, 0],
      [179.9, 84.9],
      [-179.9, -84.9],
      [2.35, 48.85],
    ]) {
      const [x, y] = fromDegrees(WEB_MERCATOR, lon, lat);
      const back = toDegrees(WEB_MERCATOR, x, y);
      expect(back[0]).toBeCloseTo(lon, 7);
      expect(back[1]).toBeCloseTo(lat, 7);
    }
  });
  it("keeps the edge of the web map within the world", () => {
    for (const edge of [20037508.342789244, 20037508.34278925, 20037508.3428]) {
      expect(toDegrees(WEB_MERCATOR, edge, 0)[0]).toBe(180);
      expect(toDegrees(WEB_MERCATOR, -edge, 0)[0]).toBe(-180);
    }
    expect(toDegrees(WEB_MERCATOR, 20037510, 0)[0]).toBeGreaterThan(180);
    expect(toDegrees(WEB_MERCATOR, -20037510, 0)[0]).toBeLessThan(-180);
  });
});

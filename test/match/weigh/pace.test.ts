// Pace: a match must not fail, however much the paces of its legs differ.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readGeoJsonRoads } from "../../../src/import/roads/geojson-roads.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { buildRoads } from "../../../src/roads/build.js";
import { runs } from "../../helpers/runs.js";

const coordinates = Array.from({ length: 100 }, (_, i) => [8 + i * 0.02, 50]);
const motorway = { type: "Feature", properties: { highway: "motorway" }, geometry: { type: "LineString", coordinates } };
const roads = buildRoads(readGeoJsonRoads({ type: "FeatureCollection", features: [motorway] }));

describe("a traffic jam, a long leg without fixes at a free speed, and another jam", () => {
  it("gives every point on a road a confidence above 0", { tags: "long" }, () => {
    const matcher = new Matcher(roads);
    const jam = fc.record({
      fixes: fc.integer({ min: 2, max: 40 }),
      seconds: fc.integer({ min: 5, max: 120 }),
      speed: fc.integer({ min: 1, max: 10 }),
    });
    const free = fc.record({ seconds: fc.integer({ min: 60, max: 3600 }), speed: fc.integer({ min: 10, max: 35 }) });
    fc.assert(
      fc.property(jam, free, (slow, fast) => {
        const legs = [...Array(slow.fixes).fill(slow), fast, ...Array(slow.fixes).fill(slow)];
        let [metres, time] = [500, 1_700_000_000];
        const track: TrackPoint[] = [{ lon: 8 + metres / 71_695, lat: 50.00003, time }];
        for (const { seconds, speed } of legs) {
          metres += seconds * speed;
          time += seconds;
          track.push({ lon: 8 + (metres % 130_000) / 71_695, lat: 50.00003, time });
        }
        for (const { confidence, edge } of matcher.match(track).points) expect(confidence > 0).toBe(edge >= 0);
      }),
      { numRuns: runs(300) },
    );
  });
});

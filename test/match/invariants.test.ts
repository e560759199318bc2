// What holds for every match, whatever the roads and however senseless the track.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, wrapLon } from "../../src/geo/metres.js";
import { Matcher } from "../../src/match/matcher.js";
import { AVOIDABLE, type MatcherOptions, type UTurnPolicy } from "../../src/match/options.js";
import type { Match, Stretch } from "../../src/match/result/result.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { Mode } from "../../src/roads/attributes.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { runs } from "../helpers/runs.js";
import { buildTown, towns } from "./random-town.js";
import { fixesOf, tracks } from "./random-track.js";

const RUNS = runs(60);
const options: fc.Arbitrary<MatcherOptions> = fc.record(
  {
    mode: fc.constantFrom<Mode>("driving", "walking", "cycling", "trucking"),
    uTurns: fc.constantFrom<UTurnPolicy>("anywhere", "dead-ends", "dead-ends-and-intersections", "never"),
    avoid: fc.dictionary(fc.constantFrom(...AVOIDABLE), fc.constantFrom(0.1, 0.5, 3, 100), { maxKeys: 2 }),
    maxSpeed: fc.constantFrom(0.5, 10, 150),
    searchRadius: fc.constantFrom(1, 20, 200, 2000),
    defaultAccuracy: fc.constantFrom(0.5, 20, 500),
    maxCandidates: fc.constantFrom(1, 2, 5, 200),
    routeMemory: fc.constantFrom(5, 320),
  },
  { requiredKeys: [] },
);

/** Checks a property of the matches of many random tracks over many random towns. */
function always(check: (match: Match, track: TrackPoint[], roads: RoadGraph) => void): void {
  fc.assert(
    fc.property(towns(), tracks(), options, (plan, fixes, choice) => {
      const { roads } = buildTown(plan);
      const track = fixesOf(plan, fixes);
      check(new Matcher(roads, choice).match(track), track, roads);
    }),
    { numRuns: RUNS },
  );
}

const SNAPPED = ["matched", "interpolated", "outlier"];

describe("every match", () => {
  it("has one point for each fix, in order, each with a reason", () => {
    always(({ points }, track) => {
      expect(points).toHaveLength(track.length);
      const isPlace = ({ lon, lat }: TrackPoint) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
      const isZero = ({ lon, lat }: TrackPoint) => lon === 0 && lat === 0;
      const others = track.filter((fix) => isPlace(fix) && !isZero(fix));
      const isZeroNowhere = others.length > 0 && others.every(({ lon, lat }) => Math.abs(lon) > 1 || Math.abs(lat) > 1);
      points.forEach((point, i) => {
        expect(point.edge >= 0, point.reason).toBe(SNAPPED.includes(point.reason));
        expect(point.reason === "bad-coordinate").toBe(!isPlace(track[i]) || (isZero(track[i]) && isZeroNowhere));
        if (point.edge >= 0) return;
        expect(point).toMatchObject({ lon: track[i].lon, lat: track[i].lat, confidence: 0, arc: -1, offset: 0, distance: 0 });
      });
    });
  });

  it("has a confidence above 0 and at most 1 for points on a road, and 0 for all others", () => {
    always(({ points }) => {
      for (const point of points) {
        expect(point.confidence > 0).toBe(point.edge >= 0);
        expect(point.confidence).toBeLessThanOrEqual(1);
      }
    });
  });

  it("puts each point on its edge, at its offset, and states its distance to the fix", () => {
    always(({ points }, track, roads) => {
      points.forEach((point, i) => {
        if (point.edge < 0) return;
        expect(point.edge).toBe(point.arc >>> 1);
        const length = roads.edgeLength[point.edge];
        expect(point.offset).toBeGreaterThanOrEqual(0);
        expect(point.offset).toBeLessThanOrEqual(length + 0.001);
        expectNear(roads.pointAt(point.edge, point.arc & 1 ? length - point.offset : point.offset), point);
        const metres = distance(track[i].lon, track[i].lat, point.lon, point.lat);
        // Distances are computed in a plane, which is inexact for fixes in another town.
        if (metres < 2000)
          expect(Math.abs(point.distance - metres), `${point.distance} for ${metres} m`).toBeLessThan(0.002 + metres * 2e-3);
      });
    });
  });

  it("puts each point on its own stretch, in travel order; only a fix's own evidence may put it behind an earlier one", () => {
    always(({ points, stretches }) => {
      let latest = 0;
      let offset = 0;
      for (const point of points) {
        if (point.reason === "bad-coordinate") {
          expect(point.stretch).toBe(-1);
          continue;
        }
        expect(point.stretch).toBeGreaterThanOrEqual(latest);
        if (point.edge >= 0 && point.reason !== "matched" && point.stretch === latest)
          expect(point.offset).toBeGreaterThanOrEqual(offset - 0.001);
        latest = point.stretch;
        offset = point.offset;
        const stretch = stretches[point.stretch];
        expect(stretch.arc).toBe(point.arc);
        expect(stretch.type).toBe(point.edge >= 0 ? "Road" : "Off");
        if (point.edge < 0) continue;
        expect(point.offset).toBeGreaterThanOrEqual(stretch.startOffset);
        expect(point.offset).toBeLessThanOrEqual(stretch.endOffset);
      }
    });
  });

  it("draws each road stretch along the line of its arc", () => {
    always(({ stretches }, _, roads) => {
      for (const stretch of stretches) {
        expect(stretch.coordinates.length).toBeGreaterThanOrEqual(2);
        expect(lengthOf(stretch)).toBeCloseTo(stretch.length, 1);
        if (stretch.type !== "Road") {
          expect(stretch).toMatchObject({ edge: -1, arc: -1, startOffset: 0, endOffset: 0 });
          continue;
        }
        expect(stretch.edge).toBe(stretch.arc >>> 1);
        expect(stretch.startOffset).toBeGreaterThanOrEqual(0);
        expect(stretch.endOffset).toBeGreaterThanOrEqual(stretch.startOffset);
        expect(stretch.endOffset).toBeLessThanOrEqual(roads.edgeLength[stretch.edge] + 0.001);
        expect(stretch.length).toBeCloseTo(stretch.endOffset - stretch.startOffset, 2);
        expect(stretch.coordinates).toEqual(expectedLine(roads, stretch).map(([lon, lat]) => [near(lon), near(lat)]));
      }
    });
  });

  it("is one unbroken way: each stretch begins where the previous one ended", () => {
    always(({ stretches }, _, roads) => {
      for (let i = 1; i < stretches.length; i++) {
        const [before, after] = [stretches[i - 1], stretches[i]];
        const [lon, lat] = after.coordinates[0];
        expectNear(before.coordinates[before.coordinates.length - 1], { lon, lat });
        if (before.type !== "Road" || after.type !== "Road") {
          expect(before.type).not.toBe(after.type);
          continue;
        }
        const length = roads.edgeLength[before.edge];
        if (after.startOffset === 0) {
          expect(roads.tail(after.arc)).toBe(roads.head(before.arc));
          expect(before.endOffset).toBeCloseTo(length, 2);
        } else {
          expect(after.arc).toBe(before.arc ^ 1);
          expect(before.endOffset + after.startOffset).toBeCloseTo(length, 2);
        }
      }
    });
  });

  it("has gaps only between two parts of the track, and no more than needed", () => {
    always(({ stretches }) => {
      stretches.forEach((stretch, i) => {
        if (stretch.type !== "Road Gap") return;
        expect(stretches[i - 1]?.type).toMatch(/^(Road|Off)$/);
        expect(stretches[i + 1]?.type).toMatch(/^(Road|Off)$/);
      });
    });
  });

  it("lists broken rules in order, each with an existing stretch", () => {
    always(({ violations, stretches }) => {
      let latest = 0;
      for (const violation of violations) {
        expect(violation.stretch).toBeGreaterThanOrEqual(latest);
        latest = violation.stretch;
        const arcs = [stretches[violation.stretch].arc, stretches[violation.stretch - 1]?.arc];
        expect(arcs).toContain(violation.arc);
      }
    });
  });
});

describe("the same track", () => {
  it("gives the same bytes each time, also on a matcher that has matched other tracks", () => {
    fc.assert(
      fc.property(towns(), fc.array(tracks(10), { minLength: 1, maxLength: 3 }), options, (plan, many, choice) => {
        const { roads } = buildTown(plan);
        const used = new Matcher(roads, choice);
        const all = many.map((fixes) => fixesOf(plan, fixes));
        const first = all.map((track) => JSON.stringify(used.match(track)));
        expect(all.map((track) => JSON.stringify(used.match(track)))).toEqual(first);
        expect(all.map((track) => JSON.stringify(new Matcher(roads, choice).match(track)))).toEqual(first);
      }),
      { numRuns: runs(40) },
    );
  });

  it("gives the same match with fixes without a valid place among the others", () => {
    const nowhere = { lon: Number.NaN, lat: 99, time: 2_000_000_000, speed: 30 };
    fc.assert(
      fc.property(towns(), tracks(40), options, fc.array(fc.boolean(), { minLength: 1 }), (plan, fixes, choice, holes) => {
        const matcher = new Matcher(buildTown(plan).roads, choice);
        const track = fixesOf(plan, fixes);
        const torn = track.flatMap((fix, i) => (holes[i % holes.length] ? [nowhere, fix, nowhere] : [fix]));
        const { points, ...way } = matcher.match(torn);
        const { points: expected, ...sameWay } = matcher.match(track);
        expect(points.filter((_, i) => torn[i] === nowhere).every(({ reason }) => reason === "bad-coordinate")).toBe(true);
        expect(points.filter((_, i) => torn[i] !== nowhere)).toEqual(expected);
        expect(way).toEqual(sameWay);
      }),
      { numRuns: RUNS },
    );
  });

  it("is left unchanged by matching", () => {
    fc.assert(
      fc.property(towns(), tracks(), options, (plan, fixes, choice) => {
        const track = fixesOf(plan, fixes);
        const before = structuredClone(track);
        new Matcher(buildTown(plan).roads, choice).match(track);
        expect(track).toEqual(before);
      }),
      { numRuns: runs(40) },
    );
  });

  it("gives the same match on any meridian, also if the antimeridian runs through the town", () => {
    const corners = fc.constantFrom(0, -7e7, 179.998e7, 179.9995e7, -180e7);
    fc.assert(
      fc.property(towns(), tracks(), options, corners, (plan, fixes, choice, corner) => {
        const sensible = fixes.filter(({ place }) => place.kind !== "far" && place.kind !== "degrees");
        // With the default options; others may leave two ways exactly equal, between which rounding decides.
        const { mode, uTurns } = choice;
        const here = new Matcher(buildTown(plan).roads, { mode, uTurns }).match(fixesOf(plan, sensible));
        const there = new Matcher(buildTown(plan, corner).roads, { mode, uTurns }).match(fixesOf(plan, sensible, corner));
        there.points.forEach((point, i) => {
          const same = here.points[i];
          expect(point.reason).toBe(same.reason);
          expect(point.distance).toBeCloseTo(same.distance, 1);
          expectNear([point.lon, point.lat], { lon: wrapLon(same.lon + corner / 1e7 - 11), lat: same.lat });
        });
        expect(lengthDriven(there)).toBeCloseTo(lengthDriven(here), 1);
      }),
      { numRuns: RUNS, seed: 48 },
    );
  });
});

function lengthDriven({ stretches }: Match): number {
  return stretches.reduce((sum, { type, length }) => (type === "Road" ? sum + length : sum), 0);
}

function lengthOf({ coordinates }: Stretch): number {
  return coordinates.slice(1).reduce((sum, place, i) => sum + distance(...coordinates[i], ...place), 0);
}

/** The part of the arc's line that a stretch covers. */
function expectedLine(roads: RoadGraph, { arc, startOffset, endOffset }: Stretch): [number, number][] {
  return roads.arcCoordinates(arc, startOffset, endOffset);
}

function near(degrees: number) {
  return expect.closeTo(degrees, 6);
}

function expectNear([lon, lat]: [number, number], place: { lon: number; lat: number }): void {
  expect(Math.abs(place.lon - lon)).toBeLessThan(1e-6);
  expect(Math.abs(place.lat - lat)).toBeLessThan(1e-6);
}

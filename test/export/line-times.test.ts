// The times at which each line was driven.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { writeGeoJson } from "../../src/export/geojson.js";
import { lineTimes, stretchTimes } from "../../src/export/line-times.js";
import { writeNdjson } from "../../src/export/ndjson.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { readTracks } from "../../src/import/tracks/tracks.js";
import { Matcher } from "../../src/match/matcher.js";
import type { Match, MatchedPoint, Reason, Stretch } from "../../src/match/result/result.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { combineResults } from "../../src/snap/combine.js";
import { snapPoints } from "../../src/snap/points.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { input } from "./sample.js";

/** A piece of a road; for roads only the offsets count, and not their places. */
function road(length = 100, startOffset = 0): Stretch {
  return {
    type: "Road",
    edge: 0,
    arc: 0,
    startOffset,
    endOffset: startOffset + length,
    length,
    coordinates: [
      [0, 0],
      [0, 0],
    ],
  };
}

/** A stretch off the roads from one latitude to another: 0.001° are 110.6 m. */
function straight(type: "Off" | "Road Gap", from: number, to: number): Stretch {
  const length = 110_574 * Math.abs(to - from);
  return {
    type,
    edge: -1,
    arc: -1,
    startOffset: 0,
    endOffset: 0,
    length,
    coordinates: [
      [0, from],
      [0, to],
    ],
  };
}

function at(stretch: number, offset: number, reason: Reason = "matched", lat = 0): MatchedPoint {
  return { lon: 0, lat, confidence: 1, edge: 0, arc: 0, offset, distance: 0, reason, stretch };
}

/** The start of the first line and the end of each; each line starts where the previous one ends. */
function ends(stretches: Stretch[], points: MatchedPoint[], times: (number | null)[]): (number | null)[] {
  const match: Match = { points, stretches, violations: [] };
  const track: TrackPoint[] = times.map((time) => ({ lon: 0, lat: 0, time }));
  const answer = stretchTimes(match, track);
  for (const [i, { start }] of answer.entries()) if (i > 0) expect(start).toBe(answer[i - 1].end);
  return [answer[0].start, ...answer.map(({ end }) => end)];
}

describe("the times of a line", () => {
  it("are interpolated by distance between the fixes before and after its ends", () => {
    expect(ends([road(100, 50), road(), road()], [at(0, 50), at(0, 130), at(2, 60)], [1000, 1008, 1026])).toEqual([1000, 1010, 1020, 1026]);
  });

  it("are interpolated by the metres of the part of a road that was driven, and those off the road", () => {
    const halfWay = [1000, 1010];
    expect(ends([road(), road(100, 50)], [at(0, 50), at(1, 100)], halfWay)).toEqual([1000, 1005, 1010]);
    expect(ends([road(100, 50), road()], [at(0, 100), at(1, 50)], halfWay)).toEqual([1000, 1005, 1010]);
    const [off, north] = [straight("Off", 0, 0.001), 50 / 110_574];
    expect(ends([road(), off], [at(0, 50), at(1, 0, "off-road", north)], halfWay)[1]).toBeCloseTo(1005, 2);
    expect(ends([off, road()], [at(0, 0, "off-road", 0.001 - north), at(1, 50)], halfWay)[1]).toBeCloseTo(1005, 2);
  });

  it("include a stop on the line on which it was made", () => {
    const stop = [at(0, 80), at(0, 100), at(0, 100, "interpolated"), at(1, 0), at(1, 0, "interpolated"), at(1, 100)];
    expect(ends([road(), road()], stop, [1000, 1002, 1060, 1061, 1090, 1100])).toEqual([1000, 1060, 1100]);
  });

  it("pass over fixes that were put a little behind earlier ones", () => {
    const back = [at(0, 0), at(0, 90), at(0, 70), at(1, 30), at(1, 100)];
    expect(ends([road(), road()], back, [1000, 1010, 1012, 1018, 1030])).toEqual([1000, 1015, 1030]);
    const mixed = [at(0, 0), at(1, 5), at(0, 98), at(1, 100)];
    expect(ends([road(), road()], mixed, [1000, 1010, 1012, 1030])).toEqual([1000, 1011, 1030]);
  });

  it("exist for off-road stretches and gaps too", () => {
    const lines = [road(), straight("Off", 0, 0.002), straight("Road Gap", 0.002, 0.01), road()];
    const points = [at(0, 0), at(0, 100), at(1, 0, "off-road", 0.001), at(1, 0, "off-road", 0.002), at(3, 0), at(3, 100)];
    expect(ends(lines, points, [1000, 1010, 1020, 1030, 2000, 2010])).toEqual([1000, 1010, 1030, 2000, 2010]);
  });

  it("are unknown before the first known time and after the last", () => {
    const points = [at(0, 0), at(1, 50), at(2, 50), at(3, 50)];
    const lines = [road(), road(), road(), road()];
    expect(ends(lines, points, [null, 1000, 1010, null])).toEqual([null, null, 1005, null, null]);
    expect(ends(lines, points, [1000, null, 1025, 1035])).toEqual([1000, 1010, 1020, 1030, 1035]);
    expect(ends(lines, points, [null, null, null, null])).toEqual([null, null, null, null, null]);
  });

  it("are unknown if times run backwards along the track", () => {
    expect(ends([road(), road()], [at(0, 0), at(0, 50), at(1, 100)], [1000, 900, 1010])).toEqual([null, null, null]);
  });

  it("ignore outliers, which are placed by their times, and points without a line", () => {
    const points = [at(-1, 0, "no-road-nearby"), at(0, 0), at(1, 90, "outlier"), at(1, 100)];
    expect(ends([road(), road()], points, [0, 1000, 900, 1020])).toEqual([1000, 1010, 1020]);
  });

  it("are in seconds for times as milliseconds, as Dates, and in columns", () => {
    const match: Match = { points: [at(0, 0), at(0, 100)], stretches: [road()], violations: [] };
    const [start, end] = [1_714_982_400, 1_714_982_410];
    const dates = [new Date(start * 1000), new Date(end * 1000)].map((time) => ({ lon: 0, lat: 0, time: time as unknown as number }));
    expect(stretchTimes(match, dates)).toEqual([{ start, end }]);
    expect(stretchTimes(match, { lon: [0, 0], lat: [0, 0], time: new Float64Array([start * 1000, end * 1000]) })).toEqual([{ start, end }]);
    expect(stretchTimes(match, { lon: [0, 0], lat: [0, 0] })).toEqual([{ start: null, end: null }]);
  });

  it("never run backwards, and begin and end with the track, wherever its fixes were put", () => {
    const point = fc.record({ line: fc.nat(5), offset: fc.nat(120), pause: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20, size: "max" }), (given) => {
        let now = 1000;
        const times = given.map(({ pause }) => (now += pause));
        const lines = [road(), road(0), road(), straight("Road Gap", 0, 0.001), straight("Off", 0, 0.001), road()];
        const all = ends(
          lines,
          given.map(({ line, offset }) => at(line, offset)),
          times,
        ) as number[];
        expect(all).toEqual(all.toSorted((a, b) => a - b));
        expect([all[0], all.at(-1)]).toEqual([times[0], times.at(-1)]);
      }),
    );
  });
});

describe("the times of the lines of a drive", () => {
  const file = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
  let town: RoadGraph;
  beforeAll(async () => {
    town = buildRoads(await readOsm(file("town.osm")));
  });

  it.each(["errand.gpx", "haul.gpx", "park-walk.ndjson", "showground.csv", "tunnel.gpx", "two-vans.csv"])(
    "add up to the time of each track, without gaps between lines: %s",
    async (name) => {
      const { points } = await readTracks(file(`drives/${name}`));
      const result = snapPoints(new Matcher(town, { mode: name === "park-walk.ndjson" ? "walking" : "driving" }), points);
      const times = lineTimes(result);
      for (const id of new Set(points.map(({ trackId }) => trackId))) {
        const lines = times.filter((_, i) => result.lines[i].trackId === id) as { start: number; end: number }[];
        expect(lines.length).toBeGreaterThan(0);
        const on = result.inputs
          .filter(({ trackId }, i) => trackId === id && result.points[i].stretch >= 0)
          .map(({ time }) => time as number);
        expect([lines[0].start, lines.at(-1)?.end]).toEqual([Math.min(...on), Math.max(...on)]);
        for (const [i, { start, end }] of lines.entries()) {
          expect(end).toBeGreaterThanOrEqual(start);
          if (i > 0) expect(start).toBe(lines[i - 1].end);
        }
        const driven = lines.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(driven).toBeCloseTo(Math.max(...on) - Math.min(...on), 3);
      }
    },
  );

  it("are those of its own lines if results were combined under one name, with another between", async () => {
    const { points } = await readTracks(file("drives/errand.gpx"));
    const matcher = new Matcher(town);
    const [one, next] = [0, 1e5].map((after) =>
      snapPoints(
        matcher,
        points.map((fix) => ({ ...fix, time: fix.time! + after })),
      ),
    );
    const [a, b, later] = [
      { name: "a", result: one },
      { name: "b", result: one },
      { name: "a", result: next },
    ];
    const [between, behind] = [lineTimes(combineResults([a, b, later])), lineTimes(combineResults([a, later, b]))];
    const n = one.lines.length;
    expect([...between.slice(0, n), ...between.slice(2 * n)]).toEqual(behind.slice(0, 2 * n));
  });

  it("are in travel order, whatever the order of the file", async () => {
    const { points } = await readTracks(file("drives/errand.gpx"));
    const matcher = new Matcher(town);
    expect(lineTimes(snapPoints(matcher, points.toReversed()))).toEqual(lineTimes(snapPoints(matcher, points)));
  });
});

describe("the times of lines in a file", () => {
  const map = asciiMap("a---------b---------c");
  const roads = map.graph({ abc: { speed: 50 }, bc: {} });
  const drive = (values: (i: number) => Record<string, unknown>, rows = map.drive("cba", { interval: 10, speed: 10 })) =>
    snapPoints(
      new Matcher(roads),
      rows.map((fix, i) => input(fix.lon, fix.lat, { time: 1_714_982_400 + 10 * i, attributes: values(i) })),
    );
  const linesOf = (text: string) =>
    JSON.parse(text)
      .features.map(({ properties }: { properties: { kind: string } }) => properties)
      .filter(({ kind }: { kind: string }) => kind === "line");

  it("are seconds since the epoch in NDJSON, like those of points, with the duration and the direction along the way of the map", () => {
    const { lines } = JSON.parse(
      writeNdjson(
        drive(() => ({})),
        roads,
      ),
    );
    expect(lines).toMatchObject([
      { line_id: 1, start_time: 1_714_982_400, end_time: 1_714_982_450, duration: 50, direction: "backward" },
      { line_id: 2, start_time: 1_714_982_450, end_time: 1_714_982_500, duration: 50, direction: "backward" },
    ]);
  });

  it.each<[string, (i: number) => Record<string, unknown>, (string | number)[]]>([
    ["ISO 8601 in UTC if no property of the points is their time", () => ({}), ["2024-05-06T08:00:00Z", "2024-05-06T08:00:50Z"]],
    [
      "ISO 8601 in UTC if those of the points are text in any form",
      (i) => ({ time: `2024-05-06 10:00:${10 + i}+02:00` }),
      ["2024-05-06T08:00:00Z", "2024-05-06T08:00:50Z"],
    ],
    ["seconds if those of the points are", (i) => ({ time: 1_714_982_400 + 10 * i }), [1_714_982_400, 1_714_982_450]],
    ["milliseconds if those of the points are", (i) => ({ ts: 1_714_982_400_000 + 10_000 * i }), [1_714_982_400_000, 1_714_982_450_000]],
  ])("are in GeoJSON %s", (_, values, [start_time, end_time]) => {
    expect(linesOf(writeGeoJson(drive(values), roads))[0]).toMatchObject({ start_time, end_time, duration: 50, direction: "backward" });
  });

  it("are null without times", () => {
    const result = snapPoints(
      new Matcher(roads),
      map.drive("ac", { interval: 10, speed: 10 }).map(({ lon, lat }) => input(lon, lat)),
    );
    expect(linesOf(writeGeoJson(result, roads))[0]).toMatchObject({
      start_time: null,
      end_time: null,
      duration: null,
      direction: "forward",
    });
    expect(JSON.parse(writeNdjson(result, roads)).lines[0]).toMatchObject({ start_time: null, end_time: null, duration: null });
  });
});

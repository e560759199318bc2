// What is written can be read again, with the same fields of every point.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCsv } from "../../src/export/csv.js";
import { writeGeoJson } from "../../src/export/geojson.js";
import { writeGpx } from "../../src/export/gpx.js";
import { writeNdjson } from "../../src/export/ndjson.js";
import { readTracks } from "../../src/import/tracks/tracks.js";
import type { InputPoint } from "../../src/match/track/track.js";
import type { SnapResult } from "../../src/snap/result.js";
import { runs } from "../helpers/runs.js";
import { input, roads, unmoved } from "./sample.js";

const degrees = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((value) => value / 1e7);
/** In GPX the 180th meridian is −180. */
const longitude = degrees(180).map((lon) => (lon === 180 ? -180 : lon));
const known = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const amount = (max: number) => fc.double({ min: 0, max, noNaN: true }).map((value) => value + 0); // no −0, which JSON does not have
const epoch = fc.integer({ min: 1e11, max: 4e12 }).map((milliseconds) => milliseconds / 1000);

const point = (trackId: fc.Arbitrary<string | null>): fc.Arbitrary<InputPoint> =>
  fc.record({
    lon: fc.oneof({ weight: 9, arbitrary: longitude }, { weight: 1, arbitrary: fc.constant(Number.NaN) }),
    lat: degrees(90),
    time: known(epoch),
    accuracy: known(amount(1000)),
    speed: known(amount(100)),
    course: known(amount(360)),
    trackId,
    objectId: known(fc.nat()),
    attributes: fc.dictionary(
      fc.constantFrom("note", "kind", "name", "z", "a,b", "ele"),
      fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    ),
  });

const trackName = fc
  .string({ minLength: 1 })
  .map((text) => text.trim())
  .filter((text) => text !== "" && text !== "\\N"); // the null of a database in a CSV
/** One track, or several with names and some points without a track. */
const inputs = fc.oneof(
  fc.array(point(fc.constant(null)), { minLength: 1, maxLength: 8 }),
  fc
    .array(trackName, { minLength: 1, maxLength: 3 })
    .chain((names) => fc.array(point(known(fc.constantFrom(...names))), { minLength: 1, maxLength: 12 })),
);

/** The fields compared: all that a matcher uses. */
const told = ({ lon, lat, time, accuracy, speed, course, trackId }: InputPoint) => ({ lon, lat, time, accuracy, speed, course, trackId });

async function readBack(write: (result: SnapResult, r: typeof roads) => string, points: InputPoint[], name: string): Promise<InputPoint[]> {
  return (await readTracks(new TextEncoder().encode(write(unmoved(points), roads)), name)).points;
}

describe("points that are written and read again are the same", () => {
  const someWhere = (points: InputPoint[]) => points.some(({ lon }) => !Number.isNaN(lon));

  it("in CSV", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (points) => {
        fc.pre(someWhere(points));
        const back = await readBack(writeCsv, points, "a.csv");
        expect(back.map(told)).toEqual(points.map(told));
        expect(back.map(({ objectId }) => objectId)).toEqual(points.map(({ objectId }) => objectId));
      }),
      { numRuns: runs(60) },
    );
  });

  it("in GeoJSON", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (points) => {
        const back = await readBack(writeGeoJson, points, "a.geojson");
        // A point without a place has no geometry.
        expect(back.map(told)).toEqual(points.map((one) => told(Number.isNaN(one.lon) ? { ...one, lat: Number.NaN } : one)));
        expect(back.map(({ objectId }) => objectId)).toEqual(points.map(({ objectId }) => objectId));
      }),
      { numRuns: runs(60) },
    );
  });

  const byTrack = (points: InputPoint[]) => {
    const ids = [...new Set(points.map(({ trackId }) => trackId))];
    return ids.flatMap((id) => points.filter(({ trackId }) => trackId === id));
  };

  it("in NDJSON, track after track", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (points) => {
        const back = await readBack(writeNdjson, points, "a.ndjson");
        expect(back.map(told)).toEqual(byTrack(points).map(told));
      }),
      { numRuns: runs(60) },
    );
  });

  it("in GPX, track after track, without points that lack a place or a track, and without the name of a single track", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (points) => {
        const located = points.filter(({ trackId }) => trackId !== null || points.every((one) => one.trackId === null));
        const expected = byTrack(located).filter(({ lon }) => !Number.isNaN(lon));
        fc.pre(expected.length > 0);
        const single = new Set(expected.map(({ trackId }) => trackId)).size === 1;
        const back = await readBack(writeGpx, points, "a.gpx");
        expect(back.map(told)).toEqual(expected.map((one) => told(single ? { ...one, trackId: null } : one)));
      }),
      { numRuns: runs(60) },
    );
  });
});

it("a single track keeps its name from GPX to GPX", async () => {
  const gpx = `<gpx version="1.1"><trk><name>Home &amp; back</name><trkseg><trkpt lat="45" lon="7"/><trkpt lat="45" lon="7.1"/></trkseg></trk></gpx>`;
  const { name, points } = await readTracks(new TextEncoder().encode(gpx), "a.gpx");
  expect([name, points[0].trackId]).toEqual(["Home & back", null]);
  expect(writeGpx(unmoved(points), roads, { name })).toContain("<name>Home &amp; back</name>");
  expect(writeGpx(unmoved(points), roads)).toContain("<name>track</name>");
});

it.each<[string, Record<string, unknown>, string | null]>([
  ["a long number from Garmin", { ele: "237.8000030517578125" }, "237.8"],
  ["a column of that name", { altitude: 12 }, "12"],
  ["the better known of two columns", { alt: 1, ele: 2 }, "2"],
  ["the better known of two other columns", { altitude: 1, elevation: 2 }, "2"],
  ["a number, before a better-known column of words", { ele: "high", alt: 1 }, "1"],
  ["words", { ele: "high" }, null],
  ["a name in another case, with its unit", { "Altitude (m)": "12,5" }, "12.5"],
  ["a name with its unit in brackets", { "elevation[m]": 3 }, "3"],
])("an elevation is written into GPX: %s", (_, attributes, expected) => {
  const text = writeGpx(unmoved([input(7, 45, { attributes })]), roads);
  expect(/<ele>(.*)<\/ele>/.exec(text)?.[1] ?? null).toBe(expected);
});

describe("known fields are written if the input has them for some points only, or in another form", () => {
  const at = { lon: 7.25, lat: 45.5, time: 1704542400, accuracy: 5, speed: 10, course: 90, trackId: "a", objectId: 1 };
  const blank: InputPoint = {
    lon: 0,
    lat: 0,
    time: null,
    accuracy: null,
    speed: null,
    course: null,
    trackId: null,
    objectId: 2,
    attributes: {},
  };
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["of one of two files", { longitude: 7.25, latitude: 45.5, vehicle: "a" }, {}],
    ["a sheet's own x and y", { x: 10, y: 5 }, { x: 0, y: 0 }],
    ["a time without its date", { time: "12:00:00", date: "2024-01-06" }, { time: "12:00:10", date: "2024-01-06" }],
    ["a track and a vehicle", { vehicle: "van", track_id: "a" }, { vehicle: "van", track_id: "b" }],
    ["other units", { speed_kmh: 36, timestamp_ms: 1704542400000, hdop: 1 }, { speed_kmh: 3.6 }],
    ["the names of the answers", { lon: 1, accuracy: "good", confidence: 7 }, { name: "x" }],
  ])("%s", async (_, one, other) => {
    const points: InputPoint[] = [
      { ...at, attributes: one },
      { ...at, lon: 7.26, trackId: "b", speed: 1, time: 1704542410, objectId: 2, attributes: other },
      { ...blank, trackId: "b", lon: 7.27, lat: 45.5, objectId: 3 },
    ];
    for (const [write, name] of [
      [writeCsv, "a.csv"],
      [writeGeoJson, "a.geojson"],
    ] as const) {
      expect((await readBack(write, points, name)).map(told)).toEqual(points.map(told));
    }
  });
});

it("a trip and its vehicle are one track again, though its id is in no column of the input", async () => {
  const text = "vehicle_id,trip_id,lon,lat\nv1,1,7.25,45.5\nv2,1,7.26,45.5\nv2,,7.27,45.5\n";
  const { points } = await readTracks(new TextEncoder().encode(text));
  expect(writeCsv(unmoved(points), roads)).toMatch(/^vehicle_id,trip_id,lon,lat,snapped_lon,/);
  for (const write of [writeCsv, writeGeoJson]) expect((await readBack(write, points, "")).map(told)).toEqual(points.map(told));
  // With names given by an option, or in one of several files.
  const renamed = points.map((point) => ({ ...point, trackId: `a/${point.trackId}` }));
  for (const write of [writeCsv, writeGeoJson]) expect((await readBack(write, renamed, "")).map(told)).toEqual(renamed.map(told));
});

it("NaN is written into GPX as little as unknown values", () => {
  const text = writeGpx(unmoved([input(7, 45, { speed: Number.POSITIVE_INFINITY, accuracy: Number.NaN })]), roads);
  expect(text).not.toMatch(/Infinity|NaN|roadsnap:speed|roadsnap:accuracy/);
});

it("no points give no line of NDJSON", () => {
  expect(writeNdjson(unmoved([]), roads)).toBe("");
});

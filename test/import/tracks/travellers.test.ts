// Whether points that are read as one track belong to several travellers, told apart by a field with an unknown name.
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../src/import/tracks/csv.js";
import { readGeoJsonTracks } from "../../../src/import/tracks/geojson-tracks.js";
import { readNdjson } from "../../../src/import/tracks/ndjson.js";
import { parseTrackLine } from "../../../src/import/tracks/track-line.js";
import { travellerField } from "../../../src/import/tracks/travellers.js";
import type { InputPoint } from "../../../src/match/track/track.js";

const START = 1_700_000_000;
const NONE = { accuracy: null, speed: null, course: null, trackId: null, objectId: null };

/** Points every 10 s: those of each truck move eastwards, and each of `trucks` is a kilometre north of the one before. */
function fleet(trucks: readonly string[], count: number, more: (i: number) => object = () => ({})): InputPoint[] {
  return Array.from({ length: count }, (_, i) =>
    trucks.map(
      (truck, row): InputPoint => ({
        ...NONE,
        lon: 8 + i / 1000,
        lat: 50 + row / 100,
        time: START + 10 * i,
        attributes: { height: (i * 37) % 11, truck, ...more(i) },
      }),
    ),
  ).flat();
}

const two = fleet(["a", "b"], 50);

describe("the field that tells travellers apart", () => {
  it.each<[string, InputPoint[], string | null]>([
    ["two in alternation", two, "truck"],
    ["two one after the other in the file, at the same times", two.toSorted((p, q) => p.lat - q.lat), "truck"],
    ["two one after the other in the file, without times", two.map((point) => ({ ...point, time: null })), "truck"],
    ["two of which some points have no place", two.map((point, i) => (i % 9 === 0 ? { ...point, lon: Number.NaN } : point)), "truck"],
    [
      "forty over a long time",
      fleet(
        Array.from({ length: 40 }, (_, i) => `${i}`),
        500,
      ),
      "truck",
    ],
    [
      "one, and two long afterwards",
      [...fleet(["a"], 2000), ...fleet(["a", "b"], 4000).map((point) => ({ ...point, time: (point.time as number) + 86_400 }))],
      "truck",
    ],
    [
      "four of two towns, by the field of the travellers and not of the towns",
      fleet(["a", "b", "c", "d"], 50).map((point, i) => {
        return { ...point, lat: point.lat + (i % 2), attributes: { ...point.attributes, town: i % 2 } };
      }),
      "truck",
    ],
    [
      "a single one, whatever its fields",
      fleet(["a"], 200, (i) => ({ state: i % 2, day: i < 100 ? 1 : 2, line: Math.floor(i / 20) })),
      null,
    ],
    ["two with one track id, by a field with an unrelated name", two.map((point) => ({ ...point, trackId: "x" })), null],
    [
      "two with one track id, by the name of a vehicle",
      two.map((point) => ({ ...point, trackId: "x", attributes: { vehicle: point.attributes.truck } })),
      "vehicle",
    ],
    [
      "two with one track id, by the name of a vehicle that is in another track too",
      fleet(["a", "b", "c", "d"], 50).map((point, i) => ({ ...point, trackId: i % 4 < 2 ? "x" : "y", attributes: { vehicle: i % 2 } })),
      "vehicle",
    ],
    [
      "two vehicles whose track ids tell them apart",
      two.map((point) => ({ ...point, trackId: `x ${point.attributes.truck}`, attributes: { vehicle: point.attributes.truck } })),
      null,
    ],
    ["two of which some points have a track id", two.map((point, i) => ({ ...point, trackId: i < 50 ? "x" : null })), null],
    ["two with fields that differ for each point", two.map((point, i) => ({ ...point, attributes: { number: i } })), null],
    ["one that stands", fleet(["a"], 50).map((point) => ({ ...point, lon: 8 })), null],
    ["too few points to tell", fleet(["a", "b"], 3), null],
  ])("is found only if there are several travellers: %s", (_, points, field) => {
    expect(travellerField(points)).toBe(field);
  });

  it("is named if track_id takes precedence over it, and used if the id is called trip_id", () => {
    const rows = two.map(({ lon, lat, time, attributes }) => `${lon},${lat},${time},${attributes.truck},1`);
    const read = (header: string) => readCsv([header, ...rows].join("\n"));
    expect(read("lon,lat,time,vehicle_id,track_id").warnings).toEqual([
      'The points of a track id jump to and fro, but grouped by "vehicle_id" they do not: make that a part of the id, or rename the id to trip_id, which is read together with it.',
    ]);
    const { points, warnings } = read("lon,lat,time,vehicle_id,trip_id");
    expect([new Set(points.map(({ trackId }) => trackId)), warnings]).toEqual([new Set(["a 1", "b 1"]), []]);
  });

  it("is named for CSV, GeoJSON and NDJSON, whether as lines, a list, or a track a line", () => {
    const rows = two.map(({ lon, lat, time, attributes }) => `${lon},${lat},${time},${attributes.truck}`);
    const sentence =
      'No field says which track a point belongs to; as one track the points jump to and fro, but grouped by "truck" they do not: rename it to track_id, or name it with the option columns (track_id=truck).';
    expect(readCsv(["lon,lat,time,truck", ...rows].join("\n")).warnings).toEqual([sentence]);
    expect(readCsv(["lon,lat,time,track_id", ...rows].join("\n")).warnings).toEqual([]);
    const features = two.map(({ lon, lat, time, attributes }) => ({
      type: "Feature",
      properties: { time, truck: attributes.truck },
      geometry: { type: "Point", coordinates: [lon, lat] },
    }));
    expect(readGeoJsonTracks(JSON.stringify({ type: "FeatureCollection", features })).warnings).toEqual([sentence]);
    const list = two.map(({ lon, lat, time, attributes }) => ({ lon, lat, time, truck: attributes.truck }));
    for (const text of [list.map((point) => JSON.stringify(point)).join("\n"), JSON.stringify(list), JSON.stringify({ points: list })])
      expect(readNdjson(text).warnings).toEqual([sentence]);
    expect(parseTrackLine(JSON.stringify({ points: list }), 1).warnings).toEqual([sentence]);
    expect(parseTrackLine(JSON.stringify({ id: "a", points: list }), 1).warnings).toEqual([]);
  });
});

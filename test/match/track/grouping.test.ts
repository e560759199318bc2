// Grouping by track_id, putting points in sequence, and the points that take no part.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupTracks, isCoordinate } from "../../../src/match/track/grouping.js";
import type { InputPoint } from "../../../src/match/track/track.js";

/** Points in short: [track_id, time, OBJECTID]; null if there is none. */
type Short = [trackId: string | null, time: number | null, objectId: number | null];

function points(...all: Short[]): InputPoint[] {
  return all.map(([trackId, time, objectId]) => ({ lon: 10, lat: 50, trackId, time, objectId, attributes: {} }));
}

function orders(all: InputPoint[]): number[][] {
  return groupTracks(all).tracks.map((track) => track.order);
}

describe("grouping", () => {
  it("makes one track of points that have no track_id", () => {
    expect(groupTracks(points([null, null, null], [null, null, null]))).toEqual({
      tracks: [{ trackId: null, order: [0, 1] }],
      unlocated: [],
      badCoordinates: [],
    });
  });

  it("makes a track of each track_id, in order of first appearance", () => {
    const { tracks } = groupTracks(points(["b", null, null], ["a", null, null], ["b", null, null]));
    expect(tracks).toEqual([
      { trackId: "b", order: [0, 2] },
      { trackId: "a", order: [1] },
    ]);
  });

  it("counts the first appearance of a track_id even if that point takes no part", () => {
    const all = points(["b", null, null], ["a", null, null], ["b", null, null]);
    expect(groupTracks(all, (i) => i > 0).tracks.map(({ trackId }) => trackId)).toEqual(["b", "a"]);
    expect(groupTracks([{ ...all[0], lon: Number.NaN }, ...all.slice(1)]).tracks.map(({ trackId }) => trackId)).toEqual(["b", "a"]);
    expect(groupTracks(all, (i) => i < 1).tracks.map(({ trackId }) => trackId)).toEqual(["b"]);
  });

  it("leaves points without a track_id unlocated where others have one", () => {
    const { tracks, unlocated } = groupTracks(points([null, 1, 1], ["a", 2, 2], [null, 3, 3]));
    expect(tracks).toEqual([{ trackId: "a", order: [1] }]);
    expect(unlocated).toEqual([0, 2]);
  });

  it("makes no tracks of no points", () => {
    expect(groupTracks([])).toEqual({ tracks: [], unlocated: [], badCoordinates: [] });
  });
});

describe("the sequence of a track", () => {
  it.each<[string, Short[], number[]]>([
    [
      "is by time if every point has one",
      [
        [null, 30, 1],
        [null, 10, 2],
        [null, 20, 3],
      ],
      [1, 2, 0],
    ],
    [
      "is by OBJECTID if a point has no time",
      [
        [null, 30, 3],
        [null, null, 1],
        [null, 10, 2],
      ],
      [1, 2, 0],
    ],
    [
      "is that of the input if a point has no time and one has no OBJECTID",
      [
        [null, 30, 3],
        [null, null, 1],
        [null, 10, null],
      ],
      [0, 1, 2],
    ],
    [
      "is that of the input if no point has a time or an OBJECTID",
      [
        [null, null, null],
        [null, null, null],
      ],
      [0, 1],
    ],
    [
      "is by OBJECTID among equal times",
      [
        [null, 10, 3],
        [null, 10, 1],
        [null, 10, 2],
      ],
      [1, 2, 0],
    ],
    [
      "is that of the input among equal times and OBJECTIDs",
      [
        [null, 10, 1],
        [null, 5, 9],
        [null, 10, 1],
      ],
      [1, 0, 2],
    ],
    [
      "puts points without an OBJECTID last among equal times, in input order",
      [
        [null, 10, null],
        [null, 10, 7],
        [null, 10, null],
        [null, 10, 3],
      ],
      [3, 1, 0, 2],
    ],
    [
      "is that of the input among equal OBJECTIDs",
      [
        [null, null, 2],
        [null, null, 1],
        [null, null, 2],
      ],
      [1, 0, 2],
    ],
    [
      "is by time before 1970 too",
      [
        [null, 5, null],
        [null, -5, null],
      ],
      [1, 0],
    ],
  ])("%s", (_, given, expected) => {
    expect(orders(points(...given))).toEqual([expected]);
  });

  it("is decided for each track separately", () => {
    const all = points(["timed", 9, 1], ["numbered", null, 2], ["timed", 8, 2], ["numbered", 3, 1]);
    expect(orders(all)).toEqual([
      [2, 0],
      [3, 1],
    ]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, null])("treats a time of %s as missing", (time) => {
    const all = points([null, 2, 2], [null, 1, 1], [null, 3, 3]);
    all[2].time = time;
    expect(orders(all)).toEqual([[1, 0, 2]]); // by OBJECTID
  });
});

describe("points without a usable coordinate", () => {
  it.each([
    [Number.NaN, 50],
    [10, Number.NaN],
    [180.1, 0],
    [-181, 0],
    [0, 90.5],
    [0, -91],
    [Number.POSITIVE_INFINITY, 0],
  ])("with lon %s, lat %s take no part", (lon, lat) => {
    const all = points([null, null, null], [null, null, null]);
    Object.assign(all[0], { lon, lat });
    expect(isCoordinate(lon, lat)).toBe(false);
    expect(groupTracks(all)).toEqual({ tracks: [{ trackId: null, order: [1] }], unlocated: [], badCoordinates: [0] });
  });

  it.each([
    [180, 90],
    [-180, -90],
    [0, 0],
  ])("do not include lon %s, lat %s", (lon, lat) => {
    expect(isCoordinate(lon, lat)).toBe(true);
  });

  it("do not affect the sequence of the others", () => {
    const all = points([null, 2, null], [null, null, null], [null, 1, null]);
    all[1].lon = Number.NaN;
    expect(groupTracks(all).tracks[0].order).toEqual([2, 0]);
  });

  it("make no track on their own", () => {
    const all = points(["a", 1, 1], ["b", 2, 2]);
    all[0].lat = Number.NaN;
    expect(groupTracks(all).tracks.map((track) => track.trackId)).toEqual(["b"]);
  });
});

describe("points that are marked as not to be used", () => {
  it("are in no track, but the order of tracks counts their track_id", () => {
    const all = points(["a", 1, 1], [null, 2, 2], ["b", 3, 3]);
    expect(groupTracks(all, (i) => i === 1)).toEqual({ tracks: [], unlocated: [1], badCoordinates: [] });
  });
});

it("every point is in exactly one place, in an order that does not depend on the engine", () => {
  const point = fc.record({
    trackId: fc.constantFrom(null, "a", "b"),
    time: fc.option(fc.integer({ min: 0, max: 5 })),
    objectId: fc.option(fc.integer({ min: 0, max: 5 })),
    lon: fc.constantFrom(10, 10, 10, Number.NaN, 400),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30, size: "max" }), (shorts) => {
      const all = shorts.map((p) => ({ ...p, lat: 50, attributes: {} }));
      const { tracks, unlocated, badCoordinates } = groupTracks(all);
      const seen = [...tracks.flatMap((track) => track.order), ...unlocated, ...badCoordinates];
      expect([...seen].sort((a, b) => a - b)).toEqual(all.map((_, i) => i));
      for (const { order } of tracks) {
        expect(order.length).toBeGreaterThan(0);
        if (order.every((i) => all[i].time !== null)) {
          for (let k = 1; k < order.length; k++) expect(all[order[k - 1]].time).toBeLessThanOrEqual(all[order[k]].time as number);
        }
      }
    }),
  );
});

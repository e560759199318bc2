// Points that could not be reached from the other points of their track: if there are many, the answer has a warning.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readOsm } from "../../src/import/roads/osm.js";
import type { Match, Reason } from "../../src/match/result/result.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { buildRoads } from "../../src/roads/build.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { snapPoints } from "../../src/snap/points.js";
import { fakeMatcher, inputPoint, run } from "./fake.js";

const read = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8");
const OUTCOME = "put on the way of the others with low confidence; each vehicle must have its own track_id.";

/** A matcher for which points west of Greenwich are outliers. */
const doubting = {
  match(track: TrackPoint[]): Match {
    const match = fakeMatcher().match(track);
    const reasonOf = ({ lon }: TrackPoint): Reason => (lon < 0 ? "outlier" : "matched");
    return { ...match, points: match.points.map((point, i) => ({ ...point, reason: reasonOf(track[i]) })) };
  },
};

it.each<[outliers: number, of: number, isTold: boolean]>([
  [3, 3, true],
  [3, 14, true],
  [3, 15, false],
  [2, 4, false],
  [21, 100, true],
  [20, 100, false],
])("%i outliers among %i points give a warning: %s", (outliers, of, isTold) => {
  const points = Array.from({ length: of }, (_, i) => inputPoint({ lon: i < outliers ? -1 : 1 }));
  const text = `${outliers} points have a place out of reach from the others of the track (first: ObjectID 1, ${outliers} of ${of} points): ${OUTCOME}`;
  expect(snapPoints(doubting, points).messages).toEqual(isTold ? [{ severity: "Warning", text }] : []);
});

it("several tracks give one warning, with the share in the first", () => {
  const track = (trackId: string, outliers: number) =>
    Array.from({ length: 10 }, (_, i) => inputPoint({ trackId, lon: i < outliers ? -1 : 1 }));
  const { messages } = snapPoints(doubting, [...track("a", 2), ...track("b", 3), ...track("c", 4)]);
  expect(messages.map(({ text }) => text)).toEqual([
    `7 points have a place out of reach from the others of the track (first: ObjectID 11, 3 of 10 points): ${OUTCOME}`,
  ]);
});

it("two vans sent as one track give a warning, and two sent as two tracks do not", { tags: "long" }, async () => {
  const service = new SnapToRoads(buildRoads(await readOsm(new TextEncoder().encode(read("town.osm")))));
  const { points } = JSON.parse(read("requests/two-vans.json"));
  expect(run(service, { points }).messages).toEqual([]);
  for (const { attributes } of points.features) delete attributes.track_id;
  expect(run(service, { points }).messages.map(({ description }) => description)).toEqual([
    expect.stringMatching(
      /^\d\d points have a place out of reach from the others of the track \(first: ObjectID \d+, \d\d of 148 points\): /,
    ),
  ]);
});

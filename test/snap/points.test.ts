// Snapping points of any format: one answer for each point, whatever is wrong with it.
import { describe, expect, it } from "vitest";
import type { Match } from "../../src/match/result/result.js";
import type { InputPoint, TrackPoint } from "../../src/match/track/track.js";
import { snapPoints } from "../../src/snap/points.js";
import { fakeMatcher, inputPoint } from "./fake.js";

function snap(points: InputPoint[], options = {}) {
  const calls: TrackPoint[][] = [];
  return { calls, result: snapPoints(fakeMatcher(calls), points, options) };
}

describe("the result", () => {
  it("is in the order of the input, whatever the order of travel", () => {
    const { result, calls } = snap([inputPoint({ lon: 2, time: 20 }), inputPoint({ lon: 1, time: 10 }), inputPoint({ lon: 3, time: 30 })]);
    expect(calls.map((track) => track.map((p) => p.lon))).toEqual([[1, 2, 3]]);
    expect(result.points.map((p) => p.lon)).toEqual([2, 1, 3]);
    expect(result.objectIds).toEqual([1, 2, 3]);
  });

  it("numbers the lines of all tracks in order of first appearance, then in travel order", () => {
    const { result } = snap([
      inputPoint({ trackId: "b", lat: 1 }),
      inputPoint({ trackId: "a", lat: 1 }),
      inputPoint({ trackId: "b", lat: -1 }),
      inputPoint({ trackId: "a", lat: 2 }),
    ]);
    expect(result.lines.map((line) => [line.objectId, line.trackId, line.stretch.type])).toEqual([
      [1, "b", "Road"],
      [2, "b", "Off"],
      [3, "a", "Road"],
    ]);
    expect(result.lineIds).toEqual([1, 3, 2, 3]);
    expect(result.points.map((p) => p.stretch)).toEqual([0, 2, 1, 2]);
  });

  it("says whether there were track_ids", () => {
    expect(snap([inputPoint()]).result.hasTrackIds).toBe(false);
    expect(snap([inputPoint({ trackId: "a" }), inputPoint()]).result.hasTrackIds).toBe(true);
  });

  it("renumbers the violations of each track together with its lines", () => {
    const violating = {
      match(track: TrackPoint[]): Match {
        const match = fakeMatcher().match(track);
        return { ...match, violations: [{ kind: "u-turn", arc: 0, stretch: 0 }] };
      },
    };
    const { violations } = snapPoints(violating, [inputPoint({ trackId: "a" }), inputPoint({ trackId: "b" })]);
    expect(violations).toEqual([
      { kind: "u-turn", arc: 0, stretch: 0, trackId: "a" },
      { kind: "u-turn", arc: 0, stretch: 1, trackId: "b" },
    ]);
  });

  it("counts 0, 0 among the points without a usable coordinate if the matcher ignored it", () => {
    const doubting = {
      match(track: TrackPoint[]): Match {
        const match = fakeMatcher().match(track);
        return {
          ...match,
          points: match.points.map((point, i) => (i === 1 ? { ...point, edge: -1, arc: -1, reason: "bad-coordinate" } : point)),
        };
      },
    };
    const { messages } = snapPoints(doubting, [inputPoint({ lon: 1 }), inputPoint({ lon: 0, lat: 0 }), inputPoint({ lon: 2 })]);
    expect(messages.map(({ text }) => text)).toEqual([expect.stringMatching(/no usable coordinate/)]);
  });

  it("is empty without points", () => {
    const { result } = snap([]);
    expect(result).toMatchObject({ points: [], objectIds: [], lineIds: [], lines: [], messages: [] });
  });

  it("is not made if the matcher loses a point, which is an error", () => {
    const losing = { match: (track: TrackPoint[]) => ({ ...fakeMatcher().match(track), points: [] }) };
    expect(() => snapPoints(losing, [inputPoint()])).toThrow("a match of 0 points for a track of 1");
  });
});

describe("points made by a program", () => {
  it("may leave fields undefined and have times in milliseconds; the output has all fields, and seconds", () => {
    const [first, second] = snapPoints(fakeMatcher(), [
      { lon: 1, lat: 50, time: 1_714_982_400_000 },
      { lon: 2, lat: 50, trackId: undefined, time: 1_714_982_400 },
    ]).inputs;
    expect(first).toEqual({ lon: 1, lat: 50, time: 1_714_982_400, trackId: null, objectId: null, attributes: {} });
    expect(second).toEqual({ ...first, lon: 2 });
  });
});

describe("a point that is not matched", () => {
  it.each<[string, Partial<InputPoint>, object]>([
    ["no longitude", { lon: Number.NaN }, { reason: "bad-coordinate" }],
    ["latitude 91", { lat: 91 }, { reason: "bad-coordinate", lat: 91 }],
    ["no track_id although others have one", { trackId: null }, { reason: "unlocated", lon: 10, lat: 50 }],
  ])("has the reason for it: %s", (_, point, expected) => {
    const { result, calls } = snap([inputPoint({ trackId: "a", ...point }), inputPoint({ trackId: "a" })]);
    expect(calls[0]).toHaveLength(1);
    expect(result.points[0]).toMatchObject({ ...expected, confidence: 0, edge: -1, arc: -1, stretch: -1, distance: 0, offset: 0 });
    expect(result.lineIds).toEqual([null, 1]);
  });

  it("has the reason that it was not to be used, whatever else is wrong", () => {
    const { result, calls } = snap([inputPoint({ lon: 1 }), inputPoint({ lon: 2 })], { use: (i: number) => i === 1 });
    expect(calls).toEqual([[expect.objectContaining({ lon: 2 })]]);
    expect(result.points[0]).toMatchObject({ reason: "unlocated", lon: 1, confidence: 0 });
  });
});

describe("a value that no sensor can have meant", () => {
  it.each<[string, Partial<InputPoint>, keyof TrackPoint, string]>([
    ["negative accuracy", { accuracy: -5 }, "accuracy", "an unusable horizontal_accuracy (first: ObjectID 1, -5)"],
    [
      "infinite accuracy",
      { accuracy: Number.POSITIVE_INFINITY },
      "accuracy",
      "an unusable horizontal_accuracy (first: ObjectID 1, Infinity)",
    ],
    ["negative speed", { speed: -1 }, "speed", "an unusable speed (first: ObjectID 1, -1)"],
    ["course 400", { course: 400 }, "course", "an unusable course (first: ObjectID 1, 400)"],
    ["negative course", { course: -1 }, "course", "an unusable course (first: ObjectID 1, -1)"],
  ])("is not used, and reported: %s", (_, point, name, text) => {
    const { result, calls } = snap([inputPoint(point)]);
    expect(calls[0][0][name]).toBeNull();
    expect(result.messages).toHaveLength(1);
    expect(result.messages[0]).toMatchObject({ severity: "Warning", text: expect.stringContaining(`1 point has ${text}`) });
    expect(result.points[0].reason).toBe("matched");
  });

  it.each<[Partial<InputPoint>]>([[{ accuracy: 0 }], [{ speed: 0 }], [{ course: 0 }], [{ course: 360 }], [{ accuracy: 5000 }]])(
    "is distinguished from one that is used: %j",
    (point) => {
      const { result, calls } = snap([inputPoint(point)]);
      expect(calls[0][0]).toMatchObject(point);
      expect(result.messages).toEqual([]);
    },
  );

  it.each([Number.NaN, null, undefined])("is distinguished from an unknown one, which is not reported: %s", (value) => {
    const { result, calls } = snap([inputPoint({ time: value, accuracy: value, speed: value, course: value })]);
    expect(calls[0][0]).toMatchObject({ lon: 10, lat: 50, time: null, accuracy: null, speed: null, course: null });
    expect(result.messages).toEqual([]);
  });

  it("is reported once for each kind, with the number of points and the first of them", () => {
    const { result } = snap([
      inputPoint({ objectId: 7 }),
      inputPoint({ objectId: 8, speed: -1 }),
      inputPoint({ objectId: 8, speed: -2, course: 361 }),
      inputPoint({ objectId: 9, lon: 999 }),
    ]);
    expect(result.messages.map((m) => m.text)).toEqual([
      "1 point has an OBJECTID that an earlier point has (first: ObjectID 8): kept as given.",
      "1 point has no usable coordinate (first: ObjectID 9): left unsnapped; longitude must be -180 to 180, latitude -90 to 90, " +
        "and not both 0 far from the track.",
      "2 points have an unusable speed (first: ObjectID 8, -1): not used; it must be 0 or more metres per second.",
      "1 point has an unusable course (first: ObjectID 8, 361): not used; it must be 0 to 360 degrees clockwise from north.",
    ]);
  });
});

it("snapPoints calls check before each track, and hands it to the matcher", () => {
  let asked = 0;
  snap([inputPoint({ trackId: "a" }), inputPoint({ trackId: "b" })], { check: () => asked++ });
  expect(asked).toBe(4);
  const stop = () => {
    throw new Error("stop");
  };
  expect(() => snap([inputPoint()], { check: stop })).toThrow("stop");
});

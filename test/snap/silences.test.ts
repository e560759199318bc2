// Silences: where they divide a track, and the names of its parts.
import { describe, expect, it } from "vitest";
import type { Match, MatchedPoint, Stretch, StretchType } from "../../src/match/result/result.js";
import type { InputPoint } from "../../src/match/track/track.js";
import { partAtSilences, SilenceDoubt } from "../../src/snap/silences.js";

/** `a0` is a point of track a at second 0, `-0` one without a track_id, `a?` one without a time, `a!` one without a place. */
const points = (text: string): InputPoint[] =>
  text.split(" ").map((word) => ({
    lon: word.endsWith("!") ? Number.NaN : 8,
    lat: 50,
    time: /\d/.test(word) ? Number(word.slice(1)) : null,
    trackId: word[0] === "-" ? null : word[0],
    objectId: null,
    attributes: {},
  }));
const parted = (text: string, gap = 100, name?: string): (string | null)[] => {
  const given = points(text);
  partAtSilences(given, gap, name);
  return given.map(({ trackId }) => trackId);
};

describe("partAtSilences", () => {
  it.each([
    ["divides a track at each longer silence", "a0 a100 a201 a202 a400", ["a", "a", "a (2)", "a (2)", "a (3)"]],
    ["divides each track by its own times", "a0 b0 a150 b90", ["a", "b", "a (2)", "b"]],
    ["goes by time if all points have one, whatever their order", "a300 a0 a50", ["a (2)", "a", "a"]],
    ["keeps a point without a time with the previous one", "a0 a? a200 a?", ["a", "a", "a (2)", "a (2)"]],
    ["is not confused by a point that came late", "a? a0 a90 a10 a180", ["a", "a", "a", "a", "a"]],
    ["gives no id to a track without an id and without a silence", "-0 -50", [null, null]],
    ["gives ids to the parts of a track without an id, including points without a place", "-0 -! -200", ["track", "track", "track (2)"]],
    [
      "keeps a point without a place with the previous one of its track",
      "a! a0 a200 b0 a! a! b!",
      ["a", "a", "a (2)", "b", "a (2)", "a (2)", "b"],
    ],
    ["ignores points without an id among tracks with ids", "a0 -50 a200", ["a", null, "a (2)"]],
  ])("%s", (_, text, expected) => expect(parted(text)).toEqual(expected));

  it("gives the name handed in to a track without an id", () => {
    expect(parted("-0 -200", 100, "Morning")).toEqual(["Morning", "Morning (2)"]);
  });

  it("gives no part the name of another track", () => {
    const given = points("a0 a200 b0");
    given[2].trackId = "a (2)";
    partAtSilences(given, 100);
    expect(given.map(({ trackId }) => trackId)).toEqual(["a", "a (3)", "a (2)"]);
  });

  it("needs at least one point with a time", () => {
    expect(() => parted("a? a5")).not.toThrow();
    expect(() => parted("a? a?")).toThrow("No point has a time that can be read, so silences cannot be found");
  });
});

describe("SilenceDoubt", () => {
  const line = (type: StretchType, length: number) => ({ type, startOffset: 100, endOffset: 100 + length, length }) as Stretch;
  const on = (stretch: number, metres: number) => ({ stretch, offset: 100 + metres }) as MatchedPoint;
  /** A street of 400 m, another line, and a street of 2 km. A point is given by its line and how far along it is. */
  const drive = (type: StretchType, ...points: MatchedPoint[]): Match => ({
    points,
    stretches: [line("Road", 400), line(type, 500), line("Road", 2000)],
    violations: [],
  });
  const told = (text: string, ...matches: Match[]) => {
    const given = points(text);
    const doubt = new SilenceDoubt(given);
    let first = 0;
    for (const match of matches) {
      doubt.add(
        match.points.map((_, k) => first + k),
        match,
      );
      first += match.points.length;
    }
    return doubt.sentences;
  };

  it("warns of a long silence with a long way by road", () => {
    expect(told("a0 a10 a9310", drive("Road", on(0, 0), on(0, 300), on(2, 900)))).toEqual([
      'Track "a" is silent for 155 min, and the 1.5 km of road in between are guessed; the option gap (1800) makes two tracks of it.',
    ]);
    expect(told("-0 -90000", drive("Road", on(2, 10), on(2, 1910)))).toEqual([
      "The track is silent for 25 h, and the 1.9 km of road in between are guessed; the option gap (1800) makes two tracks of it.",
    ]);
  });

  it("warns once for all tracks", () => {
    const far = drive("Road", on(0, 0), on(2, 1100));
    expect(told("a0 a3600 b0 b3600", far, far)).toEqual([
      'Track "a" is silent for 60 min (2 silences are longer than 30 min), and the 4.0 km of road in between are guessed; the option gap (1800) makes the parts separate tracks.',
    ]);
  });

  it.each<[string, string, Match]>([
    ["a silence of half an hour", "a0 a1800", drive("Road", on(0, 0), on(2, 1100))],
    ["a way of less than a kilometre", "a0 a3600", drive("Road", on(0, 400), on(2, 400))],
    ["a way that is not by road", "a0 a3600", drive("Road Gap", on(0, 0), on(2, 500))],
    ["a point that is on no line", "a0 a3600", drive("Road", { stretch: -1 } as MatchedPoint, on(2, 1900))],
    ["unknown times", "a? a?", drive("Road", on(0, 0), on(2, 1900))],
  ])("does not warn of %s", (_, text, match) => expect(told(text, match)).toEqual([]));
});

// Silences: where a track is parted by one, and how its parts are called.
import { describe, expect, it } from "vitest";
import type { Match, MatchedPoint, Stretch, StretchType } from "../../src/match/result.js";
import type { InputPoint } from "../../src/match/track.js";
import { partAtSilences, SilenceDoubt } from "../../src/snap/silences.js";

/** `a0` is a point of traveller a at second 0, `-0` one of nobody, `a?` one that does not say when it was, `a!` one that is nowhere. */
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
    ["parts a track behind each silence that is longer", "a0 a100 a201 a202 a400", ["a", "a", "a (2)", "a (2)", "a (3)"]],
    ["parts each track by its own times", "a0 b0 a150 b90", ["a", "b", "a (2)", "b"]],
    ["goes by time where all points have one, in whatever order they came", "a300 a0 a50", ["a (2)", "a", "a"]],
    ["leaves a point without a time with the one before", "a0 a? a200 a?", ["a", "a", "a (2)", "a (2)"]],
    ["takes nothing back for one that came late", "a? a0 a90 a10 a180", ["a", "a", "a", "a", "a"]],
    ["leaves a track without an id and without a silence without one", "-0 -50", [null, null]],
    ["names one without an id, what is nowhere of it too", "-0 -! -200", ["track", "track", "track (2)"]],
    [
      "leaves a point that is nowhere with the one of its track before",
      "a! a0 a200 b0 a! a! b!",
      ["a", "a", "a (2)", "b", "a (2)", "a (2)", "b"],
    ],
    ["leaves points of nobody among named ones alone", "a0 -50 a200", ["a", null, "a (2)"]],
  ])("%s", (_, text, expected) => expect(parted(text)).toEqual(expected));

  it("calls a track without an id by the name that is given", () => {
    expect(parted("-0 -200", 100, "Morning")).toEqual(["Morning", "Morning (2)"]);
  });

  it("gives no part another track's name", () => {
    const given = points("a0 a200 b0");
    given[2].trackId = "a (2)";
    partAtSilences(given, 100);
    expect(given.map(({ trackId }) => trackId)).toEqual(["a", "a (3)", "a (2)"]);
  });

  it("wants one point at least that says when it was", () => {
    expect(() => parted("a? a5")).not.toThrow();
    expect(() => parted("a? a?")).toThrow("No point says when it was, in a form that can be read, so no silence can be told");
  });
});

describe("SilenceDoubt", () => {
  const line = (type: StretchType, length: number) => ({ type, startOffset: 100, endOffset: 100 + length, length }) as Stretch;
  const on = (stretch: number, metres: number) => ({ stretch, offset: 100 + metres }) as MatchedPoint;
  /** A street of 400 m, another line, and a street of 2 km; the points are given by which of these they are on, and how far along it. */
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

  it("tells how far the way through a long silence goes by road", () => {
    expect(told("a0 a10 a9310", drive("Road", on(0, 0), on(0, 300), on(2, 900)))).toEqual([
      'Track "a" is silent for 155 min, and 1.5 km of road lie between: they are guessed; the option gap (1800) makes two tracks of it.',
    ]);
    expect(told("-0 -90000", drive("Road", on(2, 10), on(2, 1910)))).toEqual([
      "The track is silent for 25 h, and 1.9 km of road lie between: they are guessed; the option gap (1800) makes two tracks of it.",
    ]);
  });

  it("tells it once for all tracks", () => {
    const far = drive("Road", on(0, 0), on(2, 1100));
    expect(told("a0 a3600 b0 b3600", far, far)).toEqual([
      'Track "a" is silent for 60 min (2 silences are longer than 30 min), and 4.0 km of road lie between: they are guessed; the option gap (1800) makes tracks of the parts.',
    ]);
  });

  it.each<[string, string, Match]>([
    ["half an hour", "a0 a1800", drive("Road", on(0, 0), on(2, 1100))],
    ["less than a kilometre", "a0 a3600", drive("Road", on(0, 400), on(2, 400))],
    ["what is no road", "a0 a3600", drive("Road Gap", on(0, 0), on(2, 500))],
    ["a point that is on no line", "a0 a3600", drive("Road", { stretch: -1 } as MatchedPoint, on(2, 1900))],
    ["times that are not known", "a? a?", drive("Road", on(0, 0), on(2, 1900))],
  ])("has no word for %s", (_, text, match) => expect(told(text, match)).toEqual([]));
});

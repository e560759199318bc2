// Silences: where a track is parted by one, and how its parts are called.
import { describe, expect, it } from "vitest";
import type { InputPoint } from "../../src/match/track.js";
import { checkTimes, partAtSilences } from "../../src/node/silences.js";

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
});

describe("checkTimes", () => {
  it("wants one point at least that says when it was", () => {
    expect(() => checkTimes(points("a? a5"))).not.toThrow();
    expect(() => checkTimes(points("a? a?"))).toThrow("No point says when it was, in a form that can be read, so no silence can be told");
  });
});

// Times that nobody sent: between known ones, and by the moves where none is known.
import { describe, expect, it } from "vitest";
import { evenTimes } from "../../src/match/even-times.js";
import { readFixes } from "../../src/match/fixes.js";
import type { TrackPoint } from "../../src/match/track.js";

const MAX_SPEED = 60;
const METRE = 1 / 111_195;

/** Fixes eastwards, so many metres apart, at these times; `?` at none. */
const fixes = (times: string, metres = 30) =>
  readFixes(times.split(" ").map((time, i): TrackPoint => ({ lon: i * metres * METRE, lat: 0, time: time === "?" ? null : Number(time) })));
const shown = (time: Float64Array) => [...time].map((t) => (Number.isNaN(t) ? "?" : String(Math.round(t * 10) / 10))).join(" ");

describe("fixes without a time", () => {
  it.each([
    ["between two that have one come evenly", "0 ? ? 30 40", "0 10 20 30 40"],
    ["between several, each for itself", "0 ? 10 ? ? 40", "0 5 10 20 30 40"],
    ["at the ends come as those between do", "? ? 20 ? 30 ?", "10 15 20 25 30 35"],
    ["but for one: long moves go at a quarter of the highest speed", "? ? 20 ? ? ?", "16 18 20 22 24 26"],
    ["all of them: long moves go at a quarter of the highest speed", "? ? ? ? ? ?", "0 2 4 6 8 10"],
  ])("%s", (_, given, expected) => expect(shown(evenTimes(fixes(given), MAX_SPEED).time)).toBe(expected));

  it.each([
    ["over several, where from one to the next there may be noise alone", 17, 20, 1 / 3],
    ["from one to the next, where there are too few", 4, 20, 40.3 / 15],
    ["from one to the next, where those are longer than noise is", 17, 60, 120.1 / 15],
  ])("go by the moves %s: %i fixes, 5 m along the way and %i m beside it on one side and the other", (_, count, beside, seconds) => {
    const track = Array.from({ length: count }, (_, i) => ({ lon: 5 * i * METRE, lat: (i % 2 ? beside : -beside) * METRE }));
    const { time } = evenTimes(readFixes(track), MAX_SPEED);
    expect(time[count - 1] / (count - 1) / seconds).toBeCloseTo(1, 1);
  });

  it("that stand still have no move to go by", () => {
    expect(shown(evenTimes(fixes("? ? ? ? ? ? ?", 0.4), MAX_SPEED).time)).toBe("? ? ? ? ? ? ?");
  });

  it("are the caller's own still", () => {
    const given = fixes("0 ? 20");
    evenTimes(given, MAX_SPEED);
    expect(shown(given.time)).toBe("0 ? 20");
    const whole = fixes("0 10 20");
    expect(evenTimes(whole, MAX_SPEED)).toBe(whole);
  });
});

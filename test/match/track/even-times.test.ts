// Times that were not sent: they are interpolated between known ones, and follow the moves if none is known.
import { describe, expect, it } from "vitest";
import { evenTimes } from "../../../src/match/track/even-times.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import type { TrackPoint } from "../../../src/match/track/track.js";

const MAX_SPEED = 60;
const METRE = 1 / 111_195;

/** Fixes eastwards, `metres` apart, at these times; `?` is an unknown time. */
const fixes = (times: string, metres = 30) =>
  readFixes(times.split(" ").map((time, i): TrackPoint => ({ lon: i * metres * METRE, lat: 0, time: time === "?" ? null : Number(time) })));
const shown = (time: Float64Array) => [...time].map((t) => (Number.isNaN(t) ? "?" : String(Math.round(t * 10) / 10))).join(" ");

describe("fixes without a time", () => {
  it.each([
    ["are evenly spaced between two known times", "0 ? ? 30 40", "0 10 20 30 40"],
    ["are interpolated separately between each pair of known times", "0 ? 10 ? ? 40", "0 5 10 20 30 40"],
    ["continue beyond the ends at the pace between known times", "? ? 20 ? 30 ?", "10 15 20 25 30 35"],
    ["follow from a quarter of the highest speed if one time is known and the moves are long", "? ? 20 ? ? ?", "16 18 20 22 24 26"],
    ["follow from a quarter of the highest speed if none is known and the moves are long", "? ? ? ? ? ?", "0 2 4 6 8 10"],
  ])("%s", (_, given, expected) => expect(shown(evenTimes(fixes(given), MAX_SPEED).time)).toBe(expected));

  it.each([
    ["the move over several fixes, if that from one to the next may be noise alone", 17, 20, 1 / 3],
    ["the move to the next fix, if there are too few fixes", 4, 20, 40.3 / 15],
    ["the move to the next fix, if the moves are too long to be noise", 17, 60, 120.1 / 15],
  ])("are timed by %s: %i fixes, each 5 m farther on, and %i m beside the way on alternating sides", (_, count, beside, seconds) => {
    const track = Array.from({ length: count }, (_, i) => ({ lon: 5 * i * METRE, lat: (i % 2 ? beside : -beside) * METRE }));
    const { time } = evenTimes(readFixes(track), MAX_SPEED);
    expect(time[count - 1] / (count - 1) / seconds).toBeCloseTo(1, 1);
  });

  it("get no time from moves if they stand still", () => {
    expect(shown(evenTimes(fixes("? ? ? ? ? ? ?", 0.4), MAX_SPEED).time)).toBe("? ? ? ? ? ? ?");
  });

  it("leave the caller's own times as they are", () => {
    const given = fixes("0 ? 20");
    evenTimes(given, MAX_SPEED);
    expect(shown(given.time)).toBe("0 ? 20");
    const whole = fixes("0 10 20");
    expect(evenTimes(whole, MAX_SPEED)).toBe(whole);
  });
});

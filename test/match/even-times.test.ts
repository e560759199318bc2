// Times that nobody sent: between known ones, by the moves where none is known, and those of whole minutes spread over them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evenTimes, spreadTimes } from "../../src/match/even-times.js";
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
    ["at the ends stay without", "? ? 20 ? 30 ?", "? ? 20 25 30 ?"],
    ["all of them: long moves go at a quarter of the highest speed", "? ? ? ? ? ?", "0 2 4 6 8 10"],
    ["all of a few: nothing is known", "? ? ? ?", "? ? ? ?"],
  ])("%s", (_, given, expected) => expect(shown(evenTimes(fixes(given), MAX_SPEED).time)).toBe(expected));

  it("that stand still have no move to go by", () => {
    expect(shown(evenTimes(fixes("? ? ? ? ? ? ?", 1), MAX_SPEED).time)).toBe("? ? ? ? ? ? ?");
  });

  it("are the caller's own still", () => {
    const given = fixes("0 ? 20");
    evenTimes(given, MAX_SPEED);
    expect(shown(given.time)).toBe("0 ? 20");
    const whole = fixes("0 10 20");
    expect(evenTimes(whole, MAX_SPEED)).toBe(whole);
  });
});

describe("times of whole minutes", () => {
  const spread = (times: string, metres?: number) => {
    const given = fixes(times, metres);
    return [spreadTimes(given), shown(given.time)];
  };

  it.each([
    ["are spread over them", "0 0 0 60 60 60 120 120 120", "0 20 40 60 80 100 120 140 160"],
    ["begin late in the first one", "0 60 60 60 120 120 120", "40 60 80 100 120 140 160"],
    ["end early in the last one", "0 0 0 60 60 60 120", "0 20 40 60 80 100 120"],
    ["of ten seconds likewise", "0 0 10 10 20 20", "0 5 10 15 20 25"],
  ])("%s", (_, given, expected) => expect(spread(given)).toEqual([true, expected]));

  it("with a tunnel in one of them have the gap where the long move is", () => {
    const given = readFixes(
      [0, 1, 2, 3, 10, 11, 12, 13].map(
        (place, i): TrackPoint => ({ lon: place * 30 * METRE, lat: 0, time: [0, 0, 0, 60, 60, 120, 120, 120][i] }),
      ),
    );
    expect([spreadTimes(given), shown(given.time)]).toEqual([true, "0 20 40 60 100 120 140 160"]);
  });

  it.each([
    ["each another", "0 10 20 30", 30],
    ["of which few are the same", "0 10 10 20 30 40 50", 30],
    ["of one who stands", "0 0 0 60 60 60 120 120", 0],
    ["that are all one", "0 0 0 0", 30],
    ["not all of them there", "0 0 ? 60 60 120 120", 30],
  ])("%s stay", (_, given, metres) => expect(spread(given, metres)).toEqual([false, given]));

  it("keep their order and their minute, whatever comes in each", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(counts, (perMinute) => {
        const minutes = perMinute.flatMap((count, minute) => Array(count).fill(60 * minute) as number[]);
        const given = fixes(minutes.join(" "));
        spreadTimes(given);
        for (let i = 0; i < minutes.length; i++) {
          expect(Math.floor((given.time[i] + 1e-6) / 60) * 60).toBe(minutes[i]);
          if (i > 0) expect(given.time[i]).toBeGreaterThanOrEqual(given.time[i - 1]);
        }
      }),
    );
  });
});

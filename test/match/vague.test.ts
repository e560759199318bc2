// Fixes that say they may be far off are left out where their neighbours say more, and kept where they are all there is.
import { describe, expect, it } from "vitest";
import { readFixes } from "../../src/match/fixes.js";
import { VAGUE } from "../../src/match/steps.js";
import { markVague } from "../../src/match/vague.js";

/** Eastwards at 15 m/s; accuracies in metres, null where none is said. */
function vagueOf(accuracies: readonly (number | null)[], interval = 10, times = true): number[] {
  const track = accuracies.map((accuracy, i) => ({
    lon: 8 + (i * interval * 15) / 71_600,
    lat: 50,
    time: times ? 1_700_000_000 + i * interval : null,
    accuracy,
  }));
  return [...markVague(readFixes(track))].flatMap((mark, i) => (mark === VAGUE ? [i] : []));
}

describe("vague fixes", () => {
  it.each<[string, accuracies: (number | null)[], vague: number[], interval?: number]>([
    ["among good ones", [5, 6, 1000, 5, 4, 300, 6], [2, 5]],
    ["several in a row", [5, 6, 1000, 1500, 1000, 4, 5, 6], [2, 3, 4]],
    ["before the first good one and after the last", [1000, 5, 6, 4, 5, 1000], [0, 5]],
    ["among those that say nothing", [null, null, 500, null, null], [2]],
    ["none when no more is known from the others", [5, 5, 500, 5, 5], [], 600],
    ["long before the end of a track", [5, 5, 1000, ...Array(60).fill(5)], [2]],
    ["… and none that is no worse than what the minutes leave open", [5, 5, 700, 5, 5, 450, 5, 5], [2], 60],
    ["none when several in a row leave as much open", [5, 5, 5, 5, 600, 600, 600, 5, 5, 5, 5], [], 60],
    ["none when all are", [1000, 1200, 900, 1500], []],
    ["none when they are a little worse than others", [5, 6, 40, 5, 4], []],
    ["of two sources that are asked at once the worse one", [6, 64, 6, 64, 6, 6, 16, 6], [1, 3], 0.3],
    ["… and within three seconds, less what one may have gone", [6, 30, 6, 6, 19, 6], [1], 1],
    ["… but not later", [6, 40, 6], [], 4],
    ["none of a track without accuracies", [null, null, null], []],
  ])("%s", (_, accuracies, vague, interval) => {
    expect(vagueOf(accuracies, interval)).toEqual(vague);
  });

  it("are found without times as well", () => {
    expect(vagueOf([5, 6, 1000, 5, 4], 10, false)).toEqual([2]);
  });
});

// Fixes that state a large error are left out if their neighbours are more exact, and kept if all are like that.
import { describe, expect, it } from "vitest";
import { readFixes } from "../../../src/match/track/fixes.js";
import { VAGUE } from "../../../src/match/track/steps.js";
import { markVague } from "../../../src/match/track/vague.js";

/** The numbers of the fixes left out, on a drive eastwards at 15 m/s; accuracies in metres, null if none is stated. */
function vagueOf(accuracies: readonly (number | null)[], interval = 10, times = true): number[] {
  const track = accuracies.map((accuracy, i) => ({
    lon: 8 + (i * interval * 15) / 71_600,
    lat: 50,
    time: times ? 1_700_000_000 + i * interval : null,
    accuracy,
  }));
  return [...markVague(readFixes(track))].flatMap((mark, i) => (mark === VAGUE ? [i] : []));
}

describe("vague fixes that are left out", () => {
  it.each<[string, accuracies: (number | null)[], vague: number[], interval?: number]>([
    ["single ones among exact ones", [5, 6, 1000, 5, 4, 300, 6], [2, 5]],
    ["several in a row among exact ones", [5, 6, 1000, 1500, 1000, 4, 5, 6], [2, 3, 4]],
    ["those before the first exact one and after the last", [1000, 5, 6, 4, 5, 1000], [0, 5]],
    ["one among fixes without an accuracy", [null, null, 500, null, null], [2]],
    ["none if the others are too far away in time to say more", [5, 5, 500, 5, 5], [], 600],
    ["one long before the end of the track", [5, 5, 1000, ...Array(60).fill(5)], [2]],
    ["of fixes a minute apart, only one that is vaguer than what its neighbours say", [5, 5, 700, 5, 5, 450, 5, 5], [2], 60],
    ["none of several in a row if the time they span leaves as much open", [5, 5, 5, 5, 600, 600, 600, 5, 5, 5, 5], [], 60],
    ["none if all are vague", [1000, 1200, 900, 1500], []],
    ["none that is only somewhat worse than the others", [5, 6, 40, 5, 4], []],
    ["those of the worse of two sources that report at the same time", [6, 64, 6, 64, 6, 6, 16, 6], [1, 3], 0.3],
    ["those of the worse source if the better one reports within three seconds", [6, 30, 6, 6, 19, 6], [1], 1],
    ["none of the worse source if the better one reports later than that", [6, 40, 6], [], 4],
    ["none in a track without accuracies", [null, null, null], []],
  ])("%s", (_, accuracies, vague, interval) => {
    expect(vagueOf(accuracies, interval)).toEqual(vague);
  });

  it("are found without times as well", () => {
    expect(vagueOf([5, 6, 1000, 5, 4], 10, false)).toEqual([2]);
  });
});

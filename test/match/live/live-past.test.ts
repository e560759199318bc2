// The places that a live track passed: which are noted, how far back they are given, and at what times.
import { describe, expect, it } from "vitest";
import { PlacesPassed } from "../../../src/match/live/live-past.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { moved } from "../scene.js";

const HOME = { lon: 8, lat: 50 };
/** A fix: metres east of home, and its time, here also the seconds since the first fix. */
type Fix = [metres: number, time?: number | null];

function live(fixes: readonly Fix[]) {
  const [track, clock]: [TrackPoint[], number[]] = [[], []];
  const passed = new PlacesPassed(track, clock);
  fixes.forEach(([metres, time], i) => {
    track.push({ ...moved(HOME, metres, 0), time: time === undefined ? i : time, accuracy: metres });
    clock.push(time ?? (clock.at(-1) ?? -1) + 1);
    passed.note();
  });
  /** The places before fix `start` when fix `given` is decided: metres, here the accuracy, and time. */
  const before = (start: number, given = start) => passed.before(start, given).map(({ accuracy, time }) => [accuracy, time]);
  return { track, clock, passed, before };
}

/** All places before the last fix. */
const placesOf = (...metres: number[]) =>
  live(metres.map((each) => [each]))
    .before(metres.length - 1)
    .map(([place]) => place);
const every = (step: number, count: number) => Array.from({ length: count }, (_, i) => i * step);

describe("places passed", () => {
  it.each<[string, number[], number[]]>([
    ["are 10 m or more from the last", [0, 9.5, 10.5, 20, 21.5, 30], [0, 10.5, 21.5]],
    ["are at most five in 60 m, as at a halt", [0, 20, 40, 20, 40, 20, 40, 20, 59, 30], [0, 20, 40, 20, 40, 20]],
    [
      "are five again 60 m on",
      [0, 20, 40, 20, 40, 20, 40, 61, 80, 61, 80, 61, 80, 61, 80, 61],
      [0, 20, 40, 20, 40, 20, 61, 80, 61, 80, 61, 80],
    ],
    ["are noted 60 m on though less than 10 m from the last", [0, 55, 61, 70], [0, 55, 61]],
    ["reach back 360 m", every(50, 11), [100, 150, 200, 250, 300, 350, 400, 450]],
    [
      "reach back past a wild one, to which nobody went: it counts for 60 m",
      [0, 50, 100, 1100, 150, 200, 250, 300, 350, 400],
      [100, 1100, 150, 200, 250, 300, 350],
    ],
    ["are none of one alone, which does not say where one came from", [0, 5], []],
    ["may be one, and then the fix", [0, 50], [0]],
  ])("%s", (_, metres, places) => {
    expect(placesOf(...metres)).toEqual(places);
  });

  it.each<[string, Partial<TrackPoint>]>([
    ["no place", { lon: Number.NaN }],
    ["a place that is none", { lat: 91 }],
    ["0° 0°, of a receiver that knows none", { lon: 0, lat: 0 }],
  ])("are none of a fix with %s, be it the first", (_, none) => {
    const { track, clock, passed, before } = live([]);
    every(20, 5).forEach((metres, i) => {
      track.push({ ...moved(HOME, metres, 0), time: i, accuracy: metres, ...(i % 3 === 0 && none) });
      clock.push(i);
      passed.note();
    });
    expect(before(4)).toEqual([
      [20, 1],
      [40, 2],
    ]);
  });

  it("that are matched anyway, as their fixes are, are not given, but passed", () => {
    const { before } = live(every(50, 11).map((metres): Fix => [metres]));
    expect(before(8, 10).map(([place]) => place)).toEqual([100, 150, 200, 250, 300, 350]);
  });

  it("are kept until their fixes are decided, and known when these are removed", () => {
    const { track, clock, passed, before } = live(every(11, 100).map((metres): Fix => [metres]));
    const some = (first: number, end: number) =>
      every(11, end)
        .slice(first)
        .map((metres) => [metres, metres / 11]);
    expect(before(40, 45)).toEqual(some(12, 40));
    track.splice(0, 40);
    clock.splice(0, 40);
    passed.forget(40);
    expect(before(0, 5)).toEqual(some(12, 40));
    expect(before(50, 55)).toEqual(some(62, 90));
  });
});

describe("the times of places passed", () => {
  it.each<[string, Fix[], [start: number, given?: number], [number, number][]]>([
    [
      "are those of their fixes",
      [
        [0, 0],
        [50, 5],
        [100, 10],
        [150, 15],
      ],
      [3],
      [
        [0, 0],
        [50, 5],
        [100, 10],
      ],
    ],
    [
      "have a halt for ten seconds",
      [
        [0, 0],
        [50, 5],
        [100, 10],
        [100, 310],
      ],
      [3],
      [
        [0, 290],
        [50, 295],
        [100, 300],
      ],
    ],
    [
      "have a slow piece for ten and one more for every 2 m",
      [
        [0, 0],
        [40, 100],
        [80, 105],
      ],
      [2],
      [
        [0, 70],
        [40, 100],
      ],
    ],
    [
      "go by the first fix that is matched, if a later one is decided",
      [
        [0, 0],
        [50, 5],
        [100, 10],
        [100, 15],
        [100, 30],
      ],
      [3, 4],
      [
        [0, 0],
        [50, 5],
        [100, 10],
      ],
    ],
    [
      "go by the first one that has a time",
      [
        [0, 0],
        [50, 1],
        [100, null],
        [150, null],
        [200, 7],
      ],
      [2],
      [
        [0, 0],
        [50, 1],
      ],
    ],
  ])("%s", (_, fixes, [start, given], places) => {
    expect(live(fixes).before(start, given)).toEqual(places.map(([metres, time]) => [metres, expect.closeTo(time, 6)]));
  });

  it("are not known, and so no places, if no fix that is matched has one", () => {
    expect(
      live([
        [0, 0],
        [50, 5],
        [100, null],
        [150, null],
      ]).before(2),
    ).toEqual([]);
  });
});
